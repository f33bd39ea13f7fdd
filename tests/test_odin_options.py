"""Odin with every option: whole matches, move by move beside a second writing of the rules
(`odin_reference.py`), with the facts of the rules page checked at every step."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from odin_reference import Reference, number
from odin_situation import GAME, play_of, situation

from cardcore import BadOptions, Event, Match
from cardcore.chance import CHANCE
from cardcore.options import describe

OPTIONS = describe(GAME.Options)
DEFAULTS = {name: option.default for name, option in OPTIONS.items()}
CHOICES = {name: option.choices for name, option in OPTIONS.items()}
NATURES = ("any", "eager", "large", "high", "low", "shy")


def codes(pile: Any) -> list[str]:
    return sorted(card.code for card in pile)


def choose(rng: Random, nature: str, moves: list[str]) -> str:
    """A move of a player with a bent, who follows it most of the time."""
    plays = [move for move in moves if move.startswith("play")]
    if nature == "any" or rng.random() < 0.2 or not plays:
        return rng.choice(moves)
    if nature == "shy":
        return rng.choice(moves if "pass" not in moves else [*plays[:1], "pass", "pass"])
    if nature == "large":
        most = max(len(move.split()) for move in plays)
        return rng.choice([move for move in plays if len(move.split()) == most])
    if nature in ("high", "low"):
        sums = {move: sum(map(number, move.split()[1:])) for move in plays}
        best = max(sums.values()) if nature == "high" else min(sums.values())
        return rng.choice([move for move in plays if sums[move] == best])
    return rng.choice(plays)


class SideBySide:
    """A match and its reference; `step` plays one move in both, and compares everything."""

    def __init__(self, seats: int, options: dict[str, Any], seed: int) -> None:
        self.match = GAME.match(seats, seed=seed, options=options)
        first = next(what for who, what in self.match.log if who == CHANCE)
        self.reference = Reference(seats, DEFAULTS | options, first)
        self.rng = Random(f"{seed} {options}")
        self.natures = [self.rng.choice(NATURES) for _ in self.match.seats]
        self.deck = Counter(card.code for card in self.match.setting.deck)
        self.played: list[str] = []
        self.held = 0
        self.sizes: list[int] = []
        self.deal(list(self.match.events))
        self.compare()

    def deal(self, events: list[Event]) -> None:
        """Give the reference the hands that the match has dealt, as its events tell them."""
        dealt: list[Event] = []
        for event in events:
            if event.kind == "cards" and event.data["target"][0] == "hands":
                dealt.append(event)
        seats = len(self.match.seats)
        for start in range(0, len(dealt), seats):
            hands = [list(map(str, event.data["cards"])) for event in dealt[start : start + seats]]
            assert [len(hand) for hand in hands] == [9] * seats
            if self.reference.options["goat"]:
                assert sum(hand.count("goat") for hand in hands) == 1
            self.reference.deal(hands)

    def step(self) -> None:
        match, reference, rng = self.match, self.reference, self.rng
        (seat,) = match.to_act
        text = choose(rng, self.natures[seat], sorted(move.text for move in match.moves(seat)))
        self.played.append(f"{seat} {text}")
        if rng.random() < 0.01:  # a match goes on from what is saved, and so does a copy
            saved = json.loads(json.dumps(match.to_dict()))
            match = self.match = rng.choice((match.copy(), Match.from_dict(saved, game=GAME)))
        before = [len(hand) for hand in match.table.hands]
        lead = not match.table.middle
        deal_number = match.deal_number
        move = next(move for move in match.moves(seat) if move.text == text)
        events = list(match.play(seat, move if rng.random() < 0.5 else text))
        reference.play(seat, text)
        self.deal(events)
        if match.deal_number == deal_number and not match.over:
            self.check_round(seat, text, lead, before)
        self.compare()

    def check_round(self, seat: int, text: str, lead: bool, before: list[int]) -> None:
        """Facts 20, 21 and 23 of the rules page, within a hand."""
        cards, sizes = text.split()[1:], [len(hand) for hand in self.match.table.hands]
        due = bool(self.match.table.beaten)
        if text.startswith("play") and not lead and not due:
            assert sizes[seat] == before[seat] - len(cards) + 1
        if text.startswith("play"):
            if lead:
                self.sizes = [len(cards)]
            else:
                assert len(cards) - self.sizes[-1] in (0, 1)
                self.sizes.append(len(cards))
        assert max(sizes) <= 9
        if not due and not self.match.table.middle:
            self.sizes = []

    def compare(self) -> None:
        match, reference, table = self.match, self.reference, self.match.table
        assert match.over == reference.match_over
        assert match.scores.totals == reference.totals
        assert list(map(codes, table.hands)) == list(map(sorted, reference.hands))
        assert codes(table.middle) == sorted(reference.middle)
        assert codes(table.beaten) == sorted(reference.beaten)
        assert codes(table.discards) == sorted(reference.discards)
        assert {seat: card.code for seat, card in table.took.items()} == reference.taken
        assert (table.owner, table.passes) == (reference.owner, reference.passes)
        assert table.first == reference.first
        for seat in match.seats:
            texts = sorted(move.text for move in match.moves(seat))
            assert texts == reference.moves(seat), f"moves of seat {seat}"
        self.check_facts()
        if match.over:
            assert match.winners == tuple(reference.winners)
            return
        assert table.turn.seat == reference.turn
        assert match.to_act == (reference.turn,)
        default = match.default_move(reference.turn).text
        assert default == "pass" or "pass" not in reference.moves(reference.turn)

    def check_facts(self) -> None:
        """Facts 20, 22, 24 and 25, whoever wrote the rules."""
        match, table = self.match, self.match.table
        piles = (table.aside, table.middle, table.beaten, table.discards, *table.hands)
        assert Counter(card.code for pile in piles for card in pile) == self.deck
        assert not table.stack
        assert len(table.aside) == len(match.setting.deck) - 9 * len(match.seats)
        assert all(len(hand) <= 9 for hand in table.hands)
        assert "goat" not in [card.code for card in table.aside]
        for seat in match.to_act:
            if len(table.hands[seat]) < len(table.middle) and not table.beaten:
                assert [move.text for move in match.moves(seat)] == ["pass"]
        limit = match.options.limit
        if isinstance(limit, int):
            assert match.over == (max(match.scores.totals) >= limit)
            assert not match.over or min(match.scores.totals) < limit
        points = [len(hand) for hand in table.hands]
        assert match.over == (0 in points)

    def play_on(self) -> SideBySide:
        try:
            while not self.match.over:
                self.step()
        except AssertionError as error:
            error.add_note(
                f"seed {self.match.seed}, {self.match.options}, {len(self.match.seats)} seats, "
                "moves of this match:\n" + ", ".join(self.played)
            )
            raise
        return self


# -- whole matches ---


def possible(options: dict[str, Any]) -> range:
    return range(2, 5) if options.get("removed_colours") else range(2, 7)


SINGLE = [{name: value} for name in CHOICES for value in CHOICES[name]]


def name_options(options: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items())


@pytest.mark.parametrize("options", SINGLE, ids=name_options)
def test_every_value_of_every_option(options: dict[str, Any]) -> None:
    for seats in possible(options):
        SideBySide(seats, options, seats).play_on()


COMBINED = [
    dict(zip(CHOICES, values, strict=True))
    for values in product(("one-hand", 12), *list(CHOICES.values())[1:])
]


@pytest.mark.parametrize("options", COMBINED, ids=name_options)
def test_every_combination(options: dict[str, Any]) -> None:
    for seats in possible(options):
        SideBySide(seats, options, seats).play_on()


def mixture(rng: Random) -> dict[str, Any]:
    options = {name: rng.choice(values) for name, values in CHOICES.items()}
    return options | {"limit": rng.choice((1, 5, 9, 10, 15, 20, "one-hand"))}


def random_match(seed: int) -> SideBySide:
    rng = Random(seed)
    options = mixture(rng)
    return SideBySide(rng.choice(possible(options)), options, seed)


CORNERS = [
    *(f"a set of {size}" for size in range(1, 6)),
    "the goat alone",
    "the goat in a set",
    "the goat left in hand",
    "an automatic pass",
    "an automatic finish",
    "the end of a round",
    "out by leading",
    "out by following",
    "a shared win",
]


def test_random_mixtures() -> None:
    corners: Counter[str] = Counter()
    for seed in range(150):
        corners.update(random_match(seed).play_on().reference.corners)
    assert [corner for corner in CORNERS if corners[corner] < 3] == [], "what never came up"


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_random_mixtures(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        random_match(seed).play_on()


# -- the options one by one ---


@pytest.mark.parametrize("limit", ["1", "7", 33, "999999999", "one-hand", "15"])
def test_limits_that_are_taken(limit: Any) -> None:
    match = GAME.match(3, seed=1, options={"limit": limit})
    assert str(match.options.limit) == str(limit)


@pytest.mark.parametrize(
    "limit", ["0", "-3", 0, "", "x", "1.5", 2.5, True, None, "٣", "1 0", "9" * 10, "one hand"]
)
def test_limits_that_are_refused(limit: Any) -> None:
    with pytest.raises(BadOptions, match="any number from 1"):
        GAME.match(3, seed=1, options={"limit": limit})


def test_two_colours_out_are_for_up_to_four() -> None:
    for goat, there in ((False, 36), (True, 37)):
        options = {"removed_colours": 2, "goat": goat}
        for seats in (2, 3, 4):
            deck = GAME.match(seats, seed=1, options=options).setting.deck
            assert len(deck) == there
            assert not {card.suit for card in deck} & {"dark", "orange"}
        for seats in (5, 6):
            with pytest.raises(BadOptions, match=f"there are {there} cards, too few for {seats}"):
                GAME.match(seats, seed=1, options=options)


def test_the_preset_for_two() -> None:
    assert GAME.presets == {"two": {"removed_colours": 2}}
    assert len(GAME.match(2, seed=1, options=GAME.presets["two"]).setting.deck) == 36


@pytest.mark.parametrize(("option", "first"), [("rotate", 2), ("last_in_turn", 0)])
def test_who_begins_the_next_hand(option: str, first: int) -> None:
    match = situation({0: "B9", 1: 4, 2: 4}, first=1, next_starter=option)
    match.play(0, "play B9")
    assert (match.table.first, match.to_act) == (first, (first,))


def test_the_goat_is_dealt_to_each_as_often() -> None:
    holders = Counter[int]()
    for seed in range(600):
        table = GAME.match(3, seed=seed, options={"goat": True}).table
        (holder,) = [seat for seat in table.seats if "goat" in map(str, table.hands[seat])]
        holders[holder] += 1
    assert all(160 < holders[seat] < 240 for seat in range(3)), holders


def test_nobody_is_told_who_has_the_goat() -> None:
    match = GAME.match(3, seed=2, options={"goat": True})
    for viewer in (*match.seats, None):
        seen = match.observe(viewer)
        for seat in match.seats:
            if seat != viewer:
                assert set(seen["hands"][seat]) == {None}
        told = [event for event in seen.events if event.kind in ("card", "cards", "show")]
        own = [e for e in told if e.data["target"] == ("hands", viewer)]
        for event in told:
            hidden = event.data.get("cards", (event.data.get("card"),))
            assert event in own or set(hidden) == {None}


def test_the_goat_is_never_put_aside_in_a_sampled_match() -> None:
    holders = Counter[int]()
    match = next(
        match
        for match in (GAME.match(4, seed=seed, options={"goat": True}) for seed in range(99))
        if "goat" not in map(str, match.table.hands[match.to_act[0]])
    )
    observation, rng = match.observe(match.to_act[0]), Random(1)
    for _ in range(300):
        table = observation.sample(rng).table
        (holder,) = [seat for seat in table.seats if "goat" in map(str, table.hands[seat])]
        holders[holder] += 1
    others = [seat for seat in match.seats if seat != match.to_act[0]]
    assert all(60 < holders[seat] < 140 for seat in others), holders


def test_pass_for_whoever_has_too_few_cards() -> None:
    hands = {0: "R5 R4 R3 B1", 1: 2, 2: "G9 G8 G7 P1"}
    for auto_pass in (True, False):
        match = situation(hands, mid="B2 B3", owner=2, auto_pass=auto_pass)
        match.play(0, "play R5 R4 R3")
        events = list(match.play(0, "take B3"))
        assert match.to_act == ((2,) if auto_pass else (1,))
        assert match.table.passes == auto_pass
        assert ("pass" in [event.kind for event in events]) == auto_pass


def test_pass_for_whoever_has_as_many_as_there_are_nines() -> None:
    for held, passes in ((1, 2), (2, 1)):
        match = situation({0: "B9 B5", 1: 1, 2: held}, auto_pass=True, owner=0)
        match.play(0, "play B9")
        assert match.table.passes == passes % 2  # both others have passed: the round is over
        assert match.to_act == ((0,) if passes == 2 else (2,))


def test_no_pass_where_only_the_hand_would_tell() -> None:
    for mid, hand in (("B9 R9", "B1 R2 G3"), ("B8", "R1"), ("B9 B8", "R1 G2")):
        match = situation({1: hand}, mid=mid, auto_pass=True)
        assert moves_of(match) == ["pass"]
        assert match.to_act == (1,)


def moves_of(match: Match[Any]) -> list[str]:
    return [move.text for move in match.moves(match.to_act[0])]


def test_all_others_pass_and_the_leader_finishes() -> None:
    match = situation(
        {0: "R5 R4 R3 B1", 1: 2, 2: 1},
        mid="B3 B2",
        owner=2,
        auto_pass=True,
        auto_finish=True,
        limit="one-hand",
    )
    match.play(0, "play R5 R4 R3")
    assert not match.over
    match.play(0, "take B3")  # both pass, and B3 B1 are of one colour
    assert match.over
    assert match.scores.totals == [0, 2, 1]
    assert {card.code for card in match.table.discards} == {"B2", "R5", "R4", "R3"}
    assert play_of("B3 B1").set == tuple(match.table.middle)


def test_the_whole_hand_for_a_leader_but_not_for_who_follows() -> None:
    for auto_finish in (True, False):
        match = situation({0: "B2 B7 B1", 1: "R9 R8"}, auto_finish=auto_finish, limit="one-hand")
        match.play(0, "play B2")
        assert "play R9 R8" in moves_of(match), "whoever follows decides"
        match.play(1, "pass")
        match.play(2, "pass")
        assert match.over == auto_finish
        if auto_finish:
            assert not match.table.hands[0]
            assert match.winners == (0,)


def dealt(hand: str, seats: int, **options: Any) -> Match[Any]:
    """A match whose first hand P0 begins with these cards."""
    setting = GAME.match(seats, seed=1, options=options).setting
    first = list(play_of(hand).set)
    others = [card for card in setting.deck if card not in first]
    from_top = [(first if place % seats == 0 else others).pop() for place in range(9 * seats)]
    match: Match[Any] = Match(setting, 1)
    match.table.chance.script = iter([0, tuple(others + from_top[::-1])])
    match.table.chance.goes_on = True
    match._start()
    return match


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_hand_may_end_as_it_is_dealt(seats: int) -> None:
    blue = "B9 B8 B7 B6 B5 B4 B3 B2 B1"
    match = dealt(blue, seats, auto_finish=True)
    assert match.scores.totals == [0, *[9] * (seats - 1)]
    assert (match.deal_number, match.to_act) == (2, (1,))
    assert [event.kind for event in match.events].count("finish") == 1
    assert match.record().replay(game=GAME).to_dict() == match.to_dict()
    match = dealt(blue, seats, auto_finish=True, limit="one-hand")
    assert (match.over, match.winners, match.to_act) == (True, (0,), ())
    match = dealt(blue, seats)
    assert match.to_act == (0,)
    assert f"play {blue}" in moves_of(match)
