"""The time in which claims are collected: all are noted, then the game's order decides."""

from __future__ import annotations

from random import SystemRandom

import attrs

from cardcore.moves import Move

LATE = 1.0
"""So many seconds, at most, are claims collected that come after the time for them."""
_HUMAN = SystemRandom()


def human_share() -> float:
    """Which part of the time a bot takes for its answer, whatever it holds."""
    return _HUMAN.uniform(0.15, 0.5)


@attrs.define
class Window:
    """A time in which nothing counts yet.

    `of` is how long it is and `until` when it ends, in seconds; `noted` is what each seat has
    said: a claim, that it lets the chance go, or what it plays if nobody claims. One that is
    `late` begins with a claim, and is told to nobody else: it would tell of it. `by_bots` are the
    seats of which a bot has said it.
    """

    of: float
    until: float
    late: bool = False
    noted: dict[int, Move] = attrs.field(factory=dict)
    by_bots: set[int] = attrs.field(factory=set)

    @classmethod
    def begin(cls, now: float, seconds: float, *, late: bool = False) -> Window:
        """A time that begins now."""
        return cls(seconds, now + seconds, late)

    def hand_over(self, seat: int) -> None:
        """Somebody has sat down: he answers himself, whatever a bot has said for the seat."""
        if seat in self.by_bots:
            self.by_bots.remove(seat)
            self.noted.pop(seat, None)

    @property
    def began(self) -> float:
        """When it began."""
        return self.until - self.of
