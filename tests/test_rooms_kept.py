"""Rooms and a store that fails, a crash at a bad moment, and what is forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
import rooms
from rooms import House
from test_rooms import play_on

from cardcore.web.store import SqliteStore, StoreError


class Failing(SqliteStore):
    """A store whose disk is full while `full` is set."""

    full = False

    def append(self, code: str, number: int, lines: Iterable[str]) -> None:
        self._check()
        super().append(code, number, lines)

    def keep_room(self, code: str, data: dict[str, Any]) -> None:
        self._check()
        super().keep_room(code, data)

    def _check(self) -> None:
        if self.full:
            raise StoreError("the disk is full")


def failing(monkeypatch: pytest.MonkeyPatch) -> tuple[House, Failing]:
    monkeypatch.setattr(rooms, "SqliteStore", Failing)
    house = House(players=2, persons=2, reaction=0)
    assert isinstance(house.store, Failing)
    return house, house.store


def test_a_store_that_fails_is_told_of_once_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, store = failing(monkeypatch)
    store.full = True
    house.host.say("rename", name="Zoe")
    house.begin()
    play_on(house, Random(1), moves=10)
    house.wait(20)
    told = [str(text) for _, text in house.room.notices]
    assert told == [
        "this room cannot be saved: the disk is full",
        "this match cannot be saved: the disk is full",
    ]
    store.full = False
    house.wait(10)
    before = house.match.to_dict()
    house.restart()
    assert house.match.to_dict() == before
    assert house.room.at(0) is not None
    assert house.room.at(0).name == "Zoe"  # type: ignore[union-attr]


def test_a_match_that_could_not_be_begun_in_the_store_leaves_the_room_in_its_lobby(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, store = failing(monkeypatch)
    full = store.append
    monkeypatch.setattr(store, "append", lambda *_: (_ for _ in ()).throw(StoreError("full")))
    house.begin()
    house.restart()
    assert house.room.phase == "lobby"
    monkeypatch.setattr(store, "append", full)
    house.begin()
    house.restart()
    assert house.room.phase == "playing"


def test_a_crash_between_a_match_and_its_room_spoils_no_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, store = failing(monkeypatch)
    keep = store.keep_room
    monkeypatch.setattr(store, "keep_room", lambda *_: None)
    house.begin()  # its record begins; that it was begun is never kept
    monkeypatch.setattr(store, "keep_room", keep)
    house.restart()
    assert house.room.phase == "lobby"
    house.begin()
    play_on(house, Random(1), moves=5)
    before = house.match.to_dict()
    house.restart()
    assert house.match.to_dict() == before


def test_a_room_where_only_moves_are_made_is_not_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House(players=2, persons=2, reaction=0)
    house.begin()
    monkeypatch.setattr("cardcore.web.store.time.time", lambda: 5e9)
    play_on(house, Random(1), moves=1)
    assert house.store.forget(4e9) == 0
    assert house.store.forget(6e9) == 1
    assert house.store.lines("TESTS", 1) == []


def test_a_ping_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    house, store = failing(monkeypatch)
    store.full = True
    house.host.say("ping")
    assert not house.room.notices


def test_a_bot_that_cannot_be_made_is_told_of_and_default_moves_are_played() -> None:
    house = House(players=2, persons=1, pace=0)
    house.room.bots[1] = "gone"
    house.begin()
    play_on(house, Random(1), moves=5)
    house.wait(5)
    assert any("'gone'" in str(text) for _, text in house.room.notices)
