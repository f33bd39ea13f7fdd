"""Rooms that stand in a server's store before it starts, at the moment that a test needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import attrs
from playing import choose

import cardcore
from cardcore import Match
from cardcore.web.ledger import Ledger
from cardcore.web.room import Room
from cardcore.web.store import SqliteStore

NAMES = ("Ana", "Bea", "Cy", "Di", "Eva")
BEFORE = 2
"""So many moves before the end of a deal or a match a room stands."""
MOMENTS: dict[str, Callable[[Match[Any]], bool]] = {
    "dealt": lambda match: True,
    "deal": lambda match: match.deal_number > 1,
    "match": lambda match: match.over,
    "over": lambda match: match.over,
}
"""What has come to pass when a match played at random has reached a moment, or nearly."""


@attrs.frozen
class Plan:
    """A room to be: what is played in it, from which seed, and how far it has come."""

    game: str
    players: int
    seed: int
    moment: str = "dealt"
    settings: dict[str, Any] = attrs.field(factory=dict)


PLANS = {
    # Cy begins, and has a 3 as Ana and Bea have
    "RACED": Plan("zeus", 3, 26, settings={"reaction": 20}),
    "TABBS": Plan("odin", 2, 4),
    "NETWK": Plan("odin", 2, 4),
    "AWAYY": Plan("odin", 2, 4),
    "LOOKS": Plan("odin", 3, 8),
    "ROUND": Plan("zeus", 2, 5, "deal", {"reaction": 0}),
    "KEYSS": Plan("zeus", 2, 5, settings={"reaction": 0}),
    "NEWSS": Plan("zeus", 2, 6, settings={"reaction": 0}),
    "STILL": Plan("zeus", 2, 7, settings={"reaction": 0}),
    "CLSNG": Plan("zeus", 2, 5, "match", {"reaction": 0, "options": {"letters": "3"}}),
    "DNDNN": Plan("zeus", 2, 5, "over", {"options": {"letters": "3"}}),
    "FNSHD": Plan("odin", 3, 4, "over", {"options": {"limit": "one-hand"}}),
}


@attrs.frozen
class Prepared:
    """A room in the store, and the tokens of those who sit there, the host first."""

    code: str
    tokens: tuple[str, ...]


def prepare(path: Path, plans: dict[str, Plan] = PLANS) -> dict[str, Prepared]:
    """Write rooms into a new store; gives them by their codes."""
    store = SqliteStore(path)
    rooms = {code: _room(store, code, plan) for code, plan in plans.items()}
    store.close()
    return rooms


def _room(store: SqliteStore, code: str, plan: Plan) -> Prepared:
    room, token = Room.open(code, store, cardcore.game(plan.game), 0.0)
    room.settings = room.settings.changed({"players": plan.players, "pace": 0, **plan.settings})
    tokens = [token]
    for seat in range(plan.players):
        guest = room.host
        if seat > 0:
            guest, token = room.enter(None, 0.0)
            tokens.append(token)
        assert guest is not None
        guest.seat, guest.name = seat, NAMES[seat]
    room.number = 1
    room.playing = room._play(_match(room, plan), Ledger(store, code, 1), 0.0)
    room.keep()
    return Prepared(code, tuple(tokens))


def _match(room: Room, plan: Plan) -> Match[Any]:
    match = room.settings.game.match(
        plan.players,
        seed=plan.seed,
        options=room.settings.options,
        names=NAMES[: plan.players],
        collect="race",
    )
    rng = Random(plan.seed)
    kept = [match.copy()]
    while not MOMENTS[plan.moment](match):
        match.play(*choose(match, rng))
        kept.append(match.copy())
    return match if plan.moment in ("dealt", "over") else kept[-1 - BEFORE]
