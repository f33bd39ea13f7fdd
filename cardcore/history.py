"""Going back: what a log of random results, moves and undos amounts to, and playing it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cardcore.cards import Card
from cardcore.chance import CHANCE
from cardcore.errors import BadRecord, GameError, IllegalMove
from cardcore.events import Events, seen
from cardcore.layout import layout
from cardcore.moves import DECLINE, Move
from cardcore.moving import CARD, CARDS, SHOW
from cardcore.table import EMIT
from cardcore.texts import Text

if TYPE_CHECKING:
    from cardcore.match import Match
    from cardcore.setting import Setting

UNDO = -2
"""The seat under which an undo is logged; the entry's second item is whose move went back."""

Log = Sequence[tuple[int, Any]]


def effective(log: Log) -> list[int]:
    """The places of a log's entries without what was taken back."""
    kept: list[int] = []
    for place, (actor, what) in enumerate(log):
        if actor != UNDO:
            kept.append(place)
            continue
        last = next((i for i in reversed(range(len(kept))) if log[kept[i]][0] == what), None)
        if last is None:
            raise BadRecord("seat {seat} takes back a move that it never made", seat=what)
        del kept[last:]
    return kept


def last_move(log: Log, seat: int) -> int | None:
    """The place of the last move of a seat in a log without undos."""
    return next((i for i in range(len(log) - 1, -1, -1) if log[i][0] == seat), None)


def why_no_undo(match: Match[Any], seat: int) -> Text | None:
    """Why a seat may not take back its last move; None where it may."""
    setting = match.setting
    if match._origin is not None and "sampled" in match._origin:
        return Text("a sampled match has no history")
    log = [match.log[place] for place in effective(match.log)]
    last = last_move(log, seat) if seat in match.seats else None
    if last is None:
        return Text("there is no move to take back")
    others = [s for s in match.seats if s != seat and not setting.bots[s]]
    if setting.practice and not others:
        return None
    since = log[last + 1 :]
    if any(entry[0] == CHANCE for entry in since):
        return Text("chance has been used since")
    if any(entry[0] in others and entry[1] is not DECLINE for entry in since):
        return Text("somebody else has moved since")
    if _has_learnt(match, seat, log, last):
        return Text("you have seen a card since that you did not know")
    return None


def _has_learnt(match: Match[Any], seat: int, log: Log, last: int) -> bool:
    """Whether a seat has been shown a card that it did not know, since its last move."""
    before = again(match, log[:last])
    secrets = bool(layout(type(before.table)).secrets)
    for actor, move in log[last:]:
        if actor < 0:
            continue
        known = {
            pile.label: [
                card for card, mark in zip(pile, pile.marks, strict=True) if mark >> seat & 1
            ]
            for pile in before.table._piles
        }
        for raw in before.play(actor, move).raw:
            kind = raw[0]
            if kind == EMIT and secrets:  # it may tell what was secret
                return True
            if kind not in (CARD, CARDS, SHOW):
                continue
            for card in seen_cards(raw, 1 << seat):
                if card not in known[raw[2]]:
                    return True
                known[raw[2]].remove(card)
                if kind != SHOW:
                    known[raw[3]].append(card)
    return False


def seen_cards(raw: tuple[Any, ...], bit: int) -> list[Card]:
    """The cards that the seat of `bit` sees in an event that moves or shows cards."""
    told = seen(raw, bit)
    cards = () if told is None else told[1] if told[0] == CARDS else (told[1],)
    return [card for card in cards if card is not None]


def again(match: Match[Any], log: Log) -> Match[Any]:
    """The match as another log of the same beginning leaves it."""
    return rebuild(match.setting, match.seed, log, match._origin)


def rebuild(setting: Setting, seed: int, log: Log, origin: dict[str, Any] | None) -> Match[Any]:
    """The match as a log leaves it that may hold undos; see `replay`."""
    log = _with_moves(setting, seed, log, origin)
    places = effective(log)
    rebuilt = replay(setting, seed, [log[place] for place in places], origin)
    whole = list(log)
    for place, entry in zip(places, rebuilt.log, strict=False):
        whole[place] = entry
    rebuilt.log[:] = whole + rebuilt.log[len(places) :]
    return rebuilt


def _with_moves(setting: Setting, seed: int, log: Log, origin: dict[str, Any] | None) -> Log:
    """A log in which the moves that were taken back are no texts: they are played for it."""
    for place, (actor, whose) in enumerate(log):
        if actor == UNDO:
            last = next((i for i in reversed(range(place)) if log[i][0] == whose), 0)
            if any(isinstance(what, str) for _, what in log[last:place]):
                log = [*rebuild(setting, seed, log[:place], origin).log, *log[place:]]
    return log


def steps(
    setting: Setting, seed: int, log: Log, origin: dict[str, Any] | None = None
) -> Iterator[tuple[Match[Any], Events]]:
    """The match of a log without undos at its beginning and after each move, with what happened.

    It is one match that goes on; copy it to keep a step.
    """
    begun = next((i for i, entry in enumerate(log) if entry[0] != CHANCE), len(log))
    match = replay(setting, seed, log[:begun], origin)
    match.table.chance.script = iter([what for actor, what in log[begun:] if actor == CHANCE])
    yield match, match.events
    last = _last_move(log)
    for number, (actor, move) in enumerate(log[begun:], begun):
        if actor != CHANCE:
            match.table.chance.goes_on = number == last
            yield match, _play_again(match, number, actor, move)
    _end_of_script(match)


def replay(
    setting: Setting, seed: int, log: Log, origin: dict[str, Any] | None = None
) -> Match[Any]:
    """Play a log without undos again, its random results taken from it and not from the seed.

    Moves may be given as texts. `origin` is the position that the log began with, None for the
    beginning of a match. A log that was cut off in the results of its last move is completed from
    the seed. Raises `BadRecord` where the log does not fit the rules.
    """
    from cardcore.match import Match
    from cardcore.state import from_dict

    script = iter([result for actor, result in log if actor == CHANCE])
    last = _last_move(log)
    try:
        if origin is None:
            match: Match[Any] = Match(setting, seed)
            match.table.chance.script = script
            match.table.chance.goes_on = last < 0
            match._start()
        else:
            match = from_dict(origin, game=setting.game, house_rules=setting.house_rules)
            match.table.chance.script = script
        for number, (actor, move) in enumerate(log):
            if actor != CHANCE:
                match.table.chance.goes_on = number == last
                _play_again(match, number, actor, move)
    except GameError as error:
        if isinstance(error.__cause__, BadRecord):
            raise error.__cause__ from None
        raise
    _end_of_script(match)
    return match


def _end_of_script(match: Match[Any]) -> None:
    chance = match.table.chance
    if chance.script is not None and next(chance.script, None) is not None:
        raise BadRecord("the record has a random result that the rules do not ask for")
    chance.script, chance.goes_on = None, False


def _last_move(log: Log) -> int:
    """The place of the last move of a log, -1 where there is none."""
    return max((place for place, (actor, _) in enumerate(log) if actor != CHANCE), default=-1)


def _play_again(match: Match[Any], number: int, actor: int, move: Move | str) -> Events:
    if len(match.log) != number:
        raise BadRecord(
            "entry {number} of the record comes too early or too late", number=number + 1
        )
    try:
        return match.play(actor, move)
    except IllegalMove as error:
        raise BadRecord(
            "entry {number} of the record is not legal: {reason}",
            number=number + 1,
            reason=error.text,
        ) from None
    except GameError as error:
        if isinstance(error.__cause__, BadRecord):
            raise error.__cause__ from None
        raise
