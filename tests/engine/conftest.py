"""An engine around a fake backend and a byte-level tokenizer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from localcoder.engine.engine import Engine
from localcoder.engine.tokenizer import Tokenizer
from tests.engine.fake_backend import FakeBackend
from tests.fakes.tokenizers import write_byte_level_tokenizer

MakeEngine = Callable[..., Engine]


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model")
    write_byte_level_tokenizer(path)
    return path


@pytest.fixture(scope="module")
def tokenizer(directory: Path) -> Tokenizer:
    return Tokenizer.load(directory)


@pytest.fixture
def make_engine(directory: Path, tokenizer: Tokenizer) -> Iterator[MakeEngine]:
    engines: list[Engine] = []

    def make(backend: FakeBackend | None = None, context_tokens: int = 2048, **options: Any) -> Engine:
        backend = backend or FakeBackend()
        config = SimpleNamespace(vocab_size=backend.vocab_size, context_tokens=context_tokens)
        options.setdefault("clock", lambda: 0.0)  # so that no chunk depends on how busy this machine is
        engines.append(Engine(config, tokenizer, backend, directory=directory, **options))  # type: ignore[arg-type]
        return engines[-1]

    yield make
    for engine in engines:
        engine.close()
