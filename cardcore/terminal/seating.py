"""Who sits where: persons first, bots on the seats that are left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from cardcore.errors import BadOptions
from cardcore.plugins import BotMaker, installed
from cardcore.setting import LONGEST, check_name, usual_players
from cardcore.telling.spelling import plain
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.game import Game


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
    """Give bots the seats that are named for them, persons the first of the others, bots the rest.

    Without `names` one person plays. `bots` are names of bots, in the order of their seats and
    round again where there are fewer; "1=random" puts one at a seat, counted from 1. Where none is
    named the usual bot of the game plays. Raises `BadOptions` or `UnknownBot` for what does not go
    together.
    """
    persons = _persons(names, watch)
    count = players if players is not None else usual_players(game, needed=len(persons))
    if count not in game.seats:
        game.make_options({}, count)  # says why not
    if len(persons) > count:
        raise BadOptions(
            "{persons} persons are named for {count} seats; name at most {count}",
            persons=len(persons),
            count=count,
        )
    chosen, others = _placed(game, bots, count)
    free = [seat for seat in range(count) if seat not in chosen]
    if len(persons) > len(free):
        raise BadOptions(
            "bots are named for {taken} of {count} seats, which leaves no room for {persons}",
            taken=len(chosen),
            count=count,
            persons=", ".join(filter(None, persons)) or Text("a person"),
        )
    left = free[len(persons) :]
    if len(others) > len(left):
        raise BadOptions(
            "more bots are named ({bots}) than seats are free ({seats})",
            bots=len(others),
            seats=len(left),
        )
    if left and not others:
        others = [installed().default_bot(game.name)]
    chosen |= {seat: others[place % len(others)] for place, seat in enumerate(left)}
    seated = dict(zip(free, persons, strict=False))
    _check_apart(persons, chosen)
    return Seating(tuple(seated.get(seat, "") for seat in range(count)), chosen)


def _check_apart(persons: Sequence[str], bots: Iterable[int]) -> None:
    """Refuse a person who is called like a bot of the match. Raises `BadOptions`."""
    taken = {plain(f"Bot {seat + 1}") for seat in bots}
    for name in persons:
        if plain(name) in taken:
            raise BadOptions("a bot is called {name!r} here; take another name", name=name)


def _placed(
    game: Game[Any], bots: Sequence[str], count: int
) -> tuple[dict[int, BotMaker], list[BotMaker]]:
    """The bots that are named for a seat, and the others in their order."""
    placed: dict[int, BotMaker] = {}
    others: list[BotMaker] = []
    for given in bots:
        number, sign, name = given.partition("=")
        if not sign or ":" in number:
            others.append(installed().bot(game.name, given))
            continue
        seat = int(number) - 1 if number.isascii() and number.isdecimal() else -1
        if seat not in range(count):
            raise BadOptions(
                "{given!r} puts a bot at no seat; the seats go from 1 to {count}",
                given=given[:LONGEST],
                count=count,
            )
        if seat in placed:
            raise BadOptions("two bots are named for seat {number}", number=seat + 1)
        placed[seat] = installed().bot(game.name, name)
    return placed, others


def _persons(names: Sequence[str], watch: bool) -> list[str]:
    if watch:
        if names:
            raise BadOptions("where bots play alone there are no persons to name")
        return []
    if not names:
        return [""]
    clean = [_name(name) for name in names]
    if not all(map(plain, clean)):
        raise BadOptions("a name is empty; names are separated by single commas: Ana,Bea")
    for name in clean:
        if sum(plain(name) == plain(other) for other in clean) > 1:
            raise BadOptions(
                "two persons are called {name!r}; each needs a name of his own", name=name
            )
    return clean


def _name(given: str) -> str:
    name = given.strip()
    check_name(name)
    return name
