"""Hearts for cardcore: cards passed in secret, then tricks in which hearts are bad."""

from itertools import takewhile
from pathlib import Path

import attrs

import cardcore
from cardcore import Card, Game, Move, Part, Pile, Player, Table, Text, face_down, face_up, held

SUITS = ("clubs", "diamonds", "spades", "hearts")
ALL, PASSED = 26, 3


def strength(card):
    """Two is the lowest card of a suit, the ace the highest."""
    return (card.rank - 2) % 13


def badness(card):
    """One point a heart, and 13 the queen of spades."""
    return 13 if card.code == "QS" else int(card.suit == "hearts")


DECK = sorted(cardcore.french_deck(), key=lambda card: (SUITS.index(card.suit), strength(card)))
PLACES = dict(zip(DECK, range(52), strict=True))
OF_SUIT = {suit: frozenset(card for card in DECK if card.suit == suit) for suit in SUITS}
NO_HEARTS = frozenset(DECK) - OF_SUIT["hearts"]
HARMLESS = frozenset(card for card in DECK if not badness(card))


@attrs.frozen
class Pass(Move):
    """Lay one of three cards aside for another player."""

    card: Card


@attrs.frozen
class Play(Move):
    """Play a card to the trick."""

    card: Card


@attrs.define
class HeartsTable(Table):
    """A deal; cards are passed `distance` seats to the left, or not at all where it is 0."""

    stock: Pile = face_down()
    aside: list[Pile] = face_down(each=True)
    trick: Pile = face_up()
    taken: list[Pile] = face_down(each=True)
    hands: list[Pile] = held()
    number: int = 0
    distance: int = 0
    playing: bool = False
    opening: bool = True
    broken: bool = False
    lacks: list[set[Card]] = attrs.Factory(list)
    """For each seat, the cards that it cannot hold after what it has played."""


