"""Values as cells: how what a table's field may hold is written as numbers between -1 and 1."""

from __future__ import annotations

import types
import typing
from array import array
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from cardcore.cards import Card
from cardcore.moves import Move

BYTES = array("f").itemsize
HALF = 20
"""The number that is written as a half."""


def squashed(number: int) -> float:
    """A whole number between -1 and 1, the larger the more: 0 is 0, 20 is a half."""
    return number / (abs(number) + HALF)


class Sheet:
    """What is being written: empty cells, and the seat that looks.

    They are no array of numpy yet, for to write one number into that takes three times as long.
    """

    __slots__ = ("cells", "viewer")

    def __init__(self, viewer: int, size: int) -> None:
        self.viewer = viewer
        self.cells = array("f", bytes(size * BYTES))


class Known:
    """What an encoding knows beforehand: seats, faces, words and verbs, each with its place.

    `moves` are those that the game lists, `kinds` all kinds of move.
    """

    def __init__(
        self,
        seats: int,
        deck: Sequence[Card],
        moves: Iterable[Move] = (),
        kinds: Iterable[type[Move]] = (),
    ) -> None:
        self.seats = seats
        self.deck = tuple(dict.fromkeys(deck))
        self.copies = [deck.count(card) for card in self.deck]
        # by address: to hash a card takes three times as long, and a face is one object for good
        self.faces = {id(card): place for place, card in enumerate(self.deck)}
        self.moves = moves = tuple(moves)
        texts = {value for move in moves for value in move.values() if isinstance(value, str)}
        words = sorted(({card.suit for card in self.deck} | texts) - {""})
        self.words = {word: place for place, word in enumerate(words)}
        verbs = sorted({kind.verb for kind in kinds} | {move.verb for move in moves})
        self.verbs = {verb: place for place, verb in enumerate(verbs)}


class Coder:
    """Writes values of one type into `size` cells."""

    size = 1

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """Write a value into the cells from `start` on."""
        raise NotImplementedError

    def share(self, start: int, wholes: Any) -> None:
        """Set how many make a whole in the cells from `start` on, where more than one do."""


class Flag(Coder):
    """A bool: a cell."""

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """One where it is true."""
        if value:
            sheet.cells[start] = 1.0


class Number(Coder):
    """A whole number, squashed; if it may be a seat's, a one for the seat so far to the left."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.size = 1 + seats

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """The number, and the seat."""
        sheet.cells[start] = squashed(value)
        if 0 <= value < self.seats:
            sheet.cells[start + 1 + (value - sheet.viewer) % self.seats] = 1.0


class OneOf(Coder):
    """One of some values: a one for it; any other but "" and None has the last cell."""

    def __init__(self, values: Mapping[Any, int]) -> None:
        self.values = values
        self.size = len(values) + 1

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """The one."""
        if value is not None and value != "":
            sheet.cells[start + self.values.get(value, self.size - 1)] = 1.0


class Faces(Coder):
    """Cards: for each face of the deck how many of its copies there are; one card is one, too."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.size = len(known.faces)

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """The cards that are in the deck; no more of a face than it has copies."""
        faces, cells = self.known.faces, sheet.cells
        for card in (value,) if isinstance(value, Card) else value:
            place = faces.get(id(card))
            if place is not None and cells[start + place] < self.known.copies[place]:
                cells[start + place] += 1.0

    def share(self, start: int, wholes: Any) -> None:
        """All copies together count one."""
        wholes[start : start + self.size] = self.known.copies


class Moved(Coder):
    """A move, or its text: a one for its verb, and the cards that it mentions."""

    def __init__(self, known: Known) -> None:
        self.verbs = OneOf(known.verbs)
        self.faces = Faces(known)
        self.size = self.verbs.size + self.faces.size
        # by address, which listed moves keep for good
        self._listed: dict[int, list[tuple[int, float]] | None] = dict.fromkeys(
            map(id, known.moves)
        )

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """The verb and the cards."""
        if not isinstance(value, Move):
            self.verbs.write(value.partition(" ")[0], start, sheet)
            return
        cells = self._listed.get(id(value))
        if cells is None:
            cells = self._cells(value)
            if id(value) in self._listed:
                self._listed[id(value)] = cells
        for cell, number in cells:
            sheet.cells[start + cell] = number

    def _cells(self, move: Move) -> list[tuple[int, float]]:
        """What is written of a move, cell by cell, counted from the first."""
        sheet = Sheet(0, self.size)
        self.verbs.write(move.verb, 0, sheet)
        self.faces.write(move.cards(), self.verbs.size, sheet)
        return [(cell, number) for cell, number in enumerate(sheet.cells) if number]

    def share(self, start: int, wholes: Any) -> None:
        """The cards."""
        self.faces.share(start + self.verbs.size, wholes)


