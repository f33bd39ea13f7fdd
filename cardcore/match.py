"""A match: who may act, with which moves, and what follows from a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from cardcore.cards import Card, by_code
from cardcore import history, state
from cardcore import options as option_values
from cardcore.chance import Chance
from cardcore.errors import BadOptions, CannotUndo, GameError, IllegalMove
from cardcore.events import DEAL, MOVE, OVER, SCORED, Events
from cardcore.events import DECLINE as DECLINED
from cardcore.game import Game, refusal
from cardcore.houserules import HouseRule, RuleBook, check_rules
from cardcore.interrupts import COLLECT, Collect, Interrupt
from cardcore.layout import layout
from cardcore.moves import DECLINE, Move, read_move
from cardcore.scoring import Scoreboard, Standing
from cardcore.table import CLOSED, Table
from cardcore.texts import Player, Text
from cardcore.values import copied

if TYPE_CHECKING:
    from cardcore.observation import Observation
    from cardcore.record import Record

T = TypeVar("T", bound=Table)

SAMPLED: dict[str, Any] = {"sampled": True}
"""The origin of a match that was dealt from an observation: there is no history behind it."""


@attrs.frozen
class Setting:
    """What is fixed when a match begins and shared by all its copies; the header of its record.

    `names` has one entry a seat, "" where none was given; `bots` names the bot of a seat, "" where
    a person sits.
    """

    game: Game[Any]
    options: Any
    names: tuple[str, ...]
    house_rules: tuple[HouseRule, ...]
    collect: Collect
    bots: tuple[str, ...]
    practice: bool
    deck: tuple[Card, ...]
    faces: Mapping[str, Card]
    seats: int = attrs.field(init=False)
    """How many seats there are."""
    circles: tuple[tuple[int, ...], ...] = attrs.field(init=False)
    """For each seat all seats from its left round the table, itself last."""

    def __attrs_post_init__(self) -> None:
        seats = len(self.names)
        object.__setattr__(self, "seats", seats)
        circles = tuple(
            tuple((seat + step) % seats for step in range(1, seats + 1)) for seat in range(seats)
        )
        object.__setattr__(self, "circles", circles)

    def header(self) -> dict[str, Any]:
        """All of it as JSON takes it."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": option_values.as_dict(self.options),
            "house_rules": [rule.name for rule in self.house_rules],
            "collect": self.collect,
            "names": list(self.names),
            "bots": list(self.bots),
            "practice": self.practice,
        }


