"""A folder in which the records of matches are kept."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import attrs

from cardcore.errors import BadOptions


@attrs.frozen
class Folder:
    """Keeps the records of up to so many matches of a game, one file each."""

    path: Path
    game: str
    matches: int

    def check(self) -> None:
        """Refuse a folder in which something lies already. Raises `BadOptions` and `OSError`."""
        if self.path.exists() and any(self.path.iterdir()):
            raise BadOptions("the folder {folder} is not empty", folder=str(self.path))

    def begin(self) -> None:
        """Make the folder. Raises what `check` does."""
        self.path.mkdir(parents=True, exist_ok=True)
        self.check()

    def file(self, number: int) -> Path:
        """The file of a match."""
        digits = len(str(max(self.matches - 1, 0)))
        return self.path / f"{self.game}-{number:0{digits}}.jsonl"

    def write(self, records: Iterable[tuple[int, str]]) -> None:
        """Write records; one that cannot be written whole is not left behind."""
        for number, record in records:
            file = self.file(number)
            try:
                file.write_text(record, encoding="utf-8", newline="\n")
            except OSError as error:
                file.unlink(missing_ok=True)
                error.filename = error.filename or str(file)
                raise
