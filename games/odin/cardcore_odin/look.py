"""How the game looks, tells what happens and why a move is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardcore import Card, Event, Group, Move, Observation, Part, Player, Text
from cardcore_odin.cards import GOAT, order
from cardcore_odin.moves import Pass, Play, Take
from cardcore_odin.sets import is_set, value

if TYPE_CHECKING:
    from cardcore_odin.rules import OdinTable

LAST = 12
"""So many of the discards are shown."""


# -- what stands on the table ---------------------------------------------------------------------


def summary(observation: Observation) -> list[Part]:
    """What lies in the middle, then what each seat has."""
    parts = [_middle(observation)]
    beaten = observation["beaten"].cards
    if beaten:
        taker = Player(observation.turn[0])
        parts.append(Part(Text("Beaten"), (Text("{player} takes one", player=taker),), beaten))
    discards = observation["discards"].cards[-LAST:]
    parts.append(Part(Text("Discards"), cards=discards))
    parts.append(Part(Text("Set aside"), cards=observation["aside"].cards))
    for seat, hand in enumerate(observation["hands"]):
        parts.append(
            Part(Text("points"), (Text("{points}", points=observation.totals[seat]),), seat=seat)
        )
        if seat == observation.seat:
            parts += _own_hand(seat, hand)
        else:
            parts.append(Part(Text("hand"), cards=hand.cards, seat=seat))
        parts += _remarks(observation, seat, hand)
    return parts


def _own_hand(seat: int, hand: Sequence[Card]) -> list[Part]:
    """One's own cards by colour and, where there are equal numbers, by number: sets are seen."""
    by_colour = tuple(sorted(hand, key=_by_colour))
    parts = [Part(Text("hand"), cards=by_colour, seat=seat, by="suit")]
    if len({card.rank for card in hand}) < len(hand):
        by_number = tuple(sorted(hand, key=order))
        parts.append(Part(Text("by number"), cards=by_number, seat=seat, by="rank"))
    return parts


def _middle(observation: Observation) -> Part:
    middle = observation["middle"].cards
    if not middle:
        leader = Player(observation.turn[0])
        return Part(Text("Middle"), (Text("empty, {player} leads", player=leader),))
    return Part(
        Text("Middle"),
        (Text("by {player}", player=Player(observation["owner"])),),
        middle,
        headline=Text("{value}", value=value(middle)),
    )


def _remarks(observation: Observation, seat: int, hand: Any) -> list[Part]:
    found: list[Part] = []
    owner, seats = observation["owner"], len(observation.seats)
    if owner is not None and 0 < (seat - owner) % seats <= observation["passes"]:
        found.append(Part(None, (Text("has passed"),), seat=seat))
    taken = observation["took"].get(seat)
    if taken is not None and taken in hand.known:
        found.append(Part(None, (Text("took {card}", card=taken),), seat=seat))
    return found


def _by_colour(card: Card) -> tuple[int, int]:
    """Colour by colour in the order of the deck, high cards first; the goat at the end."""
    rank, colour = order(card)
    return colour, rank


# -- what happens ---------------------------------------------------------------------------------


def describe(event: Event) -> Text | None:
    """An event in words; None for what is told by others already."""
    data = event.data
    if event.kind == "move":
        return _describe_move(data["seat"], data["move"])
    if event.kind == "card":
        if data["source"] == ("middle", None) and data["target"][0] == "hands":
            return _takes(data["target"][1], data["card"])
        return None
    if event.kind == "pass":
        return Text("{player} cannot play and passes", player=Player(data["seat"]))
    if event.kind == "finish":
        return _plays(data["seat"], data["cards"])
    if event.kind == "round":
        return Text("All others have passed: {player} leads", player=Player(data["seat"]))
    if event.kind == "out":
        return Text("{player} has no card left", player=Player(data["seat"]))
    if event.kind == "scored":
        points = [
            Text("{player} {points}", player=Player(seat), points=points)
            for seat, points in enumerate(data["points"])
        ]
        return Text("Points of this hand: {points}", points=tuple(points))
    if event.kind == "deal":
        return Text("Hand {number}", number=data["number"])
    return None


def _describe_move(seat: int, move: Move) -> Text | None:
    if isinstance(move, Play):
        return _plays(seat, move.set)
    if isinstance(move, Take):
        return _takes(seat, move.card)
    if isinstance(move, Pass):
        return Text("{player} passes", player=Player(seat))
    return None


def _plays(seat: int, cards: Sequence[Card]) -> Text:
    player, shown = Player(seat), tuple(cards)
    if len(cards) == 1:
        return Text("{player} plays {cards}", player=player, cards=shown)
    return Text("{player} plays {cards} ({value})", player=player, cards=shown, value=value(cards))


