"""A server with prepared rooms, a real browser, and people at it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest
from people import PHONE, Person
from playwright.sync_api import Browser, Error, Playwright, sync_playwright
from prepared import Prepared, prepare

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@attrs.frozen
class Server:
    """A running `cardcore serve`: where it is, and the rooms that were prepared in it."""

    url: str
    rooms: dict[str, Prepared]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`cardcore serve` on a free port, with a store of its own."""
    data = tmp_path_factory.mktemp("server") / "rooms.sqlite"
    rooms = prepare(data)
    command = [sys.executable, "-m", "cardcore", "serve", "--host", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(data)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://" in line, line + (process.stdout.read() if process.poll() else "")
    yield Server(line.split()[-1], rooms)
    process.terminate()
    process.wait(10)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium: the system's, else Playwright's own. Skipped where there is none."""
    with sync_playwright() as playwright:
        browser = _launched(playwright)
        yield browser
        browser.close()


def _launched(playwright: Playwright) -> Browser:
    found = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        return playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
    except Error as error:
        if found is None and "Executable doesn't exist" in str(error):
            pytest.skip("no browser is there: install chromium, or run `playwright install`")
        raise


Come = Callable[..., Person]


@pytest.fixture
def come(browser: Browser, server: Server) -> Iterator[Come]:
    """Somebody comes: to a path, with a device of his own. No page may have had a fault."""
    people: list[Person] = []

    def comes(path: str = "/", *, loses_network: bool = False, **device: Any) -> Person:
        context = browser.new_context(**{"viewport": PHONE, "locale": "en-GB", **device})
        person = Person(context, server.url, loses_network=loses_network)
        people.append(person)
        person.go(path)
        return person

    yield comes
    for person in people:
        person.context.close()
    assert [fault for person in people for fault in person.faults] == []


@pytest.fixture
def seated(come: Come, server: Server) -> Callable[..., list[Person]]:
    """Everybody who sits in a prepared room, each by a link with the token of a seat."""

    def sit(code: str, number: int | None = None, **device: Any) -> list[Person]:
        tokens = server.rooms[code].tokens[:number]
        return [come(f"/r/{code}#{token}", **device) for token in tokens]

    return sit
