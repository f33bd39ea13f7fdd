"""Chance that is decided outside a match: what it needs next is told, and split into outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from cardcore.cards import Card
from cardcore.chance import Chance

Outcomes = list[tuple[int, float]]


@attrs.frozen
class Number:
    """A random whole number from `low` to `high` - 1, each as likely; `most` outcomes at a time."""

    low: int
    high: int
    most: int

    @property
    def result(self) -> int | None:
        """The number, once only one is left."""
        return self.low if self.high - self.low == 1 else None

    def _parts(self) -> list[tuple[int, int]]:
        """The numbers left, cut into as many parts as there may be outcomes."""
        size = -(-(self.high - self.low) // self.most)
        return [
            (low, min(low + size, self.high)) for low in range(self.low, self.high, max(size, 1))
        ]

    def outcomes(self) -> Outcomes:
        """The number of each outcome, and how likely it is."""
        left = self.high - self.low
        return [(i, (high - low) / left) for i, (low, high) in enumerate(self._parts())]

    def after(self, outcome: int) -> Number:
        """What is left to decide after an outcome."""
        low, high = self._parts()[outcome]
        return attrs.evolve(self, low=low, high=high)

    def text(self, outcome: int) -> str:
        """An outcome in words."""
        low, high = self._parts()[outcome]
        return str(low) if high - low == 1 else f"{low} to {high - 1}"


@attrs.frozen
class Order:
    """A shuffle, decided card by card from the top; equal cards are one outcome.

    `cards` are those not yet laid, `laid` the others, `numbers` what number each face has.
    """

    cards: tuple[Card, ...]
    numbers: Mapping[Card, int] = attrs.field(eq=False, repr=False)
    laid: tuple[Card, ...] = ()

    @property
    def result(self) -> tuple[Card, ...] | None:
        """The cards in their order, once it makes no difference how the last ones lie."""
        return self.cards + self.laid if len(set(self.cards)) <= 1 else None

    def outcomes(self) -> Outcomes:
        """The number of each face that may come next, and how likely it is."""
        counted = Counter(map(self.numbers.__getitem__, self.cards))
        return [(number, counted[number] / len(self.cards)) for number in sorted(counted)]

    def after(self, outcome: int) -> Order:
        """What is left to decide after a card."""
        place = self._place(outcome)
        left = self.cards[:place] + self.cards[place + 1 :]
        return attrs.evolve(self, cards=left, laid=(self.cards[place], *self.laid))

    def text(self, outcome: int) -> str:
        """An outcome in words."""
        return self.cards[self._place(outcome)].code

    def _place(self, outcome: int) -> int:
        return next(i for i, card in enumerate(self.cards) if self.numbers[card] == outcome)


Choice = Number | Order


class Undecided(BaseException):
    """A match needs a random result that is not decided yet: `choice`.

    No `Exception`, because a match would take that for a failure of its game.
    """

    def __init__(self, choice: Choice) -> None:
        self.choice = choice


class Decided(Chance):
    """The random results of one move, given beforehand. `Undecided` is raised for a further one.

    What can come out in one way only is not asked for. `numbers` are those of the faces; there
    are no more than `most` outcomes at a time.
    """

    __slots__ = ("_most", "_numbers", "_results")

    def __init__(
        self,
        log: list[Any],
        number: int,
        results: Sequence[Any],
        numbers: Mapping[Card, int],
        most: int,
    ) -> None:
        super().__init__(0, log, number)
        self._results: Iterator[Any] = iter(results)
        self._numbers = numbers
        self._most = most

    def integer(self, below: int) -> int:
        """The next result, a whole number."""
        if below > 0:
            self._decide(Number(0, below, self._most))
        return super().integer(below)

    def shuffled(self, cards: Sequence[Card]) -> tuple[tuple[Card, ...], list[int]]:
        """The next result, an order of cards."""
        self._decide(Order(tuple(cards), self._numbers))
        return super().shuffled(cards)

    def _decide(self, choice: Choice) -> None:
        result = choice.result
        if result is None:
            result = next(self._results, None)
        if result is None:
            raise Undecided(choice)
        self.script = iter([result])
