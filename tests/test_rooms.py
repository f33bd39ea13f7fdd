"""Rooms of the browser table: seats, the host, absence, matches that outlast the server."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rooms import NAMES, Device, House
from zeus_situation import situation

from cardcore import BadOptions, CardcoreError, IllegalMove
from cardcore.bots.making import make_bot
from cardcore.web import playing
from cardcore.web.guests import MOST
from cardcore.web.messages import Said
from cardcore.web.playing import Refused, Thought
from cardcore.web.room import HOST_WAITS, Room
from cardcore.web.store import StoreError


def seats(house: House) -> list[tuple[str, str]]:
    house.host.hear()
    return [(seat["kind"], seat["name"] or seat["bot"]) for seat in house.host.room["seats"]]


def play_on(house: House, rng: Random, moves: int = 10_000) -> int:
    """Persons play at random until the match is over or so many moves are made."""
    for made in range(moves):
        if house.match.over:
            return made
        able = [device for device in house.devices if device.guest.seat in house.match.to_act]
        able = [d for d in able if d.guest.seat not in _noted(house)]
        if able:
            device = rng.choice(able)
            device.move(rng.choice(device.moves))
        else:
            due = house.room.next_time(house.now)
            assert due is not None, "nobody can move, and nothing is due"
            house.wait(due - house.now)
    return moves


def _noted(house: House) -> dict[int, Any]:
    playing = house.room.playing
    return {} if playing is None or playing.window is None else playing.window.noted


# -- seats ----------------------------------------------------------------------------------------


def test_whoever_opens_a_room_is_its_host_and_others_are_not() -> None:
    house = House()
    for device in house.devices:
        device.hear()
    assert [device.room["host"] for device in house.devices] == [True, False, False]
    with pytest.raises(Refused, match="only the host"):
        house.devices[1].say("start")


def test_a_seat_is_held_by_its_token_on_every_device() -> None:
    house = House()
    house.begin()
    bea = house.devices[1]
    second = house.come(bea.token)
    assert second.guest is bea.guest
    bea.hear()
    second.hear()
    assert second.view == bea.view
    house.go(bea)
    assert second.guest.here


def test_a_token_that_nobody_was_given_is_a_new_guest() -> None:
    house = House()
    stranger = house.come("no token of ours")
    assert stranger.guest.seat is None
    assert stranger.token != "no token of ours"


def test_what_is_kept_gives_nobody_a_seat() -> None:
    house = House()
    kept = str(house.store.room("TESTS"))
    assert "Ana" in kept
    assert all(device.token not in kept for device in house.devices)


def test_a_seat_that_a_person_holds_is_not_given_away() -> None:
    house = House(persons=2)
    stranger = house.come()
    with pytest.raises(Refused, match="Ana sits there"):
        stranger.say("sit", seat=0, name="Di")
    with pytest.raises(BadOptions, match="no seat 3; the seats go from 0 to 2"):
        stranger.say("sit", seat=3, name="Di")
    assert stranger.guest.seat is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("  ", "say what you are called"),
        ("ANA", "somebody here is called 'ANA'"),
        ("x" * 41, "too long"),
        ("a\nb\x07", "cannot be shown"),
        ("bot 2", "a bot is called"),
    ],
)
def test_a_name_that_cannot_be_told_apart_is_refused(name: str, reason: str) -> None:
    house = House(persons=1)
    with pytest.raises(BadOptions, match=reason):
        house.come().say("sit", seat=1, name=name)


def test_somebody_sits_down_where_a_bot_plays_and_his_cards_are_the_bots() -> None:
    house = House(persons=2, pace=10)
    house.begin()
    assert seats(house)[2] == ("bot", house.room.settings.bot)
    newcomer = house.come()
    newcomer.say("sit", seat=2, name="Cy")
    newcomer.hear()
    assert newcomer.view["seats"] == ["Ana", "Bea", "Cy"]
    own = [part for part in newcomer.view["parts"] if part["seat"] == 2 and part["cards"]]
    assert {card["code"] for card in own[0]["cards"]} == {
        card.code for card in house.match.table.hands[2]
    }


def test_who_stands_up_in_a_match_leaves_his_seat_to_a_bot() -> None:
    house = House()
    house.begin()
    house.devices[2].say("stand")
    assert seats(house)[2][0] == "bot"
    assert house.devices[2].guest.seat is None


def test_a_room_has_room_for_so_many() -> None:
    house = House(persons=1)
    for _ in range(MOST - 1):
        house.come()
    with pytest.raises(Refused, match="this room is full"):
        house.come()


# -- the host -------------------------------------------------------------------------------------


def test_the_host_puts_bots_on_seats_and_takes_them_away() -> None:
    house = House(persons=1)
    house.host.say("bot", seat=1, bot="random")
    assert seats(house) == [("person", "Ana"), ("bot", "random"), ("open", "")]
    house.host.say("bot", seat=1, bot=None)
    assert seats(house)[1] == ("open", "")
    for name in ("cmd", "nobody", ""):
        with pytest.raises(BadOptions, match="the bots are: "):
            house.host.say("bot", seat=1, bot=name)


def test_a_bot_that_runs_a_program_is_not_offered_to_a_browser() -> None:
    house = House(persons=1)
    with pytest.raises(BadOptions, match="there is no bot 'cmd:") as refused:
        house.host.say("bot", seat=1, bot="cmd:touch /tmp/x")
    assert "cmd," not in str(refused.value)


def test_settings_are_checked_and_what_is_refused_changes_nothing() -> None:
    house = House()
    before = house.room.to_dict()
    for wrong in (
        {"players": 9},
        {"players": "3"},
        {"players": 2},  # three sit here
        {"options": {"letters": "99"}},
        {"options": {"no_such": "1"}},
        {"options": []},
        {"game": "chess"},
        {"game": None},
        {"bot": "cmd"},
        {"reaction": -1},
        {"reaction": float("inf")},
        {"reaction": True},
        {"patience": "60"},
        {"deputy": "nobody"},
        {"house_rules": ["no_such"]},
        {"house_rules": "x"},
        {"colour": "red"},
    ):
        with pytest.raises(CardcoreError):
            house.host.say("settings", **wrong)
        assert house.room.to_dict() == before, wrong


def test_another_game_keeps_those_who_sit_there() -> None:
    house = House(persons=3)
    house.host.say("settings", game="odin", players=6, options={"limit": "20"})
    assert [name for _, name in seats(house)][:3] == list(NAMES[:3])
    assert house.room.settings.all_options()["limit"] == "20"
    house.begin()
    assert house.match.game.name == "odin"
    assert house.match.options.limit == 20


def test_in_a_match_its_settings_stand() -> None:
    house = House()
    house.begin()
    with pytest.raises(Refused, match="players can be changed between matches alone"):
        house.host.say("settings", players=4)
    house.host.say("settings", patience=10)
    assert house.room.settings.patience == 10


def test_the_rights_of_a_host_who_has_gone_move_on() -> None:
    house = House()
    ana, bea, _ = house.devices
    house.go(ana)
    house.wait(HOST_WAITS - 1)
    assert house.room.host is ana.guest
    house.wait(2)
    assert house.room.host is bea.guest
    bea.say("settings", patience=10)


def test_a_host_who_leaves_for_good_passes_them_on_at_once() -> None:
    house = House()
    house.host.say("leave")
    assert house.room.host is house.devices[1].guest
    assert house.room.at(0) is None


def test_a_host_gives_the_rights_to_somebody_at_the_table() -> None:
    house = House()
    with pytest.raises(Refused, match="nobody sits there"):
        house.host.say("host", seat=7)
    house.host.say("host", seat=2)
    assert house.room.host is house.devices[2].guest


def test_one_match_after_the_other_in_one_room() -> None:
    house = House(reaction=0)
    for number in (1, 2):
        house.begin()
        play_on(house, Random(number))
        assert house.room.phase == "over"
        house.host.hear()
        assert house.host.room["number"] == number
        assert house.host.view["over"]["winners"]


def test_a_match_can_be_broken_off() -> None:
    house = House()
    with pytest.raises(Refused, match="no match is played"):
        house.host.say("end")
    house.begin()
    with pytest.raises(Refused, match="played already"):
        house.host.say("start")
    house.host.say("end")
    assert house.room.phase == "lobby"


def test_a_match_that_the_store_lets_nobody_begin_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = House(reaction=0)
    house.begin()
    play_on(house, Random(1))
    before = house.room.to_dict()

    def fail(code: str, number: int) -> list[str]:
        raise StoreError("the disk is full")

    monkeypatch.setattr(house.store, "lines", fail)
    with pytest.raises(StoreError, match="disk is full"):
        house.host.say("start")
    assert house.room.to_dict() == before


# -- moves and decisions --------------------------------------------------------------------------


def test_a_move_for_an_older_decision_is_never_applied_to_a_newer_one() -> None:
    house = House(players=2, persons=2, reaction=0)
    house.begin(situation({0: "7 5", 1: "3"}, n=2, T=20, collect="race", sneak=False))
    ana, bea = house.devices
    ana.hear()
    old = ana.view["decision"]
    ana.move("play 7")
    bea.move("play 3")
    before = house.match.to_dict()
    with pytest.raises(Refused, match="the table has changed since then"):
        ana.move("play 5", decision=old)
    assert house.match.to_dict() == before
    ana.move("play 5")


def test_a_move_that_is_said_twice_counts_once() -> None:
    house = House(players=2, persons=2)
    house.begin(situation({0: "7 7"}, n=2, T=20, collect="race", sneak=False))
    ana = house.host
    ana.hear()
    ana.move("play 7")
    with pytest.raises(CardcoreError):
        ana.move("play 7", decision=ana.view["decision"])
    assert house.match.table.total == 27


def test_a_move_that_is_not_legal_is_refused_with_the_rule() -> None:
    house = House()
    house.begin(situation("10", T=20, collect="race"))
    with pytest.raises(IllegalMove, match="you do not hold 9"):
        house.host.move("play 9")
    with pytest.raises(IllegalMove, match="turn"):
        house.devices[1].move("play 1")
    with pytest.raises(IllegalMove, match="no move of this game"):
        house.host.move("fly")


def test_the_same_cards_in_another_order_are_the_same_move() -> None:
    house = House("odin", players=2, persons=2, reaction=0)
    house.begin()
    play_on(house, Random(2), moves=1)
    for _ in range(60):
        device = next(d for d in house.devices if d.guest.seat in house.match.to_act)
        several = [move for move in device.moves if len(move.split()) > 2 and "take" not in move]
        if several:
            break
        device.move(device.moves[0])
    verb, *cards = several[0].split()
    played = house.match.log.copy()
    device.move(" ".join([verb.upper(), *reversed(cards)]))
    assert len(house.match.log) == len(played) + 1


def test_who_only_watches_cannot_move() -> None:
    house = House(persons=2)
    watcher = house.come()
    house.begin()
    watcher.hear()
    assert watcher.view["moves"] == []
    with pytest.raises(Refused, match="you hold no seat"):
        watcher.move("play 7")


@pytest.mark.parametrize(("game", "reaction"), [("zeus", 2.0), ("zeus", 0), ("odin", 2.0)])
def test_whole_matches_of_persons_and_bots(game: str, reaction: float) -> None:
    house = House(game, players=4, persons=2, reaction=reaction, pace=0.5)
    house.begin()
    play_on(house, Random(5))
    for device in house.devices:
        device.hear()
    assert house.host.view["over"]["winners"] == list(house.match.winners)
    assert house.host.view["points"] == [
        {"seat": s.seat, "place": s.place, "points": s.points} for s in house.match.standings
    ]


# -- absence --------------------------------------------------------------------------------------


@pytest.mark.parametrize("deputy", ["default", "bot"])
def test_an_absent_seat_is_warned_then_played_for_until_its_owner_returns(deputy: str) -> None:
    house = House(players=2, persons=2, patience=20, deputy=deputy, pace=1, reaction=0)
    house.begin(situation("7 5", n=2, T=20, collect="race", sneak=False))
    ana, bea = house.devices
    house.go(ana)
    bea.hear()
    assert bea.room["seats"][0]["away"] == 20_000
    house.wait(19)
    assert house.match.to_act == (0,)
    house.wait(3)
    assert house.match.to_act == (1,), "somebody has played for her"
    bea.hear()
    assert bea.room["seats"][0]["deputy"]
    again = house.come(ana.token)
    bea.hear()
    assert not bea.room["seats"][0]["deputy"]
    bea.move(bea.moves[0])
    house.wait(60)
    assert house.match.to_act == (0,), "she is waited for again"
    again.move(again.moves[0])


def test_where_nobody_is_nothing_goes_on() -> None:
    house = House(players=3, persons=1, patience=5)
    house.begin()
    ana = house.host
    house.wait(30)
    house.go(ana)
    before = house.match.to_dict()
    house.wait(3600)
    assert house.match.to_dict() == before
    house.come(ana.token)


# -- bots -----------------------------------------------------------------------------------------


def test_a_bot_is_asked_one_thing_at_a_time() -> None:
    house = House(players=2, persons=2, reaction=0)
    house.begin(situation({0: "7 5", 1: "3 4"}, n=2, T=20, collect="race", sneak=False))
    ana = house.host
    sit, stand = Said("sit", {"seat": 0, "name": "Ana"}), Said("stand", {})

    def to_think() -> list[Thought]:
        house.room.tick(house.now)
        return list(house.room.to_think())

    house.room.do(ana.guest, stand, house.now)
    (first,) = to_think()
    house.room.do(ana.guest, sit, house.now)
    house.room.do(ana.guest, stand, house.now)
    assert to_think() == [], "it thinks still, though nobody waits for it"
    first.done = True
    (second,) = to_think()
    assert second.bot is first.bot
    assert second is not first


def test_every_bot_is_let_go_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[Any, list[str]] = {}

    class Counting:
        def __init__(self, bot: Any) -> None:
            self.choose = bot.choose
            told[self] = []

        def end(self, observation: Any) -> None:
            told[self].append("end")

        def close(self) -> None:
            told[self].append("close")

    monkeypatch.setattr(playing, "make_bot", lambda *given: Counting(make_bot(*given)))
    house = House(persons=1, reaction=0, pace=0)
    house.begin()
    house.host.say("bot", seat=1, bot="random")
    play_on(house, Random(1))
    assert house.room.phase == "over"
    first = dict(told)
    assert len(first) >= 2
    house.begin()
    house.host.say("end")
    assert all(calls == ["end", "close"] for calls in first.values())
    assert all(calls == ["close"] for bot, calls in told.items() if bot not in first)


# -- what outlasts the server ---------------------------------------------------------------------


@pytest.mark.parametrize("game", ["zeus", "odin"])
def test_after_a_crash_at_any_move_every_room_is_where_it_was(game: str) -> None:
    house = House(game, players=3, persons=2, reaction=1.0, pace=0.3)
    house.begin()
    rng = Random(11)
    for _ in range(25):
        play_on(house, rng, moves=rng.randrange(1, 6))
        if house.match.over:
            break
        for device in house.devices:
            device.hear()
        views = [device.view for device in house.devices]
        before, room = house.match.to_dict(), house.room.to_dict()
        house.restart()
        assert house.match.to_dict() == before
        assert house.room.to_dict() == room
        for device, view in zip(house.devices, views, strict=True):
            device.hear()
            for changing in ("reaction", "moved", "pending", "answers"):
                view.pop(changing, None)
                device.view.pop(changing, None)
            assert device.view == view


def test_a_finished_match_is_still_there_after_a_restart() -> None:
    house = House(reaction=0)
    house.begin()
    play_on(house, Random(3))
    standings = house.match.standings
    house.restart()
    assert house.room.phase == "over"
    assert house.match.standings == standings


def test_a_room_whose_game_has_gone_says_so() -> None:
    house = House()
    kept = house.room.to_dict()
    kept["settings"]["game"] = "gone"
    house.store.keep_room("TESTS", kept)
    with pytest.raises(CardcoreError, match="gone"):
        Room.load("TESTS", house.store, 0)


def test_an_unknown_language_is_english_and_one_of_a_country_is_its_language() -> None:
    house = House()
    for given, spoken in {"es_MX": "es", "ES": "es", "xx": "en", "../..": "en", "": "en"}.items():
        house.host.say("lang", lang=given)
        assert house.host.guest.language == spoken


# -- spectators -----------------------------------------------------------------------------------


def test_those_who_watch_lag_behind_by_the_delay() -> None:
    house = House(players=2, persons=2, delay=30, reaction=0)
    watcher = house.come()
    house.begin(situation({0: "7 5", 1: "3"}, n=2, T=20, collect="race", sneak=False))
    house.wait(40)
    watcher.hear()
    log = list(watcher.log)
    house.host.move("play 7")
    house.wait(29)
    watcher.hear()
    assert watcher.log == log
    assert watcher.view["turn"] == 0
    house.wait(2)
    watcher.hear()
    assert len(watcher.log) > len(log)
    assert watcher.view["turn"] == 1


def test_those_who_watch_late_hear_of_no_time_in_which_claims_are_collected_now() -> None:
    house = House(players=2, persons=2, delay=30, reaction=3)
    watcher = house.come()
    house.begin(situation({0: "7 5", 1: "7"}, n=2, T=20, collect="race"))
    house.host.move("play 7")
    for device in (house.host, watcher):
        device.hear()
    assert house.host.view["reaction"] is not None
    assert (watcher.view["pending"], watcher.view["reaction"]) == (None, None)
    assert not watcher.view["answers"]
    assert watcher.view.keys() == house.host.view.keys()


def watched(**settings: Any) -> tuple[House, Device]:
    """Ana and Bea play, and somebody watches, 30 seconds late; a while has passed."""
    house = House(players=2, persons=2, delay=30, reaction=0, **settings)
    watcher = house.come()
    house.begin(situation({0: "7 5", 1: "3 4"}, n=2, T=20, collect="race", sneak=False))
    house.wait(40)
    watcher.hear()
    return house, watcher


def test_those_who_lag_behind_are_told_of_no_card_that_moved_since() -> None:
    house, watcher = watched()
    house.host.move("play 7")
    house.wait(29)
    house.devices[1].move("play 3")
    house.wait(2)
    watcher.hear()
    moved = [one["card"]["code"] for one in watcher.view["moved"] if one["card"]]
    assert moved == ["7"], "Bea's 3 is two seconds old"


def test_those_who_lag_behind_see_each_move_and_the_end_though_nothing_else_happens() -> None:
    house, watcher = watched()
    for device, move in ((0, "play 7"), (1, "play 3"), (0, "play 5")):
        house.devices[device].move(move)
        house.wait(1)
    turns = []
    while (due := house.room.next_time(house.now)) is not None:
        house.wait(due - house.now)
        watcher.hear()
        turns.append(watcher.view["turn"])
    assert turns == [1, 0, 1]

    house = House(reaction=0, delay=30)
    watcher = house.come()
    house.begin()
    play_on(house, Random(1))
    while (due := house.room.next_time(house.now)) is not None:
        house.wait(due - house.now)
    watcher.hear()
    assert watcher.view["over"]


def test_those_who_lag_behind_do_so_after_a_crash_too() -> None:
    house = House(reaction=0, delay=30)
    house.begin()
    play_on(house, Random(1), moves=6)
    house.restart()
    watcher = house.come()
    watcher.hear()
    assert watcher.log == ["Round 1"]
    house.wait(31)
    watcher.hear()
    assert len(watcher.log) > 6
    house.devices[0].hear()
    assert watcher.log[-1] == house.devices[0].log[-1]


def test_who_sits_down_where_the_last_match_had_no_seat_sees_its_result() -> None:
    house = House(players=2, persons=2, reaction=0)
    house.begin()
    play_on(house, Random(1))
    house.host.say("settings", players=4)
    newcomer = house.come()
    newcomer.say("sit", seat=3, name="Di")
    newcomer.hear()
    assert newcomer.room["seat"] == 3
    assert newcomer.view["seat"] is None
    assert newcomer.view["over"]
    with pytest.raises(Refused, match="you hold no seat"):
        newcomer.move("play 7")
    house.host.say("start")
    newcomer.hear()
    assert newcomer.view["seat"] == 3


def test_who_changes_seat_or_language_is_told_all_of_it_anew() -> None:
    house = House(persons=2)
    house.begin()
    watcher = house.come()
    watcher.hear()
    watcher.say("lang", lang="es")
    (log,) = [message for message in watcher.hear() if message["type"] == "log"]
    assert log["begin"]
    assert log["lines"][0] == "Ronda 1"
    watcher.say("sit", seat=2, name="Cy")
    assert any(m["type"] == "log" and m["begin"] for m in watcher.hear())
