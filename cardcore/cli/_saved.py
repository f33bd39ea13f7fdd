"""Saved matches on the command line: their list, their names, and where a name leads."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from glob import escape, glob
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from cardcore.cli._command import ParamType
from cardcore.cli._completion import quietly
from cardcore.cli._ending import LONGEST, tell
from cardcore.cli._language import voice_of
from cardcore.cli._lists import write_json, write_rows
from cardcore.cli._params import FileName, completed
from cardcore.errors import BadRecord, UnknownGame
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.terminal.saved import Entry


class Name(ParamType):
    """The name of a saved match; with `over` False, of an unfinished one."""

    name = "match"

    def __init__(self, *, over: bool = True) -> None:
        self.over = over

    @quietly
    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Iterator[CompletionItem]:
        """The saved matches whose names begin so."""
        found = entries() if self.over else unfinished()
        return completed([(entry.name, told(entry)) for entry in found], incomplete)


class FileOrName(FileName):
    """A file, or the name of a saved match."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The saved matches and records that begin so; where there are none, the shell's files."""
        found = Name().shell_complete(ctx, param, incomplete)
        found += [CompletionItem(file) for file in sorted(glob(f"{escape(incomplete)}*.jsonl"))]
        return found or super().shell_complete(ctx, param, incomplete)


def entries() -> Sequence[Entry]:
    """Every saved match."""
    from cardcore.terminal import saved

    return saved.entries()


def unfinished() -> Sequence[Entry]:
    """The saved matches that are not over, those too that cannot be read."""
    from cardcore.terminal import saved

    return saved.unfinished()


def delete(name: str) -> None:
    """Remove a saved match."""
    from cardcore.terminal import saved

    saved.delete(name)
    tell(voice_of()(Text("{name} is deleted.", name=name)))


def told(entry: Entry) -> str:
    """What is known of a saved match, in a line."""
    from cardcore.terminal import listing

    return listing.told(entry, voice_of().language)


def none() -> Text:
    """What is said where no match is unfinished."""
    from cardcore.terminal import listing

    return listing.NONE


def path(name: str) -> str:
    """The file of the saved match of that name, else the file itself.

    Raises `UnknownMatch` for what does not look like the name of a file, and is none.
    """
    from cardcore.terminal import saved

    plain = os.path.basename(name) == name and not os.path.splitext(name)[1]
    if saved.is_name(name) or (plain and not os.path.lexists(name) and len(name) <= LONGEST):
        return str(saved.find(name))
    return name


@contextlib.contextmanager
def naming_files() -> Iterator[None]:
    """Where the game of a match is not found, tell how its file is named."""
    try:
        yield
    except BadRecord as error:
        if isinstance(error.__context__, UnknownGame):
            text = Text("where its game is a file of yours, name that: --game ./mygame.py")
            error.add_note(voice_of()(text))
        raise


def write(found: Sequence[Entry], none: Text, *, as_json: bool) -> None:
    """Write a list of saved matches."""
    if as_json:
        write_json([as_data(entry) for entry in found])
    else:
        write_rows([(entry.name, told(entry)) for entry in found], none)


def as_data(entry: Entry) -> dict[str, Any]:
    """What is known of a saved match, for programs."""
    return {
        "name": entry.name,
        "path": str(entry.path),
        "game": entry.game,
        "names": list(entry.names),
        "bots": list(entry.bots),
        "when": entry.when.isoformat(),
        "over": entry.over,
        "moves": entry.moves,
        "in_use": entry.in_use,
        "problem": None if entry.problem is None else str(entry.problem),
    }
