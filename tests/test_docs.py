"""The documentation: what it shows is what the program does, and what there is stands in it.

Blocks of code are run in their order, each page in a folder of its own:

- `screen`: a terminal. The first line is a command; the last ends with what is then typed (⏎ is
  Enter). A block without a command goes on with the one before. `screen 60x20` says how wide.
- `console`: commands after "$" and what they write; "…" stands for lines that are left out.
- `python`: one program a page. `toml`: can be read. `sh`: each command line can be parsed.
- `python snap.py`: a file. Where there is one, each definition takes the place of one of its name,
  or is added: indented ones to the last class, others before it, functions at the end.

`python tests/test_docs.py` writes the screens and outputs of all pages anew.
"""

from __future__ import annotations

import ast
import difflib
import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import click
import pytest
from terminals import Terminal

import cardcore
from cardcore import Game, HouseRule, Move, Plugins, Table, Text, hookspecs, option
from cardcore.cli import COMMANDS, cli
from cardcore.events import KINDS
from cardcore.languages import translator
from cardcore.piles import Sight
from cardcore.terminal.asides import WORDS
from cardcore.terminal.view import SPEEDS

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(path.parent for path in ROOT.glob("examples/*/pyproject.toml"))
PAGES = {
    str(path.relative_to(ROOT)): path
    for pattern in ("README.md", "docs/*.md", "games/*/README.md", "examples/*/README.md")
    for path in sorted(ROOT.glob(pattern))
}
BLOCK = re.compile(r"^```(\w+)?(?: ([^\n]*))?\n(.*?)^```$", re.M | re.S)
TYPED = re.compile(r"(.*:)(?: (?!cardcore )(.+))?")
WHEN = re.compile(r"(?:\d{4}-\d\d-\d\d \d\d:\d\d|\b\d+\.\d s\b| +\d+(?:\.\d)? [mµ]s\b)")
LEFT_OUT, SOME_TIME = "…", "SOMETIME"


def text_of(page: str) -> str:
    return PAGES[page].read_text("utf-8")


@attrs.frozen
class Block:
    """A block of code of a page."""

    kind: str
    how: str
    code: str
    start: int
    end: int


def blocks(text: str) -> Iterator[Block]:
    for found in BLOCK.finditer(text):
        kind, how, code = found.groups()
        yield Block(kind or "", how or "", code, found.start(3), found.end(3))


@attrs.define
class Runner:
    """Runs the blocks of one page in a folder."""

    place: Path
    env: dict[str, str]
    matches: int = 0
    terminal: Terminal | None = None
    module: ModuleType = attrs.field(factory=lambda: ModuleType("page"))

    def screen(self, block: Block, *, anew: bool = False) -> str:
        """A screen as it is, once it is what the block shows, or, `anew`, asks what it asks."""
        lines = block.code.splitlines()
        command = lines.pop(0) if lines[0].startswith("$ ") else None
        asked = TYPED.fullmatch(lines[-1])
        prompt, typed = asked.groups() if asked else ("", None)
        if command is not None:
            self.close()
            _, *args = shlex.split(command[2:])
            if args[0] in ("play", "resume") and "--speed" not in args:
                args += ["--speed", "none"]
            if args[0] == "play":
                self.matches += 1
                self.env["CARDCORE_DATA"] = str(self.place / f"data-{self.matches}")
            columns, rows = map(int, (block.how or "80x24").split("x"))
            self.terminal = Terminal(*args, columns=columns, rows=rows, **self.env)
        assert self.terminal is not None
        told = "\n".join([*lines[:-1], prompt or lines[-1]])
        screen = self.wait(prompt if anew else told, whole=not anew)
        if LEFT_OUT in lines and (anew or is_like(f"{screen}\n", f"{told}\n")):
            screen = told
        if typed is not None:
            self.terminal.type(typed.replace("⏎", ""))
            screen += f" {typed}"
        return "".join(f"{line}\n" for line in [*([command] if command else []), screen])

    def wait(self, told: str, *, whole: bool) -> str:
        """Wait until the screen is as told, as a whole or in its last line, or does not change."""
        assert self.terminal is not None
        still, before, alive = 0, "", True
        while still < 200:
            shown = self.terminal.text
            if (whole and pattern(f"{told}\n").fullmatch(f"{shown}\n")) or not alive:
                break
            alive = self.terminal._feed(0.05)
            done = not whole and shown.splitlines()[-1:] == [told]
            still = still + (20 if done else 1) if shown == before else 0
            before = shown
        return self.terminal.text

    def console(self, block: Block) -> str:
        """The commands of a block with what they write."""
        written = ""
        self.close()
        for line in block.code.splitlines():
            if line.startswith("$ "):
                done = subprocess.run(
                    ["bash", "-c", line[2:]],
                    cwd=self.place,
                    env={**os.environ, "COLUMNS": "80", **self.env},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    timeout=60,
                    check=False,
                )
                written += f"{line}\n{done.stdout}"
        return written

    def python(self, block: Block, page: str) -> None:
        """One program a page, or what is written into a file."""
        if block.how:
            file = self.place / block.how
            file.write_text(merged(file.read_text() if file.exists() else "", block.code))
            compile(file.read_text(), block.how, "exec")
            return
        sys.modules["page"] = self.module
        exec(compile(block.code, page, "exec"), self.module.__dict__)

    def close(self) -> None:
        """End the terminal; one that was told to quit ends by itself."""
        if self.terminal is not None:
            self.terminal.close()
            self.terminal = None


