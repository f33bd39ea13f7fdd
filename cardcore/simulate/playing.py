"""One match between bots, and what is kept of it."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from cardcore.bots.finishing import finish
from cardcore.bots.making import Bot, make_bot
from cardcore.errors import CardcoreError, GameError
from cardcore.game import Game
from cardcore.houserules import HouseRule
from cardcore.match import Match
from cardcore.moves import DECLINE, Move
from cardcore.plugins import BotMaker
from cardcore.setting import Setting, make_setting
from cardcore.simulate.plan import Place

LONGEST = 100_000
"""A match with so many decisions is taken for one that never ends."""


@attrs.frozen
class Job:
    """What all matches have in common; with `keep` each gives its record."""

    game: Game[Any]
    players: int
    bots: tuple[BotMaker, ...]
    options: Mapping[str, Any] = {}
    house_rules: tuple[HouseRule, ...] = ()
    keep: bool = False

    _settings: dict[tuple[int, ...], Setting] = attrs.field(init=False, factory=dict, eq=False)

    def begin(self, place: Place) -> Match[Any]:
        """Deal a match. Raises `BadOptions` where the game does not accept the wishes."""
        setting = self._settings.get(place.seats)
        if setting is None:
            setting = self._settings[place.seats] = self._setting(place)
        return Match.begin(setting, place.seed)

    def _setting(self, place: Place) -> Setting:
        """What is fixed for all matches with this seating: a deck is not made twice."""
        bots = {seat: self.bots[which].name for seat, which in enumerate(place.seats)}
        return make_setting(
            self.game, self.players, self.options, (), self.house_rules, "in_order", bots, False
        )


@attrs.define
class SeatCount:
    """What the bot of one seat did in a match.

    `asked` counts the decisions with a real choice, `thought` the nanoseconds that it took for
    them; `fault` is what went wrong first.
    """

    asked: int = 0
    thought: int = 0
    possible: int = 0
    claims: int = 0
    failures: int = 0
    fault: str = ""

    def fail(self, fault: str) -> None:
        """Count a failure; the first is told."""
        self.failures += 1
        self.fault = self.fault or without_addresses(fault)


@attrs.define
class Outcome:
    """What is kept of a match that was played to its end.

    `wins` has for each seat 1 / k of a match that k teams have won, in parts of `WHOLE`; `first`
    is the seat that moved first. `teams` are those of `Game.teams`.
    """

    place: Place
    seats: list[SeatCount]
    decisions: int = 0
    deals: int = 0
    void: int = 0
    first: int = 0
    points: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()
    record: str = ""

    @property
    def number(self) -> int:
        """The number of the match."""
        return self.place.number

    @property
    def choices(self) -> int:
        """The decisions in which there was more than one legal move."""
        return sum(seat.asked for seat in self.seats)


WHOLE = 360_360
"""A match that is won, in parts: any number of winners up to 15 shares it without a rest."""


@attrs.frozen
class Failure:
    """A match that failed: which one, why, and its record as far as it came ("" without a deal)."""

    number: int
    seed: int
    bots: tuple[str, ...]
    reason: str
    record: str = ""

    def to_dict(self) -> dict[str, Any]:
        """What is told of it, without its record."""
        return {
            "number": self.number,
            "seed": self.seed,
            "bots": list(self.bots),
            "reason": self.reason,
        }


def play(job: Job, place: Place) -> Outcome | Failure:
    """Play a match to its end; what fails is no reason to stop others."""
    match: Match[Any] | None = None
    bots: list[Bot] = []
    try:
        match = job.begin(place)
        for seat, which in enumerate(place.seats):
            bots.append(make_bot(job.bots[which], place.seed, seat))
        outcome = Outcome(place, [SeatCount() for _ in match.seats])
        _play_on(match, bots, outcome)
        _finish(match, outcome)
        if job.keep:
            outcome.record = record_of(match)
        _let_go(match, bots, outcome)
    except (Exception, SystemExit) as error:
        names = tuple(job.bots[which].name for which in place.seats)
        told = str(error) if isinstance(error, CardcoreError) else repr(error)
        reason = without_addresses(told)
        record = "" if match is None else record_of(match)
        return Failure(place.number, place.seed, names, reason, record)
    finally:
        if match is not None:
            finish(dict(enumerate(bots)), match)
    return outcome


def without_addresses(text: str) -> str:
    """The text without places in memory, which are others each time: "<Shy object>"."""
    return re.sub(r" at 0x[0-9A-Fa-f]+", "", text)


def record_of(match: Match[Any]) -> str:
    """The record of a match as it is written."""
    return "".join(match.record().lines())


def _play_on(match: Match[Any], bots: Sequence[Bot], outcome: Outcome) -> None:
    outcome.first = match.to_act[0]
    counts = outcome.seats
    while not match.over:
        seat = match.to_act[0]
        moves = match.moves(seat)
        move = moves[0]
        if len(moves) > 1:
            count = counts[seat]
            move = _ask(match, seat, moves, bots[seat], count)
            if moves[-1] is DECLINE:
                count.possible += 1
                count.claims += move is not DECLINE
        outcome.decisions += 1
        if outcome.decisions > LONGEST:
            raise GameError("the match is not over after {number} decisions", number=LONGEST)
        match.play(seat, move)


def _ask(match: Match[Any], seat: int, moves: Sequence[Move], bot: Bot, count: SeatCount) -> Move:
    """The move of a bot; where it fails, the game's default move."""
    observation = match.observe(seat)
    count.asked += 1
    began = time.perf_counter_ns()
    try:
        move = bot.choose(observation)
        if move in moves:
            return moves[moves.index(move)]  # DECLINE itself, not one that is equal
        fault = f"it chose what is not legal: {move!s:.80}"
    except CardcoreError as error:
        fault = " ".join(f"{error} {getattr(error, 'detail', '')}".split())[:200]
    except (Exception, SystemExit) as error:
        fault = f"{error!r:.200}"
    finally:
        count.thought += time.perf_counter_ns() - began
    count.fail(fault)
    return match.default_move(seat)


def _finish(match: Match[Any], outcome: Outcome) -> None:
    standings = sorted(match.standings, key=lambda standing: standing.seat)
    outcome.points = tuple(standing.points for standing in standings)
    outcome.places = tuple(standing.place for standing in standings)
    outcome.teams = match.scores.teams
    won = [team for team in outcome.teams if outcome.places[team[0]] == 1]
    outcome.wins = tuple(WHOLE // len(won) if place == 1 else 0 for place in outcome.places)
    outcome.deals = len(match.scores.deals)
    outcome.void = match.scores.deals.count(None)


def _let_go(match: Match[Any], bots: list[Bot], outcome: Outcome) -> None:
    """Show the bots the end; what fails in that is counted, too."""
    for seat, bot in enumerate(bots):
        for fault in finish({seat: bot}, match):
            outcome.seats[seat].fail(str(fault))
    bots.clear()
