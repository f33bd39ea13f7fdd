"""A bot that plays for its chance to win the round, as far as its seat can know it.

A card that ends the round has a clear value. For any other the bot weighs what the next player may
answer: that player holds four of the cards that nobody has shown, and plays the one that serves it
best. Where the bot is in turn again after that, it will play the best of the cards it has kept;
otherwise it takes what follows from a forecast, the chances of all seats for every total and
every holder of Zeus. After a number card it also weighs who may sneak upon it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import attrs

from cardcore import DECLINE, Card, Move, Observation
from cardcore_zeus_on_the_loose import rules
from cardcore_zeus_on_the_loose.cards import ATHENA, GODS, NUMBERS, deck
from cardcore_zeus_on_the_loose.moves import Draw, Leave, Play, Sneak
from cardcore_zeus_on_the_loose.options import ZeusOptions

HORIZON = 16
"""How many plays the forecast looks ahead: about as many as a round has."""

FIRST, LAST, NEVER = 2.0, -1.0, -2.0
"""Values outside of all chances: a draw comes before any card, to leave it after all of them."""

CARDS = (*NUMBERS, *GODS)

Chances = tuple[float, ...]
"""How likely each seat wins the round: the one in turn first, then on to the left."""

State = tuple[int | None, int]
"""Who holds Zeus, counted from the seat in turn to the left, and the total."""


def value(observation: Observation, move: Move) -> float:
    """How good a move looks: the chance to win the round after it."""
    if isinstance(move, Play | Sneak):
        return _Outlook(observation).after_card(move.card, sneaked=isinstance(move, Sneak))
    if move is DECLINE:
        return _Outlook(observation).after_declining()
    if isinstance(move, Draw):
        return NEVER if _draws_the_end(observation) else FIRST
    return LAST if isinstance(move, Leave) else 0.0


def _draws_the_end(observation: Observation) -> bool:
    """Whether to draw would end the round for another seat, which holds Zeus (rule 20)."""
    is_last = len(observation["stock"]) == 1
    ends = is_last and observation.options.pile_out == "last_card_drawn"
    return ends and observation["holder"] not in (None, observation.seat)


@attrs.frozen
class _Result:
    """What a card leads to: the end of the round with its `chances`, or a state `steps` on."""

    card: Card
    state: State
    steps: int
    chances: Chances | None
    only_forced: bool


class _Forecast:
    """The seats' chances in every state, where nobody's cards are known and all play sensibly.

    It is worked out backwards: when the draw pile is out, the holder of Zeus wins; with one card
    more, the seat in turn plays the best of four cards of a full deck. Matches are left out.
    """

    def __init__(self, seats: int, options: ZeusOptions) -> None:
        self.seats, self.options = seats, options
        self.wins = [tuple(float(i == seat) for i in range(seats)) for seat in range(seats)]
        copies = Counter(deck(options.deck))
        states = [(holder, total) for holder in (None, *range(seats)) for total in range(100)]
        self.results = {state: [self.result(card, state) for card in CARDS] for state in states}
        self.chances = [{state: self.end(state[0], seats - 1) for state in states}]
        for left in range(1, HORIZON + 1):
            self.chances.append(
                {
                    state: self._mean(self.replies(state, left, [copies[card] for card in CARDS]))
                    for state in states
                }
            )

    def end(self, holder: int | None, last: int) -> Chances:
        """The end of a round for the holder of Zeus; `last` has played the last card."""
        if holder is None and self.options.no_holder == "last_player":
            holder = last
        return (1 / self.seats,) * self.seats if holder is None else self.wins[holder]

    def result(self, card: Card, state: State, top: Card | None = None) -> _Result:
        """What a card leads to; `top` is the number card that it would match."""
        (holder, total), options = state, self.options
        new = rules.new_total(total, card, options)
        tens = new > 0 and new % 10 == 0 and (new != total or options.steal_on_ten == "result")
        matched = card is top
        if matched or tens or card in rules.STEALERS:
            holder = 0
        steps = (2 if card is ATHENA else 1) % self.seats
        follows = None if holder is None else (holder - steps) % self.seats
        ended = None
        if new >= 100:
            ended = self.wins[0] if new == 100 or matched else self.end(holder, 0)
        only_forced = new > 100 and not matched and options.go_over == "forced_only"
        return _Result(card, (follows, max(new, 0)), steps, ended, only_forced)

    def after(self, result: _Result, left: int) -> Chances:
        """The chances after a card, its player's first; `left` cards were to be drawn before it."""
        if result.chances is not None:
            return result.chances
        chances = self.chances[min(left - 1, HORIZON)][result.state]
        return chances[-result.steps :] + chances[: -result.steps]

    def replies(
        self, state: State, left: int, copies: Sequence[int], top: Card | None = None
    ) -> list[tuple[float, Chances, _Result]]:
        """What the seat in turn may play of four among so many `copies`, and how likely each is."""
        found = []
        for result, number in zip(self.results[state], copies, strict=True):
            if number > 0:
                if result.card is top:
                    result = self.result(top, state, top)
                chances = self.after(result, left)
                found.append((not result.only_forced, chances[0], number, chances, result))
        found.sort(key=lambda reply: reply[:2], reverse=True)
        worse = everything = sum(reply[2] for reply in found)
        replies, before = [], 1.0
        for _, _, number, chances, result in found:
            worse -= number
            all_worse = (worse / everything) ** rules.HAND
            replies.append((before - all_worse, chances, result))
            before = all_worse
        return replies

    def _mean(self, replies: Iterable[tuple[float, Chances, _Result]]) -> Chances:
        mean = [0.0] * self.seats
        for likely, chances, _ in replies:
            for seat, chance in enumerate(chances):
                mean[seat] += likely * chance
        return tuple(mean)


