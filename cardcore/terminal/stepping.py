"""A recorded match step by step, forward and back, as one seat saw it or with all cards open."""

from __future__ import annotations

from typing import Any

from cardcore.events import Events
from cardcore.match import Match
from cardcore.record import Record
from cardcore.telling.spelling import begins, plain
from cardcore.telling.words import Words
from cardcore.terminal.retell import as_seen, check_seat
from cardcore.terminal.screen import Screen
from cardcore.terminal.screens import make_screen
from cardcore.terminal.view import View


class Stepper:
    """Stands at one step of a record: 0 is the first deal, then a step a move that all could see.

    `seat` is whose view is shown, None for everything.
    """

    def __init__(self, record: Record, seat: int | None, screen: Screen, words: Words) -> None:
        self._steps: list[tuple[Match[Any], Events]] = []
        for match, events in record.steps():
            if self._steps and not events.seen_by(None):  # a decline
                events = self._steps.pop()[1]
            self._steps.append((match.copy(), events))
        self._screen = screen
        self._words = words
        self.place = 0
        self.seat = seat

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self._steps) - 1

    def go_to(self, place: int) -> None:
        """Show a step, the nearest one there is."""
        before, self.place = self.place, min(max(place, 0), self.last)
        match, _ = self._steps[self.place]
        self._words.match = match
        self._words.open_hands = self.seat is None
        forgotten = self._screen.restart()
        told = Words(match, self._words.language)
        for number, (one, events) in enumerate(self._steps[: self.place + 1]):
            told.match = one
            lines = list(told.lines(as_seen(events, self.seat)))
            if forgotten or number > before or self.place == 0:
                self._screen.tell(lines)
        if self.place == self.last and match.over:
            self._screen.tell([self._words.winners(), *self._words.standings()])
        self._screen.show_table(self.seat)

    def obey(self, line: str) -> bool:
        """Do what a line asks for; False to stop."""
        words = self._words
        typed = plain(line)
        if typed in map(plain, words.names):
            self._look_as(typed)
        elif typed in ("", "n", "+", plain(words.says("next"))):
            if self.place == self.last and not typed:
                return False
            self.go_to(self.place + 1)
        elif typed in ("b", "-", plain(words.says("back"))):
            self.go_to(self.place - 1)
        elif typed.isascii() and typed.isdecimal():
            self.go_to(int(typed[:9]))
        elif typed in ("q", "quit", plain(words.says("quit"))):
            return False
        elif typed in ("all", plain(words.says("all"))):
            self.seat = None
            self.go_to(self.place)
        else:
            self._look_as(typed)
        return True

    def _look_as(self, typed: str) -> None:
        names = [plain(name) for name in self._words.names]
        found = [seat for seat, name in enumerate(names) if name == typed]
        found = found or [seat for seat, name in enumerate(names) if begins(typed, name)]
        if len(found) == 1:
            self.seat = found[0]
            self.go_to(self.place)
            return
        self._screen.text(
            "Enter or n: next. b: back. 0 to {last}: that step. {name}: what that seat saw. "
            "all: everything. q: quit.",
            last=self.last,
            name=" / ".join(self._words.names),
        )

    def prompt(self) -> str:
        """Where one stands, and what may be typed."""
        who = self._words.says("all") if self.seat is None else self._words.names[self.seat]
        return self._words.says(
            "{place}/{last} ({who}). Enter: next, b: back, ?: help, q: quit:",
            place=self.place,
            last=self.last,
            who=who,
        )


def step(record: Record, *, seat: int | None = None, view: View) -> None:
    """Show a record step by step at a terminal. Raises `BadOptions`, `BadRecord`."""
    check_seat(record, seat)
    words = Words(record.replay(until=0), view.language)
    screen = make_screen(words, view, private=False)
    stepper = Stepper(record, seat, screen, words)
    stepper.go_to(0)
    while True:
        completions = [words.says(word) for word in ("next", "back", "all", "quit")]
        line = screen.read(stepper.prompt(), [*completions, *words.names])
        if line is None or not stepper.obey(line):
            return
