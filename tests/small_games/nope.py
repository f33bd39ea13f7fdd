"""Nope: a blocking interrupt, in which a nope is answered by a nope."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from cardcore import Card, Game, Interrupt, Move, Pile, Scoreboard, Table, face_down, face_up, held

TWO, SKIP, NOPE = CARDS = [Card("two"), Card("skip"), Card("nope")]


@attrs.frozen
class Act(Move):
    """Play an action card in turn; everybody else may answer it with a nope."""

    card: Card


@attrs.frozen
class Draw(Move):
    """Draw a card and end the turn."""


@attrs.frozen
class Nope(Move):
    """Play a nope: the card before it has no effect, unless this one is noped too."""


@attrs.define
class NopeTable(Table):
    """A deal; `nopes` counts the nopes upon the action card that is being played."""

    stock: Pile = face_down()
    discard: Pile = face_up()
    hands: list[Pile] = held()
    nopes: int = 0


class NopeGame(Game[NopeTable]):
    """Two: draw two cards and stay in turn. Skip: the next seat is passed over."""

    name, title, seats = "nope", "Nope", range(2, 6)
    lowest_wins = True

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [TWO] * 9 + [SKIP] * 9 + [NOPE] * 10

    def deal(self, table: NopeTable, last: NopeTable | None) -> None:
        table.shuffle(table.stock)
        table.deal(table.stock, 4)
        table.turn.go_to(0 if last is None else (last.turn.seat + 1) % len(table.seats))

    def moves(self, table: NopeTable, seat: int) -> Sequence[Move]:
        actions = [card for card in (TWO, SKIP) if card in table.hands[seat]]
        return [Draw(), *map(Act, actions)]

    def reactions(self, table: NopeTable, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        return [Nope()] if NOPE in table.hands[seat] else []

    def play(self, table: NopeTable, seat: int, move: Move) -> None:
        if isinstance(move, Draw):
            table.draw(table.stock, table.hands[seat])
            self._end_turn(table)
            return
        card = move.card if isinstance(move, Act) else NOPE
        table.nopes = 0 if isinstance(move, Act) else table.nopes + 1
        table.put(card, table.hands[seat], table.discard)
        table.interrupt("nope", card=card, blocking=True)

    def after_interrupt(self, table: NopeTable, interrupt: Interrupt) -> None:
        if interrupt.card is NOPE:
            return
        if table.nopes % 2 == 0:
            if interrupt.card is TWO:
                table.draw(table.stock, table.hands[interrupt.seat], 2)
            else:
                table.turn.advance()
        self._end_turn(table, stay=interrupt.card is TWO)

    def _end_turn(self, table: NopeTable, *, stay: bool = False) -> None:
        if not table.stock or not all(table.hands):
            table.end_deal()
        elif not stay:
            table.turn.advance()

    def points(self, table: NopeTable) -> Sequence[int]:
        return [len(hand) for hand in table.hands]

    def is_over(self, table: NopeTable, scores: Scoreboard) -> bool:
        return len(scores.deals) == 2
