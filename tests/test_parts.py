"""The parts of a table, each by itself: turns, points, chance, moves, cards, options, piles."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any

import attrs
import pytest
from small_games.lab import Lab, LabTable

from cardcore import (
    DECLINE,
    BadOptions,
    BadRecord,
    Card,
    Decline,
    Game,
    GameError,
    Move,
    Pile,
    Player,
    Scoreboard,
    Standing,
    Table,
    Text,
    TurnOrder,
    face_down,
    french_deck,
    option,
    top_up,
)
from cardcore.cards import by_code
from cardcore.chance import CHANCE, Chance, generator
from cardcore.moves import read_move
from cardcore.options import as_dict, describe, make
from cardcore.piles import Sight
from cardcore.testing import position

# -- the order of turns ---------------------------------------------------------------------------


def test_turns_go_round_the_table() -> None:
    turn = TurnOrder(3)
    seen = []
    for _ in range(4):
        seen.append(turn.seat)
        turn.advance()
    assert seen == [0, 1, 2, 0]


def test_a_seat_is_skipped() -> None:
    turn = TurnOrder(4)
    turn.advance(skip=1)
    assert turn.seat == 2
    turn.advance(skip=3)
    assert turn.seat == 2


def test_the_direction_is_turned_round_and_the_seat_in_turn_stays() -> None:
    turn = TurnOrder(4)
    turn.reverse()
    assert (turn.seat, turn.direction) == (0, -1)
    turn.advance()
    assert turn.seat == 3
    turn.advance(skip=1)
    assert turn.seat == 1
    turn.reverse()
    turn.advance()
    assert (turn.seat, turn.direction) == (2, 1)


def test_seats_that_have_left_are_passed_over_in_both_directions() -> None:
    turn = TurnOrder(5)
    turn.leave(1)
    turn.leave(3)
    turn.advance()
    assert turn.seat == 2
    turn.advance(skip=1)
    assert turn.seat == 0
    turn.reverse()
    turn.advance()
    assert turn.seat == 4
    assert turn.after(4) == 2
    assert list(turn.others(4)) == [0, 2]
    assert list(turn.others(1)) == [2, 4, 0]


def test_a_seat_that_leaves_in_turn_passes_the_turn_on() -> None:
    turn = TurnOrder(3)
    turn.leave(0)
    assert turn.seat == 1
    turn.reverse()
    turn.leave(1)
    assert turn.seat == 2
    turn.advance()
    assert turn.seat == 2
    assert list(turn.others(2)) == []
    turn.leave(2)
    assert turn.out == {0, 1, 2}
    with pytest.raises(GameError, match="every seat has left"):
        turn.advance()


def test_the_turn_goes_only_to_a_seat_at_the_table() -> None:
    turn = TurnOrder(3)
    turn.go_to(2)
    assert turn.seat == 2
    turn.leave(1)
    for seat in (1, 3, -1):
        with pytest.raises(GameError, match=f"seat {seat} cannot be in turn"):
            turn.go_to(seat)
    assert turn.seat == 2


def test_a_copy_of_the_order_is_independent() -> None:
    turn = TurnOrder(3)
    other = turn.copy()
    other.leave(0)
    other.reverse()
    assert (turn.seat, turn.direction, turn.out) == (0, 1, frozenset())
    assert (other.seat, other.direction, other.out) == (1, -1, frozenset([0]))


# -- points ---------------------------------------------------------------------------------------


def places(board: Scoreboard) -> list[tuple[int, int]]:
    return [(standing.seat, standing.place) for standing in board.standings()]


def test_equal_points_share_a_place_and_the_next_is_skipped() -> None:
    board = Scoreboard(5)
    board.add([3, 7, 3, 9, 0])
    assert places(board) == [(3, 1), (1, 2), (0, 3), (2, 3), (4, 5)]
    assert board.winners() == (3,)
    assert board.standings()[0] == Standing(3, 1, 9)


def test_where_few_points_are_good_the_lowest_wins() -> None:
    board = Scoreboard(3, lowest_wins=True)
    board.add([2, 0, 0])
    assert places(board) == [(1, 1), (2, 1), (0, 3)]
    assert board.winners() == (1, 2)


def test_partners_share_their_points() -> None:
    board = Scoreboard(4, teams=[[0, 2], [1, 3]])
    assert board.add([1, 10, 2, 20]) == (3, 30, 3, 30)
    assert board.totals == [3, 30, 3, 30]
    assert board.winners() == (1, 3)
    board.add([0, -30, 0, 3])
    assert board.totals == [3, 3, 3, 3]
    assert board.winners() == (0, 1, 2, 3)


def test_a_void_deal_counts_as_a_deal_and_gives_nothing() -> None:
    board = Scoreboard(2)
    board.add([1, 2])
    assert board.add(None) is None
    assert board.totals == [1, 2]
    assert board.deals == [(1, 2), None]


@pytest.mark.parametrize("points", [[], [1], [1, 2, 3], [1, 2.0], [1, "2"], [1, True], [None, 1]])
def test_points_are_one_whole_number_a_seat(points: Any) -> None:
    board = Scoreboard(2)
    with pytest.raises(GameError, match="one whole number a seat"):
        board.add(points)
    assert (board.totals, board.deals) == ([0, 0], [])


@pytest.mark.parametrize("teams", [[[0]], [[0, 1], [1]], [[0, 1, 2]], [[0], [2]]])
def test_every_seat_belongs_to_one_team(teams: list[list[int]]) -> None:
    with pytest.raises(GameError, match="every seat belongs to one team"):
        Scoreboard(2, teams=teams)


def test_a_copy_of_the_scoreboard_is_independent() -> None:
    board = Scoreboard(2, lowest_wins=True, teams=[[0, 1]])
    other = board.copy()
    other.add([1, 1])
    assert (board.totals, board.deals) == ([0, 0], [])
    assert (other.lowest_wins, other.teams) == (True, ((0, 1),))


# -- chance: these numbers are the same on every machine and in every version of Python -----------

LETTERS = [Card(letter) for letter in "abcdefghij"]


@pytest.mark.parametrize(
    ("seed", "shuffled", "integers"),
    [
        (0, "g f d b h a c j i e", [637, 919, 677, 399, 400]),
        (7, "c b i f h j e g d a", [552, 907, 256, 5, 362]),
        (-1, "c a i f b h g d e j", [230, 956, 951, 195, 157]),
    ],
)
def test_the_same_seed_gives_the_same_results_everywhere(
    seed: int, shuffled: str, integers: list[int]
) -> None:
    log: list[Any] = []
    chance = Chance(seed, log)
    cards, order = chance.shuffled(LETTERS)
    assert " ".join(map(str, cards)) == shuffled
    assert [LETTERS[place] for place in order] == list(cards)
    assert [chance.integer(1000) for _ in range(5)] == integers
    assert log == [(CHANCE, cards), *((CHANCE, number) for number in integers)]
    assert (chance.seed, chance.number) == (seed, 6)


@pytest.mark.parametrize(
    ("seed", "number", "integers"),
    [
        (2**53, 0, [368, 706, 342]),
        (-(2**53), 0, [371, 437, 680]),
        (7, 1000, [833, 958, 978]),
    ],
)
def test_large_seeds_and_numbers_give_the_same_results_everywhere(
    seed: int, number: int, integers: list[int]
) -> None:
    chance = Chance(seed, [], number)
    assert [chance.integer(1000) for _ in range(3)] == integers


@pytest.mark.parametrize(
    ("seed", "number"),
    [(0, "0x1.73ad0b06c3c06p-1"), (7, "0x1.f463663bee33ep-1"), (-1, "0x1.ced31cb3df170p-4")],
)
def test_generators_give_the_same_number_everywhere(seed: int, number: str) -> None:
    assert generator(seed, 0).random().hex() == number


def test_a_shuffled_french_deck_is_the_same_everywhere() -> None:
    cards, _ = Chance(7, []).shuffled(french_deck())
    assert " ".join(map(str, cards)) == (
        "AS JD JH 8S 3H 4H 3D 10S 9S 3C 7H QC 7S 5S 2C 3S 9C 9D QD 7D 6D 6C 8C 10C QH 9H JC 10H "
        "KH 2H 8D JS 8H QS AD 5D 2D 5H 4D AH KC 2S 6S 5C KS 4S 10D 7C KD 4C 6H AC"
    )


def test_different_results_use_different_generators() -> None:
    seeds = [*range(-20, 0), *range(1, 20), 2**53, -(2**53), 2**31, 2**32, 2**64]
    first = {(s, n): generator(s, n).random() for s in seeds for n in range(40)}
    assert len(set(first.values())) == len(first)


def test_the_generators_of_seed_0_are_its_own() -> None:
    assert generator(0, 3).random() != generator(1, 3).random()
    assert generator(0, 2).random() != generator(-1, 2).random()


def test_a_result_depends_on_the_seed_and_its_number_alone() -> None:
    one, two = Chance(5, []), Chance(5, [])
    one.integer(10)
    two.shuffled(LETTERS)
    assert one.integer(1 << 40) == two.integer(1 << 40)


def test_the_global_generator_is_neither_used_nor_touched() -> None:
    random.seed(1)
    before = random.getstate()
    Chance(3, []).shuffled(LETTERS)
    Lab().match(3, seed=1)
    Lab().match(3)
    assert random.getstate() == before


def test_integers_are_spread_over_all_that_is_possible() -> None:
    chance = Chance(1, [])
    drawn = [chance.integer(6) for _ in range(6000)]
    assert set(drawn) == set(range(6))
    assert all(850 < drawn.count(number) < 1150 for number in range(6))


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    chance = Chance(2, [])
    orders = [tuple(chance.shuffled(LETTERS[:3])[1]) for _ in range(6000)]
    assert len(set(orders)) == 6
    assert all(850 < orders.count(order) < 1150 for order in set(orders))


@pytest.mark.parametrize("below", [0, -1])
def test_a_choice_needs_a_possibility(below: int) -> None:
    chance = Chance(1, [])
    with pytest.raises(ValueError, match="at least one possibility"):
        chance.integer(below)
    with pytest.raises(ValueError, match="at least one possibility"):
        chance.choose([])
    assert chance.number == 0


def test_a_choice_is_recorded_as_its_place() -> None:
    log: list[Any] = []
    assert Chance(0, log).choose("abc") == "abc"[log[0][1]]


def test_scripted_results_are_taken_in_place_of_random_ones() -> None:
    cards = tuple(LETTERS[:3])
    chance = Chance(0, [], script=iter([4, cards[::-1]]))
    assert chance.integer(5) == 4
    assert chance.shuffled(cards) == (cards[::-1], [2, 1, 0])
    with pytest.raises(BadRecord, match="ends before"):
        chance.integer(5)


@pytest.mark.parametrize("scripted", [5, -1, True, "1", None, (1,)])
def test_a_scripted_number_that_cannot_be_is_refused(scripted: Any) -> None:
    with pytest.raises(BadRecord):
        Chance(0, [], script=iter([scripted])).integer(5)


def test_a_scripted_shuffle_of_other_cards_is_refused() -> None:
    a, b, c = LETTERS[:3]
    scripts: list[Any] = [(a,), (a, b, c), (a, a), (a, c), 3, None, "ab"]
    for scripted in scripts:
        with pytest.raises(BadRecord):
            Chance(0, [], script=iter([scripted])).shuffled((a, b))


# -- moves ----------------------------------------------------------------------------------------


class Side(Enum):
    LEFT = 1
    RIGHT = 2


@attrs.frozen
class PlayTwice(Move):
    """A verb of two words."""

    card: Card
    times: int


@attrs.frozen
class Named(Move):
    verb = "call"
    what: str


@attrs.frozen
class Meld(Move):
    cards_laid: tuple[Card, ...]


@attrs.frozen
class Claimed(Move):
    side: Side
    laid: tuple[Card, ...]
    times: int


@attrs.frozen
class Turned(Move):
    face_up: bool
    side: Side | None


@attrs.frozen
class Sealed(Move):
    secret = True
    amount: int


MOVES: list[tuple[Move, str]] = [
    (PlayTwice(Card("Ares"), 2), "play-twice Ares 2"),
    (Named("heads"), "call heads"),
    (Meld((Card("a"), Card("b"))), "meld a b"),
    (Meld(()), "meld"),
    (Claimed(Side.LEFT, (Card("a"), Card("b")), 2), "claimed left a b 2"),
    (Claimed(Side.LEFT, (Card("a"),), 2), "claimed left a 2"),
    (Claimed(Side.LEFT, (), 2), "claimed left 2"),
    (Turned(True, Side.LEFT), "turned yes left"),
    (Turned(False, None), "turned no"),
    (Sealed(-3), "sealed -3"),
    (DECLINE, "decline"),
]
KINDS = [PlayTwice, Named, Meld, Claimed, Turned, Sealed, Decline]
FACES = by_code([Card("Ares"), Card("a"), Card("b")])


@pytest.mark.parametrize(("move", "text"), MOVES)
def test_the_text_of_a_move_is_its_verb_and_its_fields(move: Move, text: str) -> None:
    assert move.text == str(move) == text


@pytest.mark.parametrize(("move", "text"), MOVES)
def test_the_text_of_a_move_is_read_back_in_any_case_and_spacing(move: Move, text: str) -> None:
    for written in (text, text.upper(), f"  {text.replace(' ', '   ')} "):
        assert read_move(written, KINDS, FACES) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly",
        "play-twice",
        "play-twice Ares",
        "play-twice 2 Ares",
        "play-twice Ares 2 3",
        "play-twice Zeus 2",
        "play-twice Ares two",
        "meld a c",
        "claimed left a b",
        "claimed a 2",
        "claimed left",
        "decline now",
        "sealed ²",
        "sealed ?",
        f"sealed {'9' * 5000}",
    ],
    ids=range(16),
)
def test_a_text_that_writes_no_move_is_told_from_one_that_does(text: str) -> None:
    assert read_move(text, KINDS, FACES) is None


def test_a_move_is_an_immutable_value() -> None:
    one, other = PlayTwice(Card("a"), 2), PlayTwice(Card("a"), 2)
    assert one == other
    assert hash(one) == hash(other)
    assert one != PlayTwice(Card("b"), 2)
    assert len({one, other}) == 1
    assert one.text
    assert one == PlayTwice(Card("a"), 2)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.times = 3  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one


def test_a_hidden_move_shows_no_card_and_a_secret_one_nothing() -> None:
    assert PlayTwice(Card("a"), 2).hidden_text() == "play-twice ? 2"
    assert Meld((Card("a"), Card("b"))).hidden_text() == "meld ? ?"
    assert Claimed(Side.LEFT, (Card("a"),), 2).hidden_text() == "claimed left ? 2"
    assert Named("heads").hidden_text() == "call heads"
    assert Sealed(3).hidden_text() == "?"


def test_a_move_tells_the_cards_that_it_mentions() -> None:
    assert Meld((Card("b"), Card("a"))).cards() == [Card("b"), Card("a")]
    assert PlayTwice(Card("a"), 1).cards() == [Card("a")]
    assert DECLINE.cards() == []


# -- cards ----------------------------------------------------------------------------------------


@attrs.frozen(eq=False, repr=False)
class Beast(Card):
    legs: int = attrs.field(default=4, kw_only=True)


def test_equal_faces_are_the_same_object() -> None:
    assert Card("7") is Card("7")
    assert Card("7", rank=7) is Card("7", rank=7)
    assert Card("7") is not Card("7", rank=7)
    assert Beast("cat") is Beast("cat", legs=4)
    assert Beast("cat") is not Beast("cat", legs=3)
    assert Beast("cat") is not Card("cat")
    assert french_deck()[0] is french_deck()[0]


@pytest.mark.parametrize(
    "card", [Card("7", rank=7, suit="x"), Beast("hen", legs=2), *french_deck(jokers=1)]
)
def test_a_card_that_is_copied_or_pickled_is_the_same_object(card: Card) -> None:
    assert copy.copy(card) is card
    assert copy.deepcopy(card) is card
    assert copy.deepcopy([card, {card: card}]) == [card, {card: card}]
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card


def test_a_card_hashes_the_same_in_every_process() -> None:
    assert (hash(Card("7")), hash(Card("Ares"))) == (1790921346, 2216682270)
    code = (
        "from cardcore import Card; "
        "print(hash(Card('7')), [*map(str, {Card(c) for c in 'abcdefghijklm'})])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_a_card_is_shown_by_its_code_and_has_a_label() -> None:
    assert str(Card("7")) == "7"
    assert repr(Card("7")) == "<7>"
    assert Card("7").label == "7"
    assert Card("7", label="Seven").label == "Seven"
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Card("7").rank = 3  # type: ignore[misc]


@pytest.mark.parametrize("code", ["", " ", "a b", "a\n", "\u00a0"])
def test_a_code_is_a_word(code: str) -> None:
    with pytest.raises(GameError, match="a word without spaces"):
        Card(code)


def test_two_faces_of_a_deck_have_different_codes() -> None:
    assert list(by_code([Card("b"), Card("a"), Card("b")])) == ["b", "a"]
    with pytest.raises(GameError, match="have the code 'a'"):
        by_code([Card("a"), Card("a", rank=1)])


def test_a_french_deck_has_52_different_cards_and_jokers() -> None:
    deck = french_deck(jokers=2)
    assert len(deck) == 54
    assert len(set(deck)) == 53
    assert {card.rank for card in french_deck()} == set(range(1, 14))
    red = {card.suit for card in deck if card.colour == "red"}
    assert red == {"diamonds", "hearts"}


# -- options --------------------------------------------------------------------------------------


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


@attrs.frozen
class Options:
    open_hands: bool = option(False, help="whether hands lie open")
    limit: int = option(15, help="when it ends", choices=[10, 15])
    mode: str = option("fast", help="how", choices=["fast", "slow"])
    target: Any = option(
        "none", help="how far", choices=["none", 100], parse=positive, form="any number from 1"
    )


def test_options_are_given_as_values_or_texts() -> None:
    assert make(Options, {}) == Options()
    assert make(Options, {"limit": 10, "mode": "slow"}) == Options(limit=10, mode="slow")
    assert make(Options, {"limit": "10", "open-hands": "on"}) == Options(limit=10, open_hands=True)
    assert as_dict(make(Options, {"target": "7"})) == {
        "open_hands": False,
        "limit": 15,
        "mode": "fast",
        "target": 7,
    }


@pytest.mark.parametrize(
    ("given", "value"), [("on", True), ("off", False), (True, True), (False, False)]
)
def test_a_truth_is_on_or_off(given: Any, value: bool) -> None:
    assert make(Options, {"open_hands": given}).open_hands is value


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"open_hands": "maybe"}, "open-hands cannot be 'maybe'; it is one of: off, on"),
        ({"open_hands": 1}, "open-hands cannot be '1'"),
        ({"limit": 11}, "limit cannot be '11'; it is one of: 10, 15"),
        ({"limit": 10.0}, "limit cannot be '10.0'"),
        ({"limit": None}, "limit cannot be 'None'"),
        ({"mode": "FAST"}, "mode cannot be 'FAST'; it is one of: fast, slow"),
        ({"target": 0}, "target cannot be '0'; it is one of: none, 100, any number from 1"),
        ({"target": "x" * 999}, "target cannot be 'xxx"),
        ({"size": 3}, "no option 'size'; the options are: open_hands, limit, mode, target"),
    ],
)
def test_an_option_that_is_refused_is_told_with_what_would_be_right(
    given: dict[str, Any], told: str
) -> None:
    with pytest.raises(BadOptions) as error:
        make(Options, given)
    assert told in str(error.value)
    assert len(str(error.value)) < 200


def test_values_that_are_read_by_a_parser_are_taken_as_values_too() -> None:
    for given, value in (("none", "none"), (100, 100), ("100", 100), (7, 7), ("7", 7)):
        assert make(Options, {"target": given}).target == value


def test_options_are_described_in_their_order() -> None:
    options = describe(Options)
    assert list(options) == ["open_hands", "limit", "mode", "target"]
    assert options["open_hands"].words == ("off", "on")
    assert options["limit"].help == "when it ends"
    assert options["target"].form == "any number from 1"
    with pytest.raises(BadOptions):
        make(type(Lab().make_options({}, 2)), {"limit": 1})


def test_options_that_are_declared_wrongly_are_refused() -> None:
    with pytest.raises(TypeError, match="default 3 is not among"):
        option(3, help="", choices=[1, 2])

    @attrs.frozen
    class Bare:
        limit: int = 3

    with pytest.raises(TypeError, match=r"Bare\.limit is not declared with option"):
        describe(Bare)


# -- texts ----------------------------------------------------------------------------------------


def test_a_text_is_put_into_words_when_it_is_shown() -> None:
    text = Text("{player} plays {card}", player=Player(1), card=Card("AS", label="ace"))
    assert str(text) == "player 2 plays ace"
    assert text.render(names=["Ana", "Bo"]) == "Bo plays ace"
    assert text.render(names=["Ana"]) == "player 2 plays ace"
    assert text.render(names=["Ana", ""]) == "player 2 plays ace"


def test_a_text_is_translated_with_all_that_stands_in_it() -> None:
    spanish = {
        "{player} plays {card}: {why}": "{why}: {player} juega {card}",
        "player {number}": "jugador {number}",
        "ace": "as",
        "{n} points": "{n} puntos",
    }
    text = Text(
        "{player} plays {card}: {why}",
        player=Player(0),
        card=Card("AS", label="ace"),
        why=Text("{n} points", n=3),
    )
    assert text.render(lambda words: spanish.get(words, words)) == "3 puntos: jugador 1 juega as"
    assert str(text) == "player 1 plays ace: 3 points"


def test_names_and_values_with_braces_are_left_as_they_are() -> None:
    text = Text("{player}: “{text}”", player=Player(0), text="{0} {x}")
    assert text.render(names=["{player}"]) == "{player}: “{0} {x}”"


def test_texts_are_equal_when_template_and_fields_are() -> None:
    one = Text("{n} points", n=3)
    assert one == Text("{n} points", n=3)
    assert one != Text("{n} points", n=4)
    assert one != "3 points"
    assert hash(one) == hash(Text("{n} points", n=3))
    assert repr(one) == "Text('{n} points', n=3)"


def test_a_field_of_a_text_may_be_called_template() -> None:
    assert str(Text("{template} {self}", template=1, self=2)) == "1 2"


# -- piles ----------------------------------------------------------------------------------------

A, B, C, D = (Card(code) for code in "abcd")


def lab(**piles: Any) -> LabTable:
    """A table of two seats with the cards a a b b c d where they are wanted."""
    table: LabTable = position(Lab(), players=2, **piles).table
    return table


CHANGES: list[Callable[[Pile], Any]] = [
    lambda pile: pile.append(A),
    lambda pile: pile.extend([A]),
    lambda pile: pile.insert(0, A),
    lambda pile: pile.remove(A),
    lambda pile: pile.pop(),
    lambda pile: pile.clear(),
    lambda pile: pile.sort(key=str),
    lambda pile: pile.reverse(),
    lambda pile: pile.__setitem__(0, A),
    lambda pile: pile.__setitem__(slice(None), []),
    lambda pile: pile.__delitem__(0),
    lambda pile: pile.__delitem__(slice(None)),
    lambda pile: pile.__iadd__([A]),
    lambda pile: pile.__imul__(2),
]


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_a_pile_is_read_only(number: int) -> None:
    table = lab(hands=["a b", "c"])
    pile = table.hands[0]
    with pytest.raises(TypeError, match=r"hands\[0\] is read-only"):
        CHANGES[number](pile)
    assert list(pile) == [A, B]
    assert len(pile.marks) == 2


def test_every_method_of_a_list_that_changes_it_is_closed() -> None:
    reading = {"copy", "count", "index"}
    changing = {name for name in vars(list) if not name.startswith("_") and name not in reading} | {
        "__setitem__",
        "__delitem__",
        "__iadd__",
        "__imul__",
    }
    assert all(getattr(Pile, name) is Pile._closed for name in changing)


def test_what_is_made_from_a_pile_is_a_list_of_ones_own() -> None:
    table = lab(hands=["a b", "c"])
    for made in (table.hands[0][:], table.hands[0] + [], sorted(table.hands[0], key=str)):
        assert type(made) is list
        made.append(C)
    assert list(table.hands[0]) == [A, B]


def test_a_pile_tells_its_name_its_top_and_who_knows_what() -> None:
    table = lab(hands=["a b", "c"], discard="d")
    assert (table.stock.name, table.hands[1].name) == ("stock", "hands[1]")
    assert (table.discard.top, table.heap.top) == (D, None)
    assert table.hands[0].known(0) == [True, True]
    assert table.hands[0].known(1) == [False, False]
    assert repr(table.hands[0]) == "Pile(hands[0]: a b)"
    assert repr(table.heap) == "Pile(heap: empty)"
    assert not table.hands[0].ordered
    assert table.stock.sight is Sight.FACE_DOWN


# -- the table's hands ----------------------------------------------------------------------------


@attrs.define
class HandlessTable(Table):
    stock: Pile = face_down()
    heap: Pile = top_up()


class Handless(Game[HandlessTable]):
    name, title, seats = "handless", "Handless", range(2, 3)

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [A, B]

    def deal(self, table: HandlessTable, last: HandlessTable | None) -> None:
        pass

    def moves(self, table: HandlessTable, seat: int) -> Sequence[Move]:
        return [DECLINE]


def refused(table: Any, told: str, action: Callable[[Any], Any]) -> None:
    """An error, and nothing has moved."""
    before = [(list(pile), list(pile.marks)) for pile in table._piles]
    with pytest.raises(GameError, match=told):
        action(table)
    assert [(list(pile), list(pile.marks)) for pile in table._piles] == before


def test_a_card_that_is_not_there_is_not_moved() -> None:
    table = lab(hands=["a b", "c"])
    refused(table, r"no d in hands\[0\] to move", lambda t: t.put(D, t.hands[0], t.discard))
    refused(table, "no a in discard", lambda t: t.put(A, t.discard, t.hands[0]))


def test_too_many_cards_are_not_dealt() -> None:
    table = lab(hands=["a b", "c"])
    refused(table, "stock has 3 cards, too few to deal 2", lambda t: t.deal(t.stock, 2))
    refused(table, "too few to deal", lambda t: t.deal(t.stock, 0))
    refused(table, "too few to deal", lambda t: t.deal(t.stock, -1))
    refused(table, "discard has 0 cards", lambda t: t.deal(t.discard, 1))
    refused(Handless().match(2, seed=1).table, "no hands to deal to", lambda t: t.deal(t.stock, 1))


def test_dealing_to_nobody_is_refused() -> None:
    table = lab(hands=["a b", "c"])
    refused(table, "deal", lambda t: t.deal(t.stock, 1, to=[]))


@pytest.mark.parametrize("top", [3, 4, 9])
def test_showing_more_than_there_is_shows_what_there_is(top: int) -> None:
    table = lab(stock="a b", rest="discard")
    before = len(table._events)
    table.show(table.stock, top=top)
    assert [raw[1] for raw in table._events[before:]] == [A, B]


@pytest.mark.parametrize("seat", [2, 7, 29, 40, -1])
def test_cards_are_shown_to_seats_at_the_table_alone(seat: int) -> None:
    refused(lab(stock="a b"), "seat", lambda t: t.show(t.stock, to=[seat]))


def test_no_fewer_than_no_cards_are_kept() -> None:
    refused(lab(heap="a b"), "keep|kept", lambda t: t.put_all(t.stock, t.heap, keep=-1))


def test_a_hand_has_no_top_card_to_keep_or_to_show() -> None:
    table = lab(hands=["a b", "c"])
    refused(table, "no top card to keep", lambda t: t.put_all(t.hands[0], t.discard, keep=1))
    refused(table, "no top cards to show", lambda t: t.show(t.hands[0], top=1))


def test_only_cards_that_are_there_are_shown() -> None:
    table = lab(hands=["a b", "c"])
    refused(table, r"no d in hands\[0\] to show", lambda t: t.show(t.hands[0], [D]))
    refused(table, r"no a in hands\[0\] to show", lambda t: t.show(t.hands[0], [A, A]))
    refused(table, "shown by place", lambda t: t.show(t.stock, [A]))


def test_drawing_takes_what_there_is_and_no_more() -> None:
    table = lab(hands=["a b", "c"])
    drawn = table.draw(table.stock, table.hands[1], 9)
    assert len(drawn) == 3
    assert table.draw(table.stock, table.hands[1]) == []
    assert len(table.hands[1]) == 4


def test_cards_are_dealt_one_by_one_from_the_top() -> None:
    table = lab(stock="a b c d", rest="discard")
    table.deal(table.stock, 2)
    assert [list(hand) for hand in table.hands] == [[D, B], [C, A]]
    table = lab(heap="a b c d", rest="stock")
    table.deal(table.heap, 1, to=[table.discard])
    assert list(table.discard) == [D]


def test_a_whole_pile_is_moved_but_for_its_top_cards() -> None:
    table = lab(discard="a b c d", rest="stock")
    table.put_all(table.discard, table.heap, keep=1)
    assert (list(table.discard), list(table.heap)) == ([D], [A, B, C])
    table.put_all(table.discard, table.heap, keep=5)
    assert list(table.discard) == [D]


def test_cards_are_put_on_top_or_to_the_bottom() -> None:
    table = lab(discard="a b", hands=["c d", ""])
    table.put(C, table.hands[0], table.discard, at="bottom")
    table.put(D, table.hands[0], table.discard)
    assert list(table.discard) == [C, A, B, D]
