"""A race: the same games by the same rules, here and in OpenSpiel, RLCard and PettingZoo.

    python benchmarks/race.py [--seconds 0.3] [--repeats 7] [--only speed copy memory start]

Random play through each one's Python interface. A decision is a move of a player: drawing lots is
none, in OpenSpiel neither, where each card that is dealt is a chance node. The sides of a race take
turns, several times, in one process; medians are printed with the least and the greatest, and how
many times as fast as the first side, cardcore, each other one is beaten is taken repeat by repeat.
Seconds are those of the processor, so that ratios bear a busy machine. Memory and start-up are
measured in fresh processes. What is not installed is left out.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from racers import RACES, STATES, Kept, Play, Side, present

COPIES = 4000

# -- measuring ------------------------------------------------------------------------------------


def timed(play: Play, seconds: float, first: int) -> tuple[int, int, float]:
    """Decisions, matches and seconds of the processor, in about so many seconds."""
    decisions = matches = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        decisions += play(first + matches)
        matches += 1
    return decisions, matches, spent


def told(values: list[float], form: str = ",.0f") -> str:
    """The median, with the least and the greatest."""
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"{middle:{form}} ({least:{form}} to {most:{form}})"


def race(sides: list[Side], seconds: float, repeats: int) -> Iterator[str]:
    """Lines with what each side does, and how many times as fast the first one is."""
    plays = [(side, side.make()) for side in sides if present(side.needs)]
    rates: list[list[float]] = [[] for _ in plays]
    matches: list[list[float]] = [[] for _ in plays]
    for repeat in range(-1, repeats):
        for rate, match, (_, play) in zip(rates, matches, plays, strict=True):
            decisions, many, spent = timed(play, seconds, (repeat + 1) * 10_000)
            if repeat >= 0:  # the first round only warms up
                rate.append(decisions / spent)
                match.append(many / spent)
    for rate, match, (side, _) in zip(rates, matches, plays, strict=True):
        ratios = [first / other for first, other in zip(rates[0], rate, strict=True)]
        length = statistics.mean(rate) / statistics.mean(match)
        yield (
            f"  {side.name:26} {told(rate):34} {statistics.median(match):9,.0f}"
            f" {length:7.1f}  {told(ratios, '.2f')}"
        )


def copying(kept: Kept, repeats: int) -> str:
    """A line with what a copy costs."""
    states = [kept.begin(seed) for seed in range(20)]
    costs = []
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(10):
            for state in states:
                kept.clone(state)
        costs.append((time.process_time() - start) / 200 * 1e6)
    return f"  {kept.name:28} {told(costs, ',.1f')}"


def fresh(*args: str) -> tuple[float, str]:
    """Seconds of the processor that a fresh process of this file takes, and what it writes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *args], check=True, capture_output=True, text=True, timeout=300
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, done.stdout


def memory(place: int) -> None:
    """Print how many bytes a state takes, by what the process has more with thousands of them."""
    kept = STATES[place]
    states = [kept.begin(seed) for seed in range(20)]
    copies = [kept.clone(states[number % 20]) for number in range(2000)]
    before = resident()
    copies += [kept.clone(states[number % 20]) for number in range(COPIES)]
    print((resident() - before) / COPIES)


def resident() -> int:
    """The bytes of memory that this process has, as Linux tells them."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def speeds(seconds: float, repeats: int) -> None:
    """Print how fast the sides play."""
    for title, sides in RACES.items():
        print(
            f"{title}\n  {'':26} {'decisions/s':34} matches/s  length  the first is as fast, times"
        )
        for line in race(sides, seconds, repeats):
            print(line)


def copies(repeats: int) -> None:
    print("a copy, microseconds")
    for kept in STATES:
        if present(kept.needs):
            print(copying(kept, repeats))


def memories() -> None:
    print("memory of a copied state, bytes")
    for place, kept in enumerate(STATES):
        if present(kept.needs):
            print(f"  {kept.name:28} {float(fresh(__file__, '--inner', f'{place}')[1]):,.0f}")


def starts(repeats: int) -> None:
    print("starting: import and a first match, seconds beyond those of Python itself")
    bare = statistics.median(fresh("-c", "pass")[0] for _ in range(repeats))
    for title in ("Crazy Eights, 2 players", "Uno, 2 players"):
        for place, side in enumerate(RACES[title]):
            if present(side.needs) and "least" not in side.name and "alone" not in side.name:
                inner = ("--inner", f"{title}/{place}")
                costs = [fresh(__file__, *inner)[0] - bare for _ in range(repeats)]
                print(f"  {title + ': ' + side.name:52} {told(costs, '.2f')}")


def inner(what: str) -> None:
    """What a fresh process does: a first match, or the memory of states."""
    title, _, place = what.rpartition("/")
    if title:
        RACES[title][int(place)].make()(1)
    else:
        memory(int(place))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    kinds = ("speed", "copy", "memory", "start")
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--only", nargs="*", choices=kinds, default=kinds)
    parser.add_argument("--inner", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inner:
        inner(given.inner)
        return
    if "speed" in given.only:
        speeds(given.seconds, given.repeats)
    if "copy" in given.only:
        copies(given.repeats)
    if "memory" in given.only:
        memories()
    if "start" in given.only:
        starts(given.repeats)


if __name__ == "__main__":
    main()
