"""Points: a scoreboard for the whole match, and places with ties."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from cardcore.errors import GameError


@attrs.frozen
class Standing:
    """Where a seat stands: `place` from 1, shared by equal points, and its points."""

    seat: int
    place: int
    points: int


class Scoreboard:
    """Points of every deal and their totals.

    `totals` has one number a seat; `deals` one entry a deal, a tuple of points or None for a
    void deal. Partners (`teams`) share their points: each is given the sum of the team's.
    """

    __slots__ = ("deals", "lowest_wins", "teams", "totals")

    def __init__(
        self, seats: int, *, lowest_wins: bool = False, teams: Sequence[Sequence[int]] = ()
    ) -> None:
        self.totals: list[int] = [0] * seats
        self.deals: list[tuple[int, ...] | None] = []
        self.lowest_wins = lowest_wins
        self.teams: tuple[tuple[int, ...], ...] = tuple(map(tuple, teams)) or tuple(
            (seat,) for seat in range(seats)
        )
        if sorted(seat for team in self.teams for seat in team) != list(range(seats)):
            raise GameError("every seat belongs to one team, not {teams}", teams=self.teams)

    def add(self, points: Iterable[int] | None) -> tuple[int, ...] | None:
        """Count a deal, void where `points` is None; returns what each seat was given.

        Raises `GameError` unless there is one whole number a seat.
        """
        shared: tuple[int, ...] | None = None
        if points is not None:
            given = list(points)
            if [type(number) for number in given] != [int] * len(self.totals):
                raise GameError("points are one whole number a seat, not {points}", points=given)
            for team in self.teams if len(self.teams) < len(given) else ():
                total = sum([given[seat] for seat in team])
                for seat in team:
                    given[seat] = total
            shared = tuple(given)
            self.totals = [a + b for a, b in zip(self.totals, shared, strict=True)]
        self.deals.append(shared)
        return shared

    def standings(self) -> tuple[Standing, ...]:
        """Every seat, the best first; equal totals share a place, and the next place is skipped."""
        sign = 1 if self.lowest_wins else -1
        ranked = sorted(range(len(self.totals)), key=lambda seat: sign * self.totals[seat])
        result: list[Standing] = []
        for position, seat in enumerate(ranked, 1):
            total = self.totals[seat]
            same = result and result[-1].points == total
            result.append(Standing(seat, result[-1].place if same else position, total))
        return tuple(result)

    def winners(self) -> tuple[int, ...]:
        """The seats in the first place."""
        best = min(self.totals) if self.lowest_wins else max(self.totals)
        return tuple([seat for seat, total in enumerate(self.totals) if total == best])

    def copy(self) -> Scoreboard:
        """An independent copy."""
        new = Scoreboard.__new__(Scoreboard)
        new.totals = self.totals[:]
        new.deals = self.deals[:]
        new.lowest_wins = self.lowest_wins
        new.teams = self.teams
        return new
