"""The order of turns: who is in turn, which way it goes, who is out."""

from __future__ import annotations

from collections.abc import Iterator

from cardcore.errors import GameError


class TurnOrder:
    """Whose turn it is. Seats are numbered clockwise; `direction` is +1 (left) or -1."""

    __slots__ = ("_count", "direction", "out", "seat")

    def __init__(self, count: int) -> None:
        self.seat = 0
        self.direction = 1
        self._count = count
        self.out: frozenset[int] = frozenset()
        """The seats that have left this deal."""

    def __repr__(self) -> str:
        return f"TurnOrder(seat={self.seat}, direction={self.direction:+d}, out={set(self.out)})"

    def advance(self, skip: int = 0) -> None:
        """Go on to the next seat that is not out, passing over `skip` others."""
        if not self.out:
            self.seat = (self.seat + self.direction * (skip + 1)) % self._count
            return
        for _ in range(skip + 1):
            self.seat = self.after(self.seat)

    def after(self, seat: int) -> int:
        """The next seat after `seat`, in the direction of play, that is not out."""
        for _ in range(self._count):
            seat = (seat + self.direction) % self._count
            if seat not in self.out:
                return seat
        raise GameError("every seat has left the order of turns")

    def reverse(self) -> None:
        """Turn the direction round; the seat in turn stays."""
        self.direction = -self.direction

    def go_to(self, seat: int) -> None:
        """Make `seat` the one in turn. Raises `GameError` where it is out or not at the table."""
        if not 0 <= seat < self._count or seat in self.out:
            raise GameError(
                "seat {seat} cannot be in turn: it is out or not at the table", seat=seat
            )
        self.seat = seat

    def others(self, seat: int) -> Iterator[int]:
        """The seats besides `seat` that are not out, from its left round the table."""
        for step in range(1, self._count):
            other = (seat + step) % self._count
            if other not in self.out:
                yield other

    def leave(self, seat: int) -> None:
        """Take `seat` out for the rest of the deal; if it was in turn, the turn goes on first."""
        self.out |= {seat}
        if len(self.out) < self._count and seat == self.seat:
            self.seat = self.after(seat)

    def copy(self) -> TurnOrder:
        """An independent copy."""
        new = TurnOrder.__new__(TurnOrder)
        new.seat = self.seat
        new.direction = self.direction
        new._count = self._count
        new.out = self.out
        return new
