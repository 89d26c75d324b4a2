from __future__ import annotations

import shutil
from collections.abc import Iterator

import httpx
import pytest

from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from localcoder.engine.models import POCKET_DIRECTORY
from tests.chat.conftest import NORTH_TOKENS, write_tokenizer
from tests.fakes.checkpoints import write_checkpoint
from tests.server.completions.asking import client_of
from tests.server.completions.scripted import END, ScriptedModel, write_scripted_model
from tests.server.conftest import running

CONTEXT_TOKENS = 256


@pytest.fixture(scope="package")
def random_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalChatModel]:
    """A real engine on a tiny model with random weights; its tokens are bytes and control tokens."""
    folder = tmp_path_factory.mktemp("random")
    tokenizer = write_tokenizer(folder, NORTH_TOKENS)
    end = tokenizer.control_tokens[END]
    write_checkpoint(folder, vocab_size=tokenizer.vocab_size, eos_token_id=end, seed=1)
    for name in ("chat_template.jinja", "localcoder.json"):
        shutil.copy(POCKET_DIRECTORY / name, folder)
    with Engine.load(folder, context_tokens=CONTEXT_TOKENS) as engine:
        yield LocalChatModel(engine, "random")


@pytest.fixture(scope="package")
def random_url(random_model: LocalChatModel) -> Iterator[str]:
    with running(random_model) as server:
        yield server.url


@pytest.fixture(scope="package")
def random_client(random_url: str) -> Iterator[httpx.Client]:
    with client_of(random_url) as client:
        yield client


@pytest.fixture(scope="package")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScriptedModel]:
    folder = tmp_path_factory.mktemp("scripted")
    write_scripted_model(folder)
    model = ScriptedModel(folder)
    yield model
    model.engine.close()


@pytest.fixture(scope="package")
def scripted_url(scripted: ScriptedModel) -> Iterator[str]:
    with running(scripted) as server:
        yield server.url


@pytest.fixture(scope="package")
def scripted_client(scripted_url: str) -> Iterator[httpx.Client]:
    with client_of(scripted_url) as client:
        yield client


@pytest.fixture(params=[False, True], ids=["plain", "stream"])
def stream(request: pytest.FixtureRequest) -> bool:
    """Once for a plain answer, once for a stream."""
    return bool(request.param)
