"""How what was typed is compared, shortened and shown again."""

from __future__ import annotations

from unicodedata import combining, normalize


def plain(typed: str) -> str:
    """A line as it is compared: in lower case, without accents, with single spaces."""
    letters = normalize("NFD", " ".join(typed.split()).casefold())
    return "".join(sign for sign in letters if not combining(sign))


def begins(typed: str, name: str) -> bool:
    """Whether what was typed is short for a name, word by word: "pl jo" for "play Joker".

    A word with a digit is never short for another one, nor what has one for more words: "1" is not
    the beginning of "10", nor "B6 B3" of "B6 B3 B1".
    """
    words, whole = typed.split(), name.split()
    if any(map(str.isdigit, typed)) and len(words) != len(whole):
        return False
    return 0 < len(words) <= len(whole) and all(
        word == full or (full.startswith(word) and not any(map(str.isdigit, word)))
        for word, full in zip(words, whole, strict=False)
    )


def printable(line: str) -> str:
    """The beginning of a line as it can be shown again."""
    return "".join(sign for sign in line[:40] if sign.isprintable())
