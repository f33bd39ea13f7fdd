"""Records: the written match, from which it can be replayed, resumed, verified and shared.

JSON Lines: a header, then every random result and every move in their order, then the standings.
Each line ends with a hash of itself and of the line before, so that a changed line shows.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from cardcore.chance import CHANCE
from cardcore.errors import BadOptions, BadRecord, BadState, CardcoreError, UnknownGame
from cardcore.history import UNDO, effective, rebuild, steps
from cardcore.houserules import HouseRule
from cardcore.match import Match
from cardcore.recorder import (
    FORMAT,
    Recorder,
    as_line,
    chained,
    content_of,
    header_of,
    plain,
    standings_of,
)
from cardcore.state import from_dict, read_setting
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.events import Events
    from cardcore.game import Game
    from cardcore.setting import Setting

__all__ = ["FORMAT", "Record", "RecordWarning", "Recorder"]


class RecordWarning(UserWarning):
    """A record whose last line was torn off; the rest is whole. `text` tells it as a `Text`."""

    def __init__(self, text: str | Text) -> None:
        self.text = text if isinstance(text, Text) else Text(text)
        super().__init__(str(self.text))


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
        entries = tuple(map(plain, match.log))
        return cls(header_of(match), entries, standings_of(match) if match.over else None)

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
        record = cls._parse(data, name)
        if record.torn:
            torn = Text("{name}: the last line is torn off and was dropped", name=name)
            warnings.warn(RecordWarning(torn), stacklevel=2)
        return record

    @classmethod
    def _parse(cls, data: bytes, name: str) -> Record:
        lines, torn = _whole_lines(data, name)
        if not lines:
            raise _no_header(name)
        chain = ""
        read: list[dict[str, Any]] = []
        for number, line in enumerate(lines, 1):
            content = _object(line, name, number)
            if number == 1:
                _check_header(content, name)
            told = content.pop("hash", None)
            chain = chained(chain, content)
            if told != chain or f"{line}\n" != as_line(content, chain):
                raise BadRecord(
                    "{name}, line {number}: changed since it was written", name=name, number=number
                )
            read.append(content)
        ended = len(read) > 1 and "standings" in read[-1]
        standings = read.pop()["standings"] if ended else None
        entries = [_entry(c, name, n) for n, c in enumerate(read[1:], 2)]
        header = {key: value for key, value in read[0].items() if key != "cardcore"}
        places = None if not ended else _read_standings(standings, name, len(lines))
        return cls(header, tuple(entries), places, torn)

    def lines(self) -> list[str]:
        """The lines as they are written, each with its hash."""
        chain, written = "", []
        for content in self._contents():
            chain = chained(chain, content)
            written.append(as_line(content, chain))
        return written

    def chain(self) -> str:
        """The hash of the last line before the standings, on which the next one is built."""
        chain = ""
        for content in attrs.evolve(self, standings=None)._contents():
            chain = chained(chain, content)
        return chain

    def _contents(self) -> Iterable[dict[str, Any]]:
        yield {"cardcore": FORMAT, **self.header}
        yield from map(content_of, self.entries)
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
                raise BadState("the seed {seed!r} is no whole number", seed=seed)
            if self.header.get("origin") is not None:
                from_dict(self.header["origin"], game=setting.game, house_rules=house_rules)
        except _NOT_HERE as error:
            reason = error.text if isinstance(error, CardcoreError) else str(error)
            raise BadRecord(
                "this record cannot be replayed here: {reason}", reason=reason
            ) from None
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
            found = standings_of(match)
            if found != self.standings:
                raise BadRecord(
                    "the record tells standings {told}, played: {found}",
                    told=self.standings,
                    found=found,
                )
        return match


_NOT_HERE = (BadState, BadOptions, UnknownGame, KeyError, TypeError, ValueError, AttributeError)


def _entry(content: dict[str, Any], name: str, number: int) -> tuple[int, Any]:
    match content:
        case {"random": int(result)} if len(content) == 1:
            return CHANCE, result
        case {"random": str(codes)} if len(content) == 1:
            return CHANCE, codes.split()
        case {"undo": int(seat)} if len(content) == 1 and type(seat) is int:
            return UNDO, seat
        case {"seat": int(seat), "move": str(move)} if (
            len(content) == 2 and type(seat) is int and seat >= 0
        ):
            return seat, move
    raise BadRecord(
        "{name}, line {number}: neither a random result, a move nor an undo",
        name=name,
        number=number,
    )


def _read_standings(told: Any, name: str, number: int) -> tuple[tuple[int, int, int], ...]:
    try:
        places = tuple((seat, place, points) for seat, place, points in told)
        if not all(type(value) is int for row in places for value in row):
            raise TypeError
    except (TypeError, ValueError):
        raise BadRecord(
            "{name}, line {number}: standings are seat, place and points of each seat",
            name=name,
            number=number,
        ) from None
    return places


def _read(actor: int, what: Any, faces: Mapping[str, Any]) -> Any:
    if actor != CHANCE or isinstance(what, int):
        return what
    try:
        return tuple([faces[code] for code in what])
    except KeyError as error:
        raise BadRecord(
            "a recorded shuffle has a card {card!r} that is not in the deck", card=error.args[0]
        ) from None


def _whole_lines(data: bytes, name: str) -> tuple[list[str], bool]:
    """The lines of a file, and whether a last one without its end was dropped."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        cut = data[: data.rfind(b"\n") + 1]
        if error.start < len(cut):
            raise BadRecord("{name} is no record: it is not a text in UTF-8", name=name) from None
        text = cut.decode("utf-8") + "?"
    lines = text.split("\n")
    last = lines.pop()
    return lines, bool(last)


def _object(line: str, name: str, number: int) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise BadRecord(
            "{name}, line {number}: damaged, not a JSON object", name=name, number=number
        )
    return content


def _check_header(content: Mapping[str, Any], name: str) -> None:
    told = content.get("cardcore")
    if type(told) is not int:
        raise _no_header(name)
    if told > FORMAT:
        raise BadRecord(
            "{name} has format {told}; this cardcore reads formats up to {known}: "
            "a newer cardcore is needed",
            name=name,
            told=told,
            known=FORMAT,
        )


def _no_header(name: str) -> BadRecord:
    return BadRecord("{name} is no record: its first line is not a header", name=name)
