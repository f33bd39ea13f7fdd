"""Interrupts: who is asked, in each way of collecting claims, and what ends the asking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import pytest

from cardcore import (
    DECLINE,
    Card,
    Game,
    IllegalMove,
    Interrupt,
    Match,
    Move,
    Pile,
    Table,
    face_down,
    face_up,
    held,
)
from cardcore.interrupts import COLLECT
from cardcore.testing import position


@attrs.frozen
class Call(Move):
    """Open the interrupt that the test is about; the turn goes on to the next seat."""


@attrs.frozen
class Go(Move):
    """Go on: the turn passes to the next seat."""


@attrs.frozen
class Late(Move):
    """Draw a card late: this does not count as going on."""


@attrs.frozen
class End(Move):
    """End the deal."""


@attrs.frozen
class Clap(Move):
    """React openly."""

    card: Card


@attrs.frozen
class Slip(Move):
    """React with a card that is laid face down."""

    card: Card


@attrs.define
class BellTable(Table):
    """`closed` has the kinds of the interrupts that were closed, in their order."""

    stock: Pile = face_down()
    discard: Pile = face_up()
    aside: Pile = face_down()
    hands: list[Pile] = held()
    closed: list[str] = attrs.Factory(list)
    claims: list[int] = attrs.Factory(list)


class Bell(Game[BellTable]):
    """`opens` says how a call interrupts; a "x" reacts openly, a "s" face down, a "n" anew."""

    name, title, seats = "bell", "Bell", range(2, 6)

    def __init__(self, **opens: Any) -> None:
        self.opens = opens

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card(code) for code in "xsno" for _ in range(6)]

    def deal(self, table: BellTable, last: BellTable | None) -> None:
        table.deal(table.stock, 1)

    def moves(self, table: BellTable, seat: int) -> Sequence[Move]:
        return [Call(), Go(), Late(), End()]

    def goes_on(self, table: BellTable, seat: int, move: Move) -> bool:
        return not isinstance(move, Late)

    def reactions(self, table: BellTable, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        hand = dict.fromkeys(table.hands[seat])
        return [Slip(c) if c.code == "s" else Clap(c) for c in hand if c.code in "xsn"]

    def play(self, table: BellTable, seat: int, move: Move) -> None:
        if isinstance(move, Call):
            table.interrupt("call", **self.opens)
            table.turn.advance()
        elif isinstance(move, Go):
            table.turn.advance()
        elif isinstance(move, Late):
            table.draw(table.stock, table.hands[seat])
        elif isinstance(move, End):
            table.end_deal()
        elif isinstance(move, Clap | Slip):
            target = table.aside if isinstance(move, Slip) else table.discard
            table.put(move.card, table.hands[seat], target)
            if move.card.code == "n":
                table.interrupt(f"answer {len(table.interrupts)}", blocking=True)

    def after_interrupt(self, table: BellTable, interrupt: Interrupt) -> None:
        table.closed.append(interrupt.kind)
        table.claims += [seat for seat, _ in interrupt.claims]

    def points(self, table: BellTable) -> None:
        return None


X = Clap(Card("x"))


def called(*hands: str, collect: Any = "in_order", stock: str = "o", **opens: Any) -> Match[Any]:
    """Seat 0 has called; `hands` are those of all seats, "" for an empty one."""
    match = position(
        Bell(**opens),
        players=len(hands),
        hands=[" ".join(hand) for hand in hands],
        stock=" ".join(stock),
        rest="aside",
        collect=collect,
    )
    match.play(0, "call")
    return match


def asked(match: Match[Any]) -> list[int]:
    """The seats that may decline now."""
    return [seat for seat in match.to_act if DECLINE in match.moves(seat)]


# -- the three ways of collecting -----------------------------------------------------------------


def test_in_order_asks_the_nearest_seat_to_the_left_that_can_react() -> None:
    match = called("x", "o", "x", "x", blocking=True)
    assert match.to_act == (2,)
    assert match.moves(2) == (X, DECLINE)
    match.play(2, DECLINE)
    assert match.to_act == (3,)
    match.play(3, DECLINE)
    assert match.table.closed == ["call"]
    assert match.to_act == (1,)


def test_everyone_asks_every_other_seat_in_turn_even_with_decline_alone() -> None:
    match = called("x", "o", "x", "o", collect="everyone", blocking=True)
    seen = []
    while match.table.interrupts:
        (seat,) = match.to_act
        seen.append((seat, match.moves(seat)))
        match.play(seat, DECLINE)
    assert seen == [(1, (DECLINE,)), (2, (X, DECLINE)), (3, (DECLINE,))]
    assert match.table.closed == ["call"]


@pytest.mark.parametrize("blocking", [True, False])
def test_everyone_ends_with_the_first_claim(blocking: bool) -> None:
    match = called("x", "o", "x", "x", collect="everyone", blocking=blocking)
    match.play(1, DECLINE)
    match.play(2, X)
    assert not match.table.interrupts
    assert match.to_act == (1,)


def test_a_blocking_race_asks_all_at_once_and_the_first_claim_counts() -> None:
    match = called("x", "o", "x", "x", "x", collect="race", blocking=True)
    assert sorted(match.to_act) == [1, 2, 3, 4]
    assert match.moves(1) == (DECLINE,)  # that it is not asked would tell the others
    match.play(1, DECLINE)
    match.play(4, DECLINE)
    assert sorted(match.to_act) == [2, 3]
    match.play(3, X)
    assert match.to_act == (1,)
    assert match.table.claims == [3]
    with pytest.raises(IllegalMove, match="turn"):
        match.play(2, X)


def test_an_open_race_lets_the_seat_in_turn_act_too_and_the_first_move_counts() -> None:
    match = called("x", "o", "x", "x", collect="race")
    assert sorted(match.to_act) == [1, 2, 3]
    assert DECLINE not in match.moves(1)
    copy = match.copy()
    match.play(1, "go")
    assert match.to_act == (2,)
    assert DECLINE not in match.moves(2)
    copy.play(3, X)
    assert copy.to_act == (1,)
    assert not copy.table.interrupts


def test_in_an_open_race_the_seat_in_turn_that_can_react_has_both_kinds_of_moves() -> None:
    match = called("x", "x", "x", collect="race")
    assert {move.text for move in match.moves(1)} == {
        "call",
        "go",
        "late",
        "end",
        "clap x",
        "decline",
    }
    match.play(1, DECLINE)
    assert match.to_act == (2, 1)
    assert DECLINE not in match.moves(1)
    match.play(1, "go")
    assert not match.table.interrupts


@pytest.mark.parametrize("collect", COLLECT)
def test_a_claim_is_played_as_any_move_in_every_way_of_collecting(collect: Any) -> None:
    match = called("o", "x", "o", collect=collect, blocking=True)
    match.play(1, X)
    assert [card.code for card in match.table.discard] == ["x"]
    while match.table.interrupts:
        match.play(match.to_act[0], DECLINE)
    assert match.table.claims == [1]


# -- whom it is meant for -------------------------------------------------------------------------


@pytest.mark.parametrize("collect", COLLECT)
def test_an_interrupt_for_no_seat_asks_nobody_and_closes(collect: Any) -> None:
    match = called("x", "x", "x", collect=collect, blocking=True, seats=[])
    assert match.table.closed == ["call"]
    assert match.to_act == (1,)
    match = called("x", "x", "x", collect=collect, seats=[])
    assert match.to_act == (1,)
    assert not asked(match)


@pytest.mark.parametrize("collect", COLLECT)
def test_seats_that_are_not_meant_are_never_asked(collect: Any) -> None:
    match = called("x", "x", "x", "x", collect=collect, blocking=True, seats=[3, 1])
    seen = []
    while match.table.interrupts:
        seat = match.to_act[0]
        seen.append(seat)
        match.play(seat, DECLINE)
    assert seen == [1, 3]


@pytest.mark.parametrize("collect", COLLECT)
def test_the_actor_is_asked_last_where_it_is_meant(collect: Any) -> None:
    match = called("x", "x", "x", collect=collect, blocking=True, seats=[0, 2], answers="each")
    match.play(2, X)
    assert match.to_act == (0,)
    match.play(0, X)
    assert match.table.claims == [2, 0]
    assert match.to_act == (1,)


@pytest.mark.parametrize("seats", [None, [1, 2, 3]])
@pytest.mark.parametrize("collect", COLLECT)
def test_seats_that_are_out_are_never_asked(collect: Any, seats: list[int] | None) -> None:
    match = position(
        Bell(blocking=True, seats=seats),
        players=4,
        hands=["x", "x", "x", "x"],
        rest="aside",
        collect=collect,
    )
    match.table.turn.leave(2)
    match.play(0, "call")
    seen = []
    while match.table.interrupts:
        seat = match.to_act[0]
        seen.append(seat)
        match.play(seat, DECLINE)
    assert seen == [1, 3]


# -- how it ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize("collect", COLLECT)
def test_with_answers_each_every_seat_answers_once(collect: Any) -> None:
    match = called("x", "xx", "x", "xx", collect=collect, blocking=True, answers="each")
    match.play(1, X)
    assert 1 not in match.to_act
    match.play(2, DECLINE)
    match.play(3, X)
    assert match.table.claims == [1, 3]
    assert match.to_act == (1,)


@pytest.mark.parametrize("collect", COLLECT)
def test_an_open_interrupt_ends_with_a_claim(collect: Any) -> None:
    match = called("x", "x", "x", collect=collect)
    match.play(1, X)
    assert match.table.interrupts == []
    assert match.table.closed == []
    assert match.to_act == (1,)


@pytest.mark.parametrize("collect", COLLECT)
def test_an_open_interrupt_ends_with_a_move_of_the_seat_in_turn_that_goes_on(collect: Any) -> None:
    match = called("o", "x", "x", collect=collect)
    while len(asked(match)):
        match.play(asked(match)[0], DECLINE)
    assert len(match.table.interrupts) == 1
    match.play(1, "go")
    assert match.table.interrupts == []
    assert match.table.closed == []


@pytest.mark.parametrize("move", ["go", "late"])
def test_only_a_move_that_goes_on_ends_an_open_interrupt(move: str) -> None:
    match = called("o", "o", "x", collect="race")
    match.play(1, move)
    assert bool(asked(match)) is (move == "late")


@pytest.mark.parametrize("collect", COLLECT)
def test_an_open_interrupt_ends_with_the_deal(collect: Any) -> None:
    class Two(Bell):
        def is_over(self, table: BellTable, scores: Any) -> bool:
            return len(scores.deals) == 2

    match = position(
        Two(), players=3, hands=["o", "o", "o"], stock="x x x", rest="aside", collect=collect
    )
    match.play(0, "call")
    while asked(match):
        match.play(asked(match)[0], DECLINE)
    match.play(1, "end")
    assert match.deal_number == 2
    assert match.table.interrupts == []
    assert not asked(match)


class Closing(Bell):
    """A call ends the deal, once all have answered it."""

    def play(self, table: BellTable, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        if isinstance(move, Call):
            table.end_deal()

    def points(self, table: BellTable) -> Any:
        return [table.claims.count(seat) for seat in table.seats]


@pytest.mark.parametrize("collect", COLLECT)
def test_a_deal_that_ends_waits_for_the_answers_of_a_blocking_interrupt(collect: Any) -> None:
    match = position(
        Closing(blocking=True, answers="each"),
        players=3,
        hands=["o", "x", "x"],
        rest="aside",
        collect=collect,
    )
    match.play(0, "call")
    assert not match.over
    assert match.table.deal_is_over
    with pytest.raises(IllegalMove):
        match.play(0, "go")
    match.play(1, X)
    match.play(2, DECLINE)
    assert match.over
    assert match.scores.totals == [0, 1, 0]


@pytest.mark.parametrize("collect", COLLECT)
def test_a_blocking_interrupt_lets_nobody_act_who_is_not_asked(collect: Any) -> None:
    match = called("o", "o", "x", collect=collect, blocking=True)
    assert all(match.moves(seat) in ((DECLINE,), (X, DECLINE)) for seat in match.to_act)
    with pytest.raises(IllegalMove):
        match.play(1, "go")
    with pytest.raises(IllegalMove):
        match.play(0, "go")


def test_a_blocking_interrupt_that_nobody_can_answer_closes_at_once() -> None:
    match = position(Bell(blocking=True), players=3, hands=["o", "o", "o"])
    kinds = [event.kind for event in match.play(0, "call")]
    assert kinds == ["move", "interrupt", "closed"]
    assert match.table.closed == ["call"]


@pytest.mark.parametrize("collect", COLLECT)
def test_a_claim_opens_another_and_the_innermost_is_closed_first(collect: Any) -> None:
    match = called("x", "n", "n", "x", collect=collect, blocking=True)
    match.play(1, "clap n")
    assert [interrupt.kind for interrupt in match.table.interrupts] == ["call", "answer 1"]
    if collect == "everyone":
        assert match.to_act == (2,)
    match.play(2, "clap n")
    while match.table.interrupts:
        match.play(match.to_act[0], DECLINE)
    assert match.table.closed == ["answer 2", "answer 1", "call"]
    assert match.table.claims == [2, 1]


@pytest.mark.parametrize("collect", COLLECT)
def test_after_the_inner_interrupt_the_outer_goes_on_asking(collect: Any) -> None:
    match = called("o", "n", "o", "x", collect=collect, blocking=True, answers="each")
    match.play(1, "clap n")
    while len(match.table.interrupts) == 2:
        match.play(match.to_act[0], DECLINE)
    assert match.table.closed == ["answer 1"]
    while match.table.interrupts:
        seat = match.to_act[0]
        assert seat != 1
        match.play(seat, match.moves(seat)[0])
    assert match.table.claims == [1, 3]


# -- asking again ---------------------------------------------------------------------------------


@pytest.mark.parametrize("collect", COLLECT)
def test_a_seat_that_declined_is_not_asked_again_when_another_acts(collect: Any) -> None:
    match = called("o", "o", "x", collect=collect)
    while asked(match):
        match.play(asked(match)[0], DECLINE)
    match.play(1, "late")
    assert 2 not in asked(match)


@pytest.mark.parametrize("collect", COLLECT)
def test_a_seat_that_declined_is_asked_again_after_it_acts(collect: Any) -> None:
    match = called("o", "x", "x", collect=collect, stock="x")
    while asked(match):
        match.play(asked(match)[0], DECLINE)
    match.play(1, "late")
    assert asked(match) == [1]
    match.play(1, X)
    assert not match.table.interrupts


@pytest.mark.parametrize("collect", COLLECT)
def test_a_seat_that_declined_is_not_asked_again_after_a_move_that_changes_no_hand(
    collect: Any,
) -> None:
    match = called("o", "x", "x", collect=collect, stock="")
    while asked(match):
        match.play(asked(match)[0], DECLINE)
    match.table.put_all(match.table.stock, match.table.aside)
    match.play(1, "late")
    assert not asked(match)


@pytest.mark.parametrize("collect", ["in_order", "race"])
def test_a_seat_that_draws_the_very_card_late_is_asked(collect: Any) -> None:
    match = called("o", "o", "o", collect=collect, stock="x")
    assert not asked(match)
    match.play(1, "late")
    assert asked(match) == [1]


# -- what is seen of it ---------------------------------------------------------------------------


@pytest.mark.parametrize("blocking", [True, False])
def test_a_seat_never_sees_who_else_was_asked_or_declined(blocking: bool) -> None:
    one = called("o", "x", "x", "o", blocking=blocking)
    two = called("o", "o", "x", "o", blocking=blocking)
    assert (one.to_act, two.to_act) == ((1,), (2,))
    for seat in (0, 3, None):
        assert one.observe(seat) == two.observe(seat)
    one.play(1, DECLINE)
    assert one.to_act == two.to_act == (2,)
    for seat in (0, 2, 3, None):
        assert one.observe(seat) == two.observe(seat)


def test_a_seat_sees_kind_card_and_actor_and_whether_it_is_asked_itself() -> None:
    match = called("o", "x", "o", blocking=True, card=Card("n"))
    for seat in (0, 1, 2, None):
        (view,) = match.observe(seat).interrupts
        assert (view.kind, view.seat, view.card) == ("call", 0, Card("n"))
        assert view.asked is (seat == 1)
        assert view.answered is False


@pytest.mark.parametrize("collect", COLLECT)
def test_a_seat_knows_that_it_has_answered_itself_and_nothing_of_others(collect: Any) -> None:
    match = called("o", "x", "x", "o", collect=collect, blocking=True)
    match.play(1, DECLINE)
    answered = {seat: match.observe(seat).interrupts[0].answered for seat in (0, 1, 2, 3, None)}
    assert answered == {0: False, 1: True, 2: False, 3: False, None: False}


def test_a_decline_is_seen_by_its_own_seat_alone() -> None:
    match = called("o", "x", "x", blocking=True)
    events = match.play(1, DECLINE)
    assert [event.kind for event in events] == ["decline"]
    assert [event.kind for event in events.seen_by(1)] == ["decline"]
    for seat in (0, 2, None):
        assert len(events.seen_by(seat)) == 0
        assert all(event.kind != "decline" for event in match.observe(seat).events)


def test_claims_are_seen_only_as_far_as_a_seat_may_know_them() -> None:
    match = called("o", "s", "x", "o", blocking=True, answers="each")
    match.play(1, "slip s")
    told = {seat: match.observe(seat).interrupts[0].claims for seat in (0, 1, 2, 3, None)}
    slip = Slip(Card("s"))
    assert told == {seat: ((1, slip if seat == 1 else "slip ?"),) for seat in (0, 1, 2, 3, None)}
    assert match.table.interrupts[0].claims == ((1, slip),)


def test_open_claims_are_seen_by_all() -> None:
    match = called("o", "x", "x", "o", blocking=True, answers="each")
    match.play(1, X)
    for seat in (0, 1, 2, 3, None):
        assert match.observe(seat).interrupts[0].claims == ((1, X),)


# -- inside an interrupt, as anywhere -------------------------------------------------------------


@pytest.mark.parametrize("collect", COLLECT)
@pytest.mark.parametrize("blocking", [True, False])
def test_a_match_is_copied_and_saved_inside_an_interrupt(collect: Any, blocking: bool) -> None:
    opens: dict[str, Any] = {"blocking": blocking, "answers": "each"}
    match = called("o", "n", "s", "x", collect=collect, **opens)
    match.play(1, match.moves(1)[0])
    copy = match.copy()
    saved = Match.from_dict(match.to_dict(), game=Bell(**opens))
    for _ in range(4):
        seat = asked(match)[0] if asked(match) else match.to_act[0]
        move = match.moves(seat)[0]
        for other in (match, copy, saved):
            other.play(seat, move)
        assert copy.to_dict() == match.to_dict() == saved.to_dict()
        assert copy.to_act == match.to_act == saved.to_act
        for seat in match.seats:
            assert match.observe(seat) == saved.observe(seat) == copy.observe(seat)


def test_a_copy_inside_an_interrupt_is_independent() -> None:
    match = called("o", "x", "x", blocking=True, answers="each")
    before = match.to_dict()
    copy = match.copy()
    copy.play(1, X)
    copy.play(2, DECLINE)
    assert match.to_dict() == before
    assert match.to_act == (1,)
