"""`cardcore replay`: a recorded match told again, or its record verified."""

from __future__ import annotations

import click

from cardcore.cli._lists import write_json


@click.command()
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--verify", is_flag=True, help="check that nothing was changed, and the standings")
@click.option("--json", "as_json", is_flag=True, help="write JSON, for programs")
def command(file: str, verify: bool, as_json: bool) -> None:
    """Tell a recorded match again, in words; or verify its record."""
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
