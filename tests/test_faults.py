"""Faults that were found once, each named after what went wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs
import pytest

from cardcore import (
    Card,
    Game,
    GameError,
    HouseRule,
    Interrupt,
    Move,
    Pile,
    Plugins,
    Table,
    Text,
    face_down,
    held,
)
from cardcore.testing import position


@attrs.frozen
class Lay(Move):
    card: Card


@attrs.frozen
class Snap(Move):
    pass


@attrs.define
class SnapTable(Table):
    stock: Pile = face_down()
    hands: list[Pile] = held()


class SnapGame(Game[SnapTable]):
    """A card is laid away unseen; whoever wants may snap."""

    name, title, seats = "snap", "Snap", range(2, 5)
    names_the_card = False

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card(code) for code in "abcdef"]

    def deal(self, table: SnapTable, last: SnapTable | None) -> None:
        table.deal(table.stock, 1)

    def moves(self, table: SnapTable, seat: int) -> Sequence[Move]:
        return [Lay(card) for card in table.hands[seat]]

    def reactions(self, table: SnapTable, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        return [Snap()]

    def play(self, table: SnapTable, seat: int, move: Move) -> None:
        if isinstance(move, Lay):
            table.put(move.card, table.hands[seat], table.stock)
            named = move.card if self.names_the_card else None
            table.interrupt("snap", card=named, blocking=True)
            table.turn.advance()

    def points(self, table: SnapTable) -> Sequence[int]:
        return [0 for _ in table.seats]


class NoSnap(HouseRule):
    name = "no-snap"

    def move_allowed(self, table: Any, seat: int, move: Move) -> Text | None:
        return Text("nobody snaps here") if isinstance(move, Snap) else None


class Blabs(HouseRule):
    name = "blabs"

    def move_played(self, table: Any, seat: int, move: Move) -> None:
        raise KeyError(table.hands[1][0])


def begun(game: SnapGame, *rules: HouseRule, collect: Any = "in_order") -> Any:
    return position(game, players=3, hands=["a b", "c", "d"], house_rules=rules, collect=collect)


def test_a_house_rule_may_refuse_the_only_reaction() -> None:
    match = begun(SnapGame(), NoSnap())
    match.play(0, "lay a")
    assert match.to_act == (1,)
    assert [move.text for move in match.moves(1)] == ["lay c"]


def test_a_house_rule_that_refuses_reactions_does_not_tell_who_was_asked() -> None:
    match = begun(SnapGame(), NoSnap(), collect="everyone")
    match.play(0, "lay a")
    assert [move.text for move in match.moves(1)] == ["decline"]
    assert list(match.play(1, "decline").seen_by(0)) == []


def test_what_a_failing_house_rule_raised_is_told_to_the_host_alone() -> None:
    events = begun(SnapGame(), Blabs()).play(0, "lay a")
    (told,) = [event for event in events if event.kind == "rule"]
    assert "KeyError" in told.data["detail"]
    seen = told.seen_by(2)
    assert seen is not None
    assert seen.data["detail"] == ""


def test_an_interrupt_names_no_card_that_not_everybody_has_seen() -> None:
    class Names(SnapGame):
        names_the_card = True

    match = begun(Names())
    before = match.to_dict()
    with pytest.raises(GameError, match="names a, which not everybody has seen"):
        match.play(0, "lay a")
    assert match.to_dict() == before


def test_an_old_observation_does_not_follow_the_match() -> None:
    match = begun(SnapGame())
    match.table.emit("open", cards=match.table.hands[1])
    seen = match.observe(0)
    match.table.draw(match.table.stock, match.table.hands[1])
    assert seen.events[-1].data["cards"] == [Card("c")]


def test_hands_are_not_exchanged_behind_the_engines_back() -> None:
    table = begun(SnapGame()).table
    with pytest.raises(TypeError, match="move their cards"):
        table.hands[0], table.hands[1] = table.hands[1], table.hands[0]


def test_a_card_put_at_a_place_that_there_is_not_stays_where_it_is() -> None:
    table = begun(SnapGame()).table
    for source in (table.hands[0], table.stock):
        before = list(source)
        with pytest.raises(GameError, match="the top, the bottom or anywhere, not 'middle'"):
            table.put(source[0], source, table.hands[1], at="middle")
        assert list(source) == before


def test_a_default_that_all_tables_would_share_is_refused() -> None:
    @attrs.define
    class Shared(Table):
        stock: Pile = face_down()
        tricks: list[int] = []  # noqa: RUF008 - the fault itself

    class SharedGame(SnapGame):
        table_type = Shared

    with pytest.raises(GameError, match=r"attrs\.Factory\(list\)"):
        SharedGame().match(2, seed=1)


@pytest.mark.parametrize("error", [GeneratorExit(), BaseException("odd"), SystemExit(3)])
def test_whatever_a_plugin_raises_harms_only_itself(error: BaseException) -> None:
    class Entry:
        name, value, dist, group = "odd", "odd", None, "cardcore"

        def load(self) -> Any:
            raise error

    plugins = Plugins([Entry()], only=None)  # type: ignore[list-item]
    assert plugins.games() == []
    (plugin,) = plugins.all()
    assert "import failed" in str(plugin.problems[0])
