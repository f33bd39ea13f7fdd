"""Odin in plain Python without any engine: the yardstick for the engine's speed.

The default rules of the game and nothing else, with uniformly random decisions. It is written as
tightly as one readable file allows: a card is a bit, a hand and a set are whole numbers; the sets
of each hand are kept in order, and what a card adds to them is looked up in tables that fill as
they are used; a hand (a deal) is one function ("rule N" is the number on the rules page). Run alone
it prints how many turns of a counting loop one decision takes, so that it can be seen how tight it
is:

    python benchmarks/playout_odin.py [--matches 300] [--repeats 5]

What counts as a decision, here and in the engine:

* a play or a pass: the leader chooses among the single cards and, where it is a set, the whole
  hand; each other seat in its turn among all sets that beat the middle, and passing; each is as
  likely. A seat that can only pass decides, too;
* a take, where two cards or more have been beaten: any of them, each as likely.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from bisect import bisect_left as bisect
from collections.abc import Callable, Sequence
from itertools import combinations

HAND = 9
LIMIT = 15

COLOURS = [0b111111111 << 9 * colour for colour in range(6)]  # rule 2
NUMBERS = [sum(1 << 9 * colour + number for colour in range(6)) for number in range(9)]
DECK = [1 << place for place in range(54)]
NUMBER = {card: place % 9 + 1 for place, card in enumerate(DECK)}
VALUE = 54
"""A set is one number: its cards, and above these bits its value; so sets sort by value."""
CARDS = (1 << VALUE) - 1

Chance = Callable[[], float]
PlayHand = Callable[[int, int, Chance], tuple[list[int], int]]
Sets = list[int]


def cards_of(cards: int) -> list[int]:
    """The single cards of a hand or a set."""
    return [card for card in DECK if cards & card]


def as_set(cards: Sequence[int]) -> int:
    """Rule 10: a set with its value."""
    numbers = sorted([NUMBER[card] for card in cards], reverse=True)
    return int("".join(map(str, numbers))) << VALUE | sum(cards)


class New(dict[int, Sets]):
    """What a card that comes into a hand adds to it: the sets that it makes with others of a part.

    The part, what the hand has of the card's colour or of its number, is the key.
    """

    def __init__(self, card: int, least: int) -> None:
        self.card = card
        self.least = least

    def __missing__(self, part: int) -> Sets:
        others = cards_of(part & ~self.card)
        found = self[part] = [
            as_set((self.card, *some))
            for many in range(self.least - 1, len(others) + 1)
            for some in combinations(others, many)
        ]
        return found


ALIKE = {
    card: (colour, New(card, 1), number, New(card, 2))
    for colour in COLOURS
    for number in NUMBERS
    for card in cards_of(colour & number)
}
"""By card: the cards of its colour and the sets with them, those of its number and the sets."""


class Beaten(dict[int, tuple[int, int, list[int]]]):
    """By set: where the sets that beat it begin and end (rule 9), and its single cards."""

    def __missing__(self, middle: int) -> tuple[int, int, list[int]]:
        value, cards = middle >> VALUE, cards_of(middle & CARDS)
        found = self[middle] = (value + 1 << VALUE, 10 ** (len(cards) + 1) << VALUE, cards)
        return found


BEATEN = Beaten({0: (0, 10 << VALUE, [])})
"""Nothing in the middle is beaten by any single card (rule 5)."""

WHOLE = {
    sum(some)
    for part in (*COLOURS, *NUMBERS)
    for many in range(2, HAND + 1)
    for some in combinations(cards_of(part), many)
}
"""The cards of all sets of two or more (rules 6 and 9b)."""


def sets_of(cards: list[int]) -> Sets:
    """All sets of a hand."""
    hand, found = 0, []
    for card in cards:
        hand |= card
        colour, with_colour, number, with_number = ALIKE[card]
        found += with_colour[hand & colour] + with_number[hand & number]
    found.sort()
    return found


def play_hand(seat: int, players: int, random: Chance) -> tuple[list[int], int]:
    """The points of a hand (a deal) that a seat begins, and the decisions made in it."""
    deck = sorted(DECK, key=lambda _: random())  # rule 3
    dealt = [deck[HAND * place : HAND * place + HAND] for place in range(players)]
    hands = [sum(cards) for cards in dealt]
    sets = [sets_of(cards) for cards in dealt]
    middle = passes = decisions = 0
    low, end, beaten = BEATEN[0]
    last = players - 1
    while True:
        decisions += 1
        mine = sets[seat]
        start = bisect(mine, low)
        stop = bisect(mine, end, start)
        hand = hands[seat]
        if middle or hand in WHOLE:
            place = start + int(random() * (stop - start + 1))
            if place < stop:
                chosen = mine[place]
            elif not middle:  # rule 6
                chosen = hand
            else:  # rules 8 and 15
                passes += 1
                if passes == last:
                    middle = passes = 0
                    low, end, beaten = BEATEN[0]
                seat = seat + 1 if seat < last else 0
                continue
        else:
            chosen = mine[int(random() * stop)]
        cards = chosen & CARDS
        hand ^= cards
        if not hand:  # rule 13
            hands[seat] = 0
            return [left.bit_count() for left in hands], decisions
        mine = [other for other in mine if not other & cards]
        if middle:  # rule 11
            if len(beaten) == 1:
                card = beaten[0]
            else:
                decisions += 1
                card = beaten[int(random() * len(beaten))]
            hand |= card
            colour, with_colour, number, with_number = ALIKE[card]
            mine += with_colour[hand & colour] + with_number[hand & number]
            mine.sort()
        hands[seat], sets[seat] = hand, mine
        middle, passes = chosen, 0
        low, end, beaten = BEATEN[chosen]
        seat = seat + 1 if seat < last else 0


def play_match(players: int, random: Chance, play_hand: PlayHand = play_hand) -> int:
    """Play one match with chance from `random` (0 <= x < 1); returns the number of decisions."""
    totals = [0] * players
    first = int(random() * players)
    decisions = 0
    while max(totals) < LIMIT:  # rules 17 and 18
        points, made = play_hand(first, players, random)
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        first = (first + 1) % players
        decisions += made
    return decisions


def loop_turn() -> float:
    """Seconds that one turn of a counting loop takes."""
    best = 1.0
    for _ in range(5):
        start = time.perf_counter()
        x = 0
        for _ in range(10**6):
            x += 1
        best = min(best, (time.perf_counter() - start) / 10**6)
    return best


def main() -> None:
    """Print how fast it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5, 6])
    given = parser.parse_args()
    print(f"one turn of a counting loop: {loop_turn() * 1e9:.1f} ns")
    print("players  decisions/s  decisions a match  turns a decision  decisions a 10^7 turns")
    for players in given.players:
        rates: list[float] = []
        turns: list[float] = []
        for repeat in range(given.repeats + 1):
            turn, chance = loop_turn(), random.Random(repeat).random
            start, decisions = time.perf_counter(), 0
            for _ in range(given.matches):
                decisions += play_match(players, chance)
            seconds = time.perf_counter() - start
            rates.append(decisions / seconds)
            turns.append(seconds / decisions / turn)
        rate = statistics.median(rates[1:])  # the first fills the tables
        median = statistics.median(turns[1:])
        length = decisions / given.matches
        print(f"{players:7} {rate:12,.0f} {length:18.1f} {median:17.1f} {1e7 / median:23,.0f}")


if __name__ == "__main__":
    main()
