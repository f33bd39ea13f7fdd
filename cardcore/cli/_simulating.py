"""Simulations on the command line: their flags, their progress, and what stops them."""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cardcore.cli import play
from cardcore.cli._command import option
from cardcore.cli._ending import tell
from cardcore.cli._gameflags import flag, house_rule_option, preset_option
from cardcore.cli._language import _, voice_of
from cardcore.cli._params import Bots, FileName, Number, game_argument, json_option
from cardcore.errors import BadOptions
from cardcore.options import word
from cardcore.plugins import installed
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.simulate import Failure, Simulation

Callback = Callable[..., Any]


def simulation_options(*, matches: str, players: str) -> Callable[[Callback], Callback]:
    """Give a command the flags that all simulations have; the two texts are their helps."""
    options = [
        game_argument,
        option("--matches", type=Number(), metavar="N", help=matches),
        option(
            "--bots",
            type=Bots(),
            metavar="A,B",
            help=_("the bots, in the order of seats and round again"),
        ),
        option("--players", type=Number(), metavar="N", help=players),
        preset_option,
        house_rule_option,
        option(
            "--seed", type=Number(), metavar="N", help=_("the same number gives the same report")
        ),
        option(
            "--duplicate/--no-duplicate",
            default=True,
            help=_("the same deal for every rotation of the seats, or new cards for each match"),
        ),
        option(
            "--jobs",
            type=Number(),
            metavar="N",
            help=_("how many processes play  [one a processor]"),
        ),
        option(
            "--on",
            default="",
            metavar=_("PLACE"),
            help=_("where to play: dask:ADDRESS, ray or ray:ADDRESS  [this machine]"),
        ),
        option(
            "--records",
            type=FileName(),
            metavar=_("FOLDER"),
            help=_("keep the record of every match in this folder, which must be new or empty"),
        ),
        json_option,
        option("--csv", "as_csv", is_flag=True, help=_("write a table for programs")),
    ]

    def decorate(command: Callback) -> Callback:
        for add in reversed(options):
            command = add(command)
        return command

    return decorate


def check_formats(*, as_json: bool, as_csv: bool) -> None:
    """Only one thing is written."""
    if as_json and as_csv:
        raise BadOptions("either --json or --csv is written, not both")


def run(simulations: Sequence[Simulation], write: Callable[[], None]) -> None:
    """Play simulations, one after the other, then `write` what came of them.

    What stops them does not lose what is done: it is written before the failure is told.
    """
    ctx = click.get_current_context()
    try:
        with _progress(sum(one.plan.total for one in simulations)) as progress:
            done = 0
            for one in simulations:
                one.run(partial(_add, progress, done))
                done += one.plan.total
    except BaseException as error:
        if not any(one.tally.matches or one.tally.failed for one in simulations):
            raise
        write()
        if isinstance(error, KeyboardInterrupt):
            tell(_how_far(simulations), fresh=True)
            ctx.exit(130)
        tell(_how_far(simulations))
        raise
    write()
    failed = [one for one in simulations if _tell_failures(one)]
    if failed:
        ctx.exit(1)


def _add(progress: Callable[[int], None], before: int, done: int, total: int) -> None:
    progress(before + done)


def _how_far(simulations: Sequence[Simulation]) -> str:
    done = sum(one.tally.matches + one.tally.failed for one in simulations)
    planned = sum(one.plan.total for one in simulations)
    return voice_of()(
        Text("Stopped: {done} of {planned} matches are counted.", done=done, planned=planned)
    )


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """On a terminal, a bar with the rate and the time that is left; elsewhere nothing."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    say, began, console = voice_of(), time.monotonic(), Console(stderr=True)
    columns = [TextColumn("{task.description}", markup=False), TimeRemainingColumn(compact=True)]
    bar = [BarColumn(20)] if console.width >= 60 else []
    with Progress(*bar, *columns, console=console, transient=True) as progress:
        task = progress.add_task(say(Text("{done} of {total}", done=0, total=total)), total=total)

        def show(done: int) -> None:
            rate = done / max(time.monotonic() - began, 1e-9)
            text = Text(
                "{done} of {total}, {rate} a second",
                done=done,
                total=total,
                rate=f"{rate:.1f}" if rate < 10 else f"{rate:.0f}",
            )
            progress.update(task, completed=done, description=say(text))

        yield show


def _tell_failures(simulation: Simulation) -> bool:
    """Tell which bots and matches failed; whether a match did."""
    say, report = voice_of(), simulation.report()
    for bot in report.bots:
        if bot.fault is not None:
            tell(
                say(
                    Text(
                        "The bot {bot} failed {times} times, first in match {number}: {reason}",
                        bot=bot.name,
                        times=bot.failures,
                        number=bot.fault[0],
                        reason=bot.fault[1],
                    )
                )
            )
    for failure in report.failures:
        _tell_failure(simulation, failure)
    more = report.failed - len(report.failures)
    if more:
        tell(say(Text("{number} more matches failed.", number=more)))
    return bool(report.failed)


def _tell_failure(simulation: Simulation, failure: Failure) -> None:
    say = voice_of()
    told = Text("Match {number} failed: {reason}", number=failure.number, reason=failure.reason)
    tell(say(told))
    if failure.record:
        tell(say(Text("record: {file}", file=simulation.keep_failure(failure))))
    tell(say(Text("again: {command}", command=_again(simulation, failure))))


def _again(simulation: Simulation, failure: Failure) -> str:
    """The command that plays a match again."""
    job = simulation.job
    words = ["cardcore", "play", installed().file_of(job.game.name) or job.game.name, "--watch"]
    words += ["--players", str(job.players), "--seed", str(failure.seed)]
    words += ["--bots", ",".join(failure.bots)]
    taken = {name for param in play.command.params for name in param.opts}
    for name, value in job.options.items():
        words += [*flag(job.game, name, taken).opts, word(value)]
    for rule in job.house_rules:
        words += ["--house-rule", rule.name]
    return shlex.join(words)
