"""The story of a match: how much of it each seat has seen, and its lines in every language."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from cardcore.events import DEAL, Events
from cardcore.match import Match
from cardcore.moving import CARD, CARDS
from cardcore.record import Record
from cardcore.telling.words import Words

RECENT = 60
"""So many plays back what moved is remembered: a client that is further behind sees none of it."""
MOVED = 24
"""So many cards are told to have moved at once."""

Motion = tuple[Any, int | None, int | None]
"""A card or None, the seat from which and the seat to which it went; None for the table."""


def motions(events: Events) -> Iterator[Motion]:
    """The cards that moved in some events."""
    for event in events:
        if event.kind in (CARD, CARDS):
            source, target = event.data["source"][1], event.data["target"][1]
            cards = event.data["cards"] if event.kind == CARDS else [event.data["card"]]
            for card in cards:
                yield card, source, target


class Story:
    """What has happened in a match, as each seat (None: a spectator) may know it.

    `plays` counts what has been played, silent declines too: it is never told. What a seat is told
    is its `decision`, which counts the events that it has seen.
    """

    def __init__(self, match: Match[Any]) -> None:
        self._match = match
        self.plays = -1
        self._seen: dict[int | None, int] = dict.fromkeys((None, *match.seats), 0)
        self._recent: deque[tuple[int, Events]] = deque(maxlen=RECENT)
        self._told: dict[tuple[int | None, str], list[tuple[int, str]]] = {}
        self._words: dict[str, Words] = {}
        self.names: tuple[str, ...] = match.setting.names
        for _, events in _steps(match):
            self._count(events)

    def add(self, events: Events) -> None:
        """Something has been played."""
        self._count(events)
        said: list[tuple[str, Any, list[str]]] = []  # most see the same, and it is told once
        for (viewer, language), lines in self._told.items():
            seen = events.seen_by(viewer)
            new = next((new for in_, raw, new in said if in_ == language and raw == seen.raw), None)
            if new is None:
                new = _lines(self.words(language), seen)
                said.append((language, seen.raw, new))
            lines += [(self.plays, line) for line in new]

    def _count(self, events: Events) -> None:
        self.plays += 1
        self._recent.append((self.plays, events))
        for viewer in self._seen:
            self._seen[viewer] += len(events.seen_by(viewer))

    def decision(self, viewer: int | None) -> int:
        """How many events somebody has seen: the number of what stands before him."""
        return self._seen[viewer]

    def beginning(self) -> Match[Any]:
        """The match as it was first dealt."""
        return next(_steps(self._match))[0].copy()

    # -- words ------------------------------------------------------------------------------------

    def call(self, names: Sequence[str]) -> None:
        """What the persons at the table are called from now on; "" where a bot sits."""
        self.names = tuple(names)
        for words in self._words.values():
            self._name(words)

    def _name(self, words: Words) -> Words:
        words.names = tuple(
            name or words.translate("Bot {number}").format(number=number)
            for number, name in enumerate(self.names, 1)
        )
        return words

    def words(self, language: str) -> Words:
        """The words of a language, for the match as it stands."""
        words = self._words.get(language)
        if words is None:
            words = self._words[language] = self._name(Words(self._match, language))
        return words

    def lines(self, viewer: int | None, language: str) -> list[tuple[int, str]]:
        """The lines that somebody may read, each with the number of the play that brought it."""
        lines = self._told.get((viewer, language))
        if lines is None:
            lines = self._told[viewer, language] = list(self._from_the_start(viewer, language))
        return lines

    def _from_the_start(self, viewer: int | None, language: str) -> Iterator[tuple[int, str]]:
        words = self._name(Words(self._match, language))
        for play, (match, events) in enumerate(_steps(self._match)):
            words.match = match
            yield from ((play, line) for line in _lines(words, events.seen_by(viewer)))

    # -- motions ----------------------------------------------------------------------------------

    def moved(self, viewer: int | None, since: int, until: int) -> list[Motion]:
        """The cards that somebody saw move after a play, up to another; none of a new deal."""
        found: list[Motion] = []
        for play, events in self._recent:
            if since < play <= until:
                seen = events.seen_by(viewer)
                found = [] if any(e.kind == DEAL for e in seen) else [*found, *motions(seen)]
        return found[-MOVED:]


def _steps(match: Match[Any]) -> Iterator[tuple[Match[Any], Events]]:
    setting = match.setting
    return Record.of(match).steps(game=setting.game, house_rules=setting.house_rules)


def _lines(words: Words, seen: Events) -> list[str]:
    """What one play brought, in words; the empty lines between deals are for a terminal."""
    return [line for line in words.lines(seen) if line]
