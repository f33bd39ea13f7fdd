"""Where a match is kept while it is played: a saved match, a record of one's own, or nowhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from cardcore.errors import BadOptions, BadRecord
from cardcore.languages import translator
from cardcore.match import Match
from cardcore.plugins import installed
from cardcore.record import Recorder
from cardcore.terminal import saved
from cardcore.terminal.lines import Lines
from cardcore.terminal.session import naming
from cardcore.terminal.typed import plain
from cardcore.terminal.view import View
from cardcore.texts import Text


@attrs.define
class Kept:
    """A match and where it is written. `chosen` tells that the file was named by whoever plays."""

    match: Match[Any]
    recorder: Recorder | None = None
    name: str | None = None
    chosen: bool = False
    _close: Callable[[], None] = lambda: None

    def how_to_go_on(self) -> Text:
        """What to say when the match is left before its end."""
        if self.name is None:
            return Text("The match is unfinished.")
        return Text("The match is saved. Go on with: cardcore resume {name}", name=self.name)

    def close(self) -> None:
        """Let the file go."""
        self._close()

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def keep(match: Match[Any], record: str | None, say: Callable[[Text], None]) -> Kept:
    """Begin to write a match: into a file that was named, else, if persons play, among the saved.

    Where nothing can be saved the match is played all the same, and `say` hears why. Raises
    `BadRecord` or `OSError` for a named file that has something in it or cannot be written.
    """
    if record is not None:
        recorder = new_recorder(record, match)
        return Kept(match, recorder, record, chosen=True, close=recorder.close)
    if all(match.setting.bots):
        return Kept(match)
    try:
        kept = saved.begin(match)
    except OSError as error:
        say(
            Text(
                "Warning: this match cannot be saved: {file}: {reason}",
                file=str(error.filename),
                reason=error.strerror,
            )
        )
        return Kept(match)
    return Kept(match, kept.recorder, kept.name, close=kept.close)


def reopen(name: str) -> Kept:
    """Go on with a saved match, or with a record. Raises what `saved.reopen` does."""
    kept = saved.reopen(name)
    return Kept(kept.match, kept.recorder, kept.name, close=kept.close)


def new_recorder(path: str, match: Match[Any]) -> Recorder:
    """Begin a record in a new file. Raises `BadRecord` rather than lose what stands in one."""
    file = Path(path)
    if file.is_file() and file.stat().st_size:
        raise BadRecord(
            "{file} exists already; give the record another name, or remove it first", file=path
        )
    with naming(path):
        return Recorder(path, match)


def choose(view: View) -> str | None:
    """The unfinished match that is meant: the only one, or the one that a person chooses.

    None where there is none, or where nobody chooses. Raises `BadOptions` where nobody can.
    """
    translate = translator(view.language)
    entries = saved.unfinished()
    if len(entries) < 2:
        if not entries:
            print(Text("There is no unfinished match.").render(translate))
        return entries[0].name if entries else None
    names: list[str] = [entry.name for entry in entries]
    lines = Lines(plain=view.plain)
    if not lines.interactive:
        raise BadOptions("say which match to go on with: {names}", names=", ".join(names[:20]))
    for number, entry in enumerate(entries, 1):
        print(f"{number:3}  {told(entry, view)}")
    while True:
        line = lines.read(
            Text("Which match? A number, or Enter for none:").render(translate), names
        )
        if line is None or not line.strip():
            return None
        typed = plain(line)
        if typed.isdecimal() and 0 < int(typed[:6]) <= len(names):
            return names[int(typed) - 1]
        near = [name for name in names if name.startswith(typed)]
        if typed in names or len(near) == 1:
            return typed if typed in names else near[0]
        print(Text("Say a number from 1 to {last}, or a name.", last=len(names)).render(translate))


def told(entry: saved.Entry, view: View) -> str:
    """A saved match in a line: what it is, who plays, when it was played last."""
    translate = translator(view.language)
    try:
        title = translator(view.language, installed().game(entry.game))(
            installed().game(entry.game).title
        )
    except Exception:  # its plugin may be gone
        title = entry.game
    people = ", ".join(filter(None, entry.names)) or Text("one person").render(translate)
    when = entry.when.strftime("%Y-%m-%d %H:%M")
    if entry.problem is not None:
        return f"{entry.name}  {when}  {entry.problem.render(translate)}"
    return f"{entry.name}  {title}: {people}  {when}"
