"""Moves: immutable values with a short text that can be written and read back."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from inspect import get_annotations
from typing import Any, ClassVar, cast
from weakref import WeakKeyDictionary

import attrs

from cardcore.cards import Card
from cardcore.texts import Text


class Move:
    """What a seat does. Subclasses are `attrs.frozen` classes whose fields say with what.

    The text is the verb (the class's name in lower case, unless `verb` says otherwise) and the
    fields, separated by spaces: `Play(card)` is "play 7". It is the same in every language.
    A `secret` move is shown to nobody else until the game tells what it was.
    """

    __slots__ = ("_text",)
    _text: str

    verb: ClassVar[str] = ""
    secret: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        for name in get_annotations(cls):
            if callable(getattr(Move, name, None)) or name == "text":
                raise TypeError(f"{cls.__name__}.{name} would hide Move.{name}: name it otherwise")
        if "verb" not in cls.__dict__:
            cls.verb = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, *values: Any, **fields: Any) -> None:
        raise TypeError(f"class {type(self).__name__} must be decorated with @attrs.frozen")

    @property
    def text(self) -> str:
        """The short text of this move, unique among the legal moves of a seat."""
        try:
            return self._text
        except AttributeError:
            words = [self.verb, *map(_word, self.values())]
            text = " ".join(word for word in words if word)
            object.__setattr__(self, "_text", text)
            return text

    @classmethod
    def fields(cls) -> list[str]:
        """The names of the fields, in their order."""
        return [field.name for field in _fields(cls)]

    def values(self) -> list[Any]:
        """The values of the fields, in their order."""
        return [getattr(self, name) for name in self.fields()]

    def cards(self) -> list[Card]:
        """The cards that this move mentions, in their order."""
        found: list[Card] = []
        for value in self.values():
            if isinstance(value, Card):
                found.append(value)
            elif isinstance(value, tuple):
                found += [card for card in value if isinstance(card, Card)]
        return found

    def hidden_text(self) -> str:
        """The text as it is shown to a seat that may not know the cards: each one a "?"."""
        if self.secret:
            return "?"
        values = [_word(value, hidden=True) for value in self.values()]
        return " ".join(word for word in [self.verb, *values] if word)

    def in_words(self) -> Text:
        """This move as people are shown it, in their language: "play 7", "jugar 7"."""
        words = [*([Text(self.verb)] if self.verb else []), *_shown(self.values())]
        fields = {f"word{place}": word for place, word in enumerate(words)}
        return Text(" ".join(f"{{{name}}}" for name in fields), **fields)

    def __str__(self) -> str:
        return self.text


@attrs.frozen
class Decline(Move):
    """Refuse to react in an interrupt. The engine offers it beside every reaction."""


DECLINE = Decline()


def _fields(kind: type[Move]) -> tuple[Any, ...]:
    fields: tuple[Any, ...] = attrs.fields(cast("type[attrs.AttrsInstance]", kind))
    return fields


_types: WeakKeyDictionary[type[Move], dict[str, Any]] = WeakKeyDictionary()


def types_of_fields(kind: type[Move]) -> Mapping[str, Any]:
    """The types of the fields of a kind of move, by name and in their order."""
    known = _types.get(kind)
    if known is None:
        hints = typing.get_type_hints(kind)
        known = _types[kind] = {name: hints[name] for name in kind.fields()}
    return known


def _shown(values: Iterable[Any]) -> Iterator[Any]:
    """The values of a move as fields of a text."""
    for value in values:
        if isinstance(value, tuple):
            yield from _shown(value)
        elif isinstance(value, bool | Enum):
            yield Text(_word(value))
        elif value is not None and value != "":
            yield value


def _word(value: Any, *, hidden: bool = False) -> str:
    if hidden and isinstance(value, Card):
        return "?"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, tuple):
        return " ".join(_word(item, hidden=hidden) for item in value)
    return "" if value is None else str(value)


def read_move(text: str, types: Iterable[type[Move]], faces: Mapping[str, Card]) -> Move | None:
    """The move that a text writes, legal or not; None where it writes no move at all.

    `types` are the kinds of move of a game, `faces` its cards by code. Case and extra spaces do
    not matter. Used to say *why* a move is refused; legal moves are found by their texts.
    """
    verb, *words = text.lower().split() or [""]
    codes = {code.lower(): card for code, card in faces.items()}
    for kind in types:
        if kind.verb.lower() == verb:
            values = _read_fields(kind, words, codes)
            if values is not None:
                return kind(*values)
    return None


def _read_fields(kind: type[Move], words: list[str], codes: Mapping[str, Card]) -> list[Any] | None:
    """The values that words write for the fields of a kind of move; None where they do not fit."""
    hints = list(types_of_fields(kind).values())
    several = [place for place, hint in enumerate(hints) if typing.get_origin(hint) is tuple]
    if len(several) == 1:
        # a field of several values takes the words that the others leave
        place, spare = several[0], len(words) - len(hints) + 1
        if spare < 0:
            return None
        item = typing.get_args(hints[place])[0]
        hints[place : place + 1] = [item] * spare
        values = _read_words(hints, words, codes)
        if values is not None:
            values[place : place + spare] = [tuple(values[place : place + spare])]
        return values
    optional = [type(None) in typing.get_args(hint) for hint in hints]
    if len(words) < len(hints) and optional[len(words) :].count(False) == 0:
        words = [*words, *[""] * (len(hints) - len(words))]
    return _read_words(hints, words, codes) if len(words) == len(hints) else None


def _read_words(hints: list[Any], words: list[str], codes: Mapping[str, Card]) -> list[Any] | None:
    values = [_read_word(hint, word, codes) for hint, word in zip(hints, words, strict=True)]
    return None if _NO in values else values


_NO = object()
"""What a word reads as that does not fit."""


def _read_word(hint: Any, word: str, codes: Mapping[str, Card]) -> Any:
    """The value of a declared type that a word writes, in lower case."""
    for kind in typing.get_args(hint) or (hint,):
        if kind is type(None) and word == "":
            return None
        if kind is bool and word in ("yes", "no"):
            return word == "yes"
        if kind is int and re.fullmatch(r"-?\d{1,18}", word):
            return int(word)
        if kind is str and word:
            return word
        if isinstance(kind, type) and issubclass(kind, Card) and word in codes:
            return codes[word]
        if isinstance(kind, type) and issubclass(kind, Enum):
            for member in kind:
                if member.name.lower() == word:
                    return member
    return _NO
