"""Chance: random results that are recorded, and the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from cardcore.cards import Card
from cardcore.errors import BadRecord

T = TypeVar("T")

CHANCE = -1
"""The seat that a random result is logged under."""


_NO_SCRIPT = object()


def generator(seed: int, number: int) -> Random:
    """The generator of the result number `number` of a match: it serves for that one alone.

    Only `Random.random()` is promised to be the same in every version of Python, so nothing else
    of it may be used.
    """
    nonnegative = 2 * seed if seed >= 0 else -2 * seed - 1
    # a seed of no words would share its generators with those of one word
    return Random((nonnegative or 1 << 160) << 32 | number)


class Chance:
    """The random results of one match.

    Its whole state is two numbers, the match's seed and the number of the next result. Each
    result is written to the match's log. Where a `script` is given (a record that is replayed),
    results come from it instead.
    """

    __slots__ = ("_log", "goes_on", "number", "script", "seed")

    def __init__(
        self, seed: int, log: list[Any], number: int = 0, script: Iterator[Any] | None = None
    ) -> None:
        self.seed = seed
        self.number = number
        self.script = script
        self.goes_on = False
        """Whether results are made anew once the script has ended: a record that was cut off."""
        self._log = log

    def integer(self, below: int) -> int:
        """One of 0 … below-1, each as likely."""
        if below < 1:
            raise ValueError(f"a random choice needs at least one possibility, not {below}")
        self.number += 1
        result = self._scripted()
        if result is _NO_SCRIPT:
            result = int(generator(self.seed, self.number - 1).random() * below)
        elif type(result) is not int or not 0 <= result < below:
            raise BadRecord(
                "the random result {result} is not one of 0 to {last}",
                result=repr(result),
                last=below - 1,
            )
        self._log.append((CHANCE, result))
        return result

    def choose(self, possible: Sequence[T]) -> T:
        """One of a sequence, each place as likely."""
        return possible[self.integer(len(possible))]

    def shuffled(self, cards: Sequence[Card]) -> tuple[tuple[Card, ...], list[int]]:
        """The cards in a random order, and the old place of each."""
        self.number += 1
        written = self._scripted()
        if written is _NO_SCRIPT:
            # random keys, sorted: half the time of swapping, and as fair
            random = generator(self.seed, self.number - 1).random
            keys = [random() for _ in cards]
            order = sorted(range(len(keys)), key=keys.__getitem__)
        else:
            order = _places(cards, written)
        result = tuple(map(cards.__getitem__, order))
        self._log.append((CHANCE, result))
        return result, order

    def _scripted(self) -> Any:
        """The next written result; `_NO_SCRIPT` where there is none, or none any more."""
        if self.script is None:
            return _NO_SCRIPT
        for result in self.script:
            return result
        if not self.goes_on:
            raise BadRecord("the record ends before a random result that the rules need")
        self.script = None
        return _NO_SCRIPT


def _places(cards: Sequence[Card], shuffled: Any) -> list[int]:
    """Where each card of `shuffled` lay in `cards`."""
    places: dict[Card, list[int]] = {}
    for place in range(len(cards) - 1, -1, -1):
        places.setdefault(cards[place], []).append(place)
    try:
        order = [places[card].pop() for card in shuffled]
    except (KeyError, IndexError, TypeError):
        raise BadRecord("a recorded shuffle has other cards than the pile") from None
    if len(order) != len(cards):
        raise BadRecord("a recorded shuffle has fewer cards than the pile")
    return order
