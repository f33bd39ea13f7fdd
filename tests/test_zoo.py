"""The zoo keeps the laws honest: every broken game fails for its own law first."""

from __future__ import annotations

import pytest
from zoo import ANIMALS, Sound

from cardcore.testing import GameConformance
from cardcore.testing.cases import Case, cases
from cardcore.testing.checking import Failure, check_all
from cardcore.testing.laws import ALL


class TestSound(GameConformance):
    """What all animals are made of is sound."""

    game = Sound()


def some_cases(game: Sound) -> list[Case]:
    """Of all cases a few: two and three players, each way of collecting."""
    wanted = [(2, "in_order"), (3, "race"), (3, "everyone"), (3, "in_order")]
    found = cases(game, seeds=(1, 2), longest=1000, tells=game.tells)
    return [case for case in found if (case.players, case.collect) in wanted]


def failures(game: Sound) -> list[Failure]:
    results = check_all(ALL, some_cases(game), patience=0.2)
    return [result.failure for result in results if result.failure is not None]


def test_the_zoo_is_big_enough() -> None:
    assert len(ANIMALS) >= 20
    assert len({animal.__name__ for animal in ANIMALS}) == len(ANIMALS)


@pytest.mark.parametrize("animal", ANIMALS, ids=lambda animal: animal.__name__)
def test_a_fault_is_found(animal: type[Sound]) -> None:
    found = failures(animal())
    broken = tuple(failure.law.name for failure in found)
    assert (broken[:1] if animal.wavers else broken) == animal.breaks
    assert animal.says in found[0].message
    assert found[0].law.remedy in str(found[0])
