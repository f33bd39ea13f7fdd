"""`cardcore check`: one line a law, the failure with its record, the exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardcore import Record
from cardcore.testing.laws import ALL

GAME = """
import attrs
from cardcore import Card, Game, Move, Pile, Table, face_down, face_up, held


@attrs.frozen
class Play(Move):
    card: Card


@attrs.define
class HighTable(Table):
    stock: Pile = face_down()
    played: Pile = face_up()
    hands: list[Pile] = held()
    highest: int = 0


class High(Game[HighTable]):
    name, title, seats = "high", "High", range(2, 4)
    rules = {"en": "# High"}

    def cards(self, options, seats):
        return [Card(str(rank), rank=rank) for rank in range(1, 31)]

    def deal(self, table, last):
        table.shuffle(table.stock)
        table.deal(table.stock, 4)

    def moves(self, table, seat):
        return [Play(card) for card in table.hands[seat]]

    def play(self, table, seat, move):
        table.put(move.card, table.hands[seat], table.played)
        # FAULT
        table.turn.advance()
        if not any(table.hands):
            table.end_deal()

    def points(self, table):
        return [1 for _ in table.seats]
"""
FAULT = "table.highest = max(card.rank for card in table.stock)"


def check(folder: Path, *args: str, fault: str = "pass") -> subprocess.CompletedProcess[str]:
    (folder / "high.py").write_text(GAME.replace("# FAULT", fault))
    command = [sys.executable, "-m", "cardcore", "check", "./high.py", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_sound_game_keeps_every_law(tmp_path: Path) -> None:
    done = check(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"High: 2 cases, {len(ALL)} laws"
    assert [line.split("  ")[1].strip() for line in lines[1:-1]] == ["kept"] * len(ALL)
    assert lines[-1] == "Every law is kept."


def test_a_leak_is_told_with_its_record(tmp_path: Path) -> None:
    done = check(tmp_path, fault=FAULT)
    assert (done.returncode, done.stderr) == (1, "")
    assert "broken   no leak" in done.stdout
    assert "seen: seat 2 can tell two worlds apart by observation.fields: highest" in done.stdout
    assert "moves: 0 play" in done.stdout
    assert "record: check-high-no-leak.jsonl" in done.stdout
    record = Record.load(tmp_path / "check-high-no-leak.jsonl")
    assert len([who for who, _ in record.entries if who >= 0]) == 1


def test_json(tmp_path: Path) -> None:
    done = check(tmp_path, "--json", "--law", "no leak", "--law", "cards stay", fault=FAULT)
    assert done.returncode == 1
    data = json.loads(done.stdout)
    stay, leak = data["laws"]
    assert (data["game"], stay["name"], stay["kept"], stay["failure"]) == (
        *("high", "cards stay", True),
        None,
    )
    assert (leak["kept"], leak["failure"]["record"]) == (False, "check-high-no-leak.jsonl")


def test_an_unknown_law_is_wrong_usage(tmp_path: Path) -> None:
    done = check(tmp_path, "--law", "nonsense")
    assert done.returncode == 2
    assert "there is no law 'nonsense'; the laws are: names of methods" in done.stderr


@pytest.mark.parametrize("missing", ["pytest", "hypothesis"])
def test_it_needs_no_test_tools(missing: str, tmp_path: Path) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from cardcore.cli import cli; cli(['check', 'zeus', '--law', 'rules text'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False)
    assert done.returncode == 0
