"""`cardcore play`: a match of a person, or several, and bots."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli._command import Command, Option, argument, option, paragraphs
from cardcore.cli._ending import tell
from cardcore.cli._language import GAME, Voice, _, say_as_click, voice_of
from cardcore.cli._lists import span
from cardcore.cli._params import (
    Bots,
    FileName,
    GameName,
    HouseRuleName,
    NameList,
    Number,
    OptionValue,
    PresetName,
    game_of,
)
from cardcore.cli._view import view_options
from cardcore.errors import BadOptions, UnknownGame
from cardcore.game import Game
from cardcore.options import describe, word
from cardcore.plugins import installed
from cardcore.scratch import ENDING
from cardcore.terminal.view import View
from cardcore.texts import Text

FLAGS = "cardcore.flags"
PREFIX = "option_"


class PlayCommand(Command):
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


@click.command(
    cls=PlayCommand,
    help=paragraphs(
        _("Play a game with bots, at the terminal or over pipes."),
        _(
            "One person plays, or those of --names; bots take the other seats. Without a terminal"
            " moves are read from standard input, one a line. Within a match `help` tells what"
            " else can be said."
        ),
    ),
)
@argument("game", type=GameName(), metavar=_("GAME"))
@option("--players", type=Number(), metavar="N", help=_("how many play  [3]"))
@option("--names", type=NameList(), metavar="A,B", help=_("the persons; bots fill up the seats"))
@option(
    "--bots",
    type=Bots(),
    metavar="A,B",
    help=_("the bots, in the order of seats, or SEAT=NAME, such as 1=random"),
)
@option("--watch", is_flag=True, help=_("bots play alone"))
@option(
    "--preset",
    type=PresetName(),
    metavar=_("NAME"),
    help=_("values for the options of the game by one name"),
)
@option(
    "--house-rule",
    type=HouseRuleName(),
    multiple=True,
    metavar=_("NAME"),
    help=_("a house rule; repeatable"),
)
@option("--seed", type=Number(), metavar="N", help=_("the same number deals the same cards"))
@option(
    "--record",
    type=FileName(),
    metavar=_("FILE"),
    help=_("write a record, to replay the match from"),
)
@option("--practice", is_flag=True, help=_("against bots any move can be taken back"))
@view_options()
def command(view: View, **given: Any) -> None:
    """Play a match."""
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
        options={name: value for name, value in options.items() if value is not None},
        view=view,
        talk=tell,
        **given,
    )
