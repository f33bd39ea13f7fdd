"""A match: who may act, with which moves, and what follows from a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardcore import history, refusals, state
from cardcore.asking import Reactions, answer, ask_anew, other_move, whom_to_ask
from cardcore.chance import Chance
from cardcore.errors import BadOptions, BadRecord, CannotUndo, CardcoreError, GameError, IllegalMove
from cardcore.events import DEAL, MOVE, OVER, SCORED, Events
from cardcore.events import DECLINE as DECLINED
from cardcore.game import Game
from cardcore.houserules import HouseRule, RuleBook
from cardcore.interrupts import Interrupt
from cardcore.layout import layout
from cardcore.moves import DECLINE, Move, read_move
from cardcore.moving import CARD, CARDS
from cardcore.scoring import Scoreboard, Standing
from cardcore.setting import Setting
from cardcore.table import CLOSED, Table
from cardcore.texts import Text
from cardcore.values import copied

if TYPE_CHECKING:
    from cardcore.observation import Observation
    from cardcore.record import Record

T = TypeVar("T", bound=Table)

_NOBODY: Reactions = {}
SAMPLED: dict[str, Any] = {"sampled": True}
"""The origin of a match that was dealt from an observation: there is no history behind it."""


class Match(Generic[T]):
    """One contest from the first deal to the final standings.

    It never waits: `to_act` says who may act, `moves(seat)` what each may do, `play` carries a
    move out. It can be copied, saved and searched at any point.

    `game` are the rules, `to_act` the seats that may act now, none when the match is over (it is
    never shown to a seat). `table` is the state of the current deal, `scores` the scoreboard,
    `log` every random result and move in their order; `deal_number` counts the deals from 1.
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
        self._asked: Reactions = _NOBODY
        self._base: tuple[int, ...] = ()
        self.table: T = self._new_table(Chance(seed, self.log), {})
        self.scores = Scoreboard(setting.seats)

    @classmethod
    def begin(cls, setting: Setting, seed: int | None) -> Match[T]:
        """Deal for the first time; `Game.match` checks the setting and calls this."""
        if seed is None:
            seed = SystemRandom().getrandbits(53)
        if type(seed) is not int:
            raise BadOptions("a seed is a whole number, not {value}", value=repr(seed))
        match = cls(setting, seed)
        match._start()
        return match

    def _start(self) -> None:
        """Make the scoreboard and deal for the first time."""
        game = self.game
        try:
            self.scores = Scoreboard(
                self.setting.seats, lowest_wins=game.lowest_wins, teams=game.teams(self.table)
            )
            self._deal(None)
            self._settle()
        except BadRecord:
            raise
        except (Exception, SystemExit) as error:
            raise GameError("{game} failed to deal: {reason}", **self._failure(error)) from error

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
            if type(seat) is not int:
                number = refusals.number_of(seat)
                return () if number is None else self.moves(number)
            legal: tuple[Move, ...] = ()
            if seat in self._base:
                try:
                    legal = tuple(self.game.moves(self.table, seat))
                except (Exception, SystemExit) as error:
                    raise GameError(
                        "{game} failed to list moves: {reason}", **self._failure(error)
                    ) from error
                if not legal and seat not in self._asked:
                    raise GameError(
                        "{game}: to_act names seat {seat}, but moves gives it none",
                        game=Text(self.game.title),
                        seat=seat,
                    )
            asked = seat in self._asked
            if asked:
                legal += tuple(self._asked[seat])
            if self._rulebook is not None and legal:
                legal = self._under_house_rules(seat, legal, asked)
            found = self._moves[seat] = (*legal, DECLINE) if asked else legal
        return found

    def _under_house_rules(
        self, seat: int, legal: tuple[Move, ...], may_decline: bool
    ) -> tuple[Move, ...]:
        assert self._rulebook is not None
        allowed, self._notices[seat] = self._rulebook.allowed(
            self.table, seat, legal, may_decline=may_decline
        )
        return tuple(allowed)

    def reactions(self, seat: int) -> tuple[Move, ...]:
        """The moves by which a seat would react in an open interrupt, without `Decline`."""
        asked = self._asked.get(seat, ())
        return tuple(move for move in self.moves(seat) if move in asked)

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
            raise IllegalMove(seat, "", refusals.not_acting(self, seat))
        chosen = self.game.default_move(self.table, seat, moves)
        return chosen if chosen in moves else moves[0]

    def read(self, text: str) -> Move | None:
        """The move that a text writes, legal or not; None where it writes none of this game."""
        return read_move(text, self.game.move_types(), self.setting.faces)

    def why_not(self, seat: int, move: Move | str) -> Text | None:
        """Why a move, or the move that a text writes, is refused; None where it is legal."""
        return refusals.why_not(self, seat, move)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: int, move: Move | str) -> Events:
        """Carry out a legal move, or the one with that text; the events are complete.

        Raises `IllegalMove` with the reason for any other, and nothing changes. Where the game
        itself fails, `GameError` names it, and the match is as before (a sampled one, which has no
        history, is spoilt: take another).
        """
        if type(seat) is not int:
            seat = refusals.whole_seat(self, seat, move)
        for legal in self._moves.get(seat) or self.moves(seat):
            if legal is move:
                break
        else:
            legal = refusals.legal(self, seat, move)
        if self._trim:
            self._forget_old_events()
        events, log = self._events, self.log
        before, logged = len(events), len(log)
        log.append((seat, legal))
        try:
            self._carry_out(seat, legal)
        except (Exception, SystemExit) as error:
            self._restore(logged)
            raise GameError(
                "{game} failed on “{move}”: {reason}", move=legal.text, **self._failure(error)
            ) from error
        return Events(events[before:])

    def _failure(self, error: BaseException) -> dict[str, Any]:
        """What the game's own code raised, with the game's name, as fields of a `GameError`."""
        what = error.text if isinstance(error, CardcoreError) else repr(error)
        return {"game": Text(self.game.title), "reason": what}

    def _carry_out(self, seat: int, move: Move) -> None:
        table, events, asking, house_rule = self.table, self._events, self._asking, ""
        claimed: Interrupt | None = None
        stay_open = False
        if asking is not None and (move is DECLINE or move in self._asked.get(seat, ())):
            answer(self.setting, table, asking, seat, move)
            if move is DECLINE:
                self._notices = {}
                events.append((DECLINED, seat))
                self._since[seat] = len(events)
                self._settle()
                return
            house_rule, claimed = asking.rule, asking
        elif table.interrupts:
            stay_open = other_move(self.game, table, seat, move)
        if self._notices:
            self._tell_notices(seat)
        place = len(events)
        events.append((MOVE, seat, move, table._everybody))
        table._actor = seat
        if not house_rule:
            self.game.play(table, seat, move)
        elif self._rulebook is not None:
            self._rulebook.play(house_rule, table, seat, move)
        if self._rulebook is not None:
            self._rulebook.played(table, seat, move)
        if table._unseen or move.secret:
            events[place] = (MOVE, seat, move, self._who_knows(seat, move))
        if stay_open and any(raw[0] in (CARD, CARDS) for raw in events[place:]):
            ask_anew(table, seat)
        if claimed is not None:
            claimed.told += (events[place][3],)
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

    def _tell_notices(self, seat: int) -> None:
        """What house rules' answers about a move came to, now that one is played."""
        for notice in self._notices.get(seat, ()):
            if notice[2] == "failed" and self._rulebook is not None:
                self._rulebook.switch_off(self.table, notice)
            else:
                self._events.append(notice)
        self._notices = {}

    # -- what follows -----------------------------------------------------------------------------

    def _settle(self) -> None:
        """Go on until somebody may act: count deals, ask who can react, close interrupts."""
        self._moves = {}
        game, setting = self.game, self.setting
        while True:
            table = self.table
            if table._over and not any(interrupt.blocking for interrupt in table.interrupts):
                self._count_deal()
                if self.over:
                    self._asking, self._asked, self._base, self.to_act = None, _NOBODY, (), ()
                    return
                continue
            asking, asked = None, _NOBODY
            if table.interrupts:
                for interrupt in reversed(table.interrupts):
                    if not interrupt.ended:
                        asked = whom_to_ask(setting, table, interrupt, self._rulebook)
                    if asked or interrupt.blocking:
                        asking = interrupt
                        break
            self._asking, self._asked = asking, asked
            if asking is None:
                acting = (table.turn.seat,) if setting.in_turn else tuple(game.to_act(table))
                self.to_act = self._base = acting
                if not self._base or self._base[0] not in table.seats:
                    named = {"game": Text(game.title), "named": self._base, "seats": table.seats}
                    if not self._base:
                        raise GameError("{game}: to_act names nobody of {seats}", **named)
                    raise GameError("{game}: to_act names {named} of {seats}", **named)
            elif not asked:
                self._close(asking)
                continue
            else:
                self.to_act, self._base = tuple(asked), ()
                if setting.collect == "race" and not any(i.blocking for i in table.interrupts):
                    self._base = tuple(game.to_act(table))
                    self.to_act += tuple([seat for seat in self._base if seat not in asked])
            return

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
        table._set_up(setting, chance, self._events, copied(notes))
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
            raise CannotUndo(reason)
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
