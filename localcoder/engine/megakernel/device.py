"""What the kernel needs of a GPU, and why it cannot run on one. Imports no torch: `localcoder doctor` asks too."""

from __future__ import annotations

from dataclasses import dataclass

from localcoder.engine.megakernel.abi import WORK_BYTES
from localcoder.engine.megakernel.geometry import SLOT_BYTES

CAPABILITY = (9, 0)
"""Hopper; the kernel's instructions exist on no other."""
ARCHITECTURE = "sm_90a"
COMPILER_MISSING = "the kernel's compiler is not installed: pip install 'localcoder[gpu]'"
MOST_RING_SLOTS = 12
LEAST_RING_SLOTS = 10
"""Two units of the widest matrix take 8 at a time; below two more the ring cannot run ahead."""


@dataclass(frozen=True, slots=True)
class KernelDevice:
    """The sizes of a GPU that the kernel is compiled for."""

    sms: int
    shared_bytes: int
    """The most shared memory of one block."""

    @property
    def ring_slots(self) -> int:
        """Slots of the shared-memory ring; the kernel has no static shared memory beside it."""
        fitting = (self.shared_bytes - WORK_BYTES) // SLOT_BYTES
        return min(MOST_RING_SLOTS, fitting)

    @property
    def dynamic_shared_bytes(self) -> int:
        """Of a launch."""
        return self.ring_slots * SLOT_BYTES + WORK_BYTES


H200 = KernelDevice(sms=132, shared_bytes=227 * 1024)
"""Also the H100 SXM."""


def why_not_machine(capability: tuple[int, int], compiler_problem: str | None) -> str | None:
    """Why the kernel cannot run on a GPU of this compute capability, or None.

    Args:
        capability: the GPU's.
        compiler_problem: why the kernel cannot be compiled here (`compiler.why_no_compiler`), or None.
    """
    if capability != CAPABILITY:
        found, wanted = (".".join(map(str, pair)) for pair in (capability, CAPABILITY))
        return f"the GPU's compute capability is {found}, not {wanted}"
    return compiler_problem


def why_not_device(device: KernelDevice, *, cooperative: bool) -> str | None:
    """Why the kernel cannot run on this Hopper GPU, or None."""
    if not cooperative:
        return "the GPU does not offer cooperative launches"
    if device.ring_slots < LEAST_RING_SLOTS:
        return f"a block has only {device.shared_bytes // 1024} KB of shared memory"
    return None
