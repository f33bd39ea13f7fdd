"""Sweeps: the same matches under every combination of values of some options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import attrs

from cardcore.errors import BadOptions
from cardcore.game import Game
from cardcore.options import describe, word
from cardcore.simulate.simulation import Simulation, new_seed, simulation

PLAYERS = "players"
"""The number of players can be swept as well, where no option of the game is called so."""


@attrs.frozen
class Setting:
    """One combination of values, as a person types them, and its matches."""

    values: Mapping[str, str]
    simulation: Simulation

    def to_dict(self) -> dict[str, Any]:
        """The values and the report as JSON takes them."""
        return {"values": dict(self.values), "report": self.simulation.report().to_dict()}

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the report; the values stand among its options and columns."""
        return self.simulation.report().rows()


def sweep(
    game: Game[Any], values: Mapping[str, Sequence[Any]], *, seed: int | None = None, **wishes: Any
) -> list[Setting]:
    """Plan a simulation for every combination of `values` by name, all with the same seed.

    The others are `Wishes`; `records` gets a folder for each combination. Raises what is
    wrong with any of them before one is played.
    """
    read = {_name(name): list(_read(game, name, values[name])) for name in values}
    seed = new_seed() if seed is None else seed
    fixed = dict(wishes.pop("options", None) or {})
    for name in read:
        if name in fixed or (name == PLAYERS and wishes.get(PLAYERS) is not None):
            raise BadOptions("{name} is swept and set as well", name=name.replace("_", "-"))
    settings = []
    for combination in product(*read.values()):
        chosen = dict(zip(read, combination, strict=True))
        players = chosen.pop(PLAYERS, None) if _sweeps_players(game) else None
        told = {name: word(value) for name, value in zip(read, combination, strict=True)}
        own = dict(wishes)
        if players is not None:
            own[PLAYERS] = players
        if own.get("records") is not None:
            folder = ",".join(f"{name}={value}" for name, value in told.items())
            own["records"] = str(Path(own["records"]) / folder)
        planned = simulation(game, seed=seed, options={**fixed, **chosen}, **own)
        settings.append(Setting(told, planned))
    return settings


def _sweeps_players(game: Game[Any]) -> bool:
    return PLAYERS not in describe(game.Options)


def _name(name: str) -> str:
    return name.replace("-", "_")


def _read(game: Game[Any], name: str, values: Sequence[Any]) -> Iterator[Any]:
    known = describe(game.Options)
    option = known.get(_name(name))
    if option is None and (name != PLAYERS or not _sweeps_players(game)):
        raise BadOptions(
            "there is no option {name!r} to sweep; there are: {names}",
            name=name[:40],
            names=", ".join([*(one.replace("_", "-") for one in known), PLAYERS]),
        )
    for place, value in enumerate(values):
        if value in values[:place]:
            raise BadOptions("{name} is to be {value!r} twice", name=name, value=str(value)[:40])
        yield _number(value) if option is None else option.read(value)


def _number(value: Any) -> int:
    try:
        return int(value)
    except ValueError:
        raise BadOptions(
            "the number of players is a whole number, not {value}", value=repr(value)[:40]
        ) from None
