"""What a card does to Mount Olympus, and which cards take Zeus: the arithmetic of the rules."""

from cardcore import Card
from cardcore_zeus_on_the_loose.cards import APHRODITE, ARES, ATHENA, GODS, HERA, HERMES, POSEIDON
from cardcore_zeus_on_the_loose.options import ZeusOptions

HAND = 4
"""Cards in a full hand (rule 3)."""

STEALERS = frozenset(GODS) - {ATHENA, HERMES}
"""The gods that take Zeus by their text (rule 9c)."""


def new_total(total: int, card: Card, options: ZeusOptions) -> int:
    """The total after a card (rules 7 and 8)."""
    return total + card.rank if card.rank else after_god(total, card, options)


def after_god(total: int, god: Card, options: ZeusOptions) -> int:
    """The total after a god (rule 8)."""
    if god is APHRODITE:
        return 10 * ((total + 5) // 10)
    if god is ARES:
        return 50
    if god is HERA:
        return 99
    if god is HERMES:
        return _reversed(total, options.hermes_on_ten)
    if god is POSEIDON:
        return max(total - 10, 0) if options.floor_at_zero else total - 10
    return total


def _reversed(total: int, on_ten: str) -> int:
    """Hermes: the two digits change places; the sign of a negative total stays."""
    size = abs(total)
    if size >= 100 or (on_ten == "stay" and size % 10 == 0):
        return total
    turned = 10 * (size % 10) + size // 10
    return turned if total >= 0 else -turned


def is_ten(total: int, before: int, options: ZeusOptions) -> bool:
    """Rule 9a: the total after a card is one of 10, 20 … 100."""
    return total > 0 and total % 10 == 0 and (options.steal_on_ten == "result" or total != before)
