"""Models of the hub that are known to run here, and what each needs: told without asking the hub, and without torch."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

GIB = 1024**3
GPU_BESIDES_BYTES = 3 * GIB
"""Activations, the CUDA context and a first KV cache."""
HOST_BESIDES_BYTES = GIB
DISK_BESIDES_BYTES = GIB
USABLE_SHARE = 0.92
"""Of the free memory."""


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model that can be pulled. `weight_bytes` are those of its files, in bfloat16, as on the hub."""

    hub_id: str
    weight_bytes: int
    for_cpu: bool = False
    """Whether it is small enough to answer in reasonable time without a GPU."""


KNOWN_MODELS = (
    KnownModel("CohereLabs/North-Mini-Code-1.0", 61_000_000_000),
    KnownModel("Qwen/Qwen3-Coder-30B-A3B-Instruct", 61_100_000_000),
    KnownModel("Qwen/Qwen3-8B", 16_400_000_000),
    KnownModel("Qwen/Qwen3-4B", 8_050_000_000, for_cpu=True),
    KnownModel("Qwen/Qwen3-1.7B", 4_070_000_000, for_cpu=True),
    KnownModel("Qwen/Qwen3-0.6B", 1_510_000_000, for_cpu=True),
)
"""The most capable first."""


@dataclass(frozen=True, slots=True)
class Room:
    """What is free on this machine: memory of the GPU that has most, main memory, and the disk of the hub's cache."""

    gpu_bytes: int
    host_bytes: int
    disk_bytes: int


def what_is_missing(model: KnownModel, room: Room) -> str | None:
    """Why `model` cannot be had here, with the numbers, for people; None where it can."""
    wanted = model.weight_bytes
    on_gpu = wanted + GPU_BESIDES_BYTES <= room.gpu_bytes * USABLE_SHARE
    on_host = model.for_cpu and wanted + HOST_BESIDES_BYTES <= room.host_bytes * USABLE_SHARE
    if not on_gpu and not on_host:
        needs = f"{(wanted + GPU_BESIDES_BYTES) / USABLE_SHARE / 1e9:.0f} GB of GPU memory"
        if model.for_cpu:
            needs += f" or {(wanted + HOST_BESIDES_BYTES) / USABLE_SHARE / 1e9:.0f} GB of main memory"
        return f"needs {needs} free, here are {room.gpu_bytes / 1e9:.0f} and {room.host_bytes / 1e9:.0f}"
    if wanted + DISK_BESIDES_BYTES > room.disk_bytes:
        return f"needs {(wanted + DISK_BESIDES_BYTES) / 1e9:.1f} GB of disk, {room.disk_bytes / 1e9:.1f} are free"
    return None


def hub_cache() -> Path:
    """Where the hub's models lie; found as its library does, which takes a second to import."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache")
    home = Path(os.environ.get("HF_HOME") or cache / "huggingface")
    return Path(os.path.expanduser(os.path.expandvars(os.environ.get("HF_HUB_CACHE") or home / "hub")))
