"""A bot that plays for its chance to win the round, as far as its seat can know it.

A card that ends the round has a clear value. For any other the bot weighs what the next player may
answer: that player holds four of the cards that nobody has seen, and plays the one that serves it
best. Where the bot is in turn again after that, it will play the best of the cards it has kept;
otherwise it takes what follows from a forecast, the chances of all seats for every total and
every holder of Zeus. Against a number card it also weighs that others may sneak upon it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from operator import attrgetter, itemgetter

import attrs

from cardcore import DECLINE, Card, Move, Observation
from cardcore_zeus_on_the_loose import rules
from cardcore_zeus_on_the_loose.cards import ATHENA, GODS, NUMBERS, deck
from cardcore_zeus_on_the_loose.moves import Draw, Leave, Play, Sneak
from cardcore_zeus_on_the_loose.options import ZeusOptions

HORIZON = 16
"""How many plays the forecast looks ahead: about as many as a round has."""

FIRST, LAST, NEVER = 2.0, -1.0, -2.0
"""Values outside of all chances: to draw comes before any card, to leave a draw after it."""

CARDS = (*NUMBERS, *GODS)

Chances = tuple[float, ...]
"""How likely each seat wins the round, the one in turn first, then on to the left."""

State = tuple[int | None, int]
"""Who holds Zeus, counted from the seat in turn to the left, and the total."""


def value(observation: Observation, move: Move) -> float:
    """How good a move looks: the chance to win the round after it."""
    if isinstance(move, Draw):
        return NEVER if _draws_the_end(observation) else FIRST
    if isinstance(move, Leave):
        return LAST
    outlook = _Outlook(observation)
    if isinstance(move, Play | Sneak):
        return outlook.after_playing(move.card, sneaked=isinstance(move, Sneak))
    return outlook.after_declining() if move is DECLINE else 0.0


def _draws_the_end(observation: Observation) -> bool:
    """Whether to draw would end the round for another seat, which holds Zeus (rule 20)."""
    is_last = len(observation["stock"]) == 1
    ends = is_last and observation.options.pile_out == "last_card_drawn"
    return ends and observation["holder"] not in (None, observation.seat)


@attrs.frozen
class _Result:
    """What a card leads to: `chances` where it ends the round, else a state `steps` to the left."""

    card: Card
    chances: Chances | None
    state: State
    steps: int
    only_forced: bool


class _Forecast:
    """The seats' chances in every state, if everybody plays the best of four cards of a full deck.

    It is worked out backwards from the end of the draw pile, where the holder of Zeus wins.
    """

    def __init__(self, seats: int, options: ZeusOptions) -> None:
        self.seats, self.options = seats, options
        self.wins = [tuple(float(seat == other) for other in range(seats)) for seat in range(seats)]
        copies = Counter(deck(options.deck))
        whole = [copies[card] for card in CARDS]
        states = [(holder, total) for holder in (None, *range(seats)) for total in range(100)]
        self.results = {
            state: [self.result(card, state) for card in CARDS if copies[card]] for state in states
        }
        self.chances = [{state: self.pile_out(state[0], seats - 1) for state in states}]
        for left in range(1, HORIZON + 1):
            self.chances.append({state: self._expected(state, left, whole) for state in states})
