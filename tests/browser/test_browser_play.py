"""Playing at the page: by touch, against the clock, to the end."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_a_link_with_a_token_gives_the_seat(seated):
    ana, bea, cy = seated("RACED")
    expect(ana.page.locator(".own-seat")).to_contain_text("Ana (you)")
    expect(bea.page.locator(".own-seat")).to_contain_text("Bea (you)")
    assert "#" not in ana.page.url  # so that nobody hands on his seat with the link
    expect(cy.status).to_contain_text("Your turn")


def test_two_claim_a_sneak_and_the_nearest_to_the_left_has_it(seated):
    ana, bea, cy = seated("RACED")
    cy.card("3").click()
    cy.button(re.compile("play 3")).click()
    claims = [one.button(re.compile("sneak 3")) for one in (ana, bea)]
    for claim in claims:
        expect(claim).to_be_visible()
    expect(cy.button(re.compile("sneak"))).to_have_count(0)
    claims[1].click()  # Bea's wire is faster
    expect(bea.page.locator(".status-note")).to_contain_text("You have chosen: sneak 3")
    claims[0].click()
    for one in (ana, bea, cy):
        expect(one.page.locator(".log-last")).to_contain_text("Ana")
    expect(ana.hand.and_(ana.page.locator('[data-code="3"]'))).to_have_count(0)
    expect(bea.card("3")).to_be_visible()
