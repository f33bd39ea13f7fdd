"""Observations: everything one seat may know of a match, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from cardcore.cards import Card
from cardcore.errors import BadState, CannotSample, CardcoreError
from cardcore.events import Events, all_seen
from cardcore.knowledge import SEATS, Mixture, Sighted, as_known, hidden_cards, sighted
from cardcore.layout import layout
from cardcore.moves import Move
from cardcore.piles import FACE_DOWN, FACE_UP, GROUP, HELD, SPECTATOR, TOLD, Label, Pile
from cardcore.scoring import Scoreboard, Standing
from cardcore.state import read_setting, vocabulary
from cardcore.table import Table
from cardcore.values import copied, decode, encode

if TYPE_CHECKING:
    from cardcore.game import Game
    from cardcore.houserules import HouseRule
    from cardcore.match import Match
    from cardcore.setting import Setting

R = TypeVar("R")
Told = Mapping[int, tuple[tuple[int, ...] | None, int]]
"""For each mark who is known to know such a card, and the number of its group."""

# no slots here: of what is frozen, a thing without them is made in two thirds of the time


@attrs.frozen(slots=False)
class PileView(Sequence[Any]):
    """A pile as a seat sees it: a sequence with a card, or None for a back, from bottom to top.

    `label` names the field and the seat. In a hand seen by others known cards come first, for a
    hand has no order. `shared` has, for each card, the seats that are known to know it besides the
    viewer and those who see the pile, None for everybody; it is empty where there are none (of a
    pile that all see it goes without saying). `groups` tells which cards were mixed with which; it
    is empty where nothing sets them apart.
    """

    label: Label
    cards: tuple[Card | None, ...]
    shared: tuple[tuple[int, ...] | None, ...] = ()
    groups: tuple[int, ...] = ()

    def __getitem__(self, index: Any) -> Any:
        return self.cards[index]

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def top(self) -> Card | None:
        """The top card; None where it is hidden or the pile empty."""
        return self.cards[-1] if self.cards else None

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards that are known."""
        return tuple(card for card in self.cards if card is not None)


@attrs.frozen(slots=False)
class InterruptView:
    """An open interrupt as a seat sees it.

    `asked` tells whether the seat is asked itself, `answered` whether it has answered already; of
    the others it is told nothing but their claims.
    """

    kind: str
    seat: int
    card: Card | None
    asked: bool
    answered: bool
    blocking: bool
    answers: str
    seats: tuple[int, ...] | None
    rule: str
    claims: tuple[tuple[int, Any], ...]
    ended: bool


