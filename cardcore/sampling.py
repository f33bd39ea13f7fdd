"""Sampling: from what one seat knows, a complete match that it cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from cardcore.asking import who_reacts
from cardcore.cards import Card
from cardcore.chance import generator
from cardcore.errors import BadState
from cardcore.events import SEEN
from cardcore.game import Game
from cardcore.interrupts import Interrupt
from cardcore.knowledge import Group, ancestors, match_cards, wholly_known
from cardcore.layout import layout
from cardcore.match import SAMPLED, Match
from cardcore.observation import Observation, sighted_by
from cardcore.piles import GROUP, TOLD, Pile, replace
from cardcore.scoring import Scoreboard
from cardcore.turns import TurnOrder
from cardcore.values import copied


def sample(observation: Observation, rng: Random) -> Match[Any]:
    """Deal anew what the seat does not know; see `Observation.sample`."""
    setting, seat = observation.setting, observation.seat
    assert seat is not None
    match: Match[Any] = Match(setting, int(rng.random() * (1 << 53)))
    match._origin = SAMPLED
    match.deal_number = observation.deal_number
    table = match.table
    table.turn = TurnOrder(setting.seats)
    table.turn.seat, table.turn.direction, table.turn.out = observation.turn
    for name, _ in layout(type(table)).public:
        setattr(table, name, copied(observation.fields[name]))
    table.notes.update(copied(dict(observation.notes)))
    table._groups = [
        Group(parents, size, tuple((card, 1 << seat, before) for card, before in known))
        for parents, size, known in observation.mixed
    ]
    _lay_cards(observation, table, rng)
    _lay_secrets(observation, table, rng)
    _count(observation, match)
    within = any(view.asked for view in observation.interrupts)
    table.interrupts = [_open(view, seat, match, within) for view in observation.interrupts]
    match._settle()
    return match


def _count(observation: Observation, match: Match[Any]) -> None:
    setting, seat = observation.setting, observation.seat
    game, table = setting.game, match.table
    match.scores = Scoreboard(setting.seats, lowest_wins=game.lowest_wins, teams=game.teams(table))
    match.scores.totals = list(observation.totals)
    match.scores.deals = list(observation.deals)
    if match._rulebook:
        match._rulebook.off = observation.rules_off
    match._events += observation.happened
    match._since = [len(match._events) if s != seat else 0 for s in table.seats]


def _lay_secrets(observation: Observation, table: Any, rng: Random) -> None:
    for name, spec, *_ in layout(type(table)).secrets:
        if spec.each:
            values = observation.fields[name]
            dealt = [
                copied(value) if s == observation.seat else spec.anew(table, s, rng)
                for s, value in enumerate(values)
            ]
            setattr(table, name, dealt)
        else:
            setattr(table, name, spec.anew(table, None, rng))


def _lay_cards(observation: Observation, table: Any, rng: Random) -> None:
    """Fill every pile: known cards where they are known to be, the others by chance."""
    marks = observation.once(_marks)
    for pile, view, its in zip(table._piles, observation.piles, marks, strict=True):
        replace(pile, cast("tuple[Card, ...]", view.cards))
        pile.marks = its[:]
    hidden = [
        (pile, place) for pile in table._piles for place, card in enumerate(pile) if card is None
    ]
    chosen = None if observation.mixed else _at_random(observation, table, hidden, rng)
    if chosen is None:
        chosen = _constrained(observation, table, hidden, rng)
    for (pile, place), card in zip(hidden, chosen, strict=True):
        list.__setitem__(pile, place, card)


def _marks(observation: Observation) -> list[list[int]]:
    """For each pile what is known of its cards, the same in every sample."""
    table = Match[Any](observation.setting, 0).table
    seat = observation.seat
    assert seat is not None
    found = []
    for pile, view in zip(table._piles, observation.piles, strict=True):
        groups = view.groups or (0,) * len(view)
        shared = view.shared or ((),) * len(view)
        others = [_others(seats, table._everybody) for seats in shared]
        own = [(card is not None) << seat for card in view.cards]
        found.append(
            [
                pile.viewers | mine | theirs | group << GROUP
                for mine, theirs, group in zip(own, others, groups, strict=True)
            ]
        )
    return found


def _hidden(observation: Observation) -> list[Card]:
    """The cards that are dealt anew, the same in every sample."""
    return [card for card, _ in observation.unseen()]


def _others(seats: tuple[int, ...] | None, everybody: int) -> int:
    """The mark of those who are known to know a card, and are known to; None for everybody."""
    if seats is None:
        return everybody
    known = sum(1 << seat for seat in seats)
    return known | known << TOLD


_DEALS = 20
"""So many deals are tried that nothing holds to what may be, before one is built that fits."""


def _at_random(
    observation: Observation, table: Any, hidden: list[tuple[Pile, int]], rng: Random
) -> list[Card] | None:
    """The hidden cards in an order by chance, each that may be as likely; None where none fits."""
    left = observation.once(_hidden)
    if len(left) != len(hidden):
        raise BadState("the observation shows more or fewer cards than the deck has")
    game = observation.game
    picky = type(game).could_hold is not Game.could_hold
    could: dict[tuple[str, Card], bool] = {}
    for _ in range(_DEALS if picky else 1):
        keys = [rng.random() for _ in left]
        chosen = [left[i] for i in sorted(range(len(left)), key=keys.__getitem__)]
        if not picky:
            return chosen
        for (pile, _), card in zip(hidden, chosen, strict=True):
            key = pile.name, card
            if key not in could:
                could[key] = game.could_hold(table, pile, card)
            if not could[key]:
                break
        else:
            return chosen
    return None


def _constrained(
    observation: Observation, table: Any, hidden: list[tuple[Pile, int]], rng: Random
) -> list[Card]:
    """Cards for the hidden places where not every card may lie everywhere.

    First some way that fits, found in a random order, then many random exchanges of two cards that
    both fit; which of several equal cards was seen when is settled in the same way. Where much is
    fixed, some worlds come up more often than others.
    """
    cards, sightings = observation.once(sighted_by)
    order = sorted(range(len(cards)), key=[rng.random() for _ in cards].__getitem__)
    rank = {number: place for place, number in enumerate(order)}
    places = [dict.fromkeys(sorted(numbers, key=rank.__getitem__), True) for numbers in sightings]
    places += _what_fits(observation, table, hidden, [(i, *cards[i]) for i in order])
    chosen = match_cards(places, plain=len(sightings))
    if chosen is None:
        raise BadState("no deal of the hidden cards agrees with what everybody has seen")
    for _ in range(4 * len(places) if hidden else 0):
        one = len(sightings) + int(rng.random() * len(hidden))
        two = int(rng.random() * len(places))
        if chosen[two] in places[one] and chosen[one] in places[two]:
            chosen[one], chosen[two] = chosen[two], chosen[one]
    return [cards[number][0] for number in chosen[len(sightings) :]]


def _what_fits(
    observation: Observation,
    table: Any,
    hidden: list[tuple[Pile, int]],
    tokens: Sequence[tuple[int, Card, int]],
) -> list[dict[int, bool]]:
    """For each hidden place the numbers of the cards that may lie there.

    A card known to be in a mixture lies in a place that came of it; and in a place all of whose
    mixture was known lies one of the cards that were known in it.
    """
    game = observation.game
    made_from = ancestors([parents for parents, _, _ in observation.mixed])
    through = wholly_known(observation.mixed)
    fitting: dict[tuple[str, int], dict[int, bool]] = {}
    places = []
    for pile, place in hidden:
        alike = pile.name, pile.marks[place] >> GROUP
        if alike not in fitting:
            group = alike[1]
            could = {card: game.could_hold(table, pile, card) for _, card, _ in tokens}
            fitting[alike] = {
                number: True
                for number, card, known_in in tokens
                if known_in in made_from[group]
                and through[group] in made_from[known_in]
                and could[card]
            }
        places.append(fitting[alike])
    return places


def _open(view: Any, seat: int, match: Match[Any], within: bool) -> Interrupt:
    """An interrupt as this seat may believe it to be: who comes after it is settled anew."""
    interrupt = Interrupt.of(
        view.kind,
        view.seat,
        card=view.card,
        seats=view.seats,
        blocking=view.blocking,
        answers=view.answers,
        rule=view.rule,
        claims=view.claims,
        told=tuple(1 << who if isinstance(move, str) else SEEN for who, move in view.claims),
        ended=view.ended,
    )
    interrupt.answered = sum({1 << who for who, _ in view.claims})
    if view.answered:
        interrupt.answered |= 1 << seat
    circle = match.setting.circles[view.seat]
    if view.asked:
        interrupt.place = circle.index(seat) + 1
    elif view.blocking or within:
        interrupt.place = max((circle.index(who) + 2 for who, _ in view.claims), default=1)
    elif match.setting.collect != "race":
        # this seat acts, so everybody who could react has declined
        interrupt.place = len(circle) + 1
        react = who_reacts(match.game.reactions, interrupt, match._rulebook)
        for other in circle[:-1]:
            everyone = match.setting.collect == "everyone"
            if other != seat and (everyone or react(match.table, other, interrupt)):
                interrupt.answered |= 1 << other
    if match.setting.collect == "race":
        interrupt.place = 1
    interrupt.claims = tuple(
        (who, _sealed(match, interrupt, who, move) if isinstance(move, str) else move)
        for who, move in interrupt.claims
    )
    return interrupt


def _sealed(match: Match[Any], interrupt: Interrupt, who: int, text: str) -> Any:
    """A claim that the seat was not told: one that `who` could have made and that looks so."""
    react = who_reacts(match.game.reactions, interrupt, match._rulebook)
    fit = [m for m in react(match.table, who, interrupt) if m.hidden_text() == text]
    return fit[int(generator(match.seed, who).random() * len(fit))] if fit else text
