"""A bot that plays for its chance to win the round, as far as its seat can know it.

A card that ends the round has a clear value. For any other the bot weighs what the next player may
answer: that player holds four of the cards that nobody has shown, and plays the one that serves it
best. Where the bot is in turn again after that, it will play the best of the cards it has kept;
otherwise it takes what follows from a forecast, the chances of all seats for every total and
every holder of Zeus. After a number it also weighs who may sneak upon it. Of cards that are about
as good it plays high numbers first: gods and small numbers help most near 100.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import attrs

from cardcore import DECLINE, Card, Move, Observation
from cardcore_zeus_on_the_loose.cards import ATHENA, GODS, NUMBERS, deck
from cardcore_zeus_on_the_loose.moves import Draw, Leave, Play, Sneak
from cardcore_zeus_on_the_loose.options import ZeusOptions
from cardcore_zeus_on_the_loose.totals import HAND, STEALERS, new_total

HORIZON = 16
"""How many plays the forecast looks ahead: with fewer, two players play noticeably worse."""

THRIFT = 0.004
"""What part of its chance a card must add to be played instead of one a point higher. Found by
trying: half and twice as much do about as well, none at all does clearly worse."""

GOD = -10
"""What a god counts in that comparison: ten points below nothing."""

FIRST, LAST, NEVER = 2.0, -1.0, -2.0
"""Values beyond all chances: to draw comes before every card, to leave the draw after them."""

DIGITS = 9
"""Chances are rounded, so that those which are equal by reason are so on every machine."""

CARDS = (*NUMBERS, *GODS)
PLACES: dict[Card, int] = {card: place for place, card in enumerate(CARDS)}

Chances = tuple[float, ...]
"""How likely each seat wins the round: the one in turn first, then on to the left."""

State = tuple[int | None, int]
"""Who holds Zeus, counted from the seat in turn to the left, and the total."""


def value(observation: Observation, move: Move) -> float:
    """How good a move looks: the chance to win the round after it, less the worth of a card."""
    if isinstance(move, Draw):
        return NEVER if _draws_the_end(observation) else FIRST
    if isinstance(move, Leave):
        return LAST
    chance = round(observation.once(_Outlook).after(move), DIGITS)
    if isinstance(move, Play) and chance < 1:
        chance *= 1 - THRIFT * (10 - (move.card.rank or GOD))
    return chance


def _draws_the_end(observation: Observation) -> bool:
    """Whether to draw would end the round for another seat, which holds Zeus (rule 20)."""
    is_last = len(observation["stock"]) == 1
    ends = is_last and observation.options.pile_out == "last_card_drawn"
    return ends and observation["holder"] not in (None, observation.seat)


@attrs.frozen
class _Result:
    """What a card leads to: the `chances` if it ends the round, else a state, `steps` seats on."""

    card: Card
    chances: Chances | None
    steps: int
    state: State


Outcome = tuple[int, Chances, _Result]
"""A card, by its place in `CARDS`: the chances that it leads to and what it comes to."""


def _own_chance(outcome: Outcome) -> float:
    return outcome[1][0]


class _Forecast:
    """The chances of all seats in every state, if nobody's cards are known and all play sensibly.

    It is worked out backwards: when the draw pile is out, the holder of Zeus wins; with one card
    more, the seat in turn plays the best of four cards of a full deck. Matches are left out.
    """

    def __init__(self, seats: int, options: ZeusOptions) -> None:
        self.seats, self.options = seats, options
        self.outcomes, self.own = cache(self._outcomes), cache(self._own)
        self.wins = [tuple(float(i == seat) for i in range(seats)) for seat in range(seats)]
        copies = Counter(deck(options.deck))
        whole = [copies[card] for card in CARDS]
        states = [(holder, total) for holder in (None, *range(seats)) for total in range(100)]
        self.results = {s: [self.result(card, s, options) for card in CARDS] for s in states}
        self.chances = [{s: self.end(s[0], last=seats - 1) for s in states}]
        for left in range(1, HORIZON + 1):
            self.chances.append({s: self._mean(self.replies(s, left, whole)) for s in states})

    def end(self, holder: int | None, last: int) -> Chances:
        """The end of a round for the holder of Zeus; `last` has played the last card."""
        if holder is None and self.options.no_holder == "last_player":
            holder = last
        return (1 / self.seats,) * self.seats if holder is None else self.wins[holder]

    def result(
        self, card: Card, state: State, options: ZeusOptions, top: Card | None = None
    ) -> _Result:
        """What a card of the seat in turn leads to; `top` is the number that it would match."""
        holder, total = state
        new = new_total(total, card, options)
        tens = new > 0 and new % 10 == 0 and (new != total or options.steal_on_ten == "result")
        if card is top or tens or card in STEALERS:
            holder = 0
        steps = (2 if card is ATHENA else 1) % self.seats
        seen_from_next = None if holder is None else (holder - steps) % self.seats
        chances = None
        if new >= 100:
            wins = new == 100 or card is top
            chances = self.wins[0] if wins else self.end(holder, last=0)
        return _Result(card, chances, steps, (seen_from_next, max(new, 0)))

    def after(self, result: _Result, left: int) -> Chances:
        """The chances after a card, its player's first; before it the pile had `left` cards."""
        if result.chances is not None:
            return result.chances
        chances = self.chances[min(left - 1, HORIZON)][result.state]
        return chances[-result.steps :] + chances[: -result.steps]

    def replies(
        self, state: State, left: int, copies: Sequence[int], top: Card | None = None
    ) -> list[tuple[float, Chances, _Result]]:
        """How likely each card is played by the seat in turn, which holds four of these `copies`.

        It plays the best for itself: a card is played where all four are no better, and not worse.
        """
        everything = sum([number for number in copies if number > 0])
        replies, worse, all_worse = [], 0, 0.0
        for place, chances, result in self.ranked(state, left, top):
            number = copies[place]
            if number > 0:
                worse += number
                none_better = (worse / everything) ** HAND
                replies.append((none_better - all_worse, chances, result))
                all_worse = none_better
        return replies

    def ranked(self, state: State, left: int, top: Card | None) -> list[Outcome]:
        """What every card comes to, the worst first for whoever plays it."""
        ranked = self.outcomes(state, min(left, HORIZON + 1))
        if top is None:
            return ranked
        result = self.result(top, state, self.options, top)
        matched = (PLACES[top], self.after(result, left), result)
        others = [outcome for outcome in ranked if outcome[0] != matched[0]]
        return sorted([*others, matched], key=_own_chance)

    def _outcomes(self, state: State, left: int) -> list[Outcome]:
        found = [
            (place, self.after(result, left), result)
            for place, result in enumerate(self.results[state])
        ]
        return sorted(found, key=_own_chance)

    def best(
        self, cards: Sequence[Card], state: State, left: int, top: Card | None = None
    ) -> float:
        """The chance in turn with the best of these cards; what is drawn next is left out."""
        own = self.own(state, min(left, HORIZON + 1))
        best = 0.0
        for card in cards:
            if card is top and card.rank:
                chance = self.after(self.result(card, state, self.options, top), left)[0]
            else:
                chance = own[PLACES[card]]
            if chance > best:
                best = chance
        return best

    def _own(self, state: State, left: int) -> list[float]:
        """The chance of the seat in turn with every card, by its place in `CARDS`."""
        return [self.after(result, left)[0] for result in self.results[state]]

    def _mean(self, replies: list[tuple[float, Chances, _Result]]) -> Chances:
        weighed = [[likely * chance for chance in chances] for likely, chances, _ in replies]
        return tuple([round(sum(column), DIGITS) for column in zip(*weighed, strict=True)])


