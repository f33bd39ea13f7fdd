"""The command line: what each command writes, and how each mistake ends."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest
from click.testing import CliRunner, Result
from small_games.nope import NopeGame

import cardcore
from cardcore import Record
from cardcore.bots import RandomBot, cardcore_bots
from cardcore.cli import COMMANDS, cli
from cardcore.cli._gameflags import flag
from cardcore.errors import PluginError

COMMAND = [sys.executable, "-m", "cardcore"]
ENVIRON = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
ENVIRON["LANGUAGE"] = "en"
OLDER = "mix_stderr" in inspect.signature(CliRunner).parameters  # click before 8.2
RUNNER: CliRunner = CliRunner(**({"mix_stderr": False} if OLDER else {}))


def call(*args: str, typed: str = "") -> Result:
    """Run the command in this process."""
    return RUNNER.invoke(cli, args, input=typed, catch_exceptions=False)


def shell(script: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `cardcore` is the command."""
    function = f'cardcore() {{ "{sys.executable}" -m cardcore "$@"; }}\n'
    return subprocess.run(
        ["bash", "-c", function + script],
        capture_output=True,
        text=True,
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )


def failed(result: Result, code: int, *parts: str) -> None:
    """A failure: its status, one line that has these parts, at most one more; nothing written."""
    assert result.exit_code == code
    assert result.stdout == ""
    first, *more = result.stderr.splitlines()
    assert first.startswith("Error: ")
    for part in parts:
        assert part in first
    assert len(more) <= (code == 2)
    assert all(re.fullmatch(r"Try 'cardcore[ \w]* --help'\.", line) for line in more)


# -- help and what there is ------------------------------------------------------------------------


def test_help_names_every_command_and_begins_no_match() -> None:
    for result in (call("--help"), call()):
        assert result.exit_code == 0
        for name, help_ in COMMANDS.items():
            assert re.search(rf"^  {name} +{re.escape(help_)}$", result.stdout, re.M)


def test_each_short_help_is_that_of_the_command() -> None:
    for name in COMMANDS:
        text = call(name, "--help").stdout
        assert text.splitlines()[2].strip() == COMMANDS[name]


def test_the_version_is_told() -> None:
    assert call("--version").stdout == f"cardcore {cardcore.__version__}\n"


def test_play_help_shows_every_option_of_the_game_under_its_title() -> None:
    text = call("play", "zeus", "--help").stdout
    common, _, own = text.partition("Zeus on the Loose, for 2 to 5 players:")
    assert text.startswith("Usage: cardcore play zeus [OPTIONS]\n")
    for shown in (
        "--players N",
        "--names A,B",
        "--bots A,B",
        "--watch",
        "--preset NAME",
        "--seed N",
    ):
        assert shown in common
    for shown in ("--house-rule NAME", "--record FILE", "--practice", "--no-color"):
        assert shown in common
    for shown in ("--deck 60|56", "--sneak on|off", "--sneak-chain on|off", "--letters 4|3"):
        assert shown in own
    assert "[last_card_drawn]" in own


def test_a_game_without_options_and_rules_has_a_help_and_says_that_it_has_none(
    monkeypatch: Any,
) -> None:
    monkeypatch.setattr("cardcore.plugins.Plugins.game", lambda self, name: NopeGame())
    help_ = call("play", "nope", "--help")
    assert help_.exit_code == 0
    assert "--players N" in help_.stdout
    failed(call("rules", "nope"), 1, "has no rules page")


def test_a_plugin_that_is_asked_for_and_not_installed_is_named() -> None:
    done = shell("cardcore games", CARDCORE_PLUGINS="zues,zeus")
    assert done.stderr == "CARDCORE_PLUGINS names 'zues', which is not installed\n"
    assert done.stdout.startswith("zeus ")


def test_the_game_and_its_flags_may_stand_in_any_order() -> None:
    args = ["--letters", "3", "--seed", "7", "zeus", "--watch"]
    first = call("play", *args)
    assert first.exit_code == 0
    assert call("play", "zeus", "--watch", "--letters=3", "--seed=7").stdout == first.stdout


