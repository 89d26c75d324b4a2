"""What a result was measured on."""

from __future__ import annotations

import datetime
import subprocess
import time
from pathlib import Path

import torch

from localcoder.engine.cpu import cpu_name

_REPOSITORY = Path(__file__).parents[3]
_CPU_READ_BYTES = 256 << 20
_REPEATS = 10


def describe(device: torch.device, command: str, commit: str | None) -> dict[str, object]:
    """GPU and driver (None on a CPU), processor, versions, commit, date and command."""
    on_gpu = device.type == "cuda"
    return {
        "gpu": torch.cuda.get_device_name(device) if on_gpu else None,
        "driver": _output("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader") if on_gpu else None,
        "cpu": cpu_name(),
        "torch": torch.__version__,
        "commit": commit or _own_commit(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": command,
    }


def read_ceiling(device: torch.device) -> float:
    """Bytes a second that this machine reads from the memory that holds the weights, the best of several tries.

    On a Hopper GPU by kernels that only read; elsewhere by a sum.
    """
    if device.type == "cuda" and torch.cuda.get_device_capability(device) == (9, 0):
        from localcoder.engine.megakernel.ceiling import read_ceiling_bytes_per_s

        ceiling = read_ceiling_bytes_per_s(device)
        torch.cuda.empty_cache()  # the weights may need the room
        return ceiling
    size = (4 << 30) if device.type == "cuda" else _CPU_READ_BYTES
    data = torch.ones(size // 4, device=device)
    return size / min(_sum_s(data) for _ in range(_REPEATS))


def gpu_memory_gib(device: torch.device) -> float | None:
    """GPU memory in use now, by everybody; None on a CPU."""
    if device.type != "cuda":
        return None
    free, total = torch.cuda.mem_get_info(device)
    return round((total - free) / 2**30, 2)


def _sum_s(data: torch.Tensor) -> float:
    begin = time.perf_counter()
    float(data.sum())
    return time.perf_counter() - begin


def _own_commit() -> str | None:
    """Of the code that runs; None for an installed package, which may lie within a repository of somebody else's."""
    if not (_REPOSITORY / ".git").exists():
        return None
    return _output("git", "-C", str(_REPOSITORY), "rev-parse", "--short", "HEAD")


def _output(*command: str) -> str | None:
    """The first line that a program prints; None where it is missing or fails."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.splitlines()
    return lines[0].strip() if done.returncode == 0 and lines else None
