"""Seals: secret moves that one of two matches makes otherwise, until the game tells them.

A game tells a secret move by an event of its own, or by showing or laying open the card that was
chosen. From then on the two matches may rightly differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import attrs

from cardcore.cards import Card
from cardcore.events import Event
from cardcore.layout import layout
from cardcore.moves import Move
from cardcore.testing.laws.pairs import Leak, Pair, Tally
from cardcore.testing.laws.tracks import Played


@attrs.define
class Seals:
    """Which secret moves differ, and whether what was told last may be one of them.

    `since` is the step from which on others choose otherwise, None where they never do. `tells`
    are the kinds of the game's own events that tell; None stands for all that differ themselves.
    """

    tells: frozenset[str] | None
    since: int | None = None
    differ: bool = False
    cards: set[Card] = attrs.Factory(set)
    told: bool = False
    kept: bool = False
    """Whether the two were found alike while a seal was another."""

    @classmethod
    def of(cls, played: Played, pair: Pair, steps: int, rng: Random | None) -> Seals:
        """What is to differ in a pair, chosen by `rng`; nothing without one."""
        secret = [
            step
            for step, (seat, move, _moved) in enumerate(played.steps[:steps])
            if move.secret and seat != pair.watcher
        ]
        since = rng.choice(secret) if rng is not None and secret else None
        return cls(played.case.tells, since)

    def otherwise(self, pair: Pair, step: int, seat: int, wish: Move, rng: Random) -> Move:
        """Another secret move than the one that is wished for, where it is time and there is one.

        The first one differs for certain, later ones every now and then.
        """
        if self.since is None or step < self.since or seat == pair.watcher or not wish.secret:
            return wish
        if self.differ and rng.random() < 0.5:
            return wish
        others = [move for move in pair.two.moves(seat) if move.secret and move != wish]
        return rng.choice(others) if others else wish

    def made(self, one: Move, two: Move) -> None:
        """Remember what was chosen in the two matches."""
        if one.secret and one != two:
            self.differ = True
            self.cards |= {*one.cards(), *two.cards()}

    def hear(self, one: Sequence[Event], two: Sequence[Event]) -> None:
        """Whether what the watcher has just been told in the two may tell a seal that differs."""
        if not self.differ:
            return
        own = [[event for event in told if event.raw[0] == "emit"] for told in (one, two)]
        if self.tells is None:
            self.told |= own[0] != own[1]
        else:
            self.told |= any(event.kind in self.tells for event in (*own[0], *own[1]))
        self.told |= any(map(self._lays_open, (*one, *two)))

    def _lays_open(self, event: Event) -> bool:
        """Whether the watcher is shown a card that was chosen in secret."""
        if event.raw[0] in ("card", "show"):
            return event.card in self.cards
        return event.raw[0] == "cards" and not self.cards.isdisjoint(event.data["cards"])

    def compare(self, pair: Pair, tally: Tally, *, thorough: bool = False) -> bool:
        """Compare a pair; False where it differs and rightly may. Raises `Leak`."""
        try:
            pair.compare(tally, thorough=thorough)
        except Leak:
            if self.told:
                return False
            raise
        self.told = False
        self.kept |= self.differ
        return True


def has_secrets(pair: Pair) -> bool:
    """Whether a game has anything to tell besides cards: secret moves or secret fields."""
    game = pair.one.game
    secret_moves = any(kind.secret for kind in game.move_types())
    return secret_moves or bool(layout(game.table_type).secrets)
