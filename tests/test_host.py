"""The host of a match: what all see, what one sees, and how fast; with several at one screen."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from small_games.nope import NopeGame
from terminals import Terminal
from zeus_situation import situation

import cardcore
from cardcore import CannotUndo, Card, Event, Match, Move, Observation, Part, Text
from cardcore.moves import DECLINE, Decline
from cardcore.record import Record, Recorder
from cardcore.telling.words import Words
from cardcore.terminal import saved
from cardcore.terminal.answers import Answer, Left
from cardcore.terminal.drawn import Drawn
from cardcore.terminal.faces import Faces
from cardcore.terminal.host import Host
from cardcore.terminal.keeping import keep
from cardcore.terminal.lines import Lines
from cardcore.terminal.pace import Pace
from cardcore.terminal.plain import Plain
from cardcore.terminal.run import play
from cardcore.terminal.seating import seat_players
from cardcore.terminal.session import Question, Session
from cardcore.terminal.stepping import Stepper

ZEUS = cardcore.game("zeus")
HANDS = {0: "7", 1: "7 9", 2: "7 9"}


def host_of(match: Match[Any], typed: str, bots: Any = ()) -> tuple[Host, Session, io.StringIO]:
    """A host whose persons type so, and what he writes."""
    out = io.StringIO()
    session = Session(match, dict(bots))
    return Host(session, Plain(Words(match), Lines(io.StringIO(typed), out), out)), session, out


def played(match: Match[Any], typed: str) -> str:
    """What stands on a shared screen when persons alone play and type so."""
    host, session, out = host_of(match, typed)
    with pytest.raises(Left):
        play(session, host, Pace(0))
    return out.getvalue()


def shared(hands: Any = HANDS, **more: Any) -> Match[Any]:
    """Three persons at one screen; the first is in turn."""
    return situation(hands, T=40, top=("Artemis", 2), Z=2, collect="race", **more)


def without_buried_cards(screen: str) -> str:
    """A screen without the cards under the top one, which lie there to make up a position."""
    return re.sub(r" \([^()]*, (\w+)\)\. Draw pile", r" (\1). Draw pile", screen)


# -- pace ------------------------------------------------------------------------------------------


class Time:
    """A clock that only goes on when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.now += seconds

    def pace(self, seconds: float) -> Pace:
        return Pace(seconds, clock=lambda: self.now, sleep=self.sleep)


def test_a_pause_is_counted_from_what_was_shown_last() -> None:
    time = Time()
    pace = time.pace(1.0)
    pace.shown()
    time.now += 0.4
    pace.wait(thoughts=2)
    assert time.slept == [0.6]
    time.now += 5
    pace.wait(thoughts=2)
    assert time.slept == [0.6]


def test_a_pause_is_as_long_as_all_bots_would_think_whether_or_not_they_were_asked() -> None:
    time = Time()
    pace = time.pace(0.5)
    pace.thought(30.0)  # the first one loads what bots need
    pace.thought(2.0)
    pace.shown()
    pace.wait(thoughts=3)
    pace.shown()
    pace.wait(thoughts=3, look=False)
    assert time.slept == [6.0, 6.0]


@pytest.mark.parametrize("asked", [True, False])
def test_the_first_pause_does_not_tell_whether_a_slow_bot_was_asked(asked: bool) -> None:
    time = Time()
    pace = time.pace(0.5)
    pace.shown()
    for _ in range(1 + asked):
        time.now += 1.0
        pace.thought(1.0)
    pace.wait(thoughts=3)
    assert time.now == 3.0


@pytest.mark.parametrize("hand", ["7 1", "1 1"])
def test_between_two_cards_there_is_one_pause_whether_or_not_a_bot_could_sneak(hand: str) -> None:
    class Declining:
        def choose(self, observation: Observation) -> Move:
            return DECLINE if DECLINE in observation.moves else observation.moves[0]

    class Told(Host):
        def ask(self, question: Question) -> Answer:
            raise Left

    time = Time()
    match = situation({0: "7", 1: hand, 2: "5"}, T=40, top=("Artemis", 2), Z=2, turn=0)
    session = Session(match, {0: Declining(), 1: Declining()})
    out = io.StringIO()
    host = Told(session, Plain(Words(match), Lines(io.StringIO(), out), out))
    with pytest.raises(Left):
        play(session, host, time.pace(1.0))
    assert time.slept == [1.0, 1.0]
    assert out.getvalue().count(" plays ") == 2


