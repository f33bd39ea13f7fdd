"""Any game as a Gymnasium environment: one seat learns, bots have the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardcore.adapters import pettingzoo
from cardcore.adapters.beginning import bots_around
from cardcore.game import Game
from cardcore.plugins import BotMaker

if TYPE_CHECKING:
    from cardcore.adapters.one_seat import SeatEnv


def env(
    game: Game[Any] | str,
    players: int | None = None,
    *,
    seat: int = 0,
    bots: Sequence[str | BotMaker] = (),
    **wishes: Any,
) -> SeatEnv:
    """An environment in which `seat` acts, and bots play between its actions.

    `bots` are named, or given as `BotMaker`s, from the seat on the left round the table, and round
    again where they are fewer; without them all are the game's usual bot. They get seeds of their
    own, made from the match's. The `wishes` are those of `cardcore.adapters.pettingzoo.env`, the
    game's options among them, and so is what is observed, numbered and rewarded; `max_steps` counts
    everybody's moves.

    Raises `UnknownGame`, `UnknownBot`, `BadOptions`, and `MissingExtra` without the library.
    """
    table = pettingzoo.env(game, players, **wishes)
    from cardcore.adapters.one_seat import SeatEnv

    return SeatEnv(*bots_around(table.setting, seat, bots), seat, table.ways)
