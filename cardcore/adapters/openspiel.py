"""Games in OpenSpiel: `pyspiel.load_game("cardcore_odin(players=2)")`.

To import this module registers every installed game, as `cardcore_` and its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore.adapters import _parameters as parameters
from cardcore.adapters.beginning import rules_of
from cardcore.adapters.rewards import WIN
from cardcore.adapters.ways import STEPS, Ways
from cardcore.extras import needs
from cardcore.game import Game
from cardcore.plugins import installed

pyspiel = needs("pyspiel", "openspiel")


def register() -> list[str]:
    """Register every installed game that two can play; returns their names in OpenSpiel."""
    games = [game for game in installed().games() if game.seats[-1] > 1]
    return [register_game(game) for game in games]


def register_game(game: Game[Any]) -> str:
    """Register a game; returns its name in OpenSpiel. The last one of a name counts."""
    from cardcore.adapters._states import CardcoreGame, kind_of

    kind = kind_of(game)
    # OpenSpiel lets go of it after Python has ended: a class outlives that, a function does not
    pyspiel.register_game(kind, type("Registered", (CardcoreGame,), {"rules": game}))
    return str(kind.short_name)


def load(
    game: Game[Any] | str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    reward: str = WIN,
    max_steps: int = STEPS,
    places: int | None = None,
    told: int | None = None,
    house_rules: Sequence[str] = (),
) -> Any:
    """A game in OpenSpiel, or the installed one of that name; it is registered by its name.

    It need not be installed.

    `reward` is "win" or "points". A match that is not over after `max_steps` moves is broken off.
    With `places` actions are the legal moves by their place; with `told` there is an information
    state tensor of so many cells. `house_rules` are names of installed
    ones. Raises `UnknownGame`, and `BadOptions` for what the game does not accept.
    """
    game = rules_of(game)
    if players is None:
        players = parameters.usual_players(game)
    given = {"players": players, "reward": reward, "max_steps": max_steps}
    ways = Ways(places=places, told=told)
    given |= {"places": ways.places or 0, "told": ways.told or 0}
    given["house_rules"] = parameters.AND.join(house_rules)
    given |= parameters.from_options(game, options or {}, players)
    return pyspiel.load_game(register_game(game), given)


register()
