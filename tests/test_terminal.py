"""Matches on a real terminal: what stands on the screen, in every width, mode and language."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.text import Text as Styled
from terminals import COMMAND, Terminal

import cardcore
from cardcore.record import Record, RecordWarning
from cardcore.telling.words import Words
from cardcore.terminal.drawn import fitting
from cardcore.terminal.lists import blocks
from cardcore.terminal.retell import lines
from cardcore.terminal.typed import Choices
from cardcore.testing import position

ZEUS = ("play", "zeus", "--speed", "none")
SNEAK = (*ZEUS, "--seed", "20", "--names", "Ana", "--letters", "3")
"""A match whose first question is whether Ana sneaks in with her 10."""
TURN = (*ZEUS, "--seed", "4")
"""A match in which the person has 1, 3, 9 and Hermes when he is asked first."""
YOURS = "Your move:"


@pytest.fixture
def terminal() -> Iterator[Any]:
    started: list[Terminal] = []

    def start(*args: str, **wishes: Any) -> Terminal:
        started.append(Terminal(*args, **wishes))
        return started[-1]

    yield start
    for one in started:
        one.close()


def last(screen: Terminal) -> str:
    """The line where one types."""
    return (screen.text.splitlines() or [""])[-1]


# -- what is drawn ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Mount Olympus", "Players", "Draw pile: 46 cards", "Hand  [1] [3] [9] [Hermes]"]),
        ("es", ["Monte Olimpo", "Jugadores", "Mazo: 46 cartas", "Mano  [1] [3] [9] [Hermes]"]),
    ],
)
@pytest.mark.parametrize("columns", [40, 60, 80, 120])
def test_the_table_is_drawn_as_wide_as_the_terminal(
    terminal: Any, columns: int, language: str, words: list[str]
) -> None:
    screen = terminal(*TURN, "--lang", language, columns=columns)
    screen.wait("#4")
    for word in words:
        assert word in screen.text or (columns < 76 and word in ("Players", "Jugadores"))
    rows = screen.text.splitlines()
    assert max(map(len, rows)) <= columns
    assert rows[0].startswith("Zeus on the Loose")
    assert rows[0].endswith((" Round 1", " Ronda 1"))
    assert any(
        line.lstrip(" │").startswith("14") or "Olympus  14" in line or "Olimpo  14" in line
        for line in rows
    )
    assert re.search(r"#3 +\w+ 9 +total 23", screen.text)


def test_the_table_tells_letters_holder_turn_hand_sizes_and_what_happened(terminal: Any) -> None:
    screen = terminal(*TURN)
    screen.wait(YOURS)
    assert re.search(r"» Player 1 \(you\) +none +4 cards", screen.text)
    assert re.search(r"  Bot 3 +none +4 cards +holds Zeus", screen.text)
    assert "on top: 7, by Bot 3" in screen.text
    assert "• Bot 3 sneaks in with 7! Mount Olympus: 14. Bot 3 takes Zeus." in screen.text


def test_what_has_changed_since_one_was_asked_is_marked(terminal: Any) -> None:
    screen = terminal(*TURN)
    screen.wait(YOURS)
    assert " 14  •" not in screen.text
    screen.answer("9", YOURS)
    assert re.search(r" \d+  •", screen.text)
    assert "  Bot 3 sneaks in with 7!" in screen.text
    assert "• Player 1 plays 9." in screen.text


def test_a_chance_to_sneak_cannot_be_overlooked(terminal: Any) -> None:
    screen = terminal(*SNEAK)
    screen.wait("Sneak 10? y for yes, Enter to let it go:")
    assert "━ Bot 2 has played 10, and so can you! ━" in screen.text
    assert "┃ total 20, you take Zeus" in screen.text
    screen.type("y")
    screen.wait("Ana sneaks in with 10! Mount Olympus: 20. Ana steals Zeus from Bot 2.")


@pytest.mark.parametrize(("typed", "sneaks"), [("", False), ("no", False), ("s", True)])
def test_a_chance_is_let_go_with_enter_and_taken_in_a_letter(
    terminal: Any, typed: str, sneaks: bool
) -> None:
    screen = terminal(*SNEAK)
    screen.wait("Enter to let it go:")
    screen.answer(typed, "Ana, your move:")
    assert ("Ana sneaks in with 10!" in screen.text) == sneaks


def test_in_spanish_words_and_cards_are_typed_with_or_without_accents(terminal: Any) -> None:
    screen = terminal(*SNEAK, "--lang", "es")
    screen.wait("¿Colar 10?")
    screen.answer("s", "Ana, te toca:")
    screen.answer("pista", "Ana, te toca:")
    assert "Pista: " in screen.text
    screen.answer("POSEIDON", "Ana, te toca:")
    assert "no tienes Poseidón" in screen.text
    screen.type("apolo")
    screen.wait("Ana juega Apolo.")


# -- bad input at every prompt ---------------------------------------------------------------------


@pytest.mark.parametrize("mode", [[], ["--plain"]])
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("fly", "Not possible: “fly” is no move of this game. Possible: 1, 3, 9, Hermes."),
        ("10", "Not possible: you do not hold 10. Possible: 1, 3, 9, Hermes."),
        ("ar", "Not possible: none of these can be played now: Ares, Artemis. Possible: 1, 3,"),
        ("ares", "Not possible: you do not hold Ares. Possible: 1, 3, 9, Hermes."),
        ("p", "“p” may mean: 1, 3, 9, Hermes."),
        ("#5", "Not possible: the list goes from #1 to #4. Possible: 1, 3, 9, Hermes."),
        ("sneak 9", "Not possible: "),
        ("{x} %s \\", "Not possible: “{x} %s \\” is no move of this game."),
    ],
)
def test_what_is_no_move_is_answered_in_a_line_and_asked_again(
    terminal: Any, mode: list[str], typed: str, said: str
) -> None:
    screen = terminal(*TURN, *mode, columns=100)
    screen.wait(YOURS)
    screen.answer(typed, YOURS)
    assert said in screen.text
    screen.answer("9", YOURS)
    assert "Player 1 plays 9." in screen.text


@pytest.mark.parametrize("mode", [[], ["--plain"]])
def test_ten_thousand_characters_and_control_characters_are_survived(
    terminal: Any, mode: list[str]
) -> None:
    screen = terminal(*TURN, *mode)
    screen.wait(YOURS)
    if not mode:  # the line discipline of a terminal takes 4,096 characters of a line
        screen.type("x" * 10_000)
        screen.wait("Not possible: “" + "x" * 40 + "” is no move of this", within=60)
        screen.type("")
        screen.wait(until=lambda shown: "xxxx" not in shown)
    screen.type("\x01\x07\x1b[31mred\x1b[0m\x00")
    screen.wait(until=lambda shown: re.search("red.*” is no move of this game.", shown))
    screen.type("9")
    screen.wait("Player 1 plays 9.")


# -- leaving and going on --------------------------------------------------------------------------


@pytest.mark.parametrize("mode", [[], ["--plain"]])
@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0), ("quit", 0)])
def test_leaving_says_how_to_go_on_and_a_match_goes_on_there(
    terminal: Any, mode: list[str], key: str, status: int
) -> None:
    screen = terminal(*TURN, *mode)
    screen.wait(YOURS)
    screen.answer("9", YOURS)
    hand = re.findall(r"(?:Hand  |Player 1: .*hand: )([^;\n]*)", screen.text)[-1]
    if key == "c":
        screen.interrupt()
    elif key == "d":
        screen.keys("\x04")
    else:
        screen.type("quit")
    text, code = screen.end()
    assert code == status
    assert "The match is saved. Go on with: cardcore resume zeus-1" in text
    assert ("Interrupted." in text) == (key == "c")
    again = terminal("resume", *mode)
    again.wait(YOURS)
    assert hand in again.text


def test_ctrl_c_and_the_end_of_input_are_understood_at_every_prompt(terminal: Any) -> None:
    def at_hand_over() -> Terminal:
        screen = terminal(*ZEUS, "--seed", "7", "--names", "Ana,Bea", "--sneak", "off")
        screen.wait("press Enter:")
        return screen

    def at_anybody() -> Terminal:
        screen = at_anybody_question(terminal)
        assert isinstance(screen, Terminal)
        return screen

    def in_the_rules() -> Terminal:
        screen = terminal(*TURN)
        screen.wait(YOURS)
        screen.type("rules")
        screen.wait("Enter for more, q to go back:")
        return screen

    for prompt in (at_hand_over, at_anybody, in_the_rules):
        screen = prompt()
        screen.interrupt()
        text, code = screen.end()
        assert (code, "cardcore resume zeus-" in text) == (130, True)
    for prompt in (at_hand_over, at_anybody):
        screen = prompt()
        screen.keys("\x04")
        text, code = screen.end()
        assert (code, "cardcore resume zeus-" in text) == (0, True)


def test_ctrl_c_while_bots_take_their_time(terminal: Any) -> None:
    screen = terminal("play", "zeus", "--seed", "4", "--speed", "slow")
    screen.wait("Round 1")
    screen.interrupt()
    text, code = screen.end()
    assert (code, "cardcore resume zeus-1" in text) == (130, True)


def test_another_window_is_refused_the_same_match(terminal: Any) -> None:
    first = terminal(*TURN)
    first.wait(YOURS)
    text, code = terminal("resume", "zeus-1").end()
    assert code == 1
    assert "zeus-1 is being played already, in another window" in text


def test_of_several_unfinished_matches_one_is_chosen(terminal: Any) -> None:
    for names in ("Ana", "Bea"):
        screen = terminal(*TURN, "--names", names)
        screen.wait("your move:")
        screen.type("q")
        screen.end()
    screen = terminal("resume")
    screen.wait("Which match?")
    assert re.search(r"1 +zeus-2: .*Bea", screen.text)
    assert re.search(r"2 +zeus-1: .*Ana", screen.text)
    screen.type("7")
    screen.wait("Say a number from 1 to 2, or a name.")
    screen.type("2")
    screen.wait("Ana, your move:")


# -- several persons at one screen -----------------------------------------------------------------


def at_anybody_question(terminal: Any) -> Terminal:
    """Ana, Bea and Carlos and a bot; Carlos has just played 10."""
    screen: Terminal = terminal(
        *ZEUS, "--seed", "20", "--names", "Ana,Bea,Carlos", "--players", "4", columns=100
    )
    screen.wait("Carlos, press Enter:")
    screen.answer("", "Carlos, your move:")
    screen.type("10")
    screen.wait("Who sneaks in?")
    return screen


@pytest.mark.parametrize("mode", [[], ["--plain"]])
def test_a_hand_over_hides_the_last_hand_and_what_has_scrolled_away(
    terminal: Any, mode: list[str]
) -> None:
    screen = terminal(*ZEUS, "--seed", "7", "--names", "Ana,Bea", "--sneak", "off", *mode)
    screen.wait("press Enter:")
    assert "Hand  [" not in screen.text
    assert "hand: 4 cards" in screen.text or "4 cards" in screen.text or mode
    screen.type("")
    screen.wait("your move:")
    hand = re.search(r"Hand  \[.*|hand: \d.*", screen.text)
    assert hand is not None
    screen.type("#1")
    screen.wait("Bea, press Enter:")
    assert "\x1b[2J\x1b[3J" in screen.raw
    assert hand[0] not in screen.text + screen.scrollback


def test_anybody_is_asked_and_a_name_alone_shows_that_persons_cards(terminal: Any) -> None:
    screen = at_anybody_question(terminal)
    assert "Ana / Bea? Such as: Ana 10; or Enter for nobody:" in screen.text
    assert "Hand  [" not in screen.text
    screen.type("x")
    screen.wait("Say who and what, such as: Ana 10.")
    screen.type("bea 10")
    screen.wait("Bea cannot react with that.")
    screen.type("bea")
    screen.wait("Bea, press Enter:")
    assert "Hand  [" not in screen.text
    screen.type("")
    screen.wait("Enter to go back:")
    assert "Hand  [5] [Apollo] [Artemis] [Hermes]" in screen.text
    screen.type("")
    screen.wait("Who sneaks in?")
    assert "Apollo" not in screen.text + screen.scrollback
    screen.type("")
    screen.wait("press Enter:", "Who sneaks in?")


# -- the end of a round and of a match -------------------------------------------------------------


def test_a_scripted_person_wins_a_whole_match_and_plays_another(
    terminal: Any, data_folder: Path
) -> None:
    screen = terminal(*SNEAK)
    rounds = 0
    for _ in range(400):
        found = screen.wait("Another match?", "Enter goes on:", "Enter to let it go:", "your move:")
        if found == "Another match?":
            break
        if found == "Enter goes on:":
            rounds += 1
            assert re.search(r"1\. \w+( 2)? +\d", screen.text)
            screen.type("")
            screen.wait(until=lambda shown: "Enter goes on:" not in shown)
            continue
        prompt = last(screen)
        screen.answer("hint", prompt)
        hint = re.search(r"Hint: (?:play |sneak )?(\w+)", screen.text)
        assert hint is not None
        screen.type("no" if hint[1] == "decline" else hint[1])
        screen.wait(until=lambda shown: "Hint: " not in shown)
    assert rounds == 2
    assert "Ana wins the match!" in screen.text
    assert re.search(r"1\. Ana +3", screen.text)
    screen.type("perhaps")
    screen.type("")
    screen.wait("your move:", "let it go:")
    screen.type("quit")
    text, code = screen.end()
    assert code == 0
    assert "cardcore resume zeus-2" in text
    assert Record.load(data_folder / "matches" / "zeus-1.jsonl").verify().winners == (0,)


# -- everybody's terminal --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "env"), [(["--no-color"], {}), ([], {"NO_COLOR": "1"}), (["--plain"], {})]
)
def test_without_colour_nothing_is_coloured(
    terminal: Any, args: list[str], env: dict[str, str]
) -> None:
    screen = terminal(*TURN, *args, **env)
    screen.wait(YOURS)
    screen.answer("9", YOURS)
    screen.answer("help", YOURS)
    assert not re.search(r"\x1b\[(?:\d+;)*(3[0-8]|4[0-8]|9[0-7])(;\d+)*m", screen.raw)


def test_a_dumb_terminal_gets_plain_lines_without_escapes(terminal: Any) -> None:
    screen = terminal(*TURN, term="dumb")
    screen.wait(YOURS)
    assert "\x1b" not in screen.raw
    assert "Mount Olympus: 14, on top: 7, by Bot 3 (7, 7). Draw pile: 46 cards." in screen.text


def test_plain_lines_are_read_from_top_to_bottom_without_frames_or_clearing(terminal: Any) -> None:
    screen = terminal(*TURN, "--plain")
    screen.wait(YOURS)
    assert not re.search(r"[│╭─┃•»]|\x1b\[2J", screen.raw)
    assert "Bot 3: letters: none; hand: 4 cards; holds Zeus." in screen.text


def test_where_frames_cannot_be_written_letters_stand_for_them(terminal: Any) -> None:
    screen = terminal(*TURN, PYTHONIOENCODING="ascii")
    screen.wait(YOURS)
    assert screen.raw.isascii()
    assert "+- Mount Olympus" in screen.text
    assert "> Player 1 (you)" in screen.text


def test_a_small_terminal_shows_the_moves_and_the_prompt(terminal: Any) -> None:
    screen = terminal(*TURN, columns=30, rows=12)
    screen.wait(YOURS)
    assert re.search(r"#4 +play Hermes", screen.text)


def test_moves_are_completed_with_the_tab_key(terminal: Any) -> None:
    screen = terminal(*TURN)
    screen.wait(YOURS)
    screen.keys("Her\t")
    screen.wait(f"{YOURS} Hermes")
    screen.keys("\r")
    screen.wait("Player 1 plays Hermes.")


@pytest.mark.parametrize("columns", [80, 30])
def test_put_aside_and_fetched_again_the_table_stands_there_with_what_was_typed(
    terminal: Any, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setattr("terminals.COMMAND", ["bash", "--norc", "-i"])
    shell = terminal(columns=columns, PS1="> ")
    shell.wait(">")
    shell.type(shlex.join([*COMMAND, *TURN, "--names", "Ana", "--players", "2"]))
    shell.wait("Ana, your move:")
    shell.keys("her")
    shell.wait("move: her")
    before = shell.text
    shell.keys("\x1a")
    shell.wait("Stopped")
    shell.type("echo $((6 * 7))00")
    shell.wait("4200")
    shell.type("fg")
    shell.wait(until=lambda shown: shown == before)
    shell.type("mes")
    shell.wait("Ana plays Hermes")


def test_the_rules_are_paged_and_one_comes_back_to_the_table(terminal: Any) -> None:
    screen = terminal(*TURN)
    screen.wait(YOURS)
    screen.type("rules")
    screen.wait("Enter for more, q to go back:")
    assert "Zeus on the Loose: the rules" in screen.text
    screen.type("")
    screen.wait(until=lambda shown: "Zeus on the Loose: the rules" not in shown)
    screen.answer("q", YOURS)
    assert "Hand  [1]" in screen.text


# -- replays ---------------------------------------------------------------------------------------


def test_a_replay_steps_forward_and_back_with_one_view_or_all(terminal: Any) -> None:
    screen = terminal(*TURN)
    screen.wait(YOURS)
    screen.answer("9", YOURS)
    screen.type("q")
    screen.end()
    replay = terminal("replay", "zeus-1")
    replay.wait("(all). Enter: next")
    assert re.search(r"Player 1 +none +1, 3, 9, Hermes", replay.text)
    assert "Draw pile: 48 cards" in replay.text
    replay.type("")
    replay.wait("Bot 2 plays 7. Mount Olympus: 7.")
    replay.type("b")
    replay.wait(until=lambda shown: "Bot 2 plays 7" not in shown and "0/" in shown)
    replay.type("3")
    replay.wait("Player 1 plays 9. Mount Olympus: 23.")
    replay.type("bot 3")
    replay.wait("(Bot 3). Enter: next")
    assert "1, 3, 9, Hermes" not in replay.text
    assert "Hand  [" in replay.text
    replay.type("nonsense")
    replay.wait("Enter or n: next. b: back.")
    replay.type("q")
    _, code = replay.end()
    assert code == 0


# -- killed at any moment --------------------------------------------------------------------------


def killed_after(count: int, seconds: float, *args: str) -> str:
    """What a match has told when it is killed: so many lines, and what came in some time more.

    It is played as fast as it can over a pipe. With no lines it is killed so soon after its start.
    """
    with subprocess.Popen(
        [*COMMAND, *args],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"#1\n\n" * 500)  # fits into the pipe, so this does not wait
        child.stdin.flush()
        told = b"".join(child.stdout.readline() for _ in range(count))
        time.sleep(seconds)
        child.kill()
        told += child.stdout.read()
    return told.decode()


def shown_moves(told: str) -> list[str]:
    """The cards that were told to be played, one after the other."""
    return re.findall(r"[\w ]+ (?:plays|sneaks in with) \w+", told)


def ends_at(part: list[str], whole: list[str]) -> int:
    """The latest place where a part of a list ends in it; -1 where it is not in it."""
    places = range(len(whole), len(part) - 1, -1)
    return next((end for end in places if whole[end - len(part) : end] == part), -1)


@pytest.mark.parametrize("kills", [6, pytest.param(200, marks=pytest.mark.slow)])
def test_a_match_that_is_killed_again_and_again_loses_nothing_that_was_shown(
    kills: int, data_folder: Path
) -> None:
    rng = Random(kills)
    shown: list[str] = []
    number, finished, seen = 1, 0, 0
    for kill in range(kills):
        file = data_folder / "matches" / f"zeus-{number}.jsonl"
        begun = file.exists() and b"\n" in file.read_bytes()
        args = ["resume", file.stem] if begun else ["play", "zeus", "--seed", str(kill)]
        told = killed_after(rng.randrange(40), 0.1 * rng.random(), *args)
        if not file.exists() or b"\n" not in file.read_bytes():
            assert not told
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RecordWarning)
            record = Record.load(file)
        seen += len(shown_moves(told))
        kept = shown_moves("\n".join(lines(record)))
        place = ends_at(shown_moves(told), kept)
        assert place >= 0, "what was told is not in the record"
        assert kept[: len(shown)] == shown, "what was shown before it was killed is lost"
        shown = kept[: max(len(shown), place)]
        if record.standings is not None:
            record.verify()
            number, shown, finished = number + 1, [], finished + 1
    assert seen > kills
    assert finished or kills < 100


# -- Odin ------------------------------------------------------------------------------------------

ODIN = ("play", "odin", "--speed", "none", "--seed", "5", "--players", "2", "--names", "Ana")
"""A match in which Bot 2 leads B8; Ana holds B9 B1, R6, P9, G7, D9 D4, O5 O1."""
ANA = "Ana, your move:"


@pytest.mark.parametrize("mode", [[], ["--plain"]])
def test_many_plays_are_listed_in_groups_of_which_one_is_opened(
    terminal: Any, mode: list[str]
) -> None:
    screen = terminal(*ODIN, *mode)
    screen.wait(ANA)
    screen.answer("pass", ANA)
    assert re.search(r"2 +One card \(6\):? +O5, R6, G7, …", screen.text)
    assert re.search(r"3 +2 cards of equal number \(4\)", screen.text)
    screen.answer("3", ANA)
    assert re.search(r"1 +play B1 O1:? +11, you take R4", screen.text)
    assert re.search(r"4 +play P9 D9:? +99, you take R4", screen.text)
    screen.type("")
    screen.wait("2 One card (6)", "2  One card (6)")
    screen.type("9")
    screen.wait("the list goes from 1 to 6")
    screen.type("1")
    screen.wait("Ana passes.")


@pytest.mark.parametrize("typed", ["B9 B1", "b1 b9", "play b1 b9", "91 blue", "b9b1", "B1,B9"])
def test_a_set_is_typed_by_its_cards_in_any_order_or_its_value(terminal: Any, typed: str) -> None:
    screen = terminal(*ODIN)
    screen.wait(ANA)
    screen.answer("pass", ANA)
    screen.type(typed)
    screen.wait("Ana plays B9 B1 (91). Ana takes R4.")


def test_a_hand_is_shown_by_colour_and_by_number(terminal: Any) -> None:
    screen = terminal(*ODIN)
    screen.wait(ANA)
    assert "Hand       [B9] [B1]  [R6]  [P9]  [G7]  [D9] [D4]  [O5] [O1]" in screen.text
    assert "By number  [B9] [P9] [D9]  [G7]  [R6]  [O5]  [D4]  [B1] [O1]" in screen.text


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 24), (40, 24)])
@pytest.mark.parametrize("language", ["en", "es"])
def test_six_players_fit_a_small_screen_with_the_middle_in_sight(
    terminal: Any, columns: int, rows: int, language: str
) -> None:
    screen = terminal(
        *("play", "odin", "--seed", "5", "--players", "6", "--names", "Ana", "--speed", "none"),
        *("--lang", language),
        columns=columns,
        rows=rows,
    )
    screen.wait("Ana, your move:", "Ana, te toca:")
    assert re.search(r"Middle|Centro", screen.text)
    assert re.search(r"Hand 1|Mano 1", screen.text)


def test_a_wall_of_moves_is_never_shown() -> None:
    hand = " ".join(f"B{number}" for number in range(1, 10))
    match = position(
        cardcore.game("odin"),
        players=2,
        turn=1,
        owner=0,
        middle="O4 O3 O2 O1",
        hands=["? ?", hand],
    )
    assert len(match.moves(1)) == 252
    words = Words(match)
    choices = Choices(words, 1)
    found = blocks(words, 1, choices)
    assert sum(len(block.entries) for block in found) == 3
    assert choices.open("2")
    (opened,) = blocks(words, 1, choices)
    assert len(opened.entries) == 40
    assert re.fullmatch(r"and \d+ more, to be typed", opened.more)


NARROW = """
from cardcore import Card, Game, Move, Part, Pile, Table, Text, face_down
import attrs

