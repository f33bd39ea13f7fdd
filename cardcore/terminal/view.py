"""How a person wants a match to be shown: the language, the drawing, the colours, the speed."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from cardcore.languages import SOURCE

SPEEDS: Mapping[str, float] = {"slow": 2.0, "normal": 1.0, "fast": 0.3, "none": 0.0}
"""Seconds between one move of a bot and the next thing that is shown."""


@attrs.frozen(kw_only=True)
class View:
    """What whoever sits at a terminal wants to see.

    `language` is a code as in `cardcore.languages`. `plain` writes lines that a screen reader can
    follow, instead of drawing a table. `color` allows colours, `speed` is one of `SPEEDS`.
    """

    language: str = SOURCE
    plain: bool = False
    color: bool = True
    speed: str = "normal"
