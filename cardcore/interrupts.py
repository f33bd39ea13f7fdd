"""Interrupts: openings for seats to act out of turn, kept as data on the table."""

from __future__ import annotations

from typing import Literal

import attrs

from cardcore.cards import Card
from cardcore.moves import Move

Answers = Literal["first", "each"]
Collect = Literal["in_order", "everyone", "race"]

COLLECT: tuple[Collect, ...] = ("in_order", "everyone", "race")


@attrs.define(eq=False)
class Interrupt:
    """One opening to react to what `seat` did.

    An *open* interrupt (not `blocking`) ends with a claim, with a move of the seat in turn that
    the game counts as going on, and with the deal. A *blocking* one ends when nobody is left to
    ask; then the game's `after_interrupt` is called. With `answers` "first" a claim ends the
    asking, with "each" every seat answers once.

    `place` is how many steps to the left of `seat` the asking has come; it is a place in the
    circle, not a list of who could react. `answered` has a bit for each seat that has answered.
    `claims` are the reactions chosen so far, with their seats. `rule` names the house rule that
    opened the interrupt, if one did.
    """

    kind: str
    seat: int
    card: Card | None = None
    seats: tuple[int, ...] | None = None
    blocking: bool = False
    answers: Answers = "first"
    rule: str = ""
    claims: tuple[tuple[int, Move], ...] = ()
    place: int = 1
    answered: int = 0
    ended: bool = False

    def copy(self) -> Interrupt:
        """An independent copy."""
        return Interrupt(
            self.kind,
            self.seat,
            self.card,
            self.seats,
            self.blocking,
            self.answers,
            self.rule,
            self.claims,
            self.place,
            self.answered,
            self.ended,
        )
