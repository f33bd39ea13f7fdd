"""A job on its way to other processes: packed once, opened once in each of them."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import attrs

from cardcore.errors import BadOptions
from cardcore.extras import needs
from cardcore.scratch import FROM_FILE
from cardcore.simulate.playing import Job


@attrs.frozen
class Packed:
    """A job as bytes, and the modules that were read from files, which workers cannot import."""

    data: bytes
    modules: tuple[tuple[str, str], ...]
    """The name of each such module, and its text."""

    def open(self) -> Job:
        """The job; a process that has opened it keeps it."""
        return _opened(self)


def pack(job: Job) -> Packed:
    """Pack a job. Raises `BadOptions` where something of it cannot be sent."""
    try:
        data = needs("cloudpickle", "simulate").dumps(attrs.evolve(job))
    except Exception as error:
        raise BadOptions(
            "{game} cannot be sent to other processes ({reason}); it runs with one job",
            game=job.game.name,
            reason=repr(error),
        ) from error
    parts: list[Any] = [type(job.game), *(type(rule) for rule in job.house_rules)]
    parts += [bot.make for bot in job.bots]
    names = dict.fromkeys(filter(_from_file, map(_home, parts)))
    return Packed(data, tuple((name, _text(name)) for name in names))


def _home(what: type[Any] | Callable[..., Any]) -> str:
    return getattr(getattr(what, "func", what), "__module__", "") or ""


def _from_file(name: str) -> bool:
    return name.startswith(FROM_FILE)


def _text(name: str) -> str:
    return Path(str(sys.modules[name].__file__)).read_text("utf-8")


@lru_cache(maxsize=4)
def _opened(packed: Packed) -> Job:
    for name, text in packed.modules:
        _read(name, text)
    job: Job = needs("cloudpickle", "simulate").loads(packed.data)
    return job


def _read(name: str, text: str) -> None:
    """Make a module of its text, under the name that it has where it was read."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.py"
        file.write_text(text, "utf-8")
        spec = spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
