"""The games that come along and the small ones keep the laws that all games keep."""

from __future__ import annotations

from pathlib import Path

import pytest
import small_games

import cardcore
from cardcore.testing import GameConformance
from cardcore.testing.laws import ALL, Law

PAGE = Path(__file__).parent.parent / "docs" / "checking.md"

NO_PAGE = {"rules text": "it serves tests alone, and nobody reads its rules"}


class TestZeus(GameConformance):
    game = cardcore.game("zeus")
    presets = {
        "strict": {"draw": "strict", "letters": 3},
        "lenient": {"draw": "lenient", "letters": 3},
    }
    seeds = (1,)


class TestOdin(GameConformance):
    game = cardcore.game("odin")
    presets = {
        "goat": {"goat": True, "removed_colours": 2, "limit": 10},
        "quick": {"auto_pass": True, "next_starter": "last_in_turn", "limit": 10},
    }
    seeds = (1,)


class TestNope(GameConformance):
    game = small_games.NopeGame()
    departs = NO_PAGE


class TestPassing(GameConformance):
    game = small_games.Passing()
    departs = NO_PAGE


class TestElimination(GameConformance):
    game = small_games.Elimination()
    departs = NO_PAGE


class TestSwap(GameConformance):
    game = small_games.SwapGame()
    tells = {"bids"}
    departs = NO_PAGE


@pytest.mark.parametrize("law", ALL, ids=str)
def test_every_law_is_documented(law: Law) -> None:
    assert f"| `{law.name}` | {law.demands} |" in PAGE.read_text("utf-8")
    assert law.remedy


def test_a_departure_names_a_law_and_a_reason() -> None:
    with pytest.raises(TypeError, match="no law 'nonsense'"):
        type("Wrong", (GameConformance,), {"departs": {"nonsense": "it is"}})
    with pytest.raises(TypeError, match="say why"):
        type("Wrong", (GameConformance,), {"departs": {"rules text": " "}})
