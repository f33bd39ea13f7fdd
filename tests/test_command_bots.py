"""Bots that are programs: what they are told, what becomes of those that fail, and that none stays.

`docs/bots.md` tells the protocol.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from test_cli import COMMAND, call, failed
from test_docs import blocks, section, text_of

import cardcore
from cardcore import BadOptions, BotError, Match, Text
from cardcore.bots import RandomBot, cardcore_bots
from cardcore.bots.commands import CommandBot, given
from cardcore.bots.finishing import finish
from cardcore.bots.programs import LONGEST, Program
from cardcore.cli._params import Bots
from cardcore.languages import translator
from cardcore.terminal.seating import seat_players
from cardcore.terminal.session import Session

ZEUS = cardcore.game("zeus")
BOTS = Path(__file__).parent.parent / "examples" / "bots"
EXAMPLES = {
    "python": f"{shlex.quote(sys.executable)} {shlex.quote(str(BOTS / 'any_move.py'))}",
    "perl": f"perl {shlex.quote(str(BOTS / 'most_cards.pl'))}",
}
ASKED = """
import json, os, signal, sys, time
def asked():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "observation":
            yield message
def choose(id, move):
    print(json.dumps({"type": "choice", "id": id, "move": move}), flush=True)
"""
"""What the bots of these tests begin with."""
GOOD = "for message in asked(): choose(message['id'], 0)"


def command(code: str, *arguments: str) -> str:
    """The command of a bot that is so written."""
    return shlex.join([sys.executable, "-c", ASKED + code, *arguments])


def bot(code: str, *arguments: str, timeout: float = 20.0) -> CommandBot:
    """A bot that is so written."""
    return given(f"timeout={timeout:g} {command(code, *arguments)}")(7)


@attrs.define
class Played:
    """A match that has been played, what was said meanwhile, and how long its bots thought."""

    match: Match[Any]
    said: list[Text]
    thoughts: list[float]


def play(*bots: Any, game: str = "zeus", seed: int = 3) -> Played:
    """A match of these bots against a random one."""
    names = {seat: f"bot-{seat}" for seat in range(len(bots) + 1)}
    match = cardcore.game(game).match(len(names), seed=seed, bots=names)
    said: list[Text] = []
    thoughts: list[float] = []
    seated = dict(enumerate([*bots, RandomBot(1)]))
    session = Session(match, seated, complain=said.append, thought=thoughts.append)
    for _ in session.bots_move():
        pass
    session.end()
    return Played(match, said, thoughts)


def alive(pid: int) -> bool:
    """Whether a process still runs; one that nobody has waited for does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def soon(holds: Callable[[], Any], seconds: float = 20.0) -> bool:
    """Whether something comes true within some seconds."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def pids_in(file: Path) -> list[int]:
    return [int(pid) for pid in file.read_text().split()] if file.exists() else []


# -- the examples ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", EXAMPLES)
@pytest.mark.parametrize("game", ["zeus", "odin"])
def test_an_example_plays_any_game_to_its_end(game: str, language: str) -> None:
    if language == "perl" and shutil.which("perl") is None:
        pytest.skip("there is no Perl here")
    first, again = (play(given(EXAMPLES[language])(5), game=game) for _ in range(2))
    assert first.match.over
    assert first.said == []
    assert first.match.log == again.match.log


def test_the_example_in_perl_plays_the_most_cards_it_can() -> None:
    if shutil.which("perl") is None:
        pytest.skip("there is no Perl here")
    match = cardcore.game("odin").match(2, seed=1)
    chooser = given(EXAMPLES["perl"])(5)
    seen = match.observe(match.to_act[0])
    most = max(len(move.text.split()) for move in seen.moves)
    assert len(chooser.choose(seen).text.split()) == most
    chooser.close()


# -- the page --------------------------------------------------------------------------------------


def rows(head: str) -> set[str]:
    """The fields that the page names under a heading, those of the first column."""
    cells = re.findall(r"^\| (`.*?) \|", section("docs/bots.md", head), re.M)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_every_field_is_documented(told: dict[str, Any]) -> None:
    hello, asked, *_, result = told["lines"]
    fields = (set(hello) | set(asked) | set(result)) - {"type"}
    assert rows("What a program is told") == fields
    assert rows("What a program answers") == {"type", "id", "move"}
    assert set(asked["observation"]) <= rows("The observation")
    assert rows("The observation") - set(asked["observation"]) == set()


def test_the_page_shows_the_example() -> None:
    shown = [block.code for block in blocks(text_of("docs/bots.md")) if block.how == "any_move.py"]
    (code,) = shown
    assert code == (BOTS / "any_move.py").read_text("utf-8")


# -- what a program is told ------------------------------------------------------------------------


@pytest.fixture
def told(tmp_path: Path) -> dict[str, Any]:
    """A match of two, one of them a program that writes down what it is told."""
    file = tmp_path / "told"
    code = """
