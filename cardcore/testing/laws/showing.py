"""Showing: every text has the fields that its template names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import Any

from cardcore.events import Event, in_words
from cardcore.look import Group
from cardcore.match import Match
from cardcore.testing.cases import Case, choose
from cardcore.testing.laws._law import Broken, Law, _
from cardcore.testing.laws.playing import mutated
from cardcore.texts import Text

OFTEN = 10
"""Every so many moves all is looked at that can be said."""


def texts_can_be_shown(case: Case, choices: Sequence[int]) -> None:
    """All that a game says in a match can be put into words."""
    match, rng = case.match(), case.rng("shown")
    for number, choice in enumerate(choices):
        if number % OFTEN == 0 or match.over:
            for where, text in said(match):
                _show(where, text, number, match)
        if match.over:
            return
        if number % OFTEN == 0:
            for where, text in _reasons(match, rng):
                _show(where, text, number, match)
        for event in match.play(*choose(match, choice)):
            for where, text in told(match, event):
                _show(where, text, number + 1, match)


Said = Iterable[tuple[str, Any]]


def said(match: Match[Any]) -> Said:
    """What can be said of a match where it stands, each text with what it is."""
    game = match.game
    for seat in (*match.seats, None):
        view = match.observe(seat)
        for part in game.summary(view):
            yield from (("the summary", text) for text in (part.title, *part.lines, part.headline))
        yield "the question", game.question(view)
        yield from _titles(game.group(view) or ())
        for move in view.moves[:12]:
            yield f"“{move}” in words", move.in_words()
            yield f"the preview of “{move}”", game.preview(view, move)


def _titles(groups: Iterable[Group]) -> Said:
    for group in groups:
        yield "a group", group.title
        yield from _titles(group.groups)


def told(match: Match[Any], event: Event) -> Said:
    """What is said of an event, as several see it."""
    for seen in (event, event.seen_by(0), event.seen_by(None)):
        if seen is not None:
            yield f"event {seen.kind}", match.game.describe(seen) or in_words(seen)


def _reasons(match: Match[Any], rng: Any) -> Said:
    """Why some moves are refused that are almost legal, or those of others."""
    others = [move for seat in match.seats for move in match.moves(seat)]
    tries = rng.sample(others, min(len(others), 4))
    tries += [other for move in tries for other in mutated(move, match, rng)[:2]]
    for seat in match.to_act[:2]:
        for move in tries:
            yield f"why not “{move}”", match.why_not(seat, move)


def _show(where: str, text: Any, after: int, match: Match[Any]) -> None:
    reason = None if text is None else why_not_shown(text)
    if reason is not None:
        raise Broken(f"{where}: {reason}", after=after, match=match)


def why_not_shown(text: Any) -> str | None:
    """Why something cannot be shown as a text, in words; None where it can."""
    if not isinstance(text, Text):
        return f"{text!r} is no Text"
    for value in text.fields.values():
        for inner in value if isinstance(value, list | tuple) else (value,):
            reason = why_not_shown(inner) if isinstance(inner, Text) else None
            if reason is not None:
                return reason
    try:
        text.render()
    except (LookupError, ValueError, AttributeError, TypeError) as error:
        missing = missing_fields(text.template, text.fields)
        if missing:
            return f"{text.template!r} names {{{missing[0]}}}, but has {list(text.fields)}"
        return f"{text.template!r} with {dict(text.fields)}: {type(error).__name__}: {error}"
    return None


def missing_fields(template: str, fields: Mapping[str, Any]) -> list[str]:
    """The names in a template that no field bears."""
    try:
        names = [name for _text, name, _form, _how in Formatter().parse(template)]
    except ValueError:
        return []
    plain = [name.partition(".")[0].partition("[")[0] for name in names if name is not None]
    return [name for name in plain if name not in fields]


SHOWING_LAWS = (
    Law(
        "texts can be shown",
        _("whatever is told raises no error, and each text has the fields that its template names"),
        _(
            "give each `{name}` of a template as a field: `Text('{player} passes', player=...)`;"
            " methods that only tell, such as `describe`, must be able to at any time"
        ),
        "case",
        texts_can_be_shown,
    ),
)
