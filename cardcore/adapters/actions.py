"""Numbers for moves, as learning programs want them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardcore.errors import GameError
from cardcore.game import Game
from cardcore.moves import DECLINE, Move
from cardcore.texts import Text

PLACES = 256
"""So many moves of a decision have numbers where a game does not list all its moves."""


class Actions:
    """The numbers of a game's moves under its options: 0 … `count` - 1.

    They are the places in `game.all_moves(options)`, with `Decline` at the end unless it is listed,
    and so mean the same in every decision. A game without `all_moves`, or any with `places`, has
    its legal moves numbered in each decision anew, by their place in the list of legal moves: the
    same match gives the same numbers, but a number means nothing by itself. `moves` is what the
    numbers stand for, None where that changes.
    """

    def __init__(self, game: Game[Any], options: Any, *, places: int | None = None) -> None:
        listed = None if places is not None else game.all_moves(options)
        self._title = game.title
        self.moves: tuple[Move, ...] | None = None
        self.count = places or PLACES
        if listed is not None:
            self.moves = tuple(dict.fromkeys((*listed, DECLINE)))
            self.count = len(self.moves)
        self._numbers = {move: number for number, move in enumerate(self.moves or ())}
        # to hash a move takes longer than all else; most games hand out the moves that they list
        self._by_id = {id(move): number for move, number in self._numbers.items()}

    def numbers(self, legal: Sequence[Move]) -> list[int]:
        """The number of each legal move of a decision, in their order.

        Raises `GameError` for a move that has none.
        """
        if self.moves is None:
            if len(legal) > self.count:
                raise GameError(
                    "{game}: a decision has {number} moves, and only {most} have numbers; "
                    "say places={number}",
                    game=Text(self._title),
                    number=len(legal),
                    most=self.count,
                )
            return list(range(len(legal)))
        by_id = self._by_id
        try:
            return [by_id[id(move)] for move in legal]
        except KeyError:
            return [self._number(move) for move in legal]

    def _number(self, move: Move) -> int:
        number = self._numbers.get(move)
        if number is None:
            raise GameError(
                "{game}: all_moves does not list {move!r}; say places=N to number the legal moves",
                game=Text(self._title),
                move=move.text,
            )
        return number
