"""The games of `examples/`: installed as a package of anybody's, played, and held to the laws.

`site` is where an installer has left all of them. Nothing else tells cardcore that they are there.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from test_docs import install

from cardcore import BadOptions, Game, Match, option
from cardcore.testing import GameConformance, position

ROOT = Path(__file__).parent.parent
GAMES = {"crazy-eights": "crazy_eights", "hearts": "hearts", "nope": "nope", "uno": "uno"}
"""For each game the folder of its package."""


def folder(name: str) -> Path:
    return ROOT / "examples" / GAMES[name]


def game(name: str) -> Game[Any]:
    """A game of an example, from its folder."""
    place = str(folder(name))
    if place not in sys.path:
        sys.path.append(place)
    games: list[Game[Any]] = import_module(f"cardcore_{GAMES[name]}").cardcore_games()
    return games[0]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    for name in GAMES:
        install(place, folder(name))
    return place


def run(site: Path, *args: str) -> str:
    """What a command writes where the examples are installed."""
    paths = [str(site), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, "-m", "cardcore", *args],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


# -- as they are installed ------------------------------------------------------------------------


def test_all_are_found_by_their_entry_points(site: Path) -> None:
    found = {plugin["name"]: plugin for plugin in json.loads(run(site, "plugins", "--json"))}
    for name, where in GAMES.items():
        told = found[name]
        assert (told["games"], told["problems"]) == ([name], [])
        assert told["distribution"] == f"cardcore-{where.replace('_', '-')}"


@pytest.mark.parametrize("name", GAMES)
def test_its_rules_and_options_are_shown(site: Path, name: str) -> None:
    rules, options = run(site, "rules", name), run(site, "options", name)
    assert game(name).title in rules
    for field in attrs.fields_dict(game(name).Options):
        flag = field.replace("_", "-")
        assert flag in options
        assert flag in rules
        assert f"`{flag}`" in (folder(name) / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "players", "flags"),
    [(name, seats, []) for name in GAMES for seats in (game(name).seats[0], game(name).seats[-1])]
    + [
        ("crazy-eights", 3, ["--reshuffle", "on", "--use-special-cards", "on"]),
        ("hearts", 4, ["--partners", "on", "--moon", "subtract"]),
        ("hearts", 6, ["--partners", "on", "--limit", "50"]),
        ("uno", 3, ["--rlcard", "on"]),
    ],
    ids=str,
)
def test_bots_play_a_match(
    site: Path, name: str, players: int, flags: list[str], tmp_path: Path
) -> None:
    record = str(tmp_path / "match.jsonl")
    play = ["play", name, "--players", str(players), *flags, "--watch", "--seed", "5"]
    told = run(site, *play, "--speed", "none", "--record", record)
    assert "\nPoints:\n1. Bot " in told
    assert "none changed" in run(site, "replay", record, "--verify")


# -- the laws -------------------------------------------------------------------------------------


class TestCrazyEights(GameConformance):
    game = game("crazy-eights")
    presets = {"all": {"reshuffle": True, "use_special_cards": True}}
    seeds = (1,)


class ShortHearts(type(game("hearts"))):  # type: ignore[misc]
    """A few deals: whole matches have more moves than the laws need."""

    @attrs.frozen
    class Options(type(game("hearts")).Options):  # type: ignore[misc, name-defined]
        limit: int = option(25, help="as it is", choices=(25, 50))


class TestHearts(GameConformance):
    game = ShortHearts()
    presets = {"partners": {"partners": True, "moon": "subtract"}}
    seeds = (1,)


@pytest.mark.slow
class TestHeartsToTheEnd(GameConformance):
    game = game("hearts")
    seeds = (1,)


class TestNope(GameConformance):
    game = game("nope")
    seeds = (1,)


class ShortUno(type(game("uno"))):  # type: ignore[misc]
    """Few deals, and not at every number of seats."""

    seats = range(2, 11, 4)

    @attrs.frozen
    class Options:
        rlcard: bool = option(False, help="as it is")
        limit: int = option(100, help="as it is", choices=(0, 100))


class TestUno(GameConformance):
    game = ShortUno()
    seeds = (1,)


class UnoAsInRLCard(type(game("uno"))):  # type: ignore[misc]
    """By RLCard's rules alone."""

    seats = range(2, 5)

    @attrs.frozen
    class Options:
        rlcard: bool = option(True, help="always", choices=(True,))
        limit: int = option(0, help="none", choices=(0,))


class TestUnoAsInRLCard(GameConformance):
    game = UnoAsInRLCard()
    seeds = (1,)
    departs = {"no leak": "a card that was drawn and is kept tells that it is not of the colour"}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_legal_is_among_all_moves(name: str) -> None:
    one = game(name)
    for players in (one.seats[0], one.seats[-1]):
        rng, match = Random(players), one.match(players, seed=players)
        known = [move.text for move in one.all_moves(match.options) or ()]
        assert len(known) == len(set(known))
        while not match.over:
            seat = match.to_act[0]
            moves = match.moves(seat)
            assert {move.text for move in moves} <= {*known, "decline"}
            match.play(seat, rng.choice(moves))


