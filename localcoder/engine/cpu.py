"""The processor that computes."""

from __future__ import annotations

import platform
from pathlib import Path


def cpu_name() -> str:
    """The processor's marketing name where the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
