"""The hooks: what a plugin may bring. Parameters may be left out of an implementation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardcore.events import Event
    from cardcore.game import Game
    from cardcore.houserules import HouseRule
    from cardcore.match import Match

hookspec = pluggy.HookspecMarker("cardcore")
hookimpl = pluggy.HookimplMarker("cardcore")


@hookspec
def cardcore_games() -> Iterable[Game[Any]]:
    """Bring games.

    When: once, when the plugin is loaded. Result: a list of `Game` objects.

    Example::

        @hookimpl
        def cardcore_games():
            return [CrazyEights()]
    """
    raise NotImplementedError


@hookspec
def cardcore_bots() -> Iterable[Any]:
    """Bring bots.

    When: once, when the plugin is loaded. Result: a list of `BotMaker` objects, each with a name,
    the game it plays ("" for all) and a factory `make(seed) -> bot`.

    Example::

        @hookimpl
        def cardcore_bots():
            return [BotMaker("cautious", CautiousBot, game="crazy-eights")]
    """
    raise NotImplementedError


@hookspec
def cardcore_house_rules() -> Iterable[HouseRule]:
    """Bring house rules, each of which counts only in matches that switch it on.

    When: once, when the plugin is loaded. Result: a list of `HouseRule` objects.

    Example::

        @hookimpl
        def cardcore_house_rules():
            return [DoubleEights()]
    """
    raise NotImplementedError


@hookspec
def cardcore_commands(cli: Any) -> None:
    """Add commands to `cardcore`.

    When: when the list of commands is needed. Parameters: `cli`, a click group. Result: none.

    Example::

        @hookimpl
        def cardcore_commands(cli):
            cli.add_command(statistics)
    """
    raise NotImplementedError


@hookspec
def cardcore_event(match: Match[Any], event: Event) -> None:
    """Hear of everything that happens in a match that a frontend runs.

    When: after each move, once an event, in their order. Parameters: `match`, the match after the
    move; `event`, complete. It must change neither. Result: none.

    Example::

        @hookimpl
        def cardcore_event(match, event):
            log.info("%s", event)
    """
    raise NotImplementedError
