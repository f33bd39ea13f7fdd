"""Texts in another language: errors and their reasons, catalogs of packages, moves in words."""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import attrs
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from small_games import NopeGame

import cardcore
from cardcore import (
    BadOptions,
    BadState,
    CannotUndo,
    Card,
    CardcoreError,
    Decline,
    Event,
    Game,
    GameError,
    HouseRule,
    IllegalMove,
    Move,
    Player,
    Text,
    UnknownGame,
    errors,
    hookimpl,
)
from cardcore.events import in_words
from cardcore.game import check_game
from cardcore.languages import languages, normal, package_of, preferred, translator
from cardcore.options import NoOptions, option
from cardcore.plugins import Plugins
from cardcore.texts import Translate, player_name

SOURCE = Path(cardcore.__file__).parent


def spanish(known: Mapping[str, str]) -> Translate:
    """What puts these templates into Spanish, and leaves others as they are."""
    return lambda template: known.get(template, template)


# -- whole templates ------------------------------------------------------------------------------

ERRORS = {
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, CardcoreError)
}


def put_together(code: str) -> list[int]:
    """The lines where a text or an error is not given a whole template."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Call) and any(map(is_made_up, templates(node)))
    ]


def templates(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a call that are read by people: the first, of an illegal move the third."""
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", "")
    if name == "IllegalMove":
        yield from call.args[2:]
        yield from (word.value for word in call.keywords if word.arg == "reason")
    elif name in ERRORS | {"Text"}:
        yield from call.args[:1]


def is_made_up(node: ast.expr) -> bool:
    """Whether words are put together here, or taken from what is English already."""
    if isinstance(node, ast.IfExp):
        return is_made_up(node.body) or is_made_up(node.orelse)
    if isinstance(node, ast.BoolOp):
        return any(map(is_made_up, node.values))
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Constant):
            return function.attr == "format"
        return isinstance(function, ast.Name) and function.id in ("str", "repr")
    return isinstance(node, ast.JoinedStr | ast.BinOp)


@pytest.mark.parametrize(
    "code",
    [
        'raise BadOptions(f"no {name}")',
        'raise cardcore.GameError("no " + name)',
        'raise BadState("no %s" % name)',
        'raise BadState("no {}".format(name))',
        "raise CannotUndo(str(reason))",
        'raise IllegalMove(seat, move, Text(f"no {name}"))',
        'raise IllegalMove(seat, move, reason=f"no {name}")',
        'Text("yes" if fine else f"no {name}")',
        'Text(name or "no " + name)',
    ],
)
def test_words_put_together_are_found(code: str) -> None:
    assert put_together(code) == [1]


@pytest.mark.parametrize(
    "code",
    [
        'raise BadOptions("no {name!r}", name=f"{name}x")',
        'raise BadOptions("one "\n"two {name}", name=name)',
        "raise CannotUndo(reason)",
        'raise IllegalMove(seat, str(move), reason or Text("no"))',
        'Text("{value}", value=str(value))',
        'Text(" ".join(words), **fields)',
        'raise ValueError(f"no {name}")',
    ],
)
def test_whole_templates_are_not(code: str) -> None:
    assert put_together(code) == []


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_every_text_is_a_whole_template(path: Path) -> None:
    found = [f"{path}:{line}" for line in put_together(path.read_text("utf-8"))]
    assert not found, "put together as it is shown; write a whole template with fields"


# -- errors in another language -------------------------------------------------------------------


def test_an_error_is_english_and_can_be_put_into_another_language() -> None:
    error = BadOptions("there is no preset {name!r}; the presets are: {names}", name="x", names="y")
    known = spanish({error.text.template: "no hay {name!r}; hay: {names}"})
    assert str(error) == "there is no preset 'x'; the presets are: y"
    assert error.text.render(known) == "no hay 'x'; hay: y"


def test_an_error_is_given_as_a_text_too() -> None:
    text = Text("chance has been used since")
    error = CannotUndo(text)
    assert error.text is text
    assert str(error) == "chance has been used since"


