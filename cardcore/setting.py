"""The setting of a match: all that is fixed when it begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from cardcore import options as option_values
from cardcore.cards import Card, by_code
from cardcore.errors import BadOptions
from cardcore.game import Game
from cardcore.houserules import HouseRule, check_rules
from cardcore.interrupts import COLLECT, Collect
from cardcore.layout import layout
from cardcore.piles import Label, Sight

LONGEST = 40
"""So many signs may a name have."""


@attrs.frozen
class Setting:
    """What is fixed when a match begins and shared by all its copies; the header of its record.

    `names` has one entry a seat, "" where none was given; `bots` names the bot of a seat, "" where
    a person sits.
    """

    game: Game[Any]
    options: Any
    names: tuple[str, ...]
    house_rules: tuple[HouseRule, ...]
    collect: Collect
    bots: tuple[str, ...]
    practice: bool
    deck: tuple[Card, ...]
    faces: Mapping[str, Card]
    seats: int = attrs.field(init=False)
    """How many seats there are."""
    circles: tuple[tuple[int, ...], ...] = attrs.field(init=False)
    """For each seat all seats from its left round the table, itself last."""
    piles: tuple[tuple[Label, Sight, int], ...] = attrs.field(init=False)
    """The piles of a table: what they are called, who sees them, and the bits of those who do."""
    in_turn: bool = attrs.field(init=False)
    """Whether the game leaves it to the order of turns who may act."""

    def __attrs_post_init__(self) -> None:
        seats = len(self.names)
        object.__setattr__(self, "seats", seats)
        circles = tuple(
            tuple((seat + step) % seats for step in range(1, seats + 1)) for seat in range(seats)
        )
        object.__setattr__(self, "circles", circles)
        object.__setattr__(self, "piles", layout(self.game.table_type).for_seats(seats))
        object.__setattr__(self, "in_turn", type(self.game).to_act is Game.to_act)

    def header(self) -> dict[str, Any]:
        """All of it as JSON takes it."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": option_values.as_dict(self.options),
            "house_rules": [rule.name for rule in self.house_rules],
            "collect": self.collect,
            "names": list(self.names),
            "bots": list(self.bots),
            "practice": self.practice,
        }


def usual_players(game: Game[Any], *, needed: int = 1, wanted: int = 3) -> int:
    """How many play where nobody says: three, or as near to it as the game allows.

    At least as many as are `needed`, where the game allows so many; `wanted` is another number.
    """
    wanted = max(wanted, needed)
    return min(game.seats, key=lambda count: (count < needed, abs(count - wanted)))


def make_setting(
    game: Game[Any],
    players: int | None,
    options: Mapping[str, Any] | None,
    names: Sequence[str] | None,
    house_rules: Sequence[Any],
    collect: str,
    bots: Mapping[int, str],
    practice: bool,
) -> Setting:
    """Check what a match is begun with. Raises `BadOptions` for what does not go together."""
    given = tuple(names or ())
    if players is None:
        if not given:
            raise BadOptions("say how many players there are, or their names")
        players = len(given)
    if type(players) is not int:
        raise BadOptions(
            "the number of players is a whole number, not {value}", value=repr(players)
        )
    if len(given) > players:
        raise BadOptions(
            "there are {names} names for {players} players", names=len(given), players=players
        )
    for name in given:
        check_name(name)
    made = game.make_options(options, players)
    if collect not in COLLECT:
        raise BadOptions(
            "claims are collected {ways}, not {value}",
            ways=", ".join(COLLECT),
            value=repr(collect),
        )
    strangers = [seat for seat in bots if seat not in range(players)]
    if strangers:
        raise BadOptions(
            "there is no seat {seat} for a bot among {players}", seat=strangers[0], players=players
        )
    named = [house_rules] if isinstance(house_rules, str) else house_rules
    rules = tuple(_house_rule(rule) for rule in named)
    check_rules(rules, game.name)
    deck = tuple(game.cards(made, players))
    return Setting(
        game,
        made,
        given + ("",) * (players - len(given)),
        rules,
        collect,
        tuple(bots.get(seat, "") for seat in range(players)),
        bool(practice),
        deck,
        _faces(game, deck),
    )


_read: dict[tuple[str, int], tuple[tuple[Card, ...], Mapping[str, Card]]] = {}
"""The last deck of so many cards of a game, with its faces by code."""


def _faces(game: Game[Any], deck: tuple[Card, ...]) -> Mapping[str, Card]:
    """The faces of a deck by their codes, read once where match after match has the same deck."""
    known = _read.get((game.name, len(deck)))
    if known is None or known[0] != deck:
        known = _read[game.name, len(deck)] = deck, by_code(deck)
    return known[1]


def check_name(name: object) -> None:
    """Refuse what cannot be the name of a player. Raises `BadOptions`."""
    if not isinstance(name, str):
        raise BadOptions("a name is a text")
    if any("\ud800" <= sign <= "\udfff" for sign in name):
        raise BadOptions("a name is not readable text")
    if not name.isprintable():
        raise BadOptions("the name {name!r} has signs that cannot be shown", name=name[:LONGEST])
    if len(name) > LONGEST:
        raise BadOptions(
            "the name {name!r}… is too long; {number} signs are allowed",
            name=name[:LONGEST],
            number=LONGEST,
        )


def _house_rule(rule: Any) -> HouseRule:
    if isinstance(rule, HouseRule):
        return rule
    from cardcore.plugins import installed

    return installed().house_rule(rule)
