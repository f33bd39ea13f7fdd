"""How fast random play runs through the public API, beside a playout without any engine.

    python benchmarks/speed.py [--matches 300] [--repeats 7] [--games zeus odin]

Both sides make and count the same decisions (a decision is one call of `play`, declining
included, claims collected in order). They run in turns, several times; medians are printed, and
the ratio is taken pair by pair. "Turns" is how many turns of an empty counting loop one decision
takes, of the engine and then of the playout. Of Odin, whose matches are longer, an eighth as many
are played; beside it run two playouts, one that keeps the sets of each hand in order and one that
lists the plays anew each time. Then the cost of `copy` and `observe` in decisions, and the memory
of a match.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Mapping
from typing import Any

import playout_odin
import playout_odin_listed
import playout_zeus
from playout_odin import loop_turn

import cardcore

Play = Callable[[int, int], int]


def engine(game: str, options: Mapping[str, Any]) -> Play:
    """One match through the public API; it returns the number of decisions."""

    def play(players: int, seed: int) -> int:
        match = cardcore.game(game).match(players, seed=seed, options=options)
        chance = random.Random(seed).random
        decisions = 0
        while not match.over:
            seat = match.to_act[0]
            moves = match.moves(seat)
            match.play(seat, moves[int(chance() * len(moves))])
            decisions += 1
        return decisions

    return play


def zeus(sneak: bool) -> tuple[Play, Play]:
    """Zeus on the Loose with the engine and without."""
    return (
        engine("zeus", {"sneak": sneak}),
        lambda players, seed: playout_zeus.play_match(players, random.Random(seed).random, sneak),
    )


def odin() -> tuple[Play, Play]:
    """Odin with the engine and without."""
    return (
        engine("odin", {}),
        lambda players, seed: playout_odin.play_match(players, random.Random(seed).random),
    )


def odin_listed() -> tuple[Play, Play]:
    """Odin with the engine, and with a playout that lists the plays anew each time."""
    return (
        engine("odin", {}),
        lambda players, seed: playout_odin_listed.play_match(players, random.Random(seed).random),
    )


def timed(play: Play, players: int, matches: int, first: int) -> tuple[int, float]:
    """Decisions and seconds of so many matches."""
    start = time.perf_counter()
    decisions = sum(play(players, first + i) for i in range(matches))
    return decisions, time.perf_counter() - start


def compare(name: str, sides: tuple[Play, Play], players: int, matches: int, repeats: int) -> None:
    """Run both sides in turns and print medians; what comes first only fills tables."""
    rates: list[list[float]] = [[], []]
    lengths: list[list[float]] = [[], []]
    turns: list[list[float]] = [[], []]
    for repeat in range(-1, repeats):
        turn = loop_turn()
        for side, many in enumerate((matches, matches * 4)):
            decisions, seconds = timed(sides[side], players, many, (repeat + 1) * matches)
            if repeat >= 0:
                rates[side].append(decisions / seconds)
                lengths[side].append(decisions / many)
                turns[side].append(seconds / decisions / turn)
    ratio = statistics.median(a / b for a, b in zip(*rates, strict=True))
    rate, scale = map(statistics.median, rates)
    length, plain_length = map(statistics.mean, lengths)
    own, plain = map(statistics.median, turns)
    print(
        f"{name:14} {players:7} {rate:12,.0f} {rate / length:10,.0f} {length:8.1f}"
        f" {own:6.1f} {scale:12,.0f} {plain_length:8.1f} {plain:6.1f}"
        f" {ratio:6.2f}"
    )


def looking(name: str, players: int) -> None:
    """The cost of `copy` and `observe` in decisions, and the memory of a match."""
    game = cardcore.game(name)
    decisions, seconds = timed(engine(name, {}), players, 100 if name == "zeus" else 12, 0)
    decision = seconds / decisions
    match = game.match(players, seed=1)
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
    kept = [game.match(players, seed=seed) for seed in range(200)]
    fresh = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    copies = [match.copy() for _ in range(200)]
    copied = (tracemalloc.get_traced_memory()[0] - before) / len(copies)
    tracemalloc.stop()
    print(
        f"{name:4} {players:2}"
        f" copy {costs[0] * 1e6:5.1f} us = {costs[0] / decision:4.1f} decisions,"
        f" observe {costs[1] * 1e6:5.1f} us = {costs[1] / decision:4.1f} decisions,"
        f" a new match {fresh:,.0f} bytes, a copy after 60 decisions {copied:,.0f} bytes"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--players", type=int, nargs="*")
    parser.add_argument("--games", nargs="*", default=["zeus", "odin"], choices=["zeus", "odin"])
    given = parser.parse_args()
    print(f"one turn of a counting loop: {loop_turn() * 1e9:.1f} ns")
    print(
        "game           players  decisions/s  matches/s   length  turns    playout/s   length"
        "  turns  ratio"
    )
    seats = {"zeus": given.players or [2, 3, 4, 5], "odin": given.players or [2, 4, 6]}
    if "zeus" in given.games:
        for sneak in (False, True):
            title = f"zeus, sneak {'on' if sneak else 'off'}"
            for players in seats["zeus"]:
                compare(title, zeus(sneak), players, given.matches, given.repeats)
    if "odin" in given.games:
        for players in seats["odin"]:
            compare("odin", odin(), players, given.matches // 8 or 1, given.repeats)
        for players in seats["odin"]:
            compare("odin, listed", odin_listed(), players, given.matches // 8 or 1, given.repeats)
    for name in given.games:
        for players in seats[name]:
            looking(name, players)


if __name__ == "__main__":
    main()
