"""Names: a method that the engine is to call bears the name that it calls."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import ModuleType
from typing import Any

from cardcore.game import Game
from cardcore.languages import package_of
from cardcore.testing.cases import Case
from cardcore.testing.laws._law import Law, _, demand

NEAR = 0.8
"""So alike two names are, of 1, that one of them may be the other misspelt."""


def names_are_known(cases: Sequence[Case]) -> None:
    """No method that nobody calls is named almost as one that the engine calls."""
    for game in {id(case.game): case.game for case in cases}.values():
        used = set(_used(game))
        own = [kind for kind in type(game).__mro__ if issubclass(kind, Game) and kind is not Game]
        found = [
            f"nobody calls {kind.__name__}.{name}: it is `{near}` that is looked for"
            for kind in own
            for name, near in misspelt(kind, Game, "match make_options move_types").items()
            if name not in used
        ]
        demand(not found, "; ".join(found))


def misspelt(kind: type[Any], parent: type[Any], closed: str = "") -> Mapping[str, str]:
    """The names in a class that are almost those of its parent, each with the one that is meant.

    `closed` are names that the parent has and that are not to be written anew.
    """
    open_names = [name for name in dir(parent) if not name.startswith("_")]
    known = {name.lower(): name for name in open_names if name not in closed.split()}
    found = {}
    for name in vars(kind):
        if not name.startswith("_") and not hasattr(parent, name):
            near = get_close_matches(name.lower(), known, 1, NEAR)
            if near:
                found[name] = known[near[0]]
    return found


def _used(game: Game[Any]) -> Iterator[str]:
    """Every name that the code of a game's package speaks of, other than to define it."""
    for module in _modules(game):
        try:
            tree = ast.parse(inspect.getsource(module))
        except (OSError, TypeError, SyntaxError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                yield node.attr
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield node.id
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def _modules(game: Game[Any]) -> Iterator[ModuleType]:
    homes = {kind.__module__ for kind in type(game).__mro__ if kind is not Game}
    package = package_of(type(game)) + "."
    for name, module in list(sys.modules.items()):
        if isinstance(module, ModuleType) and (name in homes or name.startswith(package)):
            yield module


NAME_LAWS = (
    Law(
        "names of methods",
        _("no method that nobody calls is named almost as one that the engine calls"),
        _("name it as the page about `Game` does, or otherwise altogether"),
        "game",
        names_are_known,
    ),
)
