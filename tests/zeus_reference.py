"""Zeus on the Loose once more, plain and slow, written from its rules page alone: to compare with.

Cards and moves are texts ("7", "Ares", "sneak 7"). It cannot shuffle: each round is dealt what the
match beside it was dealt. "Rule N" is the number on the rules page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any
from unicodedata import category, normalize

NUMBERS = [str(number) for number in range(1, 11)]
SAY_SO = ["Aphrodite", "Apollo", "Ares", "Artemis", "Hera", "Poseidon"]
"""The six gods that say that their player takes Zeus (rule 9c)."""

DEFAULTS: dict[str, Any] = {
    "deck": "60",
    "hermes_on_ten": "reverse",
    "steal_on_ten": "result",
    "sneak": True,
    "sneak_chain": True,
    "go_over": "allowed",
    "pile_out": "last_card_drawn",
    "floor_at_zero": True,
    "no_holder": "void",
    "draw": "automatic",
    "letters": 4,
}


def total_after(total: int, card: str, options: dict[str, Any]) -> int:
    """Rules 7 and 8."""
    if card in NUMBERS:
        return total + int(card)
    if card == "Aphrodite":
        tens = range(-1000, 1001, 10)
        return min(tens, key=lambda ten: (abs(ten - total), -ten))
    if card == "Ares":
        return 50
    if card == "Hera":
        return 99
    if card == "Hermes":
        if total <= -100 or (options["hermes_on_ten"] == "stay" and str(total).endswith("0")):
            return total
        digits = str(abs(total)).rjust(2, "0")
        turned = int(digits[1] + digits[0])
        return -turned if total < 0 else turned
    if card == "Poseidon":
        if options["floor_at_zero"] and total < 10:
            return 0
        return total - 10
    return total  # Apollo, Artemis, Athena


def first_beginner(names: Sequence[str]) -> int | None:
    """Rule 5; None where chance decides."""
    words = [name.split() for name in names]
    if not all(words):
        return None
    plain = [
        "".join(sign for sign in normalize("NFD", first.lower()) if category(sign) != "Mn")
        for first, *_ in words
    ]
    latest = sorted(plain)[-1]
    return plain.index(latest)


class Reference:
    """A match by the rules page.

    `corners` counts the rare things that happened, so that a test can see that it met them.
    """

    def __init__(self, seats: int, options: dict[str, Any], collect: str = "in_order") -> None:
        self.seats = range(seats)
        self.options = {**DEFAULTS, **options}
        self.collect = collect
        self.letters = [0] * seats
        self.dealer = self.beginner = 0
        self.game_over = False
        self.corners: Counter[str] = Counter()

    def deal(self, hands: Sequence[Sequence[str]], stock: Sequence[str]) -> None:
        """Rules 3 and 4; the beginner is known by now."""
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.pile: list[tuple[str, int | None]] = []
        self.total = 0
        self.holder: int | None = None
        self.turn = self.beginner
        self.limits = [4 for _ in self.seats]
        self.left: set[int] = set()
        self.sneak_open = False
        self.declined: set[int] = set()
        self.sneaks_in_a_row = 0
        self.round_over = False
        self.winner: int | None = None

    # -- who may do what --------------------------------------------------------------------------

    def moves(self, seat: int) -> list[str]:
        """The legal moves of a seat, sorted."""
        if self.game_over:
            return []
        asked = self._asked()
        if asked and self.collect != "race":
            return sorted(self._answers(seat)) if seat == asked[0] else []
        moves = self._draws(seat) + self._plays(seat)
        if seat in asked:
            moves += self._answers(seat)
        return sorted(moves)

    def _asked(self) -> list[int]:
        """Who has still to say whether he sneaks, nearest to the left of the last player first."""
        if not self.sneak_open:
            return []
        card, player = self.pile[-1]
        assert player is not None
        others = [(player + step) % len(self.seats) for step in range(1, len(self.seats))]
        return [
            seat
            for seat in others
            if seat not in self.declined
            and (card in self.hands[seat] or self.collect == "everyone")
        ]

    def _answers(self, seat: int) -> list[str]:
        card = self.pile[-1][0]
        return ["decline"] + [f"sneak {card}"] * (card in self.hands[seat])

    def _draws(self, seat: int) -> list[str]:
        if self.options["draw"] == "automatic" or seat in self.left:
            return []
        if not self.stock or len(self.hands[seat]) >= self.limits[seat]:
            return []
        return ["draw", "leave"]

    def _plays(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        cards = set(self.hands[seat])
        if self.options["go_over"] == "forced_only":
            playable = {
                card
                for card in cards
                if self._is_match(seat, card) or total_after(self.total, card, self.options) <= 100
            }
            if playable != cards:
                self.corners["some cards go over" if playable else "forced to go over"] += 1
            cards = playable or cards
        return [f"play {card}" for card in cards]

    def _is_match(self, seat: int, card: str) -> bool:
        """Rule 9b."""
        if not self.pile or card not in NUMBERS:
            return False
        top, player = self.pile[-1]
        if top == card and player == seat:
            self.corners["a number on one's own"] += 1
        return top == card and player != seat

    # -- what happens -----------------------------------------------------------------------------

    def play(self, seat: int, move: str) -> None:
        """Carry out a legal move."""
        verb, _, card = move.partition(" ")
        if verb == "decline":
            self.declined.add(seat)
            return
        if verb in ("play", "sneak"):
            self._play_card(seat, card, sneak=verb == "sneak")
            return
        if verb == "leave":
            self.left.add(seat)
            return
        self.declined.discard(seat)  # it has another hand now, and is asked anew
        late = self.pile[-1][1] != seat
        self.hands[seat].append(self.stock.pop())
        self.corners["a late draw"] += late
        if self._pile_is_out():
            self.corners["pile out by a late draw" if late else "pile out by a draw"] += 1
            self._end_for_holder("pile out")

    def _play_card(self, seat: int, card: str, *, sneak: bool) -> None:
        options = self.options
        self._note_card(seat, card, sneak=sneak)
        self.sneaks_in_a_row = self.sneaks_in_a_row + 1 if sneak else 0
        self.left = set()
        self.declined = set()
        self.sneak_open = False
        if options["draw"] == "strict" and not sneak:  # rule 23
            for other in self.seats:
                if len(self.hands[other]) < self.limits[other]:
                    self.limits[other] = len(self.hands[other])
        match = self._is_match(seat, card)
        before = self.total
        self.hands[seat].remove(card)
        self.pile.append((card, seat))
        self.total = total_after(before, card, options)
        # rule 9
        ten = self.total in range(10, 101, 10)
        if options["steal_on_ten"] == "change" and self.total == before:
            self.corners["an old ten"] += ten
            ten = False
        if ten or match or card in SAY_SO:
            self.holder = seat
        # rules 17 to 19
        if self.total == 100 or (match and self.total > 100):
            self._end(seat)
            return
        if self.total > 100:
            self._end_for_holder("over 100")
            return
        # rules 10 and 16
        if options["draw"] == "automatic" and self.stock:
            self.hands[seat].append(self.stock.pop())
        # rule 20
        if self._pile_is_out():
            self.corners[f"pile out by a {'sneak' if sneak else 'play'}"] += 1
            self._end_for_holder("pile out")
            return
        if not any(self.hands):
            self.corners[f"all hands empty by a {'sneak' if sneak else 'play'}"] += 1
            self._end_for_holder("all hands empty")
            return
        # rules 11, 12 and 15
        self.turn = self._next(seat)
        if card == "Athena":
            self.turn = self._next(self.turn)
        self.sneak_open = (
            options["sneak"] and card in NUMBERS and (not sneak or options["sneak_chain"])
        )

    def _note_card(self, seat: int, card: str, *, sneak: bool) -> None:
        negative = self.total < 0
        self.corners[f"{card} on a negative total"] += negative
        self.corners["negative Hermes at -100"] += card == "Hermes" and self.total <= -100
        self.corners["a sneak by the seat in turn"] += sneak and seat == self.turn
        if sneak and self.sneaks_in_a_row:
            self.corners["a sneak upon a sneak"] += 1
            self.corners["the first player answers"] += self.pile[-2][1] == seat
            self.corners["a third sneak"] += self.sneaks_in_a_row == 2
        owes = len(self.hands[seat]) < self.limits[seat] and bool(self.stock)
        self.corners["a card while owing one"] += owes and self.options["draw"] != "automatic"
        self.corners["the last card of a hand"] += len(self.hands[seat]) == 1
        neighbour = self.hands[(seat + 1) % len(self.seats)]
        self.corners["Athena beside an empty hand"] += card == "Athena" and not neighbour

    def _next(self, seat: int) -> int:
        """The next to the left that has a turn; an empty hand has none."""
        for step in range(1, len(self.seats) + 1):
            other = (seat + step) % len(self.seats)
            if self.hands[other]:
                return other
            self.corners["an empty hand passed over"] += 1
        raise AssertionError("all hands are empty")

    # -- the end of a round -----------------------------------------------------------------------

    def _pile_is_out(self) -> bool:
        """Rule 20, by the option `pile_out`."""
        if self.stock:
            return False
        if self.options["pile_out"] == "last_card_drawn":
            return True
        return any(len(self.hands[seat]) < self.limits[seat] for seat in self.seats)

    def _end_for_holder(self, how: str) -> None:
        winner = self.holder
        if winner is None:
            self.corners[f"{how}, no holder, {self.options['no_holder']}"] += 1
            if self.options["no_holder"] == "last_player":
                winner = self.pile[-1][1]
        self._end(winner)

    def _end(self, winner: int | None) -> None:
        """Rules 21 and 22."""
        self.round_over = True
        self.winner = winner
        self.sneak_open = False
        if winner is None:
            return  # same dealer, same beginner
        self.letters[winner] += 1
        self.game_over = self.letters[winner] == self.options["letters"]
        self.dealer = winner
        self.beginner = (winner + 1) % len(self.seats)
