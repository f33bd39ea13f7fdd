"""Many matches between bots: simulations, tournaments, sweeps, and their reports."""

from __future__ import annotations

from typing import Any

from cardcore.simulate.intervals import Estimate
from cardcore.simulate.playing import Failure
from cardcore.simulate.report import BotReport, Lengths, Pair, Report
from cardcore.simulate.simulation import Progress, Simulation, simulation, tournament_of


def simulate(game: Any, *, progress: Progress | None = None, **wishes: Any) -> Report:
    """Play many matches of a game between bots, and report what came of them.

    `game` is a game or its name. `wishes` are those of `simulation`: `matches`, `bots` (names or
    `BotMaker`s, in the order of seats and round again; by default the usual bot), `players`,
    `seed`, `preset`, `options`, `house_rules`, `duplicate`, `records` (a folder), `jobs` (by
    default one a processor) and `on` (`dask:ADDRESS`, `ray`). `progress(done, total)` is called
    now and then. The same seed gives the same report, times apart, wherever it is played.

    Raises `BadOptions`, `UnknownBot` and `UnknownGame` before anything is played.
    """
    return simulation(game, **wishes).run(progress)


def tournament(game: Any, *, progress: Progress | None = None, **wishes: Any) -> Report:
    """Let every group of the `bots` that fills a table play `matches` matches, and report.

    `players` is 2 where the game allows it; the other wishes are those of `simulate`.
    """
    return tournament_of(game, **wishes).run(progress)


__all__ = [
    "BotReport",
    "Estimate",
    "Failure",
    "Lengths",
    "Pair",
    "Report",
    "Simulation",
    "simulate",
    "simulation",
    "tournament",
    "tournament_of",
]