def _takes(seat: int, card: Card) -> Text:
    return Text("{player} takes {card}", player=Player(seat), card=card)


# -- what a seat may do ---------------------------------------------------------------------------

MANY = 12
"""From so many moves on they are listed in groups."""


def preview(observation: Observation, move: Move) -> Text | None:
    """What a play would come to: its value, and whether one goes out or takes a card."""
    if not isinstance(move, Play) or observation.seat is None:
        return None
    worth = value(move.set)
    if len(move.set) == len(observation["hands"][observation.seat]):
        return Text("{value}, your last cards: the hand ends", value=worth)
    middle = observation["middle"].cards
    if len(middle) == 1:
        return Text("{value}, you take {card}", value=worth, card=middle[0])
    if middle:
        return Text("{value}, you take one of {cards}", value=worth, cards=tuple(middle))
    return None


def group(observation: Observation) -> list[Group]:
    """The moves from low to high, the pass first; many of them in groups by size and kind."""
    plays = [move for move in observation.moves if isinstance(move, Play)]
    others = tuple(move for move in observation.moves if not isinstance(move, Play))
    if len(observation.moves) <= MANY:
        return [Group(moves=(*others, *plays))]
    groups: dict[Text, list[Move]] = {}
    for move in plays:
        groups.setdefault(_kind(move.set), []).append(move)
    found = [Group(title, tuple(moves)) for title, moves in groups.items()]
    return [Group(Text("pass"), others), *found] if others else found


def _kind(cards: Sequence[Card]) -> Text:
    """What cards have in common, as the title of a group."""
    colours = {card.suit for card in cards if card.suit}
    if len(cards) == 1:
        return Text("one card")
    if len(colours) == 1:
        colour = Text(next(iter(colours)))
        return Text("{number} cards, {colour}", number=len(cards), colour=colour)
    return Text("{number} cards of equal number", number=len(cards))


def aliases(move: Move) -> tuple[str, ...]:
    """What people type for a move: the cards alone, or the value and the colours."""
    cards = move.cards()
    if not cards:
        return ()
    codes = " ".join(card.code for card in cards)
    if isinstance(move, Take):
        return (codes,)
    colours = dict.fromkeys(card.suit for card in cards if card.suit)
    if not colours:  # the goat alone: a bare 0 would take the place of a number in the list
        return (codes,)
    return codes, f"{value(cards)} {' '.join(colours)}"


# -- why a move is refused ------------------------------------------------------------------------


def why_not(table: OdinTable, seat: int, move: Move) -> Text | None:
    """The rule that refuses a move of a seat that may act."""
    if isinstance(move, Take):
        return _why_no_take(table, move.card)
    if table.beaten:
        return Text("first take one of {cards} (rule 11)", cards=tuple(table.beaten))
    if isinstance(move, Pass):
        return Text("the leader may not pass (rule 5)")
    if isinstance(move, Play):
        return _why_not_these(table.hands[seat], move) or _why_no_play(table, seat, move)
    return None


def _why_no_take(table: OdinTable, card: Card) -> Text:
    if not table.beaten:
        return Text("there is nothing to take")
    return Text("{card} is not among the beaten cards (rule 11)", card=card)


def _why_not_these(hand: Sequence[Card], move: Play) -> Text | None:
    """Why these are not cards that a seat could play at all."""
    if not move.set:
        return Text("a play has at least one card")
    for card in move.set:
        if card not in hand:
            return Text("you do not hold {card}", card=card)
        if move.set.count(card) > 1:
            return Text("{card} is there only once", card=card)
    return None


def _why_no_play(table: OdinTable, seat: int, move: Play) -> Text:
    """Why cards that a seat holds are no lead, or do not beat the middle."""
    size, least = len(move.set), len(table.middle)
    if len(table.hands[seat]) < least:
        return Text("you hold fewer cards than lie in the middle: pass (rule 24)")
    if least == 0 and size not in (1, len(table.hands[seat])):
        return Text("the leader plays one card or the whole hand (rules 5 to 7)")
    if least and not least <= size <= least + 1:
        if least == 1:
            return Text("play one card or two (rule 9a)")
        return Text("play {least} cards or {most} (rule 9a)", least=least, most=least + 1)
    if least == 0:
        return Text("a whole hand is led if all of it is of one colour or one number (rule 6)")
    if not is_set(move.set):
        if GOAT in move.set:
            return Text("the goat goes with cards of one colour only (rule 9b)")
        return Text("these are of different colours and numbers (rule 9b)")
    return Text(
        "{value} does not beat {middle} (rule 9c)",
        value=value(move.set),
        middle=value(table.middle),
    )
