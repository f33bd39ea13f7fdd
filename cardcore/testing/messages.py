"""Every text of a package that a person can read: what a translation of it must have.

Two sources: the code, where a template is the first argument of `Text`, of an error of cardcore,
of `translate`, of the marker `_` or of a function that hands its first parameter on as one; and
what games, bots and house rules declare, such as card labels, verbs of moves and option helps.
The modules of a web page are read, too.
"""

from __future__ import annotations

import ast
import inspect
import re
import typing
from collections.abc import Iterable, Iterator, Set
from enum import Enum
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import attrs

from cardcore import errors
from cardcore import options as option_values
from cardcore.cards import Card, french_deck
from cardcore.errors import BadOptions
from cardcore.game import Game
from cardcore.houserules import HouseRule
from cardcore.languages import CORE
from cardcore.layout import layout
from cardcore.moves import Decline, Move, types_of_fields
from cardcore.piles import HELD
from cardcore.telling.pages import sentences

MARKERS = frozenset({"Text", "translate", "_translate", "gettext", "_", "interrupt"})
"""What is called with a text, besides errors and a package's own functions that take a template.
The kind of an interrupt is shown where it asks several persons at once."""
ERRORS = frozenset(
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.CardcoreError)
)
HOOKS = ("cardcore_games", "cardcore_bots", "cardcore_house_rules")

Place = tuple[str, int]
"""A file, from the folder that the package lies in, and a line."""


@attrs.frozen
class Message:
    """A text, and where it stands."""

    text: str
    places: tuple[Place, ...]

    def __str__(self) -> str:
        where = ", ".join(f"{file}:{line}" for file, line in self.places)
        return f"{self.text!r} ({where})"


@attrs.frozen
class Found:
    """The texts of a package, sorted, and what is written so that nobody can translate it."""

    messages: tuple[Message, ...]
    problems: tuple[str, ...]


def find(package: str) -> Found:
    """Every text of a package, or of a single module: its code's and what its plugins declare.

    Example: `find("crazy_eights").messages`
    """
    code = _Code(package)
    places: dict[str, set[Place]] = {}
    for text, place in code.texts:
        places.setdefault(text, set()).add(place)
    for text, kind in _brought(code.module_names_with_hooks()):
        if text and text not in places:
            places[text] = set(code.constants.get(text, ())) or {code.place_of(kind)}
    messages = [Message(text, tuple(sorted(places[text]))) for text in sorted(places)]
    return Found(tuple(messages), tuple(code.problems))


def has_words(text: str) -> bool:
    """Whether there is something to translate: "{total}", "7" and "Z E" are the same anywhere."""
    return re.search(r"[^\W\d_]{2}", re.sub(r"\{[^{}]*\}", "", text)) is not None


