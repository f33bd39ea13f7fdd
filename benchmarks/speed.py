"""How fast random play runs through the public API, beside a playout without any engine.

    python benchmarks/speed.py [--matches 300] [--repeats 7]

Both sides make and count the same decisions (a decision is one call of `play`, declining
included, claims collected in order). They run in turns, several times; medians are printed, and
the ratio is taken pair by pair. Then the cost of `copy` and `observe` in decisions, and the memory
of a match. The length of one turn of an empty counting loop tells how fast the machine is.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable

import playout_zeus

import cardcore

Play = Callable[[int, int, bool], int]


def loop_turn() -> float:
    """Seconds that one turn of a counting loop takes."""
    best = 1.0
    for _ in range(3):
        start = time.perf_counter()
        x = 0
        for _ in range(10**6):
            x += 1
        best = min(best, (time.perf_counter() - start) / 10**6)
    return best


def engine(players: int, seed: int, sneak: bool) -> int:
    """One match through the public API; returns the number of decisions."""
    match = cardcore.game("zeus").match(players, seed=seed, options={"sneak": sneak})
    chance = random.Random(seed).random
    decisions = 0
    while not match.over:
        seat = match.to_act[0]
        moves = match.moves(seat)
        match.play(seat, moves[int(chance() * len(moves))])
        decisions += 1
    return decisions


def playout(players: int, seed: int, sneak: bool) -> int:
    """One match without the engine."""
    return playout_zeus.play_match(players, random.Random(seed).random, sneak)


def timed(play: Play, players: int, matches: int, sneak: bool, first: int) -> tuple[int, float]:
    """Decisions and seconds of so many matches."""
    start = time.perf_counter()
    decisions = sum(play(players, first + i, sneak) for i in range(matches))
    return decisions, time.perf_counter() - start


def compare(players: int, sneak: bool, matches: int, repeats: int, turn: float) -> None:
    """Run both sides in turns and print medians."""
    rates: list[float] = []
    plain: list[float] = []
    lengths: list[float] = []
    plain_lengths: list[float] = []
    for repeat in range(repeats):
        first = repeat * matches
        decisions, seconds = timed(engine, players, matches, sneak, first)
        rates.append(decisions / seconds)
        lengths.append(decisions / matches)
        decisions, seconds = timed(playout, players, matches * 4, sneak, first)
        plain.append(decisions / seconds)
        plain_lengths.append(decisions / matches / 4)
    ratio = statistics.median(a / b for a, b in zip(rates, plain, strict=True))
    rate, scale = statistics.median(rates), statistics.median(plain)
    length, plain_length = statistics.mean(lengths), statistics.mean(plain_lengths)
    print(
        f"{players:7} {'on' if sneak else 'off':>5} {rate:12,.0f} {rate / length:10,.0f}"
        f" {length:8.1f} {scale:12,.0f} {plain_length:8.1f} {1 / scale / turn:6.1f} {ratio:6.2f}"
    )


def looking(players: int) -> None:
    """The cost of `copy` and `observe` in decisions, and the memory of a match."""
    decisions, seconds = timed(engine, players, 100, True, 0)
    decision = seconds / decisions
    match = cardcore.game("zeus").match(players, seed=1)
    chance = random.Random(1).random
    for _ in range(60):
        moves = match.moves(match.to_act[0])
        match.play(match.to_act[0], moves[int(chance() * len(moves))])
    costs = []
    for look in (match.copy, lambda: match.observe(match.to_act[0])):
        start = time.perf_counter()
        for _ in range(2000):
            look()
        costs.append((time.perf_counter() - start) / 2000)
    tracemalloc.start()
    kept = [cardcore.game("zeus").match(players, seed=seed) for seed in range(200)]
    fresh = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    copies = [match.copy() for _ in range(200)]
    copied = (tracemalloc.get_traced_memory()[0] - before) / len(copies)
    tracemalloc.stop()
    print(
        f"{players:7} copy {costs[0] * 1e6:5.1f} us = {costs[0] / decision:4.1f} decisions,"
        f" observe {costs[1] * 1e6:5.1f} us = {costs[1] / decision:4.1f} decisions,"
        f" a new match {fresh:,.0f} bytes, a copy after 60 decisions {copied:,.0f} bytes"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    given = parser.parse_args()
    turn = loop_turn()
    print(f"one turn of a counting loop: {turn * 1e9:.1f} ns")
    print(
        "players sneak  decisions/s  matches/s  length    playout/s  length  turns  ratio\n"
        "                                                             (turns a decision of it)"
    )
    for sneak in (False, True):
        for players in given.players:
            compare(players, sneak, given.matches, given.repeats, turn)
    for players in given.players:
        looking(players)


if __name__ == "__main__":
    main()
