"""How the game tells what happens and why a move is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardcore import Event, Move, Player, Text
from cardcore_zeus_on_the_loose.moves import Draw, Leave, Play, Sneak

if TYPE_CHECKING:
    from cardcore_zeus_on_the_loose.rules import ZeusTable


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
        if table.options.draw == "automatic":
            return Text("cards are drawn by themselves (rule 10)")
        if not table.stock:
            return Text("the draw pile is empty")
        if len(table.hands[seat]) >= limit:
            return Text("your hand is at its limit of {limit} (rule 23)", limit=limit)
        return Text("you have left your draw until the next card")
    return None


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
    return Text("the chance to sneak is gone (rule 16)")
