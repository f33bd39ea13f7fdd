"""Uno for cardcore, by the printed rules or by those of RLCard's `uno`."""

from pathlib import Path

import attrs

import cardcore
from cardcore import Card, Game, Move, Part, Pile, Table, Text, face_down, face_up, held

COLOURS = ("red", "green", "blue", "yellow")
SIGNS = (*map(str, range(10)), "skip", "reverse", "+2")
SKIP, REVERSE, TWO, NONE, ANY = 10, 11, 12, -1, "any"
LIMITS = (0, 100, 200, 500)
DUE = {TWO: 2, 14: 4}
WILD, FOUR = Card("wild", rank=13, symbol="★"), Card("wild+4", rank=14, symbol="★")
COLOURED = [
    Card(colour[0].upper() + sign, rank=rank, suit=colour, colour=colour)
    for colour in COLOURS
    for rank, sign in enumerate(SIGNS)
]
DECK = [*COLOURED, *(card for card in COLOURED if card.rank), *[WILD, FOUR] * 4]


@attrs.frozen
class Play(Move):
    """Play a card, a wild one with the colour that it is to be."""

    card: Card
    colour: str | None = None


@attrs.frozen
class Draw(Move):
    """Draw a card, or pass where there is none."""


@attrs.frozen
class Keep(Move):
    """Keep the card that was drawn."""


PLAYS = {card: [Play(card)] for card in COLOURED}
PLAYS |= {card: [Play(card, colour) for colour in COLOURS] for card in (WILD, FOUR)}
DRAW, KEEP = Draw(), Keep()


@attrs.define
class UnoTable(Table):
    """A deal; `colour` or `rank` is to be followed."""

    stock: Pile = face_down()
    discards: Pile = face_up()
    hands: list[Pile] = held()
    drawn: list[Pile] = held()
    colour: str = ""
    rank: int = NONE
    dealer: int = 0


