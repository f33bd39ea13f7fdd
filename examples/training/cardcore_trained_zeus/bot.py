"""The trained network as a bot. It needs numpy alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import attrs
import numpy as np

from cardcore import BotError, Move, Observation
from cardcore.adapters.encoding import Encoding

GAME, PLAYERS = "zeus", 2
WEIGHTS = Path(__file__).parent / "weights.npz"
HIGHEST = 100
"""The highest total that has an input of its own."""
ADDED = HIGHEST + 1 + HIGHEST // 10 + 1 + 10
"""So many inputs there are besides the cells of the environment."""


@attrs.frozen
class Network:
    """Layers of weights and biases, with tanh between them; the last gives a value an action.

    `straight` are weights that lead from the inputs to the values past all layers.
    """

    straight: Any
    layers: tuple[tuple[Any, Any], ...]

    @classmethod
    def read(cls, file: Path) -> Network:
        """Read a network that `write` has written."""
        with np.load(file) as arrays:
            straight, *flat = [np.float32(arrays[name]) for name in arrays.files]
        return cls(straight, tuple(zip(flat[::2], flat[1::2], strict=True)))

    def write(self, file: Path) -> None:
        """Write the network, with half the digits: they make no difference to speak of."""
        flat = [self.straight, *(array for layer in self.layers for array in layer)]
        np.savez_compressed(file, *map(np.float16, flat))

    def values(self, inputs: Any) -> Any:
        """A value for each action: the higher, the better it seems."""
        *hidden, (weights, biases) = self.layers
        found = inputs
        for inner, inner_biases in hidden:
            found = np.tanh(found @ inner + inner_biases)
        return found @ weights + biases + inputs @ self.straight


def inputs(cells: Any, total: int) -> Any:
    """What the environment shows, and besides one input a total, and one for each of its digits.

    `total` is the cell in which it stands as x / (x + 20). The last axis is that of the cells.
    """
    share = cells[..., total, None]
    number = np.clip(np.rint(20 * share / (1 - share)), 0, HIGHEST)
    each = number == np.arange(HIGHEST + 1)
    tens = number // 10 == np.arange(HIGHEST // 10 + 1)
    units = number % 10 == np.arange(10)
    return np.concatenate([cells, each, tens, units], -1, dtype=np.float32)


class TrainedBot:
    """Plays the legal move to which the network gives the highest value."""

    def __init__(self, network: Network | None = None) -> None:
        self._network = network or trained()

    def choose(self, observation: Observation) -> Move:
        """The best of the legal moves. Raises `BotError` where not two play."""
        if len(observation.totals) != PLAYERS:
            raise BotError(f"it has learned for {PLAYERS} players")
        encoding = plan()
        cells = encoding.encode(observation)
        values = self._network.values(inputs(cells, encoding.parts["total"].start))
        numbers = encoding.actions.numbers(observation.moves)
        return observation.moves[int(np.argmax(values[numbers]))]


@cache
def trained() -> Network:
    """The network that comes with the package."""
    return Network.read(WEIGHTS)


@cache
def plan() -> Encoding:
    """Which cells are what, and which moves have which numbers, as in the environment."""
    return Encoding.of(GAME, PLAYERS)
