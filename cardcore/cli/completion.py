"""`cardcore completion`: what makes a shell complete the words of a command."""

from __future__ import annotations

import os
from pathlib import PurePath

import click

from cardcore.cli import COMPLETE, NAME, cli
from cardcore.cli._command import Command, argument, paragraphs
from cardcore.cli._ending import LONGEST
from cardcore.cli._language import _, voice_of
from cardcore.texts import Text

SHELLS = ("bash", "zsh", "fish")


@click.command(
    cls=Command,
    help=paragraphs(
        _("Print what makes a shell complete the words of a command."),
        _(
            "One line in the file that your shell reads when it starts switches it on. In ~/.bashrc"
            " for bash:"
        ),
        '\b\n  eval "$(cardcore completion bash)"',
        _("In ~/.zshrc for zsh:"),
        '\b\n  eval "$(cardcore completion zsh)"',
        _("In ~/.config/fish/config.fish for fish:"),
        "\b\n  cardcore completion fish | source",
        _("Without a name the shell is meant that you use."),
    ),
)
@argument("shell", type=click.Choice(SHELLS), required=False, metavar="[bash|zsh|fish]")
def command(shell: str | None) -> None:
    """Write the script."""
    from click.shell_completion import get_completion_class

    used = shell or PurePath(os.environ.get("SHELL", "")).name
    maker = get_completion_class(used) if used in SHELLS else None
    if maker is None:
        text = Text(
            "the shell {name!r} is not known; say one of: {shells}",
            name=used[:LONGEST],
            shells=", ".join(SHELLS),
        )
        raise click.UsageError(voice_of()(text), click.get_current_context())
    click.echo(maker(cli, {}, NAME, COMPLETE).source(), nl=False)
