"""Zeus on the Loose: the rules, named and numbered as on the rules page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any
from unicodedata import combining, normalize

import attrs

from cardcore import (
    DECLINE,
    Card,
    Event,
    Game,
    Group,
    Interrupt,
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
from cardcore_zeus_on_the_loose import look
from cardcore_zeus_on_the_loose.bot import value
from cardcore_zeus_on_the_loose.cards import (
    ATHENA,
    GODS,
    NUMBERS,
    deck,
)
from cardcore_zeus_on_the_loose.moves import Draw, Leave, Play, Sneak
from cardcore_zeus_on_the_loose.options import PRESETS, ZeusOptions
from cardcore_zeus_on_the_loose.totals import HAND, STEALERS, after_god, is_ten, new_total

DRAW, LEAVE = Draw(), Leave()
PLAY = {card: Play(card) for card in [*NUMBERS, *GODS]}
SNEAK: dict[Card | None, Sneak] = {card: Sneak(card) for card in NUMBERS}


def plays(hand: Iterable[Any]) -> tuple[Play, ...]:
    """A play for each face of a hand, numbers first."""
    faces = 0
    for card in hand:
        faces |= card.bit
    return _plays(faces)


@cache
def _plays(faces: int) -> tuple[Play, ...]:
    return tuple(PLAY[card] for card in (*NUMBERS, *GODS) if faces & card.bit)


@attrs.define
class ZeusTable(Table):
    """A round. `olympus` is the discard pile, `holder` the seat that holds Zeus."""

    stock: Pile = face_down()
    olympus: Pile = face_up()
    hands: list[Pile] = held()
    total: int = 0
    holder: int | None = None
    played_by: int | None = None
    """The seat that played the top card of Mount Olympus."""
    dealer: int = 0
    limits: dict[int, int] = attrs.Factory(dict)
    """The hand limits of seats that have forgotten to draw (rule 23); the others have four."""
    left: list[int] = attrs.Factory(list)
    """The seats that leave their draw until the next card."""
    winner: int | None = None
    """Who has won the round, None while it goes on and when it is void."""


def is_match(table: ZeusTable, seat: int, card: Card) -> bool:
    """Rule 9b: a number equal to the number on top, which somebody else played."""
    olympus = table.olympus
    return bool(olympus) and olympus[-1] is card and card.rank > 0 and table.played_by != seat


def hand_limit(table: ZeusTable, seat: int) -> int:
    """How many cards a seat may draw up to (rules 10 and 23)."""
    return table.limits.get(seat, HAND)


def is_below_limit(table: ZeusTable, seat: int) -> bool:
    """Whether a seat has fewer cards than its limit."""
    return len(table.hands[seat]) < hand_limit(table, seat)


def may_draw(table: ZeusTable, seat: int) -> bool:
    """Whether a card is owed to a seat and there is one."""
    return bool(table.stock) and is_below_limit(table, seat)


class ZeusOnTheLoose(Game[ZeusTable]):
    """Zeus on the Loose, for two to five players."""

    name = "zeus"
    title = "Zeus on the Loose"
    seats = range(2, 6)
    version = 1
    Options = ZeusOptions
    presets = PRESETS
    unit = "letters"

    @property
    def rules(self) -> Mapping[str, str]:
        """The rules page, by language."""
        from importlib.resources import files  # slow, and rarely needed

        pages = files("cardcore_zeus_on_the_loose")
        return {
            language: pages.joinpath(f"rules.{language}.md").read_text("utf-8")
            for language in ("en", "es")
        }

    def cards(self, options: ZeusOptions, seats: int) -> Iterable[Card]:
        """Rule 2."""
        return deck(options.deck)

    def deal(self, table: ZeusTable, last: ZeusTable | None) -> None:
        """Rules 3, 4 and 21: the winner deals, the player to the dealer's left begins."""
        if last is None:
            table.dealer = (self._first_beginner(table) - 1) % len(table.seats)
        else:
            table.dealer = last.dealer if last.winner is None else last.winner
        table.shuffle(table.stock)
        table.deal(table.stock, HAND)
        table.turn.go_to((table.dealer + 1) % len(table.seats))

    def _first_beginner(self, table: ZeusTable) -> int:
        """Rule 5: the first name that comes latest in the alphabet, else chance."""
        first = [_plain_first_name(name) for name in table.names]
        if not all(first):
            return table.chance.integer(len(table.seats))
        return first.index(max(first))

    def to_act(self, table: ZeusTable) -> Sequence[int]:
        """The seats that owe a card and have not left it, then the one in turn."""
        turn = table.turn.seat
        if table.options.draw == "automatic":
            return (turn,)
        return [
            *(s for s in table.seats if s != turn and s not in table.left and may_draw(table, s)),
            turn,
        ]

    def moves(self, table: ZeusTable, seat: int) -> Sequence[Move]:
        """Rule 6: any card of the hand; by option none that goes over, and late draws."""
        options = table.options
        if options.draw == "automatic" and options.go_over == "allowed":
            return plays(table.hands[seat])
        moves: list[Move] = []
        if options.draw != "automatic" and seat not in table.left and may_draw(table, seat):
            moves += [DRAW, LEAVE]
        if seat == table.turn.seat:
            moves += self._playable(table, seat)
        return moves

    def _playable(self, table: ZeusTable, seat: int) -> Iterable[Play]:
        hand = plays(table.hands[seat])
        if table.options.go_over == "allowed":
            return hand
        safe = [
            move
            for move in hand
            if new_total(table.total, move.card, table.options) <= 100
            or is_match(table, seat, move.card)
        ]
        return safe or hand

    def reactions(self, table: ZeusTable, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        """Rules 12 to 14: the same number."""
        card = interrupt.card
        return (SNEAK[card],) if card in table.hands[seat] else ()

    def goes_on(self, table: ZeusTable, seat: int, move: Move) -> bool:
        """Rule 16: the chance to sneak is gone when a card is played, not when one is drawn."""
        return isinstance(move, Play)

    def play(self, table: ZeusTable, seat: int, move: Move) -> None:
        """Carry out a card, in turn or sneaked, or a late draw."""
        if isinstance(move, Play):
            self._play_card(table, seat, move.card, sneaked=False)
        elif isinstance(move, Sneak):
            self._play_card(table, seat, move.card, sneaked=True)
        elif isinstance(move, Draw):
            table.draw(table.stock, table.hands[seat])
            self._test_pile(table)
        else:
            table.left.append(seat)

    def _play_card(self, table: ZeusTable, seat: int, card: Card, *, sneaked: bool) -> None:
        options, olympus, stock = table.options, table.olympus, table.stock
        hand = table.hands[seat]
        automatic = options.draw == "automatic"
        rank = card.rank
        matched = rank > 0 and is_match(table, seat, card)
        if not automatic:
            self._forget_draws(table, sneaked)
        table.put(card, hand, olympus)
        table.played_by = seat
        before = table.total
        table.total = total = before + rank if rank else after_god(before, card, options)
        table.emit("total", total=total)
        if matched or is_ten(total, before, options) or (not rank and card in STEALERS):
            self._take_zeus(table, seat)
        if total >= 100:
            self._end_over(table, total, matched)
            return
        if automatic and stock:
            table.draw(stock, hand)
        if (not stock and self._test_pile(table)) or (not automatic and self._test_hands(table)):
            return
        if rank and options.sneak and (options.sneak_chain or not sneaked):
            table.interrupt("sneak", card=card)
        turn = table.turn
        turn.seat = seat
        for step in range(2 if card is ATHENA else 1):
            if step:
                table.emit("skip", seat=turn.seat)
            turn.advance()
            if not automatic:
                self._pass_empty_hands(table)

    def _take_zeus(self, table: ZeusTable, seat: int) -> None:
        """Rule 9."""
        if table.holder != seat:
            table.emit("zeus", seat=seat, was=table.holder)
            table.holder = seat

    def _forget_draws(self, table: ZeusTable, sneaked: bool) -> None:
        """Rule 23: a card in turn makes the hands that were not refilled smaller, a sneak not."""
        table.left.clear()
        if table.options.draw == "strict" and not sneaked:
            for seat in table.seats:
                if is_below_limit(table, seat):
                    table.limits[seat] = len(table.hands[seat])

    def _pass_empty_hands(self, table: ZeusTable) -> None:
        """Rules 11 and 15 go from the left of the player of the card, past empty hands."""
        while not table.hands[table.turn.seat]:
            table.turn.advance()

    # -- the end of a round -----------------------------------------------------------------------

    def _end_over(self, table: ZeusTable, total: int, matched: bool) -> None:
        """Rules 17 to 19: with 100 and with a match the player has taken Zeus by now (rule 9)."""
        how = "hundred" if total == 100 else "match" if matched else "over"
        self._end(table, table.holder, how)

    def _test_pile(self, table: ZeusTable) -> bool:
        """Rule 20, as `pile_out` reads it."""
        if table.stock:
            return False
        if table.options.pile_out == "cannot_draw" and not any(
            is_below_limit(table, seat) for seat in table.seats
        ):
            return False
        self._end(table, table.holder, "pile")
        return True

    def _test_hands(self, table: ZeusTable) -> bool:
        """A play that leaves all hands empty ends the round."""
        if table.options.draw == "automatic" or any(table.hands):
            return False
        self._end(table, table.holder, "empty")
        return True

    def _end(self, table: ZeusTable, winner: int | None, how: str) -> None:
        if winner is None and table.options.no_holder == "last_player":
            winner = table.played_by
        table.winner = winner
        table.emit("round", winner=winner, how=how)
        table.end_deal()

    def points(self, table: ZeusTable) -> Sequence[int] | None:
        """Rule 21: a letter for the winner; a round without one is void."""
        if table.winner is None:
            return None
        return [int(seat == table.winner) for seat in table.seats]

    def is_over(self, table: ZeusTable, scores: Scoreboard) -> bool:
        """Rule 22."""
        letters: int = table.options.letters
        return max(scores.totals) >= letters

    # -- what else players are told ---------------------------------------------------------------

    def why_not(self, table: ZeusTable, seat: int, move: Move) -> Text | None:
        """The rule that refuses a move."""
        if move in self.moves(table, seat):
            return Text("first react to the card that has just been played, or decline")
        return look.why_not(table, seat, move, hand_limit(table, seat))

    def default_move(self, table: ZeusTable, seat: int, moves: Sequence[Move]) -> Move:
        """For an absent player: draw what is owed, do not sneak, play the first card."""
        if DRAW in moves:
            return DRAW
        return DECLINE if DECLINE in moves else moves[0]

    def all_moves(self, options: ZeusOptions) -> Sequence[Move]:
        """Every play, every sneak, and drawing late."""
        return [*PLAY.values(), *SNEAK.values(), DRAW, LEAVE, DECLINE]

    def heuristic(self, observation: Observation, move: Move) -> float:
        """How good a move looks."""
        return value(observation, move)

    def describe(self, event: Event) -> Text | None:
        """An event in words."""
        return look.describe(event)

    def summary(self, observation: Observation) -> Sequence[Part]:
        """What stands on the table."""
        return look.summary(observation)

    def question(self, observation: Observation) -> Text | None:
        """What whoever may sneak is asked."""
        return look.question(observation)

    def preview(self, observation: Observation, move: Move) -> Text | None:
        """What a card would do: the new total, who takes Zeus, who wins."""
        if not isinstance(move, Play | Sneak) or observation.seat is None:
            return None
        card, before, options = move.card, observation["total"], observation.options
        total = new_total(before, card, options)
        match = card.rank > 0 and card is observation["olympus"].top
        match = match and observation["played_by"] != observation.seat
        steals = match or card in STEALERS or is_ten(total, before, options)
        return look.preview(observation, total, match=match, steals=steals, skips=card is ATHENA)

    def group(self, observation: Observation) -> Sequence[Group]:
        """The moves in the order to list them."""
        return look.group(observation)

    def aliases(self, move: Move) -> Sequence[str]:
        """What people type for a move."""
        return look.aliases(move)


def _plain_first_name(name: str) -> str:
    """The first word of a name without accents and case."""
    words = normalize("NFKD", name).split()
    return "".join(sign for sign in words[0] if not combining(sign)).casefold() if words else ""
