"""Who races in `race.py`: matches by the rules of one game, played here and by others."""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Callable
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
            Side("cardcore", "", cardcore("crazy-eights", players)),
            Side("OpenSpiel, as its example", "pyspiel", openspiel(players)),
            Side("OpenSpiel, least Python", "pyspiel", openspiel_tight(players)),
        ]
        for players in (2, 4)
    },
    "Uno, 2 players": [
        Side("cardcore", "", cardcore("uno", 2)),
        Side("RLCard's environment", "rlcard", rlcard_env),
        Side("RLCard's game alone", "rlcard", rlcard_game),
    ],
    "Uno, 2 players, seeing": [
        Side("cardcore, observing", "", cardcore("uno", 2, look=True)),
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
        "",
        our_middle("crazy-eights", 4),
        lambda match: match.copy(),
    ),
    Kept("OpenSpiel: Crazy Eights, 4", "pyspiel", openspiel_middle, lambda state: state.clone()),
    Kept("cardcore: Uno, 2", "", our_middle("uno", 2), lambda match: match.copy()),
    Kept("RLCard: Uno, 2 (deepcopy)", "rlcard", rlcard_middle, copy.deepcopy),
]


def present(needs: str) -> bool:
    """Whether all that is needed is installed."""
    return all(find_spec(module) is not None for module in needs.split())
