"""Keeping: copies, saved matches, records and undone moves go on as the match itself does."""

from __future__ import annotations

import json
from typing import Any

import attrs

from cardcore.errors import CannotUndo, CardcoreError
from cardcore.match import Match
from cardcore.testing.cases import Moment, choose
from cardcore.testing.laws._law import Broken, Law, _, demand, difference, same

FURTHER = 8
"""So many moves two matches that ought to be equal are played on."""


def through_json(data: Any) -> Any:
    """Data as they come back from a file."""
    return json.loads(json.dumps(data))


def same_future(what: str, one: Match[Any], two: Match[Any], moment: Moment) -> None:
    """Both go on alike; they are played on for it."""
    rng = moment.rng("future")
    for _step in range(FURTHER):
        demand(one.to_act == two.to_act, f"{what}: another may act", one)
        if one.over:
            break
        number = rng.getrandbits(32)
        choice = choose(one, number)
        same(f"{what} is offered other moves", choice, choose(two, number))
        first, second = one.play(*choice), two.play(*choice)
        same(f"{what} goes on otherwise", first.raw, second.raw)
    same(f"{what} ends elsewhere", one.to_dict(), two.to_dict())


def play_a_little(match: Match[Any], moment: Moment) -> None:
    """Play a match on, in the same way for each at this moment."""
    rng = moment.rng("future")
    for _step in range(FURTHER):
        if match.over:
            return
        match.play(*choose(match, rng.getrandbits(32)))


def copies(moment: Moment) -> None:
    """A copy is equal, goes on alike, and neither changes with the other."""
    match, before = moment.match, moment.match.to_dict()
    copy, other = match.copy(), match.copy()
    same("a copy differs", before, copy.to_dict())
    demand(copy.to_act == match.to_act, "in a copy others may act", match)
    play_a_little(copy, moment)
    after = match.to_dict()
    demand(after == before, f"playing a copy changed the match: {difference(before, after)}", match)
    second = other.copy()
    play_a_little(other, moment)
    after = second.to_dict()
    demand(after == before, f"playing the match changed a copy: {difference(before, after)}", match)
    same("a copy goes on otherwise", copy.to_dict(), other.to_dict())
    same_future("a copy", match.copy(), second, moment)


def saved(moment: Moment) -> None:
    """A match that was saved and loaded is equal and goes on alike."""
    match, data = moment.match, moment.match.to_dict()
    read = Match.from_dict(
        through_json(data), game=match.game, house_rules=match.setting.house_rules
    )
    same("a saved match differs", data, read.to_dict())
    demand(read.to_act == match.to_act, "in a saved match others may act", match)
    for seat in (*match.seats, None):
        one, two = match.observe(seat), read.observe(seat)
        demand(one == two, f"a saved match looks otherwise to seat {seat}", match)
    same("saved standings", match.standings, read.standings)
    same_future("a saved match", match.copy(), read, moment)


def replayed(moment: Moment) -> None:
    """A record gives the match again, without its seed, and goes on alike."""
    match = moment.match
    record = match.record()
    again = record.replay(game=match.game, house_rules=match.setting.house_rules)
    same("a record replays otherwise", match.to_dict(), again.to_dict())
    other = attrs.evolve(record, header={**record.header, "seed": match.seed + 77})
    try:
        unseeded = other.replay(game=match.game, house_rules=match.setting.house_rules)
    except CardcoreError as error:
        raise Broken(f"a record cannot be replayed without its seed: {error}") from error
    its = {**unseeded.to_dict(), "seed": match.seed}
    same("a record replays otherwise without its seed", match.to_dict(), its)
    same_future("a replayed match", match.copy(), again, moment)


def undone(moment: Moment) -> None:
    """What is taken back is as it was before the move; what may not be says why."""
    match, before = moment.match, moment.match.to_dict()
    for seat in match.seats:
        copy = match.copy()
        if not match.can_undo(seat):
            try:
                copy.undo(seat)
            except CannotUndo as error:
                demand(str(error).strip(), "taking back is refused without a reason", match)
            else:
                demand(False, "a move was taken back that may not be", match)
            same("a refused undo changed something", before, copy.to_dict())
            continue
        copy.undo(seat)
        was = moment.before[seat]
        same("taking back gives another match", without_log(was), without_log(copy))
        record = copy.record()
        replayed = record.replay(game=match.game, house_rules=match.setting.house_rules)
        same("after taking back the record replays otherwise", copy.to_dict(), replayed.to_dict())
        same_future("after taking back, a match", copy, replayed, moment)


def without_log(match: Match[Any]) -> dict[str, Any]:
    """All of a match but its log."""
    data = match.to_dict()
    del data["log"]
    return data


_PLAIN = _(
    "keep everything that changes in fields of the table, of the types that it takes; a class in a "
    "field is frozen all the way down (a tuple, not a list); keep nothing on the game"
)

KEEPING_LAWS = (
    Law(
        "copy",
        _("a copy at any decision goes on alike, and neither changes with the other"),
        _PLAIN,
        "moment",
        copies,
        few=6,
    ),
    Law(
        "save and load",
        _("a match that is saved and loaded at any decision goes on alike"),
        _PLAIN,
        "moment",
        saved,
        few=6,
    ),
    Law(
        "replay",
        _("a record of a match at any decision replays to the same match, which goes on alike"),
        _PLAIN,
        "moment",
        replayed,
        few=4,
    ),
    Law(
        "undo",
        _("a move that is taken back leaves the match as it was"),
        _PLAIN,
        "moment",
        undone,
        few=4,
    ),
)
