"""Saved matches: each is a record in the user's data folder, written at every move.

A match is named after its game, `hearts-1`, `hearts-2` and so on; `hearts-1.jsonl` is its record.
Whoever plays it holds the lock of `hearts-1.lock`, which ends with the process, however that ends.
"""

from __future__ import annotations

import contextlib
import difflib
import errno
import os
import re
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import IO, Any, TypeGuard

import attrs
import platformdirs
from filelock import BaseFileLock, FileLock, Timeout

from cardcore.errors import BadOptions, BadRecord, InUse, UnknownMatch
from cardcore.match import Match
from cardcore.record import Record, Recorder
from cardcore.setting import check_name
from cardcore.terminal.session import naming
from cardcore.texts import Text

RECORD, LOCK = ".jsonl", ".lock"
LONGEST_NAME = 40
"""So many signs of a name that there is not are shown again."""
SHOWN = 5
"""So many other names are told then."""
LONGEST_HEADER = 1 << 20
"""So many bytes are read of a first line."""
PATIENCE = 0.25
"""So many seconds a lock is waited for: somebody may only be looking whether it is free."""
HEADER = b'{"cardcore": '
LINE = re.compile(rb'\{.*, "hash": "[0-9a-f]{16}"\}\n')


@attrs.define(eq=False)
class Saved:
    """A saved match that is being played, by nobody else; close it in the end.

    `name` is what a person calls it by, `path` its file; `recorder` writes there.
    """

    name: str
    path: Path
    recorder: Recorder
    _lock: BaseFileLock | None = attrs.field(repr=False)

    @property
    def match(self) -> Match[Any]:
        """The match itself."""
        return self.recorder.match

    def close(self) -> None:
        """Let the match go, so that it can be played elsewhere."""
        self.recorder.close()
        _let_go(self._lock)

    def __enter__(self) -> Saved:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


@attrs.frozen
class Entry:
    """A saved match in a list, as far as the ends of its file tell.

    `game`, `names` and `bots` stand in its header, `when` is its last write in local time, `moves`
    counts the moves in it. `problem` says why it cannot be read; the other fields are empty then.
    """

    name: str
    path: Path
    when: datetime
    game: str = ""
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    over: bool = False
    moves: int = 0
    problem: Text | None = None
    in_use: bool = False


def folder() -> Path:
    """Where matches are saved: in $CARDCORE_DATA, else in the user's data folder."""
    given = os.environ.get("CARDCORE_DATA")
    data = Path(given) if given else platformdirs.user_data_path("cardcore", appauthor=False)
    return data / "matches"


def begin(match: Match[Any]) -> Saved:
    """Save a new match under the first free name. Raises `OSError` where it cannot be written."""
    place = folder()
    place.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        name = f"{match.game.name}-{number}"
        path = place / f"{name}{RECORD}"
        if _is_taken(path):
            continue
        lock = _hold(_lock_of(path), 0)
        if lock is None:
            continue
        try:
            if not _is_taken(path):
                return Saved(name, path, _new_recorder(path, match), lock)
        except BaseException:
            _let_go(lock)
            raise
        _let_go(lock)
    raise AssertionError


def _new_recorder(path: Path, match: Match[Any]) -> Recorder:
    path.unlink(missing_ok=True)
    try:
        with naming(path):
            return Recorder(path, match, durable=True)
    except BaseException:
        if _never_began(path):
            with contextlib.suppress(OSError):
                path.unlink()
        raise


def record_at(name: str, match: Match[Any]) -> Saved:
    """Begin the record of a match in a file of one's own, which must be new or empty.

    Raises `BadRecord` rather than lose what stands in it, `InUse`, or `OSError`.
    """
    path, name = Path(name), str(Path(name))
    is_file = not path.exists() or path.is_file()  # not a device or a pipe
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)
    lock = _hold_or_refuse(path, name) if is_file else None
    try:
        if is_file and path.exists() and path.stat().st_size:
            raise BadRecord(
                "{file} exists already; give the record another name, or remove it first", file=name
            )
        with naming(path):
            return Saved(name, path, Recorder(path, match, durable=is_file), lock)
    except BaseException:
        _let_go(lock)
        raise


def reopen(name: str) -> Saved:
    """Go on with a saved match, or with the record that a path names.

    Raises `UnknownMatch`, `InUse`, `BadRecord`, or `OSError` where it cannot be written.
    """
    path = find(name)
    lock = _hold_or_refuse(path, name)
    try:
        with naming(path):
            return Saved(name, path, Recorder.resume(path, durable=True), lock)
    except BaseException:
        _let_go(lock)
        raise


def delete(name: str) -> None:
    """Delete a saved match. Raises `UnknownMatch`, `InUse` or `OSError`."""
    path = _named(name)
    if path is None:
        raise _unknown(name)
    lock = _hold_or_refuse(path, name)
    try:
        path.unlink()
    finally:
        _let_go(lock)


def find(name: str) -> Path:
    """The file of a saved match, or the file itself that a path names. Raises `UnknownMatch`."""
    path = _named(name)
    if path is None and os.path.isfile(name):
        return Path(name)
    if path is None:
        raise _unknown(name)
    return path


def entries() -> list[Entry]:
    """All saved matches, the latest first; also those that cannot be read, with the reason."""
    place = folder()
    try:
        files = {file for file in os.listdir(place) if not file.startswith(".")}
    except (FileNotFoundError, NotADirectoryError):
        return []
    found = []
    for file in files:
        name, ending = os.path.splitext(file)
        if ending == RECORD:
            entry = _entry(name, place / file)
            if entry is not None:
                busy = f"{name}{LOCK}" in files and _in_use(entry.path)
                found.append(attrs.evolve(entry, in_use=True) if busy else entry)
    return sorted(found, key=lambda entry: (entry.when, entry.name), reverse=True)


