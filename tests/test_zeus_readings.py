"""Zeus on the Loose: what its options decide, drawing that can be forgotten, and refusals."""

from __future__ import annotations

from typing import Any

import pytest
from zeus_situation import GAME, moves, play, plays, refused, round_end, situation

from cardcore import DECLINE, IllegalMove, Match

LATE = pytest.mark.parametrize("draw", ["strict", "lenient"])


def after(card: str, total: int, **more: Any) -> tuple[int, bool]:
    """The total after P0 plays a card, and whether P0 has Zeus then."""
    match = situation(card, T=total, Z=1, **more)
    play(match, 0, f"play {card}")
    assert match.deal_number == 1
    return match.table.total, match.table.holder == 0


# -- totals and Zeus ---


def test_hermes_on_ten() -> None:
    for total in range(100):
        turned = 10 * (total % 10) + total // 10
        assert after("Hermes", total)[0] == turned
        stays = total if total % 10 == 0 else turned
        assert after("Hermes", total, hermes_on_ten="stay")[0] == stays


@pytest.mark.parametrize(
    ("card", "total", "hermes", "by_result", "by_change"),
    [
        ("Athena", 30, "reverse", True, False),
        ("Athena", 33, "reverse", False, False),
        ("Hermes", 30, "stay", True, False),
        ("Hermes", 3, "stay", True, True),
        ("Hermes", 3, "reverse", True, True),
        ("Ares", 50, "reverse", True, True),  # it says so
        ("Apollo", 30, "reverse", True, True),
        ("7", 23, "reverse", True, True),
        ("10", 20, "reverse", True, True),
    ],
)
def test_steal_on_ten(card: str, total: int, hermes: str, by_result: bool, by_change: bool) -> None:
    for value, steals in (("result", by_result), ("change", by_change)):
        more = {"hermes_on_ten": hermes, "steal_on_ten": value}
        assert after(card, total, **more)[1] is steals


BELOW = [
    # total, card, with hermes_on_ten=reverse, with stay
    (9, "Poseidon", -1, -1),
    (0, "Poseidon", -10, -10),
    (-95, "Poseidon", -105, -105),
    (-3, "7", 4, 4),
    (-12, "Hermes", -21, -21),
    (-1, "Hermes", -10, -10),
    (-9, "Hermes", -90, -90),
    (-30, "Hermes", -3, -30),
    (-100, "Hermes", -100, -100),
    (-120, "Hermes", -120, -120),
    (-15, "Aphrodite", -10, -10),
    (-14, "Aphrodite", -10, -10),
    (-16, "Aphrodite", -20, -20),
    (-5, "Aphrodite", 0, 0),
    (-6, "Aphrodite", -10, -10),
    (-105, "Aphrodite", -100, -100),
    (-30, "Ares", 50, 50),
    (-30, "Hera", 99, 99),
    (-30, "Apollo", -30, -30),
    (-30, "Athena", -30, -30),
]


@pytest.mark.parametrize(("total", "card", "reverse", "stay"), BELOW)
def test_floor_at_zero_off(total: int, card: str, reverse: int, stay: int) -> None:
    for hermes, expected in (("reverse", reverse), ("stay", stay)):
        reached, steals = after(card, total, floor_at_zero=False, hermes_on_ten=hermes)
        assert reached == expected
        assert steals == (card in ("Poseidon", "Aphrodite", "Ares", "Hera", "Apollo"))


def test_no_negative_ten_steals() -> None:
    for card, total in (("5", -15), ("10", -10), ("Hermes", -1), ("Athena", -20), ("7", -7)):
        reached, steals = after(card, total, floor_at_zero=False)
        assert reached % 10 == 0
        assert not steals
    assert after("10", -5, floor_at_zero=False) == (5, False)
    assert after("10", 0, floor_at_zero=False) == (10, True)


# -- going over 100 ---