@attrs.frozen(slots=False)
class Observation:
    """What one seat (None: a spectator) may know. It holds no way back to the match.

    `observation["total"]` gives a public field of the table or a pile by the name of its field
    (a list of piles for one that each seat has). `moves` are the seat's legal moves, `events` what
    it has seen since its own last move, `hand` its own hand.
    """

    setting: Setting = attrs.field(eq=False, repr=False)
    seat: int | None
    deal_number: int
    piles: tuple[PileView, ...]
    fields: Mapping[str, Any]
    turn: tuple[int, int, frozenset[int]]
    interrupts: tuple[InterruptView, ...]
    moves: tuple[Move, ...]
    totals: tuple[int, ...]
    deals: tuple[tuple[int, ...] | None, ...]
    over: bool
    notes: Mapping[str, Any]
    rules_off: frozenset[str]
    mixed: tuple[Mixture, ...]
    happened: tuple[tuple[Any, ...], ...] = attrs.field(repr=False)
    _found: dict[Any, Any] = attrs.field(factory=dict, init=False, eq=False, repr=False)

    def __getitem__(self, name: str) -> Any:
        if name in self.fields:
            return self.fields[name]
        found = [pile for pile in self.piles if pile.label[0] == name]
        if not found:
            raise KeyError(name)
        return found[0] if found[0].label[1] is None else found

    @property
    def game(self) -> Game[Any]:
        """The rules of the game."""
        return self.setting.game

    @property
    def options(self) -> Any:
        """The game's options."""
        return self.setting.options

    @property
    def names(self) -> tuple[str, ...]:
        """A name a seat, "" where none was given."""
        return self.setting.names

    @property
    def seats(self) -> range:
        """The numbers of the seats."""
        return range(self.setting.seats)

    @property
    def asked(self) -> bool:
        """Whether this seat may act now."""
        return bool(self.moves)

    @property
    def hand(self) -> PileView:
        """The seat's own hand. Raises `KeyError` for a spectator and where there are no hands."""
        for name, sight, _ in layout(self.game.table_type).piles:
            if sight is HELD and self.seat is not None:
                view: PileView = self[name][self.seat]
                return view
        raise KeyError("hand")

    @property
    def events(self) -> Events:
        """What this seat has seen since its own last move."""
        return Events(list(self.happened))

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Every seat with its place and points so far, the best first."""
        board = Scoreboard(self.setting.seats, lowest_wins=self.game.lowest_wins)
        board.totals = list(self.totals)
        return board.standings()

    def once(self, work_out: Callable[[Observation], R]) -> R:
        """What `work_out(observation)` returns, worked out once for this observation.

        A heuristic is asked for move after move: what all of them need is found here the first
        time, `observation.once(Outlook)`.
        """
        if work_out not in self._found:
            self._found[work_out] = work_out(self)
        found: R = self._found[work_out]
        return found

    def unseen(self) -> list[tuple[Card, int]]:
        """The cards that this seat does not see, each with the last mixture it knew it to be in."""
        return hidden_cards(*self.once(sighted_by))

    def sample(self, rng: Random) -> Match[Any]:
        """A complete match that this seat cannot tell from the real one, to search in.

        What the seat does not know is dealt anew, and chance comes from `rng`. Raises
        `CannotSample` for a seat that is not asked: whom the match waits for is not its to know.
        """
        from cardcore.sampling import sample

        if not self.moves:
            raise CannotSample("only a seat that may act can sample a match")
        return sample(self, rng)

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON takes it; the seed of the match is not in it."""
        setting = self.setting
        data: dict[str, Any] = {
            **setting.header(),
            "text": [move.text for move in self.moves],
        }
        for field in _PLAIN:
            data[field] = encode(getattr(self, field))
        data["piles"] = [
            encode((view.label, view.cards, view.shared, view.groups)) for view in self.piles
        ]
        data["interrupts"] = [
            encode(attrs.astuple(view, recurse=False)) for view in self.interrupts
        ]
        return data

    @classmethod
    def from_dict(
        cls,
        data: Mapping[str, Any],
        *,
        game: Game[Any] | None = None,
        house_rules: Sequence[HouseRule] | None = None,
    ) -> Observation:
        """The observation that `to_dict` wrote. Raises `BadState` where data are off."""
        try:
            setting = read_setting(data, game, house_rules)
            game = setting.game
            words = vocabulary(game, setting.faces, setting.house_rules)
            plain = {field: decode(data[field], words) for field in _PLAIN}
            return cls(
                setting=setting,
                piles=tuple(PileView(*decode(view, words)) for view in data["piles"]),
                interrupts=tuple(
                    InterruptView(*decode(view, words)) for view in data["interrupts"]
                ),
                **plain,
            )
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            if isinstance(error, CardcoreError):
                raise
            raise BadState(
                "this is no observation written by cardcore: {error}", error=repr(error)
            ) from error


def sighted_by(observation: Observation) -> Sighted:
    """What the seat of an observation knew of each card, and which of that it may see now."""
    lying = [
        (card, view.groups[place] if view.groups else 0)
        for view in observation.piles
        for place, card in enumerate(view.cards)
        if card is not None
    ]
    return sighted(observation.setting.deck, observation.mixed, lying)


_PLAIN = (
    "seat",
    "deal_number",
    "fields",
    "turn",
    "moves",
    "totals",
    "deals",
    "over",
    "notes",
    "rules_off",
    "mixed",
    "happened",
)


def observe(match: Match[Any], seat: int | None) -> Observation:
    """What a seat (None: a spectator) may know of a match. Looking changes nothing."""
    table, setting = match.table, match.setting
    if seat is not None and seat not in table.seats:
        raise IndexError(f"there is no seat {seat} at a table of {setting.seats}")
    bit = 1 << (SPECTATOR if seat is None else seat)
    numbers, mixed = as_known(table._groups, bit) if table._groups else ([0], ())
    since = match._deal_began if seat is None else match._since[seat]
    events = match._events[since:] if since else match._events
    return Observation(
        setting=setting,
        seat=seat,
        deal_number=match.deal_number,
        piles=tuple([_view(pile, bit, table, numbers, bool(mixed)) for pile in table._piles]),
        fields=_fields(table, seat),
        turn=(table.turn.seat, table.turn.direction, table.turn.out),
        interrupts=tuple([_view_interrupt(match, i, seat) for i in table.interrupts]),
        moves=() if seat is None else match.moves(seat),
        totals=tuple(match.scores.totals),
        deals=tuple(match.scores.deals),
        over=match.over,
        notes=copied(table.notes),
        rules_off=match._rulebook.off if match._rulebook else frozenset(),
        mixed=mixed,
        happened=tuple(all_seen(events, bit)),
    )


