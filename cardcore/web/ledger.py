"""The ledger: writes the record of a match into a store as the match goes."""

from __future__ import annotations

from typing import Any

from cardcore.errors import BadRecord
from cardcore.match import Match
from cardcore.record import Record
from cardcore.recorder import as_line, chained, contents_since, final_content
from cardcore.web.store import Store


class Ledger:
    """The record of one match of a room: `write` adds what has been played since."""

    def __init__(self, store: Store, code: str, number: int) -> None:
        self._store = store
        self._code = code
        self._number = number
        self._chain = ""
        self._done = -1
        self._ended = False

    @property
    def begun(self) -> bool:
        """Whether anything of the match is kept."""
        return self._done >= 0

    @classmethod
    def load(cls, store: Store, code: str, number: int) -> tuple[Ledger, Match[Any]]:
        """The ledger of a match that was begun, and the match. Raises `BadRecord`."""
        record = read(store, code, number)
        ledger = cls(store, code, number)
        ledger._chain = record.chain()
        ledger._done = len(record.entries)
        ledger._ended = record.standings is not None
        return ledger, record.replay()

    def write(self, match: Match[Any]) -> None:
        """Keep what is new in a match: all of it, or nothing where the store fails."""
        chain, lines = self._chain, []
        contents = list(contents_since(match, self._done))
        if match.over and not self._ended:
            contents.append(final_content(match))
        for content in contents:
            chain = chained(chain, content)
            lines.append(as_line(content, chain))
        if lines:
            self._store.append(self._code, self._number, lines)
        self._chain, self._done, self._ended = chain, len(match.log), match.over


def read(store: Store, code: str, number: int) -> Record:
    """The record of a match of a room. Raises `BadRecord` where there is none, or it is damaged."""
    lines = store.lines(code, number)
    if not lines:
        raise BadRecord("there is no match {number} in room {code}", number=number, code=code)
    return Record.parse("".join(lines).encode(), f"room {code}, match {number}")