class Hearts(Game[HeartsTable]):
    """Take no hearts and not the queen of spades, or all of them."""

    name, title, seats = "hearts", "Hearts", range(3, 7)
    lowest_wins = True
    rules = {"en": Path(__file__).with_name("rules.en.md").read_text("utf-8")}

    @attrs.frozen
    class Options:
        partners: bool = cardcore.option(False, help="those who sit opposite play together")
        moon: str = cardcore.option(
            "add",
            help="who takes all bad cards adds 26 points to the others, or loses 26",
            choices=("add", "subtract", "off"),
        )
        limit: int = cardcore.option(100, help="points that end it", choices=(25, 50, 75, 100, 150))

    def check(self, options, seats):
        """Partners sit opposite."""
        odd = options.partners and seats % 2
        return Text("partners need an even number of players") if odd else None

    def teams(self, table):
        """Those who sit opposite, or everybody alone."""
        half = len(table.seats) // 2
        if table.options.partners:
            return [(seat, seat + half) for seat in range(half)]
        return [(seat,) for seat in table.seats]

    def cards(self, options, seats):
        """As many low diamonds and clubs are left out as make the hands even."""
        low = sorted(DECK[:26], key=lambda card: (strength(card), card.suit == "clubs"))
        return [card for card in DECK if card not in low[: 52 % seats]]

    def all_moves(self, options):
        """Every card may be passed, and played."""
        return [*map(Pass, DECK), *map(Play, DECK)]

    def deal(self, table, last):
        """To the left, to the right, across, and no passing, in turn."""
        seats = len(table.seats)
        table.number = 0 if last is None else last.number + 1
        ways = [1, seats - 1, 0] if seats % 2 else [1, seats - 1, seats // 2, 0]
        table.distance = ways[table.number % len(ways)]
        table.lacks = [set() for _ in table.seats]
        table.shuffle(table.stock)
        table.deal(table.stock, len(table.stock) // seats)
        if not table.distance:
            self.begin(table)

    def to_act(self, table):
        """While cards are passed, all who have not laid three aside."""
        if table.playing:
            return [table.turn.seat]
        return [seat for seat in table.seats if len(table.aside[seat]) < PASSED]

    def play(self, table, seat, move):
        """Cards that are passed are taken up when all have laid theirs aside."""
        if isinstance(move, Play):
            self.lay(table, seat, move.card)
            return
        table.put(move.card, table.hands[seat], table.aside[seat])
        if all(len(pile) == PASSED for pile in table.aside):
            for giver in table.seats:
                taker = (giver + table.distance) % len(table.seats)
                table.put_all(table.aside[giver], table.hands[taker])
            self.begin(table)

    def begin(self, table):
        """Whoever has the lowest club leads it to the first trick."""
        table.playing = True
        lowest = min((card for hand in table.hands for card in hand), key=PLACES.__getitem__)
        table.turn.go_to(next(seat for seat in table.seats if lowest in table.hands[seat]))
        table.emit("leads", seat=table.turn.seat, card=lowest)
        self.lay(table, table.turn.seat, lowest)

    def wishes(self, table):
        """The cards of which one is to be played; where the hand has none, of the next of these."""
        if not table.trick:
            return [] if table.broken else [NO_HEARTS]
        return [OF_SUIT[table.trick[0].suit], *[HARMLESS] * table.opening]

    def moves(self, table, seat):
        """Any card may be passed; one that is played follows suit."""
        hand = sorted(table.hands[seat], key=PLACES.__getitem__)
        if not table.playing:
            return list(map(Pass, hand))
        fitting = ([card for card in hand if card in wish] for wish in self.wishes(table))
        return list(map(Play, next(filter(None, fitting), hand)))

    def lay(self, table, seat, card):
        """Play a card, which shows what the hand lacks, and end the trick after the last one."""
        for wish in takewhile(lambda wish: card not in wish, self.wishes(table)):
            table.lacks[seat].update(wish.intersection(table.cards))
        table.broken = table.broken or card.suit == "hearts"
        table.put(card, table.hands[seat], table.trick)
        table.turn.advance()
        if len(table.trick) == len(table.seats):
            self.take(table)

    def take(self, table):
        """The highest card of the suit that was led takes the trick."""
        led = [card for card in table.trick if card.suit == table.trick[0].suit]
        best = table.trick.index(max(led, key=strength))
        table.turn.go_to((table.turn.seat + best) % len(table.seats))
        table.emit("takes", seat=table.turn.seat)
        table.put_all(table.trick, table.taken[table.turn.seat])
        table.opening = False
        if not any(table.hands):
            table.end_deal()

    def could_hold(self, table, pile, card):
        """No card that a seat has shown to lack."""
        return pile.label[0] != "hands" or card not in table.lacks[pile.label[1]]

    def points(self, table):
        """What was taken; all of it, by a player or by partners together, is the moon."""
        points = [sum(map(badness, pile)) for pile in table.taken]
        for team in self.teams(table):
            if table.options.moon != "off" and sum(points[seat] for seat in team) == ALL:
                own, others = (0, ALL) if table.options.moon == "add" else (-ALL, 0)
                return [(own if seat in team else others) // len(team) for seat in table.seats]
        return points

    def is_over(self, table, scores):
        """The match ends with the deal in which somebody reaches the limit."""
        return max(scores.totals) >= table.options.limit

    # -- how it looks ---------------------------------------------------------------------------

    def summary(self, observation):
        """The trick, and for each seat its points, the bad ones of this deal, and its hand."""
        trick = observation["trick"].cards
        leader = Player((observation.turn[0] - len(trick)) % len(observation.seats))
        led = (Text("led by {player}", player=leader),) * bool(trick)
        parts = [Part(Text("Trick"), led, trick)]
        for seat, total in enumerate(observation.totals):
            hand, bad = observation["hands"][seat].cards, observation["taken"][seat].known
            if seat == observation.seat:
                hand = tuple(sorted(hand, key=PLACES.__getitem__))
            parts.append(Part(Text("points"), (Text("{n}", n=total),), seat=seat))
            parts.append(Part(Text("taken"), (Text("{n}", n=sum(map(badness, bad))),), seat=seat))
            parts.append(Part(Text("hand"), cards=hand, seat=seat, by="suit"))
        return parts

    def question(self, observation):
        """To whom cards are passed."""
        if observation["playing"] or observation.seat is None:
            return None
        taker = (observation.seat + observation["distance"]) % len(observation.seats)
        return Text("A card to pass to {player}", player=Player(taker))

    def describe(self, event):
        """Who begins, and who takes a trick."""
        texts = {"leads": "{player} leads {card}.", "takes": "{player} takes the trick."}
        told = texts.get(event.kind)
        return told and Text(told, player=Player(event.seat), card=event.card)


@cardcore.hookimpl
def cardcore_games():
    """What this package brings."""
    return [Hearts()]