def _fields(table: Table, seat: int | None) -> dict[str, Any]:
    plan = layout(type(table))
    fields = {name: copied(getattr(table, name)) for name, _ in plan.public}
    for name, spec, *_ in plan.secrets:
        if spec.each:
            values = getattr(table, name)
            fields[name] = [copied(v) if i == seat else None for i, v in enumerate(values)]
    return fields


def _view(pile: Pile, bit: int, table: Table, numbers: list[int], mixed: bool) -> PileView:
    """A pile as the seat of `bit` sees it; `numbers` are the groups' numbers for that seat.

    `mixed` tells whether the seat can tell any groups apart.
    """
    if not pile:
        return _empty(pile.label)
    if pile.sight is FACE_UP and not mixed:
        return PileView(pile.label, tuple(pile))
    marks, many = pile.marks, len(pile)
    first, everybody = marks[0], table._everybody
    sorts = pile.sight is HELD and not pile.viewers & bit
    if marks.count(first) == many and not (sorts and first & bit):
        # the same is known of all of them
        seats = _shared(pile, first, bit, table)
        shared = () if seats == () or pile.viewers == everybody else (seats,) * many
        groups = (numbers[first >> GROUP],) * many if mixed else ()
        return PileView(pile.label, tuple(pile) if first & bit else (None,) * many, shared, groups)
    # most cards of a pile are known to the same seats: what a mark tells is worked out once
    told = {mark: (_shared(pile, mark, bit, table), numbers[mark >> GROUP]) for mark in set(marks)}
    if sorts:
        cards, marks = _without_order(pile, bit, told)
    else:
        cards = [card if mark & bit else None for card, mark in zip(pile, marks, strict=True)]
    shared = tuple([told[mark][0] for mark in marks]) if pile.viewers != everybody else ()
    return PileView(
        pile.label,
        tuple(cards),
        shared if shared.count(()) < len(shared) else (),
        tuple([told[mark][1] for mark in marks]) if mixed else (),
    )


@cache
def _empty(label: Label) -> PileView:
    """A pile without cards, the same to all."""
    return PileView(label, ())


def _without_order(pile: Pile, bit: int, told: Told) -> tuple[list[Card | None], list[int]]:
    """The cards of a hand that another seat sees, and their marks: the known ones come first.

    The known ones go by their codes, and all by what is told of them, not by their places.
    """

    def by_mark(mark: int) -> tuple[str, int]:
        seats, group = told[mark]
        return str(seats), group

    known = [(card, mark) for card, mark in zip(pile, pile.marks, strict=True) if mark & bit]
    hidden = [mark for mark in pile.marks if not mark & bit]
    if len(known) > 1:
        known.sort(key=lambda pair: (pair[0].code, *by_mark(pair[1])))
    if hidden.count(hidden[0] if hidden else 0) < len(hidden):
        hidden.sort(key=by_mark)
    cards = [*[card for card, _ in known], *[None] * len(hidden)]
    return cards, [*[mark for _, mark in known], *hidden]


def _shared(pile: Pile, mark: int, bit: int, table: Table) -> tuple[int, ...] | None:
    """Which other seats are known to know a card; None for everybody."""
    if mark & table._everybody == table._everybody:
        return None
    sees_places = pile.viewers & bit or pile.sight is FACE_DOWN
    if not sees_places or mark >> TOLD & SEATS == 0:
        return ()
    others = mark >> TOLD & mark & ~pile.viewers & ~bit
    return tuple([seat for seat in table.seats if others >> seat & 1])


def _view_interrupt(match: Match[Any], interrupt: Any, seat: int | None) -> InterruptView:
    asked = interrupt is match._asking and seat in match._asked
    bit = 1 << (SPECTATOR if seat is None else seat)
    return InterruptView(
        interrupt.kind,
        interrupt.seat,
        interrupt.card,
        asked,
        seat is not None and bool(interrupt.answered >> seat & 1),
        interrupt.blocking,
        interrupt.answers,
        interrupt.seats,
        interrupt.rule,
        tuple(
            (who, move if mask & bit or isinstance(move, str) else move.hidden_text())
            for (who, move), mask in zip(interrupt.claims, interrupt.told, strict=True)
        ),
        interrupt.ended,
    )
