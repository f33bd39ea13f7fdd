"""Refusals: which legal move is meant, and why another one is not legal."""

from __future__ import annotations

from collections.abc import Iterator
from operator import index
from typing import TYPE_CHECKING, Any

from cardcore.errors import IllegalMove
from cardcore.moves import Move, types_of_fields
from cardcore.texts import Player, Text
from cardcore.values import conforms, move_types

if TYPE_CHECKING:
    from cardcore.match import Match


def legal(match: Match[Any], seat: int, move: Move | str) -> Move:
    """The legal move that is equal to a move or has that text. Raises `IllegalMove`."""
    found = _find(match, seat, move)
    if found is None:
        reason = why_not(match, seat, move)
        raise IllegalMove(seat, move, reason or Text("that is no legal move"))
    return found


def _find(match: Match[Any], seat: int, move: Move | str) -> Move | None:
    moves = match.moves(seat)
    if isinstance(move, str):
        text = " ".join(move.split())
        exact = next((one for one in moves if one.text == text), None)
        text = text.lower()
        found = exact or next((one for one in moves if one.text.lower() == text), None)
        if found is not None or not moves:
            return found
        move = match.read(text) or move  # another order of the same cards is the same move
    return next((one for one in moves if one == move), None)


def why_not(match: Match[Any], seat: int, move: Move | str) -> Text | None:
    """Why a move is refused; see `Match.why_not`."""
    if type(seat) is not int:
        try:
            seat = whole_seat(match, seat, move)
        except IllegalMove as error:
            return error.reason
    if _find(match, seat, move) is not None:
        return None
    game, table = match.game, match.table
    if seat not in match.to_act:
        return not_acting(match, seat)
    if not isinstance(move, str | Move):
        return Text("“{text}” is no move of this game", text=repr(move)[:40])
    if isinstance(move, str):
        read = match.read(move)
        if read is None:
            return Text("“{text}” is no move of this game", text=move[:40])
        move = read
    elif not _is_of(match, move):
        return Text("“{text}” is no move of this game", text=str(move)[:40])
    else:
        for field, value in misfits(move):
            return Text(
                "“{text}” is no move of this game: {field} cannot be {value}",
                text=str(move)[:40],
                field=field,
                value=repr(value)[:40],
            )
    rulebook = match._rulebook
    if rulebook is not None:
        allowed = move in game.moves(table, seat) if seat in match._base else False
        if allowed or move in match._asked.get(seat, ()):
            overruled = [notice[1] for notice in match._notices.get(seat, ())]
            reason = rulebook.refusal(table, seat, move, overruled)
            if reason is not None:
                return reason
    own = game.why_not(table, seat, move)
    return own or Text("{player} cannot play “{move}” now", player=Player(seat), move=move.text)


def _is_of(match: Match[Any], move: Move) -> bool:
    """Whether a move is of a kind that the game or one of the house rules has."""
    rules = match.setting.house_rules
    kinds = [*match.game.move_types(), *move_types(type(rule).__module__ for rule in rules)]
    return type(move) in kinds


def misfits(move: Move) -> Iterator[tuple[str, Any]]:
    """The fields of a move whose values are not of their types: `Take(None)`."""
    types = types_of_fields(type(move))
    for (name, hint), value in zip(types.items(), move.values(), strict=True):
        if not conforms(value, hint):
            yield name, value


def not_acting(match: Match[Any], seat: int) -> Text:
    """Why a seat may not act at all now."""
    if match.over:
        return Text("the match is over")
    if seat not in match.seats:
        return Text("there is no seat {seat} at this table", seat=seat)
    if match.table.turn.seat == seat:
        return Text("others may react first")
    return Text("it is not {player}'s turn", player=Player(seat))


def whole_seat(match: Match[Any], seat: Any, move: Any) -> int:
    """A seat given as another kind of whole number (of numpy, say). Raises `IllegalMove`."""
    number = number_of(seat)
    if number is not None:
        return number
    reason = Text("there is no seat {seat} at this table", seat=repr(seat)[:40])
    raise IllegalMove(seat, move, reason)


def number_of(seat: Any) -> int | None:
    """The whole number that stands for a seat; None where it is none."""
    try:
        return index(seat)
    except TypeError:
        return None
