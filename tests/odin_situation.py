"""Situations of Odin in the notation of its rules page: the middle and its owner, P1 to move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from cardcore_odin.moves import Play

import cardcore
from cardcore import IllegalMove, Match, Move
from cardcore.testing import position

GAME = cardcore.game("odin")
OPTIONS = GAME.Options.__attrs_attrs__
FACES = {card.code: card for card in GAME.cards(GAME.Options(goat=True), 2)}


def situation(
    hands: str | Mapping[int, str | int],
    *,
    n: int = 3,
    mid: str = "",
    owner: int = 0,
    passes: int = 0,
    turn: int | None = None,
    points: Sequence[int] = (),
    **more: Any,
) -> Match[Any]:
    """A position: `hands` are the cards of seats, or how many (a text: those of the seat in turn).

    Who is not named has five cards. The seat in turn follows the owner of the middle and those who
    have passed; with nothing in the middle it is P0. `points` are the totals so far, `more` are
    options and fields of the table.
    """
    options = {field.name: more.pop(field.name) for field in OPTIONS if field.name in more}
    if turn is None:
        turn = (owner + 1 + passes) % n if mid else 0
    named = {turn: hands} if isinstance(hands, str) else hands
    return position(
        GAME,
        players=n,
        options=options,
        turn=turn,
        totals=points or None,
        hands=[named.get(seat, 5) for seat in range(n)],
        middle=mid,
        owner=owner if mid else None,
        passes=passes,
        **more,
    )


def cards(text: str) -> tuple[Any, ...]:
    """Cards by their codes."""
    return tuple(FACES[code] for code in text.split())


def play_of(text: str) -> Play:
    """A play of cards, in whatever order they are named."""
    return Play(cards(text))


def refused(match: Match[Any], seat: int, move: Any) -> str:
    """The reason why a move is refused; the match is as it was before."""
    before = match.to_dict()
    assert move not in match.moves(seat)
    assert move not in [legal.text for legal in match.moves(seat)]
    reason = match.why_not(seat, move)
    assert reason is not None
    with pytest.raises(IllegalMove) as raised:
        match.play(seat, move)
    assert raised.value.reason == reason
    assert match.to_dict() == before
    return str(reason)


def moves(match: Match[Any], seat: int) -> set[str]:
    """The texts of a seat's legal moves."""
    return {move.text for move in match.moves(seat)}


def codes(pile: Any) -> str:
    """The cards of a hand or a pile, by number and colour."""
    return " ".join(card.code for card in Play(tuple(pile)).set)


def state(match: Match[Any]) -> tuple[str, int | None, int]:
    """The middle, its owner and who is in turn."""
    table = match.table
    return codes(table.middle), table.owner, table.turn.seat


def kinds(match: Match[Any], seat: int, move: str | Move) -> list[str]:
    """The kinds of the events of a move."""
    return [event.kind for event in match.play(seat, move)]
