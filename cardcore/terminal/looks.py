"""How a game looks and is asked for; where its own code fails, as the engine would show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from cardcore.events import Event, in_words
from cardcore.game import Game
from cardcore.look import Group, Part, parts
from cardcore.moves import Move
from cardcore.observation import Observation
from cardcore.texts import Text

T = TypeVar("T")


class Looks:
    """The looks of one game. `failures` tells, once each, what failed: it ends nobody's match."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self.failures: dict[str, str] = {}

    def _try(self, call: Callable[..., T], *args: Any) -> T | None:
        try:
            return call(*args)
        except (Exception, SystemExit) as error:
            self.failures.setdefault(call.__name__, f"{type(error).__name__}: {error}"[:120])
            return None

    def summary(self, observation: Observation) -> Sequence[Part]:
        """What stands on the table."""
        return self._try(self._game.summary, observation) or parts(observation)

    def describe(self, event: Event) -> Text | None:
        """An event in words; None where there is nothing to say."""
        return self._try(self._game.describe, event) or in_words(event)

    def preview(self, observation: Observation, move: Move) -> Text | None:
        """What a move would do; None where there is nothing to tell."""
        return self._try(self._game.preview, observation, move)

    def question(self, observation: Observation) -> Text | None:
        """What a seat, or everybody, is asked; None where the game has no words for it."""
        return self._try(self._game.question, observation)

    def group(self, observation: Observation) -> Sequence[Group]:
        """The moves in groups; none where they are one list."""
        return self._try(self._game.group, observation) or ()

    def aliases(self, move: Move) -> Sequence[str]:
        """What people type for a move besides its text."""
        return self._try(self._game.aliases, move) or ()
