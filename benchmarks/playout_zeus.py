"""Zeus on the Loose in plain Python without any engine: the yardstick for the engine's speed.

The default rules of the game and nothing else, with uniformly random decisions: lists of numbers,
a function a rule, no classes, no records, no secrets ("rule N" is the number on the rules page).
`speed.py` prints how many turns of a counting loop one decision of it takes, so that it can be
seen how tight it is.

What counts as a decision, here and in the engine:

* a turn: the seat in turn chooses among the *distinct* faces of its hand, each as likely;
* an answer to the sneak: after a number has been played and replaced by a drawn card, every other
  seat that holds it is asked, nearest to the left first, to sneak or to decline. The first claim
  ends that asking; the others are then asked about the sneak, and so on.
"""

from collections.abc import Callable
from random import Random

# A number is its own face, 1 to 10; then the gods, those that do not steal by their text first.
ATHENA, HERMES, APHRODITE, APOLLO, ARES, ARTEMIS, HERA, POSEIDON = range(11, 19)
COPIES = (0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2, 2, 3, 2, 1, 4)  # rule 2
DECK = [face for face, copies in enumerate(COPIES) for _ in range(copies)]
HAND = 4
NOBODY = -1

Chance = Callable[[], float]


def new_total(total: int, face: int) -> int:
    """Rules 7 and 8."""
    if face < ATHENA:
        return total + face
    if face == HERMES:
        return 10 * (total % 10) + total // 10
    if face == APHRODITE:
        return 10 * ((total + 5) // 10)
    if face == ARES:
        return 50
    if face == HERA:
        return 99
    if face == POSEIDON:
        return max(0, total - 10)
    return total


def takes_zeus(total: int, face: int, matched: bool) -> bool:
    """Rule 9, after the card."""
    return matched or face > HERMES or (total > 0 and total % 10 == 0)


def sneaker(face: int, seat: int, hands: list[list[int]], random: Chance) -> tuple[int, int]:
    """Rules 12 to 14: who sneaks upon a number, and how many were asked."""
    asked = 0
    players = len(hands)
    for step in range(1, players):
        other = (seat + step) % players
        if face in hands[other]:
            asked += 1
            if random() < 0.5:
                return other, asked
    return NOBODY, asked


def shuffled(random: Chance) -> list[int]:
    """Rule 3, by random keys, each deal from a generator of its own as in the engine."""
    own = Random(int(random() * 2**53)).random
    keys = [own() for _ in DECK]
    return [DECK[place] for place in sorted(range(len(DECK)), key=keys.__getitem__)]


def play_round(beginner: int, players: int, random: Chance, sneak: bool) -> tuple[int, int]:
    """Who wins a round, and the decisions made in it."""
    pile = shuffled(random)
    hands = [[pile.pop() for _ in range(HAND)] for _ in range(players)]
    seat, total, top, holder, decisions = beginner, 0, 0, NOBODY, 0
    while True:
        faces = list(dict.fromkeys(hands[seat]))
        face = faces[int(random() * len(faces))]
        decisions += 1
        skip = face == ATHENA
        while seat != NOBODY:
            hands[seat].remove(face)
            matched = face == top and face < ATHENA
            total, top = new_total(total, face), face
            if takes_zeus(total, face, matched):
                holder = seat
            if total >= 100:  # rules 17 to 19: at 100 and in a match its player holds Zeus
                return holder, decisions
            hands[seat].append(pile.pop())
            if not pile:  # rule 20
                return holder, decisions
            last, seat = seat, NOBODY
            if sneak and face < ATHENA:
                seat, asked = sneaker(face, last, hands, random)
                decisions += asked
        seat = (last + (2 if skip else 1)) % players


def play_match(players: int, random: Chance, sneak: bool = True) -> int:
    """Play one match with chance from `random` (0 <= x < 1); returns the number of decisions."""
    letters = [0] * players
    beginner = int(random() * players)
    decisions = 0
    while max(letters) < 4:
        winner, made = play_round(beginner, players, random, sneak)
        decisions += made
        if winner != NOBODY:  # else the round is void: same dealer, same beginner
            letters[winner] += 1
            beginner = (winner + 1) % players
    return decisions
