"""Records: the written match, from which it can be replayed, resumed, verified and shared.

JSON Lines: a header, then every random result and every move in their order, then the standings.
Each line ends with a hash of itself and of the line before, so that a changed line shows.
"""

from __future__ import annotations

import contextlib
import json
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import attrs

from cardcore.chance import CHANCE
from cardcore.errors import BadOptions, BadRecord, BadState, UnknownGame
from cardcore.history import UNDO, effective, rebuild, steps
from cardcore.houserules import HouseRule
from cardcore.match import SAMPLED, Match
from cardcore.state import from_dict, read_setting
from cardcore.version import VERSION

if TYPE_CHECKING:
    from cardcore.events import Events
    from cardcore.game import Game
    from cardcore.setting import Setting

FORMAT = 1
"""Raised when the form of a record changes."""


class RecordWarning(UserWarning):
    """A record whose last line was torn off; the rest is whole."""


@attrs.frozen
class Record:
    """A written match: `header` as data, `entries` as (seat, what) and the final `standings`.

    An entry is a random result (seat -1; a number, or the cards of a shuffle by code), a move
    (its seat and text) or an undo (seat -2; whose move went back). `standings` are (seat, place,
    points) of each seat, None while the match is not over. `torn` tells that a last line was
    dropped. A record tells everything; nobody but the host reads it before the end.
    """

    header: Mapping[str, Any]
    entries: tuple[tuple[int, Any], ...]
    standings: tuple[tuple[int, int, int], ...] | None = None
    torn: bool = False

    @classmethod
    def of(cls, match: Match[Any]) -> Record:
        """The record of a match so far. Raises `BadRecord` for a sampled one."""
        entries = tuple(map(_written, match.log))
        return cls(_header(match), entries, _places(match) if match.over else None)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Read a record. A torn last line is dropped with a `RecordWarning`.

        Raises `BadRecord`, with the number of the line, for damage, changed lines and newer
        formats; `OSError` where the file cannot be read.
        """
        return cls.parse(Path(path).read_bytes(), str(path))

    @classmethod
    def parse(cls, data: bytes, name: str = "record") -> Record:
        """The record that some bytes write; `name` is what messages call it."""
        lines, torn = _whole_lines(data)
        if torn:
            warnings.warn(f"{name}: the last line is torn off and was dropped", RecordWarning, 2)
        if not lines:
            raise BadRecord(f"{name} is no record: its first line is not a header")
        chain = ""
        read: list[dict[str, Any]] = []
        for number, line in enumerate(lines, 1):
            content = _object(line, f"{name}, line {number}")
            if number == 1:
                _check_header(content, name)
            told = content.pop("hash", None)
            chain = _hash(chain, content)
            if told != chain or f"{line}\n" != _line(content, chain):
                raise BadRecord(f"{name}, line {number}: changed since it was written")
            read.append(content)
        ended = len(read) > 1 and "standings" in read[-1]
        standings = read.pop()["standings"] if ended else None
        entries = [_entry(c, f"{name}, line {n}") for n, c in enumerate(read[1:], 2)]
        header = {key: value for key, value in read[0].items() if key != "cardcore"}
        places = None if not ended else _read_standings(standings, f"{name}, line {len(lines)}")
        return cls(header, tuple(entries), places, torn)

    def lines(self) -> list[str]:
        """The lines as they are written, each with its hash."""
        chain, written = "", []
        for content in self._contents():
            chain = _hash(chain, content)
            written.append(_line(content, chain))
        return written

    def _contents(self) -> Iterable[dict[str, Any]]:
        yield {"cardcore": FORMAT, **self.header}
        yield from map(_content, self.entries)
        if self.standings is not None:
            yield {"standings": [list(standing) for standing in self.standings]}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, replacing it."""
        Path(path).write_text("".join(self.lines()), encoding="utf-8", newline="\n")

    def replay(
        self,
        *,
        game: Game[Any] | None = None,
        house_rules: Sequence[HouseRule] | None = None,
        until: int | None = None,
    ) -> Match[Any]:
        """Rebuild the match from the written results, without the seed.

        `until` stops after so many entries. `game` and `house_rules` are looked up among the
        installed ones where they are not given. Raises `BadRecord` where the record does not fit
        the rules or belongs to another version of them.
        """
        setting, seed, log = self._open(game, house_rules)
        if until is not None:
            while until < len(log) and log[until][0] == CHANCE:
                until += 1  # the random results of a move belong to it
            del log[until:]
        return rebuild(setting, seed, log, self.header.get("origin"))

    def steps(
        self, *, game: Game[Any] | None = None, house_rules: Sequence[HouseRule] | None = None
    ) -> Iterator[tuple[Match[Any], Events]]:
        """The match at its beginning and after each move, with what happened; see `replay`.

        Moves that were taken back are left out. It is one match that goes on: copy it to keep it.
        """
        setting, seed, log = self._open(game, house_rules)
        kept = [log[place] for place in effective(log)]
        yield from steps(setting, seed, kept, self.header.get("origin"))

    def _open(
        self, game: Game[Any] | None, house_rules: Sequence[HouseRule] | None
    ) -> tuple[Setting, int, list[tuple[int, Any]]]:
        try:
            setting = read_setting(self.header, game, house_rules)
            seed = self.header["seed"]
            if type(seed) is not int:
                raise BadState(f"the seed {seed!r} is no whole number")
            if self.header.get("origin") is not None:
                from_dict(self.header["origin"], game=setting.game, house_rules=house_rules)
        except _NOT_HERE as error:
            raise BadRecord(f"this record cannot be replayed here: {error}") from None
        return setting, seed, [(who, _read(who, what, setting.faces)) for who, what in self.entries]

    def verify(self, **known: Any) -> Match[Any]:
        """Replay, compare the standings, and return the match. Raises `BadRecord`."""
        match = self.replay(**known)
        if match.over != (self.standings is not None):
            raise BadRecord(
                "the record tells standings, but the match is not over"
                if self.standings
                else "the match is over, but the record tells no standings"
            )
        if self.standings is not None:
            found = _places(match)
            if found != self.standings:
                raise BadRecord(f"the record tells standings {self.standings}, played: {found}")
        return match


