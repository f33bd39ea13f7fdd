"""Playing: every kind of match there is to test, at random, and how to find a moment again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import attrs
import pytest
from small_games import Elimination, NopeGame, Passing, SwapGame

import cardcore
from cardcore import Game, Match
from cardcore.interrupts import COLLECT, Collect
from cardcore.testing import cases
from cardcore.testing.laws.keeping import through_json, without_log
from cardcore.testing.laws.playing import all_cards
from cardcore.testing.laws.sampling import world

__all__ = ["all_cards", "through_json", "without_log", "world"]

LONGEST = 4000
"""More moves than any match here takes."""

ODIN: dict[str, dict[str, Any]] = {
    "": {},
    "-goat": {"goat": True, "removed_colours": 2},
    "-pass": {"auto_pass": True},
    "-auto": {"auto_pass": True, "auto_finish": True, "next_starter": "last_in_turn"},
}
"""Options of Odin, which never asks several seats at once."""


@attrs.frozen
class Kind:
    """A game with its options, a number of players and a way of collecting claims."""

    name: str
    game: Game[Any] = attrs.field(repr=False)
    players: int
    options: dict[str, Any]
    collect: Collect

    def __str__(self) -> str:
        return f"{self.name}-{self.players}-{self.collect}"

    def match(self, seed: int, **further: Any) -> Match[Any]:
        """Begin a match of this kind."""
        return self.game.match(
            self.players, seed=seed, options=self.options, collect=self.collect, **further
        )

    def rng(self, seed: int) -> Random:
        """What chooses the moves of the match with this seed."""
        return Random(f"{self} {seed}")

    def case(self, seed: int, **further: Any) -> cases.Case:
        """The case of the kit with this seed."""
        return cases.Case(
            self.game, self.players, self.name, self.options, self.collect, seed, **further
        )


def kinds_of(
    name: str,
    game: Game[Any],
    options: dict[str, Any] | None = None,
    ways: Iterable[Collect] = COLLECT,
) -> list[Kind]:
    """Every number of players that the options allow, and every way of collecting."""
    given = options or {}
    return [
        Kind(name, game, players, given, collect)
        for players in game.seats
        if game.check(game.Options(**given), players) is None
        for collect in ways
    ]


@cache
def kinds() -> tuple[Kind, ...]:
    """All kinds of match: the games that come along, and the small ones."""
    odin, zeus = cardcore.game("odin"), cardcore.game("zeus")
    found: list[Kind] = []
    for draw in ("automatic", "strict", "lenient"):
        found += kinds_of(f"zeus-{draw}", zeus, {"draw": draw, "letters": 3})
    for more, options in ODIN.items():
        found += kinds_of(f"odin{more}", odin, {"limit": 10, **options}, ["in_order"])
    for game in (NopeGame(), Passing(), Elimination(), SwapGame()):
        found += kinds_of(game.name, game)
    return tuple(found)


def each(chosen: Iterable[Kind]) -> pytest.MarkDecorator:
    """A test for each kind of match; by default one way of collecting for each number of players.

    The ways take turns, so that all are tried with every game; the rest is slow.
    """
    given = []
    for kind in chosen:
        turn = COLLECT[(kind.players + len(kind.name)) % len(COLLECT)]
        usual = kind.collect == turn or kind.game.name == "odin"
        given.append(pytest.param(kind, marks=() if usual else pytest.mark.slow))
    return pytest.mark.parametrize("kind", given, ids=str)


def choose(match: Match[Any], rng: Random) -> tuple[int, cardcore.Move]:
    """Some seat that may act, and one of its moves."""
    seat = rng.choice(match.to_act)
    return seat, rng.choice(match.moves(seat))


def play_on(match: Match[Any], rng: Random, steps: int = LONGEST) -> Match[Any]:
    """Play at random, to the end or for some steps; the match is returned."""
    for _ in range(steps):
        if match.over:
            return match
        match.play(*choose(match, rng))
    assert steps < LONGEST, f"no end after {LONGEST} moves"
    return match


def at(kind: str, seed: int, step: int) -> Match[Any]:
    """The moment that the text of a failure names."""
    found = next(other for other in kinds() if str(other) == kind)
    return play_on(found.match(seed), found.rng(seed), step)


@attrs.define
class Moment:
    """A match at some step. `before` has, for each seat, the match before its last move."""

    kind: Kind
    seed: int
    step: int
    match: Match[Any]
    before: dict[int, Match[Any]] = attrs.field(repr=False)

    def __str__(self) -> str:
        seat_and_move = [f"{who} {what}" for who, what in self.match.log if who >= 0]
        return f"playing.at({str(self.kind)!r}, {self.seed}, {self.step}), after {seat_and_move}"

    def rng(self) -> Random:
        """For what is tried at this moment."""
        return Random(f"{self.kind} {self.seed} {self.step}")

    def keeps(self, law: Callable[[cases.Moment], None]) -> None:
        """Hold this moment to a law of the kit."""
        case = self.kind.case(self.seed)
        try:
            law(cases.Moment(case, range(self.step), self.match.copy(), self.before))
        except AssertionError as error:
            raise AssertionError(f"{error}: {self}") from error


def moments(kind: Kind, seeds: int = 1, many: int = 2) -> Iterator[Moment]:
    """The beginning, the end and some moments between of random matches.

    Half of those between lie inside an interrupt, where there are any.
    """
    for seed in range(seeds):
        rng, asking = kind.rng(seed), list[int]()
        match, steps = kind.match(seed), 0
        while not match.over:
            if match.table.interrupts and any(
                cardcore.DECLINE in match.moves(s) for s in match.to_act
            ):
                asking.append(steps)
            match.play(*choose(match, rng))
            steps += 1
        pick = Random(seed)
        chosen = {0, steps, *pick.sample(range(steps), min(many - many // 2, steps))}
        chosen.update(pick.sample(asking, min(many // 2, len(asking))))
        rng, match = kind.rng(seed), kind.match(seed)
        before: dict[int, Match[Any]] = {}
        for step in range(steps + 1):
            if step in chosen:
                yield Moment(kind, seed, step, match.copy(), dict(before))
            if not match.over:
                seat, move = choose(match, rng)
                before[seat] = match.copy()
                match.play(seat, move)


def digest() -> str:
    """A hash of one match of each kind, and of what every seat sees of its middle and end."""
    summary = sha256()
    for kind in kinds():
        match, rng = kind.match(11), kind.rng(11)
        for steps in (25, LONGEST):
            play_on(match, rng, steps)
            data = [match.to_dict(), *(match.observe(s).to_dict() for s in (*match.seats, None))]
            summary.update(json.dumps(data).encode())
        summary.update("".join(match.record().lines()).encode())
    return summary.hexdigest()
