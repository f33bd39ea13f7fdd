"""Kuhn's poker: three cards, two players, one bet. Its theory is known to the last digit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from cardcore import Card, Game, Move, Pile, Scoreboard, Table, face_down, held


@attrs.frozen
class Pass(Move):
    """Check, or fold where the other has bet."""


@attrs.frozen
class Bet(Move):
    """Bet one, or call."""


@attrs.define
class KuhnTable(Table):
    """A deal; `bets` are the moves made, True for a bet."""

    stock: Pile = face_down()
    hands: list[Pile] = held()
    bets: list[bool] = attrs.Factory(list)


class Kuhn(Game[KuhnTable]):
    """Both stake one, and the higher card wins, unless a bet is not called."""

    name, title, seats = "kuhn", "Kuhn's poker", range(2, 3)

    def cards(self, options: object, seats: int) -> Iterable[Card]:
        return [Card(code, rank=rank) for rank, code in enumerate("JQK")]

    def deal(self, table: KuhnTable, last: KuhnTable | None) -> None:
        table.shuffle(table.stock)
        table.deal(table.stock, 1)

    def moves(self, table: KuhnTable, seat: int) -> Sequence[Move]:
        return [Pass(), Bet()]

    def play(self, table: KuhnTable, seat: int, move: Move) -> None:
        table.bets.append(isinstance(move, Bet))
        table.turn.advance()
        if table.bets in ([False, False], [True, False], [True, True]) or len(table.bets) == 3:
            table.end_deal()

    def points(self, table: KuhnTable) -> Sequence[int]:
        staked = [1 + any(table.bets[seat::2]) for seat in table.seats]
        higher = table.hands[1][0].rank > table.hands[0][0].rank
        winner = int(higher) if staked[0] == staked[1] else staked.index(2)
        won = min(staked)
        return [won if seat == winner else -won for seat in table.seats]

    def is_over(self, table: KuhnTable, scores: Scoreboard) -> bool:
        return True

    def all_moves(self, options: object) -> Sequence[Move]:
        return [Pass(), Bet()]
