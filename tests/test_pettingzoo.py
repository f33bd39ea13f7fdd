"""Games as environments of PettingZoo and Gymnasium: their own tests, and what ours promise."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from enum import Enum
from random import Random
from typing import Any, Literal

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from small_games import Elimination, NopeGame, Passing, SwapGame
from test_examples import GAMES as FOLDERS
from test_examples import game as example

import cardcore
from cardcore import (
    DECLINE,
    BadOptions,
    Card,
    Decline,
    GameError,
    IllegalMove,
    Move,
    UnknownBot,
    UnknownGame,
)
from cardcore.adapters import gymnasium, pettingzoo
from cardcore.adapters.actions import Actions
from cardcore.adapters.cells import Known, Sheet, coder
from cardcore.adapters.encoding import Encoding
from cardcore.adapters.rewards import for_points, for_winning
from cardcore.extras import MissingExtra

GAMES = {"zeus": 3, "odin": 4, "crazy-eights": 3, "hearts": 4, "nope": 3, "uno": 3}
"""For each game, ours and all examples, a number of players."""

every_game = pytest.mark.parametrize("name", GAMES)


def test_every_example_is_among_the_games() -> None:
    assert GAMES.keys() == {"zeus", "odin", *FOLDERS}


def env(name: str, **wishes: Any) -> Any:
    game = name if name in ("zeus", "odin") else example(name)
    return pettingzoo.env(game, GAMES[name], **wishes)


def steps(table: Any, seed: int, most: int = 10_000) -> Iterator[tuple[str, Any]]:
    """Play a match at random; gives each agent that is to act, and what it sees."""
    rng = Random(seed)
    table.reset(seed=seed)
    for agent in table.agent_iter(most):
        seen, _, ended, truncated, _ = table.last()
        if ended or truncated:
            table.step(None)
            continue
        yield agent, seen
        table.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


# -- the libraries' own tests ---------------------------------------------------------------------


@every_game
def test_passes_the_tests_of_pettingzoo(name: str) -> None:
    api_test(env(name), num_cycles=500)
    seed_test(lambda: env(name), num_cycles=200)
    render_test(lambda **mode: env(name, **mode))


@pytest.mark.slow
@every_game
def test_runs_in_the_benchmark_of_pettingzoo(name: str) -> None:
    performance_benchmark(env(name))


@every_game
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.filterwarnings("ignore:.*not having a spec")
def test_passes_the_check_of_gymnasium(name: str, seat: int) -> None:
    game = name if name in ("zeus", "odin") else example(name)
    maker = cardcore.installed().bot("odin", "random")
    for mode in (None, "ansi", "human"):
        check_env(gymnasium.env(game, GAMES[name], seat=seat, bots=[maker], render_mode=mode))


# -- actions --------------------------------------------------------------------------------------


@every_game
def test_the_mask_is_the_legal_moves_and_an_action_plays_the_move_it_stands_for(name: str) -> None:
    table = env(name)
    for agent, seen in steps(table, 3, 300):
        seat = table.possible_agents.index(agent)
        legal = table.match.moves(seat)
        actions = np.flatnonzero(seen["action_mask"]).tolist()
        assert {table.actions.moves[action] for action in actions} == set(legal)
        assert table.actions.numbers(legal) == [table.actions.moves.index(move) for move in legal]
        before = len(table.match.log)
        trial = table.match.copy()
        trial.play(seat, table.actions.moves[actions[0]])
        assert trial.log[before] == (seat, table.actions.moves[actions[0]])


@every_game
def test_only_the_agent_in_turn_has_actions(name: str) -> None:
    table = env(name)
    for agent, seen in steps(table, 5, 100):
        assert seen["action_mask"].any()
        for other in set(table.agents) - {agent}:
            assert not table.observe(other)["action_mask"].any()


def test_a_claim_is_asked_of_everybody_so_that_being_asked_tells_nothing() -> None:
    table = env("nope")
    alone = table.actions.numbers([DECLINE])
    asked = [np.flatnonzero(seen["action_mask"]).tolist() for _, seen in steps(table, 1)]
    assert alone in asked


@pytest.mark.parametrize("game", [Passing(), Elimination()], ids=lambda game: game.name)
def test_without_a_list_of_all_moves_the_legal_ones_are_numbered_by_their_place(game: Any) -> None:
    table = pettingzoo.env(game, 3)
    assert table.actions.moves is None
    for agent, seen in steps(table, 1):
        legal = table.match.moves(table.possible_agents.index(agent))
        assert np.flatnonzero(seen["action_mask"]).tolist() == list(range(len(legal)))
    with pytest.raises(GameError, match=r"has \d+ moves, and only 1 have numbers; say places="):
        list(steps(pettingzoo.env(game, 3, places=1), 1))


def test_a_move_without_a_number_is_told_with_what_to_do() -> None:
    table = env("zeus")
    table.actions = Actions(Unlisted(), table.setting.options)
    table.reset(seed=1)
    with pytest.raises(GameError, match=r"all_moves does not list 'play .*'; say places=N"):
        table.last()


class Unlisted(type(cardcore.game("zeus"))):  # type: ignore[misc]
    """Its moves are not those that it lists."""

    def all_moves(self, options: Any) -> list[Any]:
        return [DECLINE]


def test_an_illegal_action_ends_the_match_with_a_loss() -> None:
    table = env("odin")
    table.reset(seed=1)
    agent, mask = table.agent_selection, table.last()[0]["action_mask"]
    table.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(table.terminations.values())
    assert table.rewards == {one: -1.0 if one == agent else 0.0 for one in table.agents}
    assert not table.last()[0]["action_mask"].any()
    for one in table.agent_iter():
        assert table.last()[1] == (-1.0 if one == agent else 0.0)
        table.step(None)


@pytest.mark.parametrize(
    "action", [0, -1, 10**6, None, "pass", 1.5, float("nan"), [1], np.array([1, 2])], ids=repr
)
def test_where_nothing_is_lost_an_illegal_action_is_refused(action: Any) -> None:
    table = env("odin", illegal_reward=None)
    table.reset(seed=1)
    if type(action) is int and action == 0:
        action = int(np.flatnonzero(table.last()[0]["action_mask"] == 0)[0])
    before = table.match.to_dict()
    with pytest.raises(IllegalMove, match="no legal action; action_mask tells which are"):
        table.step(action)
    assert table.match.to_dict() == before


# -- observations ---------------------------------------------------------------------------------


@every_game
def test_what_a_seat_does_not_know_is_not_in_what_it_observes(name: str) -> None:
    table, rng, different = env(name), Random(1), 0
    for number, (agent, seen) in enumerate(steps(table, 7, 400)):
        if number % 7:
            continue
        seat = table.possible_agents.index(agent)
        other = table.match.observe(seat).sample(rng)
        different += other.to_dict()["table"] != table.match.to_dict()["table"]
        assert (table.encoding.encode(other.observe(seat)) == seen["observation"]).all()
    assert different > 3


@pytest.mark.parametrize(
    "game", [Elimination(), NopeGame(), Passing(), SwapGame()], ids=lambda game: game.name
)
def test_secret_fields_and_lost_cards_are_not_observed_either(game: Any) -> None:
    table, rng = pettingzoo.env(game, 3), Random(1)
    for agent, seen in steps(table, 2):
        seat = table.possible_agents.index(agent)
        other = table.match.observe(seat).sample(rng)
        assert (table.encoding.encode(other.observe(seat)) == seen["observation"]).all()


@every_game
def test_all_that_a_table_has_is_in_what_is_observed(name: str) -> None:
    table = env(name)
    assert table.encoding.left_out == ()
    ends = [part.stop for part in table.encoding.parts.values()]
    assert [part.start for part in table.encoding.parts.values()] == [0, *ends[:-1]]
    assert ends[-1] == table.encoding.size


def cells(table: Any, agent: str, part: str) -> list[float]:
    observed = table.observe(agent)["observation"]
    return observed[table.encoding.parts[part]].tolist()  # type: ignore[no-any-return]


def test_seats_are_counted_from_the_one_that_looks() -> None:
    table = env("odin")
    table.reset(seed=4)
    match = table.match
    deck = list(dict.fromkeys(match.setting.deck))
    for seat, agent in enumerate(table.agents):
        own = [float(card in match.table.hands[seat]) for card in deck]
        assert cells(table, agent, "hands 0") == own
        assert not any(cells(table, agent, "hands 1"))
        assert cells(table, agent, "seat").index(1.0) == seat
        assert cells(table, agent, "turn").index(1.0) == (match.to_act[0] - seat) % 4


def test_the_suit_to_follow_and_the_top_card_are_observed() -> None:
    table = env("crazy-eights")
    suits = ["clubs", "diamonds", "hearts", "spades"]
    for agent, _ in steps(table, 2, 100):
        deal = table.match.table
        told = cells(table, agent, "suit")
        assert told == [float(deal.suit == suit) for suit in suits] + [0.0]
        top = cells(table, agent, "discards top").index(1.0)
        assert list(dict.fromkeys(deal.cards))[top] is deal.discards.top


def test_a_card_that_was_taken_openly_is_still_known() -> None:
    table, found = env("odin"), 0
    for agent, _ in steps(table, 3):
        seat = table.possible_agents.index(agent)
        for view in table.match.observe(seat).piles:
            if view.label[0] == "hands" and view.label[1] != seat and view.known:
                found += 1
                place = (view.label[1] - seat) % 4
                assert sum(map(bool, cells(table, agent, f"hands {place}"))) == len(view.known)
    assert found > 5


def test_a_bot_can_write_an_observation_as_the_environment_does() -> None:
    table = pettingzoo.env("zeus", 3, letters=3)
    encoding = Encoding.of("zeus", 3, letters=3)
    assert encoding.parts == table.encoding.parts
    assert encoding.actions.moves == table.actions.moves
    for agent, seen in steps(table, seed=4):
        observation = table.match.observe(table.possible_agents.index(agent))
        assert (encoding.encode(observation) == seen["observation"]).all()
        numbers = encoding.actions.numbers(observation.moves)
        assert sorted(numbers) == np.flatnonzero(seen["action_mask"]).tolist()


def test_what_was_returned_is_not_changed_later() -> None:
    table = env("zeus")
    kept = [(seen, copy.deepcopy(seen)) for _, seen in steps(table, 1, 50)]
    for seen, before in kept:
        assert (seen["observation"] == before["observation"]).all()
        assert (seen["action_mask"] == before["action_mask"]).all()


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


SEVEN, EIGHT = Card("7", suit="cups"), Card("8", suit="coins")


@pytest.mark.parametrize(
    ("hint", "value", "written"),
    [
        (bool, True, [1]),
        (int, 20, [0.5, 0, 0, 0]),
        (int, -20, [-0.5, 0, 0, 0]),
        (int, 0, [0, 0, 0, 1]),
        (int | None, None, [1, 0, 0, 0, 0]),
        (int | None, 1, [0, 1 / 21, 1, 0, 0]),
        (str, "cups", [0, 1, 0]),
        (str, "wands", [0, 0, 1]),
        (str, "", [0, 0, 0]),
        (Colour, Colour.BLUE, [0, 1, 0]),
        (Literal["a", "b"], "a", [1, 0, 0]),
        (Card, EIGHT, [0, 1]),
        (list[Card], [SEVEN, EIGHT], [0.5, 1]),
        (list[Card], [EIGHT, SEVEN, EIGHT], [0.5, 1]),
        (set[Card], {SEVEN}, [0.5, 0]),
        (tuple[Card, ...], (SEVEN, SEVEN), [1, 0]),
        (set[int], {0, 2, 9}, [0, 1, 1]),
        (dict[int, bool], {1: True, 7: True}, [1, 0, 0]),
        (list[bool], [True, False, False], [0, 0, 1]),
        (list[int], [1], [1, 0, 0] + [0] * 8 + [1 / 21, 1, 0, 0]),
        (list[set[Card]], [set(), {EIGHT}], [0, 1, 0, 0, 0, 0]),
        (Move | None, Decline(), [0, 1, 0, 0, 0]),
    ],
    ids=str,
)
def test_a_value_is_written_by_its_type_and_seats_from_the_viewer_on(
    hint: Any, value: Any, written: list[float]
) -> None:
    known = Known(3, [SEVEN, SEVEN, EIGHT], kinds=[Decline])
    how = coder(hint, known)
    assert how is not None
    sheet = Sheet(1, how.size)
    how.write(value, 0, sheet)
    wholes = np.ones(how.size)
    how.share(0, wholes)
    assert (np.array(sheet.cells) / wholes).tolist() == pytest.approx(written)


@pytest.mark.parametrize("hint", [int | str, dict[str, int], tuple[int, str], list[list[Decline]]])
def test_other_types_are_left_out_or_written_as_far_as_they_go(hint: Any) -> None:
    how = coder(hint, Known(2, [SEVEN], kinds=[Decline]))
    assert (how is None) == (hint != list[list[Decline]])


# -- seeds ----------------------------------------------------------------------------------------


def played(table: Any, seed: int) -> list[Any]:
    return [(agent, seen["observation"].tobytes()) for agent, seen in steps(table, seed)]


@every_game
def test_the_same_seed_gives_the_same_episode_and_the_match_of_that_seed(name: str) -> None:
    first, second = env(name), env(name)
    first.reset()
    assert played(first, 11) == played(second, 11) != played(first, 12)
    first.reset(seed=11)
    game = first.setting.game
    match = game.match(GAMES[name], seed=11, collect="everyone")
    assert first.match.to_dict() == match.to_dict()


def test_episodes_after_a_seed_follow_from_it() -> None:
    one, other, free = env("odin"), env("odin"), env("odin")
    seeds = []
    for table in (one, other, free):
        if table is not free:
            table.reset(seed=np.int64(5))
        for _ in range(3):
            table.reset()
            seeds.append(table.match.seed)
    assert seeds[:3] == seeds[3:6]
    assert len(set(seeds)) == 6


def test_an_environment_can_be_pickled_and_copied() -> None:
    table = env("odin", limit=10)
    for other in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):
        assert other.setting.options.limit == 10
        assert played(other, 3) == played(table, 3)


# -- rewards and ends -----------------------------------------------------------------------------


@every_game
def test_whoever_wins_alone_has_one_and_all_rewards_together_are_zero(name: str) -> None:
    table = env(name)
    for seed in range(4):
        for _ in steps(table, seed):
            paid = dict(table.rewards)
            assert not any(paid.values())
        match = table.match
        rewards = for_winning(match)
        assert sum(rewards) == pytest.approx(0)
        if len(match.winners) == 1:
            assert rewards[match.winners[0]] == 1


def test_agents_are_paid_at_the_end() -> None:
    table, paid = env("zeus"), {}
    rng = Random(1)
    table.reset(seed=1)
    for agent in table.agent_iter():
        seen, reward, ended, _, _ = table.last()
        if ended:
            paid[agent] = reward
            table.step(None)
        else:
            assert reward == 0
            table.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    assert list(paid.values()) == for_winning(table.match)
    assert sorted(paid.values()) == [-0.5, -0.5, 1.0]


def test_partners_win_together() -> None:
    table = env("hearts", partners=True, limit=25)
    for _ in steps(table, 1):
        pass
    rewards = for_winning(table.match)
    assert [rewards[0], rewards[1]] == [rewards[2], rewards[3]]
    assert sorted(rewards) == [-1, -1, 1, 1]


def test_points_are_paid_deal_by_deal_above_the_average() -> None:
    table, total = env("odin", reward="points", limit=30), dict.fromkeys(range(4), 0.0)
    deals = 0
    for _ in steps(table, 3):
        if len(table.match.scores.deals) > deals:
            deals += 1
            points = table.match.scores.deals[-1]
            assert list(table.rewards.values()) == for_points(table.match, points)
        else:
            assert not any(table.rewards.values())
        for seat, reward in enumerate(table.rewards.values()):
            total[seat] += reward
    last = for_points(table.match, table.match.scores.deals[-1])
    final = [total[seat] + last[seat] for seat in range(4)]
    assert deals > 1
    # few points are good
    best = min(range(4), key=table.match.scores.totals.__getitem__)
    assert final.index(max(final)) == best
    assert for_points(table.match, None) == [0, 0, 0, 0]


def test_a_match_that_is_too_long_is_truncated() -> None:
    table = env("zeus", max_steps=10)
    seen = list(steps(table, 1))
    assert len(seen) == 10
    assert table.agents == []
    table.reset(seed=1)
    assert not any(table.truncations.values())
    short = gymnasium.env("zeus", bots=["random"], max_steps=3)
    short.reset(seed=1)
    for _ in range(3):
        mask = short.table.observe(short.agent)["action_mask"]
        _, reward, ended, truncated, _ = short.step(int(mask.argmax()))
    assert (reward, ended, truncated) == (0, False, True)


# -- one seat against bots ------------------------------------------------------------------------


def duel(table: Any, seed: int) -> list[Any]:
    rng, told = Random(seed), []
    seen, _ = table.reset(seed=seed)
    while True:
        action = rng.choice(np.flatnonzero(seen["action_mask"]).tolist())
        seen, reward, ended, truncated, _ = table.step(action)
        told.append((seen["observation"].tobytes(), reward))
        if ended or truncated:
            return told


@pytest.mark.parametrize("seat", range(4))
def test_bots_play_the_other_seats_the_same_with_the_same_seed(seat: int) -> None:
    table = gymnasium.env("odin", 4, seat=seat, bots=["heuristic", "random"], limit=10)
    told = duel(table, 5)
    assert told == duel(table, 5) != duel(table, 6)
    assert sum(reward for _, reward in told) == for_winning_of(table, 5)[seat]
    names = ["heuristic", "random", "heuristic"]
    assert [table.table.setting.bots[(seat + 1 + i) % 4] for i in range(3)] == names
    assert table.table.setting.bots[seat] == ""


def for_winning_of(table: Any, seed: int) -> list[float]:
    duel(table, seed)
    return for_winning(table.table.match)


def test_after_the_end_nothing_changes() -> None:
    table = gymnasium.env("odin", 3, limit=10)
    duel(table, 1)
    log = len(table.table.match.log)
    seen, reward, ended, truncated, _ = table.step(0)
    assert (reward, ended, truncated) == (0, True, False)
    assert not seen["action_mask"].any()
    assert len(table.table.match.log) == log


def test_the_table_is_shown_as_the_seat_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    table = gymnasium.env("zeus", 3, bots=["random"], seat=1, render_mode="human")
    duel(table, 2)
    out = capsys.readouterr().out
    assert "Player 2 may: " in out
    assert "Player 1 may" not in out
    assert all("hand: none" in line or "card" in line for line in out.splitlines()
               if line.startswith(("Player 1: ", "Player 3: ")))  # fmt: skip
    shown = pettingzoo.env("zeus", 3, render_mode="ansi")
    shown.reset(seed=1)
    assert "Draw pile: 48 cards." in shown.render()


# -- what is wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "kind", "told"),
    [
        ({"game": "odim"}, UnknownGame, "there is no game 'odim'; did you mean 'odin'?"),
        ({"players": 9}, BadOptions, "Odin is for 2 to 6 players, not 9"),
        ({"players": "two"}, BadOptions, "the number of players is a whole number"),
        ({"limt": 10}, BadOptions, "limt"),
        ({"limit": "much"}, BadOptions, "limit cannot be 'much'"),
        ({"reward": "money"}, BadOptions, "reward is one of win, points, not 'money'"),
        ({"render_mode": "rgb"}, BadOptions, "render_mode is one of human, ansi, None, not 'rgb'"),
        ({"max_steps": 0}, BadOptions, "max_steps is a whole number from 1, not 0"),
        ({"places": -1}, BadOptions, "places is a whole number from 1, not -1"),
        ({"places": 0}, BadOptions, "places is a whole number from 1, not 0"),
        ({"illegal_reward": "x"}, BadOptions, "illegal_reward is a number or None, not 'x'"),
        ({"house_rules": "nobody"}, BadOptions, "there is no house rule 'nobody'"),
        ({"game": None}, BadOptions, "a game is a Game or the name of one, not None"),
    ],
)
@pytest.mark.parametrize("adapter", [pettingzoo, gymnasium], ids=["pettingzoo", "gymnasium"])
def test_what_is_wrong_is_told_in_a_line(adapter: Any, wishes: Any, kind: Any, told: str) -> None:
    with pytest.raises(kind) as error:
        adapter.env(**{"game": "odin", **wishes})
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("wishes", "kind", "told"),
    [
        ({"seat": 3}, BadOptions, "there is no seat 3 among 3"),
        ({"bots": ["randm"]}, UnknownBot, "did you mean 'random'?"),
        ({"bots": ["random"] * 3}, BadOptions, "there are 3 bots for 2 other seats"),
        ({"bots": [3]}, BadOptions, "a bot is a BotMaker or the name of one, not 3"),
    ],
)
def test_wrong_bots_and_seats_are_told(wishes: Any, kind: Any, told: str) -> None:
    with pytest.raises(kind) as error:
        gymnasium.env("odin", **wishes)
    assert told in str(error.value)


def test_what_comes_before_a_reset_is_told() -> None:
    table, one = env("odin"), gymnasium.env("odin")
    for early in (
        table.render,
        table.last,
        lambda: table.observe("player_0"),
        lambda: table.step(0),
        lambda: one.step(0),
        one.render,
    ):
        with pytest.raises(BadOptions, match=r"call reset\(\) first"):
            early()


@pytest.mark.parametrize("seed", ["x", 1.5])
def test_a_seed_that_is_no_whole_number_is_told(seed: Any) -> None:
    table = env("odin")
    table.reset(seed=1)
    before = table.match.to_dict()
    with pytest.raises(BadOptions, match="a seed is a whole number, not"):
        table.reset(seed=seed)
    assert table.match.to_dict() == before


def test_an_agent_that_is_not_there_is_told() -> None:
    table = env("zeus")
    table.reset(seed=1)
    for ask in (table.observe, table.observation_space, table.action_space):
        with pytest.raises(BadOptions, match="there is no agent 'player_9'; the agents are: pl"):
            ask("player_9")


def test_after_the_end_an_agent_may_do_nothing_more() -> None:
    table = env("odin", max_steps=1)
    table.reset(seed=1)
    table.step(int(table.last()[0]["action_mask"].argmax()))
    with pytest.raises(ValueError, match="the only valid action is None"):
        table.step(0)


def test_an_encoding_writes_no_observation_of_another_table() -> None:
    encoding = Encoding.of("odin", 3)
    for game, players in (("odin", 2), ("zeus", 3)):
        seen = cardcore.game(game).match(players, seed=1).observe(0)
        with pytest.raises(BadOptions, match="what is seen of Odin with 3 players, not of"):
            encoding.encode(seen)
    with pytest.raises(BadOptions, match="observe a seat"):
        encoding.encode(cardcore.game("odin").match(3, seed=1).observe(None))


@pytest.mark.parametrize("adapter", [pettingzoo, gymnasium], ids=["pettingzoo", "gymnasium"])
def test_without_the_library_the_error_names_the_extra(
    adapter: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingExtra) as error:
        adapter.env("odin")
    assert "pip install 'cardcore[pettingzoo]'" in str(error.value)


def test_named_bots_play_games_that_are_not_installed() -> None:
    for bots in (["random"], []):
        table = gymnasium.env(Passing(), bots=bots, seat=1)
        observation, _ = table.reset(seed=4)
        assert observation["action_mask"].any()
