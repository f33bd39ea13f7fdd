"""States: a match as data and back, positions by hand, and games refused when they are loaded."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import Elimination, NopeGame, Passing, SwapGame

from cardcore import (
    BadOptions,
    BadState,
    Card,
    CardcoreError,
    Game,
    GameError,
    Match,
    Move,
    Pile,
    Table,
    face_down,
    face_up,
    held,
    secret,
)
from cardcore.game import check_game
from cardcore.testing import position

GAMES: list[type[Game[Any]]] = [Elimination, NopeGame, Passing, SwapGame]
NOPE = NopeGame()


def on(match: Match[Any], moves: int, seed: int = 0) -> Match[Any]:
    rng = Random(seed)
    while moves and not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
        moves -= 1
    return match


def as_json(match: Match[Any]) -> dict[str, Any]:
    """What another program would read."""
    data: dict[str, Any] = json.loads(json.dumps(match.to_dict()))
    return data


# -- there and back -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("collect", ["in_order", "everyone", "race"])
def test_a_match_is_saved_at_any_point_and_goes_on_the_same(
    game: type[Game[Any]], collect: Any
) -> None:
    match = game().match(3, seed=2, collect=collect, names=["Ana"], bots={1: "random"})
    rng = Random(2)
    while True:
        saved = Match.from_dict(as_json(match), game=game())
        assert as_json(saved) == as_json(match)
        assert saved.to_act == match.to_act
        assert saved.standings == match.standings
        assert saved.events == match.events
        for seat in (*match.seats, None):
            assert saved.observe(seat) == match.observe(seat)
        if match.over:
            break
        seat = rng.choice(match.to_act)
        move = rng.choice(match.moves(seat))
        assert saved.play(seat, move) == match.play(seat, move)
        assert as_json(saved) == as_json(match)


def test_a_match_saved_at_the_start_of_a_new_deal_keeps_the_same_events() -> None:
    """Events of a former deal are dropped with the next move, in the saved match too."""
    match = NOPE.match(2, seed=1)
    rng = Random(1)
    deal = match.deal_number
    while match.deal_number == deal:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.moves(seat)))
    assert not match.over
    saved = Match.from_dict(as_json(match), game=NOPE)
    assert saved.events == match.events
    for _ in range(4):
        seat = match.to_act[0]
        move = match.moves(seat)[0]
        for one in (match, saved):
            one.play(seat, move)
        assert saved.events == match.events
        for watcher in (0, 1, None):
            assert saved.observe(watcher).events == match.observe(watcher).events
        assert as_json(saved) == as_json(match)


def test_saving_changes_nothing() -> None:
    match = on(NOPE.match(3, seed=3), 9)
    before = as_json(match)
    assert as_json(match) == before
    Match.from_dict(before, game=NOPE).play(*first(match))
    assert as_json(match) == before


def first(match: Match[Any]) -> tuple[int, Move]:
    return match.to_act[0], match.moves(match.to_act[0])[0]


# -- bad data -------------------------------------------------------------------------------------

SAVED = as_json(on(SwapGame().match(3, seed=5, collect="everyone"), 14, 5))
NESTED = as_json(on(NOPE.match(3, seed=0, collect="everyone"), 7, 1))
SIMPLE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 5),
    st.integers(),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["is", "enum", "tuple", "Decline", "Bid", "1", "stock", "hands[0]"]),
)
TAGS = st.sampled_from(["is", "enum", "tuple", "set", "dict", "card", "frozenset", "other"])
JSON = st.recursive(
    SIMPLE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TAGS, inner, max_size=2),
    max_leaves=5,
)


def places(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value of some JSON."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield (*way, key)
        yield from places(data[key], (*way, key))


WAYS = {id(data): list(places(data)) for data in (SAVED, NESTED)}


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_changed_data_are_rebuilt_or_refused_as_such(data: st.DataObject) -> None:
    source, game = data.draw(st.sampled_from([(SAVED, SwapGame()), (NESTED, NOPE)]))
    changed = json.loads(json.dumps(source))
    for _ in range(data.draw(st.integers(1, 2))):
        inner = changed
        *way, last = data.draw(st.sampled_from(WAYS[id(source)]))
        with contextlib.suppress(KeyError, IndexError, TypeError):  # changed before
            for key in way:
                inner = inner[key]
            if data.draw(st.booleans()):
                inner[last] = data.draw(JSON)
            else:
                del inner[last]
    with contextlib.suppress(CardcoreError):
        Match.from_dict(changed, game=game)


@pytest.mark.parametrize("data", [None, 5, "x", [], [1], {}, {"format": 1}, {"format": 2}])
def test_what_is_no_match_is_a_bad_state(data: Any) -> None:
    with pytest.raises(BadState):
        Match.from_dict(data, game=NOPE)


def test_data_nested_too_deep_are_a_bad_state() -> None:
    data = as_json(NOPE.match(2, seed=1))
    deep: Any = 0
    for _ in range(sys.getrecursionlimit()):
        deep = [deep]
    data["table"]["fields"]["nopes"] = deep
    with pytest.raises(BadState):
        Match.from_dict(data, game=NOPE)


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("events",), [1]),
        (("events", 0), {"tuple": ["nonsense"]}),
        (("since",), []),
        (("table", "piles", "stock"), [["two"] * 28, [1 << 90] * 28]),
        (("table", "piles", "stock", 1), None),
        (("table", "groups"), [{"tuple": [1, 2, 3]}]),
    ],
)
def test_data_of_a_wrong_type_are_refused_before_they_are_used(
    way: tuple[Any, ...], value: Any
) -> None:
    data = as_json(on(SwapGame().match(3, seed=5), 14, 5))
    inner: Any = data
    for key in way[:-1]:
        inner = inner[key]
    if way[-2:] == ("stock", 1):
        inner.append([None] * len(inner[0]))
    elif way[-1] == "stock":
        inner["stock"] = [inner["stock"][0], [1 << 90] * len(inner["stock"][0])]
    else:
        inner[way[-1]] = value
    with pytest.raises(BadState):
        Match.from_dict(data, game=SwapGame())


def changed_table(**changes: Any) -> dict[str, Any]:
    data = as_json(NOPE.match(2, seed=1))
    for part, values in changes.items():
        data["table"][part].update(values)
    return data


def test_missing_and_doubled_cards_are_named() -> None:
    data = as_json(NOPE.match(2, seed=1))
    data["table"]["piles"]["hands[0]"] = [["nope"] * 11]
    data["table"]["piles"]["hands[1]"] = [[]]
    data["table"]["piles"]["stock"] = [["two"] * 8 + ["skip"] * 9]
    with pytest.raises(BadState, match="too many of nope; missing two"):
        Match.from_dict(data, game=NOPE)
    data["table"]["piles"] = {}
    with pytest.raises(BadState, match=r"missing .*two .*skip .*nope"):
        Match.from_dict(data, game=NOPE)


def test_a_card_that_the_deck_does_not_have_is_named() -> None:
    with pytest.raises(BadState, match="no card 'ace' in this deck"):
        Match.from_dict(changed_table(piles={"discard": [["ace"]]}), game=NOPE)


def test_an_unknown_pile_is_named_with_those_there_are() -> None:
    with pytest.raises(BadState, match=r"no pile 'heap'.*stock, discard, hands\[0\], hands\[1\]"):
        Match.from_dict(changed_table(piles={"heap": [[]]}), game=NOPE)
    with pytest.raises(BadState, match=r"no pile 'hands\[2\]'"):
        Match.from_dict(changed_table(piles={"hands[2]": [[]]}), game=NOPE)


def test_an_unknown_field_is_named_with_those_there_are() -> None:
    with pytest.raises(BadState, match="no field 'total'; it has: nopes"):
        Match.from_dict(changed_table(fields={"total": 3}), game=NOPE)


@pytest.mark.parametrize("value", ["3", None, 1.5, [1], True, {"card": "two"}])
def test_a_field_of_a_wrong_type_is_named_with_its_type(value: Any) -> None:
    with pytest.raises(BadState, match=r"nopes|no value that was written"):
        Match.from_dict(changed_table(fields={"nopes": value}), game=NOPE)


def test_an_unknown_kind_of_value_is_told() -> None:
    for strange in ({"is": ["Unknown", 1]}, {"enum": ["Unknown", "A"]}, {"strange": 1}, {}):
        with pytest.raises(BadState, match="no value that was written by a match"):
            Match.from_dict(changed_table(fields={"nopes": strange}), game=NOPE)


def test_marks_belong_to_cards_one_by_one() -> None:
    data = as_json(NOPE.match(2, seed=1))
    codes = data["table"]["piles"]["hands[0]"][0]
    with pytest.raises(BadState, match="4 cards and 3 marks"):
        Match.from_dict(changed_table(piles={"hands[0]": [codes, [1, 1, 1]]}), game=NOPE)


@pytest.mark.parametrize("turn", [[2, 1, []], [0, 0, []], [-1, 1, []], [0, 1, [5]], ["0", 1, []]])
def test_a_turn_that_cannot_be_is_refused(turn: list[Any]) -> None:
    data = as_json(NOPE.match(2, seed=1))
    data["table"]["turn"] = turn
    with pytest.raises(BadState):
        Match.from_dict(data, game=NOPE)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("version", 2, "version 2.*version 1"),
        ("game", "zeus", "zeus.*nope"),
        ("seed", "x", "whole number"),
        ("number", 1.5, "whole number"),
        ("totals", [0], "totals"),
        ("totals", [0, "1"], "whole number"),
        ("format", 0, "format"),
    ],
)
def test_what_is_off_in_a_saved_match_is_told(key: str, value: Any, told: str) -> None:
    with pytest.raises(BadState, match=told):
        Match.from_dict({**as_json(NOPE.match(2, seed=1)), key: value}, game=NOPE)


def test_a_match_of_a_game_that_is_not_installed_is_refused_and_named() -> None:
    with pytest.raises(CardcoreError, match="nope"):
        Match.from_dict(as_json(NOPE.match(2, seed=1)))


# -- positions ------------------------------------------------------------------------------------


def codes(pile: Sequence[Card]) -> str:
    return " ".join(str(card) for card in pile)


def test_a_position_has_the_cards_that_it_names_and_the_rest_lies_at_the_bottom() -> None:
    match = position(NOPE, players=2, hands=["two skip", "nope"], stock="nope two", discard="skip")
    table = match.table
    assert codes(table.hands[0]) == "two skip"
    assert codes(table.hands[1]) == "nope"
    assert codes(table.stock).endswith("nope two")
    assert codes(table.discard) == "skip"
    assert len(table.stock) == 28 - 4


def test_question_marks_and_numbers_stand_for_cards_that_are_left() -> None:
    match = position(NOPE, players=2, hands=["? nope ?", 5], discard=3, stock=["?", Card("two")])
    table = match.table
    assert [len(hand) for hand in table.hands] == [3, 5]
    assert table.hands[0][1] is Card("nope")
    assert table.stock[-1] is Card("two")
    assert len(table.discard) == 3
    assert sum(len(pile) for pile in (*table.hands, table.stock, table.discard)) == 28


def test_what_is_left_lies_where_it_is_told_to() -> None:
    match = position(NOPE, players=2, hands=[1, 1], stock="two", rest="discard")
    assert codes(match.table.stock) == "two"
    assert len(match.table.discard) == 25
    for bad in ("hands", "nowhere"):
        with pytest.raises(BadState, match=bad):
            position(NOPE, players=2, rest=bad)


def test_the_seed_chooses_among_the_cards_that_are_left() -> None:
    one, same, other = (position(SwapGame(), players=2, hands=[5, 5], seed=s) for s in (1, 1, 2))
    assert one.to_dict() == same.to_dict()
    assert [*map(list, one.table.hands)] != [*map(list, other.table.hands)]


def test_codes_of_a_position_are_read_in_any_case() -> None:
    match = position(NOPE, players=2, hands=["TWO Nope", ""])
    assert codes(match.table.hands[0]) == "two nope"


def test_a_position_has_its_turn_points_fields_and_way_of_collecting() -> None:
    match = position(
        NOPE,
        names=["Ana", "Bo", ""],
        turn=2,
        totals=[1, 2, 3],
        deals=[[1, 2, 3], None],
        nopes=4,
        collect="race",
        hands=[1, 1, 1],
    )
    assert match.to_act == (2,)
    assert match.scores.totals == [1, 2, 3]
    assert match.scores.deals == [(1, 2, 3), None]
    assert match.table.nopes == 4
    assert match.setting.collect == "race"
    assert match.table.names == ("Ana", "Bo", "")


def test_a_position_is_played_to_the_end_with_cards_kept() -> None:
    match = on(position(NOPE, players=3, hands=[4, 4, 4]), 1000)
    assert match.over
    assert Match.from_dict(as_json(match), game=NOPE).to_dict() == match.to_dict()


@pytest.mark.parametrize(
    ("told", "given"),
    [
        ("'ace'", {"hands": ["ace"]}),
        ("discard.*'two'", {"discard": "two " * 10}),
        (r"hands\[1\].*not so many", {"hands": [20, 20]}),
        ("no field 'total'", {"total": 3}),
        ("nopes", {"nopes": "many"}),
        ("seat in turn", {"turn": 7}),
        ("totals", {"totals": [1, 2, 3]}),
    ],
)
def test_a_position_that_cannot_be_is_a_bad_state(told: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadState, match=told):
        position(NOPE, players=2, **given)


def test_a_position_with_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(BadOptions, match="2 to 5 players"):
        position(NOPE, players=9)


# -- games refused when they are loaded -----------------------------------------------------------


class Colour(Enum):
    RED = 1


@attrs.frozen
class Pair:
    """A frozen class that a field may hold."""

    card: Card
    colours: tuple[Colour, ...]


@attrs.define
class Mutable:
    number: int = 0


@attrs.define
class FullTable(Table):
    """A field of every type that there may be."""

    stock: Pile = face_down()
    number: int = 1
    text: str = "a"
    truth: bool = True
    nothing: None = None
    colour: Colour = Colour.RED
    card: Card | None = None
    move: Move | None = None
    pair: Pair | None = None
    numbers: list[int] = attrs.Factory(list)
    of: dict[Card, list[int]] = attrs.Factory(dict)
    some: set[Colour] = attrs.Factory(set)
    kept: frozenset[int] = frozenset()
    both: tuple[int, str] = (1, "b")
    many: tuple[int, ...] = ()
    own: list[int | None] = secret(None, each=True, anew=lambda table, seat, rng: None)


@attrs.frozen
class Fill(Move):
    """Put something into every field."""


class Full(Game[FullTable]):
    name, title, seats = "full", "Full", range(2, 3)

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card("a"), Card("b")]

    def deal(self, table: FullTable, last: FullTable | None) -> None:
        pass

    def moves(self, table: FullTable, seat: int) -> Sequence[Move]:
        return [Fill()]

    def play(self, table: FullTable, seat: int, move: Move) -> None:
        a, b = Card("a"), Card("b")
        table.card, table.move, table.pair = a, move, Pair(b, (Colour.RED, Colour.RED))
        table.numbers, table.of, table.some = [3, 1], {b: [2], a: []}, {Colour.RED}
        table.kept, table.both, table.many = frozenset([5, 4]), (2, "c"), (1, 2, 3)
        table.own[seat] = 8

    def points(self, table: FullTable) -> None:
        return None


def test_a_field_of_every_type_is_saved_and_copied() -> None:
    game = Full()
    check_game(game)
    match = game.match(2, seed=1)
    for _ in range(2):
        saved = Match.from_dict(as_json(match), game=game)
        copy = match.copy()
        for name in (field.name for field in attrs.fields(FullTable)):
            assert getattr(saved.table, name) == getattr(match.table, name)
            assert getattr(copy.table, name) == getattr(match.table, name)
            if isinstance(getattr(match.table, name), list | dict | set):
                assert getattr(copy.table, name) is not getattr(match.table, name)
        assert list(saved.table.of) == list(match.table.of)
        match.play(0, Fill())


@pytest.mark.parametrize(
    ("kind", "default"),
    [
        (float, 1.5),
        (bytes, b""),
        (Mutable, None),
        (object, None),
        (Any, None),
        (list[float], None),
        (dict[str, Mutable], None),
        (Pile, None),
    ],
    ids=str,
)
def test_a_field_of_a_type_that_cannot_be_kept_is_refused_and_named(
    kind: Any, default: Any
) -> None:
    bad = attrs.make_class(
        "BadTable",
        {"stock": face_down(), "strange": attrs.field(default=default, type=kind)},
        bases=(Table,),
    )
    bad.__annotations__ = {"stock": Pile, "strange": kind}
    with pytest.raises(GameError, match=r"BadTable\.strange: .* is no type for a field"):
        check_game(with_table(bad))


def with_table(table: type[Any], deck: Sequence[Card] = (Card("a"),)) -> Game[Any]:
    class Refused(Full):
        name, title, seats = "refused", "Refused", range(2, 3)

        def cards(self, options: object, seats: int) -> Iterable[Card]:
            return deck

    Refused.table_type = table
    return Refused()


@attrs.define
class Plain(Table):
    stock: Pile = face_down()


@attrs.define
class NoDefault(Table):
    number: int
    stock: Pile = face_down()


@attrs.define
class NoSingle(Table):
    hands: list[Pile] = held()
    open_piles: list[Pile] = face_up(each=True)


class Undecorated(Table):
    stock: Pile = face_down()


class UndecoratedChild(Plain):
    discard: Pile = face_up()


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (NoDefault, r"NoDefault\.number needs a default"),
        (NoSingle, "NoSingle needs a single pile"),
        (Undecorated, r"decorate Undecorated with @attrs\.define"),
        (UndecoratedChild, r"decorate UndecoratedChild with @attrs\.define"),
    ],
)
def test_a_table_that_the_engine_cannot_keep_is_refused(table: type[Any], told: str) -> None:
    with pytest.raises(GameError, match=told):
        check_game(with_table(table))


def test_two_cards_with_the_same_code_are_refused() -> None:
    check_game(with_table(Plain, [Card("a"), Card("a")]))
    with pytest.raises(GameError, match="two different cards of one deck have the code 'a'"):
        check_game(with_table(Plain, [Card("a"), Card("a", rank=2)]))


@pytest.mark.parametrize(
    ("attribute", "value"),
    [("name", None), ("name", "Two Words"), ("seats", (2, 3)), ("seats", range(0)), ("title", 3)],
)
def test_a_game_without_name_title_or_seats_is_refused(attribute: str, value: Any) -> None:
    bad = type("Bad", (Full,), {attribute: value})
    with pytest.raises(GameError, match=rf"Bad\.{attribute}"):
        check_game(bad())


@attrs.define
class OwnLists(Table):
    stock: Pile = face_down()
    own: list[list[int]] = secret([], each=True, anew=lambda table, seat, rng: [])


def test_a_secret_that_is_a_list_is_no_one_list_for_all_seats() -> None:
    game = with_table(OwnLists)
    try:
        check_game(game)
    except GameError as error:
        assert "OwnLists.own" in str(error)  # noqa: PT017 - refused is as good as kept apart
        return
    match, other = game.match(2, seed=1), game.match(2, seed=1)
    match.table.own[0].append(1)
    assert match.table.own == [[1], []]
    assert other.table.own == [[], []]


def test_a_variant_of_a_game_may_have_a_table_of_its_own() -> None:
    class Variant(Full):
        table_type = Plain

    assert Variant().table_type is Plain


# -- two games in one package ---------------------------------------------------------------------

MODULE = """
    from cardcore import Card, Game, Move, Pile, Table, face_down, held
    import attrs

    @attrs.frozen
    class Play(Move):
        {field}: {kind}

    @attrs.define
    class TheTable(Table):
        stock: Pile = face_down()
        hands: list[Pile] = held()
        last: Play | None = None

    class TheGame(Game[TheTable]):
        name, title, seats = "{name}", "{name}", range(2, 3)
        def cards(self, options, seats):
            return [Card("a"), Card("b")]
        def deal(self, table, last):
            table.deal(table.stock, 1)
        def moves(self, table, seat):
            return [Play({value})]
        def play(self, table, seat, move):
            table.last = move
            table.turn.advance()
        def points(self, table):
            return None
