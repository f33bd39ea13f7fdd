"""Golden playthroughs of both games, and how they are held against their files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_games.nope import NopeGame

import cardcore
from cardcore.testing.playthrough import check, playthrough

GAMES = Path(__file__).parents[1] / "games"
MATCHES = {
    "zeus_on_the_loose/playthroughs/three": ("zeus", 3, {"letters": 3}),
    "zeus_on_the_loose/playthroughs/strict": ("zeus", 2, {"letters": 3, "draw": "strict"}),
    "odin/playthroughs/three": ("odin", 3, {"limit": "one-hand"}),
    "odin/playthroughs/goat": ("odin", 2, {"limit": "one-hand", "goat": True}),
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_playthrough_is_as_it_was(name: str, check_playthrough: Any) -> None:
    game, players, options = MATCHES[name]
    path = GAMES / f"{name}.txt"
    check_playthrough(path, cardcore.game(game), players=players, seed=1, options=options)


def test_a_playthrough_tells_who_knows_what_what_is_legal_and_what_was_played() -> None:
    text = playthrough(cardcore.game("odin"), players=2, seed=1, options={"limit": "one-hand"})
    first = text.partition("\ndecision 1,")[0]
    assert "aside: 36 cards that nobody knows" in first
    assert "hands[0]: " in first
    assert "(0) " in first
    assert "may: play " in first
    assert text.rstrip().splitlines()[-1].startswith("seat ")


def test_a_changed_playthrough_fails_with_the_difference_and_what_to_do(tmp_path: Path) -> None:
    game = NopeGame()
    path = tmp_path / "new" / "nope.txt"
    text = playthrough(game, players=2, seed=1)
    with pytest.raises(AssertionError, match=r"nope.txt has changed; .*--cardcore-update"):
        check(path, text)
    check(path, text, update=True)
    check(path, text)
    changed = text.replace("plays: draw", "plays: nothing", 1)
    with pytest.raises(AssertionError, match="raise the game's version") as caught:
        check(path, changed, update=True)
    assert "+  seat" in str(caught.value)
    assert path.read_text("utf-8") == text
    raised = changed.replace("version: 1", "version: 2")
    with pytest.raises(AssertionError, match="if that is meant"):
        check(path, raised)
    check(path, raised, update=True)
    assert path.read_text("utf-8") == raised
