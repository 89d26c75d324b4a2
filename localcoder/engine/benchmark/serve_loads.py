"""`python -m bench.load`: what a running stream, and a newcomer, get while others keep the engine busy."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import pairwise
from typing import Any

from localcoder.engine.benchmark.serve import Say, measured
from localcoder.engine.benchmark.serve_clients import Prompts, Target, Timed, percentiles_ms
from localcoder.engine.benchmark.serve_options import (
    SHORT_ANSWER_TOKENS,
    SHORT_TOKENS,
    WARM_UP_TOKENS,
    LoadOptions,
)
from localcoder.engine.config import ModelConfig
from localcoder.engine.request import EngineFailed

SETTLE_S = 1.0
"""After the load has begun, before anything counts."""
PAUSE_S = (0.1, 0.5)
"""Between a short request's end and the next: when they come is left to chance, the same for the same seed."""

ASKED = {"stream": {"tokens_per_s": 25.0, "p99_gap_ms": 60.0}, "newcomer": {"max_first_token_ms": 300.0}}
"""What an engine should reach on the GPU that it was made for."""


def measure_loads(options: LoadOptions, *, command: str, commit: str | None = None, say: Say) -> dict[str, Any]:
    """Measure both loads; returns the document that is written to the result file.

    Raises: as `measure_serve`.
    """
    options.check()
    known: list[ModelConfig] = []

    def check(config: ModelConfig) -> None:
        options.check_for(config)
        known.append(config)

    rows = max(1 + options.long_clients, options.streams + 1)
    answers = min(options.stream_answer_tokens(None), 16_384)
    tokens = max(options.long_tokens + SHORT_ANSWER_TOKENS, options.stream_tokens + answers)
    with measured(options.subject, check, rows, tokens, command, commit, say) as subject:
        most = min(answers, options.stream_answer_tokens(known[0] if known else None))
        found = []
        for name, load in (("stream", stream_beside_long_prompts), ("newcomer", newcomers_beside_streams)):
            found.append(subject.about | asyncio.run(_case(load, options, most, subject.target)))
            say(f"{name}: {found[-1]['load']}")
    return {**subject.machine, "rows": found}


async def stream_beside_long_prompts(target: Target, options: LoadOptions, answer_tokens: int) -> dict[str, Any]:
    """A running stream while long prompts arrive without end."""
    prompts = Prompts(target.vocab_size, options.subject.seed, "stream")
    for tokens in (options.stream_tokens, options.long_tokens, options.long_tokens):
        await _ask(target, prompts.next(tokens), WARM_UP_TOKENS, 0)
    async with _running(target, [prompts.next(SHORT_TOKENS)], answer_tokens, options.subject.seed) as (victim,):
        others: list[Timed] = []
        clients = [
            asyncio.ensure_future(_endless(target, prompts, options.long_tokens, others))
            for _ in range(options.long_clients)
        ]
        await _sleep_watching(SETTLE_S, clients)
        begin = time.perf_counter()
        await _sleep_watching(options.seconds, clients)
        end = time.perf_counter()
        await _cancel(clients)
        times = [arrival for arrival in victim.times_s if begin <= arrival <= end]
        gaps = [after - before for before, after in pairwise(times)]
    done = [other for other in others if other.times_s and begin <= other.times_s[0] <= end]
    rate, gap_ms, asked = len(times) / (end - begin), percentiles_ms(gaps), ASKED["stream"]
    return {
        "load": f"a stream beside {options.long_clients} clients with {options.long_tokens}-token prompts",
        "seconds": options.seconds,
        "tokens_per_s": round(rate, 1),
        "gap_ms": gap_ms,
        "long_prompts": len(done),
        "prompt_tokens_per_s": round(len(done) * options.long_tokens / (end - begin), 1),
        "long_first_token_ms": percentiles_ms([other.first_token_s for other in done]) if done else None,
        "asked": asked,
        "met": rate >= asked["tokens_per_s"] and gap_ms["p99"] < asked["p99_gap_ms"],
    }


