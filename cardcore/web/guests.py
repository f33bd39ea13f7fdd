"""The guests of a room: who holds which seat, by tokens that nobody can guess."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any

import attrs

from cardcore.errors import BadOptions
from cardcore.game import Game
from cardcore.languages import SOURCE, languages, normal, package_of
from cardcore.setting import check_name
from cardcore.telling.spelling import plain
from cardcore.texts import Text

MOST = 64
"""So many guests has a room."""


@attrs.define(eq=False)
class Guest:
    """Somebody who has come into a room, on however many devices.

    `key` is the hash of the token; the token itself is with the guest alone. `clients` counts open
    connections; `away_since` is when the last of them closed.
    """

    key: str
    name: str = ""
    language: str = "en"
    seat: int | None = None
    clients: int = 0
    away_since: float | None = None

    @classmethod
    def new(cls) -> tuple[Guest, str]:
        """A new guest, and his token."""
        token = secrets.token_urlsafe(24)
        return cls(key_of(token)), token

    @property
    def here(self) -> bool:
        """Whether somebody is connected."""
        return self.clients > 0

    def speak(self, language: str, game: Game[Any]) -> None:
        """Be spoken to in a language that the core or the game has, else in English."""
        known = {*languages(), *languages(package_of(type(game)))}
        wanted = normal(language)
        self.language = next((one for one in (wanted, wanted[:2]) if one in known), SOURCE)

    def to_dict(self) -> dict[str, Any]:
        """What is kept of a guest."""
        return {"key": self.key, "name": self.name, "lang": self.language, "seat": self.seat}

    @classmethod
    def from_dict(cls, data: dict[str, Any], now: float) -> Guest:
        """A guest that was kept; he is away until he connects."""
        return cls(data["key"], data["name"], data["lang"], data["seat"], away_since=now)


def key_of(token: str) -> str:
    """What is kept of a token: who reads the store has no seat by it."""
    return sha256(token.encode()).hexdigest()


def clean_name(name: str, others: list[str], seats: int) -> str:
    """A name that can be shown and is nobody else's. Raises `BadOptions` with the reason."""
    name = " ".join(name.split())
    check_name(name)
    if not plain(name):
        raise BadOptions(Text("say what you are called"))
    if any(plain(name) == plain(other) for other in others):
        raise BadOptions("somebody here is called {name!r}; take another name", name=name)
    if plain(name) in {f"{word} {n + 1}" for n in range(seats) for word in ("bot", "player")}:
        raise BadOptions("a bot is called {name!r} here; take another name", name=name)
    return name
