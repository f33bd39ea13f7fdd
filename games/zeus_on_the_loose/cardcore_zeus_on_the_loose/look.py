"""How the game looks, tells what happens and why a move is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardcore import Card, Decline, Event, Group, Move, Observation, Part, Player, Text
from cardcore_zeus_on_the_loose.moves import Draw, Leave, Play, Sneak

if TYPE_CHECKING:
    from cardcore_zeus_on_the_loose.rules import ZeusTable

LETTERS = "ZEUS"


LAST = 5
"""So many cards of Mount Olympus are shown."""


def summary(observation: Observation) -> list[Part]:
    """What stands on the table, then what each seat has."""
    olympus, by = observation["olympus"], observation["played_by"]
    on_top = () if by is None else (Text("on top: {card}, by {player}", **_top(olympus, by)),)
    parts = [
        Part(
            Text("Mount Olympus"),
            on_top,
            tuple(olympus[-LAST:]),
            headline=Text("{total}", total=observation["total"]),
        ),
        Part(Text("Draw pile"), cards=observation["stock"].cards),
    ]
    for seat, hand in enumerate(observation["hands"]):
        parts.append(Part(Text("letters"), (_letters(observation.totals[seat]),), seat=seat))
        cards = sorted(hand, key=_order) if seat == observation.seat else hand.cards
        parts.append(Part(Text("hand"), cards=tuple(cards), seat=seat))
        if seat == observation["holder"]:
            parts.append(Part(None, (Text("holds Zeus"),), seat=seat))
    return parts


def _top(olympus: Any, by: int) -> dict[str, Any]:
    return {"card": olympus.top, "player": Player(by)}


def _letters(won: int) -> Text:
    return Text(" ".join(LETTERS[:won])) if won else Text("none")


def question(observation: Observation) -> Text | None:
    """Where a number can be sneaked: what whoever may do so is asked."""
    if not any(interrupt.kind == "sneak" for interrupt in observation.interrupts):
        return None
    top, player = observation["olympus"].top, Player(observation["played_by"])
    if observation.seat is None:
        return Text("{player} has played {card}. Who sneaks in?", player=player, card=top)
    if any(isinstance(move, Sneak) for move in observation.moves):
        return Text("{player} has played {card}, and so can you!", player=player, card=top)
    return None


def _order(card: Card) -> tuple[bool, int, str]:
    """Numbers first, by size, then the gods."""
    return not card.rank, card.rank, card.code


def preview(
    observation: Observation, total: int, *, match: bool, steals: bool, skips: bool
) -> Text:
    """What a card would do that makes the total `total`; told to the seat that would play it."""
    options, holder = observation.options, observation["holder"]
    if total == 100 or (total > 100 and match):
        return Text("total {total}: you win the round", total=total)
    if total > 100:
        return _end(Text("total {total}", total=total), observation, holder)
    if (
        len(observation["stock"]) == 1
        and options.draw == "automatic"
        and options.pile_out == "last_card_drawn"
    ):
        last = Text("total {total}, the last card is drawn", total=total)
        return _end(last, observation, observation.seat if steals else holder)
    steals = steals and holder != observation.seat
    if steals and skips:
        return Text("total {total}, you take Zeus, the next player loses a turn", total=total)
    if steals:
        return Text("total {total}, you take Zeus", total=total)
    if skips:
        return Text("total {total}, the next player loses a turn", total=total)
    return Text("total {total}", total=total)


def group(observation: Observation) -> list[Group]:
    """The moves in the order of the hand as it is shown."""
    moves = observation.moves
    cards = [move for move in moves if isinstance(move, Play | Sneak)]
    cards.sort(key=lambda move: _order(move.card))
    return [Group(moves=(*cards, *(move for move in moves if move not in cards)))]


def _end(what: Text, observation: Observation, holder: int | None) -> Text:
    if holder is None and observation.options.no_holder == "last_player":
        holder = observation.seat
    if holder is None:
        return Text("{what}: the round is void", what=what)
    if holder == observation.seat:
        return Text("{what}: you win the round", what=what)
    return Text("{what}: {player} wins the round", what=what, player=Player(holder))


def aliases(move: Move) -> tuple[str, ...]:
    """What people type for a move: the card alone, "d" to draw, "l" to leave it."""
    if isinstance(move, Play):
        return (move.card.code,)
    if isinstance(move, Sneak):
        return (move.card.code, "sneak")
    if isinstance(move, Draw):
        return ("d",)
    return ("l",) if isinstance(move, Leave) else ()


def describe(event: Event) -> Text | None:
    """An event in words; None for what is told by others already."""
    data = event.data
    if event.kind == "move":
        return _describe_move(data["seat"], data["move"])
    if event.kind == "total":
        return Text("Mount Olympus: {total}", total=data["total"])
    if event.kind == "zeus":
        player = Player(data["seat"])
        if data["was"] is None:
            return Text("{player} takes Zeus", player=player)
        return Text("{player} steals Zeus from {other}", player=player, other=Player(data["was"]))
    if event.kind == "skip":
        return Text("{player} loses a turn", player=Player(data["seat"]))
    if event.kind == "round":
        return _describe_end(data["winner"], data["how"])
    if event.kind == "deal":
        return Text("Round {number}", number=data["number"])
    return None


def _describe_move(seat: int, move: Move) -> Text | None:
    player = Player(seat)
    if isinstance(move, Play):
        return Text("{player} plays {card}", player=player, card=move.card)
    if isinstance(move, Sneak):
        return Text("{player} sneaks in with {card}!", player=player, card=move.card)
    if isinstance(move, Draw):
        return Text("{player} draws a card", player=player)
    if isinstance(move, Leave):
        return Text("{player} does not draw for now", player=player)
    return None


def _describe_end(winner: int | None, how: str) -> Text:
    if winner is None:
        if how == "over":
            return Text("Over 100, and nobody holds Zeus: the round is void")
        return Text("The round ends while nobody holds Zeus: it is void")
    player = Player(winner)
    if how == "hundred":
        return Text("Exactly 100: {player} wins the round", player=player)
    if how == "match":
        return Text("A match past 100: {player} wins the round", player=player)
    if how == "over":
        return Text("Over 100: {player} holds Zeus and wins the round", player=player)
    if how == "pile":
        return Text("The draw pile has run out: {player} wins the round", player=player)
    return Text("All hands are empty: {player} wins the round", player=player)


def why_not(table: ZeusTable, seat: int, move: Move, limit: int) -> Text | None:
    """The rule that refuses a move of a seat that may act."""
    if isinstance(move, Play):
        if move.card not in table.hands[seat]:
            return Text("you do not hold {card}", card=move.card)
        if seat != table.turn.seat:
            return Text("only the player in turn plays a card (rule 6)")
        return Text("{card} goes over 100 while another card can be played", card=move.card)
    if isinstance(move, Sneak):
        return _why_no_sneak(table, seat, move)
    if isinstance(move, Draw | Leave):
        return _why_no_draw(table, seat, limit)
    if isinstance(move, Decline):
        return Text("there is nothing to decline: you are not asked")
    return None


def _why_no_draw(table: ZeusTable, seat: int, limit: int) -> Text:
    if table.options.draw == "automatic":
        return Text("cards are drawn by themselves (rule 10)")
    if not table.stock:
        return Text("the draw pile is empty (rule 20)")
    if len(table.hands[seat]) >= limit:
        return Text("your hand is at its limit of {limit} (rules 10 and 23)", limit=limit)
    return Text("you have left your draw until the next card")


def _why_no_sneak(table: ZeusTable, seat: int, move: Sneak) -> Text:
    top = table.olympus.top
    if not table.options.sneak:
        return Text("the sneak is switched off")
    if top is None or not top.rank or not move.card.rank:
        return Text("only a number can be sneaked, upon the same number (rule 13)")
    if table.played_by == seat:
        return Text("nobody sneaks on a card that he has just played himself (rule 14)")
    if move.card is not top:
        return Text("{card} is not the number on top (rule 12)", card=move.card)
    if move.card not in table.hands[seat]:
        return Text("you do not hold {card}", card=move.card)
    if any(interrupt.kind == "sneak" for interrupt in table.interrupts):
        return Text("you have already declined to sneak")
    if not table.options.sneak_chain:
        return Text("by the option sneak_chain nobody sneaks upon a sneak")
    return Text("the chance to sneak is gone (rule 16)")
