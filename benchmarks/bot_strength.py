"""How often one bot of Zeus on the Loose wins against others that play at random.

    python benchmarks/bot_strength.py [--matches 2000] [--seed 1] [--jobs 2]

At each number of seats one seat is the heuristic bot's, by turns each of them. Shown are the share
of matches that it wins, the 95 % interval of that share (Wilson), and the share in fair shares of
one in so many seats. The same seed gives the same table, whatever the number of jobs.
"""

from __future__ import annotations

import argparse
import math
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import cardcore
from cardcore.bots import HeuristicBot, RandomBot

GAME = cardcore.game("zeus")
PIECE = 50
"""Matches that a job plays before it reports."""


def is_won(seats: int, seed: int, number: int) -> bool:
    """Play one match, and say whether the heuristic bot has won it."""
    match_seed = ((seed << 3) + seats << 32) + number
    own = number % seats
    match = GAME.match(seats, seed=match_seed)
    bots = [
        (HeuristicBot if seat == own else RandomBot)((match_seed << 3) + seat)
        for seat in match.seats
    ]
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(match.observe(seat)))
    return match.winners == (own,)


def wins(seats: int, seed: int, numbers: range) -> int:
    """How many of these matches the heuristic bot wins."""
    return sum([is_won(seats, seed, number) for number in numbers])


def wilson(won: int, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z = 1.959964
    share = won / matches
    middle = share + z * z / (2 * matches)
    half = z * math.sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    return (middle - half) / (1 + z * z / matches), (middle + half) / (1 + z * z / matches)


def measure(pool: ProcessPoolExecutor, seats: int, seed: int, matches: int) -> int:
    """Play all matches of a number of seats, and count those that are won."""
    pieces = [range(i, min(i + PIECE, matches)) for i in range(0, matches, PIECE)]
    won = 0
    results = pool.map(wins, repeat(seats), repeat(seed), pieces)
    for piece, more in zip(pieces, results, strict=True):
        won += more
        tell(f"{seats} seats: {piece.stop} of {matches} matches")
    tell("")
    return won


def tell(progress: str) -> None:
    """Write the progress line over the last one, where somebody may see it."""
    if sys.stderr.isatty():
        print(f"\r{progress:40}\r", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="the heuristic bot of Zeus against random ones")
    parser.add_argument("--matches", type=int, default=2000, help="matches at each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    print("seats  matches  won     95 % interval    fair shares (interval)")
    with ProcessPoolExecutor(given.jobs) as pool:
        for seats in GAME.seats:
            won = measure(pool, seats, given.seed, given.matches)
            share = won / given.matches
            low, high = wilson(won, given.matches)
            print(
                f"{seats:5}  {given.matches:7}  {share:6.1%}  {low:6.1%} - {high:6.1%}"
                f"  {share * seats:.2f} ({low * seats:.2f} - {high * seats:.2f})",
                flush=True,
            )


if __name__ == "__main__":
    main()
