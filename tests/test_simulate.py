"""Simulations: which matches are played, what is counted, and that nobody's order matters."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import openskill.models
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import NopeGame, SwapGame

import cardcore
from cardcore import BadOptions, BotMaker, GameError, Move, Observation, Record, UnknownBot
from cardcore.bots import RandomBot
from cardcore.extras import MissingExtra, needs
from cardcore.moves import Decline
from cardcore.setting import usual_players
from cardcore.simulate import Report, simulate, simulation, tournament
from cardcore.simulate.intervals import NORMAL, Estimate, Sums, student, wilson
from cardcore.simulate.pieces import Piece, Pieces, play_piece
from cardcore.simulate.plan import Plan, rotations, seated
from cardcore.simulate.playing import WHOLE, Failure, Job, Outcome, play
from cardcore.simulate.plots import check_plot, plot, plot_sweep
from cardcore.simulate.rating import Ratings
from cardcore.simulate.sweeps import sweep
from cardcore.simulate.tally import Tally

RANDOM = BotMaker("random", RandomBot)


class FirstBot:
    """Plays the first legal move."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, observation: Observation) -> Move:
        return observation.moves[0]


FIRST = BotMaker("first", FirstBot)


def told(report: Report) -> str:
    """All that a report says but times."""
    data = report.to_dict()
    del data["times"]
    return json.dumps(data)


def swaps(**wishes: Any) -> Report:
    return simulate(SwapGame(), **{"matches": 40, "bots": [FIRST, RANDOM], "seed": 5, **wishes})


# -- the plan --------------------------------------------------------------------------------------


def test_matches_of_a_block_have_one_seed_and_every_rotation_of_the_seats() -> None:
    plan = Plan(((0, 1, 2),), 7, seed=1)
    places = [plan.place(number) for number in range(7)]
    assert [place.seats for place in places[:3]] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert [place.block for place in places] == [0, 0, 0, 3, 3, 3, 6]
    assert len({place.seed for place in places}) == 3
    assert [place.seed for place in places[:3]] == [places[0].seed] * 3


def test_without_duplicates_each_match_has_cards_of_its_own_and_seats_rotate() -> None:
    plan = Plan(((0, 1),), 6, seed=1, duplicate=False)
    places = [plan.place(number) for number in range(6)]
    assert len({place.seed for place in places}) == len({place.block for place in places}) == 6
    assert [place.seats for place in places] == [(0, 1), (1, 0)] * 3


def test_a_seating_that_looks_the_same_after_a_turn_is_not_played_twice() -> None:
    assert rotations((0, 1, 0, 1)) == 2
    assert rotations((0, 0, 0)) == 1
    assert rotations((0, 0, 1)) == 3


def test_fewer_bots_than_seats_go_round_and_more_are_refused() -> None:
    assert seated(2, 5) == (0, 1, 0, 1, 0)
    with pytest.raises(BadOptions, match=r"3 bots are named for 2 seats; cardcore tournament"):
        seated(3, 2)


@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=200),
    st.integers(1, 100),
    st.integers(1, 4),
    st.booleans(),
)
def test_pieces_cover_the_plan_once_and_cut_no_block(
    sizes: list[int], matches: int, groups: int, duplicate: bool
) -> None:
    plan = Plan(((0, 1, 2), (0, 1, 3), (0, 0, 0), (1, 2, 3))[:groups], matches, 1, duplicate)
    start, number, blocks = 0, 0, set[int]()
    while start < plan.total:
        stop = plan.cut(start, sizes[number % len(sizes)])
        own = {plan.place(one).block for one in range(start, stop)}
        assert stop > start
        assert not own & blocks
        blocks |= own
        start, number = stop, number + 1
    assert start == plan.total


def test_pieces_grow_with_fast_matches_and_shrink_towards_the_end() -> None:
    plan = Plan(((0, 1),), 1000, 1)
    pieces = Pieces(plan, 2)
    assert next(pieces) == Piece(0, 2)
    part = attrs.evolve(play_piece(job(), plan, Piece(0, 2)), seconds=0.002)
    pieces.learn(part)
    sizes = [piece.stop - piece.start for piece in pieces]
    assert sizes[0] == 250
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == 998


# -- the same for everybody ------------------------------------------------------------------------


