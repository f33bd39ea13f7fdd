"""Bots that play any game by searching before each choice.

They play out many matches that their seat cannot tell from the real one (`Observation.sample`). In
a game with a heuristic they see whether another move than the heuristic's is better; in any other,
and at the lower levels, they search in trees.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

import attrs

from cardcore.bots.comparing import Comparison
from cardcore.bots.playouts import Playouts, heuristic_of
from cardcore.bots.trees import TreeSearch
from cardcore.chance import generator
from cardcore.errors import BadOptions
from cardcore.moves import Move
from cardcore.observation import Observation


@attrs.frozen
class Budget:
    """When a search ends: after so many iterations, decisions in them, or milliseconds.

    An iteration is a match that is played out. 0 is no limit; one of the three has to be there.
    Without milliseconds the same seed chooses the same moves, whatever the machine.
    """

    iterations: int = 0
    decisions: int = 0
    milliseconds: int = 0


class SearchBot:
    """Searches before each choice, for as long as the budget allows.

    `guided` is the budget in a game with a heuristic, which then says which moves are worth a try
    and plays out. In one without, or where `guided` is None, matches are played out at random,
    which is quicker: that has the budget `at_random`.
    """

    def __init__(self, seed: int, at_random: Budget, guided: Budget | None = None) -> None:
        self._rng: Random = generator(seed, 0)
        self._at_random = at_random
        self._guided = guided

    def choose(self, observation: Observation) -> Move:
        """The move that the search comes to."""
        if len(observation.moves) == 1:
            return observation.moves[0]
        heuristic = heuristic_of(observation.game)
        if heuristic is None or self._guided is None:
            trees = TreeSearch(observation, Playouts(observation, self._rng))
            return _found(trees, self._at_random)
        playouts = Playouts(observation, self._rng, heuristic)
        return _found(Comparison(observation, playouts, heuristic), self._guided)


def _found(search: TreeSearch | Comparison, budget: Budget) -> Move:
    """What a search comes to within a budget; it ends early where nothing can change any more."""
    end = time.monotonic() + budget.milliseconds / 1000
    done, rounds = search.playouts, 0
    while True:
        search.once()
        rounds += 1
        left = budget.iterations - done.number if budget.iterations else LONGEST
        if search.settled(left):
            break
        if budget.decisions and done.decisions * (rounds + 1) > budget.decisions * rounds:
            break  # another round as long as those before would be too much
        if budget.milliseconds and time.monotonic() >= end:
            break
    return search.best()


LONGEST = 1_000_000

LEVELS: dict[str, Callable[[int], SearchBot]] = {
    "easy": partial(SearchBot, at_random=Budget(20)),
    "normal": partial(SearchBot, at_random=Budget(200)),
    "hard": partial(SearchBot, at_random=Budget(1000, 30_000), guided=Budget(250, 2_500)),
}
"""The makers of the levels. `benchmarks/hard.py` tells how long `hard` thinks."""


def given(text: str) -> Callable[[int], SearchBot]:
    """The maker of "search:TEXT": a number of iterations, or of milliseconds ("300ms")."""
    number, unit = (text[:-2], "milliseconds") if text.endswith("ms") else (text, "iterations")
    is_number = number.isdecimal() and number.isascii() and len(number) <= len(str(LONGEST))
    if not is_number or not 1 <= int(number) <= LONGEST:
        raise BadOptions(
            "a search takes iterations, such as search:500, or milliseconds, such as search:300ms;"
            " not {text!r}",
            text=text[:40],
        )
    budget = Budget(**{unit: int(number)})
    return partial(SearchBot, at_random=budget, guided=budget)


def level(name: str, seed: int) -> SearchBot:
    """The bot of a level."""
    return LEVELS[name](seed)
