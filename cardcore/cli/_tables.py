"""Tables as wide as the terminal; where they are wider, each row becomes a few lines."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

import click

GAP = "  "


def width() -> int | None:
    """How wide lines may be: as the terminal is, and any width elsewhere."""
    return max(20, shutil.get_terminal_size().columns) if sys.stdout.isatty() else None


def write_line(line: str) -> None:
    """Write a sentence, broken between words where the terminal is narrow."""
    wide = width()
    click.echo(line if wide is None else click.wrap_text(line, wide))


def write_table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, keys: int = 1) -> None:
    """Write rows below their heads: the first columns to the left, others to the right."""
    for line in table(heads, rows, width(), keys=keys):
        click.echo(line)


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], wide: int | None, *, keys: int = 1
) -> list[str]:
    """The lines of a table, or of its rows one by one where it is wider than that.

    The first `keys` columns say what a row is about. A column without any value is left out.
    """
    kept = [
        place for place, _ in enumerate(heads) if place < keys or any(row[place] for row in rows)
    ]
    shown = [[row[place] for place in kept] for row in (heads, *rows)]
    widths = [max(len(row[place]) for row in shown) for place in range(len(kept))]
    if wide is not None and sum(widths) + len(GAP) * (len(widths) - 1) > wide:
        return _stacked(shown[0], shown[1:], keys)
    return [
        GAP.join(
            cell.ljust(room) if place < keys else cell.rjust(room)
            for place, (cell, room) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in shown
    ]


def _stacked(heads: Sequence[str], rows: Sequence[Sequence[str]], keys: int) -> list[str]:
    room = max(len(head) for head in heads[keys:])
    lines = []
    for row in rows:
        named = zip(heads[:keys], row[:keys], strict=True)
        lines.append(", ".join(f"{head} {cell}".strip() for head, cell in named))
        lines += [
            f"  {head:<{room}}  {cell}".rstrip()
            for head, cell in zip(heads[keys:], row[keys:], strict=True)
            if cell
        ]
    return lines