def unfinished() -> list[Entry]:
    """The saved matches that are not over, the latest first; those too that cannot be read."""
    return [entry for entry in entries() if not entry.over]


def is_name(name: str) -> bool:
    """Whether a saved match is called so."""
    return _named(name) is not None


def _named(name: str) -> Path | None:
    path = folder() / f"{name}{RECORD}"
    plain = name == os.path.basename(name) and not name.startswith(".")
    return path if plain and os.path.isfile(path) and not _never_began(path) else None


def _unknown(name: str) -> UnknownMatch:
    name = name[:LONGEST_NAME]
    names = [entry.name for entry in entries()]
    if not names:
        return UnknownMatch("there is no saved match {name!r}; there are none", name=name)
    near = difflib.get_close_matches(name, names, SHOWN) or names[:SHOWN]
    more = ["…"] if len(names) > len(near) else []
    return UnknownMatch(
        "there is no saved match {name!r}; there are: {names}",
        name=name,
        names=", ".join([*near, *more]),
    )


# -- files ----------------------------------------------------------------------------------------


def _is_taken(path: Path) -> bool:
    return os.path.lexists(path) and not _never_began(path)


def _never_began(path: Path) -> bool:
    """Whether a file is what is left when a match ends as it begins."""
    try:
        if path.is_symlink() or not path.is_file():
            return False
        with path.open("rb") as file:
            return _is_torn(file.readline(LONGEST_HEADER))
    except OSError:
        return False


def _is_torn(first: bytes) -> bool:
    """Whether a first line is the beginning of a header, or nothing at all."""
    whole = first.endswith(b"\n") or len(first) == LONGEST_HEADER
    return not whole and first[: len(HEADER)] == HEADER[: len(first)]


def _entry(name: str, path: Path) -> Entry | None:
    """What to tell of a file; None for one that has gone, is no file, or never began."""
    when = datetime.fromtimestamp(0).astimezone()
    try:
        if not os.path.isfile(path):
            return None
        with contextlib.suppress(ValueError, OverflowError):  # a time beyond all calendars
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        with path.open("rb") as file:
            first = file.readline(LONGEST_HEADER)
            return None if _is_torn(first) else _read(Entry(name, path, when), first, file)
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = error.strerror or str(error)
        problem = Text("{name} cannot be read: {reason}", name=name, reason=reason)
    except BadRecord as error:
        problem = error.text
    return Entry(name, path, when, problem=problem)


def _read(entry: Entry, first: bytes, file: IO[bytes]) -> Entry:
    """An entry with what its file tells. Raises `BadRecord`."""
    header = Record.parse(first.removesuffix(b"\n") + b"\n", entry.name).header
    game, names, bots = (header.get(key) for key in ("game", "names", "bots"))
    if not isinstance(game, str) or not _are_texts(names) or not _are_texts(bots):
        raise BadRecord("{name} is no record: its first line is not a header", name=entry.name)
    try:
        for one in names:
            check_name(one)
    except BadOptions as error:
        raise BadRecord(error.text) from None
    lines = file.read()
    lines = b"\n" + lines[: lines.rfind(b"\n") + 1]  # a torn last line will be cut off
    last = lines[lines.rfind(b"\n", 0, -1) + 1 :]
    if len(lines) > 1 and not LINE.fullmatch(last):
        raise BadRecord(
            "{name}, line {number}: damaged, not a JSON object",
            name=entry.name,
            number=lines.count(b"\n"),
        )
    return attrs.evolve(
        entry,
        game=game,
        names=tuple(names),
        bots=tuple(bots),
        over=last.startswith(b'{"standings": '),
        moves=lines.count(b'\n{"seat": ') - lines.count(b', "move": "decline"'),
    )


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


# -- locks ----------------------------------------------------------------------------------------


def _lock_of(path: Path) -> Path:
    """The lock of a record: one for all the names that the file may be called by."""
    real = Path(os.path.realpath(path))
    if real.suffix == RECORD and real.parent == Path(os.path.realpath(folder())):
        return real.with_suffix(LOCK)
    return real.with_name(real.name + LOCK)


def _hold(path: Path, patience: float) -> BaseFileLock | None:
    """Hold a lock; None where somebody else does.

    Whoever lets a lock go removes its file first, so what is held may not be there any more, and
    others may hold another file in its place: that is no lock, and it is tried again.
    """
    lock = FileLock(path, thread_local=False)
    while True:
        with open(path, "ab") as file:  # while it is open, no other file is the same
            with contextlib.suppress(Timeout, FileNotFoundError):
                lock.acquire(timeout=patience, poll_interval=0.01)
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                    return lock if lock.is_locked else None
        lock.release()


def _hold_or_refuse(path: Path, name: str) -> BaseFileLock:
    try:
        lock = _hold(_lock_of(path), PATIENCE)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        reason = "the folder of the match cannot be written to"
        raise OSError(error.errno, reason, str(path.parent)) from None
    if lock is None:
        raise InUse("{name} is being played already, in another window", name=name)
    return lock


def _let_go(lock: BaseFileLock | None) -> None:
    if lock is not None and lock.is_locked:
        with contextlib.suppress(OSError):  # where an open file cannot be removed it is left
            os.unlink(lock.lock_file)
        lock.release()


def _in_use(path: Path) -> bool:
    """Whether a match is being played; a lock that a killed process left is removed."""
    try:
        lock = _hold(_lock_of(path), 0)
    except OSError:
        return False
    if lock is not None:
        _let_go(lock)
    return lock is None