def job(**more: Any) -> Job:
    return Job(SwapGame(), 2, (FIRST, RANDOM), **more)


@pytest.mark.parametrize("duplicate", [True, False])
def test_the_report_is_the_same_for_any_number_of_workers(duplicate: bool) -> None:
    one, two, three = (
        told(
            simulate(
                "zeus",
                matches=13,
                bots=["heuristic", "random", "random"],
                seed=5,
                jobs=jobs,
                duplicate=duplicate,
            )
        )
        for jobs in (1, 2, 3)
    )
    assert one == two == three


@settings(deadline=None, max_examples=30)
@given(st.randoms(use_true_random=False))
def test_the_tally_is_the_same_for_any_cut_and_any_order(rng: random.Random) -> None:
    plan = Plan(((0, 1),), 12, seed=3)
    parts, start = [], 0
    while start < plan.total:
        stop = plan.cut(start, rng.randint(1, 6))
        parts.append(play_piece(job(), plan, Piece(start, stop)))
        start = stop
    rng.shuffle(parts)
    whole = Tally.empty(2, 2)
    for part in parts:
        whole.merge(part.tally)
    plain = play_piece(job(), plan, Piece(0, 12)).tally
    for tally in (whole, plain):
        for bot in tally.bots:
            bot.thought = 0
    assert whole == plain


def test_the_seed_stands_in_the_report_and_plays_it_again() -> None:
    first = swaps(seed=None)
    assert told(swaps(seed=first.seed)) == told(first)
    assert told(swaps(seed=first.seed + 1)) != told(first)


def test_a_match_is_the_one_that_cardcore_play_plays_with_its_seed() -> None:
    run = simulation(
        "zeus", matches=3, bots=["heuristic", "random"], players=2, seed=4, records="x"
    )
    place = run.plan.place(2)
    outcome = play(run.job, place)
    names = ",".join(run.job.bots[which].name for which in place.seats)
    words = ["play", "zeus", "--watch", "--players", "2", "--seed", str(place.seed)]
    words += ["--bots", names, "--record", "/dev/stdout", "--plain", "--speed", "none"]
    done = subprocess.run(
        [sys.executable, "-m", "cardcore", *words], capture_output=True, text=True, check=False
    )
    assert isinstance(outcome, Outcome)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    assert lines
    moves = [line for line in lines if '"move"' in line]
    ours = [line for line in outcome.record.splitlines() if '"move"' in line]
    assert [json.loads(line)["move"] for line in moves] == [json.loads(one)["move"] for one in ours]


# -- figures ---------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 4)), min_size=2, max_size=30))
def test_means_and_variances_are_those_of_the_plain_formulas(
    blocks: list[tuple[int, int]],
) -> None:
    sums = Sums()
    for total, units in blocks:
        sums.add(total, units)
    many = sum(units for _, units in blocks)
    mean = Fraction(sum(total for total, _ in blocks), many)
    apart = sum((total - mean * units) ** 2 for total, units in blocks)
    variance = Fraction(len(blocks), len(blocks) - 1) * apart / many**2
    found = sums.mean()
    assert found is not None
    assert (sums.ratio, sums.variance) == (mean, variance)
    assert found.value == float(mean)
    if variance:
        assert found.low is not None
        half = student(len(blocks) - 1) * math.sqrt(variance)
        assert found.low == pytest.approx(float(mean) - half)


@given(st.lists(st.booleans(), min_size=1, max_size=60))
def test_a_share_of_single_matches_has_the_interval_of_wilson(won: list[bool]) -> None:
    sums = Sums()
    for one in won:
        sums.add(int(one) * WHOLE, 1)
    assert sums.share(WHOLE) == wilson(Fraction(sum(won), len(won)), len(won), NORMAL)


def test_wilson_gives_the_interval_of_the_books() -> None:
    found = wilson(Fraction(15, 50), 50, NORMAL)
    assert (found.low, found.high) == (
        pytest.approx(0.1910, abs=1e-4),
        pytest.approx(0.4375, abs=1e-4),
    )


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_the_quantile_of_student_is_that_of_the_tables(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.002)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=30))
def test_the_interval_of_a_share_lies_within_0_and_1_around_it(won: list[int]) -> None:
    sums = Sums()
    for wins in won:
        sums.add(wins, 3)
    found = sums.share()
    assert found is not None
    if found.low is not None:
        assert found.high is not None
        assert 0 <= found.low <= found.value <= found.high <= 1


