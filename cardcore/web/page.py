"""The page: its files, and the sentences in them that are to be translated."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardcore.languages import languages, translator

STATIC = Path(__file__).parent / "static"
_SENTENCE = re.compile(r"""\bt\(\s*("(?:[^"\\\n]|\\.)*")""")


def words(language: str) -> dict[str, Any]:
    """Every sentence of the page in a language, and the languages there are."""
    translate = translator(language)
    return {
        "lang": language,
        "languages": languages(),
        "words": {sentence: translate(sentence) for sentence in sentences()},
    }


@lru_cache(1)
def sentences() -> tuple[str, ...]:
    """The sentences of the page: what its modules hand to `t("…")`."""
    found: dict[str, None] = {}
    for module in sorted(STATIC.rglob("*.js")):
        for literal in _SENTENCE.findall(module.read_text(encoding="utf-8")):
            found[json.loads(literal)] = None
    return tuple(found)
