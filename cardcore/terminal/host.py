"""The host of a match at one screen: tells what happens, puts questions, reads the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardcore.events import SCORED, Events
from cardcore.moves import DECLINE
from cardcore.telling.spelling import begins, plain, printable
from cardcore.telling.words import capital, sentence
from cardcore.terminal import asides
from cardcore.terminal.answers import Answer, Left
from cardcore.terminal.screen import Screen
from cardcore.terminal.session import Question, Session
from cardcore.terminal.typed import ACCEPTS, DECLINES, MANY, Choices
from cardcore.texts import Player, Text

FEW = 4
"""So many where the moves are listed in groups."""


class Host:
    """Tells and asks for a session on a screen.

    Several persons at one screen see what all may see, and their own cards behind a cover that
    hides the cards of whoever was asked before. Raises `Left` from wherever a line is read.
    """

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session = session
        self.match = session.match
        self.screen = screen
        self.words = screen.words
        self.told: list[str] = []
        """All lines that have been told."""
        self._shared = len(session.persons) > 1
        self._viewer = None if self._shared or not session.persons else session.persons[0]
        self._has_said_how = False
        self._ended: list[str] = []
        """How the last deal ended."""

    # -- telling ----------------------------------------------------------------------------------

    def tell(self, events: Events) -> None:
        """Tell what has happened, as far as whoever looks at this screen may know it."""
        if self.session.persons:
            events = events.seen_by(self._viewer)
        parts = list(_deals(events))
        for number, part in enumerate(parts, 1):
            self.words.to_come = _scored(parts[number:], len(self.match.seats))
            lines = list(self.words.lines(part))
            self.told += lines
            self.screen.tell(lines)
            if any(event.kind == SCORED for event in part):
                self._ended = self.words.end_of_deal(part)
                last = self.match.over and not _has_scored(parts[number:])
                if not last and self.session.persons and self.screen.lines.interactive:
                    self._interval()
        if not self.match.over:
            self.screen.show(self._viewer)

    def _interval(self) -> None:
        self._forget_typed()
        prompt = self.words.says("Enter goes on:")
        line = self.screen.interval([*self._ended, "", *self.words.standings()], prompt)
        while self._public(line):
            line = self.screen.read(prompt)

    def _forget_typed(self) -> None:
        """At a screen of several, nothing that one of them typed is left for the others."""
        if self._shared:
            self.screen.lines.forget_typed()

    def _public(self, line: str | None) -> bool:
        """Answer a word that may be said where any line goes on; False for any line."""
        if line is None:
            raise Left
        word, _ = asides.split(self.words, line)
        if word in asides.PUBLIC:
            asides.answer(self, -1, word, "")
        return word in asides.PUBLIC

    def notice(self, text: Text) -> None:
        """Tell what is no part of the match, where it is not wiped away."""
        self.screen.tell([sentence(self.words.text(text))])

    def taken_back(self) -> None:
        """A move has been taken back: what is told of the match is what happened before it."""
        self.told.clear()
        self.words.begin_again()
        self.told += self.words.lines(self.match.events.seen_by(self._viewer))
        if self.screen.restart():
            self.screen.tell(self.told)
        self.screen.tell([self.words.says("Taken back.")])

    def finish(self, *, again: bool) -> bool:
        """Tell who has won; with `again`, ask whether to play once more."""
        lines = ["", self.words.winners(), *self.words.standings()]
        if not again:
            self.screen.finale(lines)
            return False
        lines = [*self._ended, *lines]
        self._forget_typed()
        prompt = self.words.says("Another match? Enter for one more, q to leave:")
        answer = self.screen.interval(lines, prompt)
        while answer is not None and plain(answer) not in self._words("yes, y"):
            if not plain(answer):
                return True
            if plain(answer) in self._words("quit, q, no, n"):
                return False
            answer = self.screen.lines.read(prompt)
        return answer is not None

    def _words(self, words: str) -> list[str]:
        """The words of a list, in English and in the language of the screen."""
        return [plain(word) for word in [*words.split(", "), *self.words.says(words).split(", ")]]

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, question: Question) -> Answer:
        """Put a question until there is an answer that can be carried out."""
        if question.anybody:
            return self._ask_anybody(question)
        (seat,) = question.seats
        answer = self._ask_seat(seat)
        assert answer is not None
        return answer

    def _ask_seat(self, seat: int, *, back: bool = False) -> Answer | None:
        """Ask one seat for a move; with `back` an empty line leaves it undecided."""
        if self._shared:
            self._hand_over(seat)
        try:
            return self._ask(seat, back=back)
        finally:  # whoever leaves leaves no cards behind
            if self._shared and self.screen.lines.interactive:
                self.screen.cover()

    def _ask(self, seat: int, *, back: bool) -> Answer | None:
        choices = Choices(self.words, seat, reacting=back)
        self.introduce(seat, choices)
        while True:
            line = self._read(self._prompt(choices, seat, back=back), self._completions(choices))
            if back and not line.strip():
                return None
            answer = self._answer(seat, choices, line)
            if answer is not None:
                return answer

    def _choices(self, seat: int) -> Choices:
        return Choices(self.words, seat)

    def introduce(self, seat: int, choices: Choices) -> None:
        """Show the table, what is asked, and once how moves are typed."""
        asked = self.words.looks.question(self.match.observe(seat))
        self.screen.show(seat, choices, None if asked is None else self.words.text(asked))
        if not self._has_said_how and choices.moves and not choices.may_decline:
            self._has_said_how = True
            asides.say_how(self, choices)

    def _read(self, prompt: str, completions: list[str]) -> str:
        line = self.screen.read(prompt, completions)
        if line is None:
            raise Left
        return line

    def _completions(self, choices: Choices) -> list[str]:
        names = [name for move in choices.moves for name in (choices.short(move), move.text)]
        return [*dict.fromkeys([*names, *asides.words(self.words)])]

    def _prompt(self, choices: Choices, seat: int, *, back: bool) -> str:
        name = self.match.setting.names[seat]
        if back and choices.only is None:
            return self.words.says("Enter to go back:")
        if back and choices.only is not None:
            move = capital(choices.shown(choices.only))
            return self.words.says("{move}? y for yes, Enter to go back:", move=move)
        if choices.only is not None:
            move = capital(choices.shown(choices.only))
            return self.words.says("{move}? y for yes, Enter to let it go:", move=move)
        if choices.may_decline:
            return self.words.says("Your choice, or Enter to let it go:")
        if name:
            return self.words.says("{name}, your move:", name=name)
        return self.words.says("Your move:")

    def _answer(self, seat: int, choices: Choices, line: str) -> Answer | None:
        """What a line asks for; None where it was no move and has been answered already."""
        if not line.strip():
            return self._empty(seat, choices)
        if choices.open(line):
            self.introduce(seat, choices)
            return None
        found = choices.exactly(line)
        if not found:
            word, rest = asides.split(self.words, line)
            if word is not None:
                return asides.answer(self, seat, word, rest)
            found = choices.find(line)
        if len(found) == 1:
            return Answer("move", seat, found[0])
        if found:
            names = self._named([choices.short(move) for move in found])
            self.screen.text("“{text}” may mean: {moves}.", text=printable(line), moves=names)
            return None
        shown = choices.moves[: FEW if choices.in_groups else None]
        names = self._named([choices.short(move) for move in shown], len(choices.moves))
        self.screen.text(
            "Not possible: {reason}. Possible: {moves}.",
            reason=self.reason(seat, choices, line),
            moves=names or Text("nothing"),
        )
        return None

    def _empty(self, seat: int, choices: Choices) -> Answer | None:
        """An empty line lets a chance go, or shows the table again."""
        if choices.may_decline:
            return Answer("move", seat, DECLINE)
        choices.shut()
        self.introduce(seat, choices)
        return None

    def _named(self, names: list[str], count: int = 0) -> str:
        more = ["…"] if max(len(names), count) > len(names[:MANY]) else []
        return ", ".join([*names[:MANY], *more])

    def reason(self, seat: int, choices: Choices, line: str) -> Text:
        """Why a line is no legal move."""
        reason = choices.past_the_list(line)
        meant = choices.meant(printable(line))
        if reason is None and isinstance(meant, str):
            unclear = choices.unclear(line)
            if unclear:
                names = self._named([choices.short(move) for move in unclear])
                return Text("none of these can be played now: {moves}", moves=names)
        return reason or self.match.why_not(seat, meant) or Text("that is no move now")

    # -- several persons at one screen ------------------------------------------------------------

    def _ask_anybody(self, question: Question) -> Answer:
        """Ask all persons at once who wants to react, telling nobody who can."""
        self.screen.show(None)
        self.screen.lines.forget_typed()
        names = {plain(self.words.names[seat]): seat for seat in question.seats}
        prompt = self.words.says(
            "{question} {names}? Such as: {example}; or Enter for nobody:",
            question=self.words.asked_of_all(
                "" if question.interrupt is None else question.interrupt.kind
            ),
            names=" / ".join(self.words.names[seat] for seat in question.seats),
            example=self._example(question),
        )
        completions = [self.words.names[seat] for seat in question.seats]
        while True:
            line = plain(self._read(prompt, completions))
            nobody = [*self._words(str(DECLINES)), *self._words("nobody")]
            if not line or (line in nobody and line not in names):
                return Answer("nobody")
            answer = self._reaction(question, names, line)
            if answer is not None:
                return answer

    def _reaction(self, question: Question, names: dict[str, int], line: str) -> Answer | None:
        """The claim of whoever is named; a name alone shows that person his cards.

        What is refused is refused in the same words whoever is named: all are looking.
        """
        if line not in names and self._public(line):
            return None
        seat, line = _whose(names, line)
        if seat is not None and not line and self.screen.lines.interactive:
            answer = self._ask_seat(seat, back=True)
            self.screen.show(None)
            return answer
        if seat is not None and line:
            choices = self._choices(seat)
            found = choices.find(line)
            if line in self._words(str(ACCEPTS)) and len(choices.reactions) == 1:
                found = list(choices.reactions)
            if len(found) == 1 and found[0] in choices.reactions:
                return Answer("move", seat, found[0])
            self.screen.text("{player} cannot react with that.", player=Player(seat))
        self.screen.text(
            "Say who and what, such as: {example}. The name alone shows you your cards. "
            "Or Enter for nobody.",
            example=self._example(question),
        )
        return None

    def _example(self, question: Question) -> Text:
        """How somebody claims, whoever could: a name and the card of the interrupt, or yes."""
        card = None if question.interrupt is None else question.interrupt.card
        name = self.words.names[question.seats[0]]
        return Text("{name} {what}", name=name, what=Text("yes") if card is None else card)

    def _hand_over(self, seat: int) -> None:
        """Wait until the person who is to look has the screen; nothing secret is on it."""
        if not self.screen.lines.interactive:
            return
        self.screen.cover()
        self.screen.show(None)
        self.screen.lines.forget_typed()
        name = self.words.names[seat]
        self.screen.text("Only {name} looks at the screen now.", name=name)
        prompt = self.words.says("{name}, press Enter:", name=name)
        while self._public(self.screen.read(prompt)):
            pass


def _whose(names: dict[str, int], line: str) -> tuple[int | None, str]:
    """The seat that a line names, and the rest of the line; of one person no name is needed."""
    for name, seat in sorted(names.items(), key=lambda item: -len(item[0])):
        if line == name or line.startswith(name + " "):
            return seat, line[len(name) :].strip()
    first, _, rest = line.partition(" ")
    near = [seat for name, seat in names.items() if begins(first, name)]
    if len(near) == 1:
        return near[0], rest
    return (next(iter(names.values())), line) if len(names) == 1 else (None, line)


def _has_scored(parts: Sequence[Events]) -> bool:
    return any(event.kind == SCORED for part in parts for event in part)


def _scored(parts: Sequence[Events], seats: int) -> list[int]:
    """What each seat has scored in some events."""
    totals = [0] * seats
    for part in parts:
        for event in part:
            if event.kind == SCORED and event.data["points"] is not None:
                totals = [a + b for a, b in zip(totals, event.data["points"], strict=True)]
    return totals


def _deals(events: Events) -> Iterator[Events]:
    """The events cut after the end of each deal."""
    start = 0
    for place, event in enumerate(events, 1):
        if event.kind == SCORED and place < len(events):
            yield events[start:place]
            start = place
    yield events[start:]
