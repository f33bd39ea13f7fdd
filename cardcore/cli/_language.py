"""The language of a command line: found before it is read, and kept for all that is shown."""

from __future__ import annotations

import contextlib
import gettext
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import click

from cardcore.errors import CardcoreError
from cardcore.languages import CORE, SOURCE, languages, normal, preferred, translator
from cardcore.plugins import BotMaker, installed
from cardcore.texts import Text, Translate

FLAG = "--lang"
LANGUAGE, GAME = "cardcore.language", "cardcore.game"
"""Where a context keeps the language, and the game that is named on the command line."""
say_as_click = gettext.gettext  # by another name: these texts are in click's catalog, not in ours
LOCALE = Path(__file__).parent.parent / "locale"


def _(text: str) -> str:
    """Mark a text that is to be translated; it is put into a language when it is shown."""
    return text


@attrs.frozen
class Voice:
    """Says things in a language; a game that is named puts its own words first."""

    language: str = SOURCE
    game: Any = None

    def __call__(self, what: str | Text) -> str:
        """A sentence in this language."""
        if isinstance(what, Text):
            return what.render(self.translate)
        return what and self.translate(what)  # to gettext "" is the head of the catalog

    @property
    def translate(self) -> Translate:
        """What puts templates into this language."""
        return self.translator(*filter(None, [self.game]))

    def translator(self, *speakers: object) -> Translate:
        """What puts the words of games, bots and house rules into this language."""
        return translator(self.language, *speakers)

    def of_bot(self, bot: BotMaker) -> str:
        """How a bot plays, in a few words: those of its own package first, then of its game's."""
        home = getattr(sys.modules.get(bot.make.__module__), "__package__", "") or CORE
        games = [installed().game(bot.game)] if bot.game else []
        return bot.help and self.translator(home, *games)(bot.help)

    def of_error(self, error: CardcoreError) -> str:
        """The message of an error."""
        return self(error.text)


def voice_of(ctx: click.Context | None = None) -> Voice:
    """The voice of a command line, by default of the one that is being run."""
    ctx = ctx or click.get_current_context(silent=True)
    meta = {} if ctx is None else ctx.meta
    return Voice(meta.get(LANGUAGE, SOURCE), meta.get(GAME))


def chosen(args: Sequence[str]) -> str:
    """The language of a command line, wherever it is named there; else of the surroundings."""
    named = ""
    for before, arg in zip(["", *args], args, strict=False):
        if arg == "--":
            break
        if before == FLAG:
            named = arg
        elif arg.startswith(f"{FLAG}="):
            named = arg.partition("=")[2]
    return known(named) or known(preferred()) or SOURCE


def known(code: str) -> str | None:
    """The language that is meant by a code: "es" by "es-MX"; None where nobody here speaks it."""
    there = languages()
    full = normal(code)
    return next((one for one in (full, full.partition("_")[0]) if one in there), None)


@contextlib.contextmanager
def click_speaks(language: str) -> Iterator[None]:
    """Have click say its own words in a language, as long as a command line is run.

    It asks gettext, whose domain and language belong to the whole process.
    """
    domain, before = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain("click", str(LOCALE))
    gettext.textdomain("click")
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before
