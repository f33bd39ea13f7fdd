"""Plain lines: for pipes, simple terminals and screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from cardcore.terminal.lists import blocks
from cardcore.terminal.screen import HIDE, Screen
from cardcore.terminal.typed import Choices


class Plain(Screen):
    """Writes one line after the other, without colour, and draws nothing."""

    def tell(self, lines: Sequence[str]) -> None:
        """Tell what has happened, a line a move."""
        for line in lines:
            self.say(line)

    def say(self, line: str, indent: str = "  ") -> None:
        """Write a line, folded to the width of a terminal."""
        for piece in self.folded(line, indent):
            print(piece, file=self.out)

    def show(
        self, seat: int | None, choices: Choices | None = None, asked: str | None = None
    ) -> None:
        """Write what stands on the table, once somebody is to choose."""
        if choices is None or seat is None:
            return
        self.say("")
        self.show_table(seat)
        self._show_moves(seat, choices)
        if asked is not None:
            self.say(asked)

    def show_table(self, seat: int | None) -> None:
        """Write what stands on the table: the middle, then a line a seat."""
        words = self.words
        parts = words.parts(seat)
        self.say(" ".join(words.part(part) + "." for part in parts if part.seat is None), "")
        for other in words.match.seats:
            row = [words.part(part) for part in parts if part.seat == other]
            if row:
                self.say(f"{words.names[other]}: {'; '.join(row)}.")

    def _show_moves(self, seat: int, choices: Choices) -> None:
        for block in blocks(self.words, seat, choices):
            if block.heading is not None:
                self.say(f"{block.heading}:")
            lines = [
                f"{entry.number} {entry.name}" + (f": {entry.told}" if entry.told else "")
                for entry in block.entries
            ]
            if block.dense:
                self.say("  " + ", ".join([*lines, *filter(None, [block.more])]), "  ")
                continue
            for line in lines:
                self.say("  " + line, "     ")

    def page(self, markdown: str) -> None:
        """Write a page of text as it is."""
        for line in markdown.splitlines():
            self.say(line)

    def restart(self) -> bool:
        """What is written cannot be taken back."""
        return False

    def finale(self, lines: Sequence[str]) -> None:
        """Write the lines."""
        self.tell(lines)

    def interval(self, lines: Sequence[str], prompt: str) -> str | None:
        """Write the lines and wait."""
        self.tell([line for line in lines if line])
        return self.read(prompt)

    def cover(self) -> None:
        """Hide what the last person saw, what has scrolled away too."""
        if self.lines.dumb:
            print("\n" * max(60, self.size[1]), file=self.out)
        else:
            print(HIDE, end="", file=self.out, flush=True)
