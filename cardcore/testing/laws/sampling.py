"""Sampling: dealing anew what a seat does not know gives worlds that fit, and differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cardcore.errors import CardcoreError
from cardcore.match import Match
from cardcore.testing.cases import Case, Moment, walk
from cardcore.testing.laws._law import Broken, Law, _, demand
from cardcore.testing.laws.keeping import play_a_little
from cardcore.testing.laws.playing import all_cards


def world(match: Match[Any]) -> list[list[str]]:
    """Where the cards lie; a hand has no order."""
    return [
        [card.code for card in pile] if pile.ordered else sorted(card.code for card in pile)
        for pile in match.table._piles
    ]


def samples_fit(moment: Moment) -> None:
    """A sampled match looks to its seat as the real one, offers the same, and can be played."""
    match, rng = moment.match, moment.rng("sample")
    for seat in match.to_act:
        view = match.observe(seat)
        try:
            sampled = view.sample(rng)
        except CardcoreError as error:
            raise Broken(f"seat {seat} cannot sample a match: {error}", match=match) from error
        demand(seat in sampled.to_act, f"in a sampled match seat {seat} is not asked", match)
        mine, its = match.moves(seat), sampled.moves(seat)
        demand(
            mine == its,
            f"in a sampled match seat {seat} has other moves: "
            f"{[m.text for m in its]}, not {[m.text for m in mine]}",
            match,
        )
        seen = sampled.observe(seat)
        demand(seen == view, f"a sampled match looks otherwise to seat {seat}", match)
        demand(all_cards(sampled) == Counter(match.setting.deck), "a sample has other cards", match)
        try:
            play_a_little(sampled, moment)
        except CardcoreError as error:
            raise Broken(f"a sampled match cannot be played: {error}", match=match) from error


def samples_differ(case: Case, choices: Sequence[int]) -> None:
    """Where more than two different cards are hidden, samples are rarely all the same world.

    What everybody has seen may leave one world alone now and then, but not most of the time.
    """
    looked = alike = 0
    last: Match[Any] | None = None
    for moment in walk(case, choices):
        match, after = moment.match, len(moment.choices)
        if after % 9 or match.over:
            continue
        for seat in match.to_act[:2]:
            view, rng = match.observe(seat), moment.rng("worlds")
            hidden = {card for card, _ in view.unseen()}
            if len(hidden) < 3 or sum(None in pile.cards for pile in view.piles) < 2:
                continue
            worlds = [world(view.sample(rng)) for _step in range(5)]
            looked += 1
            if all(found == worlds[0] for found in worlds):
                alike, last = alike + 1, match.copy()
    if alike > 2 and 2 * alike > looked:
        raise Broken(
            f"at {alike} of {looked} decisions with much hidden 5 samples were the same world",
            match=last,
        )


_FITS = _(
    "what `moves` and `reactions` of a seat depend on is what it sees; `could_hold` is true of "
    "every world that can be, and of the real one; `anew` of a secret gives what is possible"
)

SAMPLING_LAWS = (
    Law(
        "samples fit",
        _("what is sampled for a seat looks to it as the real match does, and can be played"),
        _FITS,
        "moment",
        samples_fit,
        few=8,
    ),
    Law(
        "samples differ",
        _("samples are really different worlds"),
        _("let `could_hold` refuse only what everybody can tell to be impossible"),
        "case",
        samples_differ,
    ),
)
