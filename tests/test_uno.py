"""Uno against RLCard's `uno`: in the same match, move for move.

A match of ours is played at random, and theirs beside it, whose every shuffle and choice is told
to it from our log. At each decision the same seat must act, with the same moves; after it all
cards must lie in the same places.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardcore import Card, Game, Match, Move

pytest.importorskip("rlcard", reason="RLCard is not installed")

from rlcard.games.uno import Game as RLCardGame
from rlcard.games.uno.card import UnoCard
from rlcard.games.uno.utils import ACTION_LIST

EXAMPLE = Path(__file__).parent.parent / "examples" / "uno"
TRAITS = UnoCard.info["trait"]
HAND = 7


@cache
def uno() -> Game[Any]:
    sys.path.insert(0, str(EXAMPLE))
    try:
        from cardcore_uno import Uno
    finally:
        sys.path.remove(str(EXAMPLE))
    return Uno()


def action(move: Move) -> str:
    """RLCard's name of a move."""
    if not move.cards():
        return move.text
    (card,) = move.cards()
    return f"{(card.suit or getattr(move, 'colour', ''))[0]}-{TRAITS[card.rank]}"


def face(card: Any) -> tuple[str, str]:
    """The face of a card of RLCard's: the colour that a wild one had counts for nothing."""
    return ("" if card.type == "wild" else card.color, card.trait)


def ours(card: Card) -> tuple[str, str]:
    """The face of a card of ours as RLCard has it."""
    return (card.suit[:1], TRAITS[card.rank])


class Told:
    """RLCard's generator: it gives what it is told."""

    def __init__(self) -> None:
        self.results: list[Any] = []

    def shuffle(self, deck: list[Any]) -> None:
        places: dict[tuple[str, str], list[Any]] = {}
        for card in deck:
            places.setdefault(face(card), []).append(card)
        deck[:] = [places[ours(card)].pop() for card in self.results.pop(0)]
        assert not any(places.values())

    def choice(self, colours: list[str]) -> str:
        # the order of the colours is the same on both sides
        return colours[self.results.pop(0)]


class Both:
    """A match of ours, and RLCard's beside it. `met` counts what came up."""

    def __init__(self, players: int, seed: int) -> None:
        self.met: Counter[str] = Counter()
        self.match: Match[Any] = uno().match(players, seed=seed, options={"rlcard": True})
        self.logged = 0
        self.told = Told()
        self.tell()
        self.hand_by_hand(players)
        self.met["+4 turned up"] += sum(type(result) is tuple for result in self.told.results) > 1
        self.theirs = RLCardGame(num_players=players)
        self.theirs.np_random = self.told
        self.theirs.init_game()
        self.met[f"{self.theirs.round.target.trait} turned up"] += 1
        self.same()

    def tell(self) -> None:
        """Hand on the random results that were logged since."""
        log = self.match.log
        self.told.results += [result for seat, result in log[self.logged :] if seat < 0]
        self.logged = len(log)

    def hand_by_hand(self, players: int) -> None:
        """The first shuffle as RLCard must have it to deal the same hands."""
        cards = self.told.results[0][::-1]
        dealt = players * HAND
        hands = [card for seat in range(players) for card in cards[seat:dealt:players]]
        self.told.results[0] = (*hands, *cards[dealt:])[::-1]

    def same(self) -> None:
        """All cards lie alike, and the same is to be followed by the same seat."""
        table, game = self.match.table, self.theirs
        assert not self.told.results, self
        assert [ours(card) for card in table.stock] == list(map(face, game.dealer.deck)), self
        played = game.round.played_cards
        assert [ours(card) for card in table.discards] == list(map(face, played)), self
        for hand, player in zip(table.hands, game.players, strict=True):
            assert sorted(map(ours, hand)) == sorted(map(face, player.hand)), self
        target = game.round.target
        assert table.colour[0] == target.color, self
        assert table.rank == (-1 if target.type == "wild" else TRAITS.index(target.trait)), self

    def decide(self, rng: Random) -> None:
        """Compare one decision, and play a random move."""
        match, game = self.match, self.theirs
        assert match.to_act == (game.get_player_id(),), self
        (seat,) = match.to_act
        moves = {action(move): move for move in match.moves(seat)}
        assert sorted(moves) == sorted(set(game.get_legal_actions())), self
        chosen = rng.choice(sorted(moves))
        before = len(match.table.stock), len(match.table.hands[seat])
        match.play(seat, moves[chosen])
        self.tell()
        self.note(chosen, seat, *before)
        game.step(chosen)
        self.same()

    def note(self, chosen: str, seat: int, stock: int, hand: int) -> None:
        """Count what a move came to."""
        shuffled = any(type(result) is tuple for result in self.told.results)
        self.met["made a new stock"] += shuffled
        self.met["shuffled what was left in"] += shuffled and stock > 0
        if chosen == "draw":
            self.met["kept what was drawn"] += len(self.match.table.hands[seat]) > hand
            drawn_wild = any(type(result) is int for result in self.told.results)
            self.met["drew a wild card"] += drawn_wild
        else:
            self.met[chosen[2:]] += 1

    def finish(self, rng: Random) -> None:
        """Play to the end, and compare the winner."""
        while not self.match.over:
            self.decide(rng)
        assert self.theirs.is_over(), self
        (winner,) = self.match.winners
        assert self.theirs.round.winner == [winner], self
        if len(self.match.seats) == 2:
            assert list(self.match.scores.totals) == self.theirs.get_payoffs(), self

    def __repr__(self) -> str:
        moves = [f"{seat} {move}" for seat, move in self.match.log if seat >= 0]
        return f"seed {self.match.seed}, {len(self.match.seats)} players, {moves}"


def compare(players: int, seeds: Iterable[int]) -> Counter[str]:
    """Matches from the deal to the end; returns what came up in them."""
    met: Counter[str] = Counter()
    for seed in seeds:
        both = Both(players, seed)
        both.finish(Random(seed))
        met += both.met
    return met


every_table = pytest.mark.parametrize("players", range(2, 11))


@every_table
def test_rlcard_agrees(players: int) -> None:
    compare(players, range(120 if players == 2 else 15))


@pytest.mark.slow
@every_table
def test_rlcard_agrees_in_thousands_of_matches(players: int) -> None:
    compare(players, range(1000, 3000 if players == 2 else 1300))


def test_the_comparison_meets_what_is_rare() -> None:
    met = compare(2, range(200, 240)) + compare(10, range(200, 215))
    assert {
        "+4 turned up",
        "skip turned up",
        "reverse turned up",
        "draw_2 turned up",
        "wild turned up",
        "made a new stock",
        "shuffled what was left in",
        "kept what was drawn",
        "drew a wild card",
        *TRAITS,
    } <= set(met)


def test_moves_are_numbered_as_in_rlcard() -> None:
    game = uno()
    assert [action(move) for move in game.all_moves(game.Options(rlcard=True))] == ACTION_LIST
