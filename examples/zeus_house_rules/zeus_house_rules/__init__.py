"""Three house rules for Zeus on the Loose."""

from collections.abc import Sequence
from typing import Any

import attrs

from cardcore import Card, HouseRule, Interrupt, Move, Text, hookimpl


class QuickHundred(HouseRule):
    """Makes rounds that end at exactly 100 worth more."""

    name = "quick-hundred"
    title = "a round that ends at exactly 100 counts two letters"
    game = "zeus"

    def deal_scored(self, table: Any, points: Sequence[int] | None) -> Sequence[int] | None:
        """Twice the points, where the last card made the total 100."""
        if points is None or table.total != 100:
            return points
        return [2 * number for number in points]


class NoTwinGods(HouseRule):
    """Refuses a god that already lies on top."""

    name = "no-twin-gods"
    title = "a god may not be played upon the same god"
    game = "zeus"

    def move_allowed(self, table: Any, seat: int, move: Move) -> Text | None:
        """A reason to refuse the god on top; numbers have a rank, gods have none."""
        top = table.olympus[-1] if table.olympus else None
        if top is None or top.rank or move.verb != "play" or move.cards() != [top]:
            return None
        return Text("{card} lies on top, and no god is played upon the same god", card=top)


@attrs.frozen
class Slip(Move):
    """Slip a god under the pile."""

    card: Card


class SlipUnder(HouseRule):
    """Lets whoever holds the god that was played slip it under the pile, out of turn."""

    name = "slip-under"
    title = "the same god may be slipped under the pile, for another card"
    game = "zeus"

    def move_played(self, table: Any, seat: int, move: Move) -> None:
        """Open an interrupt; whether one opens hangs on what everybody knows."""
        if move.verb == "play" and not move.cards()[0].rank and len(table.stock) > 1:
            table.interrupt("slip", card=move.cards()[0])

    def reactions(self, table: Any, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        """The same god; each seat is asked from its own hand."""
        card = interrupt.card
        return [Slip(card)] if card is not None and card in table.hands[seat] else []

    def play(self, table: Any, seat: int, move: Move) -> None:
        """Put the god at the bottom and draw another card."""
        table.put(move.cards()[0], table.hands[seat], table.olympus, at="bottom")
        table.draw(table.stock, table.hands[seat])


@hookimpl
def cardcore_house_rules() -> list[HouseRule]:
    """What this package brings."""
    return [QuickHundred(), NoTwinGods(), SlipUnder()]
