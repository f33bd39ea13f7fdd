"""The report of a simulation: every figure with its uncertainty, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs

from cardcore.simulate.intervals import Estimate, Sums
from cardcore.simulate.playing import WHOLE, Failure
from cardcore.simulate.tally import BotTally, Tally


@attrs.frozen
class BotReport:
    """One bot, in all its seats: a unit of `wins` and `points` is a seat in a match.

    `claims` of `possible` chances to react were used. `rating` and `deviation` are None where one
    bot plays alone. In `failures` of its choices a default move was played for it; `fault` tells
    the first, with the number of its match. `thought` are the microseconds that a choice took.
    """

    name: str
    seats: int
    wins: Estimate | None
    points: Estimate | None
    rating: float | None
    deviation: float | None
    asked: int
    claims: int
    possible: int
    failures: int
    fault: tuple[int, str] | None
    thought: float | None

    def to_dict(self) -> dict[str, Any]:
        """All of it but times, as JSON takes it."""
        data = attrs.asdict(self)
        del data["thought"]
        if self.fault is not None:
            data["fault"] = {"match": self.fault[0], "reason": self.fault[1]}
        return data


@attrs.frozen
class Lengths:
    """How long matches are: the mean with its interval, and how they are spread."""

    mean: Estimate | None
    least: int
    median: int
    most: int

    @classmethod
    def of(cls, sums: Sums, spread: Counter[int]) -> Lengths:
        """The lengths that are counted there."""
        return cls(sums.mean(), min(spread, default=0), _median(spread), max(spread, default=0))


@attrs.frozen
class Pair:
    """How often `bot` is placed before `other` when they meet; a shared place is one half."""

    bot: str
    other: str
    share: Estimate

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON takes it."""
        return attrs.asdict(self)


@attrs.frozen
class Report:
    """What came of the matches. The same plan gives the same, times apart, whoever played.

    `planned` matches were to be played, `matches` were, `failed` ones did not come to their end,
    and `failures` are the first of those. `dealt` counts different deals: independent units.
    `by_seat` are the shares of each seat, `by_order` those of the seat that moved first, of the
    next and so on. `choices` of all `decisions` were real ones. `void` of all `deals` counted for
    nothing. `tally` holds the sums that all of this is made from.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    house_rules: tuple[str, ...]
    seed: int
    duplicate: bool
    groups: int
    planned: int
    matches: int
    dealt: int
    failed: int
    failures: tuple[Failure, ...]
    bots: tuple[BotReport, ...]
    pairs: tuple[Pair, ...]
    by_seat: tuple[Estimate, ...]
    by_order: tuple[Estimate, ...]
    decisions: Lengths
    deals: Lengths
    all_decisions: int
    choices: int
    all_deals: int
    void: int
    seconds: float
    tally: Tally = attrs.field(repr=False, eq=False)

    @property
    def fair(self) -> float:
        """The share of wins of a seat where none is better than another: partners win together."""
        units = sum(seat.units for seat in self.tally.seats)
        wins = sum(seat.total for seat in self.tally.seats)
        return float(Fraction(wins, WHOLE * units)) if units else 1 / self.players

    @property
    def claims(self) -> int:
        """The chances to react that were used."""
        return sum(bot.claims for bot in self.bots)

    @property
    def possible(self) -> int:
        """The chances to react that there were."""
        return sum(bot.possible for bot in self.bots)

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON takes it; what depends on the machine stands under `times`."""
        plain = ("game", "players", "seed", "duplicate", "groups", "planned", "matches", "dealt")
        return {
            **{name: getattr(self, name) for name in plain},
            "options": dict(self.options),
            "house_rules": list(self.house_rules),
            "bots": [bot.to_dict() for bot in self.bots],
            "pairs": [pair.to_dict() for pair in self.pairs],
            "by_seat": [one.to_dict() for one in self.by_seat],
            "by_order": [one.to_dict() for one in self.by_order],
            "decisions": {**attrs.asdict(self.decisions), "all": self.all_decisions},
            "deals": {**attrs.asdict(self.deals), "all": self.all_deals, "void": self.void},
            "choices": self.choices,
            "claims": {"made": self.claims, "possible": self.possible},
            "failed": self.failed,
            "failures": [failure.to_dict() for failure in self.failures],
            "times": {
                "seconds": round(self.seconds, 3),
                "microseconds_a_choice": {
                    bot.name: bot.thought and round(bot.thought, 1) for bot in self.bots
                },
            },
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a bot, for tables; what is the same for all bots stands in each.

        An option of the game that is called as a column is written `option_NAME`.
        """
        first = self.by_order[0] if self.by_order else None
        common = {
            "game": self.game,
            "players": self.players,
            "seed": self.seed,
            "matches": self.matches,
            "dealt": self.dealt,
            "failed": self.failed,
            **_columns("decisions", self.decisions.mean),
            **_columns("deals", self.deals.mean),
            "choices": self.choices / self.all_decisions if self.all_decisions else None,
            "void": self.void,
            **_columns("first", first),
        }
        rows = [{**common, **_row(bot)} for bot in self.bots]
        return [
            {**{_column(name, row): value for name, value in self.options.items()}, **row}
            for row in rows
        ]


def _column(option: str, others: Mapping[str, Any]) -> str:
    return f"option_{option}" if option in others else option


def _row(bot: BotReport) -> dict[str, Any]:
    return {
        "bot": bot.name,
        "seats": bot.seats,
        **_columns("wins", bot.wins),
        **_columns("points", bot.points),
        "rating": bot.rating,
        "deviation": bot.deviation,
        "claims": bot.claims,
        "possible": bot.possible,
        "failures": bot.failures,
        "microseconds": bot.thought,
    }


def _columns(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    found = estimate or Estimate(0.0)
    value = None if estimate is None else found.value
    return {name: value, f"{name}_low": found.low, f"{name}_high": found.high}


def bot_reports(
    names: Sequence[str], tally: Tally, ratings: Sequence[tuple[float, float]]
) -> Iterator[BotReport]:
    """What is told of each bot."""
    for place, (name, bot) in enumerate(zip(names, tally.bots, strict=True)):
        rating, deviation = ratings[place] if ratings else (None, None)
        yield BotReport(
            name,
            bot.wins.units,
            bot.wins.share(WHOLE) if len(names) > 1 else _exact(bot.wins),
            bot.points.mean(),
            rating,
            deviation,
            bot.asked,
            bot.claims,
            bot.possible,
            bot.failures,
            bot.fault,
            _thought(bot),
        )


def _exact(wins: Sums) -> Estimate | None:
    """What a bot wins that has all seats: there is nothing uncertain about it."""
    return Estimate(float(wins.ratio / WHOLE)) if wins.units else None


def shares(sums: Sequence[Sums]) -> tuple[Estimate, ...]:
    """The share of wins of each, where any match was played."""
    return tuple(share for one in sums if (share := one.share(WHOLE)) is not None)


def pairs(names: Sequence[str], tally: Tally) -> tuple[Pair, ...]:
    """Each two bots that have met, in their order."""
    found = []
    for bot, other in sorted(tally.pairs):
        share = tally.pairs[bot, other].share(2)
        if share is not None:
            found.append(Pair(names[bot], names[other], share))
    return tuple(found)


def _thought(bot: BotTally) -> float | None:
    return bot.thought / bot.asked / 1000 if bot.asked else None


def _median(spread: Counter[int]) -> int:
    """The lower one of those in the middle."""
    half = (spread.total() + 1) // 2
    for value in sorted(spread):
        half -= spread[value]
        if half <= 0:
            return value
    return 0
