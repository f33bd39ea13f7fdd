"""The rules page: Markdown as it is, or drawn on a terminal."""

from __future__ import annotations

import sys
from typing import Any

from cardcore.game import Game
from cardcore.telling.rules import rules_page
from cardcore.terminal.view import View


def show_rules(game: Game[Any], view: View | None = None) -> None:
    """Write the rules page to the standard output; on a terminal it is drawn."""
    view = view or View()
    page = rules_page(game, view.language)
    if view.plain or not sys.stdout.isatty():
        print(page, end="" if page.endswith("\n") else "\n")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(no_color=None if view.color else True).print(Markdown(page))