@pytest.mark.parametrize("sneak", [True, False])
def test_forced_only_a_match_is_always_playable(sneak: bool) -> None:
    more = {"go_over": "forced_only", "sneak": sneak, "T": 95, "Z": 1}
    match = situation("9 3 10 Apollo", top=("9", 2), **more)
    assert plays(match, 0) == {"9", "3", "Apollo"}
    assert round_end(match, 0, "play 9") == (0, 104, 0)
    match = situation("9 3 10 Apollo", top=("9", 0), **more)
    assert plays(match, 0) == {"3", "Apollo"}
    match = situation("9 10 8 7", top=("9", 2), **more)
    assert plays(match, 0) == {"9"}


def test_forced_only_exactly_100_is_not_over() -> None:
    match = situation("5 6 Athena Hermes", T=95, go_over="forced_only")
    assert plays(match, 0) == {"5", "Athena", "Hermes"}


@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_forced_only_a_sneak_is_a_match(collect: Any) -> None:
    hands = {0: "7", 1: "7", 2: "7 1"}
    match = situation(hands, T=88, Z=0, go_over="forced_only", collect=collect)
    match.play(0, "play 7")
    match.play(1, "decline")
    assert round_end(match, 2, "sneak 7") == (2, 102, 0)


@LATE
def test_forced_only_the_hand_counts_as_it_is_at_that_moment(draw: str) -> None:
    more = {"go_over": "forced_only", "draw": draw, "sizes": {0: 1}, "draw_next": "8 Apollo"}
    match = situation("9", T=95, Z=1, **more)
    assert plays(match, 0) == {"9"}
    match.play(0, "draw")
    assert plays(match, 0) == {"9", "8"}
    match.play(0, "draw")
    assert plays(match, 0) == {"Apollo"}


# -- the sneak ---


def test_a_race_is_won_by_the_first_claim_and_the_other_may_answer() -> None:
    match = situation({0: "8", 1: "8", 3: "8"}, n=4, T=21, collect="race")
    play(match, 0, "play 8")
    assert set(match.to_act) == {1, 3}
    play(match, 3, "sneak 8")
    assert (match.table.holder, moves(match, 1)) == (3, {"sneak 8", "decline"})
    play(match, 1, "sneak 8")
    assert (match.table.total, match.table.holder, match.to_act) == (45, 1, (2,))


def test_in_order_the_nearest_to_the_left_of_the_last_player_is_asked_first() -> None:
    match = situation({0: "8", 1: "8", 3: "8"}, n=4, T=21, turn=3)
    play(match, 3, "play 8")
    assert match.to_act == (0,)
    play(match, 0, "decline")
    assert match.to_act == (1,)
    play(match, 1, "sneak 8")
    assert match.to_act == (0,), "the declined may answer the sneak"
    play(match, 0, "sneak 8")
    assert (match.table.total, match.table.holder, match.to_act) == (45, 0, (1,))


def test_without_a_chain_the_other_is_too_late() -> None:
    match = situation({0: "8", 1: "8", 3: "8"}, n=4, T=21, collect="race", sneak_chain=False)
    play(match, 0, "play 8")
    play(match, 3, "sneak 8")
    assert match.to_act == (0,)
    refused(match, 1, "sneak 8")


def test_automatic_the_draw_is_part_of_the_play_and_the_sneak_comes_after_it() -> None:
    match = situation({0: "8", 2: "8"}, T=21)
    kinds = [event.kind for event in play(match, 0, "play 8")]
    assert kinds.index("interrupt") > max(i for i, kind in enumerate(kinds) if kind == "card")
    assert kinds.count("card") == 2
    match = situation({0: "8"}, T=21, draw_next="8")
    play(match, 0, "play 8")
    refused(match, 0, "sneak 8")


@LATE
@pytest.mark.parametrize("draws_first", [True, False])
def test_the_sneak_is_open_before_and_after_the_draw(draw: str, draws_first: bool) -> None:
    match = situation({0: "8", 2: "8"}, n=4, T=21, collect="race", draw=draw)
    match.play(0, "play 8")
    if draws_first:
        match.play(0, "draw")
    assert "sneak 8" in moves(match, 2)
    match.play(2, "sneak 8")
    assert match.table.limits == {}
    assert ("draw" in moves(match, 0)) is not draws_first
    if not draws_first:
        match.play(0, "draw")
    assert len(match.table.hands[0]) == 4


