"""Animals that lack words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore import Event, Move, Player, Text
from zoo.sound import Sound, SoundTable


class NoRules(Sound):
    """Nobody can read the rules."""

    breaks = ("rules text",)
    says = "rules is empty"

    @property
    def rules(self) -> Mapping[str, str]:
        return {}


class HalfSpanish(Sound):
    """The rules are there in Spanish, and nothing else is."""

    breaks = ("texts in the code", "texts in a match")
    says = "no 'es' for"

    @property
    def rules(self) -> Mapping[str, str]:
        return {**super().rules, "es": "# Sound\n\nJuega, roba o pasa una carta.\n"}


LINE = "{player} chooses {mvoe}"


class MissingField(Sound):
    """A line of the log names a field that it is not given."""

    breaks = ("texts can be shown",)
    says = "names {mvoe}, but has ['player', 'move']"

    def describe(self, event: Event) -> Text | None:
        if event.kind != "move":
            return None
        return Text(LINE, player=Player(event.data["seat"]), move=str(event.data["move"]))


class BadReason(Sound):
    """A reason names a field that it is not given."""

    breaks = ("texts can be shown", "accepted is legal")
    says = "why not “"

    def why_not(self, table: SoundTable, seat: int, move: Move) -> Text | None:
        return Text(LINE, player=Player(seat), move=move.text)


class PlainLine(Sound):
    """A line of the log is a string, which nobody can translate."""

    breaks = ("texts can be shown",)
    says = "is no Text"

    def describe(self, event: Event) -> Any:
        return "somebody draws" if event.kind == "card" else None


class Misspelt(Sound):
    """Who may act is said by a method that nobody calls."""

    breaks = ("names of methods",)
    says = "nobody calls Misspelt.to_acts: it is `to_act` that is looked for"

    def to_acts(self, table: SoundTable) -> Sequence[int]:
        return table.seats


WORDS: tuple[type[Sound], ...] = (
    *(NoRules, HalfSpanish, MissingField, BadReason, PlainLine, Misspelt),
)
