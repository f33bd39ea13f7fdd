"""Observations as arrays: what one seat may know, of any game, in a shape that never changes.

The plan is made once for a setting; only an `Observation` goes in, so nothing else can come out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import attrs
import numpy as np

from cardcore.adapters.actions import Actions
from cardcore.adapters.beginning import setting_of
from cardcore.adapters.cells import Coder, Faces, Known, Moved, Sheet, coder, squashed
from cardcore.events import MOVE
from cardcore.game import Game
from cardcore.layout import layout
from cardcore.observation import InterruptView, Observation
from cardcore.piles import HELD
from cardcore.setting import Setting

KINDS = 8
"""Interrupts of so many kinds are told apart, by a check sum of their names."""


@attrs.frozen
class _Block:
    """Where the cells of one pile are: by face (a card's address), its top, its bottom."""

    counts: dict[int, int]
    top: dict[int, int]
    bottom: dict[int, int]


class Encoding:
    """How observations of a setting are written as `size` numbers between -1 and 1.

    Seats are counted from the one that looks: its own things come first, then those of the seat on
    its left. `parts` tells which cells are what, as slices by name; `left_out` names the fields of
    the table whose types have no cells; `actions` are the numbers of the moves.
    """

    @classmethod
    def of(
        cls,
        game: Game[Any] | str,
        players: int | None = None,
        *,
        places: int | None = None,
        house_rules: Sequence[Any] = (),
        **options: Any,
    ) -> Encoding:
        """That of the environment made with the same arguments, for a bot that has none.

        Raises `UnknownGame` and `BadOptions`.
        """
        setting = setting_of(game, players, options, house_rules)
        return cls(setting, Actions(setting.game, setting.options, places=places))

    def __init__(self, setting: Setting, actions: Actions) -> None:
        self.size = 0
        self.actions = actions
        self.parts: dict[str, slice] = {}
        self._setting = setting
        self._seats = seats = setting.seats
        kinds = setting.game.move_types()
        self._known = Known(seats, setting.deck, actions.moves or (), kinds)
        self._weights_of: list[tuple[Coder, int]] = []
        self._faces = Faces(self._known)
        self._moved = Moved(self._known)
        self._of_piles()
        fields = self._of_fields()
        self.left_out = tuple(name for name, how in fields.items() if how is None)
        self._fields = [(name, how, self._take(name, how)) for name, how in fields.items() if how]
        self._secrets = {name for name, *_ in layout(setting.game.table_type).secrets}
        self._turn = self._room("turn", 2 * seats + 1)
        self._seat = self._room("seat", seats)
        self._match = self._room("match", 2)
        self._totals = self._room("totals", seats)
        self._moves = [
            self._take(f"last move {seat}", self._moved) for seat in range(1, self._seats)
        ]
        self._asked = self._room("interrupt", 4 + KINDS + 2 * seats)
        self._about = self._take("interrupt card", self._faces)
        self._weights = np.ones(self.size)
        for how, start in self._weights_of:
            how.weigh(start, self._weights)

    # -- the plan ---------------------------------------------------------------------------------

    def _room(self, name: str, size: int) -> int:
        """Take the next cells for something; returns the first of them."""
        start = self.size
        self.size += size
        self.parts[name] = slice(start, self.size)
        return start

    def _take(self, name: str, how: Coder) -> int:
        start = self._room(name, how.size)
        self._weights_of.append((how, start))
        return start

    def _of_piles(self) -> None:
        """For each viewer, the block of every pile in the order in which it sees them."""
        blocks: dict[tuple[str, int | None], _Block] = {}
        shared: dict[str, dict[int, int]] = {}
        for (name, seat), sight, _ in self._setting.piles:
            title = name if seat is None else f"{name} {seat}"
            counts = self._cells(title)
            ends: tuple[dict[int, int], dict[int, int]] = {}, {}
            if sight is not HELD:
                ends = self._cells(f"{title} top"), self._cells(f"{title} bottom")
            elif seat == 0:
                shared[name] = self._cells(f"{title} known to others")
            blocks[name, seat] = _Block(counts, *ends)
        sizes = self._room("sizes of piles", len(blocks))
        order = {label: sizes + place for place, label in enumerate(blocks)}
        self._one_card = 1 / max(len(self._setting.deck), 1)
        labels = [label for label, *_ in self._setting.piles]
        self._piles: list[list[_Block]] = []
        self._sizes: list[list[int]] = []
        self._own: list[list[tuple[int, dict[int, int]]]] = []
        for viewer in range(self._seats):
            turned = [
                (name, None if seat is None else (seat - viewer) % self._seats)
                for name, seat in labels
            ]
            self._piles.append([blocks[label] for label in turned])
            self._sizes.append([order[label] for label in turned])
            self._own.append(
                [
                    (place, shared[name])
                    for place, (name, seat) in enumerate(labels)
                    if seat == viewer and name in shared
                ]
            )

    def _cells(self, name: str) -> dict[int, int]:
        """A cell for each face."""
        start = self._take(name, self._faces)
        return {face: start + place for face, place in self._known.faces.items()}

    def _of_fields(self) -> dict[str, Coder | None]:
        plan = layout(self._setting.game.table_type)
        found = {name: coder(hint, self._known) for name, hint in plan.public}
        for name, spec, hint, _ in plan.secrets:
            if spec.each:
                found[name] = coder(hint.__args__[0], self._known)
        return found

    # -- writing ----------------------------------------------------------------------------------

    def encode(self, observation: Observation) -> Any:
        """The numbers of an observation: a new array of `size` float32."""
        assert observation.seat is not None
        sheet = Sheet(observation.seat)
        self._write_piles(observation, sheet)
        fields, viewer = observation.fields, observation.seat
        for name, how, start in self._fields:
            value = fields[name]
            how.write(value[viewer] if name in self._secrets else value, start, sheet)
        self._write_match(observation, sheet)
        self._write_moves(observation, sheet)
        if observation.interrupts:
            self._write_interrupt(observation.interrupts[-1], len(observation.interrupts), sheet)
        cells = np.bincount(np.array(sheet.ones, np.intp), minlength=self.size) * self._weights
        cells[sheet.places] = sheet.numbers
        return np.minimum(cells, 1.0, dtype=np.float32, casting="same_kind")

    def _write_piles(self, observation: Observation, sheet: Sheet) -> None:
        ones, views, one_card = sheet.ones, observation.piles, self._one_card
        for view, block in zip(views, self._piles[sheet.viewer], strict=True):
            cards = view.cards
            if not cards:
                continue
            counts = block.counts
            ones += [counts[id(card)] for card in cards if card is not None]
            if block.top:
                if cards[-1] is not None:
                    ones.append(block.top[id(cards[-1])])
                if cards[0] is not None:
                    ones.append(block.bottom[id(cards[0])])
        sheet.places += self._sizes[sheet.viewer]
        sheet.numbers += [len(view.cards) * one_card for view in views]
        for place, known in self._own[sheet.viewer]:
            view = views[place]
            for card, seats in zip(view.cards, view.shared, strict=False):
                if seats != ():
                    ones.append(known[id(card)])

    def _write_match(self, observation: Observation, sheet: Sheet) -> None:
        seats, viewer, ones = self._seats, sheet.viewer, sheet.ones
        turn, direction, out = observation.turn
        ones += [self._turn + (turn - viewer) % seats, self._seat + viewer]
        for gone in out:
            ones.append(self._turn + seats + (gone - viewer) % seats)
        sheet.number(self._turn + 2 * seats, direction)
        sheet.number(self._match, squashed(observation.deal_number))
        if observation.over:
            ones.append(self._match + 1)
        totals = observation.totals
        sheet.places += range(self._totals, self._totals + seats)
        sheet.numbers += map(squashed, totals[viewer:] + totals[:viewer])

    def _write_moves(self, observation: Observation, sheet: Sheet) -> None:
        """The last move that each other seat has made since the viewer's own."""
        last = {raw[1]: raw[2] for raw in observation.happened if raw[0] == MOVE}
        last.pop(sheet.viewer, None)
        for seat, move in last.items():
            start = self._moves[(seat - sheet.viewer) % self._seats - 1]
            self._moved.write(move, start, sheet)

    def _write_interrupt(self, view: InterruptView, number: int, sheet: Sheet) -> None:
        """The innermost interrupt, and how many are open."""
        start, seats, ones = self._asked, self._seats, sheet.ones
        sheet.number(start, squashed(number))
        flags = (view.asked, view.answered, view.blocking)
        ones += [start + place for place, flag in enumerate(flags, 1) if flag]
        ones.append(start + 4 + crc32(view.kind.encode()) % KINDS)
        start += 4 + KINDS
        ones.append(start + (view.seat - sheet.viewer) % seats)
        for seat, _ in view.claims:
            ones.append(start + seats + (seat - sheet.viewer) % seats)
        if view.card is not None:
            self._faces.write(view.card, self._about, sheet)
