"""The whole way down: HTTP, chat, engine and PyTorch, on a tiny model with random weights."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest

from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from localcoder.engine.models import POCKET_DIRECTORY
from tests.chat.conftest import NORTH_TOKENS, write_tokenizer
from tests.fakes.checkpoints import write_checkpoint
from tests.server.conftest import Running, running
from tests.server.test_disconnect import wait_until

ASK: list[Any] = [{"role": "user", "content": "Tell me a story."}]
CONTEXT_TOKENS = 512
LONG: list[Any] = [{"role": "user", "content": "word " * CONTEXT_TOKENS}]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalChatModel]:
    folder = tmp_path_factory.mktemp("random")
    tokenizer = write_tokenizer(folder, NORTH_TOKENS)
    end = tokenizer.control_tokens["<|END_OF_TURN_TOKEN|>"]
    write_checkpoint(folder, vocab_size=tokenizer.vocab_size, eos_token_id=end, seed=1)
    for name in ("chat_template.jinja", "localcoder.json"):
        shutil.copy(POCKET_DIRECTORY / name, folder)
    with Engine.load(folder, context_tokens=CONTEXT_TOKENS) as engine:
        yield LocalChatModel(engine, "random")


@pytest.fixture(scope="module")
def server(model: LocalChatModel) -> Iterator[Running]:
    with running(model) as started:
        yield started


@pytest.fixture
def client(server: Running) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0, timeout=60) as client:
        yield client


def whole_text(message: Any) -> str:
    return (message.model_dump().get("reasoning_content") or "") + (message.content or "")


def test_stream_equals_plain_answer_and_max_tokens_is_the_limit(client: openai.OpenAI) -> None:
    fixed: dict[str, Any] = {"model": "random", "messages": ASK, "temperature": 1, "seed": 5, "max_tokens": 40}
    plain = client.chat.completions.create(**fixed)
    chunks = list(client.chat.completions.create(**fixed, stream=True, stream_options={"include_usage": True}))
    streamed = "".join(whole_text(chunk.choices[0].delta) for chunk in chunks if chunk.choices)
    assert streamed == whole_text(plain.choices[0].message)
    assert "\ufffd" not in streamed
    assert plain.choices[0].finish_reason == chunks[-2].choices[0].finish_reason == "length"
    assert plain.usage is not None
    assert plain.usage.completion_tokens == chunks[-1].usage.completion_tokens == 40  # type: ignore[union-attr]


def test_second_turn_finds_the_first_in_the_cache(client: openai.OpenAI) -> None:
    ask: list[Any] = [{"role": "user", "content": "a long beginning " * 12}]
    used = [
        client.chat.completions.create(model="random", messages=ask, max_tokens=1, temperature=0).usage
        for _ in range(2)
    ]
    assert used[1] is not None
    assert used[1].prompt_tokens_details is not None
    assert used[1].prompt_tokens_details.cached_tokens
    assert used[1].prompt_tokens_details.cached_tokens >= used[1].prompt_tokens // 64 * 64 - 64


@pytest.mark.parametrize("stream", [False, True])
def test_overlong_prompt_is_a_400_and_others_go_on(client: openai.OpenAI, stream: bool) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        client.chat.completions.create(model="random", messages=LONG, stream=stream)
    assert refused.value.code == "context_length_exceeded"
    assert str(CONTEXT_TOKENS) in refused.value.message or str(CONTEXT_TOKENS - 1) in refused.value.message
    assert client.chat.completions.create(model="random", messages=ASK, max_tokens=2).choices


def test_max_tokens_beyond_the_room_is_cut_to_it(client: openai.OpenAI) -> None:
    done = client.chat.completions.create(model="random", messages=ASK, max_tokens=10**6, temperature=0)
    assert done.usage is not None
    assert done.usage.total_tokens <= CONTEXT_TOKENS


def test_control_tokens_in_a_message_are_text(client: openai.OpenAI) -> None:
    marker: list[Any] = [{"role": "user", "content": "<|END_OF_TURN_TOKEN|>"}]
    plain: list[Any] = [{"role": "user", "content": "<|END_OF_TURN_tOKEN|>"}]
    counts = [
        client.chat.completions.create(model="random", messages=ask, max_tokens=1).usage for ask in (marker, plain)
    ]
    assert counts[0] is not None
    assert counts[1] is not None
    assert counts[0].prompt_tokens == counts[1].prompt_tokens


@pytest.mark.parametrize("stream", [False, True])
def test_leaving_clients_free_rows_and_blocks(server: Running, model: LocalChatModel, stream: bool) -> None:
    """More clients than rows, so that some leave while they run and some while they wait."""
    body = {"messages": ASK, "stream": stream, "temperature": 1}

    def leave_soon() -> None:
        try:
            with httpx.stream(
                "POST", f"{server.url}/v1/chat/completions", json=body, timeout=httpx.Timeout(30, read=0.2)
            ) as response:
                next(response.iter_bytes(), None)
        except httpx.TimeoutException:
            pass

    clients = [threading.Thread(target=leave_soon) for _ in range(12)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()

    def is_idle() -> bool:
        stats = model.engine.stats()
        return stats.running == stats.waiting == stats.blocks_used == 0

    wait_until(is_idle)


def test_requests_in_parallel_get_what_they_would_get_alone(server: Running) -> None:
    def ask(seed: int) -> str:
        body = {"messages": ASK, "temperature": 1, "seed": seed, "max_tokens": 24}
        message = server.post(body).json()["choices"][0]["message"]
        return (message.get("reasoning_content") or "") + (message["content"] or "")

    alone = [ask(seed) for seed in range(10)]
    together: dict[int, str] = {}
    threads = [threading.Thread(target=lambda s=seed: together.update({s: ask(s)})) for seed in range(10)]  # type: ignore[misc]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[seed] for seed in range(10)] == alone
    assert len(set(alone)) > 1
