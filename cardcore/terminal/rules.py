"""The rules page: Markdown as it is, or drawn on a terminal."""

from __future__ import annotations

import sys
from typing import Any

from cardcore.errors import GameError
from cardcore.game import Game
from cardcore.languages import SOURCE
from cardcore.terminal.view import View
from cardcore.texts import Text


def rules_page(game: Game[Any], language: str = SOURCE) -> str:
    """The rules page in a language, else in English, else in the first there is, as Markdown.

    Raises `GameError` where the game has none.
    """
    pages = game.rules
    for wanted in (language, language.partition("_")[0], SOURCE, *pages):
        if wanted in pages:
            return pages[wanted]
    raise GameError("{title} has no rules page", title=Text(game.title))


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
