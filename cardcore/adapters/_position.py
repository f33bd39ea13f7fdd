"""Where a match stands in OpenSpiel's tree: somebody decides, chance decides, or it is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import attrs

from cardcore.adapters._decided import Choice, Decided, Undecided
from cardcore.adapters._told import OWN, Raw, Told
from cardcore.adapters.actions import Actions
from cardcore.cards import Card
from cardcore.chance import CHANCE
from cardcore.errors import IllegalMove
from cardcore.layout import layout
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.piles import HELD
from cardcore.setting import Setting
from cardcore.texts import Text
from cardcore.values import copied


def no_action(seat: int | None, action: int) -> IllegalMove:
    """What is raised for a number that stands for nothing; `seat` is None where nobody acts."""
    reason = Text("that is no legal action; legal_actions tells which are")
    return IllegalMove(CHANCE if seat is None else seat, action, reason)


@attrs.frozen(eq=False)
class Ground:
    """What the positions of a game share: its setting, the numbers of its faces and its moves.

    A match that has not ended after `max_steps` moves is broken off.
    """

    setting: Setting
    max_steps: int
    actions: Actions
    faces: Mapping[Card, int] = attrs.field(init=False)
    most: int = attrs.field(init=False)
    """So many outcomes may chance have at once."""
    secrets: tuple[str, ...] = attrs.field(init=False)
    """The secret fields of which each seat knows its own."""
    hands: frozenset[str] = attrs.field(init=False)
    """The names of piles without order."""

    def __attrs_post_init__(self) -> None:
        setting = self.setting
        faces = {card: number for number, card in enumerate(setting.faces.values())}
        object.__setattr__(self, "faces", faces)
        object.__setattr__(self, "most", max(len(setting.deck), setting.seats, 2))
        plan = layout(setting.game.table_type)
        secrets = tuple(name for name, spec, *_ in plan.secrets if spec.each)
        object.__setattr__(self, "secrets", secrets)
        hands = frozenset(name for name, sight, _ in plan.piles if sight is HELD)
        object.__setattr__(self, "hands", hands)


@attrs.frozen(eq=False)
class Position:
    """Between moves. `seat` acts next, None where nobody does; `made` moves have been made.

    It is never changed, so a copy is the same object. `match` is None before the first deal.
    """

    ground: Ground = attrs.field(repr=False)
    match: Match[Any] | None
    told: Told = attrs.field(repr=False)
    seat: int | None = None
    made: int = 0

    @classmethod
    def first(cls, ground: Ground) -> Position | Pending:
        """The beginning of every match."""
        before = cls(ground, None, Told(ground.setting.seats, ground.hands))
        return before.going_on(None, (), ())

    def __deepcopy__(self, memo: Any) -> Position:
        return self

    def __reduce__(self) -> Any:
        match = None if self.match is None else self.match.to_dict()
        return Kept, (match, self.told.texts(), self.seat, self.made)

    @property
    def over(self) -> bool:
        """Whether nobody acts any more."""
        return self.seat is None

    def moves(self) -> dict[int, Move]:
        """The legal moves of the seat that acts, by number."""
        assert self.match is not None
        assert self.seat is not None
        actions, moves = self.ground.actions, self.match.moves(self.seat)
        if actions.moves is None:
            # the order in which a game lists them may come of what the seat cannot see
            moves = tuple(sorted(moves, key=lambda move: move.text))
        return dict(zip(actions.numbers(moves), moves, strict=True))

    def after(self, action: int) -> Position | Pending:
        """The position after a move, or where chance goes on from there.

        Raises `IllegalMove` for a number that is none of a legal move.
        """
        moves = {} if self.over else self.moves()
        if action not in moves:
            raise no_action(self.seat, action)
        return self.going_on(moves[action], (), (action,))

    def going_on(
        self, move: Move | None, results: tuple[Any, ...], steps: tuple[int, ...]
    ) -> Position | Pending:
        """Carry a move out (None: the first deal) as far as chance is decided by `results`."""
        ground, match = self.ground, self.match
        match = Match(ground.setting, 0) if match is None else match.copy()
        number = match.table.chance.number
        match.table.chance = Decided(match.log, number, results, ground.faces, ground.most)
        try:
            if move is None:
                match._start()
                events = match.events.raw
            else:
                assert self.seat is not None
                events = match.play(self.seat, move).raw
        except Undecided as undecided:
            return Pending(self, move, results, undecided.choice, steps)
        return self._then(match, events, self.made + (move is not None))

    def _then(self, match: Match[Any], events: Sequence[Raw], made: int) -> Position:
        """The position in which a move has left a match."""
        told = self.told.and_then([*events, *self._own_secrets(match)])
        goes_on = not match.over and made < self.ground.max_steps
        return Position(self.ground, match, told, match.to_act[0] if goes_on else None, made)

    def _own_secrets(self, match: Match[Any]) -> list[Raw]:
        """What seats learn of their own secret fields, of which no event tells."""
        found = []
        for name in self.ground.secrets:
            now = getattr(match.table, name)
            before = getattr(self.match.table, name) if self.match else [None] * len(now)
            found += [
                (OWN, seat, name, copied(now[seat]))
                for seat in match.seats
                if now[seat] != before[seat]
            ]
        return found

    def sample(self, seat: int, rng: Random) -> Position:
        """A position that the seat cannot tell from this one. `CannotSample` if it may not act."""
        assert self.match is not None
        match = self.match.observe(seat).sample(rng)
        told = self.told.sampled(match, seat)
        return Position(self.ground, match, told, self.seat, self.made)


@attrs.frozen(eq=False)
class Pending:
    """In a move, or the first deal, that needs chance: `choice` is decided next.

    `steps` are the actions that led here from `base`, the position before.
    """

    base: Position
    move: Move | None = attrs.field(repr=False)
    results: tuple[Any, ...]
    choice: Choice
    steps: tuple[int, ...] = attrs.field(repr=False)

    def __deepcopy__(self, memo: Any) -> Pending:
        return self

    def __reduce__(self) -> Any:
        _, base = self.base.__reduce__()
        return Kept, (*base, self.steps)

    def after(self, outcome: int) -> Position | Pending:
        """What follows when chance has come out so. Raises `IllegalMove` where it cannot."""
        if outcome not in dict(self.choice.outcomes()):
            raise no_action(None, outcome)
        choice, steps = self.choice.after(outcome), (*self.steps, outcome)
        if choice.result is None:
            return attrs.evolve(self, choice=choice, steps=steps)
        return self.base.going_on(self.move, (*self.results, choice.result), steps)


@attrs.frozen(eq=False)
class Kept:
    """A position as it is saved, without the game."""

    match: Mapping[str, Any] | None
    texts: Mapping[int | None, str]
    seat: int | None
    made: int
    steps: tuple[int, ...] = ()

    def on(self, ground: Ground) -> Position | Pending:
        """The position again."""
        setting = ground.setting
        match: Match[Any] | None = None
        if self.match is not None:
            match = Match.from_dict(self.match, game=setting.game, house_rules=setting.house_rules)
        told = Told(setting.seats, ground.hands, self.texts)
        position: Position | Pending = Position(ground, match, told, self.seat, self.made)
        if match is None:
            position = Position.first(ground)
        for action in self.steps:
            position = position.after(action)
        return position
