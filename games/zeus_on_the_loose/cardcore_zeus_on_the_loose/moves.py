"""What a seat does: play a card in turn, sneak the same number, draw late or leave it."""

import attrs

from cardcore import Card, Move


@attrs.frozen
class Play(Move):
    """Play a card in turn (rule 6)."""

    card: Card


@attrs.frozen
class Sneak(Move):
    """Play the same number out of turn (rule 12)."""

    card: Card


@attrs.frozen
class Draw(Move):
    """Draw one card, where drawing is not automatic (rule 23)."""


@attrs.frozen
class Leave(Move):
    """Leave the draw for now; it is offered again when the next card has been played."""
