"""Translations: every text of the core and the games has one, and it fits what it translates."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import cycle
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from playing import choose
from small_games import Passing

import cardcore
from cardcore import DECLINE, BadOptions, CardcoreError, Event, Game, Group, Match, Part, Text
from cardcore.events import in_words
from cardcore.interrupts import COLLECT
from cardcore.languages import languages, package_of, translator
from cardcore.options import describe
from cardcore.testing.messages import declared, fields, find, has_words

ROOT = Path(__file__).parent.parent


def load_tool() -> ModuleType:
    spec = spec_from_file_location("translations", ROOT / "tools" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = load_tool()
PACKAGES: list[str] = tool.known_packages()
OWN = [book for package in PACKAGES for book in tool.books(package)]
BOOKS = [*OWN, *(book for package in PACKAGES for book in tool.borrowed(package))]
ZEUS = cardcore.game("zeus")
WHOLE_GAMES: list[Game[Any]] = [ZEUS]

SAME = {
    # names that Spanish writes alike; the game is sold under its English title
    *("Ares", "Hera", "Hermes", "Zeus on the Loose"),
    # words that both languages have
    *("no", "total {total}", "bots: {names}", "Bot {number}", "Error: {message}"),
    # short for "leave": the first letter of "dejar" is taken by the English "draw"
    "l",
}
"""What is the same in Spanish."""

ENGLISH = re.compile(r"\b(the|and|you|your|of|with|is|are|not|for|who|what|round|player)\b", re.I)


def english_in(lines: Iterable[str]) -> list[str]:
    """The lines that still have English words, the titles of games apart."""
    titles = re.compile("|".join(re.escape(game.title) for game in WHOLE_GAMES))
    return [line for line in sorted(lines) if ENGLISH.search(titles.sub("", line))]


def entries(book: Any) -> Iterator[tuple[str, str]]:
    """The texts of a book that are translated, with their translations."""
    for entry in book.read():
        if isinstance(entry.id, tuple):
            yield from zip(entry.id, entry.string, strict=False)
        elif entry.id and entry.string:
            yield entry.id, entry.string


def not_opened(lines: Iterable[str]) -> list[str]:
    """The lines with an end of a question or an exclamation that has no beginning."""
    marks = [("¿", re.compile(r"[^\s(]\?")), ("¡", re.compile(r"[^\s(]!(?![rsa]\})"))]
    return [
        line
        for line in sorted(lines)
        if any(line.count(opening) != len(closing.findall(line)) for opening, closing in marks)
    ]


@pytest.fixture(params=OWN, ids=str)
def own(request: pytest.FixtureRequest) -> Any:
    return request.param


@pytest.fixture(params=BOOKS, ids=str)
def book(request: pytest.FixtureRequest) -> Any:
    return request.param


# -- the files ---


@pytest.mark.parametrize("package", PACKAGES)
def test_no_text_is_put_together_as_it_is_shown(package: str) -> None:
    problems = find(package).problems
    assert not problems, "\n".join(problems)


def test_every_text_is_translated(own: Any) -> None:
    faults = list(own.faults(find(own.package).messages))
    assert not faults, "\n".join(faults)


def test_what_is_compiled_is_fresh(book: Any) -> None:
    assert list(book.faults(())) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_speaks_spanish(package: str) -> None:
    assert "es" in languages(package)


def test_a_translation_has_the_fields_of_its_text(book: Any) -> None:
    wrong = {text: its for text, its in entries(book) if fields(text) != fields(its)}
    assert wrong == {}


def test_only_what_is_known_to_be_the_same_is_the_same() -> None:
    spanish = [pair for book in BOOKS if book.language == "es" for pair in entries(book)]
    assert {text for text, translation in spanish if text == translation} == SAME


def test_questions_and_exclamations_are_opened() -> None:
    spanish = [its for book in BOOKS if book.language == "es" for _, its in entries(book)]
    assert not_opened(spanish) == []


def test_no_english_is_left_in_the_spanish() -> None:
    spanish = [its for book in BOOKS if book.language == "es" for _, its in entries(book)]
    assert english_in(re.sub(r"\{.*?\}|`.*?`", "", its) for its in spanish) == []


def test_an_update_of_the_same_texts_changes_nothing(own: Any, tmp_path: Path) -> None:
    messages = find(own.package).messages
    again = tool.Book(own.package, own.language, tmp_path / "again.po")
    again.po.write_bytes(own.updated(messages))
    first = again.po.read_bytes()
    assert again.updated(messages) == first
    assert dict(entries(again)).items() <= dict(entries(own)).items()


def test_a_text_that_has_gone_comes_back_with_its_translation(tmp_path: Path) -> None:
    (own, *_) = OWN
    messages = find(own.package).messages
    other = tool.Book(own.package, own.language, tmp_path / "other.po")
    other.po.write_bytes(own.updated(messages))
    other.po.write_bytes(other.updated(messages[1:]))
    assert messages[0].text not in dict(entries(other))
    other.po.write_bytes(other.updated(messages))
    assert other.po.read_bytes() == own.updated(messages)


# -- the rules pages ---


@pytest.mark.parametrize("language", sorted({*ZEUS.rules} - {"en"}))
def test_the_rules_page_has_the_same_rules_and_options(language: str) -> None:
    english, page = ZEUS.rules["en"], ZEUS.rules[language]

    def outline(text: str) -> list[list[str]]:
        return [
            [line.partition(" ")[0] for line in text.splitlines() if line.startswith("#")],
            re.findall(r"^(\d+)\. ", text, re.M),
            re.findall(r"^   - (9[abc]):", text, re.M),
            re.findall(r"`[^`]+`", text.rpartition("\n## ")[2]),
        ]

    rules, parts = outline(english)[1:3]
    assert rules == [str(number) for number in range(1, 24)]
    assert parts == ["9a", "9b", "9c"]
    assert outline(page) == outline(english)
    assert set(re.findall(r"`[^`]+`", page)) == set(re.findall(r"`[^`]+`", english))


@pytest.mark.parametrize("language", sorted({*ZEUS.rules} - {"en"}))
def test_the_rules_page_calls_the_cards_as_the_game_does(language: str) -> None:
    translate, page = translator(language, ZEUS), ZEUS.rules[language]
    gods = {card.label for card in ZEUS.cards(ZEUS.Options(), 3) if not card.rank}
    assert [god for god in sorted(gods) if translate(god) not in page] == []


# -- what is said while a match is played ---


class Listener:
    """Puts texts into Spanish and keeps those that nobody has translated, and what was said."""

    def __init__(self, game: Game[Any]) -> None:
        self._translate = translator("es", game)
        packages = {package_of(type(game)), "cardcore"}
        self._known = {
            text
            for book in BOOKS
            if book.language == "es" and book.package in packages
            for text, _ in entries(book)
        }
        self.untranslated: set[str] = set()
        self.said: set[str] = set()

    def translate(self, template: str) -> str:
        if template not in self._known and has_words(template):
            self.untranslated.add(template)
        return self._translate(template)

    def hear(self, *texts: Text | None) -> None:
        self.said.update(text.render(self.translate) for text in texts if text is not None)

    def hear_part(self, part: Part) -> None:
        self.hear(part.title, *part.lines, part.headline)
        self.hear(*(Text("{card}", card=card) for card in part.cards if card is not None))

    def hear_groups(self, groups: Iterable[Group]) -> None:
        for group in groups:
            self.hear(group.title)
            self.hear_groups(group.groups)


def listen(listener: Listener, match: Match[Any], rng: Random) -> None:
    """All that can be said of a match where it stands, to every seat and to a spectator."""
    game = match.game
    known = [*(game.all_moves(match.options) or ()), DECLINE]
    for seat in (*match.seats, None):
        observation = match.observe(seat)
        for part in game.summary(observation):
            listener.hear_part(part)
        listener.hear(game.question(observation))
        listener.hear_groups(game.group(observation) or ())
        for move in observation.moves:
            listener.hear(move.in_words(), game.preview(observation, move))
        if seat is not None:
            listener.hear(match.why_no_undo(seat))
            for move in [*rng.sample(known, min(6, len(known))), "nonsense"]:
                listener.hear(match.why_not(seat, move))
    listener.hear(match.why_not(99, "nonsense"))


def listen_to_matches(game: Game[Any], wishes: Iterable[dict[str, Any]]) -> Listener:
    """Whole matches by chance, one for each of some wishes, heard at every tenth move."""
    listener = Listener(game)
    sizes, collects = cycle(game.seats), cycle(COLLECT)
    for number, options in enumerate(wishes):
        rng = Random(number)
        match = game.match(next(sizes), seed=number, options=options, collect=next(collects))
        while not match.over:
            if rng.random() < 0.1:
                listen(listener, match, rng)
            seat, move = choose(match, rng)
            for event in match.play(seat, move):
                hear_event(listener, game, event)
        listen(listener, match, rng)
    return listener


def hear_event(listener: Listener, game: Game[Any], event: Event) -> None:
    for seen in (event, event.seen_by(0), event.seen_by(None)):
        if seen is not None:
            listener.hear(game.describe(seen) or in_words(seen))


def wishes(game: Game[Any]) -> Iterator[dict[str, Any]]:
    """Every value of every option beside the defaults, the presets, and mixtures by chance."""
    known = describe(game.Options).values()
    yield from map(dict, game.presets.values())
    for option in known:
        for choice in option.choices:
            yield {option.name: choice}
    for seed in range(12):
        rng = Random(seed)
        yield {option.name: rng.choice(option.choices) for option in known if option.choices}


@pytest.mark.parametrize("game", WHOLE_GAMES, ids=lambda game: game.name)
def test_whole_matches_are_told_in_spanish(game: Game[Any]) -> None:
    listener = listen_to_matches(game, wishes(game))
    assert listener.untranslated == set()
    assert english_in(listener.said) == []
    assert not_opened(listener.said) == []


@pytest.mark.parametrize("game", WHOLE_GAMES, ids=lambda game: game.name)
def test_refused_wishes_are_told_in_spanish(game: Game[Any]) -> None:
    listener = Listener(game)
    wrong: list[dict[str, Any]] = [{"players": 0}, {"players": 99}, {"players": "3"}, {}]
    wrong += [{"players": 2, "options": {"nonsense": 1}}, {"players": 2, "names": ["A", "B", "C"]}]
    wrong += [{"players": 2, "seed": "x"}, {"players": 2, "collect": "x"}, {"names": [1, 2]}]
    wrong += [{"players": 2, "bots": {7: "random"}}, {"players": 2, "house_rules": ["nonsense"]}]
    wrong += [{"players": 2, "options": {name: "x"}} for name in describe(game.Options)]
    for wish in wrong:
        with pytest.raises(CardcoreError) as caught:
            game.match(**wish)
        assert isinstance(caught.value, BadOptions)
        listener.hear(caught.value.text)
    assert listener.untranslated == set()
    assert english_in(listener.said) == []


@pytest.mark.parametrize("game", WHOLE_GAMES, ids=lambda game: game.name)
def test_what_a_game_declares_is_translated(game: Game[Any]) -> None:
    listener = Listener(game)
    for text in declared(game):
        listener.translate(text)
    assert listener.untranslated == set()


# -- that a text without a translation is found ---


class Planted(Passing):
    """A small game with a remark that no code writes in one piece and nobody has translated."""

    def summary(self, observation: Any) -> list[Part]:
        words = ["somebody", "forgot", "this"]
        return [Part(Text(" ".join(words)))]

    def why_not(self, table: Any, seat: int, move: Any) -> Text | None:
        return Text("that is planted, {card}", card=move.cards()[0]) if move.cards() else None


def test_a_planted_text_is_heard_in_a_match() -> None:
    listener = listen_to_matches(Planted(), [{}])
    assert {"somebody forgot this", "give"} <= listener.untranslated


CODE = """
from cardcore import BadOptions, Text, option
from cardcore.terminal import says

