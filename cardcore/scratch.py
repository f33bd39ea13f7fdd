"""A game from a file, for the first half hour, before it is a package."""

from __future__ import annotations

import sys
import types
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from cardcore.errors import CardcoreError, PluginError, UnknownGame, in_a_line
from cardcore.faults import line_of, told
from cardcore.game import Game, check_game
from cardcore.hookspecs import hookimpl
from cardcore.plugins import Plugins, isolated

ENDING = ".py"
FROM_FILE = "cardcore_file_"
"""What the name of the module begins with that is made of a file."""
LONGEST = 80
"""So many signs of the name of a file are shown again."""


def game_from_file(path: str, plugins: Plugins) -> Game[Any]:
    """The game of a Python file, by its `cardcore_games` hook or else the first `Game` in it.

    It wins over an installed game of its name. Raises `PluginError` where the file cannot be
    loaded, `UnknownGame` where it has no game.
    """
    return game_of_module(module_from_file(path), path, plugins)


def module_from_file(path: str) -> types.ModuleType:
    """The module of a Python file. Raises `PluginError` and `UnknownGame`; see `game_from_file`."""
    file, name = Path(path), path[:LONGEST]
    if file.suffix != ENDING:
        raise UnknownGame("{file} is no Python file with a game", file=name)
    if not file.is_file():
        raise UnknownGame("there is no file {file}", file=name)
    return _load(file)


def game_of_module(module: types.ModuleType, path: str, plugins: Plugins) -> Game[Any]:
    """The game of the module of a file; see `game_from_file`."""
    name = path[:LONGEST]
    brings = module if hasattr(module, "cardcore_games") else _Found(_games_of(module, name))
    plugin = plugins.register(brings, path, file=path)
    if plugin.problems:
        raise PluginError("{file}: {problem}", file=name, problem=plugin.problems[0])
    if not plugin.games:
        raise UnknownGame(
            "{file} holds no game: a subclass of cardcore.Game, or a hook cardcore_games() that"
            " returns one",
            file=name,
        )
    if len(plugin.games) > 1:
        raise UnknownGame(
            "{file} holds several games: {names}; leave one there, or return it by a hook"
            " cardcore_games()",
            file=name,
            names=", ".join(plugin.games),
        )
    return plugins.game(plugin.games[0])


def _load(file: Path) -> types.ModuleType:
    name = FROM_FILE + file.stem
    spec = spec_from_file_location(name, file)
    failed: list[BaseException] = []
    with isolated(failed.append):
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    sys.modules.pop(name, None)
    where = _where(failed[0], file)
    raise PluginError("{file} cannot be loaded: {error}", file=where, error=in_a_line(failed[0]))


def _where(error: BaseException, file: Path) -> str:
    """The file, with the line where its code failed; a syntax error says itself where it is."""
    line = line_of(error, file.absolute())
    return str(file)[:LONGEST] + (f":{line}" if line else "")


class _Found:
    """Brings the games that a file without a hook defines."""

    def __init__(self, games: list[Game[Any]]) -> None:
        self._games = games

    @hookimpl
    def cardcore_games(self) -> list[Game[Any]]:
        """The games, made and looked at."""
        return self._games


def _games_of(module: types.ModuleType, name: str) -> list[Game[Any]]:
    """A game of every subclass of `Game` in a module that no other one there inherits from."""
    kinds = {
        kind: None  # keeps the order of the file
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == module.__name__
    }
    leaves = [kind for kind in kinds if sum(issubclass(other, kind) for other in kinds) == 1]
    return [_made(kind, name) for kind in leaves]


def _made(kind: type[Game[Any]], name: str) -> Game[Any]:
    failed: list[BaseException] = []
    with isolated(failed.append):
        game = kind()
        check_game(game)
        return game
    error = failed[0]
    raise PluginError(
        "{file}: {game} is no game yet: {error}",
        file=name,
        game=kind.__name__,
        error=error.text if isinstance(error, CardcoreError) else told(error),
    )
