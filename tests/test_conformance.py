"""The games that come along and the small ones keep the laws that all games keep."""

from __future__ import annotations

import small_games

import cardcore
from cardcore.testing import GameConformance

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
