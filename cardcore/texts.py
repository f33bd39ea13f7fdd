"""Sentences that a person reads: whole templates, put into a language when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, final

import attrs

Translate = Callable[[str], str]


@attrs.frozen
class Player:
    """A seat, mentioned in a text; shown as the name of whoever sits there."""

    seat: int


@final
class Text:
    """A template and its fields, neither translated nor joined yet.

    Fields may be numbers, strings, cards, `Player`s, other texts, and sequences of these,
    shown with commas between, cards with spaces. A `Text` prints in English; `render`
    puts it into another language. Texts are equal when template and fields are.

    Example: `Text("{player} plays {card}", player=Player(2), card=card)`.
    """

    __slots__ = ("fields", "template")

    def __init__(self, template: str, /, **fields: Any) -> None:
        self.template = template
        self.fields: Mapping[str, Any] = fields

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (self.template, self.fields) == (other.template, other.fields)

    def __hash__(self) -> int:
        return hash(self.template)

    def __repr__(self) -> str:
        fields = "".join(f", {name}={value!r}" for name, value in self.fields.items())
        return f"Text({self.template!r}{fields})"

    def __str__(self) -> str:
        return self.render()

    def render(self, translate: Translate = str, names: Sequence[str] = ()) -> str:
        """The sentence in the language of `translate`, seats called by `names`.

        A seat without a name is called "player N", counted from 1. A template without fields is
        shown as it stands, braces too; a translation that does not fit the fields is passed over.
        """
        if not self.template:
            return ""
        if not self.fields:
            return translate(self.template)
        fields = {name: _shown(value, translate, names) for name, value in self.fields.items()}
        try:
            return translate(self.template).format(**fields)
        except (LookupError, ValueError, AttributeError, TypeError):
            return self.template.format(**fields)


def _shown(value: Any, translate: Translate, names: Sequence[str]) -> Any:
    if isinstance(value, Text):
        return value.render(translate, names)
    if isinstance(value, Player):
        return player_name(value.seat, translate, names)
    if isinstance(value, list | tuple):
        between = " " if all(hasattr(one, "code") for one in value) else ", "
        return between.join([str(_shown(one, translate, names)) for one in value])
    label = getattr(value, "label", None)
    return translate(label) if isinstance(label, str) and label else value


def player_name(seat: int, translate: Translate = str, names: Sequence[str] = ()) -> str:
    """What seat number `seat` is called: its name, or "player N" counted from 1."""
    if seat < len(names) and names[seat]:
        return names[seat]
    return Text("player {number}", number=seat + 1).render(translate)
