from __future__ import annotations

from collections.abc import Iterator

import pytest

from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from localcoder.engine.models import POCKET_DIRECTORY
from tests.fakes.random_models import write_random_model
from tests.server.conftest import Running, running


@pytest.fixture(params=[False, True], ids=["plain", "stream"])
def stream(request: pytest.FixtureRequest) -> bool:
    """Once for a plain answer, once for a stream."""
    return bool(request.param)


@pytest.fixture(scope="package", params=["cohere2_moe", "llama", "qwen3", "qwen3_moe", "pocket"])
def any_server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Real engines: a tiny model with random weights in each family's format, and the trained one that is built in."""
    folder = POCKET_DIRECTORY
    if request.param != "pocket":
        folder = tmp_path_factory.mktemp(request.param)
        write_random_model(folder, request.param)
    with Engine.load(folder, context_tokens=2048) as engine, running(LocalChatModel(engine, request.param)) as server:
        yield server


@pytest.fixture(scope="package")
def random_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A tiny model with random weights in North Mini Code's format; its tokens are bytes."""
    folder = tmp_path_factory.mktemp("random")
    write_random_model(folder, "cohere2_moe")
    with Engine.load(folder, context_tokens=1024) as engine, running(LocalChatModel(engine, "random")) as server:
        yield server


@pytest.fixture(scope="package")
def pocket_server() -> Iterator[Running]:
    """The built-in model, which reasons of its own accord."""
    with (
        Engine.load(POCKET_DIRECTORY, context_tokens=2048) as engine,
        running(LocalChatModel(engine, "pocket")) as server,
    ):
        yield server
