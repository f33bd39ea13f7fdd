"""The command line in two languages: its helps, its lists, its errors."""

from __future__ import annotations

import gettext
import json
import os
import re
import subprocess
import sys
from typing import Any

import click
import pytest
from test_cli import WRONG, call, failed

import cardcore
import cardcore.languages
from cardcore.cli import COMMANDS, cli
from cardcore.cli._language import chosen
from cardcore.terminal.view import SPEEDS, View

HELPS = [[], ["play", "zeus"], *([name] for name in COMMANDS)]
LANGUAGES = ["en", "es"]


def plain(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


# -- which language --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        ["play", "zeus", "--help", "--lang", "es"],
        ["play", "--lang", "es", "zeus", "--help"],
        ["--lang", "es", "play", "zeus", "--help"],
        ["--lang", "en", "play", "zeus", "--help", "--lang=es"],
        ["play", "zeus", "--help", "--lang", "es-MX"],
        ["play", "zeus", "--help", "--lang", "ES_mx"],
    ],
    ids=" ".join,
)
def test_the_language_may_be_named_anywhere(args: list[str]) -> None:
    result = call(*args)
    assert result.exit_code == 0
    assert result.stdout.startswith("Uso: cardcore play zeus [OPCIONES]\n")
    assert "Zeus on the Loose, para 2 a 5 jugadores:" in result.stdout


@pytest.mark.parametrize(
    ("surroundings", "word"),
    [
        ({"LANG": "es_MX.UTF-8"}, "Uso:"),
        ({"LANGUAGE": "es:en", "LANG": "en_US.UTF-8"}, "Uso:"),
        ({"LC_ALL": "C", "LANG": "es_ES.UTF-8"}, "Usage:"),
        ({"LANG": "de_DE.UTF-8"}, "Usage:"),
        ({}, "Usage:"),
    ],
)
def test_else_it_is_that_of_the_surroundings(
    surroundings: dict[str, str], word: str, monkeypatch: Any
) -> None:
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert call("games", "--help").stdout.startswith(word)
    assert call("games", "--help", "--lang", "en").stdout.startswith("Usage:")


def test_a_language_that_is_not_named_as_one_does_not_count() -> None:
    assert chosen(["play", "--", "--lang", "es"]) == "en"
    assert chosen(["--lang", "es", "--lang"]) == "es"
    assert chosen(["--lang"]) == chosen([]) == "en"


@pytest.mark.parametrize("args", [["games"], ["play", "zeus"], ["--lang", "en", "rules", "zeus"]])
def test_a_language_that_nobody_speaks_is_refused_with_those_there_are(args: list[str]) -> None:
    failed(call(*args, "--lang", "xx"), 2, "no language 'xx'; the languages are: en, es")


def test_it_is_refused_in_the_language_of_the_surroundings(monkeypatch: Any) -> None:
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    failed_in_spanish = call("games", "--lang", "xx")
    assert failed_in_spanish.exit_code == 2
    assert "idioma" in failed_in_spanish.stderr


