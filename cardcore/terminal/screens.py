"""Which screen a terminal gets."""

from __future__ import annotations

from cardcore.telling.words import Words
from cardcore.terminal.lines import Lines
from cardcore.terminal.plain import Plain
from cardcore.terminal.screen import Screen
from cardcore.terminal.view import View


def make_screen(words: Words, view: View, *, private: bool) -> Screen:
    """The screen of this terminal: drawn where it can be and is wanted, else plain lines.

    It is `private` where several persons sit before it.
    """
    lines = Lines(plain=view.plain, private=private)
    if view.plain or lines.dumb or not lines.interactive:
        return Plain(words, lines)
    from cardcore.terminal.drawn import Drawn

    return Drawn(words, lines, color=view.color)
