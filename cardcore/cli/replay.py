"""`cardcore replay`: a recorded match told again, or its record verified."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cardcore.cli import _saved
from cardcore.cli._command import Command, argument, option, paragraphs
from cardcore.cli._ending import tell
from cardcore.cli._language import _, voice_of
from cardcore.cli._lists import write_json
from cardcore.cli._params import Number, game_file_option, json_option
from cardcore.cli._view import view_options
from cardcore.errors import BadOptions
from cardcore.terminal.view import View
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.record import Record


@click.command(
    cls=Command,
    help=paragraphs(
        _("Tell a recorded match again, or verify its record."),
        _(
            "FILE is a record, or the name of a saved match; without it those are listed. On a"
            " terminal the match is gone through move by move, elsewhere it is written out."
        ),
        _(
            "A record verifies when no line was changed since it was written, and when the match"
            " that is played from it ends in the standings that it tells."
        ),
    ),
)
@argument("file", type=_saved.FileOrName(), metavar=_("[FILE]"), required=False)
@option("--seat", type=Number(), metavar="N", help=_("only what that seat saw, counted from 1"))
@option("--verify", is_flag=True, help=_("check that nothing was changed, and the standings"))
@game_file_option
@json_option
@view_options(speed=False)
def command(file: str | None, seat: int | None, verify: bool, as_json: bool, view: View) -> None:
    """Tell, verify, or list."""
    from cardcore.terminal import retell

    if file is None and (verify or seat is not None):
        raise BadOptions("say which match: a file, or a name that `cardcore replay` lists")
    if file is None:
        _saved.write(_saved.entries(), Text("There are no saved matches."), as_json=as_json)
        return
    with _saved.naming_files():
        record = retell.load(_saved.path(file), warn=lambda text: tell(voice_of()(text)))
    place = None if seat is None else seat - 1
    retell.check_seat(record, place)
    if verify:
        record.verify()
    if as_json:
        write_json(retell.as_data(record, seat=place, verified=verify))
    elif verify:
        click.echo(retell.verdict(record, file, view.language))
    else:
        _tell_again(record, place, view)


def _tell_again(record: Record, seat: int | None, view: View) -> None:
    from cardcore.terminal import retell

    if sys.stdin.isatty() and sys.stdout.isatty():
        from cardcore.terminal.stepping import step

        step(record, seat=seat, view=view)
        return
    for line in retell.lines(record, seat=seat, language=view.language):
        click.echo(line)