# -- several at one screen -------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["player 2 9", "player 2 ares", "player 2 #9", "player 2 fly"])
def test_what_is_refused_in_public_tells_nothing_of_a_hand(typed: str) -> None:
    screens = [
        without_buried_cards(
            played(shared({0: "7", 1: hand, 2: "5"}), f"7\n{typed}\n").rpartition("nobody:")[0]
        )
        for hand in ("7 9", "1 9")
    ]
    assert screens[0] == screens[1]
    assert "\nPlayer 2 cannot react with that.\n" in screens[0]


def test_who_is_in_turn_does_not_play_his_turn_while_all_are_asked() -> None:
    match = shared({0: "7", 1: "9", 2: "7"})
    screen = played(match, "7\nplayer 2 9\n\n")
    assert "Player 2 cannot react with that." in screen
    assert [str(move) for _, move in match.log] == ["play 7", "decline"]


def test_undo_at_a_shared_screen_does_not_tell_that_one_could_have_reacted() -> None:
    match = shared()
    host, session, out = host_of(match, "7\n\nundo\n")
    with pytest.raises(Left):
        play(session, host, Pace(0))
    assert "You cannot take a move back: what was let go cannot be taken back." in out.getvalue()
    with pytest.raises(CannotUndo):
        session.undo(1)


def test_what_follows_when_nobody_reacts_is_told() -> None:
    match = NopeGame().match(3, seed=1, names=["Ana", "Bea", "Cy"], collect="race")
    seat = match.to_act[0]
    move = next(m for m in match.moves(seat) if m.text.startswith("act"))
    match.play(seat, move)
    host, session, out = host_of(match, "\n")
    with pytest.raises(Left):
        play(session, host, Pace(0))
    assert match.table.interrupts == []
    asked, _, after = out.getvalue().partition("anybody?")
    assert "chooses: draw" not in asked
    assert after.strip()


def test_nobody_is_asked_again_once_all_have_declined() -> None:
    match = shared()
    session = Session(match, {})
    session.play(0, next(m for m in match.moves(0) if m.text == "play 7"))
    question = session.question()
    assert question is not None
    assert question.anybody
    assert question.interrupt is not None
    assert [len(list(events)) for events in session.nobody_reacts()] == [1, 1]
    after = session.question()
    assert after is not None
    assert not after.anybody


def test_an_interrupt_that_opens_while_people_decline_is_put_to_all_too() -> None:
    class Twice(NopeGame):
        def after_interrupt(self, table: Any, interrupt: Any) -> None:
            if interrupt.kind == "again":
                return
            super().after_interrupt(table, interrupt)
            if not table._over:
                table.interrupt("again", card=interrupt.card, blocking=True)

    match = Twice().match(3, seed=1, collect="race")
    seat = match.to_act[0]
    match.play(seat, next(m for m in match.moves(seat) if m.text.startswith("act")))
    session = Session(match, {})
    kinds = []
    while (question := session.question()) is not None and question.anybody:
        assert question.interrupt is not None
        kinds.append(question.interrupt.kind)
        for _ in session.nobody_reacts():
            pass
    assert len(kinds) == len(set(kinds))


@pytest.mark.parametrize("back", ["9", "play 9", "#1"])
def test_behind_the_cover_of_a_public_question_only_reactions_are_offered(back: str) -> None:
    match = shared({0: "7", 1: "9", 2: "7"})
    host, _, _ = host_of(match, f"\n7\nplayer 2\n\n{back}\n\n\n")
    host.screen.lines.interactive = True
    with pytest.raises(Left):
        play(host.session, host, Pace(0))
    assert [str(move) for _, move in match.log] == ["play 7", "decline"]


