"""Zeus with every option: whole matches, and rare positions, move by move beside a second writing
of the rules (`zeus_reference.py`), with the facts of the rules page checked at every step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from zeus_reference import NUMBERS, Reference, first_beginner, total_after

import cardcore
from cardcore import Match
from cardcore.options import describe
from cardcore.testing import position

GAME = cardcore.game("zeus")
CHOICES = {name: option.choices for name, option in describe(GAME.Options).items()}
COLLECT = ("in_order", "race", "everyone")
SIZES = (2, 3, 4, 5)
NAMES = ["Zoe", "Óscar", "oscar Z", "zoé B", "Ana", "", " ", "ZOE", "Álvaro", "Max", "émile", "Eve"]
NATURES = ("any", "low", "high", "eager", "forgetful", "diligent", "sharp")


# -- how the players of these matches choose ---


def choose(rng: Random, nature: str, moves: list[str], total: int, options: dict[str, Any]) -> str:
    """A move of a player with a bent, who follows it most of the time."""
    if nature == "any" or rng.random() < 0.2:
        return rng.choice(moves)
    kinds = {move.partition(" ")[0] for move in moves}
    if "sneak" in kinds and nature in ("eager", "sharp", "forgetful"):
        return next(move for move in moves if move.startswith("sneak"))
    if "draw" in kinds and nature in ("diligent", "low"):
        return "draw"
    if nature == "forgetful":
        moves = [move for move in moves if move != "draw"]
    plays = [move for move in moves if move.startswith("play")]
    if plays and nature in ("low", "high"):
        after = {move: total_after(total, move[5:], options) for move in plays}
        best = min(after.values()) if nature == "low" else max(after.values())
        return rng.choice([move for move in plays if after[move] == best])
    return rng.choice(moves)


# -- the match and its reference, side by side ---


def codes(pile: Any) -> list[str]:
    return [card.code for card in pile]


def texts(match: Match[Any], seat: int) -> list[str]:
    return sorted(move.text for move in match.moves(seat))


class SideBySide:
    """A match and its reference; `step` plays one move in both, and compares everything."""

    def __init__(self, match: Match[Any], reference: Reference, rng: Random) -> None:
        self.match = match
        self.reference = reference
        self.rng = rng
        self.natures = [rng.choice(NATURES) for _ in match.seats]
        self.deck = Counter(codes(match.setting.deck))
        self.moves: list[str] = []

    @classmethod
    def begin(
        cls, seats: int, options: dict[str, Any], seed: int, collect: str, names: Sequence[str] = ()
    ) -> SideBySide:
        match = GAME.match(seats, seed=seed, options=options, names=names, collect=collect)
        reference = Reference(seats, options, collect)
        table = match.table
        beginner = first_beginner(list(match.setting.names))
        reference.beginner = table.turn.seat if beginner is None else beginner
        reference.dealer = (reference.beginner - 1) % seats
        reference.deal(list(map(codes, table.hands)), codes(table.stock))
        both = cls(match, reference, Random(seed))
        both.compare()
        return both

    def step(self) -> None:
        match, reference, rng = self.match, self.reference, self.rng
        seat = rng.choice(match.to_act)
        total, options = reference.total, reference.options
        text = choose(rng, self.natures[seat], texts(match, seat), total, options)
        self.moves.append(f"{seat} {text}")
        if rng.random() < 0.004:  # a match goes on from what is saved, and so does a copy
            saved = json.loads(json.dumps(match.to_dict()))
            match = self.match = rng.choice((match.copy(), Match.from_dict(saved, game=GAME)))
        number, holder = match.deal_number, reference.holder
        move = next(move for move in match.moves(seat) if move.text == text)
        events = match.play(seat, move if rng.random() < 0.5 else text)
        reference.play(seat, text)
        check_events(events, reference, holder)
        if reference.round_over and not reference.game_over:
            assert match.deal_number == number + 1
            table = match.table
            reference.deal(list(map(codes, table.hands)), codes(table.stock))
        self.compare()

    def compare(self) -> None:
        match, reference, table = self.match, self.reference, self.match.table
        assert match.over == reference.game_over
        assert match.scores.totals == reference.letters
        assert table.total == reference.total
        assert table.holder == reference.holder
        assert codes(table.stock) == reference.stock
        assert [sorted(codes(hand)) for hand in table.hands] == list(map(sorted, reference.hands))
        for seat in match.seats:
            legal = reference.moves(seat)
            assert texts(match, seat) == legal, f"moves of seat {seat}"
            assert (seat in match.to_act) == bool(legal)
        assert len(set(match.to_act)) == len(match.to_act)
        if match.over:
            assert table.winner == reference.winner
            assert match.winners == (reference.winner,)
            return
        assert table.turn.seat == reference.turn
        assert table.dealer == reference.dealer
        assert [table.limits.get(seat, 4) for seat in match.seats] == reference.limits
        if reference.pile:
            assert (table.olympus.top.code, table.played_by) == reference.pile[-1]
        self.check_facts()

    def check_facts(self) -> None:
        """What holds in every live round, whoever wrote the rules (24, 26, and who may act)."""
        match, table, options = self.match, self.match.table, self.reference.options
        assert table.total <= 99
        assert table.total >= 0 or not options["floor_at_zero"]
        piles = (table.stock, table.olympus, *table.hands)
        assert Counter(card.code for pile in piles for card in pile) == self.deck
        assert match.to_act
        for seat in match.to_act:
            default, legal = match.default_move(seat).text, texts(match, seat)
            usual = [text for text in ("draw", "decline") if text in legal]
            assert default in (usual[:1] or legal)
        sizes = [len(hand) for hand in table.hands]
        if options["draw"] == "automatic":
            assert set(sizes) == {4}
        assert all(size <= table.limits.get(seat, 4) for seat, size in enumerate(sizes))
        assert all(0 <= letters < options["letters"] for letters in match.scores.totals)
        assert GAME.to_act(table)[-1] == table.turn.seat, "those who owe a card come first"

    def play_on(self, *, rounds: int | None = None) -> None:
        """Play to the end of the match, or of so many rounds."""
        end = None if rounds is None else self.match.deal_number + rounds
        try:
            while not self.match.over and self.match.deal_number != end:
                self.step()
        except AssertionError as error:
            setting = self.match.setting
            error.add_note(
                f"seed {self.match.seed}, options {setting.options}, {setting.collect}, "
                f"names {setting.names}, moves of this match:\n" + ", ".join(self.moves)
            )
            raise


def check_events(events: Any, reference: Reference, holder: int | None) -> None:
    """Rules 9, 17 to 21 and 24 to 27, read off what is told; `holder` had Zeus before."""
    data = {event.kind: event.data for event in events}
    if "total" in data:
        assert data["total"]["total"] == reference.total <= 109
    if holder != reference.holder:
        assert data["zeus"] == {"seat": reference.holder, "was": holder}
    assert ("zeus" in data) == (holder != reference.holder)
    assert reference.sneaks_in_a_row <= 3
    assert ("round" in data) == reference.round_over
    if reference.round_over:
        assert data["round"]["winner"] == reference.winner
    elif "total" in data:
        assert reference.total <= 99


# -- whole matches ---

SINGLE = [{name: value} for name in CHOICES for value in CHOICES[name]]
PAIRS = [
    {one: first, other: second}
    for one, other in combinations(CHOICES, 2)
    for first, second in product(CHOICES[one], CHOICES[other])
]


def name_options(options: dict[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items())


@pytest.mark.parametrize("options", SINGLE, ids=name_options)
def test_every_value_of_every_option(options: dict[str, Any]) -> None:
    for seats, collect in product(SIZES, ("in_order", "race")):
        SideBySide.begin(seats, options, seats, collect).play_on()


@pytest.mark.parametrize("options", PAIRS, ids=name_options)
def test_every_pair_of_values(options: dict[str, Any]) -> None:
    number = PAIRS.index(options)
    seats, collect = SIZES[number % len(SIZES)], COLLECT[number // len(SIZES) % 2]
    SideBySide.begin(seats, options, seats, collect).play_on()


@pytest.mark.slow
@pytest.mark.parametrize("options", PAIRS, ids=name_options)
def test_every_pair_of_values_with_every_number_of_seats(options: dict[str, Any]) -> None:
    for seats, collect in product(SIZES, COLLECT):
        SideBySide.begin(seats, options, seats, collect).play_on()


def test_the_preset_for_younger_players() -> None:
    younger = dict(GAME.presets["younger"])
    assert younger == {"sneak": False, "draw": "automatic"}
    for seats in SIZES:
        both = SideBySide.begin(seats, younger, seats, "race")
        both.play_on()
        assert not any("sneak" in move or "draw" in move for move in both.moves)


def mixture(rng: Random) -> dict[str, Any]:
    """Random options, most of them away from their defaults."""
    return {name: rng.choice(values) for name, values in CHOICES.items()}


def random_match(seed: int) -> SideBySide:
    rng = Random(seed)
    seats = rng.choice(SIZES)
    names = [rng.choice(NAMES) for _ in range(rng.choice((0, seats, seats)))]
    return SideBySide.begin(seats, mixture(rng), seed, rng.choice(COLLECT), names)


@pytest.mark.parametrize("block", range(10))
def test_random_mixtures(block: int) -> None:
    for seed in range(30 * block, 30 * block + 30):
        random_match(seed).play_on()


@pytest.mark.slow
@pytest.mark.parametrize("block", range(50))
def test_many_random_mixtures(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        random_match(seed).play_on()


# -- rare positions ---


def random_position(seed: int) -> SideBySide:
    """Somewhere near the end of a round: few cards in the pile, short hands, equal numbers."""
    rng = Random(seed)
    seats = rng.choice(SIZES)
    options = mixture(rng)
    strict = options["draw"] == "strict"
    limits = [rng.choice((4, 4, 3, 2, 1)) if strict else 4 for _ in range(seats)]
    sizes = [
        4 if options["draw"] == "automatic" else rng.choice((limit, rng.randint(0, limit), 1))
        for limit in limits
    ]
    turn = rng.randrange(seats)
    sizes[turn] = max(sizes[turn], 1)
    full = sizes == limits
    stock = rng.choice((0, 1, 2) if full and options["pile_out"] == "cannot_draw" else (1, 1, 2, 5))
    deck = [card.code for card in GAME.cards(GAME.make_options(options, seats), seats)]
    hot = set(rng.sample(NUMBERS, 3)) | set(rng.sample(["Athena", "Hermes", "Poseidon"], 1))
    deck.sort(key=lambda code: rng.random() - 0.6 * (code in hot))
    hands: list[list[str]] = [[] for _ in range(seats)]
    while any(len(hand) < size for hand, size in zip(hands, sizes, strict=True)):
        for hand, size in zip(hands, sizes, strict=True):
            hand += [deck.pop(0) for _ in range(len(hand) < size)]
    pile = [deck.pop(0) for _ in range(stock)]
    top, played_by = deck.pop(0), rng.randrange(seats)
    low = 0 if options["floor_at_zero"] else -110
    total = rng.choice((rng.randint(low, 99), rng.randint(low, 0), rng.randint(85, 99)))
    holder = rng.choice((None, *range(seats)))
    letters = [rng.randrange(options["letters"]) for _ in range(seats)]
    dealer = rng.randrange(seats)
    collect = rng.choice(COLLECT)
    match = position(
        GAME,
        players=seats,
        options=options,
        turn=turn,
        totals=letters,
        collect=collect,
        seed=seed,
        rest="olympus",
        hands=hands,
        stock=pile,
        olympus=[top],
        total=total,
        holder=holder,
        played_by=played_by,
        dealer=dealer,
        limits={seat: limit for seat, limit in enumerate(limits) if limit < 4},
    )
    reference = Reference(seats, options, collect)
    reference.deal(hands, pile)
    reference.pile = [(top, played_by)]
    reference.total, reference.holder, reference.turn = total, holder, turn
    reference.letters, reference.limits = letters, limits
    reference.dealer, reference.beginner = dealer, (dealer + 1) % seats
    both = SideBySide(match, reference, rng)
    both.compare()
    return both


def play_positions(seeds: range) -> Counter[str]:
    corners: Counter[str] = Counter()
    for seed in seeds:
        both = random_position(seed)
        both.play_on(rounds=1)
        corners += both.reference.corners
    return corners


RARE = [
    *(f"{god} on a negative total" for god in ("Hermes", "Aphrodite", "Poseidon", "Athena")),
    "negative Hermes at -100",
    "an old ten",
    "some cards go over",
    "forced to go over",
    "a number on one's own",
    "a late draw",
    "a card while owing one",
    "the last card of a hand",
    "an empty hand passed over",
    "Athena beside an empty hand",
    "a sneak by the seat in turn",
    "a sneak upon a sneak",
    "the first player answers",
    "a third sneak",
    "pile out by a play",
    "pile out by a sneak",
    "pile out by a draw",
    "pile out by a late draw",
    "all hands empty by a play",
    "all hands empty by a sneak",
    *(
        f"{how}, no holder, {option}"
        for how in ("over 100", "pile out", "all hands empty")
        for option in ("void", "last_player")
    ),
]


def test_rare_positions() -> None:
    corners = play_positions(range(3000))
    assert [corner for corner in RARE if corners[corner] < 3] == [], "positions that never came up"


@pytest.mark.slow
@pytest.mark.parametrize("block", range(50))
def test_many_rare_positions(block: int) -> None:
    play_positions(range(10_000 + 2000 * block, 12_000 + 2000 * block))
