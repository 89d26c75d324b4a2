"""The few calls of the CUDA driver that PyTorch has no way to make."""

from __future__ import annotations

import ctypes
from typing import Any

import torch

from localcoder.engine.megakernel.device import KernelDevice
from localcoder.engine.megakernel.geometry import GROUP_TOKENS, HEAD_DIM
from localcoder.errors import LocalcoderError

TENSOR_MAP_BYTES = 128
_HALF = HEAD_DIM // 2
"""Columns of a swizzled tile: 128 bytes of bf16."""


class CudaError(LocalcoderError):
    """A call of the driver failed; the message names CUDA's error."""


def driver() -> Any:
    """The bindings, imported when they are first needed: the package is an extra."""
    from cuda.bindings import driver as bindings

    return bindings


def checked(answer: tuple[Any, ...]) -> Any:
    """What a call of the bindings returned besides its status.

    Raises:
        CudaError: the status is an error.
    """
    status, *values = answer
    if int(status) != 0:
        _, name = driver().cuGetErrorName(status)
        _, text = driver().cuGetErrorString(status)
        raise CudaError(f"{_decoded(name)}: {_decoded(text)}")
    return values[0] if len(values) == 1 else tuple(values)


def _decoded(text: bytes | None) -> str:
    return text.decode(errors="replace") if text else "unknown error"


def kernel_device(device: torch.device) -> KernelDevice:
    """The sizes of a CUDA device.

    Raises:
        CudaError: there is no such device.
    """
    attributes = driver().CUdevice_attribute
    return KernelDevice(
        sms=_attribute(device, attributes.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
        shared_bytes=_attribute(device, attributes.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
    )


def offers_cooperative_launch(device: torch.device) -> bool:
    """Whether a launch can be told that all of its blocks must run at once."""
    return bool(_attribute(device, driver().CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH))


def _attribute(device: torch.device, attribute: Any) -> int:
    cuda = driver()
    checked(cuda.cuInit(0))
    return int(checked(cuda.cuDeviceGetAttribute(attribute, checked(cuda.cuDeviceGet(_index(device))))))


class PrimaryContext:
    """The context that PyTorch has made on `device`. The driver's calls need it current in the calling thread."""

    def __init__(self, device: torch.device) -> None:
        self._cuda = driver()
        self._device = checked(self._cuda.cuDeviceGet(_index(device)))
        self._context = checked(self._cuda.cuDevicePrimaryCtxRetain(self._device))

    def make_current(self) -> None:
        """For the calling thread."""
        checked(self._cuda.cuCtxSetCurrent(self._context))

    def release(self) -> None:
        """Give back what the constructor took."""
        checked(self._cuda.cuDevicePrimaryCtxRelease(self._device))


def cache_map(cache: torch.Tensor) -> bytes:
    """The tensor map of `cache` [layers, 2, kv_heads, slots, 128], bf16, as the kernel loads it.

    The cache is seen as [2, rows, 64]: rows of 128 values, in two halves of 128 bytes; a load brings 16 rows of both
    halves, swizzled.
    """
    assert cache.dtype == torch.bfloat16 and cache.is_contiguous() and cache.shape[-1] == HEAD_DIM
    cuda = driver()
    row_bytes = HEAD_DIM * cache.element_size()
    sizes = [cuda.cuuint64_t(size) for size in (_HALF, cache.numel() // HEAD_DIM, 2)]
    strides = [cuda.cuuint64_t(stride) for stride in (row_bytes, row_bytes // 2)]
    box = [cuda.cuuint32_t(size) for size in (_HALF, GROUP_TOKENS, 2)]
    descriptor = checked(
        cuda.cuTensorMapEncodeTiled(
            cuda.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
            len(sizes),
            cache.data_ptr(),
            sizes,
            strides,
            box,
            [cuda.cuuint32_t(1)] * len(sizes),
            cuda.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
            cuda.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_128B,
            cuda.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
            cuda.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
        )
    )
    return ctypes.string_at(int(descriptor.getPtr()), TENSOR_MAP_BYTES)


def _index(device: torch.device) -> int:
    return torch.cuda.current_device() if device.index is None else device.index
