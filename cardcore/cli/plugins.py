"""`cardcore plugins`: what is installed, what it brings, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from cardcore.cli import _lists
from cardcore.cli._params import json_option


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the plugins, with what is wrong with them."""
    found = _lists.plugins()
    if as_json:
        _lists.write_json(found)
        return
    rows = ((plugin["name"], "; ".join(_told(plugin))) for plugin in found)
    _lists.write_rows(rows, "There are no plugins.")


def _told(plugin: Mapping[str, Any]) -> Iterator[str]:
    yield f"{plugin['distribution']} {plugin['version']}".strip() or "no distribution"
    for kind in ("games", "bots", "house_rules"):
        if plugin[kind]:
            yield f"{kind.replace('_', ' ')}: {', '.join(plugin[kind])}"
    for problem in plugin["problems"]:
        yield f"PROBLEM: {problem}"
