"""Runs matches at a terminal, from the wishes of whoever starts one to the standings."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import SystemRandom
from typing import Any, Protocol

from cardcore import options as option_values
from cardcore.bots.making import Bot, make_bot
from cardcore.errors import BadOptions
from cardcore.events import Events
from cardcore.game import Game
from cardcore.languages import translator
from cardcore.match import Match
from cardcore.plugins import installed
from cardcore.setting import Setting
from cardcore.telling.words import Words
from cardcore.terminal.answers import Answer, Left
from cardcore.terminal.host import Host
from cardcore.terminal.keeping import Kept, keep, reopen, with_file
from cardcore.terminal.listing import choose
from cardcore.terminal.pace import Pace
from cardcore.terminal.saved import is_name
from cardcore.terminal.screens import make_screen
from cardcore.terminal.seating import seat_players
from cardcore.terminal.session import Listener, Question, Session
from cardcore.terminal.view import SPEEDS, View
from cardcore.texts import Text

Talk = Callable[[str], None]
Say = Callable[[Text], None]


def to_stderr(line: str) -> None:
    """Talk that is no part of a match."""
    print(line, file=sys.stderr)


class Face(Protocol):
    """How a match looks to whoever plays: tells what happens, and asks."""

    def tell(self, events: Events) -> None:
        """Tell what a move brought about; complete, so leave out what nobody here may know."""

    def ask(self, question: Question) -> Answer:
        """Put a question until there is an answer that can be carried out."""
        ...

    def taken_back(self) -> None:
        """A move has been taken back."""


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
    view: View | None = None,
    talk: Talk = to_stderr,
) -> bool:
    """Begin a match of a game at this terminal; returns whether the last one was played to its end.

    `preset` names values for options, which `options` override. `record` is the file to write;
    without one a match with persons is saved in the user's data folder. `talk` hears what is no
    part of the match. Raises `BadOptions` and its like before anything is written, `BadRecord` or
    `OSError` for a file that cannot be written.
    """
    view = view or View()
    if watch and practice:
        raise BadOptions("where bots play alone there is nobody to practise")
    seating = seat_players(game, players=players, names=names, bots=bots, watch=watch)
    match = game.match(
        seed=new_seed() if seed is None else seed,
        options={**option_values.preset_values(game.presets, preset), **(options or {})},
        names=seating.names,
        house_rules=house_rules,
        collect="race" if seating.persons > 1 else "in_order",
        bots={seat: maker.name for seat, maker in seating.bots.items()},
        practice=practice,
    )
    make_bots(match)  # what cannot be made is told before a file is begun
    kept = keep(match, record)
    if seed is None:
        kept.notices.append(
            Text(
                "The seed is {seed}: with --seed {seed} the same cards come again.", seed=match.seed
            )
        )
    return play_on(kept, view, speaker(view, talk, game))


def resume(
    name: str | None,
    *,
    run_bots: bool = False,
    view: View | None = None,
    talk: Talk = to_stderr,
) -> bool:
    """Go on with a saved match; returns whether the last one was played to its end.

    Without a name the only unfinished match is meant, or whoever sits here chooses. Programs that
    a file names as bots are started with `run_bots` alone, but those of one's own saved matches.
    Raises `UnknownMatch`, `InUse`, `BadRecord`, `OSError`, and `BadOptions` where a name must be
    said or the file would start programs.
    """
    view = view or View()
    name = choose(view, talk) if name is None else name
    if name is None:
        return False
    kept = reopen(name)
    if not run_bots and not is_name(name):
        _refuse_programs(kept, name)
    say = speaker(view, talk, kept.match.game)
    if kept.match.over:
        kept.close()
        typed = with_file(name, kept.match.game)
        say(Text("{name} is over; cardcore replay {typed} shows it again.", name=name, typed=typed))
        return True
    return play_on(kept, view, say)


def _refuse_programs(kept: Kept, file: str) -> None:
    programs = {maker.name for maker in installed().bots(kept.match.game.name) if maker.runs}
    named = [bot for bot in kept.match.setting.bots if bot.partition(":")[0] in programs]
    if named and not kept.match.over:
        kept.close()
        raise BadOptions(
            "{file} names programs as bots ({bots}); if you trust whoever wrote it, add --run-bots",
            file=file,
            bots=", ".join(named)[:200],
        )


def play_on(kept: Kept, view: View, say: Say) -> bool:
    """Play a match, and others after it as long as whoever sits here wants one more."""
    while True:
        listeners = installed().listeners()
        known = installed().problems()
        try:
            with kept, stopped_by_signals():
                done, again = _sit_down(kept, view, say, listeners)
        finally:
            for problem in installed().problems():
                if problem not in known:
                    say(Text("Warning: {problem}", problem=problem))
        if not again:
            return done
        kept = keep(next_match(kept.match.setting))


def _sit_down(kept: Kept, view: View, say: Say, listeners: Sequence[Listener]) -> tuple[bool, bool]:
    """Play one match; returns whether it was finished, and whether another one is wanted."""
    match = kept.match
    bots = make_bots(match)
    words = Words(match, view.language)
    screen = make_screen(words, view, private=len(match.seats) - len(bots) > 1)
    interactive = screen.lines.interactive
    pace = Pace(SPEEDS[view.speed] if interactive else 0.0)
    session = Session(
        match,
        bots,
        recorder=kept.recorder,
        strict=kept.chosen,
        listeners=listeners,
        complain=lambda text: notice(text),
        thought=pace.thought if interactive else lambda seconds: None,
    )
    host = Host(session, screen)
    for rule in match.setting.house_rules:
        what = Text("House rule {name}: {title}", name=rule.name, title=Text(rule.title))
        kept.notices.append(what)
    notice = host.notice if screen.draws else say  # a drawn table would wipe it away
    for text in kept.notices:
        notice(text)
    session.rehearse()
    try:
        play(session, host, pace)
        again = interactive and bool(session.persons) and not kept.chosen
        return True, host.finish(again=again)
    except Left:
        how = kept.how_to_go_on()
        if how is not None:
            say(how)
        return match.over, False
    except BaseException as error:
        how = kept.how_to_go_on()
        if how is not None and kept.name is not None:
            error.add_note(how.render(words.translate))
        raise
    finally:
        for part, failure in words.looks.failures.items():
            say(Text("Warning: {part} of this game failed: {failure}", part=part, failure=failure))


def play(session: Session, face: Face, pace: Pace) -> None:
    """Play a session to its end. `Left` comes through from a face whose person leaves."""
    try:
        _play(session, face, pace)
    finally:
        session.end()


def _play(session: Session, face: Face, pace: Pace) -> None:
    face.tell(session.begin())
    pace.shown()
    bots = len(session.match.seats) - len(session.persons)
    while True:
        for events in session.bots_move():
            if not events.seen_by(None):
                continue  # a silent decline: nobody may notice
            pace.wait(thoughts=bots + 1)  # all may have declined before one of them moved
            face.tell(events)
            pace.shown()
        question = session.question()
        if question is None:
            return
        if session.chance_to_react:
            pace.wait(thoughts=bots, look=False)
        answer = face.ask(question)
        if answer.what == "undo":
            session.undo(answer.seat)
            face.taken_back()
        elif answer.what == "nobody":
            for events in session.nobody_reacts():
                if events.seen_by(None):
                    face.tell(events)
        elif answer.move is not None:
            face.tell(session.play(answer.seat, answer.move))
        pace.shown()


def speaker(view: View, talk: Talk, game: Game[Any]) -> Say:
    """Talk in the language of a view."""
    translate = translator(view.language, game)
    return lambda text: talk(text.render(translate))


def new_seed() -> int:
    """A seed by chance, short enough to be typed."""
    return SystemRandom().randrange(10**9)


def next_match(setting: Setting) -> Match[Any]:
    """Another match of the same people with the same wishes."""
    return setting.game.match(
        seed=new_seed(),
        options=option_values.as_dict(setting.options),
        names=setting.names,
        house_rules=setting.house_rules,
        collect=setting.collect,
        bots={seat: name for seat, name in enumerate(setting.bots) if name},
        practice=setting.practice,
    )


class _Stopped(KeyboardInterrupt):
    """A signal asks to end; whatever a bot or a plugin is let do, it goes through as Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Let a signal that asks to end leave the match as Ctrl-C does: terminal restored, and told."""

    def stop(number: int, frame: object) -> None:
        raise _Stopped(number)

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        names = []
    before = {name: signal.signal(getattr(signal, name), stop) for name in names}
    try:
        yield
    except _Stopped as stopped:
        leaving = SystemExit(stopped.status)
        for note in getattr(stopped, "__notes__", ()):
            leaving.add_note(note)
        raise leaving from None
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def make_bots(match: Match[Any]) -> dict[int, Bot]:
    """The bots of a match by seat. Raises `PluginError` or `UnknownBot` where there is none."""
    played = sum(actor >= 0 for actor, _ in match.log)
    return {
        seat: make_bot(installed().bot(match.game.name, name), match.seed, seat, played)
        for seat, name in enumerate(match.setting.bots)
        if name
    }
