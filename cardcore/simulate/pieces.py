"""A piece of a plan: matches that one worker plays in one go, and what they came to."""

from __future__ import annotations

import time
from collections.abc import Sequence

import attrs

from cardcore.simulate.plan import Plan
from cardcore.simulate.playing import Failure, Job, Outcome, play
from cardcore.simulate.rating import Ranks
from cardcore.simulate.sending import Packed
from cardcore.simulate.tally import Tally


@attrs.frozen
class Piece:
    """The matches from number `start` to `stop`."""

    start: int
    stop: int


@attrs.frozen
class Part:
    """What a piece came to: sums, places in the order of numbers, and records, if they are kept."""

    piece: Piece
    tally: Tally
    ranks: tuple[Ranks, ...]
    records: tuple[tuple[int, str], ...]
    seconds: float


def play_piece(job: Job | Packed, plan: Plan, piece: Piece) -> Part:
    """Play the matches of a piece, anywhere."""
    if isinstance(job, Packed):
        job = job.open()
    began = time.perf_counter()
    results = [play(job, plan.place(number)) for number in range(piece.start, piece.stop)]
    return as_part(job, piece, results, time.perf_counter() - began)


def as_part(job: Job, piece: Piece, results: Sequence[Outcome | Failure], seconds: float) -> Part:
    """What these results come to."""
    tally = Tally.empty(len(job.bots), job.players)
    tally.count(results)
    return Part(
        piece,
        tally,
        tuple(
            (one.place.seats, one.places, one.teams) for one in results if isinstance(one, Outcome)
        ),
        tuple((one.number, one.record) for one in results if job.keep and one.record),
        seconds,
    )


class Pieces:
    """Cuts a plan into pieces of about `SECONDS`: few enough to be sent cheaply.

    The first are small; `learn` tells how long others have taken. Towards the end they become
    smaller again, so that no worker waits for the last one.
    """

    SECONDS = 0.5
    MOST = 5_000

    def __init__(self, plan: Plan, workers: int) -> None:
        self._plan = plan
        self._workers = workers
        self._next = 0
        self._seconds = 0.0
        self._matches = 0

    def __iter__(self) -> Pieces:
        return self

    def __next__(self) -> Piece:
        if self._next >= self._plan.total:
            raise StopIteration
        stop = self._plan.cut(self._next, self._size())
        piece = Piece(self._next, stop)
        self._next = stop
        return piece

    def learn(self, part: Part) -> None:
        """Count how long a piece has taken."""
        self._seconds += part.seconds
        self._matches += part.piece.stop - part.piece.start

    def _size(self) -> int:
        if not self._seconds:
            return 1
        size = int(self.SECONDS * self._matches / self._seconds)
        left = self._plan.total - self._next
        return min(size, left // (2 * self._workers), self.MOST)
