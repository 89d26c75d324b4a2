from __future__ import annotations

import os
import pty
from pathlib import Path

import pytest

from localcoder.cli.models import count, size
from tests.cli.running import TIMEOUT_S, Home
from tests.fakes.checkpoints import write_checkpoint

HUB_ID = "acme/tiny"


@pytest.fixture
def hub(home: Home) -> Path:
    """A model in the hub's cache, as a pull leaves it; nothing can be fetched."""
    home.variables |= {"HF_HOME": str(home.folder / "hf"), "HF_HUB_OFFLINE": "1"}
    repo = home.folder / "hf" / "hub" / "models--acme--tiny"
    commit = "0123456789abcdef0123456789abcdef01234567"
    write_checkpoint(repo / "snapshots" / commit, "qwen3")
    (repo / "refs").mkdir()
    (repo / "refs" / "main").write_text(commit)
    return repo


def test_pulled_model_is_listed_with_its_geometry(home: Home, hub: Path) -> None:
    done = home.run("models", "list")
    assert done.code == 0, done.stderr
    (row,) = (line for line in done.stdout.splitlines() if line.startswith(HUB_ID))
    assert row.split()[1] == "qwen3"
    assert "4,096" in row


def test_unusable_model_is_listed_with_the_reason(home: Home, hub: Path) -> None:
    (config,) = hub.glob("snapshots/*/config.json")
    config.write_text(config.read_text().replace('"hidden_size": 32', '"hidden_size": "wide"'))
    done = home.run("models", "list")
    assert done.code == 0, done.stderr
    assert "cannot be used" in done.stdout
    assert "hidden_size" in done.stdout


def test_info_describes_a_directory(home: Home) -> None:
    write_checkpoint(home.project / "my-model", "llama")
    done = home.run("models", "info", "my-model")
    assert done.code == 0, done.stderr
    assert str(home.project / "my-model") in done.stdout
    assert "llama" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["info", "nothing"], 2, "no such directory"),
        (["info", "acme/missing"], 2, "localcoder models pull acme/missing"),
        (["pull", "no id"], 2, "organisation/name"),
        (["pull", "acme/other"], 1, "HF_HUB_OFFLINE"),
        (["rm", "acme/missing", "--yes"], 2, "was not pulled"),
        (["rm", "acme/missing"], 2, "was not pulled"),
        (["info", "~nobody-here/x"], 2, "no such directory"),
        (["rm", "pocket", "--yes"], 2, "part of localcoder"),
        (["rm", HUB_ID], 2, "--yes"),
        (["pull"], 2, "HUB_ID"),
        (["fetch"], 2, "fetch"),
    ],
)
def test_what_cannot_be_done_is_one_line_that_says_what_to_do(
    home: Home, hub: Path, arguments: list[str], code: int, words: str
) -> None:
    done = home.run("models", *arguments)
    assert done.code == code
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stdout == ""


def test_removed_model_is_gone_and_its_bytes_are_told(home: Home, hub: Path) -> None:
    done = home.run("models", "rm", HUB_ID, "--yes")
    assert done.code == 0, done.stderr
    assert "free again" in done.stdout
    assert not hub.exists()


@pytest.mark.parametrize(("answer", "code", "gone"), [(b"y\n", 0, True), (b"n\n", 1, False)])
def test_removal_asks_first_on_a_terminal(home: Home, hub: Path, answer: bytes, code: int, gone: bool) -> None:
    keyboard, terminal = pty.openpty()
    try:
        process = home.start("models", "rm", HUB_ID, stdin=terminal)
        os.write(keyboard, answer)
        process.communicate(timeout=TIMEOUT_S)
    finally:
        os.close(keyboard)
        os.close(terminal)
    assert process.returncode == code
    assert hub.exists() is not gone


def test_sizes_and_counts_read_like_the_hubs() -> None:
    assert [size(n) for n in (12, 2_500, 40_100_000, 61e9)] == ["12 bytes", "2.5 kB", "40.1 MB", "61.0 GB"]
    assert [count(n) for n in (7, 1_500, 20_000_000, 30_500_000_000)] == ["7", "1.5K", "20.0M", "30.5B"]
