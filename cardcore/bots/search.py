"""A bot that plays any game by searching: information-set Monte Carlo tree search.

It plays out many matches that its seat cannot tell from the real one (`Observation.sample`) and
remembers what came of each move. Every seat chooses in a tree of its own, by what that seat has
seen: nobody in the search knows the others' cards or their secret moves (the variant with several
observers of Cowling, Powley and Whitehouse, 2012). Each seat looks for its own gain (max^n). Which
move to try next follows the rule of PUCT (Rosin 2011): what it gained, and how likely it seemed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

from cardcore.bots.gains import Gains
from cardcore.chance import generator
from cardcore.errors import BadOptions
from cardcore.events import MOVE
from cardcore.game import Game
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.observation import Observation

CURIOSITY = 1.0
"""How much a move that was tried seldom is preferred, in gains from 0 to 1."""

TRUST = 3.0
"""How much more likely the heuristic's best move seems than its worst: e to this power."""

HORIZON = 1000
"""So many decisions after the tree a playout ends, and counts as it stands."""


class Branch:
    """A move in a tree: how likely it seemed, how often it was there and tried, what came of it."""

    __slots__ = ("gain", "likely", "node", "there", "tried")

    def __init__(self, likely: float) -> None:
        self.likely = likely
        self.there = 0
        self.tried = 0
        self.gain = 0.0
        self.node = Node()

    def promise(self, usual: float) -> float:
        """How good it may be: its mean gain (`usual` where it has none yet), and curiosity."""
        mean = self.gain / self.tried if self.tried else usual
        return mean + CURIOSITY * self.likely * math.sqrt(self.there) / (1 + self.tried)


class Node:
    """A place in the tree of one seat: its own moves, and those of others as it saw them."""

    __slots__ = ("gain", "others", "own", "tried")

    def __init__(self) -> None:
        self.own: dict[Move, Branch] = {}
        self.others: dict[tuple[int, Move | str], Node] = {}
        self.tried = 0
        self.gain = 0.0

    def choice(self, moves: Sequence[Move]) -> tuple[Move, Branch]:
        """Which of the moves that are there now to try."""
        usual = self.gain / self.tried if self.tried else 0.0
        best = -1.0
        for move in moves:
            branch = self.own[move]
            branch.there += 1
            promise = branch.promise(usual)
            if promise > best:
                best, chosen = promise, (move, branch)
        return chosen

    def after(self, seat: int, move: Move | str) -> Node:
        """The place after a move of another seat, as it was seen."""
        found = self.others.get((seat, move))
        if found is None:
            found = self.others[seat, move] = Node()
        return found


class SearchBot:
    """Searches before each choice.

    The search ends after so many `iterations`, or after so many `milliseconds` where they are
    given; by iterations the same seed chooses the same moves. A game's heuristic says which moves
    seem likely and guides the playouts; without one, or unless `guided`, all moves seem alike and
    are played out at random, which is quicker: `at_random` is the number of iterations then.
    """

    def __init__(
        self,
        seed: int,
        *,
        iterations: int = 100,
        at_random: int | None = None,
        milliseconds: int = 0,
        guided: bool = True,
    ) -> None:
        self._rng: Random = generator(seed, 0)
        self._iterations = iterations
        self._at_random = iterations if at_random is None else at_random
        self._seconds = milliseconds / 1000
        self._guided = guided

    def choose(self, observation: Observation) -> Move:
        """The move that was tried most; of those tried as often, the one that seemed likeliest."""
        if len(observation.moves) == 1:
            return observation.moves[0]
        search = Search(observation, self._rng, guided=self._guided)
        if self._seconds:
            end = time.monotonic() + self._seconds
            search.once()
            while time.monotonic() < end:
                search.once()
        else:
            budget = self._iterations if search.guided else self._at_random
            while search.lead() < budget - search.iterations:
                search.once()
        return search.best()


