"""An animal that speaks Spanish, but for one line; its words stand in `locale`."""

from __future__ import annotations

from collections.abc import Mapping

from cardcore import Event, Player, Text
from zoo.sound import Sound

LINES = {"move": "{player} goes on"}


class ForgottenLine(Sound):
    """A line of the log is looked up, so that nobody finds it in the code, or translates it."""

    breaks = ("texts in a match",)
    says = "no 'es' for '{player} goes on'"

    @property
    def rules(self) -> Mapping[str, str]:
        return {**super().rules, "es": "# Sano\n\nJuega, roba o pasa una carta.\n"}

    def describe(self, event: Event) -> Text | None:
        line = LINES.get(event.kind)
        return None if line is None else Text(line, player=Player(event.seat or 0))
