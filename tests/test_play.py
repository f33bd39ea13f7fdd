"""A match on a terminal and over pipes: what is told, what is asked, and how it ends."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest
from small_games.lab import Lab
from small_games.nope import NopeGame
from zeus_situation import situation

import cardcore
from cardcore import Event, Group, Match, Move, Observation, Part, Player, Record, Text
from cardcore.bots import HeuristicBot, RandomBot
from cardcore.bots.making import bot_seed, make_bot
from cardcore.record import Recorder
from cardcore.telling.words import Words
from cardcore.terminal.host import Host, Left
from cardcore.terminal.lines import Lines
from cardcore.terminal.pace import Pace
from cardcore.terminal.plain import Plain
from cardcore.terminal.run import make_bots, play
from cardcore.terminal.session import Session
from cardcore.testing import position

ZEUS = cardcore.game("zeus")
SAVED = "The match is saved. Go on with: cardcore resume zeus-1\n"
COMMAND = [sys.executable, "-m", "cardcore"]


class Scripted:
    """A bot that chooses the moves it is given, then the first legal one."""

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)
        self.seen: list[Observation] = []

    def choose(self, observation: Observation) -> Move:
        self.seen.append(observation)
        wanted = self.moves.pop(0) if self.moves else observation.moves[0].text
        return next(move for move in observation.moves if move.text == wanted)


def told(match: Match[Any], typed: str, bots: Mapping[int, Any], language: str = "en") -> str:
    """What stands on the screen of the persons who type so; bots have the other seats."""
    out = io.StringIO()
    play_on(Session(match, bots), typed, out, language)
    return out.getvalue()


def play_on(session: Session, typed: str, out: io.StringIO, language: str = "en") -> None:
    """Play a session until its end or that of what is typed."""
    words = Words(session.match, language)
    host = Host(session, Plain(words, Lines(io.StringIO(typed), out), out))
    with contextlib.suppress(Left):
        play(session, host, Pace(0))
        host.finish(again=False)


def cli(*args: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [*COMMAND, *args],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **env},
        timeout=60,
        check=False,
    )


class SlowAtFirst(type(ZEUS)):  # type: ignore[misc]
    """Zeus with a heuristic that works something out at its first call, or fails at it."""

    def __init__(self, first: Any) -> None:
        self.first: list[Any] = [first]

    def heuristic(self, observation: Observation, move: Move) -> float:
        for first in self.first[:1]:
            self.first.clear()
            first()
        return super().heuristic(observation, move)  # type: ignore[no-any-return]


def test_what_a_heuristic_works_out_once_is_not_a_bots_time_to_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All pauses are as long as the slowest bot has thought: at first one waited for it thrice."""
    now, thoughts = [0.0], list[float]()
    monkeypatch.setattr("cardcore.terminal.session.time.monotonic", lambda: now[0])
    game = SlowAtFirst(lambda: now.__setitem__(0, 5.0))
    match = game.match(names=["Ana", "Bot 2"], bots={1: "heuristic"}, seed=1)
    session = Session(match, {1: HeuristicBot(1)}, thought=thoughts.append)
    session.rehearse()
    play_on(session, "#1\n" * 3, io.StringIO())
    assert now == [5.0]
    assert thoughts
    assert max(thoughts) == 0


def test_a_heuristic_that_fails_at_the_rehearsal_ends_nothing() -> None:
    game = SlowAtFirst(lambda: 1 / 0)
    match = game.match(names=["Ana", "Bot 2"], bots={1: "heuristic"}, seed=1)
    session = Session(match, {1: HeuristicBot(1)})
    session.rehearse()
    assert not game.first
    out = io.StringIO()
    play_on(session, "#1\n" * 3, out)
    assert "failed" not in out.getvalue()


# -- what a person sees and types ------------------------------------------------------------------


def test_a_person_sees_the_total_the_holder_the_letters_and_his_hand() -> None:
    match = situation("9 3 Apollo 10", T=42, top=("7", 2), Z=2, points=(1, 0, 2))
    screen = told(match, "", {1: Scripted(), 2: Scripted()})
    assert re.search(
        r"^Mount Olympus: 42, on top: 7, by Player 3 \(.*, 7\)\. Draw pile", screen, re.M
    )
    assert "\nPlayer 1: letters: Z; hand: 3, 9, 10, Apollo.\n" in screen
    assert "\nPlayer 2: letters: none; hand: 4 cards.\n" in screen
    assert "\nPlayer 3: letters: Z E; hand: 4 cards; holds Zeus.\n" in screen


