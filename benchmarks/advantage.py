"""What the choices of a bot are worth in Zeus on the Loose, beside those of the heuristic.

    python benchmarks/advantage.py [--bot hard] [--seats 2] [--matches 20] [--seed 1] [--worlds 100]

One seat is the bot's, by turns each of them, the others are the heuristic's. How much more often
than its fair share the bot wins is the sum, over its choices, of what each is worth: the chance to
win the match after it less the chance after the heuristic's own choice, everybody playing by the
heuristic from there on (Kakade and Langford 2002). Only choices that differ count. Each is played
out to the end of the round in so many worlds, both moves in the same: the cards in all hands are
the real ones, the draw pile is shuffled anew. A match goes to whoever has enough letters first, and
by the heuristic alone each seat wins a new round as likely, so that the chance with so many letters
is known exactly. Luck in the cards thus falls out, and far fewer matches tell as much.

Shown are the win share that this comes to and its 95 % interval (Student's, over matches), and for
comparison the share of these matches that was won.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Sequence
from functools import cache, partial
from random import Random
from typing import Any

from scipy import stats

import cardcore
from cardcore import Match, Move
from cardcore.plugins import installed

LETTERS = 4


@cache
def chances(letters: tuple[int, ...]) -> tuple[float, ...]:
    """The chance of each seat to win the match, with so many letters and equal chances a round."""
    if max(letters) >= LETTERS:
        return tuple(float(one >= LETTERS) for one in letters)
    after = [
        chances((*letters[:seat], letters[seat] + 1, *letters[seat + 1 :]))
        for seat in range(len(letters))
    ]
    return tuple(statistics.fmean(column) for column in zip(*after, strict=True))


def by_heuristic(match: Match[Any], seat: int) -> Move:
    """The heuristic's own choice."""
    return max(match.moves(seat), key=partial(match.game.heuristic, match.observe(seat)))


def chance_after(world: Match[Any], seat: int, move: Move) -> float:
    """The seat's chance to win the match, when the round is played out after a move."""
    match = world.copy()
    deal = match.deal_number
    match.play(seat, move)
    while not match.over and match.deal_number == deal:
        acts = match.to_act[0]
        match.play(acts, by_heuristic(match, acts))
    return chances(tuple(match.scores.totals))[seat]


def worth(
    match: Match[Any], seat: int, chosen: Move, usual: Move, worlds: int, rng: Random
) -> float:
    """How much more a choice is worth than the usual one."""
    found = []
    for _ in range(worlds):
        world = match.copy()
        stock = world.table.stock
        cards = rng.sample(list(stock), len(stock))
        for place, card in enumerate(cards):
            list.__setitem__(stock, place, card)
        found.append(chance_after(world, seat, chosen) - chance_after(world, seat, usual))
    return statistics.fmean(found)


def one_match(
    name: str, seats: int, number: int, seed: int, worlds: int
) -> tuple[float, bool, int, int]:
    """The worth of all choices of the bot in one match; whether it won; choices, and others."""
    rng = Random(f"{seed} {number}")
    match = cardcore.game("zeus").match(seats, seed=rng.randrange(1 << 48))
    own = number % seats
    bot: Any = installed().bot("zeus", name).make(rng.randrange(1 << 48))
    total, choices, others = 0.0, 0, 0
    while not match.over:
        seat = match.to_act[0]
        move = by_heuristic(match, seat)
        if seat == own and len(match.moves(seat)) > 1:
            choices += 1
            chosen = bot.choose(match.observe(seat))
            if chosen != move:
                others += 1
                total += worth(match, seat, chosen, move, worlds, rng)
                move = chosen
        match.play(seat, move)
    return total, match.winners == (own,), choices, others


def show(seats: int, results: Sequence[tuple[float, bool, int, int]]) -> None:
    """Print what is known so far."""
    worths, won, choices, others = zip(*results, strict=True)
    half = math.inf
    if len(worths) > 1:
        error = statistics.stdev(worths) / math.sqrt(len(worths))
        half = float(stats.t.ppf(0.975, len(worths) - 1)) * error
    share = 1 / seats + statistics.fmean(worths)
    print(
        f"{seats} seats, {len(results)} matches: {share:.1%} ({share - half:.1%} to"
        f" {share + half:.1%}), fair {1 / seats:.1%}; won {sum(won) / len(won):.1%};"
        f" {statistics.fmean(choices):.0f} choices a match, {sum(others) / sum(choices):.1%} of"
        " them other than the heuristic's",
        flush=True,
    )


def main() -> None:
    """Play the matches, and print after each tenth how far it has come."""
    parser = argparse.ArgumentParser(description="what a bot's choices are worth in Zeus")
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=100)
    given = parser.parse_args()
    results = []
    for number in range(given.matches):
        results.append(one_match(given.bot, given.seats, number, given.seed, given.worlds))
        if number % 10 == 9 or number == given.matches - 1:
            show(given.seats, results)


if __name__ == "__main__":
    main()
