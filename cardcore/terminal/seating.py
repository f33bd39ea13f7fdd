"""Who sits where: persons first, bots on the seats that are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from cardcore.errors import BadOptions
from cardcore.plugins import BotMaker, installed
from cardcore.texts import Translate

if TYPE_CHECKING:
    from cardcore.game import Game
    from cardcore.setting import Setting

PLAYERS = 3
"""How many play where nobody says: the nearest number that the game allows."""

LONGEST = 40
"""So many signs may a name have."""


@attrs.frozen
class Seating:
    """A name a seat, "" where none was given, and the makers of the bots by seat."""

    names: tuple[str, ...]
    bots: Mapping[int, BotMaker]

    @property
    def persons(self) -> int:
        """How many persons there are."""
        return len(self.names) - len(self.bots)


def seat_players(
    game: Game[Any],
    *,
    players: int | None = None,
    names: Sequence[str] = (),
    bots: Sequence[str] = (),
    watch: bool = False,
) -> Seating:
    """Give persons the first seats and bots the others; with `watch`, bots all of them.

    Without `names` one person plays. `bots` are names of bots, in the order of their seats and
    round again where there are fewer; without them the usual bot of the game plays. Raises
    `BadOptions` or `UnknownBot` for what does not go together.
    """
    persons = _persons(names, watch)
    count = players if players is not None else _usual(game, len(persons))
    if count not in game.seats:
        game.make_options({}, count)  # says why not
    if len(persons) > count:
        raise BadOptions(
            f"{len(persons)} persons are named for {count} seats; name at most {count}"
        )
    seats = range(len(persons), count)
    if len(bots) > len(seats):
        raise BadOptions(f"more bots are named ({len(bots)}) than seats are free ({len(seats)})")
    makers = [installed().bot(game.name, name) for name in bots]
    if seats and not makers:
        makers = [installed().default_bot(game.name)]
    chosen = {seat: makers[place % len(makers)] for place, seat in enumerate(seats)}
    return Seating((*persons, *("" for _ in seats)), chosen)


def _usual(game: Game[Any], persons: int) -> int:
    """The number of players where none is given: three, or as near to it as the game allows."""
    least = max(PLAYERS, persons)
    return min(game.seats, key=lambda count: (count < persons, abs(count - least)))


def _persons(names: Sequence[str], watch: bool) -> list[str]:
    if watch:
        if names:
            raise BadOptions("where bots play alone there are no persons to name")
        return []
    if not names:
        return [""]
    clean = [_name(name) for name in names]
    if not all(clean):
        raise BadOptions("a name is empty; names are separated by single commas: Ana,Bea")
    for name in clean:
        if sum(name.casefold() == other.casefold() for other in clean) > 1:
            raise BadOptions(f"two persons are called {name!r}; each needs a name of his own")
    return clean


def _name(given: str) -> str:
    name = given.strip()
    if any("\ud800" <= sign <= "\udfff" for sign in name):
        raise BadOptions("a name is not readable text")
    if not name.isprintable():
        raise BadOptions(f"the name {name[:LONGEST]!r} has signs that cannot be shown")
    if len(name) > LONGEST:
        raise BadOptions(f"the name {name[:LONGEST]!r}… is too long; {LONGEST} signs are allowed")
    return name


def shown_names(setting: Setting, translate: Translate = str) -> tuple[str, ...]:
    """What everybody at the table is called: the given name, or "Bot 2", "Player 1"."""
    return tuple(
        name or translate("Bot {number}" if bot else "Player {number}").format(number=number)
        for number, (name, bot) in enumerate(zip(setting.names, setting.bots, strict=True), 1)
    )
