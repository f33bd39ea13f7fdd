"""Where matches are played: in this process, in others of this machine, or on a cluster."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from collections.abc import Generator, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any

import attrs

from cardcore.errors import BadOptions, CardcoreError
from cardcore.extras import needs
from cardcore.simulate.extras import Unreachable
from cardcore.simulate.pieces import Part, Piece, Pieces, as_part, play_piece
from cardcore.simulate.plan import Plan
from cardcore.simulate.playing import Failure, Job, Outcome, play
from cardcore.simulate.sending import pack

WAIT = 10
"""So many seconds a cluster has to answer."""
WAVE = 8
"""So many pieces a worker are sent at once to a cluster that cannot stream results."""
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
    call = partial(joblib.delayed(play_piece), pack(job), plan)
    with _place(joblib, on, jobs) as place:
        pieces = Pieces(plan, place.workers)
        todo: Iterator[Piece] = pieces
        for loss in range(LOSSES + 1):
            sent: dict[Piece, None] = {}
            try:
                with contextlib.closing(_results(joblib, place, call, _noted(todo, sent))) as parts:
                    for part in parts:
                        pieces.learn(part)
                        del sent[part.piece]
                        yield part
                return
            except place.dies as error:
                if loss == LOSSES:
                    raise _lost(list(sent)) from error
                todo = chain(list(sent), pieces)


def _results(
    joblib: Any, place: Place, call: Any, pieces: Iterator[Piece]
) -> Generator[Part, None, None]:
    """Have pieces played; where results cannot be streamed, in waves of some a worker."""
    if place.streams:
        parallel = joblib.Parallel(
            n_jobs=place.workers,
            return_as="generator_unordered",
            batch_size=1,
            pre_dispatch=2 * place.workers,
        )
        with contextlib.closing(parallel(map(call, pieces))) as parts:
            yield from parts
        return
    with joblib.Parallel(n_jobs=place.workers, batch_size=1, pre_dispatch="all") as parallel:
        while wave := list(islice(pieces, WAVE * place.workers)):
            yield from parallel(map(call, wave))


def _noted(pieces: Iterator[Piece], sent: dict[Piece, None]) -> Iterator[Piece]:
    for piece in pieces:
        sent[piece] = None
        yield piece


def _lost(pieces: list[Piece]) -> Unreachable:
    return Unreachable(
        "workers have died {times} times, the last while playing one of the matches {start} to"
        " {stop}",
        times=LOSSES + 1,
        start=min((piece.start for piece in pieces), default=0),
        stop=max((piece.stop for piece in pieces), default=1) - 1,
    )


@attrs.frozen
class Place:
    """How many `workers` there are, and what is raised when one of them dies."""

    workers: int
    dies: type[BaseException]
    streams: bool = True


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
        yield Place(jobs, died)


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
            yield Place(min(workers, jobs or workers), distributed.scheduler.KilledWorker)


@contextlib.contextmanager
def _ray(joblib: Any, address: str, jobs: int | None) -> Iterator[Place]:
    ray = needs("ray", "ray")
    mine = not ray.is_initialized()
    if mine:
        with _reaching(f"ray:{address}" if address else "ray"):
            _knock(address)
            ray.init(address=address or None, log_to_driver=False, logging_level="ERROR")
    try:
        needs("ray.util.joblib", "ray").register_ray()
        workers = int(ray.cluster_resources().get("CPU", 1))
        with joblib.parallel_config(backend="ray"):
            died = ray.exceptions.RayActorError
            yield Place(min(workers, jobs or workers), died, streams=False)
    finally:
        if mine:
            ray.shutdown()


def _knock(address: str) -> None:
    """See whether anybody listens there: ray itself would try for many minutes."""
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), WAIT).close()


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
