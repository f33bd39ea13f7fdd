"""Playing: matches end, somebody can always move, moves can be written, cards stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from cardcore.cards import Card
from cardcore.errors import GameError, IllegalMove
from cardcore.events import RULE
from cardcore.faults import place_of
from cardcore.match import Match
from cardcore.moves import DECLINE, Move, read_move
from cardcore.observation import Observation
from cardcore.testing.cases import Case, Moment, choose, is_stuck
from cardcore.testing.laws._law import Broken, Law, _, demand, same, whole
from cardcore.values import move_types

NONSENSE: tuple[Any, ...] = (
    *("", " ", "play", "play play", "decline decline", "?", "play ?", "\x00", "é" * 500, "0"),
    *("play 7 7 7", "{seat}", None, 7, 1.5, b"draw", ("play", "7"), ["play 7"], object(), {}),
)
"""What is no move of any game."""


def all_cards(match: Match[Any]) -> Counter[Card]:
    """The cards in all piles."""
    return Counter(card for pile in match.table._piles for card in pile)


# -- it goes on -----------------------------------------------------------------------------------


def rules_do_not_fail(case: Case, choices: Sequence[int]) -> None:
    """Play a match by chance: the game raises nothing, unless nobody can move."""
    match = None
    after = 0
    try:
        match = case.match()
        for number in choices:
            if match.over:
                break
            events = match.play(*choose(match, number))
            after += 1
            failed = [raw for raw in events.raw if raw[0] == RULE and raw[2] == "failed"]
            demand(not failed, f"a house rule failed: {failed[:1]}", match)
    except Broken as error:
        raise Broken(error.message, after=after, match=match) from None
    except GameError as error:
        if not is_stuck(error):
            place = place_of(error)
            where = "" if place is None else f" (in {place.method}, {place})"
            raise Broken(f"{error}{where}", after=after + 1, match=match) from error


def somebody_can_move(moment: Moment) -> None:
    """Until the end somebody can move, and what is done for the absent is legal."""
    match = moment.match
    if match.over:
        demand(match.to_act == (), "the match is over, but to_act names seats", match)
        demand(match.winners, "the match is over without a winner", match)
        demand(not any(map(match.moves, match.seats)), "the match is over, with moves left", match)
        return
    demand(match.to_act, "the match is not over, but nobody may act", match)
    demand(len(set(match.to_act)) == len(match.to_act), f"to_act names {match.to_act}", match)
    strangers = [seat for seat in match.to_act if seat not in match.seats]
    demand(not strangers, f"to_act names {strangers}: there are no such seats", match)
    for seat in match.seats:
        moves = match.moves(seat)
        demand(bool(moves) == (seat in match.to_act), f"seat {seat}: moves against to_act", match)
        if moves:
            chosen = match.game.default_move(match.table, seat, moves)
            demand(
                chosen in moves, f"the default move of seat {seat}, “{chosen}”, is not legal", match
            )


class _Staller:
    """Somebody who drags the match out: rather a position again, else the least done."""

    def __init__(self, rng: Random, way: str) -> None:
        self.rng, self.way = rng, way
        self.seen: set[int] = set()

    def __call__(self, match: Match[Any]) -> tuple[int, Move]:
        seat = match.to_act[0]
        moves = match.moves(seat)
        if self.way == "absent":
            return seat, match.default_move(seat)
        if self.way == "last":
            return seat, moves[-1]
        if len(moves) == 1:
            return seat, moves[0]
        tried = self.rng.sample(moves, min(len(moves), 4))
        best, least = tried[0], (2, 0)
        for move in tried:
            after = match.copy()
            moved = len(after.play(seat, move))
            rank = (int(_position(after) not in self.seen), moved)
            if rank < least:
                best, least = move, rank
        after = match.copy()
        after.play(seat, best)
        self.seen.add(_position(after))
        return seat, best


def _position(match: Match[Any]) -> int:
    table = match.table
    fields = [repr(getattr(table, name)) for name in type(table).__annotations__]
    return hash((tuple(fields), table.turn.seat, match.to_act, tuple(match.scores.totals)))


def it_ends(case: Case, choices: Sequence[int]) -> None:
    """A match ends within the bound: by chance, with absent players, with such as stall."""
    stallers = {way: _Staller(case.rng(way), way) for way in ("absent", "last", "stalling")}
    for way in ("chance", *stallers):
        match = case.match()
        for number in range(case.longest):
            if match.over:
                break
            if way == "chance":
                if number >= len(choices):
                    break
                match.play(*choose(match, choices[number]))
            else:
                match.play(*stallers[way](match))
        finished = match.over or (way == "chance" and len(choices) < case.longest)
        demand(finished, f"{_WHO[way]}: no end after {case.longest} moves", match)


_WHO = {
    "chance": "players who move by chance",
    "absent": "players for whom the default move is made",
    "last": "players who make the last move of the list",
    "stalling": "players who stall",
}


# -- moves ----------------------------------------------------------------------------------------


def texts_of_moves(moment: Moment) -> None:
    """The texts of moves are unique, whatever their case, and are read back as the same move."""
    match = moment.match
    rules = match.setting.house_rules
    kinds = [*match.game.move_types(), *move_types(type(rule).__module__ for rule in rules)]
    for seat in match.to_act:
        legal = match.moves(seat)
        often = Counter(" ".join(move.text.lower().split()) for move in legal)
        twice = [text for text, number in often.items() if number > 1]
        demand(not twice, f"several moves of seat {seat} are written “{twice[:1]}”", match)
        for move in legal:
            read = read_move(move.text, kinds, match.setting.faces)
            demand(read == move, f"“{move.text}” is read back as {read!r}, not {move!r}", match)


def _refused(match: Match[Any], seat: Any, move: Any) -> None:
    try:
        match.play(seat, move)
    except IllegalMove as error:
        demand(str(error.reason).strip(), f"“{move}” is refused without a reason", match)
        if isinstance(seat, int):
            told = str(match.why_not(seat, move))
            demand(told == str(error.reason), f"“{move}” is refused with two reasons", match)
        return
    except Exception as error:
        raise Broken(
            f"seat {seat}, “{move}”: not refused, but {type(error).__name__}: {error}", match=match
        ) from error
    raise Broken(f"seat {seat}, “{move}” is not among its moves, but was carried out", match=match)


def mutated(move: Move, match: Match[Any], rng: Random) -> list[Move]:
    """A move with each of its fields changed."""
    found: list[Move] = []
    faces = list(match.setting.faces.values())
    for place, value in enumerate(move.values()):
        others: list[Any] = []
        if isinstance(value, Card):
            others = rng.sample(faces, min(len(faces), 3))
        elif type(value) is bool:
            others = [not value]
        elif type(value) is int:
            others = [value + 1, value - 1, -value - 1, value + 10**6]
        elif isinstance(value, tuple) and value:
            others = [value[1:], (*value, value[0])]
        values = move.values()
        for other in others:
            changed = [*values[:place], other, *values[place + 1 :]]
            try:
                found.append(type(move)(*changed))
            except (TypeError, ValueError):
                continue
    return found


MUTATED = 60
"""So many legal moves of a seat are changed a little: some games have thousands."""


def accepted_is_legal(moment: Moment) -> None:
    """Legal moves are accepted, all others refused with a reason, and nothing changes."""
    match, rng = moment.match, moment.rng("refused")
    legal = {seat: match.moves(seat) for seat in match.seats}
    others = [move for seat in match.seats for move in legal[seat]]
    known = [
        move for before in moment.before.values() for s in before.to_act for move in before.moves(s)
    ]
    before = whole(match)
    for seat in match.seats:
        for move in rng.sample(legal[seat], min(len(legal[seat]), 6)):
            for wish in (move, move.text):
                demand(match.why_not(seat, wish) is None, f"“{move}” is legal with a reason", match)
            match.copy().play(seat, move)
        tries: list[Any] = [*others, *known]
        for move in rng.sample(legal[seat], min(len(legal[seat]), MUTATED)):
            tries += mutated(move, match, rng)
        rng.shuffle(tries)
        for move in islice((move for move in tries if move not in legal[seat]), 6):
            _refused(match, seat, move)
        for nonsense in rng.sample(NONSENSE, 4):
            _refused(match, seat, nonsense)
    for stranger in (-1, len(match.seats), None, 1.5):
        _refused(match, stranger, others[0] if others else DECLINE)
    same("what was refused or asked for changed something", before, whole(match))
    for seat in match.to_act:
        move = rng.choice(legal[seat])
        typed, meant = match.copy(), match.copy()
        typed.play(seat, f"  {move.text.upper().replace(' ', '   ')} ")
        meant.play(seat, move)
        same(f"“{move.text}” typed is another move", whole(typed), whole(meant))
        once, move = match.copy(), rng.choice(legal[seat])
        once.play(seat, move)
        if move not in once.moves(seat):
            between = whole(once)
            _refused(once, seat, move)
            same("a repeated move changed something", between, whole(once))


def looking_changes_nothing(moment: Moment) -> None:
    """Whatever is asked of a game, the match and what it was given stay as they are."""
    match, game = moment.match, moment.match.game
    before = whole(match)
    for seat in (*match.seats, None):
        view, untouched = match.observe(seat), match.observe(seat)
        _same_view("looking twice", view, untouched)
        _look_at(view, match)
        _same_view("an observation was changed", untouched, view)
    game.could_hold(match.table, match.table._piles[0], match.setting.deck[0])
    game.teams(match.table)
    same("looking changed the match", before, whole(match))


def _look_at(view: Observation, match: Match[Any]) -> None:
    """All that is asked of a game where somebody looks at a match."""
    game = match.game
    list(game.summary(view))
    game.question(view)
    game.group(view)
    if view.moves:
        game.hint(view)
        offered = list(view.moves)
        game.default_move(match.table, view.seat or 0, offered)
        demand(offered == list(view.moves), "default_move changes the list it is given", match)
    for move in view.moves[:8]:
        game.preview(view, move)
        game.heuristic(view, move)
        game.aliases(move)
    for event in view.events:
        game.describe(event)


def _same_view(what: str, one: Observation, two: Observation) -> None:
    if one != two or one.happened != two.happened:
        same(what, one.to_dict(), two.to_dict())
        raise Broken(what)


def cards_stay(moment: Moment) -> None:
    """All cards of the deck are on the table, each as often as it is in the deck."""
    match = moment.match
    deck, there = Counter(match.setting.deck), all_cards(match)
    lost, made = deck - there, there - deck
    demand(not lost, f"lost: {' '.join(map(str, lost.elements()))}", match)
    demand(not made, f"made: {' '.join(map(str, made.elements()))}", match)
    marks = [pile.name for pile in match.table._piles if len(pile) != len(pile.marks)]
    demand(not marks, f"{marks} was changed otherwise than by a method of the table", match)


def scores_agree(moment: Moment) -> None:
    """Totals are the sums of the deals, places follow from them, partners share their points."""
    match, scores = moment.match, moment.match.scores
    counted = [deal for deal in scores.deals if deal is not None]
    sums = [sum(deal[seat] for deal in counted) for seat in match.seats]
    demand(sums == scores.totals, f"totals {scores.totals}, but the deals add to {sums}", match)
    want = len(scores.deals) + (not match.over)
    demand(
        match.deal_number == want,
        f"{len(scores.deals)} deals counted, but it is deal {match.deal_number}",
        match,
    )
    teams = [tuple(team) for team in match.game.teams(match.table)]
    everyone = sorted(seat for team in teams for seat in team)
    demand(everyone == list(match.seats), f"every seat belongs to one team, not {teams}", match)
    demand(
        tuple(teams) == scores.teams, f"teams have changed from {scores.teams} to {teams}", match
    )
    for team in teams:
        demand(len({scores.totals[s] for s in team}) == 1, f"team {team} has unlike points", match)
    sign = -1 if match.game.lowest_wins else 1
    for standing in match.standings:
        ahead = sum(sign * points > sign * standing.points for points in scores.totals)
        demand(standing.place == ahead + 1, f"{standing} with totals {scores.totals}", match)


PLAYING_LAWS = (
    Law(
        "rules do not fail",
        _("no move that the game lists makes its rules raise an error"),
        _("look at the error; a move that cannot be carried out does not belong in `moves`"),
        "case",
        rules_do_not_fail,
        vital=True,
    ),
    Law(
        "somebody can move",
        _("until the end somebody can move, and the default move is legal"),
        _(
            "`to_act` names seats, `moves` gives each of them at least one move, `default_move` "
            "returns one of those it is given; where nobody can go on, call `table.end_deal()`"
        ),
        "moment",
        somebody_can_move,
        vital=True,
    ),
    Law(
        "it ends",
        _("a match ends within the declared bound, also against players who stall"),
        _(
            "limit the number of deals or turns, or declare a higher bound (`longest`); where the "
            "rules know no end, say so in `departs`"
        ),
        "case",
        it_ends,
        vital=True,
    ),
    Law(
        "cards stay",
        _("cards are neither made nor lost"),
        _("move cards with the methods of the table alone; `cards` gives the whole deck"),
        "moment",
        cards_stay,
        vital=True,
    ),
    Law(
        "looking changes nothing",
        _("asking a game for moves, reasons, previews or words changes nothing"),
        _(
            "change the table in `deal`, `play` and `after_interrupt` alone, and no value that "
            "another method is given"
        ),
        "moment",
        looking_changes_nothing,
        few=5,
    ),
    Law(
        "texts of moves",
        _("the texts of a seat's moves are unique and are read back as the same moves"),
        _(
            "let each field that sets two moves apart be a field of the move, its type one that is "
            "read from a word (a card, a number, an enum); give kinds of move different verbs"
        ),
        "moment",
        texts_of_moves,
        few=8,
    ),
    Law(
        "accepted is legal",
        _(
            "mutated, foreign, repeated and out-of-turn moves are refused with a reason and change "
            "nothing; all others are accepted"
        ),
        _(
            "compare fields in `moves` and `why_not`, and change nothing there; a reason is a "
            "`Text`, or None"
        ),
        "moment",
        accepted_is_legal,
        few=5,
    ),
    Law(
        "scores agree",
        _("scores, places and teams are consistent"),
        _(
            "`points` returns one whole number a seat; `teams` names every seat once and stays the "
            "same throughout a match; leave the scoreboard to the engine"
        ),
        "moment",
        scores_agree,
    ),
)
