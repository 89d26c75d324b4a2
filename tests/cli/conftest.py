from __future__ import annotations

import pytest

from tests.cli.running import Home


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Named shortly, not after the test: sockets lie in it, and their paths may have some hundred bytes at most."""
    return Home(tmp_path_factory.mktemp("home"))
