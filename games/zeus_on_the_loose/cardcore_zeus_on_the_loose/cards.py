"""The cards: four of each number 1 to 10, and the gods of two printings (rule 2)."""

import attrs

from cardcore import Card


@attrs.frozen(eq=False, repr=False)
class ZeusCard(Card):
    """A number (its rank) or a god (rank 0); `bit` tells the faces of a hand in one number."""

    bit: int = attrs.field(default=0, kw_only=True)


NUMBERS = [ZeusCard(str(number), rank=number, bit=1 << number) for number in range(1, 11)]

POSEIDON, ARES, ATHENA, HERMES, APHRODITE, APOLLO, ARTEMIS, HERA = GODS = [
    ZeusCard(name, suit="god", bit=1 << 11 + place)
    for place, name in enumerate(
        ("Poseidon", "Ares", "Athena", "Hermes", "Aphrodite", "Apollo", "Artemis", "Hera")
    )
]

COPIES = {
    "60": dict(zip(GODS, (4, 3, 3, 3, 2, 2, 2, 1), strict=True)),
    "56": dict(zip(GODS, (3, 2, 2, 2, 2, 2, 2, 1), strict=True)),
}


def deck(printing: str) -> list[ZeusCard]:
    """All cards of a printing, "60" or "56"."""
    gods = COPIES[printing]
    return [card for card in NUMBERS for _ in range(4)] + [
        god for god, copies in gods.items() for _ in range(copies)
    ]
