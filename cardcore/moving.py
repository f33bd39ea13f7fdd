"""Moving cards: the only hands that do, and what seats know after each move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from cardcore.cards import Card
from cardcore.chance import Chance
from cardcore.errors import GameError
from cardcore.knowledge import SEATS, Group, forget_one, mix
from cardcore.layout import layout
from cardcore.piles import (
    FACE_DOWN,
    FACE_UP,
    GROUP,
    HELD,
    SPECTATOR,
    TOLD,
    TOP_UP,
    Pile,
    cut,
    lay,
    lay_all,
    lay_at,
    replace,
    take_at,
)

At = Literal["top", "bottom", "anywhere"]

CARD, CARDS, SHUFFLE, SHOW = "card", "cards", "shuffle", "show"


class Moving:
    """What a table does with cards. Every card that moves goes through these methods.

    Each sets, for the cards that it touches, which seats know them, and logs an event that tells
    each seat as much as it may know.
    """

    __slots__ = ()

    seats: range
    chance: Chance
    _events: list[Any]
    _everybody: int
    _groups: list[Group]
    _unseen: list[tuple[Card, int]]

    def shuffle(self, pile: Pile) -> None:
        """Put a pile into a random order. What is known of places ends, not of contents."""
        shuffled, order = self.chance.shuffled(pile)
        marks = pile.marks
        if not pile.ordered:
            pile.marks = [marks[place] for place in order]
        elif marks and (marks[0] & self._everybody or marks.count(marks[0]) < len(marks)):
            seers = pile.viewers if pile.sight is FACE_UP else 0
            mix(self._groups, pile, self._everybody & ~seers)
        replace(pile, shuffled)
        if pile.sight is TOP_UP:
            pile._turn_up_top()
        self._events.append((SHUFFLE, pile.label))

    def deal(self, pile: Pile, n: int, to: Sequence[Pile] | None = None) -> None:
        """Deal `n` cards to each seat, one at a time, from the top of a pile.

        `to` are the piles dealt to, by default the table's hands. Raises `GameError` where the
        pile has too few.
        """
        targets = self._hands() if to is None else to
        many = len(targets)
        if not targets:
            raise GameError("there is nobody to deal cards of {pile} to", pile=pile.name)
        if len(pile) < n * many or n < 1:
            raise GameError(
                "{pile} has {number} cards, too few to deal {each} to each seat",
                pile=pile.name,
                number=len(pile),
                each=n,
            )
        if pile.sight is FACE_DOWN and pile.marks.count(pile.marks[-1]) == len(pile):
            # of cards that are alike to all each hand is taken at once, as if one by one
            top_first = pile[: -n * many - 1 : -1]
            mark = pile.marks[-1]
            cut(pile, -n * many)
            for place, target in enumerate(targets):
                self._lay_all(top_first[place::many], mark, pile, target)
            return
        for _ in range(n):
            for target in targets:
                self.draw(pile, target)

    def draw(
        self, source: Pile, target: Pile, n: int = 1, *, at: Literal["top", "bottom"] = "top"
    ) -> list[Card]:
        """Move up to `n` cards by place, from the top or the bottom, and return them.

        What each seat knows of a card goes along with it. A hand has no order: from a hand the
        card is chosen by chance, and those who cannot see it forget what they knew of that hand.
        """
        marks, sight = source.marks, source.sight
        if n == 1 and source and sight is FACE_DOWN and at == "top":
            card = take_at(source)
            mark = marks.pop() | target.viewers
            lay(target, card)
            target.marks.append(mark)
            self._events.append((CARD, card, source.label, target.label, mark & self._everybody))
            return [card]
        taken: list[Card] = []
        while len(taken) < n and source:
            if sight is HELD:
                place = self.chance.integer(len(source)) if len(source) > 1 else 0
                taken.append(source[place])
                self._take(source, source.index(source[place]), target, "top")
                continue
            place = 0 if at == "bottom" else -1
            taken.append(source[place])
            card, mark = take_at(source, place), marks.pop(place)
            if sight is TOP_UP:
                self._uncover(source)
            self._lay(card, mark, source, target, "top")
        return taken

    def put(self, card: Card, source: Pile, target: Pile, *, at: At = "top") -> None:
        """Move one card by face. Raises `GameError` where it is not in `source`.

        Every seat that sees the face leave knows one such card less in `source`; a seat that
        cannot see which card left forgets what it knew of that pile.
        """
        try:
            place = source.index(card)
        except ValueError:
            raise GameError(
                "there is no {card} in {pile} to move", card=str(card), pile=source.name
            ) from None
        everybody = self._everybody
        if target.viewers == everybody and source.plain and at == "top" and not self._groups:
            # into the open: all that happens to knowledge is that everybody has seen it
            take_at(source, place)
            mark = source.marks.pop(place)
            if mark != everybody and card in source:
                forget_one(source, card, mark, everybody)
            lay(target, card)
            target.marks.append(everybody)
            self._events.append((CARD, card, source.label, target.label, everybody))
            return
        is_known = source.sight is FACE_UP and not self._groups
        if is_known and target.sight is HELD and at == "top":
            # out of the open into a hand: everybody has seen it go there
            take_at(source, place)
            mark = source.marks.pop(place)
            if card in source:
                forget_one(source, card, mark, everybody)
            lay(target, card)
            target.marks.append(everybody | (everybody & SEATS) << TOLD)
            self._events.append((CARD, card, source.label, target.label, everybody))
            return
        if at not in ("top", "bottom", "anywhere"):
            raise GameError(
                "a card is put at the top, the bottom or anywhere, not {place}", place=repr(at)
            )
        self._take(source, place, target, at)
        if self._events[-1][-1] != everybody:
            self._unseen.append((card, self._events[-1][-1]))

    def put_all(self, source: Pile, target: Pile, *, keep: int = 0) -> None:
        """Move a whole pile onto another, in its order, except for the top `keep` cards.

        Knowledge goes along: whoever knew a card of a hand that is passed on still knows it. A
        hand has no order; laid on a pile that is not open its cards come to lie by chance.
        """
        if keep < 0:
            raise GameError("no fewer than 0 cards are kept, not {number}", number=keep)
        if keep and source.sight is HELD:
            raise GameError("a hand has no top card to keep; draw or put its cards one by one")
        if source.sight is HELD:
            self._put_hand(source, target)
            return
        count = len(source) - keep
        everybody = self._everybody
        is_known = not keep and source.marks.count(everybody) == count
        if is_known and target.sight is FACE_UP:
            # from one open pile to another nobody learns or forgets anything
            cards = source[:]
            cut(source, 0)
            lay_all(target, cards)
            target.marks += [everybody] * count
            told = (everybody,) * count
            if count:
                self._events.append((CARDS, tuple(cards), source.label, target.label, told))
            return
        if count > 0:
            cards, marks = source[:count], source.marks[:count]
            cut(source, 0, count)
            # of a pile whose top is seen nobody sees what is covered at once
            covered = 0 if target.sight is TOP_UP else target.viewers
            marks = [*(mark | covered for mark in marks[:-1]), marks[-1] | target.viewers]
            lay_all(target, cards)
            target.marks += marks
            told = tuple([mark & self._everybody for mark in marks])
            self._events.append((CARDS, tuple(cards), source.label, target.label, told))

    def _put_hand(self, source: Pile, target: Pile) -> None:
        """Move a whole hand. It has no order: where its cards lay and come to lie tells nothing."""
        if not source:
            return
        if target.plain:
            self._unpack(self._pack(source, target), source, target)
            return
        cards, _ = self.chance.shuffled(source)
        mix(self._groups, source, self._everybody)
        marks = source.marks[:]
        cut(source, 0)
        self._unpack((list(cards), marks), source, target)
        if target.sight is TOP_UP:
            target._turn_up_top()

    def swap(self, one: Pile, other: Pile) -> None:
        """Exchange two hands. Whoever knew a card of one of them knows it in the other."""
        if one.ordered or other.ordered:
            raise GameError(
                "only hands are exchanged, not {one} and {other}", one=one.name, other=other.name
            )
        here, there = self._pack(one, other), self._pack(other, one)
        self._unpack(here, one, other)
        self._unpack(there, other, one)

    def _pack(self, source: Pile, target: Pile) -> tuple[list[Card], list[int]]:
        """Take a whole hand up, in an order that tells nothing, with its marks for the target."""
        if self._groups:
            self._blur(source)
        places = sorted(range(len(source)), key=lambda i: (source[i].code, source.marks[i]))
        seers = source.viewers | target.viewers
        told, known = (seers & SEATS) << TOLD, (1 << TOLD) - 1
        cards = [source[place] for place in places]
        marks = [source.marks[place] for place in places]
        cut(source, 0)
        return cards, [mark >> GROUP << GROUP | mark & known | seers | told for mark in marks]

    def _unpack(self, packed: tuple[list[Card], list[int]], source: Pile, target: Pile) -> None:
        """Lay a whole hand down; those who see one of the piles are told which cards it was."""
        cards, marks = packed
        seers = source.viewers | (target.viewers if target.plain else 0)
        lay_all(target, cards)
        target.marks += marks
        shown = tuple(sorted(cards, key=str))
        masks = (seers,) * len(shown)
        self._events.append((CARDS, shown, source.label, target.label, masks))

    def show(
        self,
        pile: Pile,
        cards: Iterable[Card] | None = None,
        *,
        top: int = 0,
        to: Iterable[int] | None = None,
    ) -> None:
        """Tell seats what lies in a pile without moving it: a peek, a hand laid open, a proof.

        `cards` names faces of a hand; `top` takes so many cards from the top; with neither, all
        are shown. `to` are the seats that are told, by default everybody.
        """
        told = set(self.seats if to is None else to)
        if not told <= set(self.seats):
            raise GameError(
                "cards are shown to seats of {seats}, not to {told}",
                seats=self.seats,
                told=sorted(told),
            )
        mask = self._everybody if to is None else sum(1 << seat for seat in told)
        if self._groups:
            self._blur(pile)
        if cards is not None:
            self._show_faces(pile, list(cards), mask)
            return
        places = list(range(max(len(pile) - top, 0) if top else 0, len(pile)))
        if not pile.ordered:
            if top:
                raise GameError("a hand has no top cards to show; name them, or show it whole")
            places.sort(key=lambda place: pile[place].code)
        for place in places:
            pile.marks[place] |= mask | (mask & SEATS) << TOLD
            self._events.append((SHOW, pile[place], pile.label, mask, mask | pile.viewers))

    def _show_faces(self, pile: Pile, cards: list[Card], mask: int) -> None:
        """Seats of `mask` learn that there are these cards in a hand."""
        if pile.ordered:
            raise GameError(
                "cards of {pile} are shown by place: with top, or all of them", pile=pile.name
            )
        for card in cards:
            if pile.count(card) < cards.count(card):
                raise GameError(
                    "there is no {card} in {pile} to show", card=str(card), pile=pile.name
                )
        for card in dict.fromkeys(cards):
            copies = [place for place, other in enumerate(pile) if other is card]
            for seat in (*self.seats, SPECTATOR):
                for bit in (1 << seat, 1 << TOLD + seat)[: 2 if seat < SPECTATOR else 1]:
                    known = sum(bool(pile.marks[place] & bit) for place in copies)
                    if mask >> seat & 1:
                        known = max(known, cards.count(card))
                    # equal cards are alike: whoever knows some of them knows the first ones
                    for number, place in enumerate(copies):
                        rest = pile.marks[place] & ~bit
                        pile.marks[place] = rest | (bit if number < known else 0)
        for card in cards:
            self._events.append((SHOW, card, pile.label, mask, mask | pile.viewers))

    def _take(self, source: Pile, place: int, target: Pile, at: At) -> None:
        """Move the card at a place by its face: what seats know then follows from what they see."""
        card = take_at(source, place)
        mark = source.marks.pop(place)
        sight = source.sight
        covered = at != "top" and target.sight is TOP_UP and len(target) > 0
        see_it_land = 0 if covered else target.viewers
        seers = source.viewers | see_it_land
        blind = self._everybody & ~seers
        if sight is FACE_DOWN:
            blind = self._everybody
        elif sight is TOP_UP:
            if place < len(source):
                seers, blind = see_it_land, self._everybody
            self._uncover(source)
        if card in source:
            forget_one(source, card, mark, seers)
        if source and (blind or (self._groups and sight is HELD)):
            mark = mix(self._groups, source, blind, (card, mark))
            if sight is TOP_UP:
                source._turn_up_top()
        mark = mark >> GROUP << GROUP | mark & self._everybody | seers | (seers & SEATS) << TOLD
        self._lay(card, mark, source, target, at)

    def _lay(self, card: Card, mark: int, source: Pile, target: Pile, at: At) -> None:
        unseen = mark
        mark |= target.viewers
        if at == "top":
            lay(target, card)
            target.marks.append(mark)
        else:
            if target.sight is TOP_UP and target:
                mark = unseen
            lay_at(target, 0, card)
            target.marks.insert(0, mark)
            if at == "anywhere":
                self._mix_in(target)
        self._events.append((CARD, card, source.label, target.label, mark & self._everybody))

    def _lay_all(self, cards: list[Card], mark: int, source: Pile, target: Pile) -> None:
        """Lay several cards with the same mark on a pile, the last on top."""
        mark |= target.viewers
        lay_all(target, cards)
        target.marks += [mark] * len(cards)
        told = (mark & self._everybody,) * len(cards)
        self._events.append((CARDS, tuple(cards), source.label, target.label, told))

    def _mix_in(self, pile: Pile) -> None:
        """Move the bottom card to a place by chance, which nobody sees."""
        place = self.chance.integer(len(pile))
        lay_at(pile, place, take_at(pile, 0))
        pile.marks.insert(place, pile.marks.pop(0))
        if pile.ordered and pile.sight is not FACE_UP:
            mix(self._groups, pile, self._everybody)
            if pile.sight is TOP_UP:
                pile._turn_up_top()

    def _uncover(self, pile: Pile) -> None:
        """A card has left a pile whose top is seen: those who did not know the next one see it."""
        if pile and pile.marks[-1] & self._everybody != self._everybody:
            pile._turn_up_top()
            self._events.append((SHOW, pile[-1], pile.label, self._everybody, self._everybody))

    def _blur(self, pile: Pile) -> None:
        """In a pile without order, nobody can tell from which group a card that was seen came."""
        if pile.sight is HELD and len({mark >> GROUP for mark in pile.marks}) > 1:
            mix(self._groups, pile, 0)

    def _hands(self) -> list[Pile]:
        for name, sight, _ in layout(type(self)).piles:
            if sight is HELD:
                hands: list[Pile] = getattr(self, name)
                return hands
        raise GameError(
            "{table} has no hands to deal to; say where the cards go", table=type(self).__name__
        )
