"""Rooms at the page: made, joined, left, lost and found again."""

from __future__ import annotations

import re

from people import PHONE, in_turn_first
from playwright.sync_api import expect

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "\u202eevil\u202c \u0645\u0631\u062d\u0628\u0627",
    "Wolfeschlegelsteinhausenbergerdo",
    "🦄🦄🦄🦄🦄🦄",
)


def path_of(person):
    return person.page.url.removeprefix(person.url)


def test_a_room_is_made_and_joined_by_its_link_and_its_code(come):
    ana = come("/")
    ana.button("Open a room for Zeus on the Loose").click()
    ana.sit("Ana")
    link = ana.page.locator(".link a").get_attribute("href")
    code = ana.page.locator(".big-code").inner_text()
    assert link == f"{ana.url}/r/{code}"
    expect(ana.page.get_by_alt_text("QR code of the link to this room")).to_be_visible()
    bea, cy = come(f"/r/{code}"), come("/")
    bea.sit("Bea")
    cy.page.get_by_label("Code of the room").fill(code.lower())
    cy.button("Join").click()
    cy.sit("Cy")
    expect(ana.page.locator(".chair.person")).to_have_count(3)
    expect(bea.page.locator(".chair", has_text="host")).to_contain_text("Ana")
    expect(bea.button("Begin")).to_have_count(0)
    ana.button("Begin").click()
    for one in (ana, bea, cy):
        expect(one.hand).to_have_count(4)
        expect(one.page.locator(".felt .seat")).to_have_count(2)


def test_a_link_is_shared_by_copying(come):
    ana = come("/", permissions=["clipboard-read", "clipboard-write"])
    ana.button("Open a room for Odin").click()
    ana.button("Copy the link").click()
    expect(ana.page.locator(".toast")).to_contain_text("Copied.")
    assert ana.page.evaluate("navigator.clipboard.readText()") == ana.page.url


def test_the_link_that_is_handed_on_is_the_one_that_the_server_knows(come):
    outside = "http://192.0.2.7:8000/r/ROOMS"
    ana = come("/")
    ana.page.route(
        re.compile(r"/api/rooms/\w+$"),
        lambda route: route.fulfill(json={"code": "ROOMS", "title": "Odin", "link": outside}),
    )
    ana.button("Open a room for Odin").click()
    link = ana.page.locator(".link a")
    expect(link).to_have_attribute("href", outside)
    expect(link).to_have_text(outside)


def test_what_is_not_there_is_told_kindly(come):
    ana = come("/r/QQQQQ")
    expect(ana.page.get_by_role("heading", name="There is no room QQQQQ")).to_be_visible()
    ana.page.get_by_role("link", name="To the first page").click()
    ana.page.get_by_label("Code of the room").fill("qqqqq")
    ana.button("Join").click()
    expect(ana.page.get_by_role("alert")).to_contain_text("There is no room QQQQQ")
    ana.go("/r/DNDNN/replay/9")
    expect(ana.page.locator("main")).to_contain_text("This match cannot be shown")
    ana.faults = [fault for fault in ana.faults if "404" not in fault]


def test_reload_and_second_tab_lead_back_to_the_seat(seated):
    ana, bea = seated("TABBS")
    cards = ana.hand.count()
    ana.page.locator(".hand-card").first.wait_for()
    names = ana.hand.evaluate_all("cards => cards.map((one) => one.dataset.code)")
    ana.page.reload()
    expect(ana.hand).to_have_count(len(names))
    assert ana.hand.evaluate_all("cards => cards.map((one) => one.dataset.code)") == names
    tab = ana.context.new_page()
    tab.goto(ana.page.url)
    expect(tab.locator(".own-seat")).to_contain_text("Ana (you)")
    expect(tab.locator(".hand-card")).to_have_count(len(names))
    tab.close()
    expect(bea.page.locator(".felt .seat.away")).to_have_count(0)
    assert cards <= len(names)


def test_the_network_is_lost_and_comes_back(seated):
    who, other = in_turn_first(seated("NETWK", loses_network=True))
    who.context.set_offline(True)
    expect(who.page.locator(".band")).to_contain_text("Connection lost")
    who.hand.first.click()
    who.page.locator(".move-buttons button").first.click()  # it waits for the network
    who.context.set_offline(False)
    expect(who.page.locator(".band")).to_be_hidden()
    expect(other.page.locator(".log-last")).to_contain_text("plays")


def test_who_is_away_is_shown_with_the_time_that_is_left(seated):
    ana, bea = seated("AWAYY")
    ana.page.locator(".hand-card").first.wait_for()
    ana.context.close()
    seat = bea.page.locator(".felt .seat")
    expect(seat).to_contain_text("away: 60 s")
    expect(seat).to_contain_text("away: 58 s")  # it counts down
    back = seated("AWAYY", 1)[0]
    expect(back.page.locator(".own-seat")).to_contain_text("Ana (you)")
    expect(seat).not_to_contain_text("away")


def test_who_watches_sees_no_hand_and_may_sit_down(come):
    ana = come("/")
    ana.button("Open a room for Zeus on the Loose").click()
    ana.sit("Ana")
    ana.button("Begin").click()
    ana.hand.first.wait_for()
    eva = come(path_of(ana))
    expect(eva.page.locator(".felt .seat")).to_have_count(3)
    expect(eva.hand).to_have_count(0)
    expect(eva.status).to_contain_text("You watch.")
    eva.button("Take a seat").click()
    eva.sit("Eva")
    eva.button("Back to the table").click()
    expect(eva.page.locator(".own-seat")).to_contain_text("Eva (you)")
    expect(eva.hand).not_to_have_count(0)
    expect(ana.page.locator(".felt .seat", has_text="Eva")).to_be_visible()


