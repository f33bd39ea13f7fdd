"""Pairs: two matches that are the same for one seat, played side by side and compared."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

import attrs

from cardcore.cards import Card
from cardcore.chance import Chance
from cardcore.errors import GameError
from cardcore.events import Event, in_words
from cardcore.languages import translator
from cardcore.match import Match
from cardcore.moves import DECLINE, Move
from cardcore.observation import Observation
from cardcore.testing.laws._law import Broken, difference
from cardcore.testing.laws.sampling import world
from cardcore.testing.laws.tracks import Played, Watcher
from cardcore.texts import Text, Translate


class Leak(Broken):
    """Two matches that a seat should not be able to tell apart, and how it can."""


@attrs.define
class Tally:
    """How many comparisons there were, in how many the worlds did differ, and might have.

    `sealed` counts pairs in which others made other secret moves, `kept` those of them that were
    found alike afterwards, before these were told.
    """

    compared: int = 0
    different: int = 0
    hidden: int = 0
    sealed: int = 0
    kept: int = 0

    def add(self, pair: Pair, *, hidden: bool) -> None:
        """Count a comparison; `hidden` tells that there was something that could differ."""
        self.compared += 1
        self.different += world(pair.one) != world(pair.two)
        self.hidden += hidden


# -- the other match ------------------------------------------------------------------------------


class Following(Chance):
    """The random results of another match once more, except for one shuffle.

    A shuffle of other cards than there, which only happens where the watcher sees none, has the
    same cards at the same places as far as there are such.
    """

    __slots__ = ("left",)

    def __init__(self, seed: int, log: list[Any], results: Iterable[Any]) -> None:
        super().__init__(seed, log)
        self.left = list(results)

    def integer(self, below: int) -> int:
        """The other match's next number, as far as it fits."""
        self.script = None
        if self.left and type(self.left[0]) is int:
            self.script = iter([min(self.left.pop(0), below - 1)])
        return super().integer(below)

    def shuffled(self, cards: Sequence[Card]) -> tuple[tuple[Card, ...], list[int]]:
        """The other match's next shuffle, as far as it fits."""
        if not self.left or not isinstance(self.left[0], tuple):  # the next deal
            self.script = None
            return super().shuffled(cards)
        wanted: list[Card] = list(self.left.pop(0))[: len(cards)]
        surplus = list((Counter(cards) - Counter(wanted)).elements())
        missing = Counter(wanted) - Counter(cards)
        for place, card in enumerate(wanted):
            if missing[card]:
                missing[card] -= 1
                wanted[place] = surplus.pop()
        self.script = iter([tuple(wanted + surplus)])
        return super().shuffled(cards)


def altered(played: Played, steps: int, rng: Random) -> tuple[Card, ...]:
    """The shuffle with the cards in other places that were not seen in so many steps."""
    places = range(len(played.order))
    unseen = [place for place in places if played.learnt.get(place, steps + 1) > steps]
    there = [played.order[place] for place in unseen]
    cards = there[:]
    for _ in range(10):
        rng.shuffle(cards)
        if sum(a is b for a, b in zip(cards, there, strict=True)) * 2 <= len(cards):
            break  # really another world
    order = list(played.order)
    for place, card in zip(unseen, cards, strict=True):
        order[place] = card
    return tuple(order)


def begin_again(played: Played, order: tuple[Card, ...]) -> Match[Any]:
    """The same match from another shuffle."""
    setting = played.case.match().setting
    results = list(played.results)
    results[results.index(played.order)] = order
    match: Match[Any] = Match(setting, played.case.seed)
    match.table.chance = Following(match.seed, match.log, results)
    match._start()
    return match


# -- comparing ------------------------------------------------------------------------------------


