"""A match that is played in a room: whose word counts when, and who plays for the absent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from cardcore.bots.finishing import finish
from cardcore.bots.making import Bot, make_bot
from cardcore.errors import BotError, CardcoreError, GameError
from cardcore.interrupts import Interrupt
from cardcore.match import Match
from cardcore.moves import DECLINE, Move
from cardcore.observation import Observation
from cardcore.refusals import legal
from cardcore.table import INTERRUPT
from cardcore.texts import Player, Text
from cardcore.web.ledger import Ledger
from cardcore.web.reactions import LATE, Window, human_share
from cardcore.web.settings import Settings, bot_named
from cardcore.web.store import StoreError
from cardcore.web.story import Story

DEFAULT = "default"
"""The deputy that plays the game's default moves."""
OLD = Text("the table has changed since then")


class Refused(CardcoreError, ValueError):
    """What somebody asked of a room is refused; nothing has changed."""


@attrs.define(eq=False)
class Thought:
    """A bot that is to choose: whoever runs the room lets it think, and gives back its `move`.

    `decision` is the one that it answers; `fault` says why there is no move.
    """

    seat: int
    bot: Bot | None
    observation: Observation
    decision: int
    begun: bool = False
    done: bool = False
    move: Any = None
    fault: BotError | None = None

    def think(self) -> None:
        """Choose. What the bot raises is kept as its fault."""
        assert self.bot is not None, "a default move is nobody's thought"
        try:
            self.move = self.bot.choose(self.observation)
        except BotError as error:
            self.fault = error
        except (Exception, SystemExit) as error:
            self.fault = BotError("{error}", error=type(error).__name__, detail=repr(error))


