"""Misspelt: methods that nobody calls, named almost as those of the class they are written for."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any

from cardcore.languages import package_of

NEAR = 0.8
"""So alike two names are, of 1, that one of them may be the other misspelt."""


def misspelt(kind: type[Any], parent: type[Any], closed: Iterable[str] = ()) -> Mapping[str, str]:
    """The names in a subclass that are almost those of its parent, each with the one that is meant.

    A name that the code of its package speaks of is a helper of the author's own. `closed` are
    names of the parent that are not to be written anew.
    """
    from difflib import get_close_matches  # slow to import

    known = {name.lower(): name for name in _open(parent) if name not in closed}
    own = [one for one in kind.__mro__ if issubclass(one, parent) and one is not parent]
    found: dict[str, str] = {}
    for name in {name: None for one in own for name in _open(one)}:
        near = [] if hasattr(parent, name) else get_close_matches(name.lower(), known, 1, NEAR)
        if near:
            found[name] = known[near[0]]
    used = set(_spoken_of(kind)) if found else set()
    return {name: near for name, near in found.items() if name not in used}


def _open(kind: type[Any]) -> list[str]:
    return [name for name in vars(kind) if not name.startswith("_")]


def _spoken_of(kind: type[Any]) -> Iterator[str]:
    """Every name that the code of a class's package uses, other than to define it."""
    for module in _modules(kind):
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


def _modules(kind: type[Any]) -> Iterator[ModuleType]:
    homes = {one.__module__ for one in kind.__mro__}
    package = package_of(kind) + "."
    for name, module in list(sys.modules.items()):
        if isinstance(module, ModuleType) and (name in homes or name.startswith(package)):
            yield module
