"""What the browser table carries: rooms of four bots over real sockets.

    python benchmarks/rooms.py [--rooms 200] [--game zeus] [--think 2] [--seconds 60] [--reaction 0]

The server is one process; the clients are in this one, as many as four a room, and do what a page
does. They play at random; each thinks `--think` seconds on average (half to one and a half times
as long) before it answers what it sees; with `--think 0` all answer at once. A room whose match is
over begins the next one. Told are

- rooms a second: from asking for the first room to the last one in which a match goes on
- the time from a move sent until all four clients of its room have heard what it changed: the
  median, and the time that 99 of 100 keep to (moves that are refused, noted until claims have been
  collected, or seen by nobody else, such as a decline, are left out)
- how many moves a second counted, how busy each of the two processes was, and the machine's load:
  where that is more than its processors, all have waited for other work, and only the processor
  time a move says something about the server
- the memory of the server for a room: with all matches going on, and after all have gone and the
  rooms have been let go of (at the end, idle rooms are dropped at once)

Both processes are on the same machine, so that the clients take time from the server.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing as mp
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import attrs
import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from web_client import WebClient

PERSONS = 4
QUIET = 2.0


# -- the server -----------------------------------------------------------------------------------


def serve(pipe: Connection, data: str) -> None:
    """The server's process: it tells its port, then answers questions about itself."""
    from cardcore.web import hub
    from cardcore.web.app import App, make_app
    from cardcore.web.running import Server
    from cardcore.web.serving import listen
    from cardcore.web.store import SqliteStore

    listening = listen("127.0.0.1", 0)

    def ready(app: App) -> None:
        asyncio.get_running_loop().add_reader(pipe.fileno(), answer, app)
        pipe.send(listening.getsockname()[1])

    def answer(app: App) -> None:
        if pipe.recv() == "drop":
            hub.IDLE = 0.0
            app.hub._sweep()
        spent = resource.getrusage(resource.RUSAGE_SELF)
        pipe.send((memory(), spent.ru_utime + spent.ru_stime, len(app.hub.rooms)))

    Server(make_app(SqliteStore(data), ready=ready)).run(sockets=[listening])


