"""Which cards go together, what they are worth, and which sets of a hand beat the middle.

All sets there are stand in one row, the lowest first, and are known by their places in it; so those
that beat a middle stand side by side. A hand is one number: a bit a card, and `HAND` set as well.
Cut down to one colour (with the goat) or to some numbers it is a *part*, and every set lies in
exactly one part. The sets of a part are computed when it first comes up and then kept; those of a
hand are put together from its parts, and kept while it is among the last ones looked at.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import chain, combinations
from operator import attrgetter
from typing import TypeVar

from cardcore import Card
from cardcore_odin.cards import CARDS, GOAT, NUMBERS, SUITS
from cardcore_odin.moves import Play

T = TypeVar("T")

HAND = 1 << 60
"""Tells a part of some numbers from one of a colour that has the same cards."""

EMPTY = -1
"""The value of an empty middle: any single card beats it (rule 5)."""

_PARTS = [
    *(sum(card.bit for card in CARDS if card.suit == suit) | GOAT.bit for suit in SUITS),
    *(
        sum(card.bit for card in CARDS if card.rank in some) | HAND
        for some in ((1, 2), (3, 4), (5, 6), (7, 8), (9,))
    ),
    GOAT.bit | HAND,
]
_bit = attrgetter("bit")


def value(cards: Iterable[Card]) -> int:
    """The numbers of a set written from high to low as one (rule 10); `EMPTY` for no card."""
    total = EMPTY
    for rank in sorted([card.rank for card in cards], reverse=True):
        total = rank if total == EMPTY else 10 * total + rank
    return total


def is_set(cards: Iterable[Card]) -> bool:
    """Whether cards may be played together (rule 9b): one card, one colour or one number."""
    return sum(map(_bit, cards)) in _places()


def follows(hand: Iterable[Card], middle: Iterable[Card]) -> tuple[Play, ...]:
    """The sets of a hand that beat the middle with as many cards or one more (rule 9)."""
    places, plays = _sets(sum(map(_bit, hand), HAND))
    low, end = _beating[sum(map(_bit, middle))]
    start = bisect_left(places, low)
    return plays[start : bisect_left(places, end, start)]


def leads(hand: Iterable[Card]) -> tuple[Play, ...]:
    """What a leader may play: each card alone, or the whole hand if it is a set (rules 5 to 7)."""
    bits, place_of = list(map(_bit, hand)), _places()
    places = sorted(map(place_of.__getitem__, bits))
    if len(bits) > 1 and sum(bits) in place_of:
        places.append(place_of[sum(bits)])
    return tuple(map(_row().__getitem__, places))


def all_plays(deck: Iterable[Card]) -> tuple[Play, ...]:
    """Every set that a deck has, the lowest first."""
    return _sets(sum(map(_bit, deck), HAND))[1]


@lru_cache(2048)
def _sets(hand: int) -> tuple[list[int], tuple[Play, ...]]:
    """The places of all sets of a hand, and the plays of them."""
    places = sorted(chain.from_iterable(map(_parts.__getitem__, map(hand.__and__, _PARTS))))
    return places, tuple(map(_row().__getitem__, places))


@cache
def _row() -> tuple[Play, ...]:
    """The play of every set there is, with the goat too, by value; each is made once."""
    sets: list[tuple[Card, ...]] = [(GOAT,)]
    for suit in SUITS:
        colour = [card for card in CARDS if card.suit == suit]
        sets += (more for some in _subsets(colour) for more in (some, (*some, GOAT)))
    for number in NUMBERS:
        sets += _subsets([card for card in CARDS if card.rank == number], least=2)
    return tuple(map(Play, sorted(sets, key=value)))


@cache
def _places() -> dict[int, int]:
    """The place of every set in the row, by its cards as a number."""
    return {sum(map(_bit, play.set)): place for place, play in enumerate(_row())}


@cache
def _values() -> list[int]:
    """The values of all sets in the row."""
    return [value(play.set) for play in _row()]


class _Parts(dict[int, list[int]]):
    """By part: the places of its sets."""

    def __missing__(self, part: int) -> list[int]:
        goat, cards = part & GOAT.bit, [card for card in CARDS if card.bit & part]
        if not part & HAND:
            found = [sum(map(_bit, some)) for some in _subsets(cards)]
            found += [some | goat for some in found if goat]
        else:
            found = [goat] if goat else []
            for number in NUMBERS:
                alike = [card for card in cards if card.rank == number]
                found += [sum(map(_bit, some)) for some in _subsets(alike, least=2)]
        places = self[part] = [_places()[some] for some in found]
        return places


class _Beating(dict[int, tuple[int, int]]):
    """By middle, as a number: where the sets that beat it begin and end in the row (rule 9)."""

    def __missing__(self, middle: int) -> tuple[int, int]:
        cards = [card for card in [*CARDS, GOAT] if card.bit & middle]
        low, end = value(cards) + 1, 10 ** (len(cards) + 1)
        found = self[middle] = bisect_left(_values(), low), bisect_left(_values(), end)
        return found


_parts, _beating = _Parts(), _Beating()


def _subsets(things: list[T], least: int = 1) -> list[tuple[T, ...]]:
    sizes = range(least, len(things) + 1)
    return [some for size in sizes for some in combinations(things, size)]
