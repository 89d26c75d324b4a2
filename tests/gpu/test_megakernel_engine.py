"""The engine over the kernel, end to end: the pocket model's answers, judged by float64 token by token."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch

from localcoder.engine.engine import Engine
from localcoder.engine.request import EngineFailed, Request, SamplingParams
from localcoder.engine.sampling import gumbel
from localcoder.engine.tokenizer import Tokenizer
from tests.fakes.float64 import forward
from tests.gpu.models import POCKET_DIRECTORY, load
from tests.gpu.rows import text_ids
from tests.gpu.stage import DEVICE, NEEDS_KERNEL, STAND_IN, never_reached

pytestmark = NEEDS_KERNEL

TOKENS = 4 if STAND_IN else 48
REQUESTS = 3 if STAND_IN else 13
SLACK = 0.5
"""How much less than the best a token may score by float64: what bfloat16 makes of logits of about ten."""


def _engine(backend: Any) -> Engine:
    model = load("pocket", DEVICE)
    return Engine(model.config, Tokenizer.load(POCKET_DIRECTORY), backend, directory=POCKET_DIRECTORY)


def _requests() -> list[Request]:
    """Greedy and seeded ones in turn, with prompts of many lengths."""
    ids = text_ids(900)
    requests = []
    for index in range(REQUESTS):
        sampling = SamplingParams(temperature=0.0 if index % 2 else 0.8, seed=index, max_tokens=TOKENS + index)
        sampling = replace(sampling, ignore_eos=True)
        requests.append(Request(str(index), tuple(ids[: 5 + 67 * index]), sampling))
    return requests


async def _answer(engine: Engine, request: Request) -> list[int]:
    return [token async for output in engine.generate(request) for token in output.token_ids]


async def _answers(engine: Engine, requests: list[Request]) -> list[list[int]]:
    return await asyncio.gather(*(_answer(engine, request) for request in requests))


def _misses(request: Request, answer: list[int]) -> list[str]:
    """The answer's tokens that float64 would not have drawn, whatever bfloat16 rounds."""
    model = load("pocket", DEVICE)
    sampling, prompt = request.sampling, len(request.prompt_ids)
    logits = forward(model.config, model.weights, [*request.prompt_ids, *answer[:-1]]).logits[prompt - 1 :].cpu()
    misses = []
    for index, (token, row) in enumerate(zip(answer, logits, strict=True)):
        scores = row.numpy()
        if sampling.temperature:
            assert sampling.seed is not None
            noise = gumbel(sampling.seed, prompt + index, np.arange(len(scores), dtype=np.uint32))
            scores = scores + sampling.temperature * noise
        if scores.max() - scores[token] > SLACK:
            misses.append(f"request {request.id}, token {index}: {token} misses by {scores.max() - scores[token]:.2f}")
    return misses


def test_more_requests_than_rows_get_the_models_answers_all_at_once(kernel: Callable[..., Any]) -> None:
    requests = _requests()
    with _engine(kernel(load("pocket", DEVICE))) as engine:
        answers = asyncio.run(_answers(engine, requests))
    assert [len(answer) for answer in answers] == [TOKENS + index for index in range(REQUESTS)]
    misses = [miss for request, answer in zip(requests, answers, strict=True) for miss in _misses(request, answer)]
    assert not misses, "\n".join(misses)


def test_an_answer_ends_at_a_stop_token(kernel: Callable[..., Any]) -> None:
    request = _requests()[1]
    # An engine of its own for each: what the prefix cache holds changes how a prompt is cut, and so its rounding.
    with _engine(kernel(load("pocket", DEVICE))) as engine:
        free = asyncio.run(_answer(engine, request))
    stop = free[2]
    stopping = replace(request, sampling=replace(request.sampling, stop_token_ids=(stop,)))
    with _engine(kernel(load("pocket", DEVICE))) as engine:
        found = asyncio.run(_answer(engine, stopping))
    assert found == free[: free.index(stop) + 1]


def test_a_prompt_whose_beginning_is_cached_gets_the_models_answer(kernel: Callable[..., Any]) -> None:
    request = _requests()[2]
    with _engine(kernel(load("pocket", DEVICE))) as engine:
        asyncio.run(_answer(engine, request))
        again = asyncio.run(_answer(engine, request))
        assert engine.stats().cached_tokens >= 64
    misses = _misses(request, again)
    assert not misses, "\n".join(misses)


def test_requests_that_need_logits_run_beside_launches(kernel: Callable[..., Any]) -> None:
    requests = _requests()[:3]
    explained = replace(requests[1], sampling=replace(requests[1].sampling, logprobs=2))
    with _engine(kernel(load("pocket", DEVICE))) as engine:
        answers = asyncio.run(_answers(engine, [requests[0], explained, requests[2]]))
    misses = [miss for request, answer in zip(requests, answers, strict=True) for miss in _misses(request, answer)]
    assert not misses, "\n".join(misses)


@pytest.mark.skipif(STAND_IN, reason="the twin has no deadline")
def test_the_kernels_failure_is_the_requests(kernel: Callable[..., Any]) -> None:
    request = _requests()[0]
    model = load("pocket", DEVICE)
    with _engine(kernel(model, lists=never_reached(model), deadline_s=0.05)) as engine:
        with pytest.raises(EngineFailed, match="decode kernel failed"):
            asyncio.run(_answer(engine, request))
        with pytest.raises(EngineFailed):
            asyncio.run(_answer(engine, request))
    assert float(torch.ones(3, device=DEVICE).sum()) == 3.0
