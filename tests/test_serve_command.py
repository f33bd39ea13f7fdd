"""`cardcore serve` as a process: what it says, how it ends, and rooms that outlast it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from terminals import Terminal
from web_client import WebClient
from web_server import COMMAND, Process, new_room, process, table

SHORT = {"reaction": 0.1, "options": {"letters": "3"}}
MANY = 100 * 1024 * 1024


# -- what it says ---------------------------------------------------------------------------------


def run(*args: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """A command that ends by itself."""
    return subprocess.run(
        [*COMMAND, *args], capture_output=True, text=True, timeout=60, check=False, **more
    )


def told(*args: str, data: Path, number: int = signal.SIGINT, **env: str) -> tuple[int, str, str]:
    """What a server has written by its end on a signal, and its exit status."""
    with process(*args, data=data, **env) as server:
        server.first = server.child.stdout.readline()
        code, out, err = server.stop(number)
        return code, server.first + out, err


def test_in_a_pipe_it_prints_the_links_and_nothing_else(tmp_path: Path) -> None:
    code, out, err = told("zeus", data=tmp_path / "rooms.sqlite")
    assert code == 130
    (link,) = out.splitlines()
    assert link.startswith("On this machine: http://127.0.0.1:")
    assert err.splitlines() == ["Ctrl-C stops the server; the rooms are kept.", "Interrupted."]


def test_it_speaks_spanish(tmp_path: Path) -> None:
    _, out, err = told("zeus", "--lang", "es", data=tmp_path / "rooms.sqlite")
    assert out.startswith("En este ordenador: http://")
    assert "Ctrl-C" in err
    assert "stops" not in err


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("env", [{}, {"NO_COLOR": "1"}], ids=["", "no color"])
def test_at_a_terminal_there_is_a_qr_code_that_fits(
    tmp_path: Path, columns: int, env: dict[str, str]
) -> None:
    data = str(tmp_path / "rooms.sqlite")
    screen = Terminal("serve", "zeus", "--port", "0", "--data", data, columns=columns, **env)
    screen.wait("kept")
    text = screen.scrollback + screen.text
    if "other" in text:  # where this machine is in a network
        assert "▄" in text
    assert max(map(len, screen.raw.replace("\r", "").split("\n"))) < 400
    assert "\x1b[3" not in screen.raw or not env
    screen.child.sendintr()
    screen.wait("Interrupted")


def test_a_qr_code_that_is_wider_than_the_terminal_is_left_out(tmp_path: Path) -> None:
    data = str(tmp_path / "rooms.sqlite")
    screen = Terminal("serve", "zeus", "--port", "0", "--data", data, columns=20)
    screen.wait("kept")
    assert "▄" not in screen.raw
    screen.child.sendintr()
    screen.wait("Interrupted")


# -- what it refuses ------------------------------------------------------------------------------


def test_wrong_wishes_are_told_in_a_line(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path / "rooms.sqlite")]
    for args, code, reason in (
        (["chess"], 2, "there is no game 'chess'"),
        (["--port", "70000"], 2, "a port is a number from 0 to 65535, not 70000"),
        (["--port", "x"], 2, "'x'"),
        (["--host", "999.1.1.1"], 1, "choose others with --host and --port"),
        (["--host", "a" * 300], 1, "choose others with --host and --port"),
    ):
        done = run(*args, *data)
        assert done.returncode == code, args
        assert reason in done.stderr, args
        assert "Traceback" not in done.stderr
        assert done.stdout == ""
    assert not (tmp_path / "rooms.sqlite").exists()


def test_without_the_extra_the_error_names_it() -> None:
    for library in ("starlette", "uvicorn", "websockets", "segno"):
        code = f"import sys; sys.modules[{library!r}] = None\nfrom cardcore.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", code, "serve"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert f"{library} is not installed; it comes with: pip install 'cardcore[web]'" in (
            done.stderr
        )


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with process(data=tmp_path / "rooms.sqlite") as server:
        server.wait()
        done = run("--port", str(server.port), "--host", "127.0.0.1")
    assert done.returncode == 1
    assert f"nothing can be served at 127.0.0.1, port {server.port}" in done.stderr


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "rooms.sqlite"
    with process("zeus", data=data) as server:
        code, _ = server.wait()
        done = run("--port", "0", "--data", str(data))
        assert done.returncode == 1
        assert done.stderr == (
            f"Error: {data} is in use by another server; choose another file with --data\n"
        )
        new_room(server.http, "zeus")
        server.kill()
    with process(data=data) as server:  # it was in the way of nobody
        server.wait()
        assert asyncio.run(knows(server, code))


async def knows(server: Process, code: str) -> bool:
    """Whether a server has a room."""
    async with WebClient(server.at(code)) as client:
        return bool(client.room)


@pytest.mark.parametrize("where", ["file/rooms.sqlite", "folder", "file", "newer", "others"])
def test_a_place_where_no_rooms_can_be_kept_is_refused(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("no store", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    if where == "newer":
        make = "import sqlite3; sqlite3.connect('newer').execute('pragma user_version = 99')"
        subprocess.run([sys.executable, "-c", make], cwd=tmp_path, check=True)
    if where == "others":
        with contextlib.closing(sqlite3.connect(tmp_path / where)) as others:
            others.execute("create table theirs (a)")
    before = (tmp_path / where).read_bytes() if where in ("newer", "others") else b""
    done = run("--port", "0", "--data", str(tmp_path / where))
    assert done.returncode == 1
    if before:
        assert (tmp_path / where).read_bytes() == before, "a file that is not ours stays as it is"
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: ")
    assert str(tmp_path / where) in line
    assert (tmp_path / "file").read_text(encoding="utf-8") == "no store"


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    done = run("--port", "0", "--data", "/proc/none/rooms.sqlite")
    assert done.returncode == 1
    assert "/proc/none/rooms.sqlite: rooms cannot be kept here: " in done.stderr


STOPPED = """
import cardcore
from cardcore.web import serving
from cardcore.web.store import StoreError

