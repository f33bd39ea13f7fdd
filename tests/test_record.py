"""Records: what is written is what was played, and no change of it goes unnoticed."""

from __future__ import annotations

import contextlib
import json
import os
import random
import warnings
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Elimination, NopeGame, Passing, SwapGame

import cardcore
from cardcore import BadOptions, BadRecord, Game, Match, Record, Recorder, Text
from cardcore.record import RecordWarning
from cardcore.testing import position

GAMES: list[type[Game[Any]]] = [Elimination, NopeGame, Passing, SwapGame]
NOPE = NopeGame()


def on(match: Match[Any], moves: int, seed: int = 0) -> Match[Any]:
    """Play on at random, to the end if there are not so many moves."""
    rng = random.Random(seed)
    while moves and not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
        moves -= 1
    return match


def played(game: Game[Any] = NOPE, moves: int = 1000, seed: int = 3, **given: Any) -> Match[Any]:
    return on(game.match(3, seed=seed, **given), moves, seed)


def written(match: Match[Any]) -> bytes:
    return "".join(Record.of(match).lines()).encode()


def hashed(contents: list[dict[str, Any]]) -> bytes:
    """Lines with hashes that fit: what somebody could write who knows how."""
    chain, lines = "", []
    for content in contents:
        text = json.dumps(content, ensure_ascii=False, sort_keys=True)
        chain = sha256((chain + text).encode()).hexdigest()[:16]
        lines.append(json.dumps({**content, "hash": chain}, ensure_ascii=False) + "\n")
    return "".join(lines).encode()


def contents(record: bytes) -> list[dict[str, Any]]:
    """The lines of a record without their hashes."""
    found = [json.loads(line) for line in record.decode().splitlines()]
    for content in found:
        del content["hash"]
    return found


def changed(change: Callable[[list[dict[str, Any]]], Any], record: bytes | None = None) -> bytes:
    """A record with a change and with hashes that fit."""
    lines = contents(FINISHED if record is None else record)
    change(lines)
    return hashed(lines)


FINISHED = written(played())
UNFINISHED = written(played(moves=25))
WHOLE = Record.parse(FINISHED)


# -- there and back -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moves", [0, 1, 17, 1000])
@pytest.mark.parametrize("collect", ["in_order", "everyone", "race"])
def test_a_record_replays_to_the_same_match(
    game: type[Game[Any]], moves: int, collect: str, tmp_path: Path
) -> None:
    match = played(game(), moves, collect=collect, names=["Ana", "Bo"], bots={2: "random"})
    path = tmp_path / "record.jsonl"
    match.record().save(path)
    record = Record.load(path)
    assert record == Record.of(match)
    assert not record.torn
    again = record.verify(game=game())
    assert again.to_dict() == match.to_dict()
    assert again.to_act == match.to_act
    assert again.standings == match.standings


@pytest.mark.parametrize("game", GAMES)
def test_a_replayed_match_goes_on_as_the_first_would_have(game: type[Game[Any]]) -> None:
    match = played(game(), 20)
    again = match.record().replay(game=game())
    assert on(again, 1000, 5).to_dict() == on(match, 1000, 5).to_dict()


@pytest.mark.parametrize("game", GAMES)
def test_a_record_replays_without_the_seed(game: type[Game[Any]]) -> None:
    match = played(game())
    other = changed(lambda lines: lines[0].update(seed=lines[0]["seed"] + 1), written(match))
    again = Record.parse(other).verify(game=game())
    assert again.log == match.log
    assert again.standings == match.standings
    assert again.events == match.events


def test_the_same_match_is_the_same_bytes() -> None:
    assert written(played()) == FINISHED
    assert written(played(seed=4)) != FINISHED
    assert written(played().copy()) == FINISHED


def test_a_record_keeps_its_bytes_when_loaded_and_saved_again(tmp_path: Path) -> None:
    path = tmp_path / "record"
    Record.parse(FINISHED).save(path)
    assert path.read_bytes() == FINISHED
    Record.load(path).save(path)
    assert path.read_bytes() == FINISHED


