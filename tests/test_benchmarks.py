"""The playouts that the engine's speed is measured against play the same games."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import race
import racers
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


@pytest.mark.parametrize("title", racers.RACES)
def test_both_sides_of_a_race_make_as_many_decisions(title: str) -> None:
    if title == "PettingZoo":
        pytest.skip("it races different games")
    sides = [side for side in racers.RACES[title] if racers.present(side.needs)]
    first, *others = (mean(map(side.make(), range(60))) for side in sides)
    assert others == pytest.approx([first] * len(others), rel=0.25)


def test_a_race_prints_a_line_for_each_side() -> None:
    sides = racers.RACES["Uno, 2 players"][:1]
    (line,) = race.race(sides, seconds=0.01, repeats=1)
    assert line.split()[0] == "cardcore"
    assert "1.00 (1.00 to 1.00)" in line


@pytest.mark.parametrize("kept", racers.STATES, ids=lambda kept: kept.name)
def test_states_of_a_race_are_copied(kept: racers.Kept) -> None:
    if not racers.present(kept.needs):
        pytest.skip("it is not installed")
    assert kept.clone(kept.begin(1)) is not None


def test_the_resampler_for_crazy_eights_keeps_what_the_player_sees() -> None:
    pytest.importorskip("pyspiel")
    import search

    changed = 0
    for state in search.states(f"crazy_eights(players={search.SEATS})", 20, seed=3):
        player = state.current_player()
        anew = search.deal_anew(state, player)
        assert anew.observation_string(player) == state.observation_string(player)
        assert anew.legal_actions() == state.legal_actions()
        changed += str(anew) != str(state)
    assert changed >= 15


def test_both_searches_are_timed_at_decisions_of_the_same_game() -> None:
    pytest.importorskip("pyspiel")
    import search

    seen = search.observations(search.example("crazy_eights", "CrazyEights"), 4, 3, seed=1)
    assert search.rate(seen, 2, guided=False) > 0
    found = search.states("crazy_eights(players=4)", 3, seed=1)
    assert search.their_rate(found, 2, search.deal_anew) > 0
