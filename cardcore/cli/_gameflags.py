"""Commands about one game, whose options are flags of theirs."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli._command import Command, Option, option
from cardcore.cli._language import GAME, Voice, _, say_as_click, voice_of
from cardcore.cli._lists import span
from cardcore.cli._params import GameName, HouseRuleName, OptionValue, PresetName, game_of
from cardcore.errors import BadOptions, UnknownGame
from cardcore.game import Game
from cardcore.options import describe, word
from cardcore.plugins import installed
from cardcore.scratch import ENDING
from cardcore.texts import Text

FLAGS = "cardcore.flags"
PREFIX = "option_"


class GameCommand(Command):
    """Has a flag for every option of the game that is named on the command line."""

    def prepare(self, ctx: click.Context, args: list[str]) -> None:
        """Find the game first, wherever it stands, for the flags depend on it."""
        game = self._named_game(ctx, args)
        if game is not None:
            taken = {name for param in self.params for name in param.opts}
            ctx.meta[GAME] = game
            say = voice_of(ctx)
            ctx.meta[FLAGS] = [flag(game, name, taken, say) for name in describe(game.Options)]
            ctx.info_name = f"{ctx.info_name} {game.name}"

    def _named_game(self, ctx: click.Context, args: list[str]) -> Game[Any] | None:
        takes_value = {
            name
            for param in self.params
            if isinstance(param, click.Option) and not param.is_flag
            for name in param.opts
        }
        words = [
            arg
            for before, arg in zip(["", *args], args, strict=False)
            if not arg.startswith("-") and before not in takes_value
        ]
        for name in words:
            try:
                return game_of(name)
            except UnknownGame:
                if name.endswith(ENDING) and not ctx.resilient_parsing:
                    raise
                continue
        if words and not ctx.resilient_parsing:
            GameName().convert(words[0], None, ctx)  # says which there are
        if not args and not ctx.resilient_parsing:
            names = ", ".join(game.name for game in installed().games()) or Text("none")
            raise BadOptions("say which game; the games are: {names}", names=names)
        return None

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The common flags, and those of the game."""
        return [*super().get_params(ctx), *ctx.meta.get(FLAGS, ())]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What follows the command in the line of usage: not the game that is named already."""
        pieces = super().collect_usage_pieces(ctx)
        return pieces[:1] if GAME in ctx.meta else pieces

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The common flags, then those of the game under its title."""
        common = [param for param in super().get_params(ctx) if isinstance(param, click.Option)]
        sections = [(say_as_click("Options"), common)]
        if GAME in ctx.meta:
            game, say = ctx.meta[GAME], voice_of(ctx)
            title = Text(
                "{game}, for {numbers} players", game=say(game.title), numbers=span(game.seats)
            )
            sections.append((say(title), ctx.meta[FLAGS]))
        for heading, options in sections:
            records = [option.get_help_record(ctx) for option in options]
            rows = [record for record in records if record]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def flag(
    game: Game[Any],
    name: str,
    taken: set[str],
    say: Voice = Voice(),  # noqa: B008 - frozen
) -> click.Option:
    """The flag of an option; where the common flags have that name, the game's stands before it."""
    found = describe(game.Options)[name]
    plain = f"--{name.replace('_', '-')}"
    return Option(
        [plain if plain not in taken else f"--{game.name}-{plain[2:]}", PREFIX + name],
        type=OptionValue(found),
        metavar="|".join(filter(None, [*found.words, say(found.form)])),
        help=f"{say(found.help)}  [{word(found.default)}]",
    )


def options_of(given: dict[str, Any]) -> dict[str, Any]:
    """Take the options of the game out of what a command line gives: those that are set."""
    names = [name for name in given if name.startswith(PREFIX)]
    options = {name.removeprefix(PREFIX): given.pop(name) for name in names}
    return {name: value for name, value in options.items() if value is not None}


preset_option = option(
    "--preset",
    type=PresetName(),
    metavar=_("NAME"),
    help=_("values for the options of the game by one name"),
)
house_rule_option = option(
    "--house-rule",
    type=HouseRuleName(),
    multiple=True,
    metavar=_("NAME"),
    help=_("a house rule; repeatable"),
)