def test_matches_of_one_deal_count_as_one_unit_of_uncertainty() -> None:
    alike, apart = Sums(), Sums()
    for number in range(40):
        alike.add(2 * (number % 2), 2)
        apart.add(number % 2, 1)
        apart.add(1 - number % 2, 1)
    wide, narrow = alike.share(), apart.share()
    assert wide is not None
    assert narrow is not None
    assert (wide.value, narrow.value) == (0.5, 0.5)
    assert width(wide) > 1.35 * width(narrow)


def width(estimate: Estimate) -> float:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    rng, covered = random.Random(1), 0
    for _ in range(2000):
        sums = Sums()
        for _ in range(30):
            luck = rng.random() < 0.5
            sums.add(sum(rng.random() < (0.3 if luck else 0.1) for _ in range(4)), 4)
        found = sums.share()
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0.2 <= found.high
    assert 0.93 <= covered / 2000 <= 0.975


# -- what is counted -------------------------------------------------------------------------------


def test_the_figures_are_those_of_a_plain_loop() -> None:
    report = swaps(matches=10)
    wins, points, decisions = Fraction(), 0, 0
    plan = Plan(((0, 1),), 10, 5)
    for number in range(10):
        place = plan.place(number)
        match = SwapGame().match(2, seed=place.seed)
        outcome = play(job(), place)
        assert isinstance(outcome, Outcome)
        decisions += outcome.decisions
        seat = place.seats.index(0)
        wins += Fraction(outcome.wins[seat], WHOLE)
        points += outcome.points[seat]
        assert len(match.seats) == 2
    first = report.bots[0]
    assert (first.name, first.seats) == ("first", 10)
    assert first.wins is not None
    assert first.points is not None
    assert first.wins.value == float(wins / 10)
    assert first.points.value == points / 10
    assert report.all_decisions == decisions
    assert report.matches == sum(report.tally.decisions.values()) == 10


def test_winners_share_a_win() -> None:
    report = swaps(matches=60)
    shares = [bot.wins.value for bot in report.bots if bot.wins]
    assert sum(shares) == pytest.approx(1)
    assert sum(one.value for one in report.by_seat) == pytest.approx(1)
    assert sum(one.value for one in report.by_order) == pytest.approx(1)


class Partners(SwapGame):
    """Seats that face each other play together."""

    name = "partners"

    def teams(self, table: Any) -> list[list[int]]:
        return [[0, 2], [1, 3]]


def test_a_fair_share_of_partners_is_that_of_their_team() -> None:
    plain = swaps(players=4, bots=[FIRST, RANDOM, RANDOM, RANDOM])
    assert plain.fair == 1 / 4
    report = simulate(
        Partners(), matches=8, bots=[RANDOM, FIRST, RANDOM, FIRST], players=4, seed=2, jobs=1
    )
    assert report.fair == 1 / 2
    assert sum(one.value for one in report.by_seat) == pytest.approx(2)


def test_partners_are_not_counted_as_opponents() -> None:
    report = simulate(
        Partners(), matches=8, bots=[RANDOM, FIRST, RANDOM, FIRST], players=4, seed=2, jobs=1
    )
    assert [(pair.bot, pair.other) for pair in report.pairs] == [("random", "first")]
    together = simulate(
        Partners(),
        matches=8,
        bots=[RANDOM, FIRST, RANDOM, BotMaker("other", FirstBot)],
        players=4,
        seed=2,
        jobs=1,
    )
    met = {(pair.bot, pair.other) for pair in together.pairs}
    assert met == {("random", "first"), ("random", "other")}


def test_a_bot_that_sits_everywhere_wins_its_fair_share_without_uncertainty() -> None:
    report = simulate(SwapGame(), matches=6, bots=[RANDOM], players=3, seed=1, jobs=1)
    (bot,) = report.bots
    assert bot.wins == Estimate(1 / 3)
    assert (bot.rating, report.dealt) == (None, 6)


def test_claims_are_counted_of_those_possible() -> None:
    report = simulate(NopeGame(), matches=20, bots=[RANDOM], players=3, seed=1, jobs=1)
    assert 0 < report.claims < report.possible < report.all_decisions


