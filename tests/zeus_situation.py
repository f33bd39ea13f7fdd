"""Situations of Zeus on the Loose in the notation of its rules page: T, top, Z, D, P0 to move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import cardcore
from cardcore import Event, IllegalMove, Match
from cardcore.testing import position

GAME = cardcore.game("zeus")
OPTIONS = GAME.Options.__attrs_attrs__


def situation(
    hands: str | Mapping[int, str],
    *,
    n: int = 3,
    T: int = 0,  # noqa: N803 - the letters of the rules page
    top: tuple[str, int] | None = None,
    Z: int | None = None,  # noqa: N803
    D: int | None = 20,  # noqa: N803
    sizes: Mapping[int, int] | None = None,
    collect: Any = "in_order",
    turn: int = 0,
    points: Sequence[int] = (),
    draw_next: str = "",
    **more: Any,
) -> Match[Any]:
    """A position: `hands` are the named cards (a text: those of P0), the rest is harmless.

    Harmless cards are none of those named, so that nobody else can sneak. `sizes` are hands of
    other than four cards, `draw_next` the next cards of the draw pile in their order; `D=None`
    leaves there what is not dealt, and Mount Olympus empty: the start of a round. Without `top` a
    god lies there, played by the last player. `points` are the letters so far, `more` are options
    and fields of the table.
    """
    options = {field.name: more.pop(field.name) for field in OPTIONS if field.name in more}
    named = [hands] if isinstance(hands, str) else [hands.get(seat, "") for seat in range(n)]
    wanted = [text.split() for text in named] + [[]] * (n - len(named))
    if D is not None and top is None:
        god = next(god for god in ("Artemis", "Ares") if all(god not in hand for hand in wanted))
        top = (god, n - 1)
    laid = [top[0]] if top else []
    avoid = {*laid, *draw_next.split(), *(code for hand in wanted for code in hand)}
    deck = [card.code for card in GAME.cards(GAME.make_options(options, n), n)]
    harmless = [code for code in deck if code not in avoid]
    harmless = harmless[::4] + harmless[1::4] + harmless[2::4] + harmless[3::4]
    full = [
        hand + [harmless.pop() for _ in range((sizes or {}).get(seat, 4) - len(hand))]
        for seat, hand in enumerate(wanted)
    ]
    upper = draw_next.split()[::-1]
    stock = [harmless.pop() for _ in range((20 if D is None else D) - len(upper))] + upper
    return position(
        GAME,
        players=n,
        options=options,
        turn=turn,
        totals=points or None,
        collect=collect,
        rest="stock" if D is None else "olympus",
        hands=full,
        stock=stock,
        olympus=laid,
        total=T,
        holder=Z,
        played_by=top[1] if top else None,
        **more,
    )


def play(match: Match[Any], seat: int, move: str) -> list[Event]:
    """Play a move; where drawing is automatic, see that a card played is replaced."""
    table = match.table
    drawn, number = len(table.stock), match.deal_number
    was_empty = not table.stock
    events = list(match.play(seat, move))
    round_goes_on = not match.over and match.deal_number == number
    if table.options.draw == "automatic" and round_goes_on and not move.startswith("decline"):
        assert not was_empty
        assert len(table.hands[seat]) == 4
        assert len(table.stock) == drawn - 1
    return events


def refused(match: Match[Any], seat: int, move: str) -> str:
    """The reason why a move is refused; the match is as it was before."""
    before = match.to_dict()
    assert move not in [legal.text for legal in match.moves(seat)]
    reason = match.why_not(seat, move)
    assert reason is not None
    with pytest.raises(IllegalMove) as raised:
        match.play(seat, move)
    assert raised.value.reason == reason
    assert (raised.value.seat, raised.value.move) == (seat, move)
    assert match.to_dict() == before
    return str(reason)


def moves(match: Match[Any], seat: int) -> set[str]:
    """The texts of a seat's legal moves."""
    return {move.text for move in match.moves(seat)}


def plays(match: Match[Any], seat: int) -> set[str]:
    """The cards that a seat may play in turn."""
    return {text[5:] for text in moves(match, seat) if text.startswith("play ")}


def round_end(match: Match[Any], seat: int, move: str) -> tuple[int | None, int, int]:
    """Play the move that ends a round: its winner, the last total, and the cards drawn before."""
    events = match.play(seat, move)
    kinds = [event.kind for event in events]
    assert "round" in kinds, "the round goes on"
    end = kinds.index("round")
    total = match.table.total if match.over else None
    for event in events:
        if event.kind == "total":
            total = event.data["total"]
    drawn = [e for e in events[:end] if e.kind == "card" and e.data["source"] == ("stock", None)]
    return events[end].data["winner"], total, len(drawn)
