"""Zeus on the Loose for cardcore: climb Mount Olympus, and hold Zeus when the round ends."""

from cardcore import hookimpl
from cardcore_zeus_on_the_loose.rules import ZeusOnTheLoose, ZeusTable

__all__ = ["ZeusOnTheLoose", "ZeusTable", "cardcore_games"]


@hookimpl
def cardcore_games() -> list[ZeusOnTheLoose]:
    """The game that this plugin brings."""
    return [ZeusOnTheLoose()]