def tell(found):
    raise StoreError("the disk is full")

try:
    serving.serve(
        host="127.0.0.1", port=0, data=":memory:", game=cardcore.game("zeus"), tell=tell
    )
except StoreError as error:
    print(error)
"""


def test_what_stops_it_at_the_start_is_raised_and_stands_in_no_log() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED], capture_output=True, text=True, timeout=60, check=True
    )
    assert (done.stdout, done.stderr) == ("the disk is full\n", "")


def test_a_reader_of_its_links_that_has_gone_ends_it_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*COMMAND, "zeus", "--port", "0", "--data", str(tmp_path / "rooms.sqlite")],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.returncode == 0
    assert done.stderr == ""


# -- how it ends ----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_and_tells_its_clients(tmp_path: Path, number: int) -> None:
    async def end() -> tuple[int, str, str]:
        async with WebClient(server.at(code), token=token) as client:
            byes: list[Any] = []
            client.on_message.append(
                lambda _, message: byes.append(message) if message["type"] == "bye" else None
            )
            ended = await asyncio.to_thread(server.stop, number)
            assert byes
            assert byes[0]["again"]
            assert "stops" in byes[0]["reason"]
            return ended

    with process("zeus", data=tmp_path / "rooms.sqlite") as server:
        code, token = server.wait()
        status, _, err = asyncio.run(end())
    assert status == (130 if number == signal.SIGINT else -signal.SIGTERM)
    assert "Traceback" not in err
    assert "rror" not in err


def test_ctrl_c_twice_ends_it_as_cleanly(tmp_path: Path) -> None:
    async def end() -> tuple[int, str, str]:
        async with WebClient(server.at(code), token=token):  # it waits a moment for somebody
            server.child.send_signal(signal.SIGINT)
            await asyncio.sleep(0.05)
            return await asyncio.to_thread(server.stop, signal.SIGINT)

    with process("zeus", data=tmp_path / "rooms.sqlite") as server:
        code, token = server.wait()
        status, _, err = asyncio.run(end())
    assert status == 130
    assert err.splitlines()[1:] == ["Interrupted."]


# -- what outlasts it -----------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def tables(server: Process, games: Sequence[str]) -> AsyncIterator[list[list[WebClient]]]:
    """A room a game, with four clients playing in each."""
    async with contextlib.AsyncExitStack() as stack:
        rooms = []
        for game in games:
            code, token = await asyncio.to_thread(new_room, server.http, game)
            settings = SHORT if game == "zeus" else {"reaction": 0.1}
            clients = await stack.enter_async_context(
                table(server, code, token, settings=settings, think=lambda: 0.02)
            )
            await clients[0].say("start")
            rooms.append(clients)
        for client in (client for clients in rooms for client in clients):
            await client.until(lambda c=client: c.view)
        yield rooms


def test_after_kill_9_every_room_is_where_it_was_and_the_clients_come_back(tmp_path: Path) -> None:
    data = tmp_path / "rooms.sqlite"

    async def crashes() -> None:
        server = Process(data=data)
        server.wait()
        try:
            async with tables(server, ["zeus", "odin"]) as rooms:
                clients = [client for room in rooms for client in room]
                for _ in range(3):
                    await asyncio.sleep(0.7)
                    known = [(client.view["decision"], client.log) for client in clients]
                    server.kill()
                    before = [client.connections for client in clients]
                    server = Process(data=data, port=server.port)
                    await asyncio.to_thread(server.wait)
                    for client, number, (decision, log) in zip(clients, before, known, strict=True):
                        await client.until(
                            lambda c=client, n=number: c.connections > n and c.socket is not None
                        )
                        await client.until(lambda c=client, d=decision: c.view["decision"] >= d)
                        assert client.room["phase"] in ("playing", "over")
                        assert client.room["seat"] is not None
                        assert client.log[: len(log)] == log, "what was told is still so"
                for client in rooms[0]:
                    await client.until(lambda c=client: c.over, 60)
                    assert client.view["over"] == rooms[0][0].view["over"]
        finally:
            server.kill()

    asyncio.run(crashes())


def limited() -> None:
    """The disk of this process is soon full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (250_000, resource.RLIM_INFINITY))


