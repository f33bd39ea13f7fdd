"""Tools for those who test a game: positions set up by hand."""

from cardcore.testing.positions import position

__all__ = ["position"]
