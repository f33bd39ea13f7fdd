"""Failures are made short by hypothesis, and are never lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import perf_counter

import pytest
from zoo.playing import Crash, HalfPoints
from zoo.secrets import OnlyForHolders

from cardcore.testing.cases import cases, choose
from cardcore.testing.checking import check
from cardcore.testing.laws import ALL
from cardcore.testing.shrinking import plain, shorten

FAULT = ValueError("a seven and then a three")


def seven_and_three(choices: Sequence[int]) -> Exception | None:
    """A fault that hangs on two choices, whatever stands between them."""
    for place, number in enumerate(choices):
        if number % 10 >= 7 and any(other % 10 >= 3 for other in choices[place + 1 :]):
            return FAULT
    return None


def long_failure(seed: int) -> list[int]:
    """One in the middle of many choices that do not matter."""
    rng = Random(seed)
    before, after = ([rng.randrange(3) + 10 for _ in range(rng.randrange(40))] for _ in range(2))
    return [*before, 4_000_000_007, *before[:9], 93, *after]


@pytest.mark.parametrize("seed", range(5))
def test_what_does_not_matter_is_left_out(seed: int) -> None:
    best = shorten(seven_and_three, long_failure(seed), FAULT, patience=60)
    assert best.choices == [7, 3]
    assert (best.error, best.missing) == (FAULT, None)


def test_another_error_is_another_failure() -> None:
    def seen(choices: Sequence[int]) -> Exception | None:
        return seven_and_three(choices) if len(choices) > 5 else KeyError("other")

    assert len(shorten(seen, long_failure(1), FAULT, patience=60).choices) == 6


def test_a_failure_that_is_not_seen_again_is_not_lost() -> None:
    known = long_failure(1)
    assert shorten(lambda choices: None, known, FAULT, patience=60).choices == known


@pytest.mark.parametrize("seed", range(5))
def test_a_failure_that_wavers_is_not_lost(seed: int) -> None:
    rng = Random(seed)

    def seen(choices: Sequence[int]) -> Exception | None:
        return seven_and_three(choices) if rng.random() < 0.5 else None

    best = shorten(seen, long_failure(seed), FAULT, patience=3)
    assert seven_and_three(best.choices) is FAULT


def test_what_is_found_when_the_time_is_over_is_told() -> None:
    known, began, calls = long_failure(2), perf_counter(), 0

    def seen(choices: Sequence[int]) -> Exception | None:
        nonlocal calls
        calls += 1
        while perf_counter() < began + calls * 0.05:
            pass
        return seven_and_three(choices)

    best = shorten(seen, known, FAULT, patience=0.5)
    assert calls <= 12
    assert seven_and_three(best.choices) is FAULT
    assert len(best.choices) < len(known)


def test_ctrl_c_ends_it() -> None:
    def seen(choices: Sequence[int]) -> Exception | None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shorten(seen, long_failure(1), FAULT, patience=60)


@pytest.mark.parametrize("profile", [{}, {"CI": "true"}])
def test_nothing_is_written_and_it_is_the_same_at_every_run(
    profile: dict[str, str], tmp_path: Path
) -> None:
    """In CI hypothesis has other settings by default, and no database."""
    code = (
        "from test_shrinking import *\n"
        "print(shorten(seven_and_three, long_failure(3), FAULT, patience=60).choices)"
    )
    env = {"PYTHONPATH": ":".join([str(Path(__file__).parent), *sys.path]), **profile}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("[7, 3]\n", "")
    assert list(tmp_path.iterdir()) == []


def test_small_numbers_make_the_same_moves() -> None:
    (case, *_) = cases(HalfPoints(), seeds=(1,), longest=50)
    big = case.choices()
    small = plain(case, big)
    one, other = case.match(), case.match()
    for number, same in zip(big, small, strict=False):
        assert same <= number
        assert choose(one, number) == choose(other, same)
        try:
            one.play(*choose(one, number))
        except Exception:
            break
        other.play(*choose(other, same))


def test_an_error_in_a_move_is_told_up_to_that_move() -> None:
    (case, *_) = cases(Crash(), seeds=(1,))
    law = next(law for law in ALL if law.name == "rules do not fail")
    failure = check(law, case)
    assert failure is not None
    assert len(failure.moves) == 6, "the seventh raises the error"


def test_a_failure_that_shows_in_what_comes_later_is_made_short_too() -> None:
    """It was told with all moves until it was noticed, for up to there all seems well."""
    found = cases(OnlyForHolders(), seeds=(1, 2), tells=OnlyForHolders.tells)
    (case, *_) = (case for case in found if (case.players, case.collect) == (3, "race"))
    law = next(law for law in ALL if law.name == "no leak")
    failure = check(law, case)
    assert failure is not None
    assert failure.choices
    assert max(failure.choices) < 100


def test_without_hypothesis_a_failure_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "cardcore.testing.by_hypothesis", raising=False)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    (case, *_) = cases(Crash(), seeds=(1,))
    law = next(law for law in ALL if law.name == "rules do not fail")
    failure = check(law, case)
    assert failure is not None
    assert failure.moves
    assert (
        "not made shorter: hypothesis is not installed; it comes with: "
        "pip install 'cardcore[testing]'" in str(failure)
    )
