"""Golden playthroughs: whole matches as readable text, so that a change of the rules shows.

A playthrough tells, decision by decision, what lies where and who knows it, what is legal and what
was played, and in the end who has won. `check` holds it against a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any

from cardcore.game import Game
from cardcore.match import Match
from cardcore.piles import Pile

UPDATE = "--cardcore-update"
"""The option of pytest that writes playthroughs anew."""
LONGEST = 5000
"""So many decisions may a match have."""
_VERSION = re.compile(r"^version: (\d+)$", re.M)


def playthrough(
    game: Game[Any],
    *,
    players: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    collect: Any = "in_order",
) -> str:
    """A match of random moves as text; the same arguments give the same text."""
    match = game.match(players, seed=seed, options=options, collect=collect)
    return "".join(f"{line}\n" for line in _lines(match, Random(seed)))


def check(path: Path, text: str, *, update: bool = False) -> None:
    """Hold a playthrough against a file; with `update` write it there.

    Raises `AssertionError` where they differ, and where a file is to be written anew though the
    game's version is the one that it was written with: old records would replay differently.
    """
    old = path.read_text("utf-8") if path.exists() else ""
    if old == text:
        return
    same_version = _VERSION.findall(old) == _VERSION.findall(text)
    if update and not same_version:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
        return
    lines = list(unified_diff(old.splitlines(), text.splitlines(), "before", "now", lineterm=""))
    remedy = (
        f"raise the game's version, then write it anew with: pytest {UPDATE}"
        if same_version
        else f"if that is meant, write it anew with: pytest {UPDATE}"
    )
    raise AssertionError("\n".join([f"{path.name} has changed; {remedy}", *lines[:40]]))


def _lines(match: Match[Any], rng: Random) -> Iterator[str]:
    setting = match.setting
    yield f"game: {match.game.name}"
    yield f"version: {match.game.version}"
    yield f"players: {setting.seats}"
    yield f"seed: {match.seed}"
    yield f"collect: {setting.collect}"
    yield f"options: {setting.header()['options']}"
    for event in match.events:
        yield f"  {event}"
    for number in range(LONGEST):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        moves = match.moves(seat)
        move = rng.choice(moves)
        yield ""
        yield f"decision {number}, deal {match.deal_number}: to act {list(match.to_act)}"
        yield from _table(match)
        yield f"  seat {seat} may: {', '.join(one.text for one in moves)}"
        yield f"  seat {seat} plays: {move.text}"
        for event in match.play(seat, move):
            yield f"    {event}"
    yield ""
    for place in match.standings:
        yield f"seat {place.seat}: place {place.place}, {place.points} {match.game.unit}"


def _table(match: Match[Any]) -> Iterator[str]:
    """What lies where; behind a card the seats that know it, "*" for everybody."""
    for name, value in match.observe(None).fields.items():
        yield f"  {name}: {value!r}"
    for pile in match.table._piles:
        if pile:
            yield f"  {pile.name}: {' '.join(_cards(match, pile))}"


def _cards(match: Match[Any], pile: Pile) -> Iterator[str]:
    everybody = match.table._everybody
    if not any(mark & everybody for mark in pile.marks):
        yield f"{len(pile)} cards that nobody knows"
        return
    for card, mark in zip(pile, pile.marks, strict=True):
        known = "".join(str(seat) for seat in match.seats if mark >> seat & 1)
        yield f"{card}{'*' if mark & everybody == everybody else f'({known})'}"
