"""Rewards: what a match is worth to each seat, from its standings or deal by deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardcore.match import Match

WIN, POINTS = "win", "points"
REWARDS = (WIN, POINTS)


def for_winning(match: Match[Any]) -> list[float]:
    """What the end of a match gives each seat; the sum is zero.

    Whoever wins alone has 1 and the others share the loss; winners of a shared first place share
    the gain. Where all win together, or one plays alone, all have 0.
    """
    seats, parties = len(match.seats), len(match.scores.teams)
    winners = match.winners
    share = seats / max(len(winners), 1)
    scale = max(parties - 1, 1)
    return [((share if seat in winners else 0.0) - 1) / scale for seat in match.seats]


def for_points(match: Match[Any], points: Sequence[int] | None) -> list[float]:
    """What a deal gives each seat: its points less those of all on average; the sum is zero.

    Where few points are good the sign is turned. A void deal gives nothing.
    """
    if points is None:
        return [0.0] * len(match.seats)
    mean, sign = sum(points) / len(points), -1 if match.game.lowest_wins else 1
    return [sign * (own - mean) for own in points]
