"""The recorder: writes the record of a match to a file as it goes, so that nothing is lost."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from cardcore.chance import CHANCE
from cardcore.errors import BadRecord
from cardcore.history import UNDO
from cardcore.houserules import HouseRule
from cardcore.match import SAMPLED, Match
from cardcore.version import VERSION

if TYPE_CHECKING:
    from cardcore.game import Game

FORMAT = 1
"""Raised when the form of a record changes."""


@attrs.frozen
class _Kept:
    """What a file holds of a match.

    `chain` is the hash of its last line before the standings, `done` counts the entries of the
    log, -1 before the header. `standings` is where those begin, `cut` where the file is to be cut
    back to because a write may have got no further than its middle; None where there are none.
    """

    chain: str = ""
    done: int = -1
    standings: int | None = None
    cut: int | None = None


class Recorder:
    """Writes the record of a match to a file as the match goes, so that a crash loses nothing."""

    def __init__(
        self, path: str | os.PathLike[str], match: Match[Any], *, durable: bool = False
    ) -> None:
        """Begin the file with the header and what has been played.

        With `durable`, what was written is on the disk and not only on its way there. Raises
        `OSError`, a `FileExistsError` where the file has something in it already.
        """
        header_of(match)  # a sampled match is refused before there is a file
        file = Path(path)
        new = not file.exists() or (file.is_file() and file.stat().st_size > 0)
        # "x" lets one of several processes have a new file
        try:
            self._open(file, "xb" if new else "ab", match, _Kept(), durable)
        except FileExistsError:
            raise FileExistsError(f"{file} exists and is not empty") from None

    @classmethod
    def resume(
        cls,
        path: str | os.PathLike[str],
        *,
        game: Game[Any] | None = None,
        house_rules: Sequence[HouseRule] | None = None,
        durable: bool = False,
    ) -> Recorder:
        """Take up the match that a file records, as `match`, and go on writing there.

        A torn last line is cut off. What the end of the file lacks (random results of the last
        move, the standings) is appended. Raises `BadRecord` as `Record.replay` does, and `OSError`.
        """
        from cardcore.record import Record

        data = Path(path).read_bytes()
        record = Record._parse(data, str(path))
        rebuild = record.replay if record.standings is None else record.verify
        match = rebuild(game=game, house_rules=house_rules)
        *lines, rest = data.split(b"\n")
        whole = len(data) - len(rest)
        standings = None if record.standings is None else whole - len(lines.pop()) - 1
        chain = json.loads(lines[-1])["hash"]
        kept = _Kept(chain, len(record.entries), standings, whole if rest else None)
        recorder = cls.__new__(cls)
        recorder._open(Path(path), "ab", match, kept, durable)
        return recorder

    def _open(self, path: Path, mode: str, match: Match[Any], kept: _Kept, durable: bool) -> None:
        self.match = match
        self.path = path
        self._kept = kept
        self._size = 0
        self._file = path.open(mode, buffering=0)
        try:
            self._is_file = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
            self._durable = durable and self._is_file
            self.write()
        except BaseException:
            self.close()
            raise

    @property
    def has_begun(self) -> bool:
        """Whether at least the header is written."""
        return self._kept.done >= 0

    def write(self) -> None:
        """Append what has happened since the last time: all of it, or nothing.

        Raises `OSError`; the file is then as before, and the next call tries all of it again. A
        durable record that has been removed or changed in length meanwhile is written anew.
        """
        if self._durable:
            self._mend()
        kept, log, over = self._kept, self.match.log, self.match.over
        if kept.done == len(log) and kept.cut is None and over == (kept.standings is not None):
            return
        chain, lines = kept.chain, []
        for content in contents_since(self.match, kept.done):
            chain = chained(chain, content)
            lines.append(as_line(content, chain).encode())
        news = b"".join(lines)
        start = self._start(kept)
        # an interrupt may end this anywhere: until all is written, it counts as not written
        self._kept = _Kept(kept.chain, kept.done, cut=start)
        end = self._standings(chain)
        self._append(news + end, start)
        after = (start or 0) + len(news)
        self._kept = _Kept(chain, len(log), after if over else None)
        self._size = after + len(end)

    def _mend(self) -> None:
        """See to it that the file is there, with all that was written."""
        mine = os.fstat(self._file.fileno())
        try:
            is_mine = os.path.samestat(mine, os.stat(self.path))
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            again = self.path.open("xb", buffering=0)
            self._file.close()
            self._file, self._kept = again, _Kept()
            return
        if not is_mine:
            raise FileExistsError(errno.EEXIST, "another file has taken its place", str(self.path))
        if mine.st_size != self._size and self._kept.cut is None:
            self._kept = _Kept(cut=0)

    def close(self) -> None:
        """Close the file; what could not be written to a full disk is given up."""
        with contextlib.suppress(OSError):
            self._file.close()

    def _standings(self, chain: str) -> bytes:
        if not self.match.over:
            return b""
        content = final_content(self.match)
        return as_line(content, chained(chain, content)).encode()

    def _start(self, kept: _Kept) -> int | None:
        """Where the file goes on; None where it is a device or a pipe, which nothing takes back."""
        if not self._is_file:
            return None
        if kept.standings is not None:  # the end of the match was taken back
            return kept.standings
        return os.fstat(self._file.fileno()).st_size if kept.cut is None else kept.cut

    def _append(self, data: bytes, start: int | None) -> None:
        self._cut_back(start)
        try:
            while data:
                # what a full disk takes is less than all: the next try has the reason
                written = self._file.write(data)
                if not written:
                    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
                data = data[written:]
            if self._durable:
                os.fsync(self._file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                self._cut_back(start)
            raise

    def _cut_back(self, start: int | None) -> None:
        if start is not None:
            self._file.truncate(start)
            self._file.seek(start)


def contents_since(match: Match[Any], done: int) -> Iterator[dict[str, Any]]:
    """What the lines of a match say after `done` entries of its log; from -1 on the header, too."""
    if done < 0:
        yield {"cardcore": FORMAT, **header_of(match)}
    for entry in match.log[max(done, 0) :]:
        yield content_of(plain(entry))


def final_content(match: Match[Any]) -> dict[str, Any]:
    """What the last line of a match says that is over."""
    return {"standings": [list(standing) for standing in standings_of(match)]}


def header_of(match: Match[Any]) -> dict[str, Any]:
    """The header of a match's record. Raises `BadRecord` for a sampled one."""
    if match._origin == SAMPLED:
        raise BadRecord("a sampled match has no history to record")
    header = {"core": VERSION, **match.setting.header(), "seed": match.seed}
    return header if match._origin is None else {**header, "origin": match._origin}


def standings_of(match: Match[Any]) -> tuple[tuple[int, int, int], ...]:
    """Seat, place and points of each seat."""
    return tuple((s.seat, s.place, s.points) for s in match.standings)


def plain(entry: tuple[int, Any]) -> tuple[int, Any]:
    """An entry of a log as plain data."""
    actor, what = entry
    if actor == CHANCE:
        return actor, what if isinstance(what, int) else [card.code for card in what]
    return actor, what if actor == UNDO else str(what)


def content_of(entry: tuple[int, Any]) -> dict[str, Any]:
    """What the line of an entry says."""
    actor, what = entry
    if actor == CHANCE:
        return {"random": " ".join(what) if isinstance(what, list) else what}
    return {"undo": what} if actor == UNDO else {"seat": actor, "move": what}


def as_line(content: Mapping[str, Any], chain: str) -> str:
    """A line as it is written, with its hash."""
    return json.dumps({**content, "hash": chain}, ensure_ascii=False) + "\n"


def chained(chain: str, content: Mapping[str, Any]) -> str:
    """The hash of a line that follows the one with the hash `chain`."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return sha256((chain + text).encode("utf-8", "surrogatepass")).hexdigest()[:16]
