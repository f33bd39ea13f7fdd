"""Playing at the page: by touch, against the clock, to the end, and by keys alone."""

from __future__ import annotations

import re

import pytest
from people import in_turn_first, play
from playwright.sync_api import expect

PHONE_TOUCH = {"has_touch": True, "is_mobile": True}


def test_two_claim_a_sneak_and_the_nearest_to_the_left_has_it(seated):
    ana, bea, cy = seated("RACED", **PHONE_TOUCH)
    for one in (ana, bea, cy):  # the seat's token is not to be handed on with the link
        expect(one.page).to_have_url(f"{one.url}/r/RACED")
    expect(bea.page.locator(".own-seat")).to_contain_text("Bea (you)")
    cy.card("3").tap()
    cy.button("play 3").tap()
    claims = [one.button(re.compile("sneak 3")) for one in (ana, bea)]
    for claim in claims:
        expect(claim).to_be_visible()
    expect(cy.button(re.compile("sneak"))).to_have_count(0)
    claims[1].tap()  # Bea's wire is faster
    expect(bea.page.locator(".status-note")).to_contain_text("You have chosen: sneak 3")
    claims[0].tap()
    for one in (ana, bea, cy):
        expect(one.page.locator(".log-last")).to_contain_text("Ana sneaks in with 3")
    expect(ana.page.locator('.hand-card[data-code="3"]')).to_have_count(0)
    expect(bea.card("3")).to_be_visible()


def test_the_end_and_another_match(seated):
    ana, bea = seated("CLSNG")
    ana.page.locator(".hand-card").first.wait_for()
    play([ana, bea])
    for one, place in ((ana, "Ana (you)"), (bea, "Bea (you)")):
        expect(one.page.locator(".final-words")).to_contain_text("wins the match")
        expect(one.page.locator(".final .standings")).to_contain_text(place)
    expect(bea.page.locator(".final")).to_contain_text("The host can begin the next match.")
    expect(bea.button("Play again")).to_have_count(0)
    ana.button("Play again").click()
    for one in (ana, bea):
        expect(one.page.locator(".final")).to_be_hidden()
        expect(one.hand).to_have_count(4)


def test_odin_is_played_to_the_end(come):
    host = come("/")
    host.button("Open a room for Odin").click()
    host.sit("Ana")
    host.page.get_by_text("Time and absence").click()
    host.page.get_by_label("Bots take").select_option("0")
    host.page.get_by_label("Players").select_option("2")
    bea = come(host.page.url.removeprefix(host.url))
    bea.sit("Bea")
    host.page.get_by_text("Options of the game").click()
    host.page.locator("#option-limit").select_option(label="one hand")
    expect(bea.page.locator(".settings .changed").first).to_contain_text("one hand")
    host.button("Begin").click()
    host.page.locator(".hand-card").first.wait_for()
    play([host, bea])
    for one in (host, bea):
        expect(one.page.locator(".final .standings tbody tr")).to_have_count(2)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["Zeus on the Loose", "Odin"])
def test_whole_matches_of_three_and_a_bot(game, come):
    host = come("/")
    host.button(f"Open a room for {game}").click()
    host.sit("Ana")
    host.page.get_by_text("Time and absence").click()
    host.page.get_by_label("Bots take").select_option("0")
    host.page.get_by_label("Time to react").select_option("2")
    host.page.get_by_label("Players").select_option("4")
    people = [host]
    for name in ("Bea", "Cy"):
        people.append(come(host.page.url.removeprefix(host.url)))
        people[-1].sit(name)
    host.button("Begin").click()
    for one in people:
        one.page.locator(".hand-card").first.wait_for()
    play(people, seconds=900)
    texts = {one.page.locator(".final-words").inner_text() for one in people}
    assert len(texts) == 1


def test_keys_alone_are_enough(seated):
    who, other = in_turn_first(seated("KEYSS"))
    keys = who.page.keyboard
    keys.press("ArrowRight")
    first = who.page.evaluate("document.activeElement.dataset.code")
    keys.press("ArrowRight")
    code = who.page.evaluate("document.activeElement.dataset.code")
    assert first != code
    assert who.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    keys.press("Space")  # chooses it
    expect(who.page.locator(".hand-card.chosen")).to_have_attribute("data-code", code)
    keys.press("Escape")
    expect(who.page.locator(".hand-card.chosen")).to_have_count(0)
    keys.press("Space")
    keys.press("Enter")  # plays it
    expect(other.page.locator(".log-last")).to_contain_text("plays")
    expect(who.status).not_to_contain_text("Your turn")


def test_news_are_read_aloud(seated):
    who, other = in_turn_first(seated("NEWSS"))
    aloud = other.page.get_by_role("log", name="News")
    expect(aloud).to_have_attribute("aria-live", "polite")
    who.step()
    who.step()
    expect(aloud).to_contain_text("plays")
    expect(aloud).to_contain_text("Your turn")


def test_without_motion_nothing_moves(seated):
    still = in_turn_first(seated("STILL", reduced_motion="reduce", color_scheme="dark"))
    count = "document.getAnimations().filter((one) => one.playState === 'running').length"
    for _ in range(6):
        for one in still:
            one.step()
            assert one.page.evaluate(count) == 0
        still[0].page.wait_for_timeout(50)
    assert still[0].page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
        "rgb(20, 25, 28)"
    )
