"""Where rooms are kept: an interface, and SQLite behind it."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from cardcore.errors import CardcoreError

KEPT = 30 * 86400.0
"""So many seconds is a room kept in which nothing happens."""
FORMAT = 1
"""Raised when the form of the tables changes."""


class StoreError(CardcoreError, RuntimeError):
    """Rooms cannot be kept: the file is no store, belongs to a newer cardcore, or is in use."""


class Store(Protocol):
    """Keeps rooms and the records of their matches; what a call has written stays written.

    A call that fails raises `StoreError`, and has changed nothing.

    A room is a JSON object under its code. A match is the lines of its record under the code and
    the number of the match in its room, from 1. All calls are made from one thread.
    """

    def room(self, code: str) -> dict[str, Any] | None:
        """What was kept of a room; None where there is none of that code."""
        ...

    def keep_room(self, code: str, data: dict[str, Any]) -> None:
        """Keep a room in place of what was kept of it."""
        ...

    def lines(self, code: str, number: int) -> list[str]:
        """The lines of a match in their order, none where it was never begun."""
        ...

    def append(self, code: str, number: int, lines: Iterable[str]) -> None:
        """Add lines to a match: all of them, or none."""
        ...

    def forget(self, before: float) -> int:
        """Drop the rooms of which nothing was kept since a time (seconds of 1970); how many."""
        ...

    def close(self) -> None:
        """Let go of whatever is open."""
        ...


class SqliteStore:
    """Rooms in one SQLite file; `:memory:` keeps them for as long as the process lives.

    Raises `StoreError` where the file is not one of ours, or another server has it open.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = str(path)
        with self._failing():
            if self.path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self.path, timeout=1, isolation_level=None)
            # one server a file: two would both play the bots of a room
            self._db.execute("pragma locking_mode = exclusive")
            self._check()
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = normal")
            self._open()

    def _check(self) -> None:
        """Refuse a file that is not ours, before anything in it is changed."""
        (version,) = self._db.execute("pragma user_version").fetchone()
        (tables,) = self._db.execute("select count(*) from sqlite_master").fetchone()
        if tables and not version:
            raise StoreError(
                "{path} is a database of another program; choose another file with --data",
                path=self.path,
            )
        if version > FORMAT:
            raise StoreError(
                "{path} has format {told}; this cardcore reads formats up to {known}: "
                "a newer cardcore is needed",
                path=self.path,
                told=version,
                known=FORMAT,
            )

    def _open(self) -> None:
        with self._whole():
            self._db.execute(
                "create table if not exists rooms"
                " (code text primary key, data text not null, kept real not null)"
            )
            self._db.execute(
                "create table if not exists lines (code text, match integer, place integer,"
                " line text not null, primary key (code, match, place)) without rowid"
            )
            self._db.execute(f"pragma user_version = {FORMAT}")

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """Name the file where SQLite fails."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                raise StoreError(
                    "{path} is in use by another server; choose another file with --data",
                    path=self.path,
                ) from error
            raise StoreError(
                "{path}: rooms cannot be kept here: {reason}",
                path=self.path,
                reason=getattr(error, "strerror", None) or str(error),
            ) from error

    @contextlib.contextmanager
    def _whole(self) -> Iterator[None]:
        """Change all that is to be changed, or nothing."""
        with self._failing(), self._db:
            self._db.execute("begin immediate")
            yield

    def room(self, code: str) -> dict[str, Any] | None:
        """What was kept of a room; None where there is none of that code."""
        with self._failing():
            row = self._db.execute("select data from rooms where code = ?", (code,)).fetchone()
        return None if row is None else json.loads(row[0])

    def keep_room(self, code: str, data: dict[str, Any]) -> None:
        """Keep a room in place of what was kept of it."""
        with self._whole():
            self._db.execute(
                "insert into rooms values (?, ?, ?) on conflict (code)"
                " do update set data = excluded.data, kept = excluded.kept",
                (code, json.dumps(data), time.time()),
            )

    def lines(self, code: str, number: int) -> list[str]:
        """The lines of a match in their order, none where it was never begun."""
        with self._failing():
            found = self._db.execute(
                "select line from lines where code = ? and match = ? order by place",
                (code, number),
            ).fetchall()
        return [line for (line,) in found]

    def append(self, code: str, number: int, lines: Iterable[str]) -> None:
        """Add lines to a match: all of them, or none."""
        with self._whole():
            (last,) = self._db.execute(
                "select coalesce(max(place), -1) from lines where code = ? and match = ?",
                (code, number),
            ).fetchone()
            self._db.executemany(
                "insert into lines values (?, ?, ?, ?)",
                [(code, number, place, line) for place, line in enumerate(lines, last + 1)],
            )
            self._db.execute("update rooms set kept = ? where code = ?", (time.time(), code))

    def forget(self, before: float) -> int:
        """Drop the rooms of which nothing was kept since a time (seconds of 1970); how many."""
        with self._whole():
            gone = self._db.execute("delete from rooms where kept < ?", (before,)).rowcount
            if gone:
                self._db.execute("delete from lines where code not in (select code from rooms)")
        return gone

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()
