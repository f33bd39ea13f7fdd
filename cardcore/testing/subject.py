"""What `cardcore check` is given: a game, or a file with a game or with a test class for one."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from cardcore.errors import UnknownGame
from cardcore.game import Game
from cardcore.plugins import Plugins
from cardcore.scratch import ENDING, game_of_module, module_from_file
from cardcore.testing.cases import Case, cases, with_close_ones

SEEDS = (1, 2, 3)
"""A thorough check plays with all of these, another one with each of them in turn."""


@attrs.frozen
class Subject:
    """A game to check; `wishes` are arguments of `cases`, `departs` what a test class says."""

    game: Game[Any]
    wishes: Mapping[str, Any] = attrs.Factory(dict)
    seeds: tuple[int, ...] = ()
    departs: Mapping[str, str] = attrs.Factory(dict)

    def cases(self, *, thorough: bool, house_rules: Sequence[str] = ()) -> list[Case]:
        """All cases; ordinarily one seed for each number of players, preset and way of collecting.

        Where there are `house_rules` they are switched on in all of them.
        """
        wishes = {**self.wishes, **({"house_rules": [house_rules]} if house_rules else {})}
        several = list(cases(self.game, seeds=self.seeds or SEEDS, **wishes))
        if self.seeds or thorough:
            return with_close_ones(several)
        each = len(SEEDS)
        places = range(0, len(several), each)
        return with_close_ones(several[place + place // each % each] for place in places)


def subject_of(wish: str, plugins: Plugins) -> Subject:
    """What is meant by the name of a game, a file, or a class in a file (`FILE.py::NAME`).

    A file is taken for its test class, a `GameConformance`, where it has one, else for its game.
    Raises `UnknownGame` and `PluginError`.
    """
    path, _, name = wish.partition("::")
    if not path.endswith(ENDING):
        return Subject(plugins.game(wish))
    sys.path.append(str(Path(path).absolute().parent))  # as pytest does, for what lies beside it
    module = module_from_file(path)
    found = {kind.__name__: kind for kind in _classes_of(module) if name in ("", kind.__name__)}
    if len(found) > 1:
        raise UnknownGame(
            "{file} holds several test classes; name one: {names}",
            file=path[:80],
            names=", ".join(f"{path}::{one}" for one in found),
        )
    for kind in found.values():
        return Subject(kind.game, kind.wishes(), tuple(kind.seeds), kind.departs)
    if name:
        raise UnknownGame("{file} holds no test class {name}", file=path[:80], name=name[:80])
    return Subject(game_of_module(module, path, plugins))


def _classes_of(module: ModuleType) -> list[Any]:
    """The classes for games in a module; the kit has been imported where there are any."""
    kit = sys.modules.get("cardcore.testing.conformance")
    return [
        kind
        for kind in vars(module).values()
        if kit is not None
        and isinstance(kind, type)
        and issubclass(kind, kit.GameConformance)
        and kind.__module__ == module.__name__
        and hasattr(kind, "game")
    ]