class Playing:
    """One match in a room, driven by `move` and `tick`, both with the time in seconds.

    `played_for` names what plays for a seat now: a bot, or "default"; it is set by the room.
    `tell` hears, with the seats that are to know, what is no part of the match.
    """

    def __init__(
        self,
        match: Match[Any],
        ledger: Ledger,
        settings: Settings,
        now: float,
        tell: Callable[[Text, int | None], None],
    ) -> None:
        self.match = match
        self.story = Story(match)
        self.settings = settings
        self.played_for: dict[int, str] = {}
        self.window: Window | None = None
        self.broken: Text | None = None
        """Why the match cannot go on: the game itself has failed."""
        self._ledger = ledger
        self._tell = tell
        self._bots: dict[tuple[int, str], Bot] = {}
        self._failed: set[int] = set()
        self._complaints: list[Text] = []
        self._thoughts: dict[int, Thought] = {}
        self._at_work: list[Thought] = []
        self._past: list[tuple[float, int, Match[Any]]] = []
        self.behind = False
        if settings.delay and self.story.plays and not match.over:
            # it goes on after a crash, and nobody knows what those who lag behind have seen of it
            self._past.append((now, 0, self.story.beginning()))
        self._seen_to_change(now)
        self.write()
        if self.interrupt() is not None:
            self._open(now, settings.reaction)

    # -- what is seen -----------------------------------------------------------------------------

    def seen_at(self, when: float) -> tuple[int, Match[Any]]:
        """The match as it stood at a time not longer ago than the delay, and how many plays in."""
        past = self._past
        if not past:
            return self.story.plays, self.match
        while len(past) > 1 and past[1][0] <= when:
            del past[0]
        _, plays, match = past[0]
        return plays, match

    def _seen_to_change(self, now: float) -> None:
        """From now on everybody has something new to look at."""
        self._since = now
        self._shares = {seat: human_share() for seat in self.match.seats}
        if self.settings.delay:
            self._past.append((now, self.story.plays, self.match.copy()))
            self.seen_at(now - self.settings.delay)  # what is older is looked at no more

    def interrupt(self) -> Interrupt | None:
        """The interrupt that all can see to be open."""
        return next((i for i in reversed(self.match.table.interrupts) if not i.ended), None)

    def may_answer(self, seat: int | None) -> bool:
        """Whether a seat is one of those that may react, as far as all can see."""
        interrupt = self.interrupt()
        return interrupt is not None and seat in self._meant(interrupt)

    def _meant(self, interrupt: Interrupt) -> list[int]:
        """The seats that an interrupt is open for, whether they can react or not, in order."""
        circle = self.match.setting.circles[interrupt.seat]
        seats = circle[:-1] if interrupt.seats is None else interrupt.seats
        out = self.match.table.turn.out
        return [seat for seat in circle if seat in seats and seat not in out]

    # -- moves ------------------------------------------------------------------------------------

    def move(self, seat: int, decision: int, text: str, now: float) -> None:
        """A seat does something: it counts now, or is noted until claims have been collected.

        Raises `Refused` for what answers an older decision, `IllegalMove` for what is not legal.
        """
        if decision != self.story.decision(seat):
            raise Refused(OLD)
        self._answer(seat, self._legal(seat, text), now)

    def _legal(self, seat: int, text: str) -> Move:
        """The legal move that a text writes; to decline is everybody's right while all wait."""
        told = self.window is not None and not self.window.late
        if text == DECLINE.text and told and self.may_answer(seat):
            return DECLINE
        return legal(self.match, seat, text)

    def _answer(self, seat: int, move: Move, now: float) -> None:
        reacts = move in self.match.reactions(seat)
        if self.window is None and reacts and self.settings.reaction:
            self.window = Window.begin(now, min(LATE, self.settings.reaction), late=True)
        window = self.window
        if window is None or not (reacts or move is DECLINE or self._goes_on(seat, move)):
            self._play(seat, move, now)
        elif seat in window.noted:
            raise Refused("you have answered already; it counts in a moment")
        else:
            window.noted[seat] = move

    def _goes_on(self, seat: int, move: Move) -> bool:
        """Whether a move would end what can be reacted to."""
        match = self.match
        return seat == match.table.turn.seat and match.game.goes_on(match.table, seat, move)

    def _play(self, seat: int, move: Move, now: float) -> None:
        events = self.match.play(seat, move)
        self.story.add(events)
        self.write()
        if events.seen_by(None):
            self._thoughts.clear()
            self._seen_to_change(now)
            self._say_complaints()
        if self.match.over:
            self.window = None
            self.close()
            self._say_complaints()
            return
        interrupt = self.interrupt()
        opened = any(event.kind == INTERRUPT for event in events)
        if interrupt is None:
            self.window = None
        elif opened or (interrupt.blocking and self.window is None):
            self._open(now, self.settings.reaction)

    def write(self) -> None:
        """Keep what has been played; a store that fails is told of once."""
        try:
            self._ledger.write(self.match)
            self.behind = False
        except StoreError as error:  # the match goes on, and what is played later tries again
            if not self.behind:
                self._tell(Text("this match cannot be saved: {reason}", reason=error.text), None)
            self.behind = True

    # -- reactions --------------------------------------------------------------------------------

    @property
    def kept(self) -> bool:
        """Whether the match stands in the store, if not with its last moves."""
        return self._ledger.begun

    def _open(self, now: float, seconds: float) -> None:
        self.window = Window.begin(now, seconds) if seconds else None

    def _all_answered(self, window: Window, now: float) -> bool:
        """Whether everybody has answered; a bot has after its time, whatever it can do.

        A late time lasts to its end: only who could claim knows of it, or could answer early.
        """
        interrupt = self.interrupt()
        return interrupt is None or (
            not window.late
            and all(
                now >= self._bot_answers(window, seat)
                if seat in self.played_for
                else seat in window.noted
                for seat in self._meant(interrupt)
            )
        )

    def _bot_answers(self, window: Window, seat: int) -> float:
        return window.began + window.of * self._shares[seat]

    def _resolve(self, window: Window, now: float) -> None:
        """The time is over: the first claim in the game's order counts, or else play goes on."""
        self.window = None
        interrupt = self.interrupt()
        noted = window.noted
        if interrupt is None:
            return
        meant = self._meant(interrupt)
        claims = [s for s in meant if noted.get(s) in self.match.reactions(s)]
        for place, seat in enumerate(claims):
            if noted[seat] not in self.match.reactions(seat):
                continue  # a nearer claim has left nothing to it
            self._play(seat, noted[seat], now)
            if self.interrupt() is not interrupt:
                self._tell_late(claims[place + 1 :], seat)
                return
        silent = (
            meant if interrupt.blocking else [seat for seat in meant if noted.get(seat) is DECLINE]
        )
        for seat in silent:
            if self.interrupt() is interrupt and DECLINE in self.match.moves(seat):
                self._play(seat, DECLINE, now)
        for seat, move in noted.items():
            if move is not DECLINE and move in self.match.moves(seat) and seat not in claims:
                self._play(seat, move, now)
                return

    def _tell_late(self, seats: list[int], first: int) -> None:
        for seat in seats:
            self._tell(Text("{player} was nearer, and comes first", player=Player(first)), seat)

    # -- time -------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do all that is due."""
        try:
            while self._goes_by_itself():
                window = self.window
                if window is not None and (now >= window.until or self._all_answered(window, now)):
                    self._resolve(window, now)
                elif not self._let_bots_move(now):
                    return
        except GameError as error:  # the match is as before, and would only fail again
            self.broken = error.text
            self._tell(Text("the match cannot go on: {reason}", reason=error.text), None)

    def _goes_by_itself(self) -> bool:
        return not self.match.over and self.broken is None

    def stood_still(self, seconds: float) -> None:
        """So long nobody was here: it does not count as time to react, nor as a bot's pace."""
        self._since += seconds
        if self.window is not None:
            self.window.until += seconds

    def next_time(self, now: float) -> float | None:
        """When something is due that waits for nobody's thought; None where nothing is."""
        times = [self._due(thought) for thought in self._thoughts.values() if thought.done]
        if self.window is not None:
            times.append(self.window.until)
            times += [self._bot_answers(self.window, seat) for seat in self.played_for]
        if not self._goes_by_itself():
            times.clear()
        times += [when + self.settings.delay for when, *_ in self._past[1:]]
        return min((when for when in times if when > now), default=None)

    def to_think(self) -> Iterator[Thought]:
        """The thoughts that are to begin, each once; a bot has one at a time, dropped ones too."""
        self._at_work = [thought for thought in self._at_work if not thought.done]
        for thought in self._thoughts.values():
            if not thought.begun and all(one.bot is not thought.bot for one in self._at_work):
                thought.begun = True
                self._at_work.append(thought)
                yield thought

    def _think_of_moves(self) -> None:
        """Every seat that may act and is played for has a thought that fits what it sees."""
        for seat in self.match.to_act:
            if seat in self.played_for and not self._has_noted(seat):
                known = self._thoughts.get(seat)
                if known is None or known.decision != self.story.decision(seat):
                    self._thoughts[seat] = self._thought(seat)

    def _has_noted(self, seat: int) -> bool:
        return self.window is not None and seat in self.window.noted

    def _thought(self, seat: int) -> Thought:
        name, observation = self.played_for[seat], self.match.observe(seat)
        decision = self.story.decision(seat)
        if name == DEFAULT:
            move = self.match.default_move(seat)
            return Thought(seat, None, observation, decision, begun=True, done=True, move=move)
        try:
            bot = self._bot(seat, name)
        except CardcoreError as error:  # it cannot be made, or is not installed any more
            fault = BotError("{error}", error=error.text)
            return Thought(seat, None, observation, decision, begun=True, done=True, fault=fault)
        return Thought(seat, bot, observation, decision)

    def _bot(self, seat: int, name: str) -> Bot:
        bot = self._bots.get((seat, name))
        if bot is None:
            maker = bot_named(self.match.game, name)
            bot = make_bot(maker, self.match.seed, seat, len(self.match.log))
            self._bots[seat, name] = bot
        return bot

    def stand_in(self, played_for: Mapping[int, str]) -> None:
        """Who plays for whom from now on; what a bot was about to do for another is dropped."""
        for seat in list(self._thoughts):
            if played_for.get(seat) != self.played_for.get(seat):
                del self._thoughts[seat]
        if self.window is not None:
            for seat in self.played_for.keys() - played_for.keys():
                self.window.hand_over(seat)
        self.played_for = dict(played_for)

    def _due(self, thought: Thought) -> float:
        """When the move of a bot counts: a moment after the last thing that all have seen."""
        if self.window is not None:
            return self._bot_answers(self.window, thought.seat)
        quick = thought.move == DECLINE or thought.move in self.match.reactions(thought.seat)
        return self._since + self.settings.pace * (self._shares[thought.seat] if quick else 1.0)

    def _let_bots_move(self, now: float) -> bool:
        """Let one bot move whose time has come; whether there was one."""
        self._think_of_moves()
        for seat, thought in self._thoughts.items():
            if not thought.done or now < self._due(thought) or self._has_noted(seat):
                continue
            del self._thoughts[seat]
            if thought.decision == self.story.decision(seat) and seat in self.match.to_act:
                self._answer(seat, self._chosen(thought), now)
                if self.window is not None and seat in self.window.noted:
                    self.window.by_bots.add(seat)
            return True
        return False

    def _chosen(self, thought: Thought) -> Move:
        """The legal move that a bot has chosen, or the default where it failed."""
        moves = self.match.moves(thought.seat)
        if thought.fault is None and thought.move in moves:
            return moves[moves.index(thought.move)]
        if thought.seat not in self._failed:
            self._failed.add(thought.seat)
            fault = thought.fault or BotError("it chose what is not legal")
            self._complaints.append(
                Text(
                    "the bot of {player} failed ({fault}); a default move is played",
                    player=Player(thought.seat),
                    fault=fault.text,
                )
            )
        return self.match.default_move(thought.seat)

    def _say_complaints(self) -> None:
        """Tell which bots failed, when all see something new: earlier it would tell who acted."""
        for complaint in self._complaints:
            self._tell(complaint, None)
        self._complaints.clear()

    def close(self) -> None:
        """Let the bots go, each once; nothing is played after."""
        for (seat, _), bot in self._bots.items():
            self._complaints += finish({seat: bot}, self.match)
        self._bots.clear()
