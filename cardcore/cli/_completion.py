"""What a shell is told when somebody presses the tabulator, beyond what click does by itself."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from click.shell_completion import BashComplete, CompletionItem, add_completion_class

Found = Callable[..., "list[CompletionItem]"]


def quietly(complete: Callable[..., Iterable[CompletionItem]]) -> Found:
    """Complete nothing where looking for it fails: a broken plugin, a folder that is not ours."""

    @functools.wraps(complete)
    def found(*args: Any) -> list[CompletionItem]:
        try:
            return list(complete(*args))
        except Exception:
            return []

    return found


class Bash(BashComplete):
    """Bash takes "1=random" for three words: they are put together, and the last is completed."""

    name = "bash"
    kept = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is being typed, and that one."""
        args, incomplete = super().get_completion_args()
        *before, last = joined([*args, incomplete])
        value = last.partition("=")[2] if last.startswith("-") else last
        self.kept = value.rpartition("=")[0] + "=" if "=" in value else ""
        return before, last

    def format_completion(self, item: CompletionItem) -> str:
        """A completion, without what bash keeps of the word."""
        return f"{item.type},{item.value.removeprefix(self.kept)}"


def joined(words: Sequence[str]) -> list[str]:
    """Words with those put together that an equals sign parts."""
    whole: list[str] = []
    for before, word in zip(["", *words], words, strict=False):
        if whole and (word == "=" or before == "="):
            whole[-1] += word
        else:
            whole.append(word)
    return whole


def use() -> None:
    """Have click complete for bash as it is done here."""
    add_completion_class(Bash)
