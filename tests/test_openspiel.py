"""cardcore's games in OpenSpiel: its own tests, exact chance, information that does not leak."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import unittest
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from cardcore_zeus_on_the_loose import ZeusOnTheLoose
from small_games import NopeGame, Passing, SwapGame
from small_games.kuhn import Kuhn
from test_examples import GAMES as FOLDERS
from test_examples import game as example

import cardcore
from cardcore import (
    BadOptions,
    CannotSample,
    Card,
    Game,
    GameError,
    IllegalMove,
    Move,
    Table,
    UnknownGame,
    face_down,
    held,
)
from cardcore.plugins import Plugins

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import numpy as np  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    expected_game_score,
    exploitability,
    get_all_states,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

from cardcore.adapters import openspiel  # noqa: E402
from cardcore.adapters._decided import Number, Order  # noqa: E402
from cardcore.adapters._parameters import SETTING  # noqa: E402


@attrs.define
class DrawingTable(Table):
    """A deal."""

    stock: cardcore.Pile = face_down()
    hands: list[cardcore.Pile] = held()


@attrs.frozen
class Keep(Move):
    """Be content."""


class Drawing(Game[DrawingTable]):
    """Two cards are drawn from a stock with equal ones, and a number from 0 to 9 is thrown."""

    name, title, seats = "drawing", "Drawing", range(1, 4)

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card(code) for code in "AAAB"]

    def deal(self, table: DrawingTable, last: DrawingTable | None) -> None:
        table.shuffle(table.stock)
        table.deal(table.stock, 1)
        table.chance.integer(10)

    def moves(self, table: DrawingTable, seat: int) -> Sequence[Move]:
        return [Keep()]

    def play(self, table: DrawingTable, seat: int, move: Move) -> None:
        table.end_deal()

    def points(self, table: DrawingTable) -> Sequence[int]:
        return [1 if hand[0].code == "B" else 0 for hand in table.hands]


class SmallZeus(ZeusOnTheLoose):
    """Zeus on the Loose with fourteen cards."""

    name = "small-zeus"

    def cards(self, options: Any, seats: int) -> Iterable[Card]:
        return tuple(super().cards(options, seats))[::4]


GAMES = {
    "zeus": (cardcore.game("zeus"), 3, {"letters": 3}),
    "odin": (cardcore.game("odin"), 4, {"limit": "one-hand"}),
    "swap": (SwapGame(), 3, {}),
    "nope": (NopeGame(), 3, {}),
    "passing": (Passing(), 3, {}),
    "kuhn": (Kuhn(), 2, {}),
    "drawing": (Drawing(), 2, {}),
}
every_game = pytest.mark.parametrize("name", GAMES)

EXAMPLES: dict[str, tuple[int, dict[str, Any]]] = {
    "crazy-eights": (3, {}),
    "hearts": (4, {"limit": 25}),
    "nope": (3, {}),
    "uno": (3, {"limit": 0}),
}
"""For each example a number of players, and the options of a short match."""


def load(name: str, **more: Any) -> Any:
    game, players, options = GAMES[name]
    return openspiel.load(game, players, options, **more)


def chance(state: Any, rng: Random) -> int:
    outcomes, likely = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(outcomes, likely)[0])


def states(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random match, the end too; each is a copy."""
    rng, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state.clone()
        at_random = chance(state, rng) if state.is_chance_node() else None
        state.apply_action(rng.choice(state.legal_actions()) if at_random is None else at_random)
    yield state


def decisions(game: Any, seed: int) -> Iterator[Any]:
    return (state for state in states(game, seed) if state.current_player() >= 0)


def played_on(state: Any, seed: int) -> Any:
    """A state at the end of a match that goes on at random."""
    rng = Random(seed)
    while not state.is_terminal():
        at_random = chance(state, rng) if state.is_chance_node() else None
        state.apply_action(rng.choice(state.legal_actions()) if at_random is None else at_random)
    return state


