"""The hub: rooms in memory, their connections, clocks and thinking bots."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cardcore.errors import CardcoreError
from cardcore.game import Game
from cardcore.texts import Text
from cardcore.web.client import Client
from cardcore.web.guests import Guest
from cardcore.web.limits import Bucket
from cardcore.web.messages import BadMessage, Said, read
from cardcore.web.playing import Refused, Thought
from cardcore.web.room import Room
from cardcore.web.store import KEPT, Store, StoreError

SIGNS = "BCDFGHJKLMNPQRSTVWXZ"
"""Codes are made of these: no vowels, so that they spell nothing, and no digits to mistake."""
LENGTH = 5
IDLE = 600.0
"""So many seconds after the last guest has gone a room is only in the store."""
SWEEP = 300.0
"""So often, in seconds, one looks for rooms that are idle."""
CLIENTS = 100
"""So many connections has a room."""
UNSENT = 200
"""So many answers may wait for a client that does not read them."""
RATE, BURST = 20, 40
UNREADABLE = 5
THINKERS = 2
LAST_WORDS = 1.0
"""So many seconds, at most, does a server that stops wait for its last words to be sent."""

Send = Callable[[str], Awaitable[None]]


class Gone(Exception):
    """A connection is to be closed; `reason` is told, `again` says whether to come back."""

    def __init__(self, reason: Text, *, again: bool) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.again = again


class Unopened(CardcoreError, RuntimeError):
    """A room is in the store, but cannot be played on here: its seats are not lost for that."""


class Connection:
    """One socket of a guest in a room: what it says is carried out, what is new is sent."""

    def __init__(self, live: Live, guest: Guest, send: Send) -> None:
        self.live = live
        self.guest = guest
        self.client = Client(live.room, guest)
        self._send = send
        self._answers: deque[dict[str, Any]] = deque()
        self._news = asyncio.Event()
        self._bucket = Bucket(RATE, BURST)
        self._unreadable = 0
        self._gone: Gone | None = None

    def poke(self) -> None:
        """Something may be new."""
        self._news.set()

    def say(self, message: dict[str, Any]) -> None:
        """Send a message beside what is new."""
        if len(self._answers) >= UNSENT:
            self.dismiss(Gone(Text("you do not read what you are sent"), again=True))
            return
        self._answers.append(message)
        self._news.set()

    def dismiss(self, gone: Gone) -> None:
        """Have the connection closed, after a last word."""
        self._gone = self._gone or gone
        self._news.set()

    async def sending(self) -> None:
        """Send whatever is new, until the connection is closed. Raises `Gone`."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._gone is not None:
                raise self._gone
            while self._answers:
                await self._send(_json(self._answers.popleft()))
            for message in list(self.client.news(time.monotonic())):
                await self._send(_json(message))

    def hear(self, data: str | bytes) -> None:
        """Carry out a message, and answer it. Raises `Gone` for what is too much."""
        if not self._bucket.take(time.monotonic()):
            raise Gone(Text("too many messages: at most {rate} a second", rate=RATE), again=True)
        number: int | None = None
        try:
            said = read(data)
            number = said.id
            if said.type == "hello":
                raise Refused("you have said hello already")
            self.live.do(self, said)
            if said.type == "ping":
                self.say({"type": "pong"})
            if number is not None:
                self.say({"type": "done", "id": number})
        except BadMessage as error:
            self._refuse(error, error.id)
            self._unreadable += 1
            if self._unreadable >= UNREADABLE:
                raise Gone(Text("too many messages that cannot be read"), again=False) from None
        except CardcoreError as error:
            self._refuse(error, number)

    def _refuse(self, error: CardcoreError, number: int | None) -> None:
        reason = getattr(error, "reason", error.text)
        self.say({"type": "refused", "id": number, "reason": self.client.text(reason)})


