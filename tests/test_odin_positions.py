"""The worked positions of the rules page of Odin, by their ids."""

from __future__ import annotations

from typing import Any

import pytest
from odin_situation import GAME, codes, kinds, moves, play_of, refused, situation, state

from cardcore import BadOptions

at = pytest.mark.position

MIXED = "B5 B2 R1 R9 P3 G4 G8 D7 O6"
"""Nine cards of different colours and numbers."""


# -- a new match ---


@pytest.mark.parametrize(
    ("seats", "options", "deck", "aside"),
    [
        pytest.param(4, {}, 54, 18, marks=at("O01"), id="O01"),
        pytest.param(6, {}, 54, 0, marks=at("O02"), id="O02"),
        pytest.param(2, {}, 54, 36, marks=at("O03"), id="O03"),
        pytest.param(2, {"removed_colours": 2}, 36, 18, marks=at("O03"), id="O03-two-out"),
    ],
)
def test_new_match(seats: int, options: dict[str, Any], deck: int, aside: int) -> None:
    match = GAME.match(seats, seed=1, options=options)
    table = match.table
    assert [len(hand) for hand in table.hands] == [9] * seats
    assert (len(match.setting.deck), len(table.aside)) == (deck, aside)
    assert match.scores.totals == [0] * seats
    assert not table.middle
    assert not table.discards


@at("O03")
def test_o03_four_colours() -> None:
    match = GAME.match(2, seed=1, options={"removed_colours": 2})
    suits = {card.suit for card in match.setting.deck}
    assert suits == {"blue", "red", "pink", "green"}


@at("O04")
@pytest.mark.parametrize("seats", [1, 7])
def test_o04_one_or_seven_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match="2 to 6 players"):
        GAME.match(seats, seed=1)


# -- leading ---


@at("O05")
def test_o05_a_single_card() -> None:
    match = situation(MIXED)
    assert "play B5" in moves(match, 0)
    match.play(0, "play B5")
    assert state(match) == ("B5", 0, 1)
    assert len(match.table.hands[0]) == 8
    assert match.table.took == {}
    assert match.to_act == (1,)


@at("O06")
def test_o06_no_two_cards() -> None:
    assert "rules 5 to 7" in refused(situation(MIXED), 0, "play B5 B2")


@at("O07")
def test_o07_no_pass() -> None:
    assert refused(situation(MIXED), 0, "pass") == "the leader may not pass (rule 5)"


@at("O09")
@at("O10")
def test_o09_o10_one_or_all() -> None:
    match = situation("B9 B4 B1")
    assert moves(match, 0) == {"play B9", "play B4", "play B1", "play B9 B4 B1"}
    assert "one card or the whole hand" in refused(match, 0, "play B9 B4")
    match.play(0, "play B1")
    assert codes(match.table.hands[0]) == "B9 B4"
    assert match.deal_number == 1
    assert match.to_act == (1,)


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param("B9 B4 R4", marks=at("O12"), id="O12"),
        pytest.param("B9 R4", marks=at("O13"), id="O13"),
    ],
)
def test_no_set(hand: str) -> None:
    match = situation(hand)
    assert moves(match, 0) == {f"play {code}" for code in hand.split()}
    reason = refused(match, 0, play_of(hand))
    assert reason == "a whole hand is led if all of it is of one colour or one number (rule 6)"


@at("O15")
def test_o15_the_last_card() -> None:
    match = situation({0: "G2", 1: 4, 2: 3})
    assert "out" in kinds(match, 0, "play G2")
    assert match.deal_number == 2
    assert match.scores.totals == [0, 4, 3]


# -- following: what is legal ---

