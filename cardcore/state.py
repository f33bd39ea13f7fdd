"""A whole match as JSON and back: for saves, tests and positions set up by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardcore.errors import BadState, CardcoreError
from cardcore.events import KINDS
from cardcore.houserules import HouseRule, RuleBook
from cardcore.interrupts import FIELDS, Interrupt
from cardcore.knowledge import Group
from cardcore.layout import layout
from cardcore.moves import types_of_fields
from cardcore.piles import FACE_UP, GROUP, HELD, Pile
from cardcore.scoring import Scoreboard
from cardcore.table import EMIT
from cardcore.turns import TurnOrder
from cardcore.values import Vocabulary, conforms, decode, encode, move_types, parts

if TYPE_CHECKING:
    from cardcore.game import Game
    from cardcore.match import Match
    from cardcore.setting import Setting
    from cardcore.table import Table

FORMAT = 1
"""Raised when the form of these data changes."""


def to_dict(match: Match[Any], past: Callable[[Any], Any] = encode) -> dict[str, Any]:
    """Everything; see `Match.to_dict`. `past` writes what is past: entries of log and events."""
    return {
        "format": FORMAT,
        **match.setting.header(),
        "seed": match.seed,
        "number": match.table.chance.number,
        "deal_number": match.deal_number,
        "over": match.over,
        "totals": list(match.scores.totals),
        "deals": [deal and list(deal) for deal in match.scores.deals],
        "rules_off": sorted(match._rulebook.off) if match._rulebook else [],
        "table": _table_to_dict(match.table),
        "events": [past(raw) for raw in match._events],
        "since": list(match._since),
        "deal_began": match._deal_began,
        "trim": match._trim,
        "log": [past(entry) for entry in match.log],
        "origin": match._origin,
    }


def _table_to_dict(table: Table) -> dict[str, Any]:
    plan = layout(type(table))
    return {
        "piles": {pile.name: _pile_to_dict(pile) for pile in table._piles},
        "fields": {name: encode(getattr(table, name)) for name, _ in plan.public},
        "secrets": {name: encode(getattr(table, name)) for name, *_ in plan.secrets},
        "turn": [table.turn.seat, table.turn.direction, sorted(table.turn.out)],
        "interrupts": [
            [encode(getattr(interrupt, name)) for name in FIELDS] for interrupt in table.interrupts
        ],
        "groups": [encode((group.parents, group.size, group.known)) for group in table._groups],
        "notes": encode(table.notes),
    }


def _pile_to_dict(pile: Pile) -> list[Any]:
    codes = [card.code for card in pile]
    plain = Pile(pile.label, pile.sight, pile.viewers)
    plain._fill(pile)
    return [codes] if plain.marks == pile.marks else [codes, list(pile.marks)]


def from_dict(
    data: Mapping[str, Any],
    *,
    game: Game[Any] | None = None,
    house_rules: Sequence[HouseRule] | None = None,
) -> Match[Any]:
    """The match that was written; see `Match.from_dict`."""
    try:
        if data.get("format") != FORMAT:
            raise BadState(
                "this is format {found}; format {format} is read here",
                found=repr(data.get("format")),
                format=FORMAT,
            )
        return _from_dict(data, game, house_rules)
    except CardcoreError:
        raise
    except _ODD as error:
        raise BadState(
            "this is no match that was written by cardcore: {error}", error=repr(error)
        ) from error


_ODD = (
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    IndexError,
    OverflowError,
    RecursionError,
)
"""What comes of data that nobody wrote: each is told as a `BadState`."""


def _from_dict(
    data: Mapping[str, Any], game: Game[Any] | None, house_rules: Sequence[HouseRule] | None
) -> Match[Any]:
    from cardcore.match import Match

    setting = read_setting(data, game, house_rules)
    game = setting.game
    match: Match[Any] = Match(setting, _whole(data.get("seed", 0)))
    words = vocabulary(game, setting.faces, setting.house_rules)
    match.log += [decode(entry, words) for entry in data.get("log", ())]
    match._events += [decode(raw, words) for raw in data.get("events", ())]
    match._since = [_whole(n) for n in data.get("since", match._since)]
    if len(match._since) != setting.seats or not _are_events(match._events):
        raise BadState("events are tuples that begin with their kind; since has a number a seat")
    match._deal_began = _whole(data.get("deal_began", 0))
    match._trim = bool(data.get("trim", False))
    # a position set up by hand has no history: it is itself the beginning
    match._origin = data.get("origin", dict(data))
    match.deal_number = _whole(data.get("deal_number", 1))
    match.table.chance.number = _whole(data.get("number", 0))
    fill_table(match.table, data["table"], words)
    _check_cards(match.table, Counter(setting.deck))
    _read_scores(match, data)
    if match._rulebook:
        match._rulebook = RuleBook(setting.house_rules, data.get("rules_off", ()))
    match.over = match.table._over = bool(data.get("over", False))
    if not match.over:
        match._settle()
    return match


def _are_events(events: list[Any]) -> bool:
    return all(type(raw) is tuple and raw and raw[0] in KINDS | {EMIT} for raw in events)


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise BadState("{value} stands where a whole number belongs", value=repr(value))
    return value


_SETTING: dict[str, tuple[Any, Any]] = {
    "game": (str, None),
    "names": (list[str], None),
    "options": (dict[str, str | int | bool], {}),
    "house_rules": (list[str], []),
    "collect": (str, "in_order"),
    "bots": (list[str], []),
    "practice": (bool, False),
}
"""The types of what `Setting.header` writes, and what may be left out."""


def read_setting(
    data: Mapping[str, Any],
    game: Game[Any] | None = None,
    house_rules: Sequence[HouseRule] | None = None,
) -> Setting:
    """The setting that `Setting.header` wrote. Raises `BadState` for another game or version."""
    from cardcore.plugins import installed
    from cardcore.setting import make_setting

    for name, kind in _SETTING.items():
        if not conforms(data.get(name, kind[1]), kind[0]):
            raise BadState("{name} cannot be {value!r}", name=name, value=str(data[name])[:40])
    game = game or installed().game(data["game"])
    version = data.get("version", game.version)
    if (data["game"], version) != (game.name, game.version):
        raise BadState(
            "this is of {game}, version {version} of its rules; "
            "here is {game_here}, version {version_here}",
            game=data["game"],
            version=version,
            game_here=game.name,
            version_here=game.version,
        )
    return make_setting(
        game,
        len(data["names"]),
        data.get("options", {}),
        data["names"],
        data.get("house_rules", ()) if house_rules is None else house_rules,
        data.get("collect", "in_order"),
        {seat: bot for seat, bot in enumerate(data.get("bots", ())) if bot},
        data.get("practice", False),
    )


def _read_scores(match: Match[Any], data: Mapping[str, Any]) -> None:
    game, seats = match.setting.game, match.setting.seats
    totals, deals = data.get("totals", [0] * seats), data.get("deals", ())
    if len(totals) != seats:
        raise BadState("totals are one whole number a seat, not {totals}", totals=totals)
    match.scores = Scoreboard(seats, lowest_wins=game.lowest_wins, teams=game.teams(match.table))
    match.scores.totals = [_whole(n) for n in totals]
    match.scores.deals = [deal and tuple(deal) for deal in deals]


def vocabulary(
    game: Game[Any], faces: Mapping[str, Any], rules: Sequence[HouseRule] = ()
) -> Vocabulary:
    """What names in the data of a match of this game stand for."""
    kinds = [*game.move_types(), *move_types(type(rule).__module__ for rule in rules)]
    classes = dict(layout(game.table_type).classes)
    for kind in kinds:
        classes[kind.__qualname__] = kind
        for hint in types_of_fields(kind).values():
            classes.update((part.__qualname__, part) for part in parts(hint))
    return Vocabulary(faces, classes)


def fill_table(table: Any, data: Mapping[str, Any], words: Vocabulary) -> None:
    """Lay out on an empty table what `to_dict` wrote; fields that are left out keep defaults."""
    plan = layout(type(table))
    piles = {pile.name: pile for pile in table._piles}
    groups = len(data.get("groups", ()))
    for name, (codes, *marks) in data["piles"].items():
        if name not in piles:
            raise BadState(
                "there is no pile {name!r}; the piles are: {names}",
                name=name,
                names=", ".join(piles),
            )
        cards = [decode({"card": code}, words) for code in codes]
        if marks and len(marks[0]) != len(cards):
            raise BadState(
                "pile {name!r} has {cards} cards and {marks} marks",
                name=name,
                cards=len(cards),
                marks=len(marks[0]),
            )
        if marks and not all(0 <= _whole(mark) >> GROUP <= groups for mark in marks[0]):
            raise BadState("pile {name!r} has a mark of a group that there is not", name=name)
        piles[name]._fill(cards, *marks)
    fields = {**data.get("fields", {}), **data.get("secrets", {})}
    hints = dict(plan.public) | {name: hint for name, _, hint, _ in plan.secrets}
    for name, value in fields.items():
        if name not in hints:
            raise BadState(
                "the table has no field {name!r}; it has: {names}",
                name=name,
                names=", ".join(hints),
            )
        decoded = decode(value, words)
        if not conforms(decoded, hints[name]):
            raise BadState(
                "the field {name!r} cannot be {value}; it is a {kind}",
                name=name,
                value=repr(decoded),
                kind=str(hints[name]),
            )
        setattr(table, name, decoded)
    _fill_rest(table, data, words)


def _fill_rest(table: Any, data: Mapping[str, Any], words: Vocabulary) -> None:
    seat, direction, out = data.get("turn", (0, 1, ()))
    if seat not in table.seats or direction not in (1, -1) or not set(out) <= set(table.seats):
        raise BadState(
            "{turn} is no seat in turn, direction and seats that are out",
            turn=[seat, direction, out],
        )
    table.turn = TurnOrder(len(table.seats))
    for gone in out:
        table.turn.leave(gone)
    table.turn.seat, table.turn.direction = seat, direction
    table.interrupts = [
        Interrupt.of(**dict(zip(FIELDS, (decode(value, words) for value in values), strict=True)))
        for values in data.get("interrupts", ())
    ]
    table._groups = [Group(*decode(group, words)) for group in data.get("groups", ())]
    for number, group in enumerate(table._groups, 1):
        earlier = [*group.parents, *(before for *_, before in group.known)]
        if _whole(group.size) < len(group.known) or not all(0 <= g < number for g in earlier):
            raise BadState(
                "group {number} is not made of earlier ones: {group}",
                number=number,
                group=str(group),
            )
    notes = decode(data.get("notes", {"dict": []}), words)
    table.notes.clear()
    table.notes.update(notes)


def _check_cards(table: Table, deck: Counter[Any]) -> None:
    found = Counter(card for pile in table._piles for card in pile)
    if found != deck:
        extra = " ".join(str(card) for card in (found - deck).elements())
        missing = " ".join(str(card) for card in (deck - found).elements())
        if extra and missing:
            raise BadState(
                "the cards are not those of the deck: too many of {extra}; missing {missing}",
                extra=extra,
                missing=missing,
            )
        if extra:
            raise BadState("the cards are not those of the deck: too many of {extra}", extra=extra)
        raise BadState("the cards are not those of the deck: missing {missing}", missing=missing)
    for pile in table._piles:
        if pile.sight in (FACE_UP, HELD):
            pile.marks = [mark | pile.viewers for mark in pile.marks]
