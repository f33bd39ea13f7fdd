"""The sneak in real time: claims are collected, the game's order decides, nothing is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from rooms import NAMES, House
from small_games import NopeGame, SwapGame
from zeus_situation import situation

from cardcore import IllegalMove
from cardcore.moves import DECLINE
from cardcore.web.playing import Refused
from cardcore.web.room import Room


def sneaking(hands: dict[int, str], *, persons: int = 4, reaction: float = 3, **more: Any) -> House:
    """Four at the table; Ana is to play, and 20 lie on Mount Olympus."""
    house = House(players=4, persons=persons, reaction=reaction, pace=1)
    house.begin(situation(hands, n=4, T=20, collect="race", **more))
    return house


def told(house: House) -> list[dict[str, Any]]:
    for device in house.devices:
        device.hear()
    return [device.view for device in house.devices]


def test_all_see_the_card_at_the_same_moment_and_how_long_claims_are_collected() -> None:
    house = sneaking({0: "7", 2: "7"})
    house.host.move("play 7")
    views = told(house)
    assert {view["reaction"]["of"] for view in views} == {3000}
    assert {view["question"] is not None for view in views} == {True}
    house.wait(1)
    assert told(house)[0]["reaction"]["left"] in (2000, 3000)  # it is not sent again and again


def test_a_claim_counts_when_the_time_is_over_and_not_before() -> None:
    house = sneaking({0: "7", 2: "7"})
    house.host.move("play 7")
    house.devices[2].move("sneak 7")
    assert house.match.table.total == 27
    house.devices[2].hear()
    assert house.devices[2].view["pending"] == "sneak 7"
    house.wait(3)
    assert house.match.table.total == 34
    assert house.match.table.played_by == 2


@pytest.mark.parametrize("first", [1, 3])
def test_of_two_claims_the_nearer_to_the_left_counts_whoever_is_faster(first: int) -> None:
    house = sneaking({0: "7", 1: "7", 3: "7"})
    house.host.move("play 7")
    house.devices[first].move("sneak 7")
    house.wait(1)
    house.devices[4 - first].move("sneak 7")
    house.wait(3)
    assert house.match.table.played_by == 1
    late = [(guest, str(text)) for guest, text in house.room.notices]
    assert [guest for guest, _ in late] == [house.devices[3].guest]
    assert "nearer" in late[0][1]


def test_the_next_turn_is_noted_until_claims_have_been_collected() -> None:
    house = sneaking({0: "7", 1: "5 2", 2: "7"})
    house.host.move("play 7")
    house.devices[1].move("play 5")
    assert house.match.table.total == 27
    house.wait(3)
    assert house.match.table.total == 32

    house = sneaking({0: "7", 1: "5 2", 2: "7"})
    house.host.move("play 7")
    house.devices[1].move("play 5")
    house.devices[2].move("sneak 7")
    house.wait(3)
    assert house.match.table.total == 34, "the sneak came first, and the 5 was not played"
    assert house.devices[1].moves == [] or "play 5" in house.devices[1].moves


def test_a_claim_names_its_card_and_is_never_applied_to_another() -> None:
    house = sneaking({0: "7", 1: "4", 2: "7 4"})
    house.host.move("play 7")
    cy = house.devices[2]
    cy.hear()
    old = cy.view["decision"]
    house.wait(3)
    house.devices[1].move("play 4")
    before = house.match.to_dict()
    with pytest.raises(Refused, match="changed since"):
        cy.move("sneak 7", decision=old)
    with pytest.raises(IllegalMove):
        cy.move("sneak 7")
    assert house.match.to_dict() == before


def test_a_late_claim_is_collected_for_a_moment_and_shown_to_nobody_else() -> None:
    house = sneaking({0: "7", 1: "7", 3: "7"})
    house.host.move("play 7")
    house.wait(3)
    assert told(house)[0]["reaction"] is None
    house.devices[3].move("sneak 7")
    house.wait(0.5)
    assert [view["reaction"] is None for view in told(house)] == [True, True, True, False]
    house.devices[1].move("sneak 7")
    house.wait(1)
    assert house.match.table.played_by == 1, "nearer to the left, though later"


def test_that_somebody_claims_late_shows_in_no_refusal() -> None:
    house = sneaking({0: "7", 1: "5", 3: "7"})
    house.host.move("play 7")
    house.wait(3)
    with pytest.raises(IllegalMove) as before:
        house.devices[1].move("decline")
    house.devices[3].move("sneak 7")
    with pytest.raises(IllegalMove) as after:
        house.devices[1].move("decline")
    assert str(after.value) == str(before.value)
    house.wait(1)
    assert house.match.table.played_by == 3


def test_who_sits_down_in_the_time_for_claims_answers_himself() -> None:
    house = sneaking({0: "7", 1: "5 2"})
    house.devices[1].say("stand")
    house.host.move("play 7")
    house.wait(2)
    playing = house.room.playing
    assert playing is not None
    assert playing.window is not None
    assert 1 in playing.window.noted, "the bot has answered"
    newcomer = house.come()
    newcomer.say("sit", seat=1, name="Flo")
    newcomer.hear()
    assert newcomer.view["pending"] is None
    newcomer.move("play 2")
    house.wait(1)
    assert house.match.table.total == 29


def test_a_claim_of_somebody_who_has_gone_since_still_counts() -> None:
    house = sneaking({0: "7", 2: "7"}, reaction=10)
    house.host.say("settings", patience=5)
    cy = house.devices[2]
    house.host.move("play 7")
    cy.move("sneak 7")
    house.go(cy)
    house.wait(6)
    house.come(cy.token)
    house.wait(4)
    assert house.match.table.played_by == 2


def test_while_nobody_is_connected_the_time_to_react_does_not_run() -> None:
    house = sneaking({0: "7", 2: "7"})
    house.host.move("play 7")
    house.wait(1)
    cy = house.devices[2]
    for device in list(house.devices):
        house.go(device)
    house.wait(60)
    again = house.come(cy.token)
    again.hear()
    assert again.view["reaction"]["left"] == 2000
    again.move("sneak 7")
    house.wait(2)
    assert house.match.table.played_by == 2


def test_after_a_crash_the_time_to_react_runs_from_when_somebody_is_back() -> None:
    house = sneaking({0: "7", 2: "7"})
    house.host.move("play 7")
    house.room.number = 99  # where the position is kept
    house.room.keep()
    room = Room.load(house.room.code, house.store, house.now)
    assert room is not None
    token = house.devices[2].token
    house.room, house.devices = room, []
    house.wait(60)
    again = house.come(token)
    again.hear()
    assert again.view["reaction"]["left"] == 3000


def test_the_time_ends_early_when_everybody_has_answered_whether_he_could_claim_or_not() -> None:
    house = sneaking({0: "7", 2: "7"})
    house.host.move("play 7")
    for device in house.devices[1:]:
        device.hear()
        assert device.view["answers"]
        device.move("decline")
    assert house.room.playing is not None
    assert house.room.playing.window is None
    with pytest.raises(IllegalMove):
        house.host.move("decline")


def test_one_answers_once() -> None:
    house = sneaking({0: "7", 2: "7"})
    house.host.move("play 7")
    house.devices[2].move("decline")
    with pytest.raises(Refused, match="answered already"):
        house.devices[2].move("decline")


def test_without_a_time_for_reactions_the_first_claim_counts() -> None:
    house = sneaking({0: "7", 1: "7", 3: "7"}, reaction=0)
    house.host.move("play 7")
    house.devices[3].move("sneak 7")
    assert house.match.table.played_by == 3


def test_a_decline_does_not_show() -> None:
    house = sneaking({0: "7", 1: "5", 2: "7"})
    house.host.move("play 7")
    house.wait(3)
    before = told(house)
    heard = [len(device.heard) for device in house.devices]
    house.devices[2].move("decline")
    after = told(house)
    for seat in (0, 1, 3):
        assert after[seat] == before[seat]
        assert len(house.devices[seat].heard) == heard[seat]


def answer_times(hands: dict[int, str]) -> list[float]:
    """When the window closes where bots alone could claim, over many tries."""
    times = []
    for _ in range(30):
        house = sneaking(hands, persons=1)
        begun = house.now
        house.host.move("play 7")
        assert house.room.playing is not None
        window = house.room.playing.window
        while window is not None and house.room.playing.window is window:
            due = house.room.next_time(house.now)
            assert due is not None
            house.wait(due - house.now)
        times.append(house.now - begun)
    return times


def test_bots_take_human_time_and_as_long_if_they_cannot_claim() -> None:
    without, able = answer_times({0: "7"}), answer_times({0: "7", 2: "7"})
    for times in (without, able):
        assert all(0.4 < time < 3 for time in times)
    assert abs(sum(without) - sum(able)) / 30 < 0.5


def test_a_bot_that_could_claim_takes_as_long_for_its_turn_as_any() -> None:
    house = sneaking({0: "7", 1: "7 5"}, reaction=0)
    house.devices[1].say("stand")
    house.host.move("play 7")
    playing = house.room.playing
    assert playing is not None
    thought = playing._thoughts[1]
    assert DECLINE in thought.observation.moves
    thought.move = next(move for move in thought.observation.moves if move.text == "play 5")
    assert house.room.next_time(house.now) == house.now + 1


# -- where play waits -----------------------------------------------------------------------------


def blocked(seed: int) -> House:
    house = House(players=3, persons=3, reaction=2)
    match = NopeGame().match(3, seed=seed, names=list(NAMES[:3]), collect="race")
    house.begin(match)
    return house


def test_where_play_waits_it_goes_on_after_the_same_time_whoever_could_react() -> None:
    lasted = set()
    for seed in range(12):
        house = blocked(seed)
        while not house.match.table.interrupts and not house.match.over:
            device = next(d for d in house.devices if d.guest.seat in house.match.to_act)
            device.move(device.moves[-1])  # an action, where she has one
        if house.match.over:
            continue
        begun = house.now
        interrupt = house.match.table.interrupts[0]
        while interrupt in house.match.table.interrupts:
            views = told(house)
            assert all(view["reaction"] is not None for view in views)
            due = house.room.next_time(house.now)
            assert due is not None
            house.wait(due - house.now)
        lasted.add(round(house.now - begun, 6))
    assert lasted == {2.0}


def test_a_claim_upon_a_claim_opens_a_time_of_its_own() -> None:
    for seed in range(30):
        house = blocked(seed)
        act = [move for move in house.host.moves if move.startswith("act")]
        able = [
            seat for seat in (1, 2) if any(c.code == "nope" for c in house.match.table.hands[seat])
        ]
        if not act or len(able) < 2:
            continue
        house.host.move(act[0])
        house.devices[1].move("nope")
        house.wait(2)
        assert len(house.match.table.interrupts) == 2
        house.devices[2].move("nope")
        house.wait(6)
        assert not house.match.table.interrupts
        return
    raise AssertionError("in no deal two of them hold a nope")


class OneDrops(SwapGame):
    """Both who swap may drop a card, but only one of them does."""

    def reactions(self, table: Any, seat: int, interrupt: Any) -> Sequence[Any]:
        return [] if interrupt.claims else super().reactions(table, seat, interrupt)


def test_a_claim_that_a_nearer_one_makes_impossible_is_let_go() -> None:
    house = House(players=2, persons=2, reaction=2)
    house.begin(OneDrops().match(2, seed=1, names=list(NAMES[:2]), collect="race"))
    house.host.move("bid 3")
    house.devices[1].move("bid 0")
    house.host.move("swap 1")
    for device in house.devices:
        device.move(next(move for move in device.moves if move.startswith("drop")))
    house.wait(3)
    told(house)
    assert sorted(len(hand) for hand in house.match.table.hands) == [2, 3]
    assert not house.match.table.interrupts
