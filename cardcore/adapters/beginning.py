"""What an environment is asked for, checked once: the game, its players, options and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from cardcore.bots.making import makers_of
from cardcore.errors import BadOptions
from cardcore.game import Game
from cardcore.plugins import BotMaker, installed
from cardcore.setting import Setting, make_setting, usual_players


def setting_of(
    game: Game[Any] | str,
    players: int | None,
    options: Mapping[str, Any],
    house_rules: Sequence[Any] = (),
) -> Setting:
    """What all matches of an environment have in common; every seat is asked about claims.

    So being asked tells nothing. Raises `UnknownGame` and `BadOptions`.
    """
    rules = rules_of(game)
    if players is None:
        players = usual_players(rules)
    return make_setting(rules, players, options, None, house_rules, "everyone", {}, False)


def rules_of(game: Game[Any] | str) -> Game[Any]:
    """A game, or the installed one of that name. Raises `UnknownGame`, `BadOptions` for neither."""
    if isinstance(game, str):
        return installed().game(game)
    if not isinstance(game, Game):
        raise BadOptions("a game is a Game or the name of one, not {value}", value=repr(game)[:40])
    return game


def bots_around(
    setting: Setting, seat: int, bots: Sequence[str | BotMaker]
) -> tuple[Setting, dict[int, BotMaker]]:
    """Give every seat but one a bot, from its left round the table; fewer bots go round again.

    Without `bots` all are the game's usual one. Returns the setting that names them, and the bots
    by seat. Raises `BadOptions` and `UnknownBot`.
    """
    if seat not in range(setting.seats):
        raise BadOptions(
            "there is no seat {seat} among {players}", seat=seat, players=setting.seats
        )
    if isinstance(bots, str):
        bots = [bots]
    for bot in bots:
        if not isinstance(bot, str | BotMaker):
            raise BadOptions("a bot is a BotMaker or the name of one, not {value}", value=repr(bot))
    if len(bots) > setting.seats - 1:
        raise BadOptions(
            "there are {bots} bots for {seats} other seats", bots=len(bots), seats=setting.seats - 1
        )
    makers = makers_of(setting.game, bots)
    others = setting.circles[seat][:-1]
    seated = {other: makers[place % len(makers)] for place, other in enumerate(others)}
    names = tuple(seated[one].name if one in seated else "" for one in range(setting.seats))
    return attrs.evolve(setting, bots=names), seated
