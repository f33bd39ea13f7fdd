"""Where matches are played: in this process, in others of this machine, or on a cluster."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

from cardcore.errors import BadOptions, CardcoreError
from cardcore.simulate.extras import Unreachable, needs
from cardcore.simulate.pieces import Part, Piece, Pieces, as_part, play_piece
from cardcore.simulate.plan import Plan
from cardcore.simulate.playing import Failure, Job, Outcome, play
from cardcore.simulate.sending import pack

WAIT = 10
"""So many seconds a cluster has to answer."""
LOSSES = 2
"""So often matches are played again whose workers have died."""


def run(job: Job, plan: Plan, *, jobs: int | None = None, on: str = "") -> Iterator[Part]:
    """Play the matches of a plan; parts come in any order, each once.

    `jobs` is the number of processes: by default one a processor, on a cluster all that it has.
    `on` is "" for this machine, `dask:ADDRESS`, `ray` or `ray:ADDRESS`. Raises `MissingExtra`,
    `BadOptions` for another place, `Unreachable` where a cluster does not answer or workers die.
    """
    if jobs is not None and jobs < 1:
        raise BadOptions("the number of jobs is 1 or more, not {jobs}", jobs=jobs)
    if not on and (jobs or processors()) == 1:
        return _here(job, plan)
    return _elsewhere(job, plan, jobs, on)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _here(job: Job, plan: Plan) -> Iterator[Part]:
    """Play in this process; Ctrl-C loses nothing but the match that it stops."""
    pieces = Pieces(plan, 1)
    for piece in pieces:
        results: list[Outcome | Failure] = []
        began = time.perf_counter()
        try:
            for number in range(piece.start, piece.stop):
                results.append(play(job, plan.place(number)))
        except KeyboardInterrupt:
            seconds = time.perf_counter() - began
            yield as_part(job, Piece(piece.start, piece.start + len(results)), results, seconds)
            raise
        part = as_part(job, piece, results, time.perf_counter() - began)
        pieces.learn(part)
        yield part


def _elsewhere(job: Job, plan: Plan, jobs: int | None, on: str) -> Iterator[Part]:
    joblib = needs("joblib", "simulate")
    packed = pack(job)
    with _place(joblib, on, jobs) as (workers, lost):
        pieces = Pieces(plan, workers)
        todo: Iterator[Piece] = pieces
        for loss in range(LOSSES + 1):
            sent: dict[Piece, None] = {}
            parallel = joblib.Parallel(
                n_jobs=workers,
                return_as="generator_unordered",
                batch_size=1,
                pre_dispatch=2 * workers,
            )
            calls = (
                joblib.delayed(play_piece)(packed, plan, piece) for piece in _noted(todo, sent)
            )
            try:
                with contextlib.closing(parallel(calls)) as parts:
                    for part in parts:
                        pieces.learn(part)
                        del sent[part.piece]
                        yield part
                return
            except lost as error:
                if loss == LOSSES:
                    raise Unreachable(
                        "workers have died {times} times, the last while playing one of the"
                        " matches {start} to {stop}",
                        times=loss + 1,
                        start=min((piece.start for piece in sent), default=0),
                        stop=max((piece.stop for piece in sent), default=1) - 1,
                    ) from error
                todo = _first(list(sent), pieces)


def _noted(pieces: Iterator[Piece], sent: dict[Piece, None]) -> Iterator[Piece]:
    for piece in pieces:
        sent[piece] = None
        yield piece


def _first(again: list[Piece], pieces: Iterator[Piece]) -> Iterator[Piece]:
    yield from again
    yield from pieces


Place = tuple[int, tuple[type[BaseException], ...]]
"""How many workers there are, and what is raised when one of them dies."""


def _place(joblib: Any, on: str, jobs: int | None) -> contextlib.AbstractContextManager[Place]:
    kind, colon, address = on.partition(":")
    if not on:
        return _processes(joblib, jobs or processors())
    if kind == "dask" and address:
        return _dask(joblib, address, jobs)
    if kind == "ray" and bool(colon) == bool(address):
        return _ray(joblib, address, jobs)
    raise BadOptions(
        "matches are played on dask:ADDRESS, ray or ray:ADDRESS, not on {place!r}", place=on[:60]
    )


@contextlib.contextmanager
def _processes(joblib: Any, jobs: int) -> Iterator[Place]:
    died = needs("joblib.externals.loky.process_executor", "simulate").TerminatedWorkerError
    with joblib.parallel_config(backend="loky", initializer=ignore_interrupt):
        yield jobs, (died,)


def ignore_interrupt() -> None:
    """Leave Ctrl-C to the process that has started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextlib.contextmanager
def _dask(joblib: Any, address: str, jobs: int | None) -> Iterator[Place]:
    distributed = needs("distributed", "dask")
    with _reaching(f"dask:{address}"):
        client = distributed.Client(address, timeout=WAIT, set_as_default=False)
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise Unreachable("the cluster {place} has no workers", place=f"dask:{address}")
        with joblib.parallel_config(backend="dask", client=client):
            yield min(workers, jobs or workers), (distributed.scheduler.KilledWorker,)


@contextlib.contextmanager
def _ray(joblib: Any, address: str, jobs: int | None) -> Iterator[Place]:
    ray = needs("ray", "ray")
    mine = not ray.is_initialized()
    if mine:
        with _reaching(f"ray:{address}" if address else "ray"):
            ray.init(address=address or None, log_to_driver=False, logging_level="ERROR")
    try:
        needs("ray.util.joblib", "ray").register_ray()
        workers = int(ray.cluster_resources().get("CPU", 1))
        with joblib.parallel_config(backend="ray"):
            yield min(workers, jobs or workers), (ray.exceptions.RayActorError,)
    finally:
        if mine:
            ray.shutdown()


@contextlib.contextmanager
def _reaching(place: str) -> Iterator[None]:
    try:
        yield
    except CardcoreError:
        raise
    except Exception as error:
        reason = str(error).splitlines()[:1]
        raise Unreachable(
            "the cluster {place} cannot be reached: {reason}",
            place=place,
            reason=(reason or [type(error).__name__])[0],
        ) from error
