"""Passing: three cards passed in secret by all at once, then tricks in which suit is followed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from cardcore import (
    Card,
    Game,
    Move,
    Pile,
    Scoreboard,
    Table,
    face_down,
    face_up,
    french_deck,
    held,
)

SUITS = ("clubs", "diamonds", "hearts")


@attrs.frozen
class Give(Move):
    """Lay aside one of the three cards for the left neighbour."""

    card: Card


@attrs.frozen
class Play(Move):
    """Play a card to the trick."""

    card: Card


@attrs.define
class PassingTable(Table):
    """A deal; `voids` has, for each seat, the suits that it has been seen not to follow."""

    stock: Pile = face_down()
    aside: list[Pile] = face_down(each=True)
    trick: Pile = face_up()
    taken: list[Pile] = face_down(each=True)
    hands: list[Pile] = held()
    passed: bool = False
    leader: int = 0
    voids: list[set[str]] = attrs.Factory(list)


class Passing(Game[PassingTable]):
    """A heart taken is a bad point; the highest card of the suit led takes the trick."""

    name, title, seats = "passing", "Passing", range(3, 5)
    lowest_wins = True

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [c for c in french_deck() if c.suit in SUITS and c.rank <= 2 * seats]

    def deal(self, table: PassingTable, last: PassingTable | None) -> None:
        table.voids = [set() for _ in table.seats]
        table.shuffle(table.stock)
        table.deal(table.stock, 6)
        table.turn.go_to(0 if last is None else last.leader)

    def to_act(self, table: PassingTable) -> Sequence[int]:
        if table.passed:
            return [table.turn.seat]
        return [seat for seat in table.seats if len(table.aside[seat]) < 3]

    def moves(self, table: PassingTable, seat: int) -> Sequence[Move]:
        hand = table.hands[seat]
        if not table.passed:
            return [Give(card) for card in hand]
        following = [card for card in hand if table.trick and card.suit == table.trick[0].suit]
        return [Play(card) for card in following or hand]

    def play(self, table: PassingTable, seat: int, move: Move) -> None:
        if isinstance(move, Give):
            table.put(move.card, table.hands[seat], table.aside[seat])
            if all(len(pile) == 3 for pile in table.aside):
                self._pass(table)
        elif isinstance(move, Play):
            table.put(move.card, table.hands[seat], table.trick)
            if move.card.suit != table.trick[0].suit:
                table.voids[seat].add(table.trick[0].suit)
            table.turn.advance()
            if len(table.trick) == len(table.seats):
                self._take(table)

    def _pass(self, table: PassingTable) -> None:
        for seat in table.seats:
            table.put_all(table.aside[seat], table.hands[(seat + 1) % len(table.seats)])
        table.passed = True

    def _take(self, table: PassingTable) -> None:
        led = table.trick[0].suit
        best = max(range(len(table.trick)), key=lambda i: self._strength(table.trick[i], led))
        table.leader = (table.turn.seat + best) % len(table.seats)
        table.put_all(table.trick, table.taken[table.leader])
        table.turn.go_to(table.leader)
        if not any(table.hands):
            table.end_deal()

    def _strength(self, card: Card, led: str) -> int:
        return card.rank if card.suit == led else 0

    def could_hold(self, table: PassingTable, pile: Pile, card: Card) -> bool:
        name, seat = pile.label
        return name != "hands" or seat is None or card.suit not in table.voids[seat]

    def points(self, table: PassingTable) -> Sequence[int]:
        return [sum(card.suit == "hearts" for card in taken) for taken in table.taken]

    def is_over(self, table: PassingTable, scores: Scoreboard) -> bool:
        return len(scores.deals) == 2