def test_the_reason_of_a_refusal_is_translated_inside_it() -> None:
    match = cardcore.game("zeus").match(players=2, seed=1)
    waiting = 1 - match.to_act[0]
    with pytest.raises(IllegalMove) as caught:
        match.play(waiting, "play 7")
    known = {
        "seat {seat}, {move!r}: {reason}": "asiento {seat}, {move!r}: {reason}",
        "it is not {player}'s turn": "no le toca a {player}",
        "player {number}": "jugador {number}",
    }
    said = caught.value.text.render(spanish(known))
    assert said == f"asiento {waiting}, 'play 7': no le toca a jugador {waiting + 1}"
    assert str(caught.value) == f"seat {waiting}, 'play 7': it is not player {waiting + 1}'s turn"


class Picky(NopeGame):
    """Refuses what it is asked."""

    title = "Picky"
    reason: Text | None = None
    error: Exception | None = None

    def check(self, options: Any, seats: int) -> Text | None:
        return self.reason

    def deal(self, table: Any, last: Any) -> None:
        if self.error is not None:
            raise self.error
        super().deal(table, last)


def test_what_a_game_says_of_options_is_translated() -> None:
    game = Picky()
    game.reason = Text("{player} is one too many", player=Player(2))
    with pytest.raises(BadOptions, match=r"^player 3 is one too many$") as caught:
        game.match(3)
    known = spanish({"{player} is one too many": "sobra {player}"})
    assert caught.value.text.render(known, ["", "", "Ana"]) == "sobra Ana"


def test_a_failure_is_translated_down_to_the_error_that_made_it() -> None:
    game = Picky()
    game.error = GameError("there is nobody to deal cards of {pile} to", pile="stock")
    with pytest.raises(GameError) as caught:
        game.match(2)
    known = {
        "Picky": "Quisquilloso",
        "{game} failed to deal: {reason}": "{game} no reparte: {reason}",
        "there is nobody to deal cards of {pile} to": "no hay para quién: {pile}",
    }
    told = "Picky failed to deal: there is nobody to deal cards of stock to"
    assert str(caught.value) == told
    said = caught.value.text.render(spanish(known))
    assert said == "Quisquilloso no reparte: no hay para quién: stock"


def test_the_error_of_another_kind_is_told_as_it_is() -> None:
    game = Picky()
    game.error = ZeroDivisionError("{odd}")
    with pytest.raises(GameError) as caught:
        game.match(2)
    assert str(caught.value) == "Picky failed to deal: ZeroDivisionError('{odd}')"


def test_a_wrong_preset_is_told_with_the_reason() -> None:
    @attrs.frozen
    class Wishes:
        size: int = option(1, help="how big", choices=(1, 2), parse=int, form="any number")

    class Sized(NopeGame):
        Options: ClassVar[Any] = Wishes
        presets: ClassVar[Any] = {"odd": {"size": "much"}}

    with pytest.raises(GameError) as caught:
        check_game(Sized())
    told = "Sized, preset 'odd': size cannot be 'much'; it is one of: 1, 2, any number"
    assert str(caught.value) == told
    said = caught.value.text.render(spanish({"any number": "cualquier número"}))
    assert said.endswith("1, 2, cualquier número")


def test_an_option_with_a_form_alone_names_it() -> None:
    @attrs.frozen
    class Wishes:
        size: int = option(1, help="how big", parse=int, form="any number")

    with pytest.raises(BadOptions, match=r"^size cannot be 'much'; it is one of: any number$"):
        cardcore.options.make(Wishes, {"size": "much"})
    with pytest.raises(BadOptions, match=r"^there is no option 'x'; the options are: none$"):
        cardcore.options.make(NoOptions, {"x": 1})


