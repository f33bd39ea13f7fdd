"""What happens in words: one line a move, with everybody's name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardcore.cards import Card
from cardcore.events import DEAL, MOVE, OVER, SCORED, Event
from cardcore.languages import SOURCE, translator
from cardcore.look import Part
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.scoring import Standing
from cardcore.setting import Setting
from cardcore.telling.looks import Looks
from cardcore.texts import Text, Translate

LONGEST = 2000
"""So many signs of one text are shown."""


class Words:
    """Puts the events and texts of one match into the words of a language."""

    def __init__(self, match: Match[Any], language: str = SOURCE) -> None:
        self.match = match
        self.language = language
        self.looks = Looks(match.game)
        rules = match.setting.house_rules
        self.translate: Translate = translator(language, match.game, *rules)
        self.names = shown_names(match.setting, self.translate)
        self.names_of_moves: dict[Move, list[str]] = {}
        """What may be typed for the moves that have been asked for."""
        self.to_come = [0] * len(match.seats)
        """Points of deals that have been played already, but are told later."""
        self.open_hands = False
        """Whether all cards are shown to a spectator: in a replay."""
        self._begun = False

    def parts(self, seat: int | None) -> Sequence[Part]:
        """What stands on the table as a seat (None: a spectator) sees it."""
        parts = self.looks.summary(self.match.observe(seat))
        if seat is not None or not self.open_hands:
            return parts
        found = [part for part in parts if part.seat is None]
        for one in self.match.seats:
            titles = [part.title for part in parts if part.seat == one]
            own = self.looks.summary(self.match.observe(one))
            found += [part for part in own if part.seat == one and part.title in titles]
        return found

    def text(self, text: Text) -> str:
        """A text with everybody's name, as a terminal may be shown it."""
        words = text.render(self.translate, self.names)[:LONGEST]
        return words if words.isprintable() else "".join(filter(str.isprintable, words))

    def says(self, template: str, **fields: object) -> str:
        """A sentence of the terminal itself."""
        return self.text(Text(template, **fields))

    def begin_again(self) -> None:
        """Tell from the beginning: the first deal has no empty line before it."""
        self._begun = False

    def title(self) -> str:
        """What the game is called."""
        return self.translate(self.match.game.title)

    def event(self, event: Event) -> str | None:
        """An event, by the game or else the engine; None where there is nothing to say."""
        text = self.looks.describe(event)
        return None if text is None else self.text(text)

    def deal(self) -> str:
        """What the deal is called that goes on: "Round 2"."""
        return self.event(Event((DEAL, self.match.deal_number))) or ""

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """One line for what a move brings about; a deal has a heading with an empty line before."""
        said: list[str] = []
        for event in events:
            words = self.event(event)
            if event.kind == MOVE:
                yield from _joined(said)
                said = []
            if event.kind == DEAL:
                yield from _joined(said)
                said = []
                yield from ([""] if self._begun else []) + [words or ""]
                self._begun = True
            elif words:
                said.append(sentence(words))
            if event.kind == SCORED:
                yield from _joined(said)
                said = [] if self.match.over else [sentence(self._so_far())]
        yield from _joined(said)

    def end_of_deal(self, events: Iterable[Event]) -> list[str]:
        """How a deal ended, in the words of its last events: what decided it, then its points."""
        told = [(event.kind, self.event(event)) for event in events if event.kind != OVER]
        last = [words for kind, words in told if words and kind != SCORED][-1:]
        points = [words for kind, words in told if words and kind == SCORED]
        return [sentence(words) for words in (*last, *points)]

    def _so_far(self) -> str:
        points = ", ".join(f"{self.names[s.seat]} {s.points}" for s in self._places())
        unit = Text(self.match.game.unit)
        return capital(self.says("{unit} so far: {points}", unit=unit, points=points))

    def _places(self) -> tuple[Standing, ...]:
        """The standings as far as they have been told."""
        scores = self.match.scores.copy()
        scores.totals = [a - b for a, b in zip(scores.totals, self.to_come, strict=True)]
        return scores.standings()

    def part(self, part: Part) -> str:
        """A part of the table in a line: its title and what stands in it."""
        inside = ", ".join(self.inside(part))
        return inside if part.title is None else f"{self.text(part.title)}: {inside}"

    def inside(self, part: Part) -> list[str]:
        """What stands in a part, one by one: its cards and lines; beside a headline in brackets."""
        cards = self._known(part)
        backs = sum(card is None for card in part.cards)
        if backs:
            cards.append(self.cards(backs, more=bool(cards)))
        lines = list(map(self.text, part.lines))
        if part.headline is None:
            return [*cards, *lines] or [self.says("none")]
        lines = [self.text(part.headline), *lines]
        if cards:
            lines[-1] += f" ({', '.join(cards)})"
        return lines

    def _known(self, part: Part) -> list[str]:
        """The known cards of a part, one by one, or a group of them in one piece."""
        groups = [[self.translate(card.label) for card in some if card] for some in part.groups()]
        if not part.by:
            return [label for group in groups for label in group]
        return [" ".join(group) for group in groups if group]

    def face(self, card: Card) -> str:
        """A card as it is drawn: its label, and its symbol where the label does not have it."""
        label = self.translate(card.label)
        return label if card.symbol in label else f"{label}{card.symbol}"

    def cards(self, number: int, *, more: bool = False) -> str:
        """So many cards; `more` where others were named before."""
        one, many = Text("1 card"), Text("{number} cards", number=number)
        if more:
            one, many = Text("1 more card"), Text("{number} more cards", number=number)
        return self.text(one if number == 1 else many)

    def asked_of_all(self, kind: str) -> str:
        """What everybody is asked at once in an interrupt of a kind, whoever can react."""
        asked = self.looks.question(self.match.observe(None))
        return self.text(asked or Text("{kind}, anybody?", kind=capital(self.says(kind))))

    def winners(self) -> str:
        """Who has won, for a match that is over."""
        winners = [self.names[seat] for seat in self.match.winners]
        if len(winners) == 1:
            return self.says("{name} wins the match!", name=winners[0])
        together = [tuple(sorted(team)) for team in self.match.game.teams(self.match.table)]
        if tuple(sorted(self.match.winners)) in together:
            return self.says("{names} win the match together!", names=", ".join(winners))
        return self.says("The first place is shared: {names}.", names=", ".join(winners))

    def standings(self) -> list[str]:
        """What points are called, then every seat with its place and points, the best first."""
        width = max(map(len, self.names))
        return [
            capital(self.translate(self.match.game.unit)) + ":",
            *(f"{s.place}. {self.names[s.seat]:{width}}  {s.points}" for s in self._places()),
        ]


def sentence(words: str) -> str:
    """Words with a full stop, unless they end a sentence already."""
    return words if words.endswith((".", "!", "?", "…")) else words + "."


def capital(words: str) -> str:
    """Words that begin with a capital letter."""
    return words[:1].upper() + words[1:]


def _joined(said: list[str]) -> Iterator[str]:
    if said:
        yield " ".join(said)


def shown_names(setting: Setting, translate: Translate = str) -> tuple[str, ...]:
    """What everybody at the table is called: the given name, or "Bot 2", "Player 1"."""
    return tuple(
        name or translate("Bot {number}" if bot else "Player {number}").format(number=number)
        for number, (name, bot) in enumerate(zip(setting.names, setting.bots, strict=True), 1)
    )
