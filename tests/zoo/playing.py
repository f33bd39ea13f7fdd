"""Animals that cannot be played well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from cardcore import Game, Move, Scoreboard, Text
from zoo.sound import Draw, Play, Sound, SoundTable


class LostCard(Sound):
    """A card that is played vanishes."""

    breaks = ("cards stay",)
    says = "lost"

    def play(self, table: SoundTable, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        if len(table.discard) > 2:
            list.pop(table.discard, 0)
            table.discard.marks.pop(0)


class MadeCard(Sound):
    """A card that is drawn stays in the stock."""

    breaks = ("cards stay",)
    says = "made"

    def play(self, table: SoundTable, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        if isinstance(move, Draw):
            list.insert(table.stock, 0, table.hands[seat][-1])
            table.stock.marks.insert(0, 0)


class Crash(Sound):
    """A listed move cannot be carried out."""

    breaks = ("rules do not fail",)
    says = "KeyError"

    def play(self, table: SoundTable, seat: int, move: Move) -> None:
        super().play(table, seat, move)
        if table.turns == 7:
            raise KeyError(seat)


class HalfPoints(Sound):
    """Points are no whole numbers."""

    breaks = ("rules do not fail",)
    says = "points are one whole number a seat"

    def points(self, table: SoundTable) -> Any:
        return [number / 2 for number in super().points(table)]


class Stuck(Sound):
    """Who has an even number of cards has no move."""

    breaks = ("somebody can move",)
    says = "moves gives it none"

    def moves(self, table: SoundTable, seat: int) -> Sequence[Move]:
        return super().moves(table, seat) if len(table.hands[seat]) % 2 else []


class Nobody(Sound):
    """Nobody is in turn after five turns."""

    breaks = ("somebody can move",)
    says = "to_act names nobody"

    def to_act(self, table: SoundTable) -> Sequence[int]:
        return [] if table.turns == 5 else [table.turn.seat]


class BadDefault(Sound):
    """The default move is not legal."""

    breaks = ("somebody can move",)
    says = "default move of seat"

    def default_move(self, table: SoundTable, seat: int, moves: Sequence[Move]) -> Move:
        return Play(table.stock[0]) if table.stock else moves[0]


@attrs.frozen
class Wait(Move):
    """Do nothing."""


class Endless(Sound):
    """A match has no last deal."""

    breaks = ("it ends",)
    says = "no end after 1000 moves"

    def is_over(self, table: SoundTable, scores: Scoreboard) -> bool:
        return False


class Stalled(Sound):
    """A turn may be waited out, which does not count."""

    breaks = ("it ends",)
    says = "no end"

    def moves(self, table: SoundTable, seat: int) -> Sequence[Move]:
        return [*super().moves(table, seat), Wait()]

    def play(self, table: SoundTable, seat: int, move: Move) -> None:
        if not isinstance(move, Wait):
            super().play(table, seat, move)


@attrs.define
class CountingTable(SoundTable):
    """A table that counts how often it was looked at."""

    looks: int = 0


class Looking(Sound, Game[CountingTable]):
    """To list moves changes the table."""

    breaks = ("looking changes nothing", "undo", "no leak", "samples fit", "no leak in a new deal")
    says = "looking"

    def moves(self, table: Any, seat: int) -> Sequence[Move]:
        table.looks += 1
        return super().moves(table, seat)


class MutatedView(Sound):
    """A preview changes the observation that it is given."""

    breaks = ("looking changes nothing",)
    says = "an observation was changed"

    def preview(self, observation: Any, move: Move) -> Text | None:
        observation["ranks"].append(0)
        return None


class MutatedMoves(Sound):
    """The default move is taken out of the list of moves."""

    breaks = ("looking changes nothing",)
    says = "changes the list it is given"

    def default_move(self, table: SoundTable, seat: int, moves: Any) -> Move:
        chosen: Move = moves.pop() if isinstance(moves, list) else moves[-1]
        return chosen


@attrs.frozen
class Twin(Move):
    """Draw, in other words."""

    verb = "draw"


class TwinTexts(Sound):
    """Two moves have the same text."""

    breaks = ("texts of moves", "replay", "accepted is legal")
    says = "several moves"

    def moves(self, table: SoundTable, seat: int) -> Sequence[Move]:
        return [*super().moves(table, seat), Twin()]


@attrs.frozen
class Say(Move):
    """Draw with a word."""

    word: str


class Unread(Sound):
    """A move has two words where one is read."""

    breaks = ("texts of moves",)
    says = "is read back as None"

    def moves(self, table: SoundTable, seat: int) -> Sequence[Move]:
        return [*super().moves(table, seat), Say("good day")]


class ChangingReason(Sound):
    """To ask why a move is refused changes the table."""

    breaks = ("accepted is legal",)
    says = "changed something"

    def why_not(self, table: SoundTable, seat: int, move: Move) -> Text | None:
        table.ranks.append(0)
        return None


class EmptyReason(Sound):
    """A move is refused without a word."""

    breaks = ("accepted is legal",)
    says = "without a reason"

    def why_not(self, table: SoundTable, seat: int, move: Move) -> Text | None:
        return Text("")


class ChangingTeams(Sound):
    """Who plays together changes with the turns."""

    breaks = ("scores agree",)
    says = "teams have changed"

    def teams(self, table: SoundTable) -> Sequence[Sequence[int]]:
        seats = list(table.seats)
        return [[seat] for seat in (seats if table.turns < 4 else seats[::-1])]


class OwnScores(Sound):
    """The game keeps the scores itself."""

    breaks = ("scores agree",)
    says = "the deals add to"

    def is_over(self, table: SoundTable, scores: Scoreboard) -> bool:
        scores.totals[0] += 1
        return super().is_over(table, scores)


PLAYING: tuple[type[Sound], ...] = (
    *(Crash, HalfPoints, Stuck, Nobody, BadDefault, Endless, Stalled, LostCard, MadeCard),
    *(Looking, MutatedView, MutatedMoves, TwinTexts, Unread, ChangingReason, EmptyReason),
    *(ChangingTeams, OwnScores),
)
