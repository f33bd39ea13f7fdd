"""Many matches between bots: simulations, tournaments, sweeps, and their reports."""

from __future__ import annotations

from typing import Any

from cardcore.simulate.intervals import Estimate
from cardcore.simulate.playing import Failure
from cardcore.simulate.report import BotReport, Lengths, Pair, Report
from cardcore.simulate.simulation import (
    Progress,
    Simulation,
    Wishes,
    simulation,
    tournament_of,
)


def simulate(game: Any, *, progress: Progress | None = None, **wishes: Any) -> Report:
    """Play many matches of a game between bots, and report what came of them.

    `game` is a game or its name; the others are `Wishes`. `progress(done, total)` is called now and
    then. The same seed gives the same report, times apart, wherever it is played.

    Raises `BadOptions`, `UnknownBot` and `UnknownGame` before anything is played.
    """
    return simulation(game, **wishes).run(progress)


def tournament(game: Any, *, progress: Progress | None = None, **wishes: Any) -> Report:
    """Let every group of the `bots` that fills a table play `matches` matches, and report.

    What else there is to say of it are `Wishes`.
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
    "Wishes",
    "simulate",
    "simulation",
    "tournament",
    "tournament_of",
]