def test_moves_are_numbered_in_the_order_of_the_hand_with_what_they_would_do() -> None:
    match = situation("9 3 Apollo 8", T=42, top=("7", 2), Z=2)
    screen = told(match, "", {1: Scripted(), 2: Scripted()})
    assert screen.splitlines()[-6:-2] == [
        "  #1 play 3: total 45",
        "  #2 play 8: total 50, you take Zeus",
        "  #3 play 9: total 51",
        "  #4 play Apollo: total 42, you take Zeus",
    ]


@pytest.mark.parametrize("typed", ["play 9", "PLAY  9", "9", "#3", " 9 "])
def test_a_move_is_typed_as_its_text_its_number_or_its_alias(typed: str) -> None:
    match = situation("9 3 Apollo 8", T=42, top=("7", 2), Z=2)
    told(match, typed, {1: Scripted(), 2: Scripted()})
    assert match.log[0][1].text == "play 9"


def test_a_bare_number_never_means_another_card_than_the_one_it_names() -> None:
    match = situation("9 3 Apollo 8", T=42, top=("7", 2), Z=2)
    screen = told(match, "2\n", {1: Scripted(), 2: Scripted()})
    assert "Not possible: you do not hold 2. Possible: 3, 8, 9" in screen
    assert match.log == []


def test_without_aliases_a_bare_number_is_the_place_in_the_list() -> None:
    match = NopeGame().match(2, seed=1)
    screen = told(match, "1\n", {1: Scripted()})
    assert "\n  1 draw\n" in screen
    beyond = told(NopeGame().match(2, seed=1), "99\n", {1: Scripted()})
    assert re.search(r"Not possible: the list (goes from 1 to \d|has 1 only)\. ", beyond)
    assert match.log[1:2] == [(0, match.log[1][1])]
    assert match.log[1][1].text == "draw"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("fly", "Not possible: “fly” is no move of this game. Possible: 3, 8,"),
        ("play Zeus", "Not possible: “play Zeus” is no move of this game. Possible: 3,"),
        ("play 10", "Not possible: you do not hold 10. Possible: 3, 8, 9,"),
        ("sneak 9", "Not possible: "),
        ("#5", "Not possible: the list goes from #1 to #4. Possible: 3,"),
        ("#0", "Not possible: the list goes from #1 to #4. Possible: 3,"),
        ("-1", "Not possible: the list goes from #1 to #4. Possible: 3,"),
        ("99", "Not possible: the list goes from #1 to #4. Possible: 3,"),
        ("why 99", "The list goes from #1 to #4."),
        ("²", "Not possible: “²” is no move of this game. Possible: 3,"),
        ("x" * 5000, f"Not possible: “{'x' * 40}” is no move of this game. Possible: 3,"),
        ("a\x1b[2Jb\x07", "Not possible: “a[2Jb” is no move of this game. Possible: 3,"),
        ("{0} {x}", "Not possible: “{0} {x}” is no move of this game. Possible: 3,"),
    ],
)
def test_what_is_no_move_is_answered_in_one_line_and_asked_again(typed: str, answer: str) -> None:
    match = situation("9 3 Apollo 8", T=42, top=("7", 2), Z=2)
    screen = told(match, typed + "\n", {1: Scripted(), 2: Scripted()})
    *_, before, said, after = screen.splitlines()
    assert before == after == "Your move:"
    assert said.startswith(answer)
    assert match.log == []


def test_an_empty_line_shows_the_table_again() -> None:
    match = situation("9 3 Apollo 8", T=42, top=("7", 2), Z=2)
    screen = told(match, "\n", {1: Scripted(), 2: Scripted()})
    assert screen.count("hand: 3, 8, 9, Apollo.") == 2


