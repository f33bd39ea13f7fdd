"""A sound game with sealed bids that are later shown, and animals that break the seals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Any

import attrs

from cardcore import Card, Game, Interrupt, Move, Pile, Table, face_down, secret
from zoo.sound import Sound, SoundTable


@attrs.frozen
class Seal(Move):
    """Bid a card, face down."""

    secret = True
    card: Card


@attrs.frozen
class Offer(Move):
    """Bid a number in secret."""

    secret = True
    amount: int


@attrs.frozen
class Claim(Move):
    """Lay cards face down and say how high each is, true or not."""

    rank: int
    laid: tuple[Card, ...]


@attrs.frozen
class Doubt(Move):
    """Have the cards of the last claim shown."""


def any_offer(table: OfferTable, seat: int | None, rng: Random) -> int | None:
    return int(rng.random() * 5) if seat in table.sealed else None


@attrs.define
class SealedTable(SoundTable):
    """A deal; `sealed` are the seats that have bid."""

    aside: list[Pile] = face_down(each=True)
    sealed: list[int] = attrs.Factory(list)


@attrs.define
class OfferTable(SealedTable):
    """A deal in which numbers are bid."""

    offers: list[int | None] = secret(None, each=True, anew=any_offer)
    last: list[int] = attrs.Factory(list)


class Sealed(Sound, Game[SealedTable]):
    """Everybody bids a card face down; all are shown, and the highest wins them."""

    def to_act(self, table: Any) -> Sequence[int]:
        return [seat for seat in table.seats if seat not in table.sealed]

    def moves(self, table: Any, seat: int) -> Sequence[Move]:
        return [Seal(card) for card in dict.fromkeys(table.hands[seat])]

    def reactions(self, table: Table, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        return ()

    def play(self, table: Any, seat: int, move: Move) -> None:
        self.seal(table, seat, move)
        table.sealed.append(seat)
        table.emit("sealed", seat=seat)
        if len(table.sealed) == len(table.seats):
            self.open(table)
            table.sealed.clear()
            self.next_round(table)

    def seal(self, table: Any, seat: int, move: Any) -> None:
        """A bid is laid down."""
        table.put(move.card, table.hands[seat], table.aside[seat])

    def open(self, table: Any) -> None:
        """All bids are shown."""
        for pile in table.aside:
            table.show(pile)
        for pile in table.aside:
            table.put_all(pile, table.discard)

    def next_round(self, table: Any) -> None:
        """Everybody draws a card."""
        table.emit("round", seat=table.turn.seat)
        table.turns += 1
        table.turn.advance()
        if len(table.stock) < len(table.seats):
            table.end_deal()
            return
        for hand in table.hands:
            table.draw(table.stock, hand)


@attrs.define
class ClaimedTable(SoundTable):
    """A deal; `heap` is what nobody has doubted."""

    heap: Pile = face_down()
    laid: Pile = face_down()


class Claimed(Sound, Game[ClaimedTable]):
    """One card or two are laid face down; who is wrong about them takes them, and the heap."""

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card(str(rank), rank=rank) for rank in range(1, 19)]

    def moves(self, table: Any, seat: int) -> Sequence[Move]:
        hand = sorted(table.hands[seat], key=lambda card: card.rank)
        sets = [*combinations(hand, 1), *combinations(hand, 2)]
        return [Claim(rank, cards) for cards in sets for rank in (1, 2)]

    def reactions(self, table: Any, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        return [Doubt()]

    def play(self, table: Any, seat: int, move: Move) -> None:
        if isinstance(move, Claim):
            for card in move.laid:
                table.put(card, table.hands[seat], table.laid)
            table.interrupt("doubt", blocking=True)

    def after_interrupt(self, table: Any, interrupt: Interrupt) -> None:
        if interrupt.claims:
            table.show(table.laid)
            honest = all(card.rank < 10 for card in table.laid)
            table.put_all(table.laid, table.heap)
            loser = interrupt.claims[0][0] if honest else interrupt.seat
            table.put_all(table.heap, table.hands[loser])
        table.put_all(table.laid, table.heap)
        self.next_turn(table, interrupt.seat)


class Offered(Sealed, Game[OfferTable]):
    """Everybody bids a number; all are told, and stand on the table."""

    def moves(self, table: Any, seat: int) -> Sequence[Move]:
        return [Offer(amount) for amount in range(5)]

    def seal(self, table: Any, seat: int, move: Any) -> None:
        table.offers[seat] = move.amount

    def open(self, table: Any) -> None:
        table.emit("offers", offers=tuple(table.offers))
        table.last = [offer or 0 for offer in table.offers]
        table.offers = [None for _ in table.seats]
        table.put(table.hands[0][0], table.hands[0], table.discard)


class SealedMirror(Sealed):
    """A plain field says what was bid face down."""

    breaks = ("no leak", "no leak in a new deal")
    says = "observation.fields"

    def seal(self, table: Any, seat: int, move: Any) -> None:
        super().seal(table, seat, move)
        table.ranks.append(move.card.rank)


class SealedEvent(Sealed):
    """An event of a kind that tells nothing names a bid."""

    breaks = ("no leak", "no leak in a new deal")
    says = "the events"
    tells = frozenset({"round"})

    def seal(self, table: Any, seat: int, move: Any) -> None:
        super().seal(table, seat, move)
        table.emit("bid", rank=move.card.rank)


class SealedInVain(Sealed):
    """Every bid is told at once, so that nothing is left to compare."""

    breaks = ("no leak",)
    says = "this shows nothing of secret moves"

    def seal(self, table: Any, seat: int, move: Any) -> None:
        super().seal(table, seat, move)
        table.emit("bid", card=move.card)


class OfferMirror(Offered):
    """A plain field has the highest number that was bid so far, before all have bid."""

    breaks = ("no leak",)
    says = "observation.fields"

    def seal(self, table: Any, seat: int, move: Any) -> None:
        super().seal(table, seat, move)
        table.ranks = [max([move.amount, *table.ranks])]


class OfferTurn(Offered):
    """Whoever bids nothing is in turn at once."""

    breaks = ("no leak",)
    says = "can tell two worlds apart"

    def seal(self, table: Any, seat: int, move: Any) -> None:
        super().seal(table, seat, move)
        if move.amount == 0:
            table.turn.go_to(seat)


SEALED: tuple[type[Sound], ...] = (
    *(SealedMirror, SealedEvent, SealedInVain, OfferMirror, OfferTurn),
)
