"""Real servers for tests: one in a thread of this process, or `cardcore serve` as a process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from web_client import WebClient

from cardcore.web import running, views
from cardcore.web.app import App, make_app
from cardcore.web.room import Room
from cardcore.web.store import SqliteStore

NAMES = ("Ana", "Bea", "Cy", "Di", "Eva", "Flo")
COMMAND = [sys.executable, "-m", "cardcore", "serve"]


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        number: int = one.getsockname()[1]
    return number


class Server:
    """A server in a thread of this process, whose rooms a test may look at when all is quiet."""

    def __init__(self, data: str | Path = ":memory:", **more: Any) -> None:
        self.data = str(data)
        self.app: App | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.more = more
        self.port = free_port()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._server: running.Server | None = None
        self._ready = threading.Event()

    def _run(self) -> None:
        store = SqliteStore(self.data)  # SQLite wants the thread that uses it

        def ready(app: App) -> None:
            self.app, self.loop = app, asyncio.get_running_loop()
            self._ready.set()

        app = make_app(store, ready=ready, **self.more)
        self._server = running.Server(app, host="127.0.0.1", port=self.port)
        self._server.run()

    def __enter__(self) -> Server:
        self._thread.start()
        assert self._ready.wait(20)
        end = time.monotonic() + 10
        while not (self._server and self._server.started):
            assert time.monotonic() < end
            time.sleep(0.01)
        return self

    def __exit__(self, *error: object) -> None:
        assert self._server is not None
        self._server.should_exit = True
        self._thread.join(10)
        assert not self._thread.is_alive()

    @property
    def http(self) -> str:
        """The address of its page."""
        return f"http://127.0.0.1:{self.port}"

    def at(self, code: str) -> str:
        """The address of a room's socket."""
        return f"ws://127.0.0.1:{self.port}/ws/{code}"

    def call(self, function: Callable[[], Any]) -> Any:
        """What a function gives that is called in the server's own thread."""
        assert self.loop is not None

        async def called() -> Any:
            return function()

        return asyncio.run_coroutine_threadsafe(called(), self.loop).result(20)

    def room(self, code: str) -> Room:
        """A room in memory."""
        assert self.app is not None
        return self.app.hub.rooms[code].room

    def views(self, code: str) -> dict[int | None, dict[str, Any]]:
        """What each seat and a spectator are to see at last, from the match itself."""

        def seen() -> dict[int | None, dict[str, Any]]:
            playing = self.room(code).playing
            assert playing is not None
            found = {}
            for seat in (*playing.match.seats, None):
                words = playing.story.words("en")
                found[seat] = {
                    **views.view(words, seat),
                    "decision": playing.story.decision(seat),
                }
            return found

        return self.call(seen)  # type: ignore[no-any-return]


class Process:
    """`cardcore serve` as a process of its own, which a test may kill."""

    def __init__(
        self, *args: str, data: str | Path, port: int | None = None, before: Any = None, **env: str
    ) -> None:
        self.port = free_port() if port is None else port
        words = [*COMMAND, *args, "--host", "127.0.0.1", "--port", str(self.port)]
        self.child = subprocess.Popen(
            [*words, "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **env},
            text=True,
            preexec_fn=before,
        )

    @property
    def http(self) -> str:
        """The address of its page."""
        return f"http://127.0.0.1:{self.port}"

    def at(self, code: str) -> str:
        """The address of a room's socket."""
        return f"ws://127.0.0.1:{self.port}/ws/{code}"

    def wait(self) -> tuple[str, str]:
        """Wait until it serves; the code of its first room and the host's token, if it has one."""
        assert self.child.stdout is not None
        line = self.child.stdout.readline()
        if not line:
            raise AssertionError(f"it did not begin: {self.child.communicate()[1]}")
        found = re.search(r"/r/([A-Z]+)#(\S+)", line)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return found.groups() if found else ("", "")  # type: ignore[return-value]
            time.sleep(0.02)
        raise AssertionError("nobody listens")

    def kill(self) -> None:
        """End it at once, as `kill -9` does."""
        self.child.kill()
        self.child.communicate()

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        """End it by a signal; its exit status and what it has written."""
        self.child.send_signal(number)
        out, err = self.child.communicate(timeout=20)
        return self.child.returncode, out, err


@contextlib.contextmanager
def process(*args: str, data: str | Path, **more: Any) -> Iterator[Process]:
    """A process that is gone in the end."""
    running = Process(*args, data=data, **more)
    try:
        yield running
    finally:
        if running.child.poll() is None:
            running.kill()


def new_room(http: str, game: str, headers: dict[str, str] | None = None) -> tuple[str, str]:
    """A room that is opened as the page does it: its code and the host's token."""
    answer = httpx.post(f"{http}/api/rooms", json={"game": game}, headers=headers, timeout=20)
    assert answer.status_code == 201, answer.text
    data = answer.json()
    return data["code"], data["token"]


@contextlib.asynccontextmanager
async def table(
    server: Server | Process,
    code: str,
    token: str,
    *,
    persons: int = 4,
    watchers: int = 0,
    settings: dict[str, Any] | None = None,
    **more: Any,
) -> AsyncIterator[list[WebClient]]:
    """A room with so many clients sitting at it, the host first; they wait for its start."""
    async with contextlib.AsyncExitStack() as stack:
        clients: list[WebClient] = []
        for number in range(persons + watchers):
            client = WebClient(
                server.at(code), token=token if number == 0 else None, seed=number, **more
            )
            clients.append(await stack.enter_async_context(client))
        await clients[0].say("settings", players=max(persons, 2), **(settings or {}))
        for seat, client in enumerate(clients[:persons]):
            await client.say("sit", seat=seat, name=NAMES[seat])
        yield clients


async def play_out(clients: Sequence[WebClient], within: float = 60.0) -> None:
    """Begin a match, and play it to its end."""
    await clients[0].say("start")
    for client in clients:
        await client.until(lambda one=client: one.over, within)
