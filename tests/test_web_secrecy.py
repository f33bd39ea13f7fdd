"""Secrecy on the wire: what a client is sent depends on nothing that its seat may not know.

Two rooms play matches that differ only in cards which a seat never learns, and the same things are
said in both. Whatever that seat is sent must be the same bytes at the same times.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from rooms import NAMES, House
from small_games import NopeGame

import cardcore
from cardcore import Match
from cardcore.layout import layout
from cardcore.testing import position
from cardcore.web import reactions

GAMES = {"zeus": cardcore.game("zeus"), "odin": cardcore.game("odin"), "nope": NopeGame()}
PLAYERS = 3
HIDDEN = ("stock", "aside")
DEEP = 12
"""So many cards from the top of a stock stay as they are: they may be drawn by whoever watches."""


@pytest.fixture(autouse=True)
def _bots_think_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """What bots take for an answer is drawn by chance; here it is always the same."""
    monkeypatch.setattr(reactions, "_HUMAN", Random(1))


def twins(game: str, seed: int, watcher: int | None) -> tuple[Match[Any], Match[Any]]:
    """A match at its first deal, and one with other cards where the watcher learns none."""
    rules = GAMES[game]
    table = rules.match(PLAYERS, seed=seed).table
    single = [name for name, _, each in layout(rules.table_type).piles if not each]
    laid = {name: [card.code for card in getattr(table, name)] for name in single}
    hands = [[card.code for card in hand] for hand in table.hands]
    hidden = [hand for seat, hand in enumerate(hands) if seat != watcher]
    hidden += [laid[name] for name in HIDDEN if name in laid]
    places = [
        (pile, place)
        for pile in hidden
        for place in range(len(pile) - (DEEP if pile is laid.get("stock") else 0))
    ]

    def lie() -> Match[Any]:
        known = {"names": NAMES[:PLAYERS], "turn": table.turn.seat, "collect": "race"}
        return position(rules, players=PLAYERS, seed=seed, hands=hands, **known, **laid)

    first = lie()
    codes = [pile[place] for pile, place in places]
    Random(seed).shuffle(codes)
    for (pile, place), code in zip(places, codes, strict=True):
        pile[place] = code
    return first, lie()


class Wire:
    """One of the two rooms, and what the watcher is sent there with the time it comes."""

    def __init__(self, match: Match[Any], watcher: int | None) -> None:
        self.house = House(players=PLAYERS, persons=PLAYERS, reaction=2)
        if watcher is None:
            self.house.come()
        self.house.begin(match)
        self.watcher = self.house.devices[PLAYERS if watcher is None else watcher]
        self.sent: list[tuple[float, str]] = []
        self.below = len(getattr(match.table, "stock", ())) - DEEP
        self.listen()

    def listen(self) -> None:
        for message in self.watcher.hear():
            self.sent.append((round(self.house.now, 6), json.dumps(message)))

    def say(self, seat: int, move: str) -> None:
        self.house.devices[seat].move(move)
        self.listen()

    def wait(self, seconds: float) -> None:
        end = self.house.now + seconds
        while (due := self.house.room.next_time(self.house.now)) is not None and due <= end:
            self.house.wait(due - self.house.now)
            self.listen()
        self.house.wait(end - self.house.now)
        self.listen()

    def able(self, seat: int) -> set[str]:
        playing = self.house.room.playing
        assert playing is not None
        if playing.window is not None and seat in playing.window.noted:
            return set()
        moves = set(self.house.devices[seat].moves)
        view = self.house.devices[seat].view
        return moves | ({"decline"} if view["answers"] else set())


def compare(game: str, seed: int, watcher: int | None, steps: int = 40) -> tuple[int, int]:
    """Say the same in both rooms; how many messages were compared, and how often hands differed."""
    first, second = (Wire(match, watcher) for match in twins(game, seed, watcher))
    rng = Random(seed)
    different = 0
    for _ in range(steps):
        if first.house.match.over or second.house.match.over:
            break
        if _left(first) < 4:
            break  # what differs would be drawn
        both = [(seat, move) for seat in range(PLAYERS) for move in _common(first, second, seat)]
        alone = [
            (wire, seat)
            for wire, other in ((first, second), (second, first))
            for seat in range(PLAYERS)
            if seat != watcher
            and "decline" in wire.able(seat)
            and "decline" not in other.able(seat)
        ]
        choice = rng.random()
        if alone and choice < 0.3:  # a silent decline of somebody who could react in one alone
            wire, seat = rng.choice(alone)
            wire.say(seat, "decline")
        elif both and choice < 0.8:
            seat, move = rng.choice(sorted(both))
            first.say(seat, move)
            second.say(seat, move)
        else:
            seconds = rng.choice((0.5, 1.0, 2.5))
            first.wait(seconds)
            second.wait(seconds)
        different += _hands(first, watcher) != _hands(second, watcher)
        assert first.sent == second.sent, (game, seed, watcher)
        if not both and first.house.match.to_act != second.house.match.to_act:
            break
    return len(first.sent), different


def _common(first: Wire, second: Wire, seat: int) -> set[str]:
    return first.able(seat) & second.able(seat)


def _left(wire: Wire) -> int:
    """How many cards lie on those that differ in the stock; many where there is none."""
    table = wire.house.match.table
    return len(table.stock) - wire.below if hasattr(table, "stock") else 1000


def _hands(wire: Wire, watcher: int | None) -> list[Any]:
    hands = wire.house.match.table.hands
    return [sorted(map(str, hand)) for seat, hand in enumerate(hands) if seat != watcher]


@pytest.mark.parametrize("watcher", [0, 1, 2, None])
@pytest.mark.parametrize("game", GAMES)
def test_other_cards_that_one_never_learns_make_no_difference_on_the_wire(
    game: str, watcher: int | None
) -> None:
    counted = [compare(game, seed, watcher) for seed in range(8)]
    assert sum(messages for messages, _ in counted) > 60
    assert sum(different for _, different in counted) > 40


# -- whole matches --------------------------------------------------------------------------------


def said_of(device: Any) -> Iterator[str]:
    """Every message that is new for a device, as it goes over the wire."""
    for message in device.hear():
        yield json.dumps(message, ensure_ascii=False)


def test_no_message_names_a_card_that_its_reader_has_not_seen() -> None:
    """Odin has each card once, so a name on the wire is a card that is known."""
    house = House("odin", players=4, persons=4)
    house.come()
    house.begin()
    rng = Random(4)
    every = {card.code for card in house.match.setting.deck}
    pattern = re.compile(r"\b(" + "|".join(sorted(every)) + r")\b")
    seen: dict[int, set[str]] = {}
    deal, named = 0, 0
    while not house.match.over:
        if house.match.deal_number != deal:
            deal, seen = house.match.deal_number, {n: set() for n in range(5)}
        for number, device in enumerate(house.devices):
            seat = device.guest.seat
            observation = house.match.observe(seat)
            for view in observation.piles:
                seen[number] |= {card.code for card in view.cards if card is not None}
            for event in observation.events:
                found = [event.card, *(event.data.get("cards") or ())]
                seen[number] |= {card.code for card in found if card is not None}
            for text in said_of(device):
                codes = set(pattern.findall(text))
                named += len(codes)
                assert codes <= seen[number] | _told(device), (seat, codes - seen[number], text)
        device = next(d for d in house.devices if d.guest.seat in house.match.to_act)
        device.move(rng.choice(device.moves))
    assert named > 1000


def _told(device: Any) -> set[str]:
    """The codes of cards in lines about what everybody saw, which may be of the deal before."""
    return {word for line in device.log for word in re.findall(r"\b[A-Z]\d\b", line)}
