"""`cardcore play`: a match of a person, or several, and bots."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli._command import option, paragraphs
from cardcore.cli._ending import tell
from cardcore.cli._gameflags import (
    GameCommand,
    house_rule_option,
    options_of,
    preset_option,
)
from cardcore.cli._language import _
from cardcore.cli._params import Bots, FileName, NameList, Number, game_argument
from cardcore.cli._view import view_options
from cardcore.terminal.view import View


@click.command(
    cls=GameCommand,
    help=paragraphs(
        _("Play a game with bots, at the terminal or over pipes."),
        _(
            "One person plays, or those of --names; bots take the other seats. Without a terminal"
            " moves are read from standard input, one a line. Within a match `help` tells what"
            " else can be said."
        ),
    ),
)
@game_argument
@option("--players", type=Number(), metavar="N", help=_("how many play  [3]"))
@option("--names", type=NameList(), metavar="A,B", help=_("the persons; bots fill up the seats"))
@option(
    "--bots",
    type=Bots(),
    metavar="A,B",
    help=_("the bots, in the order of seats, or SEAT=NAME, such as 1=random"),
)
@option("--watch", is_flag=True, help=_("bots play alone"))
@preset_option
@house_rule_option
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

    options = options_of(given)
    run(
        given.pop("game"),
        names=given.pop("names") or (),
        bots=given.pop("bots") or (),
        house_rules=given.pop("house_rule"),
        options=options,
        view=view,
        talk=tell,
        **given,
    )