async def newcomers_beside_streams(target: Target, options: LoadOptions, answer_tokens: int) -> dict[str, Any]:
    """Short requests, one after the other, while as many streams run as there are rows."""
    prompts = Prompts(target.vocab_size, options.subject.seed, "newcomer")
    chance = random.Random(options.subject.seed)
    for tokens in (SHORT_TOKENS, options.stream_tokens):
        await _ask(target, prompts.next(tokens), WARM_UP_TOKENS, 0)
    own = [prompts.next(options.stream_tokens) for _ in range(options.streams)]
    newcomers: list[Timed] = []
    async with _running(target, own, answer_tokens, options.subject.seed) as streams:
        await asyncio.sleep(SETTLE_S)
        begin = time.perf_counter()
        while time.perf_counter() - begin < options.seconds:
            await asyncio.sleep(chance.uniform(*PAUSE_S))
            newcomers.append(await _ask(target, prompts.next(SHORT_TOKENS), SHORT_ANSWER_TOKENS, len(newcomers)))
        end = time.perf_counter()
        times = [[arrival for arrival in stream.times_s if begin <= arrival <= end] for stream in streams]
    gaps = [after - before for row in times for before, after in pairwise(row)]
    first = percentiles_ms([newcomer.first_token_s for newcomer in newcomers])
    asked = ASKED["newcomer"]
    return {
        "load": f"{SHORT_TOKENS}-token requests beside {options.streams} streams behind {options.stream_tokens} tokens",
        "seconds": round(end - begin, 1),
        "requests": len(newcomers),
        "first_token_ms": first,
        "inter_token_ms": percentiles_ms([gap for newcomer in newcomers for gap in newcomer.gaps_s]),
        "streams_tokens_per_s": round(sum(map(len, times)) / (end - begin), 1),
        "slowest_stream_tokens_per_s": round(min(map(len, times)) / (end - begin), 1),
        "streams_gap_ms": percentiles_ms(gaps),
        "asked": asked,
        "met": first["max"] <= asked["max_first_token_ms"],
    }


async def _case(
    load: Callable[[Target, LoadOptions, int], Awaitable[dict[str, Any]]],
    options: LoadOptions,
    answer_tokens: int,
    target: Callable[[], AbstractAsyncContextManager[Target]],
) -> dict[str, Any]:
    async with target() as one:
        return await load(one, options, answer_tokens)


async def _ask(target: Target, prompt: tuple[int, ...], answer_tokens: int, seed: int) -> Timed:
    timed = Timed(len(prompt))
    await target.ask(prompt, answer_tokens, seed, timed)
    return timed


async def _endless(target: Target, prompts: Prompts, tokens: int, found: list[Timed]) -> None:
    while True:
        found.append(Timed(tokens))
        await target.ask(prompts.next(tokens), SHORT_ANSWER_TOKENS, len(found), found[-1])


@asynccontextmanager
async def _running(
    target: Target, prompts: list[tuple[int, ...]], answer_tokens: int, seed: int
) -> AsyncGenerator[list[Timed], None]:
    """Streams that all have tokens, and are still running at the end; they are cancelled then."""
    streams = [Timed(len(prompt)) for prompt in prompts]
    tasks = [
        asyncio.ensure_future(target.ask(prompt, answer_tokens, seed + row, stream))
        for row, (prompt, stream) in enumerate(zip(prompts, streams, strict=True))
    ]
    try:
        while not all(stream.times_s for stream in streams):
            await _sleep_watching(0.01, tasks)
        yield streams
        await _sleep_watching(0.01, tasks)
    finally:
        await _cancel(tasks)


async def _sleep_watching(seconds: float, tasks: Sequence[asyncio.Future[None]]) -> None:
    """Sleep; raises what ends one of these tasks, none of which should end."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()
        raise EngineFailed("A stream ended while it was looked at: ask for fewer --seconds or a model of more context.")


async def _cancel(tasks: Sequence[asyncio.Future[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
