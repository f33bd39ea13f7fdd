"""Odin written a second time, as plainly as possible, to compare the game with.

Cards are codes, a hand is a list of them, sets are found by trying out all combinations. Options
are a dict by name. Nothing of the game or the engine is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

COLOURS = "BRPGDO"
GOAT = "goat"


def number(card: str) -> int:
    return 0 if card == GOAT else int(card[1])


def value(cards: Sequence[str]) -> int:
    digits = sorted((str(number(card)) for card in cards), reverse=True)
    return int("".join(digits)) if digits else -1


def goes_together(cards: Sequence[str]) -> bool:
    if len(cards) == 1:
        return True
    colours = {card[0] for card in cards if card != GOAT}
    if len(colours) == 1:
        return True
    return GOAT not in cards and len({number(card) for card in cards}) == 1


def written(cards: Sequence[str]) -> str:
    def order(card: str) -> tuple[int, int]:
        return -number(card), 0 if card == GOAT else COLOURS.index(card[0])

    return "play " + " ".join(sorted(cards, key=order))


def leads(hand: Sequence[str]) -> Iterator[str]:
    for card in hand:
        yield written([card])
    if len(hand) > 1 and goes_together(hand):
        yield written(hand)


def follows(hand: Sequence[str], middle: Sequence[str]) -> Iterator[str]:
    for size in (len(middle), len(middle) + 1):
        for cards in combinations(hand, size):
            if goes_together(cards) and value(cards) > value(middle):
                yield written(cards)


class Reference:
    """A match. Hands are dealt from outside: `deal` is called when one has begun."""

    def __init__(self, seats: int, options: dict[str, Any], first: int) -> None:
        self.seats = seats
        self.options = options
        self.next_first = first
        self.totals = [0] * seats
        self.hand_over = True
        self.match_over = False
        self.corners: list[str] = []

    def deal(self, hands: list[list[str]]) -> None:
        assert self.hand_over
        assert not self.match_over
        self.hand_over = False
        self.hands = hands
        self.first = self.turn = self.next_first
        self.middle: list[str] = []
        self.beaten: list[str] = []
        self.discards: list[str] = []
        self.owner: int | None = None
        self.passes = 0
        self.taken: dict[int, str] = {}
        self.finish()

    # -- what may be done --

    def moves(self, seat: int) -> list[str]:
        if self.match_over or seat != self.turn:
            return []
        if self.beaten:
            return sorted(f"take {card}" for card in self.beaten)
        if not self.middle:
            return sorted(leads(self.hands[seat]))
        return sorted([*follows(self.hands[seat], self.middle), "pass"])

    # -- what is done --

    def play(self, seat: int, text: str) -> None:
        assert text in self.moves(seat)
        verb, *cards = text.split()
        if verb == "pass":
            self.do_pass()
        elif verb == "take":
            self.take(cards[0], self.beaten)
        else:
            self.lay(cards)

    def lay(self, cards: list[str]) -> None:
        seat, old = self.turn, self.middle
        for card in cards:
            self.hands[seat].remove(card)
        self.middle, self.owner, self.passes = list(cards), seat, 0
        self.corners.append(f"a set of {len(cards)}")
        if GOAT in cards:
            self.corners.append("the goat alone" if cards == [GOAT] else "the goat in a set")
        if not self.hands[seat]:
            self.discards += old
            self.go_out(seat, "following" if old else "leading")
        elif len(old) == 1:
            self.take(old[0], old)
        elif old:
            self.beaten = old
        else:
            self.go_on()

    def take(self, card: str, beaten: list[str]) -> None:
        seat = self.turn
        self.hands[seat].append(card)
        self.taken[seat] = card
        self.discards += [other for other in beaten if other != card]
        self.beaten = []
        self.go_on()

    def go_on(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        if self.options["auto_pass"] and self.is_helpless():
            self.corners.append("an automatic pass")
            self.do_pass()

    def is_helpless(self) -> bool:
        size, nines = len(self.middle), all(number(card) == 9 for card in self.middle)
        held = len(self.hands[self.turn])
        return held < size or (held == size and nines)

    def do_pass(self) -> None:
        self.passes += 1
        if self.passes < self.seats - 1:
            self.go_on()
            return
        assert self.owner is not None
        self.turn = self.owner
        self.discards += self.middle
        self.middle, self.owner, self.passes = [], None, 0
        self.corners.append("the end of a round")
        self.finish()

    def finish(self) -> None:
        if self.options["auto_finish"]:
            longest = max(leads(self.hands[self.turn]), key=lambda text: len(text.split()))
            if len(longest.split()) == len(self.hands[self.turn]) + 1:
                self.corners.append("an automatic finish")
                self.lay(longest.split()[1:])

    def go_out(self, seat: int, how: str) -> None:
        self.corners.append(f"out by {how}")
        points = [len(hand) + 4 * hand.count(GOAT) for hand in self.hands]
        if any(GOAT in hand for hand in self.hands):
            self.corners.append("the goat left in hand")
        self.totals = [a + b for a, b in zip(self.totals, points, strict=True)]
        self.hand_over = True
        limit = self.options["limit"]
        if limit == "one-hand" or max(self.totals) >= limit:
            self.match_over = True
            best = min(self.totals)
            self.winners = [s for s in range(self.seats) if self.totals[s] == best]
            if len(self.winners) > 1:
                self.corners.append("a shared win")
        elif self.options["next_starter"] == "rotate":
            self.next_first = (self.first + 1) % self.seats
        else:
            self.next_first = seat
