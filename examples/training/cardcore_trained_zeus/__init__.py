"""A bot for Zeus on the Loose that has learned by playing against itself."""

from __future__ import annotations

from typing import Any

from cardcore import BotMaker, hookimpl


def _trained(seed: int) -> Any:
    from cardcore_trained_zeus.bot import TrainedBot

    return TrainedBot()


@hookimpl
def cardcore_bots() -> list[BotMaker]:
    """The bot, for two players; numpy is loaded when it is asked for."""
    return [BotMaker("trained", _trained, game="zeus", help="learned from itself; two players")]
