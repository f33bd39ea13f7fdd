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
import copy
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs

EXAMPLES = Path(__file__).parents[1] / "examples"
sys.path += [str(EXAMPLES / "crazy_eights"), str(EXAMPLES / "uno")]

RULES: dict[str, dict[str, Any]] = {"uno": {"rlcard": True}, "crazy-eights": {}}
"""The options with which our games have the rules of the others."""

Play = Callable[[int], int]


@attrs.frozen
class Side:
    """Who races: `make()(seed)` plays a match and returns how many decisions it took.

    `needs` names the modules without which it stays at home.
    """

    name: str
    needs: str
    make: Callable[[], Play]


@attrs.frozen
class Kept:
    """A state in the middle of a match, for what a copy and a state cost."""

    name: str
    needs: str
    begin: Callable[[int], Any]
    clone: Callable[[Any], Any]


# -- cardcore -------------------------------------------------------------------------------------


def ours(name: str) -> Any:
    """The game of an example."""
    if name == "uno":
        from cardcore_uno import Uno

        return Uno()
    from cardcore_crazy_eights import CrazyEights

    return CrazyEights()


def cardcore(name: str, players: int, *, look: bool = False) -> Callable[[], Play]:
    """A match through the public API; with `look` the seat in turn sees an observation first."""

    def make() -> Play:
        game = ours(name)

        def play(seed: int) -> int:
            match = game.match(players, seed=seed, options=RULES[name])
            chance = random.Random(seed).random
            decisions = 0
            while not match.over:
                seat = match.to_act[0]
                if look:
                    match.observe(seat)
                moves = match.moves(seat)
                match.play(seat, moves[int(chance() * len(moves))])
                decisions += 1
            return decisions

        return play

    return make


# -- OpenSpiel ------------------------------------------------------------------------------------


def openspiel(players: int) -> Callable[[], Play]:
    """As the example that comes with OpenSpiel plays: lots by numpy, with their probabilities."""

    def make() -> Play:
        import numpy as np
        import pyspiel

        game = pyspiel.load_game("crazy_eights", {"players": players})

        def play(seed: int) -> int:
            rng, lots = random.Random(seed), np.random.RandomState(seed)
            state = game.new_initial_state()
            decisions = 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(lots.choice(outcomes, p=probabilities))
                else:
                    state.apply_action(rng.choice(state.legal_actions(state.current_player())))
                    decisions += 1
            return decisions

        return play

    return make


def openspiel_tight(players: int) -> Callable[[], Play]:
    """The least Python: chance, which is even here with one deck, is drawn like a move."""

    def make() -> Play:
        import pyspiel

        game = pyspiel.load_game("crazy_eights", {"players": players})

        def play(seed: int) -> int:
            chance = random.Random(seed).random
            state = game.new_initial_state()
            decisions = 0
            while not state.is_terminal():
                decisions += not state.is_chance_node()
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])
            return decisions

        return play

    return make


# -- RLCard ---------------------------------------------------------------------------------------


def rlcard_env() -> Play:
    """RLCard's environment: each step gives an observation as an array, and the legal actions."""
    import rlcard

    env = rlcard.make("uno", config={"seed": 1})

    def play(seed: int) -> int:
        chance = random.Random(seed).random
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    return play


