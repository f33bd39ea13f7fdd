"""Keeps the translations of the core and of the games: `update`, `compile`, `check`.

Each package has its own, `locale/LANGUAGE/LC_MESSAGES/PACKAGE.po`, and beside it what is compiled
from that. A new game below `games` is found by itself; it begins with Spanish. What a library says
that brings no translations (click) stands in a file of its name, is kept by hand and compiled too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path

import attrs
import click
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from cardcore.testing.messages import Message, fields, find

ROOT = Path(__file__).parent.parent
FIRST = "es"
"""The language that a package without any translation begins with."""


class Translations(Catalog):
    """A catalog without dates and versions of tools: the same texts are always the same file."""

    def __init__(self, book: Book) -> None:
        title = f"# {book.package}: translations, {book.language}"
        super().__init__(book.language, book.package, header_comment=title, fuzzy=False)

    def _get_mime_headers(self) -> list[tuple[str, str]]:
        """What gettext needs to read the file."""
        return [
            ("Language", str(self.locale_identifier)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=UTF-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]

    mime_headers = property(_get_mime_headers, Catalog._set_mime_headers)


@attrs.frozen
class Book:
    """The translations of a package into a language."""

    package: str
    language: str
    po: Path

    @property
    def mo(self) -> Path:
        """What the program reads."""
        return self.po.with_suffix(".mo")

    def __str__(self) -> str:
        return f"{self.package}, {self.language}"

    def read(self) -> Catalog:
        """What is translated by now; nothing, where there is no file yet."""
        if not self.po.exists():
            return Catalog(self.language, domain=self.package)
        with self.po.open("rb") as file:
            return read_po(file, self.language, domain=self.package)

    def updated(self, messages: Iterable[Message], *, forget: bool = False) -> bytes:
        """The file with all texts; translations of those that have gone are kept at its end."""
        old = self.read()
        known = {entry.id: entry for entry in [*old.obsolete.values(), *old] if entry.id}
        new = Translations(self)
        for message in messages:
            before = known.pop(message.text, None)
            entry = new.add(
                message.text,
                before.string if before else "",
                locations=message.places,
                user_comments=before.user_comments if before else (),
            )
            assert entry is not None
            entry.flags = {"fuzzy"} if before and before.fuzzy else set()
            if fields(message.text):
                entry.flags.add("python-brace-format")
        for entry in known.values():
            if entry.string and not forget:
                entry.locations = []
                new.obsolete[entry.id] = entry
        file = BytesIO()
        write_po(file, new, width=100, sort_output=True, ignore_obsolete=forget)
        return file.getvalue()

    def compiled(self) -> bytes:
        """What the file of texts compiles to."""
        texts = Translations(self)
        for entry in self.read():
            string = entry.string
            if isinstance(string, tuple):  # babel counts more plurals than gettext asks for
                string = tuple(filter(None, string))
            if entry.id and string and not entry.fuzzy:
                texts.add(entry.id, string)
        file = BytesIO()
        write_mo(file, texts)
        return file.getvalue()

    def faults(self, messages: Iterable[Message]) -> Iterator[str]:
        """What is missing, unsure, or not compiled."""
        known = {entry.id: entry for entry in self.read() if entry.id}
        for message in messages:
            entry = known.get(message.text)
            if entry is None or not entry.string:
                yield f"{self}: not translated: {message}"
            elif entry.fuzzy:
                yield f"{self}: marked as fuzzy: {message}"
        if not self.mo.exists() or self.mo.read_bytes() != self.compiled():
            yield f"{self}: not compiled; run `python tools/translations.py compile`"


def known_packages() -> list[str]:
    """The core and every game of this repository."""
    return ["cardcore", *sorted(path.parent.name for path in ROOT.glob("games/*/*/__init__.py"))]


def locale_of(package: str) -> Path:
    """The folder of a package's translations."""
    file = import_module(package).__file__
    assert file is not None
    return Path(file).parent / "locale"


def borrowed(package: str) -> list[Book]:
    """The translations that a package has for libraries."""
    files = sorted(locale_of(package).glob("*/LC_MESSAGES/*.po"))
    return [Book(po.stem, po.parts[-3], po) for po in files if po.stem != package]


def books(package: str, *further: str) -> list[Book]:
    """The translations of a package, those into `further` languages to be begun."""
    locale = locale_of(package)
    known = {path.parts[-3] for path in locale.glob(f"*/LC_MESSAGES/{package}.po")}
    return [
        Book(package, language, locale / language / "LC_MESSAGES" / f"{package}.po")
        for language in sorted({*known, *further} or {FIRST})
    ]


@click.group()
def cli() -> None:
    """Keep the translations of the core and of the games.

    Without PACKAGES a command looks at all of them; those of others can be named, too.
    """


def _importable(
    ctx: click.Context, param: click.Parameter, packages: tuple[str, ...]
) -> tuple[str, ...]:
    """The packages, all of which can be imported."""
    for package in packages:
        try:
            import_module(package)
        except (ImportError, TypeError, ValueError):
            known = ", ".join(known_packages())
            raise click.BadParameter(f"there is no package {package!r}; known: {known}") from None
    return packages


some_packages = click.argument("packages", nargs=-1, callback=_importable)


@cli.command()
@some_packages
@click.option("--language", multiple=True, metavar="CODE", help="begin another language")
@click.option("--forget", is_flag=True, help="drop translations of texts that have gone")
def update(packages: tuple[str, ...], language: tuple[str, ...], forget: bool) -> None:
    """Bring the files of texts up to date with the code."""
    for package in packages or known_packages():
        found = find(package)
        for problem in found.problems:
            click.echo(problem, err=True)
        for book in books(package, *language):
            book.po.parent.mkdir(parents=True, exist_ok=True)
            book.po.write_bytes(book.updated(found.messages, forget=forget))
            missing = sum(not entry.string for entry in book.read() if entry.id)
            click.echo(f"{book}: {len(found.messages)} texts, {missing} not translated")


@cli.command("compile")
@some_packages
def compile_all(packages: tuple[str, ...]) -> None:
    """Write what the program reads."""
    for package in packages or known_packages():
        for book in [*books(package), *borrowed(package)]:
            book.mo.write_bytes(book.compiled())
            click.echo(f"{book}: compiled")


@cli.command()
@some_packages
def check(packages: tuple[str, ...]) -> None:
    """Fail where a text has no translation or a file is not compiled."""
    faults: list[str] = []
    for package in packages or known_packages():
        found = find(package)
        faults += found.problems
        for book in books(package):
            faults += book.faults(found.messages)
        for book in borrowed(package):
            faults += book.faults(())
    for fault in faults:
        click.echo(fault, err=True)
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    cli()
