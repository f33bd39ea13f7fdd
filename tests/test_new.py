"""A game of one's own: the first files, and a game that is played from a file."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from cardcore.authoring import begin_game
from cardcore.authoring.new import WORDS
from cardcore.errors import BadOptions

NAMES = ("my-game", "x", "a-game-with-quite-a-long-name-2", "game", "slap", "none")


def run(place: Path, *command: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command of Python in a folder."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=place,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **env},
        timeout=120,
        check=False,
    )


def install(site: Path, package: Path, name: str) -> None:
    """As an installer leaves it: on the path, with its entry point."""
    info = site / f"{name}-0.1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text(f"[cardcore]\n{name} = {name.replace('-', '_')}\n")
    for file in package.iterdir():
        (site / file.name).symlink_to(file)


@pytest.mark.parametrize("minimal", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_new_package_is_formatted_linted_and_played_at_once(
    name: str, minimal: bool, tmp_path: Path
) -> None:
    folder = tmp_path / name
    written = begin_game(name, folder, minimal=minimal)
    assert sorted(written) == sorted(file for file in folder.rglob("*") if file.is_file())
    assert not any("$" in file.read_text("utf-8") for file in written)
    for command in (("ruff", "check", "."), ("ruff", "format", "--check", ".")):
        done = run(folder, *command)
        assert done.returncode == 0, done.stdout
    site = tmp_path / "site"
    install(site, folder, name)
    played = run(tmp_path, "cardcore", "play", name, "--watch", "--seed", "3", PYTHONPATH=str(site))
    assert (played.returncode, played.stderr) == (0, "")
    assert "Points:\n1. Bot " in played.stdout
    rules = run(tmp_path, "cardcore", "rules", name, PYTHONPATH=str(site))
    assert rules.stdout.startswith("# ")


def test_a_new_package_has_strict_types(tmp_path: Path) -> None:
    folder = tmp_path / "my-game"
    begin_game("my-game", folder)
    done = run(folder, "mypy", MYPYPATH=".")
    assert done.returncode == 0, done.stdout


def test_the_command_says_what_to_do_next(tmp_path: Path) -> None:
    done = run(tmp_path, "cardcore", "new", "my-game")
    assert done.returncode == 0
    assert done.stdout == dedent("""\
        my-game has been made. Next:
          cd my-game
          pip install -e '.[test]'
          cardcore play my-game
          pytest
        """)
    assert "Siguiente" in run(tmp_path, "cardcore", "new", "other", "--lang", "es").stdout


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("zeus", "there is a game 'zeus' already"),
        ("class", "is a word of Python"),
        ("match", "is a word of Python"),
        ("random", "is a module of its own already"),
        ("cardcore", "is a module of its own already"),
        ("test-laws", "is a module of its own already"),
        ("attrs", "is a module of its own already"),
        ("prompt-toolkit", "is a module of its own already"),
        ("ñandú", "a word in lower case, with hyphens, not 'ñandú'"),
        ("a/b", "a word in lower case"),
        ("a\nb", "a word in lower case"),
        ("My-Game", "a word in lower case, with hyphens, not 'My-Game'"),
        ("2nd", "a word in lower case"),
        ("a_b", "a word in lower case"),
        ("a--b", "a word in lower case"),
        ("../x", "a word in lower case"),
        ("", "a word in lower case"),
        ("x" * 41, "a word in lower case"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused_and_nothing_written(
    name: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(BadOptions, match=reason):
        begin_game(name, tmp_path / "folder")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "my-game").mkdir()
    done = run(tmp_path, "cardcore", "new", "my-game")
    assert done.returncode == 2
    assert "my-game exists already" in done.stderr
    assert list((tmp_path / "my-game").iterdir()) == []


def test_a_link_that_leads_nowhere_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "my-game").symlink_to(tmp_path / "nowhere")
    with pytest.raises(BadOptions, match="exists already"):
        begin_game("my-game", tmp_path / "my-game")
    assert (tmp_path / "my-game").is_symlink()


@pytest.mark.parametrize("minimal", [False, True])
def test_no_class_of_a_new_game_has_the_name_of_another_one(minimal: bool, tmp_path: Path) -> None:
    """A game called `play` had a move and a game of the same name; it is called otherwise now."""
    begin_game("my-game", tmp_path / "my-game", minimal=minimal)
    named = set()
    for file in (tmp_path / "my-game").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                named |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ClassDef):
                named.add(node.name)
    single = {name for name in named if name.istitle() and "My" not in name}
    assert "Play" in single
    assert single <= WORDS | {"MyGame"}


def test_where_not_all_can_be_written_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_text

    def full(self: Path, text: str, **more: str) -> int:
        if self.name == "rules.py":
            raise OSError(28, "No space left on device")
        return write(self, text, **more)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        begin_game("my-game", tmp_path / "my-game")
    assert list(tmp_path.iterdir()) == []


# -- a game from a file ----------------------------------------------------------------------------


@pytest.mark.parametrize("hook", [True, False])
def test_a_game_is_played_from_a_file_with_or_without_the_hook(hook: bool, tmp_path: Path) -> None:
    begin_game("tiny", tmp_path / "tiny", minimal=True)
    file = tmp_path / "tiny" / "tiny.py"
    if not hook:
        file.write_text(file.read_text("utf-8").partition("\n@hookimpl")[0], "utf-8")
    done = run(tmp_path, "cardcore", "play", "./tiny/tiny.py", "--watch", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Points:\n1. Bot " in done.stdout
    typed = run(tmp_path, "cardcore", "play", "tiny/tiny.py", "--help")
    assert "Tiny, for 2 to 5 players" in typed.stdout or "--players" in typed.stdout


@pytest.mark.parametrize(
    ("code", "code_of_exit", "reason"),
    [
        ("def (", 1, "mine.py cannot be loaded: SyntaxError: invalid syntax (mine.py, line 1)"),
        ("\n1 / 0", 1, "mine.py:2 cannot be loaded: ZeroDivisionError: division by zero"),
        ("raise SystemExit(7)", 1, "mine.py:1 cannot be loaded: SystemExit: 7"),
        ("x = 1", 2, "mine.py holds no game: a subclass of cardcore.Game, or a hook"),
        (
            "from cardcore import Game\nclass G(Game): pass",
            1,
            "Error: mine.py: G is no game yet: G.name is missing or not a str",
        ),
        (
            "from cardcore import hookimpl\n@hookimpl\ndef cardcore_games(): return [1]",
            1,
            "mine.py: cardcore_games failed: PluginError: 1 is not a Game object",
        ),
        (
            "from cardcore import hookimpl\nfrom zeus_and_odin import *\n",
            1,
            "mine.py:2 cannot be loaded: ModuleNotFoundError: No module named 'zeus_and_odin'",
        ),
        (None, 2, "there is no file mine.py"),
    ],
)
def test_a_file_without_a_game_is_refused_in_a_line(
    code: str | None, code_of_exit: int, reason: str, tmp_path: Path
) -> None:
    if code is not None:
        (tmp_path / "mine.py").write_text(code)
    done = run(tmp_path, "cardcore", "play", "mine.py", "--watch")
    assert done.returncode == code_of_exit
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def tiny(place: Path, **changed: str) -> Path:
    """A file with a small game, in which some texts are replaced."""
    begin_game("tiny", place / "tiny", minimal=True)
    file = place / "tiny.py"
    code = (place / "tiny" / "tiny.py").read_text("utf-8")
    for old, new in changed.items():
        assert old in code
        code = code.replace(old, new)
    file.write_text(code, "utf-8")
    return file


def test_a_match_of_a_file_is_resumed_and_replayed_where_the_file_is_named(tmp_path: Path) -> None:
    tiny(tmp_path)
    env = {"CARDCORE_DATA": str(tmp_path / "data")}
    left = run(tmp_path, "cardcore", "play", "./tiny.py", "--seed", "3", **env)
    (told,) = [line for line in left.stderr.splitlines() if "Go on with:" in line]
    command = told.partition("Go on with: ")[2]
    assert command == "cardcore resume tiny-1 --game ./tiny.py"
    unknown = run(tmp_path, "cardcore", "resume", "tiny-1", **env)
    assert unknown.returncode == 1
    assert "there is no game 'tiny'" in unknown.stderr
    assert "--game ./mygame.py" in unknown.stderr
    assert run(tmp_path, *command.split(), **env).returncode == 0
    shown = run(tmp_path, "cardcore", "replay", "tiny-1", "--game", "tiny.py", **env)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "The match is unfinished." in shown.stdout
    wrong = run(tmp_path, "cardcore", "replay", "tiny-1", "--game", "tiny", **env)
    assert (wrong.returncode, "tiny is no Python file" in wrong.stderr) == (2, True)


def test_a_file_that_is_named_wins_over_the_installed_game_of_its_name(tmp_path: Path) -> None:
    draft, site = tmp_path / "draft", tmp_path / "site"
    tiny(draft, **{"# Tiny:": "# Tiny anew:"})
    install(site, draft / "tiny", "tiny")
    for command in ("play draft/tiny.py --watch --seed 3", "check draft/tiny.py --law copy"):
        done = run(tmp_path, "cardcore", *command.split(), PYTHONPATH=str(site))
        assert (done.returncode, done.stderr) == (0, "")
    anew = run(tmp_path, "cardcore", "rules", "draft/tiny.py", PYTHONPATH=str(site)).stdout
    installed = run(tmp_path, "cardcore", "rules", "tiny", PYTHONPATH=str(site)).stdout
    assert (anew[:11], installed[:11]) == ("# Tiny anew", "# Tiny: the")


def test_of_two_games_in_a_file_none_is_taken_in_silence(tmp_path: Path) -> None:
    file = tiny(tmp_path)
    code = file.read_text("utf-8").partition("\n@hookimpl")[0]
    again = code[code.index("class Tiny(Game") :].replace("class Tiny(", "class Second(")
    file.write_text(code + "\n\n" + again.replace('"tiny"', '"second"'), "utf-8")
    done = run(tmp_path, "cardcore", "check", "./tiny.py")
    assert done.returncode == 2
    assert "./tiny.py holds several games: tiny, second; leave one there" in done.stderr


@pytest.mark.parametrize(
    ("method", "old", "new", "told"),
    [
        (
            "play",
            "table.turn.advance()",
            "table.turn.advance(); helper(table)",
            "Tiny failed on “play 8S”: KeyError('oops')",
        ),
        (
            "moves",
            "return [Play(card) for card in table.hands[seat]]",
            "return helper(table)",
            "Tiny failed to list moves: KeyError('oops')",
        ),
        (
            "deal",
            "table.deal(table.stock, 5)",
            "table.deal(table.stock, len(helper(table)))",
            "Tiny failed to deal: KeyError('oops')",
        ),
    ],
)
def test_an_error_in_the_rules_is_told_with_its_line_and_without_a_traceback(
    method: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    file = tiny(tmp_path, **{old: new})
    code = file.read_text("utf-8") + '\n\ndef helper(table):\n    return {}["oops"]\n'
    file.write_text(code, "utf-8")
    line = len(code.splitlines())
    done = run(tmp_path, "cardcore", "play", "./tiny.py", "--watch", "--seed", "3")
    assert done.returncode == 1
    assert f"Error: {told}\nIn Tiny.{method}, tiny.py:{line}; CARDCORE_DEBUG=1" in done.stderr
    assert "Traceback" not in done.stderr
    whole = run(tmp_path, "cardcore", "play", "tiny.py", "--watch", CARDCORE_DEBUG="1")
    assert "Traceback" in whole.stderr


def test_a_line_that_fails_in_how_a_game_looks_is_told_too(tmp_path: Path) -> None:
    look = "    def describe(self, event):\n        return 1 / 0\n\n    def points("
    file = tiny(tmp_path, **{"    def points(": look})
    line = file.read_text("utf-8").splitlines().index("        return 1 / 0") + 1
    done = run(tmp_path, "cardcore", "play", "./tiny.py", "--watch", "--seed", "3")
    assert done.returncode == 0
    assert (
        f"describe of this game failed: ZeroDivisionError: division by zero (tiny.py:{line})"
        in (done.stderr)
    )
