"""Shared by all tests."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell; what the
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests start would have it so too


@pytest.fixture(autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saved matches of a test are its own, and it speaks English."""
    folder = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("CARDCORE_DATA", str(folder))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    return folder
