"""The options: how long a match lasts, and what later boxes and other tables do differently."""

import re

import attrs

from cardcore import Text, option
from cardcore_odin.cards import deck

HAND = 9
"""Cards in a full hand (rule 3)."""

ONE_HAND = "one-hand"


def _limit(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        raise ValueError(text)
    return int(text)


@attrs.frozen
class OdinOptions:
    """What can be agreed on before a match; the first value is the default."""

    limit: int | str = option(
        15,
        choices=(15, 10, 20, ONE_HAND),
        parse=_limit,
        form="any number from 1",
        help="points that end the match: short 10, usual 15, long 20; or a single hand",
    )
    removed_colours: int = option(
        0, choices=(0, 2), help="colours left out: two of them with two players, up to four may"
    )
    next_starter: str = option(
        "rotate",
        choices=("rotate", "last_in_turn"),
        help="who begins the next hand: left of who began the last one, or who had its last turn",
    )
    goat: bool = option(False, help="a card 0 of any colour is dealt too; left in hand it costs 5")
    auto_pass: bool = option(False, help="pass for whoever has visibly nothing to play")
    auto_finish: bool = option(False, help="play the whole hand for a leader who may")


PRESETS = {"two": {"removed_colours": 2}}


def check(options: OdinOptions, seats: int) -> Text | None:
    """Why there are too few cards for so many players."""
    there = len(deck(options.removed_colours, goat=options.goat))
    if HAND * seats <= there:
        return None
    return Text(
        "with {removed} colours left out there are {there} cards, too few for {players} players",
        removed=options.removed_colours,
        there=there,
        players=seats,
    )
