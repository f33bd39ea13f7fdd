"""The web application: the page, what it asks over HTTP, and a socket for each client."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardcore.errors import BadRecord, CardcoreError, GameError, UnknownGame
from cardcore.languages import normal, translator
from cardcore.plugins import installed
from cardcore.texts import Text
from cardcore.web import catalog, page
from cardcore.web.hub import Connection, Gone, Hub, Live, Unopened
from cardcore.web.limits import Buckets
from cardcore.web.messages import LONGEST, Said, is_text, read
from cardcore.web.playing import Refused
from cardcore.web.replays import Replays
from cardcore.web.store import Store, StoreError

OWN_NAMES = ("localhost", "127.0.0.1", "::1")
"""What a machine calls itself, which leads nowhere from others."""
HELLO_WITHIN = 10.0
"""So many seconds has a new socket to say hello."""
WRONG_HERE = Text("something went wrong here; try again")
_HEADERS = {
    b"content-security-policy": b"default-src 'self'; img-src 'self' data:; object-src 'none';"
    b" base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-cache",
}


class App:
    """What `make_app` routes to: the rooms of a server, and what the page wants to know."""

    def __init__(self, store: Store, origins: Sequence[str], outside: str | None) -> None:
        self.hub = Hub(store)
        self._outside = outside
        self._replays = Replays(store)
        self._origins = {origin.rstrip("/").lower() for origin in origins}
        self._opening = Buckets(rate=1 / 10, most=20)
        self._asking = Buckets(rate=2, most=60)

    # -- over HTTP --------------------------------------------------------------------------------

    async def index(self, request: Request) -> Response:
        """The page: it reads from its own address what to show."""
        return HTMLResponse(page.index())

    async def words(self, request: Request) -> Response:
        """The page's own sentences."""
        return JSONResponse(page.words(_language(request)))

    async def games(self, request: Request) -> Response:
        """What can be played."""
        return JSONResponse(catalog.games(_language(request)))

    async def rules(self, request: Request) -> Response:
        """The rules page of a game."""
        game = installed().game(request.path_params["name"])
        return JSONResponse(catalog.rules(game, _language(request)))

    async def open(self, request: Request) -> Response:
        """A new room."""
        self._check_origin(request)
        if not self._opening.take(_address(request), time.monotonic()):
            raise TooMany("too many new rooms; wait a minute")
        name = _field(await _body(request), "game")
        code, token = self.hub.open(installed().game(name))
        return JSONResponse({"code": code, "token": token}, 201)

    async def room(self, request: Request) -> Response:
        """Whether there is a room of a code, what is played there, and the link for others."""
        live = self._find(request)
        code, game = live.room.code, live.room.settings.game
        title = translator(_language(request), game)(game.title)
        return JSONResponse({"code": code, "title": title, "link": self._link(request, code)})

    async def qr(self, request: Request) -> Response:
        """The link to a room as a QR code."""
        import segno

        live = self._find(request)
        picture = io.BytesIO()
        try:
            code = segno.make(self._link(request, live.room.code), error="m")
        except ValueError:  # no browser names such a host
            raise HTTPException(400) from None
        code.save(picture, kind="svg", scale=8, border=2, light="#fff")
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def step(self, request: Request) -> Response:
        """A finished match after so many moves."""
        params = request.path_params
        code = self._find(request).room.code
        step = self._replays.step(code, params["number"], params["step"], _language(request))
        return JSONResponse(step)

    async def record(self, request: Request) -> Response:
        """The record of a finished match."""
        code, number = self._find(request).room.code, request.path_params["number"]
        text = self._replays.record(code, number)
        name = f"cardcore-{code}-{number}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(text, headers=headers, media_type="application/jsonl")

    def _find(self, request: HTTPConnection, token: str | None = None) -> Live:
        """The room that is meant. Raises `UnknownRoom`; guessing of codes is slowed down.

        Who has guessed too much is answered no better for a code that is right, unless his token
        shows that he has been there.
        """
        code = _code(request.path_params["code"])
        live = self.hub.rooms.get(code)
        if live is None or token is None or not live.room.knows(token):
            cost = 1 if live is None else 0
            if not self._asking.take(_address(request), time.monotonic(), cost):
                raise TooMany("too many questions; wait a minute")
        live = self.hub.find(code)
        if live is None:
            raise UnknownRoom("there is no room {code}", code=code)
        return live

    def _link(self, request: Request, code: str) -> str:
        """The link to a room, for other devices, which a machine's name for itself is not."""
        path = f"/r/{code}"
        try:
            if self._outside is not None and request.url.hostname in OWN_NAMES:
                return self._outside + path
            return str(request.base_url.replace(path=path))
        except ValueError:  # no browser names such a host
            raise HTTPException(400) from None

    def _check_origin(self, request: HTTPConnection) -> None:
        """Refuse the pages of others, which would act with a visitor's browser."""
        origin = request.headers.get("origin")
        if origin is None:  # no browser
            return
        origin = origin.lower()
        host = request.headers.get("host", "").lower()
        if origin not in self._origins and (not host or origin.partition("://")[2] != host):
            raise Foreign("the page {origin} is not of this server", origin=origin[:80])

    # -- the socket -------------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        """One client, from its hello to its end."""
        await socket.accept()
        language = "en"
        try:
            self._check_origin(socket)
            said = await _hello(socket)
            language = said["lang"]
            live = self._find(socket, said["token"])
            connection, _ = live.join(said, socket.send_text)
        except (Gone, CardcoreError) as error:
            await _bye(socket, error, language)
            return
        except (WebSocketDisconnect, RuntimeError):
            return
        try:
            await _serve(socket, connection)
        finally:
            live.part(connection)


