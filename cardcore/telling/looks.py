"""How a game looks and is asked for; where its own code fails, as the engine would show it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, TypeVar

from cardcore.events import Event, in_words
from cardcore.faults import told
from cardcore.game import Game
from cardcore.look import Group, Part, parts
from cardcore.moves import Move
from cardcore.observation import Observation
from cardcore.plugins import isolated
from cardcore.texts import Text

T = TypeVar("T")
MOST, MOST_MOVES = 200, 100_000
"""So many parts, groups and moves are asked for."""
MOST_NAMES = 20
"""So many names of one move are asked for."""


class Looks:
    """The looks of one game. `failures` tells, once each, what failed: it ends nobody's match."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.failures: dict[str, Text] = {}

    def _try(self, name: str, check: Callable[[Any], T], *args: Any) -> T | None:
        found: list[T] = []
        with isolated(lambda error: self.failures.setdefault(name, told(error))):
            found.append(check(getattr(self._game, name)(*args)))
        return found[0] if found else None

    def summary(self, observation: Observation) -> Sequence[Part]:
        """What stands on the table."""
        return self._try("summary", _parts, observation) or parts(observation)

    def describe(self, event: Event) -> Text | None:
        """An event in words; None where there is nothing to say."""
        return self._try("describe", _text, event) or in_words(event)

    def preview(self, observation: Observation, move: Move) -> Text | None:
        """What a move would do; None where there is nothing to tell."""
        return self._try("preview", _text, observation, move)

    def question(self, observation: Observation) -> Text | None:
        """What a seat, or everybody, is asked; None where the game has no words for it."""
        return self._try("question", _text, observation)

    def group(self, observation: Observation) -> Sequence[Group]:
        """The moves in groups; none where they are one list."""
        return self._try("group", _groups, observation) or ()

    def aliases(self, move: Move) -> Sequence[str]:
        """What people type for a move besides its text."""
        return self._try("aliases", _names, move) or ()

    def all_moves(self, options: Any) -> Sequence[Move]:
        """Every move there can be; none where the game does not say."""
        return self._try("all_moves", _moves, options) or ()


def _text(value: Any) -> Text | None:
    if value is None:
        return None
    str(_of(Text, value))  # what cannot be written fails here
    return _of(Text, value)


def _parts(value: Iterable[Any]) -> Sequence[Part]:
    found = [_of(Part, part) for part in islice(value, MOST)]
    for part in found:
        for text in (part.title, part.headline, *part.lines):
            _text(text)
        len(part.cards)
    return found


def _groups(value: Iterable[Any] | None) -> Sequence[Group]:
    found = [_of(Group, group) for group in islice(value or (), MOST)]
    for group in found:
        _text(group.title)
        _moves(group.moves)
        _groups(group.groups)
    return found


def _names(value: Iterable[Any]) -> Sequence[str]:
    return [_of(str, name) for name in islice(value, MOST_NAMES)]


def _moves(value: Iterable[Any] | None) -> Sequence[Move]:
    return [_of(Move, move) for move in islice(value or (), MOST_MOVES)]


def _of(kind: type[T], value: Any) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{type(value).__name__} in the place of {kind.__name__}")
    return value