_forecast = lru_cache(maxsize=16)(_Forecast)


class _Outlook:
    """What a seat sees, counted from that seat to the left, and what it expects of its moves."""

    def __init__(self, observation: Observation) -> None:
        self.options = options = observation.options
        count, seat, holder = len(observation.seats), observation.seat, observation["holder"]
        assert seat is not None
        # these options change nothing in the forecast: one serves for all of their values
        plain = attrs.evolve(options, sneak=True, sneak_chain=True, draw="automatic", letters=4)
        self.forecast = _forecast(count, attrs.evolve(plain, pile_out="last_card_drawn"))
        self.turn = (observation.turn[0] - seat) % count
        self.state = (None if holder is None else (holder - seat) % count, observation["total"])
        pile = observation["olympus"]
        self.top = pile.top if pile and pile.top.rank and observation["played_by"] != seat else None
        self.hand = list(observation.hand.known)
        seen = Counter([card.code for card in (*pile, *self.hand)])
        copies = Counter([card.code for card in observation.setting.deck])
        self.unseen = [copies[card.code] - seen[card.code] for card in CARDS]
        self.left = len(observation["stock"]) + (options.pile_out == "cannot_draw") or 1

    def after_card(self, card: Card, *, sneaked: bool = False) -> float:
        """The chance to win the round after a card of one's own."""
        result = self.forecast.result(card, self.state, self.top)
        if result.chances is not None:
            return result.chances[0]
        kept = self.hand[:]
        kept.remove(card)
        may_sneak = self.options.sneak and (self.options.sneak_chain or not sneaked)
        if not card.rank or not may_sneak or self.left == 1:
            return self._chance(result.state, -result.steps, self.left - 1, kept, card)
        return self._against_sneaks(
            result, self._chance(result.state, -result.steps, self.left - 1, kept)
        )

    def after_declining(self) -> float:
        """The chance to win the round without this sneak."""
        others = [card for card in self.hand if card is not self.top]
        if self.turn == 0:
            return max(map(self.after_card, others), default=NEVER)
        holder, total = self.state
        if holder is not None:
            holder = (holder - self.turn) % self.forecast.seats
        return self._chance((holder, max(total, 0)), -self.turn, self.left, self.hand)

    def _chance(
        self, state: State, place: int, left: int, kept: Sequence[Card], top: Card | None = None
    ) -> float:
        """The own chance in a state, `place` seats to the left of the one in turn."""
        forecast = self.forecast
        place %= forecast.seats
        if left == 0:
            return forecast.chances[0][state][place]
        if place == 0:
            return self._best(state, left, kept)
        chance = 0.0
        for likely, chances, result in forecast.replies(state, left, self.unseen, top):
            own = chances[place]
            if result.chances is None and result.steps == place and left > 1:
                own = self._best(result.state, left - 1, kept, result.card)
            chance += likely * own
        return chance

    def _best(
        self, state: State, left: int, kept: Sequence[Card], top: Card | None = None
    ) -> float:
        """The chance with the best of the cards kept; the one to be drawn is left out."""
        forecast = self.forecast
        chances = []
        for card in kept:
            result = forecast.results[state][CARDS.index(card)]
            if card is top and card.rank:
                result = forecast.result(card, state, top)
            chances.append(forecast.after(result, left)[0])
        return max(chances) if chances else forecast.chances[min(left, HORIZON)][state][0]

    def _against_sneaks(self, result: _Result, calm: float) -> float:
        """The chance after a number card upon which others may sneak; `calm` if nobody does."""
        forecast, card, (holder, total) = self.forecast, result.card, result.state
        count = forecast.seats
        holds_none = (1 - self.unseen[CARDS.index(card)] / sum(self.unseen)) ** rules.HAND
        unsneaked = forecast.after(result, self.left)
        nobody, chance = 1.0, 0.0
        for seat in range(1, count):
            sneak = forecast.result(card, (holder, total), card)
            chances = forecast.after(sneak, self.left - 1)
            if chances[0] > unsneaked[seat]:
                chance += nobody * (1 - holds_none) * chances[-seat]
                nobody *= holds_none
        return chance + nobody * calm