# -- OpenSpiel's own tests ------------------------------------------------------------------------


@every_game
def test_openspiels_random_simulation_passes(name: str) -> None:
    game = load(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@every_game
def test_openspiels_api_tests_pass(name: str) -> None:
    game = load(name)
    run(api_test.EnforceAPIOnPartialTreeBase, game, game.get_type().short_name)


@pytest.mark.parametrize("name", FOLDERS)
def test_the_examples_pass_openspiels_tests(name: str) -> None:
    players, options = EXAMPLES[name]
    game = openspiel.load(example(name), players, options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    run(api_test.EnforceAPIOnPartialTreeBase, game, game.get_type().short_name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["zeus", "odin", *FOLDERS])
def test_openspiels_random_simulation_passes_again_and_again(name: str) -> None:
    game = openspiel.load(example(name), *EXAMPLES[name]) if name in FOLDERS else load(name)
    pyspiel.random_sim_test(game, num_sims=30, serialize=True, verbose=False)


def test_openspiels_api_tests_of_a_whole_tree_pass_for_kuhns_poker() -> None:
    """It knows how many states of each kind there are."""
    game = openspiel.load(Kuhn(), reward="points", told=200)
    run(api_test.EnforceAPIOnFullTreeBase, game, "kuhn_poker")


def run(tests: Any, game: Any, name: str) -> None:
    kind = type("Tests", (tests,), {"game": game, "game_name": name})
    kind.setUpClass()
    result = unittest.TestResult()
    for method in unittest.TestLoader().getTestCaseNames(kind):
        kind(method).run(result)
    assert not [*result.failures, *result.errors], [*result.failures, *result.errors][0][1]
    assert result.testsRun > 3


# -- chance ---------------------------------------------------------------------------------------


def test_kuhns_poker_is_openspiels_own_state_by_state() -> None:
    ours = openspiel.load(Kuhn(), reward="points").new_initial_state()
    theirs = pyspiel.load_game("kuhn_poker").new_initial_state()
    told: dict[tuple[int, str], set[str]] = {}

    def compare(one: Any, other: Any) -> int:
        assert one.current_player() == other.current_player()
        assert one.returns() == other.returns()
        if one.is_terminal():
            return 1
        if one.is_chance_node():
            assert dict(one.chance_outcomes()) == pytest.approx(dict(other.chance_outcomes()))
        else:
            seat = one.current_player()
            told.setdefault((seat, other.information_state_string()), set()).add(
                one.information_state_string()
            )
        assert one.legal_actions() == other.legal_actions()
        return sum(compare(one.child(a), other.child(a)) for a in one.legal_actions())

    assert compare(ours, theirs) == 30
    assert len(told) == 12
    assert all(len(texts) == 1 for texts in told.values())
    assert len(set.union(*told.values())) == 12


def test_equal_cards_are_one_outcome_as_likely_as_all_of_them() -> None:
    state = load("drawing").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.75), (1, 0.25)]
    assert [state.action_to_string(-1, outcome) for outcome in (0, 1)] == ["A", "B"]
    state.apply_action(1)
    # the other three are equal, so nothing is left to shuffle; a number from 0 to 9 comes next,
    # in four parts, because there are four cards in the deck
    likely = [probability for _, probability in state.chance_outcomes()]
    assert likely == pytest.approx([0.3, 0.3, 0.3, 0.1])
    assert state.action_to_string(-1, 1) == "3 to 5"
    state.apply_action(3)
    assert state.current_player() == 0


def reached(choice: Any, likely: float = 1.0) -> Iterator[tuple[Any, float]]:
    """Every result of a choice, and how likely it is."""
    if choice.result is not None:
        yield choice.result, likely
        return
    for outcome, probability in choice.outcomes():
        yield from reached(choice.after(outcome), likely * probability)


@pytest.mark.parametrize("below", [1, 2, 7, 23])
def test_every_number_is_as_likely(below: int) -> None:
    found = dict(reached(Number(0, below, 4)))
    assert found == pytest.approx(dict.fromkeys(range(below), 1 / below))


