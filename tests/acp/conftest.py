from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """An empty home: that of the programs that a test starts, and of this process too."""
    home = Home(tmp_path)
    for name, value in home.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(home.project)
    return home
