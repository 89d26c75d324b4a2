from __future__ import annotations

import pytest

from tests.cli.running import Home


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Home:
    """An empty home: that of the programs that a test starts, and of this process too."""
    home = Home(tmp_path_factory.mktemp("home"))
    for name, value in home.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(home.project)
    return home
