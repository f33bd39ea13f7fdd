"""What a person types for a move: its text, its number in the list, or a shorter name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardcore.look import Group
from cardcore.match import Match
from cardcore.moves import DECLINE, Move
from cardcore.texts import Text

DECLINES = ("no", "n", "pass")
"""What is typed for `DECLINE`, which is the engine's and no game's."""
ACCEPTS = ("yes", "y")
"""What is typed for the one reaction there is."""

_NUMBER = re.compile(r"#? ?[-+]?[0-9]+")


def plain(typed: str) -> str:
    """A line as it is compared: in lower case, with single spaces."""
    return " ".join(typed.split()).casefold()


class Choices:
    """The legal moves of a seat as they are listed and typed.

    `lists` are the moves under their titles, `moves` all of them in that order: their numbers.
    `sign` stands before a number where a bare one may name a card.
    """

    def __init__(self, match: Match[Any], seat: int) -> None:
        observation = match.observe(seat)
        self._game = match.game
        self._known = self._game.all_moves(match.options) or observation.moves
        self.lists = list(_lists(self._game.group(observation) or (), observation.moves))
        self.moves = [move for _, moves in self.lists for move in moves]
        reactions = [move for move in self.moves if move is not DECLINE]
        self._only = reactions[0] if len(reactions) == 1 < len(self.moves) else None
        names = (alias for move in self._known for alias in self.aliases(move))
        self.sign = "#" if any(alias.isdecimal() for alias in names) else ""

    def aliases(self, move: Move) -> list[str]:
        """What may be typed for a move besides its text and its number."""
        if move is DECLINE:
            return list(DECLINES)
        own = [plain(alias) for alias in self._game.aliases(move)]
        return [*own, *ACCEPTS] if move is self._only else own

    def find(self, line: str) -> list[Move]:
        """The moves that a line may mean: none, one, or several where it is not clear which."""
        text = plain(line)
        by_text = [move for move in self.moves if plain(move.text) == text]
        if by_text:
            return by_text
        by_alias = [move for move in self.moves if text in self.aliases(move)]
        if by_alias:
            return by_alias
        number = text.removeprefix("#")
        counts = number.isdecimal() and len(number) < 6 and (text != number or not self.sign)
        return self.moves[int(number) - 1 : int(number)] if counts and int(number) else []

    def meant(self, line: str) -> Move | str:
        """The move that a line would mean if it were legal, else the line: to say why not."""
        text, verbs = plain(line), {move.verb for move in self.moves}
        for move in sorted(self._known, key=lambda move: move.verb not in verbs):
            if text == plain(move.text) or text in self.aliases(move):
                return move
        return line

    def past_the_list(self, line: str) -> Text | None:
        """What to say of a number that names neither a move of the game nor one in the list."""
        if not _NUMBER.fullmatch(plain(line)) or self.find(line) or not self.moves:
            return None
        if isinstance(self.meant(line), Move):
            return None
        if len(self.moves) == 1:
            return Text("the list has {first} only", first=f"{self.sign}1")
        first, last = f"{self.sign}1", f"{self.sign}{len(self.moves)}"
        return Text("the list goes from {first} to {last}", first=first, last=last)


def _lists(
    groups: Sequence[Group], moves: Sequence[Move]
) -> Iterator[tuple[Text | None, list[Move]]]:
    """The legal moves in groups, each move once, those in no group at the end."""
    left = list(moves)
    for group in _all(groups):
        listed = [move for move in dict.fromkeys(group.moves) if move in left]
        left = [move for move in left if move not in listed]
        if listed:
            yield group.title, listed
    if left:
        yield None, left


def _all(groups: Iterable[Group]) -> Iterator[Group]:
    for group in groups:
        yield group
        yield from _all(group.groups)
