"""A screen: where a match is shown and lines are read, as plain lines or as a drawn table."""

from __future__ import annotations

import shutil
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from textwrap import wrap
from typing import TextIO

from cardcore.look import Part
from cardcore.telling.words import Words
from cardcore.terminal.lines import WIDEST, Lines
from cardcore.terminal.typed import Choices

HIDE = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a terminal and what has scrolled away."""


class Screen(ABC):
    """Shows what it is told to; what anybody may see is settled before.

    `draws` tells that it clears the terminal, so that nothing written beside it stays.
    """

    draws = False

    def __init__(self, words: Words, lines: Lines, out: TextIO | None = None) -> None:
        self.words = words
        self.lines = lines
        self.out = sys.stdout if out is None else out

    # -- what happens ---------------------------------------------------------------------------

    @abstractmethod
    def tell(self, lines: Sequence[str]) -> None:
        """Tell what has happened, a line a move."""

    @abstractmethod
    def show(
        self, seat: int | None, choices: Choices | None = None, asked: str | None = None
    ) -> None:
        """Show the table as a seat (None: a spectator) sees it, and its moves if it is to choose.

        `asked` is what the game asks beside, such as whether somebody wants to react.
        A screen that cannot be drawn anew shows nothing while nobody is to choose.
        """

    @abstractmethod
    def show_table(self, seat: int | None) -> None:
        """Show the table to somebody who has nothing to choose but looks at it."""

    @abstractmethod
    def restart(self) -> bool:
        """Forget what has been told, so that it is told again; False where it stands for good."""

    @abstractmethod
    def interval(self, lines: Sequence[str], prompt: str) -> str | None:
        """Show the end of a deal or match and wait for a line; None at the end of the input."""

    @abstractmethod
    def finale(self, lines: Sequence[str]) -> None:
        """Show the end of a match; nothing is asked any more."""

    # -- what is said -----------------------------------------------------------------------------

    @abstractmethod
    def say(self, line: str, indent: str = "  ") -> None:
        """Say a line to whoever is asked, before the next prompt."""

    def text(self, template: str, **fields: object) -> None:
        """Say a sentence in the language of the screen."""
        self.say(self.words.says(template, **fields))

    def read(self, prompt: str, completions: Sequence[str] = ()) -> str | None:
        """Read a line; None at the end of the input."""
        *above, last = self.folded(prompt, "")
        return self.lines.read(last, completions, above=above)

    @abstractmethod
    def page(self, markdown: str) -> None:
        """Show a page of text."""

    @abstractmethod
    def cover(self) -> None:
        """Hide all that was shown, what has scrolled away too."""

    # -- how wide ---------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the terminal."""
        columns, rows = shutil.get_terminal_size()
        return min(max(20, columns), WIDEST), min(max(5, rows), WIDEST)

    def folded(self, line: str, indent: str = "  ") -> list[str]:
        """A line in pieces that fit the width of a terminal; whole where there is none."""
        if not self.lines.interactive:
            return [line]
        width = self.size[0] - 1
        return wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def own_cards(parts: Sequence[Part], seat: int | None) -> list[Part]:
    """The parts that show a seat its own cards."""
    return [part for part in parts if seat is not None and part.seat == seat and any(part.cards)]
