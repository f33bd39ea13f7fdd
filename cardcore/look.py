"""How a table looks, as data: parts to show and groups of moves, drawn by every frontend alike."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

import attrs

from cardcore.cards import Card
from cardcore.layout import layout
from cardcore.moves import Move
from cardcore.piles import HELD, TOP_UP
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.observation import Observation


@attrs.frozen
class Part:
    """Something that stands on the table: a title, with lines of text, cards or both.

    `cards` lie from bottom to top, None is a back; those of one `by`, "suit" or "rank", are shown
    as a group. `seat` is whose part it is, None where it is the table's. A seat's parts stand in a
    row behind its name, under their titles; one without a title is a remark on the seat ("has
    passed"). `headline` is the one value of a part that matters most. A title begins with a small
    letter where it is a common noun.
    """

    title: Text | None
    lines: tuple[Text, ...] = ()
    cards: tuple[Card | None, ...] = ()
    seat: int | None = None
    headline: Text | None = None
    by: str = ""

    def groups(self) -> list[list[Card | None]]:
        """The cards in groups of one suit or rank, where they are shown so; else all as one."""
        if not self.by:
            return [list(self.cards)] if self.cards else []
        groups = groupby(self.cards, key=lambda card: card and getattr(card, self.by))
        return [list(cards) for _, cards in groups]


@attrs.frozen
class Group:
    """Moves that belong together, in the order to list them; where there are many, in groups."""

    title: Text | None = None
    moves: tuple[Move, ...] = ()
    groups: tuple[Group, ...] = ()


def parts(observation: Observation) -> list[Part]:
    """A summary for games that make none: public fields, piles, points so far."""
    found = [
        Part(_title(name), (_value(value),))
        for name, value in observation.fields.items()
        if isinstance(value, str | int | Card) and value != ""
    ]
    sights = {name: sight for name, sight, _ in layout(observation.game.table_type).piles}
    if observation.deals:
        found += points(observation.totals)
    for view in observation.piles:
        name, seat = view.label
        own = Text("hand") if sights[name] is HELD else Text(_words(name))
        title = _title(name) if seat is None else own
        if sights[name] is TOP_UP and len(view) > 1:
            below = Text("the top of {number} cards", number=len(view))
            found.append(Part(title, (below,), view.cards[-1:], seat))
        else:
            found.append(Part(title, cards=view.cards, seat=seat))
    return found


def points(totals: Iterable[int]) -> list[Part]:
    """The points of every seat."""
    return [
        Part(Text("points"), (Text("{points}", points=total),), seat=seat)
        for seat, total in enumerate(totals)
    ]


def _words(name: str) -> str:
    return name.replace("_", " ")


def _title(name: str) -> Text:
    return Text(_words(name).capitalize())


def _value(value: Any) -> Text:
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    return Text("{value}", value=value)
