"""Animals that lack words."""

from __future__ import annotations

from collections.abc import Mapping

from zoo.sound import Sound


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


WORDS: tuple[type[Sound], ...] = (NoRules, HalfSpanish)
