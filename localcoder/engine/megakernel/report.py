"""Puts the kernel's report of a failure in words."""

from __future__ import annotations

from collections.abc import Sequence

from localcoder.engine.megakernel import abi
from localcoder.engine.megakernel.geometry import Geometry
from localcoder.engine.megakernel.tasks import Gate, Task, scored, search_rounds

_WAITS = {
    abi.WAIT_COUNTER: "counter {counter} ({name})",
    abi.WAIT_FULL: "ring slot {counter} to be filled",
    abi.WAIT_EMPTY: "ring slot {counter} to be free",
    abi.WAIT_ROUTE: "the router's choice",
    abi.WAIT_STEP: "the step's beginning",
    abi.WAIT_LANDED: "an earlier load to land (slot {counter})",
    abi.WAIT_ROUND: "a round of the sampling's search (counter {counter})",
    abi.WAIT_WORDS: "the words of {name}",
}


def explain(report: abi.Report, geometry: Geometry, lists: Sequence[Sequence[Task]]) -> str:
    """One sentence: which SM waited in which task for what, and what it saw."""
    where = f"SM {report.sm}"
    if 0 <= report.sm < len(lists) and 0 <= report.task < len(lists[report.sm]):
        task = lists[report.sm][report.task]
        where += f", task {report.task} ({task.kind.name} of layer {task.layer})"
    else:
        where += f", task {report.task}"
    waited = _WAITS.get(report.wait, f"something unknown (code {report.wait})")
    waited = waited.format(counter=report.counter, name=counter_name(report.counter, geometry))
    seen = "" if report.wait == abi.WAIT_WORDS else f": it is {report.value}, not {report.wanted}"
    return f"In step {report.step}, {where} waited too long for {waited}{seen}."


def counter_name(counter: int, geometry: Geometry) -> str:
    """What a counter counts, in words."""
    if counter == scored(geometry):
        return "SCORED"
    if counter == search_rounds(geometry):
        return "ROUNDS"
    layer, which = divmod(counter, len(Gate))
    if which < len(Gate) and 0 <= layer <= geometry.layers:
        return f"{Gate(which).name} of layer {layer}"
    return "unknown"
