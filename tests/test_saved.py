"""Saved matches: whatever ends a match in its middle, it goes on where it stood."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import playing
import pytest

import cardcore
from cardcore import DECLINE, BadRecord, Match, Record, Recorder
from cardcore.errors import InUse, UnknownMatch
from cardcore.terminal import saved

ZEUS = cardcore.game("zeus")
Say = Callable[[str], None]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own."""
    monkeypatch.setenv("CARDCORE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def new(seed: int = 4) -> Match[Any]:
    return ZEUS.match(3, seed=seed, bots={1: "random", 2: "random"})


@cache
def whole(seed: int = 4) -> tuple[bytes, tuple[tuple[int, str], ...], dict[str, Any]]:
    """A match that nothing interrupts: its record, its moves and what it is in the end."""
    match = new(seed)
    playing.play_on(match, Random(seed))
    moves = tuple((who, str(what)) for who, what in match.log if who >= 0)
    return written(match), moves, match.to_dict()


def written(match: Match[Any]) -> bytes:
    return "".join(Record.of(match).lines()).encode()


def moves_of(match: Match[Any]) -> tuple[tuple[int, str], ...]:
    return tuple((who, str(what)) for who, what in match.log if who >= 0)


def play_out(recorder: Recorder, seed: int = 4) -> None:
    """Play the moves that are left, and find that nothing shows where it was interrupted."""
    record, moves, end = whole(seed)
    done = moves_of(recorder.match)
    assert done == moves[: len(done)]
    for seat, move in moves[len(done) :]:
        recorder.match.play(seat, move)
    recorder.write()
    recorder.close()
    assert recorder.match.to_dict() == end
    assert recorder.path.read_bytes() == record


def in_child(work: Callable[[Say], None]) -> tuple[int, int]:
    """Begin some work in another process: its number, and where what it says is read."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work(lambda text: os.write(writer, f"{text}\n".encode()))
        except BaseException as error:
            os.write(writer, f"{error!r}\n".encode())
        finally:
            os._exit(0)
    os.close(writer)
    return child, reader


def heard(child: int, reader: int) -> list[str]:
    """What a process says until its end, in whole lines."""
    with open(reader, "rb") as file:
        said = file.read()
    os.waitpid(child, 0)
    return said.decode().split("\n")[:-1]


# -- a record that ends anywhere -------------------------------------------------------------------


def resume_at(cut: int, path: Path) -> None:
    record = whole()[0]
    left = record[:cut]
    path.write_bytes(left)
    if b"\n" not in left:
        with pytest.raises(BadRecord):
            Recorder.resume(path)
        assert path.read_bytes() == left
        return
    recorder = Recorder.resume(path)
    assert len(moves_of(recorder.match)) == left[: left.rfind(b"\n")].count(b'"move": ')
    assert path.read_bytes() == written(recorder.match)
    play_out(recorder)


def test_a_record_goes_on_wherever_it_was_cut_off(tmp_path: Path) -> None:
    record = whole()[0]
    ends = [place for place, byte in enumerate(record, 1) if byte == ord("\n")]
    near = {end + step for end in ends for step in (-1, 0, 1)}
    cuts = {*near, *Random(1).sample(range(len(record)), 120)} - {len(record) + 1}
    assert len(cuts) > 400
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for cut in sorted(cuts):
            resume_at(cut, tmp_path / "record")
    Record.load(tmp_path / "record").verify()


@pytest.mark.slow
def test_a_record_goes_on_from_every_byte(tmp_path: Path) -> None:
    for cut in range(len(whole()[0]) + 1):
        resume_at(cut, tmp_path / "record")


def test_a_match_goes_on_inside_an_interrupt() -> None:
    match = ZEUS.match(4, seed=2)
    rng, asked = Random(2), 0
    with saved.begin(match) as kept:
        name = kept.name
    while not match.over and asked < 12:
        with saved.reopen(name) as kept:
            assert kept.match.to_dict() == match.to_dict()
            assert kept.match.to_act == match.to_act
            for seat in match.seats:
                assert kept.match.moves(seat) == match.moves(seat)
            asked += any(DECLINE in match.moves(seat) for seat in match.seats)
            seat, move = playing.choose(match, rng)
            match.play(seat, move)
            kept.match.play(seat, move)
            kept.recorder.write()
    assert asked == 12


def test_a_match_goes_on_after_moves_were_taken_back() -> None:
    match = ZEUS.match(2, seed=5, bots={1: "random"}, practice=True)
    rng = Random(5)
    with saved.begin(match) as kept:
        name = kept.name
    for step in range(30):
        with saved.reopen(name) as kept:
            if step % 3 == 2 and match.can_undo(0):
                match.undo(0)
                kept.match.undo(0)
            else:
                seat, move = playing.choose(match, rng)
                match.play(seat, move)
                kept.match.play(seat, move)
            kept.recorder.write()
            assert kept.path.read_bytes() == written(match)
    assert sum(who == -2 for who, _ in match.log) > 5


def test_a_finished_match_is_finished_when_it_is_opened_again() -> None:
    with saved.begin(new()) as kept:
        play_out(kept.recorder)
    with saved.reopen(kept.name) as again:
        assert again.match.over
        again.recorder.write()
    assert kept.path.read_bytes() == whole()[0]


# -- disks -----------------------------------------------------------------------------------------


def test_a_full_disk_loses_nothing_and_the_next_write_makes_up_for_it(data: Path) -> None:
    """Where a file may not grow, a write stops in the middle of a line, as on a full disk."""

    def work(say: Say) -> None:
        moves = whole()[1]
        kept = saved.begin(new())
        failed = 0
        for number, (seat, move) in enumerate(moves):
            before = kept.path.read_bytes()
            kept.match.play(seat, move)
            if number % 3 != 2:
                limit(len(before) + 1 + number * 7 % 60)
                try:
                    kept.recorder.write()
                except OSError:
                    assert kept.path.read_bytes() == before
                    failed += 1
                limit(resource.RLIM_INFINITY)
            else:
                kept.recorder.write()
                assert kept.path.read_bytes() == written(kept.match)
        kept.recorder.write()
        kept.close()
        say(str(failed))

    def limit(size: int) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    (failed,) = heard(*in_child(work))
    assert int(failed) > 50
    assert (data / "matches" / "zeus-1.jsonl").read_bytes() == whole()[0]


def test_a_match_that_cannot_be_saved_is_an_os_error_that_names_a_file(tmp_path: Path) -> None:
    def full(say: Say) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
        with pytest.raises(OSError, match="File too large") as caught:
            saved.begin(new())
        say(caught.value.filename)

    (told,) = heard(*in_child(full))
    assert told.endswith("zeus-1.jsonl")
    assert list(saved.folder().iterdir()) == []
    saved.folder().rmdir()
    saved.folder().touch()
    with pytest.raises(OSError, match="matches") as caught:
        saved.begin(new())
    assert caught.value.filename == str(saved.folder())
    assert saved.entries() == []


@pytest.mark.skipif(os.geteuid() == 0, reason="may write everywhere")
def test_a_folder_that_may_not_be_written_is_said(tmp_path: Path) -> None:
    file = tmp_path / "there" / "mine.jsonl"
    file.parent.mkdir()
    file.write_bytes(whole()[0][:5000])
    file.parent.chmod(0o500)
    with pytest.raises(PermissionError, match="the folder of the match cannot be written") as error:
        saved.reopen(str(file))
    assert error.value.filename == str(file.parent)
    (tmp_path / "data").mkdir(mode=0o500)
    with pytest.raises(PermissionError) as error:
        saved.begin(new())
    assert error.value.filename == str(saved.folder())


# -- names and locks -------------------------------------------------------------------------------


def test_names_are_counted_and_a_free_number_is_taken_again() -> None:
    for number in (1, 2, 3):
        with saved.begin(new()) as kept:
            assert kept.name == f"zeus-{number}"
    saved.delete("zeus-2")
    with saved.begin(new()) as kept:
        assert kept.name == "zeus-2"
    assert {file.name for file in saved.folder().iterdir()} == {
        "zeus-1.jsonl",
        "zeus-2.jsonl",
        "zeus-3.jsonl",
    }


@pytest.mark.parametrize("left", [b"", b"{", b'{"card', b'{"cardcore": ', whole()[0][:90]])
def test_a_match_that_never_began_is_no_match(left: bytes) -> None:
    saved.folder().mkdir(parents=True)
    (saved.folder() / "zeus-1.jsonl").write_bytes(left)
    assert saved.entries() == []
    with pytest.raises(UnknownMatch, match="there are none"):
        saved.find("zeus-1")
    with saved.begin(new()) as kept:
        assert kept.name == "zeus-1"
        play_out(kept.recorder)


@pytest.mark.parametrize("left", [b"\n", b"mine", b'{"my": "own"}', b"\0" * 50, whole()[0][:2000]])
def test_what_somebody_else_wrote_is_not_written_over(left: bytes) -> None:
    saved.folder().mkdir(parents=True)
    file = saved.folder() / "zeus-1.jsonl"
    file.write_bytes(left)
    with saved.begin(new()) as kept:
        assert kept.name == "zeus-2"
    assert file.read_bytes() == left


def test_processes_that_begin_at_once_get_names_of_their_own() -> None:
    saved.folder().mkdir(parents=True)
    gate, opener = os.pipe()

    def work(say: Say) -> None:
        os.close(opener)
        os.read(gate, 1)
        for _ in range(3):
            say(saved.begin(new()).name)

    children = [in_child(work) for _ in range(8)]
    os.close(gate)
    os.close(opener)
    names = [name for child in children for name in heard(*child)]
    assert sorted(names) == sorted(f"zeus-{number}" for number in range(1, 25))
    assert {entry.name for entry in saved.entries()} == set(names)


def test_a_match_is_played_in_one_place_at_a_time(tmp_path: Path) -> None:
    def work(say: Say) -> None:
        for name in ("zeus-1", str(saved.find("zeus-1")), str(tmp_path / "other name")):
            try:
                saved.reopen(name)
            except InUse as error:
                say(str(error))

    with saved.begin(new()) as kept:
        (tmp_path / "other name").symlink_to(kept.path)
        said = heard(*in_child(work))
        assert said[0] == "zeus-1 is being played already, in another window"
        assert len(said) == 3
        work(said.append)
        assert said[3:] == said[:3]
        with pytest.raises(InUse):
            saved.delete("zeus-1")
        (entry,) = saved.entries()
        assert entry.in_use
    kept.close()
    with saved.reopen("zeus-1") as again:
        kept.close()
        assert saved.entries()[0].in_use
        play_out(again.recorder)
    assert not saved.entries()[0].in_use


def test_looking_whether_a_match_is_played_is_in_nobodys_way() -> None:
    with saved.begin(new()) as kept:
        path = kept.path

    def look(say: Say) -> None:
        end = time.monotonic() + 0.6
        while time.monotonic() < end:
            saved._in_use(path)

    children = [in_child(look) for _ in range(2)]
    for _ in range(60):
        with saved.reopen("zeus-1"):
            assert saved._in_use(path)
    assert [heard(*child) for child in children] == [[], []]
    assert not path.with_suffix(".lock").exists()


def test_a_lock_that_is_let_go_is_never_held_twice(tmp_path: Path) -> None:
    """Its file is removed each time, while others wait for it."""
    holders = tmp_path / "holders"

    def work(say: Say) -> None:
        for _ in range(2000):
            lock = saved._hold(tmp_path / "lock", 0)
            if lock is not None:
                holders.touch(exist_ok=False)
                holders.unlink()
                saved._let_go(lock)

    children = [in_child(work) for _ in range(4)]
    assert [heard(*child) for child in children] == [[], [], [], []]


def test_a_record_anywhere_can_be_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine"
    file.write_bytes(whole()[0][:5000])
    monkeypatch.chdir(tmp_path)
    for name in (str(file), "mine", "./mine"):
        with saved.reopen(name) as kept:
            assert (kept.name, kept.path) == (name, Path(name))
            assert (tmp_path / "mine.lock").exists()
            with pytest.raises(InUse, match="being played"):
                saved.reopen(str(file))
    with saved.reopen("mine") as kept:
        play_out(kept.recorder)
    assert sorted(tmp_path.iterdir()) == [file]
    assert saved.entries() == []


def test_a_name_that_there_is_not_is_told_with_those_there_are(tmp_path: Path) -> None:
    for name in ("zeus-1", "", ".", "..", "a/b", str(tmp_path), "\0", "x" * 5000, "../x", "\udcff"):
        for use in (saved.find, saved.reopen, saved.delete):
            with pytest.raises(UnknownMatch, match="there are none"):
                use(name)  # type: ignore[operator]
    for _ in range(7):
        saved.begin(new()).close()
    with pytest.raises(UnknownMatch) as caught:
        saved.reopen("zues-3")
    text = str(caught.value)
    assert text.startswith("there is no saved match 'zues-3'; there are: zeus-3, ")
    assert text.endswith(", …")
    with pytest.raises(UnknownMatch, match=r"'x{40}'; there are: zeus-7, "):
        saved.find("x" * 80)


def test_no_name_leads_out_of_the_folder(data: Path) -> None:
    saved.begin(new()).close()
    (data / "other.jsonl").write_bytes(whole()[0])
    for name in ("../other", "../matches/zeus-1", str(data / "other")):
        with pytest.raises(UnknownMatch):
            saved.find(name)
    with pytest.raises(UnknownMatch):
        saved.delete(str(data / "other.jsonl"))


def seen_moves() -> int:
    """How many moves of the whole match all could see: a decline tells that one could react."""
    return sum(str(move) != "decline" for _, move in whole()[1])


# -- lists -----------------------------------------------------------------------------------------


def test_a_list_tells_what_is_played_the_latest_first() -> None:
    match = ZEUS.match(names=["Ana", "李"], players=3, bots={2: "random"}, seed=1)
    begun = datetime.now().astimezone() - timedelta(seconds=5)
    with saved.begin(match) as kept:
        playing.play_on(match, Random(1), 9)
        kept.recorder.write()
    with saved.begin(new()) as other:
        play_out(other.recorder)
    os.utime(other.path, (10**9, 10**9))
    first, second = saved.entries()
    assert (first.name, first.path, first.game) == ("zeus-1", kept.path, "zeus")
    assert (first.names, first.bots) == (("Ana", "李", ""), ("", "", "random"))
    assert (first.over, first.moves, first.problem, first.in_use) == (False, 9, None, False)
    assert first.when > begun
    assert second.when == datetime.fromtimestamp(10**9, UTC)
    assert second.when.tzinfo is not None
    assert (second.name, second.over, second.moves) == ("zeus-2", True, seen_moves())
    assert saved.unfinished() == [first]
    assert [entry for entry in saved.entries() if entry.over] == [second]


def test_a_torn_line_in_a_list_is_none() -> None:
    with saved.begin(new()) as kept:
        play_out(kept.recorder)
    kept.path.write_bytes(whole()[0][:-1])
    (entry,) = saved.unfinished()
    assert (entry.over, entry.moves) == (False, seen_moves())
    kept.path.write_bytes(kept.path.read_bytes() + b"\0" * 9)
    assert not any(entry.over for entry in saved.entries())


def test_whatever_lies_in_the_folder_a_list_shows_what_there_is(tmp_path: Path) -> None:
    saved.begin(new()).close()
    place = saved.folder()
    record = whole()[0]
    header = record[: record.index(b"\n") + 1]
    junk = {
        "binary": bytes(range(256)) * 9,
        "zeros": b"\0" * 5000,
        "text": b"Dear diary\n",
        "empty line": b"\n",
        "list": b"[]\n",
        "deep": b"[" * 99999,
        "number": b'{"cardcore": ' + b"9" * 9999 + b"}\n",
        "newer": b'{"cardcore": 2}\n',
        "edited": header.replace(b"zeus", b"thor", 1),
        "overwritten": record[:3000] + b"\n\0\0\0\0\n",
    }
    for name, content in junk.items():
        (place / f"{name}.jsonl").write_bytes(content)
    (place / "folder.jsonl").mkdir()
    (place / "loop.jsonl").symlink_to("loop.jsonl")
    (place / "nowhere.jsonl").symlink_to("nothing")
    (tmp_path / "mine").write_bytes(record)
    (place / "link.jsonl").symlink_to(tmp_path / "mine")
    os.mkfifo(place / "pipe.jsonl")
    (place / "stray.lock").touch()
    (place / "zeus-1.lock").touch()
    (place / "notes.txt").touch()
    (place / ".jsonl").write_bytes(record)
    (place / "early.jsonl").write_bytes(record)
    os.utime(place / "early.jsonl", (-(10**17), -(10**17)))
    found = {entry.name: entry for entry in saved.entries()}
    assert {name for name, entry in found.items() if entry.problem} == set(junk)
    assert set(found) == {*junk, "zeus-1", "link", "early"}
    assert str(found["text"].problem) == "text, line 1: damaged, not a JSON object"
    assert "newer cardcore" in str(found["newer"].problem)
    assert [entry.name for entry in saved.unfinished() if not entry.problem] == ["zeus-1"]
    assert {entry.name for entry in saved.entries() if entry.over and not entry.problem} == {
        "link",
        "early",
    }
    assert {entry.name for entry in saved.entries() if entry.in_use} == set()
    for name in junk:
        with pytest.raises(BadRecord):
            saved.reopen(name)
        saved.delete(name)
    saved.delete("link")
    assert (tmp_path / "mine").read_bytes() == record
    assert [entry.name for entry in saved.entries()] == ["zeus-1", "early"]


@pytest.mark.skipif(os.geteuid() == 0, reason="may read everything")
def test_a_match_that_may_not_be_read_is_listed_with_the_reason() -> None:
    with saved.begin(new()) as kept:
        kept.path.chmod(0)
    (entry,) = saved.entries()
    assert str(entry.problem) == "zeus-1 cannot be read: Permission denied"
    with pytest.raises(PermissionError):
        saved.reopen("zeus-1")
    with saved.begin(new()) as other:
        assert other.name == "zeus-2"


def test_the_folder_is_the_users_own_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDCORE_DATA", "")
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert saved.folder().parts[-2:] == ("cardcore", "matches")


# -- a process that is killed ----------------------------------------------------------------------


class InPieces:
    """A file that is written so slowly that the middle of a write is hit."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, data: bytes) -> int:
        time.sleep(0.0005)
        written: int = self._file.write(data[:20])
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def kill(number: int) -> str:
    """Kill a process that plays as fast as it can; what is left of its match, in a word."""
    rng = Random(number)
    seed = number % 5

    def work(say: Say) -> None:
        say("0")
        kept = saved.begin(new(seed))
        if number % 2:
            kept.recorder._file = InPieces(kept.recorder._file)  # type: ignore[assignment]
        for done, (seat, move) in enumerate(whole(seed)[1], 1):
            kept.match.play(seat, move)
            kept.recorder.write()
            say(str(done))

    whole(seed)
    child, reader = in_child(work)
    with contextlib.suppress(FileNotFoundError):
        while number % 4 and not saved.entries():
            time.sleep(0.0002)
    time.sleep(rng.uniform(0, 0.03))
    os.kill(child, signal.SIGKILL)
    said = heard(child, reader)
    acknowledged = int(said[-1]) if said else 0
    entries = saved.entries()
    assert not any(entry.in_use or entry.problem for entry in entries)
    if not entries:
        assert acknowledged == 0
        with saved.begin(new(seed)) as kept:
            assert kept.name == "zeus-1"
            play_out(kept.recorder, seed)
        return "never began"
    torn = not entries[0].path.read_bytes().endswith(b"\n")
    with saved.reopen("zeus-1") as kept:
        assert len(moves_of(kept.match)) in (acknowledged, acknowledged + 1)
        play_out(kept.recorder, seed)
    assert Record.load(kept.path).verify().over
    return "torn" if torn else "whole"


@pytest.fixture
def killing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Callable[[int], str]]:
    def in_a_folder_of_its_own(number: int) -> str:
        monkeypatch.setenv("CARDCORE_DATA", str(tmp_path / str(number)))
        return kill(number)

    return in_a_folder_of_its_own  # type: ignore[return-value]


def test_a_killed_match_goes_on_where_it_stood(killing: Callable[[int], str]) -> None:
    assert "whole" in {killing(number) for number in range(15)}


@pytest.mark.slow
def test_a_match_that_is_killed_two_hundred_times_goes_on(killing: Callable[[int], str]) -> None:
    ends = [killing(number) for number in range(100, 300)]
    assert ends.count("torn") > 5
    assert ends.count("whole") > 50
