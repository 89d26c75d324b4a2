"""How the benchmark's result looks, and where it is written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from localcoder.engine.megakernel.profile import Phase, table
from localcoder.errors import UsageError

_HEADINGS = (
    "batch",
    "context",
    "routing",
    "tokens/s",
    "step ms",
    "bytes GB",
    "of ceiling",
    "experts",
    "kernel ms",
    "idle us",
)


def check_writable(file: Path) -> None:
    """Find out before minutes are spent whether the result can be written.

    Raises:
        UsageError: it cannot.
    """
    if file.is_dir() or not file.parent.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise UsageError(f"--output {file}: cannot be written; give a file in a folder that exists and is yours.")


def write_result(document: dict[str, Any], file: Path) -> None:
    """Write the result as JSON."""
    file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def lines(document: dict[str, Any]) -> str:
    """The result for people: a line for each case, and below it the phases where they were noted."""
    rows = document["rows"]
    where = document["gpu"] or document["cpu"]
    head = f"{rows[0]['model']} ({rows[0]['backend']}, {rows[0]['sampling']}) on {where}; "
    head += f"memory reads {document['read_ceiling_gb_s']:.0f} GB/s at best"
    if document["gpu_memory_gib"] is not None:
        head += f"; {document['gpu_memory_gib']:.1f} GiB of GPU memory in use"
    cells = [_HEADINGS, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEADINGS))]
    text = [head, ""]
    text += ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in cells]
    for row in rows:
        if "phases" in row:
            found = [Phase(**phase) for phase in row["phases"]["by_kind"]]
            title = f"batch {row['batch']}, context {row['context']}: {row['phases']['step_us']:.0f} us in the kernel,"
            text += ["", f"{title} by kind of task, an SM:", table(found)]
    return "\n".join(text)


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    ragged = len(set(row["contexts"])) > 1
    moved, share = row["bytes_per_step"], row["share_of_read_ceiling"]
    return (
        str(row["batch"]),
        f"<={row['context']}" if ragged else str(row["context"]),
        row["routing"],
        f"{row['tokens_per_s']:.1f}",
        f"{row['step_ms']:.3f}",
        "-" if moved is None else f"{moved / 1e9:.3f}",
        "-" if share is None else f"{share:.1%}",
        "-" if row["distinct_experts"] is None else f"{row['distinct_experts']:.1f}",
        f"{row['kernel_step_ms']:.3f}",
        "-" if row["idle_between_launches_us"] is None else f"{row['idle_between_launches_us']:.1f}",
    )