def fields(text: str) -> frozenset[str]:
    """The fields of a text as they are written, conversion and form too: "name!r"."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:  # a text with a brace and no fields
        return frozenset()
    return frozenset(
        name + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "")
        for _, name, form, conversion in parts
        if name is not None
    )


# -- what is declared -----------------------------------------------------------------------------


_SWITCH = ("on", "off")
"""What a switch says is known to every form."""


def declared(game: Game[Any]) -> list[str]:
    """What a game shows that its code does not write as a `Text`, each text once.

    Its title, its options with their values, helps and forms, its presets, labels of its cards,
    words of its moves, and what else people may type for them; where it leaves the summary to the
    engine, the names of its piles and public fields too.
    """
    found = [game.title, game.unit]
    for option in option_values.describe(game.Options).values():
        found += [option.help, option.form, option_values.plainly(option.name)]
        found += [option_values.plainly(word) for word in option.words if word not in _SWITCH]
    found += map(option_values.plainly, game.presets)
    for card in _faces(game):
        found.append(card.label)
    found += _words_of_moves(game.move_types())
    codes, aliases = {card.code for card in _faces(game)}, list[str]()
    for move in game.all_moves(game.Options()) or ():
        aliases += [word for alias in game.aliases(move) for word in alias.split()]
    if type(game).summary is Game.summary:
        found += _titles(game)
    core = {
        *_words_of_moves([Decline]),
        *(card.label for card in french_deck(jokers=1)),
        "hand",
        "points",
    }
    found = [text for text in found if has_words(text)] + [
        word for word in dict.fromkeys(aliases) if word.isalpha() and word not in codes
    ]
    return [text for text in dict.fromkeys(found) if text not in core]


def _faces(game: Game[Any]) -> Iterator[Card]:
    """Every card that any value of any option brings into the deck, at any number of players."""
    known = option_values.describe(game.Options).values()
    wishes: list[dict[str, Any]] = [{}, *map(dict, game.presets.values())]
    wishes += [{option.name: choice} for option in known for choice in option.choices]
    seen: set[Card] = set()
    for wish in wishes:
        for seats in game.seats:
            try:
                made = game.make_options(wish, seats)
            except BadOptions:
                continue
            new = dict.fromkeys(game.cards(made, seats))
            yield from (card for card in new if card not in seen)
            seen.update(new)


def _words_of_moves(kinds: Iterable[type[Move]]) -> Iterator[str]:
    """The verbs, and the members of enums among the fields."""
    for kind in kinds:
        yield kind.verb
        for hint in types_of_fields(kind).values():
            for enum in _enums(hint):
                yield from (member.name.lower() for member in enum)


def _enums(annotation: Any) -> Iterator[type[Enum]]:
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        yield annotation
    for argument in typing.get_args(annotation):
        yield from _enums(argument)


def _titles(game: Game[Any]) -> Iterator[str]:
    """What the engine's own summary calls piles and fields (see `cardcore.look.parts`)."""
    plan = layout(game.table_type)
    for name, sight, each in plan.piles:
        words = name.replace("_", " ")
        if sight is not HELD:
            yield words if each else words.capitalize()
    for name, annotation in plan.public:
        kinds = typing.get_args(annotation) or (annotation,)
        if any(isinstance(kind, type) and issubclass(kind, str | int | Card) for kind in kinds):
            yield name.replace("_", " ").capitalize()


def _brought(modules: Iterable[str]) -> Iterator[tuple[str, type[Any]]]:
    """What the plugins in some modules declare, each text with a class to look for it at."""
    for name in modules:
        module = import_module(name)
        things = [thing for hook in HOOKS for thing in getattr(module, hook, list)()]
        for thing in things:
            if isinstance(thing, Game):
                yield from ((text, type(thing)) for text in declared(thing))
            elif isinstance(thing, HouseRule):
                yield thing.title, type(thing)
            else:
                yield thing.help, thing.make if isinstance(thing.make, type) else type(thing)
        if name.partition(".")[0] == CORE:
            yield from ((text, Decline) for text in _words_of_moves([Decline]))
            yield french_deck(jokers=1)[-1].label, Card


# -- what the code says ---------------------------------------------------------------------------


