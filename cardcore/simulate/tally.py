"""What is counted of matches: whole numbers alone, so that no order and no worker matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import attrs

from cardcore.simulate.intervals import Sums
from cardcore.simulate.playing import Failure, Outcome

KEPT = 5
"""So many failures are kept with their records: those of the lowest numbers."""


@attrs.define
class BotTally:
    """What one bot has done, in all its seats."""

    wins: Sums = attrs.Factory(Sums)
    points: Sums = attrs.Factory(Sums)
    asked: int = 0
    thought: int = 0
    possible: int = 0
    claims: int = 0
    failures: int = 0
    fault: tuple[int, str] | None = None
    """The number of the first match in which it failed, and how."""

    def merge(self, other: BotTally) -> None:
        """Count another one, too."""
        self.wins.merge(other.wins)
        self.points.merge(other.points)
        for name in ("asked", "thought", "possible", "claims", "failures"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.fault = min(filter(None, (self.fault, other.fault)), default=None)


@attrs.define
class Tally:
    """What has been counted so far, of so many bots and players.

    `seats` and `order` are the wins of each seat: by its number, and by its place after the seat
    that moved first. `length` are the decisions of the matches, `rounds` their deals. `pairs` are
    the halves of points of one bot against another: two for each match in which it is placed
    better, one where they share a place.
    """

    bots: list[BotTally]
    seats: list[Sums]
    order: list[Sums]
    pairs: dict[tuple[int, int], Sums] = attrs.Factory(dict)
    matches: int = 0
    blocks: int = 0
    choices: int = 0
    void: int = 0
    failed: int = 0
    length: Sums = attrs.Factory(Sums)
    rounds: Sums = attrs.Factory(Sums)
    decisions: Counter[int] = attrs.Factory(Counter)
    deals: Counter[int] = attrs.Factory(Counter)
    failures: list[Failure] = attrs.Factory(list)

    @classmethod
    def empty(cls, bots: int, players: int) -> Tally:
        """One that has counted nothing."""
        return cls(
            [BotTally() for _ in range(bots)],
            [Sums() for _ in range(players)],
            [Sums() for _ in range(players)],
        )

    def count(self, results: Iterable[Outcome | Failure]) -> None:
        """Count matches; those of a block are given together."""
        whole: list[Outcome] = []
        for result in results:
            if isinstance(result, Outcome):
                whole.append(result)
            else:
                self.failed += 1
                self._keep([*self.failures, result])
        for _, block in groupby(whole, key=lambda outcome: outcome.place.block):
            self._count_block(list(block))

    def merge(self, other: Tally) -> None:
        """Count what another one has counted."""
        for bot, its in zip(self.bots, other.bots, strict=True):
            bot.merge(its)
        for mine, theirs in zip(self._sums(), other._sums(), strict=True):
            mine.merge(theirs)
        for pair, sums in other.pairs.items():
            self.pairs.setdefault(pair, Sums()).merge(sums)
        for name in ("matches", "blocks", "choices", "void", "failed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.decisions.update(other.decisions)
        self.deals.update(other.deals)
        self._keep([*self.failures, *other.failures])

    def _sums(self) -> list[Sums]:
        return [*self.seats, *self.order, self.length, self.rounds]

    def _keep(self, failures: list[Failure]) -> None:
        self.failures = sorted(failures, key=lambda failure: failure.number)[:KEPT]

    def _count_block(self, outcomes: Sequence[Outcome]) -> None:
        self.matches += len(outcomes)
        self.blocks += 1
        self.length.add(sum(outcome.decisions for outcome in outcomes), len(outcomes))
        self.rounds.add(sum(outcome.deals for outcome in outcomes), len(outcomes))
        for outcome in outcomes:
            self.choices += outcome.choices
            self.void += outcome.void
            self.decisions[outcome.decisions] += 1
            self.deals[outcome.deals] += 1
            self._count_bots(outcome)
        self._add_bots(outcomes)
        self._add_pairs(outcomes)
        for seat, sums in enumerate(self.seats):
            sums.add(sum(outcome.wins[seat] for outcome in outcomes), len(outcomes))
        for step, sums in enumerate(self.order):
            won = sum(one.wins[(one.first + step) % len(self.order)] for one in outcomes)
            sums.add(won, len(outcomes))

    def _count_bots(self, outcome: Outcome) -> None:
        for which, seat in zip(outcome.place.seats, outcome.seats, strict=True):
            bot = self.bots[which]
            bot.asked += seat.asked
            bot.thought += seat.thought
            bot.possible += seat.possible
            bot.claims += seat.claims
            if seat.failures:
                bot.failures += seat.failures
                fault = (outcome.place.number, seat.fault)
                bot.fault = min(bot.fault or fault, fault)

    def _add_bots(self, outcomes: Sequence[Outcome]) -> None:
        wins, points, units = Counter[int](), Counter[int](), Counter[int]()
        for outcome in outcomes:
            for seat, which in enumerate(outcome.place.seats):
                wins[which] += outcome.wins[seat]
                points[which] += outcome.points[seat]
                units[which] += 1
        for which, many in units.items():
            self.bots[which].wins.add(wins[which], many)
            self.bots[which].points.add(points[which], many)

    def _add_pairs(self, outcomes: Sequence[Outcome]) -> None:
        halves, units = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for outcome in outcomes:
            for pair, score in _met(outcome):
                halves[pair] += score
                units[pair] += 1
        for pair, many in units.items():
            self.pairs.setdefault(pair, Sums()).add(halves[pair], many)


def _met(outcome: Outcome) -> Iterator[tuple[tuple[int, int], int]]:
    """Each two different bots that met, and the halves of the first: 2, 1 or 0.

    Partners do not meet: they come in together.
    """
    team = {seat: number for number, seats in enumerate(outcome.teams) for seat in seats}
    seated = [
        (bot, outcome.places[seat], team[seat]) for seat, bot in enumerate(outcome.place.seats)
    ]
    for bot, place, side in seated:
        for other, its, against in seated:
            if bot < other and side != against:
                yield (bot, other), (place < its) + (place <= its)