@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_lenient_who_draws_the_number_may_sneak_it(collect: Any) -> None:
    match = situation(
        {0: "8"}, n=4, T=21, sizes={2: 3}, draw_next="8", collect=collect, draw="lenient"
    )
    match.play(0, "play 8")
    match.play(2, "draw")
    assert {"sneak 8", "decline"} <= moves(match, 2)
    match.play(2, "sneak 8")
    assert match.table.holder == 2


# -- drawing that can be forgotten: rule 23 ---


@LATE
@pytest.mark.rule(23)
def test_who_owes_a_card_and_who_is_next_may_both_act(draw: str) -> None:
    match = situation({1: "1", 3: "7"}, n=4, T=21, turn=3, draw=draw)
    match.play(3, "play 7")
    assert match.to_act == (3, 0)
    assert moves(match, 3) == {"draw", "leave"}
    assert all(text.startswith("play") for text in moves(match, 0))
    assert match.default_move(3).text == "draw"
    match.play(3, "draw")
    assert match.to_act == (0,)
    assert len(match.table.hands[3]) == 4


@LATE
@pytest.mark.rule(23)
def test_the_seat_in_turn_comes_last_though_it_owes_a_card_too(draw: str) -> None:
    match = situation("1", n=4, T=21, draw=draw, sizes={0: 3, 1: 3, 3: 2})
    assert match.to_act == (1, 3, 0)
    match.play(0, "leave")
    assert match.to_act == (1, 3, 0)
    assert {"draw", "leave"}.isdisjoint(moves(match, 0))


@pytest.mark.rule(23)
def test_strict_a_draw_is_forgotten_when_the_next_card_is_played_in_turn() -> None:
    match = situation({0: "1", 1: "2", 2: "3"}, T=21, draw="strict")
    match.play(0, "play 1")
    match.play(0, "leave")
    assert match.table.limits == {}
    assert match.to_act == (1,)
    match.play(1, "play 2")
    assert match.table.limits == {0: 3}
    assert match.to_act == (1, 2)
    match.play(2, "play 3")
    assert match.table.limits == {0: 3, 1: 3}


@pytest.mark.rule(23)
def test_strict_forgetting_again_makes_the_hand_smaller_by_one_more() -> None:
    hands = {0: "1 3 5 7", 1: "2 4 6 8"}
    match = situation(hands, n=2, T=20, draw="strict", sneak=False)
    sizes = []
    for card in range(1, 9):
        seat = (card + 1) % 2
        match.play(seat, f"play {card}")
        sizes.append((match.table.limits.get(0, 4), match.table.limits.get(1, 4)))
        if match.table.limits.get(0) == 1:
            break
    assert sizes == [(4, 4), (3, 4), (3, 3), (2, 3), (2, 2), (1, 2)]


@pytest.mark.rule(23)
@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_strict_a_sneak_is_no_next_card_and_the_draw_is_offered_again(collect: Any) -> None:
    match = situation({0: "8", 2: "8", 3: "1"}, n=4, T=21, draw="strict", collect=collect)
    match.play(0, "play 8")
    if collect == "race":
        match.play(0, "leave")
    match.play(2, "sneak 8")
    assert match.table.limits == {}
    assert match.to_act == (0, 2, 3)
    assert moves(match, 0) == moves(match, 2) == {"draw", "leave"}
    match.play(3, "play 1")
    assert match.table.limits == {0: 3, 2: 3}


@pytest.mark.rule(23)
@pytest.mark.parametrize(("move", "limits"), [("sneak 8", {}), ("play 8", {0: 3})])
def test_strict_the_same_number_as_a_turn_is_a_card_in_turn(
    move: str, limits: dict[int, int]
) -> None:
    match = situation({0: "8", 1: "8"}, T=21, draw="strict", collect="race")
    match.play(0, "play 8")
    match.play(1, move)
    assert match.table.limits == limits
    assert match.table.turn.seat == 2


@pytest.mark.rule(23)
def test_strict_ones_own_card_after_athena_is_a_card_in_turn() -> None:
    match = situation("Athena 1 2", n=2, T=21, draw="strict")
    match.play(0, "play Athena")
    assert match.to_act == (0,)
    assert moves(match, 0) >= {"draw", "leave", "play 1", "play 2"}
    match.play(0, "play 1")
    assert match.table.limits == {0: 3}
    match.play(0, "draw")
    assert len(match.table.hands[0]) == 3
    refused(match, 0, "draw")


