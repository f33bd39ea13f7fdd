"""A real server: whole matches over sockets, what HTTP answers, and what outlasts a crash."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from web_client import Refusal, WebClient
from web_server import Server, new_room, play_out, table
from websockets.sync.client import connect

from cardcore.web.page import STATIC

SHORT: dict[str, dict[str, Any]] = {
    "zeus": {"reaction": 0.1, "options": {"letters": "3"}},
    "odin": {"reaction": 0, "options": {"limit": "one-hand"}},
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture(autouse=True)
def _nobody_has_asked_before(server: Server) -> None:
    """What one test asks for is no reason to refuse the next one."""
    app = server.app
    assert app is not None
    app._opening._buckets.clear()
    app._asking._buckets.clear()


@pytest.fixture(scope="module")
def room(server: Server) -> str:
    return new_room(server.http, "zeus")[0]


# -- whole matches --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHORT)
def test_four_clients_and_a_spectator_play_a_match_and_see_the_same_table(
    server: Server, game: str
) -> None:
    async def match() -> None:
        code, token = new_room(server.http, game)
        async with table(server, code, token, watchers=1, settings=SHORT[game]) as clients:
            await play_out(clients)
            check_views(server, code, clients)
            assert {tuple(client.log) for client in clients} == {tuple(clients[0].log)}

    asyncio.run(match())


def check_views(server: Server, code: str, clients: list[WebClient]) -> None:
    """What each client has made of the messages is what the server would tell it now."""
    known = server.views(code)
    for client in clients:
        right = known[client.view["seat"]]
        assert {name: client.view[name] for name in right} == right
    standings = server.room(code).playing.match.standings  # type: ignore[union-attr]
    for client in clients:
        if client.view["over"]:
            told = [(one["seat"], one["place"]) for one in client.view["points"]]
            assert told == [(one.seat, one.place) for one in standings]


def test_a_rematch_is_played_in_the_same_room(server: Server) -> None:
    async def match() -> None:
        code, token = new_room(server.http, "odin")
        async with table(server, code, token, settings=SHORT["odin"]) as clients:
            await play_out(clients)
            await clients[0].say("start")
            for client in clients:
                await client.until(lambda c=client: c.room["number"] == 2 and c.over)

    asyncio.run(match())


def test_a_second_tab_sees_and_plays_the_same_seat(server: Server) -> None:
    async def match() -> None:
        code, token = new_room(server.http, "odin")
        async with table(server, code, token, persons=2, playing=False) as (ana, bea):
            await ana.say("start")
            async with WebClient(server.at(code), token=bea.token, playing=False) as tab:
                for client in (ana, bea, tab):
                    await client.until(lambda c=client: c.view)
                assert tab.view["seat"] == 1
                left = {"turn", "question", "asked", "moves", "parts"}
                assert {k: tab.view[k] for k in left} == {k: bea.view[k] for k in left}
                mover, moves = (ana, ana.choose()) if ana.view["moves"] else (tab, tab.choose())
                before = [client.view["decision"] for client in (ana, bea, tab)]
                await mover.say("move", decision=mover.view["decision"], move=moves)
                for client, number in zip((ana, bea, tab), before, strict=True):
                    await client.until(lambda c=client, n=number: c.view["decision"] > n)

    asyncio.run(match())


def test_leaving_gives_up_seat_and_token(server: Server) -> None:
    async def leave() -> None:
        code, token = new_room(server.http, "odin")
        async with table(server, code, token, persons=2, playing=False) as (ana, bea):
            with_token = bea.token
            await bea.say_once("leave")
            await bea.until(lambda: bea.bye)
            assert bea.bye == {"type": "bye", "reason": "you have left the room", "again": False}
            await ana.until(lambda: ana.room["seats"][1]["kind"] == "open")
            async with WebClient(server.at(code), token=with_token) as again:
                assert again.room["seat"] is None
                assert again.token != with_token

    asyncio.run(leave())


def test_rooms_where_nobody_is_leave_memory_and_come_back_from_the_store(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardcore.web.hub.IDLE", 0.0)
    assert server.app is not None
    hub = server.app.hub

    async def come_and_go() -> tuple[str, str | None, list[str]]:
        code, token = new_room(server.http, "odin")
        async with table(server, code, token, persons=2, playing=False) as (ana, bea):
            await ana.say("start")
            await bea.until(lambda: bea.view)
            server.call(hub._sweep)
            assert code in hub.rooms, "somebody is there"
        return code, bea.token, bea.log

    async def come_back(code: str, token: str | None) -> list[str]:
        async with WebClient(server.at(code), token=token, playing=False) as bea:
            await bea.until(lambda: bea.view)
            assert bea.room["seat"] == 1
            return bea.log

    code, token, log = asyncio.run(come_and_go())
    end = time.monotonic() + 10
    while code in hub.rooms and time.monotonic() < end:  # until the server has seen them go
        server.call(hub._sweep)
        time.sleep(0.05)
    assert code not in hub.rooms
    assert asyncio.run(come_back(code, token)) == log


# -- HTTP -----------------------------------------------------------------------------------------


def ask(server: Server, path: str, method: str = "GET", **more: Any) -> httpx.Response:
    """What is answered to a path that nobody has tidied up on the way."""
    url = httpx.URL(server.http).copy_with(raw_path=path.encode())
    return httpx.request(method, url, timeout=20, **more)


def test_every_address_of_the_protocol_answers(server: Server, room: str) -> None:
    for path, kind in {
        "/": "text/html",
        f"/r/{room}": "text/html",
        f"/r/{room}/replay/1": "text/html",
        "/api/words?lang=es": "application/json",
        "/api/games?lang=es": "application/json",
        "/api/games/odin/rules?lang=es": "application/json",
        f"/api/rooms/{room}": "application/json",
        f"/api/rooms/{room.lower()}": "application/json",
        f"/r/{room}/qr.svg": "image/svg+xml",
        "/static/index.html": "text/html",
    }.items():
        answer = ask(server, path)
        assert answer.status_code == 200, path
        assert answer.headers["content-type"].startswith(kind), path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        if kind == "application/json":
            answer.json()


def test_the_page_asks_for_all_its_modules_at_once(server: Server) -> None:
    asked = re.findall(r'<link rel="modulepreload" href="(.+)">', ask(server, "/").text)
    assert "/static/main.js" in asked
    assert asked == [f"/static/{path.name}" for path in sorted(STATIC.glob("*.js"))]
    assert all(ask(server, path).status_code == 200 for path in asked)


def test_a_finished_match_is_stepped_through_and_kept(server: Server) -> None:
    async def match() -> str:
        code, token = new_room(server.http, "odin")
        async with table(server, code, token, settings=SHORT["odin"]) as clients:
            await clients[0].say("start")
            of_a_match_that_is_played(code)
            for client in clients:
                await client.until(lambda c=client: c.over)
        return code

    def of_a_match_that_is_played(code: str) -> None:
        for what in ("record", "steps/0"):
            answer = ask(server, f"/api/rooms/{code}/matches/1/{what}")
            assert answer.status_code == 404
            assert "is not over" in answer.json()["reason"]

    code = asyncio.run(match())
    first = ask(server, f"/api/rooms/{code}/matches/1/steps/0").json()
    last = ask(server, f"/api/rooms/{code}/matches/1/steps/999999").json()
    assert last["step"] == first["steps"]
    assert last["view"]["over"]
    assert len(last["log"]) > len(first["log"])
    record = ask(server, f"/api/rooms/{code}/matches/1/record")
    assert (
        record.headers["content-disposition"] == f'attachment; filename="cardcore-{code}-1.jsonl"'
    )
    assert json.loads(record.text.splitlines()[0])["game"] == "odin"


NOTHING = {
    "/api": "GET",
    "/api/rooms/QQQQQ": "GET",
    "/r/QQQQQ/qr.svg": "GET",
    "/api/games/chess/rules": "GET",
    "/api/rooms/QQQQQ/matches/1/record": "GET",
    "/api/rooms/QQQQQ/matches/1/steps/1": "GET",
    "/api/rooms/ROOM/matches/" + "9" * 5000 + "/record": "GET",
    "/api/rooms/ROOM/matches/1/steps/" + "9" * 5000: "GET",
    "/r/ROOM/replay/" + "9" * 5000: "GET",
    "/api/rooms/ROOM/matches/-1/record": "GET",
    "/nothing": "GET",
    "/static/../app.py": "GET",
    "/static/..%2fapp.py": "GET",
    "/static/%2e%2e/app.py": "GET",
    "/static/..%5capp.py": "GET",
    "/static/%2fetc/passwd": "GET",
    "/static//etc/passwd": "GET",
    "/static/%00": "GET",
    "/static/" + "a" * 5000: "GET",
    "/api/games/..%2f..%2fodin/rules": "GET",
    "/api/games/%3Cscript%3E/rules": "GET",
    "/api/rooms/%3Cscript%3E": "GET",
    "/api/rooms/%ED%A0%80": "GET",
}


@pytest.mark.parametrize("path", NOTHING, ids=lambda path: path[:40])
def test_what_is_not_there_is_not_found_and_nothing_else_is_told(
    server: Server, room: str, path: str
) -> None:
    answer = ask(server, path.replace("ROOM", room))
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["reason"]
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert len(answer.text) < 300


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/rooms"),
        ("POST", "/"),
        ("POST", "/api/games"),
        ("DELETE", "/api/rooms/QQQQQ"),
        ("PUT", "/api/words"),
        ("POST", "/static/index.html"),
    ],
)
def test_another_method_is_refused(server: Server, method: str, path: str) -> None:
    answer = ask(server, path, method)
    assert answer.status_code == 405
    assert answer.json()["reason"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'"zeus"',
        b"{}",
        b'{"game": 5}',
        b'{"game": null}',
        b"[" * 10_000,
        b'{"game": "' + b"z" * 2_000 + b'"}',
        b"\xff\xfe\x00",
        b'{"game": ' + b"9" * 9_000 + b"}",
    ],
    ids=lambda body: body[:12],
)
def test_a_body_that_is_none_opens_no_room(server: Server, body: bytes) -> None:
    rooms = len(server.app.hub.rooms)  # type: ignore[union-attr]
    answer = ask(server, "/api/rooms", "POST", content=body)
    assert answer.status_code == 400
    assert answer.json()["reason"] == "the body is an object with a text as game"
    assert len(server.app.hub.rooms) == rooms  # type: ignore[union-attr]


def test_a_body_that_is_too_long_is_refused(server: Server) -> None:
    answer = ask(server, "/api/rooms", "POST", content=b'{"game": "zeus", "x": "' + b"z" * 20_000)
    assert answer.status_code == 400
    assert answer.json()["reason"] == "a message has at most 16384 bytes"


def test_an_unknown_game_opens_no_room_and_its_name_is_text(server: Server) -> None:
    name = "<script>alert(1)</script>"
    answer = ask(server, "/api/rooms", "POST", json={"game": name})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json"
    assert "zeus" in answer.json()["reason"]
    answer = ask(server, "/api/rooms", "POST", content=rb'{"game": "\ud800"}')
    assert answer.status_code == 400


def test_rooms_cannot_be_opened_without_end(server: Server) -> None:
    headers = {"x-forwarded-for": "192.0.2.77"}
    with httpx.Client(base_url=server.http, timeout=20, headers=headers) as client:
        answers = [client.post("/api/rooms", json={"game": "zeus"}) for _ in range(25)]
    assert [answer.status_code for answer in answers[:20]] == [201] * 20
    assert answers[-1].status_code == 429
    assert "wait a minute" in answers[-1].json()["reason"]
    assert ask(server, "/api/rooms", "POST", json={"game": "zeus"}).status_code == 201


OF_A_ROOM = ["", "/qr.svg", "/matches/1/record", "/matches/1/steps/0"]


@pytest.mark.parametrize("what", OF_A_ROOM)
def test_codes_cannot_be_guessed_without_end(server: Server, what: str) -> None:
    path = ("/r/{}" if what == "/qr.svg" else "/api/rooms/{}") + what
    code, token = new_room(server.http, "zeus")
    with httpx.Client(base_url=server.http, timeout=20) as client:
        codes = [client.get(path.format(f"QQQ{n:03}")).status_code for n in range(200)]
        assert codes[:60] == [404] * 60
        assert 429 in codes
        server.app._asking._buckets["127.0.0.1"]._left = -10  # type: ignore[union-attr]
        assert client.get(path.format(code)).status_code == 429, "that would tell that it is right"
    for said, again in (("null", "bye"), (json.dumps(token), "welcome")):
        with connect(server.at(code)) as socket:
            socket.send(f'{{"type": "hello", "lang": "en", "token": {said}}}')
            assert json.loads(socket.recv(10))["type"] == again


# -- pages of others ------------------------------------------------------------------------------

FOREIGN = ["http://evil.example", "null", "http://[::1", "", "http://127.0.0.1:1", "file://"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_origin_opens_no_room(server: Server, origin: str) -> None:
    headers = {"origin": origin}
    answer = ask(server, "/api/rooms", "POST", json={"game": "zeus"}, headers=headers)
    assert answer.status_code == 403
    assert "is not of this server" in answer.json()["reason"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_page_of_another_origin_joins_no_room(server: Server, room: str, origin: str) -> None:
    with connect(server.at(room), additional_headers={"origin": origin}) as socket:
        last = json.loads(socket.recv())
    assert last["type"] == "bye"
    assert not last["again"]
    assert "is not of this server" in last["reason"]


def test_the_own_page_and_one_that_is_let_in_may_join(room: str) -> None:
    with Server(origins=["https://games.example/"]) as server:
        for origin in (server.http, "https://GAMES.example"):
            headers = {"origin": origin}
            answer = ask(server, "/api/rooms", "POST", json={"game": "zeus"}, headers=headers)
            assert answer.status_code == 201
            with connect(server.at(answer.json()["code"]), additional_headers=headers) as socket:
                socket.send('{"type": "hello", "lang": "en"}')
                assert json.loads(socket.recv())["type"] == "welcome"


# -- names ----------------------------------------------------------------------------------------


def test_names_with_markup_are_text_everywhere(server: Server) -> None:
    name = '<img src=x onerror="alert(1)">'

    async def sit() -> None:
        code, token = new_room(server.http, "odin")
        async with table(server, code, token, persons=2, settings=SHORT["odin"]) as clients:
            ana, bea = clients
            await ana.say("rename", name=name)
            await bea.until(lambda: bea.room["seats"][0]["name"] == name)
            for wrong in ("\u202eabc", "a\u0000", "x" * 41, "\n"):
                with pytest.raises(Refusal):
                    await bea.say("rename", name=wrong)
            await play_out(clients)
            assert ana.view["seats"][0] == name
        answer = ask(server, f"/api/rooms/{code}/matches/1/steps/1")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        record = ask(server, f"/api/rooms/{code}/matches/1/record")
        assert record.headers["content-type"].startswith("application/jsonl")

    asyncio.run(sit())


@pytest.mark.parametrize("host", ["[::1", "x" * 3000, "a b", '"><script>'], ids=lambda h: h[:8])
def test_a_code_for_a_host_that_is_none_is_refused_or_drawn(
    server: Server, room: str, host: str
) -> None:
    for path in (f"/r/{room}/qr.svg", f"/api/rooms/{room}"):
        answer = ask(server, path, headers={"host": host})
        assert answer.status_code in (200, 400)
        assert "<script" not in answer.text


def test_a_link_for_others_leads_to_this_machine_from_theirs() -> None:
    with Server(outside="http://192.0.2.7:8000") as server:
        code, _ = new_room(server.http, "odin")

        def link(host: str) -> str:
            return str(ask(server, f"/api/rooms/{code}", headers={"host": host}).json()["link"])

        def drawn(host: str) -> str:
            return ask(server, f"/r/{code}/qr.svg", headers={"host": host}).text

        outside = f"http://192.0.2.7:8000/r/{code}"
        for own in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST"):
            assert link(own) == outside
            assert drawn(own) == drawn("192.0.2.7:8000")
        assert link("192.0.2.7:8000") == outside
        assert link("cards.example") == f"http://cards.example/r/{code}"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("{oops", "JSONDecodeError"),
        ("[]", "TypeError"),
        ("{}", "'settings'"),
        ('{"settings": {"game": "gone"}}', "there is no game 'gone'"),
    ],
)
def test_a_room_that_was_kept_but_cannot_be_opened_is_not_said_to_be_gone(
    server: Server, data: str, reason: str
) -> None:
    assert server.app is not None
    store = server.app.hub.store
    server.call(lambda: store.keep_room("SPOIL", {}))
    change = "update rooms set data = ? where code = 'SPOIL'"
    server.call(lambda: store._db.execute(change, (data,)) and None)  # type: ignore[attr-defined]
    answer = ask(server, "/api/rooms/SPOIL")
    assert answer.status_code == 500, "at a 404 the page forgets the seat it holds"
    assert "room SPOIL cannot be opened: " in answer.json()["reason"]
    assert reason in answer.json()["reason"]
    with connect(server.at("SPOIL")) as socket:
        socket.send('{"type": "hello", "lang": "en"}')
        bye = json.loads(socket.recv(10))
    assert bye == {"type": "bye", "reason": answer.json()["reason"], "again": False}
