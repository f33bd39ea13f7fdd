"""How a command ends: every failure in one line, and the exit status that belongs to it."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator
from textwrap import wrap
from typing import NoReturn, TypeVar

import click

from cardcore.cli._language import voice_of
from cardcore.errors import (
    BadOptions,
    CardcoreError,
    GameError,
    UnknownBot,
    UnknownGame,
    UnknownMatch,
    in_a_line,
)
from cardcore.faults import place_of
from cardcore.texts import Text

WRONG_USAGE = (BadOptions, UnknownBot, UnknownGame, UnknownMatch)
"""What is wrong with the wishes on a command line, and not with the world."""
FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)
"""What stops writing; a file of ours is named in the error, the standard output is not."""
LONGEST = 40
"""So many signs of what was given are shown again."""
Say = Callable[[str | Text], str]
T = TypeVar("T")


@contextlib.contextmanager
def as_usage(ctx: click.Context | None) -> Iterator[None]:
    """Tell wrong wishes as wrong usage of the command of `ctx`."""
    try:
        yield
    except WRONG_USAGE as error:
        raise click.UsageError(voice_of(ctx).of_error(error), ctx) from error


def run_to_its_end(command: Callable[[], T], say: Say) -> T:
    """Run a command; raises click's `Exit` or `UsageError` for whatever stops it.

    `say` puts what is told into a language.
    """
    be_lenient()
    try:
        with as_usage(click.get_current_context(silent=True)):
            done = command()
        if sys.stdout is not None:
            sys.stdout.flush()
        return done
    except (click.ClickException, click.exceptions.Exit):
        raise
    except BrokenPipeError as error:
        tell_notes(error)
        raise click.exceptions.Exit(0) from None
    except (KeyboardInterrupt, EOFError, click.Abort) as error:
        tell(say(Text("Interrupted.")), fresh=True)
        tell_notes(error)
        raise click.exceptions.Exit(130) from None
    except SystemExit as error:
        if isinstance(error.code, str):
            tell_error(one_line(error.code), say)
        tell_notes(error)
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
        raise click.exceptions.Exit(code) from None
    except Exception as error:
        tell_error(failure(error, say), say)
        tell_place(error, say)
        tell_notes(error)
        if os.environ.get("CARDCORE_DEBUG"):
            traceback.print_exc()
        raise click.exceptions.Exit(1) from None


def failure(error: Exception, say: Say) -> str:
    """What went wrong, in one line."""
    if isinstance(error, CardcoreError):
        text = say(error.text)
    elif isinstance(error, OSError):
        name = error.filename
        if name is None and error.errno in FULL:
            name = say(Text("standard output"))
        elif error.errno == errno.ENAMETOOLONG:
            name = f"{str(name)[:LONGEST]}…"
        text = (f"{name}: " if name is not None else "") + (error.strerror or str(error))
    elif (place := place_of(error)) is not None:
        text = say(
            Text("{game} failed: {error}", game=place.title or place.method, error=in_a_line(error))
        )
    else:
        text = say(
            Text(
                "{kind}: {message} (CARDCORE_DEBUG=1 shows where)",
                kind=type(error).__name__,
                message=str(error),
            )
        )
    return one_line(text)


def tell_place(error: Exception, say: Say) -> None:
    """Tell the author of a game where its own code failed."""
    is_theirs = isinstance(error, GameError) or not isinstance(error, CardcoreError)
    place = place_of(error) if is_theirs else None
    if place is not None:
        text = Text(
            "In {method}, {place}; CARDCORE_DEBUG=1 shows the whole way there.",
            method=place.method,
            place=str(place),
        )
        tell(say(text))


def one_line(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def tell_usage(error: click.ClickException, say: Say) -> int:
    """Tell what is wrong with a command line, and where help is."""
    ctx = getattr(error, "ctx", None)
    with contextlib.nullcontext() if ctx is None else ctx.scope(cleanup=False):
        tell_error(error.format_message(), say)
    if ctx is not None:
        tell(say(Text("Try '{command} --help'.", command=ctx.command_path)))
    return error.exit_code


def tell_error(message: str, say: Say) -> None:
    """Tell what went wrong."""
    tell(say(Text("Error: {message}", message=message)))


def tell(line: str, *, fresh: bool = False) -> None:
    """Write to standard error; `fresh` begins a line where a terminal has echoed ^C."""
    with contextlib.suppress(OSError):
        on_terminal = sys.stderr is not None and sys.stderr.isatty()
        if fresh and on_terminal:
            click.echo(err=True)
        click.echo(_folded(line) if on_terminal else line, err=True)


def _folded(line: str) -> str:
    """A line broken between words, where a terminal would break it anywhere."""
    width = max(20, shutil.get_terminal_size().columns) - 1
    pieces = wrap(line, width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(pieces) if len(line) > width else line


def tell_notes(error: BaseException) -> None:
    """Tell what was noted about an error on its way, such as where a record is."""
    for note in getattr(error, "__notes__", ()):
        tell(note)


def be_lenient() -> None:
    """A sign that a stream cannot write or read is replaced; it stops nobody's match."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def hide_unraisable() -> None:
    """Keep Python from writing a traceback for a file that cannot be closed well at the end."""
    if not os.environ.get("CARDCORE_DEBUG"):
        sys.unraisablehook = lambda _: None


def end_quietly(code: int) -> NoReturn:
    """Exit; a reader that has gone away is no reason for a word."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)
