"""The page: its files, and the sentences in them that are to be translated."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from cardcore.languages import languages, translator
from cardcore.telling.pages import sentences

STATIC = Path(__file__).parent / "static"


@lru_cache(1)
def index() -> str:
    """The page's frame, which asks for all modules at once: each import alone is a way there and
    back.
    """
    modules = sorted(path.name for path in STATIC.glob("*.js"))
    links = [f'<link rel="modulepreload" href="/static/{name}">\n' for name in modules]
    frame = (STATIC / "index.html").read_text(encoding="utf-8")
    return frame.replace("<script ", f"{''.join(links)}<script ", 1)


def words(language: str) -> dict[str, Any]:
    """Every sentence of the page in a language, and the languages there are."""
    translate = translator(language)
    return {
        "lang": language,
        "languages": languages(),
        "words": {sentence: translate(sentence) for sentence in _sentences()},
    }


@lru_cache(1)
def _sentences() -> tuple[str, ...]:
    return tuple(dict.fromkeys(sentence for sentence, *_ in sentences(STATIC)))
