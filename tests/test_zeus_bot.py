"""The bot of Zeus on the Loose: card sense in positions, every option, and how often it wins."""

from __future__ import annotations

import importlib.util
from math import isfinite
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from zeus_situation import GAME, moves, situation

from cardcore import Match, Observation
from cardcore.bots import HeuristicBot
from cardcore.options import describe
from cardcore.testing import position

CHOICES = {name: option.choices for name, option in describe(GAME.Options).items()}
SIZES = pytest.mark.parametrize("n", [2, 3, 4, 5])
LATE = pytest.mark.parametrize("draw", ["strict", "lenient"])


def chosen(match: Match[Any], seat: int = 0) -> str:
    """The bot's move, where chance does not decide it."""
    answers = {HeuristicBot(seed).choose(match.observe(seat)).text for seed in range(5)}
    assert len(answers) == 1, f"by chance one of {sorted(answers)}"
    return answers.pop()


def values(observation: Observation) -> dict[str, float]:
    return {move.text: GAME.heuristic(observation, move) for move in observation.moves}


# -- a round that can be won is won ---


@SIZES
@pytest.mark.parametrize(
    ("hand", "total", "winning"),
    [("7 3 Apollo Ares", 93, "7"), ("9 10 1 Hera", 99, "1"), ("Aphrodite 1 9 10", 96, "Aphrodite")],
)
def test_exactly_100_is_played(n: int, hand: str, total: int, winning: str) -> None:
    assert chosen(situation(hand, n=n, T=total, Z=1)) == f"play {winning}"


@SIZES
def test_a_match_past_100_is_played(n: int) -> None:
    match = situation("8 3 Apollo Ares", n=n, T=95, top=("8", n - 1), Z=1, sneak=False)
    assert chosen(match) == "play 8"


@SIZES
def test_the_holder_of_zeus_goes_over_100(n: int) -> None:
    assert chosen(situation("9 3 1 Hera", n=n, T=95, Z=0)) == "play 9"


@SIZES
def test_zeus_is_taken_with_the_last_card_of_the_pile(n: int) -> None:
    assert chosen(situation("5 3 Apollo 7", n=n, T=21, Z=1, D=1)) == "play Apollo"


@SIZES
@pytest.mark.parametrize("total", [84, 91])
def test_a_sneak_that_wins_is_made(n: int, total: int) -> None:
    match = situation({0: "8", n - 1: "8"}, n=n, T=total, Z=0)
    match.play(0, "play 8")
    assert chosen(match, n - 1) == "sneak 8"


# -- a round is not given away ---


@SIZES
def test_no_card_goes_over_100_for_another_holder(n: int) -> None:
    assert chosen(situation("9 10 8 Poseidon", n=n, T=95, Z=1)) == "play Poseidon"
    assert chosen(situation("9 10 8 2", n=n, T=95, Z=1)) == "play 2"


@pytest.mark.parametrize("n", [3, 4, 5])
def test_a_number_that_anybody_could_sneak_to_100_is_worth_less(n: int) -> None:
    """At 92 after an 8 any other 8 wins: of all the others, or of the next with the sneak off."""
    looks = {
        sneak: values(situation("8 7 2 Ares", n=n, T=84, Z=0, D=None, sneak=sneak).observe(0))
        for sneak in (True, False)
    }
    assert looks[True]["play 8"] < looks[False]["play 8"]
    assert looks[True]["play Ares"] == looks[False]["play Ares"]


@SIZES
def test_cards_that_it_has_seen_are_no_danger(n: int) -> None:
    """At 99 an ace or Aphrodite wins: the more of them lie on Mount Olympus, the better Hera is."""
    looks = [
        values(
            position(
                GAME,
                players=n,
                hands=["Hera 5 6 7", *[4] * (n - 1)],
                olympus=f"{gone} 10",
                holder=0,
                played_by=1,
                total=50,
            ).observe(0)
        )["play Hera"]
        for gone in ("2 3 2 3", "1 2 3 1", "1 1 1 Aphrodite", "1 1 1 1 Aphrodite Aphrodite")
    ]
    assert looks == sorted(set(looks))