def merged(old: str, new: str) -> str:
    """A file with the definitions of a block in it, where a reader would put them."""
    if not old:
        return new
    inner = new.startswith(" ")
    plain = textwrap.dedent(new)
    for node in ast.parse(plain).body:
        lines, module = old.splitlines(), ast.parse(old)
        last = next(one for one in reversed(module.body) if isinstance(one, ast.ClassDef))
        here = last.body if inner else module.body
        code = plain.splitlines()[first_line(node) - 1 : node.end_lineno]
        code = textwrap.indent("\n".join(code), "    " * inner).splitlines()
        same = [one for one in here if name_of(one) and name_of(one) == name_of(node)]
        if same:
            lines[first_line(same[0]) - 1 : same[0].end_lineno] = code
        elif isinstance(node, ast.ImportFrom):
            lines[:0] = code
        elif inner:
            lines[last.end_lineno : last.end_lineno] = ["", *code]
        elif isinstance(node, ast.FunctionDef):
            lines += ["", "", *code]
        else:
            place = first_line(last) - 1
            lines[place:place] = [*code, "", ""]
        old = "".join(f"{line}\n" for line in lines)
    return old


def first_line(node: ast.stmt) -> int:
    """Where a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def name_of(node: ast.stmt) -> str | None:
    """What a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None


def install(site: Path, example: Path) -> None:
    """An example as an installer leaves it, told by its own `pyproject.toml`."""
    project = tomllib.loads((example / "pyproject.toml").read_text())["project"]
    info = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    needs = "".join(f"Requires-Dist: {one}\n" for one in project["dependencies"])
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n{needs}"
    )
    entries = "".join(f"{a} = {b}\n" for a, b in project["entry-points"]["cardcore"].items())
    (info / "entry_points.txt").write_text(f"[cardcore]\n{entries}")
    for package in set(project["entry-points"]["cardcore"].values()):
        (site / package).symlink_to(example / package)


def runner(page: str, place: Path) -> Runner:
    """What runs a page: the commands are on the path, and the examples that it is about."""
    site, commands = place / "site", place / "bin"
    site.mkdir()
    commands.mkdir()
    for command in ("cardcore", "pytest"):
        (commands / command).write_text(f'#!/bin/sh\nexec {sys.executable} -m {command} "$@"\n')
        (commands / command).chmod(0o755)
    for example in EXAMPLES:
        if page != "README.md" and f"examples/{example.name}" in page + text_of(page):
            install(site, example)
    work = place / "work"
    work.mkdir()
    env = {
        "CARDCORE_DATA": str(place / "data"),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH")])),
        "PATH": f"{commands}:{os.environ['PATH']}",
        "LANG": "C.UTF-8",
    }
    return Runner(work, env)


