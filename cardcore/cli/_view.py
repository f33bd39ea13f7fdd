"""The options that say how a match is shown, put together into one `View`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from cardcore.cli._command import option
from cardcore.cli._language import _, voice_of
from cardcore.terminal.view import SPEEDS, View

Callback = Callable[..., Any]


def view_options(*, speed: bool = True) -> Callable[[Callback], Callback]:
    """Give a command `--plain`, `--no-color` and `--speed`; it takes them as one `view`."""

    def decorate(command: Callback) -> Callback:
        @functools.wraps(command)
        def call(*, plain: bool, no_color: bool, speed: str = "normal", **given: Any) -> Any:
            view = View(language=voice_of().language, plain=plain, color=not no_color, speed=speed)
            return command(view=view, **given)

        return functools.reduce(lambda inner, option_of: option_of(inner), options, call)

    options = [
        option("--no-color", is_flag=True, help=_("no colours, as with NO_COLOR set")),
        option("--plain", is_flag=True, help=_("plain lines for a screen reader, nothing drawn")),
    ]
    if speed:
        options.append(
            option(
                "--speed",
                type=click.Choice(list(SPEEDS)),
                default="normal",
                metavar="|".join(SPEEDS),
                help=_("the pause between the moves of bots  [normal]"),
            )
        )
    return decorate
