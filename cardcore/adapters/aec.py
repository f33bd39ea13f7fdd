"""The PettingZoo environment itself; imported when one is made."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from cardcore.adapters.encoding import Encoding
from cardcore.adapters.rendering import MODES, shown
from cardcore.adapters.rewards import POINTS, for_points, for_winning
from cardcore.adapters.ways import Ways
from cardcore.chance import generator
from cardcore.errors import BadOptions, IllegalMove
from cardcore.match import Match
from cardcore.moves import Move
from cardcore.refusals import number_of
from cardcore.setting import Setting
from cardcore.texts import Text


class CardEnv(AECEnv, EzPickle):  # type: ignore[misc] # pettingzoo has no types
    """A game for PettingZoo; see `cardcore.adapters.pettingzoo.env`.

    `actions` are the numbers of the moves, `encoding` tells which cells of an observation are what.
    """

    def __init__(self, setting: Setting, ways: Ways) -> None:
        EzPickle.__init__(self, setting, ways)
        game = setting.game
        self.setting, self.ways = setting, ways
        self.encoding = Encoding(setting, places=ways.places)
        self.actions = self.encoding.actions
        self.render_mode = ways.render_mode
        self.metadata = {
            "name": f"{game.name.replace('-', '_')}_v{game.version}",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(setting.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = {agent: spaces.Discrete(self.actions.count) for agent in self._seats}
        self._observations = {agent: self._space() for agent in self._seats}
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.done = False
        self._match: Match[Any] | None = None
        self._numbers: list[int] | None = None
        self._seed, self._episode = SystemRandom().getrandbits(53), 0

    def _space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions.count,), np.int8),
            }
        )

    # -- looking ----------------------------------------------------------------------------------

    @property
    def match(self) -> Match[Any]:
        """The match that is being played, complete: for whoever runs it, not for agents."""
        if self._match is None:
            raise BadOptions("there is no match yet: call reset() first")
        return self._match

    def observation_space(self, agent: str) -> spaces.Dict:
        """The shape of an agent's observations: the same for all."""
        return self._observations[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of the moves: the same for all agents."""
        return self._actions[self.possible_agents[self._seat(agent)]]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: "observation" and "action_mask", new arrays each time."""
        observation = self.match.observe(self._seat(agent))
        mask = bytearray(self.actions.count)
        if agent == self.agent_selection and not self.done:
            for number in self._legal():
                mask[number] = 1
        cells = self.encoding.encode(observation)
        return {"observation": cells, "action_mask": np.frombuffer(mask, np.int8)}

    def _seat(self, agent: str) -> int:
        seat = self._seats.get(agent)
        if seat is None:
            raise BadOptions(
                "there is no agent {agent}; the agents are: {agents}",
                agent=repr(agent),
                agents=", ".join(self.possible_agents),
            )
        return seat

    def _legal(self) -> list[int]:
        """The numbers of the legal moves of the agent whose turn it is, worked out once."""
        if self._numbers is None:
            moves = self.match.moves(self._seats[self.agent_selection])
            self._numbers = self.actions.numbers(moves)
        return self._numbers

    def outcome(self, agent: str) -> tuple[float, bool, bool]:
        """The reward of an agent since its own last action, and whether the match is over for it.

        That is: ended, or truncated.
        """
        return self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent]

    # -- playing ----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a match: the one of `seed`, else the next one after it. `options` are passed over.

        Raises `GameError` where the game fails to deal, `BadOptions` for what is no seed.
        """
        if seed is None:
            self._episode += 1
            seed = int(generator(self._seed, self._episode).random() * (1 << 53))
            self._match = Match.begin(self.setting, seed)
        else:
            whole = number_of(seed)
            self._match = Match.begin(self.setting, seed if whole is None else whole)
            self._seed, self._episode = self._match.seed, 0
        self._steps = self._deals = 0
        self.done = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play the move of that number for the agent whose turn it is; None for one that is done.

        An illegal action ends the match, or raises `IllegalMove` where `illegal_reward` is None.
        """
        if not self.agents and self.match:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.done:
            self._was_dead_step(action)
            return
        legal, number = self._legal(), number_of(action)
        if number in legal:
            self.play(self.match.moves(self._seats[agent])[legal.index(number)])
        else:
            self._refuse(agent, action)

    def play(self, move: Move) -> None:
        """Play a legal move for the agent whose turn it is, as a bot gives it."""
        agent = self.agent_selection
        self._begin_step(agent)
        self.match.play(self._seats[agent], move)
        self._steps += 1
        self._go_on()

    def _begin_step(self, agent: str) -> None:
        self._cumulative_rewards[agent] = 0.0
        if any(self.rewards.values()):
            self._clear_rewards()

    def _go_on(self) -> None:
        """After a move: rewards, the end, and whose turn it is."""
        match = self.match
        self._numbers = None
        if self.ways.reward == POINTS:
            for points in match.scores.deals[self._deals :]:
                self._pay(for_points(match, points))
            self._deals = len(match.scores.deals)
        if match.over:
            self._end(self.terminations)
            if self.ways.reward != POINTS:
                self._pay(for_winning(match))
        else:
            self.agent_selection = self.possible_agents[match.to_act[0]]
            if self._steps >= self.ways.max_steps:
                self._end(self.truncations)
        if self.render_mode == "human" and self._steps:
            self.render()

    def _pay(self, rewards: list[float]) -> None:
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            self.rewards[agent] += reward
            self._cumulative_rewards[agent] += reward

    def _refuse(self, agent: str, action: Any) -> None:
        if self.ways.illegal_reward is None:
            reason = Text("that is no legal action; action_mask tells which are")
            raise IllegalMove(self._seats[agent], action, reason)
        EnvLogger.warn_on_illegal_move()
        self._begin_step(agent)
        rewards = [0.0] * self.setting.seats
        rewards[self._seats[agent]] = float(self.ways.illegal_reward)
        self._pay(rewards)
        self._end(self.terminations)

    def _end(self, ends: dict[str, bool]) -> None:
        """The match is over for all agents, one way or another."""
        self.done = True
        ends.update(dict.fromkeys(self.agents, True))

    # -- showing ----------------------------------------------------------------------------------

    def render(self) -> str | None:
        """What the agent in turn sees, as lines: printed ("human") or returned ("ansi")."""
        seat = None if self.match.over else self._seats[self.agent_selection]
        return shown(self.match, seat, self.render_mode)

    def close(self) -> None:
        """Nothing is to be released."""
