"""The Gymnasium environment itself; imported when one is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsFloat

import attrs
import gymnasium
from gymnasium.utils import EzPickle

from cardcore.adapters.aec import CardEnv
from cardcore.adapters.rendering import shown
from cardcore.adapters.ways import Ways
from cardcore.bots.finishing import finish
from cardcore.bots.making import Bot, make_bot
from cardcore.plugins import BotMaker
from cardcore.setting import Setting

Seen = dict[str, Any]


class SeatEnv(gymnasium.Env[Seen, int], EzPickle):
    """A game for Gymnasium; see `cardcore.adapters.gymnasium.env`.

    `table` is the environment of all seats that it plays on.
    """

    def __init__(
        self, setting: Setting, makers: Mapping[int, BotMaker], seat: int, ways: Ways
    ) -> None:
        EzPickle.__init__(self, setting, makers, seat, ways)
        self.table = CardEnv(setting, attrs.evolve(ways, render_mode=None))
        self.seat = seat
        self.agent = self.table.possible_agents[seat]
        self.metadata = self.table.metadata
        self.render_mode = ways.render_mode
        self.observation_space = self.table.observation_space(self.agent)
        self.action_space = self.table.action_space(self.agent)  # type: ignore[assignment]
        self._makers = dict(makers)
        self._bots: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal the match of `seed`, else the next one, and play on to the seat's first decision."""
        super().reset(seed=seed)
        self._let_go()
        self.table.reset(seed=int(self.np_random.integers(1 << 53)) if seed is None else seed)
        dealt = self.table.match.seed
        self._bots = {seat: make_bot(maker, dealt, seat) for seat, maker in self._makers.items()}
        self._play_on()
        return self.table.observe(self.agent), {}

    def step(self, action: int) -> tuple[Seen, SupportsFloat, bool, bool, dict[str, Any]]:
        """Play the move of that number, and on to the seat's next decision.

        Returns what it sees, its reward since its last action, whether the match has ended, and
        whether it was truncated. Where it has, it stays so, and the reward of a further step is 0.
        """
        table = self.table
        was_over = table.done
        if not was_over:
            table.step(action)
            self._play_on()
        reward, ended, truncated = table.outcome(self.agent)
        return table.observe(self.agent), 0.0 if was_over else reward, ended, truncated, {}

    def _play_on(self) -> None:
        """Let bots play until the seat has to act, or the match is over."""
        table = self.table
        while not table.done and table.agent_selection != self.agent:
            seat = table.match.to_act[0]
            moves = table.match.moves(seat)
            if len(moves) == 1:
                table.play(moves[0])
            else:
                table.play(self._bots[seat].choose(table.match.observe(seat)))
        if table.done:
            self._let_go()
        if self.render_mode == "human":
            self.render()

    def _let_go(self) -> None:
        bots, self._bots = self._bots, {}
        if bots:
            finish(bots, self.table.match)

    def render(self) -> Any:
        """What the seat sees, as lines: printed ("human") or returned ("ansi")."""
        return shown(self.table.match, self.seat, self.render_mode)

    def close(self) -> None:
        """Let the bots go."""
        self._let_go()