def test_help_rules_hint_why_and_quit_are_understood() -> None:
    match = situation("9 3 Apollo 8", T=42, top=("7", 2), Z=2)
    typed = "help\nrules\nhint\nwhy 8\nwhy 10\nwhy\nWHY play 9\nquit\nplay 9\n"
    screen = told(match, typed, {1: Scripted(), 2: Scripted()})
    for word in ("help", "rules", "hint", "undo", "why MOVE", "quit"):
        assert f"\n  {word} " in screen
    assert "\n# Zeus on the Loose: the rules\n" in screen
    assert re.search(r"\nHint: play (3|8|9|Apollo) \(total \d+.*\)\.\n", screen)
    assert "\nplay 8: total 50, you take Zeus.\n" in screen
    assert "\nYou do not hold 10.\n" in screen
    assert "\nSay which move, such as: why 3\n" in screen
    assert "\nplay 9: total 51.\n" in screen
    assert match.log == []


def test_undo_is_refused_with_the_reason_where_a_card_was_drawn() -> None:
    match = situation("9 3 Apollo 8", T=42, top=("7", 2), Z=2, collect="in_order")
    screen = told(match, "9\nundo\n", {1: Scripted(), 2: Scripted()})
    assert "You cannot take a move back: " in screen
    assert [seat for seat, _ in match.log] == [0, 1, 2]


def test_a_practice_match_takes_moves_back_and_its_record_keeps_that(tmp_path: Path) -> None:
    match = ZEUS.match(2, seed=4, bots={1: "random"}, practice=True)
    file = tmp_path / "match.jsonl"
    out = io.StringIO()
    session = Session(match, {1: RandomBot(1)}, recorder=Recorder(file, match))
    play_on(session, "#1\nundo\n#2\n", out)
    assert "Taken back." in out.getvalue()
    assert (-2, 0) in match.log
    assert Record.load(file) == Record.of(match)
    again = Record.load(file).replay()
    assert again.observe(0) == match.observe(0)


def test_a_hint_that_fails_ends_nobodys_match() -> None:
    class Clueless(NopeGame):
        def hint(self, observation: Observation) -> Move | None:
            raise LookupError("no idea")

    screen = told(Clueless().match(2, seed=1), "hint\nquit\n", {1: Scripted()})
    assert "\nThere is no hint here.\n" in screen


# -- reactions -------------------------------------------------------------------------------------


def test_a_person_who_holds_the_number_is_offered_the_sneak() -> None:
    match = situation({0: "9", 1: "7", 2: "7"}, T=40, top=("Artemis", 0), Z=0, turn=1)
    screen = told(match, "yes\n", {1: Scripted("play 7"), 0: Scripted()})
    assert screen.startswith("Player 2 plays 7. Mount Olympus: 47.\n\nMount Olympus: 47, ")
    assert "\n  #1 sneak 7: total 54, you take Zeus\n  #2 decline\n" in screen
    assert "\nPlayer 2 has played 7, and so can you!\n" in screen
    assert (
        "\nSneak 7? y for yes, Enter to let it go:\nPlayer 3 sneaks in with 7! Mount Olympus: 54."
        in screen
    )


@pytest.mark.parametrize("typed", ["no", "n", "decline", "pass", "#2", "", "dec"])
def test_a_sneak_is_declined_in_a_word(typed: str) -> None:
    match = situation({0: "9", 1: "7", 2: "7"}, T=40, top=("Artemis", 0), Z=0, turn=1)
    told(match, typed + "\n", {1: Scripted("play 7"), 0: Scripted()})
    assert [str(move) for _, move in match.log[:2]] == ["play 7", "decline"]


def without_buried_cards(screen: str) -> str:
    """A screen without the cards under the top one, which lie there to make up a position."""
    return re.sub(r" \([^()]*, (\w+)\)\. Draw pile", r" (\1). Draw pile", screen)


def test_nobody_is_told_that_a_bot_could_have_sneaked() -> None:
    def screen(hand: str) -> str:
        match = situation({0: "7", 1: hand, 2: "5"}, T=40, top=("Artemis", 2), Z=2, turn=0)
        bots = {1: Scripted(*(["decline"] if "7" in hand else []), "play 1"), 2: Scripted()}
        return without_buried_cards(told(match, "7\n", bots)).replace("7, ", "")

    assert screen("7 1") == screen("1 1")


def test_a_bot_sees_the_observation_of_its_seat_and_nothing_else() -> None:
    bots = {1: Scripted(), 2: Scripted()}
    told(ZEUS.match(3, seed=3, names=["Zoe", "Bo", "Al"]), "#1\n" * 5, bots)
    seen = bots[1].seen[0]
    assert type(seen) is Observation
    assert seen.seat == 1
    assert all(card is None for card in seen["hands"][0])


