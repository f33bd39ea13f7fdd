"""What a client says: read and checked before anything else sees it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

import attrs

from cardcore.errors import CardcoreError
from cardcore.texts import Text

LONGEST = 16 * 1024
"""So many bytes has a message."""
DEEPEST = 4
"""So deep may lists and objects in one lie in each other."""
LONGEST_TEXT = 500
"""So many signs has a text in one."""

_WHOLE = Text("a whole number")
_TEXT = Text("a text of at most {number} signs", number=LONGEST_TEXT)
_TEXT_OR_NULL = Text("a text of at most {number} signs, or null", number=LONGEST_TEXT)
_OBJECT = Text("an object")

_SHAPES: Mapping[str, Mapping[str, Text]] = {
    "hello": {"lang": _TEXT, "token": _TEXT_OR_NULL},
    "sit": {"seat": _WHOLE, "name": _TEXT},
    "stand": {},
    "rename": {"name": _TEXT},
    "lang": {"lang": _TEXT},
    "move": {"decision": _WHOLE, "move": _TEXT},
    "leave": {},
    "ping": {},
    "settings": {"settings": _OBJECT},
    "bot": {"seat": _WHOLE, "bot": _TEXT_OR_NULL},
    "host": {"seat": _WHOLE},
    "start": {},
    "end": {},
}
"""The kinds of message, each with its fields and what they hold."""


class BadMessage(CardcoreError, ValueError):
    """A message that cannot be read: no JSON object, no known type, fields that are off.

    `id` is the number of the message, where that could be read.
    """

    id: int | None = None


@attrs.frozen
class Said:
    """One message: its type, its fields, and the number by which it is answered, if it has one."""

    type: str
    fields: Mapping[str, Any]
    id: int | None = None

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]


def read(data: str | bytes) -> Said:
    """The message that some bytes write. Raises `BadMessage` for any that the protocol lacks."""
    if len(data.encode(errors="replace") if isinstance(data, str) else data) > LONGEST:
        raise BadMessage("a message has at most {number} bytes", number=LONGEST)
    try:
        content = json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or not _is_sendable(content, DEEPEST):
        raise BadMessage("a message is one JSON object")
    number = content.pop("id", None)
    if number is not None and not _is_whole(number):
        raise BadMessage("the id of a message is a whole number, not {id}", id=repr(number)[:40])
    try:
        return _said(content, number)
    except BadMessage as error:
        error.id = number
        raise


def _said(content: dict[str, Any], number: int | None) -> Said:
    kind = content.pop("type", None)
    if not isinstance(kind, str) or kind not in _SHAPES:
        raise BadMessage(
            "the type of a message is one of: {types}, not {value}",
            types=", ".join(_SHAPES),
            value=repr(kind)[:40],
        )
    if kind == "settings":  # they stand in the message itself
        content = {"settings": content}
    return Said(kind, _fields(kind, content), number)


def _no_number(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(name)


def _is_sendable(value: Any, deep: int) -> bool:
    """Whether a value is not too deep to be shown again, and of signs that can be sent on."""
    if isinstance(value, str):
        return not any(map(_is_half, value))
    if isinstance(value, dict):
        inside = [*value, *value.values()]
        return deep > 0 and all(_is_sendable(one, deep - 1) for one in inside)
    if isinstance(value, list):
        return deep > 0 and all(_is_sendable(one, deep - 1) for one in value)
    return True


def _fields(kind: str, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a message of a kind; others than those are passed over."""
    found = {}
    for name, what in _SHAPES[kind].items():
        value = content.get(name)
        if not _holds(what, value):
            raise BadMessage(
                "{field} of {type} is {what}, not {value}",
                field=name,
                type=kind,
                what=what,
                value=repr(value)[:40],
            )
        found[name] = value
    return found


def _holds(what: Text, value: Any) -> bool:
    if what is _WHOLE:
        return _is_whole(value)
    if what is _OBJECT:
        return isinstance(value, dict)
    return (what is _TEXT_OR_NULL and value is None) or is_text(value)


def _is_whole(value: Any) -> bool:
    return type(value) is int and abs(value) < 1 << 53


def is_text(value: Any) -> bool:
    """Whether a value is a text of a length and in signs that can be sent on."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    return not any(map(_is_half, value))


def _is_half(sign: str) -> bool:
    """Whether a sign is one half of a pair, which no text in UTF-8 has."""
    return "\ud800" <= sign <= "\udfff"
