"""`cardcore bots`: who there is to play against."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli import _lists
from cardcore.cli._command import Command, argument, paragraphs
from cardcore.cli._language import _
from cardcore.cli._params import GameName, json_option
from cardcore.texts import Text


@click.command(
    cls=Command,
    help=paragraphs(_("List the bots."), _("With GAME, only those that play it.")),
)
@argument("game", type=GameName(), metavar=_("[GAME]"), required=False)
@json_option
def command(game: Any, as_json: bool) -> None:
    """Write the list."""
    if as_json:
        _lists.write_json(_lists.bots(game))
    else:
        _lists.write_rows(_lists.bot_rows(game), Text("There are no bots."))
