"""Crazy Eights against OpenSpiel's `crazy_eights`: in the same match, move for move.

A match of ours is played at random, and theirs beside it: every card that we draw is the outcome
of its chance nodes, every move of ours its action. At each decision the same seat must act and
have the same moves; at the end the returns must be the same.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardcore import Card, Event, Game, Match, Move, french_deck

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

EXAMPLE = Path(__file__).parent.parent / "examples" / "crazy_eights"
SUITS = ("clubs", "diamonds", "hearts", "spades")
DRAW, PASS, NOMINATE, FIRST_DEALER = 52, 53, 54, 52
MOST_PLAYS = 100
OPTIONS = [
    {"reshuffle": reshuffle, "use_special_cards": special}
    for reshuffle in (False, True)
    for special in (False, True)
]


@cache
def crazy_eights() -> Game[Any]:
    sys.path.insert(0, str(EXAMPLE))
    try:
        from cardcore_crazy_eights import CrazyEights
    finally:
        sys.path.remove(str(EXAMPLE))
    return CrazyEights()


def number(card: Card) -> int:
    """OpenSpiel's number of a card: rank by rank from two to ace, clubs to spades."""
    return (card.rank - 2) % 13 * 4 + SUITS.index(card.suit)


def action(move: Move) -> int:
    """OpenSpiel's number of a move."""
    match move.text.split():
        case ["play", _]:
            return number(*move.cards())
        case ["nominate", suit]:
            return NOMINATE + SUITS.index(suit)
        case ["draw"]:
            return DRAW
    return PASS


def drawn(events: Iterable[Event]) -> Iterator[Card]:
    """The cards that leave the stock, one by one."""
    for event in events:
        if event.kind in ("card", "cards") and event.data["source"][0] == "stock":
            yield from event.data.get("cards") or [event.data["card"]]


class Both:
    """A match of ours, and OpenSpiel's beside it. `met` counts what came up."""

    def __init__(self, players: int, options: dict[str, bool], seed: int) -> None:
        self.met: Counter[str] = Counter()
        self.match: Match[Any] = crazy_eights().match(players, seed=seed, options=options)
        game = pyspiel.load_game("crazy_eights", {"players": players, **options})
        self.state = game.new_initial_state()
        (_, dealer), *_ = self.match.log
        self.state.apply_action(FIRST_DEALER + dealer)
        cards = list(drawn(self.match.events))
        # each hand of ours is dealt at once; theirs one card a seat, left of the dealer first
        each = 7 if players == 2 else 5
        hands = [cards[seat * each : (seat + 1) * each] for seat in range(players)]
        for place in range(each):
            self.chance(hands[(dealer + 1 + step) % players][place] for step in range(players))
        *eights, _ = turned_up = cards[players * each :]
        self.chance(turned_up)
        self.met["an eight turned up"] += bool(eights)

    def chance(self, cards: Iterable[Card]) -> None:
        """Let OpenSpiel draw the same cards."""
        for card in cards:
            assert self.state.is_chance_node(), self
            assert number(card) in dict(self.state.chance_outcomes()), self
            self.state.apply_action(number(card))

    def decide(self, rng: Random, idle: float) -> None:
        """Compare one decision, and play a random move; the more `idle`, the less often a card."""
        match, state, table = self.match, self.state, self.match.table
        assert match.to_act == (state.current_player(),), self
        (seat,) = match.to_act
        moves = {action(move): move for move in match.moves(seat)}
        assert sorted(moves) == state.legal_actions(), self
        chosen = rng.choice(sorted(moves))
        if rng.random() < idle and not moves.keys().isdisjoint((DRAW, PASS)):
            chosen = DRAW if DRAW in moves else PASS
        due, passes = table.due, table.idle
        events = match.play(seat, moves[chosen])
        cards = list(drawn(events))
        state.apply_action(chosen)
        self.chance(cards)
        self.met["made a new stock"] += any(event.kind == "shuffle" for event in events)
        if chosen == DRAW and due:
            self.met["some due were forgiven"] += len(cards) < due
            self.met["due, and the stock was empty"] += table.idle > passes
            self.met["due with stacked twos"] += due > 2

    def finish(self, rng: Random, idle: float) -> None:
        """Play to the end, and compare the returns."""
        match, table = self.match, self.match.table
        while not match.over:
            self.decide(rng, idle)
        assert self.state.is_terminal(), self
        assert match.scores.totals == self.state.returns(), self
        self.met["went out"] += not all(table.hands)
        self.met["too many plays"] += table.plays == MOST_PLAYS
        self.met["all passed"] += table.idle > len(match.seats)

    def __repr__(self) -> str:
        moves = [f"{seat} {move}" for seat, move in self.match.log if seat >= 0]
        return f"seed {self.match.seed}, {self.match.options}, {moves}\n{self.state}"


def compare(players: int, options: dict[str, bool], seeds: Iterable[int]) -> Counter[str]:
    """Matches from the deal to the end; returns what came up in them."""
    met: Counter[str] = Counter()
    for seed in seeds:
        both = Both(players, options, seed)
        both.finish(Random(seed), idle=(0, 0.5, 0.9)[seed % 3])
        met += both.met
    return met


every_table = pytest.mark.parametrize("players", range(2, 7))
every_option = pytest.mark.parametrize("options", OPTIONS, ids=str)


@every_table
@every_option
def test_openspiel_agrees(players: int, options: dict[str, bool]) -> None:
    compare(players, options, range(15))


@pytest.mark.slow
@every_table
@every_option
def test_openspiel_agrees_in_thousands_of_matches(players: int, options: dict[str, bool]) -> None:
    compare(players, options, range(1000, 1300))


def test_the_comparison_meets_what_is_rare() -> None:
    met: Counter[str] = Counter()
    for players in (2, 5):
        met += compare(players, {"reshuffle": True, "use_special_cards": True}, range(100, 130))
    for players in (3, 6):
        met += compare(players, {"reshuffle": False, "use_special_cards": True}, range(100, 130))
    assert set(met) == {
        "an eight turned up",
        "made a new stock",
        "due with stacked twos",
        "some due were forgiven",
        "due, and the stock was empty",
        "went out",
        "too many plays",
        "all passed",
    }


@pytest.mark.parametrize(
    ("code", "value"), [("8S", 50), ("KH", 10), ("AC", 10), ("2C", 2), ("4D", 11), ("10S", 37)]
)
def test_what_a_card_counts(code: str, value: int) -> None:
    """As OpenSpiel counts it; the page of the example tells it."""
    game = crazy_eights()
    table = game.match(2, seed=1).table
    card = next(card for card in french_deck() if card.code == code)
    table.put_all(table.hands[0], table.stock)
    table.put_all(table.hands[1], table.stock)
    table.put_all(table.discards, table.stock)
    table.put(card, table.stock, table.hands[1])
    assert game.points(table) == [0, -value]