class UnknownRoom(CardcoreError, LookupError):
    """No room has that code."""


class Foreign(Refused):
    """A page of somebody else asks for what only our own may."""


class TooMany(Refused):
    """Somebody asks for too much in too short a time."""


async def _serve(socket: WebSocket, connection: Connection) -> None:
    """Hear and send at the same time, until one of them ends."""
    hearing = asyncio.ensure_future(_hearing(socket, connection))
    sending = asyncio.ensure_future(connection.sending())
    try:
        done, _ = await asyncio.wait((hearing, sending), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (hearing, sending):
            task.cancel()
        await asyncio.gather(hearing, sending, return_exceptions=True)
    for task in done:
        error = task.exception()
        if isinstance(error, Gone):
            await _bye(socket, error, connection.guest.language)
        elif error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError):
            await _bye(socket, None, connection.guest.language)
            raise error


async def _hearing(socket: WebSocket, connection: Connection) -> None:
    while True:
        connection.hear(await _receive(socket))


async def _receive(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or message.get("bytes") or b""


async def _hello(socket: WebSocket) -> Said:
    """The first message. Raises `Gone` where it is none, or comes too late."""
    try:
        said = read(await asyncio.wait_for(_receive(socket), HELLO_WITHIN))
    except TimeoutError:
        raise Gone(Text("the first message is hello"), again=True) from None
    if said.type != "hello":
        raise Gone(Text("the first message is hello"), again=False)
    return said


async def _bye(socket: WebSocket, error: Exception | None, language: str) -> None:
    """The last word, in the language of whoever is told."""
    again = error is None or isinstance(error, StoreError | TooMany)
    if isinstance(error, Gone):
        reason, again = error.reason, error.again
    elif isinstance(error, CardcoreError):
        reason = error.text
    else:
        reason = WRONG_HERE
    text = reason.render(translator(language))
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError):
        await socket.send_json({"type": "bye", "reason": text, "again": again})
        await socket.close(1000 if again else 1008)


def _language(request: HTTPConnection) -> str:
    return normal(request.query_params.get("lang", "en")[:20]) or "en"


def _code(given: str) -> str:
    return given.upper()[:20]


def _address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


async def _body(request: Request) -> bytes:
    """The body of a request. Raises `Refused` where it is too long."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST:
            raise Refused("a message has at most {number} bytes", number=LONGEST)
    return bytes(body)


def _field(body: bytes, name: str) -> str:
    """A text in the JSON object of a request. Raises `Refused` where there is none."""
    try:
        value = json.loads(body)[name]
    except (ValueError, RecursionError, LookupError, TypeError):
        value = None
    if not is_text(value):
        raise Refused("the body is an object with a text as {field}", field=name)
    text: str = value
    return text


_STATUS: Sequence[tuple[type[CardcoreError], int]] = (
    (UnknownRoom, 404),
    (UnknownGame, 404),
    (BadRecord, 404),
    (Foreign, 403),
    (TooMany, 429),
    (Unopened, 500),
    (StoreError, 503),
    (GameError, 500),
    (CardcoreError, 400),
)


async def _failed(request: Request, error: Exception) -> Response:
    assert isinstance(error, CardcoreError)
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return _refusal(request, error.text, status)


async def _not_served(request: Request, error: Exception) -> Response:
    """What no address of ours is for."""
    assert isinstance(error, HTTPException)
    return JSONResponse({"reason": error.detail}, error.status_code, error.headers)


async def _fault(request: Request, error: Exception) -> Response:
    """Something is wrong with us; what it is stands in the log of the server alone."""
    return _refusal(request, WRONG_HERE, 500)


def _refusal(request: Request, reason: Text, status: int) -> Response:
    return JSONResponse({"reason": reason.render(translator(_language(request)))}, status)


class _Count(IntegerConvertor):
    """A whole number in an address: of so few digits that there is nothing to work out."""

    regex = "[0-9]{1,6}"


register_url_convertor("count", _Count())


class _Headers:
    """Adds the headers that keep others' pages and scripts away from ours."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                ours = [(name, value) for name, value in _HEADERS.items() if name not in given]
                message["headers"] = [*message["headers"], *ours]
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


def make_app(
    store: Store,
    *,
    origins: Sequence[str] = (),
    outside: str | None = None,
    ready: Callable[[App], None] | None = None,
) -> Starlette:
    """The application over a store. Pages of `origins` may use it besides its own.

    `outside` is where others in the network find it, for the links that a page hands on.
    `ready` is called with the `App` once it runs: it may open the first room.
    """
    table = App(store, origins, outside)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if ready is not None:
            ready(table)
        yield
        table.hub.close()

    match = "/api/rooms/{code}/matches/{number:count}"
    routes: list[Any] = [
        Route("/", table.index),
        Route("/r/{code}", table.index),
        Route("/r/{code}/replay/{number:count}", table.index),
        Route("/r/{code}/qr.svg", table.qr),
        Route("/api/words", table.words),
        Route("/api/games", table.games),
        Route("/api/games/{name}/rules", table.rules),
        Route("/api/rooms", table.open, methods=["POST"]),
        Route("/api/rooms/{code}", table.room),
        Route(match + "/steps/{step:count}", table.step),
        Route(match + "/record", table.record),
        WebSocketRoute("/ws/{code}", table.socket),
        Mount("/static", StaticFiles(directory=page.STATIC)),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(_Headers), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={
            CardcoreError: _failed,
            HTTPException: _not_served,
            Exception: _fault,
        },
        lifespan=lifespan,
    )
    app.state.table = table
    return app
