"""What a playout was worth to each seat, between 0 and 1."""

from __future__ import annotations

import math
from typing import Any

from cardcore.match import Match

POINTS = 0.05
"""What part of the gain of a match that is over hangs on points, so that losers play on well."""


class Gains:
    """The gains of playouts, all together 1 in each.

    The first place of a match that is over is worth 1, shared by those who share it. Where the
    match goes on, a seat's chance is guessed from the totals: each time a total is better by as
    much as first and last are apart in a deal, on the mean, the chance is e times as high. Deals
    that were over before (`dealt` of them) were no playouts and tell nothing of that.
    """

    def __init__(self, dealt: int = 0) -> None:
        self._dealt = dealt
        self._spread = 0
        self._deals = 0

    def of(self, match: Match[Any]) -> list[float]:
        """What a match is worth to each seat at the end of a deal."""
        for points in match.scores.deals[self._dealt :]:
            self._learn(points)
        chances = self._chances(match)
        if not match.over:
            return chances
        winners = match.winners
        return [
            (1 - POINTS) * (seat in winners) / len(winners) + POINTS * chance
            for seat, chance in enumerate(chances)
        ]

    def _learn(self, points: tuple[int, ...] | None) -> None:
        if points is not None:
            self._spread += max(points) - min(points)
            self._deals += 1

    def _chances(self, match: Match[Any]) -> list[float]:
        sign = -1 if match.scores.lowest_wins else 1
        totals = [sign * total for total in match.scores.totals]
        spread = self._spread / self._deals if self._spread else 1.0
        weights = [math.exp((total - max(totals)) / spread) for total in totals]
        return [weight / sum(weights) for weight in weights]
