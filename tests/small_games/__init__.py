"""Four small games in the public API alone, each proving parts of the engine."""

from small_games.elimination import Elimination
from small_games.nope import NopeGame
from small_games.passing import Passing
from small_games.swap import SwapGame

__all__ = ["Elimination", "NopeGame", "Passing", "SwapGame"]
