"""The pace of a match: how long bots let people look, the same whatever they hold."""

from __future__ import annotations

import time
from collections.abc import Callable


class Pace:
    """Waits between what is shown.

    A pause depends on what all can see alone: it lasts as long whether or not a bot was asked, and
    as long as all of them would need to think who may have been asked, by the slowest in the match.
    """

    def __init__(
        self,
        seconds: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._seconds = seconds
        self._clock = clock
        self._sleep = sleep
        self._shown = clock()
        self._slowest = 0.0
        self._thoughts = 0

    def shown(self) -> None:
        """Something has just been shown."""
        self._shown = self._clock()

    def thought(self, seconds: float) -> None:
        """A bot has thought so long.

        The first time counts until there is a second: it loads what bots need, but a slow bot must
        not be told by the first pause.
        """
        self._slowest = max(self._slowest, seconds) if self._thoughts > 1 else seconds
        self._thoughts += 1

    def wait(self, *, thoughts: int, look: bool = True) -> None:
        """Wait until bots could have thought so often since the last thing was shown.

        With `look` people get the time to look at it, too.
        """
        thinking = thoughts * self._slowest
        until = self._shown + max(self._seconds if look else 0.0, thinking)
        left = until - self._clock()
        if left > 0:
            self._sleep(left)
