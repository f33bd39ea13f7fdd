"""Where in an author's own code an error came from, in a line instead of a traceback."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import attrs

from cardcore.errors import in_a_line
from cardcore.game import Game
from cardcore.houserules import HouseRule
from cardcore.moves import Move
from cardcore.table import Table
from cardcore.texts import Text

ENGINE = "cardcore"
WRITTEN = (Game, Table, Move, HouseRule)
"""What an author subclasses: the engine calls him through their methods."""


@attrs.frozen
class Place:
    """A line of an author's file, and the method that the engine had called.

    `method` is as in `Snap.play`, `title` is the game's, "" where the method is not a game's.
    """

    method: str
    title: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{_short(self.file)}:{self.line}"


def place_of(error: BaseException) -> Place | None:
    """Where an error came from; None where no author's code took part in it.

    It is the innermost line of the author's own files, whatever they have called in turn.
    """
    frames = list(_frames(error))
    for number, (frame, _) in enumerate(frames):
        code, owner = frame.f_code, _owner(frame)
        if owner is not None and _is_own(frame, code):
            inner, line = [pair for pair in frames[number:] if _is_own(pair[0], code)][-1]
            title = str(owner.title) if isinstance(owner, Game) else ""
            return Place(code.co_qualname, title, inner.f_code.co_filename, line)
    return None


def line_of(error: BaseException, file: Path) -> int | None:
    """The innermost line of a file that took part in an error; None where none did."""
    lines = [n for frame, n in _frames(error) if frame.f_code.co_filename == str(file)]
    return lines[-1] if lines else None


def told(error: BaseException) -> Text:
    """An error in one line, with the author's line where there is one."""
    place = place_of(error)
    if place is None:
        return in_a_line(error)
    return Text("{error} ({place})", error=in_a_line(error), place=str(place))


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """The frames of the first error of a chain, from the outermost to the innermost."""
    while error.__cause__ is not None:
        error = error.__cause__
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _owner(frame: FrameType) -> object:
    """The object whose method a frame is, where an author has written its class."""
    code = frame.f_code
    owner = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    return owner if isinstance(owner, WRITTEN) else None


def _is_own(frame: FrameType, code: CodeType) -> bool:
    """Whether a frame lies beside an author's code: in its package or in its folder."""
    name = str(frame.f_globals.get("__name__", ""))
    here = frame.f_code.co_filename
    if name.partition(".")[0] == ENGINE or here.startswith("<"):
        return False
    return Path(here).is_relative_to(Path(code.co_filename).parent)


def _short(file: str) -> str:
    """A path, from the current folder where it lies there."""
    try:
        return str(Path(file).relative_to(os.getcwd()))
    except (ValueError, OSError):
        return file