@pytest.mark.rule(23)
def test_strict_a_limit_is_the_hand_before_the_card_is_played() -> None:
    match = situation({0: "8 5", 1: "8"}, n=2, T=21, draw="strict", collect="race")
    match.play(0, "play 8")
    match.play(1, "sneak 8")
    match.play(0, "play 5")
    assert match.table.limits == {0: 3, 1: 3}
    assert len(match.table.hands[0]) == 2
    match.play(0, "draw")
    assert len(match.table.hands[0]) == 3


@LATE
@pytest.mark.rule(23)
def test_a_seat_may_owe_two_cards(draw: str) -> None:
    match = situation({0: "8 8", 1: "8"}, T=21, draw=draw, collect="race")
    match.play(0, "play 8")
    match.play(1, "sneak 8")
    match.play(0, "sneak 8")
    assert match.to_act == (0, 1)
    for size in (3, 4):
        match.play(0, "draw")
        assert len(match.table.hands[0]) == size
    assert match.to_act == (1,)


@pytest.mark.rule(23)
def test_lenient_a_late_draw_is_allowed_at_any_time() -> None:
    match = situation({0: "1", 1: "2", 2: "3"}, n=4, T=21, draw="lenient")
    for seat in range(3):
        match.play(seat, f"play {seat + 1}")
    assert match.table.limits == {}
    assert match.to_act == (0, 1, 2, 3)
    for seat in (1, 0, 2):
        match.play(seat, "draw")
        assert len(match.table.hands[seat]) == 4


@LATE
@pytest.mark.rule(23)
def test_leave_lasts_until_the_next_card(draw: str) -> None:
    match = situation({0: "1", 1: "2", 2: "3"}, n=3, T=21, draw=draw)
    match.play(0, "play 1")
    match.play(0, "leave")
    assert match.to_act == (1,)
    match.play(1, "play 2")
    assert (0 in match.to_act) is (draw == "lenient")
    assert 1 in match.to_act


@LATE
def test_a_late_draw_does_not_end_the_chance_to_sneak(draw: str) -> None:
    match = situation({0: "8", 2: "8"}, n=4, T=21, collect="race", draw=draw)
    match.play(0, "play 8")
    match.play(0, "draw")
    assert "sneak 8" in moves(match, 2)
    match.play(1, min(moves(match, 1)))
    assert "sneak 8" not in moves(match, 2)


def test_automatic_offers_no_draw() -> None:
    match = situation("1", T=21, sizes={1: 3})
    assert match.to_act == (0,)
    for move in ("draw", "leave"):
        assert refused(match, 0, move) == "cards are drawn by themselves (rule 10)"
    match = situation("1", T=21, sizes={0: 3}, go_over="forced_only")
    assert all(text.startswith("play") for text in moves(match, 0))


# -- empty hands ---


@LATE
def test_the_turn_passes_over_an_empty_hand_though_it_may_draw(draw: str) -> None:
    match = situation("1", T=21, draw=draw, sizes={1: 0})
    match.play(0, "play 1")
    assert match.table.turn.seat == 2
    assert moves(match, 1) == (set() if draw == "strict" else {"draw", "leave"})
    if draw == "lenient":
        match.play(1, "draw")
        assert match.table.turn.seat == 2
        refused(match, 1, f"play {match.table.hands[1][0]}")


def test_strict_an_empty_hand_that_has_not_forgotten_may_draw() -> None:
    match = situation({0: "8", 1: "8"}, T=21, draw="strict", sizes={1: 1}, limits={1: 1})
    match.play(0, "play 8")
    match.play(1, "sneak 8")
    assert (match.table.turn.seat, match.to_act) == (2, (0, 1, 2))
    match.play(1, "draw")
    assert len(match.table.hands[1]) == 1


