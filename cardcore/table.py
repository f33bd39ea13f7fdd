"""The table: the state of one deal, and what rules do on it besides moving cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from cardcore.cards import Card
from cardcore.chance import Chance
from cardcore.errors import GameError
from cardcore.interrupts import Answers, Interrupt
from cardcore.knowledge import Group
from cardcore.layout import layout
from cardcore.moving import Moving
from cardcore.piles import (
    SPECTATOR,
    Pile,
    Piles,
)
from cardcore.turns import TurnOrder
from cardcore.values import ATOMS, copied

if TYPE_CHECKING:
    from cardcore.setting import Setting

T = TypeVar("T", bound="Table")

INTERRUPT, CLOSED, EMIT = "interrupt", "closed", "emit"


class Table(Moving):
    """The state of the current deal. Subclass it with `attrs.define`.

    Fields made by `face_down()`, `face_up()`, `top_up()` or `held()` are piles, one by `secret()`
    is hidden, any other is public and needs a default. Cards are moved by the methods here alone.

    `options` are the game's, `seats` is a range, `names` has a name a seat ("" where none was
    given), `turn` is the `TurnOrder`, `chance` gives recorded random results, `notes` holds what
    house rules remember, `interrupts` the open interrupts, the innermost last.
    """

    __slots__ = (
        "_actor",
        "_deck",
        "_events",
        "_everybody",
        "_groups",
        "_over",
        "_piles",
        "_rule",
        "_unseen",
        "chance",
        "interrupts",
        "names",
        "notes",
        "options",
        "seats",
        "turn",
    )

    options: Any
    seats: range
    names: tuple[str, ...]
    turn: TurnOrder
    chance: Chance
    notes: dict[str, Any]
    interrupts: list[Interrupt]
    _actor: int
    _deck: tuple[Card, ...]
    _events: list[Any]
    _everybody: int
    _groups: list[Group]
    _over: bool
    _piles: list[Pile]
    _rule: str
    _unseen: list[tuple[Card, int]]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the match, as the game's `cards` gave them; where they lie does not show."""
        return self._deck

    # -- what else rules do ---------------------------------------------------------------------

    def interrupt(
        self,
        kind: str,
        *,
        card: Card | None = None,
        seats: Iterable[int] | None = None,
        blocking: bool = False,
        answers: Answers = "first",
        seat: int | None = None,
    ) -> Interrupt:
        """Open an interrupt: seats may react to what has just been done, left of the actor first.

        `seats` limits who is asked (else all others that are not out); `seat` is the actor, by
        default whoever made the move that is being played. Whether one opens, and for whom, may
        depend on public information only.
        """
        actor = self._actor if seat is None else seat
        if self._unseen and card in [hidden for hidden, _ in self._unseen]:
            raise GameError(
                "the interrupt {kind!r} names {card}, which not everybody has seen: leave it out",
                kind=kind,
                card=str(card),
            )
        opened = Interrupt(kind, actor, card)
        if seats is not None:
            opened.seats = tuple(seats)
        if blocking:
            opened.blocking = True
        if answers != "first":
            opened.answers = answers
        if self._rule:
            opened.rule = self._rule
        self.interrupts.append(opened)
        self._events.append((INTERRUPT, kind, actor, card))
        return opened

    def emit(self, kind: str, **data: Any) -> None:
        """Tell everybody something that moves of cards do not tell. It must be public."""
        for value in data.values():
            if type(value) not in ATOMS:
                data = copied(data)
                break
        self._events.append((EMIT, kind, data))

    def end_deal(self) -> None:
        """End the deal once this move has been carried out, and blocking interrupts are over."""
        self._over = True

    @property
    def deal_is_over(self) -> bool:
        """Whether the rules have ended this deal."""
        return self._over

    def copy(self: T) -> T:
        """An independent copy, but for `chance` and the log of events, which a match gives it."""
        plan = layout(type(self))
        new: T = object.__new__(type(self))
        for name in ("options", "seats", "names", "chance", "_deck", "_everybody", "_events"):
            setattr(new, name, getattr(self, name))
        new._over = self._over
        new._rule = self._rule
        new._actor = self._actor
        new._unseen = self._unseen[:]
        new._groups = self._groups[:]
        new.turn = self.turn.copy()
        new.notes = copied(self.notes)
        new.interrupts = [interrupt.copy() for interrupt in self.interrupts]
        piles = [pile.copy() for pile in self._piles]
        new._arrange(piles)
        for name, _ in plan.public:
            setattr(new, name, copied(getattr(self, name)))
        for name, *_ in plan.secrets:
            setattr(new, name, copied(getattr(self, name)))
        return new

    # -- set up by a match ----------------------------------------------------------------------

    def _set_up(
        self,
        setting: Setting,
        chance: Chance,
        events: list[Any],
        notes: dict[str, Any],
    ) -> None:
        """Make the empty table of a deal: its piles, and what a match gives it."""
        self.options = setting.options
        self.seats = range(setting.seats)
        self.names = setting.names
        self._deck = setting.deck
        self.turn = TurnOrder(setting.seats)
        self.chance = chance
        self.notes = notes
        self.interrupts = []
        self._events = events
        self._everybody = (1 << setting.seats) - 1 | 1 << SPECTATOR
        self._groups = []
        self._unseen = []
        self._over = False
        self._rule = ""
        self._actor = 0
        self._arrange([Pile(label, sight, viewers) for label, sight, viewers in setting.piles])
        for name, spec, _, first in layout(type(self)).secrets:
            if spec.each:
                values = [first() if callable(first) else copied(first) for _ in self.seats]
                setattr(self, name, values)

    def _arrange(self, piles: list[Pile]) -> None:
        """Bind piles, in the order of `_piles`, to the fields that declare them."""
        self._piles = piles
        seats, first = len(self.seats), 0
        for name, _, each in layout(type(self)).piles:
            if each:
                setattr(self, name, Piles(piles[first : first + seats]))
                first += seats
            else:
                setattr(self, name, piles[first])
                first += 1
