"""The rules page of a game in the language of whoever reads it."""

from __future__ import annotations

from typing import Any

from cardcore.errors import GameError
from cardcore.game import Game
from cardcore.languages import SOURCE
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