@pytest.mark.parametrize(
    ("codes", "told"),
    [
        (lambda codes: [*codes, codes[0]], "too many of {0}"),
        (lambda codes: codes[1:], "missing {0}"),
        (lambda codes: [*codes[1:], *codes[1:2]], "too many of {1}; missing {0}"),
    ],
)
def test_cards_that_are_not_the_decks_are_named(
    codes: Callable[[list[str]], list[str]], told: str
) -> None:
    match = cardcore.game("zeus").match(players=2, seed=1)
    data = match.to_dict()
    (stock,) = data["table"]["piles"]["stock"]
    wrong = dict.fromkeys(stock)
    first, second, *_ = wrong
    rest = [code for code in stock if code not in (first, second)]
    data["table"]["piles"]["stock"] = [codes([first, second, *rest])]
    missing = [code for code in (first, second) for _ in range(stock.count(code) - 1)]
    data["table"]["piles"]["hands[0]"][0] += missing
    with pytest.raises(BadState) as caught:
        cardcore.Match.from_dict(data)
    assert str(caught.value) == "the cards are not those of the deck: " + told.format(first, second)


def test_the_problems_of_plugins_are_texts() -> None:
    class Wrong:
        @hookimpl
        def cardcore_games(self) -> list[Any]:
            return [7]

        @hookimpl
        def cardcore_bots(self) -> list[Any]:
            raise GameError("a  wide   message {braces}")

        @hookimpl
        def cardcore_house_rules(self) -> list[Any]:
            raise ValueError("x" * 400)

    plugins = Plugins([])
    plugins.register(Wrong(), "wrong")
    first, second, third = plugins.problems()
    prefix = "plugin 'wrong': cardcore_"
    assert str(first) == f"{prefix}games failed: PluginError: 7 is not a Game object"
    assert str(second) == f"{prefix}bots failed: GameError: a wide message {{braces}}"
    assert str(third) == f"{prefix}house_rules failed: " + ("ValueError: " + "x" * 400)[:300]
    known = {
        "plugin {name!r}: {problem}": "extensión {name!r}: {problem}",
        "{hook} failed: {error}": "{hook} falló: {error}",
        "{game} is not a Game object": "{game} no es un juego",
    }
    said = first.render(spanish(known))
    assert said == "extensión 'wrong': cardcore_games falló: PluginError: 7 no es un juego"


def test_names_that_nobody_has_are_answered_in_both_shapes() -> None:
    plugins = Plugins([])
    with pytest.raises(UnknownGame, match=r"^there is no game 'x'; the games are: none$") as caught:
        plugins.game("x")
    assert caught.value.text.render(spanish({"none": "ninguno"})).endswith(": ninguno")

    class Rules:
        @hookimpl
        def cardcore_house_rules(self) -> list[HouseRule]:
            return [type("Quiet", (HouseRule,), {"name": "quiet"})()]

    plugins.register(Rules(), "rules")
    with pytest.raises(BadOptions) as near:
        plugins.house_rule("quite")
    told = "there is no house rule 'quite'; did you mean 'quiet'? installed are: quiet"
    assert str(near.value) == told
    with pytest.raises(BadOptions, match=r"no house rule '7'; installed are: quiet$"):
        plugins.house_rule(7)  # type: ignore[arg-type]


# -- templates and translations that are odd ------------------------------------------------------


def test_a_template_without_fields_shows_braces_as_they_are() -> None:
    assert str(Text("{name} {0} {")) == "{name} {0} {"
    assert str(BadOptions("a set is written {1, 2}")) == "a set is written {1, 2}"
    assert Text("{x").render(spanish({"{x": "{y} }"})) == "{y} }"


@pytest.mark.parametrize(
    "translated",
    ["{nobody} juega", "{} juega", "{0} juega", "{name", "{name:d}", "{name.odd}", "{name[x]}"],
)
def test_a_translation_that_does_not_fit_leaves_the_text_english(translated: str) -> None:
    text = Text("{name} plays", name="Ana")
    assert text.render(spanish({"{name} plays": translated})) == "Ana plays"
    number = spanish({"player {number}": translated.replace("name:d", "number:z")})
    assert player_name(1, number) == "player 2"


