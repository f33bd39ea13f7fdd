"""What there is, as plain data: games, options, bots, plugins."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import click

from cardcore.cli._ending import tell
from cardcore.cli._language import voice_of
from cardcore.game import Game
from cardcore.houserules import HouseRule
from cardcore.options import describe, word
from cardcore.plugins import BotMaker, Plugin, installed
from cardcore.texts import Text

Row = tuple[str, str]


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
        "house_rules": [{"name": rule.name, "title": rule.title} for rule in house_rules(game)],
    }


def house_rules(game: Game[Any]) -> list[HouseRule]:
    """The installed house rules that a match of a game may switch on."""
    return [rule for rule in installed().house_rules() if rule.game in ("", game.name)]


def bots(game: Game[Any] | None) -> list[dict[str, Any]]:
    """The bots of a game, or all; `game` is "" for one that plays every game."""
    usual = {_key(maker) for maker in _usual(game)}
    return [
        {
            "name": bot.name,
            "game": bot.game,
            "help": bot.help,
            **({"usual": _key(bot) in usual} if game else {}),
        }
        for bot in _makers(game)
    ]


def _makers(game: Game[Any] | None) -> list[BotMaker]:
    names = [game.name] if game else [*(game.name for game in installed().games()), ""]
    makers = {_key(bot): bot for name in names for bot in installed().bots(name)}
    return sorted(makers.values(), key=lambda bot: (not bot.game, *_key(bot)))


def _usual(game: Game[Any] | None) -> list[BotMaker]:
    return [installed().default_bot(game.name)] if game else []


def _key(bot: BotMaker) -> tuple[str, str]:
    return bot.game, bot.name


def plugins() -> list[dict[str, Any]]:
    """Every plugin: where it comes from, what it brings, what is wrong with it."""
    _ask_for_commands()
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


def _ask_for_commands() -> None:
    from cardcore.cli import cli

    cli.list_commands(click.Context(cli))  # commands of plugins can fail too


# -- the same, as people read it ------------------------------------------------------------------


def game_rows() -> list[Row]:
    """Each game, its title and its numbers of players."""
    say = voice_of()
    return [
        (
            game.name,
            say(
                Text(
                    "{game}, {numbers} players",
                    game=say.translator(game)(game.title),
                    numbers=span(game.seats),
                )
            ),
        )
        for game in installed().games()
    ]


def option_rows(game: Game[Any]) -> list[Row]:
    """Each option with its values, its default and what it does; then presets, house rules."""
    say = voice_of()
    rows = [
        (
            option.name.replace("_", "-"),
            f"{', '.join(filter(None, [*option.words, say(option.form)]))}"
            f"  [{word(option.default)}]: {say(option.help)}",
        )
        for option in describe(game.Options).values()
    ]
    for name, values in game.presets.items():
        pairs = (f"{option.replace('_', '-')} {word(value)}" for option, value in values.items())
        rows.append((say(Text("preset {name}", name=name)), ", ".join(pairs)))
    for rule in house_rules(game):
        title = say.translator(rule)(rule.title) if rule.title else ""
        rows.append((say(Text("house rule {name}", name=rule.name)), title))
    return rows


def bot_rows(game: Game[Any] | None) -> list[Row]:
    """Each bot with how it plays, and what."""
    say = voice_of()
    usual = {_key(maker) for maker in _usual(game)}
    rows = []
    for bot in _makers(game):
        what = Text(
            "{help}, for {game}",
            help=say.of_bot(bot) or Text("a bot"),
            game=bot.game or Text("any game"),
        )
        told = Text("{bot} (the usual one)", bot=what) if _key(bot) in usual else what
        rows.append((bot.name, say(told)))
    return rows


def plugin_rows() -> list[Row]:
    """Each plugin with where it comes from, what it brings, what is wrong with it."""
    _ask_for_commands()
    return [(plugin.name, "; ".join(_told_of(plugin))) for plugin in installed().all()]


def _told_of(plugin: Plugin) -> Iterator[str]:
    say = voice_of()
    yield f"{plugin.source} {plugin.version}".strip() or say(Text("no distribution"))
    for names, text in (
        (plugin.games, Text("games: {names}", names=", ".join(plugin.games))),
        (plugin.bots, Text("bots: {names}", names=", ".join(plugin.bots))),
        (plugin.house_rules, Text("house rules: {names}", names=", ".join(plugin.house_rules))),
    ):
        if names:
            yield say(text)
    for problem in plugin.problems:
        yield say(Text("PROBLEM: {problem}", problem=problem))


def span(players: Sequence[int]) -> Text:
    """Numbers of players in words: "2 to 5", "4", "2, 4"."""
    if len(players) > 2 and list(players) == list(range(players[0], players[-1] + 1)):
        return Text("{least} to {most}", least=players[0], most=players[-1])
    return Text("{numbers}", numbers=", ".join(map(str, players)))


def write_json(data: Any) -> None:
    """Write data for a program."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def write_rows(rows: Sequence[Row], none: Text) -> None:
    """Write two columns, the second folded to the width; `none` where there are no rows."""
    if not rows:
        tell(voice_of()(none))
        return
    formatter = click.get_current_context().make_formatter()
    formatter.write_dl(rows)
    click.echo(formatter.getvalue(), nl=False)
