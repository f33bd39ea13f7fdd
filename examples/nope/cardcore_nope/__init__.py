"""Nope for cardcore: treasures and thieves, and a nope to every card, to a nope as well."""

from pathlib import Path

import attrs

import cardcore
from cardcore import Card, Game, Move, Part, Pile, Player, Table, Text, face_down, face_up, held

COIN = Card("coin", rank=1, colour="yellow")
RING = Card("ring", rank=2, colour="cyan")
CROWN = Card("crown", rank=3, colour="magenta")
THIEF, NOPE = Card("thief", colour="blue"), Card("nope", colour="red")
TREASURES = (CROWN, RING, COIN)
DECK = [COIN] * 10 + [RING] * 8 + [CROWN] * 6 + [THIEF] * 12 + [NOPE] * 14
TOLD = {
    "works": "{card} of {seat} counts after all",
    "fails": "{card} of {seat} does nothing",
    "stolen": "{seat} steals {card} from {victim}",
}


@attrs.frozen
class Keep(Move):
    """Lay a treasure on the table before you: it counts, unless somebody says nope."""

    card: Card


@attrs.frozen
class Steal(Move):
    """Send a thief for a treasure: it comes from the nearest player on the left who keeps one."""

    card: Card


@attrs.frozen
class Draw(Move):
    """Draw two cards."""


@attrs.frozen
class Nope(Move):
    """Say nope to the card that was just played, which then does nothing."""


@attrs.define
class NopeTable(Table):
    """A deal; `nopes` lie upon the card in `played`, and `wanted` is what its player is after."""

    stock: Pile = face_down()
    discards: Pile = face_up()
    played: Pile = face_up()
    kept: list[Pile] = face_up(each=True)
    hands: list[Pile] = held()
    wanted: Card | None = None
    nopes: int = 0
    first: int = 0


class NopeGame(Game[NopeTable]):
    """Keep the most valuable treasures."""

    name, title, seats = "nope", "Nope", range(2, 7)
    rules = {"en": Path(__file__).with_name("rules.en.md").read_text("utf-8")}

    @attrs.frozen
    class Options:
        deals: int = cardcore.option(3, help="so many deals are played", choices=range(1, 11))

    def cards(self, options, seats):
        """Fifty cards."""
        return DECK

    def all_moves(self, options):
        """Every treasure may be kept, and stolen."""
        return [Draw(), *map(Keep, TREASURES), *map(Steal, TREASURES), Nope()]

    def deal(self, table, last):
        """Five cards each; the first deal is begun by the first seat, the next by the second."""
        table.first = 0 if last is None else (last.first + 1) % len(table.seats)
        table.turn.go_to(table.first)
        table.shuffle(table.stock)
        table.deal(table.stock, 5)

    def moves(self, table, seat):
        """Draw, keep a treasure of the hand, or, with a thief, steal one that another keeps."""
        hand = dict.fromkeys(table.hands[seat])
        others = {card for other in table.turn.others(seat) for card in table.kept[other]}
        prey = [card for card in TREASURES if THIEF in hand and card in others]
        return [Draw(), *(Keep(card) for card in hand if card.rank), *map(Steal, prey)]

    def play(self, table, seat, move):
        """A card waits for what others say to it; so does a nope."""
        if isinstance(move, Draw):
            table.draw(table.stock, table.hands[seat], 2)
            self.end_turn(table)
            return
        card = NOPE
        if isinstance(move, Nope):
            table.nopes += 1
        else:
            card, table.wanted = THIEF if isinstance(move, Steal) else move.card, move.card
        table.put(card, table.hands[seat], table.played)
        table.interrupt("nope", card=card, blocking=True)

    def reactions(self, table, seat, interrupt):
        """Everybody but its player may say nope to a card, and its player to that nope."""
        return [Nope()] if NOPE in table.hands[seat] else []

    def after_interrupt(self, table, interrupt):
        """When nobody says nope any more, the card counts after an even number of nopes."""
        if interrupt.card is NOPE:
            return
        seat, card = interrupt.seat, table.wanted
        works = table.nopes % 2 == 0
        if table.nopes:
            table.emit("works" if works else "fails", seat=seat, card=interrupt.card)
        if works and interrupt.card is THIEF:
            victim = next(other for other in table.turn.others(seat) if card in table.kept[other])
            table.put(card, table.kept[victim], table.kept[seat])
            table.emit("stolen", seat=seat, card=card, victim=victim)
        elif works:
            table.put(card, table.played, table.kept[seat])
        table.put_all(table.played, table.discards)
        table.wanted, table.nopes = None, 0
        self.end_turn(table)

    def end_turn(self, table):
        """The deal ends when the stock or a hand is empty."""
        table.turn.advance()
        if not table.stock or not all(table.hands):
            table.end_deal()

    def points(self, table):
        """Coins count one, rings two, crowns three."""
        return [sum(card.rank for card in kept) for kept in table.kept]

    def is_over(self, table, scores):
        """The match ends after so many deals."""
        return len(scores.deals) == table.options.deals

    # -- how it looks ---------------------------------------------------------------------------

    def summary(self, observation):
        """What was played, and for each seat its points, what it keeps, and its hand."""
        stock = Text("{number} cards", number=len(observation["stock"]))
        parts = [
            Part(Text("Stock"), (stock,)),
            Part(Text("Played"), (), observation["played"].cards),
        ]
        for seat, total in enumerate(observation.totals):
            hand, kept = observation["hands"][seat].cards, observation["kept"][seat].cards
            if seat == observation.seat:
                hand = tuple(sorted(hand, key=DECK.index))
            kept = tuple(sorted(kept, key=DECK.index))
            parts.append(Part(Text("points"), (Text("{n}", n=total),), seat=seat))
            parts.append(Part(Text("keeps"), cards=kept, seat=seat, by="rank"))
            parts.append(Part(Text("hand"), cards=hand, seat=seat))
        return parts

    def question(self, observation):
        """To which card one may say nope; the prompt asks whether one does."""
        if not observation.interrupts:
            return None
        latest = observation.interrupts[-1]
        told = "{player} plays {card}: who says nope?"
        if observation.seat is not None:
            told = "{player} plays {card}"
        return Text(told, player=Player(latest.seat), card=latest.card)

    def describe(self, event):
        """What became of a card to which somebody said nope, and from whom a thief has stolen."""
        told = TOLD.get(event.kind)
        players = {k: Player(v) for k, v in event.data.items() if told and k in ("seat", "victim")}
        return Text(told, card=event.card, **players) if told else None


@cardcore.hookimpl
def cardcore_games():
    """What this package brings."""
    return [NopeGame()]
