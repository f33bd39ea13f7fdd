"""How many matches a second the search plays out, beside OpenSpiel's search in Python.

    python benchmarks/search.py [--iterations 200] [--positions 12] [--repeats 3] [--seed 1]

First Zeus and Odin: iterations a second at decisions of matches played at random, guided by the
game's heuristic and in trees with random playouts. Then the same budget for both programs, in
turns, on Crazy Eights (four seats; OpenSpiel has no resampler for it, so one stands here: it deals
anew the cards of others that were not played yet) and on Hearts, where OpenSpiel brings its own.
Both sides search at the same numbers of decisions of matches played at random, and play out at
random to the end. Seconds are those of the processor, so that a busy machine spoils less. Shown are
the medians of the repeats, and the ratio, pair by pair.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import cardcore
from cardcore.bots.comparing import Comparison
from cardcore.bots.playouts import Playouts, heuristic_of
from cardcore.bots.trees import TreeSearch

EXAMPLES = Path(__file__).parent.parent / "examples"
SEATS = 4


def example(folder: str, name: str) -> Any:
    """A game of the examples."""
    sys.path.insert(0, str(EXAMPLES / folder))
    try:
        return getattr(__import__(f"cardcore_{folder}"), name)()
    finally:
        sys.path.pop(0)


# -- ours -----------------------------------------------------------------------------------------


def observations(game: Any, seats: int, count: int, seed: int) -> list[Any]:
    """What is seen at decisions spread over matches that are played at random."""
    rng, found = Random(seed), []
    while len(found) < count:
        match = game.match(seats, seed=seed + len(found))
        seen = []
        while not match.over and match.deal_number == 1:
            seat = match.to_act[0]
            moves = match.moves(seat)
            if len(moves) > 1:
                seen.append(match.observe(seat))
            match.play(seat, moves[int(rng.random() * len(moves))])
        found += seen[len(found) % 5 :: 5][: count - len(found)]
    return found


def rate(seen: Sequence[Any], iterations: int, *, guided: bool) -> float:
    """Iterations a second of our search: matches played out by the heuristic, or at random."""
    began, done = time.process_time(), 0
    for number, observation in enumerate(seen):
        heuristic = heuristic_of(observation.game) if guided else None
        playouts = Playouts(observation, Random(number), heuristic)
        search: Comparison | TreeSearch = TreeSearch(observation, playouts)
        if heuristic is not None:
            search = Comparison(observation, playouts, heuristic)
        while playouts.number < iterations:
            search.once()
        done += playouts.number
    return done / (time.process_time() - began)


# -- OpenSpiel's ----------------------------------------------------------------------------------


def states(name: str, count: int, seed: int) -> list[Any]:
    """States at decisions spread over matches that are played at random."""
    rng, found = Random(seed), []
    while len(found) < count:
        state = pyspiel.load_game(name).new_initial_state()
        seen = []
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
                if len(actions) > 1:
                    seen.append(state.clone())
            state.apply_action(actions[int(rng.random() * len(actions))])
        found += seen[len(found) % 5 :: 5][: count - len(found)]
    return found


def their_rate(found: Sequence[Any], iterations: int, resample: Any = None) -> float:
    """Iterations a second of OpenSpiel's search, where it comes to an end.

    Its Hearts now and then deals a world anew in which a seat has no legal card, and the search
    fails: such positions are left out.
    """
    spent, done = 0.0, 0
    for number, state in enumerate(found):
        random = np.random.RandomState(number)
        bot = ismcts.ISMCTSBot(
            state.get_game(),
            mcts.RandomRolloutEvaluator(1, random),
            uct_c=2.0,
            max_simulations=iterations,
            random_state=random,
            use_observation_string=resample is not None,
            allow_inconsistent_action_sets=resample is not None,
        )
        if resample is not None:
            bot.set_resampler(resample)
        began = time.process_time()
        try:
            bot.step(state)
        except ValueError:
            continue
        spent += time.process_time() - began
        done += iterations
    return done / spent


def deal_anew(state: Any, player: int) -> Any:
    """Crazy Eights as the player may believe it to be: the others' unplayed cards dealt anew."""
    steps = [(step.player, step.action) for step in state.full_history()]
    dealer, cards = steps[0][1] - 52, [card for who, card in steps[1:] if who < 0]
    dealt = 5 * SEATS
    played = {card for who, card in steps if who >= 0 and card < 52}
    hidden, drawer, number = [], -1, 0
    for place, (who, action) in enumerate(steps[1:], 1):
        if who >= 0:
            drawer = who
            continue
        owner = (dealer + 1 + number) % SEATS if number < dealt else drawer
        number += 1
        if owner not in (player, -1) and action not in played:
            hidden.append(place)
    pool = [card for card in range(52) if card not in set(cards)]
    pool += [steps[place][1] for place in hidden]
    chosen = np.random.permutation(pool)[: len(hidden)]
    for place, card in zip(hidden, chosen, strict=True):
        steps[place] = (steps[place][0], int(card))
    anew = state.get_game().new_initial_state()
    for _, action in steps:
        anew.apply_action(action)
    return anew


# -- side by side ---------------------------------------------------------------------------------


def beside(title: str, ours: Callable[[], float], theirs: Callable[[], float], times: int) -> None:
    """Print both rates and their ratio."""
    pairs = [(ours(), theirs()) for _ in range(times)]
    ratios = [one / two for one, two in pairs]
    one, two = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(
        f"{title:14} {one:9,.0f} {two:9,.0f}   {statistics.median(ratios):5.2f}"
        f" ({min(ratios):.2f} - {max(ratios):.2f})",
        flush=True,
    )


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description="iterations a second of the search")
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("game  seats  guided  at random   (iterations a second)")
    for name in ("zeus", "odin"):
        for seats in (2, 4):
            seen = observations(cardcore.game(name), seats, given.positions, given.seed)
            by_heuristic = rate(seen, max(given.iterations // 8, 1), guided=True)
            at_random = rate(seen, given.iterations, guided=False)
            print(f"{name}  {seats:5}  {by_heuristic:6,.0f}  {at_random:9,.0f}", flush=True)
    print("\ngame            cardcore OpenSpiel   ratio (spread)")
    for folder, name, theirs, resample in (
        ("crazy_eights", "CrazyEights", f"crazy_eights(players={SEATS})", deal_anew),
        ("hearts", "Hearts", "hearts", None),
    ):
        seen = observations(example(folder, name), SEATS, given.positions, given.seed)
        found = states(theirs, given.positions, given.seed)
        beside(
            folder.replace("_", " "),
            lambda seen=seen: rate(seen, given.iterations, guided=False),
            lambda found=found, how=resample: their_rate(found, given.iterations, how),
            given.repeats,
        )


if __name__ == "__main__":
    main()
