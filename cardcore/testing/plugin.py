"""What cardcore adds to pytest: two options, and a fixture for golden playthroughs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cardcore.testing.playthrough import UPDATE, check, playthrough

if TYPE_CHECKING:
    from cardcore.game import Game

CheckPlaythrough = Callable[..., None]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("cardcore", "card games")
    group.addoption(
        "--cardcore-thorough",
        action="store_true",
        help="try the laws of games with more seeds and at every decision (takes long)",
    )
    group.addoption(
        UPDATE,
        action="store_true",
        help="write the playthroughs of games anew whose version has been raised",
    )


@pytest.fixture
def check_playthrough(request: pytest.FixtureRequest) -> CheckPlaythrough:
    """Holds a match of a game against a file: `check_playthrough(path, game, players=3, seed=1)`.

    Further arguments are those of `cardcore.testing.playthrough.playthrough`.
    """
    update = bool(request.config.getoption(UPDATE))

    def hold(path: Path, game: Game[Any], **match: Any) -> None:
        check(Path(path), playthrough(game, **match), update=update)

    return hold
