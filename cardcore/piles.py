"""Piles: ordered heaps of cards that know, for every card, which seats know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, overload

import attrs

from cardcore.cards import Card

GROUP = 40
"""A mark is a number: a bit for each seat that knows the card, from this bit on its group."""


class Sight(Enum):
    """Who sees a pile."""

    FACE_DOWN = "face down"
    FACE_UP = "face up"
    HELD = "held"
    TOP_UP = "top up"


@attrs.frozen
class PileSpec:
    """What a table's class says of a pile: who sees it, and whether each seat has one."""

    sight: Sight
    each: bool


def _pile(sight: Sight, each: bool) -> Any:
    return attrs.field(init=False, default=None, metadata={"pile": PileSpec(sight, each)})


def face_down(*, each: bool = False) -> Any:
    """A pile that nobody sees: a stock. With `each`, a list with one pile a seat."""
    return _pile(Sight.FACE_DOWN, each)


def face_up(*, each: bool = False) -> Any:
    """A pile that everybody sees: a discard, a trick. With `each`, one pile a seat."""
    return _pile(Sight.FACE_UP, each)


def top_up(*, each: bool = False) -> Any:
    """A pile whose top card everybody sees. With `each`, one pile a seat."""
    return _pile(Sight.TOP_UP, each)


def held() -> Any:
    """A list of hands, one a seat, each seen by its owner. A hand has no order for others."""
    return _pile(Sight.HELD, True)


Label = tuple[str, int | None]


class Pile(Sequence[Card]):
    """A read-only sequence of cards from bottom to top: `pile[-1]` is the top.

    Only a `Table` moves cards. Indexing, iterating, `in`, `len` and truth work as on a list.
    `label` is the name of the field and the seat it belongs to (None: the table's).
    """

    __slots__ = ("_cards", "_marks", "label", "sight", "viewers")

    def __init__(self, label: Label, sight: Sight, viewers: int) -> None:
        self.label = label
        self.sight = sight
        self.viewers = viewers
        self._cards: list[Card] = []
        self._marks: list[int] = []

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> list[Card]: ...
    def __getitem__(self, index: int | slice) -> Card | list[Card]:
        return self._cards[index]

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __contains__(self, card: object) -> bool:
        return card in self._cards

    def __repr__(self) -> str:
        return f"Pile({self.name}: {' '.join(map(str, self._cards)) or 'empty'})"

    @property
    def name(self) -> str:
        """The name of the field, with the seat where each has one: "stock", "hands[2]"."""
        field, seat = self.label
        return field if seat is None else f"{field}[{seat}]"

    @property
    def top(self) -> Card | None:
        """The top card, None where the pile is empty."""
        return self._cards[-1] if self._cards else None

    @property
    def ordered(self) -> bool:
        """Whether places in the pile mean anything; in a hand they do not."""
        return self.sight is not Sight.HELD

    def known(self, seat: int) -> list[bool]:
        """For each card, whether `seat` knows it."""
        return [bool(mark >> seat & 1) for mark in self._marks]

    def copy(self) -> Pile:
        """An independent copy."""
        new = Pile.__new__(Pile)
        new.label = self.label
        new.sight = self.sight
        new.viewers = self.viewers
        new._cards = self._cards[:]
        new._marks = self._marks[:]
        return new

    def _fill(self, cards: Iterable[Card], marks: Iterable[int] | None = None) -> None:
        """Lay `cards` here, known to those who see the pile, or as `marks` say."""
        self._cards = list(cards)
        if marks is not None:
            self._marks = list(marks)
        elif self.sight is Sight.TOP_UP:
            self._marks = [0] * len(self._cards)
            self._turn_up_top()
        else:
            self._marks = [self.viewers] * len(self._cards)

    def _turn_up_top(self) -> None:
        """After a card left a pile whose top is seen: everybody sees the next one."""
        if self._marks:
            self._marks[-1] |= self.viewers
