"""The end of a match for its bots: those that want to know it are told, and all are let go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cardcore.errors import in_a_line
from cardcore.match import Match
from cardcore.texts import Text


def finish(bots: Mapping[int, Any], match: Match[Any]) -> list[Text]:
    """Call each bot's `end(observation)`, where the match is over, then each `close()`.

    Both are optional. Whoever runs a match calls this once, however it ends. Returns what to say
    of bots that failed in it; the others are let go all the same.
    """
    faults: list[Text] = []
    try:
        for seat, bot in bots.items():
            if match.over and hasattr(bot, "end"):
                with _noting(faults, match, seat, "end"):
                    bot.end(match.observe(seat))
    finally:
        for seat, bot in bots.items():
            if hasattr(bot, "close"):
                with _noting(faults, match, seat, "close"):
                    bot.close()
    return faults


@contextmanager
def _noting(faults: list[Text], match: Match[Any], seat: int, method: str) -> Iterator[None]:
    try:
        yield
    except (Exception, SystemExit) as error:
        faults.append(
            Text(
                "the bot {name!r} at seat {number} failed in {method} ({error})",
                name=match.setting.bots[seat],
                number=seat + 1,
                method=method,
                error=in_a_line(error),
            )
        )
