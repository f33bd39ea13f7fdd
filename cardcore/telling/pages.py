"""The sentences of a web page: what its modules hand to `t("…")`, to be put into a language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

_SENTENCE = re.compile(r"""\bt\(\s*("(?:[^"\\\n]|\\.)*")""")


def sentences(folder: Path) -> Iterator[tuple[str, Path, int]]:
    """Every sentence in the JavaScript modules of a folder, with its file and line."""
    for module in sorted(folder.rglob("*.js")):
        source = module.read_text(encoding="utf-8")
        for found in _SENTENCE.finditer(source):
            line = source.count("\n", 0, found.start()) + 1
            yield json.loads(found[1]), module, line