def test_what_two_deals_of_one_move_scored_is_told_deal_by_deal() -> None:
    match = ZEUS.match(2, seed=1)
    words = Words(match)
    match.scores.add([1, 0])
    match.scores.add([0, 1])
    words.to_come = [0, 1]
    assert words.standings()[1:] == ["1. Player 1  1", "2. Player 2  0"]
    words.to_come = [0, 0]
    assert words.standings()[1:] == ["1. Player 1  1", "1. Player 2  1"]


def test_names_that_differ_in_accents_alone_are_refused() -> None:
    with pytest.raises(cardcore.BadOptions, match="are called"):
        seat_players(ZEUS, names=["José", "Jose"])


@pytest.mark.parametrize("name", ["Nobody", "No", "Quit", "Help", "Log", "7", "Hera", "Bot 2"])
def test_a_person_may_be_called_like_a_word_of_the_program(name: str) -> None:
    match = situation(
        {0: "7", 1: "1", 2: "7"},
        T=40,
        top=("Artemis", 2),
        Z=2,
        collect="race",
        names=["Ana", "Bea", name],
    )
    screen = played(match, f"7\n{name} 7\n")
    assert f"\n{name} sneaks in with 7!" in screen


def test_a_word_that_needs_no_hand_is_understood_at_the_hand_over() -> None:
    match = ZEUS.match(names=["Ana", "Bea"], seed=7, collect="race")
    host, _, out = host_of(match, "log\nquit\n")
    host.screen.lines.interactive = True
    with pytest.raises(Left):
        host.ask(Question((match.to_act[0],)))
    assert "hand: 1" not in out.getvalue()


def test_a_match_that_goes_on_is_not_told_to_listeners_again() -> None:
    heard: list[Event] = []
    match = ZEUS.match(2, seed=3)
    match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    session = Session(match, {}, listeners=[lambda _, event: heard.append(event)])
    assert len(session.begin()) > 0
    assert heard == []


def test_a_bot_that_fails_while_it_is_secretly_asked_is_named_with_the_next_card() -> None:
    class Failing:
        def choose(self, observation: Observation) -> Move:
            raise RuntimeError("I hold a 7")

    said: list[str] = []
    match = situation({0: "7", 1: "7", 2: "5 1"}, T=40, top=("Artemis", 2), Z=2, turn=0)
    bots = {1: Failing(), 2: Failing()}
    session = Session(match, bots, complain=lambda text: said.append(str(text)))
    session.play(0, match.moves(0)[0])
    moves = session.bots_move()
    next(moves)
    assert str(match.log[-1][1]) == "decline"
    assert said == []
    next(moves)
    assert len(said) == 1
    assert "RuntimeError" in said[0]
    assert "7" not in said[0]


def test_a_decline_that_a_bot_has_made_itself_is_as_silent_as_any() -> None:
    class Failing:
        def choose(self, observation: Observation) -> Move:
            raise RuntimeError

    class Declining:
        def choose(self, observation: Observation) -> Move:
            return Decline() if DECLINE in observation.moves else observation.moves[0]

    said: list[Text] = []
    match = situation({0: "7", 1: "7", 2: "7 1"}, T=40, top=("Artemis", 2), Z=2, turn=0)
    session = Session(match, {1: Failing(), 2: Declining()}, complain=said.append)
    session.play(0, match.moves(0)[0])
    moves = session.bots_move()
    next(moves)
    next(moves)
    assert [(seat, str(move)) for seat, move in match.log[-2:]] == [(1, "decline"), (2, "decline")]
    assert said == []


# -- what is drawn ---------------------------------------------------------------------------------


def drawn(match: Match[Any], seat: int | None, width: int = 80) -> tuple[Drawn, Callable[[], str]]:
    """A drawn screen without a terminal, and what it has drawn last."""
    out = io.StringIO()
    screen = Drawn(Words(match), Lines(io.StringIO("\n" * 99), out), out)
    screen._console = Console(file=out, width=width, force_terminal=True, highlight=False)
    screen._faces = Faces(screen._console)

    def last() -> str:
        return out.getvalue().rpartition("\x1b[H")[2].replace("\x1b[2J", "")

    return screen, last


class Parts(NopeGame):
    """A game whose summary is what a test says."""

    summary_parts: tuple[Part, ...] = ()

    def summary(self, observation: Observation) -> list[Part]:
        return list(self.summary_parts)


