"""A plugin that is broken harms only itself, and `cardcore plugins` names it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from small_games.nope import NopeGame

from cardcore import BadOptions, BotMaker, HouseRule, Plugins, UnknownBot, UnknownGame, hookimpl
from cardcore.bots import RandomBot

GAME = """
from cardcore import Game, Move, Pile, Table, face_down, Card
import attrs

@attrs.frozen
class Turn(Move):
    pass

@attrs.define
class FlipTable(Table):
    stock: Pile = face_down()
    turned: int = 0

class Flip(Game[FlipTable]):
    name, title, seats = "flip", "Flip", range(1, 4)
    def cards(self, options, seats):
        return [Card("a"), Card("b")]
    def deal(self, table, last):
        table.shuffle(table.stock)
    def moves(self, table, seat):
        return [Turn()]
    def play(self, table, seat, move):
        table.turned += 1
        table.turn.advance()
        if table.turned == 3:
            table.end_deal()
    def points(self, table):
        return [int(seat == 0) for seat in table.seats]
"""

HOOK = "from cardcore import hookimpl\n"

PLUGINS: dict[str, str] = {
    "flip": HOOK + GAME + "@hookimpl\ndef cardcore_games():\n    return [Flip()]\n",
    "on_import": "raise RuntimeError('no luck')\n",
    "on_exit": "raise SystemExit(3)\n",
    "no_syntax": "def\n",
    "in_games": HOOK + "@hookimpl\ndef cardcore_games():\n    raise KeyError('lost')\n",
    "leaves": HOOK + "import sys\n@hookimpl\ndef cardcore_games():\n    sys.exit(4)\n",
    "no_game": HOOK + "@hookimpl\ndef cardcore_games():\n    return [42]\n",
    "misspelt": HOOK + "@hookimpl\ndef cardcore_gmaes():\n    return []\n",
    "bad_argument": HOOK + "@hookimpl\ndef cardcore_event(match, evnt):\n    pass\n",
    "taken_game": HOOK
    + GAME
    + "class Zeus(Flip):\n    name = 'zeus'\n"
    + "@hookimpl\ndef cardcore_games():\n    return [Zeus()]\n",
    "taken_bot": HOOK
    + "from cardcore import BotMaker\n"
    + "@hookimpl\ndef cardcore_bots():\n    return [BotMaker('random', int)]\n",
    "too_new": "raise RuntimeError('not to be imported')\n",
    "in_commands": HOOK + "@hookimpl\ndef cardcore_commands(cli):\n    raise OSError('no disk')\n",
    "taken_command": HOOK
    + "import click\n@hookimpl\ndef cardcore_commands(cli):\n"
    + "    @cli.command()\n    def play():\n        'Not this.'\n",
    "no_command": HOOK + "@hookimpl\ndef cardcore_commands(cli):\n    cli.add_command(42, 'x')\n",
    "commands": HOOK
    + "import click\n@hookimpl\ndef cardcore_commands(cli):\n"
    + "    @cli.command()\n    def greet():\n        'Say hello.'\n        click.echo('hello')\n"
    + "    @cli.command()\n    def fall():\n        'Fail.'\n        raise ValueError('fell')\n",
    "in_event": HOOK
    + "@hookimpl\ndef cardcore_event(match, event):\n    raise ValueError('deaf')\n",
    "listener": HOOK
    + "import os\n@hookimpl\ndef cardcore_event(event):\n"
    + "    with open(os.environ['HEARD'], 'a') as file: print(event.kind, file=file)\n",
    "bots": HOOK
    + "from cardcore import BotMaker\n"
    + "class Bad:\n    def choose(self, observation): return 'nothing'\n"
    + "def never(seed): raise TypeError('no bot')\n"
    + "@hookimpl\ndef cardcore_bots():\n"
    + "    return [BotMaker('bad', lambda seed: Bad()), BotMaker('never', never, game='zeus')]\n",
    "rules": HOOK
    + "from cardcore import HouseRule\n"
    + "class Harsh(HouseRule):\n    name = 'harsh'\n"
    + "    def deal_scored(self, table, points): raise RuntimeError('harsh')\n"
    + "@hookimpl\ndef cardcore_house_rules():\n    return [Harsh()]\n",
}
PROBLEMS: dict[str, str] = {
    "on_import": "import failed: RuntimeError: no luck",
    "on_exit": "import failed: SystemExit: 3",
    "no_syntax": "import failed: SyntaxError:",
    "in_games": "cardcore_games failed: KeyError: 'lost'",
    "leaves": "cardcore_games failed: SystemExit: 4",
    "no_game": "cardcore_games failed: PluginError: 42 is not a Game object",
    "misspelt": "PluginValidationError: unknown hook 'cardcore_gmaes'",
    "bad_argument": "PluginValidationError: Plugin 'bad_argument' for hook 'cardcore_event'",
    "taken_game": "the name 'zeus' is taken by another game",
    "taken_bot": "the name 'random' is taken by another bot",
    "too_new": "needs cardcore 99.1 or newer; this is ",
    "in_commands": "cardcore_commands failed: OSError: no disk",
    "taken_command": "cardcore_commands failed: PluginError: the name 'play' is taken by another",
    "no_command": "cardcore_commands failed: PluginError: 42 is not a click command with a name",
    "missing": "import failed: ModuleNotFoundError: No module named 'missing'",
}


def install(place: Path, name: str, code: str | None, *, needs: str = "cardcore") -> None:
    """A distribution as an installer leaves it: a module, METADATA and entry points."""
    if code is not None:
        (place / f"{name}.py").write_text(code)
    info = place / f"dist_{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: dist-{name}\nVersion: 1.2\nRequires-Dist: {needs}\n"
    )
    (info / "entry_points.txt").write_text(f"[cardcore]\n{name} = {name}\n")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which every plugin of this page is installed, and two that cannot be read."""
    place = tmp_path_factory.mktemp("site")
    for name, code in PLUGINS.items():
        install(place, name, code, needs="cardcore>=99.1" if name == "too_new" else "cardcore>=0.1")
    install(place, "missing", None)
    (place / "dist_garbled-1.0.dist-info").mkdir()
    (place / "dist_garbled-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: dist-garbled\nVersion: 1.0\n"
    )
    (place / "dist_garbled-1.0.dist-info" / "entry_points.txt").write_text("[cardcore]\nzeus\n")
    return place


