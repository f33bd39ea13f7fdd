"""The studies: their figures stand in their outputs, and their commands still give such outputs."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_docs import BLOCK, ROOT, Block, blocks, runner, text_of

PAGE = "docs/studies.md"
FIGURE = re.compile(r"-?\d[\d.]*")
SMALL = 200_000
"""So many bytes a picture of the page may have."""


def studies() -> list[str]:
    """The sections of the page that show something."""
    whole = BLOCK.sub(lambda block: block[0].replace("\n#", "\n #"), page())
    return [part for part in re.split(r"^## ", whole, flags=re.M) if "```text" in part]


def page() -> str:
    return text_of(PAGE)


def runs() -> Iterator[tuple[str, str]]:
    """Each command of the page with the output that stands below it."""
    before: Block | None = None
    for block in blocks(page()):
        if block.kind == "text":
            assert before is not None
            assert before.kind == "sh", f"which command wrote {block.code}"
            yield before.code.replace("\\\n", " ").strip(), block.code
        before = block


def words(output: str) -> Counter[str]:
    """What an output says, figures and units of time apart."""
    found = re.findall(r"[^\W\d_]+", output)
    return Counter(word for word in found if word not in ("s", "ms", "µs"))


@pytest.mark.parametrize("study", studies(), ids=lambda study: study.partition("\n")[0])
def test_every_figure_in_the_prose_stands_in_an_output(study: str) -> None:
    outputs = "".join(block.code for block in blocks(study) if block.kind in ("text", "sh"))
    known = set(FIGURE.findall(outputs))
    prose = re.sub(r"\]\([^)]*\)", "", BLOCK.sub("", study))
    told = {figure.rstrip(".") for figure in FIGURE.findall(prose) if "." in figure.rstrip(".")}
    assert told <= known, sorted(told - known)


def test_every_study_says_what_it_does_not_show() -> None:
    for study in studies():
        assert re.search(r"^\*\*What it does not show\.\*\*", study, re.M), study.partition("\n")[0]


def test_pictures_are_small() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page())
    assert shown
    for picture in shown:
        assert (ROOT / "docs" / picture).stat().st_size < SMALL, picture


def test_every_picture_is_shown() -> None:
    shown = set(re.findall(r"\((images/[^)]+)\)", page()))
    assert {f"images/{file.name}" for file in (ROOT / "docs/images").glob("studies-*")} <= shown


@pytest.mark.slow
@pytest.mark.parametrize(("command", "output"), list(runs()))
def test_a_study_can_be_run_again(command: str, output: str, tmp_path: Path) -> None:
    run = runner(PAGE, tmp_path)
    for block in blocks(page()):
        if block.kind == "python":
            run.python(block, PAGE)
    fewer = re.sub(r"(--matches|^python .*) \d+", r"\1 8", command)
    assert fewer != command
    fewer = re.sub("^python ", f"{shlex.quote(sys.executable)} ", fewer)
    done = subprocess.run(
        ["bash", "-c", fewer],
        cwd=run.place,
        env={**run.env, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert words(done.stdout) == words(output)