@attrs.define
class Pair:
    """Two matches that are the same for the watcher; `told` is what it was told in each.

    `after` are the choices of the first match so far; `texts` are moves whose refusal is looked at.
    """

    one: Match[Any]
    two: Match[Any]
    watcher: Watcher
    texts: Sequence[str]
    languages: Sequence[str] = ("en",)
    where: str = ""
    after: int = 0
    told: tuple[list[Event], list[Event]] = attrs.field(factory=lambda: ([], []))
    words: tuple[list[Text | None], ...] = attrs.field(factory=lambda: ([], []))

    def play(self, which: int, seat: int, move: Move) -> None:
        """Play in one of the two and remember what the watcher was told."""
        match = (self.one, self.two)[which]
        try:
            self.hear(which, match.play(seat, move).seen_by(self.watcher))
        except GameError as error:
            raise Leak(
                f"in a world that seat {self.watcher} cannot tell from the real one the rules fail:"
                f" {error}",
                after=self.after,
                match=self.one,
            ) from error
        self.after += which == 0

    def hear(self, which: int, events: Iterable[Event]) -> None:
        """What the watcher is told in one of the two, and in which words at that time."""
        describe = self.one.game.describe
        for event in events:
            self.told[which].append(event)
            self.words[which].append(describe(event) or in_words(event))

    def same(self, what: str, first: Any, second: Any) -> None:
        """Raise `Leak` where the watcher could tell the two apart."""
        if first != second:
            who = "a spectator" if self.watcher is None else f"seat {self.watcher}"
            raise Leak(
                f"{who} can tell two worlds apart by {what}: {difference(first, second)}"
                f"\nworlds:\n  {_in_a_line(self.one)}\n  {_in_a_line(self.two)}"
                + (f"\n{self.where}" if self.where else ""),
                after=self.after,
                match=self.one,
            )

    def compare(self, tally: Tally, *, thorough: bool = False) -> None:
        """All that the watcher can look at."""
        one, two, seat = self.one, self.two, self.watcher
        first, second = (match.observe(seat) for match in (one, two))
        tally.add(self, hidden=self._much_hidden(first))
        self.same("the events", *self.told)
        self._compare_words()
        if first != second or first.happened != second.happened:
            for field in attrs.fields(type(first)):
                if field.name != "setting":
                    name = field.name
                    self.same(f"observation.{name}", getattr(first, name), getattr(second, name))
        self.same("standings", one.standings, two.standings)
        if seat is not None:
            self.same("whether it is asked", seat in one.to_act, seat in two.to_act)
            self.same("its moves", one.moves(seat), two.moves(seat))
            for text in self.texts:
                reasons = [match.why_not(seat, text) for match in (one, two)]
                self.same(f"why “{text}” is refused", *map(_words, reasons))
            if one.moves(seat):
                self.same("its default move", one.default_move(seat), two.default_move(seat))
        if thorough:
            # the order of what is written, too
            self.same("JSON", *(json.dumps(m.observe(seat).to_dict()) for m in (one, two)))
            self.same("the summary", *(list(m.game.summary(m.observe(seat))) for m in (one, two)))
            if seat is not None and one._origin == two._origin:
                undo = [str(match.why_no_undo(seat)) for match in (one, two)]
                self.same("what can be taken back", *undo)

    def _much_hidden(self, view: Observation) -> bool:
        """Whether the watcher does not see several kinds of card."""
        piles = zip(self.one.table._piles, view.piles, strict=True)
        return len({card for pile, its in piles if None in its.cards for card in pile}) > 2

    def _compare_words(self) -> None:
        """The lines of the log, in every language."""
        for language in self.languages:
            translate = _translator(language, self.one.game)
            lines = [[_words(text, translate) for text in texts] for texts in self.words]
            self.same(f"the log in {language!r}", *lines)
        for texts in self.words:
            texts.clear()

    def alike(self, which: int, seat: int, move: Move, wish: Move | None) -> Move | None:
        """The move that is the same for the watcher: that one, or where it is hidden, one like it.

        None where a public move is not legal.
        """
        legal = (self.one, self.two)[which].moves(seat)
        if seat == self.watcher or not self.is_hidden(seat, move):
            return move if move in legal else None
        like = [other for other in legal if other.hidden_text() == move.hidden_text()]
        if wish in like:
            return wish
        if wish is not None and wish.cards():  # the same cards, laid in another order
            cards = Counter(wish.cards())
            for other in like:
                if type(other) is type(wish) and Counter(other.cards()) == cards:
                    return other
        return move if move in like else like[0] if like else None

    def is_hidden(self, seat: int, move: Move) -> bool:
        """Whether the watcher sees only a text with "?" of a move of the first match."""
        if move.secret:
            return True
        if not move.cards() or move not in self.one.moves(seat):
            return False
        told = self.one.copy().play(seat, move).seen_by(self.watcher)
        return any(
            event.kind == "move" and event.seat == seat and event.move is None for event in told
        )

    def silence(self, seat: int | None, move: Move | None) -> None:
        """In the second match those whom only it asks decline, until a seat may make its move."""
        for _ in range(20):
            asked = [s for s in self.two.to_act if s != self.watcher]
            if seat is not None and seat in self.two.to_act:
                able = self.alike(1, seat, move, None) if move is not None else None
                if seat == self.watcher or able is not None:
                    return
            refusing = [s for s in asked if DECLINE in self.two.moves(s)]
            if not refusing:
                return
            self.play(1, refusing[0], DECLINE)


def _words(text: Text | None, translate: Translate = str) -> str:
    """A text as it is read; where it cannot be shown, which is another fault, what it is."""
    if text is None:
        return ""
    try:
        return text.render(translate)
    except (LookupError, ValueError, AttributeError, TypeError):
        return repr(text)


@cache
def _translator(language: str, game: Any) -> Translate:
    return translator(language, game)


def _in_a_line(match: Match[Any]) -> str:
    piles = zip(match.table._piles, world(match), strict=True)
    text = "; ".join(f"{pile.name}: {' '.join(cards)}" for pile, cards in piles if cards)
    return text if len(text) <= 400 else f"{text[:400]}…"