def parts_drawn(*parts: Part, before: tuple[Part, ...] | None = None) -> str:
    game = Parts()
    screen, last = drawn(game.match(2, seed=1, names=["Ana", "Bo"]), 0)
    if before is not None:
        game.summary_parts = before
        screen.show(0)
        screen.read(":")
    game.summary_parts = parts
    screen.show(0)
    return last()


def test_every_headline_but_the_first_keeps_its_title() -> None:
    text = parts_drawn(
        Part(Text("Mount"), headline=Text("42")), Part(Text("Bid"), headline=Text("9"))
    )
    assert "Mount " in text
    assert "Bid " in text


def test_lines_beside_hidden_cards_are_shown() -> None:
    text = parts_drawn(Part(Text("hand"), (Text("two left"),), (None, None), seat=1))
    assert "2 cards, two left" in text


def test_one_of_two_remarks_that_has_not_changed_is_not_marked() -> None:
    remarks = (Part(None, (Text("dealer"),), seat=1), Part(None, (Text("out"),), seat=1))
    game = Parts()
    screen, _ = drawn(game.match(2, seed=1), 0)
    game.summary_parts = remarks
    screen.show(0)
    screen.read(":")
    assert screen._news.among(0, remarks) == []
    changed = (remarks[0], Part(None, (Text("in"),), seat=1))
    assert screen._news.among(0, changed) == [changed[1]]


def test_a_changed_number_of_cards_stands_out() -> None:
    text = parts_drawn(
        Part(Text("hand"), cards=(None,) * 3, seat=1),
        before=(Part(Text("hand"), cards=(None,) * 4, seat=1),),
    )
    assert "\x1b[1m3 cards" in text


@pytest.mark.parametrize("colour", ["black", "white", "bright_black", "grey50", "no such colour"])
def test_a_colour_that_may_be_the_background_is_not_used(colour: str) -> None:
    faces = Faces(Console(force_terminal=True))
    assert all(not span.style for span in faces.chips([("7", colour)]).spans)
    assert str(faces.chips([("7", "red")]).spans[0].style) == "red"


def test_a_card_shows_its_symbol_where_its_label_does_not() -> None:
    words = Words(ZEUS.match(2, seed=1))
    assert words.face(Card("x1", label="7", symbol="♥")) == "7♥"
    assert words.face(Card("x2", label="8♦", symbol="♦")) == "8♦"


def test_cards_with_wide_labels_keep_their_frames_straight() -> None:
    faces = Faces(Console(width=40, force_terminal=True))
    console = Console(width=40)
    with console.capture() as capture:
        console.print(faces.cards([("龍", ""), ("7", "")], 30, high=True))
    rows = capture.get().splitlines()
    assert rows[0] == "╭────╭───╮"
    assert rows[1] == "│ 龍 │ 7 │"


# -- taking back, stepping -------------------------------------------------------------------------


def test_the_log_forgets_what_was_taken_back() -> None:
    match = ZEUS.match(2, seed=4, bots={1: "random"}, practice=True)
    first = match.to_act[0]
    bots = {} if first == 0 else {1: cardcore.bots.RandomBot(1)}
    host, session, out = host_of(match, "#1\nundo\nlog\n", bots or {1: cardcore.bots.RandomBot(1)})
    with pytest.raises(Left):
        play(session, host, Pace(0))
    told = out.getvalue().rpartition("Taken back.")[2]
    assert "Player 1 plays" not in told


def test_plain_steps_of_a_replay_are_told_once() -> None:
    match = ZEUS.match(2, seed=4)
    for _ in range(6):
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
    words = Words(match)
    out = io.StringIO()
    stepper = Stepper(match.record(), None, Plain(words, Lines(io.StringIO(), out), out), words)
    for place in range(stepper.last + 1):
        stepper.go_to(place)
    told = out.getvalue()
    assert told.count(" plays ") + told.count(" sneaks ") == stepper.last


# -- whole programs --------------------------------------------------------------------------------


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Any:
    def start(*args: str, **wishes: Any) -> Terminal:
        one = Terminal(*args, **wishes)
        request.addfinalizer(one.close)
        return one

    return start


