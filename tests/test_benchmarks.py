"""The playouts that the engine's speed is measured against play the same games."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import speed


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_playout_of_odin_makes_as_many_decisions_as_the_engine(players: int) -> None:
    (engine, playout), (_, listed) = speed.odin(), speed.odin_listed()
    matches = range(60)
    ours, *theirs = (
        mean(play(players, seed) for seed in matches) for play in (engine, playout, listed)
    )
    assert theirs == pytest.approx([ours, ours], rel=0.12)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("sneak", [True, False])
def test_the_playout_of_zeus_makes_as_many_decisions_as_the_engine(
    players: int, sneak: bool
) -> None:
    engine, playout = speed.zeus(sneak)
    matches = range(200)
    ours, theirs = (mean(play(players, seed) for seed in matches) for play in (engine, playout))
    assert ours == pytest.approx(theirs, rel=0.12)


def test_matches_of_a_playout_are_the_same_for_the_same_numbers() -> None:
    for _, playout in (speed.odin(), speed.zeus(sneak=True)):
        assert playout(3, 5) == playout(3, 5)
