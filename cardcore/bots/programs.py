"""A program that is written to and read from by lines, and that never stays behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Condition, Thread
from typing import IO

LONGEST = 64 * 1024
"""So many bytes may a line have that a program writes."""
CHUNK = 16 * 1024
TAIL = 2000
GRACE = 1.0
"""So many seconds has a program to leave by itself, and again once it is told to."""


class LineTooLong(ValueError):
    """A program writes a line without an end."""


class Program:
    """A running program; threads of its own write and read, so that nothing it does blocks us.

    It is in a session of its own: a Ctrl-C at the terminal is not for it, and it cannot write over
    what the terminal shows. Raises `OSError` where it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._owner = os.getpid()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._news = Condition()
        self._got = b""
        self._tail = b""
        self._closed = False
        self._ended = False
        self._asked_to_leave: float | None = None
        self._to_write: SimpleQueue[bytes | None] = SimpleQueue()
        self._threads = [
            _thread(self._write),
            _thread(lambda: _drain(self._process.stdout, self._keep, self._close_output)),
            _thread(lambda: _drain(self._process.stderr, self._keep_tail, lambda: None)),
        ]

    def send(self, line: bytes) -> None:
        """Write a line, without waiting until it is taken."""
        self._to_write.put(line)

    def line(self, seconds: float) -> bytes:
        """The next line that it writes.

        Raises `TimeoutError`, `EOFError` once it has closed its output, or `LineTooLong`.
        """
        with self._news:
            self._news.wait_for(self._has_line, seconds)
            line, end, rest = self._got.partition(b"\n")
            if len(line) > LONGEST:
                raise LineTooLong
            if end:
                self._got = rest
                self._news.notify_all()
                return line
            raise EOFError if self._closed else TimeoutError

    def status(self) -> int | None:
        """How it ended, below zero by a signal; None where it still runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        return self._process.returncode

    def complaints(self) -> str:
        """The end of what it has written to standard error."""
        return self._tail.decode(errors="replace").strip()

    def let_go(self) -> None:
        """Close its input, by which it learns that it may leave."""
        if self._asked_to_leave is None:
            self._asked_to_leave = time.monotonic()
            self._to_write.put(None)

    def end(self, grace: float = GRACE) -> None:
        """Wait until it has left; what has not left in time is ended, its children too."""
        if self._ended or os.getpid() != self._owner:
            return
        self._ended = True
        self._tell()
        self.let_go()
        try:
            self._wait((self._asked_to_leave or 0.0) + grace - time.monotonic())
            if self._process.returncode is None:
                self._signal("SIGTERM", self._process.terminate)
                self._wait(grace)
        finally:
            self._signal("SIGKILL", self._process.kill)
            self._process.wait()
            for thread in self._threads:
                thread.join(GRACE)
            self._close_files()

    def _tell(self) -> None:
        with self._news:
            self._news.notify_all()

    def _wait(self, seconds: float) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(seconds, 0.0))

    def _signal(self, name: str, otherwise: Callable[[], None]) -> None:
        """Send a signal to it and to whatever it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, getattr(signal, name))
            else:
                otherwise()

    def _close_files(self) -> None:
        """Close what no thread uses any more; a pipe that a runaway child holds stays open."""
        files = (self._process.stdin, self._process.stdout, self._process.stderr)
        for thread, file in zip(self._threads, files, strict=True):
            if file is not None and not thread.is_alive():
                with contextlib.suppress(OSError):
                    file.close()

    # -- what the threads do --------------------------------------------------------------------

    def _write(self) -> None:
        file = self._process.stdin
        assert file is not None
        with contextlib.suppress(OSError), contextlib.closing(file):
            while (line := self._to_write.get()) is not None:
                while line:
                    line = line[file.write(line) or 0 :]

    def _has_line(self) -> bool:
        return b"\n" in self._got or len(self._got) > LONGEST or self._closed

    def _keep(self, chunk: bytes) -> None:
        with self._news:
            self._news.wait_for(lambda: len(self._got) <= LONGEST or self._ended)
            if not self._ended:
                self._got += chunk
                self._news.notify_all()

    def _keep_tail(self, chunk: bytes) -> None:
        self._tail = (self._tail + chunk)[-TAIL:]

    def _close_output(self) -> None:
        self._closed = True
        self._tell()


def _thread(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def _drain(
    file: IO[bytes] | None, keep: Callable[[bytes], None], closed: Callable[[], None]
) -> None:
    """Read to the end of a stream."""
    assert file is not None
    with contextlib.suppress(OSError):
        while chunk := file.read(CHUNK):
            keep(chunk)
    closed()
