"""Train the bot: PPO with action masks in self-play, on the PettingZoo environment.

`python -m cardcore_trained_zeus.train` plays, learns, and measures itself now and then.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from cardcore import BotMaker
from cardcore.adapters import pettingzoo
from cardcore.simulate import simulate
from cardcore_trained_zeus.bot import ADDED, GAME, PLAYERS, WEIGHTS, Network, TrainedBot, inputs

TABLES = 32
CHOICES = 4096
"""So many choices are learned from at a time."""
EPOCHS, BATCH, CLIP = 4, 512, 0.2
RATE, ENTROPY, VALUE, LAMBDA = 1e-3, 0.01, 0.5, 0.95
OPPONENTS = ("random", "heuristic")


class Policy(nn.Module):
    """A network that says how likely each legal action is, and what the deal is worth."""

    def __init__(self, cells: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(cells, hidden), nn.Tanh(), nn.Linear(hidden, hidden // 2), nn.Tanh()
        )
        self.choice = nn.Linear(hidden // 2, actions)
        self.straight = nn.Linear(cells, actions, bias=False)
        self.worth = nn.Linear(hidden // 2, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        """The chances of the actions, and the worth, of a batch of choices."""
        hidden = self.body(seen)
        values = self.choice(hidden) + self.straight(seen)
        chances = Categorical(logits=values.masked_fill(~mask, -1e9), validate_args=False)
        return chances, self.worth(hidden).squeeze(-1)

    def network(self) -> Network:
        """The same without torch, as the bot plays it."""
        linear = [self.body[0], self.body[2], self.choice]
        layers = tuple((plain(one.weight), plain(one.bias)) for one in linear)
        return Network(plain(self.straight.weight), layers)


def plain(weights: torch.Tensor) -> Any:
    """Weights as an array, which does not change when the policy learns on."""
    return weights.detach().numpy().T.copy()


@attrs.frozen
class Choice:
    """A choice: what was seen, what was done, how likely it was, what the deal seemed worth."""

    seen: Any
    mask: Any
    action: int
    chance: float
    worth: float


class Table:
    """One environment: the policy has all seats, and learns from all."""

    def __init__(self, seed: int) -> None:
        self.env = pettingzoo.env(GAME, PLAYERS, reward="points")
        self.env.reset(seed=seed)
        self.total = self.env.encoding.parts["total"].start
        self.choices: dict[str, list[Choice]] = {agent: [] for agent in self.env.agents}
        self.paid: list[tuple[list[Choice], float]] = []

    def next_choice(self) -> tuple[Any, Any]:
        """Go on to a decision with two legal actions or more: what is seen, and the mask."""
        while True:
            seen, _, ended, truncated, _ = self.env.last()
            if ended or truncated:
                self.env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            if len(legal) > 1:
                return inputs(seen["observation"], self.total), seen["action_mask"] == 1
            self.step(int(legal[0]))

    def choose(self, choice: Choice) -> None:
        """Make a choice for the agent in turn."""
        self.choices[self.env.agent_selection].append(choice)
        self.step(choice.action)

    def step(self, action: int) -> None:
        """Take an action. Where the deal is paid, what led to it can be learned from."""
        self.env.step(action)
        if any(self.env.rewards.values()):
            for agent, choices in self.choices.items():
                self.paid.append((choices, self.env.rewards[agent]))
                self.choices[agent] = []


def play(policy: Policy, tables: Sequence[Table], choices: int) -> list[tuple[list[Choice], float]]:
    """Play on at all tables, until so many choices have been paid; they are taken away."""
    while sum(len(deal) for table in tables for deal, _ in table.paid) < choices:
        asked = [table.next_choice() for table in tables]
        seen, mask = np.stack([one for one, _ in asked]), np.stack([one for _, one in asked])
        with torch.no_grad():
            chances, worth = policy(torch.from_numpy(seen), torch.from_numpy(mask))
            actions = chances.sample()
        parts = (seen, mask, actions.tolist(), chances.log_prob(actions).tolist(), worth.tolist())
        for table, *made in zip(tables, *parts, strict=True):
            table.choose(Choice(*made))
    paid = [deal for table in tables for deal in table.paid]
    for table in tables:
        table.paid = []
    return paid


def gains(choices: Sequence[Choice], reward: float) -> list[float]:
    """How much better a deal went after each choice than it seemed (GAE, nothing discounted)."""
    found, gain, worth = [], 0.0, reward
    for choice in reversed(choices):
        gain = worth - choice.worth + LAMBDA * gain
        worth = choice.worth
        found.append(gain)
    return found[::-1]


def batches(count: int) -> Iterator[torch.Tensor]:
    """The numbers below a count in small lots, shuffled, several times over."""
    for _ in range(EPOCHS):
        yield from torch.randperm(count).split(BATCH)


def learn(
    policy: Policy, optimiser: torch.optim.Optimizer, paid: list[tuple[list[Choice], float]]
) -> None:
    """Make what went well more likely, within bounds, and the worth truer."""
    made = [choice for choices, _ in paid for choice in choices]
    gain = torch.tensor([one for choices, reward in paid for one in gains(choices, reward)])
    seen = torch.from_numpy(np.stack([choice.seen for choice in made]))
    mask = torch.from_numpy(np.stack([choice.mask for choice in made]))
    action = torch.tensor([choice.action for choice in made])
    chance = torch.tensor([choice.chance for choice in made])
    target = gain + torch.tensor([choice.worth for choice in made])
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    for lot in batches(len(made)):
        chances, worth = policy(seen[lot], mask[lot])
        ratio = (chances.log_prob(action[lot]) - chance[lot]).exp()
        better = torch.min(ratio * gain[lot], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[lot])
        loss = VALUE * (worth - target[lot]).square().mean() - better.mean()
        loss = loss - ENTROPY * chances.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
        optimiser.step()


@attrs.frozen
class Row:
    """A point of the curve: when, after how many choices, and the share of wins with its interval.

    `network` is the one that was measured.
    """

    minutes: float
    choices: int
    opponent: str
    wins: float
    low: float
    high: float
    network: Network = attrs.field(repr=False)


def measure(network: Network, opponent: str, matches: int) -> tuple[float, float, float]:
    """The share of matches that the bot wins against another, and its interval of 95 %."""
    maker = BotMaker("trained", lambda seed: TrainedBot(network), game=GAME)
    report = simulate(GAME, matches=matches, bots=[maker, opponent], seed=1, jobs=1)
    wins = next(bot.wins for bot in report.bots if bot.name == "trained")
    return wins.value, wins.low, wins.high


def train(choices: int, seed: int, points: int, measured: int) -> Iterator[Row]:
    """Train on so many choices, and yield the points of the curve, the start and the end too.

    At each, so many matches are measured against each opponent; their time does not count.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    tables = [Table(seed * TABLES + place) for place in range(TABLES)]
    env = tables[0].env
    policy = Policy(env.encoding.size + ADDED, env.actions.count)
    optimiser = torch.optim.Adam(policy.parameters(), RATE)
    spent, learned, measured_at = 0.0, 0, 0
    while True:
        done = min(1.0, learned / choices)
        if done * points >= measured_at:
            network, measured_at = policy.network(), measured_at + 1
            for opponent in OPPONENTS:
                wins = measure(network, opponent, measured)
                yield Row(spent / 60, learned, opponent, *wins, network)
        if done == 1:
            return
        begun = time.perf_counter()
        optimiser.param_groups[0]["lr"] = RATE * (1 - done)
        paid = play(policy, tables, CHOICES)
        learn(policy, optimiser, paid)
        learned += sum(len(made) for made, _ in paid)
        spent += time.perf_counter() - begun


