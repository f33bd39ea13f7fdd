"""Games, states and observers as OpenSpiel wants them; `openspiel` registers them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

import numpy
import pyspiel

from cardcore.adapters import _parameters as parameters
from cardcore.adapters._position import Ground, Kept, Pending, Position, no_action
from cardcore.adapters._told import observation_text
from cardcore.adapters.beginning import setting_of
from cardcore.adapters.encoding import Encoding
from cardcore.adapters.rewards import POINTS, for_points, for_winning
from cardcore.adapters.ways import Ways
from cardcore.errors import BadOptions, CannotSample, GameError
from cardcore.game import Game
from cardcore.match import Match
from cardcore.setting import Setting

PREFIX = "cardcore_"
MOST_POINTS = 1e6
"""The bound that is declared for returns in points; games do not say how many there can be."""


def kind_of(game: Game[Any], *, told: int = 0) -> Any:
    """What OpenSpiel is told of a game, before any is loaded too.

    `told` is how many cells an array of what was told has, 0 where there is none.
    """
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.name.replace("-", "_"),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=next(number for number in game.seats if number > 1),
        provides_information_state_string=True,
        provides_information_state_tensor=told > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters.defaults(game),
    )


def _bounds(setting: Setting) -> tuple[float, float]:
    """The least and the most that `for_winning` may give."""
    teams = setting.game.teams(Match(setting, 0).table)
    others = max(len(teams) - 1, 1)
    return -1 / others, (setting.seats / min(map(len, teams)) - 1) / others or 1.0


class CardcoreGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """A game of cardcore, with its options, as OpenSpiel knows games. Subclasses have `rules`."""

    rules: ClassVar[Game[Any]]

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        game = self.rules
        given = parameters.defaults(game) | dict(given or {})
        players, max_steps = given["players"], given["max_steps"]
        if players < 2:
            known = ", ".join(str(number) for number in game.seats if number > 1)
            raise BadOptions(
                "{name} is one of {known}, not {value}", name="players", known=known, value=players
            )
        places = given["places"] or None
        self.told = given["told"]
        told = self.told or None
        ways = Ways(reward=given["reward"], max_steps=max_steps, places=places, told=told)
        rules = [rule for rule in given["house_rules"].split(parameters.AND) if rule]
        setting = setting_of(game, players, parameters.to_options(game, given), rules)
        self.encoding = Encoding(setting, places=places)
        self.ground = ground = Ground(setting, max_steps, self.encoding.actions)
        self.by_points = ways.reward == POINTS
        low, high = (-MOST_POINTS, MOST_POINTS) if self.by_points else _bounds(setting)
        info = pyspiel.GameInfo(
            num_distinct_actions=ground.actions.count,
            max_chance_outcomes=ground.most,
            num_players=players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=max_steps,
        )
        super().__init__(kind_of(game, told=self.told), info, given)
        self.first = Position.first(ground)

    def new_initial_state(self) -> State:
        """The beginning of a match, before the first card is dealt."""
        return State(self)

    def max_chance_nodes_in_history(self) -> int:
        """A generous bound, for games do not say: a shuffle of all cards after each move."""
        return (self.ground.max_steps + 1) * len(self.ground.setting.deck)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer | None:
        """What writes observations, or what has been told where `kind` asks for perfect recall.

        None for what is private without what is public: that is not told apart.
        """
        if params:
            raise ValueError(f"an observation has no parameters, not {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(kind, self.encoding, self.told) if kind.public_info else None


class State(pyspiel.State):  # type: ignore[misc]
    """Where a match stands. Of several seats that may act, the first that the game names does."""

    def __init__(self, game: CardcoreGame) -> None:
        super().__init__(game)
        self._position: Position | Pending | Kept = game.first

    @property
    def position(self) -> Position | Pending:
        """Where the match stands, in our own terms."""
        if isinstance(self._position, Kept):  # it has been saved without the game
            self._position = self._position.on(self.get_game().ground)
        return self._position

    @property
    def decided(self) -> Position:
        """Where the match stood before the move that still needs chance, if one does."""
        position = self.position
        return position.base if isinstance(position, Pending) else position

    def current_player(self) -> int:
        """The seat that acts, or OpenSpiel's number for chance or for the end."""
        position = self.position
        if isinstance(position, Pending):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.seat is None else position.seat

    def is_terminal(self) -> bool:
        """Whether the match is over, or was broken off."""
        position = self.position
        return isinstance(position, Position) and position.over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.decided.moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may decide next, and how likely it is."""
        position = self.position
        assert isinstance(position, Pending)
        return position.choice.outcomes()

    def _apply_action(self, action: int) -> None:
        self._position = self.position.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if isinstance(position, Pending):
            if player == pyspiel.PlayerId.CHANCE:
                return position.choice.text(action)
            position = position.base
        listed = position.ground.actions.moves
        moves = position.moves() if listed is None else dict(enumerate(listed))
        if action not in moves:
            raise no_action(player, action)
        return moves[action].text

    def returns(self) -> list[float]:
        """What each seat has won or lost, in sum nothing; before the end, nothing.

        A match that was broken off is won by nobody; its points count.
        """
        match = self.decided.match
        if match is not None and self.is_terminal():
            if self.get_game().by_points:
                return for_points(match, match.scores.totals)
            if match.over:
                return for_winning(match)
        return [0.0] * self.num_players()

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> State:
        """A state that the player cannot tell from this one; `rng` gives numbers below 1.

        What the player does not know is dealt anew. There is no history behind that state; the
        player's own information state goes on from here. Raises `CannotSample` for a player that
        may not act.
        """
        if self.decided.match is None:
            raise CannotSample("only a seat that may act can sample a match")
        state = State(self.get_game())
        state._position = self.decided.sample(player, Random(int(rng() * (1 << 53))))
        return state

    def __str__(self) -> str:
        position = self.position
        match = self.decided.match
        lines = [f"{pile.name}: {' '.join(map(str, pile))}" for pile in _piles(match)]
        if match is not None:
            lines += [" ".join(str(move) for seat, move in match.log if seat >= 0)]
        if isinstance(position, Pending):
            lines += [f"{position.move}: {position.results} {position.choice}"]
        return "\n".join([self.history_str(), *lines])


def _piles(match: Any) -> Any:
    return () if match is None else match.table._piles


class Observer:
    """What one seat sees, or has been told, as a text: OpenSpiel's interface for it.

    What one seat sees is an array, too, and what it has been told where there are cells for that:
    the text, a byte a cell. Without private information it is what a spectator sees.
    """

    def __init__(self, kind: Any, encoding: Encoding, told: int) -> None:
        private = kind.private_info
        self._everybody = private == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._nobody = private == pyspiel.PrivateInfoType.NONE
        self._recall = kind.perfect_recall
        self._write = _all_told if self._recall else _observed
        self._encoding = encoding
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        size = told if self._recall else encoding.size
        if private == pyspiel.PrivateInfoType.SINGLE_PLAYER and size:
            self.tensor = numpy.zeros(size, numpy.float32)
            self.dict = {"told" if self._recall else "observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Write what a player sees, or was told, into `tensor`; before the first deal nothing.

        Raises `GameError` where there are too few cells for what was told.
        """
        if self.tensor is None:
            return
        self.tensor[:] = 0
        match = state.decided.match
        if self._recall:
            text = numpy.frombuffer(_all_told(state, player).encode(), numpy.uint8)
            if len(text) > len(self.tensor):
                raise GameError(
                    "what was told takes {number} cells, and there are {cells}; say told=N",
                    number=len(text),
                    cells=len(self.tensor),
                )
            self.tensor[: len(text)] = text / numpy.float32(255)
        elif match is not None:
            self.tensor[:] = self._encoding.encode(match.observe(player))

    def string_from(self, state: State, player: int) -> str:
        """The text for a player."""
        if self._everybody:
            return "\n".join(self._write(state, seat) for seat in range(state.num_players()))
        return self._write(state, None if self._nobody else player)


def _observed(state: State, viewer: int | None) -> str:
    match = state.decided.match
    return "" if match is None else observation_text(match.observe(viewer))


def _all_told(state: State, viewer: int | None) -> str:
    """What somebody has been told; to the seat that acts, its moves too."""
    position = state.position
    text = f"seat {'?' if viewer is None else viewer}\n{state.decided.told.text(viewer)}"
    if isinstance(position, Position) and viewer is not None and viewer == position.seat:
        moves = [move.text for _, move in sorted(position.moves().items())]
        return f"{text}\nmoves {', '.join(moves)}"
    return text
