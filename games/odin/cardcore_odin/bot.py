"""A bot that weighs how far its hand is from being out, and what the others may do meanwhile.

A hand is parted into sets so that it takes as little effort as possible to get rid of them all: a
low single costs most, for it beats nothing. Then the bot deals what it does not see many times
anew; cards that are known to be in a hand stay there. In each of these worlds it goes round the
circle once: somebody may go out, all may pass so that the bot leads again, or the middle comes back
to it beaten. What that is worth, in points of the bot less those of the others, is the mean over
the worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from operator import attrgetter
from random import Random
from typing import NamedTuple

import attrs

from cardcore import Card, Move, Observation
from cardcore_odin.cards import CARDS, GOAT, GOAT_POINTS, NINE, NUMBERS
from cardcore_odin.moves import Play, Take

WORLDS = 8
"""So often the hidden cards are dealt: three times as many play no better."""

WILLING = 0.8
"""How likely somebody plays who can, unless he goes out with it: some would break no good set."""

SINGLE, PAIR, MORE = (1.07, 0.3), (1.3, 0.8), (0.8, 1.2)
"""The effort of a set with a nine on top, and how much more it is with a one, by its size.

It is in points. These and the next numbers are what tells best how hands end that the bot plays
against itself (least squares), rounded.
"""

START, THEIRS = 0.5, 0.55
"""What a hand that goes on is worth before its own effort, and each card of an average other."""

CARD = 0.15
"""What each point in hand costs beside the effort. With none, and `FOLLOW` at 0.8, the bot waits
for better middles until others are out; with more for the goat it leaves one that makes sets."""

LEAD = 1.0
"""What the next lead is worth."""

FOLLOW = 0.5
"""What it is worth to have a set that beats the middle when it comes round."""

SURE = 0.95
"""How sure it is that the whole hand beats a middle as it came round in a world."""

LED = (1, 5)
"""A lead that nobody knows yet: one card, of middling value."""

WINS = 100.0
"""More than anything but going out is worth."""

DIGITS = 9
"""Worths are rounded, so that those which are equal by reason are so on every machine."""

ROW = (1 << NINE) - 1
"""The cards of one colour, at the bottom."""

_bit = attrgetter("bit")


def worth(observation: Observation, move: Move) -> float:
    """How good a move looks: points of the others less own ones, roughly."""
    outlook = observation.once(_outlook_of)
    if isinstance(move, Play):
        return outlook.after_play(_mask(move.set))
    if isinstance(move, Take):
        return outlook.after_take(_mask([move.card]))
    return outlook.after_pass()


def _outlook_of(observation: Observation) -> _Outlook:
    return _outlook(_facts(observation))


# -- what is seen ---------------------------------------------------------------------------------


@attrs.frozen
class _Other:
    """Another seat: how many cards are hidden, which are known, and whether it owns the middle."""

    hidden: int
    known: int
    owns: bool


@attrs.frozen
class _Facts:
    """What a seat sees that bears on its choice, cards as bits; the others from the left on."""

    hand: int
    middle: int
    beaten: int
    unseen: int
    others: tuple[_Other, ...]


def _facts(observation: Observation) -> _Facts:
    seat, count = observation.seat, len(observation.seats)
    assert seat is not None
    owner, hands = observation["owner"], observation["hands"]
    others = []
    for step in range(1, count):
        other = (seat + step) % count
        known = hands[other].known
        others.append(_Other(len(hands[other]) - len(known), _mask(known), owner == other))
    seen = [card for pile in observation.piles for card in pile.known]
    return _Facts(
        _mask(hands[seat].known),
        _mask(observation["middle"]),
        _mask(observation["beaten"]),
        _mask(observation.setting.deck) & ~_mask(seen),
        tuple(others),
    )


def _mask(cards: Iterable[Card]) -> int:
    return sum(map(_bit, cards))


def _bits(mask: int) -> list[int]:
    """The cards of a mask, one by one."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found


# -- what a hand is worth -------------------------------------------------------------------------