def rlcard_game() -> Play:
    """RLCard's game below its environment: each step gives lists of names, no arrays."""
    from rlcard.games.uno import Game

    game = Game()

    def play(seed: int) -> int:
        chance = random.Random(seed).random
        state, _ = game.init_game()
        decisions = 0
        while not game.is_over():
            actions = state["legal_actions"]
            state, _ = game.step(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    return play


# -- PettingZoo -----------------------------------------------------------------------------------


def zoo(make_env: Callable[[], Any]) -> Callable[[], Play]:
    """Any environment of PettingZoo, in the loop of its manual: observation and mask each time."""

    def make() -> Play:
        env = make_env()

        def play(seed: int) -> int:
            chance = random.Random(seed).random
            env.reset(seed=seed)
            decisions = 0
            for _ in env.agent_iter():
                observation, _, terminated, truncated, _ = env.last()
                action = None
                if not (terminated or truncated):
                    actions = observation["action_mask"].nonzero()[0]
                    action = int(actions[int(chance() * len(actions))])
                    decisions += 1
                env.step(action)
            return decisions

        return play

    return make


def our_zoo(name: str, players: int) -> Callable[[], Play]:
    """A game of cardcore as an environment of PettingZoo."""

    def make_env() -> Any:
        from cardcore.adapters.pettingzoo import env

        return env(ours(name) if name in RULES else name, players, **RULES.get(name, {}))

    return zoo(make_env)


def their_zoo(name: str) -> Callable[[], Play]:
    """A classic environment of PettingZoo, as its manual makes it."""

    def make_env() -> Any:
        from importlib import import_module

        return import_module(f"pettingzoo.classic.{name}").env()

    return zoo(make_env)


# -- who races whom -------------------------------------------------------------------------------

RACES: dict[str, list[Side]] = {
    **{
        f"Crazy Eights, {players} players": [
            Side("cardcore", "cardcore", cardcore("crazy-eights", players)),
            Side("OpenSpiel, as its example", "pyspiel", openspiel(players)),
            Side("OpenSpiel, least Python", "pyspiel", openspiel_tight(players)),
        ]
        for players in (2, 4)
    },
    "Uno, 2 players": [
        Side("cardcore", "cardcore", cardcore("uno", 2)),
        Side("RLCard's environment", "rlcard", rlcard_env),
        Side("RLCard's game alone", "rlcard", rlcard_game),
    ],
    "Uno, 2 players, seeing": [
        Side("cardcore, observing", "cardcore", cardcore("uno", 2, look=True)),
        Side("cardcore's PettingZoo", "pettingzoo", our_zoo("uno", 2)),
        Side("RLCard's environment", "rlcard", rlcard_env),
    ],
    "PettingZoo": [
        Side("cardcore: Uno", "pettingzoo", our_zoo("uno", 2)),
        Side("cardcore: Crazy Eights", "pettingzoo", our_zoo("crazy-eights", 2)),
        Side("cardcore: Zeus", "pettingzoo", our_zoo("zeus", 2)),
        Side("cardcore: Odin", "pettingzoo", our_zoo("odin", 2)),
        Side("Leduc hold'em", "rlcard pygame", their_zoo("leduc_holdem_v4")),
        Side("Texas hold'em", "rlcard pygame", their_zoo("texas_holdem_v4")),
        Side("Texas, no limit", "rlcard pygame", their_zoo("texas_holdem_no_limit_v6")),
    ],
}


def our_middle(name: str, players: int) -> Callable[[int], Any]:
    """A match of ours after twenty decisions, or fewer where it ends."""

    def begin(seed: int) -> Any:
        match = ours(name).match(players, seed=seed, options=RULES[name])
        rng = random.Random(seed)
        for _ in range(20):
            if not match.over:
                match.play(match.to_act[0], rng.choice(match.moves(match.to_act[0])))
        return match

    return begin


def openspiel_middle(seed: int) -> Any:
    """A state of OpenSpiel's Crazy Eights after twenty decisions."""
    import pyspiel

    state = pyspiel.load_game("crazy_eights", {"players": 4}).new_initial_state()
    rng = random.Random(seed)
    decisions = 0
    while decisions < 20 and not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def rlcard_middle(seed: int) -> Any:
    """A game of RLCard's Uno after twenty decisions."""
    import numpy as np
    from rlcard.games.uno import Game

    game, rng = Game(), random.Random(seed)
    game.np_random = np.random.RandomState(seed)
    state, _ = game.init_game()
    for _ in range(20):
        if not game.is_over():
            state, _ = game.step(rng.choice(state["legal_actions"]))
    return game


STATES: list[Kept] = [
    Kept(
        "cardcore: Crazy Eights, 4",
        "cardcore",
        our_middle("crazy-eights", 4),
        lambda match: match.copy(),
    ),
    Kept("OpenSpiel: Crazy Eights, 4", "pyspiel", openspiel_middle, lambda state: state.clone()),
    Kept("cardcore: Uno, 2", "cardcore", our_middle("uno", 2), lambda match: match.copy()),
    Kept("RLCard: Uno, 2 (deepcopy)", "rlcard", rlcard_middle, copy.deepcopy),
]


COPIES = 4000

# -- measuring ------------------------------------------------------------------------------------


def present(needs: str) -> bool:
    """Whether all that is needed is installed."""
    return all(find_spec(module) is not None for module in needs.split())


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
