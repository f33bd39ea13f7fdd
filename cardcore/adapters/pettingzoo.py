"""Any game as a PettingZoo environment: `cardcore.adapters.pettingzoo.env("odin", players=4)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardcore.adapters.beginning import setting_of
from cardcore.adapters.ways import STEPS, Ways
from cardcore.extras import needs
from cardcore.game import Game

if TYPE_CHECKING:
    from cardcore.adapters.aec import CardEnv

EXTRA = "pettingzoo"


def env(
    game: Game[Any] | str,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    reward: str = "win",
    illegal_reward: float | None = -1.0,
    max_steps: int = STEPS,
    places: int | None = None,
    house_rules: Sequence[Any] = (),
    **options: Any,
) -> CardEnv:
    """An agent-environment-cycle environment of a game, or of the installed one of that name.

    Agents are "player_0" … by seat; `players` is 3 if it is not given and the game allows it.
    `options` are the game's, as values or texts. An observation is a dict: "observation", an array
    of float32 between -1 and 1 made from what the seat may know (`env.encoding` tells which cells
    are what), and "action_mask", an int8 for each action, 1 where it is legal, all 0 for an agent
    whose turn it is not. Actions are the game's `all_moves` by number, as `env.actions` tells; with
    `places=N`, and for games that do not list their moves, the legal moves by their place. Claims
    are collected from everyone, so an agent may have nothing to choose from but to decline.

    `reward` is "win", given at the end, 1 for winning alone, with the sum zero; or "points", given
    after every deal, the seat's points above the average (below it, where few are good). After
    `max_steps` moves a match is truncated. An illegal action ends the match for all: its agent has
    `illegal_reward`, the others 0; with None, `IllegalMove` is raised and nothing changes.
    `render_mode` is "human", "ansi" or None.

    `reset(seed=7)` deals the match that `game.match(seed=7)` deals; further resets without a seed
    go on from it. Raises `UnknownGame`, `BadOptions`, and `MissingExtra` without the library.
    """
    needs("pettingzoo", EXTRA)
    from cardcore.adapters.aec import CardEnv

    ways = Ways(
        render_mode=render_mode,
        reward=reward,
        illegal_reward=illegal_reward,
        max_steps=max_steps,
        places=places,
    )
    return CardEnv(setting_of(game, players, options, house_rules), ways)
