"""`cardcore check`: a game is tried under the laws that every game keeps."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from cardcore.cli._command import Command, argument, option, paragraphs
from cardcore.cli._ending import as_usage
from cardcore.cli._language import GAME, _, voice_of
from cardcore.cli._lists import write_json
from cardcore.cli._params import GameName, HouseRuleName, json_option
from cardcore.errors import BadOptions
from cardcore.faults import place_of
from cardcore.plugins import installed
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.record import Record
    from cardcore.testing.cases import Case
    from cardcore.testing.checking import Failure, Result
    from cardcore.testing.laws import Law
    from cardcore.testing.subject import Subject


class SubjectName(GameName):
    """A game, or a file with one or with a test class for one; a `Subject` is what comes out."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The subject; a usage error says what there is."""
        from cardcore.testing.subject import subject_of

        with as_usage(ctx):
            subject = subject_of(value, installed())
        if ctx is not None:
            ctx.meta[GAME] = subject.game
        return subject


@click.command(
    cls=Command,
    help=paragraphs(
        _("Check that a game keeps the laws of the engine."),
        _(
            "GAME is the name of a game, or a Python file with one, or with a GameConformance for"
            " one, whose settings count then. Matches are played with every"
            " number of players, preset and way of collecting claims; the first failure of each law"
            " is told with the moves that lead to it, and its record is saved here."
        ),
        _("The exit status is 1 where a law is broken."),
    ),
)
@argument("subject", type=SubjectName(), metavar=_("GAME"))
@option(
    "--thorough", is_flag=True, help=_("more seeds, and every decision of all matches; takes long")
)
@option("--law", "names", multiple=True, metavar="NAME", help=_("only this law; may be repeated"))
@option(
    "--house-rule",
    "rules",
    multiple=True,
    type=HouseRuleName(),
    metavar=_("NAME"),
    help=_("a house rule; repeatable"),
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    subject: Subject,
    thorough: bool,
    names: tuple[str, ...],
    rules: tuple[str, ...],
    as_json: bool,
) -> None:
    """Try the laws and tell what came of each."""
    game, asked = subject.game, _laws(names)
    laws = [law for law in asked if law.name not in subject.departs]
    departs = {law.name: subject.departs[law.name] for law in asked if law not in laws}
    found = subject.cases(thorough=thorough, house_rules=rules)
    if not as_json:
        numbers = {"game": Text(game.title), "cases": len(found), "laws": len(laws)}
        click.echo(voice_of()(Text("{game}: {cases} cases, {laws} laws", **numbers)))
        _tell_departures(departs)
    told = _tried(laws, found, every=thorough, quiet=as_json)
    broken = [name for name, results in told.items() if results and results[-1].failure]
    if as_json:
        write_json(_as_data(game, found, told, departs))
    else:
        left = [name for name, results in told.items() if not results]
        click.echo(_verdict(broken, left, departs))
    ctx.exit(1 if broken else 0)


def _tried(
    laws: Sequence[Law], found: Sequence[Case], *, every: bool, quiet: bool
) -> dict[str, list[Result]]:
    """What came of each law; it is told as soon as the law has been tried."""
    from cardcore.testing.checking import check_all

    told: dict[str, list[Result]] = {law.name: [] for law in laws}
    with _telling_where(), _progress(len(laws)) as (step, write):
        for law, results in groupby(check_all(laws, found, every=every), lambda one: one.law):
            for result in results:
                told[law.name].append(result)
                step(law.name, sum(map(bool, told.values())))
            if not quiet:
                write("\n".join(_told_of(told[law.name])))
    return told


@contextlib.contextmanager
def _telling_where() -> Iterator[None]:
    """Where Ctrl-C ends the rules of the game, which may go on for ever, the line is told."""
    try:
        yield
    except KeyboardInterrupt as stopped:
        place = place_of(stopped)
        if place is not None:
            where = {"method": place.method, "place": str(place)}
            click.echo(voice_of()(Text("Stopped in {method} ({place}).", **where)), err=True)
        raise


def _tell_departures(departs: Mapping[str, str]) -> None:
    """A line for each law that the game does not keep, with its reason."""
    for name, reason in departs.items():
        click.echo(f"  {voice_of()(Text('departs')):<8} {name:<26} {reason}")


