"""A recorded match told again, from what is written and without its seed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from cardcore.record import Record
from cardcore.terminal.words import Words


def load(path: str, *, warn: Callable[[str], None]) -> Record:
    """Read a record whose game is installed; `warn` hears of a last line that was torn off.

    Raises `BadRecord` or `OSError`.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        record = Record.load(path)
    for warning in caught:
        warn(f"Warning: {warning.message}")
    record.replay(until=0)
    return record


def lines(record: Record) -> Iterator[str]:
    """The match in words, a line a move."""
    words: Words | None = None
    for match, events in record.steps():
        words = words or Words(match)
        yield from words.lines(events)
    assert words is not None
    yield ""
    if words.match.over:
        yield from words.standings()
    else:
        yield "The match is unfinished."


def verdict(record: Record, name: str) -> str:
    """What is found where `Record.verify` has found no fault."""
    count = len(record.entries) + 1 + (record.standings is not None)
    if record.standings is None:
        return f"{name}: {count} lines, none changed; the match is unfinished"
    return f"{name}: {count} lines, none changed; the standings are those that were played"


def as_data(record: Record, *, verified: bool = False) -> dict[str, Any]:
    """The record as data: its header, what is told of each move, the standings."""
    told = []
    words: Words | None = None
    for match, events in record.steps():
        words = words or Words(match)
        told.append([line for line in words.lines(events) if line])
    return {
        **record.header,
        "told": told,
        "standings": record.standings
        and [{"seat": s, "place": place, "points": n} for s, place, n in record.standings],
        "verified": verified,
    }
