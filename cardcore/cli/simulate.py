"""`cardcore simulate`: many matches between bots."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli._command import option, paragraphs
from cardcore.cli._gameflags import GameCommand, options_of
from cardcore.cli._language import _, voice_of
from cardcore.cli._lists import write_json
from cardcore.cli._params import FileName
from cardcore.cli._report import sweep_title, title, write_csv, write_report, write_sweep
from cardcore.cli._simulating import check_formats, run, simulation_options
from cardcore.errors import BadOptions

MATCHES = 1000


@click.command(
    cls=GameCommand,
    help=paragraphs(
        _("Play many matches between bots, and report what came of them."),
        _(
            "Shares and means are told with their 95 % intervals. Seats are rotated, and each deal"
            " is played by every rotation. The same seed gives the same report, whatever the number"
            " of jobs. Where no bot is named the usual one plays against itself."
        ),
        _("Ctrl-C reports what is done. The exit status is 1 where a match failed."),
    ),
)
@simulation_options(
    matches=_("how many matches  [1000]"),
    players=_("how many play  [as many as bots are named, or 3]"),
)
@option(
    "--sweep",
    "sweeps",
    multiple=True,
    metavar=_("NAME=A,B"),
    help=_("play under each of these values of an option, or of players; repeatable"),
)
@option("--plot", type=FileName(), metavar=_("FILE"), help=_("draw a plot: PNG, SVG or PDF"))
def command(
    game: Any,
    sweeps: tuple[str, ...],
    plot: str | None,
    as_json: bool,
    as_csv: bool,
    **given: Any,
) -> None:
    """Play and report."""
    check_formats(as_json=as_json, as_csv=as_csv)
    wishes = wishes_of(given, MATCHES)
    if plot is not None:
        from cardcore.simulate.plots import check_plot

        check_plot(plot)
    if sweeps:
        _sweep(game, _values(sweeps), plot, as_json, as_csv, wishes)
    else:
        _simulate(game, plot, as_json, as_csv, wishes)


def wishes_of(given: dict[str, Any], matches: int) -> dict[str, Any]:
    """What a command line wishes, as `simulation` takes it."""
    options, wished, rules = options_of(given), given.pop("matches"), given.pop("house_rule")
    return {
        **given,
        "options": options,
        "matches": matches if wished is None else wished,
        "bots": given["bots"] or (),
        "house_rules": rules,
    }


def _simulate(
    game: Any, plot: str | None, as_json: bool, as_csv: bool, wishes: dict[str, Any]
) -> None:
    from cardcore.simulate import simulation

    planned = simulation(game, **wishes)

    def write() -> None:
        report = planned.report()
        if as_json:
            write_json(report.to_dict())
        elif as_csv:
            write_csv(report.rows())
        else:
            write_report(game, report)
        if plot is not None:
            from cardcore.simulate import plots

            plots.plot(report, plot, title=title(game, report), say=voice_of())

    run([planned], write)


def _sweep(
    game: Any,
    values: dict[str, list[str]],
    plot: str | None,
    as_json: bool,
    as_csv: bool,
    wishes: dict[str, Any],
) -> None:
    from cardcore.simulate.sweeps import sweep

    settings = sweep(game, values, **wishes)

    def write() -> None:
        if as_json:
            write_json([setting.to_dict() for setting in settings])
        elif as_csv:
            write_csv([row for setting in settings for row in setting.rows()])
        else:
            write_sweep(game, settings)
        if plot is not None:
            from cardcore.simulate import plots

            told = sweep_title(game, settings)
            plots.plot_sweep(settings, plot, title=told, say=voice_of())

    run([setting.simulation for setting in settings], write)


def _values(sweeps: tuple[str, ...]) -> dict[str, list[str]]:
    """The values of each option that is swept."""
    found: dict[str, list[str]] = {}
    for given in sweeps:
        name, sign, values = given.partition("=")
        if not sign or not name or not all(values.split(",")):
            raise BadOptions(
                "a sweep is written NAME=A,B, such as players=2,3, not {given!r}", given=given[:60]
            )
        if name in found:
            raise BadOptions("{name} is swept twice", name=name[:40])
        found[name] = values.split(",")
    return found
