"""Which matches are played: the seed of each, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import attrs

from cardcore.errors import BadOptions


@attrs.frozen
class Place:
    """What match `number` is: its seed, the bot at each seat (by its place in the list of bots).

    Matches of one `block` have the same seed, and so the same deals.
    """

    number: int
    block: int
    seed: int
    seats: tuple[int, ...]


@attrs.frozen
class Plan:
    """So many `matches` of each of the `groups`, one after the other; a group sits at one table.

    Seats are rotated: in each match everybody moves on by one. With `duplicate` the matches of one
    rotation are a block, dealt alike; else every match is a block.
    """

    groups: tuple[tuple[int, ...], ...]
    matches: int
    seed: int
    duplicate: bool = True

    @property
    def total(self) -> int:
        """How many matches there are in all."""
        return len(self.groups) * self.matches

    def place(self, number: int) -> Place:
        """The match of that number, from 0."""
        group, within = divmod(number, self.matches)
        seats = self.groups[group]
        turns = rotations(seats)
        first = group * self.matches
        block = first + within - within % turns if self.duplicate else number
        turn = within % turns
        return Place(number, block, match_seed(self.seed, block), seats[-turn:] + seats[:-turn])

    def cut(self, start: int, least: int) -> int:
        """Where a piece ends that begins at `start`: no block is cut, and none of its groups."""
        group, within = divmod(start, self.matches)
        turns = rotations(self.groups[group]) if self.duplicate else 1
        whole = -(-max(least, 1) // turns) * turns
        return group * self.matches + min(within + whole, self.matches)


def rotations(seats: Sequence[int]) -> int:
    """How often everybody can move on by one before all sit as before."""
    return next(
        turn
        for turn in range(1, len(seats) + 1)
        if tuple(seats[turn:]) + tuple(seats[:turn]) == tuple(seats)
    )


def match_seed(seed: int, block: int) -> int:
    """The seed of the matches of a block, short enough for any program that reads JSON."""
    return int.from_bytes(sha256(f"{seed} match {block}".encode()).digest()[:6], "big")


def seated(bots: int, players: int) -> tuple[int, ...]:
    """The bots in the order of seats, and round again where there are fewer than players."""
    if bots > players:
        raise BadOptions(
            "{bots} bots are named for {players} seats; cardcore tournament lets any number meet",
            bots=bots,
            players=players,
        )
    return tuple(seat % bots for seat in range(players))
