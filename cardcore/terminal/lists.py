"""The legal moves as they are listed: one by one, or in groups of which one is opened."""

from __future__ import annotations

import attrs

from cardcore.telling.words import Words, capital
from cardcore.terminal.typed import MANY, Choices
from cardcore.texts import Text

LONGEST = 40
"""So many moves of one list are shown; the others can be typed."""
EXAMPLES = 3
"""So many moves of a group are named beside its title."""


@attrs.frozen
class Entry:
    """Something that can be chosen by its number: a move or a group of moves."""

    number: str
    name: str
    told: str = ""


@attrs.frozen
class Block:
    """Entries under a heading. A `dense` one has many, which stand side by side."""

    heading: str | None
    entries: tuple[Entry, ...]
    more: str = ""
    dense: bool = False


def blocks(words: Words, seat: int, choices: Choices) -> list[Block]:
    """What a seat may choose from, in the words of a screen."""
    if choices.in_groups:
        return [_groups(words, choices)]
    dense = len(choices.numbered) > MANY
    told = {} if dense else previews(words, seat, choices)
    found: list[Block] = []
    number = 0
    for heading, moves in choices.visible:
        entries = []
        for move in moves:
            number += 1
            name = choices.short(move) if dense else choices.shown(move)
            entries.append(Entry(f"{choices.sign}{number}", name, told.get(move, "")))
        title = None if heading is None else capital(words.text(heading))
        left = len(entries) - LONGEST
        more = words.says("and {number} more, to be typed", number=left) if left > 0 else ""
        found.append(Block(title, tuple(entries[:LONGEST]), more, dense))
    return found


def previews(words: Words, seat: int, choices: Choices) -> dict[object, str]:
    """What the moves would do, in words; no entry for those of which there is nothing to tell."""
    observation = words.match.observe(seat)
    told = {move: words.looks.preview(observation, move) for move in choices.numbered}
    return {move: words.text(text) for move, text in told.items() if text is not None}


def _groups(words: Words, choices: Choices) -> Block:
    entries = []
    for number, (title, moves) in enumerate(choices.lists, 1):
        if len(moves) == 1:
            told = choices.short(moves[0])
        else:
            named = [choices.short(move) for move in moves[:EXAMPLES]]
            more = ["…"] if len(moves) > EXAMPLES else []
            told = ", ".join([*named, *more])
        name = capital(words.text(title or Text("others")))
        count = f" ({len(moves)})" if len(moves) > 1 else ""
        entries.append(Entry(f"{choices.sign}{number}", name + count, told))
    return Block(None, tuple(entries))