def test_nothing_of_the_process_is_changed_by_an_import_or_after_a_command() -> None:
    script = (
        "import gettext, os; before = dict(os.environ); import cardcore.cli.play\n"
        "assert gettext.textdomain() == 'messages' and os.environ == before"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    before = dict(os.environ)
    call("games", "--lang", "es")
    assert (gettext.textdomain(), dict(os.environ)) == ("messages", before)
    assert call("--help").stdout.startswith("Usage:")


# -- helps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [20, 40, 57, 80, 200])
@pytest.mark.parametrize("args", HELPS, ids=" ".join)
def test_no_line_of_a_help_is_wider_than_the_terminal(
    args: list[str], columns: int, language: str, monkeypatch: Any
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = call(*args, "--help", "--lang", language).stdout
    code = re.compile(r"  +(eval|cardcore) .*")  # what is to be copied is not folded
    lines = [line for line in text.splitlines() if not code.fullmatch(line)]
    assert max(map(len, lines)) <= max(columns, 22)
    assert not [line for line in lines if line != line.rstrip()]


@pytest.mark.parametrize("args", HELPS, ids=" ".join)
def test_a_help_in_spanish_has_no_english_sentence(args: list[str]) -> None:
    command = cli.get_command(click.Context(cli), args[0]) if args else cli
    assert command is not None
    english = call(*args, "--help").stdout
    spanish = plain(call(*args, "--help", "--lang", "es").stdout)
    texts = [part for part in (command.help or "").split("\n\n") if not part.startswith("\b")]
    texts += [param.help for param in command.params if isinstance(param, click.Option)]
    texts += list(COMMANDS.values()) if not args else []
    texts += ["Usage:", "Options:", "Show this message and exit.", "[OPTIONS]"]
    for text in map(plain, filter(None, texts)):
        assert text in plain(english)
        assert text not in spanish


def test_the_options_of_a_game_are_in_its_own_words() -> None:
    translate = cardcore.languages.translator("es", cardcore.game("zeus"))
    for text in (
        call("play", "zeus", "--help", "--lang", "es"),
        call("options", "zeus", "--lang=es"),
    ):
        for option in json.loads(call("options", "zeus", "--json").stdout)["options"]:
            assert translate(option["help"]) != option["help"]
            assert translate(option["help"]) in plain(text.stdout)


# -- what commands write ---------------------------------------------------------------------------


def test_lists_are_translated_and_data_are_not() -> None:
    spanish = ("--lang", "es")
    assert "zeus Zeus on the Loose, 2 a 5 jugadores" in plain(call("games", *spanish).stdout)
    assert "cualquier jugada legal, para cualquier juego" in plain(call("bots", *spanish).stdout)
    assert "(el habitual)" in plain(call("bots", "zeus", *spanish).stdout)
    assert "juegos: zeus" in call("plugins", *spanish).stdout
    for args in (["games"], ["bots", "zeus"], ["options", "zeus"], ["plugins"]):
        assert call(*args, "--json", *spanish).stdout == call(*args, "--json").stdout


def test_the_rules_are_those_of_the_language() -> None:
    assert call("rules", "zeus", "--lang", "es").stdout == cardcore.game("zeus").rules["es"]
    assert call("rules", "zeus", "--lang", "en").stdout == cardcore.game("zeus").rules["en"]


def test_a_match_is_told_and_told_again_in_the_language(tmp_path: Any) -> None:
    file = str(tmp_path / "match.jsonl")
    args = ("play", "zeus", "--watch", "--seed", "7", "--record", file, "--lang", "es")
    told = call(*args)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout.splitlines()[0] != "Round 1"
    assert call("replay", file, "--lang", "es").stdout == told.stdout
    assert "clasificación" in call("replay", file, "--verify", "--lang", "es").stdout


@pytest.mark.parametrize("command", ["play", "resume", "rules"])
def test_how_a_match_is_shown_is_one_view(command: str, monkeypatch: Any) -> None:
    shown: list[View] = []

    def take(*_: object, view: View, **__: object) -> None:
        shown.append(view)

    place = {"play": "run.run", "resume": "run.resume", "rules": "rules.show_rules"}[command]
    monkeypatch.setattr(f"cardcore.terminal.{place}", take)
    what = "zeus" if command != "resume" else "zeus-1"
    assert call(command, what).exit_code == 0
    assert call(command, what, "--plain", "--no-color", "--lang", "es").exit_code == 0
    assert shown == [View(), View(language="es", plain=True, color=False)]
    for speed in SPEEDS if command != "rules" else ():
        assert call(command, what, "--speed", speed).exit_code == 0
        assert shown[-1] == View(speed=speed)


# -- errors ----------------------------------------------------------------------------------------

ERRORS: dict[str, tuple[list[str], int, list[str]]] = {
    "no game": (["play"], 2, ["di qué juego; los juegos son: odin, zeus"]),
    "a game as a command": (["zeus"], 2, ["zeus es un juego; cardcore play zeus empieza"]),
    "no argument": (["rules"], 2, ["Falta el argumento 'JUEGO'"]),
    "two games": (["play", "zeus", "odin"], 2, [r"\(odin\)", "argumento"]),
    "unknown option": (["play", "zeus", "--dek", "5"], 2, ["--dek", "opción"]),
    "no value": (["play", "zeus", "--deck"], 2, ["'--deck'", "valor|argumento"]),
    "bad value": (["play", "zeus", "--speed", "so"], 2, ["'--speed'", "slow"]),
    "no number": (["play", "zeus", "--seed", "x"], 2, ["'x'", "entero|número"]),
    "unknown command": (["plya"], 2, ["plya", "comando|orden"]),
    "unknown game": (["rules", "zeuss"], 2, ["'zeuss'", "los juegos son: odin, zeus"]),
    "unknown match": (["resume", "nope"], 2, ["'nope'", "partida"]),
    "no file": (["replay", "no/file"], 1, ["no/file: No such file or directory"]),
    "no file name": (["play", "zeus", "--record", ""], 2, ["archivo"]),
}


@pytest.mark.parametrize(("args", "code", "parts"), ERRORS.values(), ids=ERRORS)
def test_an_error_is_told_in_spanish(args: list[str], code: int, parts: list[str]) -> None:
    result = call("--lang=es", *args)
    assert (result.exit_code, result.stdout) == (code, "")
    first, *more = result.stderr.splitlines()
    for part in parts:
        assert re.search(part, first), first
    english = r"\b(the|is|are|of|not|invalid|value|missing|there|did|no such (?!file))\b"
    assert not re.search(english, first.lower())
    assert len(more) == (code == 2)
    assert not re.search(r"\bTry\b", "".join(more))


@pytest.mark.parametrize("args", [args for args, _ in WRONG.values()], ids=WRONG)
def test_wrong_usage_ends_the_same_in_every_language(args: list[str]) -> None:
    english, spanish = call("play", *args), call("play", *args, "--lang", "es")
    assert (english.exit_code, spanish.exit_code) == (2, 2)
    if args:
        assert english.stderr.splitlines()[0] != spanish.stderr.splitlines()[0]


def test_an_end_by_a_sign_is_told_in_spanish(monkeypatch: Any) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cardcore.terminal.run.run", stop)
    result = call("play", "zeus", "--lang", "es")
    assert result.exit_code == 130
    assert result.stderr.strip()
    assert result.stderr != "Interrupted.\n"
