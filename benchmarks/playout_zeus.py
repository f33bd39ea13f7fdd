"""A tight plain-Python playout of Zeus on the Loose: the yardstick for the engine's speed.

No engine, no classes, no imports but `random`: one function plays whole matches by the default
options with uniformly random decisions and counts them. It is written as somebody would who wants
nothing but speed from plain Python and knows the rules ("rule N" is the number on the rules page);
tricks that leave plain Python (tables of all hands, chains of C-level iterators) are left out.

What counts as a decision, here and in the engine:

* a turn: the seat in turn chooses among the *distinct* faces of its hand, each as likely;
* an answer to the sneak: after a number has been played and replaced by a drawn card, every other
  seat that holds it is asked, nearest to the left first, to sneak or to decline. The first claim
  ends that asking; the others are then asked about the sneak, and so on.
"""

from collections.abc import Callable

# A number is its own face, 1 to 10; then the gods, those that do not steal by their text first.
ATHENA, HERMES, APHRODITE, APOLLO, ARES, ARTEMIS, HERA, POSEIDON = range(11, 19)
COPIES = (0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2, 2, 3, 2, 1, 4)  # rule 2
DECK = [face for face, copies in enumerate(COPIES) for _ in range(copies)]

# Rule 8: AFTER[god][total] is the total after that god.
AFTER: dict[int, list[int]] = {
    HERMES: [10 * (total % 10) + total // 10 for total in range(100)],
    APHRODITE: [10 * ((total + 5) // 10) for total in range(100)],
    APOLLO: list(range(100)),
    ARES: [50] * 100,
    ARTEMIS: list(range(100)),
    HERA: [99] * 100,
    POSEIDON: [max(0, total - 10) for total in range(100)],
}


def play_match(players: int, random: Callable[[], float], sneak: bool = True) -> int:
    """Play one match with chance from `random` (0 <= x < 1); returns the number of decisions."""
    letters = [0] * players
    decisions = 0
    beginner = int(random() * players)
    after = AFTER
    cards = range(60)
    while True:
        keys = [random() for _ in cards]
        pile = [DECK[place] for place in sorted(cards, key=keys.__getitem__)]
        draw = pile.pop
        hands = [[draw(), draw(), draw(), draw()] for _ in letters]
        seat, total, top, holder = beginner, 0, 0, -1
        while pile:
            hand = hands[seat]
            moves = list({*hand})
            face = moves[int(random() * len(moves))]
            decisions += 1
            hand.remove(face)
            if face < ATHENA:
                total += face
                if face == top:  # rules 9b and 18
                    holder = seat
                    if total > 99:
                        break
                elif total > 99:  # rules 17 and 19
                    if total == 100:
                        holder = seat
                    break
                elif total % 10 == 0:  # rule 9a
                    holder = seat
                hand.append(draw())
                top = face
                if sneak:
                    sneaker = seat
                    while sneaker >= 0 and pile:  # rules 12 to 16
                        sneaker = -1
                        for step in range(1, players):
                            other = (seat + step) % players
                            if face in hands[other]:
                                decisions += 1
                                if random() < 0.5:
                                    sneaker = other
                                    break
                        if sneaker >= 0:
                            seat = holder = sneaker
                            total += face
                            hands[seat].remove(face)
                            if total > 99:
                                break
                            hands[seat].append(draw())
                    if total > 99:
                        break
            else:
                top = 0
                if face == ATHENA:
                    if total and total % 10 == 0:
                        holder = seat
                    seat = (seat + 1) % players
                elif face == HERMES:
                    total = after[HERMES][total]
                    if total and total % 10 == 0:
                        holder = seat
                else:
                    total = after[face][total]
                    holder = seat
                    if total == 100:
                        break
                hand.append(draw())
            seat = (seat + 1) % players
        if holder >= 0:  # else the round is void: same dealer, same beginner
            letters[holder] += 1
            if letters[holder] == 4:
                return decisions
            beginner = (holder + 1) % players