LEGAL = [
    # id, middle, hand, play, its value
    ("O17", "B3", "R4 G1", "R4", 4),
    ("O20", "B3", "B2 B1 G8", "B2 B1", 21),
    ("O21", "B3", "R2 G2 G8", "R2 G2", 22),
    ("O25", "B9", "R1 G1 G8", "R1 G1", 11),
    ("O26", "B6 B3", "R6 R4 G8", "R6 R4", 64),
    ("O27", "B6 B3", "R6 G6 P8", "R6 G6", 66),
    ("O29", "B6 B3", "G5 G9 P1", "G5 G9", 95),
    ("O39", "O9 O8 O7", "B9 B6 B4 B2 P1", "B9 B6 B4 B2", 9642),
    ("O40", "O9 O8 O7", "R9 G9 B9 P1", "R9 G9 B9", 999),
    ("O41", "O9 O8 O7", "R1 G1 B1 P1 P8", "R1 G1 B1 P1", 1111),
    ("O73", "goat", "B1 R8", "B1", 1),
    ("O75", "R8", "B9 goat P1", "B9 goat", 90),
    ("O77", "R9 R8", "B9 B1 goat P1", "B9 B1 goat", 910),
]


@pytest.mark.parametrize(
    ("mid", "hand", "cards", "value"),
    [pytest.param(*rest, marks=at(name), id=name) for name, *rest in LEGAL],
)
def test_a_play_that_beats_the_middle(mid: str, hand: str, cards: str, value: int) -> None:
    match = situation(hand, mid=mid, goat="goat" in mid + hand)
    move = play_of(cards)
    assert match.why_not(1, move) is None
    assert move in match.moves(1)
    match.play(1, move)
    left = len(hand.split()) - len(cards.split())
    if len(mid.split()) == 1:  # the only choice is taken by itself
        assert state(match) == (codes(move.set), 1, 2)
        assert match.table.took == {1: play_of(mid).set[0]}
        assert len(match.table.hands[1]) == left + 1
        return
    assert state(match) == (codes(move.set), 1, 1)
    assert moves(match, 1) == {f"take {code}" for code in mid.split()}
    match.play(1, match.moves(1)[0])
    assert state(match) == (codes(move.set), 1, 2)
    assert len(match.table.hands[1]) == left + 1
    summary = {part.title.render(): part for part in GAME.summary(match.observe(1)) if part.title}
    assert str(summary["Middle"].headline) == str(value)


@at("O17")
def test_o17_the_hand_stays_as_large() -> None:
    match = situation("R4 G1", mid="B3")
    match.play(1, "play R4")
    assert codes(match.table.hands[1]) == "B3 G1"
    assert not match.table.discards


@at("O26")
def test_o26_one_is_taken_and_one_discarded() -> None:
    match = situation("R6 R4 G8", mid="B6 B3")
    match.play(1, "play R6 R4")
    match.play(1, "take B3")
    assert state(match) == ("R6 R4", 1, 2)
    assert codes(match.table.hands[1]) == "G8 B3"
    assert codes(match.table.discards) == "B6"


@at("O27")
def test_o27_the_other_one() -> None:
    match = situation("R6 G6 P8", mid="B6 B3")
    match.play(1, "play R6 G6")
    match.play(1, "take B6")
    assert codes(match.table.hands[1]) == "P8 B6"
    assert codes(match.table.discards) == "B3"


@at("O73")
def test_o73_the_goat_is_led_and_taken() -> None:
    match = situation({0: "goat B4", 1: "B1 R8"}, goat=True)
    match.play(0, "play goat")
    match.play(1, "play B1")
    assert codes(match.table.hands[1]) == "R8 goat"


# -- following: what is not ---

ILLEGAL = [
    # id, middle, hand, play, reason
    ("O18", "B3", "R3 G1", "R3", "3 does not beat 3 (rule 9c)"),
    ("O19", "B3", "B2 G1", "B2", "2 does not beat 3 (rule 9c)"),
    ("O23", "B3", "R2 G2 O2 P8", "R2 G2 O2", "play one card or two (rule 9a)"),
    ("O30", "B6 B3", "R9 G1", "R9", "play 2 cards or 3 (rule 9a)"),
    ("O32", "B6 B3", "R1 R2 R3 R4 G8", "R1 R2 R3 R4", "play 2 cards or 3 (rule 9a)"),
    ("O36", "B9 R9", "G9 O9 P1", "G9 O9", "99 does not beat 99 (rule 9c)"),
    ("O43", "B8 R8", "G8 G7 P1", "G8 G7", "87 does not beat 88 (rule 9c)"),
    ("O50", "B6 B3", "R5 R4", "R5 R4", "54 does not beat 63 (rule 9c)"),
    ("O74", "R9 R8", "B9 goat P1", "B9 goat", "90 does not beat 98 (rule 9c)"),
    (
        "O76",
        "R9 R8",
        "B9 G9 goat P1",
        "B9 G9 goat",
        "the goat goes with cards of one colour only (rule 9b)",
    ),
]