def test_a_translation_may_leave_fields_out_and_say_them_twice() -> None:
    text = Text("{one} and {two}", one=1, two=2)
    assert text.render(spanish({"{one} and {two}": "{two}, {two}"})) == "2, 2"


# -- languages ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "es_ES"}, "en"),
        ({"LC_MESSAGES": "POSIX"}, "en"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "es_MX.UTF-8@euro"}, "es_MX"),
        ({"LANG": "es_ES@euro"}, "es_ES"),
        ({"LC_MESSAGES": "pt_BR.UTF-8", "LANG": "es"}, "pt_BR"),
        ({"LC_ALL": "fr_FR", "LC_MESSAGES": "pt_BR", "LANG": "es"}, "fr_FR"),
        ({"LANGUAGE": "de:es", "LC_ALL": "fr_FR", "LC_MESSAGES": "pt", "LANG": "es"}, "es"),
        ({"LANGUAGE": "de:fr", "LANG": "es"}, "de"),
        ({"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_AR.UTF-8"}, "es_AR"),
        ({"HOME": "es"}, "en"),
    ],
)
def test_the_language_of_the_surroundings(environ: dict[str, str], language: str) -> None:
    assert preferred(environ) == language


@pytest.mark.parametrize(
    ("given", "language"),
    [("es", "es"), ("ES", "es"), ("ES-mx", "es_MX"), ("es_mx", "es_MX"), ("", "")],
)
def test_a_language_is_written_as_gettext_writes_it(given: str, language: str) -> None:
    assert normal(given) == language


def write_catalog(folder: Path, package: str, texts: Mapping[str, str]) -> Path:
    """The Spanish of a package whose modules lie in a folder."""
    catalog = Catalog(locale="es")
    for template, translated in texts.items():
        catalog.add(template, translated)
    written = io.BytesIO()
    write_mo(written, catalog)
    file = folder / "locale" / "es" / "LC_MESSAGES" / f"{package}.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(written.getvalue())
    return file


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package `islands` and the core with a Spanish of a few words; the package's file."""
    package = ModuleType("islands")
    package.__file__ = str(tmp_path / "islands" / "__init__.py")
    package.__package__ = "islands"
    rules = ModuleType("islands.rules")
    rules.__package__ = "islands"
    monkeypatch.setitem(sys.modules, "islands", package)
    monkeypatch.setitem(sys.modules, "islands.rules", rules)
    monkeypatch.setattr(cardcore, "__file__", str(tmp_path / "core" / "__init__.py"))
    write_catalog(tmp_path / "core", "cardcore", {"none": "ninguno", "hand": "mano"})
    texts = {"{player} sails": "{player} zarpa", "hand": "bodega"}
    return write_catalog(tmp_path / "islands", "islands", texts)


@pytest.mark.usefixtures("catalog")
def test_a_game_speaks_first_then_the_core_then_the_code() -> None:
    spoken = translator("es", "islands")
    assert Text("{player} sails", player=Player(0)).render(spoken, ["Ana"]) == "Ana zarpa"
    assert [spoken(word) for word in ("hand", "none", "other")] == ["bodega", "ninguno", "other"]
    alone = translator("es")
    assert [alone(word) for word in ("hand", "none", "other")] == ["mano", "ninguno", "other"]


@pytest.mark.usefixtures("catalog")
def test_an_object_speaks_as_the_package_of_its_class() -> None:
    kind = type("Islands", (NopeGame,), {"__module__": "islands.rules"})
    assert package_of(kind) == "islands"
    game: Game[Any] = kind()
    assert translator("es", game)("hand") == "bodega"
    assert translator("es", NopeGame(), game)("hand") == "bodega"
    assert package_of(type("Alone", (), {"__module__": "nowhere"})) == "nowhere"


@pytest.mark.usefixtures("catalog")
@pytest.mark.parametrize(
    ("language", "hand"),
    [("es_MX", "bodega"), ("ES-ar", "bodega"), ("en", "hand"), ("en_GB", "hand"), ("fr", "hand")],
)
def test_a_country_speaks_its_language_and_english_is_what_the_code_says(
    language: str, hand: str
) -> None:
    assert translator(language, "islands")("hand") == hand


