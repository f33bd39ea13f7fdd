"""The zoo keeps the laws honest: every broken game fails for its own law first."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from zoo import ANIMALS, Sound
from zoo.playing import LostCard
from zoo.sealed import Claimed, Offered, Sealed
from zoo.secrets import Mirror

from cardcore import Record
from cardcore.testing import GameConformance
from cardcore.testing.cases import Case, cases
from cardcore.testing.checking import Failure, check, check_all
from cardcore.testing.laws import ALL, secrecy


class TestSound(GameConformance):
    """What all animals are made of is sound."""

    game = Sound()


class TestSealed(GameConformance):
    """Bids that are laid face down and later shown are no leak."""

    game = Sealed()
    seeds = (1,)


class TestOffered(GameConformance):
    """Bids without cards that are later told are no leak."""

    game = Offered()
    seeds = (1,)


class TestClaimed(GameConformance):
    """Several cards that are laid face down, of which some are shown, are no leak."""

    game = Claimed()
    seeds = (1,)


def some_cases(game: Sound) -> list[Case]:
    """Of all cases a few: two and three players, each way of collecting."""
    wanted = [(2, "in_order"), (3, "race"), (3, "everyone"), (3, "in_order")]
    found = cases(game, seeds=game.seeds, longest=1000, tells=game.tells)
    return [case for case in found if (case.players, case.collect) in wanted]


def failures(game: Sound) -> list[Failure]:
    results = check_all(ALL, some_cases(game), patience=0.2)
    return [result.failure for result in results if result.failure is not None]


def test_the_zoo_is_big_enough() -> None:
    assert len(ANIMALS) >= 20
    assert len({animal.__name__ for animal in ANIMALS}) == len(ANIMALS)


def test_every_law_has_an_animal_of_its_own() -> None:
    assert {animal.breaks[0] for animal in ANIMALS} == {law.name for law in ALL}


BROKEN = """
from cardcore.testing import GameConformance
from zoo.secrets import Mirror

class TestMirror(GameConformance):
    game = Mirror()
    seeds = (1,)
    departs = {"rules text": "only a test"}
"""


def test_pytest_tells_the_law_the_moves_and_the_record(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text(BROKEN)
    command = [sys.executable, "-m", "pytest", "-p", "cardcore.testing.plugin", "-rs"]
    if any(entry.name == "cardcore" for entry in entry_points(group="pytest11")):
        command[4] = "cardcore"
    command += ["--cardcore-thorough", "-k", "(leak and 2p-in_order) or rules_text"]
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [*command, "test_broken.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "the law “no leak” is broken: matches that differ only" in done.stdout
    assert "in: sound, 2p-in_order-seed1" in done.stdout
    assert "departs: only a test" in done.stdout
    saved = re.findall(r"record: (\S+\.jsonl)$", done.stdout, re.M)
    assert saved
    match = Record.load(saved[0]).replay(game=Mirror())
    assert f"after {sum(who >= 0 for who, _ in match.log)} moves" in done.stdout


def test_a_failure_is_made_short() -> None:
    (case, *_) = cases(Mirror(), seeds=(1,))
    law = next(law for law in ALL if law.name == "no leak")
    failure = check(law, case)
    assert failure is not None
    assert len(failure.moves) <= 2
    assert check(law, case) == failure, "it is told otherwise at another run"


def test_the_same_choice_again_and_again_may_be_shortest() -> None:
    failure = failures(LostCard())[0]
    assert len(failure.moves) == 3


def test_pairs_of_worlds_that_do_not_differ_show_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrecy, "altered", lambda played, steps, rng: played.order)
    (case, *_) = cases(Sound(), seeds=(1,))
    law = next(law for law in ALL if law.name == "no leak")
    failure = check(law, case, patience=0.1)
    assert failure is not None
    assert "pairs really differed: this shows little" in failure.message


@pytest.mark.parametrize("animal", ANIMALS, ids=lambda animal: animal.__name__)
def test_a_fault_is_found(animal: type[Sound]) -> None:
    found = failures(animal())
    broken = tuple(failure.law.name for failure in found)
    assert (broken[:1] if animal.wavers else broken) == animal.breaks
    assert animal.says in found[0].message
    assert found[0].law.remedy in str(found[0])
