"""What cardcore adds to pytest: `--cardcore-thorough`, for the tests of `GameConformance`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    group = parser.getgroup("cardcore", "card games")
    group.addoption(
        "--cardcore-thorough",
        action="store_true",
        help="try the laws of games with more seeds and at every decision (takes long)",
    )
