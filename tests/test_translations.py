"""Translations: every text of the core and the games has one, and it fits what it translates."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import cycle, islice
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from odin_situation import situation
from playing import choose
from small_games import Passing

import cardcore
from cardcore import (
    DECLINE,
    BadOptions,
    Card,
    CardcoreError,
    Event,
    Game,
    Group,
    Match,
    Move,
    Part,
    Text,
)
from cardcore.events import in_words
from cardcore.interrupts import COLLECT
from cardcore.languages import languages, package_of, translator
from cardcore.options import describe
from cardcore.telling.words import Words
from cardcore.terminal.typed import Choices
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
ZEUS, ODIN = cardcore.game("zeus"), cardcore.game("odin")
WHOLE_GAMES: list[Game[Any]] = [ZEUS, ODIN]
RULES = {ZEUS: 23, ODIN: 25}
"""How many rules the page of a game has."""
PAGES = [(game, language) for game in WHOLE_GAMES for language in sorted({*game.rules} - {"en"})]

SAME = {
    # names that Spanish writes alike; the games are sold under these titles
    *("Ares", "Hera", "Hermes", "Zeus on the Loose", "Odin"),
    # words that both languages have
    *("no", "bot", "total {total}", "bots: {names}", "Bot {number}", "Error: {message}"),
    # signs of time and order, on the page of the browser table
    *("{seconds} s", "{number} s", "{number} min", "{place}.", "{title} ({number})"),
    *("Bot ({name})", "bot {name}"),
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


@pytest.fixture(params=PAGES, ids=lambda page: f"{page[0].name}-{page[1]}")
def page(request: pytest.FixtureRequest) -> tuple[Game[Any], str]:
    return request.param  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", WHOLE_GAMES, ids=lambda game: game.name)
def test_every_game_has_a_spanish_rules_page(game: Game[Any]) -> None:
    assert (game, "es") in PAGES


def test_the_rules_page_has_the_same_rules_and_options(page: tuple[Game[Any], str]) -> None:
    game, language = page
    english, text = game.rules["en"], game.rules[language]

    def outline(text: str) -> list[list[str]]:
        return [
            [line.partition(" ")[0] for line in text.splitlines() if line.startswith("#")],
            re.findall(r"^(\d+)\. ", text, re.M),
            re.findall(r"^   - (9[abc]):", text, re.M),
            re.findall(r"`[^`]+`", text.rpartition("\n## ")[2]),
        ]

    rules, parts = outline(english)[1:3]
    assert rules == [str(number) for number in range(1, RULES[game] + 1)]
    assert parts == ["9a", "9b", "9c"]
    assert outline(text) == outline(english)
    assert set(re.findall(r"`[^`]+`", text)) == set(re.findall(r"`[^`]+`", english))


def test_the_rules_page_calls_the_cards_as_the_game_does(page: tuple[Game[Any], str]) -> None:
    game, language = page
    translate, text = translator(language, game), game.rules[language]
    cards = [card for match in matches(game, wishes(game)) for card in deck(match)]
    names = {card.label for card in cards if has_words(card.label)}
    assert names
    assert [name for name in sorted(names) if translate(name) not in text] == []


@pytest.mark.parametrize("language", sorted({*ODIN.rules} - {"en"}))
def test_the_rules_page_of_odin_tells_the_letters_of_the_colours(language: str) -> None:
    translate, text = translator(language, ODIN), " ".join(ODIN.rules[language].split())
    suits = sorted({card.suit for card in deck(ODIN.match(6, seed=1))})
    assert len(suits) == 6
    letters = [f"{suit[0].upper()} {translate(suit)}" for suit in suits]
    assert [letter for letter in letters if letter not in text] == []


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
            tries: list[Move | str] = [*rng.sample(known, min(6, len(known))), "nonsense"]
            for tried in tries:
                listener.hear(match.why_not(seat, tried))
    listener.hear(match.why_not(99, "nonsense"))


def listen_to_matches(game: Game[Any], wishes: Iterable[dict[str, Any]]) -> Listener:
    """Whole matches by chance, one for each of some wishes, heard at every tenth move."""
    listener = Listener(game)
    for number, match in enumerate(matches(game, wishes)):
        rng = Random(number)
        while not match.over:
            if rng.random() < 0.1:
                listen(listener, match, rng)
            seat, move = choose(match, rng)
            for event in match.play(seat, move):
                hear_event(listener, game, event)
        listen(listener, match, rng)
    return listener


def matches(game: Game[Any], wishes: Iterable[dict[str, Any]]) -> Iterator[Match[Any]]:
    """A match for each of some wishes, of every size in turn that they allow."""
    sizes, collects = cycle(game.seats), cycle(COLLECT)
    for seed, options in enumerate(wishes):
        size = next(size for size in islice(sizes, len(game.seats)) if fits(game, options, size))
        yield game.match(size, seed=seed, options=options, collect=next(collects))


def fits(game: Game[Any], options: dict[str, Any], size: int) -> bool:
    """Whether so many may play with these options."""
    try:
        game.make_options(options, size)
    except BadOptions:
        return False
    return True


def deck(match: Match[Any]) -> list[Card]:
    """The cards of a match."""
    return list(match.game.cards(match.options, len(match.seats)))


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
    for seed in range(6):
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
    wrong += [
        {"players": size, "options": options}
        for options in wishes(game)
        for size in game.seats
        if not fits(game, options, size)
    ]
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


# -- what is typed ---


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("pasar", "pass"),
        ("jugar R7", "play R7"),
        ("jugar d6 d1", "play D6 D1"),
        pytest.param("7 rojo", "play R7"),
        pytest.param("9 naranja", "play O9"),
        pytest.param("61 oscuro", "play D6 D1"),
        pytest.param("22 azul verde", "play B2 G2"),
        pytest.param("22 az ve", "play B2 G2"),
    ],
)
def test_odin_is_typed_in_spanish(typed: str, move: str) -> None:
    match = situation("B2 G2 R7 D6 D1 P8 O9", mid="G4")
    assert [one.text for one in Choices(Words(match, "es"), 1).find(typed)] == [move]


def test_a_beaten_card_is_taken_in_spanish() -> None:
    match = situation("B2 D8 D7 P1", mid="G4 R4")
    match.play(1, "play D8 D7")
    choices = Choices(Words(match, "es"), 1)
    assert [choices.find(typed)[0].text for typed in ("llevar R4", "R4")] == ["take R4"] * 2


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
