"""Keeping a room: what has changed goes into the store, and where that fails it is tried again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardcore.texts import Text
from cardcore.web.playing import Playing
from cardcore.web.store import Store, StoreError

AGAIN = 5.0
"""So many seconds after the store has failed it is tried again."""


class Keeping:
    """Keeps one room. `tell` hears, once, why it cannot be kept."""

    def __init__(self, store: Store, code: str, tell: Callable[[Text], None]) -> None:
        self.again = 0.0
        """When it is tried again, if there is anything to try."""
        self._store = store
        self._code = code
        self._tell = tell
        self._failing = False
        self._behind = False

    def keep(self, data: dict[str, Any]) -> None:
        """Keep what has changed."""
        try:
            self._store.keep_room(self._code, data)
            self._failing = self._behind = False
        except StoreError as error:
            if not self._failing:
                self._tell(Text("this room cannot be saved: {reason}", reason=error.text))
            self._failing = self._behind = True

    def tick(self, data: Callable[[], dict[str, Any]], playing: Playing | None, now: float) -> None:
        """Now and then try to keep what could not be kept, the match first."""
        behind = playing is not None and playing.behind
        self._behind = self._behind or behind  # that the match is there has to be kept after it
        if self._behind and now >= self.again:
            self.again = now + AGAIN
            if playing is not None and behind:
                playing.write()
            if playing is None or not playing.behind:
                self.keep(data())
