"""Asking: whom an interrupt asks now, in each of the three ways of collecting claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cardcore.interrupts import Interrupt
from cardcore.moves import DECLINE, Move

if TYPE_CHECKING:
    from cardcore.houserules import RuleBook
    from cardcore.setting import Setting

Reactions = dict[int, Sequence[Move]]
React = Callable[..., Sequence[Move]]


def whom_to_ask(
    setting: Setting, table: Any, interrupt: Interrupt, rulebook: RuleBook | None
) -> Reactions:
    """The seats that are asked now, each with its reactions; empty where nobody is left.

    In order, the next seat that can react; with everyone, the next seat whether it can or not; in
    a race, all that can, and where play waits for the answers all others, too. The interrupt's
    place moves on to the seat that is asked.
    """
    circle = setting.circles[interrupt.seat]
    seats: Sequence[int]
    if interrupt.seats is None and not interrupt.answered and not table.turn.out:
        seats = circle[interrupt.place - 1 : -1]
    else:
        seats = _may_answer(circle, table, interrupt)
    react = setting.game.reactions
    if rulebook is not None:
        react = who_reacts(react, interrupt, rulebook)
    if setting.collect == "in_order":
        for seat in seats:
            possible = react(table, seat, interrupt)
            if possible:
                interrupt.place = circle.index(seat) + 1
                return {seat: possible}
    elif setting.collect == "everyone":
        for seat in seats:
            interrupt.place = circle.index(seat) + 1
            return {seat: react(table, seat, interrupt)}
    else:
        asked = ((seat, react(table, seat, interrupt)) for seat in seats)
        every = interrupt.blocking  # that it closed at once would tell that nobody could react
        return {seat: possible for seat, possible in asked if possible or every}
    interrupt.place = len(circle) + 1
    return {}


def who_reacts(react: React, interrupt: Interrupt, rulebook: RuleBook | None) -> React:
    """How to ask for reactions: by the game or by a house rule, less what rules refuse."""
    if rulebook is None:
        return react
    return rulebook.unrefused(rulebook.reactions if interrupt.rule else react)


def _may_answer(circle: Sequence[int], table: Any, interrupt: Interrupt) -> list[int]:
    """The seats from the interrupt's place on that are meant, not out, and have not answered."""
    meant, answered, out = interrupt.seats, interrupt.answered, table.turn.out
    if meant is None:
        circle = circle[:-1]
    return [
        seat
        for seat in circle[interrupt.place - 1 :]
        if not answered >> seat & 1 and seat not in out and (meant is None or seat in meant)
    ]


def answer(setting: Setting, table: Any, interrupt: Interrupt, seat: int, move: Move) -> None:
    """A seat has reacted or declined: where does the asking stand now?"""
    interrupt.answered |= 1 << seat
    if setting.collect != "race":
        interrupt.place = setting.circles[interrupt.seat].index(seat) + 2
    if move is DECLINE:
        return
    interrupt.claims += ((seat, move),)
    if interrupt.answers == "first":
        interrupt.ended = True
        if not interrupt.blocking:
            table.interrupts.remove(interrupt)


def other_move(game: Any, table: Any, seat: int, move: Move) -> bool:
    """A move that is no reaction ends the open interrupts, or not; returns whether some stay."""
    interrupts = table.interrupts
    if seat == table.turn.seat and game.goes_on(table, seat, move):
        while interrupts and not interrupts[-1].blocking:
            interrupts.pop()
        return False
    return True


def ask_anew(table: Any, seat: int) -> None:
    """A seat has moved cards while interrupts stay open: its answer to them may be another now."""
    for interrupt in table.interrupts:
        if not interrupt.blocking:
            interrupt.place = 1
            interrupt.answered &= ~(1 << seat)
