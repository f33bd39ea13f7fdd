"""`cardcore new`: the first files of a game of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from cardcore.cli._command import Command, argument, option, paragraphs
from cardcore.cli._ending import as_usage
from cardcore.cli._language import _, voice_of
from cardcore.texts import Text


@click.command(
    cls=Command,
    help=paragraphs(
        _("Begin a game of your own."),
        _(
            "Makes a folder NAME with a package that can be installed, played and tested at once:"
            " a small game with an interrupt, to be changed into yours."
        ),
    ),
)
@argument("name", metavar=_("NAME"))
@option("--minimal", is_flag=True, help=_("the smallest game there is, in one module"))
@click.pass_context
def command(ctx: click.Context, name: str, minimal: bool) -> None:
    """Write the files and say what to do next."""
    from cardcore.authoring import begin_game

    with as_usage(ctx):
        begin_game(name, Path(name), minimal=minimal)
    say = voice_of()
    click.echo(say(Text("{folder} has been made. Next:", folder=name)))
    click.echo(f"  cd {name}\n  pip install -e '.[test]'\n  cardcore play {name}\n  pytest")
