"""Tracks: which card of a shuffle lies where, and which of them a seat has come to see.

It is reckoned from the events alone: a card is learnt where it once lay in a pile that the seat
sees, and where it was shown to it. The engine's own bookkeeping of who knows what is not asked, so
that it can be judged. Where events leave open which of several equal cards is meant, all of them
count as seen: that makes pairs of worlds fewer, never wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from cardcore.cards import Card
from cardcore.chance import CHANCE
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.piles import SPECTATOR
from cardcore.testing.cases import Case, choose

Watcher = int | None
"""A seat, or None for a spectator."""


class Tracks:
    """Each card of the first deal, by its place in the shuffle: where it lies, who has seen it.

    Where a deal begins with several shuffles it is one of them, number `which`. Of equal cards in
    a hand it does not matter which is which: one that has been seen is taken.
    """

    def __init__(
        self, match: Match[Any], order: Sequence[Card], watcher: Watcher, which: int = 0
    ) -> None:
        self.bit = 1 << (SPECTATOR if watcher is None else watcher)
        self.order = list(order)
        self.seen: set[int] = set()
        self.piles: dict[Any, list[int]] = {pile.label: [] for pile in match.table._piles}
        self.sees = {pile.label for pile in match.table._piles if pile.viewers & self.bit}
        self.unordered = {pile.label for pile in match.table._piles if not pile.ordered}
        events = match.events.raw
        self.begun = [place for place, raw in enumerate(events) if raw[0] == "shuffle"][which]
        self.home = events[self.begun][1]
        self.piles[self.home] = list(range(len(order)))
        if self.home in self.sees:
            self.seen.update(self.piles[self.home])
        self._set_apart(events[: self.begun], Counter(match.setting.deck) - Counter(order))

    def _set_apart(self, events: Iterable[tuple[Any, ...]], others: Counter[Card]) -> None:
        """What had been laid elsewhere before the shuffle has tokens of its own."""
        for raw in events:
            cards = [raw[1]] if raw[0] == "card" else raw[1] if raw[0] == "cards" else ()
            for card in cards:
                if others[card] > 0 and raw[3] != self.home:
                    others[card] -= 1
                    self.piles[raw[3]].append(len(self.order))
                    self.order.append(card)

    def follow(self, events: Iterable[tuple[Any, ...]]) -> list[int]:
        """Follow what happened; the cards that moved, in their order."""
        moved: list[int] = []
        happened = list(events)
        passed = [
            raw[2].cards()
            for raw in happened
            if raw[0] == "move" and not raw[3] & self.bit and not raw[2].secret
        ]
        unseen = [card for cards in passed for card in cards]
        while happened:
            raw = happened.pop(0)
            if raw[0] == "shuffle" and len(self.piles[raw[1]]) != len(self.order):
                self._shuffled(self.piles[raw[1]])
            elif raw[0] == "show" and raw[-1] & self.bit and raw[1] not in unseen:
                # the card of a move that is hidden from the watcher may not be shown by it
                self.seen.update(t for t in self.piles[raw[2]] if self.order[t] is raw[1])
            elif raw[0] == "card":
                moved.append(self._move(raw[1], raw[2], raw[3], -1))
            elif raw[0] == "cards" and happened and self._are_exchanged(raw, happened[0]):
                del happened[0]
                moved += self._exchange(raw[2], raw[3])
            elif raw[0] == "cards":
                dealt = self._dealt(raw, happened)
                del happened[: max(0, len(dealt) - 1)]
                for turn in range(len(raw[1])) if dealt else ():
                    moved += [self._move(hand[1][turn], hand[2], hand[3], -1) for hand in dealt]
                if not dealt:
                    moved += [self._move(card, raw[2], raw[3], 0) for card in raw[1]]
        return moved

    def _are_exchanged(self, one: tuple[Any, ...], two: tuple[Any, ...]) -> bool:
        """Whether two events are two hands that change places."""
        return two[0] == "cards" and {*one[2:4]} <= self.unordered and one[2:4] == two[3:1:-1]

    def _exchange(self, one: Any, other: Any) -> list[int]:
        """Exchange two hands; the cards of both are moved."""
        here, there = self.piles[one], self.piles[other]
        self.piles[one], self.piles[other] = there, here
        for label in (one, other):
            if label in self.sees:
                self.seen.update(self.piles[label])
        return [*here, *there]

    def _dealt(
        self, raw: tuple[Any, ...], happened: Sequence[tuple[Any, ...]]
    ) -> list[tuple[Any, ...]]:
        """The events of one deal of several cards to each seat; none where it was no such deal."""
        dealt = [raw]
        for other in happened:
            if other[0] != "cards" or other[2] != raw[2] or len(other[1]) != len(raw[1]):
                break
            if other[3] in [hand[3] for hand in dealt]:
                break
            dealt.append(other)
        one_by_one = [hand[1][turn] for turn in range(len(raw[1])) for hand in dealt]
        top = self.piles[raw[2]][: -len(one_by_one) - 1 : -1]
        return dealt if [self.order[token] for token in top] == one_by_one else []

    def _shuffled(self, here: list[int]) -> None:
        """Which of several equal cards lies where now cannot be told: they count as seen."""
        often = Counter(self.order[token] for token in here)
        unclear = {token for token in here if often[self.order[token]] > 1}
        if not unclear <= self.seen:
            self.seen |= unclear

    def _move(self, card: Card, source: Any, target: Any, at: int) -> int:
        here = self.piles[source]
        alike = [token for token in here if self.order[token] is card]
        if source in self.unordered:
            token = min(alike, key=lambda other: other not in self.seen)
        else:
            token = here[at] if self.order[here[at]] is card else alike[at]
        here.remove(token)
        self.piles[target].append(token)
        if target in self.sees:
            self.seen.add(token)
        return token


@attrs.define
class Played:
    """The first deal of a match, played as chosen, and what is to be known of it.

    `steps` are the moves, each with the cards that it moved, as places in the shuffle.
    """

    case: Case
    order: tuple[Card, ...]
    steps: list[tuple[int, Move, list[int]]]
    learnt: dict[int, int]
    """After how many steps the watcher had seen a card; it is missing where it never did."""
    results: list[Any]
    """What chance gave in this match."""

    def horizon(self) -> int:
        """How far the deal can be played while a fifth of the cards has not been seen."""
        never = len(self.steps) + 1
        when = sorted(self.learnt.get(place, never) for place in range(len(self.order)))
        return max(0, min(when[-len(when) // 5] - 1, len(self.steps)))


def shuffles(case: Case) -> list[tuple[Card, ...]]:
    """The shuffles with which a match begins."""
    return [what for who, what in case.match().log if who == CHANCE and isinstance(what, tuple)]


def first_deal(
    case: Case, choices: Sequence[int], order: tuple[Card, ...], watcher: Watcher, which: int = 0
) -> Played:
    """Play the first deal as chosen and reckon which cards the watcher came to see."""
    match = case.match()
    tracks = Tracks(match, order, watcher, which)
    tracks.follow(match.events.raw[tracks.begun :])
    steps: list[tuple[int, Move, list[int]]] = []
    learnt = dict.fromkeys(tracks.seen, 0)
    for number in choices:
        if match.deal_number != 1 or match.over:
            break
        seat, move = choose(match, number)
        events = match.play(seat, move).raw
        ends = [i for i, raw in enumerate(events) if raw[0] in ("scored", "deal")]
        try:
            moved = tracks.follow(events[: ends[0]] if ends else events)
        except (ValueError, IndexError, KeyError):
            break  # events do not tell which card it was: what was played until here is enough
        steps.append((seat, move, [token for token in moved if token < len(order)]))
        for token in tracks.seen - learnt.keys():
            learnt[token] = len(steps)
    results = [what for who, what in match.log if who == CHANCE]
    return Played(case, order, steps, learnt, results)