def test_a_record_tells_no_time_and_no_place() -> None:
    header = contents(FINISHED)[0]
    assert set(header) == {
        "cardcore",
        "core",
        "game",
        "version",
        "options",
        "house_rules",
        "collect",
        "names",
        "bots",
        "practice",
        "seed",
    }


def test_names_of_any_script_are_kept() -> None:
    names = ["Zoë", "李", "🂡 “quoted”"]
    match = played(moves=9, names=names)
    record = Record.parse(written(match))
    assert list(record.replay(game=NOPE).setting.names) == names


def test_names_that_cannot_be_written_are_refused_when_the_match_begins() -> None:
    for name in ("\udcff", "a\nb", "\x1b[31m", "\u202egnol", "x" * 41):
        with pytest.raises(BadOptions, match="name"):
            NOPE.match(names=[name, "Bo"], seed=1)


def test_standings_are_written_once_the_match_is_over() -> None:
    match = played()
    assert Record.of(match).standings == tuple((s.seat, s.place, s.points) for s in match.standings)
    assert Record.parse(UNFINISHED).standings is None


def test_a_position_is_recorded_from_its_own_beginning() -> None:
    match = position(NOPE, players=3, hands=["two skip nope", "nope nope", "two"])
    on(match, 12)
    record = Record.parse(written(match))
    assert record.replay(game=NOPE).to_dict() == match.to_dict()


def test_a_sampled_match_has_no_record() -> None:
    match = played(moves=6)
    world = match.observe(match.to_act[0]).sample(random.Random(1))
    with pytest.raises(BadRecord, match="sampled"):
        world.record()


def test_replay_stops_after_so_many_entries_with_the_chance_of_the_last_move() -> None:
    match = played()
    record = match.record()
    for until in range(len(record.entries) + 1):
        part = record.replay(game=NOPE, until=until)
        assert part.log == match.log[: len(part.log)]
        assert len(part.log) >= until
        assert all(actor < 0 for actor, _ in match.log[until : len(part.log)])


# -- steps and undo -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_steps_show_the_match_after_each_move_with_its_events(game: type[Game[Any]]) -> None:
    match = game().match(3, seed=8)
    rng = random.Random(8)
    states, events = [match.to_dict()], [match.events]
    while not match.over:
        seat = rng.choice(match.to_act)
        events.append(match.play(seat, rng.choice(match.moves(seat))))
        states.append(match.to_dict())
    record = match.record()
    steps = [(step.to_dict(), happened) for step, happened in record.steps(game=game())]
    assert [state for state, _ in steps] == states
    assert [happened for _, happened in steps] == events


def undone() -> Match[Any]:
    """A match in which moves were taken back, one of them twice."""
    match = NOPE.match(2, seed=5, bots={1: "random"}, practice=True)
    rng = random.Random(5)
    for _ in range(6):
        on(match, 1 + rng.randrange(6), rng.randrange(100))
        if match.can_undo(0):
            match.undo(0)
        if rng.random() < 0.4 and match.can_undo(0):
            match.undo(0)
    return match


def test_an_undo_is_a_line_of_its_own_and_what_was_taken_back_stays_written() -> None:
    match = NOPE.match(2, seed=5, bots={1: "random"}, practice=True)
    match.play(0, "draw")
    match.undo(0)
    lines = contents(written(match))
    assert lines[-2:] == [{"seat": 0, "move": "draw"}, {"undo": 0}]
    again = Record.parse(written(match)).verify(game=NOPE)
    assert again.to_dict() == match.to_dict()
    assert again.table.hands == NOPE.match(2, seed=5).table.hands


def test_a_record_with_undos_replays_and_its_steps_leave_out_what_was_taken_back() -> None:
    match = undone()
    assert sum("undo" in line for line in contents(written(match))) > 3
    record = Record.parse(written(match))
    again = record.verify(game=NOPE)
    assert again.to_dict() == match.to_dict()
    *_, (last, _) = record.steps(game=NOPE)
    assert last.observe(0) == match.observe(0)
    assert last.table.hands == match.table.hands


