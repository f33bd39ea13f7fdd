"""`cardcore replay`: a recorded match told again, or its record verified."""

from __future__ import annotations

import click

from cardcore.cli._lists import write_json
from cardcore.cli._params import FileName, json_option


@click.command()
@click.argument("file", type=FileName(), metavar="FILE")
@click.option("--verify", is_flag=True, help="check that nothing was changed, and the standings")
@json_option
def command(file: str, verify: bool, as_json: bool) -> None:
    """Tell a recorded match again, or verify its record.

    A record verifies when no line was changed since it was written, and when the match that is
    played from it ends in the standings that it tells.
    """
    from cardcore.terminal import retell

    record = retell.load(file, warn=lambda line: click.echo(line, err=True))
    if verify:
        record.verify()
    if as_json:
        write_json(retell.as_data(record, verified=verify))
    elif verify:
        click.echo(retell.verdict(record, file))
    else:
        for line in retell.lines(record):
            click.echo(line)
