"""No test of the screen reaches the clipboard of the desktop that it runs on."""

import pytest


@pytest.fixture(autouse=True)
def no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for somebody who has come from another machine: only the terminal can copy."""
    monkeypatch.delenv("TMUX", raising=False)
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
