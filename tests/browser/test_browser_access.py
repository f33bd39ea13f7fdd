"""The page for everybody: axe's rules, sizes for fingers, large type, small screens."""

from __future__ import annotations

import json
from pathlib import Path

import axe_playwright_python
from people import in_turn_first, play
from playwright.sync_api import expect

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
FINGER = 44
"""So many pixels high is what a finger should meet."""

TOO_SMALL = """(least) => [...document.querySelectorAll("button, select, summary, a.button, input")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".part-cards"))
  .map((one) => [one.closest("label") ?? one, one.textContent || one.id || one.className])
  .map(([one, name]) => [Math.round(one.getBoundingClientRect().height * 10) / 10, name])
  .filter(([height]) => height > 0 && height < least)"""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
CUT = """() => [...document.querySelectorAll("button, h1, h2, h3, .status p, .remark, th, td")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen") && one.clientWidth > 2)
  .filter((one) => getComputedStyle(one).display !== "inline" && !one.matches(".title, .card"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.tagName}.${one.className}: ${one.textContent}`)"""


def faults_of(person, rules: str) -> list[str]:
    """What axe finds at a page, in a line each."""
    found = person.page.evaluate(f"axe.run({rules})")
    assert len(found["passes"]) > 0, "axe has looked at nothing"
    lines = found["violations"]
    return [f"{one['id']}: {json.dumps([n['html'] for n in one['nodes']])[:400]}" for one in lines]


def fits(person) -> None:
    """Nothing is too small to tap, cut, or too wide."""
    found = {
        "small": person.page.evaluate(TOO_SMALL, FINGER),
        "cut": person.page.evaluate(CUT),
        "wide": max(0, person.page.evaluate(TOO_WIDE)),
    }
    assert found == {"small": [], "cut": [], "wide": 0}, person.page.url


def check(person) -> None:
    """Nothing is wrong with what somebody sees, by axe's rules too, in both themes."""
    person.page.wait_for_timeout(150)  # what moves has come to rest
    fits(person)
    person.page.evaluate(f"window.axe ?? (() => {{ {AXE} }})()")
    assert faults_of(person, "") == []
    person.page.emulate_media(color_scheme="dark")
    person.page.wait_for_timeout(200)
    assert faults_of(person, "{runOnly: ['color-contrast']}") == []
    person.page.emulate_media(color_scheme="light")


def test_home_rules_and_menu(come):
    ana = come("/")
    ana.page.locator(".game-card").first.wait_for()
    check(ana)
    ana.button("Rules of Odin").click()
    ana.page.locator("dialog .rules").wait_for()
    check(ana)
    ana.page.keyboard.press("Escape")
    ana.page.get_by_label("Menu").click()
    check(ana)


def test_lobby_and_its_options(come):
    ana = come("/")
    ana.button("Open a room for Zeus on the Loose").click()
    ana.sit("Ana")
    bea = come(ana.page.url.removeprefix(ana.url))
    bea.sit("Bea")
    for one in (ana, bea):
        for fold in one.page.locator("summary").all():
            fold.click()
        check(one)


def test_table_and_replay(seated, come):
    who, other = in_turn_first(seated("LOOKS", 3))[:2]
    who.hand.first.click()
    check(who)
    who.page.locator(".all-toggle").click()
    other.page.locator(".log-toggle").click()
    for one in (who, other):
        check(one)
    eva = come("/r/LOOKS")
    eva.page.locator(".felt .seat").first.wait_for()
    check(eva)
    eva.go("/r/DNDNN/replay/1#5")
    eva.page.locator(".replay-controls").wait_for()
    check(eva)


def test_end_of_a_deal_and_of_a_match(seated):
    people = in_turn_first(seated("ROUND"))
    ana = people[0]
    play(people, one_deal=True)
    check(ana)
    (ana,) = seated("DNDNN", 1)
    expect(ana.page.locator(".final-words")).to_contain_text("wins the match")
    check(ana)


SIZES = [(360, 640), (320, 568), (844, 390), (640, 400), (1280, 800)]
"""640 by 400 is a laptop at a zoom of 200 %, 320 by 568 the smallest phone."""


def test_the_table_fits_on_every_screen(seated):
    ana, bea = seated("LOOKS", 2)
    for one in (ana, bea):
        one.hand.first.wait_for()
        for width, height in SIZES:
            one.page.set_viewport_size({"width": width, "height": height})
            one.page.wait_for_timeout(100)
            fits(one)
            box = one.page.locator(".hand-cards").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height + 1, f"the hand is cut at {width}"
            expect(one.page.locator(".status-words")).to_be_in_viewport(ratio=1)
            expect(one.page.locator(".part.main")).to_be_in_viewport(ratio=0.6)


def test_large_type_breaks_nothing(seated):
    (ana,) = seated("LOOKS", 1)
    ana.hand.first.wait_for()
    ana.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert ana.page.evaluate(TOO_WIDE) <= 0
    assert ana.page.evaluate(CUT) == []
    expect(ana.hand.first).to_be_in_viewport()
