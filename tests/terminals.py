"""A real terminal for tests: the command runs on a pseudo-terminal, its screen is read by pyte."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pyte

COMMAND = [sys.executable, "-m", "cardcore"]


class Terminal:
    """Runs `cardcore` with arguments on a terminal of so many columns and rows.

    `text` is what stands on the screen, `raw` all that was written.
    """

    def __init__(
        self,
        *args: str,
        columns: int = 80,
        rows: int = 24,
        term: str = "xterm",
        cwd: Path | None = None,
        **env: str,
    ) -> None:
        self._screen = pyte.HistoryScreen(columns, rows, history=5000, ratio=1.0)
        self._stream = pyte.Stream(self._screen)
        self.raw = ""
        self.child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *args],
            dimensions=(rows, columns),
            encoding="utf-8",
            codec_errors="replace",
            timeout=30,
            cwd=cwd,
            env={**os.environ, "TERM": term, **env},
        )

    @property
    def text(self) -> str:
        """The screen without blanks at the ends of lines."""
        return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def scrollback(self) -> str:
        """What has scrolled away and can still be read."""
        return "\n".join(
            "".join(line[x].data for x in range(self._screen.columns)).rstrip()
            for line in self._screen.history.top
        )

    def _feed(self, seconds: float) -> bool:
        """Take in what is written; False at the end of the process."""
        try:
            new = self.child.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += new
        self._stream.feed(new)
        if "\x1b[3J" in new:
            self._screen.history.top.clear()
        return True

    def wait(
        self, *texts: str, until: Callable[[str], Any] | None = None, within: float = 30
    ) -> str:
        """Wait until one of some texts stands on the screen; that text."""
        end = time.monotonic() + within
        alive = True
        while True:
            shown = self.text
            for text in texts:
                if text in shown:
                    return text
            if until is not None and until(shown):
                return shown
            if not alive or time.monotonic() > end:
                raise AssertionError(f"none of {texts} came:\n{shown}")
            alive = self._feed(0.05)

    def type(self, line: str) -> None:
        """Type a line."""
        self.child.send(line + "\r")

    def keys(self, keys: str) -> None:
        """Press keys."""
        self.child.send(keys)

    def answer(self, line: str, prompt: str, within: float = 30) -> None:
        """Type a line and wait until the prompt has been written anew and stands there."""
        mark = len(self.raw)
        self.type(line)
        self.wait(
            until=lambda shown: prompt in self.raw[mark:] and shown.splitlines()[-1] == prompt,
            within=within,
        )

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.child.sendintr()

    def end(self) -> tuple[str, int]:
        """Wait for the end of the process; the screen then, and its exit status."""
        stop = time.monotonic() + 30
        while self._feed(0.05):
            assert time.monotonic() < stop, self.text
        self.child.close()
        return self.text, self.child.exitstatus

    def close(self) -> None:
        """Kill what still runs."""
        self.child.close(force=True)
