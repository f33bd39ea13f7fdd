"""The values that a table's fields may hold: which types, and their form in JSON."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Any

import attrs

from cardcore.cards import Card
from cardcore.errors import BadState, GameError
from cardcore.moves import DECLINE, Move

ATOMS = (int, str, bool, type(None))
NAMED = (Enum, Card, Move)


@attrs.frozen
class Vocabulary:
    """What names in JSON stand for: cards by code, and classes by name."""

    faces: Mapping[str, Card]
    classes: Mapping[str, type[Any]]


def parts(annotation: Any) -> Iterator[type[Any]]:
    """The enums and frozen classes that values of a declared type may contain.

    Raises `GameError` where the type is none that the engine can copy, save and compare.
    """
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType, list, dict, set, frozenset, tuple):
        for argument in typing.get_args(annotation):
            if argument is not Ellipsis:
                yield from parts(argument)
    elif (
        origin is typing.Literal
        or annotation in ATOMS
        or annotation is None
        or annotation in (Card, Move)
    ):
        return
    elif isinstance(annotation, type) and issubclass(annotation, NAMED):
        yield annotation
    elif isinstance(annotation, type) and _is_frozen(annotation):
        yield annotation
        hints = typing.get_type_hints(annotation)
        for field in attrs.fields(annotation):
            yield from parts(hints[field.name])
    else:
        raise GameError(
            "{kind} is no type for a field: take int, str, bool, None, enums, cards, "
            "moves, frozen classes, and lists, dicts, sets and tuples of these",
            kind=repr(annotation),
        )


def _is_frozen(kind: type[Any]) -> bool:
    return attrs.has(kind) and kind.__setattr__ is not object.__setattr__


def conforms(value: Any, annotation: Any) -> bool:
    """Whether a value is of a declared type, all the way down."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return any(conforms(value, argument) for argument in arguments)
    if origin is typing.Literal:
        return value in arguments
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return type(value) is tuple and all(conforms(item, arguments[0]) for item in value)
        return (
            type(value) is tuple
            and len(value) == len(arguments)
            and all(map(conforms, value, arguments))
        )
    if origin is dict:
        return type(value) is dict and all(
            conforms(key, arguments[0]) and conforms(item, arguments[1])
            for key, item in value.items()
        )
    if origin in (list, set, frozenset):
        return type(value) is origin and all(conforms(item, arguments[0]) for item in value)
    if annotation is None:
        return value is None
    if annotation is int:
        return type(value) is int
    return isinstance(value, annotation)


def copied(value: Any) -> Any:
    """An independent copy; what cannot change is shared."""
    kind = type(value)
    if kind in ATOMS:
        return value
    if isinstance(value, list):  # a pile too: what is kept is what lies in it now
        return [copied(item) for item in value]
    if kind is tuple:
        return tuple([copied(item) for item in value])
    if kind is dict:
        return {key: copied(item) for key, item in value.items()}
    if kind is set:
        return set(value)
    return value


def encode(value: Any) -> Any:
    """A value in JSON. Raises `GameError` for a type that a field may not hold."""
    kind: Any = type(value)
    if kind in ATOMS:
        return value
    if kind is list:
        return [encode(item) for item in value]
    if kind is tuple:
        return {"tuple": [encode(item) for item in value]}
    if isinstance(value, Card):
        return {"card": value.code}
    if isinstance(value, Enum):
        return {"enum": [kind.__qualname__, value.name]}
    if kind is dict:
        return {"dict": [[encode(key), encode(item)] for key, item in value.items()]}
    if kind in (set, frozenset):
        return {kind.__name__: sorted((encode(item) for item in value), key=repr)}
    fields = _fields_of(kind)
    if fields is not None:
        return {"is": [kind.__qualname__, *(encode(getattr(value, name)) for name in fields)]}
    raise GameError("a field holds {value}, which cannot be saved", value=repr(value))


@cache
def _fields_of(kind: type[Any]) -> tuple[str, ...] | None:
    """The names of the fields of a frozen class; None for any other."""
    return tuple(field.name for field in attrs.fields(kind)) if _is_frozen(kind) else None


def decode(data: Any, words: Vocabulary) -> Any:
    """The value that `encode` wrote. Raises `BadState` where data are off."""
    if type(data) in ATOMS:
        return data
    if type(data) is list:
        return [decode(item, words) for item in data]
    try:
        ((tag, inner),) = data.items()
        return _decode_tagged(tag, inner, words)
    except (AttributeError, TypeError, ValueError, KeyError) as error:
        if isinstance(error, BadState):
            raise
        raise BadState(
            "{data} is no value that was written by a match", data=str(data)[:60]
        ) from None


def _decode_tagged(tag: str, inner: Any, words: Vocabulary) -> Any:
    if tag == "card":
        if inner not in words.faces:
            raise BadState("there is no card {code} in this deck", code=repr(inner))
        return words.faces[inner]
    if tag == "dict":
        return {decode(key, words): decode(item, words) for key, item in inner}
    if tag == "enum":
        return words.classes[inner[0]][inner[1]]
    if tag == "is":
        value = words.classes[inner[0]](*(decode(item, words) for item in inner[1:]))
        return DECLINE if value == DECLINE else value
    build = {"tuple": tuple, "set": set, "frozenset": frozenset}[tag]
    return build(decode(item, words) for item in inner)


def move_types(own: Iterable[str], packages: Iterable[str] = ()) -> list[type[Move]]:
    """Every kind of move that is defined in some modules, or else in or below some packages.

    Of two with the same name the one in a module of `own` counts, in their order.
    """
    modules, roots = list(own), tuple(packages)
    found: dict[str, tuple[int, type[Move]]] = {}
    waiting = [Move]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            home = kind.__module__
            if "__attrs_attrs__" not in kind.__dict__:
                continue
            if home in modules:
                rank = modules.index(home)
            elif any(home == root or home.startswith(root + ".") for root in roots):
                rank = len(modules)
            else:
                continue
            if rank <= found.get(kind.__qualname__, (rank, kind))[0]:
                found[kind.__qualname__] = (rank, kind)
    return [found[name][1] for name in sorted(found)]
