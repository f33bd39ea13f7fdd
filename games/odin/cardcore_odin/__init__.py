"""Odin for cardcore: beat the middle, take a card of it, and be the first without cards."""

from cardcore import hookimpl
from cardcore_odin.rules import Odin, OdinTable

__all__ = ["Odin", "OdinTable", "cardcore_games"]


@hookimpl
def cardcore_games() -> list[Odin]:
    """The game that this plugin brings."""
    return [Odin()]
