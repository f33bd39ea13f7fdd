"""How cards and frames are drawn, and which signs and colours a terminal can show."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import ASCII, HEAVY, ROUNDED
from rich.cells import cell_len
from rich.color import ANSI_COLOR_NAMES
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text as Styled


class Faces:
    """Draws cards for a console; where it has no such signs, in plain letters."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._rich = not console.options.ascii_only
        self.turn = "»" if self._rich else ">"
        """Stands before whoever is in turn."""
        self.new = "•" if self._rich else "*"
        """Stands beside what has changed since whoever looks was asked last."""

    def frame(
        self, inside: RenderableType, title: str, width: int, *, heavy: bool = False
    ) -> RenderableType:
        """A frame with a title; a heavy one cannot be overlooked."""
        box = (HEAVY if heavy else ROUNDED) if self._rich else ASCII
        heading = Styled(title, style="bold reverse" if heavy else "bold") if title else None
        return Panel(inside, title=heading, title_align="left", box=box, width=width)

    def cards(self, labels: Sequence[tuple[str, str]], room: int, *, high: bool) -> RenderableType:
        """Cards that overlap, the top one whole; in one line unless there is room."""
        if not high:
            return self.chips(labels, top=True)
        corner, side, line = ("╭╰", "│", "─") if self._rich else ("++", "|", "-")
        end = ("╮╯") if self._rich else "++"
        above, middle, below = Styled(), Styled(), Styled()
        for number, (label, colour) in enumerate(labels, 1):
            is_top = number == len(labels)
            style = f"{'bold ' if is_top else ''}{_known(colour)}".strip()
            edge = line * (cell_len(label) + 2)
            above.append(corner[0] + edge + (end[0] if is_top else ""), style=style)
            middle.append(f"{side} {label} " + (side if is_top else ""), style=style)
            below.append(corner[1] + edge + (end[1] if is_top else ""), style=style)
        if middle.cell_len > room and len(labels) > 1:  # the oldest card is out of sight first
            return self.cards(labels[1:], room, high=high)
        return Group(above, middle, below)

    def chips(self, labels: Sequence[tuple[str, str]], *, top: bool = False) -> Styled:
        """Cards in one line, each in brackets; with `top` the last one stands out."""
        shown = []
        for number, (label, colour) in enumerate(labels, 1):
            style = "bold " if top and number == len(labels) else ""
            shown.append(Styled(f"[{label}]", style=f"{style}{_known(colour)}".strip()))
        return Styled(" ").join(shown)


UNSEEN = ("black", "white", "bright_black", "bright_white", "grey", "gray")
"""Colours that begin so are the background of one terminal or another."""


def _known(colour: str) -> str:
    """A colour as rich calls it; "" for one that it does not know, or that may not be seen."""
    return colour if colour in ANSI_COLOR_NAMES and not colour.startswith(UNSEEN) else ""
