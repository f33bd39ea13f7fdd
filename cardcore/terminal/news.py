"""What is new to whoever looks at a screen, since he was asked there last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cardcore.look import Part
from cardcore.telling.words import Words


class News:
    """Remembers, for each seat (None: for all), how much was told and how the parts looked."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._looked: dict[int | None, tuple[int, dict[Any, str]]] = {}

    def seen(self, seat: int | None, told: int) -> None:
        """A seat is asked now, after so many lines have been told."""
        parts = self._words.parts(seat)
        looks = {key: self._words.part(part) for key, part in zip(_keys(parts), parts, strict=True)}
        self._looked[seat] = told, looks

    def told_before(self, seat: int | None) -> int:
        """How many lines had been told when a seat was asked last."""
        return self._looked.get(seat, (0, {}))[0]

    def told_anew(self) -> None:
        """All that was told is told again, from the first line on."""
        self._looked = {seat: (0, looks) for seat, (_, looks) in self._looked.items()}

    def among(self, seat: int | None, parts: Sequence[Part]) -> list[Part]:
        """The parts that look different to a seat than when it was asked last."""
        if seat not in self._looked:
            return []
        looks = self._looked[seat][1]
        pairs = zip(_keys(parts), parts, strict=True)
        return [part for key, part in pairs if looks.get(key) != self._words.part(part)]


def _keys(parts: Sequence[Part]) -> list[Any]:
    """What parts are known by from one time to the next: seat, title, and which of several."""
    seen: Counter[Any] = Counter()
    keys = []
    for part in parts:
        name = part.seat, part.title and str(part.title)
        keys.append((*name, seen[name]))
        seen[name] += 1
    return keys