class Search:
    """The search for one choice: `once` plays one match out, `best` is the move it comes to."""

    def __init__(self, observation: Observation, rng: Random, *, guided: bool = True) -> None:
        self._observation = observation
        self._rng = rng
        self._gains = Gains()
        self._trees = [Node() for _ in observation.seats]
        self._heuristic = _heuristic_of(observation.game) if guided else None
        assert observation.seat is not None
        self._seat = observation.seat
        self._root = self._trees[self._seat]

    @property
    def guided(self) -> bool:
        """Whether a heuristic guides it."""
        return self._heuristic is not None

    @property
    def iterations(self) -> int:
        """How many matches were played out."""
        return self._root.tried

    def best(self) -> Move:
        """The move that was tried most."""
        return max(self._root.own, key=lambda move: _weight(self._root.own[move]))

    def lead(self) -> int:
        """How much more often the first move was tried than the second."""
        tried = sorted([branch.tried for branch in self._root.own.values()])
        return tried[-1] - tried[-2] if tried else 0

    def once(self) -> None:
        """Play one match out, and remember what came of the moves in the trees."""
        match = self._observation.sample(self._rng)
        path = self._through_the_trees(match)
        self._play_out(match)
        gains = self._gains.of(match)
        for seat, node, branch in path:
            for tried in (node, branch):
                tried.tried += 1
                tried.gain += gains[seat]

    def _through_the_trees(self, match: Match[Any]) -> list[tuple[int, Node, Branch]]:
        """Choose in the trees until a move is tried for the first time; the choices made.

        The first is the seat's own, also where others may act as well and stand before it.
        """
        nodes, path, seat = self._trees[:], [], self._seat
        deal, fresh = match.deal_number, False
        while not fresh and not match.over and match.deal_number == deal:
            moves, node = match.moves(seat), nodes[seat]
            if not node.own.keys() >= set(moves):
                for move, likely in zip(moves, self._likely(match, seat, moves), strict=True):
                    if move not in node.own:
                        node.own[move] = Branch(likely)
            move, branch = node.choice(moves)
            if len(moves) > 1:
                path.append((seat, node, branch))
                fresh = branch.tried == 0
            nodes[seat] = branch.node
            for raw in match.play(seat, move).raw:
                if raw[0] == MOVE:
                    for other in match.seats:
                        if other != seat:
                            seen = move if raw[3] >> other & 1 else move.hidden_text()
                            nodes[other] = nodes[other].after(seat, seen)
                    break
            seat = match.to_act[0] if match.to_act else seat
        return path

    def _likely(self, match: Match[Any], seat: int, moves: Sequence[Move]) -> list[float]:
        """How likely each move seems, all together 1."""
        if self._heuristic is None or len(moves) == 1:
            return [1 / len(moves)] * len(moves)
        observation = match.observe(seat)
        values = _finite([self._heuristic(observation, move) for move in moves])
        best, worst = max(values), min(values)
        weights = [math.exp(TRUST * (value - best) / ((best - worst) or 1)) for value in values]
        return [weight / sum(weights) for weight in weights]

    def _play_out(self, match: Match[Any]) -> None:
        """Play to the end of the deal: by the heuristic, else at random."""
        deal = match.deal_number
        for _ in range(HORIZON):
            if match.over or match.deal_number != deal:
                return
            seat = match.to_act[0]
            moves = match.moves(seat)
            if self._heuristic is None or len(moves) == 1:
                move = moves[int(self._rng.random() * len(moves))]
            else:
                move = max(moves, key=partial(self._heuristic, match.observe(seat)))
            match.play(seat, move)


def _weight(branch: Branch) -> tuple[int, float]:
    return branch.tried, branch.likely


def _finite(values: Sequence[float]) -> list[float]:
    """The values, infinite ones as far beyond the others as these lie apart."""
    known = [value for value in values if math.isfinite(value)] or [0.0]
    apart = (max(known) - min(known)) or 1.0
    low, high = min(known) - apart, max(known) + apart
    return [min(max(low, value), high) for value in values]


def _heuristic_of(game: Game[Any]) -> Callable[[Observation, Move], float] | None:
    """The game's heuristic, None where it has none."""
    return None if type(game).heuristic is Game.heuristic else game.heuristic


LEVELS: dict[str, dict[str, Any]] = {
    "easy": {"iterations": 20, "guided": False},
    "normal": {"iterations": 200, "guided": False},
    "hard": {"iterations": 100, "at_random": 1000},
}
"""What the bots of that name are made with: `hard` takes half a second a move, or more."""

LONGEST = 1_000_000


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
    if unit == "iterations":
        return partial(SearchBot, iterations=int(number))
    return partial(SearchBot, milliseconds=int(number))


def level(name: str, seed: int) -> SearchBot:
    """The bot of a level."""
    return SearchBot(seed, **LEVELS[name])