def _laws(names: Sequence[str]) -> list[Law]:
    """The laws of these names; all where there are none."""
    from cardcore.testing.laws import ALL

    known = [law.name for law in ALL]
    for name in names:
        if name not in known:
            raise BadOptions(
                "there is no law {name!r}; the laws are: {names}",
                name=name[:40],
                names=", ".join(known),
            )
    return [law for law in ALL if not names or law.name in names]


@contextlib.contextmanager
def _progress(many: int) -> Iterator[tuple[Callable[[str, int], Any], Callable[[str], Any]]]:
    """On a terminal, a line that tells how far it has come; elsewhere nothing.

    What is given are the step to a law and a number, and what writes a text above that line.
    """
    if not sys.stderr.isatty() or not sys.stdout.isatty():
        yield lambda law, number: None, click.echo
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (BarColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=many)
        yield (
            lambda law, number: progress.update(task, description=law, completed=number - 1),
            partial(console.print, markup=False, highlight=False, emoji=False, soft_wrap=True),
        )


def _told_of(results: Sequence[Result]) -> Iterator[str]:
    """A line for a law, and what failed."""
    say, law, failure = voice_of(), results[0].law, results[-1].failure
    seconds = sum(result.seconds for result in results)
    mark = say(Text("broken")) if failure else say(Text("kept"))
    line = f"  {mark:<8} {law.name:<26} {seconds:6.1f} s"
    narrow = sys.stdout.isatty() and shutil.get_terminal_size().columns < len(line)
    yield f"  {mark:<8} {law.name}" if narrow else line
    if failure is not None:
        yield from map(_folded, _lines(failure))


def _folded(line: str) -> str:
    """An indented line, broken between words on a terminal."""
    indent = " " * 11
    if not sys.stdout.isatty():
        return indent + line
    width = shutil.get_terminal_size().columns
    return click.wrap_text(line, max(width, 40), indent, f"{indent}  ")


def _lines(failure: Failure) -> Iterator[str]:
    """What a failure is, line by line; what was seen is for whoever writes the game, in English."""
    say, law = voice_of(), failure.law
    yield say(Text("law: {demands}", demands=Text(law.demands)))
    first, *more = failure.message.splitlines() or [""]
    yield say(Text("seen: {message}", message=first))
    yield from (f"  {line}" for line in more)
    if failure.case is not None:
        yield say(Text("case: {case}", case=str(failure.case)))
        moves = ", ".join(f"{seat} {text}" for seat, text in failure.moves)
        yield say(Text("moves: {moves}", moves=moves or Text("none")))
    if failure.record is not None:
        name = _file_of(failure.record, law)
        failure.record.save(name)
        yield say(Text("record: {file}", file=name))
    if failure.missing is not None:
        yield say(Text("not made shorter: {reason}", reason=failure.missing.text))
    yield say(Text("what to do: {remedy}", remedy=Text(law.remedy)))


def _file_of(record: Record, law: Law) -> str:
    return f"check-{record.header['game']}-{law.word.replace('_', '-')}.jsonl"


def _verdict(broken: Sequence[str], left: Sequence[str], departs: Mapping[str, str]) -> str:
    say = voice_of()
    if not broken and departs:
        return say(Text("Every other law is kept."))
    if not broken:
        return say(Text("Every law is kept."))
    told = say(Text("Broken: {names}.", names=", ".join(broken)))
    if left:
        told += " " + say(Text("Not tried after that: {names}.", names=", ".join(left)))
    return told


def _as_data(
    game: Any,
    found: Sequence[Case],
    told: Mapping[str, Sequence[Result]],
    departs: Mapping[str, str],
) -> dict[str, Any]:
    """What came of all laws; the records are saved as well."""
    laws = []
    for name, results in told.items():
        failure = results[-1].failure if results else None
        laws.append(
            {
                "name": name,
                "kept": bool(results) and failure is None,
                "tried": len(results),
                "seconds": round(sum(result.seconds for result in results), 2),
                "failure": None if failure is None else _failure_as_data(failure),
            }
        )
    return {
        "game": game.name,
        "cases": [str(case) for case in found],
        "laws": laws,
        "departs": dict(departs),
    }


def _failure_as_data(failure: Failure) -> dict[str, Any]:
    name = None
    if failure.record is not None:
        name = _file_of(failure.record, failure.law)
        failure.record.save(name)
    return {
        "demands": failure.law.demands,
        "seen": failure.message,
        "case": None if failure.case is None else str(failure.case),
        "moves": [list(move) for move in failure.moves],
        "record": name,
        "remedy": failure.law.remedy,
    }
