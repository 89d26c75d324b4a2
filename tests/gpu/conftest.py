"""Kernels for the tests, compiled once a run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from tests.gpu.models import Model
from tests.gpu.stage import BLOCKS, DEVICE, make_kernel

_FOLDER = os.environ.get("LOCALCODER_TEST_CUBINS")
_CUBINS = Path(_FOLDER).resolve() if _FOLDER else None
"""A folder to keep compiled kernels in from run to run; each test has a working folder of its own."""


@pytest.fixture(scope="session")
def cubins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stands for the whole run's cache directory, every kernel in it: compiled one by one they take minutes."""
    folder = _CUBINS if _CUBINS else tmp_path_factory.mktemp("cubins")
    if DEVICE.type == "cuda":
        from localcoder.engine.megakernel.driver import kernel_device
        from tests.gpu.compiling import compile_all

        compile_all(folder, kernel_device(DEVICE))
    return folder


@pytest.fixture
def kernel(cubins: Path, isolated_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """Makes a backend for a model; freed at the test's end."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cubins))
    threads = torch.get_num_threads()
    # The twin's and the reference's tensors are small: many threads on them only wait for each other.
    torch.set_num_threads(1)
    made = []

    def make(model: Model, total_blocks: int = BLOCKS, **options: Any) -> Any:
        made.append(make_kernel(model, total_blocks, **options))
        return made[-1]

    yield make
    torch.set_num_threads(threads)
    for backend in made:
        backend.free()
