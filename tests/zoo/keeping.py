"""Animals that go on otherwise: from the same seed, as a copy, once saved, replayed."""

from __future__ import annotations

import random
import time
from typing import Any

import attrs

from cardcore import Game, Move
from zoo.sound import Play, Sound, SoundTable


class GlobalRandom(Sound):
    """Who begins is drawn by the global generator."""

    breaks = ("same seed",)
    wavers = True
    says = "the same seed"

    def next_turn(self, table: SoundTable, seat: int) -> None:
        super().next_turn(table, seat)
        table.turn.go_to(random.randrange(len(table.seats)))


class Clock(Sound):
    """Who comes next depends on the clock."""

    breaks = ("same seed",)
    wavers = True
    says = "the same seed"

    def next_turn(self, table: SoundTable, seat: int) -> None:
        super().next_turn(table, seat)
        table.turn.go_to(time.perf_counter_ns() // 7 % len(table.seats))


class KeptOnTheGame(Sound):
    """The game itself remembers who was last in turn."""

    breaks = (
        "same seed",
        "copy",
        "save and load",
        "replay",
        "undo",
        "accepted is legal",
        "no leak",
        "no leak in a new deal",
    )
    says = "the same seed"

    def __init__(self) -> None:
        self.count = 0

    def next_turn(self, table: SoundTable, seat: int) -> None:
        super().next_turn(table, seat)
        self.count += 1
        table.turn.go_to(self.count // 3 % len(table.seats))


class HashOrder(Sound):
    """The order of a set of words says who comes next."""

    breaks = ("same seed elsewhere",)
    says = "PYTHONHASHSEED"

    def next_turn(self, table: SoundTable, seat: int) -> None:
        super().next_turn(table, seat)
        words = {f"seat {other} of {table.turns}" for other in table.seats}
        table.turn.go_to(int(next(iter(words)).split()[1]))


@attrs.frozen
class Notes:
    """What looks as if it could not change."""

    ranks: list[int] = attrs.Factory(list)


@attrs.define
class NotesTable(SoundTable):
    """A table with notes."""

    notes_of_play: Notes = attrs.Factory(Notes)


class SharedList(Sound, Game[NotesTable]):
    """A list inside a frozen value is shared by all copies."""

    breaks = ("copy", "replay", "undo", "accepted is legal", "no leak")
    says = "changed"

    def play(self, table: Any, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        if isinstance(move, Play):
            table.notes_of_play.ranks.append(move.card.rank)


@attrs.frozen
class Raised:
    """A number that grows by one whenever it is made."""

    number: int = attrs.field(converter=lambda number: number + 1)


@attrs.define
class RaisedTable(SoundTable):
    """A table with such a number."""

    raised: Raised = attrs.Factory(lambda: Raised(0))


class Grown(Sound, Game[RaisedTable]):
    """A value is another one when it is read from a file."""

    breaks = ("save and load",)
    says = "a saved match differs"

    def play(self, table: Any, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        table.raised = Raised(table.turns)


class ReadsTheSeed(Sound):
    """The rules look at the seed."""

    breaks = ("replay", "no leak in a new deal")
    says = "without its seed"
    seeds = (1, 2)

    def next_turn(self, table: SoundTable, seat: int) -> None:
        super().next_turn(table, seat)
        table.turn.go_to((seat + table.chance.seed) % len(table.seats))


class ReadsTheLog(Sound):
    """How much has been written of the match says who comes next, even what was taken back."""

    breaks = ("undo", "no leak in a new deal")
    says = "after taking back"

    def next_turn(self, table: SoundTable, seat: int) -> None:
        super().next_turn(table, seat)
        table.turn.go_to((seat + len(table.chance._log)) % len(table.seats))


KEEPING: tuple[type[Sound], ...] = (
    *(GlobalRandom, Clock, KeptOnTheGame, HashOrder, SharedList, Grown, ReadsTheSeed),
    ReadsTheLog,
)