@attrs.frozen
class Wait(Move):
    pass

@attrs.define
class NarrowTable(Table):
    stock: Pile = face_down()

class Narrow(Game[NarrowTable]):
    name, title, seats = "narrow", "Narrow", range(2, 4)

    def cards(self, options, seats):
        return [Card("a")]

    def deal(self, table, last):
        pass

    def moves(self, table, seat):
        return [Wait()]

    def play(self, table, seat, move):
        table.end_deal()

    def points(self, table):
        return [0 for _ in table.seats]

    def summary(self, observation):
        titles = ("points", "foretold", "heaps")
        parts = [Part(Text(t), (Text("7"),), seat=s) for s in observation.seats for t in titles]
        return [*parts, Part(Text("hand"), (Text("8 cards"),), seat=1)]
"""


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        (80, "Bot 2          7      7        7     8 cards │"),
        (56, "Bot 2          7      7        7     8 cards"),
        (36, "  Bot 2: points: 7; foretold: 7;\n  heaps: 7; hand: 8 cards"),
    ],
)
def test_what_a_player_has_is_never_broken_within_a_word(
    terminal: Any, tmp_path: Path, columns: int, row: str
) -> None:
    (tmp_path / "narrow.py").write_text(NARROW)
    screen = terminal("play", str(tmp_path / "narrow.py"), "--speed", "none", columns=columns)
    screen.wait(YOURS)
    assert row in screen.text


def test_columns_give_way_between_words_and_only_so_far() -> None:
    columns = [[Styled("hand"), Styled("8 cards")], [Styled(""), Styled("")], [Styled("points")]]
    assert fitting(columns, 15) == [7, 0, 6]
    assert fitting(columns, 13) == [5, 0, 6]
    assert fitting(columns, 12) is None
