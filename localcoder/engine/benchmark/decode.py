"""`localcoder bench decode`: tokens per second by batch and context, and how near that is to what the memory allows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.benchmark.options import WARM_UP_TOKENS, Case, DecodeOptions
from localcoder.engine.config import ModelConfig
from localcoder.engine.openmp import brief_spinning
from localcoder.engine.request import EngineFailed

with brief_spinning():  # these import torch
    from localcoder.engine.benchmark.bare import BareTime, bare_time
    from localcoder.engine.benchmark.contexts import cache_prompts, case_prompts, decoding_rows, make_prompts
    from localcoder.engine.benchmark.idle import idle_between_launches_us
    from localcoder.engine.benchmark.machine import describe, gpu_memory_gib, read_ceiling
    from localcoder.engine.benchmark.noted import Noted, note_cases
    from localcoder.engine.benchmark.served import Served, serve
    from localcoder.engine.benchmark.subject import Plan, Subject, find_config, load_subject, plan_subject
    from localcoder.engine.block_manager import BlockManager
    from localcoder.engine.loop import EngineLoop
    from localcoder.engine.megakernel.traffic import step_traffic
    from localcoder.engine.scheduler import Scheduler

Say = Callable[[str], None]
"""Takes one line about what is being done."""


def measure_decode(options: DecodeOptions, *, command: str, commit: str | None = None, say: Say) -> dict[str, Any]:
    """Load the model, time all cases, release it; returns the document that is written to the result file.

    Raises:
        UsageError: an option, or this machine's memory, does not allow it; nothing was timed.
        CompileFailed: the decode kernel cannot be compiled.
        EngineFailed: the device gave up.
    """
    options.check()
    config = find_config(options)
    options = options.for_model(config)
    plan = plan_subject(options, config)
    # In a thread that ends, as when an engine is loaded: OpenMP's workers of this one would slow the engine down.
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="localcoder-bench") as passing:
        prepared = passing.submit(_prepare, options, config, plan, say).result()
    found = _serve_all(options, prepared, say)
    ceiling = prepared.ceiling
    cases = zip(options.cases(), prepared.bare, prepared.noted, *found, strict=True)
    return {
        **describe(plan.device, command, commit),
        "read_ceiling_gb_s": round(ceiling / 1e9, 1),
        "gpu_memory_gib": prepared.gpu_memory_gib,
        "rows": [_row(options, prepared.subject, *case, ceiling) for case in cases],
    }


@dataclass(frozen=True, slots=True)
class _Prepared:
    """All that was measured without the engine, and what the engine is to be measured with."""

    subject: Subject
    blocks: BlockManager
    prompts: list[tuple[int, ...]]
    ceiling: float
    """Bytes a second."""
    gpu_memory_gib: float | None
    bare: list[BareTime]
    noted: list[Noted]


def _prepare(options: DecodeOptions, config: ModelConfig, plan: Plan, say: Say) -> _Prepared:
    say("Measuring how fast memory can be read ...")
    ceiling = read_ceiling(plan.device)
    say(f"{ceiling / 1e9:.0f} GB/s. {'Making' if options.random_weights else 'Loading'} {options.model} ...")
    subject = load_subject(options, config, plan)
    try:
        blocks = BlockManager(plan.total_blocks)
        prompts = make_prompts(max(options.batches), max(options.contexts), config.vocab_size)
        owned = cache_prompts(subject.backend, blocks, prompts)
        memory_gib = gpu_memory_gib(plan.device)
        bare = []
        for case in options.cases():
            with decoding_rows(case, blocks, prompts, owned, options.params, options.steps) as rows:
                bare.append(bare_time(subject.backend, rows, options.steps))
            say(f"{case}: {bare[-1].step_s * 1e3:.3f} ms a step without the engine")
        noted = note_cases(options, subject, prompts)
    except BaseException:
        subject.backend.free()
        raise
    return _Prepared(subject, blocks, prompts, ceiling, memory_gib, bare, noted)


def _serve_all(options: DecodeOptions, prepared: _Prepared, say: Say) -> tuple[list[Served], list[float | None]]:
    """Let an engine do all cases, and then again while the GPU's pauses are recorded. The engine is closed then."""
    subject = prepared.subject
    loop = EngineLoop(subject.backend, Scheduler(prepared.blocks, max_rows=subject.backend.max_rows))

    def run(case: Case, answer_tokens: int) -> Served:
        return asyncio.run(
            serve(
                loop,
                case_prompts(case, prepared.prompts),
                vocab_size=subject.config.vocab_size,
                sampling=options.params,
                answer_tokens=answer_tokens,
                warm_up_tokens=WARM_UP_TOKENS,
            )
        )

    served: list[Served] = []
    idle_us: list[float | None] = []
    try:
        for case in options.cases():
            served.append(run(case, options.answer_tokens))
            _check_cached(case, served[-1])
            say(f"{case}: {served[-1].tokens_per_s:.1f} tokens/s")
        for case in options.cases():
            tokens = min(options.answer_tokens, 4 * WARM_UP_TOKENS)
            launches = subject.backend.launch_steps > 0
            idle_us.append(idle_between_launches_us(partial(run, case, tokens)) if launches else None)
    finally:
        loop.close()
    return served, idle_us


def _check_cached(case: Case, served: Served) -> None:
    """A prompt that had to be computed would have been timed instead of decoding."""
    full = tuple(context // BLOCK_TOKENS * BLOCK_TOKENS for context in case.contexts)
    if served.cached_tokens != full:
        raise EngineFailed(f"The engine found {served.cached_tokens} tokens cached, not {full}: nothing was measured.")


def _row(
    options: DecodeOptions,
    subject: Subject,
    case: Case,
    bare: BareTime,
    noted: Noted,
    served: Served,
    idle_us: float | None,
    ceiling: float,
) -> dict[str, Any]:
    """One entry of `rows`. The bytes are those of a step in the middle of what was timed."""
    moved = None
    if noted.distinct_experts is not None:
        middle = options.answer_tokens // 2
        positions = [context + middle for context in case.contexts]
        moved = step_traffic(subject.config, positions, noted.distinct_experts, subject.plan.dtype.itemsize).total
    distinct = None if noted.distinct_experts is None else round(noted.distinct_experts, 2)
    row = {
        "model": options.model,
        "random_weights": options.random_weights,
        "backend": subject.plan.backend_name,
        "batch": case.batch,
        "context": case.context,
        "contexts": list(case.contexts),
        "routing": subject.plan.routing,
        "sampling": options.sampling,
        "steps": options.steps,
        "tokens_per_s": round(served.tokens_per_s, 1),
        "step_ms": round(served.step_s * 1e3, 4),
        "bytes_per_step": moved,
        "share_of_read_ceiling": _share(moved, served.step_s, ceiling),
        "kernel_step_ms": round(bare.step_s * 1e3, 4),
        "kernel_host_step_ms": round(bare.host_s * 1e3, 4),
        "kernel_share_of_read_ceiling": _share(moved, bare.step_s, ceiling),
        "distinct_experts": distinct,
        "idle_between_launches_us": idle_us,
    }
    return row | ({} if noted.phases is None else {"phases": noted.phases})


def _share(moved: int | None, step_s: float, ceiling: float) -> float | None:
    return None if moved is None else round(moved / step_s / ceiling, 4)