@pytest.mark.usefixtures("catalog")
def test_the_languages_of_a_package_are_known() -> None:
    assert languages("islands") == languages() == ["en", "es"]
    assert languages("no_such_package") == ["en"]
    assert translator("es", "no_such_package")("hand") == "mano"


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"no catalog at all",
        lambda data: data[:10],
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"charset=utf-8", b"charset=utf-9"),
        lambda data: data.replace(b"bodega", b"bode\xffa"),
    ],
)
def test_a_damaged_catalog_is_passed_over(catalog: Path, damage: Callable[[bytes], bytes]) -> None:
    whole = catalog.read_bytes()
    assert damage(whole) != whole
    catalog.write_bytes(damage(whole))
    spoken = translator("es", "islands")
    assert [spoken(word) for word in ("hand", "none")] == ["mano", "ninguno"]


# -- moves in words -------------------------------------------------------------------------------


class Way(Enum):
    LEFT = 1
    RIGHT = 2


@attrs.frozen
class Sail(Move):
    load: tuple[Card, ...] = ()
    way: Way | None = None
    fast: bool | None = None
    steps: int | None = None
    name: str = ""


@attrs.frozen
class Bare(Move):
    verb = ""
    card: Card | None = None


ACE, TWO = Card("AS", label="ace"), Card("2S", label="two")


@pytest.mark.parametrize(
    ("move", "english", "translated"),
    [
        (Sail((ACE, TWO)), "sail ace two", "zarpar as two"),
        (Sail((), Way.LEFT), "sail left", "zarpar izquierda"),
        (Sail((ACE,), Way.RIGHT, True), "sail ace right yes", "zarpar as right sí"),
        (Sail((), None, False, 0), "sail no 0", "zarpar no 0"),
        (Sail((), None, None, 3, "{odd}"), "sail 3 {odd}", "zarpar 3 {odd}"),
        (Sail(), "sail", "zarpar"),
        (Bare(ACE), "ace", "as"),
        (Bare(), "", ""),
        (Decline(), "decline", "pasar"),
    ],
)
def test_a_move_is_shown_in_words(move: Move, english: str, translated: str) -> None:
    known = {"sail": "zarpar", "ace": "as", "left": "izquierda", "yes": "sí", "decline": "pasar"}
    assert str(move.in_words()) == english
    assert move.in_words().render(spanish(known)) == translated


def test_a_move_that_is_hidden_is_told_in_words_too() -> None:
    known = {"sail": "zarpar", "left": "izquierda", "{player} chooses: {move}": "{player}: {move}"}
    hidden = Event(("move", 0, Sail((ACE, TWO), Way.LEFT).hidden_text()))
    told = in_words(hidden)
    assert told is not None
    assert told.render(spanish(known)) == "player 1: zarpar ? ? izquierda"
    assert str(in_words(Event(("move", 0, "?")))) == "player 1 has chosen in secret"


def test_a_move_is_typed_in_the_same_words_everywhere() -> None:
    move = Sail((ACE,), Way.LEFT, True)
    assert move.text == str(move) == "sail AS left yes"


def test_cards_of_a_field_are_shown_with_spaces_and_texts_with_commas() -> None:
    cards = [Card("B6"), Card("B3", label="blue 3")]
    assert str(Text("plays {cards}", cards=cards)) == "plays B6 blue 3"
    points = tuple(Text("{player} {n}", player=Player(n), n=n) for n in range(2))
    assert Text("{points}", points=points).render(names=("Ana", "Bo")) == "Ana 0, Bo 1"


def test_a_field_of_a_move_does_not_hide_what_every_move_has() -> None:
    for name in ("cards", "text", "values", "fields"):
        with pytest.raises(TypeError, match=f"would hide Move.{name}"):
            type("Wrong", (Move,), {"__annotations__": {name: int}})
