"""The trained bot: it plays by numpy alone, and what trained it still runs.

The second needs torch, which no extra of cardcore brings.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore import BotError
from cardcore.bots import RandomBot

EXAMPLE = Path(__file__).parent.parent / "examples" / "training"
SMALL = 200_000
"""So many bytes the weights may have."""


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    pytest.importorskip("numpy")
    monkeypatch.syspath_prepend(str(EXAMPLE))
    from cardcore_trained_zeus import bot

    return bot


def wins(bot: Any, matches: int) -> int:
    """How many matches a bot wins against the random one; that all moves are legal is checked."""
    won = 0
    for seed in range(matches):
        match = cardcore.game("zeus").match(players=2, seed=seed)
        bots = [bot, RandomBot(seed)]
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, bots[seat].choose(match.observe(seat)))
        won += match.winners == (0,)
    return won


def test_the_trained_bot_beats_random_play(example: Any) -> None:
    assert wins(example.TrainedBot(), 10) >= 8
    assert example.WEIGHTS.stat().st_size < SMALL


def test_the_trained_bot_says_that_it_plays_for_two(example: Any) -> None:
    match = cardcore.game("zeus").match(players=3, seed=1)
    with pytest.raises(BotError, match="2 players"):
        example.TrainedBot().choose(match.observe(match.to_act[0]))


def test_the_bot_needs_neither_torch_nor_an_environment(example: Any) -> None:
    code = (
        "import sys; from cardcore_trained_zeus.bot import TrainedBot; TrainedBot(); "
        "print(sorted({'torch', 'pettingzoo', 'gymnasium'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=EXAMPLE, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_few_steps_of_training_run_and_their_bot_plays(
    example: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("pettingzoo")
    from cardcore_trained_zeus import train

    monkeypatch.setattr(train, "TABLES", 2)
    monkeypatch.setattr(train, "CHOICES", 100)
    rows = list(train.train(choices=100, seed=1, points=1, measured=2))
    assert rows[0].choices == 0
    assert rows[-1].choices >= 100
    file = tmp_path / "weights.npz"
    rows[-1].network.write(file)
    wins(example.TrainedBot(example.Network.read(file)), 1)
