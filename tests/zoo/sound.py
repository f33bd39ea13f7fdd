"""A sound game: every animal of the zoo is this one with a single thing wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import attrs

from cardcore import Card, Game, Interrupt, Move, Pile, Scoreboard, Table, face_down, face_up, held


@attrs.frozen
class Play(Move):
    """Play a card in turn."""

    card: Card


@attrs.frozen
class Hand(Move):
    """Pass a card unseen to the left neighbour."""

    card: Card


@attrs.frozen
class Draw(Move):
    """Draw a card."""


@attrs.frozen
class Slap(Move):
    """Play the same card out of turn."""

    card: Card


@attrs.define
class SoundTable(Table):
    """A deal; `turns` counts its moves, `ranks` are those that were played."""

    stock: Pile = face_down()
    discard: Pile = face_up()
    hands: list[Pile] = held()
    turns: int = 0
    ranks: list[int] = attrs.Factory(list)


class Sound(Game[SoundTable]):
    """Whoever has the fewest cards after two rounds of eight turns each wins a deal."""

    name, title, seats = "sound", "Sound", range(2, 5)
    breaks: ClassVar[tuple[str, ...]] = ()
    """The laws that are broken, in their order; the first is the one that is meant."""
    wavers: ClassVar[bool] = False
    """Which others are broken is up to chance or the clock."""
    says: ClassVar[str] = ""
    """What is seen of it."""
    tells: ClassVar[frozenset[str] | None] = None
    seeds: ClassVar[tuple[int, ...]] = (1,)

    @property
    def rules(self) -> Mapping[str, str]:
        return {"en": "# Sound\n\nPlay, draw or pass a card. The fewest cards win.\n"}

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card(str(rank), rank=rank) for rank in range(1, 10) for _ in range(2)]

    def deal(self, table: SoundTable, last: SoundTable | None) -> None:
        table.shuffle(table.stock)
        table.deal(table.stock, 3)

    def moves(self, table: SoundTable, seat: int) -> Sequence[Move]:
        cards = list(dict.fromkeys(table.hands[seat]))
        return [Draw(), *map(Play, cards), *map(Hand, cards)]

    def reactions(self, table: SoundTable, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        card = interrupt.card
        return [Slap(card)] if card is not None and card in table.hands[seat] else []

    def play(self, table: SoundTable, seat: int, move: Move) -> None:
        hand, left = table.hands[seat], (seat + 1) % len(table.seats)
        if isinstance(move, Draw):
            table.draw(table.stock, hand)
        elif isinstance(move, Hand):
            table.put(move.card, hand, table.hands[left])
        elif isinstance(move, Play | Slap):
            table.put(move.card, hand, table.discard)
            table.ranks.append(move.card.rank)
            self.opened(table, seat, move.card)
        self.next_turn(table, seat)

    def opened(self, table: SoundTable, seat: int, card: Card) -> None:
        """A card has been played: it may be slapped."""
        table.interrupt("slap", card=card)

    def next_turn(self, table: SoundTable, seat: int) -> None:
        """The turn passes on, or the deal ends."""
        table.turns += 1
        table.turn.go_to((seat + 1) % len(table.seats))
        if table.turns >= 16 or not table.stock or not all(table.hands):
            table.end_deal()

    def points(self, table: SoundTable) -> Sequence[int]:
        fewest = min(map(len, table.hands))
        return [int(len(hand) == fewest) for hand in table.hands]

    def is_over(self, table: SoundTable, scores: Scoreboard) -> bool:
        return len(scores.deals) == 2