file = open(sys.argv[1], "w")
for line in sys.stdin:
    file.write(line)
    message = json.loads(line)
    if message["type"] == "observation":
        choose(message["id"], 0)
"""
    chooser = given(f"timeout=9 {command(code, str(file))}")(2**31 + 7)
    match = ZEUS.match(2, seed=3, names=["Zoë 🂡"], options={"letters": 3}, bots={0: "it"})
    seen: list[Any] = []

    class Watched:
        def choose(self, observation: Any) -> Any:
            seen.append(observation)
            return chooser.choose(observation)

        def end(self, observation: Any) -> None:
            chooser.end(observation)

        def close(self) -> None:
            chooser.close()

    session = Session(match, {0: Watched(), 1: RandomBot(1)})
    for _ in session.bots_move():
        pass
    session.end()
    raw = file.read_bytes()
    lines = [json.loads(line) for line in raw.splitlines()]
    return {"match": match, "raw": raw, "lines": lines, "seen": seen}


def test_a_program_is_told_what_is_fixed_first(told: dict[str, Any]) -> None:
    hello = told["lines"][0]
    assert hello.pop("options")["letters"] == 3
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "game": "zeus",
        "version": ZEUS.version,
        "house_rules": [],
        "lowest_wins": False,
        "players": 2,
        "seat": 0,
        "names": ["Zoë 🂡", ""],
        "seed": 7,
        "timeout": 9.0,
    }


def test_a_program_is_told_what_its_seat_may_know_and_nothing_else(told: dict[str, Any]) -> None:
    asked = told["lines"][1:-1]
    assert [set(one) for one in asked] == [{"type", "id", "observation", "moves"}] * len(asked)
    assert [one["observation"] for one in asked] == [seen.to_dict() for seen in told["seen"]]
    assert [one["id"] for one in asked] == list(range(1, len(asked) + 1))
    for one in asked:
        assert [move["text"] for move in one["moves"]] == one["observation"]["text"]
        assert [move["number"] for move in one["moves"]] == list(range(len(one["moves"])))


def test_a_program_is_told_the_result_last(told: dict[str, Any]) -> None:
    match, result = told["match"], told["lines"][-1]
    standings = {one.seat: (one.place, one.points) for one in match.standings}
    assert list(zip(result["places"], result["points"], strict=True)) == [
        standings[seat] for seat in match.seats
    ]
    assert result["observation"] == match.observe(0).to_dict()
    assert set(result) == {"type", "places", "points", "observation"}


def test_what_a_program_is_told_is_the_same_in_every_encoding(told: dict[str, Any]) -> None:
    assert told["raw"].isascii()
    for line in told["raw"].splitlines():
        assert line.startswith(
            (b'{"type": "hello"', b'{"type": "observation", "id": ', b'{"type": "r')
        )


def test_a_move_may_be_named_by_its_text_with_any_line_end() -> None:
    code = """