def cli(place: Path, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run the command where the plugins of a folder are installed."""
    return subprocess.run(
        [sys.executable, "-m", "cardcore", *args],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(place), "HEARD": os.devnull, **env},
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def listed(place: Path) -> Mapping[str, Any]:
    """What `cardcore plugins --json` tells, by the name of the plugin."""
    done = cli(place, "plugins", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return {plugin["name"]: plugin for plugin in json.loads(done.stdout)}


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_broken_plugin_is_named_with_what_is_wrong(listed: Mapping[str, Any], name: str) -> None:
    (problem,) = listed[name]["problems"]
    assert problem.startswith(PROBLEMS[name])
    assert (listed[name]["distribution"], listed[name]["version"]) == (f"dist-{name}", "1.2")


def test_entry_points_that_cannot_be_read_are_named(listed: Mapping[str, Any]) -> None:
    (problem,) = listed["dist-garbled"]["problems"]
    assert problem.startswith("its entry points cannot be read: ")


def test_beside_broken_plugins_the_others_work(listed: Mapping[str, Any]) -> None:
    fine = {name: plugin for name, plugin in listed.items() if not plugin["problems"]}
    assert set(fine) == {
        *("zeus", "odin", "flip", "commands", "in_event", "listener", "bots", "rules"),
    }
    assert fine["zeus"]["games"] == ["zeus"]
    assert fine["zeus"]["distribution"] == "cardcore"
    assert fine["flip"]["games"] == ["flip"]
    assert fine["bots"]["bots"] == ["bad", "never"]
    assert fine["rules"]["house_rules"] == ["harsh"]


def test_the_table_of_plugins_points_at_the_problems(place: Path) -> None:
    text = " ".join(cli(place, "plugins").stdout.split())
    assert "on_import dist-on_import 1.2; PROBLEM: import failed: RuntimeError: no luck" in text


def test_the_list_of_games_has_those_that_work_and_points_to_the_rest(place: Path) -> None:
    done = cli(place, "games")
    assert done.returncode == 0
    assert re.findall(r"^\w+", done.stdout, re.M) == ["flip", "odin", "zeus"]
    assert done.stderr == "Something is wrong with a plugin; `cardcore plugins` tells what.\n"


def test_help_shows_the_commands_of_plugins_and_they_run(place: Path) -> None:
    text = cli(place, "--help").stdout
    assert re.search(r"^  greet +Say hello\.$", text, re.M)
    assert re.search(r"^  play +Play a game with bots", text, re.M)
    assert cli(place, "greet").stdout == "hello\n"


def test_a_command_of_a_plugin_that_fails_ends_in_one_line(place: Path) -> None:
    done = cli(place, "fall")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Error: ValueError: fell (CARDCORE_DEBUG=1 shows where)\n"


def test_listeners_hear_a_match_and_one_that_fails_is_named_once(
    place: Path, tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    done = cli(place, "play", "zeus", "--watch", "--seed", "7", HEARD=str(heard))
    alone = cli(tmp_path, "play", "zeus", "--watch", "--seed", "7")
    assert (done.returncode, done.stdout) == (0, alone.stdout)
    assert done.stderr == ("Warning: plugin 'in_event': cardcore_event failed: ValueError: deaf\n")
    kinds = heard.read_text().splitlines()
    assert kinds[0] == "deal"
    assert kinds[-1] == "over"


def test_a_game_of_a_plugin_is_played_and_its_record_replayed(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "flip.jsonl"
    args = ("play", "flip", "--players", "2", "--watch", "--seed", "1", "--record", str(file))
    done = cli(place, *args, CARDCORE_PLUGINS="flip")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == dedent("""\
        Deal 1
        Bot 1 chooses: turn.
        Bot 2 chooses: turn.
        Bot 1 chooses: turn.

        Bot 1 wins the match!
        Points:
        1. Bot 1  1
        2. Bot 2  0
        """)
    assert cli(place, "replay", str(file), CARDCORE_PLUGINS="flip").stdout == done.stdout


def test_a_record_of_a_game_that_is_not_installed_is_refused(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "flip.jsonl"
    cli(place, "play", "flip", "--watch", "--seed", "1", "--record", str(file))
    done = cli(tmp_path, "replay", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert "there is no game 'flip'; the games are: odin, zeus" in done.stderr


def test_a_bot_of_a_plugin_that_fails_is_told_and_the_match_goes_on(place: Path) -> None:
    done = cli(place, "play", "zeus", "--watch", "--seed", "7", "--bots", "bad,random,random")
    assert done.returncode == 0
    assert "wins the match!" in done.stdout
    assert "the bot 'bad' at seat 1 failed (it chose what is not legal); it plays on" in (
        done.stderr
    )


def test_a_bot_that_cannot_be_made_is_a_failure_before_anything_is_written(
    place: Path, tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    done = cli(place, "play", "zeus", "--watch", "--bots", "never", "--record", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Error: the bot 'never' cannot be made: TypeError('no bot')\n"
    assert not file.exists()


def test_a_house_rule_that_fails_is_switched_off_and_told(place: Path) -> None:
    done = cli(place, "play", "zeus", "--watch", "--seed", "7", "--house-rule", "harsh")
    assert done.returncode == 0
    assert "house rule harsh failed and is switched off: RuntimeError: harsh." in done.stdout
    assert "wins the match!" in done.stdout


def test_a_plugin_named_like_the_game_that_is_asked_for_says_why_there_is_none(
    place: Path,
) -> None:
    done = cli(place, "play", "on_import")
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == (
        "Error: the game 'on_import' cannot be loaded: import failed: RuntimeError: no luck"
    )


# -- what is loaded --------------------------------------------------------------------------------


def marking(place: Path, name: str, more: str = "") -> None:
    """Install a plugin that leaves a mark when it is imported."""
    mark = place / f"{name}.loaded"
    install(place, name, f"open({str(mark)!r}, 'w')\n" + more)


def marks(place: Path) -> set[str]:
    """The plugins that were imported since the last look."""
    found = {mark.stem for mark in place.glob("*.loaded")}
    for mark in place.glob("*.loaded"):
        mark.unlink()
    return found


def test_a_game_is_looked_at_without_loading_others_and_hooks_are_loaded_where_they_count(
    tmp_path: Path,
) -> None:
    marking(tmp_path, "other")
    marking(tmp_path, "stats", HOOK + "@hookimpl\ndef cardcore_event(event):\n    pass\n")
    marking(tmp_path, "starred", "from starry import *\n")
    marking(tmp_path, "tool", HOOK + "@hookimpl\ndef cardcore_commands(cli):\n    pass\n")
    (tmp_path / "starry.py").write_text("")
    for args, loaded in (
        (["play", "zeus", "--help"], set()),
        (["play", "zeus", "--players", "9"], set()),
        (["rules", "zeus"], set()),
        (["play", "zeus", "--watch", "--seed", "7"], {"stats", "starred"}),
        (["--help"], {"tool", "starred"}),
        (["games"], {"other", "stats", "starred", "tool"}),
    ):
        cli(tmp_path, *args)
        found = marks(tmp_path)
        assert found >= loaded, args
        assert loaded or not found, args


def test_a_hook_in_a_module_of_a_package_is_found(tmp_path: Path) -> None:
    package = tmp_path / "inner"
    package.mkdir()
    (package / "__init__.py").write_text("")
    hook = f"open({str(tmp_path / 'plain.loaded')!r}, 'w')\n"
    (package / "plain.py").write_text(hook)
    (package / "hooked.py").write_text(
        hook.replace("plain", "hooked") + HOOK + "@hookimpl\ndef cardcore_event():\n    pass\n"
    )
    install(tmp_path, "plain", None)
    info = tmp_path / "dist_plain-1.2.dist-info" / "entry_points.txt"
    info.write_text("[cardcore]\nplain = inner.plain\nhooked = inner.hooked\nobject = inner:x\n")
    cli(tmp_path, "play", "zeus", "--watch", "--seed", "7")
    assert "hooked" in marks(tmp_path)


def test_cardcore_plugins_limits_what_is_loaded(tmp_path: Path) -> None:
    marking(tmp_path, "one")
    marking(tmp_path, "two")
    names = ["one", "zeus"]
    done = cli(tmp_path, "plugins", "--json", CARDCORE_PLUGINS=" zeus,one")
    assert [plugin["name"] for plugin in json.loads(done.stdout)] == names
    assert marks(tmp_path) == {"one"}
    done = cli(tmp_path, "games", CARDCORE_PLUGINS="")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "There are no games.\n"


# -- in one process --------------------------------------------------------------------------------


class Fine:
    """A plugin as an object."""

    @hookimpl
    def cardcore_games(self) -> list[Any]:
        return [NopeGame()]

    @hookimpl
    def cardcore_bots(self) -> list[BotMaker]:
        return [BotMaker("calm", RandomBot, game="nope", help="takes its time")]

    @hookimpl
    def cardcore_house_rules(self) -> list[HouseRule]:
        return [Quiet()]


class Quiet(HouseRule):
    """Changes nothing."""

    name = "quiet"


def test_a_plugin_is_registered_without_an_entry_point() -> None:
    plugins = Plugins([])
    plugin = plugins.register(Fine(), "fine")
    assert (plugin.games, plugin.bots, plugin.house_rules) == (["nope"], ["calm"], ["quiet"])
    assert plugin.problems == plugins.problems() == []
    assert plugins.game("nope").title == "Nope"
    assert plugins.default_bot("nope").name == "calm"
    assert [bot.name for bot in plugins.bots("nope")][0] == "calm"  # noqa: RUF015
    assert plugins.house_rule("quiet").name == "quiet"


def test_names_that_nobody_has_are_answered_with_those_there_are() -> None:
    plugins = Plugins([])
    plugins.register(Fine(), "fine")
    with pytest.raises(UnknownGame, match=r"no game 'nopee'; did you mean 'nope'\? the games are"):
        plugins.game("nopee")
    with pytest.raises(UnknownBot, match="no bot 'x' for nope; the bots are: calm, random"):
        plugins.bot("nope", "x")


def test_a_game_belongs_to_the_plugin_that_is_named_after_it(tmp_path: Path) -> None:
    thief = HOOK + GAME + "Flip.name = 'zeus'\n@hookimpl\ndef cardcore_games(): return [Flip()]\n"
    install(tmp_path, "aaa", thief)
    games = json.loads(cli(tmp_path, "games", "--json").stdout)
    assert [game["title"] for game in games] == ["Odin", "Zeus on the Loose"]


def test_a_missing_module_is_a_problem_of_its_plugin() -> None:
    plugins = Plugins([EntryPoint("gone", "no_such_module_here", "cardcore")])
    assert [list(map(str, plugin.problems)) for plugin in plugins.all()] == [
        ["import failed: ModuleNotFoundError: No module named 'no_such_module_here'"]
    ]
    assert plugins.listeners() == []


def test_a_listener_that_fails_hears_no_more_and_the_others_do() -> None:
    heard: list[str] = []

    class Deaf:
        @hookimpl
        def cardcore_event(self, match: Any, event: Any) -> None:
            heard.append("deaf")
            raise SystemExit(1)

    class Good:
        @hookimpl
        def cardcore_event(self, event: Any) -> None:
            heard.append("good")

    plugins = Plugins([])
    plugins.register(Deaf(), "deaf")
    plugins.register(Good(), "good")
    match: Any = None
    for _ in range(3):
        for listen in plugins.listeners()[:]:
            listen(match, match)
    heard.clear()
    listeners = plugins.listeners()
    for _ in range(3):
        for listen in listeners:
            listen(match, match)
    assert sorted(heard) == ["deaf", "good", "good", "good"]
    assert str(plugins.problems()[0]) == "plugin 'deaf': cardcore_event failed: SystemExit: 1"


class Patient:
    """Brings a bot that takes a text after a colon."""

    @hookimpl
    def cardcore_bots(self) -> list[BotMaker]:
        def given(text: str) -> Any:
            if not text.isdecimal():
                raise BadOptions("a patient bot takes a number, not {text!r}", text=text)
            return lambda seed: (seed, int(text))

        return [BotMaker("patient", given("1"), given=given)]


def test_what_follows_a_colon_is_for_the_bot() -> None:
    plugins = Plugins()
    plugins.register(Patient(), "patient")
    bot = plugins.bot("zeus", "patient:30")
    assert (bot.name, bot.make(7)) == ("patient:30", (7, 30))
    with pytest.raises(BadOptions, match="takes a number, not 'x:y'"):
        plugins.bot("zeus", "patient:x:y")
    with pytest.raises(BadOptions, match="nothing can follow the name of the bot 'random'"):
        plugins.bot("zeus", "random:3")
