"""`cardcore rules`: the rules page of a game."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli._params import game_argument


@click.command()
@game_argument
def command(game: Any) -> None:
    """Show the rules of a game.

    On a terminal the page is drawn; elsewhere it is Markdown.
    """
    from cardcore.terminal.rules import show_rules

    show_rules(game)
