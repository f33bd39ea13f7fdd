"""What can be played, as the page shows it: games, options, house rules, bots, rules pages."""

from __future__ import annotations

from typing import Any

from cardcore.game import Game
from cardcore.houserules import HouseRule
from cardcore.languages import translator
from cardcore.options import Option, describe, plainly, word
from cardcore.plugins import BotMaker, installed
from cardcore.telling.rules import rules_page
from cardcore.telling.words import capital
from cardcore.texts import Text, Translate
from cardcore.web.settings import bots_of, usual_players

Data = dict[str, Any]


def games(language: str) -> list[Data]:
    """Every installed game."""
    return [_game(game, language) for game in installed().games()]


def rules(game: Game[Any], language: str) -> Data:
    """The rules page of a game as HTML, in which no markup of its author counts.

    Raises `GameError` where it has none.
    """
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    title = translator(language, game)(game.title)
    return {"title": title, "html": markdown.render(rules_page(game, language))}


def _game(game: Game[Any], language: str) -> Data:
    translate = translator(language, game)
    return {
        "name": game.name,
        "title": translate(game.title),
        "seats": list(game.seats),
        "usual": usual_players(game),
        "options": [_option(option, translate) for option in describe(game.Options).values()],
        "presets": [
            {
                "name": name,
                "label": capital(translate(plainly(name))),
                "values": {option: word(value) for option, value in values.items()},
            }
            for name, values in game.presets.items()
        ],
        "house_rules": [
            _house_rule(rule, language)
            for rule in installed().house_rules()
            if rule.game in ("", game.name)
        ],
        "bots": [_bot(maker, game, language) for maker in bots_of(game)],
    }


def _option(option: Option, translate: Translate) -> Data:
    return {
        "name": option.name,
        "label": capital(translate(plainly(option.name))),
        "help": translate(option.help),
        "choices": [{"value": w, "label": translate(plainly(w))} for w in option.words],
        "default": word(option.default),
        "form": translate(option.form) if option.form else "",
    }


def _house_rule(rule: HouseRule, language: str) -> Data:
    title = translator(language, rule)(rule.title) if rule.title else ""
    return {"name": rule.name, "help": title}


def _bot(maker: BotMaker, game: Game[Any], language: str) -> Data:
    told = Text(maker.help or "a bot").render(translator(language, game))
    return {"name": maker.name, "help": told}
