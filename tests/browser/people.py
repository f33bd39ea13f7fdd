"""People at the page: a browser context of their own each, and what they do there."""

from __future__ import annotations

import re
from time import monotonic
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

PHONE = {"width": 390, "height": 844}
QUIET = ("Failed to load resource", "WebSocket connection")
"""What the browser itself says to the console where the network is lost."""

STEP = """(goesOn) => {
  // one tap of somebody who plays whatever is offered; true where there was something to tap
  const seen = (one) => one.offsetParent !== null && one.getAttribute("aria-disabled") !== "true";
  const all = (where) => [...document.querySelectorAll(where)].filter(seen);
  const told = all(".deal-end button")[0];
  if (told && !goesOn) return false;
  const on = told ?? all(".status-buttons .primary")[0];
  if (on) { on.click(); return true; }
  const last = all(".move-buttons .primary")[0] ?? all(".status-buttons button")[0];
  if (last) { last.click(); return true; }
  if (!document.querySelector(".status.asked, .status.reacting")) return false;
  const chosen = document.querySelector(".hand-card.chosen");
  const cards = all(chosen ? ".part-cards .can:not(.chosen)" : ".hand-card:not(.idle)");
  const next = all(".move-buttons button")[0] ?? cards[0];
  next?.click();
  return next !== undefined;
}"""


class Person:
    """Somebody at a page of a server."""

    def __init__(self, context: BrowserContext, url: str, *, loses_network: bool) -> None:
        self.context = context
        self.url = url
        self.faults: list[str] = []
        self._loses_network = loses_network
        context.on("page", self._watch)
        self.page = context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._heard)
        page.on("request", self._asked)
        page.set_default_timeout(10_000)

    def _heard(self, message: Any) -> None:
        lost = self._loses_network and any(sign in message.text for sign in QUIET)
        if message.type in ("error", "warning") and not lost:
            self.faults.append(f"console: {message.text}")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.faults.append(f"a request to another host: {request.url}")

    def go(self, path: str) -> None:
        """Open a page of the server."""
        self.page.goto(self.url + path)

    def sit(self, name: str) -> None:
        """Take the first seat, by a name."""
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.page.locator(".chair.own")).to_contain_text(name)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name)

    def menu(self, entry: str) -> None:
        """Choose something in the menu."""
        self.page.get_by_label("Menu").click()
        self.page.locator("dialog").get_by_role("button", name=entry, exact=True).click()

    @property
    def table(self) -> Locator:
        """The table, as far as it is shown."""
        return self.page.locator(".table")

    @property
    def status(self) -> Locator:
        """The strip that tells what is to be done."""
        return self.page.locator(".status")

    @property
    def hand(self) -> Locator:
        """The cards of one's own hand."""
        return self.page.locator(".hand-card")

    def card(self, code: str) -> Locator:
        """The first card of a face in one's hand."""
        return self.page.locator(f'.hand-card[data-code="{code}"]').first

    @property
    def in_turn(self) -> bool:
        """Whether it is this person's turn."""
        return self.page.locator(".status.asked").count() > 0

    def step(self, *, goes_on: bool = True) -> bool:
        """Tap something that can be tapped, as who plays whatever comes, the next deal too."""
        return bool(self.page.evaluate(STEP, goes_on))


def in_turn_first(people: list[Person]) -> list[Person]:
    """Wait until all have their cards; whose turn it is comes first."""
    for person in people:
        person.hand.first.wait_for()
    return sorted(people, key=lambda person: not person.in_turn)


def play(people: list[Person], *, one_deal: bool = False, seconds: float = 60) -> None:
    """Let people play whatever comes, until the match, or the deal, is over for all of them."""
    end = monotonic() + seconds
    while monotonic() < end:
        if not any(person.step(goes_on=not one_deal) for person in people):
            people[0].page.wait_for_timeout(20)
            where = ".deal-end" if one_deal else ".final"
            if all(person.page.locator(where).is_visible() for person in people):
                return
    raise AssertionError(f"no end after {seconds} s: {people[0].status.inner_text()}")
