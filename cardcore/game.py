"""The contract of a game: what an author writes, each further thing with a default."""

from __future__ import annotations

import sys
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import attrs

from cardcore import options as option_values
from cardcore.cards import Card, by_code
from cardcore.errors import BadOptions, GameError
from cardcore.interrupts import Collect, Interrupt
from cardcore.languages import package_of
from cardcore.layout import layout
from cardcore.moves import DECLINE, Decline, Move
from cardcore.options import NoOptions
from cardcore.piles import Pile
from cardcore.scoring import Scoreboard
from cardcore.table import Table
from cardcore.texts import Text
from cardcore.values import move_types

if TYPE_CHECKING:
    from cardcore.events import Event
    from cardcore.look import Group, Part
    from cardcore.match import Match
    from cardcore.observation import Observation

T = TypeVar("T", bound=Table)


class Game(Generic[T]):
    """The rules of a game: an object without state.

    Subclass it with the table it is played on, as `class Hearts(Game[HeartsTable])`.
    Required are the attributes `name` (a word for commands and records), `title`, `seats` (the
    numbers of players, as `range(2, 6)` for two to five) and the methods `cards`, `deal`, `moves`,
    `play`, `points` and `is_over`. `version` is raised when a change of the rules makes old
    records replay differently. `Options` is an attrs class of `option(...)` fields, `presets` name
    values for them. With `lowest_wins` few points are good; `unit` is what points are called.
    `rules` holds the rules page as Markdown, by language.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    version: ClassVar[int] = 1
    Options: ClassVar[type[Any]] = NoOptions
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    lowest_wins: ClassVar[bool] = False
    unit: ClassVar[str] = "points"
    table_type: ClassVar[type[Any]] = Table

    def __init_subclass__(cls) -> None:
        if "table_type" in cls.__dict__:
            return
        for parent in cls.__dict__.get("__orig_bases__", ()):
            if isinstance(typing.get_origin(parent), type) and typing.get_args(parent):
                (table,) = typing.get_args(parent)
                if isinstance(table, type):
                    cls.table_type = table

    # -- what every game says -------------------------------------------------------------------

    def cards(self, options: Any, seats: int) -> Iterable[Card]:
        """The deck: every card of a match, equal ones as often as they are in it."""
        raise NotImplementedError(f"{type(self).__name__}.cards says which cards there are")

    def deal(self, table: T, last: T | None) -> None:
        """Begin a deal: shuffle, deal, say who begins. All cards lie in the first single pile.

        `last` is the table of the deal before, or None: whatever outlives a deal is read there.
        """
        raise NotImplementedError(f"{type(self).__name__}.deal shuffles and deals")

    def moves(self, table: T, seat: int) -> Sequence[Move]:
        """The legal moves of a seat that may act, interrupts apart; each text only once."""
        raise NotImplementedError(f"{type(self).__name__}.moves lists the legal moves")

    def play(self, table: T, seat: int, move: Move) -> None:
        """Carry out a move that is known to be legal, a reaction in an interrupt too."""
        raise NotImplementedError(f"{type(self).__name__}.play carries out a move")

    def points(self, table: T) -> Sequence[int] | None:
        """The points of each seat when the deal is over; None makes it void."""
        raise NotImplementedError(f"{type(self).__name__}.points says what a deal is worth")

    def is_over(self, table: T, scores: Scoreboard) -> bool:
        """After a deal has been counted: whether the match ends. By default after one deal."""
        return True

    # -- what a game may say --------------------------------------------------------------------

    @property
    def rules(self) -> Mapping[str, str]:
        """The rules page as Markdown, by language code ("en", "es")."""
        return {}

    def check(self, options: Any, seats: int) -> Text | None:
        """Why these options do not go together with each other or this number of players."""
        return None

    def to_act(self, table: T) -> Sequence[int]:
        """The seats that may act now, in any order; by default the one in turn."""
        return (table.turn.seat,)

    def reactions(self, table: T, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        """What a seat may do in an interrupt; the engine adds `Decline`."""
        return ()

    def goes_on(self, table: T, seat: int, move: Move) -> bool:
        """Whether a move of the seat in turn ends open interrupts; asked before it is played."""
        return True

    def after_interrupt(self, table: T, interrupt: Interrupt) -> None:
        """Go on after a blocking interrupt has asked all; `interrupt.claims` tell who reacted."""

    def why_not(self, table: T, seat: int, move: Move) -> Text | None:
        """Why a move of a seat that may act is not legal, naming the rule; None for no reason."""
        return None

    def default_move(self, table: T, seat: int, moves: Sequence[Move]) -> Move:
        """What is done for an absent player: to decline, else the first legal move."""
        return DECLINE if DECLINE in moves else moves[0]

    def teams(self, table: T) -> Sequence[Sequence[int]]:
        """The seats that play together; by default every seat plays alone."""
        return [[seat] for seat in table.seats]

    def could_hold(self, table: T, pile: Pile, card: Card) -> bool:
        """Whether a hidden card may lie in a pile for all that everybody has seen.

        `table` is the one that is being dealt: what is hidden in its piles is None, and interrupts
        and secret fields are not set yet.
        """
        return True

    def all_moves(self, options: Any) -> Sequence[Move] | None:
        """Every move there can be, in a fixed order: research environments number them."""
        return None

    def hint(self, observation: Observation) -> Move | None:
        """A sensible move for a person who asks; None leaves it to the game's bot."""
        return None

    def heuristic(self, observation: Observation, move: Move) -> float:
        """How good a move looks to the seat that sees `observation`: the more, the better."""
        return 0.0

    def describe(self, event: Event) -> Text | None:
        """An event in words, as whoever it was made for sees it; None leaves it to the engine."""
        return None

    # -- how it looks and is asked for ------------------------------------------------------------

    def summary(self, observation: Observation) -> Sequence[Part]:
        """What stands on the table, in named parts; the default shows fields, piles and points."""
        from cardcore.look import parts

        return parts(observation)

    def question(self, observation: Observation) -> Text | None:
        """What a seat is asked when it may act; None asks for a move.

        For a spectator: what all are asked at once in an interrupt, "who wants to …?".
        """
        return None

    def preview(self, observation: Observation, move: Move) -> Text | None:
        """What a legal move would do, in a few words; None where there is nothing to tell."""
        return None

    def group(self, observation: Observation) -> Sequence[Group] | None:
        """The legal moves in groups, for where there are many; None shows them as one list."""
        return None

    def aliases(self, move: Move) -> Sequence[str]:
        """What people type for a move, besides its text."""
        return ()

    # -- what the engine makes of it --------------------------------------------------------------

    def match(
        self,
        players: int | None = None,
        *,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        house_rules: Sequence[Any] = (),
        collect: Collect = "in_order",
        bots: Mapping[int, str] | None = None,
        practice: bool = False,
    ) -> Match[T]:
        """Begin a match of `players` seats, or of as many as there are `names`.

        `seed` is a whole number; without one it is drawn by chance. `options` are values or texts
        by name. `house_rules` are `HouseRule` objects or names of installed ones. `collect` says
        how claims are collected. `bots` names the bot at a seat, `practice` lets persons take back
        anything: both are only written down. Raises `BadOptions` for what the game does not accept.
        """
        from cardcore.match import Match
        from cardcore.setting import make_setting

        setting = make_setting(
            self, players, options, names, house_rules, collect, bots or {}, practice
        )
        return Match.begin(setting, seed)

    def make_options(self, given: Mapping[str, Any] | None, seats: int) -> Any:
        """The game's options from values or texts by name, checked for a number of players.

        Raises `BadOptions` with the reason where they are refused.
        """
        if seats not in self.seats:
            raise BadOptions(
                "{game} is for {least} to {most} players, not {players}",
                game=Text(self.title),
                least=self.seats[0],
                most=self.seats[-1],
                players=seats,
            )
        options = option_values.make(self.Options, given or {})
        reason = self.check(options, seats)
        if reason is not None:
            raise BadOptions(reason)
        return options

    def move_types(self) -> list[type[Move]]:
        """The kinds of move of this game: those of its package, and `Decline`."""
        kinds = type(self).__mro__[:-2]
        found = move_types([kind.__module__ for kind in kinds], map(package_of, kinds))
        return [*found, Decline]


