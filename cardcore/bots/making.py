"""Bots are made one a seat and match, each with a seed of its own."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Protocol

from cardcore.errors import BadOptions, PluginError
from cardcore.game import Game
from cardcore.moves import Move
from cardcore.observation import Observation
from cardcore.plugins import BotMaker, installed


class Bot(Protocol):
    """Whatever chooses a move from what its seat sees."""

    def choose(self, observation: Observation) -> Move:
        """One of the legal moves of the observation."""
        ...


def makers_of(game: Game[Any], bots: Sequence[str | BotMaker]) -> list[BotMaker]:
    """The makers of bots that are named or given themselves; without any, that of the usual one.

    Raises `UnknownBot`, or `BadOptions` for a wrong text after a colon.
    """
    named = {bot: installed().bot(game, bot) for bot in bots if isinstance(bot, str)}
    makers = [named[bot] if isinstance(bot, str) else bot for bot in bots]
    return makers or [installed().default_bot(game)]


def bot_seed(seed: int, seat: int, played: int = 0) -> int:
    """The seed of the bot at a seat, made from that of its match.

    Where a match goes on after so many moves it is another one, so that chance does not begin anew.
    """
    given = f"{seed} {seat} {played}" if played else f"{seed} {seat}"
    return int.from_bytes(sha256(given.encode()).digest()[:7], "big")


def make_bot(maker: BotMaker, seed: int, seat: int, played: int = 0) -> Bot:
    """The bot of a seat, in a match that goes on after so many moves.

    Raises `PluginError` where it cannot be made, or `BadOptions`.
    """
    try:
        bot: Bot = maker.make(bot_seed(seed, seat, played))
    except BadOptions:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(
            "the bot {name!r} cannot be made: {error}", name=maker.name, error=repr(error)
        ) from error
    return bot