class Sorry(BadOptions):
    def __init__(self, seat):
        super().__init__("seat {seat} is sorry", seat=seat)

def say(what, **fields):
    print(Text(what, **fields))

def look(total, name):
    Text("one" if total else "none", x=1)
    Text("two "
         "lines, {total}", total=total)
    Text("{total}", total=total)
    say("a helper's")
    raise Sorry(f"no {name}")

def others(name):
    _("help text")
    translate(name or "nameless")
    Text("Hello, " + name)
    Text("Hello, %s" % name)
    Text("Hello, {}".format(name))
"""


def test_texts_are_found_in_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "planted_game"
    home.mkdir()
    (home / "__init__.py").write_text("")
    (home / "look.py").write_text(CODE)
    monkeypatch.syspath_prepend(tmp_path)
    found = find("planted_game")
    assert {message.text: message.places for message in found.messages} == {
        "seat {seat} is sorry": (("planted_game/look.py", 7),),
        "one": (("planted_game/look.py", 13),),
        "none": (("planted_game/look.py", 13),),
        "two lines, {total}": (("planted_game/look.py", 14),),
        "a helper's": (("planted_game/look.py", 17),),
        "help text": (("planted_game/look.py", 21),),
        "nameless": (("planted_game/look.py", 22),),
    }
    lines = [int(problem.split(":")[1]) for problem in found.problems]
    assert sorted(lines) == [18, 23, 24, 25]


def test_what_a_game_declares_is_found() -> None:
    assert {"Passing", "give", "Stock", "aside", "Trick", "taken"} <= set(declared(Passing()))
    texts = {"Aphrodite", "sneak", "d", "letters of Z-E-U-S needed to win", ZEUS.title}
    assert texts <= set(declared(ZEUS))
    assert not {"7", "hand", "decline"} & set(declared(ZEUS))
