"""A game from a file, for the first half hour, before it is a package."""

from __future__ import annotations

import sys
import types
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from cardcore.errors import PluginError, UnknownGame, in_a_line
from cardcore.game import Game
from cardcore.hookspecs import hookimpl
from cardcore.plugins import Plugins, isolated

ENDING = ".py"


def game_from_file(path: str, plugins: Plugins) -> Game[Any]:
    """The game of a Python file, by its `cardcore_games` hook or else the first `Game` in it.

    Raises `PluginError` where the file cannot be loaded, `UnknownGame` where it has no game.
    """
    file = Path(path)
    if not file.is_file():
        raise UnknownGame("there is no file {file}", file=path[:80])
    module = _load(file)
    plugin = plugins.register(_with_hook(module), file.stem)
    if plugin.problems:
        raise PluginError("{file}: {problem}", file=path[:80], problem=plugin.problems[0])
    if not plugin.games:
        raise UnknownGame("{file} has no game: a subclass of cardcore.Game", file=path[:80])
    return plugins.game(plugin.games[0])


def _load(file: Path) -> types.ModuleType:
    name = f"cardcore_file_{file.stem}"
    spec = spec_from_file_location(name, file)
    failed: list[BaseException] = []
    with isolated(failed.append):
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    sys.modules.pop(name, None)
    raise PluginError(
        "{file} cannot be loaded: {error}", file=str(file)[:80], error=in_a_line(failed[0])
    )


def _with_hook(module: types.ModuleType) -> Any:
    """The module as a plugin; where it has no hook, its games stand for one."""
    if hasattr(module, "cardcore_games"):
        return module

    class Found:
        """Brings the games that the file defines."""

        @hookimpl
        def cardcore_games(self) -> list[Game[Any]]:
            """Every subclass of `Game` in the file."""
            return [
                kind()
                for kind in vars(module).values()
                if isinstance(kind, type)
                and issubclass(kind, Game)
                and kind.__module__ == module.__name__
            ]

    return Found()