# -- how long they are ----------------------------------------------------------------------------


def lines(name: str, *, docstrings: bool) -> int:
    """The lines of a game's module but for blank ones and imports, and docstrings or not."""
    code = (folder(name) / f"cardcore_{GAMES[name]}" / "__init__.py").read_text("utf-8")
    apart: set[int] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import | ast.ImportFrom) or (
            not docstrings
            and isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            apart.update(range(node.lineno, (node.end_lineno or 0) + 1))
    return sum(bool(line.strip()) for n, line in enumerate(code.splitlines(), 1) if n not in apart)


def test_crazy_eights_is_short() -> None:
    assert lines("crazy-eights", docstrings=True) < 90


@pytest.mark.parametrize("name", GAMES)
def test_no_game_is_long(name: str) -> None:
    assert lines(name, docstrings=False) <= 150


# -- Hearts ---------------------------------------------------------------------------------------


def texts(match: Match[Any], seat: int) -> set[str]:
    return {move.text for move in match.moves(seat)}


def trick(hand: str, **table: Any) -> Match[Any]:
    """A position in which seat 0 has that hand and is to play."""
    hands = [hand, 3, 3, 3]
    table = {"playing": True, "opening": False, "lacks": [set() for _ in hands], **table}
    return position(game("hearts"), players=4, hands=hands, **table)


def test_suit_is_followed_where_it_can_be() -> None:
    assert texts(trick("2S 9S 3H", trick="KS"), 0) == {"play 2S", "play 9S"}
    assert texts(trick("2S 9S 3H", trick="KC"), 0) == {"play 2S", "play 9S", "play 3H"}


def test_hearts_are_led_once_they_are_broken() -> None:
    assert texts(trick("2S 3H"), 0) == {"play 2S"}
    assert texts(trick("2S 3H", broken=True), 0) == {"play 2S", "play 3H"}
    assert texts(trick("4H 3H"), 0) == {"play 3H", "play 4H"}


def test_no_bad_card_is_played_to_the_first_trick() -> None:
    assert texts(trick("QS 3H 4D", trick="KC", opening=True), 0) == {"play 4D"}
    assert texts(trick("QS 3H", trick="KC", opening=True), 0) == {"play QS", "play 3H"}


def test_what_is_played_tells_what_a_hand_lacks() -> None:
    match = trick("2S 9D 3H", trick="KC")
    match.play(0, "play 9D")
    lacks = {card.code for card in match.table.lacks[0]}
    assert lacks == {card.code for card in match.game.cards(None, 4) if card.suit == "clubs"}


def test_the_highest_card_of_the_suit_takes_the_trick() -> None:
    match = trick("AC 2H 3H", trick="KC AS 9C")
    match.play(0, "play AC")
    assert match.to_act == (0,)
    assert [len(pile) for pile in match.table.taken] == [4, 0, 0, 0]


@pytest.mark.parametrize(
    ("players", "ways"), [(3, [1, 2, 0, 1]), (4, [1, 3, 2, 0, 1]), (6, [1, 5, 3, 0, 1])]
)
def test_cards_are_passed_every_way_in_turn(players: int, ways: list[int]) -> None:
    rng, match = Random(1), game("hearts").match(players, seed=1, options={"limit": 150})
    seen = {}
    while not match.over:
        seen[match.deal_number] = match.table.distance
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.moves(seat)))
    assert [seen[number] for number in range(1, len(ways) + 1)] == ways


def test_nobody_sees_a_card_that_is_passed_before_having_passed() -> None:
    match = game("hearts").match(4, seed=3)
    given = []
    for _ in range(3):
        move = match.moves(0)[-1]
        given += move.cards()
        match.play(0, move)
    for other in (1, None):
        assert match.observe(other)["aside"][0].cards == (None,) * 3
        moves = [event for event in match.events.seen_by(other) if event.kind == "move"]
        assert [event.data["move"] for event in moves] == ["pass ?"] * 3
    assert match.to_act == (1, 2, 3)
    for seat in (3, 2, 1) * 3:
        match.play(seat, match.moves(seat)[-1])
    assert set(given) <= set(match.table.hands[1])
    assert set(match.observe(0)["hands"][1].known) == set(given)
    assert not match.observe(2)["hands"][1].known


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, (0, 26, 26, 26)),
        ({"moon": "subtract"}, (-26, 0, 0, 0)),
        ({"moon": "off"}, (26, 0, 0, 0)),
        ({"partners": True}, (0, 26, 0, 26)),
        ({"partners": True, "moon": "subtract"}, (-26, 0, -26, 0)),
        ({"partners": True, "moon": "off"}, (26, 0, 26, 0)),
    ],
    ids=str,
)
def test_shooting_the_moon(options: dict[str, Any], points: tuple[int, ...]) -> None:
    bad = [c.code for c in game("hearts").cards(None, 4) if c.suit == "hearts" and c.code != "2H"]
    match = position(
        game("hearts"),
        players=4,
        options=options,
        hands=["AC", 0, 0, 0],
        trick="3C 2H 4C",
        taken=[" ".join(["QS", *bad]), "2C", "5C", "6C"],
        rest="stock",
        playing=True,
        opening=False,
        lacks=[set() for _ in range(4)],
    )
    match.play(0, "play AC")
    assert match.scores.deals[0] == points


