"""Which sets of a hand may be played, against all combinations tried out one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from cardcore_odin.cards import CARDS, GOAT
from cardcore_odin.moves import Pass, Play, Take
from cardcore_odin.sets import follows, is_set, leads, value
from hypothesis import given, settings
from hypothesis import strategies as st
from odin_reference import follows as all_follows
from odin_reference import goes_together, written
from odin_reference import leads as all_leads
from odin_reference import value as other_value
from odin_situation import FACES, GAME, cards, play_of

from cardcore import Card, Game
from cardcore.moves import read_move

DECK = [*CARDS, GOAT]
FEW_COLOURS = [card for card in DECK if card.suit in ("", "blue", "red")]
FEW_NUMBERS = [card for card in DECK if card.rank in (0, 8, 9)]

hands = st.sampled_from([DECK, FEW_COLOURS, FEW_NUMBERS]).flatmap(
    lambda deck: st.lists(st.sampled_from(deck), min_size=1, max_size=9, unique=True)
)


def codes(some: Any) -> list[str]:
    return [card.code for card in some]


def texts(plays: Any) -> list[str]:
    found = sorted(play.text for play in plays)
    assert len(set(found)) == len(found)
    return found


@st.composite
def hands_and_middles(draw: Any) -> tuple[list[Card], list[Card]]:
    """A hand, and a set of other cards, not always in the order in which it was laid."""
    hand = draw(hands)
    others = [card for card in DECK if card not in hand]
    first = draw(st.sampled_from(others))
    if first is GOAT:
        return hand, [first]
    suit = draw(st.booleans())
    alike = [c for c in others if (c.suit == first.suit if suit else c.rank == first.rank)]
    alike += [GOAT] if suit and GOAT in others else []
    most = draw(st.sampled_from([1, 2, 2, 3, 3, 4, 5, 9]))
    more = draw(st.lists(st.sampled_from(alike), max_size=most - 1, unique=True))
    return hand, list(dict.fromkeys([first, *more]))


@given(hands_and_middles())
@settings(max_examples=600, deadline=None)
def test_what_beats_a_middle(both: tuple[list[Card], list[Card]]) -> None:
    hand, middle = both
    assert goes_together(codes(middle))
    found = follows(hand, middle)
    assert texts(found) == sorted(all_follows(codes(hand), codes(middle)))
    values = [value(play.set) for play in found]
    assert values == sorted(values)


@given(hands)
@settings(max_examples=400, deadline=None)
def test_what_may_be_led(hand: list[Card]) -> None:
    assert texts(leads(hand)) == sorted(all_leads(codes(hand)))


@given(hands)
@settings(max_examples=400, deadline=None)
def test_what_goes_together(hand: list[Card]) -> None:
    assert is_set(hand) == goes_together(codes(hand))
    assert value(hand) == other_value(codes(hand))


@given(hands, st.randoms(use_true_random=False))
@settings(max_examples=200, deadline=None)
def test_cards_in_any_order_are_the_same_play(hand: list[Card], rng: Random) -> None:
    shuffled = rng.sample(hand, len(hand))
    assert Play(tuple(shuffled)) == Play(tuple(hand))
    assert Play(tuple(shuffled)).text == written(codes(hand))
    words = " ".join(codes(shuffled))
    assert read_move(f"play {words}", [Play, Take, Pass], FACES) == Play(tuple(hand))


@given(st.integers(0, 9), st.integers(0, 9), st.booleans())
@settings(deadline=None)
def test_a_hand_is_looked_at_in_any_order(seed: int, other: int, goat: bool) -> None:
    hand = Random(seed).sample(DECK if goat else CARDS, 9)
    again = Random(other).sample(hand, 9)
    middle = [CARDS[seed]]
    assert follows(hand, middle) == follows(again, middle)
    assert leads(hand) == leads(again)


def test_every_play_is_one_object() -> None:
    for _ in range(2):
        (move,) = leads(cards("B6"))
        assert move is next(one for one in GAME.all_moves(GAME.Options()) if one == move)
        assert move in follows(cards("B6 R4"), cards("O2"))


@pytest.mark.parametrize(
    ("text", "number"),
    [("B8 B2", 82), ("B2 B4 B9", 942), ("R3 R6 R7", 763), ("B6 goat", 60), ("goat", 0), ("", -1)],
)
def test_values(text: str, number: int) -> None:
    assert value(cards(text)) == number


# -- all moves there are ---


def number_of(options: dict[str, Any]) -> Counter[str]:
    moves = GAME.all_moves(GAME.Options(**options))
    assert len(set(moves)) == len(moves) == len({move.text for move in moves})
    return Counter(move.verb for move in moves)


def test_the_numbers_of_sets() -> None:
    assert number_of({}) == {"play": 6 * 511 + 9 * 57, "take": 54, "pass": 1}
    assert number_of({"goat": True}) == {
        "play": 6 * 511 * 2 + 9 * 57 + 1,
        "take": 55,
        "pass": 1,
    }
    assert number_of({"removed_colours": 2}) == {"play": 4 * 511 + 9 * 11, "take": 36, "pass": 1}


def test_all_sets_are_found_by_trying_out() -> None:
    deck = codes(GAME.cards(GAME.Options(removed_colours=2, goat=True), 2))
    tried = {
        written(some)
        for size in range(1, 5)
        for some in combinations(deck, size)
        if goes_together(some)
    }
    moves = GAME.all_moves(GAME.Options(removed_colours=2, goat=True))
    assert {move.text for move in moves if move.verb == "play" and len(move.set) < 5} == tried


def test_all_moves_have_an_order_that_stays() -> None:
    game: Game[Any] = type(GAME)()
    assert list(game.all_moves(GAME.Options())) == list(GAME.all_moves(GAME.Options()))
    plays = [move for move in game.all_moves(GAME.Options()) if isinstance(move, Play)]
    values = [value(move.set) for move in plays]
    assert values == sorted(values)
    assert [move.text for move in plays[:3]] == ["play B1", "play R1", "play P1"]
    assert game.all_moves(GAME.Options())[-1] == Pass()


@pytest.mark.parametrize("goat", [False, True])
def test_what_is_legal_is_among_all_moves(goat: bool) -> None:
    known = set(GAME.all_moves(GAME.Options(goat=goat)))
    match, rng = GAME.match(4, seed=3, options={"goat": goat}), Random(3)
    while not match.over:
        seat = match.to_act[0]
        assert known.issuperset(match.moves(seat))
        match.play(seat, rng.choice(match.moves(seat)))


def test_what_people_type() -> None:
    assert "B6 B3" in GAME.aliases(play_of("B3 B6"))
    assert "B3" in GAME.aliases(Take(FACES["B3"]))