ATHENA_BESIDE_EMPTY_HANDS = [
    # seats, hands of no card, cards of P0, next
    (2, [1], 4, 0),
    (2, [1], 2, 0),
    (3, [1], 4, 0),
    (3, [2], 4, 0),
    (3, [1], 1, 2),
    (3, [2], 1, 1),
    (3, [], 1, 2),
    (2, [], 1, 1),
    (4, [1], 4, 3),
    (4, [2], 4, 3),
    (4, [1, 2], 4, 0),
    (4, [1, 3], 4, 0),
    (5, [1, 3], 4, 4),
]


@LATE
@pytest.mark.parametrize(("seats", "empty", "size", "turn"), ATHENA_BESIDE_EMPTY_HANDS)
def test_athena_passes_the_next_who_would_have_had_a_turn(
    draw: str, seats: int, empty: list[int], size: int, turn: int
) -> None:
    sizes = {0: size} | dict.fromkeys(empty, 0)
    match = situation("Athena", n=seats, T=21, draw=draw, sizes=sizes)
    match.play(0, "play Athena")
    assert match.table.turn.seat == turn


@LATE
@pytest.mark.parametrize("no_holder", ["void", "last_player"])
@pytest.mark.parametrize("holder", [None, 0, 2])
def test_all_hands_empty_end_the_round_for_the_holder(
    draw: str, no_holder: str, holder: int | None
) -> None:
    sizes = {0: 1, 1: 0, 2: 0}
    match = situation("1", T=21, Z=holder, sizes=sizes, draw=draw, no_holder=no_holder)
    winner = holder
    if holder is None and no_holder == "last_player":
        winner = 0
    assert round_end(match, 0, "play 1") == (winner, 22, 0)
    assert match.scores.totals == [int(seat == winner) for seat in range(3)]


@LATE
def test_a_sneak_may_be_the_last_card_of_all(draw: str) -> None:
    sizes = {0: 1, 1: 0, 2: 1}
    match = situation({0: "1", 2: "1"}, T=21, Z=0, sizes=sizes, draw=draw)
    match.play(0, "play 1")
    assert match.deal_number == 1
    assert round_end(match, 2, "sneak 1") == (2, 23, 0)


@LATE
def test_a_number_upon_ones_own_is_no_match(draw: str) -> None:
    match = situation("6 6", n=2, T=21, Z=1, sizes={1: 0}, limits={1: 0}, draw=draw)
    match.play(0, "play 6")
    assert match.table.turn.seat == 0
    match.play(0, "play 6")
    assert (match.table.total, match.table.holder) == (33, 1)
    match = situation("6 6", n=2, T=89, Z=1, sizes={1: 0}, draw=draw)
    match.play(0, "play 6")
    assert round_end(match, 0, "play 6") == (1, 101, 0)


# -- the draw pile runs out ---


@LATE
@pytest.mark.parametrize("pile_out", ["last_card_drawn", "cannot_draw"])
def test_a_late_draw_of_the_last_card_ends_the_round(draw: str, pile_out: str) -> None:
    match = situation(
        {0: "8", 2: "8"}, T=21, Z=1, D=1, draw=draw, pile_out=pile_out, collect="race"
    )
    match.play(0, "play 8")
    if pile_out == "last_card_drawn":
        assert round_end(match, 0, "draw") == (1, None, 1)
        return
    match.play(0, "draw")
    assert "sneak 8" in moves(match, 2), "all hands are full: the round goes on"
    assert round_end(match, 2, "sneak 8") == (2, 37, 0)


def test_cannot_draw_somebody_is_below_the_limit_when_the_last_card_is_drawn() -> None:
    for draw, goes_on in (("strict", True), ("lenient", False)):
        match = situation(
            {0: "1", 1: "2", 2: "3"}, T=21, Z=2, D=1, draw=draw, pile_out="cannot_draw"
        )
        match.play(0, "play 1")
        match.play(1, "play 2")
        if goes_on:
            match.play(1, "draw")
            assert match.to_act == (2,)
            refused(match, 2, "draw")
            assert round_end(match, 2, "play 3") == (2, 27, 0)
        else:
            assert round_end(match, 1, "draw") == (2, None, 1)


def test_cannot_draw_a_sneaker_who_cannot_draw_ends_the_round() -> None:
    match = situation({0: "8", 2: "8"}, T=21, Z=1, D=1, pile_out="cannot_draw")
    play(match, 0, "play 8")
    assert match.to_act == (2,)
    assert round_end(match, 2, "sneak 8") == (2, 37, 0)


