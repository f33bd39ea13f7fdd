"""Positions: a match that stands where a test wants it, every card accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cardcore.cards import Card
from cardcore.chance import generator
from cardcore.errors import BadState
from cardcore.game import Game
from cardcore.houserules import HouseRule
from cardcore.interrupts import Collect
from cardcore.layout import layout
from cardcore.match import Match
from cardcore.setting import make_setting
from cardcore.state import FORMAT
from cardcore.values import encode

Content = int | str | Sequence[str | Card]


def position(
    game: Game[Any],
    *,
    players: int | None = None,
    names: Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    turn: int = 0,
    totals: Sequence[int] | None = None,
    deals: Sequence[Sequence[int] | None] = (),
    collect: Collect = "in_order",
    house_rules: Sequence[HouseRule] = (),
    practice: bool = False,
    seed: int = 0,
    rest: str | None = None,
    **table: Any,
) -> Match[Any]:
    """A match in a position: `turn` is the seat in turn, `totals` the points so far.

    Every other keyword is a field of the table. A pile is given from bottom to top as cards, as
    codes, or as one text of codes with spaces; "?" stands for any card that is left, and a number
    for so many of them. Piles that each seat has are a list of these. What is left in the end lies
    at the bottom of the pile `rest`, by default where cards lie before a deal. `seed` chooses among
    the cards that are left. No history lies behind a position: records and undo begin with it.

    Raises `BadState` for cards that the deck does not have and for fields of a wrong type.

    Example: `position(Hearts(), players=3, turn=1, hands=["QS ? ?", 3, 3], trick="2H", suit="H")`
    """
    setting = make_setting(game, players, options, names, house_rules, collect, {}, practice)
    plan = layout(game.table_type)
    piles = {name: each for name, _, each in plan.piles}
    rest = plan.home if rest is None else rest
    if rest not in piles or piles[rest]:
        raise BadState("what is left cannot lie in {pile!r}: it is no single pile", pile=rest)
    wanted: dict[str, list[str]] = {}
    for name, each in piles.items():
        contents = table.pop(name, None)
        if not each:
            wanted[name] = _codes(contents)
            continue
        for seat in range(setting.seats):
            given = contents[seat] if contents is not None and seat < len(contents) else None
            wanted[f"{name}[{seat}]"] = _codes(given)
    _fill(wanted, setting.deck, setting.faces, rest, seed)
    secrets = {name for name, *_ in plan.secrets}
    fields = {name: encode(value) for name, value in table.items()}
    data = {
        "format": FORMAT,
        **setting.header(),
        "seed": seed,
        "deal_number": len(deals) + 1,
        "totals": list(totals or map(sum, zip(*[deal for deal in deals if deal], strict=True)))
        or [0] * setting.seats,
        "deals": [None if deal is None else list(deal) for deal in deals],
        "table": {
            "piles": {name: [codes] for name, codes in wanted.items()},
            "fields": {name: value for name, value in fields.items() if name not in secrets},
            "secrets": {name: value for name, value in fields.items() if name in secrets},
            "turn": [turn, 1, []],
        },
    }
    return Match.from_dict(data, game=game, house_rules=house_rules)


def _codes(contents: Content | None) -> list[str]:
    if contents is None:
        return []
    if isinstance(contents, int):
        return ["?"] * contents
    return contents.split() if isinstance(contents, str) else [str(card) for card in contents]


def _fill(
    wanted: dict[str, list[str]],
    deck: Sequence[Card],
    faces: Mapping[str, Card],
    rest: str,
    seed: int,
) -> None:
    """Put cards that are left where "?" stands, and all others at the bottom of `rest`."""
    by_lower = {code.lower(): code for code in faces}
    left = Counter(card.code for card in deck)
    for name, codes in wanted.items():
        for place, code in enumerate(codes):
            if code == "?":
                continue
            code = codes[place] = by_lower.get(code.lower(), code)
            left[code] -= 1
            if left[code] < 0:
                raise BadState(
                    "{pile}: the deck has not so many cards {code!r}", pile=name, code=code
                )
    rng = generator(seed, 0)
    others = sorted(left.elements(), key=lambda code: (rng.random(), code))
    for name, codes in wanted.items():
        for place, code in enumerate(codes):
            if code == "?":
                if not others:
                    raise BadState("{pile}: the deck has not so many cards", pile=name)
                codes[place] = others.pop()
    wanted[rest][:0] = others
