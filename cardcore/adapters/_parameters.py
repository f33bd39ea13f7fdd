"""A game's options as parameters of OpenSpiel, each of which has one type, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardcore import setting
from cardcore.adapters.rewards import WIN
from cardcore.adapters.ways import STEPS
from cardcore.game import Game
from cardcore.options import Option, describe, word

SETTING = {"reward": WIN, "max_steps": STEPS, "places": 0, "told": 0, "house_rules": ""}
"""What every game has besides `players`; house rules are names joined by `AND`."""

AND = "+"

WORD = "_word"
"""What is added to the name of an option for values that are no numbers."""


def defaults(game: Game[Any]) -> dict[str, Any]:
    """Every parameter of a game with its default: `SETTING`, and its options.

    An option that is a number or a word ("10", "one-hand") is two: one for the number, and
    NAME_word.
    """
    found: dict[str, Any] = {"players": usual_players(game), **SETTING}
    for option in describe(game.Options).values():
        found.update(_parameters(option, option.default))
    return found


def usual_players(game: Game[Any]) -> int:
    """So many play where nothing is said, and nobody alone."""
    return setting.usual_players(game, needed=2)


def from_options(game: Game[Any], options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """The parameters for options given by name. Raises `BadOptions` for what there is not."""
    made = game.make_options(options, players)
    known = describe(game.Options)
    return {
        name: value
        for option in known.values()
        for name, value in _parameters(option, getattr(made, option.name)).items()
    }


def to_options(game: Game[Any], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The options that parameters stand for, as values or texts by name."""
    found = {}
    for option in describe(game.Options).values():
        usual = _parameters(option, option.default)
        given = [name for name in usual if parameters.get(name, usual[name]) != usual[name]]
        if given:
            # the word, where a number is given too
            found[option.name] = word(parameters[given[-1]])
    return found


def _parameters(option: Option, value: Any) -> dict[str, Any]:
    """The parameters that say a value of an option."""
    if all(isinstance(choice, bool) for choice in (option.default, *option.choices)):
        return {option.name: value}
    numbers = [_is_number(one) for one in _words(option)]
    text = word(value)
    if not any(numbers):
        return {option.name: text}
    if all(numbers):
        return {option.name: int(text)}
    usual = word(option.default)
    number = int(usual) if _is_number(usual) else 0
    if _is_number(text):
        return {option.name: int(text), option.name + WORD: "" if _is_number(usual) else usual}
    return {option.name: number, option.name + WORD: text}


def _words(option: Option) -> Iterator[str]:
    yield from option.words
    yield word(option.default)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+", text) is not None
