"""What holds for every game: at moments of random matches, inside interrupts too."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import types
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import playing
import pytest
from playing import (
    Kind,
    Moment,
    all_cards,
    choose,
    each,
    kinds,
    moments,
    play_on,
    through_json,
    without_log,
    world,
)

from cardcore import (
    DECLINE,
    BadRecord,
    CannotSample,
    CannotUndo,
    IllegalMove,
    Match,
    Move,
    Observation,
    Pile,
    Record,
    Recorder,
    Table,
)
from cardcore.chance import Chance
from cardcore.moves import read_move
from cardcore.testing.laws import ALL, Law, keeping
from cardcore.testing.laws.playing import NONSENSE

MOMENTS = [law for law in ALL if law.name in ("copy", "save and load", "scores agree")]

every_kind = each(kinds())
FURTHER = 30
"""So many moves two matches that ought to be equal are played on."""


def same_future(one: Match[Any], two: Match[Any], where: Moment) -> None:
    """Both go on alike; they are played on for it."""
    first, second = where.rng(), where.rng()
    for _ in range(FURTHER):
        if one.over:
            break
        choice = choose(one, first)
        assert choice == choose(two, second), where
        assert one.play(*choice) == two.play(*choice), where
    assert one.to_dict() == two.to_dict(), where


# -- keeping --------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def far(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ought to be equal is played on further than the kit does."""
    monkeypatch.setattr(keeping, "FURTHER", FURTHER)


@pytest.mark.slow  # the games are held to it anyhow, but not played on so far
@every_kind
@pytest.mark.parametrize("law", MOMENTS, ids=str)
def test_a_law_of_the_kit_is_kept(law: Law, kind: Kind) -> None:
    for moment in moments(kind):
        moment.keeps(law.check)


@every_kind
def test_a_record_replays_without_the_seed(kind: Kind, tmp_path: Path) -> None:
    for moment in moments(kind, many=2):
        match, rng = moment.match, moment.rng()
        record = match.record()
        replayed = record.replay(game=kind.game)
        assert replayed.to_dict() == match.to_dict(), moment
        path = tmp_path / f"{moment.step}.jsonl"
        recorder = Recorder(path, match)
        while not match.over:
            match.play(*choose(match, rng))
            recorder.write()
        recorder.close()
        lines = match.record().lines()
        assert path.read_text("utf-8") == "".join(lines), moment
        read = Record.load(path)
        assert read.verify(game=kind.game).to_dict() == match.to_dict(), moment
        other_seed = Record({**read.header, "seed": 77}, read.entries, read.standings)
        unseeded = other_seed.verify(game=kind.game).to_dict()
        assert {**unseeded, "seed": match.seed} == match.to_dict(), moment


def test_the_same_seed_gives_the_same_match_in_another_process() -> None:
    here = playing.digest()
    tests = Path(__file__).parent
    code = (
        "import random, sys; random.seed(5); random.random()\n"
        f"sys.path.insert(0, {str(tests)!r})\n"
        "import playing; state = random.getstate(); print(playing.digest())\n"
        "assert random.getstate() == state, 'the global generator was used'"
    )
    for hash_seed in ("1", "4242"):
        told = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode == 0, told.stderr
        assert told.stdout.strip() == here


# -- looking --------------------------------------------------------------------------------------


@every_kind
def test_looking_changes_nothing(kind: Kind) -> None:
    for moment in moments(kind):
        match, before = moment.match, moment.match.to_dict()
        for seat in (*match.seats, None):
            observation = match.observe(seat)
            observation.to_dict()
            assert repr(observation)
            assert str(observation.events)
            assert match.observe(seat) == observation, moment
            if seat is None:
                continue
            match.moves(seat)
            match.can_undo(seat)
            for text in ("play 7", "nonsense", "", "decline"):
                match.why_not(seat, text)
        for value in (match.standings, match.winners, match.events, match.record()):
            assert repr(value)
        assert match.to_dict() == before, moment
        # what was looked at cannot be used to change the match
        for name, value in match.observe(0).fields.items():
            if isinstance(value, list | dict | set):
                value.clear()
                assert match.to_dict() == before, f"{name}: {moment}"


@every_kind
def test_an_observation_is_plain_data(kind: Kind) -> None:
    for moment in moments(kind):
        for seat in (*moment.match.seats, None):
            observation = moment.match.observe(seat)
            data = observation.to_dict()
            assert "seed" not in data
            read = Observation.from_dict(through_json(data), game=kind.game)
            assert read == observation, moment
            assert read.happened == observation.happened
            assert read.to_dict() == data, moment
            assert read.setting.header() == observation.setting.header()


def reachable(start: object) -> list[object]:
    """Every object that can be reached, except through modules, classes and functions."""
    closed = (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType)
    found, waiting = {id(start): start}, [start]
    while waiting:
        for other in gc.get_referents(waiting.pop()):
            if id(other) not in found and not isinstance(other, closed):
                found[id(other)] = other
                waiting.append(other)
    return list(found.values())