@pytest.mark.parametrize("page", PAGES)
def test_blocks_show_what_happens(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runner(page, tmp_path)
    monkeypatch.chdir(run.place)
    monkeypatch.syspath_prepend(run.env["PYTHONPATH"].partition(os.pathsep)[0])
    try:
        for block in blocks(text_of(page)):
            if block.kind == "screen":
                assert run.screen(block) == block.code
            elif block.kind == "console":
                assert is_like(run.console(block), block.code)
            elif block.kind == "python":
                run.python(block, page)
            elif block.kind == "toml":
                tomllib.loads(block.code)
            else:
                assert block.kind in ("sh", "text", ""), f"{page}: unknown {block.kind!r}"
    finally:
        run.close()


def pattern(told: str) -> re.Pattern[str]:
    """What fits an output that a page tells: times differ, and lines may be left out there."""
    parts = [
        "(?:.*\n)*?"
        if line == f"{LEFT_OUT}\n"
        else re.escape(WHEN.sub(SOME_TIME, line)).replace(SOME_TIME, WHEN.pattern)
        for line in told.splitlines(keepends=True)
    ]
    return re.compile("".join(parts))


def is_like(found: str, told: str) -> bool:
    """Whether an output is what a page tells; fails with the difference."""
    assert pattern(told).fullmatch(found), "\n".join(
        difflib.unified_diff(told.splitlines(), found.splitlines(), "told", "found", lineterm="")
    )
    return True


# -- command lines ---------------------------------------------------------------------------------

SAMPLES = {
    **{"GAME": "zeus", "FILE": "match.jsonl", "MATCH": "zeus-1", "NAME": "name", "N": "3"},
    **{
        "high-card": "zeus",
        "flip": "zeus",
        "snap": "zeus",
        "./snap.py": "zeus",
    },  # games that the pages themselves write
}


def command_lines(text: str) -> Iterator[str]:
    """Every command line of `cardcore` in a page: in `sh` blocks and in backquotes."""
    for block in blocks(text):
        if block.kind == "sh":
            yield from (line for line in block.code.splitlines() if line.startswith("cardcore "))
    for span in re.findall(r"`([^`\n]+)`", BLOCK.sub("", text)):
        if re.match(r"cardcore [a-z-]", span):
            yield span
    yield from (line.strip() for line in re.findall(r"^    cardcore .*$", text, re.M))


@pytest.mark.parametrize("page", PAGES)
def test_command_lines_parse(page: str) -> None:
    for line in command_lines(text_of(page)):
        _, *words = shlex.split(line.partition("|")[0], comments=True)
        if len(words) == 1 and words[0] in COMMANDS:
            continue  # a command is spoken of
        parse([SAMPLES.get(word, word) for word in words], line)


def parse(words: list[str], line: str) -> None:
    """Read a command line as the program does, without running it."""
    try:
        ctx = cli.make_context("cardcore", list(words))
        name, command, args = cli.resolve_command(ctx, words)
        command.make_context(name, args, parent=ctx)
    except click.exceptions.Exit:
        pass  # --help, --version
    except click.UsageError as error:
        raise AssertionError(f"{line}: {error.message}") from None


@pytest.mark.parametrize("page", PAGES)
def test_files_that_commands_run_exist(page: str) -> None:
    for file in re.findall(
        r"(?:python|pytest) ((?:tools|benchmarks|tests)/\S+\.py)", text_of(page)
    ):
        assert (ROOT / file).is_file(), file
    for file in re.findall(r"`(\.ci/\w+)`", text_of(page)):
        assert (ROOT / file).is_file(), file


# -- links -----------------------------------------------------------------------------------------


def anchors(text: str) -> set[str]:
    """The headings of a page as links name them."""
    heads = re.findall(r"^#+ (.+)$", BLOCK.sub("", text), re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", BLOCK.sub("", text_of(page))):
        if target.startswith("http"):
            continue
        file, _, anchor = target.partition("#")
        path = PAGES[page].parent / file if file else PAGES[page]
        assert path.exists(), target
        if anchor:
            assert anchor in anchors(path.read_text("utf-8")), target


def test_the_first_screen_of_the_readme_has_all_that_a_reader_needs() -> None:
    first = "\n".join(text_of("README.md").splitlines()[:44])
    assert first.count("\n- **[") == 3
    for needed in ("```screen\n$ cardcore play zeus", "\npip install .\ncardcore play zeus\n"):
        assert needed in first


def test_every_page_is_reached_from_the_readme() -> None:
    seen, todo = set(), [ROOT / "README.md"]
    while todo:
        path = todo.pop().resolve()
        if path in seen:
            continue
        seen.add(path)
        for target in re.findall(r"\]\(([^)#\s]+)", path.read_text("utf-8")):
            found = path.parent / target
            found = found / "README.md" if found.is_dir() else found
            if found.suffix == ".md":
                todo.append(found)
    assert {path.resolve() for path in PAGES.values()} <= seen


# -- what there is stands in the pages -------------------------------------------------------------


def section(page: str, head: str) -> str:
    """What stands under a heading of a page."""
    found = re.search(rf"^#+ {re.escape(head)}$(.*?)(?=^#+ |\Z)", unblocked(page), re.M | re.S)
    assert found, f"{page} has no section {head!r}"
    return found[1]


def unblocked(page: str) -> str:
    """A page in whose code no comment looks like a heading."""
    return BLOCK.sub(lambda block: block[0].replace("\n#", "\n #"), text_of(page))


HOOKS = [name for name in vars(hookspecs) if name.startswith("cardcore_")]


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_is_documented(hook: str) -> None:
    told = section("docs/hooks.md", f"`{hook}`")
    function = getattr(hookspecs, hook)
    for name in function.__code__.co_varnames[: function.__code__.co_argcount]:
        assert f"`{name}`" in told, name
    for word in ("When:", "Parameters:", "Result:"):
        assert word in told
    assert f"def {hook}(" in told


def test_the_hooks_of_the_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = Runner(tmp_path, {})
    for block in blocks(text_of("docs/hooks.md")):
        if block.kind == "python":
            run.python(block, "hooks")
    plugins = Plugins([])
    plugin = plugins.register(run.module, "page")
    assert (plugin.problems, len(plugin.games), len(plugin.bots)) == ([], 1, 1)
    assert plugin.house_rules
    assert set(HOOKS) <= set(vars(run.module))
    group = click.Group()
    plugins.add_commands(group)
    assert group.commands
    match = plugins.game(plugin.games[0]).match(players=2, seed=1)
    for listen in plugins.listeners():
        for event in match.events:
            listen(match, event)
    assert plugins.problems() == []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_event_is_documented(kind: str) -> None:
    told = section("docs/hooks.md", "Events")
    from cardcore.events import _FIELDS

    (row,) = re.findall(rf"^\| `{kind}` \|.*$", told, re.M)
    for field in _FIELDS[kind]:
        assert f"`{field}`" in row, field


def test_every_method_of_a_house_rule_is_documented() -> None:
    page = text_of("docs/house-rules.md")
    public = [name for name in vars(HouseRule) if not name.startswith("_")]
    assert [name for name in public if f"`{name}" not in page] == []


def has(kind: type) -> set[str]:
    """The public names of a class of the engine."""
    kinds = [one for one in kind.__mro__ if one.__module__.startswith("cardcore")]
    names = {name for one in kinds for name in [*vars(one), *vars(one).get("__annotations__", {})]}
    return {name for name in names if not name.startswith("_")}


GAME_SECTIONS = (
    "What every game says",
    "What it may say",
    "Interrupts",
    "For people and bots",
    "What the engine makes of it",
)


@pytest.mark.parametrize(
    ("kind", "heads"),
    [(Game, GAME_SECTIONS), (Table, ["`Table`"]), (Move, ["`Move`"]), (Text, ["`Text`"])],
)
def test_the_page_about_games_has_all_that_there_is(kind: type, heads: Sequence[str]) -> None:
    rows = re.findall(
        r"^\| (`.*?) \|", "".join(section("docs/game.md", head) for head in heads), re.M
    )
    told = re.findall(r"`(\w+)(?:\((.*?)\))?`", " ".join(rows))
    assert sorted(name for name, _ in told) == sorted(has(kind))
    for name, parameters in told:
        if callable(method := getattr(kind, name, None)) and parameters:
            known = [one.strip("*") for one in signature(method).parameters if one != "self"]
            names = [one.split("=")[0].strip("*") for one in parameters.split(", ")]
            assert [one for one in names if one] == known, name


def test_the_page_about_games_has_all_of_piles_and_options() -> None:
    piles = re.findall(r"^\| `(\w+)\(\)` \|", section("docs/game.md", "Piles"), re.M)
    assert sorted(sight.name.lower() for sight in Sight) == sorted(piles)
    told = re.findall(r"^\| `(\w+)` \|", section("docs/game.md", "Options"), re.M)
    assert told == list(signature(option).parameters)


PAGES_OF = {"simulate": "simulating", "tournament": "simulating", "serve": "serving"}
"""Where a command is documented, if it is not on the page about playing."""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_flag_is_documented(name: str) -> None:
    assert re.search(rf"^\|.*`cardcore {name}\b", text_of("README.md"), re.M)
    page = text_of(f"docs/{PAGES_OF.get(name, 'playing')}.md")
    assert f"cardcore {name}" in page
    command = cli.get_command(click.Context(cli), name)
    flags = [flag for param in command.params for flag in param.opts if flag.startswith("--")]
    assert [flag for flag in flags if flag not in page] == []


@pytest.mark.parametrize(
    ("game", "folder", "options"), [("zeus", "zeus_on_the_loose", 11), ("odin", "odin", 6)]
)
def test_every_option_of_a_game_is_documented(game: str, folder: str, options: int) -> None:
    page = text_of(f"games/{folder}/README.md")
    command = cli.get_command(click.Context(cli), "play")
    ctx = command.make_context("play", [game], parent=click.Context(cli))
    flags = [flag for param in command.get_params(ctx) for flag in param.opts]
    own = [flag for flag in flags if flag not in {f for p in command.params for f in p.opts}]
    own = [flag for flag in own if flag not in ("--help", "--lang")]
    assert len(own) == options
    assert [flag for flag in own if flag[2:] not in page] == []


def test_every_word_and_speed_and_variable_is_documented() -> None:
    page = text_of("docs/playing.md")
    assert [word for word in WORDS if f"`{word}" not in page] == []
    assert [speed for speed in SPEEDS if f"`{speed}`" not in page] == []
    code = "".join(path.read_text("utf-8") for path in ROOT.glob("cardcore/**/*.py"))
    pages = "".join(map(text_of, PAGES))
    for name in {*re.findall(r"\bCARDCORE_[A-Z]+\b", code), "NO_COLOR"}:
        assert name == "CARDCORE_COMPLETE" or f"`{name}" in pages, name


def test_every_field_of_a_header_is_documented() -> None:
    page = text_of("docs/records.md")
    header = cardcore.game("zeus").match(players=2, seed=1).record().header
    assert [name for name in header if f"| `{name}` |" not in page] == []


# -- the example -----------------------------------------------------------------------------------


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "zeus_house_rules"))
    import zeus_house_rules

    return zeus_house_rules


