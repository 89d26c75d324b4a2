"""Where the time of a decode step goes, from what the kernel notes of every task when it is compiled to.

The profile holds, for each SM and each task of its list, numbers of the newest step: the SM's clock at the task's
start, after its wait and at its end, and how long of its work it waited for data to land in the ring (a `ROUTE` task
instead: how many different experts the rows use in the layer); then how long the producer waited when it loaded for the
task: for a free slot, for an earlier load to land, for the router. Behind the last task stands the step's beginning and
end, each by the SM's clock (cycles) and by the GPU's (nanoseconds), which relates them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from localcoder.engine.megakernel.tasks import Kind, Task

_START, _READY, _END, _STARVED, _FULL, _FLIGHT, _CHOICE = range(7)
_EXPERTS = _STARVED
_BEGAN, _BEGAN_NS, _ENDED, _ENDED_NS = range(4)


_MEANS = ("starved_mean_us", "full_mean_us", "flight_mean_us", "choice_mean_us")


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
    starved_mean_us: float
    """Of the work, waiting for weights, keys or values to land."""
    full_mean_us: float
    """The producer, waiting for a free slot: memory idles."""
    flight_mean_us: float
    """The producer, with as many loads under way as there may be: memory is busy."""
    choice_mean_us: float
    """The producer, waiting for the router: memory idles."""


def phases(lists: Sequence[Sequence[Task]], profiles: torch.Tensor) -> list[Phase]:
    """Waiting and working by kind of task, mean and greatest over the SMs, each a mean over the steps.

    Args:
        lists: the SMs' task lists.
        profiles: int64 [steps, sms, task_stride, 8], on the CPU: what the kernel left after each of some steps.
    """
    longest = max(map(len, lists))
    kinds = torch.tensor([[int(task.kind) for task in tasks] + [-1] * (longest - len(tasks)) for tasks in lists])
    times = profiles[:, :, :longest]
    cycle_us = _cycle_us(lists, profiles)[..., None]
    waits = ((times[..., _READY] - times[..., _START]) * cycle_us).mean(0)
    works = ((times[..., _END] - times[..., _READY]) * cycle_us).mean(0)
    starved = (times[..., _STARVED] * (kinds != int(Kind.ROUTE)) * cycle_us).mean(0)
    produced = [(times[..., number] * cycle_us).mean(0) for number in (_FULL, _FLIGHT, _CHOICE)]
    found = []
    for kind in Kind:
        of_kind = kinds == int(kind)
        if not of_kind.any():
            continue
        wait, work, *means = ((values * of_kind).sum(-1) for values in (waits, works, starved, *produced))
        found.append(
            Phase(
                kind.name.lower(),
                int(of_kind.sum()),
                *(
                    round(float(value), 2)
                    for value in (wait.mean(), wait.max(), work.mean(), work.max(), *(mean.mean() for mean in means))
                ),
            )
        )
    return found


def step_us(lists: Sequence[Sequence[Task]], profiles: torch.Tensor) -> float:
    """Microseconds from the first SM's first task to the last one's last, the mean over the steps."""
    whole = _whole(lists, profiles)
    return float((whole[..., _ENDED_NS].amax(-1) - whole[..., _BEGAN_NS].amin(-1)).double().mean()) / 1e3


def routed_experts(lists: Sequence[Sequence[Task]], profiles: torch.Tensor) -> float:
    """Different experts that the rows used in a layer: the mean over MoE layers and steps.

    Raises:
        ValueError: the model routes nothing.
    """
    routes = [index for index, task in enumerate(lists[0]) if task.kind is Kind.ROUTE]
    if not routes:
        raise ValueError("a model without experts routes nothing")
    return float(profiles[:, 0, routes, _EXPERTS].double().mean())


def _whole(lists: Sequence[Sequence[Task]], profiles: torch.Tensor) -> torch.Tensor:
    """What stands behind each SM's last task: [steps, sms, 8]."""
    return torch.stack([profiles[:, sm, len(tasks)] for sm, tasks in enumerate(lists)], dim=1)


def _cycle_us(lists: Sequence[Sequence[Task]], profiles: torch.Tensor) -> torch.Tensor:
    """Microseconds of one cycle: float64 [steps, sms]."""
    whole = _whole(lists, profiles)
    cycles = whole[..., _ENDED] - whole[..., _BEGAN]
    return (whole[..., _ENDED_NS] - whole[..., _BEGAN_NS]).double() / 1e3 / cycles.clamp(min=1)


def table(found: Sequence[Phase]) -> str:
    """The phases as lines for people."""
    head = ("phase", "tasks", "wait us", "(max)", "work us", "(max)", "starved", "ring full", "in flight", "router")
    lines = [
        (
            phase.kind,
            str(phase.tasks),
            *(f"{value:.1f}" for value in (phase.wait_mean_us, phase.wait_max_us, phase.work_mean_us)),
            f"{phase.work_max_us:.1f}",
            *(f"{getattr(phase, name):.1f}" for name in _MEANS),
        )
        for phase in found
    ]
    wait, work, *means = (
        f"{sum(getattr(phase, name) for phase in found):.1f}" for name in ("wait_mean_us", "work_mean_us", *_MEANS)
    )
    rows = [head, *lines, ("all", "", wait, "", work, "", *means)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    )
