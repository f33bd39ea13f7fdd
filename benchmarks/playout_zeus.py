"""The tightest plain-Python playout of *Zeus on the Loose* we could write: a speed yardstick.

No engine, no classes, no third-party imports: one function plays whole matches by the default
options of the rules page (60-card deck, automatic drawing, ...) with uniformly random decisions.
"Rule N" in the comments is the number on that page.

What counts as a decision:

* a turn: the seat in turn chooses uniformly among the *distinct* faces of its hand (one decision,
  also where there is only one);
* an answer to a sneak offer: after a number card has been played, tested for the end of the round
  and replaced by a drawn card, every other seat that holds the number is asked, the nearest to the
  left first, and answers "sneak" or "decline". The first claim ends that asking; the others are
  then asked about the sneak itself, and so on.

Run the file to see decisions per second for 2 to 5 players.
"""

import random
import time
from collections.abc import Sequence
from itertools import combinations_with_replacement, starmap
from operator import mul
from typing import Any, Final, TypeAlias

# Faces: a number card is its own number, 1 to 10. The gods follow: first the two that do not steal,
# then the six that do (rule 9c): `face <= 10` is a number, `face > HERMES` a god that steals.
ATHENA: Final = 11
HERMES: Final = 12
APHRODITE: Final = 13
APOLLO: Final = 14
ARES: Final = 15
ARTEMIS: Final = 16
HERA: Final = 17
POSEIDON: Final = 18

# Rule 2: how many copies of every face are in the 60-card deck (no face is 0).
COPIES: Final = (0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2, 2, 3, 2, 1, 4)
DECK: Final = tuple(face for face, copies in enumerate(COPIES) for _ in range(copies))

