"""What can go wrong with the libraries of an extra once they are there."""

from __future__ import annotations

from cardcore.errors import CardcoreError


class Unreachable(CardcoreError, ConnectionError):
    """Workers that cannot be reached, or are there no more."""
