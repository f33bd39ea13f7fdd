"""Kinds of values on the command line, and how a shell completes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import click
from click.shell_completion import CompletionItem

from cardcore.cli._command import ParamType, argument, option
from cardcore.cli._completion import quietly
from cardcore.cli._ending import LONGEST, as_usage
from cardcore.cli._language import GAME, _, voice_of
from cardcore.game import Game
from cardcore.options import Option
from cardcore.plugins import installed
from cardcore.texts import Text

UNQUOTED_COMMA = re.compile(r""",(?=(?:[^'"]|'[^']*'|"[^"]*")*$)""")


@cache
def game_of(name: str) -> Game[Any]:
    """The installed game of that name, or the game of a Python file."""
    if not name.endswith(".py"):
        return installed().game(name)
    from cardcore.scratch import game_from_file

    return game_from_file(name, installed())


class GameName(ParamType):
    """The name of an installed game, or of a file with one; the game is what comes out."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The game; a usage error says which there are."""
        with as_usage(ctx):
            game = game_of(value) if isinstance(value, str) else value
        if ctx is not None:
            ctx.meta[GAME] = game
        return game

    @quietly
    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Iterator[CompletionItem]:
        """The games whose names begin so."""
        say = voice_of(ctx)
        titles = [(game.name, say.translator(game)(game.title)) for game in installed().games()]
        return completed(titles, incomplete)


class GameFile(ParamType):
    """A Python file with a game, which is found by its name from then on."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The game of the file; a usage error says why there is none."""
        from cardcore.scratch import game_from_file

        with as_usage(ctx):
            return game_from_file(value, installed())

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The shell's own names of files."""
        return [CompletionItem(incomplete, type="file")]


class NameList(ParamType):
    """Names separated by commas."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The names, in their order."""
        return value.split(",") if isinstance(value, str) else value


class Bots(NameList):
    """Names of bots, each of which may say its seat; a comma in quotation marks separates none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The bots, in their order."""
        return UNQUOTED_COMMA.split(value) if isinstance(value, str) else value

    @quietly
    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Iterator[CompletionItem]:
        """The bots whose names begin as the last one of the list."""
        game, say = ctx.meta.get(GAME), voice_of(ctx)
        before, comma, last = incomplete.rpartition(",")
        seat, sign, name = last.rpartition("=")
        start = before + comma + seat + sign
        bots = {
            start + bot.name: say.of_bot(bot) for bot in installed().bots(game.name if game else "")
        }
        return completed(bots.items(), start + name)


class HouseRuleName(ParamType):
    """The name of a house rule."""

    name = "name"

    @quietly
    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Iterator[CompletionItem]:
        """The house rules for the game whose names begin so."""
        game, say = ctx.meta.get(GAME), voice_of(ctx)
        rules = [
            (rule.name, say.translator(rule)(rule.title))
            for rule in installed().house_rules()
            if not rule.game or game is None or rule.game == game.name
        ]
        return completed(rules, incomplete)


class PresetName(ParamType):
    """The name of a preset of the game."""

    name = "name"

    @quietly
    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> Iterator[CompletionItem]:
        """The presets of the game whose names begin so."""
        return completed([(name, "") for name in ctx.meta[GAME].presets], incomplete)


class Number(ParamType):
    """A whole number."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; a usage error shows the beginning of what is none."""
        try:
            return int(value)
        except ValueError:
            text = Text("{value!r} is not a valid integer.", value=value[:LONGEST])
            self.fail(voice_of(ctx)(text), param, ctx)


class FileName(ParamType):
    """The name of a file."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name as it is; an empty one is wrong usage."""
        if not value:
            self.fail(voice_of(ctx)(Text("the file name is empty")), param, ctx)
        if isinstance(value, str) and any(sign < " " or sign == "\x7f" for sign in value):
            self.fail(voice_of(ctx)(Text("the file name has control signs")), param, ctx)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The shell knows the files."""
        return [CompletionItem(incomplete, type="file")]


class OptionValue(ParamType):
    """A value of an option of a game."""

    def __init__(self, option: Option) -> None:
        self.option = option
        self.name = "|".join(filter(None, [*option.words, option.form]))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value; a usage error says which there are."""
        with as_usage(ctx):
            return self.option.read(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The listed values that begin so."""
        return list(completed([(word, "") for word in self.option.words], incomplete))


def completed(found: Iterable[tuple[str, str]], incomplete: str) -> Iterator[CompletionItem]:
    """The words that begin so, of words and what they mean."""
    for word, meaning in found:
        if word.startswith(incomplete):
            yield CompletionItem(word, help=meaning or None)


game_argument = argument("game", type=GameName(), metavar=_("GAME"))
game_file_option = option(
    "--game",
    type=GameFile(),
    metavar=_("FILE"),
    expose_value=False,
    help=_("the Python file of its game, where that is not installed"),
)
json_option = option(
    "--json", "as_json", is_flag=True, help=_("write JSON, for programs; it is in English")
)
