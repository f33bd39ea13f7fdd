"""Plain lines: tells what happens and asks for moves, on a terminal or over a pipe."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from itertools import count
from textwrap import wrap
from typing import Literal, TextIO

import attrs

from cardcore.events import Events
from cardcore.look import Part
from cardcore.moves import Move
from cardcore.observation import Observation
from cardcore.terminal import asides
from cardcore.terminal.lines import Lines
from cardcore.terminal.session import Question, Session
from cardcore.terminal.typed import DECLINES, Choices, plain
from cardcore.terminal.words import Words
from cardcore.texts import Text, Translate

LISTED = 12
"""So many moves stand one a line; more are written as a paragraph."""


@attrs.frozen
class Answer:
    """What a person wants: to move, that nobody reacts, to take back, or to leave."""

    what: Literal["move", "nobody", "undo", "quit"]
    seat: int = -1
    move: Move | None = None


class Plain:
    """Tells and asks for a session in plain lines, without colour."""

    def __init__(
        self,
        session: Session,
        lines: Lines,
        out: TextIO | None = None,
        *,
        show_rules: Callable[[], None],
        translate: Translate = str,
    ) -> None:
        self.session = session
        self.match = session.match
        self.words = Words(session.match, translate)
        self.show_rules = show_rules
        self._lines = lines
        self._out = sys.stdout if out is None else out
        self._shared = len(session.persons) > 1
        self._has_said_how = False

    # -- telling ----------------------------------------------------------------------------------

    def tell(self, events: Events) -> None:
        """Tell what has happened, as far as whoever looks at this screen may know it."""
        persons = self.session.persons
        if persons:
            events = events.seen_by(None if self._shared else persons[0])
        for line in self.words.lines(events):
            self.say(line)

    def finish(self) -> None:
        """Tell who has won."""
        self.say("")
        for line in self.words.standings():
            self.say(line)

    def say(self, line: str, indent: str = "  ") -> None:
        """Write a line, folded to the width of a terminal."""
        if not self._lines.interactive:
            print(line, file=self._out)
            return
        width = max(20, shutil.get_terminal_size().columns - 1)
        for part in wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]:
            print(part, file=self._out)

    def text(self, template: str, **fields: object) -> None:
        """Say a text."""
        self.say(self.words.text(Text(template, **fields)))

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, question: Question) -> Answer:
        """Put a question until there is an answer that can be carried out."""
        if question.anybody:
            return self._ask_anybody(question)
        (seat,) = question.seats
        if self._shared and self._lines.interactive and self._hand_over(seat) is None:
            return Answer("quit")
        self.show(seat)
        while True:
            line = self._lines.read(self._prompt(seat))
            answer = Answer("quit") if line is None else self._answer(seat, line)
            if answer is not None:
                if self._shared and self._lines.interactive:
                    self._clear()
                return answer

    def show(self, seat: int) -> None:
        """Show a person the table and his moves."""
        observation = self.match.observe(seat)
        parts = self.match.game.summary(observation)
        choices = Choices(self.match, seat)
        self.say("")
        self.say(" ".join(self._part(part) + "." for part in parts if part.seat is None), "")
        for other in self.match.seats:
            row = [self._part(part) for part in parts if part.seat == other]
            if row:
                self.say(f"{self.words.names[other]}: {'; '.join(row)}.")
        self._show_moves(observation, choices)
        if not self._has_said_how:
            self._has_said_how = True
            asides.say_how(self, choices)

    def _part(self, part: Part) -> str:
        backs = sum(card is None for card in part.cards)
        shown = [self.words.text(Text("{card}", card=card)) for card in part.cards if card]
        if backs:
            one, many = Text("1 card"), Text("{number} cards", number=backs)
            shown.append(self.words.text(one if backs == 1 else many))
        shown = [self.words.text(t) for t in ([part.headline] if part.headline else [])] + shown
        shown += map(self.words.text, part.lines)
        inside = ", ".join(shown) or self.words.text(Text("none"))
        return inside if part.title is None else f"{self.words.text(part.title)}: {inside}"

    def _show_moves(self, observation: Observation, choices: Choices) -> None:
        numbers = count(1)
        for title, moves in choices.lists:
            if title is not None:
                self.say(self.words.text(title) + ":")
            lines = []
            for move, number in zip(moves, numbers, strict=False):
                preview = self.match.game.preview(observation, move)
                told = f": {self.words.text(preview)}" if preview is not None else ""
                lines.append(f"{choices.sign}{number} {move.text}{told}")
            self._list(lines)

    def _list(self, lines: list[str]) -> None:
        if len(lines) > LISTED:
            self.say("  " + ", ".join(lines), "  ")
            return
        for line in lines:
            self.say("  " + line, "     ")

    def _prompt(self, seat: int) -> str:
        name = self.match.setting.names[seat]
        reacting = next((i.kind for i in self.match.observe(seat).interrupts if i.asked), None)
        if reacting is None:
            text = Text("{name}, your move:", name=name) if name else Text("Your move:")
        elif name:
            text = Text("{kind}? {name}, your move:", kind=reacting.capitalize(), name=name)
        else:
            text = Text("{kind}? Your move:", kind=reacting.capitalize())
        return self.words.text(text)

    def _answer(self, seat: int, line: str) -> Answer | None:
        """What a line asks for; None where it was no move and has been answered already."""
        choices = Choices(self.match, seat)
        found = choices.find(line)
        if len(found) == 1:
            return Answer("move", seat, found[0])
        word, _, rest = line.strip().partition(" ")
        if found:
            names = ", ".join(move.text for move in found)
            self.text("“{text}” may mean: {moves}.", text=printable(line), moves=names)
        elif not word:
            self.show(seat)
        elif word.lower() in asides.WORDS:
            what = asides.answer(self, seat, word.lower(), rest)
            return None if what is None else Answer(what, seat)
        else:
            names = ", ".join([move.text for move in choices.moves[:LISTED]])
            more = ", …" if len(choices.moves) > LISTED else ""
            reason = self.reason(choices, seat, line)
            self.text(
                "Not possible: {reason}. Possible: {moves}.", reason=reason, moves=names + more
            )
        return None

    def reason(self, choices: Choices, seat: int, line: str) -> str:
        """Why a line is no legal move."""
        reason = choices.past_the_list(line)
        reason = reason or self.match.why_not(seat, choices.meant(printable(line)))
        return self.words.text(reason or Text("that is no move now"))

    # -- several persons at one screen ------------------------------------------------------------

    def _ask_anybody(self, question: Question) -> Answer:
        """Ask all persons at once who wants to react, telling nobody who can."""
        names = {self.words.names[seat].casefold(): seat for seat in question.seats}
        prompt = self.words.text(
            Text(
                "{kind}, anybody ({names})? Say who and what, or Enter for nobody:",
                kind=self.match.table.interrupts[-1].kind.capitalize(),
                names=", ".join(self.words.names[seat] for seat in question.seats),
            )
        )
        while True:
            line = self._lines.read(prompt)
            if line is None:
                return Answer("quit")
            if plain(line) in ("", "nobody", *DECLINES):
                return Answer("nobody")
            answer = self._reaction(names, plain(line))
            if answer is not None:
                return answer

    def _reaction(self, names: dict[str, int], line: str) -> Answer | None:
        if line in asides.PUBLIC:
            what = asides.answer(self, -1, line, "")
            return None if what is None else Answer(what)
        who = next((name for name in names if line.startswith(name + " ")), None)
        seat = next(iter(names.values())) if len(names) == 1 else None
        if who is not None:
            seat, line = names[who], line[len(who) + 1 :]
        if seat is None:
            self._say_who(names)
            return None
        choices = Choices(self.match, seat)
        found = choices.find(line)
        if len(found) == 1:
            return Answer("move", seat, found[0])
        self.text("Not possible: {reason}.", reason=self.reason(choices, seat, line))
        self._say_who(names)
        return None

    def _say_who(self, names: dict[str, int]) -> None:
        name = self.words.names[min(names.values())]
        self.text("Say who and what, such as: {name} #1. Or Enter for nobody.", name=name)

    def _hand_over(self, seat: int) -> str | None:
        name = self.words.names[seat]
        return self._lines.read(self.words.text(Text("{name}, press Enter:", name=name)))

    def _clear(self) -> None:
        """Hide what the last person saw, what has scrolled away too."""
        if os.environ.get("TERM", "dumb") == "dumb":
            print("\n" * 60, file=self._out)
        else:
            print("\x1b[H\x1b[2J\x1b[3J", end="", file=self._out, flush=True)


def printable(line: str) -> str:
    """The beginning of a line as it can be shown again."""
    return "".join(sign for sign in line[:40] if sign.isprintable())
