"""What this machine has, found out in well under a second and without torch."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psutil

NVIDIA_SMI_TIMEOUT_S = 10.0
NVIDIA_SMI_FIELDS = ("name", "memory.total", "memory.used", "driver_version", "compute_cap")

CUDA_13_DRIVER = 580
"""The first driver branch that runs programs built with CUDA 13, such as PyPI's torch."""


@dataclass(frozen=True, slots=True)
class Gpu:
    """One NVIDIA GPU as its driver describes it; memory in bytes."""

    name: str
    memory_bytes: int
    used_bytes: int
    driver: str
    compute_capability: str

    @property
    def capability(self) -> tuple[int, int]:
        """The compute capability's two numbers; zeros if it is unknown."""
        major, _, minor = self.compute_capability.partition(".")
        return (int(major), int(minor)) if major.isdigit() and minor.isdigit() else (0, 0)

    @property
    def free_bytes(self) -> int:
        """Memory that nobody uses at the moment."""
        return self.memory_bytes - self.used_bytes

    @property
    def driver_branch(self) -> int:
        """The first number of the driver's version; 0 if it has none."""
        head = self.driver.partition(".")[0]
        return int(head) if head.isdigit() else 0


@dataclass(frozen=True, slots=True)
class GpuProbe:
    """The GPUs, or why there are none; `driver_present` tells a broken driver from a machine without one."""

    gpus: tuple[Gpu, ...]
    driver_present: bool
    problem: str = ""


def probe_gpus() -> GpuProbe:
    """Ask nvidia-smi; it answers without loading CUDA."""
    program = shutil.which("nvidia-smi")
    if program is None:
        present = Path("/proc/driver/nvidia/version").exists()
        return GpuProbe((), present, "nvidia-smi is not installed" if present else "")
    query = [program, f"--query-gpu={','.join(NVIDIA_SMI_FIELDS)}", "--format=csv,noheader,nounits"]
    try:
        answer = subprocess.run(
            query, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=NVIDIA_SMI_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired:
        return GpuProbe((), True, f"nvidia-smi did not answer within {NVIDIA_SMI_TIMEOUT_S:.0f} s")
    except OSError as error:
        return GpuProbe((), True, f"nvidia-smi cannot be run: {error}")
    if answer.returncode != 0:
        said = (answer.stderr.strip() or answer.stdout.strip() or "no message").splitlines()[0]
        return GpuProbe((), True, f"nvidia-smi fails: {said}")
    gpus = tuple(gpu for line in answer.stdout.splitlines() if (gpu := parse_gpu(line)) is not None)
    return GpuProbe(gpus, True, "" if gpus else "nvidia-smi lists no GPU")


def parse_gpu(line: str) -> Gpu | None:
    """A line of nvidia-smi's CSV; None where it is not one (a field reads `[N/A]`, for instance)."""
    parts = [part.strip() for part in line.split(",")]
    if len(parts) != len(NVIDIA_SMI_FIELDS):
        return None
    name, total_mib, used_mib, driver, capability = parts
    if not (total_mib.isdigit() and used_mib.isdigit()):
        return None
    return Gpu(name, int(total_mib) * 2**20, int(used_mib) * 2**20, driver, capability)


def usable_cores() -> int:
    """Cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def memory_bytes() -> tuple[int, int]:
    """Total and available main memory; a container's limit counts as the total where it is lower."""
    memory = psutil.virtual_memory()
    total, available = int(memory.total), int(memory.available)
    limit = _cgroup_number("memory.max")
    if limit is not None and limit < total:
        total = limit
        available = min(available, max(0, limit - (_cgroup_number("memory.current") or 0)))
    return total, available


def _cgroup_number(name: str) -> int | None:
    try:
        text = (Path("/sys/fs/cgroup") / name).read_text().strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None


def disk_free_bytes(folder: Path) -> int:
    """Free space where `folder` is or would be made."""
    while not os.path.exists(folder):
        folder = folder.parent
    return shutil.disk_usage(folder).free


def installed_version(package: str) -> str | None:
    """The installed version of a Python package, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
