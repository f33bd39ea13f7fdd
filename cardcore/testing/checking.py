"""Checking: a game is tried under the laws, and what fails is made short and told."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterator, Sequence
from random import Random
from time import perf_counter
from typing import Any

import attrs

from cardcore.errors import CardcoreError, GameError
from cardcore.extras import MissingExtra
from cardcore.faults import place_of
from cardcore.match import Match
from cardcore.record import Record
from cardcore.testing.cases import Case, Moment, at_the_end_of, choose, is_asking, is_stuck, walk
from cardcore.testing.laws import Broken, Law
from cardcore.testing.shrinking import plain, shorten

CLOSE_DEALS = 2
"""So many deals of a close match are looked at closely."""

PATIENCE = 4.0
"""So many seconds a failure is made shorter."""


@attrs.frozen
class Failure:
    """How a law was broken: what was seen, in which case, after which moves.

    `moves` are seats and texts from the beginning of the match; `record` reproduces it.
    `missing` says what is not installed that would have made it shorter.
    """

    law: Law
    case: Case | None
    message: str
    moves: tuple[tuple[int, str], ...] = ()
    record: Record | None = attrs.field(default=None, repr=False, eq=False)
    choices: tuple[int, ...] = attrs.field(default=(), repr=False)
    missing: MissingExtra | None = attrs.field(default=None, repr=False, eq=False)

    def __str__(self) -> str:
        lines = [f"the law “{self.law}” is broken: {self.law.demands}", f"  seen: {self.message}"]
        if self.case is not None:
            lines.append(f"  in: {self.case.game.name}, {self.case}")
            told = [f"{seat} {text}" for seat, text in self.moves]
            lines.append(f"  after {len(told)} moves: {', '.join(told) or 'none'}")
        if self.missing is not None:
            lines.append(f"  not made shorter: {self.missing}")
        lines.append(f"  what to do: {self.law.remedy}")
        return "\n".join(lines)


@attrs.frozen
class Result:
    """What came of one law in one case: no failure where it holds; `case` is None for all."""

    law: Law
    case: Case | None
    failure: Failure | None
    seconds: float


def check_all(
    laws: Sequence[Law],
    cases: Sequence[Case],
    *,
    every: bool = False,
    patience: float = PATIENCE,
) -> Iterator[Result]:
    """Try the laws one after the other in all cases; each stops at its first failure,
    and all do where a law is broken without which the others say nothing.

    `every` has laws that are looked at in some decisions looked at in all; for `patience` seconds
    a failure is made shorter.
    """
    for law in laws:
        failure: Failure | None = None
        for case in cases if law.scope != "game" else [None]:
            began = perf_counter()
            if case is None:
                failure = check_game(law, cases)
            else:
                failure = check(law, case, every=every, patience=patience)
            yield Result(law, case, failure, perf_counter() - began)
            if failure is not None:
                break
        if failure is not None and law.vital:
            return


def check_game(law: Law, cases: Sequence[Case]) -> Failure | None:
    """Try a law that looks at a whole game; None where it holds."""
    try:
        law.check(cases)
    except Exception as error:
        return Failure(law, None, _message(error))
    return None


def check(
    law: Law, case: Case, *, every: bool = False, patience: float = PATIENCE
) -> Failure | None:
    """Try a law in a case; None where it holds."""
    choices = case.choices()
    found = _try(law, case, choices, every=every)
    if found is None:
        return None

    def seen(choices: Sequence[int]) -> Exception | None:
        return _again(law, case, choices)

    for cut in _beginnings(case, choices, getattr(found, "after", None)):
        again = seen(cut)
        if again is not None:
            best = shorten(seen, cut, again, patience)
            return _told(law, case, best.choices, best.error, best.missing)
    return _told(law, case, choices[: getattr(found, "after", None) or 0], found)


def _beginnings(case: Case, choices: Sequence[int], after: int | None) -> Iterator[list[int]]:
    """What may be enough of a match for a failure to be seen again; by small numbers first."""
    small = plain(case, choices)
    if after is not None:
        yield from (small[:after], small[: after + 1])
    yield from (small, list(choices[:after]))


def _told(
    law: Law,
    case: Case,
    choices: Sequence[int],
    error: BaseException,
    missing: MissingExtra | None = None,
) -> Failure:
    """What is told of an error after some choices."""
    match = getattr(error, "match", None)
    try:
        match = at_the_end_of(case, choices).match
    except Exception:
        match = match or _as_far(case, choices)
    moves: tuple[tuple[int, str], ...] = ()
    record = None
    if isinstance(match, Match):
        moves = tuple((who, what.text) for who, what in match.log if who >= 0)
        try:
            record = match.record()
        except CardcoreError:
            record = None
    return Failure(law, case, _message(error), moves, record, tuple(choices), missing)


def _as_far(case: Case, choices: Sequence[int]) -> Match[Any] | None:
    """The match as far as the choices can be played."""
    match: Match[Any] | None = None
    try:
        match = case.match()
        for number in choices:
            match.play(*choose(match, number))
    except Exception:
        return match
    return match


def _message(error: BaseException) -> str:
    if isinstance(error, Broken):
        return error.message
    place = place_of(error)
    where = f" ({place or _line_of(error)})"
    told = f"{type(error).__name__}: {error}{where}"
    if isinstance(error, GameError):
        law = "somebody can move" if is_stuck(error) else "rules do not fail"
        return f"{told}; the law “{law}” tells more"
    return told if place is None else f"{place.method} fails: {told}"


def _line_of(error: BaseException) -> str:
    """The innermost line of code, for an error in which no author's code took part."""
    (last,) = traceback.extract_tb(error.__traceback__)[-1:]
    return f"{last.filename.rpartition('/')[2]}:{last.lineno}"


def _try(law: Law, case: Case, choices: Sequence[int], *, every: bool) -> Exception | None:
    """The error of a law in the match of some choices; `after` says after how many."""
    if law.scope == "case":
        try:
            law.holds_in(case, choices)
        except Exception as error:
            return error
        return None
    made = 0
    try:
        all_of_them = every or not law.few
        chosen = None if all_of_them else chosen_decisions(case, choices, law.few)
        for moment in walk(case, choices, before=True):
            made = len(moment.choices)
            if chosen is None or made in chosen:
                law.holds_at(moment)
    except Broken as error:
        error.after = made
        return error
    except Exception as error:
        broken = Broken(_message(error), after=made)
        broken.__cause__ = error
        return broken
    return None


def chosen_decisions(case: Case, choices: Sequence[int], few: int) -> Collection[int]:
    """So many decisions of a match: its beginning, its end, half of the others in interrupts.

    In a close case, all of its first deals too.
    """
    asking, first, last = [], [], 0
    for moment in walk(case, choices):
        last = len(moment.choices)
        if is_asking(moment.match):
            asking.append(last)
        if case.close and len(moment.match.scores.deals) < CLOSE_DEALS:
            first.append(last)
    rng: Random = case.rng("decisions")
    inside = rng.sample(asking, min(few // 2, len(asking)))
    others = rng.sample(range(last + 1), min(few - len(inside), last + 1))
    return {0, last, *inside, *others, *first}


def _again(law: Law, case: Case, choices: Sequence[int]) -> Exception | None:
    """The error of a law at the end of some choices, or in the match of them."""
    try:
        if law.scope == "case":
            law.holds_in(case, choices)
        else:
            law.holds_at(at_the_end_of(case, choices))
    except Exception as error:
        return error
    return None


__all__ = ["Failure", "Moment", "Result", "check", "check_all", "check_game"]
