"""What there is, as plain data: games, options, bots, plugins."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import click

from cardcore.game import Game
from cardcore.options import describe, word
from cardcore.plugins import BotMaker, installed


def games() -> list[dict[str, Any]]:
    """Every installed game."""
    return [
        {
            "name": game.name,
            "title": game.title,
            "players": list(game.seats),
            "version": game.version,
        }
        for game in installed().games()
    ]


def options(game: Game[Any]) -> dict[str, Any]:
    """The options of a game and its presets; values are written as a person types them."""
    return {
        "game": game.name,
        "options": [
            {
                "name": option.name,
                "values": list(option.words),
                "other_values": option.form,
                "default": word(option.default),
                "help": option.help,
            }
            for option in describe(game.Options).values()
        ],
        "presets": {
            name: {option: word(value) for option, value in values.items()}
            for name, values in game.presets.items()
        },
    }


def bots(game: Game[Any] | None) -> list[dict[str, Any]]:
    """The bots of a game, or all; `game` is "" for one that plays every game."""
    names = [game.name] if game else [game.name for game in installed().games()]
    makers: dict[tuple[str, str], BotMaker] = {}
    for name in [*names, ""] if game is None else names:
        makers |= {(bot.game, bot.name): bot for bot in installed().bots(name)}
    usual = {(bot.game, bot.name) for bot in map(installed().default_bot, names)}
    return [
        {
            "name": bot.name,
            "game": bot.game,
            "help": bot.help,
            **({"usual": key in usual} if game else {}),
        }
        for key, bot in sorted(makers.items(), key=lambda item: (not item[0][0], item[0]))
    ]


def plugins() -> list[dict[str, Any]]:
    """Every plugin: where it comes from, what it brings, what is wrong with it."""
    from cardcore.cli import cli

    cli.list_commands(click.Context(cli))  # commands of plugins can fail too
    return [
        {
            "name": plugin.name,
            "distribution": plugin.source,
            "version": plugin.version,
            "games": plugin.games,
            "bots": plugin.bots,
            "house_rules": plugin.house_rules,
            "problems": list(map(str, plugin.problems)),
        }
        for plugin in installed().all()
    ]


def span(players: Sequence[int]) -> str:
    """Numbers of players in words: "2 to 5", "4", "2, 4"."""
    if len(players) > 2 and list(players) == list(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]}"
    return ", ".join(map(str, players))


def write_json(data: Any) -> None:
    """Write data for a program."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def write_rows(rows: Iterable[tuple[str, str]], none: str) -> None:
    """Write two columns, the second folded to the width; `none` where there are no rows."""
    formatter = click.get_current_context().make_formatter()
    found = list(rows)
    if not found:
        click.echo(none, err=True)
        return
    formatter.write_dl(found)
    click.echo(formatter.getvalue(), nl=False)
