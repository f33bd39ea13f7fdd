"""`cardcore serve`: the browser table."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import click

from cardcore.cli._command import Command, argument, option, paragraphs
from cardcore.cli._ending import tell
from cardcore.cli._language import _, voice_of
from cardcore.cli._params import FileName, GameName, Number
from cardcore.errors import BadOptions
from cardcore.texts import Text


@click.command(
    cls=Command,
    help=paragraphs(
        _("Open a table in the browser, for everybody's own device."),
        _(
            "Everybody in the same network can join by the link that is printed, or by its QR code;"
            " nothing is installed there. With GAME a room for it is open at once, else the page"
            " opens rooms. Rooms outlast the server: `cardcore serve` goes on with them."
        ),
        _("Ctrl-C stops it."),
    ),
)
@argument("game", type=GameName(), required=False, metavar=_("[GAME]"))
@option(
    "--host",
    default="0.0.0.0",
    metavar=_("ADDRESS"),
    help=_("where to listen; 127.0.0.1 for this machine alone  [0.0.0.0]"),
)
@option("--port", type=Number(), default=8000, metavar="N", help=_("the port  [8000]"))
@option(
    "--data",
    type=FileName(),
    metavar=_("FILE"),
    help=_("where rooms are kept  [in the user's data folder]"),
)
@option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help=_("a page of another address that may use this server; repeatable"),
)
def command(game: Any, host: str, port: int, data: str | None, origins: tuple[str, ...]) -> None:
    """Serve."""
    from cardcore.web import serving

    if port not in range(65536):
        raise BadOptions("a port is a number from 0 to 65535, not {port}", port=port)
    say = voice_of()

    def announce(found: serving.Links) -> None:
        for line in serving.told(found):
            click.echo(say(line))
        if found.others is not None and sys.stdout.isatty():
            room = f"/r/{found.room}" if found.room else ""
            code = serving.in_blocks(found.others + room)
            if code.index("\n") <= shutil.get_terminal_size().columns:  # broken it cannot be read
                click.echo(code)
        tell(say(Text("Ctrl-C stops the server; the rooms are kept.")))

    serving.serve(host=host, port=port, data=data, game=game, origins=origins, tell=announce)
