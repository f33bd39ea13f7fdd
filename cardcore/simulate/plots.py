"""Plots of reports, written as PNG, SVG or PDF by the ending of the file's name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import isqrt
from pathlib import Path
from typing import Any

from cardcore.errors import BadOptions
from cardcore.extras import needs
from cardcore.simulate.intervals import Estimate
from cardcore.simulate.report import Report
from cardcore.simulate.sweeps import Setting
from cardcore.texts import Text

ENDINGS = (".png", ".svg", ".pdf")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Colours that people tell apart who see fewer of them (Okabe and Ito)."""
LONGEST = 16
"""So many signs of the name of a bot stand below its bar."""
BARS = 40
"""So many bars a histogram has at most."""
MARKS = "osD^vPX"
Say = Callable[[Text], str]


def check_plot(file: str) -> None:
    """Refuse a file that no plot can be written to, before anything is played."""
    if Path(file).suffix.lower() not in ENDINGS:
        raise BadOptions(
            "a plot is a file that ends in {endings}, not {file!r}",
            endings=", ".join(ENDINGS),
            file=file[:60],
        )
    if not Path(file).absolute().parent.is_dir():
        raise BadOptions("there is no folder for the plot {file!r}", file=file[:60])
    needs("matplotlib.figure", "simulate")


def plot(report: Report, file: str, *, title: str, say: Say = str) -> None:
    """Draw the wins of each bot and of each place at the table, and how long matches are.

    Where one bot plays alone the wins at each seat stand in the place of its own.
    """
    figure, axes = _figure(title, 2, 2)
    places = [str(place + 1) for place in range(report.players)]
    if len(report.bots) > 1:
        names = [bot.name for bot in report.bots]
        _shares(axes[0], names, [bot.wins for bot in report.bots], report.fair)
        axes[0].set_title(say(Text("wins of each bot")))
    else:
        _shares(axes[0], places, report.by_seat, report.fair)
        axes[0].set_title(say(Text("wins at this seat")))
    _shares(axes[1], places, report.by_order, report.fair)
    axes[1].set_title(say(Text("wins in the order of play")))
    _spread(axes[2], report.tally.decisions)
    axes[2].set_title(say(Text("decisions a match")))
    _spread(axes[3], report.tally.deals)
    axes[3].set_title(say(Text("deals a match")))
    for axis in axes[2:]:
        axis.set_ylabel(say(Text("matches")))
    _save(figure, file)


def plot_sweep(settings: Sequence[Setting], file: str, *, title: str, say: Say = str) -> None:
    """Draw length, first seat and, where there are several, wins of each bot for every setting."""
    found = [setting.simulation.report() for setting in settings]
    bots = list(dict.fromkeys(bot.name for report in found for bot in report.bots))
    figure, axes = _figure(title, 2, 2) if len(bots) > 1 else _figure(title, 1, 3)
    names = ["\n".join(setting.values.values()) for setting in settings]
    label = ", ".join(settings[0].values)
    _points(axes[0], names, [report.decisions.mean for report in found])
    axes[0].set_title(say(Text("decisions a match")))
    _points(axes[1], names, [report.deals.mean for report in found])
    axes[1].set_title(say(Text("deals a match")))
    _points(axes[2], names, [_first(report) for report in found])
    axes[2].plot(range(len(names)), [report.fair for report in found], "_", color="0.4", ms=20)
    axes[2].set_title(say(Text("wins of who moves first")))
    if len(bots) > 1:
        for which, name in enumerate(bots):
            wins = [{bot.name: bot.wins for bot in report.bots}.get(name) for report in found]
            _points(axes[3], names, wins, which, label=name)
        axes[3].set_title(say(Text("wins of each bot")))
        axes[3].legend(frameon=False)
    for axis in axes[2:]:
        axis.yaxis.set_major_formatter(_percent())
    for axis in axes:
        axis.set_xlabel(label)
    _save(figure, file)


def _first(report: Report) -> Estimate | None:
    return report.by_order[0] if report.by_order else None


def _figure(title: str, rows: int, columns: int) -> tuple[Any, list[Any]]:
    size = 9, 0.1 + 3.2 * rows
    figure = needs("matplotlib.figure", "simulate").Figure(figsize=size, layout="constrained")
    figure.suptitle(title)
    axes = figure.subplots(rows, columns).flatten().tolist()
    for axis in axes:
        axis.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _shares(
    axis: Any, names: Sequence[str], shares: Sequence[Estimate | None], fair: float
) -> None:
    """Bars with intervals, beside the fair share."""
    known = [(name, share) for name, share in zip(names, shares, strict=False) if share]
    places = range(len(known))
    axis.bar(places, [share.value for _, share in known], color=COLOURS[0], alpha=0.6)
    for place, (_, share) in zip(places, known, strict=True):
        _interval(axis, place, share, "black")
    axis.axhline(fair, color="0.4", linestyle="--", linewidth=1)
    axis.set_xticks(places, [name[:LONGEST] for name, _ in known])
    axis.set_ylim(0, None)
    axis.yaxis.set_major_formatter(_percent())


def _points(
    axis: Any,
    names: Sequence[str],
    found: Sequence[Estimate | None],
    which: int = 0,
    label: str | None = None,
) -> None:
    colour, shift = COLOURS[which % len(COLOURS)], 0.08 * which
    known = [(place, one) for place, one in enumerate(found) if one is not None]
    axis.plot(
        [place + shift for place, _ in known],
        [one.value for _, one in known],
        MARKS[which % len(MARKS)],
        color=colour,
        label=label,
    )
    for place, one in known:
        _interval(axis, place + shift, one, colour)
    axis.set_xticks(range(len(names)), names)
    axis.margins(x=0.2)
    if len({(one.value, one.low) for _, one in known}) == 1:
        axis.set_yticks([known[0][1].value])


def _interval(axis: Any, place: float, one: Estimate, colour: str) -> None:
    if one.low is not None and one.high is not None:
        axis.vlines(place, one.low, one.high, color=colour)


def _spread(axis: Any, spread: Counter[int]) -> None:
    """A histogram: of few matches few bars, of many at most `BARS`."""
    if not spread:
        return
    bars = min(BARS, 1 + 2 * isqrt(spread.total()))
    wide = -(-(max(spread) - min(spread) + 1) // bars)
    bins: Counter[int] = Counter()
    for value, many in sorted(spread.items()):  # however the matches came in
        bins[(value - min(spread)) // wide] += many
    lefts = [min(spread) + place * wide - 0.5 for place in bins]
    axis.bar(lefts, list(bins.values()), width=wide, align="edge", color=COLOURS[0], alpha=0.6)
    for one in (axis.xaxis, axis.yaxis):
        one.get_major_locator().set_params(integer=True)


def _percent() -> Any:
    return needs("matplotlib.ticker", "simulate").PercentFormatter(1.0, decimals=0)


def _save(figure: Any, file: str) -> None:
    """Write the file; the same figures are the same file."""
    with needs("matplotlib", "simulate").rc_context({"svg.hashsalt": "cardcore"}):
        dated = {} if file.lower().endswith(".png") else {_DATE[Path(file).suffix.lower()]: None}
        figure.savefig(file, dpi=120, metadata=dated)


_DATE = {".svg": "Date", ".pdf": "CreationDate"}
