"""Simulations: many matches of a game between bots, and what came of them so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import SystemRandom
from typing import Any

import attrs

from cardcore import options as option_values
from cardcore.bots.finishing import finish
from cardcore.bots.making import make_bot, makers_of
from cardcore.errors import BadOptions, GameError
from cardcore.game import Game
from cardcore.plugins import BotMaker, installed
from cardcore.setting import usual_players
from cardcore.simulate import report as reports
from cardcore.simulate.pieces import Part
from cardcore.simulate.plan import Plan, seated
from cardcore.simulate.playing import Failure, Job
from cardcore.simulate.rating import Ratings
from cardcore.simulate.records import Folder
from cardcore.simulate.report import Report
from cardcore.simulate.running import run
from cardcore.simulate.tally import Tally

MATCHES = 1000
"""So many matches are played where nothing is said."""
MEETINGS = 100
"""So many does each group of a tournament play."""
Progress = Callable[[int, int], Any]
"""Hears how many matches are done, and of how many."""


@attrs.define
class Simulation:
    """Matches that are planned, and what is known of those that are played.

    `report()` may be asked at any time, after a failure or Ctrl-C as well.
    """

    job: Job
    plan: Plan
    jobs: int | None = None
    on: str = ""
    folder: Folder | None = None
    tally: Tally = attrs.field(init=False)
    ratings: Ratings | None = attrs.field(init=False)
    seconds: float = 0.0

    def __attrs_post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.seconds = 0.0
        self.tally = Tally.empty(len(self.job.bots), self.job.players)
        self.ratings = Ratings(len(self.job.bots)) if len(self.job.bots) > 1 else None

    def run(self, progress: Progress | None = None) -> Report:
        """Play all matches, from the first. What stops it leaves the report of what is done."""
        self._begin()
        began, done = time.perf_counter(), 0
        try:
            parts = run(self.job, self.plan, jobs=self.jobs, on=self.on)
            if self.folder is not None:
                self.folder.begin()
            for part in parts:
                self._count(part)
                done += part.piece.stop - part.piece.start
                if progress is not None:
                    progress(done, self.plan.total)
        finally:
            self.seconds = time.perf_counter() - began
            if self.ratings is not None:
                self.ratings.flush()
        return self.report()

    def _count(self, part: Part) -> None:
        self.tally.merge(part.tally)
        if self.ratings is not None:
            self.ratings.add(part.piece.start, part.piece.stop, part.ranks)
        if self.folder is not None:
            self.folder.write(part.records)

    def keep_failure(self, failure: Failure) -> Path:
        """The file with the record of a match that failed; without a folder, one is made here."""
        if self.folder is not None:
            return self.folder.file(failure.number)
        file = Path(f"simulate-{self.job.game.name}-{failure.seed}.jsonl")
        file.write_text(failure.record, encoding="utf-8", newline="\n")
        return file

    def report(self) -> Report:
        """What came of the matches so far."""
        job, plan, tally = self.job, self.plan, self.tally
        names = [bot.name for bot in job.bots]
        ratings = self.ratings.told() if self.ratings is not None else []
        made = job.game.make_options(job.options, job.players)
        return Report(
            game=job.game.name,
            players=job.players,
            options={
                name: option_values.word(value)
                for name, value in option_values.as_dict(made).items()
            },
            house_rules=tuple(rule.name for rule in job.house_rules),
            seed=plan.seed,
            duplicate=plan.duplicate,
            groups=len(plan.groups),
            planned=plan.total,
            matches=tally.matches,
            dealt=tally.blocks,
            failed=tally.failed,
            failures=tuple(tally.failures),
            bots=tuple(reports.bot_reports(names, tally, ratings)),
            pairs=reports.pairs(names, tally),
            by_seat=reports.shares(tally.seats),
            by_order=reports.shares(tally.order),
            decisions=reports.Lengths.of(tally.length, tally.decisions),
            deals=reports.Lengths.of(tally.rounds, tally.deals),
            all_decisions=tally.length.total,
            choices=tally.choices,
            all_deals=tally.rounds.total,
            void=tally.void,
            seconds=self.seconds,
            tally=tally,
        )


def new_seed() -> int:
    """A seed by chance, short enough to be typed."""
    return SystemRandom().randrange(10**9)


@attrs.frozen(kw_only=True)
class Wishes:
    """What may be wished of a simulation or a tournament.

    `matches` are 1000 where nothing is said, in a tournament 100 for each group that meets. `bots`
    are names or `BotMaker`s, by default the usual bot; `players` as many as bots are named, or
    three, in a tournament two. `options` come on top of a `preset`. `duplicate` deals are played by
    every rotation of the seats. `jobs` is the number of processes, by default one a processor, `on`
    another place for them (`dask:ADDRESS`, `ray`), `records` a folder for the records.
    """

    matches: int | None = None
    bots: Sequence[str | BotMaker] = ()
    players: int | None = None
    seed: int | None = None
    preset: str | None = None
    options: Mapping[str, Any] | None = None
    house_rules: Sequence[Any] = ()
    duplicate: bool = True
    jobs: int | None = None
    on: str = ""
    records: str | None = None

    def job(self, game: Game[Any], players: int, bots: Sequence[BotMaker]) -> Job:
        """What all matches have in common."""
        values = {**option_values.preset_values(game.presets, self.preset), **(self.options or {})}
        rules = tuple(
            installed().house_rule(rule) if isinstance(rule, str) else rule
            for rule in self.house_rules
        )
        return Job(game, players, tuple(bots), values, rules, keep=self.records is not None)

    def plan(self, groups: Sequence[tuple[int, ...]], usual: int) -> Plan:
        """Which matches are played: so many as `usual` where nothing is said."""
        matches = usual if self.matches is None else self.matches
        if matches < 1:
            raise BadOptions("the number of matches is 1 or more, not {matches}", matches=matches)
        seed = new_seed() if self.seed is None else self.seed
        return Plan(tuple(groups), matches, seed, self.duplicate)


def simulation(game: Game[Any] | str, **given: Any) -> Simulation:
    """Plan the matches that `simulate` plays, as `Wishes` are given. Raises what is wrong there."""
    wishes = Wishes(**given)
    rules = installed().game(game) if isinstance(game, str) else game
    makers = _makers(rules, wishes.bots)
    count = wishes.players if wishes.players is not None else _players(rules, len(makers))
    kinds = list({maker.name: maker for maker in makers}.values())
    names = [maker.name for maker in kinds]
    seats = [names.index(makers[which].name) for which in seated(len(makers), count)]
    return _simulation(wishes.job(rules, count, kinds), [tuple(seats)], wishes, MATCHES)


def tournament_of(game: Game[Any] | str, **given: Any) -> Simulation:
    """Plan the matches of `tournament`, as `Wishes` are given. Raises what is wrong there."""
    wishes = Wishes(**given)
    rules = installed().game(game) if isinstance(game, str) else game
    makers = _makers(rules, wishes.bots)
    count = wishes.players if wishes.players is not None else usual_players(rules, wanted=2)
    names = [maker.name for maker in makers]
    for name in names:
        if names.count(name) > 1:
            raise BadOptions("the bot {name!r} is named twice", name=name)
    if len(makers) < count:
        raise BadOptions(
            "a tournament at {players} seats takes as many bots or more, not {bots}",
            players=count,
            bots=len(makers),
        )
    groups = list(combinations(range(len(makers)), count))
    return _simulation(wishes.job(rules, count, makers), groups, wishes, MEETINGS)


def _simulation(
    job: Job, groups: Sequence[tuple[int, ...]], wishes: Wishes, usual: int
) -> Simulation:
    plan = wishes.plan(groups, usual)
    _try_out(job, plan)
    folder = None
    if wishes.records is not None:
        folder = Folder(Path(wishes.records), job.game.name, plan.total)
        folder.check()
    return Simulation(job, plan, wishes.jobs, wishes.on, folder)


def _makers(game: Game[Any], bots: Sequence[str | BotMaker]) -> list[BotMaker]:
    makers = makers_of(game, bots)
    first = {maker.name: maker for maker in reversed(makers)}
    for maker in makers:
        if maker.make != first[maker.name].make:
            raise BadOptions("two bots are called {name!r}", name=maker.name)
    return makers


def _players(game: Game[Any], bots: int) -> int:
    """A seat for each bot where several are named, else as many as usual."""
    return usual_players(game, needed=bots, wanted=bots) if bots > 1 else usual_players(game)


def _try_out(job: Job, plan: Plan) -> None:
    """Have wishes that cannot be met refused before anything is played."""
    try:
        match = job.begin(plan.place(0))
    except GameError:
        return  # the rules fail, and will be told with the match that they fail in
    for seat, maker in enumerate(job.bots):
        finish({0: make_bot(maker, 0, seat)}, match)
