"""Kernels for the tests, compiled once a run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gpu.models import Model
from tests.gpu.stage import BLOCKS, make_kernel

_CUBINS = os.environ.get("LOCALCODER_TEST_CUBINS")
"""A folder to keep compiled kernels in from run to run."""


@pytest.fixture(scope="session")
def cubins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the whole run keeps its compiled kernels: each test's own home would have them compiled again."""
    return Path(_CUBINS) if _CUBINS else tmp_path_factory.mktemp("cubins")


@pytest.fixture(autouse=True)
def _shared_cubins(cubins: Path, isolated_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cubins))


@pytest.fixture
def kernel() -> Iterator[Callable[..., Any]]:
    """Makes a backend for a model; freed at the test's end."""
    made = []

    def make(model: Model, total_blocks: int = BLOCKS, **options: Any) -> Any:
        made.append(make_kernel(model, total_blocks, **options))
        return made[-1]

    yield make
    for backend in made:
        backend.free()