class Live:
    """A room in memory with its connections; it moves on by itself when something is due."""

    def __init__(self, room: Room, hub: Hub) -> None:
        self.room = room
        self.connections: set[Connection] = set()
        self.idle_since = time.monotonic()
        self._hub = hub
        self._timer: asyncio.TimerHandle | None = None

    def join(self, said: Said, send: Send) -> tuple[Connection, str]:
        """The connection of a guest who says hello, and his token. Raises `Refused`."""
        if len(self.connections) >= CLIENTS:
            raise Refused("this room is full: {number} are in it already", number=CLIENTS)
        now = time.monotonic()
        guest, token = self.room.enter(said["token"], now)
        guest.speak(said["lang"], self.room.settings.game)
        self.room.connect(guest, now)
        connection = Connection(self, guest, send)
        connection.say({"type": "welcome", "token": token, "guest": guest.key[:8]})
        self.connections.add(connection)
        self.advance()
        return connection, token

    def part(self, connection: Connection) -> None:
        """A connection is closed."""
        self.connections.discard(connection)
        now = time.monotonic()
        self.room.disconnect(connection.guest, now)
        self.idle_since = now
        self.advance()

    def do(self, connection: Connection, said: Said) -> None:
        """Carry out what a guest says. Raises a `CardcoreError` with the reason."""
        if self.room.guests.get(connection.guest.key) is not connection.guest:
            raise Refused("you have left this room")
        self.room.do(connection.guest, said, time.monotonic())
        if said.type == "leave":
            for other in self.connections:
                if other.guest is connection.guest:
                    other.dismiss(Gone(Text("you have left the room"), again=False))
        if said.type != "ping":
            self.advance()

    def advance(self) -> None:
        """Do what is due, let bots think, tell everybody, and see when to come again."""
        now = time.monotonic()
        self.room.tick(now)
        for thought in list(self.room.to_think()):
            self._hub.think(thought, self)
        for guest, text in self.room.notices:
            for connection in self.connections:
                if guest is None or connection.guest is guest:
                    connection.say({"type": "notice", "text": connection.client.text(text)})
        self.room.notices.clear()
        for connection in self.connections:
            connection.poke()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.room.next_time(now)
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due - now), self.advance)

    def stop(self) -> None:
        """Nothing is due any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Hub:
    """All rooms of a server, those in memory and those in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rooms: dict[str, Live] = {}
        self._thinkers = ThreadPoolExecutor(THINKERS, "bot")
        self._thinking: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.TimerHandle | None = None

    def open(self, game: Game[Any]) -> tuple[str, str]:
        """The code of a new room for a game, and the token of its host. Raises `StoreError`."""
        while True:
            code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
            if code not in self.rooms and self.store.room(code) is None:
                break
        room, token = Room.open(code, self.store, game, time.monotonic())
        self._take_in(room)
        return code, token

    def find(self, code: str) -> Live | None:
        """The room of a code, from the store if it is not in memory; None where there is none.

        Raises `Unopened` where it cannot be played on here, and `StoreError`.
        """
        live = self.rooms.get(code)
        if live is None:
            room = self._load(code)
            if room is not None:
                live = self._take_in(room)
        return live

    def _load(self, code: str) -> Room | None:
        reason: str | Text
        cause: Exception
        try:
            return Room.load(code, self.store, time.monotonic())
        except StoreError:
            raise
        except CardcoreError as error:
            reason, cause = error.text, error
        except (LookupError, TypeError, ValueError, AttributeError) as error:  # changed by hand
            reason, cause = f"{type(error).__name__}: {error}"[:80], error
        raise Unopened(
            "room {code} cannot be opened: {reason}", code=code, reason=reason
        ) from cause

    def _take_in(self, room: Room) -> Live:
        live = self.rooms[room.code] = Live(room, self)
        if self._sweeper is None:
            self._sweeper = asyncio.get_running_loop().call_later(SWEEP, self._sweep)
        return live

    def _sweep(self) -> None:
        """Rooms in which nobody has been for a while are only in the store, and not for ever."""
        self._sweeper = None
        before = time.monotonic() - IDLE
        for code, live in list(self.rooms.items()):
            if live.connections:
                live.room.keep()  # somebody is there
            elif live.idle_since < before:
                live.stop()
                del self.rooms[code]
        with contextlib.suppress(StoreError):
            self.store.forget(time.time() - KEPT)
        if self.rooms:
            self._sweeper = asyncio.get_running_loop().call_later(SWEEP, self._sweep)

    def think(self, thought: Thought, live: Live) -> None:
        """Let a bot think beside the rest; its room moves on when it has."""
        task = asyncio.get_running_loop().create_task(self._think(thought, live))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _think(self, thought: Thought, live: Live) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thinkers, thought.think)
        thought.done = True
        live.advance()

    async def dismiss(self) -> None:
        """Tell everybody that the server stops, and wait a moment until they are gone."""
        for live in self.rooms.values():
            live.stop()
            for connection in live.connections:
                connection.dismiss(Gone(Text("the server stops for now"), again=True))
        end = time.monotonic() + LAST_WORDS
        while time.monotonic() < end and any(live.connections for live in self.rooms.values()):
            await asyncio.sleep(0.01)

    def close(self) -> None:
        """Let go of everything."""
        for live in self.rooms.values():
            live.stop()
        if self._sweeper is not None:
            self._sweeper.cancel()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self.store.close()


def _json(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