class ShyBot(RandomBot):
    """Declines, by a move that it has made itself."""

    def choose(self, observation: Observation) -> Move:
        return Decline() if Decline() in observation.moves else super().choose(observation)


def test_a_decline_that_a_bot_has_made_itself_is_no_claim() -> None:
    shy = BotMaker("shy", ShyBot)
    report = simulate(NopeGame(), matches=5, bots=[shy], players=3, seed=1, jobs=1)
    assert (report.claims, report.bots[0].failures) == (0, 0)
    assert report.possible > 0


def test_ratings_follow_the_strength() -> None:
    report = simulate("zeus", matches=20, bots=["random", "heuristic"], seed=1, jobs=1)
    weak, strong = report.bots
    assert strong.rating is not None
    assert weak.rating is not None
    assert strong.rating > weak.rating + 10


def test_partners_are_rated_as_a_team() -> None:
    """Not as four singles, of whom two share each place."""
    model = openskill.models.PlackettLuce(tau=0.0)
    rated = [model.rating() for _ in range(4)]
    one = Ratings(4)
    one.add(0, 1, [((0, 1, 2, 3), (1, 2, 1, 2), ((0, 2), (1, 3)))])
    (a, c), (b, d) = model.rate([[rated[0], rated[2]], [rated[1], rated[3]]], ranks=[1, 2])
    assert one.told() == [(its.mu, its.sigma) for its in (a, b, c, d)]


def test_a_simulation_that_is_run_again_counts_from_the_first_match() -> None:
    planned = simulation("zeus", matches=4, bots=["random", "heuristic"], seed=3, jobs=1)
    once, twice = planned.run(), planned.run()
    assert twice.matches == 4
    assert told(twice) == told(once)


class Nameless:
    """Something that tells where in memory it lies."""


class NamelessBot:
    def __init__(self, seed: int) -> None:
        pass

    def choose(self, observation: Observation) -> Any:
        return Nameless()


def test_what_went_wrong_is_told_alike_in_every_run() -> None:
    report = swaps(bots=[BotMaker("nameless", NamelessBot), RANDOM], matches=2)
    fault = report.bots[0].fault
    assert fault is not None
    assert fault[1].endswith("Nameless object>")


def test_a_tournament_lets_every_group_meet_in_every_seat() -> None:
    bots = [FIRST, RANDOM, BotMaker("other", FirstBot), BotMaker("more", RandomBot)]
    report = tournament(SwapGame(), bots=bots, matches=6, players=3, seed=1, jobs=1)
    assert (report.groups, report.planned, report.matches) == (4, 24, 24)
    assert [bot.seats for bot in report.bots] == [18] * 4
    assert len(report.pairs) == 6
    for pair in report.pairs:
        assert pair.share.opposite().opposite().value == pytest.approx(pair.share.value)


def test_a_tournament_needs_enough_bots_each_of_its_own() -> None:
    with pytest.raises(BadOptions, match="takes as many bots or more, not 1"):
        tournament("zeus", bots=["random"])
    with pytest.raises(BadOptions, match="'random' is named twice"):
        tournament("zeus", bots=["random", "random"])


def test_a_sweep_plays_every_combination_with_one_seed() -> None:
    found = sweep(
        cardcore.game("zeus"),
        {"letters": ["3", "4"], "players": ["2", "3"]},
        matches=4,
        jobs=1,
        bots=["random"],
    )
    assert [dict(one.values) for one in found] == [
        {"letters": letters, "players": players} for letters in "34" for players in "23"
    ]
    assert len({one.simulation.plan.seed for one in found}) == 1
    for one in found:
        one.simulation.run()
    assert [row["letters"] for one in found for row in one.rows()] == ["3", "3", "4", "4"]
    assert found[1].to_dict()["report"]["players"] == 3


def test_a_sweep_keeps_the_records_of_each_setting_apart(tmp_path: Path) -> None:
    values = {"players": ["2", "3"]}
    for one in sweep(SwapGame(), values, bots=[RANDOM], matches=2, jobs=1, records=str(tmp_path)):
        one.simulation.run()
    names = sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.jsonl"))
    assert names == [f"players={many}/swap-{number}.jsonl" for many in "23" for number in "01"]


