"""Crazy Eights for cardcore, by the rules of OpenSpiel's `crazy_eights`."""

from pathlib import Path

import attrs

import cardcore
from cardcore import Card, Game, Move, Pile, Table, face_down, face_up, french_deck, held

ACE, TWO, EIGHT, QUEEN, MOST_DRAWS, MOST_PLAYS = 1, 2, 8, 12, 5, 100
DECK = sorted(french_deck(), key=lambda card: (card.rank - TWO) % 13)  # twos first, aces last
VALUES = {EIGHT: 50, 11: 10, QUEEN: 10, 13: 10, ACE: 10}  # other cards count by their place


@attrs.frozen
class Play(Move):
    card: Card


@attrs.frozen
class Draw(Move):
    """Draw a card, or all those that are due."""


@attrs.frozen
class Pass(Move):
    """End the turn, where no more may be drawn."""


@attrs.frozen
class Nominate(Move):
    suit: str


PLAY, NOMINATE = {card: Play(card) for card in DECK}, [Nominate(two.suit) for two in DECK[:4]]


@attrs.define
class CrazyEightsTable(Table):
    stock: Pile = face_down()
    discards: Pile = face_up()
    hands: list[Pile] = held()
    suit: str = ""  # to be followed; none while it is being nominated
    due: int = 0  # so many cards must be drawn, after twos
    drawn: int = 0  # so many were drawn in this turn
    plays: int = 0  # so many cards were played
    idle: int = 0  # so many passed in a row while the stock was empty


class CrazyEights(Game[CrazyEightsTable]):
    name, title, seats = "crazy-eights", "Crazy Eights", range(2, 7)
    rules = {"en": Path(__file__).with_name("rules.en.md").read_text("utf-8")}

    @attrs.frozen
    class Options:
        use_special_cards: bool = cardcore.option(False, help="queens skip, aces turn, twos draw")
        reshuffle: bool = cardcore.option(False, help="the discards become a new stock")

    def cards(self, options, seats):
        return DECK * (2 if seats > 5 else 1)

    def all_moves(self, options):
        return [*PLAY.values(), Draw(), Pass(), *NOMINATE]

    def deal(self, table, last):
        table.turn.go_to(table.chance.integer(len(table.seats)))  # the dealer
        table.shuffle(table.stock)
        table.deal(table.stock, 7 if len(table.seats) == 2 else 5)
        while table.draw(table.stock, table.discards)[0].rank == EIGHT:
            table.draw(table.discards, table.stock)
            table.shuffle(table.stock)
        self.follow(table, table.discards[-1])

    def moves(self, table, seat):
        hand, ranks, suit = table.hands[seat], (EIGHT, table.discards[-1].rank), table.suit
        if table.due or not suit:
            twos = [PLAY[card] for card in dict.fromkeys(hand) if card.rank == TWO]
            return [*twos, Draw()] if table.due else NOMINATE
        fit = dict.fromkeys([card for card in hand if card.rank in ranks or card.suit == suit])
        return [*map(PLAY.get, fit), Draw() if table.stock and table.drawn < MOST_DRAWS else Pass()]

    def play(self, table, seat, move):
        hand, drawn, table.drawn = table.hands[seat], table.drawn, 0
        if isinstance(move, Play):
            table.put(move.card, hand, table.discards)
            table.plays, table.idle = table.plays + 1, 0
            self.draw(table, hand, 0)
            self.follow(table, move.card)
        elif isinstance(move, Draw) and not table.due:
            self.draw(table, hand, 1)
            table.drawn, table.idle = drawn + 1, 0
        else:  # to draw what is due counts as idle where it takes the very last card
            lacking, table.due = self.draw(table, hand, table.due), 0
            table.idle = 0 if lacking or table.stock or not table.suit else table.idle + 1
            table.suit = getattr(move, "suit", table.suit)
            table.turn.advance()
        if not hand or table.plays == MOST_PLAYS or table.idle > len(table.seats):
            table.end_deal()

    def follow(self, table, card):  # what a card does that the seat in turn has played
        rank = card.rank if table.options.use_special_cards or card.rank == EIGHT else 0
        table.suit = "" if rank == EIGHT else card.suit
        table.due += 2 if rank == TWO and table.stock else 0
        table.turn.direction *= -1 if rank == ACE else 1
        if table.suit:
            table.turn.advance(skip=int(rank == QUEEN))

    def draw(self, table, hand, n):  # and returns how many cards the stock lacks
        n -= len(table.draw(table.stock, hand, n))
        if table.stock or len(table.discards) == 1 or not table.options.reshuffle:
            return n
        table.put_all(table.discards, table.stock, keep=1)
        table.shuffle(table.stock)
        return self.draw(table, hand, n)

    def points(self, table):
        return [-sum(VALUES.get(c.rank, DECK.index(c) + 2) for c in hand) for hand in table.hands]


@cardcore.hookimpl
def cardcore_games():
    return [CrazyEights()]
