"""A client of the browser table over a real socket: a bot that sees and does what a page would.

It keeps the room, the view and the log from the messages alone, plays moves that it sees, says a
message again that nobody has answered, and comes back by itself with its token.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Message = dict[str, Any]
LOST = (WebSocketException, OSError, TimeoutError, EOFError)
"""How a connection ends that was not told to."""


class Refusal(Exception):
    """The server has refused what was asked; the text is its reason."""


def all_moves(groups: list[Message]) -> Iterator[Message]:
    """The moves in the groups of a view."""
    for group in groups:
        yield from group["moves"]
        yield from all_moves(group["groups"])


class WebClient:
    """One client of a room: `run` keeps it connected until it is stopped or sent away.

    `think` is the seconds between a view and the move that answers it; `say_again` those after
    which a message without an answer is said anew. `wire`, where there is one, takes each text that
    is to be sent and gives those that are: none, several, others.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        lang: str = "en",
        seed: int = 0,
        think: Callable[[], float] = lambda: 0.0,
        say_again: float = 2.0,
        playing: bool = True,
        wire: Callable[[str], list[str | bytes]] = lambda text: [text],
        headers: dict[str, str] | None = None,
    ) -> None:
        self.url = url
        self.token = token
        self.lang = lang
        self.think = think
        self.say_again = say_again
        self.playing = playing
        self.wire = wire
        self.headers = headers
        self.rng = Random(seed)
        self.room: Message = {}
        self.view: Message = {}
        self.log: list[str] = []
        self.bye: Message | None = None
        self.refused: list[str] = []
        self.notices: list[str] = []
        self.connections = 0
        self.said = 0
        self.heard = 0
        self.on_message: list[Callable[[WebClient, Message], None]] = []
        self.on_move: list[Callable[[WebClient, Message], None]] = []
        self.socket: ClientConnection | None = None
        self._answered: Message | None = None
        self._waiting: dict[int, asyncio.Future[Message | None]] = {}
        self._news = asyncio.Event()
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    # -- connecting -------------------------------------------------------------------------------

    async def __aenter__(self) -> WebClient:
        self._task = asyncio.create_task(self.run())
        await self.until(lambda: self.room or self.bye, 120)
        return self

    async def __aexit__(self, *error: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def run(self) -> None:
        """Connect and come back, until the last word says not to."""
        while self.bye is None or self.bye["again"]:
            self.bye = None
            with contextlib.suppress(*LOST):
                await self._connected()
            self.socket = None
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_result(None)
            self._waiting.clear()
            await self._tell()
            await asyncio.sleep(0.05 + 0.1 * self.rng.random())

    async def _connected(self) -> None:
        async with connect(
            self.url,
            max_size=None,
            max_queue=None,
            ping_interval=None,
            close_timeout=0.5,
            compression=None,
            proxy=None,
            additional_headers=self.headers,
        ) as socket:
            hello: Message = {"type": "hello", "lang": self.lang}
            if self.token is not None:
                hello["token"] = self.token
            await socket.send(json.dumps(hello))
            self.connections += 1
            player = asyncio.create_task(self._play())
            try:
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "welcome":
                        self.token, self.socket = message["token"], socket
                    await self._hear(message)
            finally:
                player.cancel()

    async def _hear(self, message: Message) -> None:
        self.heard += 1
        kind = message["type"]
        if kind in ("room", "view", "bye"):
            setattr(self, kind, message)
        elif kind == "log":
            self.log = [*([] if message["begin"] else self.log), *message["lines"]]
        elif kind == "notice":
            self.notices.append(message["text"])
        elif kind in ("done", "refused"):
            if kind == "refused":
                self.refused.append(message["reason"])
            waiting = self._waiting.pop(message["id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        for told in self.on_message:
            told(self, message)
        self._news.set()
        await self._tell()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def until(self, true: Callable[[], Any], within: float = 30.0) -> None:
        """Wait until something has become true by what was heard."""
        async with self._changed:
            try:
                await asyncio.wait_for(self._changed.wait_for(lambda: bool(true())), within)
            except TimeoutError:
                raise AssertionError(
                    f"it never came: {self.room} {self.view} {self.refused[-3:]} {self.bye}"
                ) from None

    def kill(self) -> None:
        """Lose the connection: no closing word, and what is on its way is lost."""
        if self.socket is not None:
            self.socket.transport.abort()

    # -- saying -----------------------------------------------------------------------------------

    async def say(self, kind: str, **fields: Any) -> None:
        """Say something until it is answered. Raises `Refusal`."""
        while True:
            answer = await self.say_once(kind, **fields)
            if answer is None:
                continue
            if answer["type"] == "refused":
                raise Refusal(answer["reason"])
            return

    async def say_once(self, kind: str, **fields: Any) -> Message | None:
        """The answer to something that is said once; None where none came."""
        await self.until(lambda: self.socket is not None)
        self.said += 1
        number, socket = self.said, self.socket
        assert socket is not None
        waiting = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            for text in self.wire(json.dumps({"type": kind, "id": number, **fields})):
                await socket.send(text)
            return await asyncio.wait_for(waiting, self.say_again)
        except LOST:
            await asyncio.sleep(0.05)  # let the connection be seen to have gone
            return None
        finally:
            self._waiting.pop(number, None)

    # -- playing ----------------------------------------------------------------------------------

    async def _play(self) -> None:
        """Answer the views that ask for something."""
        while True:
            await self._news.wait()
            self._news.clear()
            if not self.playing or self.choose() is None:
                continue
            await asyncio.sleep(self.think())
            move = self.choose()
            if move is None or not self.playing:
                continue
            self._news.clear()
            said = {"decision": self.view["decision"], "move": move}
            for told in self.on_move:
                told(self, {**said, "at": time.perf_counter()})
            answered = self.view
            answer = await self.say_once("move", **said)
            if answer is None or answer["type"] == "refused":
                self._news.set()
            else:  # what was answered is answered: a new view comes
                self._answered = answered

    def choose(self) -> str | None:
        """A move for what is seen; None where nothing is to be done."""
        view = self.view
        if not view or view is self._answered or view["seat"] is None:
            return None
        if view["over"] or view.get("pending"):
            return None
        legal = [move["move"] for move in all_moves(view["moves"])]
        if legal:
            return self.rng.choice(legal)
        return "decline" if view.get("answers") else None

    @property
    def over(self) -> bool:
        """Whether the match that is seen is over."""
        return self.room.get("phase") == "over" and bool(self.view.get("over"))
