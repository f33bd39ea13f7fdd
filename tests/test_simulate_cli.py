"""`cardcore simulate` and `cardcore tournament`: what is written, and the exit status."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from terminals import Terminal

from cardcore.cli._tables import table

BROKEN = """
from cardcore import Game, Move, Pile, Table, face_down, french_deck, held
import attrs


@attrs.frozen
class Lay(Move):
    pass


@attrs.define
class FallingTable(Table):
    stock: Pile = face_down()
    hands: list[Pile] = held()


class Falling(Game[FallingTable]):
    name, title, seats = "falling", "Falling", range(2, 4)

    def cards(self, options, seats):
        return french_deck()

    def deal(self, table, last):
        table.shuffle(table.stock)

    def moves(self, table, seat):
        return [Lay()]

    def play(self, table, seat, move):
        if table.chance.seed % 2:
            raise RuntimeError("the table falls over")
        table.end_deal()

    def points(self, table):
        return [1] * len(table.seats)
"""


def run(*args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cardcore", *args],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=cwd,
    )


def simulate(*args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return run("simulate", "zeus", "--seed", "1", "--jobs", "1", *args, cwd=cwd)


SMALL = ("--bots", "random", "--players", "2", "--matches", "3")


def test_json_is_the_report_and_the_same_for_the_same_seed() -> None:
    one, two = (json.loads(simulate(*SMALL, "--json").stdout) for _ in range(2))
    assert one.pop("times") is not None
    assert two.pop("times") is not None
    assert one == two
    assert (one["game"], one["matches"], one["seed"]) == ("zeus", 3, 1)


def test_csv_is_a_row_a_bot_and_of_a_sweep_a_row_a_setting() -> None:
    plain = list(csv.DictReader(StringIO(simulate(*SMALL, "--csv").stdout)))
    assert [row["bot"] for row in plain] == ["random"]
    swept = simulate(*SMALL, "--csv", "--sweep", "letters=3,4")
    rows = list(csv.DictReader(StringIO(swept.stdout)))
    assert [row["letters"] for row in rows] == ["3", "4"]
    assert float(rows[0]["decisions"]) < float(rows[1]["decisions"])


def test_a_sweep_in_json_is_a_report_a_setting() -> None:
    found = json.loads(
        simulate(*SMALL[:2], "--matches", "3", "--json", "--sweep", "players=2,3").stdout
    )
    assert [(one["values"], one["report"]["players"]) for one in found] == [
        ({"players": "2"}, 2),
        ({"players": "3"}, 3),
    ]


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["--matches", "0"], "the number of matches is 1 or more, not 0"),
        (["--bots", "nobody"], "there is no bot 'nobody' for zeus"),
        (["--bots", ",".join(["random"] * 6)], "6 bots are named for 5 seats; cardcore tournament"),
        (["--letters", "9"], "letters cannot be '9'"),
        (["--json", "--csv"], "either --json or --csv is written, not both"),
        (["--sweep", "letters"], "a sweep is written NAME=A,B"),
        (["--sweep", "letters=3", "--sweep", "letters=4"], "letters is swept twice"),
        (["--plot", "x.gif"], "a plot is a file that ends in .png, .svg, .pdf"),
        (["--on", "slurm"], "matches are played on dask:ADDRESS, ray or ray:ADDRESS"),
    ],
)
def test_wrong_wishes_are_wrong_usage(args: list[str], reason: str) -> None:
    done = simulate(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {reason}")
    assert len(done.stderr.splitlines()) == 2


def test_a_match_that_fails_is_told_with_its_record_and_how_to_see_it_again(tmp_path: Path) -> None:
    (tmp_path / "falling.py").write_text(BROKEN)
    wishes = [
        "./falling.py",
        "--bots",
        "random",
        "--players",
        "2",
        "--matches",
        "20",
        "--seed",
        "1",
    ]
    done = run("simulate", *wishes, "--jobs", "2", cwd=tmp_path)
    assert done.returncode == 1
    assert re.search(r"^Falling: \d+ matches of 2 players, seed 1$", done.stdout, re.M)
    assert "Match 1 failed" in done.stderr or "Match 0 failed" in done.stderr
    (record, *_) = re.findall(r"^record: (.*)$", done.stderr, re.M)
    assert (tmp_path / record).stat().st_size > 0
    (again, *_) = re.findall(r"^again: cardcore (.*)$", done.stderr, re.M)
    second = run(*again.split(), cwd=tmp_path)
    assert "the table falls over" in second.stderr


def test_the_command_that_plays_it_again_knows_options_that_are_called_as_flags_of_play(
    tmp_path: Path,
) -> None:
    options = """
