"""Faults over real sockets: lost connections, messages that go astray, and what is too much."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from web_client import Refusal, WebClient
from web_server import Server, new_room, table
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cardcore.texts import Text
from cardcore.web.hub import BURST, CLIENTS, UNREADABLE, Gone
from cardcore.web.messages import LONGEST
from cardcore.web.running import LARGEST

HELLO = '{"type": "hello", "lang": "en"}'


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture
def room(server: Server) -> str:
    app = server.app
    assert app is not None
    app._opening._buckets.clear()
    return new_room(server.http, "zeus")[0]


@contextlib.contextmanager
def joined(server: Server, code: str, hello: str = HELLO) -> Iterator[ClientConnection]:
    """A bare socket that has said hello, and has heard all that comes of it."""
    with connect(server.at(code), max_size=None, close_timeout=2) as socket:
        socket.send(hello)
        assert hear(socket)["type"] == "welcome"
        assert hear(socket)["type"] == "room"
        yield socket


def hear(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=20))
    return message


def last_word(socket: ClientConnection) -> dict[str, Any]:
    """What is said before the socket is closed."""
    word: dict[str, Any] = {}
    with contextlib.suppress(ConnectionClosed):
        while True:
            word = hear(socket)
    return word


def alive(server: Server, code: str) -> bool:
    """Whether a room still answers."""
    with joined(server, code) as socket:
        socket.send('{"type": "ping"}')
        return hear(socket)["type"] == "pong"


# -- whole matches in bad conditions --------------------------------------------------------------


class Wire:
    """Loses, doubles, reorders and garbles what a client says, one message in six each."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.held: list[str | bytes] = []
        self.garbled = 0

    def __call__(self, text: str) -> list[str | bytes]:
        chance = self.rng.random() * 6
        if '"type": "move"' not in text or chance > 4:
            return [text, *self._let_go()]
        if chance < 1:
            return []
        if chance < 2:
            return [text, text, *self._let_go()]
        if chance < 3:
            self.held.append(text)  # it comes after a later one, or never
            return []
        self.garbled += 1
        if self.garbled >= UNREADABLE:  # that many would end the connection for good
            return [text]
        return [text[:-1] if self.garbled % 2 else text.replace("decision", "number"), text]

    def _let_go(self) -> list[str | bytes]:
        held, self.held = self.held, []
        return held


@pytest.mark.parametrize("game", ["zeus", "odin"])
def test_where_sockets_die_and_messages_go_astray_all_see_the_same_in_the_end(
    server: Server, game: str
) -> None:
    options = {"letters": "3"} if game == "zeus" else {"limit": "one-hand"}
    rng = Random(3)

    async def match() -> None:
        code, token = new_room(server.http, game)
        async with table(
            server, code, token, watchers=1, settings={"reaction": 0.1, "options": options}
        ) as clients:
            for number, client in enumerate(clients):
                client.wire, client.say_again = Wire(number), 0.3
            await clients[0].say("start")
            killer = asyncio.create_task(kill_now_and_then(clients))
            for client in clients:
                await client.until(lambda c=client: c.over, 45)
            killer.cancel()
            for client in clients:
                await client.until(lambda c=client: c.socket is not None and c.over)
            assert sum(client.connections for client in clients) > len(clients) + 2
            known = server.views(code)
            for client in clients:
                right = known[client.view["seat"]]
                assert {name: client.view[name] for name in right} == right
                assert client.log == clients[0].log
            astray = {reason for client in clients for reason in client.refused}
            assert "the table has changed since then" in astray or game == "odin"

    async def kill_now_and_then(clients: list[WebClient]) -> None:
        while True:
            await asyncio.sleep(0.2 + 0.6 * rng.random())
            client = rng.choice(clients)
            if rng.random() < 0.5:
                client.kill()
            else:
                server.call(lambda c=client: close_from_the_server(server, c))

    asyncio.run(match())


def close_from_the_server(server: Server, client: WebClient) -> None:
    """Close the connections of a guest, as a server does that is going down."""
    for live in server.app.hub.rooms.values():  # type: ignore[union-attr]
        for connection in live.connections:
            if connection.guest.name == client.room["name"]:
                connection.dismiss(Gone(Text("the network is gone"), again=True))


# -- malformed ------------------------------------------------------------------------------------

