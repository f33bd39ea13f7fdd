"""Reports of simulations as people read them, and as tables for programs."""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cardcore.cli._language import Voice, _, voice_of
from cardcore.cli._tables import write_line, write_table
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.game import Game
    from cardcore.simulate.intervals import Estimate
    from cardcore.simulate.report import BotReport, Lengths, Report
    from cardcore.simulate.sweeps import Setting

BOTS = (
    _("bot"),
    _("wins"),
    "95 %",
    _("points"),
    "95 %",
    _("rating"),
    _("claims"),
    _("failures"),
    _("a choice"),
)
SEATS = (_("place"), _("wins at this seat"), "95 %", _("wins in order of play"), "95 %")


def title(game: Game[Any], report: Report) -> str:
    """What was played."""
    return voice_of()(
        Text(
            "{game}: {matches} matches of {players} players, seed {seed}",
            game=Text(game.title),
            matches=report.matches,
            players=report.players,
            seed=report.seed,
        )
    )


def sweep_title(game: Game[Any], settings: Sequence[Setting]) -> str:
    """What was played under each setting."""
    plan = settings[0].simulation.plan
    return voice_of()(
        Text(
            "{game}: {matches} matches under each of {settings} settings, seed {seed}",
            game=Text(game.title),
            matches=plan.total,
            settings=len(settings),
            seed=plan.seed,
        )
    )


def write_report(game: Game[Any], report: Report) -> None:
    """Write the report of a simulation."""
    say = voice_of()
    _write_how(game, report, say)
    if not report.matches:
        return
    write_table(_said(BOTS, say), [_bot_row(bot) for bot in report.bots])
    write_line(say(Text("A fair share is {share}.", share=f"{report.fair:.1%}")))
    click.echo()
    _write_seats(report, say)
    click.echo()
    _write_lengths(report, say)


def write_tournament(game: Game[Any], report: Report) -> None:
    """Write the report of a tournament: the bots by their wins, and each two of them."""
    say = voice_of()
    _write_how(game, report, say)
    if not report.matches:
        return
    ranked = sorted(report.bots, key=lambda bot: -bot.wins.value if bot.wins else 0.0)
    rows = [(str(place), *_bot_row(bot)) for place, bot in enumerate(ranked, 1)]
    write_table(["", *_said(BOTS, say)], rows, keys=2)
    write_line(say(Text("A fair share is {share}.", share=f"{report.fair:.1%}")))
    click.echo()
    write_table(
        _said((_("bot"), _("against"), _("placed before it"), "95 %"), say),
        _pairs(report, ranked),
        keys=2,
    )


def write_sweep(game: Game[Any], settings: Sequence[Setting]) -> None:
    """Write one table of all settings: length, who moves first, and each bot."""
    say = voice_of()
    found = [setting.simulation.report() for setting in settings]
    swept = len({report.players for report in found}) > 1
    write_line(sweep_title(game, settings) if swept else title(game, found[0]))
    click.echo()
    bots = list(dict.fromkeys(bot.name for report in found for bot in report.bots))
    heads = [
        *(name.replace("_", "-") for name in settings[0].values),
        *_said((_("decisions"), "95 %", _("deals"), "95 %", _("first to move"), "95 %"), say),
        *(head for bot in bots for head in (say(Text("wins of {bot}", bot=bot)), "95 %")),
    ]
    rows = [
        _sweep_row(setting.values, report, bots)
        for setting, report in zip(settings, found, strict=True)
    ]
    write_table(heads, rows, keys=len(settings[0].values))


