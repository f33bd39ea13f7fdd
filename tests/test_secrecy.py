"""The central promise: matches that differ only in what a seat never learnt look the same to it.

How it is tried stands in `cardcore.testing.laws.secrecy`; here it is tried at length, and leaks are
planted that it must find.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import attrs
import pytest
from playing import Kind, each, kinds
from small_games import NopeGame, Passing, SwapGame
from small_games.nope import NOPE, SKIP, Act, Nope, NopeTable
from small_games.passing import Give, PassingTable
from small_games.swap import Bid, SwapTable
from zoo import sealed

from cardcore import Game, Interrupt, Move, Text
from cardcore.testing.cases import Case
from cardcore.testing.laws.pairs import Leak, Tally
from cardcore.testing.laws.secrecy import check_deal, check_sampled

KINDS = [kind for kind in kinds() if not kind.options.get("auto_finish")]
"""Where the whole hand is played for whoever may, it tells of hands what nobody has chosen to."""

every_kind = each(KINDS)

TELLS = frozenset({"bids"})
"""What a game tells of secrets: after it, matches with other secrets may look different."""


def check(kind: Kind, seed: int, watcher: int | None, tally: Tally, pairs: int = 1) -> None:
    case = case_of(kind, seed)
    check_deal(case, case.choices(), watcher, tally, pairs)


def case_of(kind: Kind, seed: int) -> Case:
    return kind.case(seed, tells=TELLS, languages=("en", "es"))


@every_kind
def test_what_was_never_learnt_makes_no_difference(kind: Kind) -> None:
    tally = Tally()
    for number, watcher in enumerate((0, kind.players - 1, None)):
        check(kind, 20 + number, watcher, tally, pairs=3)
    assert tally.compared > 20
    assert tally.different > 0.6 * tally.compared, tally


@every_kind
def test_a_sampled_match_cannot_be_told_from_the_real_one(kind: Kind) -> None:
    tally = Tally()
    for seed in (60, 61, 62):
        case = case_of(kind, seed)
        check_sampled(case, case.choices(), tally)
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


class ClaimedPairs(sealed.Claimed):
    """Claims with a deck of equal cards, which are seen, lost from sight and seen again."""

    name = "claimed-pairs"
    cards = sealed.Sealed.cards


@pytest.mark.parametrize("seed", [87, 120, 131])
def test_with_equal_cards_laid_face_down_a_match_can_be_sampled_at_every_decision(
    seed: int,
) -> None:
    match, rng = ClaimedPairs().match(3, seed=seed), Random(seed)
    for _ in range(120):
        if match.over:
            break
        seat = match.to_act[0]
        moves, seen = match.moves(seat), match.observe(seat)
        assert seen.sample(rng).observe(seat) == seen
        doubts = moves[-1].text == "decline" and rng.random() < 0.8
        match.play(seat, moves[0] if doubts else moves[int(rng.random() * len(moves))])
