"""`localcoder bench serve`: what clients get that ask again as soon as they are answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import torch

from localcoder.engine.benchmark.options import DecodeOptions
from localcoder.engine.benchmark.serve_clients import (
    EngineTarget,
    Prompts,
    Target,
    Timed,
    closed_loop,
    endpoint_target,
    percentiles_ms,
)
from localcoder.engine.benchmark.serve_options import DEFAULT_MODEL, WARM_UP_TOKENS, ServeOptions, SubjectOptions
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.config import ModelConfig
from localcoder.engine.openmp import brief_spinning
from localcoder.engine.pace import MOST_TOKENS

with brief_spinning():  # these use torch
    from localcoder.engine.benchmark.machine import describe, gpu_memory_gib
    from localcoder.engine.benchmark.subject import Plan, Subject, find_config, load_subject, plan_subject
    from localcoder.engine.loop import EngineLoop
    from localcoder.engine.scheduler import Scheduler

Say = Callable[[str], None]
"""Takes one line about what is being done."""

_LOCAL = {"127.0.0.1", "::1", "localhost"}


@dataclass(frozen=True, slots=True)
class Measured:
    """Whom to ask, and what it is."""

    target: Callable[[], AbstractAsyncContextManager[Target]]
    about: dict[str, Any]
    """For each row of the result."""
    machine: dict[str, Any]
    """For its head."""


def measure_serve(options: ServeOptions, *, command: str, commit: str | None = None, say: Say) -> dict[str, Any]:
    """Measure all cases; returns the document that is written to the result file.

    Raises:
        UsageError: an option, or this machine's memory, does not allow it; nothing was timed.
        CompileFailed: the decode kernel cannot be compiled.
        EngineFailed: the engine or the server gave up, or refuses what it is asked.
    """
    options.check()
    tokens = options.prompt_tokens + options.answer_tokens
    with measured(options.subject, options.check_for, max(options.clients), tokens, command, commit, say) as subject:
        rows = []
        for number, clients in enumerate(options.clients):
            rows.append(subject.about | asyncio.run(_case(options, number, clients, subject)))
            say(f"{clients} clients: {rows[-1]['output_tokens_per_s']:.1f} output tokens/s")
    return {**subject.machine, "rows": rows}


@contextmanager
def measured(
    options: SubjectOptions,
    check: Callable[[ModelConfig], None],
    rows: int,
    tokens: int,
    command: str,
    commit: str | None,
    say: Say,
) -> Iterator[Measured]:
    """The engine or server that the options name, with room for `rows` requests of `tokens` tokens at once.

    `check` looks at the model before it is loaded.
    """
    about = {"seed": options.seed, "sampling": options.sampling, "endpoint": options.endpoint}
    if options.endpoint is not None:
        # A model's name is for the server; without one its first model is asked.
        name = None if options.model == DEFAULT_MODEL else options.model
        target = partial(endpoint_target, options.endpoint, name, options.params)
        yield Measured(target, about | {"model": name, "backend": None}, _machine(options.endpoint, command, commit))
        return
    loading = options.loaded(rows, tokens)
    config = find_config(loading)
    check(config)
    plan = plan_subject(loading, config)
    say(f"{'Making' if options.random_weights else 'Loading'} {options.model} ...")
    # In a thread that ends, as when an engine is loaded: OpenMP's workers of this one would slow the engine down.
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="localcoder-bench") as passing:
        subject = passing.submit(_load, loading, config, plan).result()
    scheduler = Scheduler(BlockManager(plan.total_blocks), max_rows=subject.backend.max_rows, step_tokens=MOST_TOKENS)
    loop = EngineLoop(subject.backend, scheduler)
    try:
        about |= {
            "model": options.model,
            "backend": plan.backend_name,
            "random_weights": options.random_weights,
            "routing": plan.routing,
        }
        machine = describe(plan.device, command, commit) | {"gpu_memory_gib": gpu_memory_gib(plan.device)}
        yield Measured(partial(_engine, EngineTarget(loop, config.vocab_size, options.params)), about, machine)
    finally:
        loop.close()


async def _case(options: ServeOptions, number: int, clients: int, subject: Measured) -> dict[str, Any]:
    async with subject.target() as target:
        prompts = Prompts(target.vocab_size, options.subject.seed, f"case {number}")
        await _all(target, prompts, options, clients, 1, min(WARM_UP_TOKENS, options.answer_tokens))
        found = await _all(target, prompts, options, clients, options.requests, options.answer_tokens)
    seconds = max(timed.times_s[-1] for timed in found) - min(timed.sent_s for timed in found)
    return {
        "clients": clients,
        "prompt_tokens": options.prompt_tokens,
        "answer_tokens": options.answer_tokens,
        "requests": len(found),
        "seconds": round(seconds, 2),
        "output_tokens": sum(timed.answer_tokens for timed in found),
        "output_tokens_per_s": round(sum(timed.answer_tokens for timed in found) / seconds, 1),
        "total_tokens_per_s": round(sum(timed.prompt_tokens + timed.answer_tokens for timed in found) / seconds, 1),
        "cached_tokens": sum(timed.cached_tokens for timed in found),
        "first_token_ms": percentiles_ms([timed.first_token_s for timed in found]),
        "inter_token_ms": percentiles_ms([gap for timed in found for gap in timed.gaps_s]),
    }


async def _all(
    target: Target, prompts: Prompts, options: ServeOptions, clients: int, requests: int, answer_tokens: int
) -> list[Timed]:
    asked = [[prompts.next(options.prompt_tokens) for _ in range(requests)] for _ in range(clients)]
    seed = options.subject.seed
    found = await asyncio.gather(
        *(closed_loop(target, own, answer_tokens, seed + client * requests) for client, own in enumerate(asked))
    )
    return [timed for own in found for timed in own]


def _load(options: DecodeOptions, config: ModelConfig, plan: Plan) -> Subject:
    return load_subject(options, config, plan)


@asynccontextmanager
async def _engine(target: Target) -> AsyncGenerator[Target, None]:
    yield target


def _machine(endpoint: str, command: str, commit: str | None) -> dict[str, Any]:
    """A server on this machine computes with what is here; of another nothing is known."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    machine = describe(device, command, commit)
    if urlsplit(endpoint).hostname not in _LOCAL:
        machine |= {"gpu": None, "driver": None, "cpu": None}
    return machine
