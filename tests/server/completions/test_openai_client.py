"""OpenAI's own client, in its sync and async kind, against a real engine."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import openai
import pytest

from tests.server.completions.scripted import ScriptedModel

FIXED: dict[str, Any] = {"model": "random", "prompt": "Once", "temperature": 1, "seed": 3, "max_tokens": 24}


def settings_of(url: str) -> dict[str, Any]:
    return {"base_url": f"{url}/v1", "api_key": "unused", "max_retries": 0, "timeout": 60}


@pytest.fixture
def client(random_url: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(**settings_of(random_url)) as client:
        yield client


def test_stream_adds_up_to_the_plain_answer(client: openai.OpenAI) -> None:
    plain = client.completions.create(**FIXED)
    chunks = list(client.completions.create(**FIXED, stream=True, stream_options={"include_usage": True}))
    *others, last = chunks
    assert "".join(chunk.choices[0].text for chunk in others) == plain.choices[0].text
    reason = plain.choices[0].finish_reason
    assert [chunk.choices[0].finish_reason for chunk in others] == [None] * (len(others) - 1) + [reason]
    assert all(chunk.usage is None for chunk in others)
    assert last.choices == []
    assert last.usage is not None
    assert plain.usage is not None
    assert last.usage.completion_tokens == plain.usage.completion_tokens
    assert plain.object == last.object == "text_completion"
    assert plain.model == "random"


def test_logprobs_and_echo_are_read_by_the_client(client: openai.OpenAI) -> None:
    choice = client.completions.create(**(FIXED | {"logprobs": 2, "echo": True, "max_tokens": 3})).choices[0]
    assert choice.logprobs is not None
    assert choice.logprobs.tokens is not None
    assert choice.logprobs.tokens[:4] == list("Once")
    assert choice.logprobs.text_offset == [0, 1, 2, 3, *choice.logprobs.text_offset[4:]]  # type: ignore[index]
    assert choice.logprobs.token_logprobs is not None
    assert choice.logprobs.token_logprobs[0] is None
    assert all(value < 0 for value in choice.logprobs.token_logprobs[1:])
    assert choice.text.startswith("Once")


def test_batches_of_token_lists_come_back_in_order(client: openai.OpenAI) -> None:
    done = client.completions.create(**(FIXED | {"prompt": [[70], [71, 72]], "n": 2, "echo": True}))
    assert [choice.index for choice in done.choices] == [0, 1, 2, 3]
    begins = [choice.text[:1] for choice in done.choices]
    assert begins[0] == begins[1] != begins[2] == begins[3]


async def test_async_client_streams_many_at_once(random_url: str) -> None:
    async with openai.AsyncOpenAI(**settings_of(random_url)) as client:

        async def streamed(seed: int) -> str:
            stream = await client.completions.create(**(FIXED | {"seed": seed}), stream=True)
            return "".join([chunk.choices[0].text async for chunk in stream])

        async def plain(seed: int) -> str:
            return (await client.completions.create(**(FIXED | {"seed": seed}))).choices[0].text

        together = await asyncio.gather(*map(streamed, range(6)))
        assert together == await asyncio.gather(*map(plain, range(6)))
        assert len(set(together)) > 1


def test_refusals_are_the_clients_exceptions(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        client.completions.create(**(FIXED | {"prompt": "x" * 600}), stream=True)
    assert (refused.value.code, refused.value.param) == ("context_length_exceeded", "prompt")
    with pytest.raises(openai.NotFoundError):
        client.completions.create(**(FIXED | {"model": "gpt-4"}))
    with pytest.raises(openai.BadRequestError) as unsupported:
        client.completions.create(**FIXED, suffix="end")
    assert unsupported.value.param == "suffix"


def test_emoji_arrive_whole(scripted: ScriptedModel, scripted_url: str) -> None:
    prompt = scripted.ids(b"?")
    scripted.replies[tuple(prompt)] = scripted.ids("a😀世é😀".encode())
    try:
        with openai.OpenAI(**settings_of(scripted_url)) as client:
            stream = client.completions.create(model="scripted", prompt=prompt, stream=True, max_tokens=50)
            assert [chunk.choices[0].text for chunk in stream] == [*"a😀世é😀", ""]
    finally:
        scripted.replies.clear()
