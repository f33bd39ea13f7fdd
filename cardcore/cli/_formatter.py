"""The layout of help: no line wider than the terminal, however narrow it is."""

from __future__ import annotations

import shutil
from collections.abc import Iterable

import click
from click.formatting import wrap_text

from cardcore.cli._language import say_as_click

WIDEST, LEAST = 80, 20
NARROW = 58
"""Below this width what is explained stands above its explanation, not beside it."""


class Formatter(click.HelpFormatter):
    """Writes help as wide as the terminal; click's own is never narrower than 50 columns."""

    def __init__(
        self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None
    ) -> None:
        if width is None:
            width = max(min(shutil.get_terminal_size().columns, max_width or WIDEST) - 2, LEAST)
        super().__init__(indent_increment, width, max_width)

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line of usage, folded where it is long."""
        prefix = say_as_click("Usage:") + " " if prefix is None else prefix
        self._write_folded(f"{prog} {args}", len(prefix) + 2, prefix)

    def write_heading(self, heading: str) -> None:
        """A heading, folded where it is long."""
        self._write_folded(f"{heading}:", self.current_indent)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Two columns; an entry that is too wide for the first stands on a line of its own."""
        pairs = list(rows)
        widest = max((len(first) for first, _ in pairs), default=0)
        column = self.current_indent + min(widest, col_max) + col_spacing
        beside = self.width >= NARROW
        if not beside:
            column = 2 * self.current_indent + 2
        for first, second in pairs:
            room = column - self.current_indent - col_spacing
            if beside and second and len(first) <= room:
                start = f"{'':>{self.current_indent}}{first}".ljust(column)
                self._write_folded(second, column, start)
            else:
                bars = first.replace("|", "| ")  # a long list of values is folded after a bar
                self._write_folded(bars, self.current_indent)
                self.buffer[-1] = self.buffer[-1].replace("| ", "|")
                if second:
                    self._write_folded(second, column)

    def _write_folded(self, text: str, column: int, start: str | None = None) -> None:
        indent = " " * column
        first = indent if start is None else start
        self.write(wrap_text(text, self.width, first, indent, preserve_paragraphs=False) + "\n")
