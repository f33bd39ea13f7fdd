"""The worked positions of the rules page of Zeus on the Loose, by their ids."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from zeus_situation import GAME, moves, play, plays, refused, round_end, situation

from cardcore import BadOptions, Match

at = pytest.mark.position


def state(match: Match[Any]) -> tuple[int, int | None, int]:
    """T, Z and who is next."""
    return match.table.total, match.table.holder, match.table.turn.seat


# -- a new game ---


@pytest.mark.parametrize(
    ("seats", "deck", "left"),
    [
        pytest.param(2, "60", 52, marks=at("Z01"), id="Z01"),
        pytest.param(5, "60", 40, marks=at("Z02"), id="Z02"),
        pytest.param(4, "56", 40, marks=at("Z03"), id="Z03"),
    ],
)
def test_new_game(seats: int, deck: str, left: int) -> None:
    match = GAME.match(seats, seed=1, options={"deck": deck})
    table = match.table
    assert [len(hand) for hand in table.hands] == [4] * seats
    assert len(table.stock) == left
    assert not table.olympus
    assert (table.total, table.holder) == (0, None)
    assert match.scores.totals == [0] * seats


@at("Z03")
def test_z03_the_gods_of_the_later_deck() -> None:
    match = GAME.match(4, seed=1, options={"deck": "56"})
    piles = [match.table.stock, *match.table.hands]
    found = Counter(card.code for pile in piles for card in pile)
    gods = {code: count for code, count in found.items() if not code.isdigit()}
    assert gods == {
        "Poseidon": 3,
        "Hera": 1,
        **dict.fromkeys(["Ares", "Athena", "Hermes", "Aphrodite", "Apollo", "Artemis"], 2),
    }
    assert sum(gods.values()) == 16
    assert {code: found[code] for code in found if code.isdigit()} == dict.fromkeys(
        map(str, range(1, 11)), 4
    )


@at("Z04")
@pytest.mark.parametrize("seats", [1, 6])
def test_z04_one_or_six_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match="2 to 5 players"):
        GAME.match(seats, seed=1)


@at("Z05")
def test_z05_the_latest_name_begins() -> None:
    match = GAME.match(names=["Ana", "Zoe", "Max"], seed=1)
    assert match.to_act == (1,)


# -- one card ---

BEGINNING = {"D": None}
ONE_CARD = [
    # id, before, card, expected T, Z, next
    ("Z06", BEGINNING, "7", 7, None, 1),
    ("Z07", BEGINNING, "10", 10, 0, 1),
    ("Z08", BEGINNING, "Apollo", 0, 0, 1),
    ("Z10", BEGINNING, "Athena", 0, None, 2),
    ("Z11", BEGINNING, "Hermes", 0, None, 1),
    ("Z13", {"T": 35, "top": ("Apollo", 2), "Z": 2}, "6", 41, 2, 1),
    ("Z14", {"T": 74, "top": ("2", 2), "Z": 1}, "6", 80, 0, 1),
    ("Z24", {"T": 34, "top": ("8", 2), "Z": 1}, "8", 42, 0, 1),
    *[("Z27", {"T": T}, "Aphrodite", after, 0, 1) for T, after in ((22, 20), (64, 60), (37, 40))],
    *[("Z29", {"T": T}, "Aphrodite", after, 0, 1) for T, after in ((4, 0), (94, 90), (50, 50))],
    *[("Z31", {"T": T, "Z": 1}, "Ares", 50, 0, 1) for T in (80, 30, 50, 3)],
    *[("Z32", {"T": T, "Z": 2}, "Hera", 99, 0, 1) for T in (12, 99, 90)],
    *[
        ("Z35", {"T": T, "Z": 1}, "Poseidon", after, 0, 1)
        for T, after in ((57, 47), (10, 0), (9, 0), (20, 10))
    ],
    ("Z36", {"T": 37, "Z": 1}, "Hermes", 73, 1, 1),
    *[
        ("Z38", {"T": T, "Z": 1}, "Hermes", after, 1, 1)
        for T, after in ((91, 19), (44, 44), (19, 91))
    ],
    *[("Z40", {"T": T, "Z": 1}, "Hermes", after, 1, 1) for T, after in ((10, 1), (90, 9))],
    ("Z42", {"T": 23, "Z": 1}, "Athena", 23, 1, 2),
    ("Z44", {"n": 5, "turn": 3, "T": 23}, "Athena", 23, None, 0),
]


@pytest.mark.parametrize(
    ("before", "card", "total", "holder", "turn"),
    [
        pytest.param(*rest, marks=at(name), id=f"{name}-{rest[0].get('T', 0)}-{rest[1]}")
        for name, *rest in ONE_CARD
    ],
)
def test_one_card(
    before: dict[str, Any], card: str, total: int, holder: int | None, turn: int
) -> None:
    seat = before.get("turn", 0)
    match = situation({seat: card}, **before)
    play(match, seat, f"play {card}")
    assert state(match) == (total, holder, turn)
    assert match.to_act == (turn,)


# -- one card, and the round is over ---

LAST_CARD = [
    # id, before, card, expected total and winner
    ("Z16", {"T": 92, "top": ("3", 2), "Z": 1}, "8", 100, 0),
    ("Z18", {"T": 95, "top": ("4", 2), "Z": 1}, "9", 104, 1),
    ("Z19", {"T": 95, "top": ("4", 2), "Z": 0}, "9", 104, 0),
    ("Z25", {"T": 95, "top": ("8", 2), "Z": 1}, "8", 103, 0),
    ("Z33", {"T": 99, "top": ("Hera", 2), "Z": 2}, "1", 100, 0),
    ("Z66", {"T": 94, "top": ("2", 2), "Z": 1, "D": 1}, "6", 100, 0),
]


@pytest.mark.parametrize(
    ("before", "card", "total", "winner"),
    [pytest.param(*rest, marks=at(name), id=name) for name, *rest in LAST_CARD],
)
def test_last_card(before: dict[str, Any], card: str, total: int, winner: int) -> None:
    match = situation(card, **before)
    assert round_end(match, 0, f"play {card}") == (winner, total, 0)
    assert match.scores.totals == [int(seat == winner) for seat in range(3)]


@at("Z66")
def test_z66_the_last_card_of_the_draw_pile_stays_there() -> None:
    match = situation("6", T=94, top=("2", 2), Z=1, D=1, points=[3, 0, 0])
    match.play(0, "play 6")
    assert (match.over, match.winners) == (True, (0,))
    assert len(match.table.stock) == 1


# -- only when forced ---


@at("Z21")
def test_z21_no_card_goes_over_while_another_can_be_played() -> None:
    match = situation("9 3 10 Apollo", T=95, top=("4", 2), Z=1, go_over="forced_only")
    assert refused(match, 0, "play 9") == "9 goes over 100 while another card can be played"
    assert plays(match, 0) == {"3", "Apollo"}


@at("Z22")
def test_z22_when_all_cards_go_over_any_may_be_played() -> None:
    match = situation("9 10 8 7", T=95, top=("4", 2), Z=1, go_over="forced_only")
    assert plays(match, 0) == {"9", "10", "8", "7"}
    assert round_end(match, 0, "play 9") == (1, 104, 0)


# -- sneaks ---


@at("Z46")
@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_z46_a_sneak_passes_over_whoever_sits_between(collect: str) -> None:
    match = situation({0: "8", 2: "8"}, n=4, T=20, Z=1, collect=collect)
    play(match, 0, "play 8")
    assert match.table.total == 28
    assert moves(match, 2) == {"sneak 8", "decline"}
    play(match, 2, "sneak 8")
    assert state(match) == (36, 2, 3)
    assert len(match.table.hands[2]) == 4
    assert match.to_act == (3,)


@at("Z48")
@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_z48_nobody_sneaks_on_his_own_card(collect: str) -> None:
    match = situation("8 8", T=20, collect=collect)
    play(match, 0, "play 8")
    refused(match, 0, "sneak 8")
    refused(match, 0, "play 8")


@at("Z49")
@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_z49_a_god_is_not_sneaked(collect: str) -> None:
    match = situation({0: "Poseidon", 1: "Poseidon", 2: "Poseidon"}, T=50, collect=collect)
    play(match, 0, "play Poseidon")
    refused(match, 2, "sneak Poseidon")
    refused(match, 2, "play Poseidon")
    assert "rule 13" in refused(match, 1, "sneak Poseidon")
    play(match, 1, "play Poseidon")
    assert state(match) == (30, 1, 2)


@at("Z51")
@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_z51_no_god_upon_a_number(collect: str) -> None:
    match = situation({0: "8", 2: "Poseidon"}, T=20, collect=collect)
    play(match, 0, "play 8")
    refused(match, 2, "sneak Poseidon")
    refused(match, 2, "play Poseidon")
    assert match.to_act == (1,)


@at("Z52")
@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_z52_a_sneak_upon_a_sneak(collect: str) -> None:
    match = situation({0: "3", 1: "3", 2: "3"}, n=4, T=11, collect=collect)
    play(match, 0, "play 3")
    assert match.table.total == 14
    if collect == "in_order":
        assert match.to_act == (1,)
        play(match, 1, "decline")
    play(match, 2, "sneak 3")
    assert state(match)[:2] == (17, 2)
    play(match, 1, "sneak 3")
    assert state(match) == (20, 1, 2)
    assert match.to_act == (2,)


@at("Z54")
@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_z54_no_chain(collect: str) -> None:
    match = situation({0: "3 3", 2: "3"}, n=4, T=11, sneak_chain=False, collect=collect)
    play(match, 0, "play 3")
    play(match, 2, "sneak 3")
    refused(match, 0, "sneak 3")
    assert state(match) == (17, 2, 3)
    assert match.to_act == (3,)


@at("Z55")
def test_z55_with_two_players_a_sneak_is_as_good_as_a_turn() -> None:
    ends = []
    for move in ("sneak 8", "play 8"):
        match = situation({0: "8", 1: "8"}, n=2, T=20, collect="race")
        play(match, 0, "play 8")
        play(match, 1, move)
        assert state(match) == (36, 1, 0)
        ends.append(match.to_dict()["table"])
    assert ends[0] == ends[1]


@at("Z55")
def test_z55_a_claim_asked_for_in_order_and_declined_leaves_the_turn() -> None:
    match = situation({0: "8", 1: "8"}, n=2, T=20)
    play(match, 0, "play 8")
    play(match, 1, "decline")
    play(match, 1, "play 8")
    assert state(match) == (36, 1, 0)


@at("Z57")
def test_z57_a_sneak_makes_100() -> None:
    match = situation({0: "8", 1: "8"}, T=84, Z=2)
    play(match, 0, "play 8")
    assert match.table.total == 92
    assert round_end(match, 1, "sneak 8") == (1, 100, 0)


@at("Z59")
def test_z59_no_sneak_after_the_end_of_a_round() -> None:
    match = situation({0: "8", 2: "8"}, T=96, top=("2", 2), Z=1)
    assert round_end(match, 0, "play 8") == (1, 104, 0)
    refused(match, 2, "sneak 8")
    assert match.scores.totals == [0, 1, 0]


@at("Z62")
def test_z62_sneak_off() -> None:
    match = situation({0: "8", 1: "8", 2: "8"}, T=20, Z=2, sneak=False, collect="race")
    play(match, 0, "play 8")
    refused(match, 2, "sneak 8")
    refused(match, 2, "play 8")
    assert refused(match, 1, "sneak 8") == "the sneak is switched off"
    play(match, 1, "play 8")
    assert state(match) == (36, 1, 2)


# -- the draw pile runs out ---


@at("Z63")
def test_z63_the_last_card_is_drawn() -> None:
    match = situation("5", T=20, Z=1, top=("2", 2), D=1)
    assert round_end(match, 0, "play 5") == (1, 25, 1)


@at("Z63")
def test_z63_the_draw_pile_is_empty_then() -> None:
    match = situation("5", T=20, Z=1, top=("2", 2), D=1, points=[0, 3, 0])
    match.play(0, "play 5")
    assert (match.over, match.winners) == (True, (1,))
    assert not match.table.stock
    assert len(match.table.hands[0]) == 4


@at("Z67")
def test_z67_somebody_cannot_draw() -> None:
    match = situation({0: "5", 1: "3"}, T=20, Z=2, D=1, pile_out="cannot_draw")
    play(match, 0, "play 5")
    assert state(match) == (25, 2, 1)
    assert not match.table.stock
    assert round_end(match, 1, "play 3") == (2, 28, 0)


# -- strict drawing ---


@at("Z69")
@at("Z70")
def test_z69_z70_a_draw_forgotten() -> None:
    match = situation({0: "2 3", 1: "4", 2: "6"}, T=20, draw="strict")
    match.play(0, "play 2")
    assert match.table.limits == {}
    match.play(1, "play 4")
    assert match.table.limits == {0: 3}
    refused(match, 0, "draw")
    match.play(1, "draw")
    match.play(2, "play 6")
    match.play(2, "draw")
    # Z70: three cards, in turn
    assert (len(match.table.hands[0]), match.to_act) == (3, (0,))
    match.play(0, "play 3")
    assert len(match.table.hands[0]) == 2
    match.play(0, "draw")
    assert len(match.table.hands[0]) == 3
    refused(match, 0, "draw")
    # and so to the end of the round
    match.play(1, match.moves(1)[0])
    assert match.table.limits == {0: 3}


@at("Z72")
def test_z72_a_new_round_a_new_limit() -> None:
    match = situation(
        "10", T=90, draw="strict", sizes={0: 3, 1: 3}, limits={0: 3, 1: 3}, Z=1, top=("2", 2)
    )
    assert round_end(match, 0, "play 10") == (0, 100, 0)
    assert match.table.limits == {}
    assert [len(hand) for hand in match.table.hands] == [4, 4, 4]
    seat = match.table.turn.seat
    match.play(seat, match.moves(seat)[0])
    while "decline" in moves(match, match.to_act[0]):
        match.play(match.to_act[0], "decline")
    match.play(seat, "draw")
    assert len(match.table.hands[seat]) == 4


# -- letters ---


@at("Z73")
def test_z73_the_winner_deals_and_the_left_begins() -> None:
    match = situation("9", T=95, top=("4", 2), Z=1, points=[0, 2, 0])
    assert round_end(match, 0, "play 9") == (1, 104, 0)
    table = match.table
    assert match.scores.totals == [0, 3, 0]
    assert (table.dealer, table.turn.seat, match.to_act) == (1, 2, (2,))
    assert (table.total, table.holder, len(table.stock)) == (0, None, 48)


@at("Z74")
def test_z74_four_letters() -> None:
    match = situation("9", T=95, top=("4", 2), Z=1, points=[3, 3, 3])
    match.play(0, "play 9")
    assert (match.over, match.winners, match.to_act) == (True, (1,), ())
    for seat in match.seats:
        for move in ("play 9", "sneak 9", "draw", "decline"):
            assert refused(match, seat, move) == "the match is over"


@at("Z80")
def test_z80_three_letters() -> None:
    match = situation("5", T=95, points=[2, 2, 2])
    match.play(0, "play 5")
    assert not match.over
    match = situation("5", T=95, points=[2, 2, 2], letters=3)
    match.play(0, "play 5")
    assert (match.over, match.winners) == (True, (0,))


# -- refused ---


@at("Z76")
@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_z76_out_of_turn_without_a_match(collect: str) -> None:
    match = situation({0: "5", 1: "7"}, T=20, top=("2", 2), collect=collect)
    refused(match, 1, "play 7")
    refused(match, 1, "sneak 7")


@at("Z77")
def test_z77_a_card_not_in_hand() -> None:
    match = situation({0: "5", 1: "7"}, T=20, top=("2", 2))
    assert refused(match, 0, "play 7") == "you do not hold 7"


@at("Z79")
def test_z79_a_ten_steals_from_a_sneaker() -> None:
    match = situation({0: "8", 1: "10", 2: "8"}, T=34, turn=2)
    play(match, 2, "play 8")
    play(match, 0, "sneak 8")
    assert state(match) == (50, 0, 1)
    play(match, 1, "play 10")
    assert state(match) == (60, 1, 2)
