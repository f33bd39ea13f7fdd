"""What somebody sees of a match, as the page gets it: nothing but his own observation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardcore.cards import Card
from cardcore.look import Group, Part
from cardcore.moves import DECLINE, Move
from cardcore.observation import Observation
from cardcore.telling.words import Words, capital
from cardcore.web.story import Motion

Data = dict[str, Any]


def view(words: Words, seat: int | None) -> Data:
    """The table as a seat (None: a spectator) sees it, in the language of `words`."""
    match = words.match
    observation = match.observe(seat)
    parts = words.parts(seat) if words.open_hands else words.looks.summary(observation)
    return {
        "seat": seat,
        "seats": list(words.names),
        "title": words.title(),
        "deal": words.deal(),
        "turn": None if match.over else observation.turn[0],
        "parts": [_part(words, part) for part in parts],
        "question": _question(words, observation),
        "asked": bool(observation.moves),
        "moves": _moves(words, observation),
        "points": [
            {"seat": one.seat, "place": one.place, "points": one.points}
            for one in observation.standings
        ],
        "unit": words.translate(match.game.unit),
        "over": _over(words) if match.over else None,
    }


def card(words: Words, one: Card | None) -> Data | None:
    """A face, for whoever draws it; None is a back."""
    if one is None:
        return None
    label = words.translate(one.label)
    return {
        "code": one.code,
        "label": label,
        "symbol": one.symbol,
        "colour": one.colour,
        "name": words.face(one),
    }


def moved(words: Words, motions: Iterable[Motion]) -> list[Data]:
    """Cards that have moved, and between whom."""
    return [
        {"card": card(words, one), "from": source, "to": target} for one, source, target in motions
    ]


def said(words: Words, move: Move) -> str:
    """A move as people are shown it."""
    return words.text(move.in_words())


def _part(words: Words, part: Part) -> Data:
    return {
        "title": None if part.title is None else capital(words.text(part.title)),
        "headline": None if part.headline is None else words.text(part.headline),
        "lines": [words.text(line) for line in part.lines],
        "cards": [card(words, one) for one in part.cards],
        "groups": [[card(words, one) for one in some] for some in part.groups()] if part.by else [],
        "seat": part.seat,
    }


def _question(words: Words, observation: Observation) -> str | None:
    """What one is asked; in an interrupt everybody is asked something, whoever can react."""
    asked = words.looks.question(observation)
    if asked is not None:
        return words.text(asked)
    kinds = [one.kind for one in observation.interrupts if not one.ended]
    return words.asked_of_all(kinds[-1]) if kinds else None


def _moves(words: Words, observation: Observation) -> list[Data]:
    legal = list(observation.moves)
    if not legal:
        return []
    given = [_group(words, observation, one, legal) for one in words.looks.group(observation)]
    groups = [group for group in given if group is not None]
    if legal:  # what the game has forgotten in its groups
        groups.append({"title": None, "moves": _listed(words, observation, legal), "groups": []})
    return groups


def _group(words: Words, observation: Observation, group: Group, left: list[Move]) -> Data | None:
    """A group of moves with what is legal of it and not in a group before; None where nothing."""
    mine = [move for move in dict.fromkeys(group.moves) if move in left]
    for move in mine:
        left.remove(move)
    inner = [_group(words, observation, one, left) for one in group.groups]
    groups = [one for one in inner if one is not None]
    if not mine and not groups:
        return None
    return {
        "title": None if group.title is None else capital(words.text(group.title)),
        "moves": _listed(words, observation, mine),
        "groups": groups,
    }


def _listed(words: Words, observation: Observation, moves: Sequence[Move]) -> list[Data]:
    seat = observation.seat
    claims = () if seat is None else words.match.reactions(seat)
    return [_move(words, observation, move, claims) for move in moves]


def _move(words: Words, observation: Observation, move: Move, claims: Sequence[Move]) -> Data:
    told = None if move is DECLINE else words.looks.preview(observation, move)
    return {
        "move": move.text,
        "label": said(words, move),
        "told": "" if told is None else words.text(told),
        "cards": [one.code for one in move.cards()],
        "claim": move in claims,
    }


def _over(words: Words) -> Data:
    return {"winners": list(words.match.winners), "text": words.winners()}
