"""Odin: the rules, named and numbered as on the rules page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import attrs

from cardcore import (
    Card,
    Event,
    Game,
    Group,
    Move,
    Observation,
    Part,
    Pile,
    Scoreboard,
    Table,
    Text,
    face_down,
    face_up,
    held,
)
from cardcore_odin import look
from cardcore_odin.bot import worth
from cardcore_odin.cards import CARDS, GOAT, GOAT_POINTS, NINE, deck, order
from cardcore_odin.moves import Pass, Play, Take
from cardcore_odin.options import HAND, PRESETS, OdinOptions, check
from cardcore_odin.sets import all_plays, follows, leads

PASS = Pass()
TAKE: dict[Card, Take] = {card: Take(card) for card in [*CARDS, GOAT]}


@attrs.define
class OdinTable(Table):
    """A hand, as the rules call a deal. `owner` has played what lies in the middle."""

    aside: Pile = face_down()
    """The cards that are not dealt."""
    stack: Pile = face_down()
    """Where the goat is mixed into the cards to be dealt; else empty."""
    middle: Pile = face_up()
    beaten: Pile = face_up()
    """What lay in the middle before, while the seat in turn has to take one card of it."""
    discards: Pile = face_up()
    hands: list[Pile] = held()
    first: int = 0
    """The seat that has begun this hand."""
    owner: int | None = None
    passes: int = 0
    """How many have passed in a row: the seats to the left of the owner."""
    took: dict[int, Card] = attrs.Factory(dict)
    """The card that each seat has taken last in this hand."""


class Odin(Game[OdinTable]):
    """Odin, for two to six players."""

    name = "odin"
    title = "Odin"
    seats = range(2, 7)
    version = 1
    lowest_wins = True
    Options = OdinOptions
    presets = PRESETS

    @property
    def rules(self) -> Mapping[str, str]:
        """The rules page, by language."""
        from importlib.resources import files  # slow, and rarely needed

        pages = files("cardcore_odin")
        return {
            language: pages.joinpath(f"rules.{language}.md").read_text("utf-8")
            for language in ("en", "es")
        }

    def check(self, options: OdinOptions, seats: int) -> Text | None:
        """Rule 3: there must be nine cards for each."""
        return check(options, seats)

    def cards(self, options: OdinOptions, seats: int) -> Iterable[Card]:
        """Rule 2."""
        return deck(options.removed_colours, goat=options.goat)

    # -- a hand begins ----------------------------------------------------------------------------

    def deal(self, table: OdinTable, last: OdinTable | None) -> None:
        """Rules 3, 4 and 17."""
        table.first = self._starter(table, last)
        table.turn.go_to(table.first)
        if table.options.goat:
            self._deal_with_goat(table)
        else:
            table.shuffle(table.aside)
            table.deal(table.aside, HAND)
        if table.options.auto_finish:
            self._finish(table)

    def _starter(self, table: OdinTable, last: OdinTable | None) -> int:
        """Rules 4 and 17: who begins; `owner` of the last hand is who went out."""
        if last is None:
            return table.chance.integer(len(table.seats))
        if table.options.next_starter == "last_in_turn" and last.owner is not None:
            return last.owner
        return (last.first + 1) % len(table.seats)

    def _deal_with_goat(self, table: OdinTable) -> None:
        """The goat, the last card of the deck, is one of those dealt, each place as likely."""
        table.draw(table.aside, table.stack)
        table.shuffle(table.aside)
        table.put_all(table.aside, table.stack, keep=self._left_aside(table))
        table.shuffle(table.stack)
        table.deal(table.stack, HAND)

    def _left_aside(self, table: OdinTable) -> int:
        return len(table.aside) + 1 - HAND * len(table.seats)

    # -- a turn -----------------------------------------------------------------------------------

    def moves(self, table: OdinTable, seat: int) -> Sequence[Move]:
        """Rules 5 to 9, and 11 where a take is due."""
        hand, middle = table.hands[seat], table.middle
        if table.beaten:
            return [TAKE[card] for card in table.beaten]
        if not middle:
            return leads(hand)
        if len(hand) < len(middle):  # rule 24
            return (PASS,)
        return (*follows(hand, middle), PASS)

    def play(self, table: OdinTable, seat: int, move: Move) -> None:
        """Carry out a play, a take or a pass."""
        if isinstance(move, Play):
            self._play_set(table, seat, move.set)
        elif isinstance(move, Take):
            self._take(table, seat, move.card, table.beaten)
            table.put_all(table.beaten, table.discards)
            self._next(table)
        else:
            self._passed(table)

    def _play_set(self, table: OdinTable, seat: int, cards: Sequence[Card]) -> None:
        """Rules 5, 11, 12 and 13."""
        hand, middle = table.hands[seat], table.middle
        before = list(middle)
        goes_out = len(cards) == len(hand)
        if goes_out or len(before) > 1:
            table.put_all(middle, table.discards if goes_out else table.beaten)
        for card in cards:
            table.put(card, hand, middle)
        table.owner, table.passes = seat, 0
        if goes_out:
            table.emit("out", seat=seat)
            table.end_deal()
        elif not before:
            self._next(table)
        elif len(before) == 1:  # the only choice
            self._take(table, seat, before[0], middle)
            self._next(table)

    def _take(self, table: OdinTable, seat: int, card: Card, beaten: Pile) -> None:
        """Rule 11: one of the beaten cards."""
        table.put(card, beaten, table.hands[seat])
        table.took[seat] = card

    def _next(self, table: OdinTable) -> None:
        """The seat to the left goes on, and by option passes where it can do nothing else."""
        table.turn.advance()
        if table.options.auto_pass and self._is_helpless(table, table.turn.seat):
            table.emit("pass", seat=table.turn.seat)
            self._passed(table)

    def _is_helpless(self, table: OdinTable, seat: int) -> bool:
        """Whether all can see that a seat has nothing to play: too few cards, or as many to nines.

        Rule 24, and rule 9c where the middle cannot be beaten with as many cards.
        """
        hand, middle = len(table.hands[seat]), len(table.middle)
        return hand < middle or (hand == middle and all(card.rank == NINE for card in table.middle))

    def _passed(self, table: OdinTable) -> None:
        """Rules 14 and 15."""
        table.passes += 1
        if table.passes < len(table.seats) - 1:
            self._next(table)
            return
        table.put_all(table.middle, table.discards)
        table.owner, table.passes = None, 0
        table.turn.advance()  # past all who have passed, to the last player who has played
        table.emit("round", seat=table.turn.seat)
        if table.options.auto_finish:
            self._finish(table)

    def _finish(self, table: OdinTable) -> None:
        """By option the leader plays the whole hand, if rule 6 or a last card allows it."""
        seat = table.turn.seat
        longest = leads(table.hands[seat])[-1].set
        if len(longest) == len(table.hands[seat]):
            table.emit("finish", seat=seat, cards=longest)
            self._play_set(table, seat, longest)

    # -- the end of a hand ------------------------------------------------------------------------

    def points(self, table: OdinTable) -> Sequence[int]:
        """Rule 16: a point a card left in hand, five for the goat."""
        return [len(hand) + (GOAT_POINTS - 1) * (GOAT in hand) for hand in table.hands]

    def is_over(self, table: OdinTable, scores: Scoreboard) -> bool:
        """Rules 18 and 19."""
        limit: int | str = table.options.limit
        return isinstance(limit, str) or max(scores.totals) >= limit

    def could_hold(self, table: OdinTable, pile: Pile, card: Card) -> bool:
        """The goat is always dealt."""
        return card is not GOAT or pile is not table.aside

    # -- what else players are told ---------------------------------------------------------------

    def why_not(self, table: OdinTable, seat: int, move: Move) -> Text | None:
        """The rule that refuses a move."""
        return look.why_not(table, seat, move)

    def default_move(self, table: OdinTable, seat: int, moves: Sequence[Move]) -> Move:
        """For an absent player: pass, or lead the lowest card; take the first."""
        if PASS in moves:
            return PASS
        singles = [move for move in moves if isinstance(move, Play) and len(move.set) == 1]
        return min(singles, key=lambda move: move.set[0].rank, default=moves[0])

    def all_moves(self, options: OdinOptions) -> Sequence[Move]:
        """Every set from the smallest to the largest, every take, and the pass."""
        cards = sorted(deck(options.removed_colours, goat=options.goat), key=order)
        return [*all_plays(cards), *(TAKE[card] for card in cards), PASS]

    def heuristic(self, observation: Observation, move: Move) -> float:
        """How good a move looks."""
        return worth(observation, move)

    def describe(self, event: Event) -> Text | None:
        """An event in words."""
        return look.describe(event)

    def summary(self, observation: Observation) -> Sequence[Part]:
        """What stands on the table."""
        return look.summary(observation)

    def preview(self, observation: Observation, move: Move) -> Text | None:
        """What a play would come to."""
        return look.preview(observation, move)

    def group(self, observation: Observation) -> Sequence[Group]:
        """The moves in the order to list them, many of them in groups."""
        return look.group(observation)

    def aliases(self, move: Move) -> Sequence[str]:
        """What people type for a move."""
        return look.aliases(move)
