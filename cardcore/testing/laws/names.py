"""Names: a method that the engine is to call bears the name that it calls."""

from __future__ import annotations

from collections.abc import Sequence

from cardcore.game import Game
from cardcore.misspelt import misspelt
from cardcore.testing.cases import Case
from cardcore.testing.laws._law import Law, _, demand


def names_are_known(cases: Sequence[Case]) -> None:
    """No method that nobody calls is named almost as one that the engine calls."""
    for game in {id(case.game): case.game for case in cases}.values():
        who, found = type(game), misspelt(type(game), Game, ("match", "make_options", "move_types"))
        told = [
            f"nobody calls {who.__name__}.{name}: it is `{near}` that is looked for"
            for name, near in found.items()
        ]
        demand(not told, "; ".join(told))


NAME_LAWS = (
    Law(
        "names of methods",
        _("no method that nobody calls is named almost as one that the engine calls"),
        _("name it as the page about `Game` does, or otherwise altogether"),
        "game",
        names_are_known,
    ),
)