class Maybe(Coder):
    """A value or None: a one where there is none, then the value."""

    def __init__(self, inner: Coder) -> None:
        self.inner = inner
        self.size = 1 + inner.size

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """The value, where there is one."""
        if value is None:
            sheet.cells[start] = 1.0
        else:
            self.inner.write(value, start + 1, sheet)

    def share(self, start: int, wholes: Any) -> None:
        """As the value."""
        self.inner.share(start + 1, wholes)


class Members(Coder):
    """Numbers of seats: a one for each."""

    def __init__(self, seats: int) -> None:
        self.size = seats

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """The seats, from the viewer's on; other numbers are passed over."""
        for seat in value:
            if 0 <= seat < self.size:
                sheet.cells[start + (seat - sheet.viewer) % self.size] = 1.0


class BySeat(Coder):
    """A value a seat, from the viewer's on: the first of a list, or those of a dict."""

    def __init__(self, inner: Coder, seats: int) -> None:
        self.inner = inner
        self.seats = seats
        self.size = seats * inner.size

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """The values."""
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for seat, one in pairs:
            if 0 <= seat < self.seats:
                place = (seat - sheet.viewer) % self.seats
                self.inner.write(one, start + place * self.inner.size, sheet)

    def share(self, start: int, wholes: Any) -> None:
        """As each value."""
        for seat in range(self.seats):
            self.inner.share(start + seat * self.inner.size, wholes)


class Both(Coder):
    """A value written in several ways, one after the other."""

    def __init__(self, *ways: Coder) -> None:
        self.ways = ways
        self.size = sum(way.size for way in ways)

    def write(self, value: Any, start: int, sheet: Sheet) -> None:
        """Each way."""
        for way in self.ways:
            way.write(value, start, sheet)
            start += way.size

    def share(self, start: int, wholes: Any) -> None:
        """Each way."""
        for way in self.ways:
            way.share(start, wholes)
            start += way.size


def coder(hint: Any, known: Known) -> Coder | None:
    """How values of a declared type are written; None where there is no way."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        kinds = [kind for kind in arguments if kind is not type(None)]
        inner = coder(kinds[0], known) if len(kinds) == 1 else None
        return inner and Maybe(inner)
    if origin is typing.Literal:
        return OneOf({value: place for place, value in enumerate(arguments)})
    if origin in (list, tuple, set, frozenset, dict):
        return _collection(origin, [one for one in arguments if one is not Ellipsis], known)
    if not isinstance(hint, type):
        return None
    if issubclass(hint, Enum):
        return OneOf({value: place for place, value in enumerate(hint)})
    return _plain(hint, known)


def _plain(kind: type[Any], known: Known) -> Coder | None:
    if kind is bool:
        return Flag()
    if kind is int:
        return Number(known.seats)
    if kind is str:
        return OneOf(known.words)
    if issubclass(kind, Card):
        return Faces(known)
    return Moved(known) if issubclass(kind, Move) else None


def _collection(origin: Any, kinds: Sequence[Any], known: Known) -> Coder | None:
    """Cards are counted; numbers may be seats; what a list or a dict has by seat is written so."""
    if origin is dict:
        inner = coder(kinds[1], known) if kinds[0] is int else None
        return inner and BySeat(inner, known.seats)
    if not kinds or kinds.count(kinds[0]) < len(kinds):
        return None
    (kind, *_) = kinds
    if isinstance(kind, type) and issubclass(kind, Card):
        return Faces(known)
    if origin in (set, frozenset):
        return Members(known.seats) if kind is int else None
    inner = coder(kind, known)
    if inner is None:
        return None
    by_seat = BySeat(inner, known.seats)
    return Both(Members(known.seats), by_seat) if kind is int else by_seat