@every_kind
def test_no_path_leads_from_an_observation_to_the_match(kind: Kind) -> None:
    for moment in moments(kind, many=2):
        for seat in (0, None):
            observation = moment.match.observe(seat)
            events = [*observation.events, *moment.match.events.seen_by(seat)]
            for thing in reachable([observation, events]):
                assert not isinstance(thing, Match | Table | Pile | Chance), (
                    f"{type(thing).__name__} can be reached: {moment}"
                )


# -- sampling -------------------------------------------------------------------------------------


@every_kind
def test_a_sampled_match_looks_the_same_to_the_seat(kind: Kind) -> None:
    for moment in moments(kind):
        match, rng = moment.match, moment.rng()
        for seat in match.seats:
            observation = match.observe(seat)
            if not match.moves(seat):
                assert seat not in match.to_act
                with pytest.raises(CannotSample):
                    observation.sample(rng)
                continue
            for _ in range(2):
                sampled = observation.sample(rng)
                assert sampled.observe(seat) == observation, moment
                assert sampled.moves(seat) == match.moves(seat), moment
                assert seat in sampled.to_act
                assert all_cards(sampled) == all_cards(match), moment
                read = Match.from_dict(through_json(sampled.to_dict()), game=kind.game)
                assert read.to_dict() == sampled.to_dict(), moment
                assert not sampled.can_undo(seat)
                with pytest.raises(BadRecord):
                    sampled.record()
                play_on(sampled, rng)
                assert all_cards(sampled) == Counter(match.setting.deck), moment
        with pytest.raises(CannotSample):
            match.observe(None).sample(rng)


@every_kind
def test_a_sample_depends_on_the_observation_alone(kind: Kind) -> None:
    for moment in moments(kind):
        match = moment.match
        other = Match.from_dict({**match.to_dict(), "seed": match.seed + 1}, game=kind.game)
        for seat in match.to_act:
            observation = match.observe(seat)
            read = Observation.from_dict(through_json(observation.to_dict()), game=kind.game)
            first = play_on(observation.sample(moment.rng()), Random(1)).to_dict()
            for same in (read, other.observe(seat)):
                again = play_on(same.sample(moment.rng()), Random(1)).to_dict()
                assert again == first, moment


@every_kind
def test_different_worlds_are_sampled(kind: Kind) -> None:
    for moment in moments(kind):
        for seat in moment.match.to_act:
            observation, rng = moment.match.observe(seat), moment.rng()
            unseen = {card for card, _ in observation.unseen()}
            worlds = [world(observation.sample(rng)) for _ in range(8)]
            if len(unseen) > 2 and sum(None in view.cards for view in observation.piles) > 1:
                assert any(found != worlds[0] for found in worlds), moment


# -- playing --------------------------------------------------------------------------------------


def refused(match: Match[Any], seat: Any, move: Any, where: Moment) -> None:
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, move)
    assert str(caught.value.reason).strip(), where
    assert caught.value.seat == seat
    assert str(match.why_not(seat, move)) == str(caught.value.reason), where


@every_kind
def test_what_is_legal_is_accepted_and_nothing_else(kind: Kind) -> None:
    seen: dict[str, Move] = {}
    for moment in moments(kind, many=2):
        match, before, rng = moment.match, moment.match.to_dict(), moment.rng()
        for seat in match.to_act:
            seen.update((move.text, move) for move in match.moves(seat))
        for seat in match.seats:
            legal = match.moves(seat)
            assert bool(legal) == (seat in match.to_act), moment
            for move in legal:
                assert match.why_not(seat, move) is None, moment
                assert match.why_not(seat, move.text) is None, moment
                match.copy().play(seat, move)
            foreign = [move for move in seen.values() if move not in legal]
            for move in rng.sample(foreign, min(len(foreign), 8)):
                refused(match, seat, move, moment)
                refused(match, seat, move.text, moment)
            for nonsense in NONSENSE:
                refused(match, seat, nonsense, moment)
        for stranger in (-1, -2, len(match.seats), 99, None, "0", 1.5, (0,)):
            for what in ("decline", DECLINE, *(match.moves(s)[0] for s in match.to_act)):
                refused(match, stranger, what, moment)
        assert match.to_dict() == before, f"what was refused changed something: {moment}"
        for seat in match.to_act:
            # who has moved may not make the same move once more, unless it is still legal
            after, move = match.copy(), match.moves(seat)[0]
            after.play(seat, move)
            if move not in after.moves(seat):
                before = after.to_dict()
                refused(after, seat, move, moment)
                assert after.to_dict() == before, moment


@every_kind
def test_the_texts_of_moves_are_unique_and_read_back(kind: Kind) -> None:
    for moment in moments(kind):
        match = moment.match
        for seat in match.to_act:
            legal = match.moves(seat)
            texts = [move.text.lower() for move in legal]
            assert len(set(texts)) == len(texts), f"{texts}: {moment}"
            for move in legal:
                faces, types_ = match.setting.faces, kind.game.move_types()
                assert read_move(move.text, types_, faces) == move, moment
                typed, meant = match.copy(), match.copy()
                typed.play(seat, f"  {move.text.upper().replace(' ', '   ')} ")
                meant.play(seat, move)
                assert typed.to_dict() == meant.to_dict(), moment