def test_replay_stops_anywhere_among_undos() -> None:
    match = undone()
    record = match.record()
    for until in range(len(record.entries) + 1):
        part = record.replay(game=NOPE, until=until)
        assert part.log == match.log[: len(part.log)]
        assert Record.of(part).verify(game=NOPE).to_dict() == part.to_dict()


def test_an_undo_of_a_move_that_was_never_made_is_refused() -> None:
    for seat in (0, 1, 2, 7, -1, -2):
        first = contents(UNFINISHED)[0]
        with pytest.raises(BadRecord):
            Record.parse(hashed([first, {"undo": seat}])).replay(game=NOPE)


# -- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", [FINISHED, UNFINISHED], ids=["finished", "unfinished"])
def test_a_torn_last_line_is_dropped_with_a_warning(record: bytes) -> None:
    start = record[:-1].rfind(b"\n") + 1
    whole = Record.parse(record[:start])
    for cut in range(start + 1, len(record)):
        with pytest.warns(RecordWarning, match="last line"):
            torn = Record.parse(record[:cut])
        assert torn == attrs.evolve(whole, torn=True)
    assert torn.replay(game=NOPE).record().entries == whole.entries


def test_a_line_torn_inside_a_letter_of_several_bytes_is_dropped_too() -> None:
    match = NOPE.match(names=["Zoë", "Bo"], seed=1)
    header = written(match).split(b"\n")[0] + b"\n"
    with pytest.warns(RecordWarning) as told:
        assert Record.parse(header + '{"seat": 0, "move": "ë'.encode()[:-1], "{it}").torn
    text = told[0].message.text  # type: ignore[union-attr]
    assert text == Text("{name}: the last line is torn off and was dropped", name="{it}")
    assert str(told[0].message) == "{it}: the last line is torn off and was dropped"


def test_nothing_but_a_torn_last_line_is_dropped() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Record.parse(FINISHED)
        for number in range(FINISHED.count(b"\n")):
            Record.parse(b"".join(FINISHED.splitlines(keepends=True)[: number + 1]))


LINES = FINISHED.splitlines(keepends=True)


@pytest.mark.parametrize("number", range(1, len(LINES)))
def test_a_removed_line_is_an_error_that_names_the_line_after_it(number: int) -> None:
    left = LINES[: number - 1] + LINES[number:]
    with pytest.raises(BadRecord, match=rf"line {number}:|first line"):
        Record.parse(b"".join(left))


@pytest.mark.parametrize("number", range(2, len(LINES)))
def test_two_swapped_lines_are_an_error_that_names_the_first(number: int) -> None:
    swapped = [*LINES[: number - 1], LINES[number], LINES[number - 1], *LINES[number + 1 :]]
    with pytest.raises(BadRecord, match=f"line {number}: changed"):
        Record.parse(b"".join(swapped))


@pytest.mark.parametrize("number", range(1, len(LINES) + 1))
def test_a_doubled_line_is_an_error_that_names_the_second(number: int) -> None:
    doubled = LINES[:number] + LINES[number - 1 :]
    with pytest.raises(BadRecord, match=f"line {number + 1}: changed"):
        Record.parse(b"".join(doubled))


@pytest.mark.parametrize("number", range(1, len(LINES) + 1))
def test_a_changed_line_is_an_error_that_names_it(number: int) -> None:
    content = json.loads(LINES[number - 1])
    key = next(iter(content))
    for name, value in (("more", 1), ("hash", "0" * 16), ("hash", None)):
        other = [*LINES]
        other[number - 1] = json.dumps({**content, name: value}).encode() + b"\n"
        with pytest.raises(BadRecord, match=f"line {number}: changed"):
            Record.parse(b"".join(other))
    if number > 1:
        del content[key]
        other[number - 1] = json.dumps(content).encode() + b"\n"
        with pytest.raises(BadRecord, match=f"line {number}: changed"):
            Record.parse(b"".join(other))
        for damaged in (b"\n", b"[]\n", b"null\n", b"{\n", b"{}\n", b"[" * 9999 + b"\n"):
            other[number - 1] = damaged
            with pytest.raises(BadRecord, match=f"line {number}:"):
                Record.parse(b"".join(other))


