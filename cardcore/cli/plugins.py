"""`cardcore plugins`: what is installed, what it brings, and what is wrong with it."""

from __future__ import annotations

import click

from cardcore.cli import _lists
from cardcore.cli._command import Command, paragraphs
from cardcore.cli._language import _
from cardcore.cli._params import json_option
from cardcore.texts import Text


@click.command(cls=Command, help=paragraphs(_("List the plugins, with what is wrong with them.")))
@json_option
def command(as_json: bool) -> None:
    """Write the list."""
    if as_json:
        _lists.write_json(_lists.plugins())
    else:
        _lists.write_rows(_lists.plugin_rows(), Text("There are no plugins."))
