"""Entry points: which plugins are installed, and what their distributions say of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardcore.errors import in_a_line
from cardcore.texts import Text

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint


def entry_points_of(group: str) -> tuple[Iterable[EntryPoint], dict[str, Text]]:
    """The entry points of a group, and the distributions whose entry points cannot be read."""
    from importlib.metadata import distributions, entry_points  # slow: not before it is needed

    try:
        return entry_points(group=group), {}
    except Exception:
        pass  # one of them is broken: read them one by one
    found: dict[tuple[str, str], EntryPoint] = {}
    broken: dict[str, Text] = {}
    for dist in distributions():
        try:
            for entry in dist.entry_points.select(group=group):
                found.setdefault((entry.name, entry.value), entry)
        except Exception as error:
            problem = Text("its entry points cannot be read: {error}", error=in_a_line(error))
            broken[_name(dist)] = problem
    return found.values(), broken


def _name(dist: Distribution) -> str:
    """The name of a distribution, "?" where its metadata are missing."""
    try:
        return dist.name or "?"
    except Exception:
        return "?"


def numbers(version: str) -> tuple[int, ...]:
    """The first numbers of a version, to be compared."""
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def needed_core(entry: EntryPoint) -> str:
    """The least version of cardcore that a plugin's distribution asks for."""
    for requirement in (entry.dist.requires or ()) if entry.dist else ():
        name, *least = re.split(r"\s*>=\s*", requirement.split(";")[0])
        if re.split(r"[\s\[<>=!~(]", name)[0].lower() == "cardcore" and least:
            return least[0].split(",")[0].strip(" )")
    return ""
