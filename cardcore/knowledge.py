"""What seats still know after cards were mixed: one place for the rules of exchangeable cards.

Cards whose places nobody can tell apart form a *group*. At the start of a deal every card is in
group 0. When cards are shuffled, or one leaves a pile unseen, a seat no longer knows which of them
lies where, but it still knows what was among them: a new group keeps that, and from which groups
it was made. A card that a seat knew when group G was made can lie only in a place of group G or of
one made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from cardcore.cards import Card
from cardcore.piles import GROUP, Pile


@attrs.frozen
class Group:
    """Cards that were mixed: from which groups, and who knew what to be among them.

    `known` pairs a card with a bit for each seat that knew it just before.
    """

    parents: tuple[int, ...]
    known: tuple[tuple[Card, int], ...]


def mix(groups: list[Group], pile: Pile, blind: int, also: tuple[Card, int] | None = None) -> int:
    """The seats of `blind` lose the places of a pile's cards, and keep what is among them.

    `also` is a card that has just left the pile and belongs to the mixture, with its mark. The
    new mark's group part is returned: 0 where nothing could be told apart before either.
    """
    marks = pile.marks
    everything = list(zip(pile, marks, strict=True))
    if also is not None:
        everything.append(also)
    known = tuple((card, mark & blind) for card, mark in everything if mark & blind)
    parents = {mark >> GROUP for _, mark in everything}
    if not known and len(parents) <= 1:
        return parents.pop() << GROUP if parents else 0
    groups.append(Group(tuple(sorted(parents)), known))
    part = len(groups) << GROUP
    kept = ((1 << GROUP) - 1) & ~blind
    pile.marks = [mark & kept | part for mark in marks]
    return part


def forget_one(pile: Pile, card: Card, unaware: int) -> None:
    """Seats that saw a face leave, but knew another copy of it here, now know one copy less."""
    marks = pile.marks
    for place, other in enumerate(pile):
        if other is card:
            lost = marks[place] & unaware
            if lost:
                marks[place] ^= lost
                unaware ^= lost


def ancestors(parents: Sequence[Sequence[int]]) -> list[frozenset[int]]:
    """For each group, 0 first, all groups it was made from, itself included.

    `parents` has an entry for each group after 0.
    """
    result = [frozenset([0])]
    for number, origins in enumerate(parents, 1):
        result.append(frozenset([number]).union(*(result[origin] for origin in origins)))
    return result


def origins(
    deck: Iterable[Card], parents: Sequence[Sequence[int]], known: Sequence[Sequence[Card]]
) -> list[tuple[Card, int]]:
    """Every card of the deck with the last group in which the seat knew it to be.

    `known` has, for each group after 0, the cards that the seat knew to be mixed into it. Of equal
    cards the one known latest is taken: whichever it really is, the seat cannot tell.
    """
    made_from = ancestors(parents)
    latest: dict[Card, list[int]] = {}
    for card in deck:
        latest.setdefault(card, []).append(0)
    for number, cards in enumerate(known, 1):
        for card in cards:
            places = latest[card]
            possible = [origin for origin in places if origin in made_from[number]]
            chosen = max((o for o in possible if o != number), default=None)
            if chosen is not None:
                places.remove(chosen)
                places.append(number)
    return [(card, origin) for card, places in latest.items() for origin in sorted(places)]


def match_cards(
    tokens: Sequence[tuple[Card, int]],
    places: Sequence[Mapping[int, bool]],
) -> list[int] | None:
    """Give every place a card that may lie there: the index of the token of each place.

    `places[i]` has an entry for each token that place i may hold, in the order in which they are
    to be tried. None where there is no way (augmenting paths).
    """
    holder: dict[int, int] = {}

    def settle(place: int, tried: set[int]) -> bool:
        for token in places[place]:
            if token not in tried:
                tried.add(token)
                if token not in holder or settle(holder[token], tried):
                    holder[token] = place
                    return True
        return False

    for place in range(len(places)):
        if not settle(place, set()):
            return None
    chosen = [-1] * len(places)
    for token, place in holder.items():
        chosen[place] = token
    return chosen
