"""`cardcore options`: the options of a game and its presets."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli import _lists
from cardcore.cli._command import Command, paragraphs
from cardcore.cli._language import _
from cardcore.cli._params import game_argument, json_option
from cardcore.texts import Text


@click.command(
    cls=Command,
    help=paragraphs(
        _("List the options of a game."),
        _("With their values, the default in brackets, its presets and the house rules for it."),
    ),
)
@game_argument
@json_option
def command(game: Any, as_json: bool) -> None:
    """Write the list."""
    if as_json:
        _lists.write_json(_lists.options(game))
    else:
        none = Text("{game} has no options.", game=Text(game.title))
        _lists.write_rows(_lists.option_rows(game), none)