def test_the_end_of_a_watched_match_is_drawn(terminal: Any) -> None:
    text, code = terminal("play", "zeus", "--watch", "--seed", "4", "--speed", "none").end()
    assert code == 0
    assert " wins the match!" in text
    assert "3. Bot " in text


def test_a_named_record_has_one_writer_at_a_time(terminal: Any, tmp_path: Any) -> None:
    file = str(tmp_path / "match.jsonl")
    first = terminal("play", "zeus", "--seed", "4", "--record", file, "--speed", "none")
    first.wait("Your move:")
    text, code = terminal("resume", file).end()
    assert code == 1
    assert "is being played already, in another" in " ".join(text.split())
    first.type("quit")
    first.end()
    assert f"cardcore resume {file}" in " ".join(first.raw.split())
    again = terminal("resume", file)
    again.wait("Your move:")


def test_keys_that_came_too_early_open_no_hand(terminal: Any) -> None:
    screen = terminal(
        "play", "zeus", "--seed", "7", "--names", "Ana,Bea", "--sneak", "off", "--speed", "none"
    )
    screen.wait("press Enter:")
    screen.keys("\r#1\r\r\r\r\r")
    screen.wait("your move:", "press Enter:")
    screen.wait("press Enter:", within=10)
    screen.wait(until=lambda shown: True)
    assert "Hand  [" not in screen.text


def test_who_leaves_a_shared_screen_leaves_no_hand_on_it(terminal: Any) -> None:
    for way in ("quit", "\x03", "\x04"):
        screen = terminal(
            "play", "zeus", "--seed", "7", "--names", "Ana,Bea", "--speed", "none", "--sneak", "off"
        )
        screen.wait("press Enter:")
        screen.type("")
        screen.wait("your move:")
        assert "Hand  [" in screen.text
        screen.type(way) if way == "quit" else screen.keys(way)
        text, _ = screen.end()
        assert "Hand  [" not in text + screen.scrollback
        assert "cardcore resume" in text


def test_what_cannot_be_saved_is_told_where_it_can_be_read(terminal: Any) -> None:
    screen = terminal("play", "zeus", "--speed", "none", rows=40, CARDCORE_DATA="/dev/null/x")
    screen.wait("Your move:", "let it go:")
    assert "Warning: this match cannot be saved: /dev/null/x" in screen.text
    assert "with --seed" in screen.text


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_to_end_restores_the_terminal_and_says_how_to_go_on(
    terminal: Any, number: int, status: int
) -> None:
    screen = terminal("play", "zeus", "--seed", "4", "--speed", "none")
    screen.wait("Your move:")
    before = termios.tcgetattr(screen.child.child_fd)[3]
    screen.child.kill(number)
    text, code = screen.end()
    assert "cardcore resume zeus-1" in text
    assert code == status
    assert not before & termios.ECHO


def test_what_one_person_cut_out_of_a_line_is_not_there_for_the_next(terminal: Any) -> None:
    for mode in ([], ["--plain"]):
        screen = terminal(
            *("play", "zeus", "--seed", "7", "--names", "Ana,Bea", "--sneak", "off"),
            *("--speed", "none", *mode),
        )
        screen.wait("press Enter:")
        screen.type("")
        screen.wait("your move:")
        screen.keys("my secret\x15")
        screen.type("#1")
        screen.wait("press Enter:")
        screen.type("")
        screen.wait("your move:")
        screen.keys("\x19")
        screen.type("")
        screen.wait("your move:")
        assert "secret" not in screen.text


def test_a_saved_match_that_is_removed_or_cut_off_meanwhile_is_written_anew(
    data_folder: Path,
) -> None:
    match = ZEUS.match(2, seed=4)
    with saved.begin(match) as kept:
        for meddle in (
            lambda: kept.path.unlink(),
            lambda: shutil.rmtree(data_folder),
            lambda: os.truncate(kept.path, 30),
            lambda: os.truncate(kept.path, 0),
        ):
            meddle()
            match.play(match.to_act[0], match.moves(match.to_act[0])[0])
            kept.recorder.write()
            assert Record.load(kept.path) == Record.of(match)