_forecast = cache(_Forecast)


class _Outlook:
    """What a seat sees, counted from itself to the left, and what it expects of its moves."""

    def __init__(self, observation: Observation) -> None:
        self.options = options = observation.options
        count, seat, holder = len(observation.seats), observation.seat, observation["holder"]
        assert seat is not None
        # The other options change too little of what is far ahead to have forecasts of their own.
        rough = ZeusOptions(no_holder=options.no_holder)
        self.forecast = _forecast(count, rough)
        self.turn = (observation.turn[0] - seat) % count
        self.state = (None if holder is None else (holder - seat) % count, observation["total"])
        pile = observation["olympus"]
        self.top = pile.top if pile and pile.top.rank and observation["played_by"] != seat else None
        self.hand = list(observation.hand.known)
        seen = Counter([card.code for card in (*pile, *self.hand)])
        copies = Counter([card.code for card in observation.setting.deck])
        self.unseen = [copies[card.code] - seen[card.code] for card in CARDS]
        self.left = len(observation["stock"]) + (options.pile_out == "cannot_draw") or 1

    def after(self, move: Move) -> float:
        """The chance to win the round after a move."""
        if isinstance(move, Play | Sneak):
            return self._after_card(move.card, sneaked=isinstance(move, Sneak))
        return self._after_declining() if move is DECLINE else 0.0

    def _after_card(self, card: Card, *, sneaked: bool = False) -> float:
        result = self.forecast.result(card, self.state, self.options, self.top)
        if result.chances is not None:
            return result.chances[0]
        kept = self.hand[:]
        kept.remove(card)
        place, left = -result.steps, self.left - 1
        sneaks = self.options.sneak and (self.options.sneak_chain or not sneaked)
        if card.rank and sneaks and left > 0:
            return self._against_sneaks(result, self._chance(result.state, place, left, kept))
        return self._chance(result.state, place, left, kept, card if card.rank else None)

    def _after_declining(self) -> float:
        """In turn, to decline is to play another card; else others go on."""
        if self.turn == 0:
            others = [card for card in self.hand if card is not self.top]
            return max(map(self._after_card, others), default=NEVER)
        holder, total = self.state
        if holder is not None:
            holder = (holder - self.turn) % self.forecast.seats
        return self._chance((holder, max(total, 0)), -self.turn, self.left, self.hand)

    def _chance(
        self, state: State, place: int, left: int, kept: list[Card], top: Card | None = None
    ) -> float:
        """The own chance in a state, sitting `place` seats to the left of the one in turn."""
        forecast = self.forecast
        place %= forecast.seats
        if left == 0:
            return forecast.chances[0][state][place]
        if place == 0:
            return forecast.best(kept, state, left)
        chance = 0.0
        for likely, chances, result in forecast.replies(state, left, self.unseen, top):
            if result.chances is None and result.steps == place and left > 1:
                chance += likely * forecast.best(kept, result.state, left - 1, result.card)
            else:
                chance += likely * chances[place]
        return chance

    def _against_sneaks(self, result: _Result, calm: float) -> float:
        """The chance after a number upon which the others may sneak; `calm` if nobody does."""
        forecast, card = self.forecast, result.card
        holds_none = (1 - self.unseen[PLACES[card]] / sum(self.unseen)) ** HAND
        unsneaked = forecast.after(result, self.left)
        sneak = forecast.result(card, result.state, self.options, card)
        sneaked = forecast.after(sneak, self.left - 1)
        chance, nobody = 0.0, 1.0
        for seat in range(1, forecast.seats):
            if sneaked[0] > unsneaked[seat]:
                chance += nobody * (1 - holds_none) * sneaked[-seat]
                nobody *= holds_none
        return chance + nobody * calm
