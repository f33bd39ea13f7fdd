"""Libraries that come with an extra, imported when they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from cardcore.errors import CardcoreError


class MissingExtra(CardcoreError, ImportError):
    """A library that is not installed; the message names the extra that brings it."""


def needs(module: str, extra: str) -> Any:
    """A module of a library. Raises `MissingExtra`, which says how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtra(
            "{library} is not installed; it comes with: pip install 'cardcore[{extra}]'",
            library=(error.name or module).partition(".")[0],
            extra=extra,
        ) from error
