"""Failures are made short by hypothesis, which is given the failure that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter

import attrs

from cardcore.extras import MissingExtra, needs
from cardcore.testing.cases import Case, choose

Seen = Callable[[Sequence[int]], Exception | None]
"""What is seen after some choices: an error, or None."""


class _Enough(BaseException):
    """The time is over; hypothesis lets it pass."""


@attrs.define
class Shortest:
    """The shortest and plainest choices after which the same kind of error is seen.

    `missing` is set where hypothesis is not installed, and says so.
    """

    seen: Seen = attrs.field(repr=False)
    choices: list[int]
    error: Exception
    until: float
    missing: MissingExtra | None = None
    _known: dict[tuple[int, ...], bool] = attrs.field(factory=dict, repr=False)

    def fails(self, choices: Sequence[int]) -> bool:
        """Whether the same kind of error is seen after other choices; the best are kept."""
        tried = tuple(choices)
        if tried not in self._known:
            if perf_counter() > self.until:
                raise _Enough
            found = self.seen(list(tried))
            self._known[tried] = type(found) is type(self.error)
            if found is not None and self._known[tried]:
                self._keep(tried[: getattr(found, "after", None)], found)
        return self._known[tried]

    def _keep(self, choices: Sequence[int], error: Exception) -> None:
        if (len(choices), list(choices)) < (len(self.choices), self.choices):
            self.choices, self.error = list(choices), error


def shorten(seen: Seen, choices: Sequence[int], error: Exception, patience: float) -> Shortest:
    """Make choices fewer and plainer, as long as the same kind of error is seen after them.

    It begins with the shortest beginning or end that fails, and hypothesis goes on from there. The
    same comes out at every run, unless the `patience`, in seconds, is over before. What is known
    is never lost, also where a game wavers and hypothesis gives up.
    """
    best = Shortest(seen, list(choices), error, perf_counter() + patience)
    try:
        next(filter(best.fails, _parts(choices)), None)
        needs("cardcore.testing.by_hypothesis", "testing").shrink(best.choices, best.fails)
    except _Enough:
        pass
    except MissingExtra as missing:
        best.missing = missing
    return best


def plain(case: Case, choices: Sequence[int]) -> list[int]:
    """The same moves by the smallest numbers, as far as they can be played."""
    found: list[int] = []
    try:
        match = case.match()
        for number in choices:
            if match.over:
                break
            seats = match.to_act
            place = number % len(seats)
            many = len(match.moves(seats[place]))
            found.append(place + len(seats) * (number // len(seats) % many))
            match.play(*choose(match, found[-1]))
    except Exception:
        return found
    return found


def _parts(choices: Sequence[int]) -> Iterator[Sequence[int]]:
    """Beginnings and ends of choices, each twice as long as the one before."""
    yield ()
    size = 1
    while size < len(choices):
        yield choices[:size]
        yield choices[-size:]
        size *= 2
