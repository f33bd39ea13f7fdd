"""Animals that tell what is secret, or deal impossible worlds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from cardcore import Card, Event, Game, Move, Pile, Player, Scoreboard, Text
from zoo.sound import Draw, Hand, Sound, SoundTable


class TellingMoves(Sound):
    """What may be done depends on another hand."""

    breaks = ("no leak", "samples fit", "no leak in a new deal")
    says = "can tell two worlds apart"

    def moves(self, table: SoundTable, seat: int) -> Sequence[Move]:
        left = table.hands[(seat + 1) % len(table.seats)]
        many = sum(card.rank for card in left) % 2
        return [move for move in super().moves(table, seat) if many or not isinstance(move, Draw)]


class OnlyForHolders(Sound):
    """An interrupt opens only where somebody holds the card."""

    breaks = ("no leak", "no leak in a new deal")
    says = "can tell two worlds apart"

    def opened(self, table: SoundTable, seat: int, card: Card) -> None:
        if any(card in hand for hand in table.hands):
            super().opened(table, seat, card)


@attrs.define
class MirrorTable(SoundTable):
    """A table with a plain field that says what is hidden."""

    mirror: int = 0


class Mirror(Sound, Game[MirrorTable]):
    """A plain field mirrors the cards of a hand."""

    breaks = ("no leak", "no leak in a new deal")
    says = "observation.fields"

    def next_turn(self, table: Any, seat: int) -> None:
        super().next_turn(table, seat)
        table.mirror = max((card.rank for card in table.hands[0]), default=0)


class OrderCounter(Sound, Game[MirrorTable]):
    """A counter reveals where a card lies in the stock."""

    breaks = ("no leak", "no leak in a new deal")
    says = "observation.fields"

    def next_turn(self, table: Any, seat: int) -> None:
        super().next_turn(table, seat)
        table.mirror = next((i for i, card in enumerate(table.stock) if card.rank > 6), -1)


class ShownPass(Sound):
    """A card that is passed unseen stays known."""

    breaks = ("no leak",)
    says = "can tell two worlds apart"

    def play(self, table: SoundTable, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        left = table.hands[(seat + 1) % len(table.seats)]
        if isinstance(move, Hand) and move.card in left:
            table.show(left, [move.card])


class NamingEvent(Sound):
    """An event names a card that was drawn."""

    breaks = ("no leak", "no leak in a new deal")
    says = "the events"
    tells = frozenset({"nothing"})

    def play(self, table: SoundTable, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        if isinstance(move, Draw) and table.hands[seat]:
            table.emit("drawn", card=table.hands[seat][-1])


class NamingLine(Sound):
    """A line of the log names the card that was drawn last, which the game remembers."""

    breaks = ("no leak", "no leak in a new deal")
    says = "the log in 'en'"

    def __init__(self) -> None:
        self.drawn = Card("0")

    def play(self, table: SoundTable, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        if isinstance(move, Draw):
            self.drawn = table.hands[seat][-1]

    def describe(self, event: Event) -> Text | None:
        return Text("drawn: {card}", card=self.drawn) if event.kind == "card" else None


class TellingReason(Sound):
    """A reason names the next card of the stock."""

    breaks = ("no leak",)
    says = "is refused"

    def why_not(self, table: SoundTable, seat: int, move: Move) -> Text | None:
        return Text("next comes {card}, {player}", card=table.stock.top, player=Player(seat))


class TellingOrder(Sound):
    """The order of the moves depends on the stock."""

    breaks = ("no leak", "samples fit", "no leak in a new deal")
    says = "can tell two worlds apart"

    def moves(self, table: SoundTable, seat: int) -> Sequence[Move]:
        moves = super().moves(table, seat)
        return moves[::-1] if table.stock and table.stock[0].rank > 5 else moves


class TellingDefault(Sound):
    """The default move depends on the stock."""

    breaks = ("no leak", "no leak in a new deal")
    says = "its default move"

    def default_move(self, table: SoundTable, seat: int, moves: Sequence[Move]) -> Move:
        return moves[table.stock[-1].rank % len(moves)] if table.stock else moves[0]


class NeverHeld(Sound):
    """High cards are said to lie in no hand."""

    breaks = ("samples fit", "samples differ", "no leak in a new deal")
    says = "cannot sample"

    def could_hold(self, table: SoundTable, pile: Pile, card: Card) -> bool:
        return pile.sight.value != "held" or card.rank < 7


class OneWorld(Sound):
    """Who holds which card can be reckoned from its rank, so that there is one world alone.

    The stock is laid open and no card is passed; deals are short, so that pairs need not differ.
    """

    breaks = ("samples differ",)
    says = "were the same world"

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card(str(rank), rank=rank) for rank in range(1, 19)]

    def deal(self, table: SoundTable, last: SoundTable | None) -> None:
        table.shuffle(table.stock)
        for card in sorted(table.stock, key=lambda card: card.rank)[:9]:
            table.put(card, table.stock, table.hands[card.rank % len(table.seats)])
        table.show(table.stock)

    def moves(self, table: SoundTable, seat: int) -> Sequence[Move]:
        return [move for move in super().moves(table, seat) if not isinstance(move, Hand)]

    def next_turn(self, table: SoundTable, seat: int) -> None:
        super().next_turn(table, seat)
        if table.turns == 4:
            table.end_deal()

    def is_over(self, table: SoundTable, scores: Scoreboard) -> bool:
        return len(scores.deals) == 12

    def could_hold(self, table: SoundTable, pile: Pile, card: Card) -> bool:
        reckoned = pile.label[1] == card.rank % len(table.seats)
        return reckoned or card.rank > 9 or pile.label[0] != "hands"


@attrs.define
class LateTable(MirrorTable):
    """A table that knows whether it is the first."""

    late: bool = False


class LateMirror(Sound, Game[LateTable]):
    """From the second deal on a plain field mirrors the cards of a hand."""

    breaks = ("no leak in a new deal",)
    says = "observation.fields"

    def deal(self, table: Any, last: Any) -> None:
        super().deal(table, last)
        table.late = last is not None

    def next_turn(self, table: Any, seat: int) -> None:
        super().next_turn(table, seat)
        if table.late:
            table.mirror = max((card.rank for card in table.hands[0]), default=0)


SECRETS: tuple[type[Sound], ...] = (
    *(TellingMoves, OnlyForHolders, Mirror, OrderCounter, ShownPass, NamingEvent, NamingLine),
    *(TellingReason, TellingOrder, TellingDefault, NeverHeld, OneWorld, LateMirror),
)
