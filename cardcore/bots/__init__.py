"""Bots that play any game: at random, or the best move by the game's own heuristic."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from cardcore.chance import generator
from cardcore.moves import Move
from cardcore.observation import Observation
from cardcore.plugins import BotMaker


class RandomBot:
    """Chooses any legal move, each as likely."""

    def __init__(self, seed: int) -> None:
        self._rng: Random = generator(seed, 0)

    def choose(self, observation: Observation) -> Move:
        """One of the legal moves."""
        moves = observation.moves
        if len(moves) == 1:
            return moves[0]
        return moves[int(self._rng.random() * len(moves))]


class HeuristicBot:
    """Chooses the move that looks best by the game's heuristic; among equal ones, any."""

    def __init__(self, seed: int) -> None:
        self._rng: Random = generator(seed, 0)

    def choose(self, observation: Observation) -> Move:
        """The best of the legal moves."""
        moves = observation.moves
        if len(moves) == 1:
            return moves[0]
        value = observation.game.heuristic
        values = [value(observation, move) for move in moves]
        best = max(values)
        good = [move for move, its in zip(moves, values, strict=True) if its == best]
        return good[int(self._rng.random() * len(good))]


def _commanded(text: str) -> Callable[[int], Any]:
    from cardcore.bots.commands import given

    return given(text)


def _without_command(seed: int) -> Any:
    from cardcore.bots.commands import no_command

    no_command()


def _searching(text: str) -> Callable[[int], Any]:
    from cardcore.bots.search import given

    return given(text)


def _at_level(name: str, seed: int) -> Any:
    from cardcore.bots.search import level

    return level(name, seed)


def cardcore_bots() -> list[BotMaker]:
    """The bots that the core brings."""
    return [
        BotMaker("random", RandomBot, help="any legal move"),
        BotMaker("heuristic", HeuristicBot, help="the best move by the game's heuristic"),
        BotMaker("easy", partial(_at_level, "easy"), help="looks ahead a little, and misses much"),
        BotMaker("normal", partial(_at_level, "normal"), help="looks ahead, and thinks a moment"),
        BotMaker(
            "hard",
            partial(_at_level, "hard"),
            help="looks far ahead, up to a second a move",
        ),
        BotMaker(
            "search",
            partial(_at_level, "hard"),
            help="looks ahead as far as told: search:500 times, search:300ms",
            given=_searching,
        ),
        BotMaker(
            "cmd",
            _without_command,
            help="a program of yours, such as cmd:./mybot",
            given=_commanded,
            runs=True,
        ),
    ]
