"""Shrinking by hypothesis, which is given the failure that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.database import ExampleDatabase, choices_to_bytes

MOST = 2**32 - 1
"""No choice is greater."""


class Known(ExampleDatabase):
    """What hypothesis remembers of earlier runs: the failure that is known, and nothing else."""

    def __init__(self, choices: Sequence[int]) -> None:
        super().__init__()
        self.choices = choices

    def fetch(self, key: bytes) -> Iterable[bytes]:
        """The failure as hypothesis writes a list, with an end too many, for what fits exactly
        is taken to be shrunk already.
        """
        parts = [part for number in self.choices for part in (True, number)]
        yield choices_to_bytes([*parts, False, False])

    def save(self, key: bytes, value: bytes) -> None:
        """Keep nothing: the caller remembers."""

    def delete(self, key: bytes, value: bytes) -> None:
        """Forget nothing."""


def shrink(choices: Sequence[int], fails: Callable[[list[int]], bool]) -> None:
    """Have `fails` called with ever shorter and plainer choices; whoever gives it remembers them.

    It comes to the same at every run. A game that wavers ends it early.
    """

    @settings(
        database=Known(list(choices)),
        phases=(Phase.reuse, Phase.shrink),
        backend="hypothesis",
        deadline=None,
        derandomize=False,
        report_multiple_bugs=False,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    @seed(0)  # below the settings, for by itself it switches the database off
    @given(st.lists(st.integers(0, MOST)))
    def holds(tried: list[int]) -> None:
        assert not fails(tried)

    try:
        holds()
    except Exception:  # the shortest failure, which is known by now, or a game that wavers
        return
