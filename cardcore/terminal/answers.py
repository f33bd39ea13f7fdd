"""What a person answers to a question."""

from __future__ import annotations

from typing import Literal

import attrs

from cardcore.moves import Move


class Left(Exception):
    """Whoever sits at the screen has left the match, at the end of the input or by a word."""


@attrs.frozen
class Answer:
    """What a person wants: to move, that nobody reacts, or to take back."""

    what: Literal["move", "nobody", "undo"]
    seat: int = -1
    move: Move | None = None
