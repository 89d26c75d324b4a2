"""Where the time of a decode step goes, from what the kernel notes of every task when it is compiled to.

The profile holds, for each SM and each task of its list, four numbers of the newest step: the GPU's clock in
nanoseconds at the task's start, after its wait and at its end; and, for SM 0's `ROUTE` tasks, how many different
experts the rows use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.tasks import Kind, Task

_START, _READY, _END, _EXPERTS = range(4)


@dataclass(frozen=True, slots=True)
class Phase:
    """One kind of task over a whole step, in microseconds an SM: all its tasks together."""

    kind: str
    tasks: int
    """Tasks of the kind, all SMs together."""
    wait_mean_us: float
    wait_max_us: float
    """Of the SM that waited longest."""
    work_mean_us: float
    work_max_us: float


def phases(lists: Sequence[Sequence[Task]], profiles: torch.Tensor) -> list[Phase]:
    """Waiting and working by kind of task, mean and greatest over the SMs, each a mean over the steps.

    Args:
        lists: the SMs' task lists.
        profiles: int64 [steps, sms, task_stride, 4], on the CPU, as the kernel left them after each step.
    """
    longest = max(map(len, lists))
    kinds = torch.tensor([[int(task.kind) for task in tasks] + [-1] * (longest - len(tasks)) for tasks in lists])
    times = profiles[:, :, :longest].double()
    waits = (times[..., _READY] - times[..., _START]).mean(0) / 1e3
    works = (times[..., _END] - times[..., _READY]).mean(0) / 1e3
    found = []
    for kind in Kind:
        of_kind = kinds == int(kind)
        if not of_kind.any():
            continue
        wait, work = ((values * of_kind).sum(-1) for values in (waits, works))
        found.append(
            Phase(
                kind.name.lower(),
                int(of_kind.sum()),
                *(round(float(value), 2) for value in (wait.mean(), wait.max(), work.mean(), work.max())),
            )
        )
    return found


def span_us(lists: Sequence[Sequence[Task]], profiles: torch.Tensor) -> float:
    """Microseconds from a step's first task's start to its last one's end, the mean over the steps."""
    ends = [profiles[:, sm, len(tasks) - 1, _END] for sm, tasks in enumerate(lists)]
    spans = torch.stack(ends).amax(0) - profiles[:, :, 0, _START].amin(-1)
    return float(spans.double().mean()) / 1e3


def routed_experts(config: ModelConfig, lists: Sequence[Sequence[Task]], profiles: torch.Tensor) -> float:
    """Different experts that the rows used in a layer: the mean over MoE layers and steps.

    Raises:
        ValueError: the model routes nothing.
    """
    routes = [index for index, task in enumerate(lists[0]) if task.kind is Kind.ROUTE]
    if not routes:
        raise ValueError(f"a {config.family} model without experts routes nothing")
    return float(profiles[:, 0, routes, _EXPERTS].double().mean())


def table(found: Sequence[Phase]) -> str:
    """The phases as lines for people."""
    head = f"{'phase':<12}{'tasks':>8}{'wait us':>10}{'(max)':>10}{'work us':>10}{'(max)':>10}"
    lines = [
        f"{phase.kind:<12}{phase.tasks:>8}{phase.wait_mean_us:>10.1f}{phase.wait_max_us:>10.1f}"
        f"{phase.work_mean_us:>10.1f}{phase.work_max_us:>10.1f}"
        for phase in found
    ]
    wait, work = (sum(getattr(phase, name) for phase in found) for name in ("wait_mean_us", "work_mean_us"))
    return "\n".join([head, *lines, f"{'all':<12}{'':>8}{wait:>10.1f}{'':>10}{work:>10.1f}"])
