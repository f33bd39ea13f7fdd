"""`cardcore play`: a match of a person, or several, and bots."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli._ending import as_usage
from cardcore.cli._lists import span
from cardcore.cli._params import FileName, GameName, NameList, Number, OptionValue
from cardcore.errors import UnknownGame
from cardcore.game import Game
from cardcore.options import describe, word
from cardcore.plugins import installed

GAME, FLAGS = "cardcore.game", "cardcore.flags"
PREFIX = "option_"


class PlayCommand(click.Command):
    """Has a flag for every option of the game that is named on the command line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the game first, wherever it stands, for the flags depend on it."""
        game = self._named_game(ctx, args)
        if game is not None:
            taken = {name for param in self.params for name in param.opts}
            ctx.meta[GAME] = game
            ctx.meta[FLAGS] = [flag(game, name, taken) for name in describe(game.Options)]
            ctx.info_name = f"{ctx.info_name} {game.name}"
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click leaves it out where a flag lacks its value
            raise

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
                return installed().game(name)
            except UnknownGame:
                continue
        if words and not ctx.resilient_parsing:
            GameName().convert(words[0], None, ctx)  # says which there are
        return None

    def invoke(self, ctx: click.Context) -> Any:
        """Play; wishes that do not go together are wrong usage of this command."""
        with as_usage(ctx):
            return super().invoke(ctx)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The common flags, and those of the game."""
        return [*super().get_params(ctx), *ctx.meta.get(FLAGS, ())]

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What follows the command in the line of usage: not the game that is named already."""
        return ["[OPTIONS]"] if GAME in ctx.meta else super().collect_usage_pieces(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The common flags, then those of the game under its title."""
        common = [param for param in super().get_params(ctx) if isinstance(param, click.Option)]
        sections = [("Options", common)]
        if GAME in ctx.meta:
            game = ctx.meta[GAME]
            sections.append((f"{game.title}, for {span(game.seats)} players", ctx.meta[FLAGS]))
        for title, options in sections:
            records = [option.get_help_record(ctx) for option in options]
            rows = [record for record in records if record]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def flag(game: Game[Any], name: str, taken: set[str]) -> click.Option:
    """The flag of an option; where the common flags have that name, the game's stands before it."""
    option = describe(game.Options)[name]
    plain = f"--{name.replace('_', '-')}"
    return click.Option(
        [plain if plain not in taken else f"--{game.name}-{plain[2:]}", PREFIX + name],
        type=OptionValue(option),
        metavar=OptionValue(option).name,
        help=f"{option.help}  [{word(option.default)}]",
    )


@click.command(cls=PlayCommand)
@click.argument("game", type=GameName(), metavar="GAME")
@click.option("--players", type=Number(), metavar="N", help="how many play  [3]")
@click.option("--names", type=NameList(), metavar="A,B", help="the persons; bots fill up the seats")
@click.option("--bots", type=NameList(), metavar="A,B", help="the bots, in the order of seats")
@click.option("--watch", is_flag=True, help="bots play alone")
@click.option("--preset", metavar="NAME", help="values for the options of the game by one name")
@click.option("--house-rule", multiple=True, metavar="NAME", help="a house rule; repeatable")
@click.option("--seed", type=Number(), metavar="N", help="the same number deals the same cards")
@click.option(
    "--record", type=FileName(), metavar="FILE", help="write a record, to replay the match from"
)
@click.option("--practice", is_flag=True, help="against bots any move can be taken back")
@click.option("--no-color", is_flag=True, help="no colours, as with NO_COLOR set")
def command(**given: Any) -> None:
    """Play a game with bots, at the terminal or over pipes.

    One person plays, or those of --names; bots take the other seats. Without a terminal moves are
    read from standard input, one a line. Within a match `help` tells what else can be said.
    """
    from cardcore.terminal.run import run

    options = {
        name.removeprefix(PREFIX): given.pop(name)
        for name in list(given)
        if name.startswith(PREFIX)
    }
    run(
        given.pop("game"),
        names=given.pop("names") or (),
        bots=given.pop("bots") or (),
        house_rules=given.pop("house_rule"),
        color=not given.pop("no_color"),
        options={name: value for name, value in options.items() if value is not None},
        **given,
    )
