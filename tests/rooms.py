"""A room without sockets and with a clock of its own, for tests."""

from __future__ import annotations

import json
from typing import Any

import cardcore
from cardcore import Match
from cardcore.web.client import Client
from cardcore.web.guests import Guest
from cardcore.web.ledger import Ledger
from cardcore.web.messages import read
from cardcore.web.room import Room
from cardcore.web.store import SqliteStore

NAMES = ("Ana", "Bea", "Cy", "Di", "Eva", "Flo")


class Device:
    """One connection of a guest: it says what it is told, and keeps what it hears."""

    def __init__(self, house: House, guest: Guest, token: str) -> None:
        self.house = house
        self.guest = guest
        self.token = token
        self.client = Client(house.room, guest)
        self.heard: list[dict[str, Any]] = []
        self.log: list[str] = []
        self.view: dict[str, Any] = {}
        self.room: dict[str, Any] = {}

    def hear(self) -> list[dict[str, Any]]:
        """Everything that is new for this connection."""
        new = [json.loads(json.dumps(message)) for message in self.client.news(self.house.now)]
        self.heard += new
        for message in new:
            if message["type"] == "log":
                self.log = [*([] if message["begin"] else self.log), *message["lines"]]
            elif message["type"] in ("view", "room"):
                setattr(self, message["type"], message)
        return new

    def say(self, kind: str, **fields: Any) -> None:
        """Say something; raises the `CardcoreError` with which it is refused."""
        said = read(json.dumps({"type": kind, **fields}))
        self.house.room.do(self.guest, said, self.house.now)
        self.house.go_on()

    def move(self, text: str, decision: int | None = None) -> None:
        """Make a move that answers what this device sees, or an older decision."""
        self.hear()
        number = self.view["decision"] if decision is None else decision
        self.say("move", decision=number, move=text)

    @property
    def moves(self) -> list[str]:
        """The texts of the legal moves that are seen."""
        self.hear()
        return [move["move"] for move in _all(self.view["moves"])]


def _all(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [m for group in groups for m in [*group["moves"], *_all(group["groups"])]]


class House:
    """A room with `players` seats, the first `persons` of them taken by Ana, Bea, Cy …"""

    def __init__(
        self, game: str = "zeus", players: int = 3, persons: int = 3, **settings: Any
    ) -> None:
        self.now = 100.0
        self.store = SqliteStore(":memory:")
        rules = cardcore.game(game)
        self.room, token = Room.open("TESTS", self.store, rules, self.now)
        self.devices: list[Device] = []
        host = self.come(token)
        host.say("settings", players=players, **settings)
        for seat in range(persons):
            device = host if seat == 0 else self.come()
            device.say("sit", seat=seat, name=NAMES[seat])

    @property
    def host(self) -> Device:
        """The device of whoever opened the room."""
        return self.devices[0]

    def come(self, token: str | None = None) -> Device:
        """One more device, of a new guest or of the one who holds the token."""
        guest, token = self.room.enter(token, self.now)
        self.room.connect(guest, self.now)
        device = Device(self, guest, token)
        self.devices.append(device)
        self.go_on()
        return device

    def go(self, device: Device) -> None:
        """A device loses its connection."""
        self.devices.remove(device)
        self.room.disconnect(device.guest, self.now)
        self.go_on()

    def go_on(self) -> None:
        """Do what is due now; bots think in no time, as often as there is something to think."""
        self.room.tick(self.now)
        while thoughts := list(self.room.to_think()):
            for thought in thoughts:
                thought.think()
                thought.done = True
            self.room.tick(self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass, waking the room when something is due."""
        end = self.now + seconds
        while (due := self.room.next_time(self.now)) is not None and due <= end:
            assert due > self.now
            self.now = due
            self.go_on()
        self.now = end
        self.go_on()

    def begin(self, match: Match[Any] | None = None) -> None:
        """Begin a match, or a position that has been set up."""
        self.host.say("start")
        if match is not None:
            room = self.room
            room.playing = room._play(match, Ledger(self.store, room.code, 99), self.now)
            room._stand_in(self.now)
            self.go_on()

    def restart(self) -> list[Device]:
        """The server is killed and started again; every guest comes back with his token."""
        tokens = {device.guest.key: device.token for device in self.devices}
        room = Room.load(self.room.code, self.store, self.now)
        assert room is not None
        self.room, self.devices = room, []
        return [self.come(token) for token in tokens.values()]

    @property
    def match(self) -> Match[Any]:
        """The match that is played."""
        assert self.room.playing is not None
        return self.room.playing.match
