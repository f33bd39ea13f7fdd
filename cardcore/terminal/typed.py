"""What a person types for a move: its text, its number in the list, a shorter name, a beginning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cardcore.look import Group
from cardcore.moves import DECLINE, Move
from cardcore.telling.spelling import begins, plain
from cardcore.telling.words import Words
from cardcore.texts import Text

DECLINES = Text("no, n, pass")
"""What is typed for `DECLINE`, which is the engine's and no game's."""
ACCEPTS = Text("yes, y")
"""What is typed for the one reaction there is."""

MANY = 12
"""More moves than these are not listed one a line."""
LONGEST = 200
"""So many signs of a line are read as a move."""

_APART = re.compile(r"[\s,;+]+|(?<=[0-9])(?=[^\W\d_])")
"""Where words end: "B6,B3" and "B6B3" are "B6 B3"."""
_NUMBER = re.compile(r"#? ?[-+]?[0-9]+")


class Choices:
    """The legal moves of a seat as they are listed and typed.

    `lists` are the moves under their titles, `moves` all of them in that order. Where there are
    many, only the groups are numbered until one is opened; `numbered` are the moves that have
    numbers now, `visible` these under their titles.
    `sign` stands before a number where a bare one may name a card.
    `reactions` are the moves by which an interrupt is answered, and with `reacting` no others are
    offered; `only` is the one there is, if the seat may do nothing else but decline.
    """

    def __init__(self, words: Words, seat: int, *, reacting: bool = False) -> None:
        observation = words.match.observe(seat)
        self._looks = words.looks
        self._translate = words.translate
        self._match = words.match
        self._kept = words.names_of_moves
        self._known = self._looks.all_moves(words.match.options) or observation.moves
        reactions = words.match.reactions(seat)
        legal = reactions if reacting else observation.moves
        self.lists = list(_lists(self._looks.group(observation), legal))
        self.moves = [move for _, moves in self.lists for move in moves]
        self._opened: int | None = None
        self.reactions = reactions
        self.may_decline = DECLINE in self.moves
        only = (self.may_decline or reacting) and len(self.moves) == 1 + self.may_decline
        self.only = self.reactions[0] if only and len(self.reactions) == 1 else None
        names = (alias for move in self._known for alias in self._looks.aliases(move))
        self.sign = "#" if any(alias.isdecimal() for alias in names) else ""

    @property
    def in_groups(self) -> bool:
        """Whether the groups are listed, and not the moves."""
        return self._opened is None and len(self.moves) > MANY and len(self.lists) > 1

    @property
    def visible(self) -> list[tuple[Text | None, list[Move]]]:
        """The moves that are listed now, under their titles."""
        if self.in_groups:
            return []
        return self.lists if self._opened is None else [self.lists[self._opened]]

    @property
    def numbered(self) -> list[Move]:
        """The moves that are listed now, in the order of their numbers."""
        return [move for _, moves in self.visible for move in moves]

    def open(self, line: str) -> bool:
        """Open the group whose number was typed; False where none was."""
        number = self._number(line)
        if not self.in_groups or number is None or number > len(self.lists):
            return False
        if len(self.lists[number - 1][1]) == 1:  # there is nothing to choose in it
            return False
        self._opened = number - 1
        return True

    def shut(self) -> None:
        """List the groups again."""
        self._opened = None

    def _number(self, line: str) -> int | None:
        """The number in a list that was typed, from 1."""
        text = plain(line)
        number = text.removeprefix("#").strip()
        counts = number.isdecimal() and len(number) < 6 and (text != number or not self.sign)
        return int(number) or None if counts else None

    def shown(self, move: Move) -> str:
        """A move as people are shown it, in their language."""
        return move.in_words().render(self._translate)

    def short(self, move: Move) -> str:
        """The shortest name of a move that people are told of."""
        if move is DECLINE:
            return self.words(DECLINES)[0]
        own = self._looks.aliases(move)
        return self._said(own[0]) if own else self.shown(move)

    def _said(self, alias: str) -> str:
        """An alias in the person's language, word by word: "63 azul" for "63 blue"."""
        return " ".join(self._translate(word) for word in alias.split())

    def words(self, text: Text) -> list[str]:
        """The words of a list of words, in the person's language."""
        return text.render(self._translate).split(", ")

    def names(self, move: Move) -> list[str]:
        """All that may be typed for a move besides its number, as it is compared."""
        names = self._kept.get(move)
        if names is None:
            names = self._kept[move] = list(self._names(move))
        if move is self.only:
            words = [*str(ACCEPTS).split(", "), *self.words(ACCEPTS)]
            return [*names, *map(plain, words)]
        return names

    def _names(self, move: Move) -> Iterator[str]:
        yield plain(move.text)
        yield plain(self.shown(move))
        if move is DECLINE:
            yield from map(plain, [*str(DECLINES).split(", "), *self.words(DECLINES)])
            return
        for alias in self._looks.aliases(move):
            yield plain(alias)
            yield plain(self._said(alias))

    def exactly(self, line: str) -> list[Move]:
        """The moves that have what was typed for a name or a number."""
        text = plain(line)
        by_text = [move for move in self.moves if plain(move.text) == text]
        if by_text:
            return by_text
        by_name = [move for move in self.moves if text in self.names(move)]
        if by_name:
            return by_name
        words = sorted(text.split())
        by_words = [m for m in self.moves if words in [sorted(n.split()) for n in self.names(m)]]
        if by_words:
            return by_words
        number = self._number(line)
        if number is not None and self.in_groups:
            return self.lists[number - 1][1] if number <= len(self.lists) else []
        if number is not None:
            return self.numbered[number - 1 : number]
        return self._read(line)

    def _read(self, line: str) -> list[Move]:
        """The move whose text it is, its verb left out or its cards in another order."""
        read = self._written(line)
        return [move for move in self.moves if move == read]

    def _written(self, line: str) -> Move | None:
        """The move that a line writes, legal or not, with its verb in either language, or none."""
        line = _APART.sub(" ", line[:LONGEST])
        first, _, rest = line.strip().partition(" ")
        verbs = dict.fromkeys(move.verb for move in self.moves)
        said = next((verb for verb in verbs if plain(self._translate(verb)) == plain(first)), None)
        tries = [line] if said is None else [f"{said} {rest}"]
        found = map(self._match.read, [*tries, *(f"{verb} {line}" for verb in verbs)])
        return next((move for move in found if move is not None), None)

    def find(self, line: str) -> list[Move]:
        """The moves that a line may mean: none, one, or several where it is not clear which."""
        return self.exactly(line) or self._short_for(line, self.moves)

    def _short_for(self, line: str, moves: Iterable[Move]) -> list[Move]:
        text = plain(line[:LONGEST])
        return [move for move in moves if any(begins(text, name) for name in self.names(move))]

    def unclear(self, line: str) -> list[Move]:
        """The moves of the game that a line is short for, if it is not clear which it means."""
        found: dict[str, Move] = {}
        for move in self._short_for(line, self._known):
            found.setdefault(self.short(move), move)
        legal = {self.short(move) for move in self.moves}
        return list(found.values()) if len(found) > 1 and not legal & set(found) else []

    def meant(self, line: str) -> Move | str:
        """The move that a line would mean if it were legal, else the line: to say why not."""
        written = self._written(line)
        if written is not None:
            return written
        text, verbs = plain(line), {move.verb for move in self.moves}
        known = sorted(self._known, key=lambda move: move.verb not in verbs)
        for move in known:
            if text in self.names(move):
                return move
        short = self._short_for(line, known)
        cards = {tuple(move.cards()) for move in short}
        return short[0] if len(cards) == 1 else line

    def past_the_list(self, line: str) -> Text | None:
        """What to say of a number that names neither a move of the game nor one in the list."""
        if not _NUMBER.fullmatch(plain(line)) or self.exactly(line) or not self.moves:
            return None
        if isinstance(self.meant(line), Move):
            return None
        count = len(self.lists) if self.in_groups else len(self.numbered)
        if count == 1:
            return Text("the list has {first} only", first=f"{self.sign}1")
        first, last = f"{self.sign}1", f"{self.sign}{count}"
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
