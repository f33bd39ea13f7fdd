"""House rules: plugins that change scoring, refuse moves or open interrupts in a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

from cardcore.errors import BadOptions
from cardcore.events import RULE
from cardcore.interrupts import Interrupt
from cardcore.moves import Move
from cardcore.texts import Text


class HouseRule:
    """A rule of the house, an object without state; subclass it and override what it changes.

    `name` is the word by which it is switched on, `title` says in a sentence what it does, `game`
    names the one game it is for ("" for any). What it must remember stands in
    `table.notes[self.name]`, as plain data: public, copied and recorded, kept from deal to deal.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    game: ClassVar[str] = ""

    def move_allowed(self, table: Any, seat: int, move: Move) -> Text | None:
        """A reason to refuse a move that the game allows; None to allow it. It changes nothing."""
        return None

    def move_played(self, table: Any, seat: int, move: Move) -> None:
        """A move has been carried out; here interrupts may be opened."""

    def deal_scored(self, table: Any, points: Sequence[int] | None) -> Sequence[int] | None:
        """The points to count for a deal, from those of the game (None: a void deal)."""
        return points

    def reactions(self, table: Any, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        """What a seat may do in an interrupt that this rule has opened."""
        return ()

    def play(self, table: Any, seat: int, move: Move) -> None:
        """Carry out a reaction in an interrupt that this rule has opened."""

    def after_interrupt(self, table: Any, interrupt: Interrupt) -> None:
        """Go on after a blocking interrupt that this rule has opened."""


Notice = tuple[Any, ...]


class RuleBook:
    """The house rules of one match, in their order, each called by itself.

    A rule that raises is switched off for the rest of the match, and an event says so; the game
    and the other rules go on.
    """

    __slots__ = ("off", "rules")

    def __init__(self, rules: Iterable[HouseRule], off: Iterable[str] = ()) -> None:
        self.rules = tuple(rules)
        self.off = frozenset(off)

    def __getitem__(self, name: str) -> HouseRule | None:
        """The rule of that name, None where it is switched off."""
        return next((rule for rule in self._on() if rule.name == name), None)

    def _on(self) -> list[HouseRule]:
        return [rule for rule in self.rules if rule.name not in self.off]

    def allowed(
        self, table: Any, seat: int, moves: Sequence[Move], *, may_decline: bool = False
    ) -> tuple[list[Move], list[Notice]]:
        """The moves that no rule refuses, and what is to be told once one of them is played.

        A rule that would refuse every move that is left does not count.
        """
        left, notices = list(moves), []
        for rule in self._on():
            try:
                kept = [move for move in left if rule.move_allowed(table, seat, move) is None]
            except (Exception, SystemExit) as error:
                notices.append(_failure(rule, error))
                continue
            if kept or not left or may_decline:
                left = kept
            else:
                notices.append((RULE, rule.name, "overruled", ""))
        return left, notices

    def refusal(
        self, table: Any, seat: int, move: Move, overruled: Iterable[str] = ()
    ) -> Text | None:
        """The reason of the first rule that counts and refuses a move."""
        for rule in self._on():
            try:
                reason = rule.move_allowed(table, seat, move)
            except (Exception, SystemExit):
                continue
            if reason is not None and rule.name not in overruled:
                return reason
        return None

    def played(self, table: Any, seat: int, move: Move) -> None:
        """Tell every rule of a move."""
        for rule in self._on():
            self.call(table, rule, rule.move_played, table, seat, move)

    def scored(self, table: Any, points: Sequence[int] | None) -> Sequence[int] | None:
        """The points to count, each rule after the other."""
        for rule in self._on():
            given = None if points is None else list(points)
            changed = self.call(table, rule, rule.deal_scored, table, given)
            if rule.name not in self.off:
                fine = changed is None or (
                    isinstance(changed, Sequence)
                    and [type(n) for n in changed] == [int] * len(table.seats)
                )
                if fine:
                    points = changed
                else:
                    error = TypeError(f"points are one whole number a seat, not {changed!r}")
                    self.switch_off(table, _failure(rule, error))
        return points

    def reactions(self, table: Any, seat: int, interrupt: Interrupt) -> Sequence[Move]:
        """What a seat may do in an interrupt that a rule has opened."""
        rule = self[interrupt.rule]
        if rule is None:
            return ()
        return self.call(table, rule, lambda: list(rule.reactions(table, seat, interrupt))) or ()

    def unrefused(self, react: Callable[..., Sequence[Move]]) -> Callable[..., Sequence[Move]]:
        """Ask for reactions so that there are none where rules refuse all of them."""

        def ask(table: Any, seat: int, interrupt: Interrupt) -> Sequence[Move]:
            moves = react(table, seat, interrupt)
            left, _ = self.allowed(table, seat, moves, may_decline=True)
            return moves if left else ()

        return ask

    def play(self, name: str, table: Any, seat: int, move: Move) -> None:
        """Let the rule that opened an interrupt carry out a reaction."""
        rule = self[name]
        if rule is not None:
            self.call(table, rule, rule.play, table, seat, move)

    def after_interrupt(self, table: Any, interrupt: Interrupt) -> None:
        """Let the rule that opened an interrupt go on after it."""
        rule = self[interrupt.rule]
        if rule is not None:
            self.call(table, rule, rule.after_interrupt, table, interrupt)

    def call(self, table: Any, rule: HouseRule, method: Callable[..., Any], *given: Any) -> Any:
        """Call one rule; where it raises, switch it off. Interrupts it opens are its own."""
        table._rule = rule.name
        try:
            return method(*given)
        except (Exception, SystemExit) as error:
            self.switch_off(table, _failure(rule, error))
            return None
        finally:
            table._rule = ""

    def switch_off(self, table: Any, notice: Notice) -> None:
        """Leave a rule out from now on, and say so."""
        self.off |= {notice[1]}
        table._events.append(notice)

    def copy(self) -> RuleBook:
        """An independent copy."""
        return RuleBook(self.rules, self.off)


def _failure(rule: HouseRule, error: BaseException) -> Notice:
    return (RULE, rule.name, "failed", f"{type(error).__name__}: {error}"[:200])


def check_rules(rules: Sequence[HouseRule], game: str) -> None:
    """Raises `BadOptions` where rules cannot be switched on together in a match of `game`."""
    names = [rule.name for rule in rules]
    for rule in rules:
        if rule.game and rule.game != game:
            raise BadOptions(
                "house rule {rule!r} is for {other}, not for {game}",
                rule=rule.name,
                other=rule.game,
                game=game,
            )
        if names.count(rule.name) > 1:
            raise BadOptions("house rule {rule!r} is switched on twice", rule=rule.name)
