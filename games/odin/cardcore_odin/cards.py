"""The cards: six colours of 1 to 9 (rule 2), and the goat (option `goat`)."""

import attrs

from cardcore import Card


@attrs.frozen(eq=False, repr=False)
class OdinCard(Card):
    """A number (its rank) of a colour (its suit); `bit` tells the cards of a hand in one number."""

    bit: int = attrs.field(default=0, kw_only=True)


NUMBERS = range(1, 10)

NINE = 9
"""The highest number."""

SUITS = ("blue", "red", "pink", "green", "dark", "orange")

SHOWN = {"blue": "blue", "red": "red", "pink": "magenta", "green": "green", "orange": "dark_orange"}
"""The colours of a terminal; dark cards are as dark, or as light, as its text."""

CARDS = [
    OdinCard(
        f"{suit[0].upper()}{number}",
        rank=number,
        suit=suit,
        colour=SHOWN.get(suit, ""),
        bit=1 << 9 * place + number - 1,
    )
    for place, suit in enumerate(SUITS)
    for number in NUMBERS
]

GOAT = OdinCard("goat", bit=1 << 54)
"""Number 0, of any colour."""

GOAT_POINTS = 5
"""What it costs in hand (rule 16); any other card costs one."""

REMOVED = ("dark", "orange")
"""The colours that are left out where two are."""


def deck(removed_colours: int, *, goat: bool) -> list[OdinCard]:
    """All cards of a match; the goat is the last."""
    out = REMOVED[:removed_colours]
    return [card for card in CARDS if card.suit not in out] + [GOAT] * goat


def order(card: Card) -> tuple[int, int]:
    """Numbers from high to low, equal ones by colour: the order in which a set is written."""
    return -card.rank, SUITS.index(card.suit) if card.suit in SUITS else len(SUITS)