@pytest.mark.parametrize("number", [1, 2, 3, len(LINES)])
def test_a_line_written_in_another_way_is_changed(number: int) -> None:
    line = LINES[number - 1]
    key = line[: line.index(b":")] + b": 0, "
    for other in (b" " + line, line.replace(b": ", b":", 1), key + line[1:], line[:-1] + b"\r\n"):
        data = b"".join([*LINES[: number - 1], other, *LINES[number:]])
        with pytest.raises(BadRecord, match=f"line {number}:"):
            Record.parse(data)


def test_each_line_is_of_a_known_kind() -> None:
    kinds: list[dict[str, Any]] = [
        {"seat": -1, "move": "draw"},
        {"seat": 0},
        {"move": "draw"},
        {"seat": 0, "move": 3},
        {"seat": "0", "move": "draw"},
        {"random": 1.5},
        {"random": None},
        {"undo": "0"},
        {"standings": []},
        {"seat": 0, "move": "draw", "why": "so"},
    ]
    for strange in kinds:
        with pytest.raises(BadRecord, match="line 2"):
            Record.parse(hashed([contents(FINISHED)[0], strange, {"seat": 0, "move": "draw"}]))


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_edits_of_bytes_raise_nothing_but_a_bad_record(data: st.DataObject) -> None:
    edited = bytearray(FINISHED[: data.draw(st.integers(1, len(FINISHED)))])
    for _ in range(data.draw(st.integers(1, 4))):
        if not edited:
            break
        place = data.draw(st.integers(0, len(edited) - 1))
        what = data.draw(st.sampled_from(["change", "remove", "insert"]))
        byte = data.draw(st.integers(0, 255))
        if what == "insert":
            edited.insert(place, byte)
        elif what == "remove":
            del edited[place]
        else:
            edited[place] = byte
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            record = Record.parse(bytes(edited))
        except BadRecord:
            return
    # what was read is a beginning of what was written, at most another way of writing it
    assert record.header == WHOLE.header
    assert record.entries == WHOLE.entries[: len(record.entries)]
    assert record.standings in (None, WHOLE.standings)


FORGED_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.integers(),
    st.floats(),
    st.text(st.characters(codec="utf-8"), max_size=5),
    st.sampled_from(["draw", "decline", "nope", "act two", "two nope skip"]),
    st.lists(st.integers(-1, 4), max_size=3),
    st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=3), st.integers(), max_size=2),
)
KEYS = [*contents(FINISHED)[0], "undo", "random", "seat", "move", "standings", "origin"]


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_forged_record_raises_nothing_but_a_bad_record(data: st.DataObject) -> None:
    """Hashes tell of changes, they do not prove who wrote: the rules are asked too."""
    lines = contents(UNFINISHED)
    line = lines[data.draw(st.integers(0, len(lines) - 1))]
    line[data.draw(st.sampled_from(KEYS))] = data.draw(FORGED_VALUES)
    with contextlib.suppress(BadRecord):
        Record.parse(hashed(lines)).verify(game=NOPE)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("names", 3),
        ("bots", 5),
        ("house_rules", 5),
        ("version", None),
        ("options", True),
        ("options", [1]),
        ("origin", False),
        ("origin", {"format": 1}),
        ("seed", "x"),
        ("seed", None),
    ],
)
def test_a_forged_header_is_a_bad_record(key: str, value: Any) -> None:
    with pytest.raises(BadRecord):
        Record.parse(changed(lambda lines: lines[0].update({key: value}))).verify(game=NOPE)


@pytest.mark.parametrize(
    "standings",
    [
        [],
        None,
        "abc",
        [[0]],
        [["a", "b", "c"]],
        True,
        5,
        [1],
    ],
)
def test_forged_standings_are_a_bad_record(standings: Any) -> None:
    with pytest.raises(BadRecord):
        Record.parse(changed(lambda lines: lines[-1].update(standings=standings))).verify(game=NOPE)


def test_a_value_that_cannot_be_written_in_utf_8_is_a_bad_record() -> None:
    line = b'{"seat": 0, "move": "\\ud800", "hash": "0000000000000000"}\n'
    with pytest.raises(BadRecord, match="line 2"):
        Record.parse(LINES[0] + line)