class Recorder:
    """Writes the record of a match to a file as the match goes, so that a crash loses nothing."""

    def __init__(self, path: str | os.PathLike[str], match: Match[Any]) -> None:
        """Begin the file with the header and what has been played.

        Raises `OSError`, a `FileExistsError` where the file has something in it already.
        """
        self.match = match
        self.path = Path(path)
        self._chain = ""
        self._done = 0
        self._over = False
        header = {"cardcore": FORMAT, **_header(match)}
        new = not self.path.exists() or (self.path.is_file() and self.path.stat().st_size > 0)
        # "x" lets one of several processes have a new file
        try:
            self._file: IO[str] = self.path.open(
                "x" if new else "a", encoding="utf-8", newline="\n"
            )
        except FileExistsError:
            raise FileExistsError(f"{self.path} exists and is not empty") from None
        try:
            self._append(header)
            self.write()
        except BaseException:
            self.close()
            raise

    def write(self) -> None:
        """Append what has happened since the last time."""
        log = self.match.log
        while self._done < len(log):
            self._append(_content(_written(log[self._done])))
            self._done += 1
        if self.match.over and not self._over:
            self._over = True
            self._append({"standings": [list(standing) for standing in _places(self.match)]})
        self._file.flush()

    def close(self) -> None:
        """Close the file; what could not be written to a full disk is given up."""
        with contextlib.suppress(OSError):
            self._file.close()

    def _append(self, content: dict[str, Any]) -> None:
        self._chain = _hash(self._chain, content)
        self._file.write(_line(content, self._chain))


_NOT_HERE = (BadState, BadOptions, UnknownGame, KeyError, TypeError, ValueError, AttributeError)


def _places(match: Match[Any]) -> tuple[tuple[int, int, int], ...]:
    return tuple((s.seat, s.place, s.points) for s in match.standings)


def _header(match: Match[Any]) -> dict[str, Any]:
    if match._origin == SAMPLED:
        raise BadRecord("a sampled match has no history to record")
    header = {"core": VERSION, **match.setting.header(), "seed": match.seed}
    return header if match._origin is None else {**header, "origin": match._origin}


def _written(entry: tuple[int, Any]) -> tuple[int, Any]:
    """An entry of a log as plain data."""
    actor, what = entry
    if actor == CHANCE:
        return actor, what if isinstance(what, int) else [card.code for card in what]
    return actor, what if actor == UNDO else str(what)


def _content(entry: tuple[int, Any]) -> dict[str, Any]:
    actor, what = entry
    if actor == CHANCE:
        return {"random": " ".join(what) if isinstance(what, list) else what}
    return {"undo": what} if actor == UNDO else {"seat": actor, "move": what}


def _entry(content: dict[str, Any], where: str) -> tuple[int, Any]:
    match content:
        case {"random": int(number)} if len(content) == 1:
            return CHANCE, number
        case {"random": str(codes)} if len(content) == 1:
            return CHANCE, codes.split()
        case {"undo": int(seat)} if len(content) == 1:
            return UNDO, seat
        case {"seat": int(seat), "move": str(move)} if len(content) == 2 and seat >= 0:
            return seat, move
    raise BadRecord(f"{where}: neither a random result, a move nor an undo")


def _read_standings(told: Any, where: str) -> tuple[tuple[int, int, int], ...]:
    try:
        places = tuple((seat, place, points) for seat, place, points in told)
        if not all(type(number) is int for row in places for number in row):
            raise TypeError
    except (TypeError, ValueError):
        raise BadRecord(f"{where}: standings are seat, place and points of each seat") from None
    return places


def _read(actor: int, what: Any, faces: Mapping[str, Any]) -> Any:
    if actor != CHANCE or isinstance(what, int):
        return what
    try:
        return tuple([faces[code] for code in what])
    except KeyError as error:
        raise BadRecord(f"a recorded shuffle has a card {error} that is not in the deck") from None


def _whole_lines(data: bytes) -> tuple[list[str], bool]:
    """The lines of a file, and whether a last one without its end was dropped."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        cut = data[: data.rfind(b"\n") + 1]
        if error.start < len(cut):
            raise BadRecord("this is no record: it is not a text in UTF-8") from None
        text = cut.decode("utf-8") + "?"
    lines = text.split("\n")
    last = lines.pop()
    return lines, bool(last)


def _object(line: str, where: str) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise BadRecord(f"{where}: damaged, not a JSON object")
    return content


def _check_header(content: Mapping[str, Any], name: str) -> None:
    told = content.get("cardcore")
    if type(told) is not int:
        raise BadRecord(f"{name} is no record: its first line is not a header")
    if told > FORMAT:
        raise BadRecord(
            f"{name} has format {told}; this cardcore reads formats up to {FORMAT}: "
            "a newer cardcore is needed"
        )


def _line(content: Mapping[str, Any], chain: str) -> str:
    return json.dumps({**content, "hash": chain}, ensure_ascii=False) + "\n"


def _hash(chain: str, content: Mapping[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True)
    return sha256((chain + text).encode("utf-8", "surrogatepass")).hexdigest()[:16]
