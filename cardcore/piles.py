"""Piles: ordered heaps of cards that know, for every card, which seats know it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, NoReturn

import attrs

from cardcore.cards import Card

SPECTATOR = 29
"""The bit of those who only watch, beyond any seat: what they know is public."""

TOLD, GROUP = 30, 60
"""A mark is a number. It has a bit for each seat that knows the card; from bit `TOLD` on a bit for
each seat of which those who see the pile know that it does; from bit `GROUP` on the group."""


class Sight(Enum):
    """Who sees a pile."""

    FACE_DOWN = "face down"
    FACE_UP = "face up"
    HELD = "held"
    TOP_UP = "top up"


# a module's own names: looking up a member of an enum takes eight times as long
FACE_DOWN, FACE_UP, HELD, TOP_UP = Sight


def _pile(sight: Sight, each: bool) -> Any:
    return attrs.field(init=False, default=None, metadata={"pile": (sight, each)})


def face_down(*, each: bool = False) -> Any:
    """A pile that nobody sees: a stock. With `each`, a list with one pile a seat."""
    return _pile(FACE_DOWN, each)


def face_up(*, each: bool = False) -> Any:
    """A pile that everybody sees: a discard, a trick. With `each`, one pile a seat."""
    return _pile(FACE_UP, each)


def top_up(*, each: bool = False) -> Any:
    """A pile whose top card everybody sees. With `each`, one pile a seat."""
    return _pile(TOP_UP, each)


def held() -> Any:
    """A list of hands, one a seat, each seen by its owner. A hand has no order for others."""
    return _pile(HELD, True)


Label = tuple[str, int | None]


class Pile(list[Card]):
    """A read-only sequence of cards from bottom to top: `pile[-1]` is the top.

    Only a `Table` moves cards. `label` is the name of the field and the seat it belongs to (None:
    the table's), `viewers` has a bit for each seat that sees the pile. `marks` has, for each card,
    who knows it (see `TOLD`) and the group it was mixed in.
    """

    # a list, so that rules look into piles at the speed of lists; what would change it is closed
    __slots__ = ("label", "marks", "plain", "sight", "viewers")

    def __init__(self, label: Label, sight: Sight, viewers: int) -> None:
        self.label = label
        self.sight = sight
        self.viewers = viewers
        self.marks: list[int] = []
        # whoever sees the pile sees all of it, and nobody else learns of places
        self.plain = sight is HELD or sight is FACE_UP

    def _closed(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError(f"{self.name} is read-only: a table's methods move cards")

    append = extend = insert = remove = pop = clear = sort = reverse = _closed
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _closed

    def __repr__(self) -> str:
        return f"Pile({self.name}: {' '.join(map(str, self)) or 'empty'})"

    @property
    def name(self) -> str:
        """The name of the field, with the seat where each has one: "stock", "hands[2]"."""
        field, seat = self.label
        return field if seat is None else f"{field}[{seat}]"

    @property
    def top(self) -> Card | None:
        """The top card, None where the pile is empty."""
        return self[-1] if self else None

    @property
    def ordered(self) -> bool:
        """Whether places in the pile mean anything; in a hand they do not."""
        return self.sight is not HELD

    def known(self, seat: int) -> list[bool]:
        """For each card, whether `seat` knows it."""
        return [bool(mark >> seat & 1) for mark in self.marks]

    def copy(self) -> Pile:
        """An independent copy."""
        new = Pile(self.label, self.sight, self.viewers)
        lay_all(new, self)
        new.marks = self.marks[:]
        return new

    def _fill(self, cards: Iterable[Card], marks: Iterable[int] | None = None) -> None:
        """Lay `cards` here, known to those who see the pile, or as `marks` say."""
        replace(self, cards)
        if marks is not None:
            self.marks = list(marks)
        elif self.sight is TOP_UP:
            self.marks = [0] * len(self)
            self._turn_up_top()
        else:
            self.marks = [self.viewers] * len(self)

    def _turn_up_top(self) -> None:
        """After a card left a pile whose top is seen: everybody sees the next one."""
        if self.marks:
            self.marks[-1] |= self.viewers


class Piles(list[Pile]):
    """The piles of the seats, by seat. Closed: to change hands, move their cards."""

    def _closed(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("the piles of the seats stay where they are: move their cards with put_all")

    append = extend = insert = remove = pop = clear = sort = reverse = _closed
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _closed


# the hands that move cards, for the engine alone
lay, lay_all, lay_at, take_at = list.append, list.extend, list.insert, list.pop


def replace(pile: Pile, cards: Iterable[Card]) -> None:
    """Let other cards lie in a pile."""
    list.__setitem__(pile, slice(None), cards)


def cut(pile: Pile, start: int, stop: int | None = None) -> None:
    """Take the cards of some places, and their marks, out of a pile."""
    list.__delitem__(pile, slice(start, stop))
    del pile.marks[start:stop]
