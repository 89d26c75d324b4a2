"""How fast this GPU reads its memory at best: the ceiling that a decode step is measured against."""

from __future__ import annotations

import ctypes
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch

from localcoder.engine.megakernel.compiler import KernelSource, compile_kernel
from localcoder.engine.megakernel.driver import PrimaryContext, checked, driver, kernel_device

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
        CudaError: the device does not take the kernels.
    """
    cuda = driver()
    context = PrimaryContext(device)
    context.make_current()
    cubin = compile_kernel(ceiling_source())
    module = checked(cuda.cuModuleLoadData(np.frombuffer(cubin, dtype=np.uint8).ctypes.data))
    data = torch.ones(READ_BYTES, dtype=torch.uint8, device=device)
    sink = torch.zeros(1, dtype=torch.int32, device=device)
    bulk, plain = (checked(cuda.cuModuleGetFunction(module, name)) for name in (b"read_bulk", b"read_plain"))
    ring_bytes = _IN_FLIGHT * _LOAD_BYTES
    most_shared = cuda.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    checked(cuda.cuFuncSetAttribute(bulk, most_shared, ring_bytes))
    sms = kernel_device(device).sms
    variants = [(bulk, sms, 32, ring_bytes), (plain, 4 * sms, _PLAIN_THREADS, 0), (plain, 8 * sms, _PLAIN_THREADS, 0)]
    arguments = (ctypes.c_uint64 * 3)(data.data_ptr(), READ_BYTES // _LOAD_BYTES, sink.data_ptr())
    best_ms = min(_best_ms(device, arguments, *variant) for variant in variants)
    checked(cuda.cuModuleUnload(module))
    context.release()
    return READ_BYTES / (best_ms / 1e3)


def _best_ms(
    device: torch.device, arguments: ctypes.Array[ctypes.c_uint64], kernel: Any, blocks: int, threads: int, shared: int
) -> float:
    addresses = [ctypes.addressof(arguments) + 8 * index for index in range(len(arguments))]
    pointers = (ctypes.c_void_p * len(arguments))(*addresses)
    stream = torch.cuda.current_stream(device)
    events = [_event(stream)]
    for _ in range(_REPEATS):
        launched = driver().cuLaunchKernel(
            kernel, blocks, 1, 1, threads, 1, 1, shared, stream.cuda_stream, ctypes.addressof(pointers), 0
        )
        checked(launched)
        events.append(_event(stream))
    stream.synchronize()
    return min(float(before.elapsed_time(after)) for before, after in pairwise(events))


def _event(stream: torch.cuda.Stream) -> torch.cuda.Event:
    event = torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]
    event.record(stream)
    return event
