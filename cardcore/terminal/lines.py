"""Lines from whoever plays: with line editing at a terminal, as they come over a pipe."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO


class Lines:
    """Reads one line after the other. `interactive` tells whether a person sits at a terminal."""

    def __init__(self, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self._source = sys.stdin if source is None else source
        self._out = sys.stdout if out is None else out
        self.interactive = _is_terminal(self._source) and _is_terminal(self._out)
        self._edits = self.interactive and self._source is sys.stdin and self._out is sys.stdout
        if self._edits and os.environ.get("TERM", "dumb") != "dumb":
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - changes what `input` does

    def read(self, prompt: str) -> str | None:
        """The next line without its end, or None at the end of the input."""
        if self._edits:
            try:
                return input(prompt + " ")
            except EOFError:
                print(file=self._out)
                return None
        print(prompt, file=self._out, flush=True)
        line = self._source.readline() if self._source is not None else ""
        return line.rstrip("\r\n") if line else None


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
