"""The numbered rules of the rules page of Zeus on the Loose, and the mistakes that others make."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from zeus_situation import GAME, moves, play, refused, round_end, situation

from cardcore import BadOptions, Match

rule = pytest.mark.rule

GODS = ["Aphrodite", "Apollo", "Ares", "Artemis", "Athena", "Hera", "Hermes", "Poseidon"]
SAY_SO = ["Aphrodite", "Apollo", "Ares", "Artemis", "Hera", "Poseidon"]
NUMBERS = [str(number) for number in range(1, 11)]


def after(card: str, total: int, **more: Any) -> tuple[int, bool]:
    """The total after P0 plays a card in a live round, and whether P0 has Zeus then."""
    match = situation(card, T=total, Z=1, **more)
    play(match, 0, f"play {card}")
    assert match.deal_number == 1
    return match.table.total, match.table.holder == 0


# -- setup: rules 1 to 5 ---


@rule(1)
@pytest.mark.parametrize("seats", range(2, 6))
def test_rule_1_the_turn_goes_to_the_left(seats: int) -> None:
    match = situation({seat: str(seat + 1) for seat in range(seats)}, n=seats, turn=seats - 1)
    for seat in (seats - 1, *range(seats - 1)):
        assert match.to_act == (seat,)
        play(match, seat, f"play {seat + 1}")
    assert match.to_act == (seats - 1,)


@rule(1)
def test_rule_1_two_to_five_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    for seats in (0, 1, 6, 7):
        with pytest.raises(BadOptions, match="2 to 5 players"):
            GAME.match(seats)


@rule(2)
@pytest.mark.parametrize(
    ("deck", "gods"),
    [
        ("60", {"Poseidon": 4, "Ares": 3, "Athena": 3, "Hermes": 3}),
        ("56", {"Poseidon": 3, "Ares": 2, "Athena": 2, "Hermes": 2}),
    ],
)
def test_rule_2_the_deck(deck: str, gods: dict[str, int]) -> None:
    rest = {"Aphrodite": 2, "Apollo": 2, "Artemis": 2, "Hera": 1}
    expected = dict.fromkeys(NUMBERS, 4) | gods | rest
    match = GAME.match(2, seed=3, options={"deck": deck})
    assert Counter(card.code for card in match.setting.deck) == expected
    assert sum(expected.values()) == int(deck)
    assert {card.code: card.rank for card in match.setting.deck if card.rank} == {
        number: int(number) for number in NUMBERS
    }


@rule(3)
@pytest.mark.parametrize("seats", range(2, 6))
def test_rule_3_four_cards_each_and_hands_are_secret(seats: int) -> None:
    match = GAME.match(seats, seed=seats)
    table = match.table
    assert [len(hand) for hand in table.hands] == [4] * seats
    assert len(table.stock) == 60 - 4 * seats
    for viewer in (*match.seats, None):
        seen = match.observe(viewer)
        for seat in match.seats:
            own = tuple(table.hands[seat]) if seat == viewer else (None,) * 4
            assert tuple(seen["hands"][seat]) == own
        assert set(seen["stock"]) == {None}


@rule(3)
def test_rule_3_mount_olympus_is_public_and_shuffles_differ() -> None:
    match = situation("7", T=20)
    play(match, 0, "play 7")
    for viewer in (*match.seats, None):
        assert tuple(match.observe(viewer)["olympus"]) == tuple(match.table.olympus)
    orders = {tuple(map(str, GAME.match(3, seed=seed).table.stock)) for seed in range(20)}
    assert len(orders) == 20


@rule(4)
def test_rule_4_every_round_starts_at_0_without_a_holder() -> None:
    match = situation("9", T=95, top=("4", 2), Z=1)
    match.play(0, "play 9")
    assert match.deal_number == 2
    for later in (match, GAME.match(3, seed=4)):
        assert (later.table.total, later.table.holder) == (0, None)
        assert not later.table.olympus


BEGINNERS = [
    (["Ana", "Zoe", "Max"], 1),
    (["Zoe", "Ana"], 0),
    (["ana", "Bea"], 1),
    (["bea", "Ana"], 0),
    (["Zoe B", "Zoe A", "Ana"], 0),  # only the first word counts: equal, the lower seat
    (["Ana Z", "Bea A"], 1),
    (["Ana Zzz", "Ana"], 0),
    (["Oscar", "Óscar"], 0),
    (["Óscar", "Oscar"], 0),
    (["Max", "Óscar", "Oscar"], 1),
    (["Ólaf", "Oscar"], 1),
    (["O\u0301scar", "OSCAR", "oscar"], 0),  # an accent as a sign of its own
    (["émile", "Eve", "Emil"], 1),
    (["Ñandu", "Nora"], 1),
    (["Straße", "Strasse"], 0),
    (["  Zoe", "Ana"], 0),
    (["Ana Zoe", "Bea"], 1),
    (["Jean-Luc", "Jean"], 0),
]


@rule(5)
@pytest.mark.parametrize(("names", "seat"), BEGINNERS, ids=lambda value: str(value))
def test_rule_5_the_latest_first_name_begins(names: list[str], seat: int) -> None:
    for seed in range(3):
        match = GAME.match(names=names, seed=seed)
        assert match.to_act == (seat,)
        assert match.table.dealer == (seat - 1) % len(names)


@rule(5)
@pytest.mark.parametrize("names", [[], ["Zoe"], ["Zoe", "", "Ana"], ["Zoe", " ", "Ana"]])
def test_rule_5_without_a_name_for_every_seat_chance_decides(names: list[str]) -> None:
    found = Counter()
    for seed in range(60):
        match = GAME.match(3, names=names, seed=seed)
        found[match.to_act[0]] += 1
        assert match.table.dealer == (match.to_act[0] - 1) % 3
    assert set(found) == {0, 1, 2}


# -- a turn: rules 6 to 11 ---


@rule(6)
def test_rule_6_exactly_one_card_any_card_and_no_pass() -> None:
    for hand in ("1 5 10 Hera", "Athena Hermes Apollo Ares", "8 8 8 Poseidon"):
        for before in ({"D": None}, {"T": 61, "Z": 1}):
            match = situation(hand, **before)
            assert moves(match, 0) == {f"play {card}" for card in hand.split()}
            refused(match, 0, "decline")
            size = len(match.table.olympus)
            play(match, 0, f"play {hand.split()[0]}")
            assert len(match.table.olympus) == size + 1


@rule(7)
@pytest.mark.parametrize("number", NUMBERS)
def test_rule_7_a_number_adds_itself(number: str) -> None:
    for total in (0, 1, 37, 89):
        assert after(number, total)[0] == total + int(number)


@rule(8)
@pytest.mark.parametrize("god", [god for god in GODS if god != "Aphrodite"])
def test_rule_8_gods_on_every_total(god: str) -> None:
    for total in range(100):
        expected = {
            "Apollo": total,
            "Artemis": total,
            "Athena": total,
            "Ares": 50,
            "Hera": 99,
            "Hermes": 10 * (total % 10) + total // 10,
            "Poseidon": max(0, total - 10),
        }[god]
        ten = expected > 0 and expected % 10 == 0
        assert after(god, total) == (expected, god in SAY_SO or ten)


@rule(8)
def test_rule_8_aphrodite_on_every_total() -> None:
    for total in range(95):
        assert after("Aphrodite", total) == (10 * ((total + 5) // 10), True)
    for total in range(95, 100):
        match = situation("Aphrodite", T=total, Z=1)
        assert round_end(match, 0, "play Aphrodite") == (0, 100, 0)


@rule(8)
def test_rule_8_athena_takes_the_next_turn_away() -> None:
    for seats in range(2, 6):
        for seat in range(seats):
            match = situation({seat: "Athena"}, n=seats, T=23, turn=seat)
            play(match, seat, "play Athena")
            assert match.to_act == ((seat + 2) % seats,)


@rule(8)
def test_rule_8_with_two_players_athena_is_another_turn() -> None:
    match = situation("Athena 7", n=2, T=23, Z=1)
    play(match, 0, "play Athena")
    assert match.to_act == (0,)
    play(match, 0, "play 7")
    assert (match.table.total, match.table.holder, match.to_act) == (30, 0, (1,))


@rule(9)
def test_rule_9a_tens_take_zeus_and_0_does_not() -> None:
    for holder in (None, 0, 1):
        for total in range(10, 90, 10):
            match = situation("10", T=total, Z=holder)
            play(match, 0, "play 10")
            assert (match.table.total, match.table.holder) == (total + 10, 0)
        match = situation("7", T=72, Z=holder)
        play(match, 0, "play 7")
        assert (match.table.total, match.table.holder) == (79, holder)
        match = situation("Hermes", T=0, Z=holder)
        play(match, 0, "play Hermes")
        assert (match.table.total, match.table.holder) == (0, holder)


@rule(9)
def test_rule_9a_hermes_and_athena_take_zeus_on_a_ten() -> None:
    assert after("Hermes", 3) == (30, True)
    assert after("Athena", 30) == (30, True)
    assert after("Athena", 0) == (0, False)
    assert after("Hermes", 30) == (3, False)


@rule(9)
@pytest.mark.parametrize("holder", [None, 0, 1, 2])
def test_rule_9b_a_match_takes_zeus(holder: int | None) -> None:
    match = situation("8", T=23, top=("8", 2), Z=holder)
    play(match, 0, "play 8")
    assert (match.table.total, match.table.holder) == (31, 0)


@rule(9)
def test_rule_9b_not_upon_ones_own_number_nor_below_a_god() -> None:
    match = situation("8", T=23, top=("8", 0), Z=1)
    play(match, 0, "play 8")
    assert (match.table.total, match.table.holder) == (31, 1)
    match = situation({0: "8", 1: "Hermes", 2: "8"}, n=4, T=24, Z=3, sneak=False)
    play(match, 0, "play 8")
    play(match, 1, "play Hermes")
    play(match, 2, "play 8")
    assert (match.table.total, match.table.holder) == (31, 3)


@rule(9)
@pytest.mark.parametrize("god", GODS)
def test_rule_9b_equal_gods_are_no_match(god: str) -> None:
    if god == "Hera":  # there is one
        return
    match = situation(god, T=23, top=(god, 2), Z=1)
    play(match, 0, f"play {god}")
    assert match.table.holder == (0 if god in SAY_SO else 1)


@rule(9)
@pytest.mark.parametrize("god", GODS)
@pytest.mark.parametrize("holder", [None, 0, 1])
def test_rule_9c_six_gods_say_so(god: str, holder: int | None) -> None:
    match = situation(god, T=23, Z=holder)
    play(match, 0, f"play {god}")
    assert match.table.holder == (0 if god in SAY_SO else holder)


@rule(10)
def test_rule_10_the_end_is_tested_before_the_draw() -> None:
    match = situation("5", T=95, D=1)
    assert round_end(match, 0, "play 5") == (0, 100, 0)
    match = situation("5", T=94, D=2, draw_next="Hera")
    play(match, 0, "play 5")
    assert "Hera" in map(str, match.table.hands[0])


@rule(11)
def test_rule_11_to_the_left_and_past_one_after_athena() -> None:
    match = situation({2: "Athena", 3: "1", 1: "2"}, n=4, T=20, turn=3)
    play(match, 3, "play 1")
    play(match, 0, min(moves(match, 0)))
    assert match.to_act == (1,)
    play(match, 1, "play 2")
    play(match, 2, "play Athena")
    assert match.to_act == (0,)


# -- the sneak: rules 12 to 16 ---


@rule(12)
@pytest.mark.parametrize("number", NUMBERS)
def test_rule_12_every_other_holder_may_sneak(number: str) -> None:
    hands = {0: number, 1: number, 3: number}
    for sneaker in (1, 3):
        match = situation(hands, n=5, T=21, Z=4, collect="race")
        play(match, 0, f"play {number}")
        assert [seat for seat in match.seats if f"sneak {number}" in moves(match, seat)] == [1, 3]
        play(match, sneaker, f"sneak {number}")
        assert match.table.total == 21 + 2 * int(number)
        assert match.table.holder == sneaker


@rule(12)
def test_rule_12_nothing_else_is_played_out_of_turn() -> None:
    match = situation({0: "4", 2: "5 Hermes Apollo 10"}, T=20, collect="race")
    play(match, 0, "play 4")
    assert match.to_act == (1,)
    for card in ("5", "Hermes", "Apollo", "10"):
        refused(match, 2, f"play {card}")
        refused(match, 2, f"sneak {card}")


@rule(12)
def test_rule_12_the_next_in_turn_may_sneak_too() -> None:
    match = situation({0: "4", 1: "4"}, T=20, collect="race")
    play(match, 0, "play 4")
    assert {"play 4", "sneak 4"} <= moves(match, 1)
    match = situation({0: "4", 1: "4"}, T=20)
    play(match, 0, "play 4")
    assert moves(match, 1) == {"sneak 4", "decline"}


@rule(12)
@pytest.mark.parametrize(("move", "may_answer"), [("sneak 4", False), ("play 4", True)])
def test_rule_12_the_same_card_played_as_a_turn_is_no_sneak(move: str, may_answer: bool) -> None:
    match = situation({0: "4 4", 1: "4"}, T=20, sneak_chain=False, collect="race")
    play(match, 0, "play 4")
    play(match, 1, move)
    assert ("sneak 4" in moves(match, 0)) is may_answer


@rule(13)
def test_rule_13_a_number_below_a_god_is_out_of_reach() -> None:
    match = situation({0: "4", 1: "Apollo", 2: "4"}, n=4, T=21, collect="race")
    play(match, 0, "play 4")
    play(match, 1, "play Apollo")
    assert match.to_act == (2,)
    assert "rule 13" in refused(match, 2, "sneak 4")


@rule(13)
@pytest.mark.parametrize("god", [god for god in GODS if god != "Hera"])
def test_rule_13_gods_are_not_sneaked(god: str) -> None:
    match = situation({0: god, 1: god}, T=21, collect="race")
    play(match, 0, f"play {god}")
    assert not match.table.interrupts
    assert all("sneak" not in text for seat in match.seats for text in moves(match, seat))


@rule(14)
def test_rule_14_the_first_player_may_answer_a_sneak_but_not_himself() -> None:
    match = situation({0: "3 3", 1: "3 3"}, T=1, collect="race")
    play(match, 0, "play 3")
    refused(match, 0, "sneak 3")
    play(match, 1, "sneak 3")
    refused(match, 1, "sneak 3")
    play(match, 0, "sneak 3")
    assert match.table.holder == 0
    play(match, 1, "sneak 3")
    assert (match.table.total, match.table.holder, match.to_act) == (13, 1, (2,))


@rule(15)
@pytest.mark.parametrize("sneaker", [1, 2, 3, 4])
def test_rule_15_the_turn_goes_on_from_the_left_of_the_sneaker(sneaker: int) -> None:
    match = situation({0: "8", sneaker: "8"}, n=5, T=21)
    play(match, 0, "play 8")
    play(match, sneaker, "sneak 8")
    assert match.to_act == ((sneaker + 1) % 5,)


@rule(16)
def test_rule_16_a_sneaker_draws_and_the_next_card_ends_the_chance() -> None:
    match = situation({0: "8", 1: "5", 2: "8"}, n=4, T=21, collect="race")
    play(match, 0, "play 8")
    assert "sneak 8" in moves(match, 2)
    before = len(match.table.stock)
    other = match.copy()
    play(other, 2, "sneak 8")
    assert (len(other.table.hands[2]), len(other.table.stock)) == (4, before - 1)
    play(match, 1, "play 5")
    assert match.to_act == (2,)
    assert "rule 12" in refused(match, 2, "sneak 8")


# -- the end of a round: rules 17 to 22 ---


@rule(17)
@pytest.mark.parametrize("holder", [None, 0, 1])
def test_rule_17_exactly_100_wins(holder: int | None) -> None:
    for card, total in (("5", 95), ("1", 99), ("10", 90), ("Aphrodite", 96)):
        match = situation(card, T=total, Z=holder, points=[3, 3, 3])
        match.play(0, f"play {card}")
        assert (match.winners, match.table.holder, match.table.total) == ((0,), 0, 100)


@rule(18)
@pytest.mark.parametrize("holder", [None, 0, 1])
def test_rule_18_a_match_past_100_wins(holder: int | None) -> None:
    match = situation("9", T=95, top=("9", 2), Z=holder, points=[3, 3, 3])
    match.play(0, "play 9")
    assert (match.winners, match.table.holder, match.table.total) == ((0,), 0, 104)


@rule(18)
@pytest.mark.parametrize("holder", [None, 0, 1])
def test_rule_18_so_does_a_sneak(holder: int | None) -> None:
    match = situation({0: "7", 2: "7"}, T=88, Z=holder)
    play(match, 0, "play 7")
    assert round_end(match, 2, "sneak 7") == (2, 102, 0)


@rule(19)
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_rule_19_over_100_the_holder_wins(holder: int) -> None:
    match = situation("9", T=95, top=("8", 1), Z=holder)
    assert round_end(match, 0, "play 9") == (holder, 104, 0)


@rule(19)
def test_rule_19_a_number_upon_ones_own_is_any_other_card() -> None:
    match = situation("9", T=95, top=("9", 0), Z=2)
    assert round_end(match, 0, "play 9") == (2, 104, 0)


@rule(20)
@pytest.mark.parametrize("total", [0, 7, 50, 98])
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_rule_20_the_pile_runs_out_and_the_holder_wins(total: int, holder: int) -> None:
    match = situation("1", T=total, Z=holder, D=1)
    assert round_end(match, 0, "play 1") == (holder, total + 1, 1)


@rule(20)
def test_rule_20_the_last_card_may_steal_zeus() -> None:
    match = situation("Apollo", T=35, Z=1, D=1)
    assert round_end(match, 0, "play Apollo") == (0, 35, 1)
    match = situation({0: "7", 2: "7"}, T=15, Z=1, D=2)
    play(match, 0, "play 7")
    assert round_end(match, 2, "sneak 7") == (2, 29, 1)


@rule(20)
def test_rule_20_no_sneak_is_offered_when_the_pile_is_out() -> None:
    match = situation({0: "7", 2: "7"}, T=15, Z=1, D=1)
    assert round_end(match, 0, "play 7") == (1, 22, 1)
    assert not match.table.interrupts


@rule(21)
@pytest.mark.parametrize("winner", [0, 1, 2, 3])
def test_rule_21_the_winner_deals_the_next_round(winner: int) -> None:
    match = situation(
        "9", n=4, T=95, Z=winner, draw="strict", limits={1: 2}, sizes={1: 2}, dealer=3
    )
    assert round_end(match, 0, "play 9") == (winner, 104, 0)
    table = match.table
    assert match.scores.totals == [int(seat == winner) for seat in range(4)]
    assert (table.dealer, match.to_act) == (winner, ((winner + 1) % 4,))
    assert (table.total, table.holder, table.limits, len(table.stock)) == (0, None, {}, 44)


@rule(22)
@pytest.mark.parametrize(("letters", "points"), [(4, [3, 2, 0]), (3, [2, 1, 0])])
def test_rule_22_all_letters_win_the_game(letters: int, points: list[int]) -> None:
    match = situation("9", T=95, Z=1, points=points, letters=letters)
    match.play(0, "play 9")
    assert not match.over
    match = situation("9", T=95, Z=0, points=points, letters=letters)
    match.play(0, "play 9")
    assert match.over
    assert match.winners == (0,)
    assert match.standings[0].points == letters


# -- rule 23 is in test_zeus_readings.py; the facts that follow: 24 to 27 ---


def playouts(**options: Any) -> list[tuple[Match[Any], Any]]:
    """Every step of some random matches: the match after it, and its events."""
    steps = []
    for seed in range(40):
        rng = Random(seed)
        match = GAME.match(2 + seed % 4, seed=seed, options=options, collect="race")
        while not match.over:
            seat = rng.choice(match.to_act)
            steps.append((match, match.play(seat, rng.choice(match.moves(seat)))))
    return steps


@rule(24)
def test_rule_24_99_in_a_live_round_and_109_at_the_most() -> None:
    totals = []
    for _, events in playouts():
        kinds = {event.kind: event.data for event in events}
        if "total" in kinds:
            totals.append(kinds["total"]["total"])
            assert (totals[-1] >= 100) <= ("round" in kinds)
    assert min(totals) >= 0
    assert max(totals) <= 109
    match = situation("10", T=99, Z=1)
    assert round_end(match, 0, "play 10") == (1, 109, 0)


@rule(25)
@pytest.mark.parametrize("god", GODS)
def test_rule_25_no_god_goes_above_100(god: str) -> None:
    for total in range(90, 100):
        match = situation(god, T=total)
        match.play(0, f"play {god}")
        assert (match.deal_number == 2) == (god == "Aphrodite" and total >= 95)
    if god == "Hera":
        match = situation({0: "Hera", 1: "1"}, T=12, Z=2)
        play(match, 0, "play Hera")
        assert round_end(match, 1, "play 1") == (1, 100, 0)


@rule(26)
@pytest.mark.parametrize("draw", ["automatic", "strict", "lenient"])
def test_rule_26_no_card_is_made_or_lost(draw: str) -> None:
    rng = Random(26)
    match = GAME.match(4, seed=26, options={"draw": draw}, collect="race")
    deck = Counter(match.setting.deck)
    while not match.over:
        table = match.table
        piles = [table.stock, table.olympus, *table.hands]
        assert sum(map(Counter, piles), Counter()) == deck
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))


@rule(27)
def test_rule_27_at_most_three_sneaks() -> None:
    match = situation({0: "2", 1: "2", 2: "2", 3: "2"}, n=4, T=21, collect="race")
    play(match, 0, "play 2")
    for sneaker in (1, 2, 3):
        play(match, sneaker, "sneak 2")
    assert (match.table.total, match.table.holder, match.to_act) == (29, 3, (0,))
    assert all("sneak" not in text for seat in match.seats for text in moves(match, seat))


# -- mistakes that other implementations make ---


def test_mistake_halves_rounded_to_the_even_ten() -> None:
    for total in range(5, 95, 10):
        assert after("Aphrodite", total)[0] == total + 5


def test_mistake_poseidon_never_steals() -> None:
    assert after("Poseidon", 57) == (47, True)
    assert after("Poseidon", 3) == (0, True)


def test_mistake_a_match_in_turn_never_steals() -> None:
    for sneak in (True, False):
        match = situation("8", T=23, top=("8", 2), Z=1, sneak=sneak)
        play(match, 0, "play 8")
        assert match.table.holder == 0


def test_mistake_the_player_who_goes_over_100_wins() -> None:
    match = situation("9", T=95, top=("4", 2), Z=2)
    assert round_end(match, 0, "play 9")[0] == 2


def test_mistake_athena_does_nothing() -> None:
    for seats in range(2, 6):
        match = situation("Athena", n=seats, T=23)
        play(match, 0, "play Athena")
        assert match.to_act == (2 % seats,)


def test_mistake_zeus_is_only_taken_by_somebody_who_lacks_it() -> None:
    """Whoever has Zeus may play what takes it, keeps it, and wins with it."""
    for card, before in (("10", {"T": 20}), ("8", {"T": 23, "top": ("8", 2)}), ("Ares", {"T": 23})):
        match = situation(card, Z=0, **before)
        play(match, 0, f"play {card}")
        assert match.table.holder == 0
    match = situation("9", T=95, top=("9", 2), Z=0)
    assert round_end(match, 0, "play 9")[0] == 0


def test_mistake_a_total_of_0_counts_as_a_multiple_of_ten() -> None:
    for card in ("Athena", "Hermes"):
        match = situation(card, D=None)
        play(match, 0, f"play {card}")
        assert (match.table.total, match.table.holder) == (0, None)
        assert after(card, 0) == (0, False)


def test_mistake_totals_below_zero() -> None:
    for total in range(11):
        assert after("Poseidon", total)[0] == 0


def test_mistake_the_discard_pile_is_reshuffled_when_the_draw_pile_runs_out() -> None:
    for pile_out in ("last_card_drawn", "cannot_draw"):
        match = situation({0: "1", 1: "2"}, Z=2, T=5, D=1, points=[3, 3, 3], pile_out=pile_out)
        match.play(0, "play 1")
        if not match.over:
            assert len(match.table.stock) == 0
            match.play(1, "play 2")
        assert (match.over, match.winners, len(match.table.stock)) == (True, (2,), 0)
        assert not any(event.kind == "shuffle" for event in match.events)


def test_mistake_one_deck_per_client() -> None:
    """All draw from one pile: four of a number in hands and pile leave none to be drawn."""
    match = situation({0: "7", 1: "7", 2: "7 7"}, D=None)
    assert "7" not in map(str, match.table.stock)
    sizes = [len(match.table.stock)]
    for seat in (0, 1, 2):
        match.play(seat, "play 7" if seat == 0 else "sneak 7")
        sizes.append(len(match.table.stock))
    assert sizes == [48, 47, 46, 45]