sys.stdout.reconfigure(newline="\\r\\n")
for message in asked(): choose(message["id"], message["moves"][-1]["text"])
"""
    match = ZEUS.match(2, seed=3)
    chooser = bot(code)
    assert chooser.choose(match.observe(0)) == match.moves(0)[-1]
    chooser.close()


# -- bots that fail --------------------------------------------------------------------------------

FAILING = {
    "answers too late": ("time.sleep(99)", "it gave no answer in"),
    "crashes": ("asked().__next__(); sys.exit(3)", "it ended with exit status 3"),
    "crashes at once": ("sys.exit(4)", "it ended with exit status 4"),
    "is killed": ("os.kill(os.getpid(), 9)", "it was ended by signal 9"),
    "closes its output": ("os.close(1); time.sleep(99)", "it closed its output"),
    "writes no JSON": ("print('thinking…', flush=True); time.sleep(99)", "no choice of a move"),
    "writes no text": ("os.write(1, b'\\xff\\xfe\\n'); time.sleep(99)", "no choice of a move"),
    "writes an empty line": ("os.write(1, b'\\n'); time.sleep(99)", "no choice of a move"),
    "writes deep JSON": ("print('[' * 60000); sys.stdout.flush()", "no choice of a move"),
    "writes a number": ("print('9' * 60000); sys.stdout.flush()", "no choice of a move"),
    "writes another object": ("print('{}'); sys.stdout.flush()", "no choice of a move"),
    "writes without an end": ("while True: os.write(1, b'x' * 9999)", "a line of more than 65536"),
    "answers ahead": ("for _ in '12': choose(1, 0)", "it answered another question"),
    "answers without a number": ("choose(None, 0)", "it answered another question"),
    "answers with true": ("choose(True, 0)", "it answered another question"),
    "ends without a line end": ("os.write(1, b'{}')", "it ended with exit status 0"),
}


@pytest.mark.parametrize("how", FAILING)
def test_a_program_that_fails_is_told_once_and_the_match_goes_on(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, fault = FAILING[how]
    monkeypatch.setattr("cardcore.bots.commands.START", 0.5)
    began = time.monotonic()
    failing = bot(code, timeout=0.5 if how == "answers too late" else 20.0)
    played = play(failing)
    assert played.match.over
    (said,) = map(str, played.said)
    assert said.startswith("the bot 'bot-0' at seat 1 failed (")
    assert said.endswith("); default moves are played for it now")
    assert fault in said
    assert time.monotonic() - began < 15
    assert not failing._program


def test_a_failure_is_told_in_spanish() -> None:
    (said,) = play(bot("sys.exit(3)")).said
    assert said.render(translator("es")) == (
        "el bot 'bot-0' del asiento 1 ha fallado (ha terminado con el código de salida 3);"
        " desde ahora se juegan por él las jugadas por defecto"
    )


@pytest.mark.parametrize("move", [-1, 99, True, 0.0, None, [], "play 99", "", "9" * 4000])
def test_a_program_that_chooses_what_is_not_legal_plays_on(move: Any) -> None:
    code = f"for message in asked(): choose(message['id'], {move!r} if message['id'] == 1 else 0)"
    played = play(bot(code))
    (said,) = map(str, played.said)
    assert "(it chose what is not legal); it plays on" in said
    log = [move for actor, move in played.match.log if actor == 0]
    assert len(log) > 1


def test_a_program_that_fails_for_good_later_is_told_again() -> None:
    code = (
        "for message in asked(): choose(message['id'], 99 if message['id'] == 1 else [sys.exit(3)])"
    )
    first, second = map(str, play(bot(code)).said)
    assert "it plays on" in first
    assert "exit status 3" in second


def test_a_program_that_is_given_up_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardcore.bots.commands.START", 0.0)
    match = ZEUS.match(2, seed=3)
    failing = bot("sys.exit(3)")
    for _ in range(3):
        with pytest.raises(BotError, match="it ended with exit status 3"):
            failing.choose(match.observe(0))
    assert max(play(bot("time.sleep(99)", timeout=2)).thoughts) < 2


@pytest.mark.parametrize("debug", ["", "1"])
def test_what_a_program_says_is_shown_to_its_author_alone(
    debug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDCORE_DEBUG", debug)
    code = "print('I hold', asked().__next__()['moves'][0]['text'], file=sys.stderr); sys.exit(3)"
    (said,) = map(str, play(bot(code)).said)
    assert ("I hold play" in said) == bool(debug)
    (said,) = map(str, play(bot("choose(1, 'I hold 7'); time.sleep(99)", timeout=1)).said[:1])
    assert ("I hold 7" in said) == bool(debug)


def test_a_program_may_write_what_it_likes_to_standard_error(capfd: Any) -> None:
    code = "for message in asked(): os.write(2, b'x' * 300000); choose(message['id'], 0)"
    played = play(bot(code))
    assert played.match.over
    assert played.said == []
    assert "x" not in capfd.readouterr().err


def test_a_program_that_reads_nothing_stops_nobody() -> None:
    program = Program([sys.executable, "-c", "import time; time.sleep(99)"])
    for _ in range(4):
        program.send(b"x" * 1_000_000)
    with pytest.raises(TimeoutError):
        program.line(0.1)
    program.end(grace=0.0)
    assert program.status() is not None


def test_lines_of_any_permitted_length_come_whole_and_in_order() -> None:
    code = f"print('a' * {LONGEST}); print('b'); print('c' * {LONGEST}); print('d')"
    program = Program([sys.executable, "-c", code])
    assert [program.line(20.0)[-1:] for _ in range(4)] == [b"a", b"b", b"c", b"d"]
    with pytest.raises(EOFError):
        program.line(20.0)
    program.end()


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("#!/nowhere/at/all\n")
    file.chmod(0o755)
    played = play(given(shlex.quote(str(file)))(1))
    assert "(it cannot be started: No such file or directory)" in str(played.said[0])
    assert played.match.over


def test_an_error_of_a_bot_travels_whole() -> None:
    error = pickle.loads(
        pickle.dumps(BotError("it {what}", what="stops", lasting=True, detail="x"))
    )
    assert (str(error), error.lasting, error.detail) == ("it stops", True, "x")


# -- none stays behind -----------------------------------------------------------------------------

STUBBORN = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
with open(sys.argv[1], "a") as file: file.write(f"{os.getpid()} ")
if not child: time.sleep(99)
for message in asked(): choose(message['id'], 0)
time.sleep(99)
"""


