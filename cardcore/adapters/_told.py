"""What each seat has been told since a match began: its information state as a text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Set
from enum import Enum
from typing import Any

from cardcore.cards import Card
from cardcore.events import SEEN, seen
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.moving import CARDS
from cardcore.observation import Observation
from cardcore.piles import SPECTATOR

OWN = "own"
"""The kind of an event of ours: what a seat's own `secret()` field has become."""

Raw = tuple[Any, ...]


class Told:
    """What each of some seats and a spectator (None) have been told, a line an event.

    `hands` are the names of the piles that have no order: cards that come there at once are told
    sorted. It is never changed: `and_then` makes another. Texts are made when they are asked for.
    """

    __slots__ = ("_events", "_hands", "_seats", "_texts")

    def __init__(
        self, seats: int, hands: Set[str], texts: Mapping[int | None, str] | None = None
    ) -> None:
        self._seats = seats
        self._hands = hands
        self._events: tuple[Raw, ...] = ()
        self._texts = {viewer: (0, text) for viewer, text in (texts or {}).items()}

    def and_then(self, events: Iterable[Raw]) -> Told:
        """This, and what raw events tell."""
        new = Told(self._seats, self._hands)
        new._events = (*self._events, *events)
        new._texts = self._texts.copy()
        return new

    def text(self, viewer: int | None) -> str:
        """All that a seat or a spectator has been told."""
        known, text = self._texts.get(viewer, (0, ""))
        if known < len(self._events):
            lines = [line for raw in self._events[known:] if (line := self._line(raw, viewer))]
            text = "\n".join([text, *lines] if text else lines)
            self._texts[viewer] = len(self._events), text
        return text

    def sampled(self, match: Match[Any], seat: int) -> Told:
        """What they have been told in a match that was sampled for a seat.

        That seat knows what it knew. Of the others' past there is nothing but what is public; what
        they know of the cards that were dealt to them anew is added.
        """
        texts: dict[int | None, str] = {seat: self.text(seat), None: self.text(None)}
        for other in match.seats:
            if other != seat:
                texts[other] = f"{self.text(None)}\n{observation_text(match.observe(other))}"
        return Told(self._seats, self._hands, texts)

    def texts(self) -> dict[int | None, str]:
        """The text of each seat and of a spectator, from which `Told` can be made again."""
        return {viewer: self.text(viewer) for viewer in (*range(self._seats), None)}

    def _line(self, raw: Raw, viewer: int | None) -> str:
        """A raw event as somebody may know it, "" where nothing is told."""
        if raw[0] == OWN:
            return _word(raw) if raw[1] == viewer else ""
        told = seen(raw, 1 << (SPECTATOR if viewer is None else viewer))
        if told is None:
            return ""
        if told[0] == CARDS and told[3][0] in self._hands:
            told = (CARDS, sorted(map(_word, told[1])), *told[2:])
        return " ".join(map(_word, told[:-1] if told[-1] == SEEN else told))


def _word(value: Any) -> str:
    """A value in an event, the same in every process; a hidden card is a question mark."""
    if isinstance(value, Card):
        return value.code
    if isinstance(value, Move):
        return value.text
    if isinstance(value, Enum):
        return value.name
    if value is None:
        return "?"
    if isinstance(value, tuple) and len(value) == 2 and value[1] is None:
        return _word(value[0])  # a pile that is nobody's
    if isinstance(value, tuple | list):
        return f"({' '.join(map(_word, value))})"
    if isinstance(value, set | frozenset):
        return f"({' '.join(sorted(map(_word, value)))})"
    if isinstance(value, Mapping):
        return f"({' '.join(f'{_word(key)}={_word(value[key])}' for key in value)})"
    return str(value)


def observation_text(observation: Observation) -> str:
    """All that an observation holds, but for what is fixed when a match begins."""
    data = observation.to_dict()
    for fixed in (*observation.setting.header(), "moves"):
        del data[fixed]
    return json.dumps(data, separators=(",", ":"))
