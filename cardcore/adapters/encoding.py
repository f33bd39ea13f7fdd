"""Observations as arrays: what one seat may know, of any game, in a shape that never changes.

The plan is made once for a setting; only an `Observation` goes in, so nothing else can come out.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

import attrs
import numpy as np

from cardcore.adapters.actions import Actions
from cardcore.adapters.beginning import setting_of
from cardcore.adapters.cells import BYTES, Coder, Faces, Known, Moved, Sheet, coder, squashed
from cardcore.cards import Card
from cardcore.errors import BadOptions
from cardcore.events import MOVE
from cardcore.game import Game
from cardcore.layout import layout
from cardcore.observation import InterruptView, Observation
from cardcore.piles import HELD, Label
from cardcore.setting import Setting
from cardcore.texts import Text

KINDS = 8
"""Interrupts of so many kinds are told apart, by a check sum of their names."""


@attrs.frozen
class _Block:
    """The first of the cells of a pile's cards, of its top and of its bottom, 0 where none are.

    `size` is the cell of how many cards lie there.
    """

    cards: int
    top: int
    bottom: int
    size: int


class _Spot:
    """A pile as one viewer sees it: its block, and which cards were counted there last.

    Most piles change little from one look to the next, so only what came on top is counted.
    """

    def __init__(self, block: _Block, faces: Mapping[int, int]) -> None:
        self.block = block
        self._faces = faces
        self._last: tuple[tuple[Card | None, ...], array[float]] = (), array("f", [0] * len(faces))

    def counted(self, cards: tuple[Card | None, ...]) -> array[float]:
        """How many of each face there are."""
        before, counts = self._last
        if cards == before:
            return counts
        many = len(before)
        if cards[:many] == before:
            counts = counts[:]
        else:
            many, counts = 0, array("f", bytes(len(counts) * BYTES))
        faces = self._faces
        for card in cards[many:]:
            if card is not None:
                counts[faces[id(card)]] += 1.0
        # both at once: another thread may look, too
        self._last = cards, counts
        return counts


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
        return cls(setting_of(game, players, options, house_rules), places=places)

    def __init__(self, setting: Setting, *, places: int | None = None) -> None:
        self.size = 0
        self.actions = actions = Actions(setting.game, setting.options, places=places)
        self.parts: dict[str, slice] = {}
        self._setting = setting
        self._seats = seats = setting.seats
        kinds = setting.game.move_types()
        self._known = Known(seats, setting.deck, actions.moves or (), kinds)
        self._coded: list[tuple[Coder, int]] = []
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
        self._wholes = np.ones(self.size, np.float32)
        for how, start in self._coded:
            how.share(start, self._wholes)
        self._has_copies = bool((self._wholes > 1).any())

    # -- the plan ---------------------------------------------------------------------------------

    def _room(self, name: str, size: int) -> int:
        """Take the next cells for something; returns the first of them."""
        start = self.size
        self.size += size
        self.parts[name] = slice(start, self.size)
        return start

    def _take(self, name: str, how: Coder) -> int:
        start = self._room(name, how.size)
        self._coded.append((how, start))
        return start

    def _of_piles(self) -> None:
        """For each viewer, the spot of every pile in the order in which it sees them."""
        piles, seats = self._setting.piles, self._seats
        blocks, shared = self._blocks()
        self._one_card = 1 / max(len(self._setting.deck), 1)
        self._spots: list[list[_Spot]] = []
        self._own: list[list[tuple[int, int]]] = []
        for viewer in range(seats):
            turned = [
                (name, None if seat is None else (seat - viewer) % seats)
                for (name, seat), *_ in piles
            ]
            self._spots.append([_Spot(blocks[label], self._known.faces) for label in turned])
            self._own.append(
                [
                    (place, shared[name])
                    for place, ((name, seat), *_) in enumerate(piles)
                    if seat == viewer and name in shared
                ]
            )

    def _blocks(self) -> tuple[dict[Label, _Block], dict[str, int]]:
        """Where each pile is written, by its label as seat 0 has it.

        And for hands, by name, the first of the cells of own cards that others know.
        """
        piles = self._setting.piles
        starts: list[tuple[int, int, int]] = []
        shared: dict[str, int] = {}
        for (name, seat), sight, _ in piles:
            title = name if seat is None else f"{name} {seat}"
            start = self._take(title, self._faces)
            top = bottom = 0
            if sight is not HELD:
                top = self._take(f"{title} top", self._faces)
                bottom = self._take(f"{title} bottom", self._faces)
            elif seat == 0:
                shared[name] = self._take(f"{title} known to others", self._faces)
            starts.append((start, top, bottom))
        sizes = self._room("sizes of piles", len(piles))
        return {
            label: _Block(*first, sizes + place)
            for place, ((label, *_), first) in enumerate(zip(piles, starts, strict=True))
        }, shared

    def _of_fields(self) -> dict[str, Coder | None]:
        plan = layout(self._setting.game.table_type)
        found = {name: coder(hint, self._known) for name, hint in plan.public}
        for name, spec, hint, _ in plan.secrets:
            if spec.each:
                found[name] = coder(hint.__args__[0], self._known)
        return found

    # -- writing ----------------------------------------------------------------------------------

    def encode(self, observation: Observation) -> Any:
        """The numbers of an observation: a new array of `size` float32.

        Raises `BadOptions` for that of a spectator, of another game or another number of players.
        """
        seat = observation.seat
        if seat is None:
            raise BadOptions("a spectator sees no table as a seat does: observe a seat")
        self._check(observation.setting)
        sheet = Sheet(seat, self.size)
        self._write_piles(observation, sheet)
        fields = observation.fields
        for name, how, start in self._fields:
            value = fields[name]
            how.write(value[seat] if name in self._secrets else value, start, sheet)
        self._write_match(observation, sheet)
        self._write_moves(observation, sheet)
        if observation.interrupts:
            self._write_interrupt(observation.interrupts[-1], len(observation.interrupts), sheet)
        cells = np.frombuffer(sheet.cells, np.float32)
        return cells / self._wholes if self._has_copies else cells

    def _check(self, setting: Setting) -> None:
        own = self._setting
        if (setting.game.name, setting.seats) != (own.game.name, own.seats):
            raise BadOptions(
                "this writes what is seen of {game} with {players} players, not of {other} with "
                "{others}",
                game=Text(own.game.title),
                players=own.seats,
                other=Text(setting.game.title),
                others=setting.seats,
            )

    def _write_piles(self, observation: Observation, sheet: Sheet) -> None:
        cells, views = sheet.cells, observation.piles
        faces, one_card = self._known.faces, self._one_card
        for view, spot in zip(views, self._spots[sheet.viewer], strict=True):
            cards, block = view.cards, spot.block
            many = len(cards)
            cells[block.size] = many * one_card
            if not cards or (cards[0] is None and cards.count(None) == many):
                continue  # nothing is known of them
            cells[block.cards : block.cards + len(faces)] = spot.counted(cards)
            if block.top:
                if cards[-1] is not None:
                    cells[block.top + faces[id(cards[-1])]] = 1.0
                if cards[0] is not None:
                    cells[block.bottom + faces[id(cards[0])]] = 1.0
        for place, start in self._own[sheet.viewer]:
            view = views[place]
            for card, seats in zip(view.cards, view.shared, strict=False):
                if seats != ():
                    cells[start + faces[id(card)]] += 1.0

    def _write_match(self, observation: Observation, sheet: Sheet) -> None:
        seats, viewer, cells = self._seats, sheet.viewer, sheet.cells
        turn, direction, out = observation.turn
        cells[self._turn + (turn - viewer) % seats] = 1.0
        cells[self._seat + viewer] = 1.0
        for gone in out:
            cells[self._turn + seats + (gone - viewer) % seats] = 1.0
        cells[self._turn + 2 * seats] = direction
        cells[self._match] = squashed(observation.deal_number)
        if observation.over:
            cells[self._match + 1] = 1.0
        for seat, total in enumerate(observation.totals):
            cells[self._totals + (seat - viewer) % seats] = squashed(total)

    def _write_moves(self, observation: Observation, sheet: Sheet) -> None:
        """The last move that each other seat has made since the viewer's own."""
        last = {raw[1]: raw[2] for raw in observation.happened if raw[0] == MOVE}
        last.pop(sheet.viewer, None)
        for seat, move in last.items():
            start = self._moves[(seat - sheet.viewer) % self._seats - 1]
            self._moved.write(move, start, sheet)

    def _write_interrupt(self, view: InterruptView, number: int, sheet: Sheet) -> None:
        """The innermost interrupt, and how many are open."""
        start, seats, cells = self._asked, self._seats, sheet.cells
        cells[start] = squashed(number)
        for place, flag in enumerate((view.asked, view.answered, view.blocking), 1):
            cells[start + place] = float(flag)
        cells[start + 4 + crc32(view.kind.encode()) % KINDS] = 1.0
        start += 4 + KINDS
        cells[start + (view.seat - sheet.viewer) % seats] = 1.0
        for seat, _ in view.claims:
            cells[start + seats + (seat - sheet.viewer) % seats] = 1.0
        if view.card is not None:
            self._faces.write(view.card, self._about, sheet)
