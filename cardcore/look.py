"""How a table looks, as data: parts to show and groups of moves, drawn by every frontend alike."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Any

import attrs

from cardcore.cards import Card
from cardcore.layout import layout
from cardcore.moves import Move
from cardcore.piles import HELD
from cardcore.texts import Player, Text

if TYPE_CHECKING:
    from cardcore.observation import Observation, PileView


@attrs.frozen
class Part:
    """Something that stands on the table: a title, with lines of text, cards or both.

    `cards` lie from bottom to top, None is a back. `seat` is whose part it is, None where it is
    the table's.
    """

    title: Text
    lines: tuple[Text, ...] = ()
    cards: tuple[Card | None, ...] = ()
    seat: int | None = None


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
    own = observation.seat
    mine = [view for view in observation.piles if own is not None and view.label[1] == own]
    hands = {name for name, sight, _ in layout(observation.game.table_type).piles if sight is HELD}
    found += [_pile(view, hands) for view in observation.piles if view not in mine]
    if observation.deals:
        found.append(Part(Text("Points"), tuple(points(observation.totals))))
    return found + [_pile(view, hands, own=True) for view in mine]


def points(totals: Iterable[int]) -> list[Text]:
    """Every seat with its points."""
    return [
        Text("{player} {points}", player=Player(seat), points=total)
        for seat, total in enumerate(totals)
    ]


def _pile(view: PileView, hands: Container[str], *, own: bool = False) -> Part:
    name, seat = view.label
    pile = Text("hand" if name in hands else name.replace("_", " "))
    if seat is None:
        title = _title(name)
    elif own:
        title = Text("Your {pile}", pile=pile)
    elif name in hands:
        title = Text("{player}", player=Player(seat))
    else:
        title = Text("{player}, {pile}", player=Player(seat), pile=pile)
    return Part(title, cards=view.cards, seat=seat)


def _title(name: str) -> Text:
    return Text(name.replace("_", " ").capitalize())


def _value(value: Any) -> Text:
    if isinstance(value, bool):
        return Text("yes") if value else Text("no")
    return Text("{value}", value=value)
