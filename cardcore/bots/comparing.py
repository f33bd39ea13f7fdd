"""A search for games with a heuristic: is another move better than the one that it proposes?

The moves that the heuristic likes best are played out in the same worlds, everybody playing by the
heuristic after them, so that luck falls out of the comparison. Another move than the proposed one
is chosen only where it was better by more than chance explains: a step of policy improvement by
playouts (Tesauro and Galperin 1996), which does not fall behind the heuristic by being unlucky.
"""

from __future__ import annotations

import math
from typing import Any

from cardcore.bots.playouts import Heuristic, Playouts
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.observation import Observation

CANDIDATES = 6
"""So many moves are compared, those that the heuristic likes best."""

WORLDS = 6
"""No move is given up before so many worlds."""

HOPE = 0.5
"""A move is given up once it is worse by more standard errors than this."""

DOUBT = 2.0
"""A move must be better by so many standard errors to be chosen: of five rivals that are no better,
one often seems so by less."""

LUCK = 0.1
"""A variance of the first worlds: a few that are alike by chance prove nothing."""


class Rival:
    """A move, and how much more it gained than the proposed one in each world, in sums."""

    __slots__ = ("move", "squares", "total")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.total = 0.0
        self.squares = 0.0

    def add(self, more: float) -> None:
        """Count a world."""
        self.total += more
        self.squares += more * more

    def lead(self, worlds: int) -> float:
        """How much better it is on the mean, in standard errors."""
        mean = self.total / worlds
        variance = max(self.squares / worlds - mean * mean, 0.0) + LUCK / worlds
        return mean / math.sqrt(variance / worlds)


class Comparison:
    """The search for one choice: `once` plays all moves that are left out in one world."""

    def __init__(self, observation: Observation, playouts: Playouts, heuristic: Heuristic) -> None:
        moves = sorted(
            observation.moves, key=lambda move: heuristic(observation, move), reverse=True
        )
        assert observation.seat is not None
        self.playouts = playouts
        self.worlds = 0
        self._seat = observation.seat
        self._proposed = moves[0]
        self._rivals = [Rival(move) for move in moves[1:CANDIDATES]]

    def once(self) -> None:
        """Compare the moves in one more world."""
        world = self.playouts.world()
        proposed = self._gain(world.copy(), self._proposed)
        for rival in self._rivals:
            rival.add(self._gain(world.copy(), rival.move) - proposed)
        self.worlds += 1
        if self.worlds >= WORLDS:
            self._rivals = [one for one in self._rivals if one.lead(self.worlds) > -HOPE]

    def settled(self, left: int) -> bool:
        """Whether no rival is left, or not playouts enough for another world."""
        return not self._rivals or left <= len(self._rivals)

    def best(self) -> Move:
        """The best of the rivals where it is better beyond doubt, else the proposed move."""
        if self.worlds and self._rivals:
            best = max(self._rivals, key=lambda rival: rival.total)
            if best.lead(self.worlds) > DOUBT:
                return best.move
        return self._proposed

    def _gain(self, match: Match[Any], move: Move) -> float:
        match.play(self._seat, move)
        return self.playouts.gains(match)[self._seat]
