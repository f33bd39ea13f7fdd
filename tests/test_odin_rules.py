"""The numbered rules of the rules page of Odin, and the mistakes that others make."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from cardcore_odin.moves import Pass, Play, Take
from odin_situation import FACES, GAME, cards, codes, kinds, moves, play_of, refused, situation

from cardcore import DECLINE, BadOptions, Card, Match, Player, Text

rule = pytest.mark.rule


def random_step(match: Match[Any], rng: Random) -> tuple[int, Any]:
    seat = match.to_act[0]
    move = rng.choice(match.moves(seat))
    match.play(seat, move)
    return seat, move


# -- setting up: rules 1 to 4 ---


@rule(1)
def test_rule_1_two_to_six_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    for seats in (0, 1, 7, 8):
        with pytest.raises(BadOptions, match="2 to 6 players"):
            GAME.match(seats)


@rule(1)
@pytest.mark.parametrize("seats", range(2, 7))
def test_rule_1_the_turn_goes_to_the_left(seats: int) -> None:
    match = situation(dict.fromkeys(range(seats), 4), n=seats, mid="B9", owner=seats - 1)
    for seat in range(seats - 1):
        assert match.to_act == (seat,)
        match.play(seat, "pass")
    assert match.to_act == (seats - 1,)


@rule(2)
def test_rule_2_the_deck() -> None:
    deck = GAME.match(3, seed=1).setting.deck
    assert Counter(card.code for card in deck) == {
        f"{colour}{number}": 1 for colour in "BRPGDO" for number in range(1, 10)
    }
    assert all(card.rank == int(card.code[1]) for card in deck)
    suits = {card.code[0]: card.suit for card in deck}
    assert sorted(suits.values()) == ["blue", "dark", "green", "orange", "pink", "red"]
    assert all(suit[0].upper() == letter for letter, suit in suits.items())
    assert len({card.bit for card in deck}) == 54


@rule(3)
@pytest.mark.parametrize("seats", range(2, 7))
def test_rule_3_nine_cards_each_and_the_rest_is_unseen(seats: int) -> None:
    match = GAME.match(seats, seed=seats)
    table = match.table
    assert [len(hand) for hand in table.hands] == [9] * seats
    assert len(table.aside) == 54 - 9 * seats
    for viewer in (*match.seats, None):
        seen = match.observe(viewer)
        assert set(seen["aside"]) <= {None}
        for seat in match.seats:
            own = tuple(table.hands[seat]) if seat == viewer else (None,) * 9
            assert tuple(seen["hands"][seat]) == own
    rng = Random(seats)
    while match.deal_number == 1 and not match.over:
        assert len(match.table.aside) == 54 - 9 * seats
        random_step(match, rng)


@rule(4)
def test_rule_4_chance_decides_who_begins() -> None:
    firsts = Counter(GAME.match(4, seed=seed).to_act[0] for seed in range(400))
    assert all(70 < firsts[seat] < 130 for seat in range(4)), firsts
    for seed in range(9):
        match = GAME.match(4, seed=seed)
        assert match.to_act == (match.table.first,)


# -- leading: rules 5 to 7 ---


@rule(5)
def test_rule_5_any_single_card_and_no_pass_and_nothing_is_taken() -> None:
    hand = "B5 B2 R1 R9 P3 G4 G8 D7 O6"
    match = situation(hand)
    assert moves(match, 0) == {f"play {code}" for code in hand.split()}
    match.play(0, "play R1")
    assert len(match.table.hands[0]) == 8
    assert match.table.took == {}


@rule(5)
def test_rule_5_no_pass_for_the_leader_of_a_later_round() -> None:
    match = situation({0: "B9 R9 P8"}, mid="B4", owner=0, passes=1)
    match.play(2, "pass")
    assert "the leader may not pass" in refused(match, 0, "pass")


@rule(6)
@pytest.mark.parametrize("hand", ["B9 B4 B1", "B3 R3", "B3 R3 P3 G3 D3 O3", "B5", "B1 goat"])
def test_rule_6_the_whole_hand(hand: str) -> None:
    match = situation({0: hand, 1: 2, 2: 3}, goat="goat" in hand)
    assert "out" in kinds(match, 0, play_of(hand).text)
    assert match.deal_number == 2
    assert match.scores.totals == [0, 2, 3]


@rule(6)
@pytest.mark.parametrize("hand", ["B9 B4 R4", "B3 R3 P3 B4", "B1 R2", "B3 R3 goat"])
def test_rule_6_not_where_it_is_no_set(hand: str) -> None:
    match = situation(hand, goat="goat" in hand)
    assert moves(match, 0) == {f"play {code}" for code in hand.split()}
    refused(match, 0, play_of(hand))


@rule(7)
def test_rule_7_nothing_between() -> None:
    match = situation("B9 B4 B1 B2")
    for some in ("B9 B4", "B9 B4 B1", "B2 B1"):
        reason = refused(match, 0, play_of(some))
        assert reason == "the leader plays one card or the whole hand (rules 5 to 7)"


# -- following: rules 8 to 14 ---


@rule(8)
def test_rule_8_the_leader_follows_too_and_all_may_pass() -> None:
    match = situation({0: "B2 B9 R1", 1: "R3 G1", 2: "R4 G2"})
    match.play(0, "play B2")
    for seat, card in ((1, "R3"), (2, "R4")):
        assert "pass" in moves(match, seat)
        match.play(seat, f"play {card}")
    assert {"pass", "play B9"} <= moves(match, 0)
    match.play(0, "play B9")
    assert codes(match.table.hands[0]) == "R4 R1"


@rule(9)
def test_rule_9_all_that_may_be_played() -> None:
    match = situation("B6 B4 R6 R1 G2 O6", mid="P5")
    assert moves(match, 1) == {
        "pass",
        *("play B6", "play R6", "play O6"),
        *("play B6 B4", "play R6 R1", "play B6 R6", "play B6 O6", "play R6 O6"),
    }


@rule(9)
def test_rule_9_reasons() -> None:
    match = situation("B6 B4 R6 R1 G2 O6", mid="P5 P4")
    assert refused(match, 1, play_of("B6")) == "play 2 cards or 3 (rule 9a)"
    assert refused(match, 1, play_of("B6 R1")) == (
        "these are of different colours and numbers (rule 9b)"
    )
    assert refused(situation("B3 B2 G1", mid="P5 P4"), 1, play_of("B3 B2")) == (
        "32 does not beat 54 (rule 9c)"
    )


@rule(10)
@pytest.mark.parametrize(
    ("cards", "middle", "beats"),
    [
        ("B8 B2", "R8 R1", True),
        ("B2 B8", "R3 R7", True),
        ("B9 B4 B2", "R9 R4 R1", True),
        ("B1 R1", "G9", True),
        ("B2 B1 B3", "G9 R9", True),
        ("B6 R6", "G6 G5", True),
        ("B6 B5", "G6 R6", False),
        ("B9 B3", "G9 G3", False),
        ("B3 B7 B6", "G7 G6 G4", False),
        ("B7 B6 B5", "G7 G6 G4", True),
    ],
)
def test_rule_10_values(cards: str, middle: str, beats: bool) -> None:
    match = situation(f"{cards} O4", mid=middle)
    assert (play_of(cards) in match.moves(1)) == beats


@rule(11)
def test_rule_11_one_of_the_beaten_cards() -> None:
    for taken in ("B6", "B4", "B3"):
        match = situation("R6 R5 R1 G8", mid="B6 B4 B3")
        match.play(1, "play R6 R5 R1")
        assert match.to_act == (1,)
        assert moves(match, 1) == {"take B6", "take B4", "take B3"}
        match.play(1, f"take {taken}")
        assert codes(match.table.hands[1]) == codes(cards(f"G8 {taken}"))
        assert codes(match.table.discards) == codes(cards(" ".join({"B6", "B4", "B3"} - {taken})))
        assert not match.table.beaten
        assert match.to_act == (2,)


@rule(11)
def test_rule_11_all_see_what_is_taken_and_discarded() -> None:
    match = situation("R6 R5 G8 G1", mid="B6 B4")
    match.play(1, "play R6 R5")
    match.play(1, "take B4")
    for viewer in (*match.seats, None):
        seen = match.observe(viewer)
        assert FACES["B4"] in seen["hands"][1].known
        assert seen["discards"].known == cards("B6")
        if viewer != 1:
            assert seen["hands"][1].known == cards("B4")
            sampled = None if viewer != 2 else match.observe(2).sample(Random(1))
            assert sampled is None or FACES["B4"] in sampled.table.hands[1]


@rule(12)
def test_rule_12_the_new_middle_and_the_card_for_the_next_turn() -> None:
    match = situation({0: "B2 B7 R5", 1: "R3 G1 P1", 2: 5})
    match.play(0, "play B2")
    match.play(1, "play R3")
    assert (codes(match.table.middle), match.table.owner) == ("R3", 1)
    match.play(2, "pass")
    match.play(0, "pass")
    assert "play B2" in moves(match, 1)


@rule(13)
@pytest.mark.parametrize("mid", ["B3", "B6 B3", "B5 R5 P5"])
def test_rule_13_the_last_cards_take_nothing(mid: str) -> None:
    hand = "O9 O8 O7 O6"[: 3 * len(mid.split()) - 1]
    match = situation({0: 9, 1: hand, 2: 9}, mid=mid, limit="one-hand")
    match.play(1, play_of(hand))
    assert match.over
    assert not match.table.hands[1]
    assert not match.table.beaten
    assert codes(match.table.discards) == codes(cards(mid))
    assert match.scores.totals == [9, 0, 9]


@rule(14)
def test_rule_14_who_has_passed_may_play_later() -> None:
    match = situation({0: "B2 B7 R5", 1: "R9 G1 P1", 2: "R3 G2 P2"})
    for seat, move in ((0, "play B2"), (1, "pass"), (2, "play R3"), (0, "pass")):
        match.play(seat, move)
    assert "play R9" in moves(match, 1)
    match.play(1, "play R9")
    assert match.table.owner == 1


# -- the end of a round: rule 15 ---


@rule(15)
@pytest.mark.parametrize("seats", range(2, 7))
def test_rule_15_all_others_pass_in_a_row(seats: int) -> None:
    match = situation(dict.fromkeys(range(seats), 4), n=seats, mid="B3 B2", owner=1, turn=2 % seats)
    hands = list(map(codes, match.table.hands))
    for place in range(seats - 1):
        assert match.table.middle
        assert match.table.passes == place
        match.play((2 + place) % seats, "pass")
    assert not match.table.middle
    assert (match.to_act, match.table.owner, match.table.passes) == ((1,), None, 0)
    assert codes(match.table.discards) == "B3 B2"
    assert list(map(codes, match.table.hands)) == hands
    assert all(move.verb == "play" for move in match.moves(1))


# -- points and the end: rules 16 to 19 ---


@rule(16)
def test_rule_16_points() -> None:
    match = situation({0: "B9", 1: 1, 2: 9, 3: 4}, n=4)
    match.play(0, "play B9")
    assert match.scores.deals == [(0, 1, 9, 4)]


@rule(17)
def test_rule_17_left_of_the_first_player_begins_whoever_went_out() -> None:
    for first in range(3):
        match = situation({0: 5, 1: "B9", 2: 5}, mid="B3", first=first)
        match.play(1, "play B9")
        table = match.table
        assert (table.first, match.to_act) == ((first + 1) % 3, ((first + 1) % 3,))
        assert [len(hand) for hand in table.hands] == [9, 9, 9]
        assert len(table.aside) == 27
        assert not any((table.middle, table.discards, table.beaten, table.took))
        assert (table.owner, table.passes) == (None, 0)
        refused(match, table.first, "pass")


@rule(18)
@pytest.mark.parametrize(
    ("points", "sizes", "over", "winners"),
    [
        ([0, 10, 0], [4, 9], False, ()),
        ([0, 11, 0], [4, 9], True, (0,)),
        ([14, 11, 0], [4, 9], True, (2,)),
        ([9, 11, 0], [4, 9], True, (0, 2)),
        ([14, 13, 12], [1, 2], False, ()),
        ([14, 14, 14], [9, 9], True, (0,)),
        ([14, 14, 5], [9, 9], True, (0, 2)),
    ],
)
def test_rule_18_the_limit(
    points: list[int], sizes: list[int], over: bool, winners: tuple[int, ...]
) -> None:
    match = situation({0: "B9", 1: sizes[0], 2: sizes[1]}, points=points)
    match.play(0, "play B9")
    assert (match.over, match.winners) == (over, winners)
    if over:
        best = [standing.seat for standing in match.standings if standing.place == 1]
        assert tuple(best) == winners
        for seat in match.seats:
            for move in ("play B9", "pass", "take B9"):
                assert refused(match, seat, move) == "the match is over"


@rule(19)
@pytest.mark.parametrize("limit", [1, 10, 15, 20, 40])
def test_rule_19_other_limits(limit: int) -> None:
    match, rng = GAME.match(3, seed=limit, options={"limit": limit}), Random(limit)
    while not match.over:
        assert max(match.scores.totals) < limit
        random_step(match, rng)
    assert max(match.scores.totals) >= limit


@rule(19)
def test_rule_19_a_single_hand() -> None:
    for seed in range(5):
        match, rng = GAME.match(3, seed=seed, options={"limit": "one-hand"}), Random(seed)
        while not match.over:
            random_step(match, rng)
        assert match.deal_number == 1


# -- facts: 20 to 25 ---


@rule(20)
@rule(21)
@rule(22)
@rule(23)
@rule(24)
@rule(25)
@pytest.mark.parametrize("options", [{}, {"goat": True}, {"removed_colours": 2}], ids=str)
@pytest.mark.parametrize("seats", range(2, 5))
def test_rules_20_to_25_at_every_step(seats: int, options: dict[str, Any]) -> None:
    for seed in range(6):
        match, rng = GAME.match(seats, seed=seed, options=options), Random(seed)
        deck = Counter(match.setting.deck)
        before, last, deal = 9 * seats, (0, -1), 1
        while not match.over:
            table = match.table
            if len(table.hands[match.to_act[0]]) < len(table.middle) and not table.beaten:
                assert match.moves(match.to_act[0]) == (Pass(),)
            _, move = random_step(match, rng)
            if match.deal_number != deal or match.over:
                before, last, deal = 9 * seats, (0, -1), match.deal_number
                continue
            piles = (table.aside, table.middle, table.beaten, table.discards, *table.hands)
            assert Counter(card for pile in piles for card in pile) == deck
            assert max(map(len, table.hands)) <= 9
            if isinstance(move, Play):
                now = (len(move.set), int("".join(str(card.rank) for card in move.set)))
                assert now[1] > last[1]
                assert last[0] == 0 or now[0] - last[0] in (0, 1)
                last = now
            if not table.middle:
                held = sum(map(len, table.hands))
                assert held < before
                before, last = held, (0, -1)
        assert min(match.scores.totals) < match.options.limit
        for winner in match.winners:
            assert match.scores.totals[winner] < 15


@rule(25)
def test_rule_25_one_goes_out_at_a_time() -> None:
    match = situation({0: "B9", 1: "R1", 2: "G1"}, limit="one-hand")
    match.play(0, "play B9")
    assert [deal.count(0) for deal in match.scores.deals] == [1]


@pytest.mark.rule(25)
def test_rule_25_two_players_never_share_and_the_winner_is_below_the_limit() -> None:
    for seed in range(60):
        match = GAME.match(2, seed=seed, options={"limit": 10})
        rng = Random(seed)
        while not match.over:
            match.play(match.to_act[0], rng.choice(match.moves(match.to_act[0])))
        assert len(match.winners) == 1
        assert match.standings[0].points < 10 <= match.standings[1].points


# -- mistakes that others make ---


def test_mistake_the_leader_passes() -> None:
    match = situation("B9 R1")
    refused(match, 0, Pass())


def test_mistake_a_card_is_taken_when_going_out() -> None:
    match = situation({0: 3, 1: "B9", 2: 3}, mid="B3")
    events = list(match.play(1, "play B9"))
    assert match.scores.totals == [3, 0, 3]
    end = [event.kind for event in events].index("out")
    assert all(event.data["target"][0] != "hands" for event in events[:end] if event.kind == "card")


def test_mistake_a_lead_of_several_cards_that_is_not_the_whole_hand() -> None:
    refused(situation("B9 B8 R1"), 0, play_of("B9 B8"))


def test_mistake_no_play_of_one_card_more() -> None:
    match = situation("B2 B1 R9", mid="O9")
    assert moves(match, 1) == {"play B2 B1", "pass"}
    match.play(1, "play B2 B1")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("B6 B6", "B6 is there only once"),
        ("B6 B6 B3", "B6 is there only once"),
        ("O9 O9", "you do not hold O9"),
        ("O9", "you do not hold O9"),
        ("B6 O9", "you do not hold O9"),
        ("", "a play has at least one card"),
    ],
)
@pytest.mark.parametrize("mid", ["", "P5", "P5 P4"])
def test_mistake_the_same_card_twice_or_one_not_in_hand(cards: str, reason: str, mid: str) -> None:
    match = situation({0: "B6 B3 R1", 1: "B9 B8"} if not mid else "B6 B3 R1", mid=mid)
    seat = match.to_act[0]
    assert refused(match, seat, play_of(cards)) == reason
    assert refused(match, seat, f"play {cards}".strip()) == reason


def test_mistake_only_one_of_several_winners() -> None:
    match = situation({0: "B9", 1: 9, 2: 9}, points=[9, 9, 0])
    match.play(0, "play B9")
    assert match.winners == (0, 2)


@pytest.mark.parametrize("order", ["B3 B6 B7", "B7 B3 B6", "B6 B7 B3"])
def test_mistake_digits_in_the_order_named(order: str) -> None:
    match = situation("B3 B6 B7 O1", mid="R7 R6 R2")
    assert match.why_not(1, play_of(order)) is None
    assert match.why_not(1, f"play {order}") is None
    match.play(1, f"play {order}")
    assert [card.code for card in match.table.middle] == ["B7", "B6", "B3"]


# -- bad input ---

BAD: list[Any] = [
    *("play", "play ", "play B6 B6", "play O9", "play B6 O9", "play x", "play B6,B3", "play B66"),
    *("take", "take B6", "take O9", "take B6 B3", "pass pass", "pass B6", "PLAY", "", "decline"),
    *(Play(()), play_of("B6 B6"), play_of("O9"), Take(FACES["B6"]), Take(FACES["O9"]), DECLINE),
    *(Play((Card("B6"),)), Take(Card("B3")), None, 3, (), ["play B6"]),
]


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_bad_input_changes_nothing(bad: Any) -> None:
    lead = situation({0: "B6 B3 R1", 1: "D9 D8"}, limit="one-hand")
    follow = situation("B6 B3 R1", mid="P5")
    due = situation("B6 B3 R1", mid="P5 P4", limit="one-hand")
    due.play(1, "play B6 B3")
    for match in (lead, follow, due):
        for seat in match.seats:
            assert refused(match, seat, bad).strip()


def test_a_take_that_is_not_due() -> None:
    for match in (situation("B6 B3 R1"), situation("B6 B3 R1", mid="P5 P4")):
        seat = match.to_act[0]
        for code in ("B6", "P5", "O9"):
            assert refused(match, seat, Take(FACES[code])) == "there is nothing to take"


def test_others_while_a_take_is_due() -> None:
    match = situation({1: "B6 B3 R1", 2: "D9 D8", 0: "D7 D6"}, mid="P5 P4")
    match.play(1, "play B6 B3")
    for seat in (0, 2):
        for move in ("take P5", "pass", "play D9 D8", "play D7"):
            assert refused(match, seat, move) == f"it is not player {seat + 1}'s turn"
    assert refused(match, 1, play_of("R1")) == "first take one of P5 P4 (rule 11)"
    assert refused(match, 1, Take(FACES["R1"])) == "R1 is not among the beaten cards (rule 11)"
    match.play(1, "take P4")
    assert refused(match, 1, "take P5") == "it is not player 2's turn"
    assert match.to_act == (2,)


# -- what is done for the absent ---


def test_the_default_move() -> None:
    assert situation("B9 B4 B1 R2").default_move(0) == play_of("B1")
    assert situation("B9 goat B1", goat=True).default_move(0) == play_of("goat")
    match = situation("R9 R8 G1", mid="B3 B6")
    assert match.default_move(1) == Pass()
    match.play(1, "play R9 R8")
    assert match.default_move(1).verb == "take"


# -- in words ---


def told(match: Match[Any], seat: int, move: Any) -> list[str]:
    names = ("Ada", "Bo", "Cy")
    found = [GAME.describe(event) for event in match.play(seat, move)]
    return [text.render(names=names) for text in found if text is not None]


def test_what_is_told() -> None:
    match = situation({0: "B5 B7", 1: "R6 G1 R1 R2", 2: "O8 O6 D1"})
    assert told(match, 0, "play B5") == ["Ada plays B5"]
    assert told(match, 1, "play R6") == ["Bo plays R6", "Bo takes B5"]
    assert told(match, 2, "play O8 O6") == ["Cy plays O8 O6 (86)", "Cy takes R6"]
    assert told(match, 0, "pass") == ["Ada passes"]
    assert told(match, 1, "pass") == ["Bo passes", "All others have passed: Cy leads"]
    assert told(match, 2, "play D1") == ["Cy plays D1"]
    assert told(match, 0, "play B7") == [
        "Ada plays B7",
        "Ada has no card left",
        "Points of this hand: Ada 0, Bo 4, Cy 1",
        "Hand 2",
    ]


def test_what_is_told_of_a_take_and_of_what_goes_by_itself() -> None:
    match = situation({0: "B6 B3 R1 R2", 1: 1, 2: 9}, mid="P5 P4", owner=2, auto_pass=True)
    assert told(match, 0, "play B6 B3") == ["Ada plays B6 B3 (63)"]
    assert told(match, 0, "take P4") == ["Ada takes P4", "Bo cannot play and passes"]
    match = situation({0: "B2 B7 B1", 1: 4, 2: 4}, auto_finish=True, mid="R9", passes=1)
    assert told(match, 2, "pass") == [
        "Cy passes",
        "All others have passed: Ada leads",
        "Ada plays B7 B2 B1 (721)",
        "Ada has no card left",
        "Points of this hand: Ada 0, Bo 4, Cy 4",
        "Hand 2",
    ]


def summary(match: Match[Any], viewer: int | None) -> dict[Any, Any]:
    parts = GAME.summary(match.observe(viewer))
    return {(part.title and part.title.render(), part.seat): part for part in parts}


def test_what_stands_on_the_table() -> None:
    match = situation({0: "B2 D7 D9 B1", 1: "R6 R4 G1", 2: 4}, mid="B6 B3", points=[3, 4, 5])
    seen = summary(match, 0)
    assert str(seen["Middle", None].headline) == "63"
    assert seen["Middle", None].cards == cards("B6 B3")
    assert seen["Middle", None].lines == (Text("by {player}", player=Player(0)),)
    assert seen["hand", 0].cards == cards("B2 B1 D9 D7")
    assert seen["hand", 1].cards == (None,) * 3
    assert [str(seen["points", seat].lines[0]) for seat in range(3)] == ["3", "4", "5"]
    assert ("Beaten", None) not in seen
    match.play(1, "play R6 R4")
    seen = summary(match, None)
    assert seen["Beaten", None].cards == cards("B6 B3")
    match.play(1, "take B6")
    seen = summary(match, 2)
    assert seen["Discards", None].cards == cards("B3")
    assert [str(line) for line in seen[None, 1].lines] == ["took B6"]
    match.play(2, "pass")
    assert [str(line) for line in summary(match, 1)[None, 2].lines] == ["has passed"]
    match.play(0, "pass")
    middle = summary(match, 1)["Middle", None]
    assert middle.headline is None
    assert [line.render() for line in middle.lines] == ["empty, player 2 leads"]


def test_the_rules_page_and_the_reasons_name_the_same_rules() -> None:
    page = GAME.rules["en"]
    for number in range(1, 25):
        assert f"\n{number}. " in page
    for name in GAME.Options.__attrs_attrs__:
        assert f"`{name.name.replace('_', '-')}`" in page