class Match(Generic[T]):
    """One contest from the first deal to the final standings.

    It never waits: `to_act` says who may act, `moves(seat)` what each may do, `play` carries a
    move out. It can be copied, saved and searched at any point.

    `game` are the rules, `to_act` the seats that may act now, none when the match is over (it is
    never shown to a seat). `table` is the state of the current deal, `scores` the scoreboard, `log` every random result
    and move in their order, `deal_number` counts the deals from 1.
    """

    __slots__ = (
        "_asked",
        "_asking",
        "_base",
        "_deal_began",
        "_events",
        "_moves",
        "_notices",
        "_origin",
        "_reactions",
        "_rulebook",
        "_since",
        "_trim",
        "deal_number",
        "game",
        "log",
        "over",
        "scores",
        "setting",
        "table",
        "to_act",
    )

    def __init__(self, setting: Setting, seed: int) -> None:
        """An empty match, without a deal; `Game.match` begins one that can be played."""
        self.setting = setting
        self.game: Game[T] = setting.game
        self.to_act: tuple[int, ...] = ()
        self.log: list[tuple[int, Any]] = []
        self.over = False
        self.deal_number = 0
        self._events: list[tuple[Any, ...]] = []
        self._since = [0] * setting.seats
        self._rulebook = RuleBook(setting.house_rules) if setting.house_rules else None
        self._origin: dict[str, Any] | None = None
        self._trim = False
        self._deal_began = 0
        self._moves: dict[int, tuple[Move, ...]] = {}
        self._notices: dict[int, list[tuple[Any, ...]]] = {}
        self._asking: Interrupt | None = None
        self._asked: tuple[int, ...] = ()
        self._base: tuple[int, ...] = ()
        self._reactions: dict[int, tuple[Move, ...]] = {}
        self.table: T = self._new_table(Chance(seed, self.log), {})
        self.scores = Scoreboard(setting.seats)

    @classmethod
    def begin(
        cls,
        game: Game[T],
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
        """Begin a match; `Game.match` says what the parameters are."""
        setting = make_setting(
            game, players, options, names, house_rules, collect, bots or {}, practice
        )
        if seed is None:
            seed = SystemRandom().getrandbits(53)
        if type(seed) is not int:
            raise BadOptions(f"a seed is a whole number, not {seed!r}")
        match = cls(setting, seed)
        match._start()
        return match

    def _start(self) -> None:
        """Make the scoreboard and deal for the first time."""
        game = self.game
        self.scores = Scoreboard(
            self.setting.seats, lowest_wins=game.lowest_wins, teams=game.teams(self.table)
        )
        self._deal(None)
        self._settle()

    # -- looking ----------------------------------------------------------------------------------

    @property
    def options(self) -> Any:
        """The game's options."""
        return self.setting.options

    @property
    def seats(self) -> range:
        """The numbers of the seats, from 0."""
        return self.table.seats

    @property
    def seed(self) -> int:
        """The number from which, with the number of each random result, all chance is made."""
        return self.table.chance.seed

    def moves(self, seat: int) -> tuple[Move, ...]:
        """The legal moves of a seat, none where it may not act. Computed once a decision."""
        found = self._moves.get(seat)
        if found is None:
            legal: tuple[Move, ...] = ()
            if seat in self._base:
                legal = tuple(self.game.moves(self.table, seat))
            if seat in self._asked:
                legal += self._reactions[seat]
            if self._rulebook is not None and legal:
                legal = self._under_house_rules(seat, legal)
            if seat in self._asked:
                legal += (DECLINE,)
            found = self._moves[seat] = legal
        return found

    def _under_house_rules(self, seat: int, legal: tuple[Move, ...]) -> tuple[Move, ...]:
        assert self._rulebook is not None
        allowed, self._notices[seat] = self._rulebook.allowed(self.table, seat, legal)
        return tuple(allowed)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Every seat with its place and points, the best first; equal points share a place."""
        return self.scores.standings()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in the first place once the match is over; before, none."""
        return self.scores.winners() if self.over else ()

    @property
    def events(self) -> Events:
        """What happened lately, complete: since the deal began or a seat last moved."""
        return Events(self._events[:])

    def observe(self, seat: int | None) -> Observation:
        """Everything that a seat (None: a spectator) may know, as plain data."""
        from cardcore.observation import observe

        return observe(self, seat)

    def default_move(self, seat: int) -> Move:
        """What is done for a player who is absent. Raises `IllegalMove` where it may not act."""
        moves = self.moves(seat)
        if not moves:
            raise IllegalMove(seat, "", self._not_acting(seat))
        chosen = self.game.default_move(self.table, seat, moves)
        return chosen if chosen in moves else moves[0]

    def why_not(self, seat: int, move: Move | str) -> Text | None:
        """The reason why a move, or the move that a text writes, is refused; None where it is legal."""
        if self._legal(seat, move) is not None:
            return None
        game, table = self.game, self.table
        if seat not in self.to_act:
            return self._not_acting(seat)
        if isinstance(move, str):
            read = read_move(move, game.move_types(), self.setting.faces)
            if read is None:
                return Text("“{text}” is no move of this game", text=move[:40])
            move = read
        if self._rulebook is not None:
            allowed = move in game.moves(table, seat) if seat in self._base else False
            if allowed or move in self._reactions.get(seat, ()):
                reason = self._rulebook.refusal(table, seat, move)
                if reason is not None:
                    return reason
        return refusal(game, table, seat, move)

    def _not_acting(self, seat: int) -> Text:
        if self.over:
            return Text("the match is over")
        if seat not in self.table.seats:
            return Text("there is no seat {seat} at this table", seat=seat)
        return Text("it is not {player}'s turn", player=Player(seat))

    def _legal(self, seat: int, move: Move | str) -> Move | None:
        """The legal move that is equal to a move or has that text."""
        moves = self.moves(seat)
        if isinstance(move, str):
            text = " ".join(move.split()).lower()
            return next((legal for legal in moves if legal.text.lower() == text), None)
        return next((legal for legal in moves if legal == move), None)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: int, move: Move | str) -> Events:
        """Carry out a legal move, or the one with that text; the events are complete.

        Raises `IllegalMove` with the reason for any other, and nothing changes. Where the game
        itself fails, `GameError` names it, and the match is as before.
        """
        moves = self._moves.get(seat)
        if moves is None:
            moves = self.moves(seat)
        for legal in moves:
            if legal is move:
                break
        else:
            found = self._legal(seat, move)
            if found is None:
                reason = self.why_not(seat, move)
                raise IllegalMove(seat, move, reason or Text("that is no legal move"))
            legal = found
        if self._trim:
            self._forget_old_events()
        events = self._events
        before, logged = len(events), len(self.log)
        try:
            self.log.append((seat, legal))
            self._carry_out(seat, legal)
        except Exception as error:
            self._restore(logged)
            if isinstance(error, GameError):
                raise
            title = self.game.title
            raise GameError(f"{title} failed on “{legal.text}”: {error!r}") from error
        return Events(events[before:])

    def _carry_out(self, seat: int, move: Move) -> None:
        table, events, rulebook = self.table, self._events, self._rulebook
        if self._notices:
            self._tell_notices(seat)
        asking, house_rule = self._asking, None
        if asking is not None and (move is DECLINE or move in self._reactions.get(seat, ())):
            self._answer(asking, seat, move)
            if move is DECLINE:
                self._settle()
                return
            house_rule = asking.rule
        elif table.interrupts:
            self._go_on(seat, move)
        place = len(events)
        events.append((MOVE, seat, move, table._everybody))
        table._actor = seat
        if not house_rule:
            self.game.play(table, seat, move)
        elif rulebook is not None:
            rulebook.play(house_rule, table, seat, move)
        if rulebook is not None:
            rulebook.played(table, seat, move)
        if table._unseen or move.secret:
            events[place] = (MOVE, seat, move, self._who_knows(seat, move))
        self._since[seat] = len(events)
        self._settle()

    def _who_knows(self, seat: int, move: Move) -> int:
        """Who may know a move that nobody is told, or that moved cards which not all have seen."""
        hidden = self.table._unseen
        bit = mask = 1 << seat
        if not move.secret:
            mentioned = move.cards()
            mask = self.table._everybody
            for card, known in hidden:
                if card in mentioned:
                    mask &= known
        hidden.clear()
        return mask | bit

    def _answer(self, interrupt: Interrupt, seat: int, move: Move) -> None:
        """A seat has reacted or declined: where does the asking stand now?"""
        interrupt.answered |= 1 << seat
        interrupt.place = self._steps(interrupt.seat, seat) + 1
        if move is DECLINE:
            self._events.append((DECLINED, seat))
            self._since[seat] = len(self._events)
            return
        interrupt.claims += ((seat, move),)
        if interrupt.answers == "first":
            interrupt.ended = True
            if not interrupt.blocking:
                self.table.interrupts.remove(interrupt)

    def _go_on(self, seat: int, move: Move) -> None:
        """A move that is no reaction: does it end the open interrupts?"""
        table = self.table
        if seat == table.turn.seat and self.game.goes_on(table, seat, move):
            while table.interrupts and not table.interrupts[-1].blocking:
                table.interrupts.pop()
        else:
            for interrupt in table.interrupts:
                if not interrupt.blocking:
                    # what this seat has just done may have changed its answer: it is asked anew
                    interrupt.place = 1
                    interrupt.answered &= ~(1 << seat)

    def _steps(self, actor: int, seat: int) -> int:
        """How many steps to the left of the actor a seat sits; the actor itself comes last."""
        count = self.setting.seats
        return (seat - actor) % count or count

    def _tell_notices(self, seat: int) -> None:
        for notice in self._notices.get(seat, ()):
            if notice[2] == "failed" and self._rulebook is not None:
                self._rulebook.switch_off(self.table, notice)
            else:
                self._events.append(notice)
        self._notices = {}

    # -- what follows -----------------------------------------------------------------------------

    def _settle(self) -> None:
        """Go on until somebody may act: close interrupts, count deals, ask who can react."""
        self._moves = {}
        while True:
            table = self.table
            if table._over:
                self._count_deal()
                if self.over:
                    self._asking, self._asked, self._base, self.to_act = None, (), (), ()
                    return
                continue
            asking, asked = None, ()
            if table.interrupts:
                asking, asked = self._ask()
                if asking is not None and not asked:
                    self._close(asking)
                    continue
            self._asking, self._asked = asking, asked
            if asking is None:
                self.to_act = self._base = tuple(self.game.to_act(table))
                if not self._base:
                    raise GameError(f"{self.game.title}: nobody may act, and the deal goes on")
            elif self.setting.collect == "race" and not asking.blocking:
                self._base = tuple(self.game.to_act(table))
                self.to_act = asked + tuple([seat for seat in self._base if seat not in asked])
            else:
                self._base = ()
                self.to_act = asked
            return

    def _ask(self) -> tuple[Interrupt | None, tuple[int, ...]]:
        """The innermost interrupt that matters, and whom it asks; none, where it is to be closed."""
        for interrupt in reversed(self.table.interrupts):
            asked = () if interrupt.ended else self._whom_to_ask(interrupt)
            if asked or interrupt.blocking:
                return interrupt, asked
        return None, ()

    def _close(self, interrupt: Interrupt) -> None:
        """A blocking interrupt has nobody left to ask: go on after it."""
        table = self.table
        table.interrupts.remove(interrupt)
        self._events.append((CLOSED, interrupt.kind, interrupt.seat))
        table._actor = interrupt.seat
        if not interrupt.rule:
            self.game.after_interrupt(table, interrupt)
        elif self._rulebook is not None:
            self._rulebook.after_interrupt(table, interrupt)
        table._unseen.clear()

    def _whom_to_ask(self, interrupt: Interrupt) -> tuple[int, ...]:
        """The seats that are asked now. Sets `_reactions` for them, and the interrupt's place."""
        setting, table = self.setting, self.table
        answered, out, limited = interrupt.answered, table.turn.out, interrupt.seats
        some_not = bool(answered or out or limited is not None)
        reactions_of = self._possible if interrupt.rule else self.game.reactions
        self._reactions = reactions = {}
        circle = setting.circles[interrupt.seat]
        last = setting.seats if limited is None else setting.seats + 1
        race = setting.collect == "race"
        for seat in circle[0 if race else interrupt.place - 1 : last - 1]:
            if some_not and (
                answered >> seat & 1 or seat in out or (limited is not None and seat not in limited)
            ):
                continue
            possible = reactions_of(table, seat, interrupt)
            if possible or setting.collect == "everyone":
                reactions[seat] = tuple(possible)
                if not race:
                    interrupt.place = circle.index(seat) + 1
                    return (seat,)
        if not race:
            interrupt.place = last
        return tuple(reactions)

    def _possible(self, table: T, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        """The reactions of a seat, from whoever's interrupt it is."""
        if not interrupt.rule:
            return self.game.reactions(table, seat, interrupt)
        return self._rulebook.reactions(table, seat, interrupt) if self._rulebook else ()

    def _count_deal(self) -> None:
        game, table = self.game, self.table
        table.interrupts.clear()
        points = game.points(table)
        if self._rulebook is not None:
            points = self._rulebook.scored(table, points)
        counted = self.scores.add(points)
        self._events.append((SCORED, counted))
        if game.is_over(table, self.scores):
            self.over = True
            self._events.append((OVER, self.scores.winners()))
        else:
            self._deal(table)

    def _deal(self, last: T | None) -> None:
        """Collect the cards on a new table and deal."""
        game = self.game
        if last is not None:
            self.table = self._new_table(last.chance, last.notes)
            self._trim = True
        self.deal_number += 1
        self._deal_began = len(self._events)
        self._events.append((DEAL, self.deal_number))
        home = getattr(self.table, layout(game.table_type).home)
        home._fill(self.setting.deck)
        game.deal(self.table, last)
        self.table._unseen.clear()

    def _new_table(self, chance: Chance, notes: dict[str, Any]) -> T:
        setting = self.setting
        table: T = setting.game.table_type()
        table._set_up(setting.options, setting.names, chance, self._events, copied(notes))
        return table

    def _forget_old_events(self) -> None:
        """Drop the events of former deals that every seat has had the chance to see."""
        self._trim = False
        keep = min(self._deal_began, *self._since)
        del self._events[:keep]
        self._deal_began -= keep
        self._since = [since - keep for since in self._since]

    # -- copying, taking back ---------------------------------------------------------------------

    def copy(self) -> Match[T]:
        """An independent copy, as cheap as a few moves."""
        new: Match[T] = object.__new__(type(self))
        new.setting = self.setting
        new.game = self.game
        new.to_act = self.to_act
        new.log = log = self.log[:]
        new.over = self.over
        new.deal_number = self.deal_number
        new._events = events = self._events[:]
        new._since = self._since[:]
        new._rulebook = self._rulebook and self._rulebook.copy()
        new._origin = self._origin
        new._trim = self._trim
        new._deal_began = self._deal_began
        new._moves = self._moves.copy()
        new._notices = self._notices.copy()
        new._asked = self._asked
        new._base = self._base
        new._reactions = self._reactions
        new.scores = self.scores.copy()
        new.table = table = self.table.copy()
        chance = self.table.chance
        table.chance = Chance(chance.seed, log, chance.number)
        table._events = events
        new._asking = None
        if self._asking is not None:
            new._asking = table.interrupts[self.table.interrupts.index(self._asking)]
        return new

    def can_undo(self, seat: int) -> bool:
        """Whether `undo(seat)` would be allowed now."""
        return history.why_no_undo(self, seat) is None

    def why_no_undo(self, seat: int) -> Text | None:
        """Why a seat may not take back its last move; None where it may."""
        return history.why_no_undo(self, seat)

    def undo(self, seat: int) -> None:
        """Go back to before the last move of a seat.

        Raises `CannotUndo` with the reason: nothing to take back, or, unless this is a practice
        match against bots alone, a card learnt, chance used or another person's move since.
        """
        reason = history.why_no_undo(self, seat)
        if reason is not None:
            raise CannotUndo(str(reason))
        self._become(history.again(self, [*self.log, (history.UNDO, seat)]))

    def _restore(self, logged: int) -> None:
        """After a failure in the middle of a move: build again what stood before it."""
        if self._origin != SAMPLED:
            self._become(history.again(self, self.log[:logged]))

    def _become(self, other: Match[T]) -> None:
        for name in Match.__slots__:
            setattr(self, name, getattr(other, name))

    # -- keeping ----------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON takes it: `Match.from_dict` goes on from there."""
        return state.to_dict(self)

    @classmethod
    def from_dict(
        cls,
        data: Mapping[str, Any],
        *,
        game: Game[Any] | None = None,
        house_rules: Sequence[HouseRule] | None = None,
    ) -> Match[Any]:
        """The match that `to_dict` wrote, or a position set up by hand.

        Checked are conservation of cards, types and fields; `BadState` says what is off. `game`
        and `house_rules` are looked up among the installed ones where they are not given.
        """
        return state.from_dict(data, game=game, house_rules=house_rules)

    def record(self) -> Record:
        """The record of this match so far. Raises `BadRecord` for a sampled one."""
        from cardcore.record import Record

        return Record.of(self)


def make_setting(
    game: Game[Any],
    players: int | None,
    options: Mapping[str, Any] | None,
    names: Sequence[str] | None,
    house_rules: Sequence[Any],
    collect: str,
    bots: Mapping[int, str],
    practice: bool,
) -> Setting:
    """Check what a match is begun with. Raises `BadOptions` for what does not go together."""
    given = tuple(names or ())
    if players is None:
        if not given:
            raise BadOptions("say how many players there are, or their names")
        players = len(given)
    if type(players) is not int:
        raise BadOptions(f"the number of players is a whole number, not {players!r}")
    if len(given) > players:
        raise BadOptions(f"there are {len(given)} names for {players} players")
    if any(not isinstance(name, str) for name in given):
        raise BadOptions("a name is a text")
    made = game.make_options(options, players)
    if collect not in COLLECT:
        raise BadOptions(f"claims are collected {', '.join(COLLECT)}, not {collect!r}")
    strangers = [seat for seat in bots if seat not in range(players)]
    if strangers:
        raise BadOptions(f"there is no seat {strangers[0]} for a bot among {players}")
    rules = tuple(_house_rule(rule) for rule in house_rules)
    check_rules(rules, game.name)
    deck = tuple(game.cards(made, players))
    return Setting(
        game,
        made,
        given + ("",) * (players - len(given)),
        rules,
        collect,
        tuple(bots.get(seat, "") for seat in range(players)),
        bool(practice),
        deck,
        by_code(deck),
    )


def _house_rule(rule: Any) -> HouseRule:
    if isinstance(rule, HouseRule):
        return rule
    from cardcore.plugins import installed

    return installed().house_rule(rule)
