"""Ratings by openskill, made in the order of the matches' numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardcore.extras import needs

Ranks = tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]
"""The bot at each seat, the place that it came in, and the seats that play together."""


class Ratings:
    """The ratings of so many bots; matches may come in any order, but each number once.

    The model is that of Plackett and Luce (Weng and Lin 2011). Bots do not learn, so nothing is
    added to the uncertainty between matches (`tau` is 0). Partners are rated as a team. A bot that
    has several seats in a match is rated by the mean of them.
    """

    def __init__(self, bots: int) -> None:
        self._model: Any = needs("openskill.models", "simulate").PlackettLuce(tau=0.0)
        self._rated: list[Any] = [self._model.rating() for _ in range(bots)]
        self._waiting: dict[int, tuple[int, Sequence[Ranks]]] = {}
        self._next = 0

    def add(self, start: int, stop: int, matches: Sequence[Ranks]) -> None:
        """Rate the matches from one number to another, once all before them are there."""
        self._waiting[start] = stop, matches
        while self._next in self._waiting:
            self._next, ready = self._waiting.pop(self._next)
            self._rate(ready)

    def flush(self) -> None:
        """Rate what is there, though matches before it are missing."""
        for start in sorted(self._waiting):
            self._rate(self._waiting.pop(start)[1])

    def told(self) -> list[tuple[float, float]]:
        """The rating of each bot and its standard deviation."""
        return [(rating.mu, rating.sigma) for rating in self._rated]

    def _rate(self, matches: Sequence[Ranks]) -> None:
        for seats, places, teams in matches:
            found = self._model.rate(
                [[self._rated[seats[seat]] for seat in team] for team in teams],
                ranks=[places[team[0]] for team in teams],
            )
            by_bot: dict[int, list[Any]] = {}
            for team, ratings in zip(teams, found, strict=True):
                for seat, rating in zip(team, ratings, strict=True):
                    by_bot.setdefault(seats[seat], []).append(rating)
            for which, ratings in by_bot.items():
                self._rated[which] = self._mean(ratings)

    def _mean(self, ratings: Sequence[Any]) -> Any:
        if len(ratings) == 1:
            return ratings[0]
        mu = sum(rating.mu for rating in ratings) / len(ratings)
        sigma = sum(rating.sigma for rating in ratings) / len(ratings)
        return self._model.rating(mu=mu, sigma=sigma)
