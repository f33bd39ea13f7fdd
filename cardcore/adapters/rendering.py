"""A table as plain lines, as the terminal writes it."""

from __future__ import annotations

from typing import Any

from cardcore.match import Match
from cardcore.telling.words import Words

MODES = ("human", "ansi")
"""`human` prints the lines, `ansi` returns them."""


def shown(match: Match[Any], seat: int | None, mode: str | None) -> str | None:
    """Print what a seat sees, or return it, as the mode says; nothing without a mode."""
    if mode == "human":
        print(drawn(match, seat), end="\n\n")
    return drawn(match, seat) if mode == "ansi" else None


def drawn(match: Match[Any], seat: int | None) -> str:
    """What a seat (None: a spectator) sees: what lies on the table, a line a seat, its moves."""
    words = Words(match)
    parts = words.parts(seat)
    lines = [f"{words.part(part)}." for part in parts if part.seat is None]
    for other in match.seats:
        row = [words.part(part) for part in parts if part.seat == other]
        if row:
            lines.append(f"{words.names[other]}: {'; '.join(row)}.")
    moves = () if seat is None else match.moves(seat)
    if moves:
        lines.append(f"{words.names[seat or 0]} may: {', '.join(move.text for move in moves)}.")
    if match.over:
        lines.append(words.winners())
    return "\n".join(lines)