class Uno(Game[UnoTable]):
    """Be the first without cards."""

    name, title, seats = "uno", "Uno", range(2, 11)
    rules = {"en": Path(__file__).with_name("rules.en.md").read_text("utf-8")}

    @attrs.frozen
    class Options:
        rlcard: bool = cardcore.option(False, help="by RLCard's rules, not the printed ones")
        limit: int = cardcore.option(500, help="points that end it; 0: one deal", choices=LIMITS)

    def cards(self, options, seats):
        """Four colours, most cards twice, and eight wild ones."""
        return DECK

    def all_moves(self, options):
        """RLCard's in its order, and the one that only the printed rules have."""
        plays = [move for card in (*COLOURED, WILD, FOUR) for move in PLAYS[card]]
        plays.sort(key=lambda move: COLOURS.index(move.colour or move.card.suit))
        return [*plays, DRAW] if options.rlcard else [*plays, DRAW, KEEP]

    def deal(self, table, last):
        """Seven cards each, and one is turned up, as if the dealer had played it, or almost so."""
        rlcard, seats = table.options.rlcard, len(table.seats)
        dealer = last.dealer + 1 if last else seats - 1 if rlcard else table.chance.integer(seats)
        table.dealer = dealer % seats
        table.turn.go_to(table.dealer)
        table.shuffle(table.stock)
        table.deal(table.stock, 7)
        while table.draw(table.stock, table.discards)[0] is FOUR:
            table.draw(table.discards, table.stock)
            table.shuffle(table.stock)
        card, by_lot = table.discards[-1], rlcard and table.discards[-1] is WILD
        colour = table.chance.choose(COLOURS) if by_lot else ANY
        self.follow(table, card, colour, DUE.get(card.rank, 0))
        if card.rank == REVERSE or (card.rank == TWO and rlcard):
            table.turn.go_to((table.dealer + int(card.rank == TWO)) % seats)

    def moves(self, table, seat):
        """What fits, or to draw; a card that was drawn may be kept."""
        hand, drawn = table.hands[seat], table.drawn[seat]
        plays = self.plays(table, hand, drawn or hand)
        return [*plays, KEEP] if drawn else plays or [DRAW]

    def plays(self, table, hand, cards):
        """A wild+4 needs a hand that has nothing else; by the printed rules, not the colour."""
        colour, rank = table.colour, table.rank
        fitting = [
            card for card in cards if card.suit == colour or card.rank == rank or card is WILD
        ]
        if colour == ANY:
            fitting = [card for card in cards if card is not FOUR]
        others = fitting if table.options.rlcard else [c for c in hand if c.suit == colour]
        if FOUR in cards and not others:
            fitting.append(FOUR)
        return [move for card in dict.fromkeys(fitting) for move in PLAYS[card]]

    def play(self, table, seat, move):
        """Carry a move out; without cards a seat has won."""
        hand, drawn = table.hands[seat], table.drawn[seat]
        if isinstance(move, Play):
            table.put(move.card, drawn or hand, table.discards)
            self.follow(table, move.card, move.colour, DUE.get(move.card.rank, 0))
        elif isinstance(move, Draw):
            self.draw(table, hand, drawn)
        else:
            table.put_all(drawn, hand)
            table.turn.advance()
        if not hand:
            table.end_deal()

    def draw(self, table, hand, drawn):
        """RLCard plays a card of the colour, or a wild one, at once; the latter does nothing."""
        self.refill(table, 1)
        if table.stock and not table.options.rlcard:
            table.draw(table.stock, drawn)
        elif table.stock and table.stock[-1].suit in ("", table.colour):
            (card,) = table.draw(table.stock, table.discards)
            colour = None if card.suit else table.chance.choose(COLOURS)
            self.follow(table, card, colour, 2 if card.rank == TWO else 0)
        else:
            table.draw(table.stock, hand)
            table.turn.advance()

    def follow(self, table, card, colour, due):
        """What a card does: cards are due from the next, who is passed over."""
        turn, skips = table.turn, due > 0 or card.rank == SKIP
        table.colour, table.rank = card.suit or colour, card.rank if card.suit else NONE
        if card.rank == REVERSE:
            turn.reverse()
            skips = len(table.seats) == 2 and not table.options.rlcard
        if due:
            self.give(table, table.hands[turn.after(turn.seat)], due)
        turn.advance(skip=int(skips))

    def give(self, table, hand, due):
        """RLCard shuffles first where the stock has too few, the printed rules when it is empty."""
        if not table.options.rlcard:
            due -= len(table.draw(table.stock, hand, due))
        self.refill(table, due)
        table.draw(table.stock, hand, due)

    def refill(self, table, due):
        """A new stock of the discards; of RLCard's not even the top one stays."""
        keep = 0 if table.options.rlcard else 1
        if len(table.stock) < due and len(table.discards) > keep:
            table.put_all(table.discards, table.stock, keep=keep)
            table.shuffle(table.stock)

    def points(self, table):
        """What the others still hold; RLCard has 1 for winning and -1 for losing."""
        held = [card.rank for hand in table.hands for card in hand]
        worth = sum(rank if rank < SKIP else 20 if rank <= TWO else 50 for rank in held)
        win, lose = (1, -1) if table.options.rlcard else (worth, 0)
        return [lose if hand else win for hand in table.hands]

    def is_over(self, table, scores):
        """At the limit; in RLCard after one deal."""
        limit = 0 if table.options.rlcard else table.options.limit
        return max(scores.totals) >= limit

    # -- how it looks ---------------------------------------------------------------------------

    def summary(self, observation):
        """The top card and the colour to follow, and for each seat points and hand."""
        follow = Text("{colour} is followed", colour=observation["colour"])
        parts = [Part(Text("Top"), (follow,), observation["discards"].cards[-1:])]
        for seat, total in enumerate(observation.totals):
            hand = observation["hands"][seat].cards
            if seat == observation.seat:
                hand = tuple(sorted(hand, key=DECK.index))
            parts.append(Part(Text("points"), (Text("{n}", n=total),), seat=seat))
            parts.append(Part(Text("hand"), cards=hand, seat=seat, by="suit"))
            parts.append(Part(Text("drawn"), (), observation["drawn"][seat].cards, seat))
        return parts


@cardcore.hookimpl
def cardcore_games():
    """What this package brings."""
    return [Uno()]
