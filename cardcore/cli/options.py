"""`cardcore options`: the options of a game and its presets."""

from __future__ import annotations

from typing import Any

import click

from cardcore.cli import _lists
from cardcore.cli._params import game_argument, json_option


@click.command()
@game_argument
@json_option
def command(game: Any, as_json: bool) -> None:
    """List the options of a game.

    With their values, the default in brackets, and its presets.
    """
    found = _lists.options(game)
    if as_json:
        _lists.write_json(found)
        return
    rows = [
        (
            option["name"].replace("_", "-"),
            f"{', '.join([*option['values'], *filter(None, [option['other_values']])])}"
            f"  [{option['default']}]: {option['help']}",
        )
        for option in found["options"]
    ]
    for name, values in found["presets"].items():
        pairs = ", ".join(f"{option.replace('_', '-')} {value}" for option, value in values.items())
        rows.append((f"preset {name}", pairs))
    _lists.write_rows(rows, f"{game.title} has no options.")
