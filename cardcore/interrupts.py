"""Interrupts: openings for seats to act out of turn, kept as data on the table."""

from __future__ import annotations

from typing import Any, Literal

from cardcore.cards import Card
from cardcore.moves import Move

Answers = Literal["first", "each"]
Collect = Literal["in_order", "everyone", "race"]

COLLECT: tuple[Collect, ...] = ("in_order", "everyone", "race")


class Interrupt:
    """One opening to react to what `seat` did.

    An *open* interrupt (not `blocking`) ends with a claim, with a move of the seat in turn that
    the game counts as going on, and with the deal. A *blocking* one ends when nobody is left to
    ask; then the game's `after_interrupt` is called. With `answers` "first" a claim ends the
    asking, with "each" every seat answers once.

    `card` is the one it is about, if any; `seats` limits who is asked, None for all others.
    `place` is how many steps to the left of `seat` the asking has come; it is a place in the
    circle, not a list of who could react. `answered` has a bit for each seat that has answered.
    `claims` are the reactions chosen so far, with their seats (in a sampled match the text of one
    that its seat alone knows), `told` who may know each. `rule` names the house rule that
    opened the interrupt, if one did. `ended` tells that a claim has ended the asking.
    """

    # no slots: what most interrupts leave as it is stands here once
    seats: tuple[int, ...] | None = None
    blocking: bool = False
    answers: Answers = "first"
    rule: str = ""
    claims: tuple[tuple[int, Move], ...] = ()
    told: tuple[int, ...] = ()
    place: int = 1
    answered: int = 0
    ended: bool = False

    def __init__(self, kind: str, seat: int, card: Card | None = None) -> None:
        self.kind = kind
        self.seat = seat
        self.card = card

    def __repr__(self) -> str:
        return f"Interrupt({self.kind!r}, seat={self.seat}, card={self.card}, place={self.place})"

    @classmethod
    def of(cls, kind: str, seat: int, **further: Any) -> Interrupt:
        """An interrupt whose other `FIELDS` are given too."""
        new = cls(kind, seat)
        new.__dict__.update(further)
        return new

    def copy(self) -> Interrupt:
        """An independent copy."""
        new = Interrupt.__new__(Interrupt)
        new.__dict__.update(self.__dict__)
        return new


FIELDS = (
    "kind",
    "seat",
    "card",
    "seats",
    "blocking",
    "answers",
    "rule",
    "claims",
    "told",
    "place",
    "answered",
    "ended",
)
"""What an interrupt remembers, in the order in which it is saved."""
