"""How long the bot `hard` thinks: in both games and in every example, for each number of seats.

    python benchmarks/hard.py [zeus] [odin] [--seconds 20] [--level hard]

For so many seconds each it is asked at every fifth decision of matches that the usual bot plays
against itself. Shown are how often it was asked, and the mean, the 99th percentile and the longest
time of a move, in seconds of the processor, so that others who use it count for less. The level
ends by counting, so that its moves do not depend on the machine: how long they take does. For
comparison each line ends with how long this machine took to count to ten million just then.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cardcore
from cardcore.bots.search import level
from cardcore.plugins import installed

EXAMPLES = Path(__file__).parent.parent / "examples"
CLASSES = {"crazy_eights": "CrazyEights", "hearts": "Hearts", "nope": "NopeGame", "uno": "Uno"}
SEATS = range(2, 7)
EVERY = 5


def games() -> Iterator[Any]:
    """Both games, and those of the examples."""
    yield cardcore.game("zeus")
    yield cardcore.game("odin")
    for folder, name in CLASSES.items():
        sys.path.insert(0, str(EXAMPLES / folder))
        yield getattr(__import__(f"cardcore_{folder}"), name)()
        sys.path.pop(0)


def positions(game: Any, seats: int) -> Iterator[Any]:
    """What is seen at every fifth decision of matches between the game's usual bots, on and on."""
    maker, number = installed().default_bot(game), 0
    while True:
        match = game.match(seats, seed=number)
        bots = [maker.make(number * seats + seat) for seat in match.seats]
        while not match.over:
            seat = match.to_act[0]
            if len(match.moves(seat)) > 1:
                number += 1
                if number % EVERY == 0:
                    yield match.observe(seat)
            match.play(seat, bots[seat].choose(match.observe(seat)))


def times(game: Any, seats: int, name: str, seconds: float) -> list[float]:
    """How long the moves of a level have taken, the shortest first."""
    began, bot, found = time.perf_counter(), level(name, 1), []
    for observation in positions(game, seats):
        asked = time.process_time()
        bot.choose(observation)
        found.append(time.process_time() - asked)
        if time.perf_counter() - began > seconds:
            return sorted(found)
    raise AssertionError("positions never end")


def counting() -> float:
    """How long it takes to count to ten million."""
    began = time.process_time()
    for _ in range(10**7):
        pass
    return time.process_time() - began


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="how long a level of the search bot thinks")
    parser.add_argument("games", nargs="*", metavar="GAME", help="names of games; all if left out")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--level", default="hard")
    given = parser.parse_args()
    print("game          seats  moves   mean  99 of 100  longest  counting   (seconds)")
    for game in games():
        for seats in SEATS:
            if seats not in game.seats or (given.games and game.name not in given.games):
                continue
            found = times(game, seats, given.level, given.seconds)
            mean, most = sum(found) / len(found), found[int(0.99 * (len(found) - 1))]
            told = f"{mean:6.2f} {most:10.2f} {found[-1]:8.2f} {counting():9.2f}"
            print(f"{game.name:12} {seats:6} {len(found):6} {told}", flush=True)


if __name__ == "__main__":
    main()
