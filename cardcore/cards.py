"""Cards: faces, each of which exists as one object."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from zlib import crc32

import attrs

from cardcore.errors import GameError


class _OneObjectAFace(type):
    """Makes `Card("7") is Card("7")`: the same face asked for twice is the same object."""

    _faces: dict[tuple[Any, ...], Any] = {}

    def __call__(cls, *args: Any, **fields: Any) -> Any:
        face = super().__call__(*args, **fields)
        key = (cls.__module__, cls.__qualname__, *attrs.astuple(face, recurse=False))
        return _OneObjectAFace._faces.setdefault(key, face)


@attrs.frozen(eq=False, repr=False)
class Card(metaclass=_OneObjectAFace):
    """A face. Equal cards are the same object, so nothing tells two copies apart.

    `code` is the card's short name in moves, records and positions: no spaces, unique in its deck
    ("7", "Ares", "10H"). `rank` and `suit` are for the rules. `label`, `colour` and `symbol` are
    for people: the name shown (the code, if not given), a colour's name, and a sign that tells the
    colour apart without colour. A game with more to say makes a subclass with
    `attrs.frozen(eq=False)`.
    """

    code: str
    rank: int = attrs.field(default=0, kw_only=True)
    suit: str = attrs.field(default="", kw_only=True)
    label: str = attrs.field(default="", kw_only=True)
    colour: str = attrs.field(default="", kw_only=True)
    symbol: str = attrs.field(default="", kw_only=True)
    _hash: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        if not self.code or any(sign.isspace() for sign in self.code):
            raise GameError("a card's code is a word without spaces, not {code!r}", code=self.code)
        if not self.label:
            object.__setattr__(self, "label", self.code)
        # not the address: sets of cards are to have the same order in every process
        object.__setattr__(self, "_hash", crc32(self.code.encode()))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<{self.code}>"

    def __str__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[Any, ...]:
        fields = attrs.asdict(self, recurse=False, filter=lambda field, _: field.init)
        return _face, (type(self), fields)


def _face(kind: type[Card], fields: dict[str, Any]) -> Card:
    return kind(**fields)


def by_code(cards: Iterable[Card]) -> dict[str, Card]:
    """The faces of a deck by their codes, in the deck's order.

    Raises `GameError` where two faces share a code.
    """
    faces: dict[str, Card] = {}
    lower: dict[str, Card] = {}
    for card in cards:
        if lower.setdefault(card.code.lower(), card) is not card:
            raise GameError(
                "two different cards of one deck have the code {code!r}; case does not count",
                code=card.code,
            )
        faces[card.code] = card
    return faces


def french_deck(*, jokers: int = 0) -> list[Card]:
    """The 52 cards of four suits, aces low (rank 1), and as many jokers as asked for.

    Codes are rank and suit, "AS", "10H"; suits "clubs", "diamonds", "hearts", "spades".
    """
    suits = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    deck = [
        Card(
            name + suit[0].upper(),
            rank=rank,
            suit=suit,
            label=name + sign,
            colour="red" if suit in ("diamonds", "hearts") else "black",
            symbol=sign,
        )
        for suit, sign in suits.items()
        for rank, name in enumerate(ranks, 1)
    ]
    return deck + [Card("joker", label="Joker", symbol="★")] * jokers
