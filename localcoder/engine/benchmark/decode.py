"""`localcoder bench decode`: tokens per second by batch and context, and how near that is to what the memory allows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import torch

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.benchmark.bare import BareTime, Rows, bare_time, room_for, single_steps
from localcoder.engine.benchmark.contexts import cache_prompts, make_prompts
from localcoder.engine.benchmark.idle import idle_between_launches_us
from localcoder.engine.benchmark.machine import describe, gpu_memory_gib, read_ceiling
from localcoder.engine.benchmark.options import WARM_UP_TOKENS, Case, DecodeOptions
from localcoder.engine.benchmark.served import Served, serve
from localcoder.engine.benchmark.subject import Subject, find_config, load_subject, plan_subject
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.loop import EngineLoop
from localcoder.engine.megakernel.profile import phases, routed_experts, step_us
from localcoder.engine.megakernel.traffic import step_traffic
from localcoder.engine.request import EngineFailed
from localcoder.engine.scheduler import Scheduler

_PROFILED_STEPS = 32

Say = Callable[[str], None]
"""Takes one line about what is being done."""


@dataclass(frozen=True, slots=True)
class _Bare:
    """What was found out about a case without the engine."""

    time: BareTime
    distinct_experts: float | None
    phases: dict[str, Any] | None


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
        # From here on the backend is the engine's alone.
        scheduler = Scheduler(blocks, max_rows=subject.backend.max_rows)
        loop = EngineLoop(subject.backend, scheduler)
        served = [_served(options, subject, case, loop, prompts, say) for case in cases]
        idle_us = [_idle_us(options, subject, case, loop, prompts) for case in cases]
    finally:
        if loop is None:
            subject.backend.free()
        else:
            loop.close()
    found = zip(cases, bare, served, idle_us, strict=True)
    rows = [_row(options, subject, *one, ceiling) for one in found]
    return {"gpu_memory_gib": memory_gib, "rows": rows}


def _bare(
    options: DecodeOptions,
    subject: Subject,
    case: Case,
    blocks: BlockManager,
    prompts: list[tuple[int, ...]],
    owned: list[list[int]],
    say: Say,
) -> _Bare:
    backend, kernel = subject.backend, subject.kernel
    spare = -(-(BLOCK_TOKENS + room_for(max(options.steps, _PROFILED_STEPS))) // BLOCK_TOKENS)
    scratch = [[blocks.allocate() for _ in range(spare)] for _ in case.contexts]
    tables = [(*owned[row][: context // BLOCK_TOKENS], *scratch[row]) for row, context in enumerate(case.contexts)]
    rows = Rows(_prompts(case, prompts), tables, options.params)
    try:
        time = bare_time(backend, rows, options.steps)
        say(f"batch {case.batch}, context {case.context}: {time.step_s * 1e3:.3f} ms a step without the engine")
        distinct, found = subject.distinct_experts(case.batch), None
        if kernel is not None and subject.profiled:
            profiles = torch.stack(
                [kernel.buffers["profile"].cpu() for _ in single_steps(backend, rows, _PROFILED_STEPS)]
            )
            if subject.experts is None and subject.config.experts:
                distinct = routed_experts(kernel.lists, profiles)
            if options.profile:
                by_kind = [asdict(phase) for phase in phases(kernel.lists, profiles)]
                found = {"step_us": round(step_us(kernel.lists, profiles), 2), "by_kind": by_kind}
    finally:
        for own in scratch:
            blocks.release(own)
    return _Bare(time, distinct, found)


def _served(
    options: DecodeOptions,
    subject: Subject,
    case: Case,
    loop: EngineLoop,
    prompts: list[tuple[int, ...]],
    say: Say,
) -> Served:
    served = _serve(options, subject, case, loop, prompts, options.answer_tokens)
    full = tuple(context // BLOCK_TOKENS * BLOCK_TOKENS for context in case.contexts)
    if served.cached_tokens != full:
        raise EngineFailed(f"The engine found {served.cached_tokens} tokens cached, not {full}: nothing was measured.")
    say(f"batch {case.batch}, context {case.context}: {served.tokens_per_s:.1f} tokens/s")
    return served


def _idle_us(
    options: DecodeOptions, subject: Subject, case: Case, loop: EngineLoop, prompts: list[tuple[int, ...]]
) -> float | None:
    """The GPU's pauses while the engine decodes; None without launches."""
    if subject.kernel is None:
        return None
    tokens = min(options.answer_tokens, 4 * WARM_UP_TOKENS)
    return idle_between_launches_us(lambda: _serve(options, subject, case, loop, prompts, tokens))


def _serve(
    options: DecodeOptions,
    subject: Subject,
    case: Case,
    loop: EngineLoop,
    prompts: list[tuple[int, ...]],
    answer_tokens: int,
) -> Served:
    return asyncio.run(
        serve(
            loop,
            _prompts(case, prompts),
            vocab_size=subject.config.vocab_size,
            sampling=options.params,
            answer_tokens=answer_tokens,
            warm_up_tokens=WARM_UP_TOKENS,
        )
    )


def _prompts(case: Case, prompts: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Each row's cached tokens and one more; all contexts of a row begin alike, and so share their blocks."""
    return [prompt[: context + 1] for prompt, context in zip(prompts, case.contexts, strict=False)]


def _row(
    options: DecodeOptions,
    subject: Subject,
    case: Case,
    bare: _Bare,
    served: Served,
    idle_us: float | None,
    ceiling: float,
) -> dict[str, Any]:
    """One entry of `rows`. The bytes are those of a step in the middle of what was timed."""
    moved = None
    if bare.distinct_experts is not None:
        middle = options.answer_tokens // 2
        positions = [context + middle for context in case.contexts]
        moved = step_traffic(subject.config, positions, bare.distinct_experts, subject.plan.dtype.itemsize).total
    distinct = None if bare.distinct_experts is None else round(bare.distinct_experts, 2)
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
        "kernel_step_ms": round(bare.time.step_s * 1e3, 4),
        "kernel_host_step_ms": round(bare.time.host_s * 1e3, 4),
        "kernel_share_of_read_ceiling": _share(moved, bare.time.step_s, ceiling),
        "distinct_experts": distinct,
        "idle_between_launches_us": idle_us,
        "profiled": subject.profiled,
    }
    return row | ({} if bare.phases is None else {"phases": bare.phases})


def _share(moved: int | None, step_s: float, ceiling: float) -> float | None:
    return None if moved is None else round(moved / step_s / ceiling, 4)
