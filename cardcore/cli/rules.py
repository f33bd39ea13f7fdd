"""`cardcore rules`: the rules page of a game."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli._command import Command, paragraphs
from cardcore.cli._language import _
from cardcore.cli._params import game_argument
from cardcore.cli._view import view_options
from cardcore.terminal.view import View


@click.command(
    cls=Command,
    help=paragraphs(
        _("Show the rules of a game."),
        _("On a terminal the page is drawn; elsewhere it is Markdown."),
    ),
)
@game_argument
@view_options(speed=False)
def command(game: Any, view: View) -> None:
    """Write the page."""
    from cardcore.terminal.rules import show_rules

    show_rules(game, view=view)
