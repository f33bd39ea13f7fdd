"""The search bot: fair, repeatable, playing every game, and right where brute force can tell."""

from __future__ import annotations

import itertools
import json
import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import attrs
import pytest

import cardcore
from cardcore import BadOptions, Card, Game, Match, Move, Observation, Pile, Table, face_up, held
from cardcore.bots.comparing import Comparison
from cardcore.bots.gains import Gains
from cardcore.bots.playouts import Playouts, heuristic_of
from cardcore.bots.search import LEVELS, Budget, SearchBot
from cardcore.bots.trees import TreeSearch
from cardcore.plugins import installed

EXAMPLES = Path(__file__).parent.parent / "examples"
GAMES = {"crazy_eights": "CrazyEights", "hearts": "Hearts", "nope": "NopeGame"}


def example(folder: str) -> Game[Any]:
    sys.path.insert(0, str(EXAMPLES / folder))
    try:
        module = __import__(f"cardcore_{folder}")
    finally:
        sys.path.pop(0)
    game: Game[Any] = getattr(module, GAMES[folder])()
    return game


def game_named(name: str) -> Game[Any]:
    return example(name) if name in GAMES else cardcore.game(name)


def searching(seed: int, iterations: int, at_random: int | None = None) -> SearchBot:
    """A bot that plays out so many matches before a choice, by the heuristic where there is one."""
    budget = Budget(iterations)
    return SearchBot(seed, budget if at_random is None else Budget(at_random), budget)


def decisions(match: Match[Any], seed: int = 1) -> Iterator[Observation]:
    """What the seat that acts sees at each decision of a match played at random."""
    rng = Random(seed)
    while not match.over:
        seat = match.to_act[0]
        moves = match.moves(seat)
        if len(moves) > 1:
            yield match.observe(seat)
        match.play(seat, moves[int(rng.random() * len(moves))])


# -- fair and repeatable --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["zeus", "odin"])
def test_the_same_seed_and_iterations_choose_the_same_moves(name: str) -> None:
    for observation in itertools.islice(decisions(cardcore.game(name).match(3, seed=5)), 0, 30, 6):
        one, two = (searching(8, 12).choose(observation) for _ in range(2))
        assert one == two


@pytest.mark.parametrize("name", ["zeus", "odin"])
def test_what_is_in_the_observation_is_all_that_counts(name: str) -> None:
    for seen in itertools.islice(decisions(cardcore.game(name).match(3, seed=6)), 0, 30, 6):
        again = Observation.from_dict(json.loads(json.dumps(seen.to_dict())))
        assert searching(3, 12).choose(again) == searching(3, 12).choose(seen)


def test_a_search_changes_nothing_of_the_match_it_is_made_for() -> None:
    match = cardcore.game("odin").match(3, seed=2)
    before = match.to_dict()
    searching(1, 20).choose(match.observe(match.to_act[0]))
    assert match.to_dict() == before


def test_a_single_move_needs_no_search() -> None:
    match = cardcore.game("zeus").match(2, seed=1)
    seen = match.observe(match.to_act[0])
    only = attrs.evolve(seen, moves=seen.moves[:1], piles=())
    assert searching(1, 10**6).choose(only) == seen.moves[0]


def test_a_search_by_time_plays_out_as_many_as_it_can_and_one_at_least() -> None:
    match = cardcore.game("zeus").match(2, seed=1)
    seen = match.observe(match.to_act[0])
    assert SearchBot(1, Budget(milliseconds=1)).choose(seen) in seen.moves


def test_a_search_in_trees_is_settled_when_the_first_move_cannot_be_overtaken() -> None:
    match = cardcore.game("zeus").match(2, seed=1)
    seen = match.observe(match.to_act[0])
    search = TreeSearch(seen, Playouts(seen, Random(1)))
    while not search.settled(60 - search.playouts.number):
        search.once()
    assert len(seen.moves) <= search.playouts.number <= 60


def compared(match: Match[Any], worlds: int, seed: int = 1) -> Comparison:
    """A comparison of the moves of whoever acts, in up to so many worlds."""
    seen = match.observe(match.to_act[0])
    heuristic = heuristic_of(match.game)
    assert heuristic is not None
    search = Comparison(seen, Playouts(seen, Random(seed), heuristic), heuristic)
    while search.worlds < worlds and not search.settled(10**6):
        search.once()
    return search


def test_all_moves_are_compared_in_the_same_worlds() -> None:
    match = cardcore.game("odin").match(2, seed=1)
    moves = len(match.moves(match.to_act[0]))
    search = compared(match, 3)
    assert search.playouts.number == 3 * min(moves, 6)


def test_moves_that_come_to_the_same_are_left_to_the_heuristic() -> None:
    """With no difference in any world nothing speaks against the proposed move."""
    match = cardcore.game("zeus").match(2, seed=1)
    seen = match.observe(match.to_act[0])
    search = compared(match, 0)
    assert search.best() == max(seen.moves, key=lambda move: match.game.heuristic(seen, move))


