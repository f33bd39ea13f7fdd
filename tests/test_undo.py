"""Undo: what may be taken back, what may not and why, and that nothing of it is left."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import attrs
import pytest

from cardcore import (
    DECLINE,
    CannotUndo,
    Card,
    Game,
    Interrupt,
    Match,
    Move,
    Pile,
    Record,
    Table,
    face_down,
    face_up,
    held,
    secret,
    top_up,
)
from cardcore.testing import position


@attrs.frozen
class Do(Move):
    """One of the things that can be done, by its name."""

    verb = "do"
    what: str


@attrs.frozen
class React(Move):
    """React to what another did."""


def any_number(table: Any, seat: int | None, rng: Random) -> int:
    return int(rng.random() * 10)


@attrs.define
class BenchTable(Table):
    """A pile of each kind; `count` counts what was done."""

    stock: Pile = face_down()
    discard: Pile = face_up()
    heap: Pile = top_up()
    hands: list[Pile] = held()
    code: int = secret(7, anew=any_number)
    count: int = 0


THINGS = (
    "nothing",
    "play",
    "take-open",
    "draw",
    "give",
    "roll",
    "shuffle",
    "peek",
    "show-own",
    "show-other",
    "tell",
    "take-top",
    "take-heap",
    "take-bottom",
    "call",
    "block",
    "end",
)


class Bench(Game[BenchTable]):
    """Everybody may do anything at any time."""

    name, title, seats = "bench", "Bench", range(2, 5)

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card(code) for code in "abcdefghijklmnopqrst"]

    def deal(self, table: BenchTable, last: BenchTable | None) -> None:
        table.shuffle(table.stock)
        table.deal(table.stock, 2)
        table.draw(table.stock, table.discard)
        table.put_all(table.stock, table.heap, keep=8)

    def to_act(self, table: BenchTable) -> Sequence[int]:
        return list(table.seats)

    def moves(self, table: BenchTable, seat: int) -> Sequence[Move]:
        return [Do(what) for what in THINGS]

    def goes_on(self, table: BenchTable, seat: int, move: Move) -> bool:
        return False

    def reactions(self, table: BenchTable, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        return [React()]

    def play(self, table: BenchTable, seat: int, move: Move) -> None:
        table.count += 1
        hand, other = table.hands[seat], (seat + 1) % len(table.seats)
        match move.what if isinstance(move, Do) else "":
            case "play":
                table.put(hand[0], hand, table.discard)
            case "take-open":
                table.draw(table.discard, hand)
            case "draw":
                table.draw(table.stock, hand)
            case "give":
                table.put(hand[0], hand, table.hands[other])
            case "roll":
                table.count += table.chance.integer(1000)
            case "shuffle":
                table.shuffle(table.stock)
            case "peek":
                table.show(table.stock, top=1, to=[seat])
            case "show-own":
                table.show(hand)
            case "show-other":
                table.show(table.hands[other])
            case "tell":
                table.emit("told", code=table.code)
            case "take-top":
                table.draw(table.heap, hand)
            case "take-heap":
                table.put_all(table.heap, hand)
            case "take-bottom":
                table.draw(table.heap, hand, at="bottom")
            case "call":
                table.interrupt("call")
            case "block":
                table.interrupt("block", blocking=True, answers="each")
            case "end":
                table.end_deal()

    def points(self, table: BenchTable) -> Sequence[int]:
        return [table.count for _ in table.seats]

    def is_over(self, table: BenchTable, scores: Any) -> bool:
        return len(scores.deals) == 2


BENCH = Bench()


def begun(players: int = 2, **given: Any) -> Match[BenchTable]:
    return BENCH.match(players, seed=4, **given)


def state(match: Match[Any]) -> dict[str, Any]:
    """All that is so, without how it came about."""
    data = match.to_dict()
    del data["log"]
    return data


def refused(match: Match[Any], seat: int, reason: str) -> None:
    before = match.to_dict()
    assert not match.can_undo(seat)
    assert reason in str(match.why_no_undo(seat))
    with pytest.raises(CannotUndo, match=reason):
        match.undo(seat)
    assert match.to_dict() == before


# -- what may not be taken back -------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2, -1, -2])
def test_where_a_seat_has_not_moved_there_is_nothing_to_take_back(seat: int) -> None:
    refused(begun(), seat, "no move to take back")


def test_another_seats_move_is_not_ones_own_to_take_back() -> None:
    match = begun()
    match.play(1, "do nothing")
    refused(match, 0, "no move to take back")


@pytest.mark.parametrize("what", ["roll", "shuffle"])
def test_a_move_with_chance_is_not_taken_back(what: str) -> None:
    match = begun()
    match.play(0, f"do {what}")
    refused(match, 0, "chance")


def test_a_move_before_anothers_chance_is_not_taken_back() -> None:
    match = begun(bots={1: "random"})
    match.play(0, "do nothing")
    match.play(1, "do roll")
    refused(match, 0, "chance")


def test_a_move_is_not_taken_back_once_another_person_has_acted() -> None:
    match = begun()
    match.play(0, "do nothing")
    match.play(1, "do nothing")
    refused(match, 0, "somebody else")
    assert match.can_undo(1)


@pytest.mark.parametrize("what", ["draw", "peek", "show-other", "take-top"])
def test_a_move_by_which_a_card_was_learnt_is_not_taken_back(what: str) -> None:
    """Drawn, shown, or uncovered under the top card of a pile."""
    match = begun()
    match.play(0, f"do {what}")
    refused(match, 0, "seen a card")


@pytest.mark.parametrize("what", ["take-heap", "take-bottom"])
def test_a_card_from_below_a_top_that_all_see_is_learnt(what: str) -> None:
    match = begun()
    match.play(0, f"do {what}")
    refused(match, 0, "seen a card")


@pytest.mark.parametrize("what", ["play", "show-own", "give"])
def test_a_card_that_a_bot_shows_since_is_learnt(what: str) -> None:
    match = begun(bots={1: "random"})
    match.play(0, "do nothing")
    match.play(1, f"do {what}")
    refused(match, 0, "seen a card")


def test_a_move_by_which_a_secret_may_be_told_is_not_taken_back() -> None:
    match = begun()
    match.play(0, "do tell")
    refused(match, 0, "seen a card")


def test_a_new_deal_is_not_taken_back() -> None:
    match = begun()
    match.play(0, "do end")
    refused(match, 0, "chance")


def test_a_sampled_match_takes_nothing_back() -> None:
    world = begun().observe(0).sample(Random(1))
    world.play(0, "do nothing")
    refused(world, 0, "no history")


# -- what may be ----------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["nothing", "play", "take-open", "show-own", "give", "call"])
def test_a_move_by_which_nothing_was_learnt_is_taken_back(what: str) -> None:
    match = begun()
    before = state(match)
    match.play(0, f"do {what}")
    assert match.can_undo(0)
    assert match.why_no_undo(0) is None
    match.undo(0)
    assert state(match) == before
    for seat in (0, 1, None):
        assert match.observe(seat) == begun().observe(seat)


def test_a_card_that_was_known_already_is_not_learnt() -> None:
    match = begun()
    match.play(0, "do peek")
    before = state(match)
    match.play(0, "do draw")
    match.undo(0)
    assert state(match) == before
    refused(match, 0, "seen a card")


def test_looking_whether_a_move_may_be_taken_back_changes_nothing() -> None:
    match = begun()
    match.play(0, "do play")
    before = match.to_dict()
    for seat in match.seats:
        match.can_undo(seat)
    assert match.to_dict() == before


def test_the_last_move_of_a_match_is_taken_back() -> None:
    match = position(BENCH, players=2, deals=[[1, 1]], totals=[1, 1], hands=["a b", "c d"])
    before = state(match)
    match.play(0, "do end")
    assert match.over
    match.undo(0)
    assert not match.over
    assert state(match) == before


def test_what_bots_did_since_goes_back_with_ones_own_move() -> None:
    match = begun(3, bots={1: "random", 2: "random"})
    before = state(match)
    match.play(0, "do play")
    match.play(1, "do nothing")
    match.play(2, "do nothing")
    match.undo(0)
    assert state(match) == before


def test_one_persons_move_ends_it_even_among_bots() -> None:
    match = begun(3, bots={1: "random"})
    match.play(0, "do nothing")
    match.play(1, "do nothing")
    assert match.can_undo(0)
    match.play(2, "do nothing")
    refused(match, 0, "somebody else")


def test_two_moves_are_taken_back_one_after_the_other() -> None:
    match = begun()
    first = state(match)
    match.play(0, "do play")
    second = state(match)
    match.play(0, "do play")
    match.undo(0)
    assert state(match) == second
    match.undo(0)
    assert state(match) == first
    refused(match, 0, "no move to take back")


def test_after_an_undo_another_move_is_played_and_taken_back() -> None:
    match = begun()
    before = state(match)
    for what in ("play", "give", "nothing"):
        match.play(0, f"do {what}")
        match.undo(0)
        assert state(match) == before
    assert match.play(0, "do play").raw == begun().play(0, "do play").raw


def test_an_undo_in_a_copy_leaves_the_match_as_it_was() -> None:
    match = begun()
    before = state(match)
    match.play(0, "do play")
    after = match.to_dict()
    copy = match.copy()
    copy.undo(0)
    assert state(copy) == before
    assert match.to_dict() == after
    match.undo(0)
    assert match.to_dict() == copy.to_dict()


# -- practice -------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", [what for what in THINGS if what not in ("call", "block")])
def test_in_practice_against_bots_everything_is_taken_back(what: str) -> None:
    match = begun(bots={1: "random"}, practice=True)
    before = state(match)
    match.play(0, f"do {what}")
    match.play(1, "do roll")
    match.undo(0)
    assert state(match) == before


def test_in_practice_the_same_random_results_come_again() -> None:
    match = begun(bots={1: "random"}, practice=True)
    match.play(0, "do roll")
    first = match.table.count
    match.play(0, "do shuffle")
    stock = list(match.table.stock)
    match.undo(0)
    match.undo(0)
    match.play(0, "do roll")
    assert match.table.count == first
    match.play(0, "do shuffle")
    assert list(match.table.stock) == stock


def test_practice_among_persons_keeps_the_limits() -> None:
    match = begun(3, bots={1: "random"}, practice=True)
    match.play(0, "do draw")
    refused(match, 0, "seen a card")


# -- in interrupts --------------------------------------------------------------------------------


def test_a_move_that_opened_an_interrupt_is_taken_back_inside_it() -> None:
    match = begun(3)
    before = state(match)
    match.play(0, "do block")
    assert list(match.to_act) == [1]
    match.undo(0)
    assert state(match) == before
    assert match.table.interrupts == []
    assert list(match.to_act) == [0, 1, 2]


def test_declines_of_others_do_not_count_for_nobody_may_know_of_them() -> None:
    match = begun(3)
    before = state(match)
    match.play(0, "do block")
    match.play(1, DECLINE)
    assert match.can_undo(0)
    match.play(2, DECLINE)
    match.undo(0)
    assert state(match) == before


def test_a_claim_of_another_counts() -> None:
    match = begun(3)
    match.play(0, "do block")
    match.play(1, "react")
    refused(match, 0, "somebody else")
    inside = begun(3)
    inside.play(0, "do block")
    expected = state(inside)
    match.undo(1)
    assert state(match) == expected
    assert match.to_act == (1,)


def test_a_decline_is_taken_back_by_its_own_seat() -> None:
    match = begun(3)
    match.play(0, "do block")
    before = state(match)
    match.play(1, DECLINE)
    assert match.to_act == (2,)
    match.undo(1)
    assert state(match) == before
    assert match.to_act == (1,)


# -- after saving, replaying and setting up -------------------------------------------------------


def test_a_match_that_was_saved_takes_back_as_before() -> None:
    match = begun()
    match.play(0, "do nothing")
    before = state(match)
    match.play(0, "do play")
    saved = Match.from_dict(match.to_dict(), game=BENCH)
    assert saved.can_undo(0)
    saved.undo(0)
    assert state(saved) == before
    again = Match.from_dict(saved.to_dict(), game=BENCH)
    assert again.to_dict() == saved.to_dict()
    again.undo(0)
    assert state(again) == state(begun())


def test_a_match_that_was_replayed_takes_back_as_before() -> None:
    match = begun()
    before = state(match)
    match.play(0, "do play")
    match.undo(0)
    match.play(0, "do give")
    again = Record.parse("".join(match.record().lines()).encode()).replay(game=BENCH)
    assert again.to_dict() == match.to_dict()
    again.undo(0)
    assert state(again) == before
    assert Record.parse("".join(again.record().lines()).encode()).verify(game=BENCH)


def test_a_position_goes_back_to_its_beginning_and_no_further() -> None:
    match = position(BENCH, players=2, hands=["a b", "c d"], discard="e", count=5)
    before = state(match)
    assert not match.can_undo(0)
    match.play(0, "do play")
    match.play(0, "do play")
    assert match.table.count == 7
    match.undo(0)
    match.undo(0)
    assert state(match) == before
    refused(match, 0, "no move to take back")


@pytest.mark.parametrize("seed", range(8))
def test_in_practice_any_way_back_leads_to_what_was(seed: int) -> None:
    """Play at random, with undos: after each one all is as it was before the move."""
    rng = random.Random(seed)
    match = begun(3, bots={1: "a", 2: "b"}, practice=True, collect=rng.choice(["race", "everyone"]))
    before: list[dict[str, Any]] = []
    for _ in range(40):
        if match.over:
            break
        if before and rng.random() < 0.3:
            match.undo(0)
            assert state(match) == before.pop()
            continue
        seat = rng.choice(match.to_act)
        if seat == 0:
            before.append(state(match))
        moves = [m for m in match.moves(seat) if m.text != "do take-open" or match.table.discard]
        moves = [m for m in moves if match.table.hands[seat] or m.text not in CARDS_NEEDED]
        match.play(seat, rng.choice(moves))
    again = match.record().verify(game=BENCH)
    assert again.to_dict() == match.to_dict()


CARDS_NEEDED = ("do play", "do give")
