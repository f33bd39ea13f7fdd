"""What a law is, and how one that is broken says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import attrs

from cardcore import state
from cardcore.match import Match
from cardcore.table import EMIT
from cardcore.testing.cases import Case, Moment
from cardcore.values import encode


def _(text: str) -> str:
    """Mark a text that is to be translated; it is put into a language when it is shown."""
    return text


Scope = Literal["moment", "case", "game"]


class Broken(AssertionError):
    """A law does not hold. The message says what was seen.

    `choices` are how many choices of the match were made until then, None where that is not known;
    `match` is a match in which it shows.
    """

    def __init__(self, message: str, *, after: int | None = None, match: Any = None) -> None:
        super().__init__(message)
        self.message = message
        self.after = after
        self.match = match


@attrs.frozen
class Law:
    """A law: its name, what it demands, what to do where it is broken, and its check.

    The check of a `moment` is given a match at a decision, that of a `case` a case and what is
    chosen in its match, that of a `game` all cases. It raises `Broken`. `few` says at how many
    decisions of a match it is looked at, where not at all of them. Where a `vital` one is broken
    the others would say nothing more.
    """

    name: str
    demands: str
    remedy: str
    scope: Scope
    check: Callable[..., None] = attrs.field(repr=False)
    few: int = 0
    vital: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def word(self) -> str:
        """The name as a part of a Python name."""
        return self.name.replace(" ", "_").replace("-", "_")

    def holds_at(self, moment: Moment) -> None:
        """Check a moment. Raises `Broken`."""
        self.check(moment)

    def holds_in(self, case: Case, choices: Sequence[int]) -> None:
        """Check a whole match. Raises `Broken`."""
        self.check(case, choices)


def demand(condition: object, message: str, match: Any = None) -> None:
    """Raise `Broken` where a condition does not hold."""
    if not condition:
        raise Broken(message, match=match)


def same(what: str, one: Any, two: Any) -> None:
    """Raise `Broken` where two things differ that ought to be equal."""
    if one != two:
        raise Broken(f"{what}: {difference(one, two)}")


def whole(match: Match[Any]) -> dict[str, Any]:
    """All of a match, to be compared: what `to_dict` has, several times as fast."""
    return state.to_dict(match, _as_it_is)


def _as_it_is(entry: tuple[Any, ...]) -> Any:
    """What is past cannot change, but for the values in an event of the game's own."""
    return encode(entry) if entry[0] == EMIT else entry


def difference(one: Any, two: Any, where: str = "") -> str:
    """Where two pieces of data differ first, in a line."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in [*one, *(key for key in two if key not in one)]:
            if key not in one or key not in two:
                return f"{where}{key} is only in one of them"
            if one[key] != two[key]:
                return difference(one[key], two[key], f"{where}{key}.")
    if isinstance(one, list | tuple) and isinstance(two, list | tuple):
        for place, (a, b) in enumerate(zip(one, two, strict=False)):
            if a != b:
                return difference(a, b, f"{where}{place}.")
        return f"{where or 'length '}{len(one)} and {len(two)} entries"
    return f"{where.rstrip('.') or 'there'} is {_short(one)} and {_short(two)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:160]}…"
