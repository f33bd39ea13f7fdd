"""Cases: what a game is tried on. Every number of players, preset and way of collecting claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import attrs

from cardcore.errors import BadOptions, GameError
from cardcore.game import Game
from cardcore.houserules import HouseRule
from cardcore.interrupts import COLLECT, Collect
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.plugins import installed

LONGEST = 5000
"""More moves than a match takes, unless a game declares another bound."""

Presets = Mapping[str, Mapping[str, Any]]
RuleSets = Sequence[Sequence[HouseRule | str]]


@attrs.frozen
class Case:
    """A game with a number of players, options, a way of collecting claims, and a seed.

    `longest` is how many moves a match takes at most. `tells` names the game's own events that
    tell what was secret (see `cardcore.testing.laws.secrecy`); None stands for any. `house_rules`
    are switched on. In a `close` case every law is tried at every decision of the first two deals;
    see `with_close_ones`.
    """

    game: Game[Any] = attrs.field(repr=False)
    players: int
    preset: str = ""
    options: Mapping[str, Any] = attrs.Factory(dict)
    collect: Collect = "in_order"
    seed: int = 0
    longest: int = LONGEST
    tells: frozenset[str] | None = None
    languages: tuple[str, ...] = ("en",)
    close: bool = False
    house_rules: tuple[HouseRule, ...] = ()

    def __str__(self) -> str:
        rules = "+".join(rule.name for rule in self.house_rules)
        parts = (f"{self.players}p", self.preset, rules, self.collect, f"seed{self.seed}")
        return "-".join(filter(None, parts))

    def match(self, **further: Any) -> Match[Any]:
        """Begin the match of this case."""
        return self.game.match(
            self.players,
            seed=self.seed,
            options=self.options,
            house_rules=self.house_rules,
            collect=self.collect,
            **further,
        )

    def rng(self, what: str = "") -> Random:
        """A generator of its own for each purpose; the same at every run."""
        return Random(f"{self.game.name} {self} {what}")

    def choices(self, what: str = "") -> list[int]:
        """What is chosen at each decision of a match by chance; see `choose`."""
        rng = self.rng(f"choices {what}")
        return [rng.getrandbits(32) for _ in range(self.longest)]


def choose(match: Match[Any], number: int) -> tuple[int, Move]:
    """Some seat that may act, and one of its moves: 0 is the first move of the first seat."""
    seats = match.to_act
    seat = seats[number % len(seats)]
    moves = match.moves(seat)
    return seat, moves[number // len(seats) % len(moves)]


def cases(
    game: Game[Any],
    *,
    presets: Presets | None = None,
    seeds: Sequence[int] = (1, 2),
    longest: int = LONGEST,
    tells: frozenset[str] | None = None,
    languages: tuple[str, ...] | None = None,
    house_rules: RuleSets = ((),),
) -> Iterator[Case]:
    """Every number of players, with the defaults, each preset and each of `presets`.

    Claims are collected in every way where there are reactions. `languages` are those that the
    game's texts are compared in, by default all that its package speaks. All is done without house
    rules, or else with each of several sets of them; they are given as objects or by name.
    """
    wishes: Presets = {"": {}, **game.presets, **(presets or {})}
    spoken = spoken_by(game) if languages is None else languages
    sets = [tuple(map(_rule, names)) for names in house_rules]
    for players, rules, (preset, options) in product(game.seats, sets, wishes.items()):
        if not _fits(game, options, players):
            continue
        for collect in COLLECT if _reacts(game, rules) else COLLECT[:1]:
            for seed in seeds:
                yield Case(
                    *(game, players, preset, options, collect, seed, longest, tells, spoken),
                    house_rules=rules,
                )


def _rule(rule: HouseRule | str) -> HouseRule:
    """A house rule, or the installed one of that name."""
    return installed().house_rule(rule) if isinstance(rule, str) else rule


def _reacts(game: Game[Any], rules: Sequence[HouseRule]) -> bool:
    """Whether anybody may be asked out of turn."""
    return type(game).reactions is not Game.reactions or any(
        type(rule).reactions is not HouseRule.reactions for rule in rules
    )


def with_close_ones(found: Iterable[Case]) -> list[Case]:
    """The cases, one of each number of players a close one, in each way of collecting in turn."""
    marked = list(found)
    for number, players in enumerate(dict.fromkeys(case.players for case in marked)):
        places = [place for place, case in enumerate(marked) if case.players == players]
        way = COLLECT[number % len(COLLECT)]
        place = next((at for at in places if marked[at].collect == way), places[0])
        marked[place] = attrs.evolve(marked[place], close=True)
    return marked


def spoken_by(game: Game[Any]) -> tuple[str, ...]:
    """The languages that a game claims to speak: of its translations and of its rules page."""
    from cardcore.languages import languages, package_of

    return tuple(sorted({*languages(package_of(type(game))), *game.rules}))


def _fits(game: Game[Any], options: Mapping[str, Any], players: int) -> bool:
    try:
        game.make_options(options, players)
    except BadOptions:
        return False
    return True


# -- a match as it goes ---------------------------------------------------------------------------


@attrs.define
class Moment:
    """A match at a decision, or at its end: `choices` are what has led there.

    `before` has, for each seat, the match before its last move. It may be changed by whoever looks
    at it, so it is given as copies.
    """

    case: Case
    choices: Sequence[int] = attrs.field(repr=False)
    match: Match[Any]
    before: dict[int, Match[Any]] = attrs.field(repr=False)

    def rng(self, what: str = "") -> Random:
        """For what is tried at this moment."""
        return self.case.rng(f"{what} {len(self.choices)}")


def walk(case: Case, choices: Sequence[int], *, before: bool = False) -> Iterator[Moment]:
    """The match of a case at its beginning and after each choice; it is one match that goes on.

    `before` has the match before each move kept too. It ends with the match or with the choices.
    """
    match = case.match()
    last: dict[int, Match[Any]] = {}
    yield Moment(case, choices[:0], match, last)
    for place, number in enumerate(choices):
        if match.over:
            return
        seat, move = choose(match, number)
        if before:
            last[seat] = match.copy()
        match.play(seat, move)
        yield Moment(case, choices[: place + 1], match, last)


def at_the_end_of(case: Case, choices: Sequence[int]) -> Moment:
    """The moment to which some choices lead."""
    *_, moment = walk(case, choices, before=True)
    return moment


def is_asking(match: Match[Any]) -> bool:
    """Whether a match stands inside an interrupt."""
    return match._asking is not None


def errors_of(error: BaseException) -> Iterator[BaseException]:
    """An error, and those it came of."""
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__


def is_stuck(error: BaseException) -> bool:
    """Whether a game's failure is that nobody may act, or that who may has no move."""
    return any(
        isinstance(one, GameError) and "to_act names" in one.text.template
        for one in errors_of(error)
    )
