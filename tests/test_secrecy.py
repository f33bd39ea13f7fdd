"""The central promise: matches that differ only in what a seat never learnt look the same to it.

One match is played at random. Then it is played again from another shuffle: the cards that the
watching seat never came to see have changed places. What it observes, is told, is refused and may
take back is compared at every step.

Who came to see which card is reckoned here from the events alone: a card is learnt where it once
lay in a pile that the seat sees. The engine's own bookkeeping of who knows what is not asked, so
that it can be judged.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import attrs
import pytest
from playing import LONGEST, Kind, choose, kinds, world
from small_games import NopeGame, Passing, SwapGame
from small_games.nope import NOPE, SKIP, Act, Nope, NopeTable
from small_games.passing import Give, PassingTable
from small_games.swap import Bid, SwapTable

from cardcore import DECLINE, Card, Game, Interrupt, Match, Move, Text
from cardcore.chance import CHANCE, Chance
from cardcore.events import Event
from cardcore.piles import SPECTATOR

KINDS = [kind for kind in kinds() if not kind.options.get("auto_finish")]
"""Where the whole hand is played for whoever may, it tells of hands what nobody has chosen to."""

every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)
Watcher = int | None

TELLS = {"bids"}
"""What a game tells of secrets: after it, matches with other secrets may look different."""


# -- which cards a seat came to see ---------------------------------------------------------------


class Tracks:
    """Each card of the first deal, by its place in the shuffle: where it lies, who has seen it.

    Where a deal begins with several shuffles it is one of them, number `which`. Of equal cards in
    a hand it does not matter which is which: one that has been seen is taken.
    """

    def __init__(
        self, match: Match[Any], order: Sequence[Card], watcher: Watcher, which: int = 0
    ) -> None:
        bit = 1 << (SPECTATOR if watcher is None else watcher)
        self.order = list(order)
        self.seen: set[int] = set()
        self.piles: dict[Any, list[int]] = {pile.label: [] for pile in match.table._piles}
        self.sees = {pile.label for pile in match.table._piles if pile.viewers & bit}
        self.unordered = {pile.label for pile in match.table._piles if not pile.ordered}
        self.seats = len(match.seats)
        events = match.events.raw
        self.begun = [place for place, raw in enumerate(events) if raw[0] == "shuffle"][which]
        self.home = events[self.begun][1]
        self.piles[self.home] = list(range(len(order)))
        for raw in events[: self.begun]:
            if raw[0] == "card" and raw[1] not in order:  # set apart before
                self.piles[raw[3]].append(len(self.order))
                self.order.append(raw[1])

    def follow(self, events: Iterable[tuple[Any, ...]]) -> list[int]:
        """Follow what happened; the cards that moved, in their order."""
        moved: list[int] = []
        happened = list(events)
        while happened:
            raw = happened.pop(0)
            if raw[0] == "shuffle" and len(self.piles[raw[1]]) != len(self.order):
                # everybody saw all of it before, or all are different, in the games played here
                here = self.piles[raw[1]]
                assert set(here) <= self.seen or len({self.order[t] for t in here}) == len(here)
            elif raw[0] == "card":
                moved.append(self._move(raw[1], raw[2], raw[3], -1))
            elif raw[0] == "cards" and raw[2] == self.home and raw[3] in self.unordered:
                dealt = [raw, *(happened.pop(0) for _ in range(self.seats - 1))]
                for turn in range(len(raw[1])):
                    for hand in dealt:
                        moved.append(self._move(hand[1][turn], hand[2], hand[3], -1))
            elif raw[0] == "cards":
                moved += [self._move(card, raw[2], raw[3], 0) for card in raw[1]]
        return moved

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
    """The first deal of a match, played at random, and what is to be known of it.

    `steps` are the moves, each with the first card that it moved, as a place in the shuffle.
    """

    kind: Kind
    seed: int
    order: tuple[Card, ...]
    steps: list[tuple[int, Move, int | None]]
    learnt: dict[int, int]
    """After how many steps the watcher had seen a card; it is missing where it never did."""

    def horizon(self) -> int:
        """How far the deal can be played while a fifth of the cards has not been seen."""
        when = sorted(self.learnt.get(place, LONGEST) for place in range(len(self.order)))
        return min(when[-len(when) // 5] - 1, len(self.steps))


def shuffles(kind: Kind, seed: int) -> list[tuple[Card, ...]]:
    """The shuffles with which a match begins."""
    log = kind.match(seed).log
    return [what for who, what in log if who == CHANCE and isinstance(what, tuple)]


def first_deal(kind: Kind, seed: int, watcher: Watcher, which: int = 0) -> Played:
    """Play the first deal of a match at random and reckon which cards the watcher came to see."""
    match, rng = kind.match(seed), kind.rng(seed)
    order = shuffles(kind, seed)[which]
    tracks = Tracks(match, order, watcher, which)
    tracks.follow(match.events.raw[tracks.begun :])
    steps: list[tuple[int, Move, int | None]] = []
    learnt = dict.fromkeys(tracks.seen, 0)
    while match.deal_number == 1 and not match.over:
        assert len(steps) < LONGEST
        seat, move = choose(match, rng)
        events = match.play(seat, move).raw
        ends = [i for i, raw in enumerate(events) if raw[0] in ("scored", "deal")]
        moved = tracks.follow(events[: ends[0]] if ends else events)
        first = moved[0] if moved and moved[0] < len(order) else None
        steps.append((seat, move, first))
        for token in tracks.seen - learnt.keys():
            learnt[token] = len(steps)
    return Played(kind, seed, order, steps, learnt)


# -- the other match ------------------------------------------------------------------------------


class Following(Chance):
    """The random results of another match once more, except for its first shuffle.

    A shuffle of other cards than there, which only happens where the watcher sees none, has the
    same cards at the same places as far as there are such.
    """

    __slots__ = ("left",)

    def __init__(self, seed: int, log: list[Any], results: Iterable[Any]) -> None:
        super().__init__(seed, log)
        self.left = list(results)

    def integer(self, below: int) -> int:
        self.script = iter([min(self.left.pop(0), below - 1)]) if self.left else None
        return super().integer(below)

    def shuffled(self, cards: Sequence[Card]) -> tuple[tuple[Card, ...], list[int]]:
        if not self.left:  # the next deal
            self.script = None
            return super().shuffled(cards)
        wanted: list[Card] = list(self.left.pop(0))
        surplus = list((Counter(cards) - Counter(wanted)).elements())
        missing = Counter(wanted) - Counter(cards)
        for place, card in enumerate(wanted):
            if missing[card]:
                missing[card] -= 1
                wanted[place] = surplus.pop()
        self.script = iter([tuple(wanted)])
        return super().shuffled(cards)


def altered(played: Played, steps: int, rng: Random) -> tuple[Card, ...]:
    """The shuffle with the cards in other places that were not seen in so many steps."""
    places = range(len(played.order))
    unseen = [place for place in places if played.learnt.get(place, LONGEST) > steps]
    cards = [played.order[place] for place in unseen]
    rng.shuffle(cards)
    order = list(played.order)
    for place, card in zip(unseen, cards, strict=True):
        order[place] = card
    return tuple(order)


def begin_again(played: Played, order: tuple[Card, ...]) -> Match[Any]:
    """The same match from another shuffle."""
    original = played.kind.match(played.seed)
    for who, move, _ in played.steps[:-1]:
        original.play(who, move)
    results = [what for who, what in original.log if who == CHANCE]
    results[results.index(played.order)] = order
    match: Match[Any] = Match(original.setting, original.seed)
    match.table.chance = Following(match.seed, match.log, results)
    match._start()
    return match


# -- comparing ------------------------------------------------------------------------------------


class Leak(AssertionError):
    """Two matches that a seat should not be able to tell apart, and how it can."""


@attrs.define
class Tally:
    """How many comparisons there were, and in how many the two worlds did differ."""

    compared: int = 0
    different: int = 0


@attrs.define
class Pair:
    """Two matches that are the same for the watcher; `told` is what it was told in each."""

    one: Match[Any]
    two: Match[Any]
    watcher: Watcher
    texts: Sequence[str]
    where: str
    sampled: bool = False
    told: tuple[list[Event], list[Event]] = attrs.field(factory=lambda: ([], []))

    def play(self, which: int, seat: int, move: Move) -> None:
        """Play in one of the two and remember what the watcher was told."""
        events = (self.one, self.two)[which].play(seat, move)
        self.told[which].extend(events.seen_by(self.watcher))

    def same(self, what: str, first: Any, second: Any) -> None:
        if first != second:
            raise Leak(
                f"seat {self.watcher} can tell two worlds apart by {what}:\n  {first}\n  {second}"
                f"\n{self.where}, after {[e for e in self.one.log if e[0] >= 0]}\n"
                f"worlds:\n  {world(self.one)}\n  {world(self.two)}"
            )

    def compare(self, tally: Tally, *, thorough: bool = False) -> None:
        """All that the watcher can look at."""
        one, two, seat = self.one, self.two, self.watcher
        tally.compared += 1
        tally.different += world(one) != world(two)
        self.same("the events", *self.told)
        first, second = (match.observe(seat) for match in (one, two))
        if first != second or first.happened != second.happened:
            for field in attrs.fields(type(first)):
                if field.name != "setting":
                    name = field.name
                    self.same(f"observation.{name}", getattr(first, name), getattr(second, name))
        self.same("standings", one.standings, two.standings)
        if seat is not None:
            self.same("being asked", seat in one.to_act, seat in two.to_act)
            self.same("its moves", one.moves(seat), two.moves(seat))
            for text in self.texts:
                reasons = [match.why_not(seat, text) for match in (one, two)]
                self.same(f"why “{text}” is refused", *map(str, reasons))
            if one.moves(seat):
                self.same("its default move", one.default_move(seat), two.default_move(seat))
        if thorough:
            # the order of what is written, too
            self.same("JSON", *(json.dumps(m.observe(seat).to_dict()) for m in (one, two)))
            if seat is not None and one._origin == two._origin:
                undo = [str(match.why_no_undo(seat)) for match in (one, two)]
                self.same("what can be taken back", *undo)

    def alike(self, which: int, seat: int, move: Move, wish: Move | None) -> Move | None:
        """The move that is the same for the watcher: that one, or where it is hidden, one like it.

        None where a public move is not legal.
        """
        legal = (self.one, self.two)[which].moves(seat)
        if seat == self.watcher or not is_hidden(self.one, move, self.watcher):
            return move if move in legal else None
        like = [other for other in legal if other.hidden_text() == move.hidden_text()]
        if wish in like:
            return wish
        return move if move in like else like[0] if like else None

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


def is_hidden(match: Match[Any], move: Move, watcher: Watcher) -> bool:
    """Whether the watcher sees only a text with "?" of a move, in the games played here."""
    return move.secret or type(move).__name__ in ("Give", "Pass")


def texts_of(played: Played) -> list[str]:
    """Some texts of moves: of all kinds that were made, and nonsense."""
    by_verb: dict[str, list[str]] = {}
    for _, move, _ in played.steps:
        by_verb.setdefault(move.verb, []).append(move.text)
    return ["nonsense", *(text for texts in by_verb.values() for text in sorted(set(texts))[:2])]


def relabelled(move: Move, token: int | None, order: Sequence[Card], first: Sequence[Card]) -> Move:
    """A move with the card that lies where the card of the move lay in the other world."""
    if token is None or len(move.cards()) != 1 or move.cards()[0] is not first[token]:
        return move
    return type(move)(*[order[token] if isinstance(v, Card) else v for v in move.values()])


def check(kind: Kind, seed: int, watcher: Watcher, tally: Tally, pairs: int = 1) -> None:
    """Play pairs of the first deal that are the same for the watcher. Raises `Leak`."""
    several = range(len(shuffles(kind, seed)))
    deals = [first_deal(kind, seed, watcher, which) for which in several]
    for number in range(pairs):
        played = deals[number % len(deals)]
        rng = Random(f"{kind} {seed} {watcher} {number}")
        steps = rng.randint((1 + played.horizon()) // 2, played.horizon())
        order = altered(played, steps, rng)
        where = f"check({kind}, seed {seed}, watcher {watcher}), pair {number}"
        pair = Pair(kind.match(seed), begin_again(played, order), watcher, texts_of(played), where)
        pair.told[0].extend(pair.one.events.seen_by(watcher))
        pair.told[1].extend(pair.two.events.seen_by(watcher))
        lockstep(pair, played, order, steps, rng, tally)


def lockstep(
    pair: Pair, played: Played, order: Sequence[Card], steps: int, rng: Random, tally: Tally
) -> None:
    watcher, secrets_differ = pair.watcher, False
    for step, (seat, move, token) in enumerate(played.steps[:steps]):
        if move is DECLINE and seat != watcher:
            pair.play(0, seat, move)
        else:
            pair.silence(seat, move)
            if seat != watcher and pair.alike(1, seat, move, None) is None:
                return
            pair.compare(tally, thorough=step % 6 == 3)
            wish = relabelled(move, token, order, played.order)
            if isinstance(move, Bid) and rng.random() < 0.5:
                wish = Bid(3 - move.amount)
            other = pair.alike(1, seat, move, wish)
            assert other is not None
            secrets_differ |= move.secret and other != move
            pair.play(0, seat, move)
            pair.play(1, seat, other)
        if pair.one.deal_number != 1 or pair.one.over:
            pair.silence(None, None)
            ended = [match.deal_number != 1 or match.over for match in (pair.one, pair.two)]
            pair.same("the end of the deal", *ended)
            return
        if secrets_differ and any(event.kind in TELLS for event in pair.told[0]):
            return


@every_kind
def test_what_was_never_learnt_makes_no_difference(kind: Kind) -> None:
    tally = Tally()
    for number, watcher in enumerate((0, kind.players - 1, None)):
        check(kind, 20 + number, watcher, tally, pairs=3)
    assert tally.compared > 20
    assert tally.different > 0.6 * tally.compared, tally


# -- a sampled match ------------------------------------------------------------------------------


def is_chance(pair: Pair) -> bool:
    """Whether the two differ first by a card from a pile that the watcher does not see.

    A sampled match draws other cards; what was sealed is other, too, once it is told.
    """
    unlike = ((a, b) for a, b in zip(*pair.told, strict=False) if a != b)
    one, two = next(unlike, (None, None))
    if one is None or two is None:
        return False
    if one.kind != two.kind:
        return False
    if one.kind == "move" and one.move and two.move:
        # the watcher is given another card
        return one.seat == two.seat and one.move.hidden_text() == two.move.hidden_text()
    if one.kind in ("card", "cards"):
        piles = {pile.label: pile for pile in pair.one.table._piles}
        return not piles[one.data["source"]].viewers >> int(pair.watcher or 0) & 1
    return one.kind in TELLS


def check_sampled(kind: Kind, seed: int, tally: Tally) -> None:
    """Sample now and then, and play both on, as long as the same is legal in both."""
    match, rng = kind.match(seed), kind.rng(seed)
    for step in range(60):
        if match.over:
            return
        if step % 6 == 0:
            watcher = rng.choice(match.to_act)
            sampled = match.observe(watcher).sample(rng)
            where = f"check_sampled({kind}, seed {seed}), step {step}"
            play_both(Pair(match.copy(), sampled, watcher, ["nonsense"], where, True), rng, tally)
        match.play(*choose(match, rng))


def play_both(pair: Pair, rng: Random, tally: Tally) -> None:
    deal = pair.one.deal_number
    pair.compare(tally)
    for _ in range(15):
        seat, move = choose(pair.one, rng)
        if move is DECLINE and seat != pair.watcher:
            pair.play(0, seat, move)
        else:
            pair.silence(seat, move)
            other = pair.alike(1, seat, move, None)
            if is_chance(pair) or (seat != pair.watcher and other is None):
                return
            pair.compare(tally)
            assert other is not None
            pair.play(0, seat, move)
            pair.play(1, seat, other)
        if any(match.deal_number != deal or match.over for match in (pair.one, pair.two)):
            return
        if is_chance(pair):
            return


@every_kind
def test_a_sampled_match_cannot_be_told_from_the_real_one(kind: Kind) -> None:
    tally = Tally()
    for seed in (60, 61, 62):
        check_sampled(kind, seed, tally)
    assert tally.compared > 20
    assert tally.different > 0.6 * tally.compared, tally


# -- planted leaks --------------------------------------------------------------------------------


@attrs.define
class CountingTable(NopeTable):
    nopes_held: int = 0


class PublicField(NopeGame, Game[CountingTable]):
    """A public field is reckoned from hidden hands."""

    def play(self, table: Any, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        table.nopes_held = sum(hand.count(NOPE) for hand in table.hands)


class ShownPass(Passing):
    """A card that is passed unseen is shown to everybody."""

    def play(self, table: PassingTable, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        if isinstance(move, Give) and table.aside[seat]:
            table.show(table.aside[seat], top=1)


class NamedPass(Passing):
    """A card that is passed unseen is named."""

    def play(self, table: PassingTable, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        if isinstance(move, Give):
            table.emit("given", card=move.card)


class ToldBid(SwapGame):
    """A sealed bid is told before all have bid."""

    def play(self, table: SwapTable, seat: int, move: Move) -> None:
        if isinstance(move, Bid):
            table.emit("bid", amount=move.amount)
        super().play(table, seat, move)


class OnlyWhereHeld(NopeGame):
    """An interrupt opens only where somebody can answer it."""

    def play(self, table: NopeTable, seat: int, move: Move) -> None:
        if not isinstance(move, Act | Nope) or any(
            NOPE in hand for other, hand in enumerate(table.hands) if other != seat
        ):
            super().play(table, seat, move)
            return
        card = move.card if isinstance(move, Act) else NOPE
        table.nopes = 0 if isinstance(move, Act) else table.nopes + 1
        table.put(card, table.hands[seat], table.discard)
        self.after_interrupt(table, Interrupt("nope", seat, card))


class TellingReason(NopeGame):
    """The reason of a refusal names the next card."""

    def why_not(self, table: NopeTable, seat: int, move: Move) -> Text | None:
        return Text("next comes {card}", card=str(table.stock.top))


class TellingMoves(NopeGame):
    """What may be played depends on another hand."""

    def moves(self, table: NopeTable, seat: int) -> Sequence[Move]:
        left = table.hands[(seat + 1) % len(table.seats)]
        return [m for m in super().moves(table, seat) if m != Act(SKIP) or SKIP not in left]


LEAKS = [PublicField, ShownPass, NamedPass, ToldBid, OnlyWhereHeld, TellingReason, TellingMoves]


def search(kind: Kind) -> None:
    for seed in range(40):
        for watcher in range(kind.players):
            check(kind, seed, watcher, Tally(), pairs=3)


@pytest.mark.parametrize("collect", ["in_order", "everyone", "race"])
@pytest.mark.parametrize("leaky", LEAKS)
def test_a_leak_is_found(leaky: type[Game[Any]], collect: Any) -> None:
    kind = Kind(leaky.__name__, leaky(), 3, {}, collect)
    with pytest.raises(Leak, match="can tell two worlds apart"):
        search(kind)


@pytest.mark.slow
@every_kind
def test_what_was_never_learnt_makes_no_difference_at_length(kind: Kind) -> None:
    tally = Tally()
    for watcher in (*range(kind.players), None):
        for seed in range(100, 112):
            check(kind, seed, watcher, tally, pairs=3)
    assert tally.different > 0.6 * tally.compared, tally
