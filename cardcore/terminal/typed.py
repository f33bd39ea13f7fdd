"""What a person types for a move: its text, its number in the list, or a shorter name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardcore.game import Game
from cardcore.match import Match
from cardcore.moves import DECLINE, Move

DECLINES = ("no", "n", "pass")
"""What is typed for `DECLINE`, which is the engine's and no game's."""


def plain(typed: str) -> str:
    """A line as it is compared: in lower case, with single spaces."""
    return " ".join(typed.split()).casefold()


def aliases(game: Game[Any], move: Move) -> list[str]:
    """What may be typed for a move besides its text and its number."""
    return [plain(alias) for alias in (DECLINES if move is DECLINE else game.aliases(move))]


def find(match: Match[Any], seat: int, typed: str) -> list[Move]:
    """The legal moves that a line may mean: none, one, or several where it is not clear which."""
    moves, game, text = match.moves(seat), match.game, plain(typed)
    by_text = [move for move in moves if plain(move.text) == text]
    if by_text:
        return by_text
    by_alias = [move for move in moves if text in aliases(game, move)]
    if by_alias:
        return by_alias
    number = text.removeprefix("#")
    if number.isdecimal() and len(number) < 6 and (text != number or are_numbered(match, seat)):
        return list(moves[int(number) - 1 : int(number)]) if int(number) else []
    return []


def are_numbered(match: Match[Any], seat: int) -> bool:
    """Whether a bare number means a place in the list: not where it may name a card."""
    return not any(
        alias.isdecimal()
        for move in known_moves(match, seat)
        for alias in aliases(match.game, move)
    )


def known_moves(match: Match[Any], seat: int) -> Iterable[Move]:
    """Every move that the game tells of, else the legal ones."""
    every: Sequence[Move] | None = match.game.all_moves(match.options)
    return match.moves(seat) if every is None else every


def meant(match: Match[Any], seat: int, typed: str) -> Move | str:
    """The move that a line would mean if it were legal, else the line itself: to say why not."""
    text, verbs = plain(typed), {move.verb for move in match.moves(seat)}
    likely = sorted(known_moves(match, seat), key=lambda move: move.verb not in verbs)
    for move in likely:
        if text == plain(move.text) or text in aliases(match.game, move):
            return move
    return typed