# -- other versions, other games, other files -----------------------------------------------------


def test_a_newer_format_is_refused_with_what_is_needed() -> None:
    with pytest.raises(BadRecord, match=r"format 2.*a newer cardcore is needed"):
        Record.parse(changed(lambda lines: lines[0].update(cardcore=2)))


def test_a_newer_format_is_told_even_where_its_lines_are_not_understood() -> None:
    with pytest.raises(BadRecord, match="newer cardcore"):
        Record.parse(b'{"cardcore": 99, "hash": "of another kind"}\nsomething new\n')


@pytest.mark.parametrize("told", [0, 2])
def test_another_version_of_the_rules_is_refused_and_named(told: int) -> None:
    record = Record.parse(changed(lambda lines: lines[0].update(version=told)))
    with pytest.raises(BadRecord, match=f"version {told} of its rules.*version 1"):
        record.replay(game=NOPE)


def test_a_record_of_another_game_is_refused_and_both_are_named() -> None:
    with pytest.raises(BadRecord, match=r"nope.*passing"):
        Record.parse(FINISHED).replay(game=Passing())


def test_a_record_of_a_game_that_is_not_installed_is_refused_and_named() -> None:
    with pytest.raises(BadRecord, match="'nope'"):
        Record.parse(FINISHED).replay()


def test_an_installed_game_is_found_by_its_name() -> None:
    match = on(cardcore.game("zeus").match(3, seed=1), 30)
    assert Record.parse(written(match)).replay().to_dict() == match.to_dict()


@pytest.mark.parametrize("key", ["game", "names", "seed"])
def test_a_header_that_lacks_what_is_needed_is_refused(key: str) -> None:
    record = Record.parse(changed(lambda lines: lines[0].pop(key)))
    with pytest.raises(BadRecord, match=key):
        record.replay(game=NOPE)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"hello\n",
        b"{}\n",
        b'{"cardcore": "1"}\n',
        b'{"cardcore": true}\n',
        b"".join(LINES[1:]),
        bytes(range(256)),
        b"\xff\xfe\n\n",
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"\x00" * 100,
        b"[" * 100_000 + b"\n",
        "".join(Record.parse(FINISHED).lines()).encode("utf-16"),
    ],
    ids=range(13),
)
def test_what_is_no_record_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(BadRecord):
            Record.load(path)


def test_a_file_that_is_missing_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "nothing")


def test_moves_that_the_rules_forbid_are_refused_with_their_reason() -> None:
    def forge(lines: list[dict[str, Any]]) -> None:
        first = next(line for line in lines if "move" in line)
        first["move"] = "fly"

    with pytest.raises(BadRecord, match=r"entry 2 .*not legal.*fly"):
        Record.parse(changed(forge)).replay(game=NOPE)


def with_result(result: Any) -> list[dict[str, Any]]:
    header, _, *lines = contents(FINISHED)
    return [header, {"random": result}, *lines]


def test_random_results_that_cannot_be_are_refused() -> None:
    for result in ("two two", "two " * 28, "ace", 3, ""):
        with pytest.raises(BadRecord):
            Record.parse(hashed(with_result(result))).replay(game=NOPE)
    with pytest.raises(BadRecord, match="entry 3"):
        Record.parse(changed(lambda lines: lines.insert(2, lines[1]), UNFINISHED)).replay(game=NOPE)


def test_a_record_cut_off_in_the_results_of_its_last_move_is_completed_from_the_seed() -> None:
    whole = Record.parse(hashed(contents(FINISHED)))
    moves = [place for place, (actor, _) in enumerate(whole.entries) if actor >= 0]
    for last in [-1, *moves]:
        cut = Record(whole.header, whole.entries[: last + 1])
        until = 0 if last < 0 else last + 1
        assert cut.replay(game=NOPE).to_dict() == whole.replay(game=NOPE, until=until).to_dict()


