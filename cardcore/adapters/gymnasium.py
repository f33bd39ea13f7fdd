"""Any game as a Gymnasium environment: one seat learns, bots have the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardcore.adapters.beginning import bots_around, setting_of
from cardcore.adapters.pettingzoo import EXTRA
from cardcore.adapters.ways import STEPS, Ways
from cardcore.extras import needs
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
    render_mode: str | None = None,
    reward: str = "win",
    illegal_reward: float | None = -1.0,
    max_steps: int = STEPS,
    places: int | None = None,
    house_rules: Sequence[Any] = (),
    **options: Any,
) -> SeatEnv:
    """An environment in which `seat` acts, and bots play between its actions.

    `bots` are named, or given as `BotMaker`s, from the seat on the left round the table, and round
    again where they are fewer; without them all are the game's usual bot. They get seeds of their
    own, made from the match's. What is observed, numbered and rewarded is as in
    `cardcore.adapters.pettingzoo.env`; `max_steps` counts everybody's moves.

    Raises `UnknownGame`, `UnknownBot`, `BadOptions`, and `MissingExtra` without the library.
    """
    needs("pettingzoo", EXTRA)
    from cardcore.adapters.one_seat import SeatEnv

    ways = Ways(
        render_mode=render_mode,
        reward=reward,
        illegal_reward=illegal_reward,
        max_steps=max_steps,
        places=places,
    )
    setting = setting_of(game, players, options, house_rules)
    return SeatEnv(*bots_around(setting, seat, bots), seat, ways)
