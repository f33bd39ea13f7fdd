"""Kinds of values on the command line: games, lists of names, options of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from cardcore.cli._ending import LONGEST, as_usage
from cardcore.options import Option
from cardcore.plugins import installed

if TYPE_CHECKING:
    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType  # generic only in newer versions of click


class GameName(ParamType):
    """The name of an installed game; the game is what comes out."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The game; a usage error says which there are."""
        with as_usage(ctx):
            return installed().game(value) if isinstance(value, str) else value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The games whose names begin so."""
        return [
            CompletionItem(game.name, help=game.title)
            for game in installed().games()
            if game.name.startswith(incomplete)
        ]


class NameList(ParamType):
    """Names separated by commas."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The names, in their order."""
        return value.split(",") if isinstance(value, str) else value


class Number(ParamType):
    """A whole number."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number; a usage error shows the beginning of what is none."""
        try:
            return int(value)
        except ValueError:
            self.fail(f"{value[:LONGEST]!r} is not a valid integer.", param, ctx)


class FileName(ParamType):
    """The name of a file."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The name as it is; an empty one is wrong usage."""
        if not value:
            self.fail("the file name is empty", param, ctx)
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
        self.name = "|".join([*option.words, *([option.form] if option.form else [])])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value; a usage error says which there are."""
        with as_usage(ctx):
            return self.option.read(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The listed values that begin so."""
        return [CompletionItem(word) for word in self.option.words if word.startswith(incomplete)]


game_argument = click.argument("game", type=GameName(), metavar="GAME")
json_option = click.option("--json", "as_json", is_flag=True, help="write JSON, for programs")
