"""Events: what happened, kept as plain tuples and dressed when somebody reads them.

A raw event is a tuple whose first item is its kind. Where cards are concerned its last item is a
mask with a bit for each seat that may know them, or a mask a card, fixed when it happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, overload

from cardcore.cards import Card
from cardcore.moves import Move
from cardcore.moving import CARD, CARDS, SHOW, SHUFFLE
from cardcore.piles import SPECTATOR
from cardcore.table import CLOSED, EMIT, INTERRUPT
from cardcore.texts import Player, Text
from cardcore.values import copied

MOVE, DECLINE, DEAL, SCORED, OVER, RULE = "move", "decline", "deal", "scored", "over", "rule"

SEEN = -1
"""The mask of an event as somebody saw it: there is nothing more to hide in it."""

_FIELDS: dict[str, tuple[str, ...]] = {
    MOVE: ("seat", "move"),
    DECLINE: ("seat",),
    CARD: ("card", "source", "target"),
    CARDS: ("cards", "source", "target"),
    SHUFFLE: ("pile",),
    SHOW: ("card", "pile", "to"),
    INTERRUPT: ("interrupt", "seat", "card"),
    CLOSED: ("interrupt", "seat"),
    DEAL: ("number",),
    SCORED: ("points",),
    OVER: ("winners",),
    RULE: ("rule", "what", "detail"),
}
KINDS = frozenset(_FIELDS)


def seen(raw: tuple[Any, ...], bit: int) -> tuple[Any, ...] | None:
    """A raw event as the seat of `bit` may know it; None where it does not see that it happened."""
    kind = raw[0]
    if kind == CARD:
        _, card, source, target, mask = raw
        return (CARD, card if mask & bit else None, source, target, SEEN)
    if kind == CARDS:
        if raw[-1] == SEEN:
            return raw
        known = [card if mask & bit else None for card, mask in zip(raw[1], raw[-1], strict=True)]
        return (CARDS, tuple(known), *raw[2:-1], SEEN)
    if kind == MOVE:
        move = raw[2]
        if not raw[3] & bit and isinstance(move, Move):
            move = move.hidden_text()
        return (MOVE, raw[1], move, SEEN)
    if kind == SHOW:
        return (SHOW, raw[1] if raw[-1] & bit else None, *raw[2:-1], SEEN)
    if kind == RULE:
        return (RULE, raw[1], raw[2], "")  # what failed, and how, is for whoever runs the match
    if kind == EMIT:
        return (EMIT, raw[1], copied(raw[2]))
    if kind == DECLINE:
        return raw if 1 << raw[1] == bit else None
    return raw


class Event:
    """Something that happened. `kind` tells what, `data` the rest by name.

    Kinds of the engine: "move" (seat, move), "decline" (seat), "card" (card, source, target),
    "cards" (cards, source, target: several at once), "shuffle" (pile), "show" (card, pile, to:
    seats, None for everybody), "interrupt" (interrupt, seat, card), "closed" (interrupt, seat: a
    blocking one is over), "deal" (number), "scored" (points, None for a void deal), "over"
    (winners), "rule" (rule, what, detail); any other kind is the game's own. A pile is named by
    its label, a field's name and a seat or None. A hidden card is None, a hidden move its text
    with "?".
    """

    __slots__ = ("raw",)

    def __init__(self, raw: tuple[Any, ...]) -> None:
        self.raw = raw

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(self.kind)

    def __repr__(self) -> str:
        inside = "".join(f", {name}={value}" for name, value in self.data.items())
        return f"Event({self.kind}{inside})"

    @property
    def kind(self) -> str:
        """What happened: a kind of the engine, or the game's own."""
        kind: str = self.raw[1] if self.raw[0] == EMIT else self.raw[0]
        return kind

    @property
    def data(self) -> Mapping[str, Any]:
        """The rest, by name."""
        if self.raw[0] == EMIT:
            data: Mapping[str, Any] = self.raw[2]
            return data
        named = dict(zip(_FIELDS[self.raw[0]], self.raw[1:], strict=False))
        if self.raw[0] == SHOW:
            bits = named["to"]
            everybody = bool(bits >> SPECTATOR & 1)
            seats = tuple(seat for seat in range(SPECTATOR) if bits >> seat & 1)
            named["to"] = None if everybody else seats
        return named

    @property
    def seat(self) -> int | None:
        """The seat that acted, where the event has one."""
        return self.data.get("seat")

    @property
    def move(self) -> Move | None:
        """The move, where one was made and is known."""
        move = self.data.get("move")
        return move if isinstance(move, Move) else None

    @property
    def card(self) -> Card | None:
        """The card, where there is one and it is known."""
        return self.data.get("card")

    def seen_by(self, seat: int | None) -> Event | None:
        """What a seat (None: a spectator) may know of this; None where it sees nothing."""
        raw = seen(self.raw, 1 << (SPECTATOR if seat is None else seat))
        return None if raw is None else Event(raw)


class Events:
    """A read-only sequence of events, dressed one by one when they are read."""

    __slots__ = ("raw",)

    def __init__(self, raw: list[tuple[Any, ...]]) -> None:
        self.raw = raw

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Events: ...
    def __getitem__(self, index: int | slice) -> Event | Events:
        if isinstance(index, slice):
            return Events(self.raw[index])
        return Event(self.raw[index])

    def __len__(self) -> int:
        return len(self.raw)

    def __iter__(self) -> Iterator[Event]:
        return map(Event, self.raw)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Events):
            return NotImplemented
        return self.raw == other.raw

    def __hash__(self) -> int:
        return len(self.raw)

    def __repr__(self) -> str:
        return f"Events({list(self)})"

    def seen_by(self, seat: int | None) -> Events:
        """What a seat (None: a spectator) may know of these."""
        return Events(all_seen(self.raw, 1 << (SPECTATOR if seat is None else seat)))


def all_seen(events: Iterable[tuple[Any, ...]], bit: int) -> list[tuple[Any, ...]]:
    """The raw events that the seat of `bit` sees, each as it may know it."""
    return [raw for raw in [seen(raw, bit) for raw in events] if raw is not None]


def _hidden_in_words(text: str) -> Text:
    """The text of a move with "?" for its cards, in words that can be translated each."""
    words = [Text(word) if word.isalpha() else word for word in text.split()]
    fields = {f"word{place}": word for place, word in enumerate(words)}
    return Text(" ".join(f"{{{name}}}" for name in fields), **fields)


def in_words(event: Event) -> Text | None:
    """An event in the engine's own words, for games that do not describe it themselves."""
    data = event.data
    if event.kind == MOVE:
        move = data["move"]
        if move == "?":
            return Text("{player} has chosen in secret", player=Player(data["seat"]))
        chosen = move.in_words() if isinstance(move, Move) else _hidden_in_words(move)
        return Text("{player} chooses: {move}", player=Player(data["seat"]), move=chosen)
    if event.kind == DEAL:
        return Text("Deal {number}", number=data["number"])
    if event.kind == RULE:
        if data["what"] == "overruled":
            return Text("house rule {rule} would allow no move, so it does not count", **data)
        if not data["detail"]:
            return Text("house rule {rule} failed and is switched off", **data)
        return Text("house rule {rule} failed and is switched off: {detail}", **data)
    return None