def test_a_sneaker_draws_the_last_card() -> None:
    hands = {0: "8", 1: "8", 2: "8"}
    match = situation(hands, T=21, Z=1, D=2, collect="race")
    play(match, 0, "play 8")
    assert round_end(match, 2, "sneak 8") == (2, 37, 1)
    match = situation(hands, T=21, Z=1, D=2, collect="race", pile_out="cannot_draw")
    play(match, 0, "play 8")
    play(match, 2, "sneak 8")
    assert {"sneak 8", "decline"} == moves(match, 1)
    assert round_end(match, 1, "sneak 8") == (1, 45, 0)


# -- nobody holds Zeus ---


def end_without_holder(how: str, no_holder: str, **more: Any) -> tuple[Match[Any], int | None]:
    if how == "over 100":
        match = situation({1: "9"}, T=95, turn=1, no_holder=no_holder, **more)
        return match, round_end(match, 1, "play 9")[0]
    if how == "pile out":
        match = situation({1: "4"}, T=21, turn=1, D=1, no_holder=no_holder, **more)
        return match, round_end(match, 1, "play 4")[0]
    match = situation(
        {1: "4", 2: "3"}, T=21, turn=1, D=1, no_holder=no_holder, draw="lenient", **more
    )
    match.play(1, "play 4")
    match.play(2, "play 3")
    return match, round_end(match, 1, "draw")[0]


@pytest.mark.parametrize("how", ["over 100", "pile out", "pile out by a late draw"])
def test_void_nobody_gets_a_letter_same_dealer_same_beginner(how: str) -> None:
    match, winner = end_without_holder(how, "void", dealer=2, points=[1, 2, 3])
    assert winner is None
    assert match.scores.totals == [1, 2, 3]
    assert match.scores.deals[-1] is None
    assert (match.table.dealer, match.to_act) == (2, (0,))
    assert (match.table.total, match.table.holder, len(match.table.stock)) == (0, None, 48)


@pytest.mark.parametrize(
    ("how", "player"), [("over 100", 1), ("pile out", 1), ("pile out by a late draw", 2)]
)
def test_last_player_the_player_of_the_last_card_wins(how: str, player: int) -> None:
    match, winner = end_without_holder(how, "last_player", dealer=0)
    assert winner == player
    assert match.scores.totals[player] == 1
    assert match.table.dealer == player


def test_void_rounds_are_not_limited_in_number() -> None:
    match, winner = end_without_holder("over 100", "void", deals=[None] * 500)
    assert winner is None
    assert match.scores.deals == [None] * 501
    assert not match.over


HOW = [
    ({"hands": "5", "T": 95, "Z": 1}, "Exactly 100: player 1 wins the round"),
    ({"hands": "5", "T": 95, "top": ("5", 2)}, "Exactly 100: player 1 wins the round"),
    ({"hands": "5", "T": 97, "top": ("5", 2)}, "A match past 100: player 1 wins the round"),
    ({"hands": "5", "T": 97, "Z": 1}, "Over 100: player 2 holds Zeus and wins the round"),
    ({"hands": "5", "T": 97}, "Over 100, and nobody holds Zeus: the round is void"),
    ({"hands": "5", "T": 21, "Z": 1, "D": 1}, "The draw pile has run out: player 2 wins the round"),
    ({"hands": "5", "T": 21, "D": 1}, "The round ends while nobody holds Zeus: it is void"),
    (
        {"hands": "5", "T": 21, "Z": 0, "draw": "strict", "sizes": {0: 1, 1: 0, 2: 0}},
        "All hands are empty: player 1 wins the round",
    ),
]


@pytest.mark.parametrize(("before", "told"), HOW)
def test_the_end_of_a_round_says_how(before: dict[str, Any], told: str) -> None:
    match = situation(**before)
    ends = [GAME.describe(event) for event in match.play(0, "play 5") if event.kind == "round"]
    assert [str(text) for text in ends] == [told]


# -- refusals: each names the rule that is in the way ---


