"""Writes the first files of a new game from templates."""

from __future__ import annotations

import keyword
import os
import re
import sys
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path
from string import Template

import cardcore
from cardcore.errors import BadOptions
from cardcore.plugins import installed
from cardcore.version import VERSION

LONGEST = 40
"""So many signs may the name of a game have."""
OWN = ("cardcore", "tests", "test_laws")
"""Modules that stand beside a new game or below it."""
WORDS = frozenset((*cardcore.__all__, "Any", "Iterable", "Mapping", "Play", "Sequence", "Slap"))
"""What a new game's file names already, so that its class needs another name."""


def begin_game(name: str, folder: Path, *, minimal: bool = False) -> list[Path]:
    """Write a package for a game called `name` into a new folder; returns the files.

    With `minimal` it is one module with the least that a game needs, else a small game with an
    interrupt, a rules page and texts. Raises `BadOptions` for a name that cannot be used or is
    taken and for a folder that exists, `OSError` where it cannot be written; nothing is left then.
    """
    check_name(name)
    if os.path.lexists(folder):
        raise BadOptions("{folder} exists already; take another name", folder=str(folder))
    fields = _fields(name)
    texts = {
        Template(place).substitute(fields): Template(text).substitute(fields)
        for place, text in _templates("minimal" if minimal else "package").items()
    }
    written: list[Path] = []
    try:
        for place, text in texts.items():
            file = folder / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            written.append(file)
    except BaseException:
        _remove(written, folder)
        raise
    return written


def check_name(name: str) -> None:
    """Refuse a name that cannot be a game's and a Python package's. Raises `BadOptions`."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > LONGEST:
        raise BadOptions(
            "a game is called by a word in lower case, with hyphens, not {name!r}; such as my-game",
            name=name[:LONGEST],
        )
    module = name.replace("-", "_")
    if _is_of_python(module):
        raise BadOptions("{name!r} is a word of Python; take another name", name=name)
    if name in [game.name for game in installed().games()]:
        raise BadOptions("there is a game {name!r} already; take another name", name=name)
    if module in sys.stdlib_module_names or module in OWN or _is_installed(name, module):
        raise BadOptions("{name!r} is a module of its own already; take another name", name=name)


def _is_of_python(word: str) -> bool:
    return keyword.iskeyword(word) or keyword.issoftkeyword(word)


def _is_installed(name: str, module: str) -> bool:
    """Whether a package of this name, or a module, stands where Python looks for them."""
    try:
        distribution(name)
    except PackageNotFoundError:
        here = {"", os.getcwd()}
        return PathFinder.find_spec(module, [at for at in sys.path if at not in here]) is not None
    return True


def _klass(name: str) -> str:
    """What the class of a game is called, unlike everything else in its file."""
    klass = "".join(word.capitalize() for word in name.split("-"))
    return f"{klass}Game" if klass in WORDS or _is_of_python(klass) else klass


def _fields(name: str) -> dict[str, str]:
    words = name.split("-")
    return {
        "name": name,
        "module": name.replace("-", "_"),
        "title": " ".join(words).capitalize(),
        "klass": _klass(name),
        "version": VERSION,
    }


def _templates(kind: str) -> dict[str, str]:
    """The templates of a kind by the place of their file, both with fields such as `$name`."""
    root = files("cardcore.authoring") / "templates" / kind
    found = {}
    for file in sorted(root.iterdir(), key=lambda file: file.name):
        text = file.read_text("utf-8")
        place, _, body = text.partition("\n")
        found[place.removeprefix("@@ ")] = body
    return found


def _remove(written: list[Path], folder: Path) -> None:
    """Take back what was begun."""
    for file in written:
        file.unlink(missing_ok=True)
    for place in sorted(folder.glob("**/"), reverse=True):
        place.rmdir()
