"""The bot of Odin: card sense in positions, every option, and how often it wins."""

from __future__ import annotations

import importlib.util
import json
from math import isfinite
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from cardcore_odin.bot import _outlook, effort
from odin_situation import GAME, cards, situation

from cardcore import BadOptions, Match, Observation
from cardcore.bots import HeuristicBot
from cardcore.options import describe

CHOICES = {name: option.choices for name, option in describe(GAME.Options).items()}
SIZES = pytest.mark.parametrize("n", [2, 3, 4, 6])


def chosen(match: Match[Any]) -> str:
    """The move of the bot in turn, where chance does not decide it."""
    observation = match.observe(match.to_act[0])
    answers = {HeuristicBot(seed).choose(observation).text for seed in range(5)}
    assert len(answers) == 1, f"by chance one of {sorted(answers)}"
    return answers.pop()


def values(observation: Observation) -> dict[str, float]:
    return {move.text: GAME.heuristic(observation, move) for move in observation.moves}


def looks(match: Match[Any]) -> dict[str, float]:
    return values(match.observe(match.to_act[0]))


def effort_of(text: str) -> float:
    return effort(sum(card.bit for card in cards(text)))


# -- a hand that can be ended is ended ---


@SIZES
@pytest.mark.parametrize("hand", ["B9 B4 B2", "R5 G5", "O1", "P9 P8 P7 P6 P5 P4 P3 P2 P1"])
def test_a_leader_plays_the_whole_hand(n: int, hand: str) -> None:
    assert chosen(situation(hand, n=n)) == f"play {hand}"


@SIZES
@pytest.mark.parametrize(
    ("middle", "hand"),
    [("R3", "B4"), ("R3", "G2 G1"), ("R8 R3", "B9 B1"), ("R9 R8", "D3 D2 D1"), ("R9", "B1 O1")],
)
def test_a_follower_goes_out(n: int, middle: str, hand: str) -> None:
    assert chosen(situation(hand, n=n, mid=middle)) == f"play {hand}"


@SIZES
def test_it_goes_out_next_where_nobody_can_stop_it(n: int) -> None:
    """Nobody else has two cards, so that the pair wins the round, and a set is left to lead."""
    hands = {0: 1, 1: "B9 B8 P1 O1", **dict.fromkeys(range(2, n), 1)}
    assert chosen(situation(hands, n=n, mid="R4")) in {"play B9 B8", "play P1 O1"}


# -- which cards go together ---


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("B5 B4 B3", "B5 R4 P3"),
        ("B5 R5", "B5 R4"),
        ("B9", "B1"),
        ("B9 R9", "B2 R2"),
        ("B7 B6 B5 B4", "B7 B6 R5 R4"),
        ("B7 B6", "B7 B6 R5"),
    ],
)
def test_effort_is_less_for_hands_that_go_together(better: str, worse: str) -> None:
    assert effort_of(better) < effort_of(worse)


def test_effort_is_that_of_the_best_way_to_part_a_hand() -> None:
    """B5 goes with the blue ones or with the fives, whichever is better; never with both."""
    assert effort_of("B5 R5 P5 B4") == min(
        effort_of("R5 P5") + effort_of("B5 B4"),
        effort_of("B5 R5 P5") + effort_of("B4"),
    )
    assert effort_of("") == 0


@pytest.mark.parametrize("n", [3, 4, 6])
def test_no_pair_is_broken_where_another_single_does(n: int) -> None:
    """R7 beats the 3 as well as either of the blue cards, and leaves them together."""
    look = looks(situation("B8 B7 R7 G2 G1", n=n, mid="O3"))
    assert look["play R7"] > max(look["play B8"], look["play B7"])


def test_a_leader_plays_a_single_that_belongs_to_no_set() -> None:
    assert chosen(situation("B8 B7 B6 G4 R1", n=3)) in {"play R1", "play G4"}


@SIZES
def test_a_hand_that_needs_but_the_lead_is_not_broken(n: int) -> None:
    """Four of one colour go out from the next three or the next lead."""
    hands = {0: 9, 1: "B9 B8 B7 B6", **dict.fromkeys(range(2, n), 9)}
    match = situation(hands, n=n, mid="R3 R2 R1")
    assert chosen(match) == "play B9 B8 B7 B6"
    match = situation(hands, n=n, mid="R8")
    assert chosen(match) == "pass"


# -- what is taken ---


@pytest.mark.parametrize(
    ("hand", "middle", "taken"),
    [("R9 R8 B6 B5", "B4 O4", "B4"), ("R9 R8 O6 O5", "B4 O4", "O4"), ("R9 R8 P3", "P6 D6", "P6")],
)
def test_the_card_that_makes_a_set_is_taken(hand: str, middle: str, taken: str) -> None:
    match = situation(hand, n=3, mid=middle)
    match.play(1, "play R9 R8")
    assert chosen(match) == f"take {taken}"


