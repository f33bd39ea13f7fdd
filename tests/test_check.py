"""`cardcore check`: one line a law, the failure with its record, the exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from terminals import Terminal

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


CONFORMANCE = """
from cardcore.testing import GameConformance
from high import High


class TestHigh(GameConformance):
    game = High()
    seeds = (5,)
    departs = {"no leak": "the highest card is called out"}
"""


def check(
    folder: Path, *args: str, fault: str = "pass", subject: str = "./high.py"
) -> subprocess.CompletedProcess[str]:
    (folder / "high.py").write_text(GAME.replace("# FAULT", fault))
    command = [sys.executable, "-m", "cardcore", "check", subject, *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_sound_game_keeps_every_law(tmp_path: Path) -> None:
    done = check(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"High: 2 cases, {len(ALL)} laws"
    assert [line.split("  ")[1].strip() for line in lines[1:-1]] == ["kept"] * len(ALL)
    assert lines[-1] == "Every law is kept."


@pytest.mark.parametrize("columns", [40, 80])
def test_on_a_terminal_each_law_has_a_line_of_its_own_above_the_bar(
    columns: int, tmp_path: Path
) -> None:
    """The bar stood in the same lines, for what was told went past it."""
    (tmp_path / "high.py").write_text(GAME.replace("# FAULT", FAULT))
    screen = Terminal("check", str(tmp_path / "high.py"), columns=columns, rows=60, cwd=tmp_path)
    text, status = screen.end()
    assert status == 1
    lines = text.splitlines()
    laws = [line for line in lines if line.startswith(("  kept     ", "  broken   "))]
    assert [line[11:37].strip() for line in laws] == [law.name for law in ALL]
    assert all(line.endswith(" s") == (columns == 80) for line in laws)
    assert "━" not in text
    assert lines[-1] == "Broken: no leak."


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


def test_an_error_in_what_only_tells_names_method_and_line(tmp_path: Path) -> None:
    """It was told as a text that lacks a field."""
    code = GAME.replace("# FAULT", "table.turn.advance()").replace(
        "    def points", "    def describe(self, event):\n        return 1 / 0\n\n    def points"
    )
    (tmp_path / "low.py").write_text(code)
    line = code.splitlines().index("        return 1 / 0") + 1
    done = check(tmp_path, "--law", "texts can be shown", subject="./low.py")
    assert done.returncode == 1
    seen = f"seen: High.describe fails: ZeroDivisionError: division by zero (low.py:{line})"
    assert seen in done.stdout
    assert "methods that only tell, such as `describe`, must be able to" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="another signal there")
def test_ctrl_c_in_moves_that_never_end_tells_the_line(tmp_path: Path) -> None:
    code = GAME.replace(
        "        return [Play", "        while True:\n            pass\n        return [Play"
    )
    (tmp_path / "endless.py").write_text(code)
    command = [sys.executable, "-m", "cardcore", "check", "./endless.py"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(4)
        running.send_signal(signal.SIGINT)
        try:
            _, told = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 130
    assert "Stopped in High.moves (endless.py:" in told
    assert "Traceback" not in told


LEAKS = ("--law", "no leak", "--law", "cards stay")


def test_a_test_class_says_what_its_game_departs_from(tmp_path: Path) -> None:
    (tmp_path / "test_high.py").write_text(CONFORMANCE + GAME.replace("High", "Other"))
    done = check(tmp_path, *LEAKS, fault=FAULT, subject="test_high.py")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "High: 2 cases, 1 laws"
    assert lines[1].split(maxsplit=3) == ["departs", "no", "leak", "the highest card is called out"]
    assert lines[-1] == "Every other law is kept."
    data = json.loads(check(tmp_path, "--json", *LEAKS[2:], subject="test_high.py").stdout)
    assert data["cases"] == ["2p-in_order-seed5", "3p-in_order-seed5"]


def test_of_several_test_classes_one_is_named(tmp_path: Path) -> None:
    classes = CONFORMANCE + "class TestAgain(GameConformance):\n    game = High()\n"
    (tmp_path / "test_high.py").write_text(classes)
    done = check(tmp_path, subject="test_high.py")
    assert done.returncode == 2
    names = "test_high.py::TestHigh, test_high.py::TestAgain"
    assert f"holds several test classes; name one: {names}" in done.stderr
    done = check(tmp_path, *LEAKS, fault=FAULT, subject="test_high.py::TestAgain")
    assert done.returncode == 1
    assert "Broken: no leak." in done.stdout
    done = check(tmp_path, subject="test_high.py::TestNone")
    assert "test_high.py holds no test class TestNone" in done.stderr


def test_a_game_is_checked_with_house_rules(tmp_path: Path) -> None:
    rules = Path(__file__).parent.parent / "examples" / "zeus_house_rules"
    code = (
        f"import sys; sys.path.insert(0, {str(rules)!r}); import zeus_house_rules\n"
        "from cardcore.plugins import installed; installed().register(zeus_house_rules, 'z')\n"
        "from cardcore.cli import cli; cli(['check', 'zeus', '--json', '--law', 'cards stay',"
        " '--house-rule', 'quick-hundred', '--house-rule', 'slip-under'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "2p-quick-hundred+slip-under-in_order-seed1" in json.loads(done.stdout)["cases"]
    done = check(tmp_path, "--house-rule", "nonsense")
    assert done.returncode == 2
    assert "there is no house rule 'nonsense'" in done.stderr


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
