"""Lab: a table without rules, on which tests move cards by scripts, and a reckoning of its worlds.

A script says what everybody sees being done ("seat 1 puts a card of its hand on the stock"); which
card that is differs from world to world. `signal` says what a seat sees of a step, and `Belief`
keeps every world that agrees with what a seat has seen: both are reckoned here without the
engine's bookkeeping, and so can judge it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any

import attrs

from cardcore import Card, Game, Match, Move, Pile, Table, face_down, face_up, held, top_up

Place = str | int
"""A pile: the name of a single one, or the seat whose hand it is."""


@attrs.frozen
class Wait(Move):
    """Do nothing."""


@attrs.define
class LabTable(Table):
    """One pile of each kind, and hands."""

    stock: Pile = face_down()
    discard: Pile = face_up()
    heap: Pile = top_up()
    hands: list[Pile] = held()


class Lab(Game[LabTable]):
    """Everybody may act at any time, and nothing comes of it."""

    name, title, seats = "lab", "Lab", range(2, 7)

    def __init__(self, deck: str = "a a b b c d") -> None:
        self.deck = [Card(code) for code in deck.split()]

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return self.deck

    def deal(self, table: LabTable, last: LabTable | None) -> None:
        table.shuffle(table.stock)

    def to_act(self, table: LabTable) -> Sequence[int]:
        return list(table.seats)

    def moves(self, table: LabTable, seat: int) -> Sequence[Move]:
        return [Wait()]

    def play(self, table: LabTable, seat: int, move: Move) -> None:
        pass

    def points(self, table: LabTable) -> None:
        return None


@attrs.frozen
class Step:
    """What is done: "draw", "deal", "put", "bury", "steal", "all", "shuffle", "peek" or "show"."""

    kind: str
    source: Place = "stock"
    target: Place = "stock"
    at: Any = "top"
    to: tuple[int, ...] | None = None
    n: int = 0


def pile_at(table: LabTable, place: Place) -> Pile:
    """The pile that a place names."""
    found: Pile = table.hands[place] if isinstance(place, int) else getattr(table, place)
    return found


def script(rng: Random, seats: int, length: int, *, heap: bool = True) -> list[Step]:
    """Some steps that begin with dealing; some of them may turn out to move nothing."""
    heaps = ["heap"] if heap else []
    stacks: list[Place] = ["stock", "discard", *heaps]
    places: list[Place] = [*stacks, *range(seats)]
    steps = [Step("deal")] * rng.choice([1, 1, 2])
    kinds = ["draw", "draw", "deal", "put", "put", "put", "put", "bury", "steal", "all", "shuffle"]
    while len(steps) < length:
        kind = rng.choice([*kinds, "peek", "show", "lay open"])
        source, target = rng.choice(places), rng.choice(places)
        to = rng.choice([None, *((seat,) for seat in range(seats))])
        if kind == "draw":
            source, target = rng.choice(stacks), target
        elif kind in ("put", "steal", "show", "lay open"):
            source = rng.randrange(seats)
            target = rng.randrange(seats) if kind == "steal" else target
        elif kind == "bury":
            source, target = rng.randrange(seats), "stock"
        elif kind == "shuffle":
            source = target = rng.choice(["stock", *heaps])
        elif kind == "peek":
            source, to = "stock", to or (0,)
        if kind in ("draw", "put", "bury", "steal", "all") and source == target:
            continue
        keep = kind == "all" and source == "discard" and rng.random() < 0.5
        at = rng.choice(["top", "top", "bottom"])
        steps.append(
            Step(kind, source, target, at, to, rng.randint(1, 2) if kind == "peek" else keep)
        )
    return steps


def carry_out(table: LabTable, step: Step, rng: Random) -> tuple[Card, ...]:
    """Do a step in one world; the cards that are shown by it are returned."""
    source, target = pile_at(table, step.source), pile_at(table, step.target)
    if step.kind == "shuffle":
        table.shuffle(source)
    elif step.kind == "deal":
        if len(table.stock) >= len(table.hands):
            table.deal(table.stock, 1)
    elif not source:
        return ()
    elif step.kind == "draw":
        table.draw(source, target, at=step.at)
    elif step.kind == "steal":
        table.draw(source, target)
    elif step.kind == "all":
        count = max(len(source) - step.n, 0)
        table.put_all(source, target, keep=min(step.n, len(source)))
        return tuple(target[len(target) - count :])
    elif step.kind == "peek":
        shown = tuple(source[-step.n :])
        table.show(source, top=len(shown), to=step.to)
        return shown
    elif step.kind == "lay open":
        table.show(source, to=step.to)
        return tuple(source)
    else:
        card = rng.choice(sorted(source, key=str))
        if step.kind == "show":
            table.show(source, [card], to=step.to)
            return (card,)
        table.put(card, source, target, at="anywhere" if step.kind == "bury" else step.at)
    return ()


World = tuple[tuple[str, ...], ...]
"""The codes in stock, discard, heap and the hands, the hands sorted, for they have no order."""

STACKS = ("stock", "discard", "heap")


def world_of(match: Match[LabTable]) -> World:
    """Where the cards lie."""
    table = match.table
    stacks = [tuple(card.code for card in pile_at(table, name)) for name in STACKS]
    return (*stacks, *(tuple(sorted(card.code for card in hand)) for hand in table.hands))


def _index(place: Place) -> int:
    return 3 + place if isinstance(place, int) else STACKS.index(place)


def signal(before: World, after: World, shown: Sequence[str], step: Step, seat: int | None) -> Any:
    """What `seat` (None: a spectator) sees of a step: what lies open to it, and what is shown."""
    heap = after[2]
    seen: list[Any] = [len(after[0]), after[1], len(heap), heap[-1:]]
    seen += [hand if s == seat else len(hand) for s, hand in enumerate(after[3:])]
    owner = step.source if isinstance(step.source, int) else None
    if step.kind in ("peek", "show", "lay open"):
        if step.to is None or seat in step.to or (seat is not None and seat == owner):
            seen.append(sorted(shown) if owner is not None else list(shown))
    elif step.kind == "all" and (owner is None or isinstance(step.target, str)):
        # a pile is taken up, or laid down, card by card
        seen += [
            list(shown)
            for sees in [
                step.target == "discard",
                seat is not None and seat in (owner, step.target),
            ]
            if sees
        ]
    return repr(seen)


class Belief:
    """Every world that agrees with what one seat has seen."""

    def __init__(self, match: Match[LabTable], seat: int | None) -> None:
        self.seat = seat
        empty: World = ((),) * (2 + len(match.seats))
        codes = [card.code for card in match.setting.deck]
        self.worlds: set[World] = {(order, *empty) for order in set(permutations(codes))}

    def learn(self, step: Step, seen: Any) -> None:
        """Keep what agrees with a step and what was seen of it."""
        self.worlds = {
            after
            for before in self.worlds
            for after, shown in _outcomes(before, step)
            if signal(before, after, shown, step, self.seat) == seen
        }


def _moved(world: World, source: int, target: int, left: Any, there: Any) -> World:
    piles = list(world)
    piles[source] = tuple(left)
    piles[target] = tuple(sorted(there) if target >= 3 else there)
    return tuple(piles)


def _without(codes: Sequence[str], code: str) -> list[str]:
    rest = list(codes)
    rest.remove(code)
    return rest


def _outcomes(world: World, step: Step) -> Iterator[tuple[World, Sequence[str]]]:
    """Every world that a step can lead to, with what is shown by it."""
    source, target = _index(step.source), _index(step.target)
    here, there = world[source], world[target]
    if step.kind == "shuffle":
        for order in set(permutations(here)):
            yield _moved(world, source, source, order, order), ()
    elif step.kind == "deal":
        seats = len(world) - 3
        if len(world[0]) >= seats:
            for seat in range(seats):
                stock, hand = world[0], world[3 + seat]
                world = _moved(world, 0, 3 + seat, stock[:-1], (*hand, stock[-1]))
        yield world, ()
    elif not here:
        yield world, ()
    elif step.kind == "draw" and step.at == "bottom":
        yield _moved(world, source, target, here[1:], (*there, here[0])), ()
    elif step.kind == "draw":
        yield _moved(world, source, target, here[:-1], (*there, here[-1])), ()
    elif step.kind == "all":
        going = len(here) - min(step.n, len(here))
        orders = set(permutations(here)) if source >= 3 else [here]
        for order in orders:
            yield _moved(world, source, target, order[going:], there + order[:going]), order[:going]
    elif step.kind == "peek":
        yield world, here[-step.n :]
    elif step.kind == "lay open":
        yield world, here
    else:
        for code in set(here):
            if step.kind == "show":
                yield world, (code,)
                continue
            landed = (code, *there) if step.at == "bottom" else (*there, code)
            # a place that is not seen ends what is known of places: as good as a shuffle
            for order in set(permutations(landed)) if step.kind == "bury" else [landed]:
                yield _moved(world, source, target, _without(here, code), order), ()
