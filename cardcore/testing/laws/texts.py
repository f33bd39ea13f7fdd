"""Texts: the rules can be read, and all that is said can be said in every language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardcore.cards import french_deck
from cardcore.houserules import HouseRule
from cardcore.languages import SOURCE, _catalog, languages, package_of, translator
from cardcore.match import Match
from cardcore.testing.cases import Case, choose
from cardcore.testing.laws._law import Broken, Law, _, demand
from cardcore.testing.laws.showing import said, told
from cardcore.testing.messages import declared, find, has_words
from cardcore.texts import Text


def rules_are_there(cases: Sequence[Case]) -> None:
    """There is a rules page, in every language that the game's package speaks."""
    for game in {id(case.game): case.game for case in cases}.values():
        rules = game.rules
        demand(rules, f"{type(game).__name__}.rules is empty")
        for language in (SOURCE, *languages(package_of(type(game)))):
            demand(rules.get(language, "").strip(), f"there is no rules page in {language!r}")


class _Ear:
    """Puts texts into a language and keeps those that nobody has translated."""

    def __init__(self, language: str, game: Any, rules: Sequence[HouseRule] = ()) -> None:
        kinds = [*type(game).__mro__, *map(type, rules)]
        names = [name for kind in kinds for name in _around(package_of(kind))]
        books = [_catalog(name, language) for name in dict.fromkeys([*names, "cardcore"])]
        self._books: list[Any] = [book for book in books if book is not None]
        self._translate = translator(language, game, *rules)
        self.missing: dict[str, str] = {}
        self.where = ""

    def _known(self, template: str) -> bool:
        return any(template in getattr(book, "_catalog", {}) for book in self._books)

    def translate(self, template: str) -> str:
        if has_words(template) and not self._known(template):
            self.missing.setdefault(template, self.where)
        return self._translate(template)

    def hear(self, where: str, text: Text | None) -> None:
        self.where = where
        if text is not None:
            text.render(self.translate)


def _around(package: str) -> Iterable[str]:
    while package:
        yield package
        package = package.rpartition(".")[0]


def _listen(ear: _Ear, match: Match[Any], number: int) -> None:
    """What can be said of a match where it stands."""
    for where, text in said(match):
        ear.hear(where, text)
    others = [m for s in match.seats for m in match.moves(s)]
    for seat in match.seats:
        for move in others[number % 3 :: 3][:4]:
            ear.hear(f"why not “{move}”", match.why_not(seat, move))


def said_in_every_language(case: Case, choices: Sequence[int]) -> None:
    """Everything that is said in a match has a translation in each language of the game."""
    for language in case.languages:
        if language == SOURCE:
            continue
        ear, match = _Ear(language, case.game, case.house_rules), case.match()
        for number, choice in enumerate(choices):
            if number % 10 == 0 or match.over:
                _listen(ear, match, number)
            if match.over:
                break
            for event in match.play(*choose(match, choice)):
                for where, text in told(match, event):
                    ear.hear(where, text)
        if ear.missing:
            text, where = next(iter(ear.missing.items()))
            raise Broken(f"no {language!r} for {text!r} (in {where}), {len(ear.missing)} in all")


def declared_in_every_language(cases: Sequence[Case]) -> None:
    """All texts in a game's code and declarations have a translation in each of its languages."""
    for game in {id(case.game): case.game for case in cases}.values():
        spoken = [one for case in cases if case.game is game for one in case.languages]
        package = package_of(type(game))
        found = find(package)
        demand(not found.problems, f"{len(found.problems)} texts: {'; '.join(found.problems[:3])}")
        core = {card.label for card in french_deck(jokers=1)}
        wanted = dict.fromkeys([*(message.text for message in found.messages), *declared(game)])
        for language in dict.fromkeys(spoken):
            if language == SOURCE:
                continue
            ear = _Ear(language, game)
            for text in wanted:
                if text not in core:
                    ear.translate(text)
            missing = list(ear.missing)
            demand(not missing, f"no {language!r} for {missing[:5]}, {len(missing)} in all")


_WRITE = _(
    'write whole templates, `Text("{player} takes {card}", ...)`, put nothing together as it is '
    "shown, and translate each in `locale/LANGUAGE/LC_MESSAGES`"
)

TEXT_LAWS = (
    Law(
        "rules text",
        _("there is a rules page in every language that the game speaks"),
        _('let `rules` return the page as Markdown: {"en": "# Title …"}'),
        "game",
        rules_are_there,
    ),
    Law(
        "texts in the code",
        _("every text that the code writes or declares exists in every language of the game"),
        _WRITE,
        "game",
        declared_in_every_language,
    ),
    Law(
        "texts in a match",
        _("everything that is said in a match exists in every language of the game"),
        _WRITE,
        "case",
        said_in_every_language,
    ),
)
