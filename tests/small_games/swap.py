"""Swap: sealed bids, cards taken openly and passed unseen, whole hands that change owners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import attrs

from cardcore import (
    Card,
    Game,
    Interrupt,
    Move,
    Pile,
    Scoreboard,
    Table,
    face_down,
    face_up,
    held,
    secret,
)


@attrs.frozen
class Bid(Move):
    """A sealed bid for the turn."""

    secret = True
    amount: int


@attrs.frozen
class Take(Move):
    """Take an open card from the middle."""

    card: Card


@attrs.frozen
class Pass(Move):
    """Pass a card unseen to the left neighbour."""

    card: Card


@attrs.frozen
class Swap(Move):
    """Change hands with another seat."""

    other: int


@attrs.frozen
class Drop(Move):
    """After a swap: lay a card into the middle."""

    card: Card


def possible_bid(table: SwapTable, seat: int | None, rng: Random) -> int | None:
    return int(rng.random() * 4) if seat in table.have_bid else None


@attrs.define
class SwapTable(Table):
    """A deal. `taken` is the card that the seat in turn has just taken, before it passes one."""

    stock: Pile = face_down()
    middle: Pile = face_up()
    hands: list[Pile] = held()
    bids: list[int | None] = secret(None, each=True, anew=possible_bid)
    have_bid: list[int] = attrs.Factory(list)
    taken: Card | None = None
    turns: int = 0


class SwapGame(Game[SwapTable]):
    """The highest bidder is in turn, and pays; the sum of the cards counts."""

    name, title, seats = "swap", "Swap", range(2, 5)

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card(str(rank), rank=rank) for rank in range(1, 9) for _ in range(3)]

    def deal(self, table: SwapTable, last: SwapTable | None) -> None:
        table.shuffle(table.stock)
        table.deal(table.stock, 3)
        table.draw(table.stock, table.middle, 4)

    def to_act(self, table: SwapTable) -> Sequence[int]:
        bidding = [seat for seat in table.seats if seat not in table.have_bid]
        return bidding or [table.turn.seat]

    def moves(self, table: SwapTable, seat: int) -> Sequence[Move]:
        if seat not in table.have_bid:
            return [Bid(amount) for amount in range(4)]
        if table.taken is not None:
            return [Pass(card) for card in dict.fromkeys(table.hands[seat])]
        takes = [Take(card) for card in dict.fromkeys(table.middle)]
        return [*takes, *(Swap(other) for other in table.seats if other != seat)]

    def reactions(self, table: SwapTable, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        hand = dict.fromkeys(table.hands[seat])
        return [Drop(card) for card in hand] if len(table.hands[seat]) > 2 else []

    def play(self, table: SwapTable, seat: int, move: Move) -> None:
        hand = table.hands[seat]
        match move:
            case Bid():
                self._bid(table, seat, move.amount)
            case Take():
                table.put(move.card, table.middle, hand)
                table.taken = move.card
            case Pass():
                table.put(move.card, hand, table.hands[(seat + 1) % len(table.seats)])
                self._end_turn(table)
            case Swap():
                table.swap(hand, table.hands[move.other])
                both = (seat, move.other)
                table.interrupt("swap", seats=both, blocking=True, answers="each")
            case Drop():
                table.put(move.card, hand, table.middle)

    def _bid(self, table: SwapTable, seat: int, amount: int) -> None:
        table.bids[seat] = amount
        table.have_bid.append(seat)
        if len(table.have_bid) == len(table.seats):
            bids = [bid or 0 for bid in table.bids]
            table.emit("bids", bids=tuple(bids))
            table.turn.go_to(bids.index(max(bids)))

    def after_interrupt(self, table: SwapTable, interrupt: Interrupt) -> None:
        self._end_turn(table)

    def _end_turn(self, table: SwapTable) -> None:
        table.draw(table.stock, table.middle)
        table.have_bid, table.taken, table.turns = [], None, table.turns + 1
        table.bids = [None for _ in table.seats]
        if table.turns == 8:
            table.end_deal()

    def points(self, table: SwapTable) -> Sequence[int]:
        return [sum(card.rank for card in hand) for hand in table.hands]

    def is_over(self, table: SwapTable, scores: Scoreboard) -> bool:
        return len(scores.deals) == 2
