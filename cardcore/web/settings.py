"""The settings of a room: what is played in it, with how many, and how long one waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from cardcore.errors import BadOptions
from cardcore.game import Game
from cardcore.houserules import HouseRule, check_rules
from cardcore.options import describe, word
from cardcore.plugins import BotMaker, installed
from cardcore.texts import Text
from cardcore.web.messages import is_text

PLAYERS = 3
"""How many play where nobody says: the nearest number that the game allows."""
DEPUTIES = ("default", "bot")


@attrs.frozen
class Span:
    """The seconds that a setting may have."""

    least: float
    most: float

    def read(self, name: str, value: Any) -> float:
        """The value as a number. Raises `BadOptions` where it is none of the span."""
        if isinstance(value, int | float) and not isinstance(value, bool):
            number = float(value)
            if self.least <= number <= self.most:
                return number
        raise BadOptions(
            "{setting} is a number of seconds from {least} to {most}, not {value}",
            setting=name,
            least=f"{self.least:g}",
            most=f"{self.most:g}",
            value=repr(value)[:40],
        )


SPANS: Mapping[str, Span] = {
    "reaction": Span(0, 30),
    "patience": Span(5, 3600),
    "delay": Span(0, 600),
    "pace": Span(0, 10),
}
ALWAYS = ("patience", "deputy", "pace")
"""What may be changed while a match is played."""


@attrs.frozen
class Settings:
    """What is set in a room; `changed` gives others, checked.

    `bot` fills open seats. `reaction` is the seconds in which claims are collected, 0 to take them
    as they come; `patience` the seconds after which an absent seat is played for by its `deputy`:
    "default" (the game's default moves) or "bot"; `delay` the seconds by which spectators lag
    behind; `pace` the seconds that a bot takes for a move.
    """

    game: Game[Any]
    players: int
    options: Mapping[str, str] = attrs.field(factory=dict)
    house_rules: tuple[str, ...] = ()
    bot: str = ""
    reaction: float = 3.0
    patience: float = 60.0
    deputy: str = "bot"
    delay: float = 0.0
    pace: float = 1.2

    @classmethod
    def of(cls, game: Game[Any]) -> Settings:
        """The usual settings for a game."""
        return cls(game, usual_players(game), bot=installed().default_bot(game).name)

    def changed(self, given: Mapping[str, Any]) -> Settings:
        """These settings with some changed. Raises `BadOptions`, `UnknownGame` or `UnknownBot`."""
        given = dict(given)
        settings = self
        name = given.pop("game", self.game.name)
        if name != self.game.name:
            new = Settings.of(installed().game(_text("game", name)))
            kept = {field: getattr(self, field) for field in (*SPANS, "deputy")}
            settings = attrs.evolve(new, **kept)
            if self.players in new.game.seats:
                settings = attrs.evolve(settings, players=self.players)
        read = {field: _READ[field](settings, given[field]) for field in given if field in _READ}
        for field in given:
            if field not in _READ:
                raise BadOptions(
                    "there is no setting {name!r}; the settings are: {names}",
                    name=field[:40],
                    names=", ".join(["game", *_READ]),
                )
        settings = attrs.evolve(settings, **read)
        settings.game.make_options(settings.options, settings.players)
        check_rules(settings.rules(), settings.game.name)
        return settings

    def rules(self) -> tuple[HouseRule, ...]:
        """The house rules that are switched on."""
        return tuple(installed().house_rule(name) for name in self.house_rules)

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON takes it, as `changed` reads it."""
        data = attrs.asdict(self, recurse=False)
        return {
            **data,
            "game": self.game.name,
            "options": self.all_options(),
            "house_rules": list(self.house_rules),
        }

    def all_options(self) -> dict[str, str]:
        """Every option of the game with its value, as a person types it."""
        given = {
            name: option.read(self.options[name]) if name in self.options else option.default
            for name, option in describe(self.game.Options).items()
        }
        return {name: word(value) for name, value in given.items()}


def usual_players(game: Game[Any]) -> int:
    """How many play a game where nobody says."""
    return min(game.seats, key=lambda count: abs(count - PLAYERS))


def bots_of(game: Game[Any]) -> list[BotMaker]:
    """The bots that a room offers for a game: none that would run a program."""
    return [maker for maker in installed().bots(game.name) if not maker.runs]


def bot_named(game: Game[Any], name: Any) -> BotMaker:
    """The bot of a room with that name. Raises `BadOptions`, which names those there are."""
    makers = {maker.name: maker for maker in bots_of(game)}
    if not isinstance(name, str) or name not in makers:
        raise BadOptions(
            "there is no bot {name} here; the bots are: {bots}",
            name=repr(name)[:40],
            bots=", ".join(makers),
        )
    return makers[name]


def _text(name: str, value: Any) -> str:
    if not is_text(value):
        raise BadOptions("{field} is a text, not {value}", field=name, value=repr(value)[:40])
    text: str = value
    return text


def _players(settings: Settings, value: Any) -> int:
    seats = settings.game.seats
    if type(value) is not int or value not in seats:
        raise BadOptions(
            "{game} is for {least} to {most} players, not {players}",
            game=Text(settings.game.title),
            least=seats[0],
            most=seats[-1],
            players=repr(value)[:40],
        )
    return value


def _options(settings: Settings, value: Any) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise BadOptions("options are an object of names and values")
    merged = {**settings.all_options(), **{k: _text(k, v) for k, v in value.items()}}
    known = settings.game.make_options  # refuses names and values it does not know, in `changed`
    known(merged, settings.players)
    return merged


def _house_rules(settings: Settings, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadOptions("house_rules are a list of names")
    return tuple(installed().house_rule(_text("house_rules", name)).name for name in value[:20])


def _deputy(settings: Settings, value: Any) -> str:
    if value not in DEPUTIES:
        raise BadOptions(
            "deputy is one of: {values}, not {value}",
            values=", ".join(DEPUTIES),
            value=repr(value)[:40],
        )
    deputy: str = value
    return deputy


def _seconds(name: str) -> Callable[[Settings, Any], float]:
    return lambda settings, value: SPANS[name].read(name, value)


_READ: Mapping[str, Callable[[Settings, Any], Any]] = {
    "players": _players,
    "options": _options,
    "house_rules": _house_rules,
    "bot": lambda settings, value: bot_named(settings.game, value).name,
    "deputy": _deputy,
    **{name: _seconds(name) for name in SPANS},
}
