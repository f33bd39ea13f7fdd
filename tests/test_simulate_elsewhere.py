"""Simulations in other processes and on clusters: the same report, though workers die."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from small_games import SwapGame

from cardcore import BotMaker, Move, Observation
from cardcore.bots import RandomBot
from cardcore.plugins import Plugins
from cardcore.scratch import game_from_file
from cardcore.simulate import Report, simulate, simulation
from cardcore.simulate.extras import Unreachable

RANDOM = BotMaker("random", RandomBot)
FIRST_MOVES = """
from cardcore import BotMaker, Game, Move, Pile, Table, face_down, french_deck, held, hookimpl
import attrs


@attrs.frozen
class Lay(Move):
    card: object


@attrs.define
class LayTable(Table):
    stock: Pile = face_down()
    discard: Pile = face_down()
    hands: list[Pile] = held()


class Laying(Game[LayTable]):
    name, title, seats = "laying", "Laying", range(2, 4)

    def cards(self, options, seats):
        return french_deck()

    def deal(self, table, last):
        table.shuffle(table.stock)
        table.deal(table.stock, 3)

    def moves(self, table, seat):
        return [Lay(card) for card in dict.fromkeys(table.hands[seat])]

    def play(self, table, seat, move):
        table.put(move.card, table.hands[seat], table.discard)
        table.turn.advance()
        if not any(table.hands):
            table.end_deal()

    def points(self, table):
        return [table.chance.seed % (seat + 2) for seat in table.seats]


class Last:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, observation):
        return observation.moves[-1]


@hookimpl
def cardcore_games():
    return [Laying()]


@hookimpl
def cardcore_bots():
    return [BotMaker("last", Last, game="laying")]
"""


def told(report: Report) -> str:
    data = report.to_dict()
    del data["times"]
    return json.dumps(data)


def some(**wishes: Any) -> Report:
    return simulate(
        SwapGame(), matches=20, bots=[RANDOM, BotMaker("b", RandomBot)], seed=2, **wishes
    )


# -- processes -------------------------------------------------------------------------------------


def test_a_game_in_a_file_with_its_bots_is_played_by_other_processes(tmp_path: Path) -> None:
    file = tmp_path / "laying.py"
    file.write_text(FIRST_MOVES)
    plugins = Plugins([])
    game = game_from_file(str(file), plugins)
    bots = [plugins.bot("laying", "last"), RANDOM]
    one, two = (told(simulate(game, matches=12, bots=bots, seed=1, jobs=jobs)) for jobs in (1, 2))
    assert one == two
    file.write_text(FIRST_MOVES.replace("(seat + 2)", "(seat + 5)"))
    changed = game_from_file(str(file), Plugins([]))
    assert told(simulate(changed, matches=12, bots=bots, seed=1, jobs=2)) != two


class Deadly(RandomBot):
    """Kills its process once; a file tells that it has."""

    def choose(self, observation: Observation) -> Move:
        mark = Path(os.environ["CARDCORE_TEST_MARK"])
        if os.environ.get("CARDCORE_TEST_ALWAYS") or not mark.exists():
            mark.write_text("killed")
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(observation)


def fresh_workers() -> None:
    from joblib.externals.loky import get_reusable_executor

    get_reusable_executor().shutdown(wait=True)


def test_matches_of_a_worker_that_dies_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh_workers()
    monkeypatch.setenv("CARDCORE_TEST_MARK", str(tmp_path / "mark"))
    bots = [BotMaker("deadly", Deadly), RANDOM]
    two = told(simulate(SwapGame(), matches=30, bots=bots, seed=1, jobs=2))
    assert (tmp_path / "mark").exists()
    assert two == told(simulate(SwapGame(), matches=30, bots=bots, seed=1, jobs=1))


def test_workers_that_die_again_and_again_end_it_with_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh_workers()
    monkeypatch.setenv("CARDCORE_TEST_MARK", str(tmp_path / "mark"))
    monkeypatch.setenv("CARDCORE_TEST_ALWAYS", "1")
    run = simulation(SwapGame(), matches=8, bots=[BotMaker("d", Deadly), RANDOM], seed=1, jobs=2)
    with pytest.raises(Unreachable, match="workers have died 3 times, the last while playing"):
        run.run()
    assert run.report().planned == 8
    fresh_workers()


# -- clusters --------------------------------------------------------------------------------------


def test_the_report_is_the_same_on_dask() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        assert told(some(on=f"dask:{cluster.scheduler_address}")) == told(some(jobs=1))


@pytest.mark.slow
def test_the_report_is_the_same_on_dask_with_processes() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        found = simulate(
            "zeus",
            matches=12,
            bots=["random", "heuristic"],
            seed=2,
            on=f"dask:{cluster.scheduler_address}",
        )
    assert told(found) == told(
        simulate("zeus", matches=12, bots=["random", "heuristic"], seed=2, jobs=1)
    )


@pytest.mark.slow
def test_the_report_is_the_same_on_ray() -> None:
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    try:
        found = simulate("zeus", matches=12, bots=["random", "heuristic"], seed=2, on="ray")
        assert ray.is_initialized()
    finally:
        ray.shutdown()
    assert told(found) == told(
        simulate("zeus", matches=12, bots=["random", "heuristic"], seed=2, jobs=1)
    )


@pytest.mark.parametrize("place", ["dask:tcp://127.0.0.1:9", "ray:127.0.0.1:9"])
def test_a_cluster_that_is_not_there_is_named(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed" if place.startswith("dask") else "ray")
    monkeypatch.setattr("cardcore.simulate.running.WAIT", 1)
    with pytest.raises(Unreachable, match=f"the cluster {place} cannot be reached"):
        some(on=place)
