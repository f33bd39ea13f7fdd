"""Odin in plain Python without any engine, a plainer one: plays are listed anew each time.

The same rules and decisions as `playout_odin`, but nothing is kept of a hand from turn to turn:
what can be played is put together at each decision, from tables of the sets that a part of a hand,
its cards of one colour or of one number, has.
"""

from __future__ import annotations

from bisect import bisect_left as bisect
from itertools import combinations

import playout_odin
from playout_odin import (
    BEATEN,
    CARDS,
    COLOURS,
    DECK,
    HAND,
    NUMBERS,
    WHOLE,
    Chance,
    Sets,
    as_set,
    cards_of,
)


class Table(dict[int, Sets]):
    """By part, what a hand has of a colour or of a number: its sets, by value."""

    def __init__(self, least: int) -> None:
        self.least = least

    def __missing__(self, part: int) -> Sets:
        cards = cards_of(part)
        found = self[part] = sorted(
            as_set(some)
            for many in range(self.least, len(cards) + 1)
            for some in combinations(cards, many)
        )
        return found


OF_COLOUR, OF_NUMBER = Table(1), Table(2)


def listed(hand: int, low: int, end: int) -> Sets:
    """The sets of a hand between two values (rule 9)."""
    found: Sets = []
    for colour in COLOURS:
        part = hand & colour
        if part:
            sets = OF_COLOUR[part]
            start = bisect(sets, low)
            found += sets[start : bisect(sets, end, start)]
    for number in NUMBERS:
        part = hand & number
        if part & part - 1:
            sets = OF_NUMBER[part]
            start = bisect(sets, low)
            found += sets[start : bisect(sets, end, start)]
    return found


def play_hand(seat: int, players: int, random: Chance) -> tuple[list[int], int]:
    """The points of a hand (a deal) that a seat begins, and the decisions made in it."""
    deck = sorted(DECK, key=lambda _: random())  # rule 3
    hands = [sum(deck[HAND * place : HAND * place + HAND]) for place in range(players)]
    middle = passes = decisions = 0
    while True:
        decisions += 1
        hand = hands[seat]
        low, end, beaten = BEATEN[middle]
        moves = listed(hand, low, end)
        if middle:
            moves.append(0)  # rule 8
        elif hand in WHOLE:
            moves.append(hand)  # rule 6
        chosen = moves[int(random() * len(moves))]
        if not chosen:
            passes += 1
            if passes == players - 1:  # rule 15
                middle = passes = 0
            seat = (seat + 1) % players
            continue
        hand ^= chosen & CARDS
        hands[seat] = hand
        if not hand:  # rule 13
            return [left.bit_count() for left in hands], decisions
        if middle:  # rule 11
            if len(beaten) > 1:
                decisions += 1
            hands[seat] = hand | beaten[int(random() * len(beaten))]
        middle, passes = chosen, 0
        seat = (seat + 1) % players


def play_match(players: int, random: Chance) -> int:
    """Play one match with chance from `random` (0 <= x < 1); returns the number of decisions."""
    return playout_odin.play_match(players, random, play_hand)
