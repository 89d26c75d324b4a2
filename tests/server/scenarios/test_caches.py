"""The prefix cache works for models with sliding windows, and their global layers see everything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from tests.fakes.random_models import write_random_model
from tests.server.asking import TIMEOUT_S
from tests.server.conftest import Running, running

PROMPT_TOKENS = 6000
WINDOW_TOKENS = 80
ROUNDING = 1e-5
"""Other chunks of a prompt are summed in another order."""


@pytest.fixture(scope="module")
def windowed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Engine]]:
    """A tiny model of North Mini Code's kind: three of four layers see the last 80 tokens only."""
    folder = tmp_path_factory.mktemp("windowed")
    write_random_model(folder, "cohere2_moe", max_position_embeddings=16_384, sliding_window=WINDOW_TOKENS)
    with Engine.load(folder, context_tokens=16_384) as engine, running(LocalChatModel(engine, "windowed")) as server:
        yield server, engine


def scored(server: Running, prompt: list[int], *, tokens: int = 4) -> tuple[list[Any], int]:
    """The likeliest tokens of each place behind `prompt`, and how much of it the cache had."""
    body = {"prompt": prompt, "max_tokens": tokens, "temperature": 0, "logprobs": 5, "ignore_eos": True}
    response = httpx.post(f"{server.url}/v1/completions", json=body, timeout=TIMEOUT_S, verify=False)
    assert response.status_code == 200, response.text
    document = response.json()
    return document["choices"][0]["logprobs"]["top_logprobs"], document["usage"]["prompt_tokens_details"][
        "cached_tokens"
    ]


def prompt_of(*, needle: int = 0, seed: int = 1) -> list[int]:
    """Printable bytes without a pattern; with a needle, the 128 from position 100 on are that one."""
    ids = [33 + (place * place * 7 + place * seed) % 90 for place in range(PROMPT_TOKENS)]
    if needle:
        ids[100:228] = [needle] * 128
    return ids


def distance(one: list[Any], other: list[Any]) -> float:
    """How far the probabilities of the first token behind the prompt are apart, among those likely in both."""
    shared = one[0].keys() & other[0].keys()
    assert len(shared) > 1
    return max(abs(one[0][token] - other[0][token]) for token in shared)


def test_second_long_prompt_is_found_in_the_cache_and_answered_alike(windowed: tuple[Running, Engine]) -> None:
    server, engine = windowed
    first, before = scored(server, prompt_of())
    computed = engine.stats().prompt_tokens - engine.stats().cached_tokens
    second, after = scored(server, prompt_of())
    assert before == 0
    assert after >= PROMPT_TOKENS // 64 * 64 - 64
    assert engine.stats().prompt_tokens - engine.stats().cached_tokens - computed <= 128
    assert distance(first, second) < ROUNDING


def test_global_layers_see_a_needle_far_outside_of_the_window(windowed: tuple[Running, Engine]) -> None:
    """Also where the sliding layers' blocks of that place were given up meanwhile."""
    server, _ = windowed
    one, other = (scored(server, prompt_of(needle=needle, seed=3))[0] for needle in (40, 110))
    again, cached = scored(server, prompt_of(needle=40, seed=3))
    assert cached > PROMPT_TOKENS - 128
    assert distance(one, again) < ROUNDING
    assert distance(one, other) > 100 * ROUNDING