def test_several_persons_are_all_asked_whether_or_not_somebody_can_react() -> None:
    def screen(hand: str) -> str:
        match = situation({0: "7", 1: hand, 2: "5"}, T=40, top=("Artemis", 2), Z=2, collect="race")
        return without_buried_cards(told(match, "7\n", {2: Scripted()}))

    question = (
        "Player 1 has played 7. Who sneaks in? Player 2? Such as: Player 2 7; or Enter for nobody:"
    )
    assert screen("7 1").endswith(question + "\n")
    assert screen("7 1").replace("7", "1") == screen("1 1").replace("7", "1")


def test_several_persons_answer_for_themselves_or_nobody_does() -> None:
    hands = {0: "7", 1: "8", 2: "7"}
    match = situation(hands, n=4, T=40, top=("Artemis", 3), Z=3, collect="race")
    typed = "7\nfly\nPlayer 2 7\nplayer 3 7\n"
    screen = told(match, typed, {3: Scripted()})
    assert "\nSay who and what, such as: Player 2 7. The name alone shows" in screen
    assert "\nPlayer 2 cannot react with that.\n" in screen
    assert "\nPlayer 3 sneaks in with 7! Mount Olympus: 54." in screen
    again = situation(hands, n=4, T=40, top=("Artemis", 3), Z=3, collect="race")
    assert "; hand: " in told(again, "7\n\n", {3: Scripted()}).partition("nobody:")[2]
    assert [str(move) for _, move in again.log] == ["play 7", "decline"]


def test_a_shared_screen_tells_only_what_everybody_may_know() -> None:
    match = ZEUS.match(3, seed=5, names=["Ana", "Bea", ""], options={"draw": "strict"})
    screen = told(match, "#1\n" * 9, {2: Scripted()})
    for line in screen.splitlines():
        assert "draws" not in line or re.search(r"(Ana|Bea|Player 3) draws a card\.", line)


# -- bots, listeners, names ------------------------------------------------------------------------


def test_a_bots_seed_is_made_from_the_seed_of_the_match_and_its_seat() -> None:
    assert bot_seed(7, 1) == bot_seed(7, 1) == 29890276316361255
    assert len({bot_seed(seed, seat) for seed in range(-9, 9) for seat in range(5)}) == 90


class Failing:
    """A bot that raises, or chooses what is not legal."""

    def __init__(self, chosen: Any = None) -> None:
        self.chosen = chosen

    def choose(self, observation: Observation) -> Any:
        if self.chosen is None:
            raise KeyError("no idea")
        return self.chosen


class Leaving:
    """A bot that tries to end the process."""

    def choose(self, observation: Observation) -> Move:
        sys.exit("enough")


def test_a_bot_that_leaves_while_it_is_made_is_named() -> None:
    maker = attrs.evolve(cardcore.plugins.installed().default_bot("zeus"), make=sys.exit)
    with pytest.raises(cardcore.errors.PluginError, match="cannot be made: SystemExit"):
        make_bot(maker, 1, 0)


