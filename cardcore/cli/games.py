"""`cardcore games`: the games there are."""

from __future__ import annotations

import click

from cardcore.cli import _lists
from cardcore.cli._command import Command, paragraphs
from cardcore.cli._ending import tell
from cardcore.cli._language import _, voice_of
from cardcore.cli._params import json_option
from cardcore.plugins import installed
from cardcore.texts import Text


@click.command(cls=Command, help=paragraphs(_("List the games.")))
@json_option
def command(as_json: bool) -> None:
    """Write the list."""
    if as_json:
        _lists.write_json(_lists.games())
        return
    _lists.write_rows(_lists.game_rows(), Text("There are no games."))
    if installed().problems():
        tell(voice_of()(Text("Something is wrong with a plugin; `cardcore plugins` tells what.")))