def test_partners_need_an_even_number() -> None:
    with pytest.raises(BadOptions, match="even"):
        game("hearts").match(5, options={"partners": True})


# -- Nope -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("nopes", range(4))
def test_an_even_number_of_nopes_does_nothing(nopes: int) -> None:
    hands = ["crown nope nope coin", "nope nope coin coin"]
    match = position(game("nope"), players=2, hands=hands, stock=9)
    match.play(0, "keep crown")
    for number in range(nopes):
        match.play((number + 1) % 2, "nope")
    for seat in match.to_act if match.table.interrupts else ():
        match.play(seat, "decline")
    assert not match.table.interrupts
    assert [card.code for card in match.table.kept[0]] == ["crown"] * (nopes % 2 == 0)
    assert len(match.table.discards) >= nopes
    assert match.to_act == (1,)


def test_a_thief_goes_to_the_nearest_on_the_left() -> None:
    match = position(
        game("nope"),
        players=3,
        turn=1,
        hands=["coin", "thief coin", "coin"],
        kept=["crown ring", "", "ring"],
        stock=9,
    )
    assert texts(match, 1) == {"draw", "keep coin", "steal crown", "steal ring"}
    match.play(1, "steal ring")
    assert [[card.code for card in kept] for kept in match.table.kept] == [
        ["crown", "ring"],
        ["ring"],
        [],
    ]


# -- Uno, by the printed rules ---------------------------------------------------------------------


def uno(*hands: Any, players: int = 3, **table: Any) -> Match[Any]:
    """A position in which seat 0 is to play on a red five."""
    given = {"discards": "B5 R5", "colour": "red", "rank": 5, "stock": 30, "rest": "discards"}
    hands += (3,) * (players - len(hands))
    options = {"limit": 0}
    return position(
        game("uno"), players=players, options=options, hands=list(hands), **{**given, **table}
    )


def test_what_was_drawn_may_be_played_or_kept_and_nobody_else_sees_it() -> None:
    match = uno("G1 G1", stock="G2 R7")
    assert texts(match, 0) == {"draw"}
    match.play(0, "draw")
    assert texts(match, 0) == {"play R7", "keep"}
    assert match.observe(1)["drawn"][0].cards == (None,)
    match.play(0, "keep")
    assert match.to_act == (1,)
    assert sorted(card.code for card in match.table.hands[0]) == ["G1", "G1", "R7"]


def test_a_wild_4_needs_a_hand_without_the_colour() -> None:
    wild = {f"play wild+4 {colour}" for colour in ("red", "green", "blue", "yellow")}
    assert texts(uno("B5 wild+4"), 0) == {"play B5", *wild}
    assert texts(uno("R1 wild+4"), 0) == {"play R1"}


def test_a_reverse_of_two_players_is_a_skip() -> None:
    match = uno("Rreverse R1", players=2)
    match.play(0, "play Rreverse")
    assert match.to_act == (0,)


def test_the_winner_has_the_points_of_all_hands_after_the_last_card_did_its_work() -> None:
    match = uno("R+2", "R9 Bskip", "wild G0", discards="R5", stock="Y1 Y2")
    match.play(0, "play R+2")
    assert match.over
    assert match.scores.totals == [9 + 20 + 1 + 2 + 50, 0, 0]


def test_the_top_discard_stays_when_a_new_stock_is_made() -> None:
    match = uno("G1 G2", "B1 B2", players=2, stock="", rest="discards")
    top = match.table.discards[-1]
    match.play(0, "draw")
    assert list(match.table.discards) == [top]
    assert len(match.table.stock) == 108 - 6


def test_where_there_is_nothing_to_draw_drawing_is_passing() -> None:
    cards = [card.code for card in game("uno").cards(None, 2)]
    cards.remove("R5")
    others = [code for code in cards if code[0] in "GBY" and code[1] != "5"]
    for code in others:
        cards.remove(code)
    hands = " ".join(others), " ".join(cards)
    match = uno(*hands, players=2, stock="", discards="R5", rest="stock")
    assert texts(match, 0) == {"draw"}
    match.play(0, "draw")
    assert match.to_act == (1,)
    assert len(match.table.hands[0]) == len(others)
