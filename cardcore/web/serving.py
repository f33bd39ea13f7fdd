"""Serving: the browser table on a port of this machine, and the links that lead to it."""

from __future__ import annotations

import io
import os
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import platformdirs

from cardcore.errors import CardcoreError
from cardcore.extras import needs
from cardcore.game import Game
from cardcore.texts import Text

EXTRA = "web"
EVERYWHERE = ("0.0.0.0", "::")


class PortTaken(CardcoreError, OSError):
    """Nothing can be served at an address: another program has it, or it is none of ours."""


@attrs.frozen
class Links:
    """Where a server is found: from this machine, and from others in the network, if it is.

    `room` leads straight to a room, and `token` makes whoever opens it the host.
    """

    here: str
    others: str | None
    room: str = ""
    token: str = ""


def store_path() -> Path:
    """Where rooms are kept: in $CARDCORE_DATA, else in the user's data folder."""
    given = os.environ.get("CARDCORE_DATA")
    data = Path(given) if given else platformdirs.user_data_path("cardcore", appauthor=False)
    return data / "rooms.sqlite"


def serve(
    *,
    host: str,
    port: int,
    data: str | os.PathLike[str] | None = None,
    game: Game[Any] | None = None,
    origins: Sequence[str] = (),
    tell: Callable[[Links], None],
) -> None:
    """Serve until the process is told to stop; with a `game` a room for it is open at once.

    `tell` hears the links once it runs. Raises `MissingExtra`, `PortTaken`, `StoreError`.
    """
    for module in ("starlette", "uvicorn", "websockets", "segno"):
        needs(module, EXTRA)
    from cardcore.web.app import App, make_app
    from cardcore.web.running import Server
    from cardcore.web.store import KEPT, SqliteStore

    listening = listen(host, port)
    failed: Exception | None = None
    found = links(host, listening.getsockname()[1])
    try:
        store = SqliteStore(store_path() if data is None else data)
        store.forget(time.time() - KEPT)

        def ready(app: App) -> None:
            nonlocal failed
            try:
                room, token = ("", "") if game is None else app.hub.open(game)
                tell(attrs.evolve(found, room=room, token=token))
            except (CardcoreError, OSError) as error:  # raised here it would end in a log
                failed, server.should_exit = error, True

        server = Server(make_app(store, origins=origins, outside=found.others, ready=ready))
        server.run(sockets=[listening])
    finally:
        listening.close()
    if failed is not None:
        raise failed


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address. Raises `PortTaken`, which says what would be right."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(1024)
        except OSError:
            listening.close()
            raise
    except (OSError, OverflowError, UnicodeError) as error:
        raise PortTaken(
            "nothing can be served at {host}, port {port}: {reason}; choose others with"
            " --host and --port",
            host=host[:80],
            port=port,
            reason=getattr(error, "strerror", None) or str(error),
        ) from error
    return listening


def links(host: str, port: int) -> Links:
    """Where a server at an address is found."""
    everywhere = host in EVERYWHERE
    here = _link("localhost" if everywhere else host, port)
    address = own_address() if everywhere else None
    return Links(here, None if address is None else _link(address, port))


def own_address() -> str | None:
    """The address of this machine in its network; None where it is in none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, which is nobody's
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def in_blocks(link: str) -> str:
    """A link as a QR code in lines of a terminal."""
    drawn = io.StringIO()
    needs("segno", EXTRA).make(link, error="l").terminal(drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")


def _link(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def told(found: Links) -> list[Text]:
    """What to say of the links, a line each."""
    room = f"/r/{found.room}" if found.room else ""
    own = f"{found.here}{room}#{found.token}" if found.room else found.here
    lines = [Text("On this machine: {link}", link=own)]
    if found.others is not None:
        lines.append(Text("On others in this network: {link}", link=found.others + room))
    return lines
