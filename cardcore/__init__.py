"""cardcore: write a card game's rules once; play, save, replay, simulate and study it.

A game subclasses `Game` and `Table`; a match is begun with `game("name").match(players=3)`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardcore.cards import Card, french_deck
from cardcore.errors import (
    BadOptions,
    BadRecord,
    BadState,
    BotError,
    CannotSample,
    CannotUndo,
    CardcoreError,
    GameError,
    IllegalMove,
    PluginError,
    UnknownBot,
    UnknownGame,
)
from cardcore.events import Event, Events
from cardcore.game import Game
from cardcore.hookspecs import hookimpl
from cardcore.houserules import HouseRule
from cardcore.interrupts import Interrupt
from cardcore.layout import secret
from cardcore.match import Match
from cardcore.moves import DECLINE, Decline, Move
from cardcore.options import option
from cardcore.piles import Pile, face_down, face_up, held, top_up
from cardcore.scoring import Scoreboard, Standing
from cardcore.table import Table
from cardcore.texts import Player, Text
from cardcore.turns import TurnOrder
from cardcore.version import VERSION as __version__

if TYPE_CHECKING:
    from cardcore.look import Group, Part
    from cardcore.observation import Observation, PileView
    from cardcore.plugins import BotMaker, Plugins, installed
    from cardcore.record import Record, Recorder

# not before they are used: together they take as long to import as all the rest
_LATER = {
    "BotMaker": "plugins",
    "Group": "look",
    "Observation": "observation",
    "Part": "look",
    "PileView": "observation",
    "Plugins": "plugins",
    "Record": "record",
    "Recorder": "record",
    "installed": "plugins",
}


def game(name: str) -> Game[Any]:
    """The installed game of that name. Raises `UnknownGame`, which names those there are."""
    from cardcore.plugins import installed

    return installed().game(name)


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'cardcore' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"cardcore.{_LATER[name]}"), name)
    return value


__all__ = [
    "DECLINE",
    "BadOptions",
    "BadRecord",
    "BadState",
    "BotError",
    "BotMaker",
    "CannotSample",
    "CannotUndo",
    "Card",
    "CardcoreError",
    "Decline",
    "Event",
    "Events",
    "Game",
    "GameError",
    "Group",
    "HouseRule",
    "IllegalMove",
    "Interrupt",
    "Match",
    "Move",
    "Observation",
    "Part",
    "Pile",
    "PileView",
    "Player",
    "PluginError",
    "Plugins",
    "Record",
    "Recorder",
    "Scoreboard",
    "Standing",
    "Table",
    "Text",
    "TurnOrder",
    "UnknownBot",
    "UnknownGame",
    "__version__",
    "face_down",
    "face_up",
    "french_deck",
    "game",
    "held",
    "hookimpl",
    "installed",
    "option",
    "secret",
    "top_up",
]