def strict_after_8(**more: Any) -> Match[Any]:
    match = situation({0: "8 8 5", 1: "8 1", 2: "8"}, n=4, T=21, draw="strict", **more)
    match.play(0, "play 8")
    return match


def test_refusals_name_the_rule() -> None:
    race = strict_after_8(collect="race")
    assert "rule 14" in refused(race, 0, "sneak 8")
    assert "rule 6" in refused(race, 0, "play 5")
    assert refused(race, 0, "play Hera") == "you do not hold Hera"
    assert "rule 12" in refused(race, 2, "sneak 5")
    assert "rule 13" in refused(race, 2, "sneak Apollo")
    race.play(2, "decline")
    refused(race, 2, "sneak 8")
    race.play(0, "draw")
    assert refused(race, 0, "draw") == "it is not player 1's turn"
    assert "limit of 4 (rules 10 and 23)" in refused(race, 1, "draw")


def test_refused_while_a_sneak_is_asked_for() -> None:
    match = strict_after_8()
    assert match.to_act == (1,)
    for move in ("play 1", "play 8"):
        assert refused(match, 1, move).startswith("first react to the card")
    assert refused(match, 1, "play Hera") == "you do not hold Hera"
    assert "limit" in refused(match, 1, "draw")
    refused(match, 2, "sneak 8")
    match = situation({0: "8", 1: "8"}, T=21, draw="lenient", sizes={1: 3})
    match.play(0, "play 8")
    assert refused(match, 1, "draw").startswith("first react to the card")


def test_refused_after_declining() -> None:
    match = situation({0: "8", 1: "8"}, T=21)
    play(match, 0, "play 8")
    play(match, 1, "decline")
    assert refused(match, 1, "sneak 8") == "you have already declined to sneak"
    assert refused(match, 1, "decline") == "there is nothing to decline: you are not asked"


def test_refused_sneaks_of_the_seat_in_turn() -> None:
    match = situation({0: "8", 1: "5"}, T=21, top=("8", 2))
    assert "rule 16" in refused(match, 0, "sneak 8")
    play(match, 0, "play 8")
    assert refused(match, 1, "sneak 8") == "you do not hold 8"
    assert "rule 12" in refused(match, 1, "sneak 5")


def test_refused_without_a_chain() -> None:
    match = situation({0: "8 8", 1: "8"}, T=21, draw="lenient", sneak_chain=False)
    match.play(0, "play 8")
    match.play(1, "sneak 8")
    assert "sneak_chain" in refused(match, 0, "sneak 8")


def test_refused_draws() -> None:
    match = situation("8", T=21, draw="lenient", sizes={0: 3})
    match.play(0, "leave")
    assert refused(match, 0, "draw") == "you have left your draw until the next card"
    assert refused(match, 0, "leave") == "you have left your draw until the next card"
    match = situation("8", T=21, D=0, draw="lenient", pile_out="cannot_draw")
    assert "rule 20" in refused(match, 0, "draw")


def test_refused_moves_that_are_none() -> None:
    match = situation("8", T=21)
    for move in ("", "play", "play 11", "fold", "sneak 8 8", "8"):
        assert "is no move of this game" in refused(match, 0, move)
    for seat in (-1, 3, 99):
        with pytest.raises(IllegalMove, match="no seat"):
            match.play(seat, "play 8")
    with pytest.raises(IllegalMove):
        match.play(0, DECLINE)


def test_moves_are_read_in_any_case() -> None:
    match = situation("Hera", T=21)
    match.play(0, "  PLAY   hera ")
    assert match.table.total == 99


# -- the rest ---


def test_the_preset_for_younger_players() -> None:
    match = GAME.match(3, seed=1, options=GAME.presets["younger"])
    assert (match.options.sneak, match.options.draw) == (False, "automatic")


def test_all_moves_lists_every_move_once() -> None:
    every = [move.text for move in GAME.all_moves(GAME.Options())]
    cards = {card.code for card in GAME.cards(GAME.Options(), 2)}
    numbers = {code for code in cards if code.isdigit()}
    assert len(every) == len(set(every))
    assert set(every) == {
        *(f"play {code}" for code in cards),
        *(f"sneak {code}" for code in numbers),
        "draw",
        "leave",
        "decline",
    }
