"""Lines from whoever plays: edited and completed at a terminal, as they come over a pipe."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap
from threading import current_thread, main_thread
from typing import Any, TextIO

WIDEST = 500
"""More columns or lines than these no terminal has."""
LONGEST = 10_000
"""So many signs of a line are read."""


class Lines:
    """Reads one line after the other. `interactive` tells whether a person sits at a terminal.

    With `plain` lines are read without completion, which a screen reader could not follow. What
    was typed before can be called back, unless it is `private`: the next person would see it.
    """

    def __init__(
        self,
        source: TextIO | None = None,
        out: TextIO | None = None,
        *,
        plain: bool = False,
        private: bool = False,
    ) -> None:
        self._source = sys.stdin if source is None else source
        self._out = sys.stdout if out is None else out
        self.interactive = _is_terminal(self._source) and _is_terminal(self._out)
        self._edits = self.interactive and self._source is sys.stdin and self._out is sys.stdout
        self.dumb = os.environ.get("TERM", "dumb") in ("dumb", "unknown", "")
        self._private = private
        self.returned: Callable[[], None] = lambda: None
        """Draws again what stood above the prompt, when the shell has used the terminal."""
        self._editor: Any = None
        if self._edits and not self.dumb:
            with contextlib.suppress(ImportError):
                if not plain:
                    self._editor = _editor(private)
                elif not private:  # what was cut out of a line could be put back into the next
                    import readline  # noqa: F401 - changes what `input` does

    def read(
        self, prompt: str, completions: Sequence[str] = (), *, above: Sequence[str] = ()
    ) -> str | None:
        """The next line without its end, or None at the end of the input.

        `above` are lines of the prompt that stand over the one where is typed.
        """
        for piece in above:
            print(piece, file=self._out)
        try:
            if self._editor is not None:
                return self._edited(prompt, completions, above)[:LONGEST]
            if self._edits:
                return input(prompt + " ")[:LONGEST]
        except EOFError:
            print(file=self._out)
            return None
        print(prompt, file=self._out, flush=True)
        line = self._source.readline() if self._source is not None else ""
        return line.rstrip("\r\n")[:LONGEST] if line else None

    def _edited(self, prompt: str, completions: Sequence[str], above: Sequence[str]) -> str:
        """A line that is edited; it goes on where the program was put aside and fetched again."""
        typed, completer = "", _completer(completions)
        while True:
            try:
                with _noticing_return(self._editor.app):
                    line: str = self._editor.prompt(
                        prompt + " ", completer=completer, default=typed
                    )
                    return line
            except _Returned as back:
                typed = back.typed
                self.returned()
                for piece in above:
                    print(piece, file=self._out)

    def forget_typed(self) -> None:
        """Drop what was typed before: it would answer the next question, or be seen there."""
        if self._edits:
            with contextlib.suppress(ImportError, OSError, ValueError):
                import termios

                termios.tcflush(self._source, termios.TCIFLUSH)
        if self._editor is not None:
            from prompt_toolkit.input.typeahead import clear_typeahead

            clear_typeahead(self._editor.app.input)
            self._editor = _editor(self._private)


class _Returned(Exception):
    """The program was put aside with Ctrl-Z, and has the terminal again; `typed` stood there."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed


@contextlib.contextmanager
def _noticing_return(app: Any) -> Iterator[None]:
    """Within, a prompt ends by `_Returned` when the program goes on after it was put aside.

    It is begun anew rather than drawn anew, for the shell has changed the modes of the terminal.
    """

    def end() -> None:
        if app.is_running and not app.future.done():
            app.exit(exception=_Returned(app.current_buffer.text))

    def goes_on(number: int, frame: object) -> None:
        if app.is_running and app.loop is not None:
            app.loop.call_soon_threadsafe(end)

    if not hasattr(signal, "SIGCONT") or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGCONT, goes_on)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, before)


def in_pieces(line: str, indent: str = "") -> str:
    """A line broken between words where a terminal would break it anywhere."""
    width = min(max(20, shutil.get_terminal_size().columns), WIDEST) - 1
    if len(line) <= width:
        return line
    return "\n".join(wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [line])


def _editor(private: bool) -> Any:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import DummyHistory, InMemoryHistory
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.keys import Keys
    from prompt_toolkit.output import ColorDepth, create_output
    from prompt_toolkit.shortcuts import CompleteStyle

    output = create_output(stdout=sys.stdout)
    if hasattr(output, "enable_cpr"):
        output.enable_cpr = False  # not every terminal answers where its cursor is
    keys = KeyBindings()
    keys.add(Keys.Vt100MouseEvent)(lambda event: None)  # a pasted colour code looks like one
    return PromptSession(
        output=output,
        key_bindings=keys,
        history=DummyHistory() if private else InMemoryHistory(),
        complete_style=CompleteStyle.READLINE_LIKE,
        complete_while_typing=False,
        enable_suspend=True,
        color_depth=ColorDepth.DEPTH_1_BIT,
        reserve_space_for_menu=0,
    )


def _completer(words: Iterable[str]) -> Any:
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        """The words that go on as the line begins."""

        def get_completions(self, document: Document, complete_event: Any) -> Iterator[Completion]:
            typed = document.text_before_cursor.lstrip().casefold()
            for word in words:
                if word.casefold().startswith(typed):
                    yield Completion(word, start_position=-len(typed))

    return Words()


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