@pytest.mark.parametrize(
    ("mid", "hand", "cards", "reason"),
    [pytest.param(*rest, marks=at(name), id=name) for name, *rest in ILLEGAL],
)
def test_a_play_that_does_not(mid: str, hand: str, cards: str, reason: str) -> None:
    match = situation(hand, mid=mid, goat="goat" in hand)
    assert refused(match, 1, play_of(cards)) == reason
    assert "pass" in moves(match, 1)


@at("O24")
def test_o24_passing_with_a_card_that_beats() -> None:
    match = situation("R9 G1", mid="B3")
    match.play(1, "pass")
    assert state(match) == ("B3", 0, 2)
    assert len(match.table.hands[1]) == 2


@at("O34")
def test_o34_one_card_must_be_taken() -> None:
    match = situation("R6 R4 G8 P9", mid="B6 B3")
    match.play(1, "play R6 R4")
    assert moves(match, 1) == {"take B6", "take B3"}
    assert refused(match, 1, "pass") == "first take one of B6 B3 (rule 11)"
    assert refused(match, 1, "play P9") == "first take one of B6 B3 (rule 11)"
    refused(match, 1, "take B6 B3")
    refused(match, 1, "take")
    assert refused(match, 1, "take R6") == "R6 is not among the beaten cards (rule 11)"


@at("O38")
def test_o38_nothing_beats_the_middle() -> None:
    match = situation("G9 O9", mid="B9 R9")
    assert moves(match, 1) == {"pass"}


@at("O50")
def test_o50_nothing_but_a_pass() -> None:
    assert moves(situation("R5 R4", mid="B6 B3"), 1) == {"pass"}


# -- going out ---


@at("O45")
def test_o45_the_last_card_takes_nothing() -> None:
    match = situation({0: 4, 1: "R7", 2: 9}, mid="B3", points=[1, 1, 1])
    assert "out" in kinds(match, 1, "play R7")
    assert match.scores.deals[-1] == (4, 0, 9)
    assert match.scores.totals == [5, 1, 10]
    assert match.deal_number == 2


@at("O45")
def test_o45_at_the_end_of_a_match() -> None:
    match = situation({0: 4, 1: "R7", 2: 9}, mid="B3", limit="one-hand")
    match.play(1, "play R7")
    table = match.table
    assert not table.hands[1]
    assert (codes(table.middle), codes(table.discards), table.took) == ("R7", "B3", {})
    assert (match.over, match.winners) == (True, (1,))


@at("O47")
def test_o47_the_last_two() -> None:
    match = situation({0: 4, 1: "R7 R1", 2: 2}, mid="B3")
    assert "out" in kinds(match, 1, "play R7 R1")
    assert match.scores.totals == [4, 0, 2]


@at("O48")
def test_o48_the_last_but_one() -> None:
    match = situation("R7 G1", mid="B3")
    match.play(1, "play R7")
    assert codes(match.table.hands[1]) == "B3 G1"
    assert match.deal_number == 1
    assert match.to_act == (2,)


# -- rounds ---


@at("O52")
@at("O59")
def test_o52_o59_the_leader_leads_again() -> None:
    match = situation({0: "B5 B7 R1"}, points=[3, 4, 5])
    match.play(0, "play B5")
    sizes = [len(hand) for hand in match.table.hands]
    match.play(1, "pass")
    match.play(2, "pass")
    assert state(match) == ("", None, 0)
    assert codes(match.table.discards) == "B5"
    assert [len(hand) for hand in match.table.hands] == sizes
    assert match.scores.totals == [3, 4, 5]
    assert refused(match, 0, "pass") == "the leader may not pass (rule 5)"


@at("O53")
def test_o53_the_last_player_leads() -> None:
    match = situation({0: "B5 B7 R1", 1: "R6 G1"})
    for seat, move in ((0, "play B5"), (1, "play R6"), (2, "pass"), (0, "pass")):
        match.play(seat, move)
    assert state(match) == ("", None, 1)
    assert codes(match.table.hands[1]) == "B5 G1"


