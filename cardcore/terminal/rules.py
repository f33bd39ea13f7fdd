"""The rules page: Markdown as it is, or drawn on a terminal."""

from __future__ import annotations

import sys
from typing import Any

from cardcore.errors import GameError
from cardcore.game import Game


def rules_page(game: Game[Any], language: str = "en") -> str:
    """The rules page in a language, else in English, else in the first there is, as Markdown.

    Raises `GameError` where the game has none.
    """
    pages = game.rules
    for wanted in (language, "en", *pages):
        if wanted in pages:
            return pages[wanted]
    raise GameError(
        f"{game.title} has no rules page; its game gets one by the property `rules`: "
        "Markdown by language, such as {'en': '# The rules'}"
    )


def show_rules(game: Game[Any], *, color: bool = True) -> None:
    """Write the rules page to the standard output; on a terminal it is drawn."""
    page = rules_page(game)
    if not sys.stdout.isatty():
        print(page, end="" if page.endswith("\n") else "\n")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(no_color=not color or None).print(Markdown(page))
