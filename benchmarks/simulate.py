"""What simulating costs: two workers beside one, memory, and the overhead beside a bare loop.

    python benchmarks/simulate.py [speed] [memory] [overhead] [--matches 400] [--rounds 3]

`speed` plays matches of Zeus on the Loose between random bots with one job and with two, by turns,
and tells the best time of each: on a machine of two processors that do nothing else the ratio is
to be 1.7 at the least. `memory` plays 1,000 and 100,000 matches of a tiny game with two workers,
each in a process of its own, and tells the most memory that the process which starts them has
used. `overhead` plays with one job, and in a loop of five lines that counts nothing.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from typing import Any

import attrs

import cardcore
from cardcore import BotMaker, Game, Move, Pile, Table, face_down, french_deck, held
from cardcore.bots import RandomBot
from cardcore.bots.making import make_bot
from cardcore.simulate import simulate, simulation

RANDOM = BotMaker("random", RandomBot)
OTHER = BotMaker("other", RandomBot)
MANY = (1_000, 100_000)


@attrs.frozen
class Lay(Move):
    number: int


@attrs.define
class TinyTable(Table):
    stock: Pile = face_down()
    hands: list[Pile] = held()
    laid: list[int] = attrs.Factory(list)


class Tiny(Game[TinyTable]):
    """Each names a number; the higher one wins."""

    name, title, seats = "tiny", "Tiny", range(2, 3)

    def cards(self, options: Any, seats: int) -> Any:
        return french_deck()[:2]

    def deal(self, table: TinyTable, last: TinyTable | None) -> None:
        table.laid = []

    def moves(self, table: TinyTable, seat: int) -> list[Move]:
        return [Lay(number) for number in range(4)]

    def play(self, table: TinyTable, seat: int, move: Any) -> None:
        table.laid.append(move.number)
        table.turn.advance()
        if len(table.laid) == 2:
            table.end_deal()

    def points(self, table: TinyTable) -> list[int]:
        return table.laid


def seconds(matches: int, jobs: int) -> float:
    """How long some matches take; the workers are there already."""
    began = time.perf_counter()
    simulate("zeus", matches=matches, bots=[RANDOM, OTHER], seed=1, jobs=jobs)
    return time.perf_counter() - began


def speed(matches: int, rounds: int) -> None:
    """Two workers beside one."""
    seconds(8, 2)
    times = {jobs: list[float]() for jobs in (1, 2)}
    for _ in range(rounds):
        for jobs, found in times.items():
            found.append(seconds(matches, jobs))
    one, two = min(times[1]), min(times[2])
    print(f"{matches} matches of zeus: one job {one:.2f} s, two jobs {two:.2f} s")
    print(
        f"two are {one / two:.2f} times as fast; by turns "
        + ", ".join(f"{a / b:.2f}" for a, b in zip(times[1], times[2], strict=True))
    )


def overhead(matches: int, rounds: int) -> None:
    """One job beside a loop that only plays."""
    plan = simulation("zeus", matches=matches, bots=[RANDOM, OTHER], seed=1, jobs=1).plan
    ours, bare = [], []
    for _ in range(rounds):
        ours.append(seconds(matches, 1))
        began = time.perf_counter()
        for number in range(matches):
            loop(plan.place(number).seed)
        bare.append(time.perf_counter() - began)
    more = min(ours) / min(bare) - 1
    print(
        f"{matches} matches of zeus: {min(ours):.2f} s, in a bare loop {min(bare):.2f} s"
        f" ({more:+.1%})"
    )


def loop(seed: int) -> None:
    """A match of two random bots, and nothing besides."""
    match = cardcore.game("zeus").match(2, seed=seed)
    bots = [make_bot(RANDOM, seed, seat) for seat in match.seats]
    while not match.over:
        seat = match.to_act[0]
        moves = match.moves(seat)
        choose = bots[seat].choose
        match.play(seat, choose(match.observe(seat)) if len(moves) > 1 else moves[0])


def memory() -> None:
    """The most memory of the process that starts the workers, for few matches and for many."""
    for matches in MANY:
        words = [sys.executable, __file__, "peak", "--matches", str(matches)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        print(done.stdout, end="")


def peak(matches: int) -> None:
    """Play in this process, and tell its own peak."""
    began = time.perf_counter()
    simulate(Tiny(), matches=matches, bots=[RANDOM, OTHER], seed=1, jobs=2)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    took = time.perf_counter() - began
    print(f"{matches} matches: {used:.1f} MiB at the most, {took:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description="what simulating costs")
    parser.add_argument("what", nargs="*", help="speed, memory, overhead; all if left out")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    for what in given.what or ("speed", "memory", "overhead"):
        match what:
            case "speed":
                speed(given.matches, given.rounds)
            case "memory":
                memory()
            case "overhead":
                overhead(given.matches, given.rounds)
            case "peak":
                peak(given.matches)
            case _:
                parser.error(f"{what} is none of speed, memory, overhead")


if __name__ == "__main__":
    main()
