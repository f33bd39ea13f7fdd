"""A session: one match between persons and bots, told and asked by a frontend."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from cardcore.bots.finishing import finish
from cardcore.bots.making import Bot, bot_seed
from cardcore.bots.playouts import heuristic_of
from cardcore.chance import CHANCE
from cardcore.errors import BotError, CannotUndo
from cardcore.events import Event, Events
from cardcore.history import effective, last_move
from cardcore.interrupts import Interrupt
from cardcore.match import Match
from cardcore.moves import DECLINE, Move
from cardcore.plugins import installed
from cardcore.record import Recorder
from cardcore.table import INTERRUPT
from cardcore.texts import Text

Listener = Callable[[Match[Any], Event], None]


@attrs.frozen
class Question:
    """Whose move is waited for: of one person, or, with `anybody`, of whoever wants to react.

    A question to anybody is put whether or not somebody can react, so that it tells nothing;
    `interrupt` is what they may react to.
    """

    seats: tuple[int, ...]
    anybody: bool = False
    interrupt: Interrupt | None = None


@contextlib.contextmanager
def naming(file: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file in the `OSError` of a write to it, which does not say where it failed."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            error.filename = os.fspath(file)
        raise


def not_saved(error: OSError) -> Text:
    """What to say when a match cannot be saved."""
    reason = error.strerror or str(error)
    return Text(
        "Warning: this match cannot be saved: {file}: {reason}",
        file=str(error.filename),
        reason=reason,
    )


class Session:
    """One match between persons and bots.

    A frontend tells what `begin` returns, then in turns lets the bots move, puts the `question`
    and plays the answer, until there is no question any more. `bots` has one for each seat without
    a person. Every move is recorded, if there is a `recorder`, and told to the `listeners`.
    Where it cannot be written, that ends a `strict` session; another one tries it again each move.
    `complain` hears of a bot that fails, once the next move is seen that is no decline: until then
    it would tell who was asked. The game's default move is then played for it. `thought` hears how
    long a bot has thought, in seconds.
    """

    def __init__(
        self,
        match: Match[Any],
        bots: Mapping[int, Bot],
        *,
        recorder: Recorder | None = None,
        strict: bool = True,
        listeners: Sequence[Listener] = (),
        complain: Callable[[Text], None] = lambda text: None,
        thought: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self.match = match
        self.persons = tuple(seat for seat in match.seats if seat not in bots)
        self._bots = bots
        self._recorder = recorder
        self._strict = strict
        self._behind = False
        self._listeners = listeners
        self._complain = complain
        self._thought = thought
        self._failed: set[tuple[int, bool]] = set()
        self._complaints: list[Text] = []
        self._everybody_asked = False
        self.chance_to_react = False
        """Whether the last move opened an interrupt, as all have seen."""

    def begin(self) -> Events:
        """What has happened before the first move: the deal; in a match that goes on, lately.

        Listeners hear of it only where the match is new: they have heard of the rest.
        """
        events = self.match.events
        if all(actor == CHANCE for actor, _ in self.match.log):
            self._tell(events)
        return events

    def rehearse(self) -> None:
        """Let the game work out what its heuristic needs once, before anybody's thinking is timed.

        The pauses are as long as the slowest bot needs, so all would wait for it several times.
        """
        heuristic = heuristic_of(self.match.game)
        if heuristic is None or not self._bots or self.match.over:
            return
        seat = self.match.to_act[0]
        with contextlib.suppress(Exception, SystemExit):  # it will fail again, and be told then
            heuristic(self.match.observe(seat), self.match.moves(seat)[0])

    def bots_move(self) -> Iterator[Events]:
        """Let the bots move until a person is asked or the match is over, one move at a time."""
        while not self.match.over and not self._to_ask():
            seat = next((s for s in self.match.to_act if s in self._bots), None)
            if seat is None:
                return
            yield self.play(seat, self._choose(seat))

    def question(self) -> Question | None:
        """Whose move is waited for once the bots have moved; None when the match is over."""
        if self.match.over:
            return None
        others = self._to_ask()
        if others:
            return Question(others, anybody=True, interrupt=self._open())
        return Question(tuple(s for s in self.match.to_act if s in self.persons)[:1])

    def play(self, seat: int, move: Move) -> Events:
        """Play a legal move. Raises `IllegalMove` with the reason for any other."""
        events = self.match.play(seat, move)
        opens = any(event.kind == INTERRUPT for event in events)
        if opens or move is not DECLINE:
            self._everybody_asked, self.chance_to_react = False, opens
        self._record()
        if move is not DECLINE:
            self._say_complaints()
        return self._tell(events)

    def end(self) -> None:
        """Let the bots go, and tell them the result where there is one; nothing is played after."""
        if not self.match.over:
            self._complaints.clear()  # they would still tell who was asked
        self._complaints += finish(self._bots, self.match)
        self._say_complaints()

    def _say_complaints(self) -> None:
        complaints, self._complaints = self._complaints, []
        for complaint in complaints:
            self._complain(complaint)

    def nobody_reacts(self) -> Iterator[Events]:
        """The answer to a question to anybody: each person that could react declines."""
        asked_about = self._open()
        self._everybody_asked = True
        for seat in self.persons:
            if self._open() is not asked_about:
                return
            if DECLINE in self.match.moves(seat):
                yield self.play(seat, DECLINE)

    def why_no_undo(self, seat: int) -> Text | None:
        """Why a person may not take back his last move; None where he may."""
        log = [self.match.log[place] for place in effective(self.match.log)]
        last = last_move(log, seat)
        if len(self.persons) > 1 and last is not None and log[last][1] is DECLINE:
            return Text("what was let go cannot be taken back")  # it would tell that one could
        return self.match.why_no_undo(seat)

    def undo(self, seat: int) -> None:
        """Take a person's last move back. Raises `CannotUndo` with the reason."""
        reason = self.why_no_undo(seat)
        if reason is not None:
            raise CannotUndo(reason)
        self.match.undo(seat)
        self._everybody_asked = False
        self._record()

    def hint(self, seat: int) -> Move | None:
        """A sensible move: the game's own advice, else what its usual bot would play.

        None where whoever is asked fails or advises what is not legal: that ends nobody's match.
        """
        observation = self.match.observe(seat)
        try:
            advice = self.match.game.hint(observation)
            if advice is None:
                maker = installed().default_bot(self.match.game.name)
                advice = maker.make(bot_seed(self.match.seed, seat)).choose(observation)
            return advice if advice in observation.moves else None
        except (Exception, SystemExit):
            return None

    def _to_ask(self) -> tuple[int, ...]:
        """The persons to whom "anybody?" is put now, none where it has been or one plays alone."""
        interrupt = self._open()
        if self._everybody_asked or len(self.persons) < 2 or interrupt is None:
            return ()
        return tuple(seat for seat in self.persons if seat != interrupt.seat)

    def _open(self) -> Interrupt | None:
        """The interrupt that is being answered."""
        return next((i for i in reversed(self.match.table.interrupts) if not i.ended), None)

    def _choose(self, seat: int) -> Move:
        legal = self.match.moves(seat)
        began = time.monotonic()
        failure = BotError("it chose what is not legal")
        try:
            move = self._bots[seat].choose(self.match.observe(seat))
            if move in legal:
                return legal[legal.index(move)]  # DECLINE itself, not one that is equal
            failure.detail = f"{move!s:.99}"
        except BotError as error:
            failure = error
        except (Exception, SystemExit) as error:
            failure = BotError("{error}", error=type(error).__name__, detail=repr(error))
        finally:
            if not failure.lasting:  # nobody waits for it any more
                self._thought(time.monotonic() - began)
        self._note(seat, failure)
        return self.match.default_move(seat)

    def _note(self, seat: int, failure: BotError) -> None:
        """Keep what is to be said of a bot that failed: once, and again when it is for good."""
        if (seat, failure.lasting) in self._failed:
            return
        self._failed |= {(seat, False), (seat, failure.lasting)}
        fault = failure.text
        if os.environ.get("CARDCORE_DEBUG") and failure.detail:  # it may tell what the bot holds
            fault = Text("{fault}: {detail}", fault=fault, detail=failure.detail)
        known = {"name": self.match.setting.bots[seat], "number": seat + 1, "fault": fault}
        self._complaints.append(
            Text(
                "the bot {name!r} at seat {number} failed ({fault}); default moves are played for"
                " it now",
                **known,
            )
            if failure.lasting
            else Text("the bot {name!r} at seat {number} failed ({fault}); it plays on", **known)
        )

    def _record(self) -> None:
        if self._recorder is None:
            return
        try:
            with naming(self._recorder.path):
                self._recorder.write()
            self._behind = False
        except OSError as error:
            if self._strict:
                raise
            if not self._behind:
                self._complain(not_saved(error))
            self._behind = True

    def _tell(self, events: Events) -> Events:
        for listen in self._listeners:
            for event in events:
                listen(self.match, event)
        return events
