"""A recorded match told again, from what is written and without its seed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from cardcore.errors import BadOptions
from cardcore.events import Events
from cardcore.languages import SOURCE, translator
from cardcore.record import Record
from cardcore.telling.words import Words
from cardcore.texts import Text


def load(path: str, *, warn: Callable[[Text], None]) -> Record:
    """Read a record whose game is installed; `warn` hears of a last line that was torn off.

    Raises `BadRecord` or `OSError`.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        record = Record.load(path)
    for warning in caught:
        warn(Text("Warning: {warning}", warning=getattr(warning.message, "text", warning.message)))
    record.replay(until=0)
    return record


def as_seen(events: Events, seat: int | None) -> Events:
    """Events as a seat saw them; all of them where none is given."""
    return events if seat is None else events.seen_by(seat)


def check_seat(record: Record, seat: int | None) -> None:
    """Raises `BadOptions` where the match has no such seat."""
    count = len(record.header["names"])
    if seat is not None and seat not in range(count):
        raise BadOptions(
            "there is no seat {number}; the seats go from 1 to {count}",
            number=seat + 1,
            count=count,
        )


def lines(record: Record, *, seat: int | None = None, language: str = SOURCE) -> Iterator[str]:
    """The match in words, a line a move: what a seat saw, or everything."""
    check_seat(record, seat)
    words: Words | None = None
    for match, events in record.steps():
        words = words or Words(match, language)
        yield from words.lines(as_seen(events, seat))
    assert words is not None
    yield ""
    if words.match.over:
        yield words.winners()
        yield from words.standings()
    else:
        yield words.says("The match is unfinished.")


def verdict(record: Record, name: str, language: str = SOURCE) -> str:
    """What is found where `Record.verify` has found no fault."""
    count = len(record.entries) + 1 + (record.standings is not None)
    if record.standings is None:
        text = Text(
            "{name}: {count} lines, none changed; the match is unfinished", name=name, count=count
        )
    else:
        text = Text(
            "{name}: {count} lines, none changed; the standings are those that were played",
            name=name,
            count=count,
        )
    return text.render(translator(language))


def as_data(record: Record, *, seat: int | None = None, verified: bool = False) -> dict[str, Any]:
    """The record as data: its header, what is told of each move, the standings."""
    check_seat(record, seat)
    told = []
    words: Words | None = None
    for match, events in record.steps():
        words = words or Words(match)
        told.append([line for line in words.lines(as_seen(events, seat)) if line])
    return {
        **record.header,
        "told": told,
        "standings": record.standings
        and [{"seat": s, "place": place, "points": n} for s, place, n in record.standings],
        "verified": verified,
    }