def test_every_order_is_as_likely() -> None:
    a, b, c = map(Card, "ABC")
    found = list(reached(Order((a, b, a, c), {a: 0, b: 1, c: 2})))
    assert len(found) == len(dict(found)) == 12
    assert [likely for _, likely in found] == pytest.approx([1 / 12] * 12)


@every_game
def test_a_match_of_cardcore_is_followed_result_by_result(name: str) -> None:
    """What a seeded match comes to by its own chance, it comes to by OpenSpiel's outcomes."""
    game, players, options = GAMES[name]
    match = game.match(players, seed=8, options=options, collect="everyone")
    rng = Random(8)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.moves(seat)))
    state = load(name).new_initial_state()
    for seat, what in match.log:
        if seat < 0:
            follow(state, what)
            continue
        assert state.current_player() == seat
        moves = {state.action_to_string(seat, one): one for one in state.legal_actions()}
        state.apply_action(moves[what.text])
    assert state.is_terminal()
    assert state.position.match.log == match.log
    assert state.position.match.standings == match.standings


def follow(state: Any, result: Any) -> None:
    """Let chance come to a result; what can come out in one way only is no node."""
    if not state.is_chance_node():
        return
    before, done = state.decided, len(state.position.results)
    numbers = before.ground.faces
    while state.decided is before and len(state.position.results) == done:
        choice = state.position.choice
        if isinstance(choice, Order):
            if sorted(choice.cards + choice.laid, key=str) != sorted(result, key=str):
                return
            state.apply_action(numbers[result[len(choice.cards) - 1]])
        else:
            outcomes = [outcome for outcome, _ in choice.outcomes()]
            fit = [one for one in outcomes if holds(choice.after(one), result)]
            if not fit:
                return
            state.apply_action(fit[0])


def holds(number: Number, result: int) -> bool:
    return number.low <= result < number.high


# -- information ----------------------------------------------------------------------------------


