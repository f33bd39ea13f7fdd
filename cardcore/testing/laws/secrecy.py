"""Secrecy: matches that differ only in what a seat never learnt look the same to it.

One match is played. Then it is played again from another shuffle: the cards that the watching seat
never came to see have changed places. What it observes, is told, is refused and may take back is
compared at every step.

A second, weaker test deals anew in the middle what a seat does not know, and plays both on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from cardcore.cards import Card
from cardcore.errors import CardcoreError
from cardcore.moves import DECLINE, Move
from cardcore.testing.cases import Case, choose
from cardcore.testing.laws._law import Broken, Law, _
from cardcore.testing.laws.pairs import Leak, Pair, Tally, altered, begin_again
from cardcore.testing.laws.sampling import world
from cardcore.testing.laws.sealed import Seals, has_secrets
from cardcore.testing.laws.tracks import Played, Watcher, first_deal, shuffles

__all__ = ["SECRECY_LAWS", "Leak", "Tally", "check_deal", "check_sampled"]

ENOUGH = 0.4
"""In so much of what is compared, where much is hidden, the two worlds must differ."""
SEVERAL = 4
"""From so many pairs with other secret moves on, one at least must show something of them."""


def texts_of(played: Played) -> list[str]:
    """Some texts of moves: of all kinds that were made, and nonsense."""
    by_verb: dict[str, list[str]] = {}
    for _seat, move, _moved in played.steps:
        by_verb.setdefault(move.verb, []).append(move.text)
    return ["nonsense", *(text for texts in by_verb.values() for text in sorted(set(texts))[:1])][
        :4
    ]


def relabelled(
    move: Move, moved: Sequence[int], order: Sequence[Card], first: Sequence[Card]
) -> Move:
    """A move with the cards that lie where its cards lay in the other world."""
    left, others = list(moved), []
    for card in move.cards():
        token = next((token for token in left if first[token] is card), None)
        if token is None:
            return move
        left.remove(token)
        others.append(order[token])
    cards = iter(others)
    return type(move)(*[_with_cards(value, cards) for value in move.values()])


def _with_cards(value: Any, cards: Iterator[Card]) -> Any:
    if isinstance(value, tuple):
        return tuple(_with_cards(item, cards) for item in value)
    return next(cards) if isinstance(value, Card) else value


def check_deal(
    case: Case, choices: Sequence[int], watcher: Watcher, tally: Tally, pairs: int = 1
) -> None:
    """Play pairs of the first deal that are the same for the watcher. Raises `Leak`.

    Where secret moves were made there are as many further pairs in which others made other ones.
    """
    orders = shuffles(case)
    deals = [first_deal(case, choices, order, watcher, which) for which, order in enumerate(orders)]
    sealed = any(move.secret for played in deals for seat, move, _moved in played.steps)
    for number in range(pairs * (1 + sealed) if deals else 0):
        played = deals[number % len(deals)]
        rng = case.rng(f"secrecy {watcher} {number}")
        steps = rng.randint((1 + played.horizon()) // 2, played.horizon())
        one = case.match()
        for _step in range(5):
            order = altered(played, steps, rng)
            try:
                two = begin_again(played, order)
            except CardcoreError as error:
                raise Leak(f"in another world the deal fails: {error}", match=one) from error
            if world(two) != world(one):
                break
        pair = Pair(one, two, watcher, texts_of(played), case.languages)
        pair.hear(0, one.events.seen_by(watcher))
        pair.hear(1, two.events.seen_by(watcher))
        seals = Seals.of(played, pair, steps, rng if number >= pairs else None)
        lockstep(pair, played, order, steps, rng, tally, seals)
        if seals.since is not None:
            tally.sealed += seals.differ
            tally.kept += seals.kept


def lockstep(
    pair: Pair,
    played: Played,
    order: Sequence[Card],
    steps: int,
    rng: Random,
    tally: Tally,
    seals: Seals,
) -> None:
    """Play both matches by the same moves and compare them before each."""
    watcher = pair.watcher
    for step, (seat, move, moved) in enumerate(played.steps[:steps]):
        if move is DECLINE and seat != watcher:
            pair.play(0, seat, move)
        else:
            pair.silence(seat, move)
            if seat != watcher and pair.alike(1, seat, move, None) is None:
                return
            if not seals.compare(pair, tally, thorough=step % 6 == 3):
                return
            wish = relabelled(move, moved, order, played.order)
            other = pair.alike(1, seat, move, seals.otherwise(pair, step, seat, wish, rng))
            if other is None:
                raise Leak(f"“{move}” is legal in one world alone", match=pair.one)
            seals.made(move, other)
            before = [len(told) for told in pair.told]
            pair.play(0, seat, move)
            pair.play(1, seat, other)
            seals.hear(*(told[n:] for told, n in zip(pair.told, before, strict=True)))
        if pair.one.deal_number != 1 or pair.one.over:
            pair.silence(None, None)
            ended = [match.deal_number != 1 or match.over for match in (pair.one, pair.two)]
            if not seals.differ:
                pair.same("the end of the deal", *ended)
            return
    if steps == 0:
        pair.compare(tally)


def never_learnt(case: Case, choices: Sequence[int]) -> None:
    """What a seat or a spectator never learnt makes no difference to it."""
    tally = Tally()
    for watcher in dict.fromkeys((0, case.players - 1, None)):
        check_deal(case, choices, watcher, tally, pairs=2)
    if len(choices) < case.longest:
        return
    if tally.different < ENOUGH * tally.hidden - 10:
        raise Broken(
            f"only {tally.different} of {tally.hidden} pairs really differed: this shows little"
        )
    if tally.sealed >= SEVERAL and not tally.kept:
        raise Broken(
            f"in none of {tally.sealed} pairs could another secret move be compared before "
            "it was told: this shows nothing of secret moves"
        )


# -- dealing anew in the middle -------------------------------------------------------------------


def is_chance(pair: Pair, tells: frozenset[str] | None) -> bool:
    """Whether the two differ first by a card from a pile that the watcher does not see.

    A sampled match draws other cards; what was sealed is other, too, once it is told.
    """
    unlike = ((a, b) for a, b in zip(*pair.told, strict=False) if a != b)
    one, two = next(unlike, (None, None))
    if one is None or two is None or one.kind != two.kind:
        return False
    if one.kind == "move" and one.move and two.move:
        # the watcher is given another card
        return one.seat == two.seat and one.move.hidden_text() == two.move.hidden_text()
    if one.kind in ("card", "cards", "show"):
        piles = {pile.label: pile for pile in pair.one.table._piles}
        label = one.data["source"] if one.kind != "show" else one.data["pile"]
        return not piles[label].viewers >> int(pair.watcher or 0) & 1
    return one.raw[0] == "emit" and (one.kind in tells if tells else tells is None)


def check_sampled(case: Case, choices: Sequence[int], tally: Tally) -> None:
    """Sample now and then, and play both on, as long as the same is legal in both."""
    match, rng = case.match(), case.rng("sampled")
    for step, number in enumerate(choices[:60]):
        if match.over:
            return
        if step % 6 == 0:
            watcher = rng.choice(match.to_act)
            try:
                sampled = match.observe(watcher).sample(rng)
            except CardcoreError as error:
                raise Broken(
                    f"seat {watcher} cannot sample a match: {error}", after=step, match=match
                ) from error
            pair = Pair(match.copy(), sampled, watcher, ["nonsense"], case.languages, after=step)
            play_both(pair, rng, tally, case.tells)
        match.play(*choose(match, number))


def play_both(pair: Pair, rng: Random, tally: Tally, tells: frozenset[str] | None) -> None:
    """Play two matches on by the same moves and compare them before each."""
    deal = pair.one.deal_number
    seals = Seals(tells, differ=has_secrets(pair))
    pair.compare(tally)
    for _step in range(15):
        seat, move = choose(pair.one, rng.getrandbits(32))
        if move is DECLINE and seat != pair.watcher:
            pair.play(0, seat, move)
        else:
            pair.silence(seat, move)
            other = pair.alike(1, seat, move, None)
            if is_chance(pair, tells) or (seat != pair.watcher and other is None):
                return
            if not seals.compare(pair, tally):
                return
            if other is None:
                raise Leak(f"“{move}” is legal in one world alone", match=pair.one)
            before = [len(told) for told in pair.told]
            pair.play(0, seat, move)
            pair.play(1, seat, other)
            seals.hear(*(told[n:] for told, n in zip(pair.told, before, strict=True)))
        if any(match.deal_number != deal or match.over for match in (pair.one, pair.two)):
            return
        if is_chance(pair, tells):
            return


def dealt_anew(case: Case, choices: Sequence[int]) -> None:
    """A match in which all is dealt anew that a seat does not know cannot be told from the real."""
    check_sampled(case, choices, Tally())


_HIDE: Any = _(
    "let what a seat is offered, told and refused depend on what it sees alone: no public field, "
    "interrupt, `emit` or text from hidden cards; a secret move is told by showing its card, or by "
    "an `emit` that says what it was (one that does not say it is named in `tells`)"
)

SECRECY_LAWS = (
    Law(
        "no leak",
        _("matches that differ only in what a seat never learnt look the same to it at every step"),
        _HIDE,
        "case",
        never_learnt,
    ),
    Law(
        "no leak in a new deal",
        _("a match in which what a seat does not know was dealt anew goes on alike for it"),
        _HIDE,
        "case",
        dealt_anew,
    ),
)