"""


def test_two_games_in_one_package_with_equally_named_moves_decode_to_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "two_games_of_one"
    package.mkdir()
    (package / "__init__.py").write_text("")
    for name, field, kind, value in (
        ("first", "card", "Card", 'Card("a")'),
        ("second", "number", "int", "3"),
    ):
        text = MODULE.format(name=name, field=field, kind=kind, value=value)
        (package / f"{name}.py").write_text(dedent(text))
    monkeypatch.syspath_prepend(tmp_path)
    from importlib import import_module

    modules = [import_module(f"two_games_of_one.{name}") for name in ("first", "second")]
    for module in modules:
        game = module.TheGame()
        check_game(game)
        match = game.match(2, seed=1)
        match.play(0, match.moves(0)[0])
        saved = Match.from_dict(as_json(match), game=game)
        assert type(saved.table.last) is module.Play
        assert all(type(move) is module.Play for actor, move in saved.log if actor >= 0)
        assert match.record().verify(game=game).to_dict() == match.to_dict()
        assert saved.play(1, saved.moves(1)[0])[0].move == module.Play(
            Card("a") if module is modules[0] else 3
        )
    for name in [name for name in sys.modules if name.startswith("two_games_of_one")]:
        monkeypatch.delitem(sys.modules, name)


def test_a_table_knows_all_cards_of_the_match_and_not_where_they_lie() -> None:
    match = NOPE.match(3, seed=1)
    (seat,) = match.to_act
    tables = [match.table, match.copy().table, match.observe(seat).sample(Random(1)).table]
    for table in tables:
        assert table.cards == tuple(NOPE.cards(None, 3))
