"""How fast this GPU reads its memory at best: the ceiling that a decode step is measured against."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import torch

from localcoder.engine.megakernel.compiler import KernelSource, compile_kernel

READ_BYTES = 4 << 30
"""Far more than the L2 cache holds."""
_LOAD_BYTES = 16 * 1024
_IN_FLIGHT = 12
_REPEATS = 9
_PLAIN_THREADS = 256
_SOURCE = Path(__file__).with_name("ceiling.cu")


def ceiling_source() -> KernelSource:
    """Two kernels that only read, for Hopper."""
    constants = f"constexpr int IN_FLIGHT = {_IN_FLIGHT}, LOAD_BYTES = {_LOAD_BYTES};\n"
    return KernelSource(constants + _SOURCE.read_text(encoding="utf-8"))


def read_ceiling_bytes_per_s(device: torch.device) -> float:
    """The best of several reads of `READ_BYTES`, by bulk copies into shared memory and by plain loads.

    Needs a Hopper GPU, and `READ_BYTES` of its memory until it returns.

    Raises:
        CompileFailed: the compiler is missing.
    """
    from cuda.core import Device, LaunchConfig, ObjectCode

    code = ObjectCode.from_cubin(compile_kernel(ceiling_source()))
    data = torch.ones(READ_BYTES, dtype=torch.uint8, device=device)
    sink = torch.zeros(1, dtype=torch.int32, device=device)
    torch.cuda.synchronize(device)
    gpu = Device(device.index or 0)
    gpu.set_current()
    sms, ring_bytes = gpu.properties.multiprocessor_count, _IN_FLIGHT * _LOAD_BYTES
    bulk, plain = code.get_kernel("read_bulk"), code.get_kernel("read_plain")
    _allow_shared(bulk, ring_bytes, gpu.device_id)
    variants = [(bulk, LaunchConfig(grid=sms, block=32, shmem_size=ring_bytes))]
    variants += [(plain, LaunchConfig(grid=sms * blocks, block=_PLAIN_THREADS)) for blocks in (4, 8)]
    arguments = (data.data_ptr(), READ_BYTES // _LOAD_BYTES, sink.data_ptr())
    best_ms = min(_best_ms(gpu, kernel, config, arguments) for kernel, config in variants)
    return READ_BYTES / (best_ms / 1e3)


def _best_ms(gpu: Any, kernel: Any, config: Any, arguments: tuple[int, ...]) -> float:
    from cuda.core import EventOptions, launch

    stream = gpu.create_stream()
    timed = EventOptions(timing_enabled=True)
    events = [stream.record(options=timed)]
    for _ in range(_REPEATS):
        launch(stream, config, kernel, *arguments)
        events.append(stream.record(options=timed))
    stream.sync()
    return min(float(after - before) for before, after in pairwise(events))


def _allow_shared(kernel: Any, size_bytes: int, gpu: int) -> None:
    """Let `kernel` have more dynamic shared memory than the 48 KB that every kernel may."""
    from cuda.bindings import driver

    most = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    (result,) = driver.cuKernelSetAttribute(most, size_bytes, driver.CUkernel(int(kernel.handle)), driver.CUdevice(gpu))
    if result != driver.CUresult.CUDA_SUCCESS:
        raise RuntimeError(f"the GPU gives a block no {size_bytes} bytes of shared memory ({result})")