def test_a_saved_match_whose_file_was_replaced_says_so(tmp_path: Path) -> None:
    match = ZEUS.match(2, seed=4)
    with saved.begin(match) as kept:
        other = tmp_path / "other"
        other.write_text("mine")
        other.replace(kept.path)
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
        with pytest.raises(OSError, match="another file has taken its place"):
            kept.recorder.write()
        assert kept.path.read_text() == "mine"


def test_a_match_that_cannot_be_saved_for_a_while_goes_on_and_is_saved_later(
    tmp_path: Path,
) -> None:
    said: list[str] = []
    match = ZEUS.match(2, seed=4)
    recorder = Recorder(tmp_path / "match.jsonl", match, durable=True)
    session = Session(
        match, {}, recorder=recorder, strict=False, complain=lambda text: said.append(str(text))
    )
    whole = recorder._file

    class Full:
        def __getattr__(self, name: str) -> Any:
            return getattr(whole, name)

        def write(self, data: bytes) -> int:
            raise OSError(28, "No space left on device")

    for full in (True, True, False):
        recorder._file = Full() if full else whole  # type: ignore[assignment]
        session.play(match.to_act[0], match.moves(match.to_act[0])[0])
    assert len(said) == 1
    assert "cannot be saved" in said[0]
    assert "No space left on device" in said[0]
    assert Record.load(recorder.path) == Record.of(match)


@pytest.mark.parametrize("value", [5, "text", [None], (1 for _ in (0,)), object(), [[]]])
def test_looks_of_a_wrong_type_end_nobodys_match(value: Any) -> None:
    class Odd(NopeGame):
        def __getattribute__(self, name: str) -> Any:
            looks = ("summary", "describe", "preview", "question", "group", "aliases", "all_moves")
            return (lambda *args: value) if name in looks else super().__getattribute__(name)

    match = Odd().match(2, seed=1)
    host, session, out = host_of(match, "help\nhint\n1\nquit\n", {1: cardcore.bots.RandomBot(1)})
    with pytest.raises(Left):
        play(session, host, Pace(0))
    assert "Player 1 chooses: draw." in out.getvalue()
    assert host.words.looks.failures


def test_a_file_of_ones_own_is_told_as_it_can_be_typed(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for file, typed in (
        ("zeus-1", "./zeus-1"),
        ("--x", "./--x"),
        ("my match.jsonl", "'my match.jsonl'"),
        ("a.jsonl", "a.jsonl"),
    ):
        with keep(ZEUS.match(2, seed=1), file) as kept:
            assert str(kept.how_to_go_on()).endswith(f"cardcore resume {typed}")


def test_a_match_that_goes_nowhere_is_not_said_to_be_saved() -> None:
    with keep(ZEUS.match(2, seed=1), "/dev/null") as kept:
        assert str(kept.how_to_go_on()) == "The match is unfinished."


def test_nobody_is_called_like_a_bot_of_the_match() -> None:
    with pytest.raises(cardcore.BadOptions, match="a bot is called 'bot 2' here"):
        seat_players(ZEUS, names=["bot 2"])
    assert seat_players(ZEUS, names=["bot 1"]).names == ("bot 1", "", "")


def test_bots_are_put_at_the_seats_that_are_named() -> None:
    seating = seat_players(ZEUS, names=["Ana", "Bea"], bots=["1=random", "heuristic"], players=4)
    assert seating.names == ("", "Ana", "Bea", "")
    assert {seat: maker.name for seat, maker in seating.bots.items()} == {
        0: "random",
        3: "heuristic",
    }


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        (["0=random"], "puts a bot at no seat; the seats go from 1 to 3"),
        (["4=random"], "puts a bot at no seat"),
        (["=random"], "puts a bot at no seat"),
        (["1="], "there is no bot ''"),
        (["1=random", "1=random"], "two bots are named for seat 1"),
        (["1=random", "2=random", "3=random"], "leaves no room for a person"),
    ],
)
def test_seats_for_bots_that_do_not_go_are_refused(bots: list[str], reason: str) -> None:
    with pytest.raises((cardcore.BadOptions, cardcore.UnknownBot), match=reason):
        seat_players(ZEUS, bots=bots)