@every_game
def test_a_sampled_state_is_the_same_to_its_player_and_goes_on(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in list(decisions(load(name), 5))[::7]:
        seat = state.current_player()
        sampled = state.resample_from_infostate(seat, sampler)
        assert sampled.current_player() == seat
        assert sampled.information_state_string(seat) == state.information_state_string(seat)
        assert sampled.observation_string(seat) == state.observation_string(seat)
        assert sampled.legal_actions() == state.legal_actions()
        saved = pickle.loads(pickle.dumps(sampled))
        assert str(saved) == str(sampled)
        assert saved.information_state_string() == sampled.information_state_string()
        assert sum(played_on(sampled.clone(), 1).returns()) == pytest.approx(0)


def test_a_sample_deals_the_other_cards_anew() -> None:
    state = next(decisions(load("zeus"), 1))
    rng = Random(3)
    hands = [
        str(state.resample_from_infostate(0, rng.random).position.match.table.hands[1])
        for _ in range(20)
    ]
    assert len(set(hands)) > 15


def test_who_may_not_act_has_no_sample() -> None:
    state = next(decisions(load("zeus"), 1))
    with pytest.raises(CannotSample):
        state.resample_from_infostate(1 - state.current_player(), Random(1).random)


def test_a_secret_move_is_told_to_nobody_else() -> None:
    """Seats that bid at once act one after the other here; the later ones must not know more."""
    state = next(decisions(load("swap"), 2))
    assert state.current_player() == 0
    children = [state.child(action) for action in state.legal_actions()]
    for seat in (1, 2):
        assert len({child.information_state_string(seat) for child in children}) == 1
        assert len({child.observation_string(seat) for child in children}) == 1
    assert len({child.information_state_string(0) for child in children}) == len(children)


@every_game
def test_the_same_information_means_the_same_moves_and_past(name: str) -> None:
    game = load(name)
    met: dict[tuple[int, str], tuple[Any, ...]] = {}
    for seed in range(40 if name in ("kuhn", "drawing", "swap") else 2):
        own: dict[int, tuple[Any, ...]] = dict.fromkeys(range(game.num_players()), ())
        last = None
        for state in decisions(game, seed):
            if last is not None:
                own[last.current_player()] += (last.information_state_string(),)
            seat, last = state.current_player(), state
            found = (state.legal_actions(), own[seat])
            known = met.setdefault((seat, state.information_state_string()), found)
            assert known == found


def test_information_differs_from_seat_to_seat() -> None:
    for state in get_all_states.get_all_states(openspiel.load(Kuhn())).values():
        if not state.is_chance_node():
            assert len({state.information_state_string(seat) for seat in (0, 1)}) == 2


def test_a_hand_is_the_same_in_whatever_order_it_was_dealt() -> None:
    """The cards of a hand that is dealt at once have no order: fewer states to learn."""
    told = set()
    for first in (0, 1):
        state = openspiel.load(SmallZeus(), 2).new_initial_state()
        state.apply_action(0)  # who deals
        state.apply_action(first)
        state.apply_action(2)
        state.apply_action(1 - first)  # the third card goes to the same seat as the first
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        told |= {(seat, state.information_state_string(seat)) for seat in (0, 1)}
    assert len(told) == 2


def test_a_spectator_sees_what_all_see() -> None:
    game = load("zeus")
    nobody = pyspiel.IIGObservationType(
        perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    state = next(decisions(game, 1))
    public = game.make_py_observer(nobody).string_from(state, 0)
    sampled = state.resample_from_infostate(state.current_player(), Random(1).random)
    assert public == game.make_py_observer(nobody).string_from(sampled, 1)
    assert not any(f" {card.code} " in public for card in state.position.match.table.hands[0])


def test_an_observation_is_an_array_too() -> None:
    game = load("odin")
    first, *_, last = decisions(game, 1)
    seat = first.current_player()
    assert len(first.observation_tensor(seat)) == game.observation_tensor_size() > 100
    assert first.observation_tensor(seat) != last.observation_tensor(seat)
    assert set(game.new_initial_state().observation_tensor(0)) == {0.0}


def test_what_was_told_is_an_array_that_differs_where_the_text_does() -> None:
    game = openspiel.load(Kuhn(), told=200)
    met: dict[tuple[float, ...], str] = {}
    for state in get_all_states.get_all_states(game).values():
        if not state.is_chance_node():
            for seat in (0, 1):
                text = state.information_state_string(seat)
                cells = tuple(state.information_state_tensor(seat))
                assert len(cells) == 200
                assert 0 <= min(cells) < max(cells) <= 1
                assert met.setdefault(cells, text) == text
    assert len(met) == len(set(met.values()))
    short = next(decisions(openspiel.load(Kuhn(), told=9), 1))
    with pytest.raises(GameError, match=r"takes \d+ cells, and there are 9; say told=N"):
        short.information_state_tensor(0)
    assert not load("zeus").get_type().provides_information_state_tensor


def test_openspiels_environment_for_learning_runs_on_the_observation() -> None:
    game = load("zeus")
    table = rl_environment.Environment(game)
    rng, step = Random(1), table.reset()
    while not step.last():
        seen = step.observations
        seat = seen["current_player"]
        assert seen["info_state"][seat] == table.get_state.observation_tensor(seat)
        step = table.step([rng.choice(seen["legal_actions"][seat])])
    assert sum(step.rewards) == 0
    assert sorted(step.rewards) == [-0.5, -0.5, 1.0]


# -- states ---------------------------------------------------------------------------------------


@every_game
def test_a_copy_is_independent_and_a_saved_state_goes_on(name: str) -> None:
    game = load(name)
    for number, state in enumerate(list(states(game, 4))[::31]):
        text = str(state)
        clone, deep = state.clone(), copy.deepcopy(state)
        read = pickle.loads(pickle.dumps(state))
        ends = [played_on(one, number) for one in (clone, deep, read)]
        assert str(state) == text
        assert len({str(end) for end in ends}) == 1
        assert len({tuple(end.returns()) for end in ends}) == 1


def test_who_wins_alone_has_one_and_the_sum_is_zero() -> None:
    game = load("zeus")
    end = played_on(game.new_initial_state(), 3)
    (winner,) = end.position.match.winners
    assert end.returns() == [1.0 if seat == winner else -0.5 for seat in range(3)]
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-0.5, 1.0, 0.0)


def test_points_are_counted_from_their_mean_and_few_are_good_where_they_are() -> None:
    end = played_on(load("odin", reward="points").new_initial_state(), 3)
    totals = end.position.match.scores.totals
    assert end.returns() == pytest.approx([sum(totals) / 4 - points for points in totals])


class Lottery(cardcore.HouseRule):
    """Chance decides about points: a rule of the house that draws a random number."""

    name, title = "lottery", "a lottery"

    def deal_scored(self, table: Any, points: Sequence[int] | None) -> Sequence[int] | None:
        won = table.chance.integer(3)
        return [int(seat == won) for seat in table.seats]


def test_house_rules_count_and_may_use_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    plugins = Plugins([])
    plugins.register(Brought(), "lottery")
    monkeypatch.setattr("cardcore.plugins.installed", lambda: plugins)
    game = load("drawing", house_rules=["lottery"])
    state = next(decisions(game, 1))
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert len(state.chance_outcomes()) == 3
    assert [state.child(won).returns() for won in range(3)] == [[1, -1], [-1, 1], [0, 0]]


class Brought:
    """A plugin."""

    @cardcore.hookimpl
    def cardcore_house_rules(self) -> list[cardcore.HouseRule]:
        return [Lottery()]


def test_a_game_without_numbers_for_its_moves_has_them_by_place() -> None:
    plain = load("swap")
    assert plain.num_distinct_actions() == 256
    few = load("zeus", places=9)
    assert few.num_distinct_actions() == 9
    assert all(state.legal_actions()[-1] < 9 for state in decisions(few, 1))
    pyspiel.random_sim_test(few, num_sims=1, serialize=True, verbose=False)


def test_a_match_that_is_broken_off_is_won_by_nobody() -> None:
    end = played_on(load("zeus", max_steps=7).new_initial_state(), 3)
    assert (end.position.made, end.returns()) == (7, [0.0, 0.0, 0.0])


def test_installed_games_are_registered_with_their_options() -> None:
    assert {"cardcore_zeus", "cardcore_odin"} <= set(pyspiel.registered_names())
    game = pyspiel.load_game("cardcore_odin(players=2,removed_colours=2,limit=20,goat=True)")
    options = game.new_initial_state().decided.ground.setting.options
    assert (options.removed_colours, options.limit, options.goat) == (2, 20, True)
    assert game.num_players() == 2
    hand = pyspiel.load_game("cardcore_odin(limit_word=one-hand)")
    assert hand.new_initial_state().decided.ground.setting.options.limit == "one-hand"
    assert str(pyspiel.load_game(str(hand))) == str(hand)


def test_every_parameter_is_documented() -> None:
    page = (Path(__file__).parent.parent / "docs" / "research.md").read_text("utf-8")
    for name in ("players", *SETTING):
        assert f"| `{name}` |" in page.partition("## OpenSpiel")[2]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"players": 1}, "players is one of 2, 3, not 1"),
        ({"players": 9}, "Drawing is for 1 to 3 players, not 9"),
        ({"options": {"limit": "none"}}, "there is no option 'limit'"),
        ({"reward": "glory"}, "reward is one of win, points, not 'glory'"),
        ({"max_steps": 0}, "max_steps is a whole number from 1, not 0"),
        ({"places": 0}, "places is a whole number from 1, not 0"),
        ({"told": -1}, "told is a whole number from 1, not -1"),
        ({"house_rules": ["nobody"]}, "there is no house rule 'nobody'"),
    ],
)
def test_what_a_game_does_not_accept_is_refused_with_the_reason(
    wrong: dict[str, Any], told: str
) -> None:
    with pytest.raises(BadOptions) as error:
        openspiel.load(Drawing(), **wrong)
    assert told in str(error.value)


