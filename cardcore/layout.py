"""What a table's class declares: its piles, its public fields and its secret ones."""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Any

import attrs

from cardcore.errors import GameError
from cardcore.piles import FACE_DOWN, HELD, SPECTATOR, Label, Sight
from cardcore.values import parts


@attrs.frozen
class SecretSpec:
    """What a table's class says of a secret field: one value a seat or one for the table."""

    each: bool
    anew: Callable[[Any, int | None, Any], Any]


def secret(
    default: Any = attrs.NOTHING,
    *,
    anew: Callable[[Any, int | None, Any], Any],
    each: bool = False,
    factory: Any = None,
) -> Any:
    """A field that no seat sees; with `each`, a list with a value a seat, seen by its own seat.

    `anew(table, seat, rng)` gives a value that is possible for all that is public; `seat` is whose
    value it is, None where there is one for the table. It deals the field anew for a sampled
    match. `default` is each seat's first value; `factory` makes one instead.
    """
    if each:
        return attrs.field(
            init=False,
            default=None,
            metadata={
                "secret": SecretSpec(True, anew),
                "first": default if factory is None else factory,
            },
        )
    metadata = {"secret": SecretSpec(False, anew)}
    if factory is not None:
        return attrs.field(factory=factory, init=False, metadata=metadata)
    return attrs.field(default=default, init=False, metadata=metadata)


@attrs.frozen
class Layout:
    """The fields of a table's class, by kind, each in the order of their declaration.

    A pile has its name, who sees it, and whether each seat has one; `home` is where all cards lie
    before a deal, the first single pile. `classes` are the enums and frozen classes in fields.
    """

    piles: tuple[tuple[str, Sight, bool], ...]
    public: tuple[tuple[str, Any], ...]
    secrets: tuple[tuple[str, SecretSpec, Any, Any], ...]
    classes: dict[str, type[Any]]
    home: str

    def for_seats(self, seats: int) -> tuple[tuple[Label, Sight, int], ...]:
        """The label of each pile at a table of so many, who sees it, and the bits of those."""
        everybody = (1 << seats) - 1 | 1 << SPECTATOR
        piles: list[tuple[Label, Sight, int]] = []
        for name, sight, each in self.piles:
            viewers = 0 if sight is FACE_DOWN else everybody
            if not each:
                piles.append(((name, None), sight, viewers))
            for seat in range(seats) if each else ():
                piles.append(((name, seat), sight, 1 << seat if sight is HELD else viewers))
        return tuple(piles)


_read: dict[Any, Layout] = {}


def layout(table: type[Any]) -> Layout:
    """What a table's class declares. Raises `GameError` for what the engine cannot keep."""
    known = _read.get(table)
    if known is None:
        known = _read[table] = _layout(table)
    return known


def _layout(table: type[Any]) -> Layout:
    if "__attrs_attrs__" not in table.__dict__:
        raise GameError("decorate {table} with @attrs.define", table=table.__name__)
    hints = typing.get_type_hints(table)
    piles: list[tuple[str, Sight, bool]] = []
    public: list[tuple[str, Any]] = []
    secrets: list[tuple[str, SecretSpec, Any, Any]] = []
    classes: dict[str, type[Any]] = {}
    for field in attrs.fields(table):
        try:
            if "pile" in field.metadata:
                piles.append((field.name, *field.metadata["pile"]))
                continue
            classes.update((kind.__qualname__, kind) for kind in parts(hints[field.name]))
        except GameError as error:
            raise GameError(
                "{table}.{field}: {reason}",
                table=table.__name__,
                field=field.name,
                reason=error.text,
            ) from None
        if "secret" in field.metadata:
            spec = field.metadata["secret"]
            first = field.metadata.get("first")
            secrets.append((field.name, spec, hints[field.name], first))
        else:
            public.append((field.name, hints[field.name]))
            if isinstance(field.default, list | dict | set):
                raise GameError(
                    "{table}.{field}: {default} would be one object for all tables; "
                    "write attrs.Factory({kind})",
                    table=table.__name__,
                    field=field.name,
                    default=repr(field.default),
                    kind=type(field.default).__name__,
                )
            if field.default is attrs.NOTHING:
                raise GameError(
                    "{table}.{field} needs a default", table=table.__name__, field=field.name
                )
    single = [name for name, _, each in piles if not each]
    if not single:
        raise GameError(
            "{table} needs a single pile for all cards before a deal", table=table.__name__
        )
    return Layout(tuple(piles), tuple(public), tuple(secrets), classes, single[0])