@attrs.frozen
class Options:
    names: str = option("plain", help="which", choices=("plain", "odd"))
"""
    code = BROKEN.replace("face_down,", "face_down, option,").replace(
        "if table.chance.seed % 2", "if 1"
    )
    code = code.replace("class Falling(", f"{options}\n\nclass Falling(").replace(
        '"Falling", range(2, 4)', '"Falling", range(2, 4)\n    Options = Options'
    )
    (tmp_path / "falling.py").write_text(code)
    wishes = ["./falling.py", "--bots", "random", "--matches", "1", "--jobs", "1", "--names", "odd"]
    done = run("simulate", *wishes, cwd=tmp_path)
    (again, *_) = re.findall(r"^again: cardcore (.*)$", done.stderr, re.M)
    assert again.endswith(" --falling-names odd")
    assert "the table falls over" in run(*again.split(), cwd=tmp_path).stderr


def test_a_sweep_of_players_is_not_called_matches_of_so_many_players() -> None:
    swept = simulate("--bots", "random", "--matches", "3", "--sweep", "players=2,3")
    assert swept.stdout.startswith(
        "Zeus on the Loose: 3 matches under each of 2 settings, seed 1\n"
    )


def test_a_folder_for_records_that_is_in_use_is_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "x").write_text("")
    done = simulate(*SMALL, "--records", str(tmp_path / "kept"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not empty" in done.stderr


def test_a_tournament_ranks_the_bots() -> None:
    done = run(
        "tournament",
        "odin",
        "--bots",
        "random,heuristic",
        "--matches",
        "4",
        "--seed",
        "1",
        "--jobs",
        "1",
    )
    lines = done.stdout.splitlines()
    assert lines[0] == "Odin: 4 matches of 2 players, seed 1"
    assert [line.split()[:2] for line in lines if re.match(r"\d  ", line)] == [
        ["1", "heuristic"],
        ["2", "random"],
    ]
    assert any(line.startswith("heuristic  random") for line in lines)


def test_ctrl_c_writes_what_is_done() -> None:
    terminal = Terminal(
        "simulate", "zeus", "--bots", "random", "--seed", "1", "--matches", "100000", "--jobs", "2"
    )
    terminal.wait(until=lambda text: re.search(r"[1-9]\d* of 100000, ", text))
    terminal.child.sendintr()
    terminal.wait("Stopped: ")
    while terminal._feed(0.2):
        pass
    terminal.child.wait()
    assert terminal.child.exitstatus == 130
    assert "Traceback" not in terminal.raw
    shown = f"{terminal.scrollback}\n{terminal.text}"
    assert re.search(r"Zeus on the Loose: [1-9]\d* matches of 3 players, seed 1", shown)


@pytest.mark.parametrize("language", ["en", "es"])
def test_reports_keep_to_forty_columns(language: str) -> None:
    terminal = Terminal(
        *["simulate", "zeus", "--bots", "heuristic,random", "--seed", "1", "--matches", "4"],
        *["--jobs", "1", "--lang", language],
        columns=40,
        rows=60,
    )
    while terminal._feed(0.2):
        pass
    terminal.child.wait()
    assert terminal.child.exitstatus == 0
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.raw).splitlines()
    assert max(len(line.rpartition("\r")[2].rstrip()) for line in lines) <= 40
    assert ("partidas" if language == "es" else "matches") in terminal.text


def test_a_table_that_is_too_wide_becomes_lines() -> None:
    heads, rows = ["bot", "wins", "none"], [["random", "50%", ""], ["a", "1%", ""]]
    assert table(heads, rows, None) == ["bot     wins", "random   50%", "a         1%"]
    assert table(heads, rows, 10) == ["bot random", "  wins  50%", "bot a", "  wins  1%"]