def test_the_host_leaves_and_another_is_the_host(come):
    ana = come("/")
    ana.button("Open a room for Odin").click()
    ana.sit("Ana")
    bea = come(path_of(ana))
    bea.sit("Bea")
    expect(bea.page.locator("#settings-title")).to_be_visible()
    expect(bea.page.get_by_label("Players")).to_have_count(0)
    ana.menu("Leave the room")
    ana.page.locator("dialog").get_by_role("button", name="Leave the room").click()
    expect(bea.page.locator(".toast")).to_contain_text("you are the host now", ignore_case=True)
    expect(bea.page.get_by_label("Players")).to_be_visible()
    expect(bea.button("Begin")).to_be_visible()
    expect(ana.page.get_by_role("heading", name="Open a room")).to_be_visible()


def test_a_refused_setting_is_told_and_the_form_stays_true(come):
    ana = come("/")
    ana.button("Open a room for Odin").click()
    for name in ("Ana", "Bea", "Cy"):
        one = ana if name == "Ana" else come(path_of(ana))
        one.sit(name)
    ana.page.get_by_label("Players").select_option("2")
    expect(ana.page.locator(".settings .trouble")).to_contain_text("3 sit here already")
    expect(ana.page.get_by_label("Players")).to_have_value("3")
    ana.page.get_by_text("Options of the game").click()
    ana.page.locator("#option-limit").select_option("")
    ana.page.locator("#option-limit-free").fill("many")
    ana.page.locator("#option-limit-free").press("Tab")
    expect(ana.page.locator(".settings .trouble")).to_contain_text("limit cannot be 'many'")


def test_names_are_shown_as_text_and_break_nothing(come):
    small = {"width": 360, "height": 640}
    ana = come("/", viewport=small)
    ana.button("Open a room for Zeus on the Loose").click()
    ana.page.get_by_label("Players").select_option("4")
    people = [ana]
    for number, name in enumerate(HOSTILE):
        one = ana if number == 0 else come(path_of(ana), viewport=small)
        one.page.get_by_label("Your name").fill(name)
        one.button("Sit down").click()
        if number == 1:  # it would turn the text around it
            expect(one.page.locator(".trouble:not(:empty)")).to_be_visible()
            continue
        expect(one.page.locator(".chair.own")).to_contain_text(name)
        people.append(one)
    expect(ana.page.locator(".chair.person")).to_have_count(3)
    wide = "document.documentElement.scrollWidth - innerWidth"
    assert ana.page.evaluate(wide) <= 0
    ana.button("Begin").click()
    ana.hand.first.wait_for()
    for one in (ana, people[-1]):
        assert one.page.evaluate(wide) <= 0
        assert one.page.locator(".felt img").count() == 0
    assert PHONE["width"] > small["width"]


def test_spanish_is_spoken_from_the_first_word(come):
    ana = come("/", locale="es-ES")
    expect(ana.page.locator("html")).to_have_attribute("lang", "es")
    ana.button("Abrir una sala de Zeus on the Loose").click()
    ana.page.get_by_label("Tu nombre").fill("Ana")
    ana.button("Sentarse").first.click()
    ana.page.get_by_text("Opciones del juego").click()
    expect(ana.page.get_by_label("Mazo agotado")).to_be_visible()
    expect(ana.page.locator(".settings")).not_to_contain_text(re.compile("last card|Pile out"))
    ana.button("Empezar").click()
    expect(ana.page.locator(".felt")).to_contain_text("Monte Olimpo")
    ana.page.get_by_label("Menú").click()
    ana.page.get_by_label("Idioma").select_option("en")
    expect(ana.page.locator(".felt")).to_contain_text("Mount Olympus")
    expect(ana.page.locator("html")).to_have_attribute("lang", "en")
    expect(ana.page.locator(".deal-end")).to_be_hidden()  # the deal has another name, and goes on


def test_a_match_is_seen_again_step_by_step(come):
    eva = come("/r/FNSHD/replay/1", permissions=["clipboard-read", "clipboard-write"])
    count = eva.page.locator(".replay-count")
    expect(count).to_contain_text("0 of")
    expect(eva.page.locator(".felt .seat")).to_have_count(3)
    assert eva.page.locator(".felt .seat .mini.card").count() >= 27  # all hands are open
    eva.button("One step on").click()
    expect(count).to_contain_text("1 of")
    expect(eva.page.locator(".replay-line")).to_contain_text("Bea plays")
    eva.page.keyboard.press("ArrowLeft")
    expect(count).to_contain_text("0 of")
    eva.button("To the end").click()
    expect(eva.page.locator(".replay-line")).to_contain_text("wins")
    eva.menu("Share the replay")
    expect(eva.page.locator(".toast")).to_contain_text("Copied.")
    link = eva.page.evaluate("navigator.clipboard.readText()")
    other = come(link.removeprefix(eva.url))
    expect(other.page.locator(".replay-line")).to_contain_text("wins")
    with other.page.expect_download() as saved:
        other.menu("Save the record")
    assert saved.value.suggested_filename == "cardcore-FNSHD-1.jsonl"


def test_the_rules_are_read(come):
    ana = come("/")
    ana.button("Rules of Zeus on the Loose").click()
    expect(ana.page.get_by_role("dialog")).to_contain_text("Setting up")
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
