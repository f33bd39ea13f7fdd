"""The cards: four of each number 1 to 10, and the gods of two printings (rule 2)."""

from cardcore import Card

NUMBERS = [Card(str(number), rank=number) for number in range(1, 11)]

POSEIDON, ARES, ATHENA, HERMES, APHRODITE, APOLLO, ARTEMIS, HERA = GODS = [
    Card(name, suit="god")
    for name in (
        "Poseidon",
        "Ares",
        "Athena",
        "Hermes",
        "Aphrodite",
        "Apollo",
        "Artemis",
        "Hera",
    )
]

COPIES = {
    "60": dict(zip(GODS, (4, 3, 3, 3, 2, 2, 2, 1), strict=True)),
    "56": dict(zip(GODS, (3, 2, 2, 2, 2, 2, 2, 1), strict=True)),
}


def deck(printing: str) -> list[Card]:
    """All cards of a printing, "60" or "56"."""
    gods = COPIES[printing]
    return [card for card in NUMBERS for _ in range(4)] + [
        god for god, copies in gods.items() for _ in range(copies)
    ]
