"""What every command has in common: the language it speaks, and help that keeps to the width."""

from __future__ import annotations

import inspect
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cardcore.cli._ending import LONGEST, as_usage
from cardcore.cli._formatter import Formatter
from cardcore.cli._language import FLAG, LANGUAGE, _, chosen, known, say_as_click, voice_of
from cardcore.languages import languages
from cardcore.texts import Text

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType  # generic only in newer versions of click


class Context(click.Context):
    """Keeps help within the width of the terminal."""

    formatter_class = Formatter


class Argument(click.Argument):
    """An argument whose name in the help is translated."""

    def make_metavar(self, *args: Any, **more: Any) -> str:
        """What stands for the value."""
        return voice_of()(super().make_metavar(*args, **more))


class Option(click.Option):
    """An option whose help is translated."""

    def make_metavar(self, *args: Any, **more: Any) -> str:
        """What stands for the value."""
        return voice_of()(super().make_metavar(*args, **more))

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help."""
        record = super().get_help_record(ctx)
        return record and (record[0], voice_of(ctx)(record[1]))


argument = partial(click.argument, cls=Argument)
option = partial(click.option, cls=Option)


class Command(click.Command):
    """Speaks the language of the command line; `--lang` is among its options.

    Its help is written in English, paragraph by paragraph (`paragraphs`), each marked with `_`.
    """

    context_class = Context

    def __init__(self, *args: Any, **more: Any) -> None:
        more.setdefault("options_metavar", _("[OPTIONS]"))
        super().__init__(*args, **more)
        self.params.append(
            Option(
                [FLAG],
                type=LanguageCode(),
                metavar=_("CODE"),
                is_eager=True,
                expose_value=False,
                help=_("the language, such as en or es"),
            )
        )

    def prepare(self, ctx: click.Context, args: list[str]) -> None:
        """Look at the command line before it is read."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; the language was found in it before."""
        if LANGUAGE not in ctx.meta:
            ctx.meta[LANGUAGE] = chosen(args)
        try:
            self.prepare(ctx, args)
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click leaves it out where a flag lacks its value
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run; wishes that do not go together are wrong usage of this command."""
        with as_usage(ctx):
            return super().invoke(ctx)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option `--help`, which click keeps in the language that it was first asked in."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = say_as_click("Show this message and exit.")
        return found

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """What follows the command in the line of usage."""
        return [voice_of(ctx)(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command does."""
        say = voice_of(ctx)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(map(say, self._paragraphs())))

    def get_short_help_str(self, limit: int = 45) -> str:
        """What the command does, in a sentence."""
        return voice_of()(self._paragraphs()[0])

    def _paragraphs(self) -> list[str]:
        return inspect.cleandoc(self.help or "").split("\n\n")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The options that begin so, with their helps."""
        with ctx.scope(cleanup=False):
            items = super().shell_complete(ctx, incomplete)
            for item in items:
                item.help = voice_of(ctx)(item.help or "") or None
        return items


def paragraphs(*texts: str) -> str:
    """The help of a command, of texts that are translated one by one; the first says what it does.

    Example: `help=paragraphs(_("List the bots."), _("With GAME, only those that play it."))`
    """
    return "\n\n".join(texts)


class LanguageCode(ParamType):
    """The code of a language that is spoken here."""

    name = "code"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The language as it is written here; a usage error says which there are."""
        code = known(value)
        if code is None:
            there = ", ".join(languages())
            text = Text(
                "there is no language {code!r}; the languages are: {languages}",
                code=value[:LONGEST],
                languages=there,
            )
            self.fail(voice_of(ctx)(text), param, ctx)
        return code

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The languages whose codes begin so."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(code) for code in languages() if code.startswith(incomplete)]
