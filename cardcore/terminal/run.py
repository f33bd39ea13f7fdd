"""Runs a match at a terminal, from the wishes of whoever starts it to the standings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any, Protocol

from cardcore.errors import BadOptions, BadRecord, PluginError
from cardcore.events import Events
from cardcore.game import Game
from cardcore.match import Match
from cardcore.plugins import BotMaker, installed
from cardcore.record import Recorder
from cardcore.terminal.lines import Lines
from cardcore.terminal.plain import Answer, Plain
from cardcore.terminal.rules import show_rules
from cardcore.terminal.seating import seat_players
from cardcore.terminal.session import Bot, Question, Session, bot_seed, naming

Talk = Callable[[str], None]
UNFINISHED = "The match is unfinished."


class Face(Protocol):
    """How a match looks to whoever plays: tells what happens, asks, tells who has won."""

    def tell(self, events: Events) -> None:
        """Tell what a move brought about; complete, so leave out what nobody here may know."""

    def ask(self, question: Question) -> Answer:
        """Put a question until there is an answer that can be carried out."""
        ...

    def finish(self) -> None:
        """Tell who has won."""


def run(
    game: Game[Any],
    *,
    players: int | None = None,
    names: Sequence[str] = (),
    bots: Sequence[str] = (),
    watch: bool = False,
    seed: int | None = None,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    house_rules: Sequence[str] = (),
    record: str | None = None,
    practice: bool = False,
    color: bool = True,
    talk: Talk = lambda line: print(line, file=sys.stderr),
) -> bool:
    """Run a match of a game at this terminal; returns whether it was played to its end.

    `preset` names values for options, which `options` override. `record` is the file to write,
    `talk` hears what is no part of the match. Raises `BadOptions` and its like before anything is
    written, `BadRecord` or `OSError` for a file that cannot be written.
    """
    if watch and practice:
        raise BadOptions("where bots play alone there is nobody to practise")
    seating = seat_players(game, players=players, names=names, bots=bots, watch=watch)
    match = game.match(
        seed=SystemRandom().randrange(10**9) if seed is None else seed,
        options={**preset_values(game, preset), **(options or {})},
        names=seating.names,
        house_rules=house_rules,
        collect="race" if seating.persons > 1 else "in_order",
        bots={seat: maker.name for seat, maker in seating.bots.items()},
        practice=practice,
    )
    made = {seat: make_bot(maker, match.seed, seat) for seat, maker in seating.bots.items()}
    listeners = installed().listeners()
    recorder = None if record is None else new_recorder(record, match)
    if seed is None:
        talk(f"The seed is {match.seed}: with --seed {match.seed} the same cards come again.")
    session = Session(match, made, recorder=recorder, listeners=listeners, complain=talk)
    face = Plain(session, Lines(), show_rules=lambda: show_rules(game, color=color))
    known = installed().problems()
    try:
        done = play(session, face)
    except BaseException as error:
        if record is not None:
            error.add_note(UNFINISHED + f" Its record is {record}.")
        raise
    finally:
        if recorder is not None:
            recorder.close()
        for problem in installed().problems():
            if problem not in known:
                talk(f"Warning: {problem}")
    if not done:
        talk(UNFINISHED + (f" Its record is {record}." if record else ""))
    return done


def play(session: Session, face: Face) -> bool:
    """Play a session to its end, or until somebody leaves; returns whether it was finished."""
    face.tell(session.begin())
    while True:
        for events in session.bots_move():
            face.tell(events)
        question = session.question()
        if question is None:
            face.finish()
            return True
        answer = face.ask(question)
        if answer.what == "quit":
            return False
        if answer.what == "undo":
            session.undo(answer.seat)
        elif answer.what == "nobody":
            session.nobody_reacts()
        elif answer.move is not None:
            face.tell(session.play(answer.seat, answer.move))


def preset_values(game: Game[Any], preset: str | None) -> Mapping[str, Any]:
    """The values of a preset. Raises `BadOptions`, which names those there are."""
    if preset is None:
        return {}
    if preset not in game.presets:
        names = ", ".join(game.presets) or "none"
        raise BadOptions(f"there is no preset {preset[:40]!r}; the presets are: {names}")
    return game.presets[preset]


def make_bot(maker: BotMaker, seed: int, seat: int) -> Bot:
    """The bot of a seat. Raises `PluginError` where it cannot be made."""
    try:
        bot: Bot = maker.make(bot_seed(seed, seat))
    except (Exception, SystemExit) as error:
        raise PluginError(f"the bot {maker.name!r} cannot be made: {error!r}") from error
    return bot


def new_recorder(path: str, match: Match[Any]) -> Recorder:
    """Begin a record in a new file. Raises `BadRecord` rather than lose what stands in one."""
    file = Path(path)
    if file.is_file() and file.stat().st_size:
        raise BadRecord(f"{path} exists already; give the record another name, or remove it first")
    with naming(path):
        return Recorder(path, match)
