"""Options of a game as data: what becomes flags, a form in the browser, and part of the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from cardcore.errors import BadOptions, GameError
from cardcore.texts import Text

Parse = Callable[[str], Any]


@attrs.frozen
class Option:
    """What is known of one option: its name, default, help, and values, if they are listed.

    With `parse`, other values than the listed ones are taken too; `form` says which, in a word.
    """

    name: str
    default: Any
    help: str
    choices: tuple[Any, ...] = ()
    parse: Parse | None = None
    form: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The listed values as a person types them."""
        return tuple(map(word, self.choices))

    def read(self, value: Any) -> Any:
        """The value that is meant by a value or by its text; `BadOptions` where there is none."""
        for choice in self.choices:
            if (value == choice and type(value) is type(choice)) or value == word(choice):
                return choice
        if self.parse is not None:
            try:
                return self.parse(word(value))
            except ValueError:
                pass
        values = ", ".join(self.words)
        if self.form and values:
            raise BadOptions(
                "{option} cannot be {value!r}; it is one of: {values}, {form}",
                option=self.name.replace("_", "-"),
                value=word(value)[:40],
                values=values,
                form=Text(self.form),
            )
        raise BadOptions(
            "{option} cannot be {value!r}; it is one of: {values}",
            option=self.name.replace("_", "-"),
            value=word(value)[:40],
            values=values or Text(self.form),
        )


def option(
    default: Any,
    *,
    help: str,  # noqa: A002 - the word of click and argparse
    choices: Iterable[Any] = (),
    parse: Parse | None = None,
    form: str = "",
) -> Any:
    """An option of a game, to stand as a field in its `Options` class.

    A bool has the choices True and False, written "on" and "off". `parse` reads a text into a
    value that is not listed and raises `ValueError` where it is none; `form` names such values
    for people ("any number from 1").
    """
    listed = tuple(choices)
    if isinstance(default, bool) and not listed:
        listed = (default, not default)
    if default not in listed and parse is None:
        raise TypeError(f"the default {default!r} is not among the choices {listed}")
    data = {"help": help, "choices": listed, "parse": parse, "form": form}
    return attrs.field(default=default, kw_only=True, metadata={"option": data})


@attrs.frozen
class NoOptions:
    """The options of a game that has none."""


def word(value: Any) -> str:
    """A value as a person types it: "on", "off", 56, "reverse"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def plainly(name: str) -> str:
    """An option, a value or a preset as a form shows it, to be translated: "last card drawn"."""
    return name.replace("_", " ").replace("-", " ")


_read: dict[Any, Mapping[str, Option]] = {}


def describe(options: type[Any]) -> Mapping[str, Option]:
    """The options that a class declares, by name, in their order."""
    known = _read.get(options)
    if known is None:
        known = _read[options] = _describe(options)
    return known


def _describe(options: type[Any]) -> Mapping[str, Option]:
    if "__attrs_attrs__" not in options.__dict__:
        raise GameError("decorate {options} with @attrs.frozen", options=options.__qualname__)
    found: dict[str, Option] = {}
    for field in attrs.fields(options):
        data = field.metadata.get("option")
        if data is None:
            raise TypeError(f"{options.__name__}.{field.name} is not declared with option(...)")
        found[field.name] = Option(field.name, field.default, **data)
    return found


def make(options: type[Any], given: Mapping[str, Any]) -> Any:
    """An instance of a game's options from values or texts by name.

    Raises `BadOptions` for a name or a value that the game does not know.
    """
    known = describe(options)
    values: dict[str, Any] = {}
    for name, value in given.items():
        plain = name.replace("-", "_")
        if plain not in known:
            raise BadOptions(
                "there is no option {name!r}; the options are: {names}",
                name=name,
                names=", ".join(known) or Text("none"),
            )
        values[plain] = known[plain].read(value)
    return options(**values)


def preset_values(presets: Mapping[str, Mapping[str, Any]], name: str | None) -> Mapping[str, Any]:
    """The values of a preset, none without a name. Raises `BadOptions`, which names those known."""
    if name is None:
        return {}
    if name not in presets:
        raise BadOptions(
            "there is no preset {name!r}; the presets are: {presets}",
            name=name[:40],
            presets=", ".join(presets) or Text("none"),
        )
    return presets[name]


def as_dict(options: Any) -> dict[str, Any]:
    """The values by name, as JSON takes them."""
    return {field.name: getattr(options, field.name) for field in attrs.fields(type(options))}