class _Code:
    """The modules of a package, read and not run: its texts, all string constants, problems."""

    def __init__(self, package: str) -> None:
        module = import_module(package)
        file = Path(inspect.getfile(module))
        self._package = package
        self._home = file.parent.parent if hasattr(module, "__path__") else file.parent
        self._is_package = hasattr(module, "__path__")
        paths = sorted(file.parent.rglob("*.py")) if self._is_package else [file]
        self._trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
        self._errors = self._error_classes()
        self._makers = MARKERS | self._errors | self._takers_of_templates(MARKERS | self._errors)
        self.texts: list[tuple[str, Place]] = []
        self.constants: dict[str, list[Place]] = {}
        self.problems: list[str] = []
        for path, tree in self._trees.items():
            self._read(path, tree)
        for text, page, line in sentences(file.parent) if self._is_package else ():
            self.texts.append((text, (page.relative_to(self._home).as_posix(), line)))

    def module_names_with_hooks(self) -> Iterator[str]:
        """The modules that bring games, bots or house rules."""
        for path, tree in self._trees.items():
            if any(_is_hook(node) for node in tree.body):
                if not self._is_package:
                    yield self._package
                    continue
                parts = path.relative_to(self._home).with_suffix("").parts
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def place_of(self, kind: type[Any]) -> Place:
        """Where a class stands; the package itself for one from elsewhere."""
        for path, tree in self._trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
                    return self._place(path, node)
        return self._package, 1

    def _place(self, path: Path, node: ast.expr | ast.stmt) -> Place:
        return path.relative_to(self._home).as_posix(), node.lineno

    def _walk(self) -> Iterator[ast.AST]:
        for tree in self._trees.values():
            yield from ast.walk(tree)

    def _error_classes(self) -> frozenset[str]:
        """Cardcore's errors, and classes of the package that inherit from them."""
        known = set(ERRORS)
        classes = [node for node in self._walk() if isinstance(node, ast.ClassDef)]
        while True:
            more = {one.name for one in classes if any(_name(base) in known for base in one.bases)}
            if more <= known:
                return frozenset(known)
            known |= more

    def _takers_of_templates(self, makers: frozenset[str]) -> frozenset[str]:
        """Functions whose first parameter is called `template`, or is handed on as one."""
        found: set[str] = set()
        first = {
            node: names[0]
            for node in self._walk()
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("__")
            if (names := _parameters(node))
        }
        while True:
            more = {
                node.name
                for node, name in first.items()
                if name == "template" or _hands_on(node, name, makers | found)
            }
            if more <= found:
                return frozenset(found)
            found |= more

    def _read(self, path: Path, tree: ast.Module) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.constants.setdefault(node.value, []).append(self._place(path, node))
            elif isinstance(node, ast.Call) and node.args and _name(node.func) in self._makers:
                self._take(path, node.args[0])
            elif isinstance(node, ast.ClassDef) and node.name in self._errors:
                for call in ast.walk(node):
                    if isinstance(call, ast.Call) and _is_super_init(call) and call.args:
                        self._take(path, call.args[0])

    def _take(self, path: Path, node: ast.expr) -> None:
        """The texts that an argument may be; both of `"a" if x else "b"`."""
        if isinstance(node, ast.IfExp):
            self._take(path, node.body)
            self._take(path, node.orelse)
        elif isinstance(node, ast.BoolOp):
            for value in node.values:
                self._take(path, value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if has_words(node.value):
                self.texts.append((node.value, self._place(path, node)))
        elif _is_made_up(node):
            file, line = self._place(path, node)
            self.problems.append(
                f"{file}:{line}: put together as it is shown, so that nobody can translate it; "
                "write a whole template and give it fields"
            )


def _name(node: ast.expr) -> str:
    """The last name of what is called or inherited: "Text" of `cardcore.Text`."""
    if isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _parameters(function: ast.FunctionDef) -> list[str]:
    """The names of the parameters by place, without `self`."""
    names = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args)]
    return [name for name in names if name not in ("self", "cls")]


def _hands_on(function: ast.FunctionDef, parameter: str, makers: Set[str]) -> bool:
    """Whether a function gives its parameter to something that takes a template."""
    return any(
        isinstance(call, ast.Call)
        and _name(call.func) in makers
        and bool(call.args)
        and isinstance(call.args[0], ast.Name)
        and call.args[0].id == parameter
        for call in ast.walk(function)
    )


def _is_hook(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.FunctionDef)
        and node.name in HOOKS
        and all(_name(one) != "hookspec" for one in node.decorator_list)
    )


def _is_super_init(call: ast.Call) -> bool:
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "__init__"
        and isinstance(function.value, ast.Call)
        and _name(function.value.func) == "super"
    )


def _is_made_up(node: ast.expr) -> bool:
    """Whether words are put together here: f-strings, sums, `%` and `format`."""
    if isinstance(node, ast.JoinedStr):
        return True
    if isinstance(node, ast.Call):
        function = node.func
        return isinstance(function, ast.Attribute) and _has_constant_words(function.value)
    return isinstance(node, ast.BinOp) and (
        _is_made_up(node.left)
        or _is_made_up(node.right)
        or _has_constant_words(node.left)
        or _has_constant_words(node.right)
    )


def _has_constant_words(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and has_words(node.value)
