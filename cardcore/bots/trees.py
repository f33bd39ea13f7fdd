"""A search for any game: information-set Monte Carlo tree search.

Every seat chooses in a tree of its own, by what that seat has seen: nobody in the search knows the
others' cards or their secret moves (the variant with several observers of Cowling, Powley and
Whitehouse, 2012). Each seat looks for its own gain (max^n). Which move to try next follows the rule
of PUCT (Rosin 2011), all moves as likely; a move that is new is played out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from cardcore.bots.playouts import Playouts
from cardcore.events import MOVE
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.observation import Observation

CURIOSITY = 1.0
"""How much a move that was tried seldom is preferred, in gains from 0 to 1."""


class Branch:
    """A move in a tree: how often it was there and tried, and what came of it."""

    __slots__ = ("gain", "node", "there", "tried")

    def __init__(self) -> None:
        self.there = 0
        self.tried = 0
        self.gain = 0.0
        self.node = Node()


class Node:
    """A place in the tree of one seat: its own moves, and those of others as it saw them."""

    __slots__ = ("gain", "others", "own", "tried")

    def __init__(self) -> None:
        self.own: dict[Move, Branch] = {}
        self.others: dict[tuple[int, Move | str], Node] = {}
        self.tried = 0
        self.gain = 0.0

    def choice(self, moves: Sequence[Move]) -> tuple[Move, Branch]:
        """Which of the moves that are there now to try: one that gained much, or a curious one."""
        usual = self.gain / self.tried if self.tried else 0.0
        best, curiosity = -1.0, CURIOSITY / len(self.own)
        for move in moves:
            branch = self.own[move]
            branch.there += 1
            tried = branch.tried
            mean = branch.gain / tried if tried else usual
            promise = mean + curiosity * math.sqrt(branch.there) / (1 + tried)
            if promise > best:
                best, chosen = promise, (move, branch)
        return chosen

    def after(self, seat: int, move: Move | str) -> Node:
        """The place after a move of another seat, as it was seen."""
        found = self.others.get((seat, move))
        if found is None:
            found = self.others[seat, move] = Node()
        return found


class TreeSearch:
    """The search for one choice: `once` plays one match out, `best` is the move it comes to."""

    def __init__(self, observation: Observation, playouts: Playouts) -> None:
        assert observation.seat is not None
        self.playouts = playouts
        self._seat = observation.seat
        self._deal = observation.deal_number
        self._trees = [Node() for _ in observation.seats]
        self._root = self._trees[self._seat]

    def once(self) -> None:
        """Play one match out, and remember what came of the moves in the trees."""
        match = self.playouts.world()
        path = self._through_the_trees(match)
        gains = self.playouts.gains(match)
        for seat, node, branch in path:
            for tried in (node, branch):
                tried.tried += 1
                tried.gain += gains[seat]

    def settled(self, left: int) -> bool:
        """Whether no other move can be tried as often any more as the first one was."""
        tried = sorted([branch.tried for branch in self._root.own.values()])
        return left <= (tried[-1] - tried[-2] if tried else 0)

    def best(self) -> Move:
        """The move that was tried most; of those tried as often, the one that gained most."""
        own = self._root.own
        return max(own, key=lambda move: (own[move].tried, own[move].gain))

    def _through_the_trees(self, match: Match[Any]) -> list[tuple[int, Node, Branch]]:
        """Choose in the trees until a move is tried for the first time; the choices made.

        The first is the seat's own, also where others may act as well and stand before it.
        """
        nodes, path, seat, fresh = self._trees[:], [], self._seat, False
        while not fresh and not match.over and match.deal_number == self._deal:
            moves, node = match.moves(seat), nodes[seat]
            for move in moves:
                if move not in node.own:
                    node.own[move] = Branch()
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
