"""Two house rules for Zeus on the Loose."""

from collections.abc import Sequence
from typing import Any

from cardcore import HouseRule, Move, Text, hookimpl


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


@hookimpl
def cardcore_house_rules() -> list[HouseRule]:
    """What this package brings."""
    return [QuickHundred(), NoTwinGods()]
