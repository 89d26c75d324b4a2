"""`localcoder bench decode`: tokens per second by batch and context, and how near that is to what the memory allows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.benchmark.bare import BareTime, bare_time
from localcoder.engine.benchmark.contexts import Prompts, cache_prompts, case_prompts, decoding_rows, make_prompts
from localcoder.engine.benchmark.idle import idle_between_launches_us
from localcoder.engine.benchmark.machine import describe, gpu_memory_gib, read_ceiling
from localcoder.engine.benchmark.noted import Noted, note_cases
from localcoder.engine.benchmark.options import WARM_UP_TOKENS, Case, DecodeOptions
from localcoder.engine.benchmark.served import Served, serve
from localcoder.engine.benchmark.subject import Subject, find_config, load_subject, plan_subject
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.loop import EngineLoop
from localcoder.engine.megakernel.traffic import step_traffic
from localcoder.engine.request import EngineFailed
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
    say("Measuring how fast memory can be read ...")
    ceiling = read_ceiling(plan.device)
    say(f"{ceiling / 1e9:.0f} GB/s. {'Making' if options.random_weights else 'Loading'} {options.model} ...")
    subject = load_subject(options, config, plan)
    return {
        **describe(plan.device, command, commit),
        "read_ceiling_gb_s": round(ceiling / 1e9, 1),
        **_measure(options, subject, ceiling, say),
    }


def _measure(options: DecodeOptions, subject: Subject, ceiling: float, say: Say) -> dict[str, Any]:
    loop: EngineLoop | None = None
    try:
        blocks = BlockManager(subject.backend.total_blocks)
        prompts = make_prompts(max(options.batches), max(options.contexts), subject.config.vocab_size)
        owned = cache_prompts(subject.backend, blocks, prompts)
        memory_gib = gpu_memory_gib(subject.plan.device)
        cases = options.cases()
        bare = [_bare(options, subject, case, blocks, prompts, owned, say) for case in cases]
        noted = note_cases(options, subject, prompts)
        # From here on the backend is the engine's alone.
        loop = EngineLoop(subject.backend, Scheduler(blocks, max_rows=subject.backend.max_rows))
        served = [_served(options, subject, case, loop, prompts, say) for case in cases]
        idle_us = [_idle_us(options, subject, case, loop, prompts) for case in cases]
    finally:
        if loop is None:
            subject.backend.free()
        else:
            loop.close()
    found = zip(cases, bare, noted, served, idle_us, strict=True)
    return {"gpu_memory_gib": memory_gib, "rows": [_row(options, subject, *one, ceiling) for one in found]}


def _bare(
    options: DecodeOptions,
    subject: Subject,
    case: Case,
    blocks: BlockManager,
    prompts: Prompts,
    owned: list[list[int]],
    say: Say,
) -> BareTime:
    with decoding_rows(case, blocks, prompts, owned, options.params, options.steps) as rows:
        time = bare_time(subject.backend, rows, options.steps)
    say(f"batch {case.batch}, context {case.context}: {time.step_s * 1e3:.3f} ms a step without the engine")
    return time


def _served(
    options: DecodeOptions,
    subject: Subject,
    case: Case,
    loop: EngineLoop,
    prompts: Prompts,
    say: Say,
) -> Served:
    served = _serve(options, subject, case, loop, prompts, options.answer_tokens)
    full = tuple(context // BLOCK_TOKENS * BLOCK_TOKENS for context in case.contexts)
    if served.cached_tokens != full:
        raise EngineFailed(f"The engine found {served.cached_tokens} tokens cached, not {full}: nothing was measured.")
    say(f"batch {case.batch}, context {case.context}: {served.tokens_per_s:.1f} tokens/s")
    return served


def _idle_us(options: DecodeOptions, subject: Subject, case: Case, loop: EngineLoop, prompts: Prompts) -> float | None:
    """The GPU's pauses while the engine decodes; None without launches."""
    if subject.kernel_weights is None:
        return None
    tokens = min(options.answer_tokens, 4 * WARM_UP_TOKENS)
    return idle_between_launches_us(lambda: _serve(options, subject, case, loop, prompts, tokens))


def _serve(
    options: DecodeOptions,
    subject: Subject,
    case: Case,
    loop: EngineLoop,
    prompts: Prompts,
    answer_tokens: int,
) -> Served:
    return asyncio.run(
        serve(
            loop,
            case_prompts(case, prompts),
            vocab_size=subject.config.vocab_size,
            sampling=options.params,
            answer_tokens=answer_tokens,
            warm_up_tokens=WARM_UP_TOKENS,
        )
    )


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