_MATES = {
    card.bit: (
        ROW << 9 * (place // NINE) & ~card.bit | GOAT.bit,
        _mask(other for other in CARDS if other.rank == card.rank) & ~card.bit,
    )
    for place, card in enumerate(CARDS)
}
"""For each card which ones make a set with it: those of its colour, and those of its number."""


@lru_cache(1 << 16)
def effort(hand: int) -> float:
    """The least effort to get rid of a hand, over all ways to part it into sets."""
    if not hand:
        return 0.0
    first = hand & -hand
    rest = hand ^ first
    if first == GOAT.bit:
        return _effort_of(first)
    best = _effort_of(first) + effort(rest)
    for mates in _MATES[first]:
        part = mates = mates & rest
        while part:
            best = min(best, _effort_of(first | part) + effort(rest ^ part))
            part = (part - 1) & mates
    return best


@lru_cache(1 << 15)
def _effort_of(cards: int) -> float:
    """The effort for one set: higher ones go more easily."""
    least, slope = (SINGLE, PAIR, MORE)[min(cards.bit_count(), 3) - 1]
    return least + slope * (NINE - max(map(_rank, _bits(cards)))) / (NINE - 1)


def _rank(bit: int) -> int:
    return 0 if bit == GOAT.bit else (bit.bit_length() - 1) % NINE + 1


@cache
def _colour_tops(row: int) -> tuple[int, ...]:
    """By size: the value of the best set that a row of one colour (its lowest bit the goat) has."""
    found = [-1]
    for rank in range(NINE, -1, -1):
        if row >> rank & 1:
            found.append(rank if len(found) == 1 else 10 * found[-1] + rank)
    return tuple(found)


_ALIKE = [(_mask(card for card in CARDS if card.rank == rank), rank) for rank in NUMBERS]


@lru_cache(1 << 14)
def tops(hand: int) -> tuple[int, ...]:
    """By size: the value of the best set in a hand; -1 where there is none. Ends with two -1."""
    best = [-1] * 13
    goat = hand >> 54
    if goat:
        best[1] = 0
    for shift in range(0, 54, 9):
        row = hand >> shift & ROW
        if row:
            for size, its in enumerate(_colour_tops(row << 1 | goat)):
                if its > best[size]:
                    best[size] = its
    for alike, rank in _ALIKE:
        same = hand & alike
        if same & same - 1:  # one alone is a set of its colour
            its = rank
            for size in range(2, same.bit_count() + 1):
                its = 10 * its + rank
                if its > best[size]:
                    best[size] = its
    return tuple(best)


# -- what may happen ------------------------------------------------------------------------------


Middle = tuple[int, int]
"""How many cards lie in the middle, and their value."""

WON: Middle = (0, 0)
"""The middle when all others have passed."""


class _Dealt(NamedTuple):
    """One of the others in a world: its best sets, its cards, whether it plays, whether it owns."""

    tops: tuple[int, ...]
    size: int
    is_willing: bool
    owns: bool


class _Outlook:
    """What a seat expects of its moves."""

    def __init__(self, facts: _Facts) -> None:
        self.facts = facts
        self.worlds = self._deal()
        self.rounds: dict[tuple[int, bool], list[Middle | None]] = {}
        count = len(facts.others)
        self.out = sum(other.hidden + other.known.bit_count() for other in facts.others) / count
        """What it is worth to be out: the points of an average other."""
        self.lost = self.out * (1 - 1 / count)
        """The same when one of the others is out."""

    def _deal(self) -> list[list[_Dealt]]:
        """The others in each world; equal facts are dealt equally."""
        facts = self.facts
        chance = Random(facts.hand << 55 ^ facts.unseen).random
        cards, worlds = _bits(facts.unseen & ~GOAT.bit), []
        for _ in range(WORLDS):
            left, world = cards.copy(), []
            goat = self._goats_place(chance) if GOAT.bit & facts.unseen else -1
            for number, other in enumerate(facts.others):
                hand = other.known | (GOAT.bit if number == goat else 0)
                for _ in range(other.hidden - (number == goat)):
                    place = int(chance() * len(left))
                    hand |= left[place]
                    left[place] = left[-1]
                    left.pop()
                world.append(_Dealt(tops(hand), hand.bit_count(), chance() < WILLING, other.owns))
            worlds.append(world)
        return worlds

    def _goats_place(self, chance: Callable[[], float]) -> int:
        """Who of the others holds the goat, which is always dealt; -1 for nobody."""
        places = [n for n, other in enumerate(self.facts.others) for _ in range(other.hidden)]
        return places[int(chance() * len(places))] if places else -1

    def after_play(self, cards: int) -> float:
        """After a set, and after the best take where there is something to take."""
        left = self.facts.hand ^ cards
        if not left:
            return WINS
        if not self.facts.middle:
            return self._worth(left, cards)
        return max(self._worth(left | taken, cards) for taken in _bits(self.facts.middle))

    def after_take(self, card: int) -> float:
        """After the take of a card."""
        return self._worth(self.facts.hand | card, self.facts.middle)

    def after_pass(self) -> float:
        """After a pass."""
        return self._worth(self.facts.hand, self.facts.middle, passed=True)

    def _worth(self, hand: int, middle: int, *, passed: bool = False) -> float:
        """What it is worth to hold a hand, with something in the middle: the mean of all worlds."""
        size, mine = hand.bit_count(), tops(hand)
        whole = mine[size]
        points = size + (GOAT_POINTS - 1) * bool(hand & GOAT.bit)
        ahead = START + THEIRS * self.out - effort(hand) - CARD * points
        total = 0.0
        for end in self._round(middle, passed):
            if end is None:
                total += self.lost - points
            elif end == WON:
                total += self.out if whole >= 0 else ahead + LEAD
            elif 0 <= size - end[0] <= 1 and whole > end[1]:
                total += SURE * self.out + (1 - SURE) * ahead
            elif mine[end[0]] > end[1] or mine[end[0] + 1] >= 0:
                total += ahead + FOLLOW
            else:
                total += ahead
        return round(total / WORLDS, DIGITS)

    def _round(self, middle: int, passed: bool) -> list[Middle | None]:
        """For each world the middle as it comes round."""
        key = middle, passed
        if key not in self.rounds:
            size = middle.bit_count()
            start = size, tops(middle)[size]
            self.rounds[key] = [_go_round(world, start, passed) for world in self.worlds]
        return self.rounds[key]


def _go_round(world: list[_Dealt], middle: Middle, passed: bool) -> Middle | None:
    """Go round once: the middle as it comes back, `WON` if nobody beats it, None if one is out.

    Whoever plays does so with the best he has, of as many cards rather than of one more. After a
    pass of the bot's own, the owner of the middle leads if nobody plays before him.
    """
    now = middle
    for best, cards, is_willing, owns in world:
        size, its = now
        if passed and owns and now is middle:
            if best[cards] >= 0:
                return None
            now = LED
        elif cards < size:
            continue
        elif cards <= size + 1 and best[cards] > its:
            return None
        elif is_willing and best[size] > its:
            now = size, best[size]
        elif is_willing and best[size + 1] >= 0:
            now = size + 1, best[size + 1]
    return WON if now is middle and not passed else now


_outlook = lru_cache(64)(_Outlook)
