"""What happens in words: one line a move, with everybody's name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cardcore.events import DEAL, SCORED, Event, in_words
from cardcore.match import Match
from cardcore.terminal.seating import shown_names
from cardcore.texts import Text, Translate


class Words:
    """Puts the events and texts of one match into words."""

    def __init__(self, match: Match[Any], translate: Translate = str) -> None:
        self.match = match
        self.names = shown_names(match.setting, translate)
        self._translate = translate
        self._begun = False

    def text(self, text: Text) -> str:
        """A text with everybody's name."""
        return text.render(self._translate, self.names)

    def event(self, event: Event) -> str | None:
        """An event, by the game or else the engine; None where there is nothing to say."""
        text = self.match.game.describe(event) or in_words(event)
        return None if text is None else self.text(text)

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """One line for what a move brings about; a deal has a heading with an empty line before."""
        said: list[str] = []
        for event in events:
            words = self.event(event)
            if event.kind == DEAL:
                yield from _joined(said)
                said = []
                yield from ([""] if self._begun else []) + [words or ""]
                self._begun = True
            elif words:
                said.append(_sentence(words))
            if event.kind == SCORED:
                yield from _joined(said)
                said = [] if self.match.over else [_sentence(self._so_far())]
        yield from _joined(said)

    def _so_far(self) -> str:
        points = ", ".join(f"{self.names[s.seat]} {s.points}" for s in self.match.standings)
        return self.text(Text("So far: {points}", points=points))

    def standings(self) -> list[str]:
        """Who has won, and every seat with its place and points; for a match that is over."""
        winners = [self.names[seat] for seat in self.match.winners]
        if len(winners) == 1:
            first = self.text(Text("{name} wins the match", name=winners[0]))
        else:
            names = ", ".join(winners)
            first = self.text(Text("The first place is shared: {names}", names=names))
        width = max(map(len, self.names))
        return [
            _sentence(first),
            *(f"{s.place}. {self.names[s.seat]:{width}}  {s.points}" for s in self.match.standings),
        ]


def _sentence(words: str) -> str:
    return words if words.endswith((".", "!", "?", "…")) else words + "."


def _joined(said: list[str]) -> Iterator[str]:
    if said:
        yield " ".join(said)