def memory() -> float:
    """The memory that this process has now, in MiB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise OSError("no VmRSS here")


# -- the clients ----------------------------------------------------------------------------------


@attrs.define
class Sent:
    """A move on its way: when it was sent, what each client had seen, and who has heard since."""

    at: float
    by: WebClient
    seen: list[int]
    done: float = 0.0


@attrs.define(eq=False)
class Room:
    """Four clients, and the moves that they have sent."""

    clients: list[WebClient] = attrs.field(factory=list)
    times: list[float] = attrs.field(factory=list)
    sent: list[Sent] = attrs.field(factory=list)
    moves: int = 0

    def watch(self) -> None:
        """Note what the clients send and hear from now on."""
        for client in self.clients:
            client.on_move.append(self.on_move)
            client.on_message.append(self.on_message)

    def on_move(self, client: WebClient, move: dict[str, Any]) -> None:
        """A move is sent."""
        if move["move"] != "decline":
            seen = [one.view.get("decision", -1) for one in self.clients]
            self.sent.append(Sent(move["at"], client, seen))

    def on_message(self, client: WebClient, message: dict[str, Any]) -> None:
        """Something has come: a refusal, or the view that a move has changed."""
        kind = message["type"]
        if kind == "refused" or (kind == "view" and message.get("pending")):
            self.sent = [one for one in self.sent if one.by is not client]
        elif kind == "view":
            now = time.perf_counter()
            for one in list(self.sent):
                if all(c.view["decision"] > n for c, n in zip(self.clients, one.seen, strict=True)):
                    self.sent.remove(one)
                    self.times.append(now - one.at)
                    self.moves += 1


async def sit_down(
    http: str, number: int, given: argparse.Namespace, web: httpx.AsyncClient
) -> Room:
    """Open a room, sit down with four, and begin."""
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    headers = {"x-forwarded-for": address}
    answer = await web.post(f"{http}/api/rooms", json={"game": given.game}, headers=headers)
    code, token = answer.json()["code"], answer.json()["token"]
    room = Room()
    for seat in range(PERSONS):
        rng = Random(number * PERSONS + seat)
        client = WebClient(
            http.replace("http", "ws") + f"/ws/{code}",
            token=token if seat == 0 else None,
            seed=number * PERSONS + seat,
            think=lambda rng=rng: given.think * rng.uniform(0.5, 1.5),
            say_again=60.0,
            headers=headers,
        )
        await client.__aenter__()
        room.clients.append(client)
        if seat == 0:
            await client.say("settings", players=PERSONS, reaction=given.reaction)
        await client.until(lambda c=client: c.socket is not None, 120)
        await client.say("sit", seat=seat, name=f"Person {seat}")
    await room.clients[0].say("start")
    for client in room.clients:
        await client.until(lambda c=client: c.view, 120)
    return room


async def again_and_again(room: Room) -> None:
    """Begin the next match when one is over."""
    host = room.clients[0]
    while True:
        await host.until(lambda: host.over, 1e9)
        await host.say("start")
        await host.until(lambda: not host.over)


async def load(http: str, given: argparse.Namespace, pipe: Connection) -> list[str]:
    """Play in all rooms; what has been measured, in lines."""
    empty, *_ = ask(pipe)
    began = time.perf_counter()
    limit = asyncio.Semaphore(20)
    async with httpx.AsyncClient(timeout=120) as web:

        async def one(number: int) -> Room:
            async with limit:
                return await sit_down(http, number, given, web)

        rooms = await asyncio.gather(*map(one, range(given.rooms)))
    opened = given.rooms / (time.perf_counter() - began)
    hosts = [asyncio.create_task(again_and_again(room)) for room in rooms]
    await asyncio.sleep(QUIET)
    for room in rooms:
        room.watch()
    _, busy, _ = ask(pipe)
    own, began = time.process_time(), time.perf_counter()
    await asyncio.sleep(given.seconds)
    took = time.perf_counter() - began
    own = (time.process_time() - own) / took
    full, more, _ = ask(pipe)
    for task in hosts:
        task.cancel()
    lines = list(told(rooms, took, opened, more - busy, own))
    refused = sum(len(client.refused) for room in rooms for client in room.clients)
    lost = sum(client.connections - 1 for room in rooms for client in room.clients)
    lines.append(f"refused: {refused} messages; connections lost: {lost}")
    await asyncio.gather(*(client.__aexit__() for room in rooms for client in room.clients))
    await asyncio.sleep(QUIET)
    left, _, in_memory = ask(pipe, "drop")
    each = (full - empty) / given.rooms
    lines.append(
        f"memory: {empty:.0f} MiB without rooms, {full:.0f} MiB with {given.rooms}"
        f" ({each:.2f} MiB a room), {left:.0f} MiB after they have gone ({in_memory} in memory)"
    )
    return lines


def told(
    rooms: list[Room], took: float, opened: float, busy: float, clients: float
) -> Iterator[str]:
    """The figures of the moves."""
    times = sorted(moved for room in rooms for moved in room.times)
    if len(times) < 100:
        raise SystemExit(f"only {len(times)} moves were timed")
    most = times[int(0.99 * (len(times) - 1))]
    yield f"begun: {opened:.1f} rooms a second"
    yield (
        f"from a move to everybody's update: median {1000 * statistics.median(times):.1f} ms,"
        f" 99 of 100 within {1000 * most:.1f} ms, longest {1000 * times[-1]:.0f} ms"
        f" ({len(times)} moves, {len(times) / took:.0f} a second)"
    )
    yield (
        f"busy: server {busy / took:.0%} of a processor, {1000 * busy / len(times):.1f} ms a move;"
        f" clients {clients:.0%}; the machine's load was {os.getloadavg()[0]:.1f}"
        f" on {os.cpu_count()} processors"
    )


def ask(pipe: Connection, what: str = "") -> tuple[float, float, int]:
    """The server's memory in MiB, the seconds that it was busy, and its rooms in memory."""
    pipe.send(what)
    answer: tuple[float, float, int] = pipe.recv()
    return answer


def main() -> None:
    """Measure, and print the lines."""
    parser = argparse.ArgumentParser(description="what the browser table carries")
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--game", default="zeus")
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--reaction", type=float, default=0.0)
    given = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    pipe, theirs = mp.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "rooms.sqlite")
        server = mp.get_context("spawn").Process(target=serve, args=(theirs, data))
        server.start()
        try:
            lines = asyncio.run(load(f"http://127.0.0.1:{pipe.recv()}", given, pipe))
        finally:
            server.terminate()
            server.join()
    pace = f"{given.think:g} s of thought a move" if given.think else "as fast as possible"
    print(f"{given.rooms} rooms of {PERSONS}, {given.game}, {pace}, reaction {given.reaction:g} s")
    for line in lines:
        print(line)


if __name__ == "__main__":
    main()