def write_csv(rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows for a program, with the names of the columns before them."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    writer = csv.DictWriter(sys.stdout, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _write_how(game: Game[Any], report: Report, say: Voice) -> None:
    """What was played and how, and a free line before what came of it."""
    write_line(title(game, report))
    if report.dealt < report.matches:
        told = Text("{deals} different deals, the seats rotated in each", deals=report.dealt)
        write_line(say(told))
    if report.house_rules:
        write_line(say(Text("house rules: {names}", names=", ".join(report.house_rules))))
    if report.matches:
        click.echo()


def _bot_row(bot: BotReport) -> tuple[str, ...]:
    rating = "" if bot.rating is None else f"{bot.rating:.1f} ± {bot.deviation:.1f}"
    return (
        bot.name,
        percent(bot.wins),
        percents(bot.wins),
        mean(bot.points),
        means(bot.points),
        rating,
        _part(bot.claims, bot.possible),
        str(bot.failures or ""),
        duration(bot.thought),
    )


def _pairs(report: Report, ranked: Sequence[BotReport]) -> list[tuple[str, ...]]:
    order = {bot.name: place for place, bot in enumerate(ranked)}
    rows = []
    for pair in report.pairs:
        share, names = pair.share, (pair.bot, pair.other)
        if order[pair.bot] > order[pair.other]:
            share, names = share.opposite(), (pair.other, pair.bot)
        rows.append((*names, percent(share), percents(share)))
    return sorted(rows, key=lambda row: (order[row[0]], order[row[1]]))


def _write_seats(report: Report, say: Voice) -> None:
    seats = zip(report.by_seat, report.by_order, strict=True)
    rows = [
        (str(place), percent(seat), percents(seat), percent(order), percents(order))
        for place, (seat, order) in enumerate(seats, 1)
    ]
    write_table(_said(SEATS, say), rows)


def _write_lengths(report: Report, say: Voice) -> None:
    rows = [
        (say(Text("decisions")), *_length(report.decisions)),
        (say(Text("deals")), *_length(report.deals)),
    ]
    heads = (_("in a match"), _("mean"), "95 %", _("least"), _("median"), _("most"))
    write_table(_said(heads, say), rows)
    click.echo()
    choices = _part(report.choices, report.all_decisions)
    write_line(say(Text("{share} of the decisions are real choices.", share=choices)))
    if report.possible:
        claims = {"share": _part(report.claims, report.possible), "number": report.possible}
        write_line(say(Text("{share} of {number} chances to react are used.", **claims)))
    void = {"share": _part(report.void, report.all_deals), "number": report.all_deals}
    write_line(say(Text("{share} of {number} deals are void.", **void)))


def _length(lengths: Lengths) -> tuple[str, ...]:
    return (
        mean(lengths.mean, 1),
        means(lengths.mean, 1),
        str(lengths.least),
        str(lengths.median),
        str(lengths.most),
    )


def _sweep_row(values: Mapping[str, str], report: Report, bots: Sequence[str]) -> tuple[str, ...]:
    first = report.by_order[0] if report.by_order else None
    wins = {bot.name: bot.wins for bot in report.bots}
    return (
        *values.values(),
        mean(report.decisions.mean, 1),
        means(report.decisions.mean, 1),
        mean(report.deals.mean),
        means(report.deals.mean),
        percent(first),
        percents(first),
        *(cell for bot in bots for cell in (percent(wins.get(bot)), percents(wins.get(bot)))),
    )


def _said(heads: Sequence[str], say: Voice) -> list[str]:
    return [say(head) for head in heads]


def percent(share: Estimate | None) -> str:
    """A share."""
    return "" if share is None else f"{share.value:.1%}"


def percents(share: Estimate | None) -> str:
    """The interval of a share."""
    if share is None or share.low is None or share.high is None:
        return ""
    return f"{100 * share.low:.1f}…{share.high:.1%}"


def mean(value: Estimate | None, digits: int = 2) -> str:
    """A mean."""
    return "" if value is None else f"{value.value:.{digits}f}"


def means(value: Estimate | None, digits: int = 2) -> str:
    """The interval of a mean."""
    if value is None or value.low is None or value.high is None:
        return ""
    return f"{value.low:.{digits}f}…{value.high:.{digits}f}"


def duration(microseconds: float | None) -> str:
    """A time, in the unit that suits it."""
    if microseconds is None:
        return ""
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if microseconds >= size:
            return f"{microseconds / size:.1f} {unit}"
    return f"{microseconds:.0f} µs"


def _part(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""