def draw(rows: Sequence[Row], file: Path) -> None:
    """Draw the curve."""
    from matplotlib import rcParams
    from matplotlib.figure import Figure

    rcParams.update({"svg.hashsalt": "cardcore", "svg.fonttype": "none"})
    figure = Figure(figsize=(7, 3.6), layout="constrained")
    axes = figure.add_subplot(
        xlabel="choices learned from, in thousands", ylabel="matches won, %", ylim=(0, 100)
    )
    axes.grid(alpha=0.3)
    for opponent in OPPONENTS:
        points = [row for row in rows if row.opponent == opponent]
        at = [row.choices / 1000 for row in points]
        low, high = [100 * row.low for row in points], [100 * row.high for row in points]
        axes.plot(at, [100 * row.wins for row in points], marker="o", label=f"against {opponent}")
        axes.fill_between(at, low, high, alpha=0.2)
    axes.legend(loc="center right")
    figure.savefig(file, metadata={"Date": None} if file.suffix == ".svg" else None)


def tell(row: Row) -> str:
    """A point of the curve as a line."""
    return (
        f"{row.minutes:4.1f} minutes {row.choices:8} choices  {row.wins:6.1%} of the matches "
        f"against {row.opponent} ({row.low:.1%} to {row.high:.1%})"
    )


def main() -> None:
    """Train, tell how it goes, and write the weights and the curve."""
    asked = argparse.ArgumentParser(description="Train the bot for Zeus by self-play.")
    asked.add_argument("--choices", type=int, default=1_200_000, help="to learn from")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--points", type=int, default=10, help="of the curve, besides the start")
    asked.add_argument("--matches", type=int, default=200, help="for each point and opponent")
    asked.add_argument("--weights", type=Path, default=WEIGHTS, help="where to write them")
    asked.add_argument("--curve", type=Path, help="where to draw it, such as curve.svg")
    args = asked.parse_args()
    rows: list[Row] = []
    for row in train(args.choices, args.seed, args.points, args.matches):
        rows.append(row)
        print(tell(row), flush=True)
    rows[-1].network.write(args.weights)
    if args.curve:
        draw(rows, args.curve)


if __name__ == "__main__":
    main()