def test_the_chance_of_a_bot_does_not_begin_anew_where_a_match_goes_on() -> None:
    seeds: list[int] = []
    maker = attrs.evolve(cardcore.plugins.installed().default_bot("zeus"), make=seeds.append)
    match = cardcore.game("zeus").match(2, seed=1, bots={0: "noting"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(cardcore.plugins.installed()), "bot", lambda *_: maker)
        make_bots(match)
        match.play(match.to_act[0], match.moves(match.to_act[0])[0])
        make_bots(match)
        make_bots(match)
    assert seeds[0] == bot_seed(1, 0)
    assert seeds[1] == seeds[2] != seeds[0]


@pytest.mark.parametrize(
    "bot", [Failing(), Failing("play 99"), Failing(object()), Leaving(), object()]
)
def test_a_bot_that_fails_is_named_once_and_the_match_goes_on(bot: Any) -> None:
    complaints: list[Text] = []
    match = ZEUS.match(2, seed=3, bots={0: "good", 1: "bad"})
    session = Session(match, {0: RandomBot(1), 1: bot}, complain=complaints.append)
    for _ in session.bots_move():
        pass
    assert match.over
    assert len(complaints) == 1
    assert str(complaints[0]).startswith("the bot 'bad' at seat 2 failed (")


def test_listeners_hear_every_event_complete_and_in_order() -> None:
    heard: list[Any] = []
    match = ZEUS.match(2, seed=3, bots={0: "a", 1: "b"})
    bots = {0: RandomBot(1), 1: RandomBot(2)}
    session = Session(match, bots, listeners=[lambda _, event: heard.append(event)])
    events = list(session.begin())
    for more in session.bots_move():
        events += more
    assert heard == events
    assert heard[-1].kind == "over"


def test_names_that_are_not_given_are_made() -> None:
    match = ZEUS.match(3, seed=1, names=["Ana"], bots={2: "random"})
    assert Words(match).names == ("Ana", "Player 2", "Bot 3")


def test_a_shared_first_place_names_everybody_who_shares_it() -> None:
    match = NopeGame().match(3, seed=1, names=["Ana", "Bo", "Cy"])
    match.scores.totals = [1, 1, 2]
    match.over = True
    assert Words(match).winners() == "The first place is shared: Ana, Bo."


class Looked(NopeGame):
    """A game whose summary, groups and previews are made for looking at."""

    def summary(self, observation: Observation) -> list[Part]:
        return [
            Part(Text("Plain"), (Text("by {player}", player=Player(1)),), (None,)),
            Part(Text("Empty")),
            Part(Text("Yours"), cards=(None, None, cardcore.Card("two")), seat=observation.seat),
        ]

    def group(self, observation: Observation) -> list[Group]:
        inner = Group(Text("Inner"), observation.moves[:1] * 2)
        return [Group(Text("Outer"), observation.moves[1:], (inner,)), Group(Text("None left"))]


def test_parts_and_groups_of_a_game_are_written_as_it_says() -> None:
    screen = told(Looked().match(2, seed=1, names=["Ana", "Bo"]), "", {1: Scripted()})
    assert "\nPlain: 1 card, by Bo. Empty: none.\nAna: Yours: two, 2 more cards.\n" in screen
    assert "\nOuter:\n  1 act" in screen
    assert re.search(r"\nInner:\n  \d draw\nType a move", screen)
    assert "None left" not in screen


def test_a_game_that_says_nothing_is_shown_from_its_fields_and_piles() -> None:
    screen = told(NopeGame().match(2, seed=1, names=["Ana", "Bo"]), "1\n", {1: Scripted()})
    assert "Nopes: 0. Stock: 20 cards. Discard: none.\nAna: hand: " in screen
    assert "\nBo: hand: 4 cards.\n" in screen
    assert "\nAna chooses: draw.\n" in screen


@pytest.mark.parametrize(
    ("heap", "told"), [("", "none"), ("a", "a"), ("a b c", "c, the top of 3 cards")]
)
def test_of_a_pile_whose_top_is_seen_the_top_and_the_number_are_told(heap: str, told: str) -> None:
    match = position(Lab(), players=2, heap=heap, rest="stock")
    words = Words(match, "en")
    shown = [words.part(part) for part in match.game.summary(match.observe(0))]
    assert f"Heap: {told}" in shown


@attrs.frozen
class Number(Move):
    """Say a number."""

    number: int


def test_many_moves_stand_in_a_paragraph() -> None:
    class Many(NopeGame):
        def moves(self, table: Any, seat: int) -> Any:
            return [Number(number) for number in range(30)]

    screen = told(Many().match(2, seed=1), "x\n", {1: Scripted()})
    assert "\n  1 number 0, 2 number 1, 3 number 2, " in screen
    assert "Possible: number 0, number 1," in screen
    assert ", …." in screen


# -- whole matches ---------------------------------------------------------------------------------


def test_bots_alone_play_the_identical_match_in_any_process() -> None:
    first, *others = [
        cli("play", "zeus", "--watch", "--seed", "7", PYTHONHASHSEED=seed, COLUMNS=columns)
        for seed, columns in (("0", "40"), ("1", "80"), ("999", "200"))
    ]
    assert first.returncode == 0
    assert first.stderr == ""
    assert all(other.stdout == first.stdout for other in others)
    lines = first.stdout.splitlines()
    assert lines[0] == "Round 1"
    assert re.fullmatch(r"Bot \d plays \w+\. Mount Olympus: \d+\..*", lines[1])
    assert re.search(r"^Bot \d plays .* Bot \d steals Zeus from Bot \d\.", first.stdout, re.M)
    assert re.search(
        r": Bot \d (holds Zeus and )?wins the round\.\nLetters so far: Bot", first.stdout
    )
    assert re.fullmatch(r"Bot \d wins the match!", lines[-5])
    assert re.fullmatch(r"1\. Bot \d  4", lines[-3])


def test_without_a_seed_one_is_chosen_and_told_so_that_the_match_can_be_repeated() -> None:
    first = cli("play", "zeus", "--watch", "--letters", "3")
    found = re.fullmatch(
        r"The seed is (\d+): with --seed \1 the same cards come again\.\n", first.stderr
    )
    assert found is not None
    again = cli("play", "zeus", "--watch", "--letters", "3", "--seed", found[1])
    assert (again.stdout, again.stderr) == (first.stdout, "")


def test_a_person_plays_a_whole_match_over_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    done = cli(
        *("play", "zeus", "--names", "Ana", "--seed", "11", "--record", str(file)),
        *("--letters", "3", "--hermes-on-ten", "stay", "--players", "4"),
        typed="#1\n" * 3000,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert re.search(r"\n(Ana|Bot \d) wins the match!\nLetters:\n1\. ", done.stdout)
    match = Record.load(file).verify()
    assert match.over
    assert (match.options.letters, match.options.hermes_on_ten) == (3, "stay")
    assert match.setting.names == ("Ana", "", "", "")


def test_two_persons_without_bots_play_over_a_pipe_and_rule_5_counts_their_names() -> None:
    done = cli(
        *("play", "zeus", "--names", "Ana,Zoe", "--players", "2", "--seed", "1"),
        typed="".join("#1\n\n" for _ in range(3000)),
    )
    assert done.returncode == 0
    assert done.stdout.index("Zoe, your move:") < done.stdout.index("Ana, your move:")
    assert re.search(r"\n(Ana|Zoe) wins the match!", done.stdout)


def test_an_unfinished_match_ends_cleanly_at_the_end_of_the_input(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    done = cli("play", "zeus", "--seed", "7", "--record", str(file), typed="#1\n")
    assert done.returncode == 0
    assert done.stderr == f"The match is saved. Go on with: cardcore resume {file}\n"
    assert not Record.load(file).replay().over


def test_a_closed_standard_input_is_an_unfinished_match() -> None:
    script = f"{sys.executable} -m cardcore play zeus --seed 7 <&-"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, SAVED)


def test_what_cannot_be_decoded_or_written_stops_nobody() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "zeus", "--seed", "7"],
        input=b"\xff\xfe\x00play\nwhy \xc3\nquit\n",
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == SAVED.encode()


class Chatty(NopeGame):
    """A game that tells of every card that moves, as far as it is seen."""

    def describe(self, event: Event) -> Text | None:
        cards = event.data.get("cards", (event.card,) if event.kind == "card" else ())
        seen = " ".join(str(card or "?") for card in cards)
        return (
            Text("[{seen}] to {pile}", seen=seen, pile=str(event.data["target"])) if seen else None
        )


def test_a_person_is_told_what_his_seat_sees_and_a_watcher_everything() -> None:
    screen = told(Chatty().match(2, seed=1), "", {1: Scripted()})
    seen = {seat: re.findall(rf"\[([^]]+)\] to \('hands', {seat}\)", screen) for seat in (0, 1)}
    assert " ".join(seen[1]).split() == ["?"] * 4
    assert len(" ".join(seen[0]).replace("?", "").split()) == 4
    out = io.StringIO()
    watched = Session(Chatty().match(2, seed=1), {0: RandomBot(1), 1: RandomBot(2)})
    play_on(watched, "", out)
    assert "] to ('hands', 1)" in out.getvalue()
    assert "?" not in out.getvalue()


def test_partners_win_together() -> None:
    class Partners(NopeGame):
        def teams(self, table: Any) -> Any:
            return [[0, 2], [1]]

    match = Partners().match(3, seed=1, names=["Ana", "Bo", "Cy"])
    match.scores.totals = [0, 2, 0]
    match.over = True
    assert Words(match).winners() == "Ana, Cy win the match together!"
