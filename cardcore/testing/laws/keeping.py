"""Keeping: copies, saved matches, records and undone moves go on as the match itself does."""

from __future__ import annotations

import json
from typing import Any

import attrs

from cardcore import history
from cardcore.errors import CannotUndo, CardcoreError
from cardcore.match import Match
from cardcore.testing.cases import Moment, choose
from cardcore.testing.laws._law import Broken, Law, _, demand, same, whole

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
    same(f"{what} ends elsewhere", whole(one), whole(two))


def play_a_little(match: Match[Any], moment: Moment) -> None:
    """Play a match on, in the same way for each at this moment."""
    rng = moment.rng("future")
    for _step in range(FURTHER):
        if match.over:
            return
        match.play(*choose(match, rng.getrandbits(32)))


def copies(moment: Moment) -> None:
    """A copy is equal, goes on alike, and neither changes with the other."""
    match, before = moment.match, whole(moment.match)
    copy, other = match.copy(), match.copy()
    same("a copy differs", before, whole(copy))
    demand(copy.to_act == match.to_act, "in a copy others may act", match)
    play_a_little(copy, moment)
    same("playing a copy changed the match", before, whole(match))
    second = other.copy()
    play_a_little(other, moment)
    same("playing the match changed a copy", before, whole(second))
    same("a copy goes on otherwise", whole(copy), whole(other))
    same_future("a copy", match.copy(), second, moment)


def saved(moment: Moment) -> None:
    """A match that was saved and loaded is equal and goes on alike."""
    match = moment.match
    read = Match.from_dict(
        through_json(match.to_dict()), game=match.game, house_rules=match.setting.house_rules
    )
    same("a saved match differs", whole(match), whole(read))
    demand(read.to_act == match.to_act, "in a saved match others may act", match)
    for seat in (*match.seats, None):
        one, two = match.observe(seat), read.observe(seat)
        demand(one == two, f"a saved match looks otherwise to seat {seat}", match)
    same("saved standings", match.standings, read.standings)
    same_future("a saved match", match.copy(), read, moment)


def replayed(moment: Moment) -> None:
    """A record gives the match again, without its seed, and with it goes on alike."""
    match, record = moment.match, moment.match.record()
    unseeded = attrs.evolve(record, header={**record.header, "seed": match.seed + 77})
    try:
        again = unseeded.replay(game=match.game, house_rules=match.setting.house_rules)
    except CardcoreError as error:
        raise Broken(f"a record cannot be replayed without its seed: {error}") from error
    again.table.chance.seed = match.seed
    same("a record replays otherwise without its seed", whole(match), whole(again))
    same_future("a replayed match", match.copy(), again, moment)


def undone(moment: Moment) -> None:
    """What is taken back is as it was before the move; what may not be says why."""
    match, before = moment.match, whole(moment.match)
    for seat in match.seats:
        copy = match.copy()
        try:
            copy.undo(seat)
        except CannotUndo as error:
            demand(str(error).strip(), "taking back is refused without a reason", match)
            same("a refused undo changed something", before, whole(copy))
            continue
        was = moment.before[seat]
        same("taking back gives another match", without_log(was), without_log(copy))
        play_a_little(copy, moment)
        try:
            again = history.again(copy, copy.log)
        except CardcoreError as error:
            raise Broken(f"after taking back, a match cannot be replayed: {error}") from error
        same("after taking back, a match is replayed otherwise", whole(copy), whole(again))
        same_future("after taking back, a match", copy, again, moment)


def without_log(match: Match[Any]) -> dict[str, Any]:
    """All of a match but its log."""
    data = whole(match)
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