def test_of_cards_that_make_no_set_the_higher_is_taken() -> None:
    match = situation("R9 R8 R7 B5", n=4, mid="G7 G2")
    match.play(1, "play R9 R8 R7")
    assert chosen(match) == "take G7"


def test_a_goat_that_makes_no_set_is_left() -> None:
    """It goes with cards of one colour alone, and these are of one number."""
    match = situation("R9 R8 P5 D5", n=3, mid="G2 goat", goat=True)
    match.play(1, "play R9 R8")
    assert chosen(match) == "take G2"


def test_a_goat_that_completes_the_hand_is_taken() -> None:
    match = situation("R9 R8 P5 P3", n=3, mid="G2 goat", goat=True)
    match.play(1, "play R9 R8")
    assert chosen(match) == "take goat"


# -- somebody is about to go out ---


@SIZES
def test_it_plays_against_one_who_has_a_card_left(n: int) -> None:
    """The others would go out upon the 3, and most upon any other single; a pair stops them."""
    hands = {1: "B8 B7 R6 G4 D2", **{seat: 1 for seat in range(n) if seat != 1}}
    assert chosen(situation(hands, n=n, mid="O3")) == "play B8 B7"


def against_a_taken(card: str) -> Match[Any]:
    """Seat 0 leads with D9 D7 R2. Seat 1 has nothing left but a card that all saw it take."""
    match = situation({0: "B5 R5 D7 R2", 1: "G9 D9"}, n=2, mid=card)
    match.play(1, "play G9")
    match.play(0, "pass")
    match.play(1, "play D9")
    match.play(0, "play B5 R5")
    match.play(1, "pass")
    return match


def test_a_card_that_is_known_to_be_held_is_reckoned_with() -> None:
    """A lead that the known card beats would end the hand; any other is safe."""
    four, eight = (looks(against_a_taken(card)) for card in ("P4", "P8"))
    assert four["play R2"] < four["play D7"]
    assert eight["play D7"] < four["play D7"]
    assert max(eight, key=eight.__getitem__) == "play D9"


def test_cards_that_are_out_are_no_danger() -> None:
    """One who has a card left cannot beat an eight when all nines have been seen."""
    dangers = []
    for gone in ("", "O9 D9 P9", "O9 D9 P9 G9 R9 B9"):
        match = situation({0: "B8 R2 D5 P1", 1: 1}, n=2, discards=gone)
        dangers.append(looks(match)["play B8"])
    assert dangers[0] < dangers[-1]


# -- everything that can be agreed on ---


@pytest.mark.parametrize("number", range(24))
def test_every_mixture_of_options(number: int) -> None:
    """The bot plays to the end, and every move has a finite value, from what the seat sees alone.

    Equal observations, read back from JSON, give equal values.
    """
    rng = Random(number)
    options = {name: rng.choice(choices) for name, choices in CHOICES.items()}
    try:
        match = GAME.match(2 + number % 5, seed=number, options=options)
    except BadOptions:
        match = GAME.match(4, seed=number, options=options)
    bot = HeuristicBot(number)
    for turn in range(80):
        if match.over:
            break
        observation = match.observe(match.to_act[0])
        look = values(observation)
        assert all(isfinite(worth) for worth in look.values()), (options, look)
        if turn % 8 == 0:
            again = Observation.from_dict(json.loads(json.dumps(observation.to_dict())))
            assert values(again) == look
        # a bot and somebody at random, so that odd positions come up as well
        move = bot.choose(observation) if rng.random() < 0.7 else rng.choice(observation.moves)
        match.play(match.to_act[0], move)


def test_the_same_match_is_played_again() -> None:
    def played() -> list[str]:
        match, bots = GAME.match(3, seed=7), [HeuristicBot(seat) for seat in range(3)]
        texts = []
        while not match.over:
            seat = match.to_act[0]
            move = bots[seat].choose(match.observe(seat))
            texts.append(move.text)
            match.play(seat, move)
        return texts

    first = played()
    _outlook.cache_clear()
    assert played() == first


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


@pytest.mark.parametrize("n", [2, 4, 6])
def test_it_wins_more_than_its_share_against_random_players(n: int) -> None:
    """Of 40 matches it loses hardly any; nine of ten are the least that it may win."""
    assert bench().wins(n, 1, range(40), "odin") >= 36


@pytest.mark.slow
@pytest.mark.parametrize("n", [2, 4, 6])
def test_it_wins_nearly_all_of_many_matches(n: int) -> None:
    strength = bench()
    matches = 2000
    low, _ = strength.wilson(strength.wins(n, 1, range(matches), "odin"), matches)
    assert low > 0.95
