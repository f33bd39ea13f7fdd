"""Where a match is kept while it is played: a saved match, a record of one's own, or nowhere."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from typing import Any

import attrs

from cardcore.game import Game
from cardcore.match import Match
from cardcore.plugins import installed
from cardcore.record import Recorder
from cardcore.terminal import saved
from cardcore.terminal.session import naming, not_saved
from cardcore.texts import Text


@attrs.define
class Kept:
    """A match and where it is written.

    `name` is what is typed to go on with it, with the file of its game where that is one. `chosen`
    tells that the file was named by whoever plays, `notices` what is to be said before the match
    begins.
    """

    match: Match[Any]
    recorder: Recorder | None = None
    name: str | None = None
    chosen: bool = False
    notices: list[Text] = attrs.Factory(list)
    _close: Callable[[], None] = lambda: None

    def how_to_go_on(self) -> Text | None:
        """What to say when the match is left; nothing where it is over."""
        if self.match.over:
            return None
        if self.name is None or self.recorder is None:
            return Text("The match is unfinished.")
        try:
            with naming(self.recorder.path):
                self.recorder.write()
        except OSError as error:
            if not self.recorder.has_begun or isinstance(error, FileExistsError):
                return not_saved(error)
            return Text(
                "The match is saved but for its end ({reason}). Go on with: cardcore resume {name}",
                reason=error.strerror or str(error),
                name=self.name,
            )
        return Text("The match is saved. Go on with: cardcore resume {name}", name=self.name)

    def close(self) -> None:
        """Let the file go."""
        self._close()

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def keep(match: Match[Any], record: str | None = None) -> Kept:
    """Begin to write a match: into a file that was named, else, if persons play, among the saved.

    Where nothing can be saved the match is played all the same, and a notice says why. Raises what
    `saved.record_at` does.
    """
    if record is not None:
        return _kept(saved.record_at(record, match), chosen=True)
    if all(match.setting.bots):
        return Kept(match)
    try:
        return _kept(saved.begin(match))
    except (OSError, NotImplementedError) as error:
        failed = OSError(None, str(error)) if not isinstance(error, OSError) else error
        failed.filename = failed.filename or str(saved.folder())
        return Kept(match, notices=[not_saved(failed)])


def reopen(name: str) -> Kept:
    """Go on with a saved match, or with a record. Raises what `saved.reopen` does."""
    return _kept(saved.reopen(name))


def _kept(one: saved.Saved, *, chosen: bool = False) -> Kept:
    name = _typed(one.name) if chosen or not saved.is_name(one.name) else one.name
    name = with_file(name, one.match.game)
    lasts = not one.path.exists() or one.path.is_file()
    return Kept(one.match, one.recorder, name if lasts else None, chosen, close=one.close)


def with_file(name: str, game: Game[Any]) -> str:
    """A match as it is typed after a command: the file of its game is named where it is one."""
    file = installed().file_of(game.name)
    return f"{name} --game {shlex.quote(file)}" if file else name


def _typed(path: str) -> str:
    """A path as it is typed after a command: not as a saved match or an option, and quoted."""
    plain = os.path.dirname(path) or os.path.splitext(path)[1]
    return shlex.quote(path if plain and not path.startswith("-") else os.path.join(".", path))