@pytest.mark.parametrize("most", [200, 1000, 3000])
def test_a_budget_of_decisions_ends_a_search_before_they_are_spent(most: int) -> None:
    """A round of the comparison is as long as those before, give or take what chance does."""
    made: list[Playouts] = []

    def making(*given: Any) -> Playouts:
        made.append(Playouts(*given))
        return made[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardcore.bots.search.Playouts", making)
        for seen in itertools.islice(decisions(cardcore.game("odin").match(4, seed=5)), 0, 30, 6):
            SearchBot(1, Budget(1000), Budget(1000, most)).choose(seen)
    assert len(made) == 5
    assert all(playouts.decisions <= max(most * 1.2, 300) for playouts in made)


def test_a_playout_that_is_cut_short_learns_nothing_of_deals_before_it() -> None:
    match = cardcore.game("odin").match(2, seed=1)
    rng = Random(1)
    while match.deal_number == 1:
        moves = match.moves(match.to_act[0])
        match.play(match.to_act[0], moves[int(rng.random() * len(moves))])
    assert len(match.scores.deals) == 1
    fresh, told = Gains(1), Gains()
    assert fresh.of(match) != told.of(match)
    assert fresh.of(match) == Gains(1).of(match)


class Firm(type(cardcore.game("odin"))):  # type: ignore[misc]
    """Odin by somebody who rules some moves out for good."""

    name = "firm"

    def heuristic(self, observation: Observation, move: Move) -> float:
        return -math.inf if move.text.startswith("play") else observation.moves.index(move)


def test_a_heuristic_may_rule_moves_out_by_an_infinite_value() -> None:
    match = Firm().match(2, seed=1)
    seen = match.observe(match.to_act[0])
    assert len(seen.moves) > 1
    assert searching(1, 5).choose(seen) in seen.moves


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_searches_its_own_move_where_all_may_act_at_once(seat: int) -> None:
    match = example("hearts").match(4, seed=3)
    assert match.to_act == (0, 1, 2, 3)
    seen = match.observe(seat)
    search = TreeSearch(seen, Playouts(seen, Random(1)))
    for _ in range(2 * len(seen.moves)):
        search.once()
    assert search.playouts.number == 2 * len(seen.moves)
    assert search.best() in seen.moves


# -- every game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("collect", ["in_order", "everyone", "race"])
@pytest.mark.parametrize("name", ["zeus", "odin", "crazy_eights", "hearts", "nope"])
def test_it_plays_every_game_however_claims_are_collected(name: str, collect: Any) -> None:
    game = game_named(name)
    seats = 4 if 4 in game.seats else max(game.seats)
    match = game.match(seats, seed=3, collect=collect)
    bots = [searching(seat, 2, 3) for seat in match.seats]
    rng = Random(1)
    for _ in range(60):
        if match.over:
            break
        seat = match.to_act[int(rng.random() * len(match.to_act))]
        match.play(seat, bots[seat].choose(match.observe(seat)))
    assert match.deal_number > 1 or match.over or len(match.log) >= 60


@pytest.mark.parametrize("level", LEVELS)
def test_levels_are_bots_of_every_game(level: str) -> None:
    match = cardcore.game("zeus").match(2, seed=1)
    seen = match.observe(match.to_act[0])
    assert installed().bot("zeus", level).make(1).choose(seen) in seen.moves


def test_a_budget_can_be_written_after_the_name() -> None:
    match = cardcore.game("zeus").match(2, seed=1)
    seen = match.observe(match.to_act[0])
    for text in ("search:5", "search:5ms", "search"):
        assert installed().bot("zeus", text).make(1).choose(seen) in seen.moves


@pytest.mark.parametrize(
    "text", ["", "0", "-3", "many", "5s", "ms", "1.5", "٣", "0" * 9 + "5", "9" * 5000]
)
def test_a_wrong_budget_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(BadOptions, match="such as search:500, or milliseconds"):
        installed().bot("zeus", f"search:{text}")


# -- right where brute force can tell -------------------------------------------------------------


def tiny_crazy_eights() -> Game[Any]:
    """Crazy Eights with seven cards, all of them dealt: each knows what the other holds."""

    class Tiny(type(example("crazy_eights"))):  # type: ignore[misc]
        name, seats = "tiny", range(2, 3)

        def cards(self, options: Any, seats: int) -> list[Card]:
            deck = cardcore.french_deck()
            fitting = {3: "clubs hearts spades", 4: "clubs hearts diamonds", 8: "spades"}
            return [card for card in deck if card.suit in fitting.get(card.rank, "")]

        def deal(self, table: Any, last: Any) -> None:
            table.shuffle(table.stock)
            table.deal(table.stock, 3)
            table.draw(table.stock, table.discards)
            self.follow(table, table.discards[-1])

    return Tiny()


def best_gains(match: Match[Any]) -> tuple[float, ...]:
    """The shares of the win with perfect play by everybody, by trying everything."""
    if match.over:
        return tuple((seat in match.winners) / len(match.winners) for seat in match.seats)
    seat = match.to_act[0]
    return max(
        (best_gains(after(match, move)) for move in match.moves(seat)), key=lambda g: g[seat]
    )


def after(match: Match[Any], move: Move) -> Match[Any]:
    copy = match.copy()
    copy.play(copy.to_act[0], move)
    return copy


def test_with_all_cards_known_it_finds_the_best_move() -> None:
    game, tried = tiny_crazy_eights(), 0
    for seed in range(60):
        match = game.match(2, seed=seed)
        rng = Random(seed)
        for _ in range(seed % 2):
            moves = match.moves(match.to_act[0])
            match.play(match.to_act[0], moves[int(rng.random() * len(moves))])
            if match.over:
                break
        if match.over:
            continue
        seat = match.to_act[0]
        gains = {move: best_gains(after(match, move))[seat] for move in match.moves(seat)}
        if len(set(gains.values())) == 1:
            continue  # all moves are as good
        tried += 1
        chosen = searching(seed, 400).choose(match.observe(seat))
        assert gains[chosen] == max(gains.values()), (seed, chosen.text, gains)
    assert tried >= 20


@attrs.frozen
class Show(Move):
    """Lay a card that beats the last one, if it can be."""

    card: Card


@attrs.define
class DuelTable(Table):
    aside: Pile = cardcore.face_down()
    shown: list[Pile] = face_up(each=True)
    hands: list[Pile] = held()


class Duel(Game[DuelTable]):
    """Both show one card of their hands; the higher wins what is over, an equal one nothing.

    The second must show the highest it has, so that brute force needs no guess of what it thinks.
    A card costs what it is worth, so that the highest is not always the best.
    """

    name, title, seats = "duel", "Duel", range(2, 3)

    def cards(self, options: Any, seats: int) -> list[Card]:
        return [Card(str(rank), rank=rank) for rank in (1, 2, 3, 4, 5, 6, 6)]

    def deal(self, table: DuelTable, last: Any) -> None:
        table.shuffle(table.aside)
        table.deal(table.aside, 2)

    def moves(self, table: DuelTable, seat: int) -> Sequence[Move]:
        cards = dict.fromkeys(table.hands[seat])
        if any(table.shown):
            return [Show(max(cards, key=lambda card: card.rank))]
        return [Show(card) for card in cards]

    def play(self, table: DuelTable, seat: int, move: Move) -> None:
        assert isinstance(move, Show)
        table.put(move.card, table.hands[seat], table.shown[seat])
        table.turn.advance()
        if all(table.shown):
            table.end_deal()

    def points(self, table: DuelTable) -> list[int]:
        ranks = [pile[0].rank for pile in table.shown]
        return [(10 - mine if mine > other else 0) for mine, other in (ranks, reversed(ranks))]

    def is_over(self, table: DuelTable, scores: Any) -> bool:
        return True


class Timid(Duel):
    """Duel by somebody who always likes the lowest card best."""

    name = "timid"

    def heuristic(self, observation: Observation, move: Move) -> float:
        assert isinstance(move, Show)
        return -move.card.rank


class Bold(Duel):
    """Duel by somebody who always likes the highest card best."""

    name = "bold"

    def heuristic(self, observation: Observation, move: Move) -> float:
        assert isinstance(move, Show)
        return move.card.rank


def expected(seen: Observation) -> dict[Move, float]:
    """The gain of each move in Duel, on the mean of all hands that the other may have."""
    hand, left = list(seen.hand), list(Duel().cards(None, 2))
    for card in hand:
        left.remove(card)
    deals = [max(card.rank for card in other) for other in itertools.combinations(left, 2)]
    return {
        move: fmean((move.card.rank > top) + (move.card.rank == top) / 2 for top in deals)
        for move in seen.moves
        if isinstance(move, Show)
    }


@pytest.mark.parametrize("game", [Timid(), Bold()])
def test_a_clearly_better_move_than_the_proposed_one_is_chosen_and_no_clearly_worse_one(
    game: Game[Any],
) -> None:
    clear = 0
    for seed in range(40):
        match = game.match(2, seed=seed)
        gains = expected(match.observe(match.to_act[0]))
        chosen = compared(match, 200, seed).best()
        if max(gains.values()) - min(gains.values()) > 0.15:
            clear += 1
            assert gains[chosen] == max(gains.values()), (seed, gains)
    assert clear >= 10


def test_a_move_that_is_worse_is_soon_given_up() -> None:
    bold, timid = (
        sum(compared(game.match(2, seed=seed), 200, seed).worlds for seed in range(20))
        for game in (Bold(), Timid())
    )
    assert bold < timid / 2


def test_with_hidden_cards_it_finds_the_best_move_on_the_mean_of_all_deals() -> None:
    game = Duel()
    for seed in range(40):
        match = game.match(2, seed=seed)
        seat = match.to_act[0]
        seen = match.observe(seat)
        gains = expected(seen)
        chosen = searching(seed, 600).choose(seen)
        assert gains[chosen] >= max(gains.values()) - 0.02, (seed, gains)
