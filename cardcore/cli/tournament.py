"""`cardcore tournament`: many bots, each against all others."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli._command import paragraphs
from cardcore.cli._gameflags import GameCommand
from cardcore.cli._language import _
from cardcore.cli._lists import write_json
from cardcore.cli._report import write_csv, write_tournament
from cardcore.cli._simulating import check_formats, run, simulation_options
from cardcore.cli.simulate import wishes_of

MATCHES = 100


@click.command(
    cls=GameCommand,
    help=paragraphs(
        _("Let many bots meet, and report who is better than whom."),
        _(
            "Every group of bots that fills a table plays so many matches, by default every two of"
            " them. Seats are rotated, and each deal is played by every rotation."
        ),
        _("Ctrl-C reports what is done. The exit status is 1 where a match failed."),
    ),
)
@simulation_options(
    matches=_("how many matches each group plays  [100]"),
    players=_("how many sit at a table  [2]"),
)
def command(game: Any, as_json: bool, as_csv: bool, **given: Any) -> None:
    """Play and report."""
    from cardcore.simulate import tournament_of

    check_formats(as_json=as_json, as_csv=as_csv)
    planned = tournament_of(game, **wishes_of(given, MATCHES))

    def write() -> None:
        report = planned.report()
        if as_json:
            write_json(report.to_dict())
        elif as_csv:
            write_csv(report.rows())
        else:
            write_tournament(game, report)

    run([planned], write)
