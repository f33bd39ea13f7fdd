"""`cardcore bots`: who there is to play against."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli import _lists
from cardcore.cli._params import GameName, json_option


@click.command()
@click.argument("game", type=GameName(), metavar="[GAME]", required=False)
@json_option
def command(game: Any, as_json: bool) -> None:
    """List the bots.

    With GAME, only those that play it.
    """
    found = _lists.bots(game)
    if as_json:
        _lists.write_json(found)
        return
    _lists.write_rows(
        (
            (
                bot["name"],
                f"{bot['help'] or 'a bot'}, for {bot['game'] or 'any game'}"
                + (" (the usual one)" if bot.get("usual") else ""),
            )
            for bot in found
        ),
        "There are no bots.",
    )
