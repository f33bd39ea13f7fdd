"""The page: its files, and the sentences in them that are to be translated."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from cardcore.languages import languages, translator
from cardcore.telling.pages import sentences

STATIC = Path(__file__).parent / "static"


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
