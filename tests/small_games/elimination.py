"""Elimination: seats leave the deal, the discard is shuffled into the stock, joining is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from cardcore import Card, Game, Interrupt, Move, Pile, Scoreboard, Table, face_down, face_up, held


@attrs.frozen
class Lay(Move):
    """Lay a card that is not lower than the top one, or a 1."""

    card: Card


@attrs.frozen
class Fold(Move):
    """Leave the deal: nothing can be played."""


@attrs.frozen
class Join(Move):
    """Lay the same card out of turn, and go on from there."""

    card: Card


@attrs.define
class EliminationTable(Table):
    """A deal; `plays` counts the cards played, for it ends after thirty."""

    stock: Pile = face_down()
    discard: Pile = face_up()
    hands: list[Pile] = held()
    plays: int = 0


class Elimination(Game[EliminationTable]):
    """Whoever is left at the end has a point."""

    name, title, seats = "elimination", "Elimination", range(2, 6)

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [
            Card(str(rank), rank=rank) for rank in range(1, 7) for _ in range(max(2, seats - 1))
        ]

    def deal(self, table: EliminationTable, last: EliminationTable | None) -> None:
        table.shuffle(table.stock)
        table.deal(table.stock, 3)
        table.draw(table.stock, table.discard)
        table.turn.go_to(len(table.seats) - 1 if last is None else last.turn.seat)

    def moves(self, table: EliminationTable, seat: int) -> Sequence[Move]:
        top = table.discard[-1].rank
        hand = dict.fromkeys(table.hands[seat])
        return [Lay(c) for c in hand if c.rank >= top or c.rank == 1] or [Fold()]

    def reactions(self, table: EliminationTable, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        card = interrupt.card
        return [Join(card)] if card is not None and card in table.hands[seat] else []

    def play(self, table: EliminationTable, seat: int, move: Move) -> None:
        if isinstance(move, Fold):
            table.put_all(table.hands[seat], table.discard)
            table.turn.leave(seat)
        elif isinstance(move, Lay | Join):
            table.put(move.card, table.hands[seat], table.discard)
            table.plays += 1
            self._refill(table)
            table.draw(table.stock, table.hands[seat])
            table.interrupt("join", card=move.card)
            table.turn.go_to(seat)
            table.turn.advance()
        if len(table.turn.out) == len(table.seats) - 1 or table.plays == 30:
            table.end_deal()

    def _refill(self, table: EliminationTable) -> None:
        if not table.stock:
            table.put_all(table.discard, table.stock, keep=1)
            table.shuffle(table.stock)

    def points(self, table: EliminationTable) -> Sequence[int]:
        return [int(seat not in table.turn.out) for seat in table.seats]

    def is_over(self, table: EliminationTable, scores: Scoreboard) -> bool:
        return len(scores.deals) == 2