def test_quick_hundred_counts_two_letters(rules: Any) -> None:
    from cardcore.testing import position

    zeus, rule = cardcore.game("zeus"), rules.QuickHundred()
    for total, letters in ((95, 2), (96, 1)):
        match = position(
            zeus, players=3, total=total, holder=0, hands=["5 ? ? ?", 4, 4], house_rules=[rule]
        )
        match.play(0, "play 5")
        assert match.scores.totals[0] == letters


def test_no_twin_gods_refuses_the_god_on_top(rules: Any) -> None:
    from cardcore.testing import position

    match = position(
        cardcore.game("zeus"),
        players=3,
        hands=["Ares 5 Hermes 7", 4, 4],
        olympus="Ares",
        house_rules=[rules.NoTwinGods()],
    )
    assert [move.text for move in match.moves(0)] == ["play 5", "play 7", "play Hermes"]
    assert str(match.why_not(0, "play Ares")) == (
        "Ares lies on top, and no god is played upon the same god"
    )


def test_matches_with_the_example_end_and_verify(rules: Any) -> None:
    import random

    zeus = cardcore.game("zeus")
    both = [rules.QuickHundred(), rules.NoTwinGods(), rules.SlipUnder()]
    for seed in range(5):
        rng, match = random.Random(seed), zeus.match(players=4, seed=seed, house_rules=both)
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, rng.choice(match.moves(seat)))
        assert match.record().verify(house_rules=both).standings == match.standings
        assert not [event for event in match.events if event.kind == "rule"]


