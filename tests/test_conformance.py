"""The games that come along and the small ones keep the laws that all games keep."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
import small_games

import cardcore
from cardcore import HouseRule
from cardcore.testing import GameConformance
from cardcore.testing.cases import Case
from cardcore.testing.checking import Failure, check_all
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
    seeds = (1,)
    departs = NO_PAGE

    def test_of_an_author_takes_cases_as_the_laws_do(self, case: Case) -> None:
        assert case in self.cases()


class TestPassing(GameConformance):
    game = small_games.Passing()
    departs = NO_PAGE


class TestElimination(GameConformance):
    game = small_games.Elimination()
    seeds = (1,)
    departs = NO_PAGE


class TestSwap(GameConformance):
    game = small_games.SwapGame()
    seeds = (1,)
    tells = {"bids"}
    departs = NO_PAGE


def held_to(rule: HouseRule) -> list[Failure]:
    """What fails in matches of Zeus for three with a house rule."""

    class WithRule(GameConformance):
        game = cardcore.game("zeus")
        seeds = (1,)
        house_rules = ((rule,),)

    found = [case for case in WithRule.cases() if case.players == 3 and not case.preset]
    with_rule = [case for case in found if case.house_rules]
    assert len(with_rule) * 2 == len(found)
    assert rule.name in str(with_rule[0])
    results = check_all(ALL, with_rule, patience=0.1)
    return [result.failure for result in results if result.failure is not None]


@pytest.mark.parametrize("name", ["quick-hundred", "no-twin-gods", "slip-under"])
def test_the_house_rules_of_the_examples_keep_the_laws(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(PAGE.parent.parent / "examples" / "zeus_house_rules"))
    package = import_module("zeus_house_rules")
    (rule,) = (rule for rule in package.cardcore_house_rules() if rule.name == name)
    assert held_to(rule) == []


class Failing(HouseRule):
    name = "failing"

    def move_played(self, table: object, seat: int, move: object) -> None:
        raise KeyError(seat)


def test_a_house_rule_that_fails_is_told() -> None:
    (failure, *_) = held_to(Failing())
    assert failure.law.name == "rules do not fail"
    assert "a house rule failed" in failure.message
    assert "KeyError" in failure.message


@pytest.mark.parametrize("law", ALL, ids=str)
def test_every_law_is_documented(law: Law) -> None:
    assert f"| `{law.name}` | {law.demands} |" in PAGE.read_text("utf-8")
    assert law.remedy


def test_a_departure_names_a_law_and_a_reason() -> None:
    with pytest.raises(TypeError, match="no law 'nonsense'"):
        type("Wrong", (GameConformance,), {"departs": {"nonsense": "it is"}})
    with pytest.raises(TypeError, match="say why"):
        type("Wrong", (GameConformance,), {"departs": {"rules text": " "}})
