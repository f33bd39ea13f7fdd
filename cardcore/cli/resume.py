"""`cardcore resume`: a match that was left is played on."""

from __future__ import annotations

import click

from cardcore.cli import _saved
from cardcore.cli._command import Command, argument, option, paragraphs
from cardcore.cli._ending import tell
from cardcore.cli._language import _
from cardcore.cli._params import game_file_option, json_option
from cardcore.cli._view import view_options
from cardcore.terminal.view import View


@click.command(
    cls=Command,
    help=paragraphs(
        _("Play on in a match that was left."),
        _(
            "Matches with persons are saved while they are played. Without MATCH the only"
            " unfinished one is meant; where there are several, you are asked."
        ),
    ),
)
@argument("match", type=_saved.Name(over=False), metavar=_("[MATCH]"), required=False)
@option("--list", "listed", is_flag=True, help=_("only list the unfinished matches"))
@option("--delete", type=_saved.Name(), metavar=_("MATCH"), help=_("remove a saved match for good"))
@option("--run-bots", is_flag=True, help=_("start the programs that a file names as bots"))
@game_file_option
@json_option
@view_options()
def command(
    match: str | None,
    listed: bool,
    delete: str | None,
    run_bots: bool,
    as_json: bool,
    view: View,
) -> None:
    """Play, or do what is asked instead."""
    if delete is not None:
        _saved.delete(delete)
    elif listed or as_json:
        _saved.write(_saved.unfinished(), _saved.none(), as_json=as_json)
    else:
        from cardcore.terminal.run import resume

        with _saved.naming_files():
            resume(match, run_bots=run_bots, view=view, talk=tell)