def test_a_game_may_be_named_and_an_unknown_one_is_told() -> None:
    assert openspiel.load("zeus").get_type().short_name == "cardcore_zeus"
    with pytest.raises(UnknownGame, match="did you mean 'zeus'"):
        openspiel.load("zeuss")
    with pytest.raises(BadOptions, match="a game is a Game or the name of one, not 7"):
        openspiel.load(7)  # type: ignore[arg-type]
    for text in ("cardcore_odim", "cardcore_odin(limt=3)", "cardcore_odin(goat=3)"):
        with pytest.raises(pyspiel.SpielError):
            pyspiel.load_game(text)


def test_an_illegal_action_is_told_and_nothing_changes() -> None:
    game = load("odin", max_steps=1)
    first, *_, last = states(game, 1)
    decision = next(decisions(game, 1))
    illegal = set(range(game.num_distinct_actions())) - set(decision.legal_actions())
    for state, action in (
        (first, 99),
        (decision, illegal.pop()),
        (decision, 10**6),
        (last, 0),
    ):
        before = str(state)
        with pytest.raises(IllegalMove, match="no legal action; legal_actions tells which are"):
            state.apply_action(action)
        assert str(state) == before
    with pytest.raises(IllegalMove, match="no legal action"):
        decision.action_to_string(decision.current_player(), 10**6)
    with pytest.raises(CannotSample):
        first.resample_from_infostate(0, Random(1).random)


