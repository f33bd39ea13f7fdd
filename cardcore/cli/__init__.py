"""The command `cardcore`: each command is a module here, imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from cardcore.cli._ending import (
    LONGEST,
    end_quietly,
    hide_unraisable,
    run_to_its_end,
    tell,
    tell_usage,
)
from cardcore.errors import PluginError
from cardcore.plugins import installed
from cardcore.version import VERSION

COMMANDS = {
    "play": "Play a game with bots, at the terminal or over pipes.",
    "replay": "Tell a recorded match again, or verify its record.",
    "games": "List the games.",
    "rules": "Show the rules of a game.",
    "options": "List the options of a game.",
    "bots": "List the bots.",
    "plugins": "List the plugins, with what is wrong with them.",
}
"""The core's commands and their short helps, known without importing them."""


class Cli(click.Group):
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
        return self.commands.get(cmd_name)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Take a command of a plugin. Raises `PluginError` where its name is taken."""
        name = name or cmd.name
        if not isinstance(cmd, click.Command) or not name:
            raise PluginError(f"{cmd!r} is not a click command with a name")
        if name in COMMANDS or name in self.commands:
            raise PluginError(f"the name {name!r} is taken by another command")
        cmd.get_short_help_str()  # what fails in the help fails here, where it is isolated
        super().add_command(cmd, name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing the core's."""
        self._ask_plugins()
        rows = list(COMMANDS.items())
        rows += [
            (name, command.get_short_help_str(formatter.width))
            for name, command in sorted(self.commands.items())
            if not command.hidden
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def _ask_plugins(self) -> None:
        if not self.asked_plugins:
            self.asked_plugins = True
            installed().add_commands(self)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read a command line, which writes the help and the version too."""
        return run_to_its_end(lambda: super(Cli, self).make_context(*args, **extra))

    def invoke(self, ctx: click.Context) -> None:
        """Run a command; what fails is told in one line."""
        run_to_its_end(lambda: self._invoke(ctx))

    def _invoke(self, ctx: click.Context) -> None:
        for name in filter(None, getattr(installed(), "strangers", [])):
            tell(f"CARDCORE_PLUGINS names {name[:LONGEST]!r}, which is not installed")
        super().invoke(ctx)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command line and exit: 0 done, 1 a failure, 2 wrong usage, 130 interrupted."""
        try:
            extra["standalone_mode"] = False
            code = run_to_its_end(lambda: super(Cli, self).main(*args, **extra))
        except click.exceptions.Exit as error:
            code = error.exit_code
        except click.ClickException as error:
            code = tell_usage(error)
        end_quietly(code or 0)


@click.group("cardcore", cls=Cli, invoke_without_command=True)
@click.version_option(VERSION, prog_name="cardcore", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Card games: play them, replay them, and see what there is.

    `cardcore play GAME` begins a match. A match that is run with --seed can be run again.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """The entry point."""
    hide_unraisable()
    cli.main(prog_name=cli.name)
