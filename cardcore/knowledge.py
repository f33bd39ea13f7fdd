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
from cardcore.errors import BadState
from cardcore.piles import GROUP, SPECTATOR, TOLD, Pile


@attrs.frozen
class Group:
    """Cards that were mixed: from which groups, how many, and who knew what to be among them.

    `known` has cards, each with a bit for each seat that knew it just before, and with the group
    in which it lay.
    """

    parents: tuple[int, ...]
    size: int
    known: tuple[tuple[Card, int, int], ...]


def mix(groups: list[Group], pile: Pile, blind: int, also: tuple[Card, int] | None = None) -> int:
    """The seats of `blind` lose the places of a pile's cards, and keep what is among them.

    `also` is a card that has just left the pile and belongs to the mixture, with its mark. The
    new mark's group part is returned: 0 where nothing could be told apart before either.
    """
    marks = pile.marks
    everything = list(zip(pile, marks, strict=True))
    if also is not None:
        everything.append(also)
    known = tuple((card, mark & blind, mark >> GROUP) for card, mark in everything if mark & blind)
    parents = {mark >> GROUP for _, mark in everything}
    if not known and len(parents) <= 1:
        return parents.pop() << GROUP if parents else 0
    groups.append(Group(tuple(sorted(parents)), len(everything), known))
    part = len(groups) << GROUP
    pile.marks = [without(mark, blind) & (1 << GROUP) - 1 | part for mark in marks]
    return part


SEATS = (1 << SPECTATOR) - 1
"""The bits of all seats there may be."""


def without(mark: int, lost: int) -> int:
    """A mark after some lose the card; of what was public the others know that they know it."""
    if mark & lost & 1 << SPECTATOR and not mark >> TOLD & SEATS:
        mark |= (mark & SEATS) << TOLD
    return mark & ~(lost | (lost & SEATS) << TOLD)


def forget_one(pile: Pile, card: Card, mark: int, seers: int) -> None:
    """A card with a mark has left a pile, seen by seers, who cannot tell it from its copies here.

    Whoever did not know the one that left knows one copy less; and of whoever was not known to know
    it, it is known of one copy less that he does.
    """
    marks = pile.marks
    unaware = seers & ~mark
    told = mark & SEATS if mark >> SPECTATOR & 1 else mark >> TOLD & SEATS
    untold = seers & SEATS & ~told & ~pile.viewers
    for place, other in enumerate(pile):
        if other is not card:
            continue
        here = marks[place]
        if here >> SPECTATOR & 1 and not here >> TOLD & SEATS:
            here |= (here & SEATS) << TOLD
        lost, hidden = here & unaware, here >> TOLD & untold
        unaware, untold = unaware ^ lost, untold ^ hidden
        marks[place] = without(here, lost) & ~(hidden << TOLD)


def ancestors(parents: Sequence[Sequence[int]]) -> list[frozenset[int]]:
    """For each group, 0 first, all groups it was made from, itself included.

    `parents` has an entry for each group after 0.
    """
    result = [frozenset([0])]
    for number, origins in enumerate(parents, 1):
        result.append(frozenset([number]).union(*(result[origin] for origin in origins)))
    return result


Mixture = tuple[tuple[int, ...], int, tuple[tuple[Card, int], ...]]
"""A group as one seat knows it: its parents, its size, and what was known in it, from where."""


def as_known(groups: Sequence[Group], bit: int) -> tuple[list[int], tuple[Mixture, ...]]:
    """The groups that the seat of `bit` can tell apart, numbered for it alone from 1.

    A group that nothing of the seat's own knowledge sets off is the one it was made from: that
    others knew something in it is not this seat's to know. First comes the number that each group,
    0 included, has for the seat.
    """
    numbers, told = [0], list[Mixture]()
    for group in groups:
        parents = tuple(sorted({numbers[parent] for parent in group.parents}))
        known = [(card, numbers[before]) for card, mask, before in group.known if mask & bit]
        if known or len(parents) > 1:
            known.sort(key=lambda pair: (pair[0].code, pair[1]))
            told.append((parents, group.size, tuple(known)))
            numbers.append(len(told))
        else:
            numbers.append(parents[0])
    return numbers, tuple(told)


Sighted = tuple[list[tuple[Card, int]], list[list[int]]]
"""Of every card each time it was known, and for each sighting which of these it may be."""


def sighted(
    deck: Iterable[Card], mixed: Sequence[Mixture], lying: Iterable[tuple[Card, int]]
) -> Sighted:
    """What a seat knew of each card, and which of that each sighting of one may be.

    `lying` are the cards that it sees now, with their groups. What it knew of a card is the card
    and a group: 0 from the beginning, or one in which the card was seen to be mixed. Each sighting,
    when a card was mixed or as it lies now, is a card known before, or one not known yet: its list
    has the numbers of those, the latest first. What no sighting is lies hidden.
    """
    made_from = ancestors([parents for parents, _, _ in mixed])
    copies: dict[Card, list[int]] = {}
    for card in deck:
        copies.setdefault(card, []).append(0)
    first = {card: len(known_in) for card, known_in in copies.items()}
    sightings: dict[Card, list[int]] = {}
    for number, (_, _, known) in enumerate(mixed, 1):
        for card, before in known:
            copies[card].append(number)
            sightings.setdefault(card, []).append(before)
    for card, group in lying:
        sightings.setdefault(card, []).append(group)
    known_cards: list[tuple[Card, int]] = []
    choices: list[list[int]] = []
    for card, known_in in copies.items():
        start = len(known_cards)
        known_cards += [(card, group) for group in known_in]
        # the sighting number i ends one of the knowledges before it, and begins number first + i
        choices += [
            [
                start + i
                for i in reversed(range(min(first[card] + number, len(known_in))))
                if known_in[i] in made_from[before]
            ]
            for number, before in enumerate(sightings.get(card, ()))
        ]
    return known_cards, choices


def hidden_cards(
    known_cards: Sequence[tuple[Card, int]], choices: Sequence[Sequence[int]]
) -> list[tuple[Card, int]]:
    """The cards that a seat does not see, each with the last group in which it knew it to be.

    Where a sighting may be several cards it is the one known latest. Raises `BadState` where more
    cards of a face were seen than there are.
    """
    ended = match_cards([dict.fromkeys(numbers, True) for numbers in choices])
    if ended is None:
        raise BadState("more cards were seen than there are")
    seen = set(ended)
    return [card for number, card in enumerate(known_cards) if number not in seen]


def wholly_known(mixed: Sequence[Mixture]) -> list[int]:
    """For each group, 0 first, the last one known card by card through which all in it has come."""
    result = [0]
    for number, (parents, size, known) in enumerate(mixed, 1):
        through = {result[parent] for parent in parents}
        if size == len(known):
            result.append(number)
        else:
            result.append(through.pop() if len(through) == 1 else 0)
    return result


def match_cards(
    places: Sequence[Mapping[int, bool]], *, plain: int | None = None
) -> list[int] | None:
    """Give every place one of the things that fit it, each thing once: the thing of each place.

    `places[i]` has a key for each thing that fits place i, in the order in which they are to be
    tried. None where there is no way (augmenting paths). From the place `plain` on a thing that
    nobody has is taken first, which is quick where many places are alike.
    """
    holder: dict[int, int] = {}
    wishful = len(places) if plain is None else plain

    def settle(place: int, tried: set[int]) -> bool:
        if place >= wishful:
            for token in places[place]:
                if token not in holder:
                    holder[token] = place
                    return True
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