@SIZES
def test_the_holder_who_can_go_over_100_next_does_not_sneak(n: int) -> None:
    match = situation({0: "4", 1: "4 9 10 8"}, n=n, T=90, Z=1)
    match.play(0, "play 4")
    assert chosen(match, 1) == "decline"


def test_of_equal_cards_the_high_number_goes_first() -> None:
    """Far below 100 gods and small numbers are kept."""
    assert chosen(situation("9 2 Apollo Athena", n=3, T=12, Z=1)) == "play 9"


# -- drawing ---


@LATE
@SIZES
def test_what_is_owed_is_drawn(n: int, draw: str) -> None:
    match = situation("5 3 Apollo 7", n=n, T=21, Z=1, draw=draw)
    match.play(0, "play 5")
    assert chosen(match) == "draw"
    match.play(0, "draw")
    assert not moves(match, 0)


@LATE
@SIZES
def test_a_draw_comes_before_a_card(n: int, draw: str) -> None:
    match = situation("5 3 Apollo", n=n, T=93, Z=1, draw=draw, sizes={0: 3})
    assert {"draw", "play 5"} <= moves(match, 0)
    assert chosen(match) == "draw"


@LATE
def test_the_last_card_is_drawn_by_the_holder_of_zeus_alone(draw: str) -> None:
    for holder, answer in ((0, "draw"), (1, "leave")):
        match = situation("5 3 7 9", T=21, Z=holder, D=1, draw=draw)
        match.play(0, "play 5")
        assert chosen(match) == answer


@LATE
def test_a_pile_that_goes_on_when_it_is_empty_is_drawn_out(draw: str) -> None:
    match = situation("5 3 7 9", T=21, Z=1, D=1, draw=draw, pile_out="cannot_draw")
    match.play(0, "play 5")
    assert chosen(match) == "draw"


# -- everything that can be agreed on ---


@pytest.mark.parametrize("number", range(48))
def test_every_mixture_of_options(number: int) -> None:
    """The bot plays to the end, and every move has a value that fits in beside the others."""
    rng = Random(number)
    options = {name: rng.choice(choices) for name, choices in CHOICES.items()}
    collect: Any = ("in_order", "everyone", "race")[number % 3]
    match = GAME.match(2 + number % 4, seed=number, options=options, collect=collect)
    bot = HeuristicBot(number)
    for _ in range(150):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        observation = match.observe(seat)
        looks = values(observation)
        assert all(isfinite(look) and -2 <= look <= 2 for look in looks.values()), (options, looks)
        # a bot and somebody at random, so that odd positions come up as well
        move = bot.choose(observation) if rng.random() < 0.7 else rng.choice(observation.moves)
        match.play(seat, move)


@pytest.mark.parametrize("total", [-1, -35, -100, -120])
def test_totals_below_zero(total: int) -> None:
    match = situation("5 Hermes Poseidon Aphrodite", T=total, Z=1, floor_at_zero=False)
    assert all(0 < look < 1 for look in values(match.observe(0)).values())


def test_the_bot_needs_nothing_but_the_observation() -> None:
    match = GAME.match(3, seed=5)
    observation = match.observe(match.to_act[0])
    again = Observation.from_dict(observation.to_dict())
    assert values(again) == values(observation)


# -- how often it wins ---


def bench() -> ModuleType:
    """The benchmark that measures it."""
    path = Path(__file__).parent.parent / "benchmarks" / "bot_strength.py"
    spec = importlib.util.spec_from_file_location("bot_strength", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@SIZES
def test_it_wins_more_than_its_share_against_random_players(n: int) -> None:
    strength = bench()
    matches = 40
    low, _ = strength.wilson(strength.wins(n, 1, range(matches)), matches)
    assert low > 1.2 / n


@pytest.mark.slow
@SIZES
def test_it_wins_twice_its_share_in_many_matches(n: int) -> None:
    """With two seats there is no more than twice a half, so nearly that."""
    strength = bench()
    matches = 2000
    low, _ = strength.wilson(strength.wins(n, 1, range(matches)), matches)
    assert low > (1.9 if n == 2 else 2.2) / n


def test_wilson() -> None:
    low, high = bench().wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert bench().wilson(0, 10)[0] == pytest.approx(0)
    assert bench().wilson(10, 10)[1] == pytest.approx(1)
