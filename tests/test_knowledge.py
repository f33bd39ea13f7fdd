"""Knowledge: what seats know of cards, judged by every world that agrees with what they saw."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from small_games.lab import Belief, Lab, Step, carry_out, script, signal, world_of
from small_games.passing import Passing

from cardcore import GameError, Observation
from cardcore.testing import position

SCRIPTS = 60
WORLDS = 150


def told(steps: list[Step]) -> str:
    return "".join(f"\n  {step}" for step in steps)


def difference(one: Observation, two: Observation) -> str:
    """The fields in which two observations differ."""
    lines = []
    for name in ("piles", "mixed", "happened"):
        first, second = getattr(one, name), getattr(two, name)
        if len(first) != len(second):
            lines.append(f"{name}: {first}\n    against {second}")
        lines += [
            f"{name}: {a}\n    against {b}" for a, b in zip(first, second, strict=False) if a != b
        ]
    return "\n  ".join(lines)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", range(SCRIPTS))
def test_what_looks_the_same_is_observed_the_same(number: int, seats: int) -> None:
    """In all worlds in which a seat sees the same happen, it observes the same."""
    steps = script(Random(number), seats, 9, heap=number % 3 == 0)
    first: dict[Any, tuple[Observation, int]] = {}
    compared = 0
    for k in range(WORLDS):
        match, rng = Lab().match(players=seats, seed=k), Random(k)
        seen: dict[int | None, list[Any]] = defaultdict(list)
        for place, step in enumerate(steps):
            before = world_of(match)
            shown = [card.code for card in carry_out(match.table, step, rng)]
            for seat in (0, None):
                seen[seat].append(signal(before, world_of(match), shown, step, seat))
                observed = match.observe(seat)
                other, other_world = first.setdefault((seat, *seen[seat]), (observed, k))
                compared += other_world != k
                assert observed == other, (
                    f"script {number} of {seats} seats, worlds {other_world} and {k}: seat {seat} "
                    f"saw the same of{told(steps[: place + 1])}\nbut observes\n  "
                    f"{difference(other, observed)}"
                )
    assert compared > WORLDS


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("number", range(SCRIPTS))
def test_what_is_known_and_sampled_is_possible(number: int, seats: int) -> None:
    """A sampled world is one of those that agree with all that the seat saw."""
    steps = script(Random(number), seats, 9, heap=number % 3 == 0)
    match, rng = Lab().match(players=seats, seed=number), Random(number)
    belief = Belief(match, 0)
    for place, step in enumerate(steps):
        before = world_of(match)
        shown = [card.code for card in carry_out(match.table, step, rng)]
        belief.learn(step, signal(before, world_of(match), shown, step, 0))
        assert world_of(match) in belief.worlds, "the reckoning of worlds is wrong"
        observation = match.observe(0)
        for _ in range(10):
            sampled = observation.sample(rng)
            assert world_of(sampled) in belief.worlds, (
                f"script {number} of {seats} seats: {world_of(sampled)} is dealt to seat 0 after"
                f"{told(steps[: place + 1])}\nbut the {len(belief.worlds)} possible worlds are "
                f"like {min(belief.worlds)}"
            )


def test_hands_that_are_exchanged_keep_what_is_known_of_their_cards() -> None:
    match = position(Lab(), players=3, hands=["a b", "c", "d"], discard="a")
    table = match.table
    one, two, three = table.hands
    table.put(table.discard[-1], table.discard, one)  # openly: everybody knows this one
    table.show(three, to=[0])
    table.swap(one, two)
    table.swap(two, three)
    assert [[str(card) for card in hand] for hand in table.hands] == [["c"], ["d"], ["a", "a", "b"]]
    seen = [match.observe(seat)["hands"] for seat in (0, 1, 2, None)]
    # seat 0 has given a a b away and was shown d; seat 1 has held both hands that went by
    assert [list(map(str, view.known)) for view in seen[0]] == [["c"], ["d"], ["a", "a", "b"]]
    assert [list(map(str, view.known)) for view in seen[1]] == [["c"], ["d"], ["a", "a", "b"]]
    assert [list(map(str, view.known)) for view in seen[2]] == [[], ["d"], ["a", "a", "b"]]
    assert [list(map(str, view.known)) for view in seen[3]] == [[], [], ["a"]]
    assert match.observe(2).hand.shared.count(None) == 1


def test_only_hands_are_exchanged() -> None:
    match = position(Lab(), players=3, hands=["a b", "c", "d"])
    with pytest.raises(GameError, match="only hands"):
        match.table.swap(match.table.hands[0], match.table.stock)


def test_who_laid_a_card_face_down_is_known_to_know_it_in_sampled_matches_too() -> None:
    match = Passing().match(3, seed=5)
    match.play(2, match.moves(2)[0])
    seen = match.observe(0)["aside"][2]
    assert (seen.cards, seen.shared) == ((None,), ((2,),))
    sampled = match.observe(0).sample(Random(1))
    assert sampled.observe(0)["aside"][2] == seen
    assert match.observe(2)["aside"][2].shared == ()
