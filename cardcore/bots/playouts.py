"""Playing matches out to the end of a deal, by a game's heuristic or at random."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from cardcore.bots.gains import Gains
from cardcore.game import Game
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.observation import Observation

Heuristic = Callable[[Observation, Move], float]

HORIZON = 1000
"""After so many decisions a playout ends, and counts as it stands."""


class Playouts:
    """Matches that look alike to a seat, played out: how many, in how many decisions in all."""

    def __init__(
        self, observation: Observation, rng: Random, heuristic: Heuristic | None = None
    ) -> None:
        self.number = 0
        self.decisions = 0
        self._observation = observation
        self._rng = rng
        self._heuristic = heuristic
        self._gains = Gains(len(observation.deals))

    def world(self) -> Match[Any]:
        """A match that the seat cannot tell from the real one."""
        return self._observation.sample(self._rng)

    def gains(self, match: Match[Any]) -> list[float]:
        """Play to the end of the deal that was begun; what this is worth to each seat."""
        deal, last = self._observation.deal_number, self.decisions + HORIZON
        while not match.over and match.deal_number == deal and self.decisions < last:
            seat = match.to_act[0]
            moves = match.moves(seat)
            if self._heuristic is None or len(moves) == 1:
                move = moves[int(self._rng.random() * len(moves))]
            else:
                move = max(moves, key=partial(self._heuristic, match.observe(seat)))
            match.play(seat, move)
            self.decisions += 1
        self.number += 1
        return self._gains.of(match)


def heuristic_of(game: Game[Any]) -> Heuristic | None:
    """The game's heuristic, None where it has none."""
    return None if type(game).heuristic is Game.heuristic else game.heuristic
