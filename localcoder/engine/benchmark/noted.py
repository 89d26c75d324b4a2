"""What only the kernel itself can tell: where a step's time goes, and which experts the router chooses.

A second kernel, compiled to note it, works on the same weights and on a cache of its own, so that what it costs to take
notes is in none of the speeds.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import torch

from localcoder.engine.benchmark.bare import single_steps
from localcoder.engine.benchmark.contexts import Prompts, cache_prompts, decoding_rows
from localcoder.engine.benchmark.options import Case, DecodeOptions
from localcoder.engine.benchmark.subject import Subject
from localcoder.engine.block_manager import BlockManager
from localcoder.engine.megakernel.backend import MegakernelBackend
from localcoder.engine.megakernel.profile import phases, routed_experts, step_us

NOTED_STEPS = 32
"""Steps of each case that notes are taken of."""


@dataclass(frozen=True, slots=True)
class Noted:
    """Of one case; None where nobody knows."""

    distinct_experts: float | None
    """Different experts that the rows use in a layer, the mean over MoE layers and steps."""
    phases: dict[str, Any] | None = None


def note_cases(options: DecodeOptions, subject: Subject, prompts: Prompts) -> list[Noted]:
    """Take notes of all cases, where that is asked for or the only way to know the experts.

    Raises:
        CompileFailed: the kernel that takes notes cannot be compiled.
        EngineFailed: the device gave up.
    """
    cases = options.cases()
    kernel = subject.noting_kernel() if options.profile or subject.only_kernel_knows_experts else None
    if kernel is None:
        return [Noted(subject.distinct_experts(case.batch)) for case in cases]
    try:
        blocks = BlockManager(kernel.total_blocks)
        owned = cache_prompts(kernel, blocks, prompts)
        return [_note(options, subject, kernel, case, blocks, prompts, owned) for case in cases]
    finally:
        kernel.free()


def _note(
    options: DecodeOptions,
    subject: Subject,
    kernel: MegakernelBackend,
    case: Case,
    blocks: BlockManager,
    prompts: Prompts,
    owned: list[list[int]],
) -> Noted:
    with decoding_rows(case, blocks, prompts, owned, options.params, NOTED_STEPS) as rows:
        profiles = torch.stack([kernel.buffers["profile"].cpu() for _ in single_steps(kernel, rows, NOTED_STEPS)])
    distinct = subject.distinct_experts(case.batch)
    if subject.only_kernel_knows_experts:
        distinct = routed_experts(kernel.lists, profiles)
    if not options.profile:
        return Noted(distinct)
    by_kind = [asdict(phase) for phase in phases(kernel.lists, profiles)]
    return Noted(distinct, {"step_us": round(step_us(kernel.lists, profiles), 2), "by_kind": by_kind})