def test_the_example_speaks_spanish(rules: Any) -> None:
    for rule in (rules.QuickHundred(), rules.NoTwinGods(), rules.SlipUnder()):
        assert translator("es", rule)(rule.title) != rule.title


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples_use_public_names_alone(example: Path) -> None:
    for path in example.rglob("*.py"):
        assert set(imported(ast.parse(path.read_text("utf-8")))) <= {
            *(f"cardcore.{name}" for name in cardcore.__all__),
            *("cardcore", "cardcore.testing.GameConformance", "cardcore.simulate.simulate"),
            *("cardcore.adapters.pettingzoo", "cardcore.adapters.encoding.Encoding"),
        }


def imported(module: ast.Module) -> Iterator[str]:
    """What a module imports of cardcore, by its whole name."""
    for node in ast.walk(module):
        names = [alias.name for alias in getattr(node, "names", ()) if isinstance(alias, ast.alias)]
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{name}" for name in names]
        yield from (name for name in names if name.partition(".")[0] == "cardcore")


def test_the_page_about_house_rules_shows_the_example() -> None:
    code = (ROOT / "examples/zeus_house_rules/zeus_house_rules/__init__.py").read_text("utf-8")
    assert code in [block.code for block in blocks(text_of("docs/house-rules.md"))]