def test_programs_and_their_children_have_left_when_the_match_is_over(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    began = time.monotonic()
    assert play(bot(STUBBORN, str(file)), bot(STUBBORN, str(file))).said == []
    assert len(pids_in(file)) == 4
    assert soon(lambda: not [pid for pid in pids_in(file) if alive(pid)], 2.0)
    assert time.monotonic() - began < 15


def test_a_program_that_leaves_by_itself_is_not_waited_for() -> None:
    chooser = bot(GOOD)
    match = ZEUS.match(2, seed=3)
    chooser.choose(match.observe(0))
    program = chooser._program
    assert program is not None
    chooser.close()
    assert program.status() == 0


def test_a_bot_that_is_forgotten_leaves(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    chooser = bot(f"open(sys.argv[1], 'w').write(str(os.getpid()))\n{GOOD}", str(file))
    chooser.choose(ZEUS.match(2, seed=3).observe(0))
    soon(lambda: pids_in(file))
    del chooser
    gc.collect()
    assert soon(lambda: not alive(pids_in(file)[0]))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_programs_leave_when_the_command_is_ended(tmp_path: Path, number: int) -> None:
    """By Ctrl-C, or by a signal; of one that nobody can catch they learn by the end of input."""
    file = tmp_path / "pids"
    stubborn = number != signal.SIGKILL
    code = f"""
{"signal.signal(signal.SIGTERM, signal.SIG_IGN)" if stubborn else ""}
open(sys.argv[1], "w").write(str(os.getpid()))
for line in sys.stdin: pass
{"time.sleep(99)" if stubborn else ""}
"""
    parent = subprocess.Popen(
        [*COMMAND, "play", "zeus", "--watch", "--bots", f"1=cmd:{command(code, str(file))}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert soon(lambda: pids_in(file))
    parent.send_signal(number)
    try:
        _, err = parent.communicate(timeout=30)
    finally:
        parent.kill()
    assert b"Traceback" not in err
    assert parent.returncode == (128 + number if stubborn else -number)
    assert soon(lambda: not alive(pids_in(file)[0]))


def test_ctrl_c_at_the_terminal_is_not_for_the_programs() -> None:
    program = Program([sys.executable, "-c", "import os; print(os.getpid() == os.getsid(0))"])
    assert program.line(20.0) == b"True"
    program.end()


def test_the_end_is_told_to_all_bots_whatever_one_of_them_does() -> None:
    calls: list[str] = []

    class Ending:
        def __init__(self, name: str, fails: bool) -> None:
            self.name, self.fails = name, fails

        def end(self, observation: Any) -> None:
            calls.append(f"end {self.name} {observation.over} {observation.seat}")
            if self.fails:
                raise ValueError("no")

        def close(self) -> None:
            calls.append(f"close {self.name}")
            if self.fails:
                sys.exit("no")

    match = ZEUS.match(3, seed=3, bots={0: "bad", 1: "good", 2: "plain"})
    bots = {0: Ending("a", True), 1: Ending("b", False), 2: RandomBot(1)}
    assert [str(fault) for fault in finish(bots, match)] == [
        "the bot 'bad' at seat 1 failed in close (SystemExit: no)"
    ]
    assert calls == ["close a", "close b"]
    calls.clear()
    while not match.over:
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    assert len(finish(bots, match)) == 2
    assert calls == ["end a True 0", "end b True 1", "close a", "close b"]


# -- the command line ------------------------------------------------------------------------------

WRONG = {
    "cmd": "say which program is the bot, such as cmd:./mybot",
    "cmd:": "say which program is the bot",
    "cmd:timeout=3": "say which program is the bot",
    "cmd:''": "say which program is the bot",
    "cmd:./it 'x": 'a quotation mark has no partner in the command "./it \'x"',
    "cmd:nosuchprogram": "there is no program 'nosuchprogram'",
    "cmd:./nosuchprogram": "there is no program './nosuchprogram'",
    "cmd:mine": "there is no program 'mine'; one in this folder is named ./mine",
    "cmd:./mine": "'./mine' may not be executed; allow it, or name the program that runs it",
    "cmd:./folder": "'./folder' is a folder, not a program",
    "cmd:timeout=soon cat": "above 0, such as timeout=30, not 'soon'",
    "cmd:timeout=0 cat": "above 0, such as timeout=30, not '0'",
    "cmd:timeout=inf cat": "above 0, such as timeout=30, not 'inf'",
    "cmd:timeout=nan cat": "above 0, such as timeout=30, not 'nan'",
    "9=cmd:cat": "'9=cmd:cat' puts a bot at no seat",
    "random:5": "nothing can follow the name of the bot 'random'",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_cannot_be_a_program_is_refused_before_the_match(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text("#!/bin/sh\n")
    Path("folder").mkdir()
    result = call("play", "zeus", "--watch", "--bots", text, "--record", "file")
    failed(result, 2, WRONG[text])
    assert not Path("file").exists()


def test_a_comma_in_quotation_marks_belongs_to_the_command() -> None:
    split = Bots().convert
    given_bots = "random,2=cmd:./it -F ',' --set x=\"a,b\",cmd:./that --x=1,odd"
    assert split(given_bots, None, None) == [
        "random",
        "2=cmd:./it -F ',' --set x=\"a,b\"",
        "cmd:./that --x=1",
        "odd",
    ]


def test_an_equals_sign_of_a_command_names_no_seat() -> None:
    seating = seat_players(ZEUS, players=3, bots=["cmd:cat --x=1", "2=cmd:timeout=3 cat --y=2"])
    assert {seat: maker.name for seat, maker in seating.bots.items()} == {
        1: "cmd:timeout=3 cat --y=2",
        2: "cmd:cat --x=1",
    }


def test_a_command_is_split_as_a_shell_does_and_run_by_none() -> None:
    code = "for message in asked(): choose(message['id'], sys.argv[1:])"
    chooser = bot(code, "a b", "$HOME", "*", "", "# no comment")
    with pytest.raises(BotError) as raised:
        chooser.choose(ZEUS.match(2, seed=3).observe(0))
    assert json.loads(raised.value.detail)["move"] == ["a b", "$HOME", "*", "", "# no comment"]
    chooser.close()


def test_programs_play_at_the_command_line() -> None:
    result = call("play", "zeus", "--watch", "--seed", "3", "--bots", f"cmd:{command(GOOD)}")
    assert result.exit_code == 0
    assert "failed" not in result.stderr
    result = call("play", "zeus", "--watch", "--seed", "3", "--bots", "1=cmd:true,random")
    assert result.exit_code == 0
    assert "the bot 'cmd:true' at seat 1 failed (it ended with exit status 0)" in result.stderr


def test_a_record_from_elsewhere_starts_no_programs_unasked(tmp_path: Path) -> None:
    file = str(tmp_path / "match.jsonl")
    mark = tmp_path / "mark"
    evil = f"cmd:touch {mark}"
    play_it = ("play", "zeus", "--players", "2", "--seed", "3", "--bots", f"1={evil}")
    assert call(*play_it, "--record", file).exit_code == 0
    mark.unlink()
    failed(call("resume", file), 2, f"names programs as bots ({evil}); if you trust")
    assert not mark.exists()
    call("resume", file, "--run-bots", typed="#1\n#1\n#1\n")
    assert mark.exists()


def test_the_list_of_bots_costs_no_more_for_programs() -> None:
    code = "import cardcore.bots, sys; sys.exit('cardcore.bots.commands' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
    (maker,) = [maker for maker in cardcore_bots() if maker.name == "cmd"]
    assert maker.runs
    with pytest.raises(BadOptions):
        maker.make(1)
