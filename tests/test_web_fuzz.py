"""A fuzz test of the protocol: whatever is said to a room, it answers, and everybody sees it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rooms import NAMES, Device, House

from cardcore import CardcoreError
from cardcore.web.messages import _SHAPES, LONGEST, BadMessage, read

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([2**53, -(2**53), 10**400, 1e300, -0.0])
    | st.floats()
    | st.text(st.characters(), max_size=30)
    | st.sampled_from(["", "\ud800", "\u202e", "\x00", "<b>", "a" * 501, "{seat}", "%s", "İ", "ß"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(), max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
SEATS = st.integers(-1, 5)
NAME = st.sampled_from([*NAMES, "ana", " Bea ", "Bot 1", "<b>Zoë</b>", "🂡", ""])
SETTINGS = {
    "game": st.sampled_from(["zeus", "odin", "chess"]),
    "players": st.integers(1, 6),
    "options": st.dictionaries(
        st.sampled_from(["letters", "sneak", "limit", "goat", "draw", "nothing"]),
        st.sampled_from(["3", "4", "on", "off", "one-hand", "lenient", ""]),
        max_size=3,
    ),
    "house_rules": st.lists(st.sampled_from(["none", ""]), max_size=2),
    "bot": st.sampled_from(["random", "hard", "cmd:ls", "", "usual"]),
    "reaction": st.sampled_from([0, 0.5, 3, 31]),
    "patience": st.sampled_from([5, 60, 1]),
    "deputy": st.sampled_from(["bot", "default", "nobody"]),
    "delay": st.sampled_from([0, 5, -1]),
    "pace": st.sampled_from([0, 1, 11]),
}
FIELDS: dict[str, dict[str, Any]] = {
    "hello": {"lang": st.just("en")},
    "sit": {"seat": SEATS, "name": NAME},
    "stand": {},
    "rename": {"name": NAME},
    "lang": {"lang": st.sampled_from(["en", "es", "ES_mx", "xx", "../..", ""])},
    "move": {
        "decision": st.integers(-3, 0),  # from the newest one on
        "move": st.integers(0, 20) | st.sampled_from(["decline", "play 7", "pass", "İ"]),
    },
    "leave": {},
    "ping": {},
    "settings": SETTINGS,
    "bot": {"seat": SEATS, "bot": st.none() | SETTINGS["bot"]},
    "host": {"seat": SEATS},
    "start": {},
    "end": {},
}
OFTEN = [*["move"] * 12, *["sit", "start", "settings"] * 2, *FIELDS]


@st.composite
def messages(draw: st.DrawFn) -> dict[str, Any]:
    """A message as a client says it, now and then with something in it that is wrong."""
    kind = draw(st.sampled_from(OFTEN))
    fields = {name: draw(values) for name, values in FIELDS[kind].items()}
    if kind == "settings":
        kept = draw(st.sets(st.sampled_from(sorted(fields)), min_size=1, max_size=3))
        fields = {name: value for name, value in fields.items() if name in kept}
    if draw(st.integers(0, 7)) == 0:
        fields[draw(st.sampled_from([*fields, "type", "id", "x", "\ud800"]))] = draw(JSON)
    if draw(st.integers(0, 15)) == 0 and fields:
        del fields[draw(st.sampled_from(sorted(fields)))]
    return {"type": kind, **fields}


EVENTS = st.tuples(
    st.sampled_from(["say"] * 12 + ["wait", "wait", "go", "come", "restart"]),
    st.integers(0, 5),
    messages(),
    st.sampled_from([0.1, 1.0, 3.0, 70.0]),
)


def known(house: House) -> tuple[Any, ...]:
    """Everything that a refused message may not change."""
    playing = house.room.playing
    noted = None if playing is None or playing.window is None else dict(playing.window.noted)
    match = None if playing is None else playing.match.to_dict()
    return house.room.to_dict(), len(house.room.guests), match, noted


def say(house: House, device: Device, message: dict[str, Any]) -> None:
    """Say it as it goes over the wire; a refusal changes nothing."""
    message = dict(message)
    old = False
    if message["type"] == "move" and type(message.get("decision")) is int and device.view:
        old = message["decision"] != 0
        message["decision"] += device.view["decision"]
        if type(message.get("move")) is int:
            moves = device.moves
            message["move"] = moves[message["move"] % len(moves)] if moves else "decline"
    before = known(house)
    refused: CardcoreError | None = None
    try:
        said = read(json.dumps(message))
        if said.type == "hello":
            return
        house.room.do(device.guest, said, house.now)
    except CardcoreError as error:
        refused = error
    if refused is not None:
        assert known(house) == before, refused
        reason = device.client.text(getattr(refused, "reason", refused.text))
        assert 0 < len(reason.encode()) < 1000
        return
    assert not old or message["type"] != "move", "a move for another decision was taken"
    if said.type == "leave":
        for other in [one for one in house.devices if one.guest is device.guest]:
            house.devices.remove(other)
            house.room.disconnect(other.guest, house.now)


def check(house: House) -> None:
    """Everybody sees what there is: the same as somebody who has just come."""
    room = house.room
    sitting = [guest.seat for guest in room.guests.values() if guest.seat is not None]
    assert len(sitting) == len(set(sitting))
    assert all(seat in range(room.settings.players) for seat in sitting)
    due = room.next_time(house.now)
    assert due is None or due > house.now
    for device in house.devices:
        for message in device.hear():
            json.dumps(message, ensure_ascii=False).encode()
        new = Device(house, device.guest, device.token)
        new.hear()
        assert _without_time(new.room) == _without_time(device.room)
        if room.playing is not None:
            assert new.log == device.log
            left = ("moved", "reaction")
            assert {k: v for k, v in device.view.items() if k not in left} == {
                k: v for k, v in new.view.items() if k not in left
            }


def _without_time(room: dict[str, Any]) -> dict[str, Any]:
    """A room without the time that is left, which is told once and then counted by the client."""
    return {**room, "seats": [{**s, "away": bool(s["away"])} for s in room["seats"]]}


def converse(game: str, events: list[tuple[str, int, dict[str, Any], float]]) -> None:
    """Let these things happen in a room where a match is played, and look at it after each."""
    house = House(game, players=3, persons=2, reaction=1, pace=0.5, patience=5)
    house.come()
    house.begin()
    tokens = [device.token for device in house.devices]
    for what, number, message, seconds in events:
        device = house.devices[number % len(house.devices)] if house.devices else None
        if what == "say" and device is not None:
            say(house, device, message)
            house.go_on()
        elif what == "wait":
            house.wait(seconds)
        elif what == "go" and device is not None:
            house.go(device)
        elif what == "come" and len(house.devices) < 8:
            house.come(tokens[number] if number < len(tokens) else None)
        elif what == "restart":
            house.restart()
        check(house)


GAMES = st.sampled_from(["zeus", "odin"])
HAPPENED = st.lists(EVENTS, min_size=10, max_size=40)
ROOMY: dict[str, Any] = {
    "deadline": None,
    "phases": [Phase.explicit, Phase.reuse, Phase.generate],  # to make one shorter takes minutes
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large],
}


@settings(max_examples=12, **ROOMY)
@given(GAMES, HAPPENED)
def test_whatever_is_said_the_room_goes_on_and_all_see_it(game: str, events: Any) -> None:
    converse(game, events)


@pytest.mark.slow
@settings(max_examples=400, **ROOMY)
@given(GAMES, HAPPENED)
def test_whatever_is_said_the_room_goes_on_many_times(game: str, events: Any) -> None:
    converse(game, events)


# -- reading --------------------------------------------------------------------------------------

BYTES = st.binary(max_size=60) | st.text(max_size=60) | JSON.map(json.dumps)


@settings(max_examples=150, deadline=None)
@given(BYTES)
def test_whatever_comes_is_read_or_refused(data: bytes | str) -> None:
    refused = ""
    try:
        assert read(data).type in _SHAPES
    except BadMessage as error:
        refused = str(error)
    assert len(refused.encode()) < 500


DEEP = "[" * 900 + "]" * 900
WRONG = {
    "nothing": b"",
    "a list": b"[]",
    "no JSON": b"{",
    "not a number": b'{"type": "settings", "pace": NaN}',
    "infinity": b'{"type": "settings", "pace": -Infinity}',
    "two objects": b'{"type": "ping"} {"type": "ping"}',
    "a half sign": b'{"type": "settings", "\\ud800": 1}',
    "a half sign inside": b'{"type": "settings", "options": {"\\udfff": "1"}}',
    "nested deep": f'{{"type": "settings", "options": {DEEP}}}',
    "nested as a seat": f'{{"type": "sit", "name": "Ana", "seat": {DEEP}}}',
    "nested without end": "[" * 8000,
    "a huge number": b'{"type": "ping", "id": ' + b"9" * 8000 + b"}",
    "a huge power": b'{"type": "ping", "id": 1e9999}',
    "half a number": b'{"type": "ping", "id": 1.0}',
    "true as a number": b'{"type": "sit", "seat": true, "name": "Ana"}',
    "no text": b'{"type": "rename", "name": ["Ana"]}',
    "a long text": json.dumps({"type": "rename", "name": "a" * 501}),
    "an unknown type": b'{"type": "cheat"}',
    "a type that is none": b'{"type": {"a": 1}}',
    "a field too few": b'{"type": "move", "move": "play 7"}',
    "no UTF-8": b'{"type": "rename", "name": "\xff"}',
    "too long": json.dumps({"type": "ping", "x": "a" * LONGEST}),
    "too long in bytes": json.dumps({"type": "ping", "x": "é" * 9000}, ensure_ascii=False),
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_what_cannot_be_read_is_refused(data: bytes | str) -> None:
    with pytest.raises(BadMessage) as refused:
        read(data)
    str(refused.value).encode()


def test_a_message_in_any_order_and_with_more_in_it_is_read() -> None:
    said = read('{"x": [{"y": null}], "seat": 1, "id": 7, "name": "Zoë", "type": "sit"}')
    assert (said.type, said.id, dict(said.fields)) == ("sit", 7, {"seat": 1, "name": "Zoë"})