def test_when_the_disk_is_full_it_says_so_and_nothing_is_lost_that_was_confirmed(
    tmp_path: Path,
) -> None:
    data = tmp_path / "rooms.sqlite"

    async def fill(*, freed: bool) -> None:
        server = Process(data=data, before=limited)
        server.wait()
        async with tables(server, ["odin"]) as (clients,):
            host = clients[0]
            saved = 0

            def heard(client: WebClient, message: dict[str, Any]) -> None:
                nonlocal saved
                if message["type"] == "view" and not client.notices:
                    saved = message["decision"]

            host.on_message.append(heard)
            await host.until(lambda: host.notices, 60)
            assert "cannot be saved: " in host.notices[0]
            assert str(data) in host.notices[0]
            later = host.view["decision"]
            await host.until(lambda: host.view["decision"] > later or host.over)
            if freed:
                resource.prlimit(
                    server.child.pid, resource.RLIMIT_FSIZE, (MANY, resource.RLIM_INFINITY)
                )
                later = host.view["decision"]
                await host.until(lambda: host.view["decision"] > later or host.over)
                saved = host.view["decision"]
            server.kill()
            again = Process(data=data, port=server.port)
            try:
                await asyncio.to_thread(again.wait)
                before = host.connections
                await host.until(lambda: host.connections > before and host.socket)
                await host.until(lambda: host.view["decision"] >= saved)
            finally:
                again.kill()

    asyncio.run(fill(freed=False))
    data.unlink()
    asyncio.run(fill(freed=True))