def test_the_hashes_of_the_page_about_records_are_those_that_it_tells() -> None:
    page = text_of("docs/records.md")
    lines = [json.loads(line) for line in re.findall(r'^\{.*"hash": ".*\}$', page, re.M)]
    assert {key for line in lines for key in line} >= {"cardcore", "random", "move", "undo"}
    before = ""
    for line in lines:
        told = line.pop("hash")
        text = json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(", ", ": "))
        before = sha256((before + text).encode()).hexdigest()[:16]
        assert told == before


# -- writing the blocks anew -----------------------------------------------------------------------


def write_anew(page: str, place: Path) -> None:
    """Write the screens and outputs of a page as they are now."""
    text, written, last = text_of(page), "", 0
    run = runner(page, place)
    try:
        for block in blocks(text):
            code = block.code
            if block.kind == "screen":
                code = run.screen(block, anew=True)
            elif block.kind == "console":
                found = run.console(block)
                code = code if f"\n{LEFT_OUT}\n" in code else found
            elif block.kind == "python":
                os.chdir(run.place)
                sys.path.insert(0, run.env["PYTHONPATH"].partition(os.pathsep)[0])
                run.python(block, page)
            written += text[last : block.start] + code
            last = block.end
    finally:
        run.close()
    PAGES[page].write_text(written + text[last:], "utf-8")


if __name__ == "__main__":
    import tempfile

    for chosen in sys.argv[1:] or PAGES:
        with tempfile.TemporaryDirectory() as folder:
            write_anew(chosen, Path(folder))
            os.chdir(ROOT)
