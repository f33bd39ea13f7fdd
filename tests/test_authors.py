"""What an author has got wrong is told at once, with what would have been right."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from test_plugins import GAME, HOOK

import cardcore
from cardcore import IllegalMove, Match, Move, Plugins
from cardcore.scratch import game_from_file

BRINGS = HOOK + GAME + "@hookimpl\ndef cardcore_games():\n    return [Flip()]\n"


def told(tmp_path: Path, old: str, new: str) -> str:
    """What is told of a game in which something is written otherwise."""
    assert old in BRINGS
    file = tmp_path / "authors_flip.py"
    file.write_text(BRINGS.replace(old, new))
    with pytest.raises(cardcore.CardcoreError) as caught:
        game_from_file(str(file), Plugins(entries=[]))
    return str(caught.value)


@pytest.mark.parametrize("decorator", ["", "@attrs.define\n"])
def test_a_move_is_decorated_as_frozen(decorator: str, tmp_path: Path) -> None:
    reason = told(tmp_path, "@attrs.frozen\nclass Turn", f"{decorator}class Turn")
    assert "class Turn must be decorated with @attrs.frozen" in reason


def test_a_move_that_is_not_decorated_cannot_be_made() -> None:
    class Peek(Move):
        card: cardcore.Card

    with pytest.raises(TypeError, match=r"class Peek must be decorated with @attrs\.frozen"):
        Peek(cardcore.Card("7"))  # type: ignore[arg-type, unused-ignore]


def test_a_table_is_decorated(tmp_path: Path) -> None:
    reason = told(tmp_path, "@attrs.define\nclass FlipTable", "class FlipTable")
    assert "decorate FlipTable with @attrs.define" in reason


def test_options_are_decorated(tmp_path: Path) -> None:
    options = "class Options:\n        limit: int = 5\n    def cards("
    assert "decorate Flip.Options with @attrs.frozen" in told(tmp_path, "def cards(", options)


def test_a_method_that_every_game_has_is_missed_by_its_name(tmp_path: Path) -> None:
    reason = told(tmp_path, "def points(", "def point(")
    assert "Flip needs the method points; point looks like it" in reason
    assert "Flip needs the method play" in told(tmp_path, "def play(", "def carry_out(")


def test_a_field_does_not_bear_the_name_of_something_that_every_table_has(tmp_path: Path) -> None:
    reason = told(tmp_path, "turned: int = 0", "turned: int = 0\n    turn: int = 0")
    assert "FlipTable.turn would hide Table.turn: name it otherwise" in reason


RULE = """
from cardcore import HouseRule, hookimpl

class Harsh(HouseRule):
    name = "harsh"
    def deal_scord(self, table, points):
        return self.scored_deal(points)
    def scored_deal(self, points):
        return points

@hookimpl
def cardcore_house_rules():
    return [Harsh()]
"""


def test_a_misspelt_method_of_a_house_rule_is_told_by_its_right_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "authors_rule.py").write_text(dedent(RULE))
    monkeypatch.syspath_prepend(tmp_path)
    import authors_rule  # type: ignore[import-not-found]

    plugin = Plugins(entries=[]).register(authors_rule, "harsh")
    sys.modules.pop("authors_rule")
    assert plugin.house_rules == ["harsh"]
    assert [str(problem) for problem in plugin.problems] == [
        "nobody calls Harsh.deal_scord; did you mean 'deal_scored'?"
    ]


# -- moves that are badly built -------------------------------------------------------------------


def kinds_of(game: str) -> list[type[Move]]:
    return [kind for kind in cardcore.game(game).move_types() if kind.fields()]


BAD: tuple[Any, ...] = (None, 7, "7", (None,), ("7",), object())


@pytest.mark.parametrize("name", ["odin", "zeus"])
def test_a_badly_built_move_is_refused_with_a_reason(name: str) -> None:
    match: Match[Any] = cardcore.game(name).match(3, seed=1)
    seat = match.to_act[0]
    built = 0
    for kind in kinds_of(name):
        for value in BAD:
            try:
                move = kind(*[value for _ in kind.fields()])
            except (TypeError, AttributeError):
                continue  # cannot even be made
            built += 1
            reason = str(match.why_not(seat, move))
            assert "is no move of this game: " in reason, move
            assert f"{kind.fields()[0]} cannot be " in reason
            with pytest.raises(IllegalMove, match="is no move of this game"):
                match.play(seat, move)
    assert built


def test_a_move_of_another_game_is_no_move_of_this_one() -> None:
    match: Match[Any] = cardcore.game("odin").match(3, seed=1)
    other = cardcore.game("zeus").match(3, seed=1)
    (seat,), move = match.to_act, other.moves(other.to_act[0])[0]
    assert str(match.why_not(seat, move)) == f"“{move}” is no move of this game"