def check_game(game: Game[Any]) -> None:
    """Look at a game when it is first loaded. Raises `GameError` for what cannot be played."""
    who = type(game).__name__
    for name, kind in (("name", str), ("title", str), ("seats", range), ("version", int)):
        if not isinstance(getattr(game, name, None), kind):
            raise GameError(
                "{game}.{name} is missing or not a {kind}", game=who, name=name, kind=kind.__name__
            )
    if not game.name.replace("-", "").isalnum() or game.name != game.name.lower():
        raise GameError(
            "{game}.name is a word in lower case with hyphens, not {name!r}",
            game=who,
            name=game.name,
        )
    if game.table_type is Table:
        raise GameError(
            "say which table it is played on: class {game}(Game[{game}Table])", game=who
        )
    if not game.seats or game.seats[0] < 1:
        raise GameError("{game}.seats names no number of players", game=who)
    _check_methods(game)
    _check_moves(type(game))
    layout(game.table_type)
    _check_fields(game.table_type)
    option_values.describe(game.Options)
    options = game.Options()
    for seats in game.seats:
        if game.check(options, seats) is None:
            by_code(game.cards(options, seats))
    for name, values in game.presets.items():
        try:
            option_values.make(game.Options, values)
        except BadOptions as error:
            raise GameError(
                "{game}, preset {name!r}: {reason}", game=who, name=name, reason=error.text
            ) from None


def _check_fields(table: type[Any]) -> None:
    """No field of a table bears the name of something that every table has."""
    for field in attrs.fields(table):
        if hasattr(Table, field.name):
            raise GameError(
                "{table}.{field} would hide Table.{field}: name it otherwise",
                table=table.__name__,
                field=field.name,
            )


NEEDED = ("cards", "deal", "moves", "play", "points")
"""The methods that every game has."""


def _check_methods(game: Game[Any]) -> None:
    kind = type(game)
    for name in NEEDED:
        if getattr(kind, name) is getattr(Game, name):
            raise GameError(_lacks(kind, name))


def _lacks(kind: type[Game[Any]], name: str) -> Text:
    """What is told of a game without a method that it needs: a misspelt one is named."""
    from difflib import get_close_matches  # slow to import, and rarely needed

    own = [one for one in dir(kind) if not hasattr(Game, one)]
    near = get_close_matches(name, own, 1)
    if not near:
        return Text("{game} needs the method {name}", game=kind.__name__, name=name)
    return Text(
        "{game} needs the method {name}; {near} looks like it",
        game=kind.__name__,
        name=name,
        near=near[0],
    )


def _check_moves(game: type[Game[Any]]) -> None:
    """Every kind of move that a game's modules speak of can be made, compared and written."""
    modules = [sys.modules.get(kind.__module__) for kind in game.__mro__[:-2]]
    for kind in [kind for module in modules if module for kind in vars(module).values()]:
        if not isinstance(kind, type) or not issubclass(kind, Move) or kind is Move:
            continue
        is_frozen = kind.__setattr__ is not object.__setattr__
        if not ("__attrs_attrs__" in kind.__dict__ and is_frozen) and not kind.__subclasses__():
            raise GameError("class {move} must be decorated with @attrs.frozen", move=kind.__name__)
