"""Where a match is kept while it is played: a saved match, a record of one's own, or nowhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from cardcore.errors import BadRecord
from cardcore.match import Match
from cardcore.record import Recorder
from cardcore.terminal import saved
from cardcore.terminal.session import naming
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