# Rule 8: AFTER[god][total] is the total after that god (the rows of the numbers are not used).
_SAME: Final = tuple(range(100))
AFTER: Final = (
    *((),) * ATHENA,
    _SAME,  # Athena
    tuple(10 * (total % 10) + total // 10 for total in range(100)),  # Hermes
    tuple(10 * ((total + 5) // 10) for total in range(100)),  # Aphrodite
    _SAME,  # Apollo
    (50,) * 100,  # Ares
    _SAME,  # Artemis
    (99,) * 100,  # Hera
    tuple(max(0, total - 10) for total in range(100)),  # Poseidon
)

# Hands are nodes of a graph made once, so that playing and drawing are nothing but look-ups.
# A node with less than four cards:  node[face] is the hand with that card added.
# A node with four cards:            node[face] is the hand without that card, None if not held;
#                                    node[0] is the tuple of its distinct faces, ascending.
# (Small matters: the graph has to stay in the processor's cache, so equal tuples are shared.)
Node: TypeAlias = Sequence[Any]


def _hand_graph() -> Node:
    """Make the graph of all hands of up to four cards and return the empty hand."""
    faces = range(1, len(COPIES))
    short: dict[tuple[int, ...], list[Any]] = {
        cards: [None] * len(COPIES)
        for size in range(4)
        for cards in combinations_with_replacement(faces, size)
    }
    nodes: dict[tuple[int, ...], Node] = {**short}
    shared: dict[tuple[int, ...], tuple[int, ...]] = {}
    for full in combinations_with_replacement(faces, 4):
        without = {face: short[full[:i] + full[i + 1 :]] for i, face in enumerate(full)}
        distinct = tuple(without)
        distinct = shared.setdefault(distinct, distinct)
        nodes[full] = (distinct, *(without.get(face) for face in faces))
    for cards, node in short.items():
        for face in faces:
            node[face] = nodes[tuple(sorted((*cards, face)))]
    return short[()]


EMPTY_HAND: Final = _hand_graph()

# For the shuffle: 60 calls without arguments, and the number of cards left before each of them.
_CALLS: Final[tuple[tuple[()], ...]] = ((),) * len(DECK)
_CARDS_LEFT: Final = tuple(map(float, range(len(DECK), 0, -1)))


def play_match(players: int, rng: random.Random, sneak: bool = True) -> int:
    """Play one match, rounds until somebody has four letters; return the number of decisions."""
    if not 2 <= players <= 5:
        raise ValueError(f"two to five players, not {players}")
    rand = rng.random
    trunc = float.__trunc__  # of what is not negative: as int(), but quicker
    after = AFTER
    empty_hand = EMPTY_HAND
    seats = range(players)
    left = tuple((seat + 1) % players for seat in seats)
    others = tuple(tuple((seat + k) % players for k in range(1, players)) for seat in seats)
    letters = [0] * players
    hands = [empty_hand] * players
    decisions = 0
    beginner = trunc(rand() * players)  # rule 5: no names, so by chance

    while True:
        # Rule 3: shuffle (take the 60 cards one by one at random), deal four to each, nobody has
        # Zeus, the total is 0. `top` is the number on top of the pile, 0 for a god or no card.
        indices = map(trunc, map(mul, starmap(rand, _CALLS), _CARDS_LEFT))
        pile = list(map(list(DECK).pop, indices))
        draw = pile.pop
        for seat in seats:
            hands[seat] = empty_hand[draw()][draw()][draw()][draw()]
        seat = beginner
        total = top = 0
        holder = -1

        # However a round ends, its winner is who holds Zeus after the last card: rules 17 and 18
        # give Zeus to the player of that card, rules 19 and 20 (pile out) ask for the holder.
        while pile:
            hand = hands[seat]
            faces = hand[0]
            face = faces[trunc(rand() * len(faces))]
            decisions += 1
            hands[seat] = hand[face][draw()]  # rule 10; of no effect when the card ends the round
            if face <= 10:
                total += face
                # Rules 9a and 9b. The top card is never the player's own: only Athena brings the
                # same seat on again, and then she is on top.
                if face == top or not total % 10:
                    holder = seat
                if total >= 100:  # rules 17 to 19
                    break
                top = face
                if sneak:
                    # Rules 12 to 16, asking for claims in order. No offer when the pile is out.
                    while pile:
                        for other in others[seat]:
                            if rest := hands[other][face]:
                                decisions += 1
                                if rand() < 0.5:  # of the moves (sneak, decline) the first
                                    break
                        else:
                            break
                        seat = holder = other
                        hands[seat] = rest[draw()]
                        total += face
                        if total >= 100:  # rules 17 and 18
                            break
                    if total >= 100:
                        break
            else:
                top = 0
                total = after[face][total]  # rule 8
                if face > HERMES:
                    holder = seat  # rule 9c
                    if total == 100:  # rule 17, Aphrodite
                        break
                else:
                    if total and not total % 10:
                        holder = seat  # rule 9a
                    if face == ATHENA:
                        seat = left[seat]
            seat = left[seat]  # rule 11, and 15 after a sneak

        # Rules 21 and 22. A round without a holder is void: same dealer, same beginner.
        if holder >= 0:
            letters[holder] += 1
            if letters[holder] == 4:
                return decisions
            beginner = left[holder]


def play_many(players: int, seed: int, matches: int, sneak: bool = True) -> tuple[int, float]:
    """Play that many matches from one seed; return the number of decisions and the seconds."""
    rng = random.Random(seed)
    decisions = 0
    start = time.perf_counter()
    for _ in range(matches):
        decisions += play_match(players, rng, sneak)
    return decisions, time.perf_counter() - start


def loop_turn_seconds(turns: int = 10**7) -> float:
    """Seconds of one turn of `for _ in range(turns): x += 1`, the unit for comparing machines."""
    x = 0
    start = time.perf_counter()
    for _ in range(turns):
        x += 1  # noqa: SIM113
    return (time.perf_counter() - start) / turns


def main() -> None:
    """Print the speed for 2 to 5 players with and without sneaks (the best of five runs each)."""
    matches = 2000
    turn = min(loop_turn_seconds() for _ in range(3))
    print(f"one turn of the counting loop: {turn * 1e9:.1f} ns")
    print("players  sneak  decisions/match  decisions/s  us/decision  turns/decision")
    for sneak in (False, True):
        for players in range(2, 6):
            runs = [play_many(players, 1, matches, sneak) for _ in range(5)]
            decisions, seconds = min(runs, key=lambda run: run[1])
            each = seconds / decisions
            print(
                f"{players:7}  {'on' if sneak else 'off':>5}  {decisions / matches:15.1f}"
                f"  {1 / each:11,.0f}  {each * 1e6:11.3f}  {each / turn:14.1f}"
            )


if __name__ == "__main__":
    main()
