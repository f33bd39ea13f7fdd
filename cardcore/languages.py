"""Languages: which one a person reads, and the translations that packages bring for it.

A package has its translations beside its modules, as gettext keeps them:
`locale/es/LC_MESSAGES/NAME.mo`, where NAME is the package's own. English is what the code says.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator, Mapping
from gettext import NullTranslations, translation
from pathlib import Path

from cardcore.texts import Translate

CORE = "cardcore"
SOURCE = "en"
"""The language that the code speaks itself."""


def preferred(environ: Mapping[str, str] = os.environ) -> str:
    """The language of a person's surroundings, such as "es" or "es_MX"; English where none is set.

    It is read where gettext reads it: LANGUAGE, LC_ALL, LC_MESSAGES, LANG, the first that is set.
    Of several in LANGUAGE it is the first that the core speaks, if it speaks one.
    """
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = [normal(one) for one in environ.get(name, "").split(":") if one]
        if wanted:
            known = (one for one in wanted if one.partition("_")[0] in languages())
            return next(known, wanted[0])
    return SOURCE


def normal(language: str) -> str:
    """A language as gettext writes it: "es", "es_MX" for "ES-mx" or "es_MX.UTF-8"."""
    language = language.partition(".")[0].partition("@")[0]
    code, _, country = language.replace("-", "_").partition("_")
    if code in ("C", "POSIX"):
        return SOURCE
    return f"{code.lower()}_{country.upper()}" if country else code.lower()


def languages(package: str = CORE) -> list[str]:
    """The languages that a package speaks: English, and those it has translations for."""
    folder = _folder(package)
    found = [] if folder is None else folder.glob(f"*/LC_MESSAGES/{package}.mo")
    return sorted({SOURCE, *(path.parts[-3] for path in found)})


def translator(language: str, *speakers: object) -> Translate:
    """What puts a template into a language: the first of `speakers` that knows it, then the core.

    Speakers are packages by name, or objects such as games and house rules, which stand for the
    package of their class and those around it. What nobody has translated stays English.
    """
    names = [name for speaker in speakers for name in _homes(speaker)]
    chain = NullTranslations()
    for name in dict.fromkeys([*names, CORE]):
        known = _catalog(name, normal(language))
        if known is not None:
            chain.add_fallback(known)
    return chain.gettext


def _homes(speaker: object) -> Iterator[str]:
    """The packages that a speaker may have its translations in, the innermost first."""
    name = speaker if isinstance(speaker, str) else package_of(type(speaker))
    while name:
        yield name
        name = name.rpartition(".")[0]


def package_of(kind: type[object]) -> str:
    """The package that a class belongs to, or its module where it stands alone."""
    module = kind.__module__
    return getattr(sys.modules.get(module), "__package__", "") or module


def _catalog(package: str, language: str) -> NullTranslations | None:
    """The translations of a package alone; None where it has none, or none that can be read."""
    folder = _folder(package)
    if folder is None or language.partition("_")[0] == SOURCE:
        return None
    try:
        return translation(package, folder, [language])
    except (OSError, ValueError, LookupError, struct.error):
        return None


def _folder(package: str) -> Path | None:
    file = getattr(sys.modules.get(package), "__file__", None)
    return Path(file).parent / "locale" if file else None
