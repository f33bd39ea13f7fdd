"""The command `cardcore`: each command is a module here, imported when it is called."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from cardcore.cli._command import Command, Option, paragraphs
from cardcore.cli._ending import (
    LONGEST,
    end_quietly,
    hide_unraisable,
    run_to_its_end,
    tell,
    tell_usage,
)
from cardcore.cli._language import Voice, _, chosen, click_speaks, say_as_click, voice_of
from cardcore.errors import PluginError
from cardcore.plugins import installed
from cardcore.texts import Text
from cardcore.version import VERSION

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NAME = "cardcore"
COMPLETE = f"_{NAME}_COMPLETE".upper()
"""The variable by which a shell asks for completions."""
COMMANDS = {
    "play": _("Play a game with bots, at the terminal or over pipes."),
    "resume": _("Play on in a match that was left."),
    "replay": _("Tell a recorded match again, or verify its record."),
    "games": _("List the games."),
    "rules": _("Show the rules of a game."),
    "options": _("List the options of a game."),
    "bots": _("List the bots."),
    "plugins": _("List the plugins, with what is wrong with them."),
    "new": _("Begin a game of your own."),
    "check": _("Check that a game keeps the laws of the engine."),
    "simulate": _("Play many matches between bots, and report what came of them."),
    "tournament": _("Let many bots meet, and report who is better than whom."),
    "serve": _("Open a table in the browser, for everybody's own device."),
    "completion": _("Print what makes a shell complete the words of a command."),
}
"""The core's commands and their short helps, known without importing them."""


class Cli(Command, click.Group):
    """Imports a command when it is called, and plugins only where their commands are needed."""

    asked_plugins = False

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The core's commands, then those of plugins."""
        self._ask_plugins()
        return [*COMMANDS, *sorted(self.commands)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name in COMMANDS:
            command: click.Command = import_module(f"cardcore.cli.{cmd_name}").command
            return command
        self._ask_plugins()
        games = [] if cmd_name in self.commands else installed().games()
        if cmd_name in [game.name for game in games] and not ctx.resilient_parsing:
            text = Text("{game} is a game; cardcore play {game} begins a match", game=cmd_name)
            raise click.UsageError(voice_of(ctx)(text), ctx)
        return self.commands.get(cmd_name)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Take a command of a plugin. Raises `PluginError` where its name is taken."""
        name = name or cmd.name
        if not isinstance(cmd, click.Command) or not name:
            raise PluginError("{command} is not a click command with a name", command=repr(cmd))
        if name in COMMANDS or name in self.commands:
            raise PluginError("the name {name!r} is taken by another command", name=name)
        cmd.get_short_help_str()  # what fails in the help fails here, where it is isolated
        super().add_command(cmd, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing the core's."""
        self._ask_plugins()
        say = voice_of(ctx)
        rows = [(name, say(help_)) for name, help_ in COMMANDS.items()]
        rows += [
            (name, command.get_short_help_str(formatter.width))
            for name, command in sorted(self.commands.items())
            if not command.hidden
        ]
        with formatter.section(say_as_click("Commands")):
            formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands and options that begin so; the core's, where plugins cannot be asked."""
        with contextlib.suppress(Exception):
            self._ask_plugins()
        return super().shell_complete(ctx, incomplete)

    def _ask_plugins(self) -> None:
        if not self.asked_plugins:
            self.asked_plugins = True
            installed().add_commands(self)

    def make_context(
        self, info_name: str | None, args: list[str], *more: Any, **extra: Any
    ) -> click.Context:
        """Read a command line, which writes the help and the version too."""
        say = Voice(chosen(args))
        return run_to_its_end(
            lambda: super(Cli, self).make_context(info_name, args, *more, **extra), say
        )

    def invoke(self, ctx: click.Context) -> None:
        """Run a command; what fails is told in one line."""
        run_to_its_end(lambda: self._invoke(ctx), lambda what: voice_of(ctx)(what))

    def _invoke(self, ctx: click.Context) -> None:
        for name in filter(None, getattr(installed(), "strangers", [])):
            text = Text(
                "CARDCORE_PLUGINS names {name!r}, which is not installed", name=name[:LONGEST]
            )
            tell(voice_of(ctx)(text))
        super().invoke(ctx)

    def main(self, args: Any = None, *more: Any, **extra: Any) -> Any:
        """Run a command line and exit: 0 done, 1 a failure, 2 wrong usage, 130 interrupted."""
        args = list(sys.argv[1:] if args is None else args)
        say = Voice(chosen(args))
        with click_speaks(say.language), _silent_while_completing():
            try:
                extra["standalone_mode"] = False
                code = run_to_its_end(lambda: super(Cli, self).main(args, *more, **extra), say)
            except click.exceptions.Exit as error:
                code = error.exit_code
            except click.ClickException as error:
                code = tell_usage(error, say)
        end_quietly(code or 0)


def _silent_while_completing() -> contextlib.AbstractContextManager[Any]:
    """Words of ours would stand in the middle of what somebody is typing."""
    if not os.environ.get(COMPLETE, "").endswith("_complete"):
        return contextlib.nullcontext()
    from cardcore.cli import _completion

    _completion.use()
    return contextlib.redirect_stderr(io.StringIO())


@click.group(
    NAME,
    cls=Cli,
    invoke_without_command=True,
    subcommand_metavar=_("COMMAND [ARGS]..."),
    help=paragraphs(
        _("Card games: play them, replay them, and see what there is."),
        _(
            "`cardcore play GAME` begins a match. A match that is run with --seed can be run again."
            " `cardcore completion --help` says how a shell completes what you type."
        ),
    ),
)
@click.version_option(
    VERSION,
    prog_name=NAME,
    message="%(prog)s %(version)s",
    cls=Option,
    help=_("Show the version and exit."),
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Show the help, where no command is called."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """The entry point."""
    hide_unraisable()
    cli.main(prog_name=cli.name)
