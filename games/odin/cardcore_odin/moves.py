"""What a seat does: play a set of cards, take one of the beaten cards, pass."""

from collections.abc import Iterable

import attrs

from cardcore import Card, Move
from cardcore_odin.cards import order


def _in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=order))


@attrs.frozen
class Play(Move):
    """Play a set of cards to the middle (rules 5, 6 and 9), named in any order."""

    set: tuple[Card, ...] = attrs.field(converter=_in_order)


@attrs.frozen
class Take(Move):
    """Take one of the cards that have just been beaten (rule 11)."""

    card: Card


@attrs.frozen
class Pass(Move):
    """Do not play this time (rule 8)."""