def test_without_openspiel_the_error_names_the_extra() -> None:
    program = (
        "import sys; sys.modules['pyspiel'] = None\n"
        "from cardcore.extras import MissingExtra\n"
        "try: import cardcore.adapters.openspiel\n"
        "except MissingExtra as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    assert "pip install 'cardcore[openspiel]'" in done.stdout


def test_python_ends_in_peace_with_games_registered() -> None:
    program = "import cardcore.adapters.openspiel"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")


# -- algorithms -----------------------------------------------------------------------------------


def test_cfr_finds_the_value_of_kuhns_poker() -> None:
    solver = cfr.CFRSolver(openspiel.load(Kuhn(), reward="points"))
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    first = openspiel.load(Kuhn(), reward="points").new_initial_state()
    value, _ = expected_game_score.policy_value(first, [policy, policy])
    assert value == pytest.approx(-1 / 18, abs=0.01)


def test_outcome_sampling_mccfr_comes_close_to_an_equilibrium() -> None:
    np.random.seed(1)
    game = openspiel.load(Kuhn(), reward="points")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(1000):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.5


def test_outcome_sampling_mccfr_runs_on_a_shrunk_deck() -> None:
    np.random.seed(2)
    game = openspiel.load(SmallZeus(), 2, {"letters": 3})
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    state = next(decisions(game, 1))
    likely = solver.average_policy().action_probabilities(state)
    assert sorted(likely) == state.legal_actions()
    assert sum(likely.values()) == pytest.approx(1)


def test_mcts_chooses_a_legal_move() -> None:
    game = load("zeus")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2, 20, evaluator, random_state=np.random.RandomState(1))
    state = next(decisions(game, 1))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["zeus", "swap"])
def test_ismcts_chooses_a_legal_move(name: str) -> None:
    game = load(name)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2, 20, random_state=np.random.RandomState(1))
    state = next(decisions(game, 1))
    policy = bot.get_policy(state)
    assert Counter(action for action, _ in policy) == Counter(state.legal_actions())
    assert sum(likely for _, likely in policy) == pytest.approx(1)
