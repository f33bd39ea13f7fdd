"""Beginning a game of one's own: a package that is installable, playable and tested at once."""

from cardcore.authoring.new import begin_game

__all__ = ["begin_game"]