MALFORMED: dict[str, str | bytes] = {
    "no JSON": "{",
    "a list": "[1, 2]",
    "no type": '{"seat": 1}',
    "an unknown type": '{"type": "cheat"}',
    "wrong types": '{"type": "sit", "seat": "1", "name": 5}',
    "NaN": '{"type": "ping", "id": NaN}',
    "a huge number": '{"type": "ping", "id": ' + "9" * 9000 + "}",
    "nested deep": '{"type": "ping", "x": ' + "[" * 4000 + "]" * 4000 + "}",
    "half a sign": '{"type": "rename", "name": "\\ud800"}',
    "a binary frame": b"\x00\x01\xff\xfe",
    "oversized": '{"type": "ping", "x": "' + "a" * LONGEST + '"}',
    "empty": "",
}


@pytest.mark.parametrize("data", MALFORMED.values(), ids=MALFORMED)
def test_what_is_malformed_is_refused_and_too_much_of_it_ends_the_connection(
    server: Server, room: str, data: str | bytes
) -> None:
    with joined(server, room) as socket:
        for number in range(UNREADABLE):
            socket.send(data)
            if number < UNREADABLE - 1:
                answer = hear(socket)
                assert answer["type"] == "refused"
                assert answer["id"] is None
                assert len(answer["reason"]) < 500
        last = last_word(socket)
    assert last["type"] == "bye"
    assert last["reason"] == "too many messages that cannot be read"
    assert not last["again"]
    assert alive(server, room)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"type": "oops"}, "the type of a message is one of"),
        ({"type": "sit", "seat": "1", "name": "Ana"}, "seat of sit is a whole number, not '1'"),
        ({"type": "rename", "name": "n" * 501}, "name of rename is a text of at most 500 signs"),
    ],
)
def test_a_refusal_names_the_message_whose_fields_are_off(
    server: Server, room: str, given: dict[str, object], reason: str
) -> None:
    with joined(server, room) as socket:
        socket.send(json.dumps({**given, "id": 7}))
        answer = hear(socket)
    assert (answer["type"], answer["id"]) == ("refused", 7)
    assert answer["reason"].startswith(reason)


def test_a_binary_frame_with_a_message_in_it_is_one(server: Server, room: str) -> None:
    with joined(server, room) as socket:
        socket.send(b'{"type": "ping", "id": 3}')
        assert [hear(socket), hear(socket)] == [{"type": "pong"}, {"type": "done", "id": 3}]


@pytest.mark.parametrize(
    "hello",
    [
        '{"type": "ping"}',
        "nonsense",
        '{"type": "hello"}',
        '{"type": "hello", "lang": 5}',
        '{"type": "hello", "lang": "en", "token": 7}',
        b"\xff",
    ],
)
def test_who_does_not_say_hello_is_sent_away(server: Server, room: str, hello: Any) -> None:
    with connect(server.at(room)) as socket:
        socket.send(hello)
        last = last_word(socket)
    assert last["type"] == "bye"
    assert not last["again"]


