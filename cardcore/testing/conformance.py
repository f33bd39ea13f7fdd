"""`GameConformance`: the laws as tests of pytest, for one game a class."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest

from cardcore.game import Game
from cardcore.testing.cases import LONGEST, Case, Presets, RuleSets, cases, with_close_ones
from cardcore.testing.checking import Failure, check, check_game
from cardcore.testing.laws import ALL, Law

THOROUGH = "--cardcore-thorough"
SEEDS = {False: (1, 2), True: (1, 2, 3)}
"""The seeds of the matches, ordinarily and with `--cardcore-thorough`."""


class GameConformance:
    """Holds a game to the laws: subclass it, name the game, and pytest does the rest.

    Each law is a test, run for every number of players, preset and way of collecting claims.
    `game` is the game, `presets` further options to try by a name of your own, `longest` how many
    moves a match takes at most, `tells` the kinds of the game's own events that tell what was
    secret, `house_rules` lists of house rules to try too, as objects or by name. `departs` names
    laws that the game does not keep, each with its reason.

    Example:

        class TestOdin(GameConformance):
            game = Odin()
            departs = {"rules text": "a throw-away game"}
    """

    game: ClassVar[Game[Any]]
    presets: ClassVar[Presets] = {}
    seeds: ClassVar[tuple[int, ...]] = ()
    longest: ClassVar[int] = LONGEST
    tells: ClassVar[frozenset[str] | set[str] | None] = None
    house_rules: ClassVar[RuleSets] = ()
    departs: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        known = [law.name for law in ALL]
        for name, reason in cls.departs.items():
            if name not in known:
                raise TypeError(f"{cls.__name__}.departs: no law {name!r}; there are: {known}")
            if not reason.strip():
                raise TypeError(f"{cls.__name__}.departs: say why {name!r} is not kept")

    @classmethod
    def cases(cls, *, thorough: bool = False) -> list[Case]:
        """What the game is tried on."""
        return with_close_ones(cases(cls.game, seeds=cls.seeds or SEEDS[thorough], **cls.wishes()))

    @classmethod
    def wishes(cls) -> dict[str, Any]:
        """What the class says of its cases, as arguments of `cardcore.testing.cases.cases`."""
        return {
            "presets": cls.presets,
            "longest": cls.longest,
            "tells": None if cls.tells is None else frozenset(cls.tells),
            "house_rules": ((), *cls.house_rules),
        }

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        """Each law that looks at matches is tried in every case, and a test of the author's own."""
        if "case" in metafunc.fixturenames:
            law: Law | None = getattr(metafunc.function, "law", None)
            departs = law is not None and law.name in cls.departs
            found = [] if departs else cls.cases(thorough=_thorough(metafunc))
            metafunc.parametrize("case", found or [None], ids=lambda case: str(case or "departs"))


def _thorough(there: Any) -> bool:
    return bool(there.config.getoption(THOROUGH, default=False))


def _fail(failure: Failure, request: pytest.FixtureRequest) -> None:
    __tracebackhide__ = True
    text = str(failure)
    if failure.record is not None and hasattr(request.config, "cache"):
        name = hashlib.sha256("".join(failure.record.lines()).encode()).hexdigest()[:12]
        folder = Path(request.config.cache.mkdir("cardcore"))
        failure.record.save(folder / f"{name}.jsonl")
        text += f"\n  record: {folder / name}.jsonl"
    pytest.fail(text, pytrace=False)


def _test_of(law: Law) -> Callable[..., None]:
    def keeps(self: GameConformance, request: pytest.FixtureRequest) -> None:
        __tracebackhide__ = True
        if law.name in self.departs:
            pytest.skip(f"departs: {self.departs[law.name]}")
        failure = check_game(law, self.cases(thorough=_thorough(request)))
        if failure is not None:
            _fail(failure, request)

    def keeps_in(self: GameConformance, request: pytest.FixtureRequest, case: Case | None) -> None:
        __tracebackhide__ = True
        if case is None:
            pytest.skip(f"departs: {self.departs.get(law.name, 'no options fit')}")
        failure = check(law, case, every=_thorough(request))
        if failure is not None:
            _fail(failure, request)

    test = keeps if law.scope == "game" else keeps_in
    test.__name__ = f"test_{law.word}"
    test.__doc__ = f"{law.demands[0].upper()}{law.demands[1:]}."
    test.__dict__["law"] = law
    return test


for _law in ALL:
    setattr(GameConformance, f"test_{_law.word}", _test_of(_law))