def test_a_preset_gives_values_that_flags_override(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    args = ["--preset", "younger", "--sneak", "on", "--draw", "lenient", "--seed", "7"]
    assert call("play", "zeus", "--watch", *args, "--record", str(file)).exit_code == 0
    assert Record.load(file).header["options"]["sneak"] is True
    assert Record.load(file).header["options"]["draw"] == "lenient"
    other = tmp_path / "other.jsonl"
    call("play", "zeus", "--watch", "--preset", "younger", "--seed", "7", "--record", str(other))
    assert Record.load(other).header["options"]["sneak"] is False


def test_the_games_are_listed() -> None:
    assert re.search(r"^zeus +Zeus on the Loose, 2 to 5 players$", call("games").stdout, re.M)
    _, game = json.loads(call("games", "--json").stdout)
    assert game == {
        "name": "zeus",
        "title": "Zeus on the Loose",
        "players": [2, 3, 4, 5],
        "version": 1,
    }


def test_the_rules_are_markdown_where_they_are_piped() -> None:
    page = call("rules", "zeus").stdout
    assert page == cardcore.game("zeus").rules["en"]
    assert page.startswith("# Zeus on the Loose: the rules\n")


def test_the_rules_page_has_every_rule_and_every_option() -> None:
    page = cardcore.game("zeus").rules["en"]
    assert re.findall(r"^(\d+)\. ", page, re.M) == [str(number) for number in range(1, 24)]
    for option in json.loads(call("options", "zeus", "--json").stdout)["options"]:
        values = ", ".join(f"`{value}`" for value in option["values"])
        assert f"- `{option['name'].replace('_', '-')}` ({values}):" in " ".join(page.split())


def test_the_options_are_listed_with_values_default_and_presets() -> None:
    text = " ".join(call("options", "zeus").stdout.split())
    assert "sneak-chain on, off [on]: a sneak may be sneaked upon" in text
    assert "preset younger sneak off, draw automatic" in text
    data = json.loads(call("options", "zeus", "--json").stdout)
    assert data["game"] == "zeus"
    assert data["presets"] == {"younger": {"sneak": "off", "draw": "automatic"}}
    assert data["options"][0] == {
        "name": "deck",
        "values": ["60", "56"],
        "other_values": "",
        "default": "60",
        "help": "cards in the deck: two printings exist",
    }


def test_the_bots_are_listed_for_a_game_or_all() -> None:
    every = json.loads(call("bots", "--json").stdout)
    assert {"name": "random", "game": "", "help": "any legal move"} in every
    own = json.loads(call("bots", "zeus", "--json").stdout)
    assert [bot["usual"] for bot in own].count(True) == 1
    assert {bot["name"] for bot in own} == {bot["name"] for bot in every}
    assert "(the usual one)" in " ".join(call("bots", "zeus").stdout.split())


def test_the_plugins_are_listed() -> None:
    (zeus,) = [p for p in json.loads(call("plugins", "--json").stdout) if p["name"] == "zeus"]
    assert zeus == {
        "name": "zeus",
        "distribution": "cardcore",
        "version": cardcore.__version__,
        "games": ["zeus"],
        "bots": zeus["bots"],
        "house_rules": zeus["house_rules"],
        "problems": [],
    }


# -- wrong usage: status 2, and nothing is begun ---------------------------------------------------

WRONG: dict[str, tuple[list[str], list[str]]] = {
    "unknown game": (
        ["zeuss"],
        ["no game 'zeuss'", "did you mean 'zeus'?", "games are: odin, zeus"],
    ),
    "no game": ([], ["Missing argument 'GAME'"]),
    "two games": (["zeus", "odin"], ["unexpected extra argument (odin)"]),
    "one player": (["zeus", "--players", "1"], ["is for 2 to 5 players, not 1"]),
    "six players": (["zeus", "--players", "6"], ["is for 2 to 5 players, not 6"]),
    "players no number": (["zeus", "--players", "two"], ["'two' is not a valid integer"]),
    "seed no number": (["zeus", "--seed", "x"], ["'x' is not a valid integer"]),
    "unknown option": (["zeus", "--dek", "56"], ["--dek", "--deck"]),
    "bad value": (["zeus", "--deck", "52"], ["deck cannot be '52'; it is one of: 60, 56"]),
    "no value": (["zeus", "--deck"], ["'--deck' requires an argument"]),
    "unknown preset": (["zeus", "--preset", "old"], ["no preset 'old'; the presets are: younger"]),
    "watch and names": (["zeus", "--watch", "--names", "Ana"], ["no persons to name"]),
    "watch and practice": (["zeus", "--watch", "--practice"], ["nobody to practise"]),
    "more names than players": (
        ["zeus", "--names", "Ana,Bo,Cy", "--players", "2"],
        ["3 persons are named for 2 seats; name at most 2"],
    ),
    "more names than seats": (["zeus", "--names", "A,B,C,D,E,F"], ["6 persons", "5 seats"]),
    "more bots than seats": (
        ["zeus", "--bots", "random,random,random"],
        ["more bots are named (3) than seats are free (2)"],
    ),
    "bots without seats": (
        ["zeus", "--names", "Ana,Bo", "--players", "2", "--bots", "random"],
        ["more bots are named (1) than seats are free (0)"],
    ),
    "unknown bot": (
        ["zeus", "--bots", "rndom"],
        ["no bot 'rndom' for zeus; did you mean 'random'"],
    ),
    "unknown house rule": (["zeus", "--house-rule", "x"], ["no house rule 'x'; installed are: "]),
    "names twice": (["zeus", "--names", "Ana,ana"], ["two persons are called 'Ana'"]),
    "empty name": (["zeus", "--names", "Ana,,Bo"], ["a name is empty", "Ana,Bea"]),
    "long name": (["zeus", "--names", "x" * 41], [f"the name '{'x' * 40}'… is too long; 40 signs"]),
    "control sign": (["zeus", "--names", "A\x07\n"], ["the name 'A\\x07' has signs that cannot"]),
    "undecodable name": (["zeus", "--names", "\udcff"], ["a name is not readable text"]),
    "long seed": (["zeus", "--seed", "x" * 99], [f" '{'x' * 40}' is not a valid integer"]),
    "no file name": (["zeus", "--record", ""], ["the file name is empty"]),
}


@pytest.mark.parametrize(("args", "parts"), WRONG.values(), ids=WRONG)
def test_wrong_usage_says_what_would_have_been_right(
    args: list[str], parts: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    failed(call("play", "--record", str(file), *args), 2, *parts)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["rules", "options", "bots"])
def test_an_unknown_game_is_wrong_usage_everywhere(command: str) -> None:
    failed(call(command, "Zeus!"), 2, "there is no game 'Zeus!'; did you mean 'zeus'?")


def test_an_unknown_command_is_wrong_usage() -> None:
    failed(call("plya"), 2, "No such command 'plya'.")


def test_the_help_that_is_named_exists() -> None:
    lines = call("play", "zeus", "--players", "9").stderr.splitlines()
    assert lines[1] == "Try 'cardcore play zeus --help'."
    lines = call("play", "zeus", "--letters").stderr.splitlines()
    assert lines[1] == "Try 'cardcore play zeus --help'."


# -- records ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The lines of the record of a whole match."""
    file = tmp_path_factory.mktemp("record") / "match.jsonl"
    call("play", "zeus", "--watch", "--seed", "7", "--record", str(file))
    return file.read_text("utf-8").splitlines(keepends=True)


def header(lines: list[str], **changed: Any) -> list[str]:
    """The lines with another header, the chain of hashes made good."""
    record = Record.parse("".join(lines).encode())
    return Record({**record.header, **changed}, record.entries, record.standings).lines()


def edited(lines: list[str]) -> list[str]:
    return [line.replace('"seat": 1', '"seat": 2') for line in lines]


Change = Callable[[list[str]], "list[str]"]
BAD: dict[str, tuple[Change, str]] = {
    "empty": (lambda lines: [], "is no record: its first line is not a header"),
    "text": (lambda lines: ["Dear diary,\n"], "line 1: damaged, not a JSON object"),
    "other JSON": (lambda lines: ["{}\n"], "is no record: its first line is not a header"),
    "damaged": (lambda lines: [*lines[:5], "{{\n", *lines[6:]], "line 6: damaged"),
    "line missing": (lambda lines: lines[:5] + lines[6:], "line 6: changed since it was written"),
    "edited": (edited, "changed since it was written"),
    "older rules": (
        lambda lines: header(lines, version=0),
        "this is of zeus, version 0 of its rules; here is zeus, version 1",
    ),
    "other options": (
        lambda lines: header(lines, options={"deck": "72"}),
        "deck cannot be '72'; it is one of: 60, 56",
    ),
    "other deck": (
        lambda lines: header(lines, options={"deck": "56"}),
        "a recorded shuffle has other cards than the pile",
    ),
    "newer format": (
        lambda lines: [lines[0].replace('"cardcore": 1', '"cardcore": 99'), *lines[1:]],
        "has format 99; this cardcore reads formats up to 1: a newer cardcore is needed",
    ),
}


@pytest.mark.parametrize("how", ["", "--verify", "--json"])
@pytest.mark.parametrize(("change", "part"), BAD.values(), ids=BAD)
def test_a_bad_record_is_refused_in_one_line(
    lines: list[str], change: Change, part: str, how: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("".join(change(lines)), "utf-8")
    failed(call("replay", str(file), *filter(None, [how])), 1, part)


@pytest.mark.parametrize("how", ["", "--verify", "--json"])
def test_a_record_of_a_game_that_is_not_found_tells_how_a_file_is_named(
    lines: list[str], how: str, tmp_path: Path
) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text("".join(header(lines, game="odyssey")), "utf-8")
    done = call("replay", str(file), *filter(None, [how]))
    assert (done.exit_code, done.stdout) == (1, "")
    error, hint = done.stderr.splitlines()
    assert error.endswith("there is no game 'odyssey'; the games are: odin, zeus")
    assert hint.endswith("--game ./mygame.py")


def test_a_missing_record_and_a_directory_are_failures(tmp_path: Path) -> None:
    missing = tmp_path / "none.jsonl"
    failed(call("replay", str(missing)), 1, f"{missing}: No such file or directory")
    failed(call("replay", str(tmp_path)), 1, f"{tmp_path}: Is a directory")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\n" * 9)
    failed(call("replay", str(binary)), 1, "is no record: it is not a text in UTF-8")


def test_changed_standings_do_not_verify(lines: list[str], tmp_path: Path) -> None:
    record = Record.parse("".join(lines).encode())
    assert record.standings is not None
    file = tmp_path / "match.jsonl"
    for standings, part in (
        (record.standings[::-1], "the record tells standings ((1, 2, "),
        (None, "the match is over, but the record tells no standings"),
    ):
        Record(record.header, record.entries, standings).save(file)
        failed(call("replay", "--verify", str(file)), 1, part.split("((")[0])


def test_a_record_verifies_and_says_so(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text("".join(lines), "utf-8")
    result = call("replay", "--verify", str(file))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        f"{file}: {len(lines)} lines, none changed; the standings are those that were played\n"
    )


def test_a_replay_tells_the_match_as_it_was_told(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text("".join(lines), "utf-8")
    watched = call("play", "zeus", "--watch", "--seed", "7")
    assert call("replay", str(file)).stdout == watched.stdout
    data = json.loads(call("replay", "--json", "--verify", str(file)).stdout)
    assert data["verified"] is True
    assert data["seed"] == 7
    told = [line for line in watched.stdout.splitlines() if line]
    assert [line for move in data["told"] for line in move] == told[: -2 - len(data["standings"])]
    assert [place["place"] for place in data["standings"]][:1] == [1]


def test_a_replay_needs_no_seed_and_leaves_out_what_was_taken_back(tmp_path: Path) -> None:
    match = cardcore.game("zeus").match(2, seed=4, names=["Ana"], bots={1: "x"}, practice=True)
    bot = RandomBot(1)

    def turn() -> None:
        match.play(0, match.moves(0)[0])
        while match.to_act[0] == 1:
            match.play(1, bot.choose(match.observe(1)))

    while match.to_act[0] == 1:
        match.play(1, bot.choose(match.observe(1)))
    for _ in range(3):
        turn()
    match.undo(0)
    turn()
    file = tmp_path / "match.jsonl"
    record = match.record()
    Record({**record.header, "seed": 999}, record.entries).save(file)
    result = call("replay", str(file))
    assert result.exit_code == 0
    assert result.stdout.endswith("\nThe match is unfinished.\n")
    assert len(re.findall(r"Ana (?:plays|sneaks)", result.stdout)) == 3


def test_a_torn_last_line_is_dropped_with_a_warning(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "torn.jsonl"
    file.write_text("".join(lines)[:-20], "utf-8")
    result = call("replay", str(file))
    assert result.exit_code == 0
    assert result.stderr == f"Warning: {file}: the last line is torn off and was dropped\n"
    assert result.stdout.endswith("The match is unfinished.\n") or "wins the match" in result.stdout


def test_a_record_that_cannot_be_written_stops_the_match_before_it_begins(tmp_path: Path) -> None:
    play = ("play", "zeus", "--watch", "--seed", "7", "--record")
    failed(call(*play, str(tmp_path)), 1, f"{tmp_path}: Is a directory")
    failed(call(*play, str(tmp_path / "no" / "file")), 1, "No such file or directory")
    assert list(tmp_path.iterdir()) == []


def test_a_record_never_replaces_what_stands_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    result = call("play", "zeus", "--watch", "--seed", "7", "--record", str(file))
    failed(result, 1, f"{file} exists already; give the record another name")
    assert file.read_text() == "precious"


def test_an_empty_or_endless_file_name_is_told_shortly() -> None:
    failed(call("replay", ""), 2, "the file name is empty")
    failed(call("replay", "x" * 999), 1, f"Error: {'x' * 40}…: File name too long")


STOPS = {
    KeyboardInterrupt(): (130, "Interrupted.\n"),
    PluginError("off"): (1, "Error: off\n"),
    SystemExit("so\nlong"): (1, "Error: so long\n"),
    SystemExit(3): (3, ""),
    BrokenPipeError(): (0, ""),
}


@pytest.mark.parametrize("error", STOPS, ids=repr)
def test_a_match_that_is_left_early_says_where_its_record_is(
    error: BaseException, tmp_path: Path, monkeypatch: Any
) -> None:
    def stop(*_: object) -> None:
        raise error

    monkeypatch.setattr("cardcore.terminal.run.play", stop)
    file = tmp_path / "match.jsonl"
    result = call("play", "zeus", "--watch", "--seed", "7", "--record", str(file))
    code, said = STOPS[error]
    assert result.exit_code == code
    assert result.stderr == f"{said}The match is saved. Go on with: cardcore resume {file}\n"


def test_a_record_that_cannot_be_written_on_ends_in_one_line() -> None:
    done = shell("cardcore play zeus --watch --seed 7 --record /dev/full")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Error: /dev/full: No space left on device\n"


def test_a_file_that_may_not_grow_is_named(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    command = f"cardcore play zeus --watch --seed 7 --record {file}"
    done = shell(f"(trap '' XFSZ; ulimit -f 1; {command}) 2>&1 | tail -2")
    assert done.stdout == (
        f"Error: {file}: File too large\nThe match is saved but for its end (File too large). "
        f"Go on with: cardcore resume {file}\n"
    )


# -- how a process ends ----------------------------------------------------------------------------


def test_a_reader_that_goes_away_is_no_reason_for_a_word() -> None:
    done = shell("cardcore play zeus --watch --seed 7 | head -1; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("Round 1\n0\n", "")


FULL = "Error: standard output: No space left on device\n"


def test_a_full_disk_is_told_in_one_line() -> None:
    done = shell("cardcore games >/dev/full; echo $?")
    assert (done.stdout, done.stderr) == ("1\n", FULL)
    for args in ("--help", "--version", "play --help"):
        done = shell(f"cardcore {args} >/dev/full; echo $?")
        assert (done.stdout, done.stderr) == ("1\n", FULL)


def test_a_fault_of_ours_is_one_line_too_and_debug_shows_where(monkeypatch: Any) -> None:
    def fail() -> None:
        raise ZeroDivisionError("so\nmuch")

    monkeypatch.setattr("cardcore.cli._lists.game_rows", fail)
    failed(call("games"), 1, "ZeroDivisionError: so much (CARDCORE_DEBUG=1 shows where)")
    monkeypatch.setenv("CARDCORE_DEBUG", "1")
    assert "Traceback" in call("games").stderr


def test_a_game_that_fails_in_a_match_is_named(monkeypatch: Any) -> None:
    def fail(self: object, table: object, seat: int, move: object) -> None:
        raise RuntimeError("off")

    monkeypatch.setattr(type(cardcore.game("zeus")), "play", fail)
    result = call("play", "zeus", "--seed", "7", typed="#1\n")
    assert result.exit_code == 1
    assert re.match(r"Error: Zeus on the Loose failed on “.*”: .*\n", result.stderr)


def test_help_loads_nothing_that_draws_or_plays() -> None:
    """Help has to be quick: no command is imported but the one that is called."""
    script = (
        "import sys; from cardcore.cli import cli\n"
        "try: cli.main({args!r})\n"
        "except SystemExit: print([m for m in sys.modules if m in ('rich', 'prompt_toolkit', "
        "'filelock', 'platformdirs', 'cardcore.cli.play', 'cardcore.cli.games', "
        "'cardcore.terminal.run', 'cardcore.record')])"
    )
    for args, loaded in (
        (["--version"], []),
        (["--help"], []),
        (["play", "zeus", "--help"], ["cardcore.cli.play"]),
    ):
        done = subprocess.run(
            [sys.executable, "-c", script.format(args=args)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == str(loaded)


def test_the_rules_are_drawn_on_a_terminal() -> None:
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], "rules", "zeus"],
        dimensions=(24, 50),
        encoding="utf-8",
        timeout=30,
        env={**ENVIRON, "TERM": "xterm"},
    )
    child.expect(pexpect.EOF)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", child.before).replace("\r", "")
    assert "# Zeus" not in plain
    assert max(map(len, plain.splitlines())) <= 50


# -- completion ------------------------------------------------------------------------------------


def completions(words: str, monkeypatch: Any, capsys: Any, shell: str = "bash") -> list[str]:
    """What a shell is told when the tabulator is pressed after these words."""
    monkeypatch.setenv("_CARDCORE_COMPLETE", f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    with pytest.raises(SystemExit):
        cli.main([], prog_name="cardcore")
    written = capsys.readouterr()
    assert written.err == ""
    lines = [line for line in written.out.splitlines() if line]
    return lines if shell != "bash" else [line.partition(",")[2] for line in lines]


@pytest.fixture
def saved() -> list[str]:
    """The names of a match that is over, and of one that is not."""
    call("play", "zeus", "--players", "2", "--seed", "4", typed="#1\n" * 200)
    call("play", "zeus", "--seed", "5", "--names", "Ana", typed="#1\n")
    over = {entry["name"]: entry["over"] for entry in json.loads(call("replay", "--json").stdout)}
    assert over == {"zeus-1": True, "zeus-2": False}
    return list(over)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("cardcore pl", {"play", "plugins"}),
        ("cardcore rules z", {"zeus"}),
        ("cardcore play z", {"zeus"}),
        ("cardcore play zeus --sne", {"--sneak", "--sneak-chain"}),
        ("cardcore play zeus --draw ", {"automatic", "strict", "lenient"}),
        ("cardcore play nosuch --wa", {"--watch"}),
        ("cardcore play zeus --bots he", {"heuristic"}),
        ("cardcore play zeus --bots random,he", {"random,heuristic"}),
        ("cardcore play zeus --preset ", {"younger"}),
        ("cardcore play zeus --speed ", {"slow", "normal", "fast", "none"}),
        ("cardcore play zeus --la", {"--lang"}),
        ("cardcore --lang ", {"en", "es"}),
        ("cardcore completion ", {"bash", "zsh", "fish"}),
        ("cardcore resume ", {"zeus-2"}),
        ("cardcore resume --delete ", {"zeus-1", "zeus-2"}),
        ("cardcore replay z", {"zeus-1", "zeus-2"}),
        ("cardcore replay /nosuch", {"/nosuch"}),
        # as bash parts the words
        ("cardcore play zeus --bots 1 = he", {"heuristic"}),
        ("cardcore play zeus --bots random,1 =", {bot.name for bot in cardcore_bots()}),
        ("cardcore play zeus --bots = 2 = r", {"random"}),
        ("cardcore play zeus --speed = sl", {"slow"}),
        ("cardcore play zeus --lang = e", {"en", "es"}),
    ],
)
def test_words_are_completed(
    words: str, found: set[str], saved: list[str], monkeypatch: Any, capsys: Any
) -> None:
    assert set(completions(words, monkeypatch, capsys)) == found


def test_house_rules_are_completed_those_of_other_games_apart(
    monkeypatch: Any, capsys: Any
) -> None:
    class Own(cardcore.HouseRule):
        name, title, game = "own", "mine", "zeus"

    class Other(cardcore.HouseRule):
        name, title, game = "other", "theirs", "odin"

    rules = [Own(), Other()]
    monkeypatch.setattr("cardcore.plugins.Plugins.house_rules", lambda self: rules)
    words = "cardcore play zeus --house-rule "
    assert completions(words, monkeypatch, capsys) == ["own"]
    assert completions(words, monkeypatch, capsys, "zsh") == ["plain", "own", "mine"]


def test_helps_of_completions_are_translated(monkeypatch: Any, capsys: Any) -> None:
    for words in ("cardcore --lang es play zeus --wat", "cardcore --lang es gam"):
        kind, word, help_ = completions(words, monkeypatch, capsys, "zsh")
        assert (kind, word) in (("plain", "--watch"), ("plain", "games"))
        assert help_ not in ("bots play alone", "List the games.")


def test_what_is_broken_completes_nothing_and_says_nothing(
    tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    monkeypatch.setenv("CARDCORE_PLUGINS", "zues,zeus")
    (tmp_path / "matches").write_text("no folder")
    monkeypatch.setenv("CARDCORE_DATA", str(tmp_path))
    assert completions("cardcore resume ", monkeypatch, capsys) == []
    assert completions("cardcore rules z", monkeypatch, capsys) == ["zeus"]

    def fail(*_: object) -> None:
        print("broken", file=sys.stderr)
        raise PermissionError("not yours")

    monkeypatch.setattr("cardcore.terminal.saved.entries", fail)
    monkeypatch.setattr("cardcore.plugins.Plugins.bots", fail)
    monkeypatch.setattr("cardcore.plugins.Plugins.add_commands", fail)
    for words in ("cardcore replay /nosuch", "cardcore resume ", "cardcore play zeus --bots r"):
        assert completions(words, monkeypatch, capsys) in ([], ["/nosuch"])
    monkeypatch.setattr(cli, "asked_plugins", False)
    assert completions("cardcore pl", monkeypatch, capsys) == ["play", "plugins"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_a_shell_is_printed(shell: str, monkeypatch: Any) -> None:
    script = call("completion", shell).stdout
    assert f"_CARDCORE_COMPLETE={shell}_complete" in script
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    assert call("completion").stdout == script
    assert f"cardcore completion {shell}" in call("completion", "--help").stdout


def test_a_shell_that_is_not_known_is_refused(monkeypatch: Any) -> None:
    monkeypatch.setenv("SHELL", "/bin/odd")
    failed(call("completion"), 2, "the shell 'odd' is not known; say one of: bash, zsh, fish")
    failed(call("completion", "odd"), 2, "'odd'", "bash")


def test_bash_completes_with_that_script(tmp_path: Path) -> None:
    command = tmp_path / "cardcore"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cardcore "$@"\n')
    command.chmod(0o755)
    done = shell(
        'source <(cardcore completion bash); COMP_WORDS=(cardcore play zeus --bots 1 = "he")\n'
        f'COMP_CWORD=6; _cardcore_completion {command}; echo "${{COMPREPLY[@]}}"'
    )
    assert (done.stdout, done.stderr) == ("heuristic\n", "")


# -- saved matches ---------------------------------------------------------------------------------


def test_saved_matches_are_listed(saved: list[str]) -> None:
    listed = call("resume", "--list").stdout
    assert re.fullmatch(
        r"zeus-2 +Zeus on the Loose, Ana; [-\d]+ [:\d]+; moves: \d+; unfinished", listed.strip()
    )
    every = call("replay").stdout
    assert listed.strip() in every
    assert re.search(r"^zeus-1 .*one person;.*; finished$", every, re.M)
    (entry,) = json.loads(call("resume", "--list", "--json").stdout)
    assert entry["names"][0] == "Ana"
    assert (entry["over"], entry["problem"], entry["in_use"]) == (False, None, False)


def test_where_there_are_none_it_is_said_how_to_begin_one() -> None:
    for args in (["resume"], ["resume", "--list"]):
        result = call(*args)
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr == ("There is no unfinished match; `cardcore play GAME` begins one.\n")
    assert call("replay").stderr == "There are no saved matches.\n"
    assert json.loads(call("replay", "--json").stdout) == []


def test_a_match_is_resumed_by_name_or_as_the_only_one(saved: list[str]) -> None:
    before = json.loads(call("resume", "--json").stdout)[0]["moves"]
    for args in (["resume", "zeus-2"], ["resume"]):
        result = call(*args, typed="#1\n")
        assert result.exit_code == 0
        assert "Ana" in result.stdout
        after = json.loads(call("resume", "--json").stdout)[0]["moves"]
        assert after > before
        before = after


def test_of_several_matches_one_must_be_named(saved: list[str]) -> None:
    call("play", "zeus", "--seed", "6", typed="#1\n")
    failed(call("resume"), 2, "zeus-2", "zeus-3")
    failed(call("resume", "zeus-7"), 2, "no saved match 'zeus-7'", "zeus-2")


def test_a_match_is_deleted(saved: list[str]) -> None:
    result = call("resume", "--delete", "zeus-2")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "zeus-2 is deleted.\n")
    failed(call("resume", "--delete", "zeus-2"), 2, "no saved match 'zeus-2'")


def test_a_saved_match_is_replayed_by_its_name_and_a_file_of_that_name_by_its_path(
    saved: list[str], lines: list[str], tmp_path: Path, monkeypatch: Any
) -> None:
    assert "Ana" in call("replay", "zeus-2").stdout
    assert call("replay", "zeus-1", "--verify").stdout.startswith("zeus-1: ")
    failed(call("replay", "zeus-9"), 2, "no saved match 'zeus-9'")
    (tmp_path / "zeus-2").write_text("".join(lines), "utf-8")
    monkeypatch.chdir(tmp_path)
    assert "Ana" in call("replay", "zeus-2").stdout
    assert "Ana" not in call("replay", "./zeus-2").stdout


def test_a_seat_is_replayed_as_it_saw_the_match(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text("".join(lines), "utf-8")
    every = call("replay", str(file)).stdout
    assert call("replay", str(file), "--seat", "1").exit_code == 0
    assert call("replay", str(file), "--seat", "1").stdout.splitlines()[0] == every.splitlines()[0]
    for seat in ("0", "4", "-1"):
        failed(call("replay", str(file), "--seat", seat), 2, "the seats go from 1 to 3")
    failed(call("replay", "--seat", "1"), 2, "say which match")
    failed(call("replay", "--verify"), 2, "say which match")


def test_a_game_option_named_like_a_common_flag_is_called_after_the_game() -> None:
    class Clashing(NopeGame):
        name = "nope"
        Options = cardcore.game("zeus").Options

    assert flag(Clashing(), "deck", {"--deck"}).opts == ["--nope-deck"]
    assert flag(Clashing(), "sneak_chain", {"--deck"}).opts == ["--sneak-chain"]
