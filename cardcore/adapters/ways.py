"""What an environment may be asked for besides its game."""

from __future__ import annotations

import attrs

from cardcore.adapters.rendering import MODES
from cardcore.adapters.rewards import REWARDS
from cardcore.errors import BadOptions

STEPS = 10_000
"""A match of so many moves is truncated, unless something else is said."""


@attrs.frozen(kw_only=True)
class Ways:
    """How an environment rewards, ends, numbers and renders; `cardcore.adapters.pettingzoo.env`."""

    render_mode: str | None = None
    reward: str = REWARDS[0]
    illegal_reward: float | None = -1.0
    max_steps: int = STEPS
    places: int | None = None
    told: int | None = None

    def __attrs_post_init__(self) -> None:
        for name, value, known in (
            ("reward", self.reward, REWARDS),
            ("render_mode", self.render_mode, (*MODES, None)),
        ):
            if value not in known:
                raise BadOptions(
                    "{name} is one of {known}, not {value}",
                    name=name,
                    known=", ".join(map(str, known)),
                    value=repr(value),
                )
        for name, number in (
            ("max_steps", self.max_steps),
            ("places", 1 if self.places is None else self.places),
            ("told", 1 if self.told is None else self.told),
        ):
            if type(number) is not int or number < 1:
                raise BadOptions(
                    "{name} is a whole number from 1, not {value}", name=name, value=repr(number)
                )
        if not isinstance(self.illegal_reward, int | float | None):
            raise BadOptions(
                "illegal_reward is a number or None, not {value}", value=repr(self.illegal_reward)
            )