def test_verify_finds_standings_that_were_not_played() -> None:
    def other_points(lines: list[dict[str, Any]]) -> None:
        lines[-1]["standings"][0][2] += 1

    with pytest.raises(BadRecord, match="standings"):
        Record.parse(changed(other_points)).verify(game=NOPE)
    with pytest.raises(BadRecord, match="no standings"):
        Record.parse(changed(lambda lines: lines.pop())).verify(game=NOPE)
    early = contents(UNFINISHED) + contents(FINISHED)[-1:]
    with pytest.raises(BadRecord, match="not over"):
        Record.parse(hashed(early)).verify(game=NOPE)


# -- the recorder ---------------------------------------------------------------------------------


def test_a_recorder_appends_as_the_match_goes(tmp_path: Path) -> None:
    path = tmp_path / "record"
    match = NOPE.match(3, seed=11)
    recorder = Recorder(path, match)
    rng = random.Random(11)
    before = path.read_bytes()
    while True:
        assert Record.load(path) == Record.of(match)
        assert path.read_bytes().startswith(before)
        before = path.read_bytes()
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
        recorder.write()
    recorder.write()
    recorder.close()
    assert path.read_bytes() == written(match)
    Record.load(path).verify(game=NOPE)


def test_a_recorder_writes_what_was_taken_back_as_an_undo(tmp_path: Path) -> None:
    path = tmp_path / "record"
    match = NOPE.match(2, seed=5, bots={1: "random"}, practice=True)
    recorder = Recorder(path, match)
    match.play(0, "draw")
    recorder.write()
    match.undo(0)
    recorder.write()
    recorder.close()
    assert Record.load(path) == Record.of(match)


def test_a_recorder_takes_up_a_match_that_has_begun(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.touch()
    match = played(moves=15)
    Recorder(path, match).close()
    assert Record.load(path) == Record.of(match)


def test_a_recorder_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(b"precious")
    with pytest.raises(FileExistsError, match="not empty"):
        Recorder(path, NOPE.match(2, seed=1))
    assert path.read_bytes() == b"precious"


def test_a_recorder_refuses_a_sampled_match_before_it_makes_a_file(tmp_path: Path) -> None:
    match = played(moves=6)
    world = match.observe(match.to_act[0]).sample(random.Random(1))
    with pytest.raises(BadRecord):
        Recorder(tmp_path / "record", world)
    assert not (tmp_path / "record").exists()


# -- a match that is taken up again ---------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_match_goes_on_from_its_file_as_if_nothing_had_been(
    game: type[Game[Any]], tmp_path: Path
) -> None:
    path = tmp_path / "record"
    match = played(game(), 0)
    Recorder(path, match).close()
    for seed in range(1000):
        recorder = Recorder.resume(path, game=game())
        assert recorder.match.to_dict() == match.to_dict()
        for one in (match, recorder.match):
            on(one, 3, seed)
        recorder.write()
        recorder.close()
        assert path.read_bytes() == written(match)
        if match.over:
            break
    assert Record.load(path).verify(game=game()).to_dict() == match.to_dict()
    recorder = Recorder.resume(path, game=game(), durable=True)
    recorder.write()
    recorder.close()
    assert path.read_bytes() == written(match)


def test_what_the_end_of_a_file_lacks_is_appended_when_it_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "record"
    whole = WHOLE.replay(game=NOPE)
    for number in range(1, len(LINES) + 1):
        for torn in (b"", b"{", b'{"seat": 0, "move": "\xc3', b"\0\0\0"):
            path.write_bytes(b"".join(LINES[:number]) + torn)
            recorder = Recorder.resume(path, game=NOPE)
            recorder.close()
            assert path.read_bytes() == written(recorder.match)
            assert path.read_bytes().startswith(b"".join(LINES[:number]))
            assert recorder.match.log == whole.log[: len(recorder.match.log)]
            assert recorder.match.over == (number >= len(LINES) - 1)


def test_the_file_of_a_position_goes_on_too(tmp_path: Path) -> None:
    path = tmp_path / "record"
    match = position(NOPE, players=3, hands=["two skip nope", "nope nope", "two"])
    recorder = Recorder(path, match)
    on(match, 12)
    recorder.write()
    recorder.close()
    recorder = Recorder.resume(path, game=NOPE)
    for one in (match, recorder.match):
        on(one, 5)
    recorder.write()
    recorder.close()
    assert path.read_bytes() == written(match)