@at("O55")
def test_o55_the_round_goes_on() -> None:
    match = situation({0: "B2 B7 R1", 2: "R3 G1"}, n=4)
    for seat, move in ((0, "play B2"), (1, "pass"), (2, "play R3"), (3, "pass"), (0, "pass")):
        match.play(seat, move)
    assert state(match) == ("R3", 2, 1)
    assert "pass" in moves(match, 1)


@at("O57")
def test_o57_two_players() -> None:
    match = situation({0: "B2 B7 R1"}, n=2)
    match.play(0, "play B2")
    match.play(1, "pass")
    assert state(match) == ("", None, 0)


# -- points and the end of the match ---


def settled(totals: list[int], sizes: list[int], **more: Any) -> Any:
    """P0 plays its last card; the others hold so many."""
    match = situation({0: "B9", **dict(enumerate(sizes, 1))}, points=totals, **more)
    match.play(0, "play B9")
    return match


@at("O61")
def test_o61_a_point_a_card() -> None:
    assert settled([0, 0, 0], [4, 9]).scores.deals[-1] == (0, 4, 9)


@at("O63")
def test_o63_the_limit_is_reached() -> None:
    match = settled([3, 11, 5], [4, 4])
    assert match.scores.totals == [3, 15, 9]
    assert (match.over, match.winners, match.to_act) == (True, (0,), ())


@at("O64")
def test_o64_the_lowest_share() -> None:
    match = settled([12, 12, 8], [4, 4])
    assert match.scores.totals == [12, 16, 12]
    assert (match.over, match.winners) == (True, (0, 2))
    assert [standing.place for standing in match.standings] == [1, 1, 3]


@at("O66")
def test_o66_no_end_inside_a_hand() -> None:
    match = situation({0: MIXED, 1: 9, 2: 9}, points=[14, 14, 0])
    for move in match.moves(0):
        after = match.copy()
        after.play(0, move)
        assert not after.over
        assert after.deal_number == 1


@at("O67")
@pytest.mark.parametrize(
    ("limit", "over"), [(20, False), (10, True), ("one-hand", True), (18, True), (19, False)]
)
def test_o67_limits(limit: Any, over: bool) -> None:
    match = settled([0, 14, 11], [4, 4], limit=limit)
    assert match.scores.totals == [0, 18, 15]
    assert match.over == over
    assert match.winners == ((0,) if over else ())


@at("O71")
def test_o71_a_whole_hand_at_once() -> None:
    match = situation(
        {0: "B1 B2 B3 B4 B5 B6 B7 B8 B9", **dict.fromkeys(range(1, 6), 9)}, n=6, first=0
    )
    match.play(0, "play B9 B8 B7 B6 B5 B4 B3 B2 B1")
    assert match.scores.totals == [0, 9, 9, 9, 9, 9]
    assert not match.over
    assert (match.deal_number, match.to_act, match.table.first) == (2, (1,), 1)


@at("O79")
def test_o79_the_goat_costs_five() -> None:
    match = situation({0: "B9", 1: "goat R1 R2", 2: 4}, goat=True)
    match.play(0, "play B9")
    assert match.scores.totals == [0, 7, 4]


# -- what is out of turn, and two colours out ---


@at("O69")
def test_o69_out_of_turn() -> None:
    match = situation({1: "R9 R8", 2: "G9 G8"}, mid="B3")
    for move in ("play G9", "pass", "take B3"):
        assert refused(match, 2, move) == "it is not player 3's turn"


@at("O80")
def test_o80_the_same_colours_stay_out() -> None:
    match = GAME.match(2, seed=5, options={"removed_colours": 2})
    assert len(match.setting.deck) == 36
    for _ in range(3):
        number = match.deal_number
        piles = (match.table.aside, *match.table.hands)
        suits = {card.suit for pile in piles for card in pile}
        assert suits == {"blue", "red", "pink", "green"}
        while match.deal_number == number and not match.over:
            match.play(match.to_act[0], match.moves(match.to_act[0])[0])
