"""`cardcore games`: the games there are."""

from __future__ import annotations

import click

from cardcore.cli import _lists
from cardcore.cli._params import json_option
from cardcore.plugins import installed


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the games."""
    found = _lists.games()
    if as_json:
        _lists.write_json(found)
        return
    _lists.write_rows(
        (
            (game["name"], f"{game['title']}, {_lists.span(game['players'])} players")
            for game in found
        ),
        "There are no games.",
    )
    if installed().problems():
        click.echo("Something is wrong with a plugin; `cardcore plugins` tells what.", err=True)
