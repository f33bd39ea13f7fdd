"""House rules: what they may change, and that a broken one harms only itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pytest

import cardcore
from cardcore import BadOptions, HouseRule, IllegalMove, Interrupt, Match, Move, Record, Text
from cardcore.testing import position

ZEUS = cardcore.game("zeus")


class NoTens(HouseRule):
    name = "no-tens"
    title = "Nobody may play a 10"

    def move_allowed(self, table: Any, seat: int, move: Move) -> Text | None:
        return Text("no tens in this house") if move.text == "play 10" else None


class Double(HouseRule):
    name = "double"
    title = "Every letter counts twice"

    def deal_scored(self, table: Any, points: Sequence[int] | None) -> Sequence[int] | None:
        return None if points is None else [2 * n for n in points]


@attrs.frozen
class Applaud(Move):
    """Clap."""


class Applause(HouseRule):
    name = "applause"
    title = "After a god everybody may clap, and it is counted"

    def move_played(self, table: Any, seat: int, move: Move) -> None:
        if move.text == "play Hera":
            table.interrupt("applause", blocking=True, answers="each")

    def reactions(self, table: Any, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        return [Applaud()]

    def play(self, table: Any, seat: int, move: Move) -> None:
        notes = table.notes.setdefault(self.name, {"claps": 0, "done": False})
        notes["claps"] += 1

    def after_interrupt(self, table: Any, interrupt: Interrupt) -> None:
        table.notes.setdefault(self.name, {"claps": 0})["done"] = True


class Forbid(HouseRule):
    name = "forbid"

    def move_allowed(self, table: Any, seat: int, move: Move) -> Text | None:
        return Text("nothing is allowed")


class Broken(HouseRule):
    name = "broken"

    def __init__(self, method: str) -> None:
        self.method = method

    def _fail(self, method: str) -> None:
        if method == self.method:
            raise RuntimeError("out of order")

    def move_allowed(self, table: Any, seat: int, move: Move) -> Text | None:
        self._fail("move_allowed")
        return None

    def move_played(self, table: Any, seat: int, move: Move) -> None:
        self._fail("move_played")
        opens = self.method in ("reactions", "play", "after_interrupt")
        if opens and not isinstance(move, Applaud):
            table.interrupt("broken", blocking=True)

    def deal_scored(self, table: Any, points: Any) -> Any:
        self._fail("deal_scored")
        return [1] if self.method == "wrong points" else points

    def reactions(self, table: Any, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        self._fail("reactions")
        return [Applaud()]

    def play(self, table: Any, seat: int, move: Move) -> None:
        self._fail("play")

    def after_interrupt(self, table: Any, interrupt: Interrupt) -> None:
        self._fail("after_interrupt")


def finish(match: Match[Any]) -> None:
    """Play on with the first move that is no decline, to the end."""
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, match.moves(seat)[0])


def hera(*rules: HouseRule) -> Match[Any]:
    return position(
        ZEUS, players=3, hands=["Hera 10 2 3", "4 5 6 7", "4 5 6 7"], house_rules=list(rules)
    )


def test_a_house_rule_refuses_a_move_with_its_reason() -> None:
    match = hera(NoTens())
    assert "play 10" not in [move.text for move in match.moves(0)]
    assert str(match.why_not(0, "play 10")) == "no tens in this house"
    before = match.to_dict()
    with pytest.raises(IllegalMove, match="no tens in this house"):
        match.play(0, "play 10")
    assert match.to_dict() == before


def test_a_house_rule_changes_scoring() -> None:
    match = ZEUS.match(3, seed=1, house_rules=[Double()])
    finish(match)
    assert match.standings[0].points == 4
    assert all(deal is None or max(deal) == 2 for deal in match.scores.deals)


def test_a_house_rule_opens_an_interrupt_and_answers_it_itself() -> None:
    match = hera(Applause())
    match.play(0, "play Hera")
    assert match.to_act == (1,)
    assert [move.text for move in match.moves(1)] == ["applaud", "decline"]
    match.play(1, "applaud")
    match.play(2, "decline")
    assert match.table.notes["applause"] == {"claps": 1, "done": True}
    assert match.to_act == (1,)
    assert match.observe(2).notes["applause"]["claps"] == 1


def test_what_a_house_rule_remembers_is_copied_saved_and_replayed() -> None:
    match = hera(Applause())
    match.play(0, "play Hera")
    copy = match.copy()
    match.play(1, "applaud")
    assert "applause" not in copy.table.notes
    rules = [Applause()]
    saved = Match.from_dict(match.to_dict(), game=ZEUS, house_rules=rules)
    assert saved.to_dict() == match.to_dict()
    assert match.record().replay(game=ZEUS, house_rules=rules).to_dict() == match.to_dict()


def test_notes_outlive_a_deal() -> None:
    match = ZEUS.match(2, seed=3, house_rules=[Applause()])
    match.table.notes["applause"] = {"claps": 7, "done": False}
    deal = match.deal_number
    while match.deal_number == deal and not match.over:
        seat = match.to_act[0]
        match.play(seat, match.moves(seat)[-1])
    assert match.table.notes["applause"]["claps"] >= 7


def test_a_rule_that_would_refuse_every_move_does_not_count_and_an_event_says_so() -> None:
    match = hera(NoTens(), Forbid())
    assert {move.text for move in match.moves(0)} == {"play 2", "play 3", "play Hera"}
    events = match.play(0, "play 2")
    told = [event.data for event in events if event.kind == "rule"]
    assert [(data["rule"], data["what"]) for data in told] == [("forbid", "overruled")]


@pytest.mark.parametrize(
    "method",
    [
        "move_allowed",
        "move_played",
        "deal_scored",
        "wrong points",
        "reactions",
        "play",
        "after_interrupt",
    ],
)
def test_a_rule_that_raises_is_switched_off_and_named_and_the_match_goes_on(method: str) -> None:
    match = ZEUS.match(3, seed=2, house_rules=[Broken(method), Double()])
    told = []
    while not match.over:
        seat = match.to_act[0]
        for event in match.play(seat, match.moves(seat)[0]):
            if event.kind == "rule":
                told.append((event.data["rule"], event.data["what"]))
    assert told == [("broken", "failed")]
    assert match.standings[0].points == 4
    record = match.record()
    assert record.verify(game=ZEUS, house_rules=[Broken(method), Double()]).over


def test_looking_at_a_failing_rule_changes_nothing() -> None:
    match = hera(Broken("move_allowed"))
    before = match.to_dict()
    match.moves(0)
    match.observe(0)
    assert match.to_dict() == before


def test_house_rules_are_named_in_the_record() -> None:
    match = ZEUS.match(2, seed=1, house_rules=[Double()])
    assert match.record().header["house_rules"] == ["double"]
    assert Record.of(match).lines()[0].count("double") == 1


def test_a_house_rule_of_another_game_or_twice_or_unknown_is_refused() -> None:
    class ForOthers(HouseRule):
        name = "for-others"
        game = "chess"

    with pytest.raises(BadOptions, match="for chess, not for zeus"):
        ZEUS.match(2, house_rules=[ForOthers()])
    with pytest.raises(BadOptions, match="twice"):
        ZEUS.match(2, house_rules=[Double(), Double()])
    with pytest.raises(BadOptions, match="no house rule 'nonsense'"):
        ZEUS.match(2, house_rules=["nonsense"])


def test_a_sampled_match_keeps_the_house_rules() -> None:
    import random

    match = hera(NoTens())
    world = match.observe(0).sample(random.Random(1))
    assert world.moves(0) == match.moves(0)
    assert world.observe(0) == match.observe(0)