@every_kind
@pytest.mark.parametrize("seed", [3, 4])
def test_cards_are_conserved_and_somebody_may_always_act(kind: Kind, seed: int) -> None:
    match, rng = kind.match(seed), kind.rng(seed)
    deck = Counter(match.setting.deck)
    for step in range(playing.LONGEST):
        where = Moment(kind, seed, step, match, {})
        assert all_cards(match) == deck, where
        if match.over:
            break
        assert match.to_act, where
        assert len(set(match.to_act)) == len(match.to_act), where
        for seat in match.to_act:
            assert match.default_move(seat) in match.moves(seat), where
        match.play(*choose(match, rng))
    assert match.over
    assert match.to_act == ()
    assert match.winners
    assert all(match.moves(seat) == () for seat in match.seats)


@every_kind
def test_the_absent_reach_the_end(kind: Kind) -> None:
    match, rng = kind.match(6), kind.rng(6)
    for _ in range(300):
        # nobody else is there for a while
        if not match.over:
            seat = rng.choice(match.to_act)
            match.play(seat, match.default_move(seat))
    assert all_cards(match) == Counter(match.setting.deck)
    assert play_on(match, rng).over


# -- taking back ----------------------------------------------------------------------------------


@every_kind
def test_undo_gives_back_exactly_what_was(kind: Kind) -> None:
    for moment in moments(kind, many=4):
        match, before = moment.match, moment.match.to_dict()
        for seat in match.seats:
            allowed = match.can_undo(seat)
            assert allowed == (match.why_no_undo(seat) is None)
            copy = match.copy()
            if not allowed:
                with pytest.raises(CannotUndo, match=r"\w"):
                    copy.undo(seat)
                assert copy.to_dict() == before, moment
                continue
            copy.undo(seat)
            assert without_log(copy) == without_log(moment.before[seat]), (seat, str(moment))
            assert copy.log[:-1] == match.log
            record = copy.record()
            assert record.replay(game=kind.game).to_dict() == copy.to_dict(), moment
            same_future(copy, copy.copy(), moment)
            play_on(copy, moment.rng())
            assert copy.record().verify(game=kind.game).to_dict() == copy.to_dict(), moment
    for stranger in (-1, 99):
        assert not kind.match(0).can_undo(stranger)


@every_kind
def test_just_moved_may_be_taken_back_where_nothing_was_learnt(kind: Kind) -> None:
    """After each move of a whole match; where chance was used it is refused."""
    match, rng = kind.match(1), kind.rng(1)
    for step in range(120):
        if match.over:
            break
        before = match.copy()
        seat, move = choose(match, rng)
        match.play(seat, move)
        if step % 4:
            continue
        where = Moment(kind, 1, step + 1, match, {})
        used_chance = any(who == -1 for who, _ in match.log[len(before.log) :])
        if match.can_undo(seat):
            assert not used_chance, where
            copy = match.copy()
            copy.undo(seat)
            assert without_log(copy) == without_log(before), where


@every_kind
def test_practice_takes_back_everything(kind: Kind) -> None:
    bots = dict.fromkeys(range(1, kind.players), "random")
    match = kind.match(2, practice=True, bots=bots)
    rng, mine = kind.rng(2), 0
    assert not match.can_undo(0), "there is nothing to take back yet"
    while not match.over and mine < 6:
        seat, move = choose(match, rng)
        match.play(seat, move)
        mine += seat == 0
    for left in range(mine, 0, -1):
        assert match.can_undo(0)
        if left == 1:
            last = match.copy()
        match.undo(0)
    assert match.record().replay(game=kind.game).to_dict() == match.to_dict()
    assert not match.can_undo(0)
    if mine:
        with pytest.raises(CannotUndo):
            match.undo(0)
        assert last.to_dict()["log"] == match.to_dict()["log"][:-1]
    assert play_on(match, rng).over


@every_kind
def test_the_log_is_json(kind: Kind) -> None:
    match = play_on(kind.match(8), kind.rng(8))
    for line in match.record().lines():
        assert isinstance(json.loads(line), dict)


@pytest.mark.slow
@every_kind
def test_many_matches(kind: Kind) -> None:
    for moment in moments(kind, seeds=12, many=12):
        match = moment.match
        data = match.to_dict()
        read = Match.from_dict(through_json(data), game=kind.game)
        assert read.to_dict() == data, moment
        assert match.record().replay(game=kind.game).to_dict() == data, moment
        for seat in match.to_act:
            observation = match.observe(seat)
            sampled = observation.sample(moment.rng())
            assert sampled.observe(seat) == observation, moment
            play_on(sampled, moment.rng())
        for seat in match.seats:
            if match.can_undo(seat):
                copy = match.copy()
                copy.undo(seat)
                assert without_log(copy) == without_log(moment.before[seat]), (seat, str(moment))
        same_future(match, read, moment)