@pytest.mark.parametrize(
    ("values", "more", "reason"),
    [
        ({"foo": ["1"]}, {}, "no option 'foo' to sweep"),
        ({"letters": ["3", "3"]}, {}, "letters is to be '3' twice"),
        ({"letters": ["9"]}, {}, "letters cannot be '9'"),
        ({"players": ["x"]}, {}, "whole number, not 'x'"),
        ({"players": ["9"]}, {}, "2 to 5 players, not 9"),
        ({"letters": ["3"]}, {"options": {"letters": 4}}, "letters is swept and set as well"),
        ({"players": ["3"]}, {"players": 4}, "players is swept and set as well"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused_before_anything_is_played(
    values: dict[str, list[str]], more: dict[str, Any], reason: str
) -> None:
    with pytest.raises(BadOptions, match=reason):
        sweep(cardcore.game("zeus"), values, **more)


# -- what fails ------------------------------------------------------------------------------------


@attrs.define
class FaultyBot:
    """Raises in its own way."""

    seed: int

    def choose(self, observation: Observation) -> Any:
        if self.seed % 3:
            raise ValueError("I do not know")
        return "no move"


def test_a_bot_that_fails_gets_default_moves_and_is_reported() -> None:
    report = swaps(bots=[BotMaker("faulty", FaultyBot), RANDOM], matches=4)
    faulty, other = report.bots
    assert faulty.failures == faulty.asked > 0
    assert faulty.fault is not None
    assert faulty.fault[0] == 0
    assert (other.failures, report.failed, report.matches) == (0, 0, 4)


class FallingGame(SwapGame):
    """Fails in every deal whose first card of the stock is odd."""

    name = "falling"

    def play(self, table: Any, seat: int, move: Move) -> None:
        if table.chance.seed % 3 == 0:
            raise RuntimeError("the table falls over")
        super().play(table, seat, move)


def test_a_match_that_fails_is_reported_with_its_record_and_stops_no_other(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    report = simulate(
        FallingGame(), matches=40, bots=[FIRST, RANDOM], seed=1, jobs=1, records=str(folder)
    )
    assert 0 < report.failed < 40
    assert report.matches == 40 - report.failed
    assert len(list(folder.iterdir())) == 40
    numbers = [failure.number for failure in report.failures]
    assert numbers == sorted(numbers)
    assert len(numbers) <= 5
    for failure in report.failures:
        assert "the table falls over" in failure.reason
        assert failure.seed % 3 == 0
        assert (folder / f"falling-{failure.number:02}.jsonl").read_text() == failure.record
        assert Record.parse(failure.record.encode()).header["seed"] == failure.seed


class Unfinished(SwapGame):
    """Ends never."""

    name = "unfinished"

    def is_over(self, table: Any, scores: Any) -> bool:
        return False


def test_a_match_that_never_ends_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardcore.simulate.playing.LONGEST", 50)
    report = simulate(Unfinished(), matches=2, bots=[RANDOM], players=2, jobs=1)
    assert (report.failed, report.matches) == (2, 0)
    assert "not over after 50 decisions" in report.failures[0].reason


def test_records_are_kept_and_replay_to_the_same_match(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    report = simulate("zeus", matches=3, bots=["random"], seed=1, jobs=2, records=str(folder))
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["zeus-0.jsonl", "zeus-1.jsonl", "zeus-2.jsonl"]
    moves = sum(sum(seat >= 0 for seat, _ in Record.load(file).entries) for file in files)
    assert moves == report.all_decisions
    for file in files:
        assert Record.load(file).verify().over


def test_records_are_not_mixed_with_others(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BadOptions, match="is not empty"):
        simulation("zeus", matches=1, bots=["random"], records=str(tmp_path))


def test_of_a_sweep_no_match_is_played_where_one_folder_is_in_use(tmp_path: Path) -> None:
    (tmp_path / "players=3").mkdir()
    (tmp_path / "players=3" / "mine.txt").write_text("mine")
    with pytest.raises(BadOptions, match="players=3 is not empty"):
        sweep(SwapGame(), {"players": [2, 3]}, bots=[RANDOM], matches=1, records=str(tmp_path))


def test_a_full_disk_keeps_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = simulation(
        SwapGame(), matches=50, bots=[FIRST, RANDOM], seed=1, jobs=1, records=str(tmp_path / "x")
    )
    write, written = Path.write_text, []

    def full(self: Path, *args: Any, **more: Any) -> int:
        written.append(self)
        if len(written) > 4:
            raise OSError(28, "No space left on device")
        return write(self, *args, **more)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left") as failure:
        run.run()
    assert failure.value.filename == str(written[-1])
    assert run.report().matches >= 4
    assert len(list((tmp_path / "x").iterdir())) == 4


def test_an_interrupt_keeps_what_is_done() -> None:
    class Stopping(FirstBot):
        asked = 0

        def choose(self, observation: Observation) -> Move:
            Stopping.asked += 1
            if Stopping.asked > 100:
                raise KeyboardInterrupt
            return super().choose(observation)

    run = simulation(SwapGame(), matches=500, bots=[BotMaker("stopping", Stopping), RANDOM], jobs=1)
    with pytest.raises(KeyboardInterrupt):
        run.run()
    assert 0 < run.report().matches < 500
    assert run.report().planned == 500


@pytest.mark.parametrize(
    ("seats", "wishes", "players"),
    [
        (range(2, 6), {}, 3),
        (range(4, 7), {}, 4),
        ([2, 4], {"needed": 3}, 4),
        (range(2, 6), {"needed": 5}, 5),
        (range(2, 6), {"needed": 9}, 5),
        (range(1, 2), {"needed": 2}, 1),
        (range(2, 6), {"wanted": 2}, 2),
        (range(3, 6), {"wanted": 2}, 3),
    ],
)
def test_the_usual_number_of_players_is_three_or_as_near_as_the_game_allows(
    seats: Sequence[int], wishes: dict[str, int], players: int
) -> None:
    game = SwapGame()
    game.seats = seats
    assert usual_players(game, **wishes) == players


@pytest.mark.parametrize(
    ("wishes", "error", "reason"),
    [
        ({"matches": 0}, BadOptions, "1 or more, not 0"),
        ({"bots": ["nobody"]}, UnknownBot, "no bot 'nobody'"),
        ({"bots": ["random"] * 6}, BadOptions, "6 bots are named for 5 seats"),
        ({"players": 9}, BadOptions, "2 to 5 players, not 9"),
        ({"options": {"letters": 9}}, BadOptions, "letters cannot be '9'"),
        ({"preset": "x"}, BadOptions, "no preset 'x'"),
        ({"house_rules": ["x"]}, BadOptions, "no house rule 'x'"),
        ({"jobs": 0}, BadOptions, "1 or more, not 0"),
        ({"on": "slurm"}, BadOptions, "not on 'slurm'"),
        ({"on": "dask:"}, BadOptions, "not on 'dask:'"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused(
    wishes: dict[str, Any], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        simulate("zeus", **{"matches": 2, **wishes})


def test_one_job_needs_no_library_and_a_missing_one_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("joblib", "cloudpickle", "openskill.models", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, name, None)
    assert simulate(SwapGame(), matches=2, bots=[RANDOM], players=2, jobs=1).matches == 2
    with pytest.raises(MissingExtra, match=r"pip install 'cardcore\[simulate\]'"):
        swaps()
    with pytest.raises(MissingExtra, match="matplotlib is not installed"):
        check_plot("x.png")
    with pytest.raises(MissingExtra, match=r"cardcore\[dask\]"):
        needs("no_such_library", "dask")


# -- games of one's own ----------------------------------------------------------------------------


def test_a_game_and_bots_given_as_objects_are_played_by_other_processes() -> None:
    assert told(swaps(jobs=2)) == told(swaps(jobs=1))


def test_two_bots_of_one_name_are_refused() -> None:
    with pytest.raises(BadOptions, match="two bots are called 'first'"):
        simulation(SwapGame(), bots=[FIRST, BotMaker("first", RandomBot)])
    assert len(simulation(SwapGame(), bots=[FIRST, FIRST, RANDOM]).job.bots) == 2


def test_a_game_that_is_not_installed_meets_the_bots_that_play_any() -> None:
    report = simulate(SwapGame(), matches=2, bots=["random", RANDOM], players=2, seed=1, jobs=1)
    assert [bot.name for bot in report.bots] == ["random"]
    usual = simulate(SwapGame(), matches=1, players=2, seed=1, jobs=1)
    assert [bot.name for bot in usual.bots] == ["random"]


def test_a_game_that_cannot_be_sent_says_so() -> None:
    game = SwapGame()
    game.lock = (one for one in ())  # type: ignore[attr-defined]
    with pytest.raises(BadOptions, match="swap cannot be sent to other processes"):
        simulate(game, matches=2, bots=[RANDOM], players=2, jobs=2)


# -- plots -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ending", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_plots_are_written_by_the_ending_of_their_name(
    ending: str, begins: bytes, tmp_path: Path
) -> None:
    file = tmp_path / f"plot.{ending}"
    check_plot(str(file))
    plot(swaps(), str(file), title="Swap")
    first = file.read_bytes()
    assert first.startswith(begins)
    plot(swaps(), str(file), title="Swap")
    assert file.read_bytes() == first
    found = sweep(SwapGame(), {"players": ["2", "3"]}, bots=[FIRST, RANDOM], matches=4, jobs=1)
    for one in found:
        one.simulation.run()
    plot_sweep(found, str(file), title="Swap")
    assert file.read_bytes().startswith(begins)


def test_a_plot_is_the_same_in_whatever_order_the_matches_came_in(tmp_path: Path) -> None:
    report = swaps(jobs=1)
    plot(report, str(tmp_path / "one.svg"), title="Swap")
    lengths = list(report.tally.decisions.items())
    assert len(lengths) > 1
    report.tally.decisions = Counter(dict(reversed(lengths)))
    plot(report, str(tmp_path / "two.svg"), title="Swap")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_a_plot_of_one_bot_alone_tells_nothing_of_its_wins(tmp_path: Path) -> None:
    file = tmp_path / "plot.svg"
    for bots, told in (([FIRST, RANDOM], True), ([RANDOM], False)):
        found = sweep(SwapGame(), {"players": [2]}, bots=bots, matches=4, jobs=1)
        report = found[0].simulation.run()
        plot_sweep(found, str(file), title="Swap")
        assert ("wins of each bot" in file.read_text()) == told
        plot(report, str(file), title="Swap")
        assert ("wins of each bot" in file.read_text()) == told
        assert ("wins at this seat" in file.read_text()) != told


def test_a_plot_of_a_kind_that_is_not_known_is_refused() -> None:
    with pytest.raises(BadOptions, match=r"ends in .png, .svg, .pdf, not 'x.gif'"):
        check_plot("x.gif")
    with pytest.raises(BadOptions, match="no folder for the plot"):
        check_plot("nowhere/x.png")


@attrs.frozen
class ClashingOptions:
    """Options that are called as columns of a report."""

    first: str = cardcore.option("a", help="which way", choices=("a", "b"))
    rounds: int = cardcore.option(2, help="how many", choices=(2, 3))


class ClashingGame(SwapGame):
    """Has options that are called as columns of a report."""

    name, Options = "clashing", ClashingOptions


def test_an_option_that_is_called_as_a_column_is_a_column_of_its_own() -> None:
    (setting,) = sweep(ClashingGame(), {"first": ["b"]}, bots=[RANDOM], matches=2, jobs=1)
    setting.simulation.run()
    (row,) = setting.rows()
    assert (row["option_first"], row["rounds"]) == ("b", "2")
    assert isinstance(row["first"], float)


def test_rows_have_a_value_for_every_column() -> None:
    rows = swaps().rows()
    assert [row["bot"] for row in rows] == ["first", "random"]
    assert len({tuple(row) for row in rows}) == 1


def test_failures_are_kept_by_the_lowest_numbers() -> None:
    numbers: Sequence[int] = range(9, 0, -1)
    tally = Tally.empty(1, 2)
    tally.count([Failure(number, 1, ("a",), "why") for number in numbers])
    assert [failure.number for failure in tally.failures] == [1, 2, 3, 4, 5]
    assert tally.failed == 9


def test_a_game_that_cannot_deal_fails_match_by_match(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def deal(self: Any, table: Any, last: Any) -> None:
        raise GameError("no cards")

    monkeypatch.setattr(SwapGame, "deal", deal)
    folder = tmp_path / "kept"
    wishes: dict[str, Any] = {"players": 2, "jobs": 1, "records": str(folder)}
    report = simulate(SwapGame(), matches=3, bots=[RANDOM], **wishes)
    assert (report.failed, report.failures[0].record) == (3, "")
    assert list(folder.iterdir()) == []
