"""Finished matches step by step, with all hands open, and their records to keep."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cardcore.errors import BadRecord
from cardcore.events import Events
from cardcore.match import Match
from cardcore.record import Record
from cardcore.telling.words import Words
from cardcore.web import views
from cardcore.web.ledger import read
from cardcore.web.store import Store
from cardcore.web.story import motions

KEPT = 8
"""So many matches are kept in memory for whoever is stepping through them."""

Steps = list[tuple[Match[Any], Events]]


class Replays:
    """The finished matches in a store. A record tells everything: none is shown before its end."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._steps = lru_cache(KEPT)(self._find_steps)

    def record(self, code: str, number: int) -> str:
        """The record of a finished match. Raises `BadRecord` where there is none."""
        return "".join(self._finished(code, number).lines())

    def step(self, code: str, number: int, place: int, language: str) -> dict[str, Any]:
        """A finished match after so many moves; the nearest step there is. Raises `BadRecord`."""
        steps = self._steps(code, number)
        place = min(max(place, 0), len(steps) - 1)
        match, _ = steps[place]
        words = Words(match, language)
        words.open_hands = True
        told = Words(match, language)
        lines: list[str] = []
        for one, events in steps[: place + 1]:
            told.match = one
            lines += [line for line in told.lines(events.seen_by(None)) if line]
        shown = views.view(words, None)
        moved = [] if place == 0 else views.moved(words, motions(steps[place][1]))
        return {
            "step": place,
            "steps": len(steps) - 1,
            "log": lines,
            "view": {**shown, "decision": place, "moved": moved},
        }

    def _finished(self, code: str, number: int) -> Record:
        record = read(self._store, code, number)
        if record.standings is None:
            raise BadRecord("match {number} of room {code} is not over", number=number, code=code)
        return record

    def _find_steps(self, code: str, number: int) -> Steps:
        steps: Steps = []
        for match, events in self._finished(code, number).steps():
            if steps and not events.seen_by(None):  # a decline
                events = steps.pop()[1]
            steps.append((match.copy(), events))
        return steps