def test_who_says_nothing_is_sent_away(
    server: Server, room: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardcore.web.app.HELLO_WITHIN", 0.2)
    with connect(server.at(room)) as socket:
        assert last_word(socket) == {
            "type": "bye",
            "reason": "the first message is hello",
            "again": True,
        }


def test_a_second_hello_is_refused(server: Server, room: str) -> None:
    with joined(server, room) as socket:
        socket.send(HELLO)
        assert hear(socket)["reason"] == "you have said hello already"


def test_what_is_far_too_large_closes_the_socket_before_it_is_read(
    server: Server, room: str
) -> None:
    with joined(server, room) as socket, contextlib.suppress(ConnectionClosed):
        socket.send("a" * (LARGEST + 1))
        last_word(socket)
    assert socket.close_code == 1009
    assert alive(server, room)


def test_too_many_messages_end_the_connection_and_one_may_come_back(
    server: Server, room: str
) -> None:
    with joined(server, room) as socket:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(BURST * 3):
                socket.send('{"type": "ping"}')
        last = last_word(socket)
    assert last["type"] == "bye"
    assert last["reason"].startswith("too many messages: at most")
    assert last["again"]
    assert alive(server, room)


def test_a_room_has_so_many_connections(server: Server, room: str) -> None:
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(connect(server.at(room)))
        first.send(HELLO)
        hello = json.dumps({"type": "hello", "lang": "en", "token": hear(first)["token"]})
        for _ in range(CLIENTS - 1):
            stack.enter_context(joined(server, room, hello))
        more = stack.enter_context(connect(server.at(room)))
        more.send(hello)
        assert last_word(more)["reason"].startswith("this room is full")
    assert alive(server, room)


def test_who_does_not_read_stops_nobody(server: Server) -> None:
    """One client fills its wires and reads nothing; the others play to the end meanwhile."""

    async def match() -> None:
        code, token = new_room(server.http, "odin")
        settings = {"reaction": 0, "options": {"limit": "one-hand"}}
        async with table(server, code, token, persons=2, settings=settings) as clients:
            with connect(server.at(code), max_size=None, max_queue=1) as deaf:
                deaf.send(HELLO)
                await clients[0].say("start")
                for client in clients:
                    await client.until(lambda c=client: c.over, 60)
                deaf.socket.close()

    asyncio.run(match())


# -- tokens and rights ----------------------------------------------------------------------------


def quiet(test: Callable[[list[WebClient], Server, str], Any], server: Server, **more: Any) -> None:
    """Run a test at a table where nobody plays by himself."""

    async def at_the_table() -> None:
        code, token = new_room(server.http, "odin")
        settings = {"reaction": 0, "options": {"limit": "one-hand"}}
        async with table(
            server, code, token, persons=2, playing=False, settings=settings, **more
        ) as clients:
            await test(clients, server, code)

    asyncio.run(at_the_table())


def test_a_token_of_another_room_or_a_guessed_one_gives_no_seat(server: Server, room: str) -> None:
    async def try_them(clients: list[WebClient], server: Server, code: str) -> None:
        ana, bea = clients
        assert ana.token is not None
        assert bea.token is not None
        kept = server.call(lambda: list(server.room(code).guests))
        wrong = [*kept, ana.token[:-1], ana.token.swapcase(), "", "' or 1=1 --", "a" * 500]
        for token in wrong:
            async with WebClient(server.at(code), token=token) as guest:
                assert guest.room["seat"] is None
                assert not guest.room["host"]
                assert guest.token != token
        async with WebClient(server.at(room), token=ana.token) as guest:
            assert guest.room["seat"] is None
            assert not guest.room["host"]

    quiet(try_them, server)


def test_who_is_not_the_host_changes_nothing(server: Server) -> None:
    async def try_it(clients: list[WebClient], server: Server, code: str) -> None:
        ana, bea = clients
        before = server.call(lambda: server.room(code).to_dict())
        for kind, fields in {
            "settings": {"players": 3},
            "bot": {"seat": 0, "bot": "random"},
            "host": {"seat": 1},
            "start": {},
            "end": {},
        }.items():
            with pytest.raises(Refusal, match="only the host"):
                await bea.say(kind, **fields)
        assert server.call(lambda: server.room(code).to_dict()) == before
        await ana.say("host", seat=1)
        with pytest.raises(Refusal, match="only the host"):
            await ana.say("start")
        await bea.say("start")

    quiet(try_it, server)


def test_who_watches_or_is_not_in_turn_moves_nothing(server: Server) -> None:
    async def try_it(clients: list[WebClient], server: Server, code: str) -> None:
        ana, bea, watcher = clients
        await ana.say("start")
        for client in clients:
            await client.until(lambda c=client: c.view)
        mover, other = (ana, bea) if ana.view["moves"] else (bea, ana)
        move = mover.choose()
        played = server.call(lambda: len(server.room(code).playing.match.log))  # type: ignore
        with pytest.raises(Refusal, match="you hold no seat"):
            await watcher.say("move", decision=watcher.view["decision"], move=move)
        with pytest.raises(Refusal):
            await other.say("move", decision=other.view["decision"], move=move)
        old = mover.view["decision"]
        for wrong in (old - 1, old + 1, 0, -1, 2**52):
            with pytest.raises(Refusal, match="the table has changed since then"):
                await mover.say("move", decision=wrong, move=move)
        assert server.call(lambda: len(server.room(code).playing.match.log)) == played  # type: ignore
        await mover.say("move", decision=old, move=move)

    quiet(try_it, server, watchers=1)