@pytest.mark.parametrize("data", [b"", b"{", b"no\n", FINISHED[:50], FINISHED[:900] + b"\n"])
def test_a_file_that_cannot_be_taken_up_is_left_as_it_is(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(data)
    with pytest.raises(BadRecord):
        Recorder.resume(path, game=NOPE)
    assert path.read_bytes() == data
    with pytest.raises(FileNotFoundError):
        Recorder.resume(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_standings_that_were_not_played_are_refused_when_a_file_is_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(changed(lambda lines: lines[-1].update(standings=[[0, 1, 99]])))
    with pytest.raises(BadRecord, match="the record tells standings"):
        Recorder.resume(path, game=NOPE)


def test_the_end_of_a_match_can_be_taken_back_in_its_record(tmp_path: Path) -> None:
    path = tmp_path / "record"
    match = NOPE.match(2, seed=5, bots={1: "random"}, practice=True)
    recorder = Recorder(path, match)
    on(match, 1000)
    recorder.write()
    assert Record.load(path).standings is not None
    for again in (False, True):
        match.undo(0)
        if again:
            recorder.close()
            recorder = Recorder.resume(path, game=NOPE)
            recorder.match.undo(0)
        recorder.write()
        assert path.read_bytes() == written(match)
        for one in {id(one): one for one in (match, recorder.match)}.values():
            on(one, 1000)
        recorder.write()
        assert Record.load(path).verify(game=NOPE).over
        assert path.read_bytes() == written(match)
    recorder.close()


# -- writes that fail -----------------------------------------------------------------------------


class Failing:
    """A file on a disk with room for so many more bytes; what is over it fails."""

    def __init__(self, file: Any, room: int, error: BaseException) -> None:
        self.file, self.room, self.error = file, room, error

    def write(self, data: bytes) -> int:
        if not self.room:
            raise self.error
        taken: int = self.file.write(data[: self.room])
        self.room -= taken
        return taken

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)


@pytest.mark.parametrize("room", [0, 1, 50, 200])
@pytest.mark.parametrize("resumed", [False, True])
def test_a_write_that_fails_leaves_the_file_as_it_was_and_is_tried_again(
    room: int, resumed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "record"
    match = NOPE.match(3, seed=11)
    recorder = Recorder(path, match)
    if resumed:
        recorder.close()
        recorder = Recorder.resume(path, game=NOPE)
        match = recorder.match
    file = recorder._file
    while not match.over:
        before = path.read_bytes()
        on(match, 8, len(match.log))
        recorder._file = Failing(file, room, OSError(28, "full"))  # type: ignore[assignment]
        for _ in range(2):
            with pytest.raises(OSError, match="full"):
                recorder.write()
            assert path.read_bytes() == before
        recorder._file = file
        recorder.write()
        assert path.read_bytes() == written(match)
    recorder.close()


def test_a_write_that_was_interrupted_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "record"
    match = NOPE.match(3, seed=11)
    recorder = Recorder(path, match)
    file = recorder._file
    for room in range(0, 400, 7):
        on(match, 1, room)
        stop = KeyboardInterrupt()
        recorder._file = Failing(file, room, stop)  # type: ignore[assignment]
        with contextlib.suppress(KeyboardInterrupt):
            recorder.write()
        recorder._file = file
        recorder.write()
        assert path.read_bytes() == written(match)
    recorder.close()


def test_a_device_that_is_full_is_an_os_error() -> None:
    for durable in (False, True):
        with pytest.raises(OSError, match="No space left"):
            Recorder("/dev/full", NOPE.match(2, seed=1), durable=durable)
    recorder = Recorder("/dev/null", on(NOPE.match(2, seed=1), 9), durable=True)
    recorder.write()
    recorder.close()


def test_a_pipe_takes_a_record(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    match = NOPE.match(2, seed=1)
    recorder = Recorder(f"/dev/fd/{writer}", match, durable=True)
    os.close(writer)
    on(match, 1000)
    recorder.write()
    recorder.close()
    with open(reader, "rb") as file:
        assert file.read() == written(match)
