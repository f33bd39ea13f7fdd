"""Chance: the same seed is the same match, whatever else differs."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from cardcore.testing.cases import Case, choose
from cardcore.testing.laws._law import Broken, Law, _, same, whole

STEPS = 60
"""So many choices of each match are played in other processes."""
CLOCKS = ("time", "monotonic", "perf_counter", "time_ns", "monotonic_ns", "perf_counter_ns")


@contextlib.contextmanager
def other_surroundings(number: int) -> Iterator[None]:
    """Within, the global generator is seeded by `number`, and the clocks go wrong by as much."""
    state, clocks = random.getstate(), {name: getattr(time, name) for name in CLOCKS}
    random.seed(number)

    def wrong(clock: Callable[[], Any]) -> Callable[[], Any]:
        return lambda: clock() * (number + 2) + number

    try:
        for name, clock in clocks.items():
            setattr(time, name, wrong(clock))
        yield
    finally:
        for name, clock in clocks.items():
            setattr(time, name, clock)
        random.setstate(state)


def same_seed(case: Case, choices: Sequence[int]) -> None:
    """Two matches with one seed are equal after each choice, in surroundings that differ."""
    with other_surroundings(1):
        one = case.match()
    with other_surroundings(4242):
        two = case.match()
    for number, choice in enumerate([None, *choices]):
        if choice is not None:
            if one.over or two.over:
                break
            with other_surroundings(number):
                first = one.play(*choose(one, choice))
            with other_surroundings(number + 99):
                second = two.play(*choose(two, choice))
            if first == second and one.log[-1] == two.log[-1] and number % 24:
                continue
        try:
            same("the same seed, another match", whole(one), whole(two))
        except Broken as error:
            raise Broken(error.message, after=number, match=one) from None
    same("the same seed, another end", whole(one), whole(two))


def digest(cases: Sequence[Case]) -> str:
    """A hash of the beginnings of some matches, and of what every seat sees of them."""
    summary = sha256()
    for case in cases:
        match = case.match()
        for number in case.choices()[:STEPS]:
            if match.over:
                break
            match.play(*choose(match, number))
        seen = [match.observe(seat).to_dict() for seat in (*match.seats, None)]
        moves = [move.text for seat in match.seats for move in match.moves(seat)]
        summary.update(json.dumps([match.to_dict(), seen, moves]).encode())
    return summary.hexdigest()


def _modules(cases: Sequence[Case]) -> list[tuple[str, str]]:
    """The modules of the games and house rules, each with the file it came from."""
    given = [thing for case in cases for thing in (case.game, *case.house_rules)]
    kinds = {kind for thing in given for kind in type(thing).__mro__ if kind is not object}
    names = {kind.__module__ for kind in kinds}
    files = [(name, getattr(sys.modules.get(name), "__file__", None)) for name in sorted(names)]
    return [(name, file) for name, file in files if file]


def in_other_processes(cases: Sequence[Case]) -> None:
    """The same seeds in processes with other hash seeds. A game that cannot be sent is passed over.

    That is one that is defined inside a function, which no other process can import.
    """
    try:
        sent = pickle.dumps(list(cases))
    except (pickle.PicklingError, AttributeError, TypeError):
        return
    here = digest(cases)
    data = base64.b64encode(pickle.dumps((sys.path, _modules(cases), sent)))
    for hash_seed in ("1", "4242"):
        told = subprocess.run(
            [sys.executable, "-m", "cardcore.testing.laws.chance"],
            input=data,
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONPATH": os.pathsep.join(sys.path),
            },
            capture_output=True,
            check=False,
        )
        if told.returncode != 0:
            last = told.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise Broken(f"another process failed: {''.join(last)}")
        there = told.stdout.decode().split()[-1]
        if there != here:
            raise Broken(
                f"the same seeds gave other matches in a process with PYTHONHASHSEED={hash_seed}"
            )


def _main() -> None:
    """Write the digest of the cases that are sent on the standard input."""
    path, modules, sent = pickle.loads(base64.b64decode(sys.stdin.buffer.read()))
    sys.path[:] = path
    for name, file in modules:
        try:
            __import__(name)
        except ImportError:
            spec = spec_from_file_location(name, file)
            assert spec is not None
            assert spec.loader is not None
            module = sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(module)
    random.seed(5)
    print(digest(pickle.loads(sent)))


_REMEDY = _(
    "take chance from `table.shuffle`, `table.draw` and `table.chance` alone: no `random`, no "
    "clock, no order of a set or of `hash`; keep nothing on the game or in a module"
)

CHANCE_LAWS = (
    Law(
        "same seed",
        _("the same seed gives the same match, with `random` and the clock disturbed"),
        _REMEDY,
        "case",
        same_seed,
    ),
    Law(
        "same seed elsewhere",
        _("the same seed gives the same match in other processes, with other hash seeds"),
        _REMEDY,
        "game",
        in_other_processes,
    ),
)

if __name__ == "__main__":
    _main()
