"""Bots that are programs of any language: JSON lines on standard input and output.

The protocol is told in docs/bots.md.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn

from cardcore.bots.programs import LONGEST, LineTooLong, Program
from cardcore.errors import BadOptions, BotError
from cardcore.moves import Move
from cardcore.observation import Observation
from cardcore.texts import Text

PROTOCOL = 1
"""Raised when a program that knows the protocol would not understand it any more."""
TIMEOUT = 10.0
"""So many seconds a program has for a move, where nobody says otherwise."""
START = 10.0
"""So many seconds more it has for its first move, to start in."""
MOST = 24 * 60 * 60.0
SEEDS = 2**31
"""A program is given a seed below this, which is a whole number in any language."""
SHOWN = 60
"""So many signs of a command are shown in an error."""


def given(text: str) -> Callable[[int], CommandBot]:
    """The factory of the bot that a command names: `./mybot --depth 3`, `timeout=30 ./mybot`.

    The command is split as a shell does it, and no shell runs it. Raises `BadOptions` where there
    is no such program.
    """
    command = _split(text)
    timeout = TIMEOUT
    if command and command[0].startswith("timeout="):
        timeout = _seconds(command.pop(0).removeprefix("timeout="))
    if not command or not command[0]:
        no_command()
    _check_program(command[0])
    return partial(CommandBot, tuple(command), timeout)


def no_command() -> NoReturn:
    """Refuse a bot without its command. Raises `BadOptions`."""
    raise BadOptions("say which program is the bot, such as cmd:./mybot")


def _split(text: str) -> list[str]:
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    if os.name == "nt":
        lexer.escape = ""  # it stands in every path there
    try:
        return list(lexer)
    except ValueError:
        raise BadOptions(
            "a quotation mark has no partner in the command {command!r}", command=text[:SHOWN]
        ) from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= MOST:
        raise BadOptions(
            "the time of a bot is a number of seconds above 0, such as timeout=30, not {value!r}",
            value=text[:SHOWN],
        )
    return seconds


def _check_program(name: str) -> None:
    if "\0" not in name and shutil.which(name) is not None:
        return
    shown = name[:SHOWN]
    if "\0" in name or not os.path.exists(name):
        raise BadOptions("there is no program {name!r}", name=shown)
    if os.path.isdir(name):
        raise BadOptions("{name!r} is a folder, not a program", name=shown)
    if not os.path.dirname(name):
        raise BadOptions(
            "there is no program {name!r}; one in this folder is named ./{name}", name=shown
        )
    raise BadOptions(
        "{name!r} may not be executed; allow it, or name the program that runs it", name=shown
    )


class CommandBot:
    """Lets a program choose; the program starts with its first move and serves for one match.

    Raises `BotError` from `choose` for whatever the program does wrong. After anything but a move
    that is not legal the program is ended, and every further move raises at once.
    """

    def __init__(self, command: Sequence[str], timeout: float, seed: int) -> None:
        self._command = tuple(command)
        self._timeout = timeout
        self._seed = seed
        self._asked = 0
        self._program: Program | None = None
        self._fault: Text | None = None

    def choose(self, observation: Observation) -> Move:
        """The move that the program chooses."""
        if self._fault is not None:
            raise BotError(self._fault, lasting=True)
        first = self._program is None
        program = self._program or self._start(observation)
        self._asked += 1
        self._send(
            type="observation",
            id=self._asked,
            observation=observation.to_dict(),
            moves=[
                {"number": number, "text": move.text}
                for number, move in enumerate(observation.moves)
            ],
        )
        line = self._answer(program, self._timeout + (START if first else 0.0))
        return self._chosen(line, observation.moves)

    def end(self, observation: Observation) -> None:
        """Tell the program how the match ended, and that it may leave."""
        if self._program is not None:
            standings = sorted(observation.standings, key=lambda standing: standing.seat)
            self._send(
                type="result",
                places=[standing.place for standing in standings],
                points=[standing.points for standing in standings],
                observation=observation.to_dict(),
            )
            self._program.let_go()

    def close(self) -> None:
        """Wait a moment until the program has left; end it if it has not."""
        if self._program is not None:
            self._program.end()
            self._program = None

    def _start(self, observation: Observation) -> Program:
        try:
            program = Program(self._command)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise self._give_up(Text("it cannot be started: {reason}", reason=reason)) from None
        self._program = program
        weakref.finalize(self, program.end)
        self._send(**hello(observation, seed=self._seed, timeout=self._timeout))
        return program

    def _send(self, **message: Any) -> None:
        assert self._program is not None
        self._program.send(json.dumps(message).encode("ascii") + b"\n")

    def _answer(self, program: Program, seconds: float) -> bytes:
        try:
            return program.line(seconds)
        except (TimeoutError, LineTooLong, EOFError) as error:
            raise self._give_up(_silence(error, program, seconds)) from None

    def _chosen(self, line: bytes, moves: Sequence[Move]) -> Move:
        answer = _read(line)
        shown = line[:LONGEST].decode(errors="replace")
        if answer is None or answer.get("type") != "choice":
            raise self._give_up(Text("what it wrote is no choice of a move"), shown)
        if type(answer.get("id")) is not int or answer["id"] != self._asked:
            raise self._give_up(Text("it answered another question than it was asked"), shown)
        wanted = answer.get("move")
        if type(wanted) is int and 0 <= wanted < len(moves):
            return moves[wanted]
        if isinstance(wanted, str):
            for move in moves:
                if move.text == wanted:
                    return move
        raise BotError(Text("it chose what is not legal"), detail=shown)

    def _give_up(self, fault: Text, detail: str = "") -> BotError:
        self._fault = fault
        if self._program is not None:
            self._program.end(grace=0.0)
            detail = "\n".join(filter(None, [detail, self._program.complaints()]))
            self._program = None
        return BotError(fault, lasting=True, detail=detail)


def hello(observation: Observation, *, seed: int, timeout: float) -> dict[str, Any]:
    """The first message: what is fixed for the whole match."""
    header = observation.setting.header()
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": header["game"],
        "version": header["version"],
        "options": header["options"],
        "house_rules": header["house_rules"],
        "lowest_wins": observation.game.lowest_wins,
        "players": len(observation.seats),
        "seat": observation.seat,
        "names": header["names"],
        "seed": seed % SEEDS,
        "timeout": timeout,
    }


def _read(line: bytes) -> Mapping[str, Any] | None:
    """The object that a line holds, None where it holds none."""
    try:
        data = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _silence(error: Exception, program: Program, seconds: float) -> Text:
    """Why there is no answer."""
    if isinstance(error, LineTooLong):
        return Text("it wrote a line of more than {number} bytes", number=LONGEST)
    if isinstance(error, TimeoutError):
        return Text(
            "it gave no answer in {seconds} s; does it flush its output?", seconds=f"{seconds:g}"
        )
    status = program.status()
    if status is None:
        return Text("it closed its output")
    if status < 0:
        return Text("it was ended by signal {number}", number=-status)
    return Text("it ended with exit status {number}", number=status)
