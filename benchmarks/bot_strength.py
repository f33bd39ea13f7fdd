"""How often one bot of a game wins against others that play at random.

    python benchmarks/bot_strength.py [zeus] [odin] [--seats 2 4] [--matches 2000] [--seed 1]

At each number of seats (of Odin two, four and six) one seat is the heuristic bot's, by turns each
of them. Shown are the share of matches that it wins, the 95 % interval of that share (Wilson), and
the share in fair shares of one in so many seats. In Odin a first place may be shared: then it
counts as a half, a third and so on of a win; in Zeus it counts as none, for there only a round
that nobody wins ends so. The same seed gives the same table, whatever the number of `--jobs`.
"""

from __future__ import annotations

import argparse
import math
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import cardcore
from cardcore.bots import HeuristicBot, RandomBot

SEATS = {"zeus": (2, 3, 4, 5), "odin": (2, 4, 6)}
SHARED = {"odin"}
"""Games in which a shared first place counts as a part of a win."""

PIECE = 50
"""Matches that a job plays before it reports."""


def win(seats: int, seed: int, number: int, game: str = "zeus") -> float:
    """Play one match, and say what part of a win the heuristic bot has: nothing, or all of one."""
    match_seed = ((seed << 3) + seats << 32) + number
    own = number % seats
    match = cardcore.game(game).match(seats, seed=match_seed)
    bots = [
        (HeuristicBot if seat == own else RandomBot)((match_seed << 3) + seat)
        for seat in match.seats
    ]
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, bots[seat].choose(match.observe(seat)))
    winners = match.winners
    if game in SHARED:
        return (own in winners) / len(winners)
    return float(winners == (own,))


def wins(seats: int, seed: int, numbers: range, game: str = "zeus") -> float:
    """How many of these matches the heuristic bot wins."""
    return math.fsum([win(seats, seed, number, game) for number in numbers])


def wilson(won: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    z = 1.959964
    share = won / matches
    middle = share + z * z / (2 * matches)
    half = z * math.sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches))
    return (middle - half) / (1 + z * z / matches), (middle + half) / (1 + z * z / matches)


def measure(pool: ProcessPoolExecutor, game: str, seats: int, seed: int, matches: int) -> float:
    """Play all matches of a number of seats, and count those that are won."""
    pieces = [range(i, min(i + PIECE, matches)) for i in range(0, matches, PIECE)]
    won = 0.0
    results = pool.map(wins, repeat(seats), repeat(seed), pieces, repeat(game))
    for piece, more in zip(pieces, results, strict=True):
        won += more
        tell(f"{game}, {seats} seats: {piece.stop} of {matches} matches")
    tell("")
    return won


def tell(progress: str) -> None:
    """Write the progress line over the last one, where somebody may see it."""
    if sys.stderr.isatty():
        print(f"\r{progress:40}\r", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Print a table for each game."""
    parser = argparse.ArgumentParser(description="a game's heuristic bot against random ones")
    parser.add_argument("games", nargs="*", metavar="GAME", help="zeus, odin; both if left out")
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of seats")
    parser.add_argument("--matches", type=int, default=2000, help="matches at each number of seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    for game in given.games:
        if game not in SEATS:
            parser.error(f"{game} is neither zeus nor odin")
    with ProcessPoolExecutor(given.jobs) as pool:
        for game in given.games or SEATS:
            print("game  seats  matches  won     95 % interval    fair shares (interval)")
            for seats in given.seats or SEATS[game]:
                won = measure(pool, game, seats, given.seed, given.matches)
                share = won / given.matches
                low, high = wilson(won, given.matches)
                print(
                    f"{game}  {seats:5}  {given.matches:7}  {share:6.1%}  {low:6.1%} - {high:6.1%}"
                    f"  {share * seats:.2f} ({low * seats:.2f} - {high * seats:.2f})",
                    flush=True,
                )


if __name__ == "__main__":
    main()
