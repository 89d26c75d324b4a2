"""The kernels of a prefill step on Hopper: `prefill.cu` and `prefill_attention.cu`, compiled for one model.

Launched on PyTorch's current stream. Needs the `gpu` extra.
"""

from __future__ import annotations

import ctypes
from functools import cache as cached
from pathlib import Path
from typing import Any

import numpy as np
import torch

from localcoder.engine.backend import BLOCK_TOKENS
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.compiler import KernelSource, compile_kernel, why_no_compiler
from localcoder.engine.megakernel.device import why_not_machine
from localcoder.engine.megakernel.driver import PrimaryContext, checked, driver
from localcoder.engine.torch_model.prefill_kernels import GROUP_TOKENS, Routing
from localcoder.engine.torch_model.prefill_step import TILE_QUERIES, PrefillStep

SOURCES = ("prefill.cu", "prefill_attention.cu")
_HEAD_DIM = 128
_MOST_EXPERTS = 256
_MOST_CHOSEN = 32
_THREADS = 256
_WARPS = _THREADS // 32
_ROUTE_THREADS = 512
_ATTEND_THREADS = 384
_ATTEND_SHARED_BYTES = 5 * 32 * 1024 + 1024
"""Queries, two tiles of keys and two of values, and room to align them."""
_NO_WINDOW = 1 << 30
_ROUTERS = ("sigmoid_of_top", "softmax_of_top", "top_of_softmax")


def why_not_cuda(config: ModelConfig, cache: torch.Tensor) -> str | None:
    """Why `CudaKernels` cannot compute with a cache [layers, 2, kv_heads, slots, head_dim] of this model, or None."""
    if not cache.is_cuda:
        return "there is no GPU"
    if cache.dtype != torch.bfloat16:
        return "the weights are not bfloat16"
    reason = why_not_model(config)
    if reason is None and cache.numel() // _HEAD_DIM >= 1 << 31:
        reason = "the cache is too large"
    return reason or why_not_machine(torch.cuda.get_device_capability(cache.device), why_no_compiler())


def why_not_model(config: ModelConfig) -> str | None:
    """Why the kernels do not fit a model, or None."""
    if config.head_dim != _HEAD_DIM:
        return f"its heads have {config.head_dim} dimensions, not {_HEAD_DIM}"
    if any(width % 8 for width in (config.hidden_size, config.dense_ff, config.expert_ff)):
        return "its widths are not multiples of 8"
    if config.experts > _MOST_EXPERTS or config.experts_per_token > _MOST_CHOSEN:
        return "it has too many experts"
    return None


def kernel_sources(config: ModelConfig) -> list[KernelSource]:
    """The texts of `SOURCES` with the model's constants in front."""
    integers = {
        "HIDDEN": config.hidden_size,
        "QUERY_HEADS": config.query_heads,
        "KV_HEADS": config.kv_heads,
        "HEAD_DIM": config.head_dim,
        "TOP_K": config.experts_per_token,
        "BLOCK_TOKENS": BLOCK_TOKENS,
        "GROUP_TOKENS": GROUP_TOKENS,
        "TILE_QUERIES": TILE_QUERIES,
        "ROUTER": _ROUTERS.index(config.router),
    } | {name.upper(): number for number, name in enumerate(_ROUTERS)}
    header = [f"#define EXPERTS {config.experts}"]
    header += [f"constexpr int {name} = {value};" for name, value in integers.items()]
    for name, flag in (("INTERLEAVED", config.rope_interleaved), ("RENORMALISED", config.router_renormalised)):
        header.append(f"constexpr bool {name} = {str(flag).lower()};")
    header.append(f"constexpr float NORM_EPS = {config.norm_eps!r}f;")
    folder = Path(__file__).parent
    texts = ((name, folder.joinpath(name).read_text(encoding="utf-8")) for name in SOURCES)
    return [KernelSource("\n".join([*header, f'#line 1 "{name}"', text])) for name, text in texts]


class CudaKernels:
    """See `PrefillKernels`. All tensors are contiguous and on the cache's device, the cache's type unless said."""

    def __init__(self, config: ModelConfig, cache: torch.Tensor) -> None:
        """Compile and load the kernels.

        Raises:
            CompileFailed: the compiler refuses them.
            CudaError: the device does not take them.
        """
        assert cache.is_contiguous()
        self._config = config
        self._cache = cache
        self._slots = cache.shape[3]
        self._layer_bytes = cache[0].numel() * cache.element_size()
        self._layer_rows = cache[0].numel() // config.head_dim
        device = torch.device("cuda", torch.cuda.current_device() if cache.device.index is None else cache.device.index)
        module, attention = (_load(source, device) for source in kernel_sources(config))
        self._add_norm = _Kernel(module, "add_norm", _THREADS, pointers=8)
        self._rotate = _Kernel(module, "rotate_and_store", _THREADS, pointers=6, numbers=3)
        self._gate = _Kernel(module, "gate", _THREADS, pointers=2, numbers=2)
        if config.experts:
            self._route = _Kernel(module, "route", _ROUTE_THREADS, pointers=4, numbers=1)
            self._dispatch = _Kernel(module, "dispatch", _THREADS, pointers=6, numbers=1)
        self._attend = _Kernel(
            attention, "attend", _ATTEND_THREADS, pointers=5, numbers=3, shared_bytes=_ATTEND_SHARED_BYTES
        )
        self._map = torch.frombuffer(bytearray(_page_map(cache)), dtype=torch.uint8).to(cache.device)
        self._stream = 0

    def begin(self) -> None:
        """See `PrefillKernels.begin`."""
        self._stream = torch.cuda.current_stream(self._cache.device).cuda_stream

    def add_norm(
        self,
        hidden: torch.Tensor,
        weight: torch.Tensor,
        normed: torch.Tensor,
        *,
        first: torch.Tensor | None = None,
        second: torch.Tensor | None = None,
        parts: torch.Tensor | None = None,
        routing: Routing | None = None,
    ) -> None:
        """See `PrefillKernels.add_norm`."""
        places = scales = 0
        if parts is not None:
            assert routing is not None
            places, scales = routing.places.data_ptr(), routing.scales.data_ptr()
        self._add_norm.launch(
            (len(hidden), 1),
            self._stream,
            hidden.data_ptr(),
            _address(first),
            _address(second),
            _address(parts),
            places,
            scales,
            weight.data_ptr(),
            normed.data_ptr(),
        )

    def rotate_and_store(
        self,
        layer: int,
        qkv: torch.Tensor,
        turns: torch.Tensor | None,
        slots: torch.Tensor,
        query_norm: torch.Tensor | None,
        key_norm: torch.Tensor | None,
    ) -> None:
        """See `PrefillKernels.rotate_and_store`."""
        config, tokens = self._config, len(qkv)
        from_head = config.query_heads if turns is None and query_norm is None else 0
        threads = tokens * (config.query_heads + 2 * config.kv_heads - from_head) * 16
        self._rotate.launch(
            (-(-threads // _THREADS), 1),
            self._stream,
            qkv.data_ptr(),
            _address(turns),
            slots.data_ptr(),
            self._cache.data_ptr() + layer * self._layer_bytes,
            _address(query_norm),
            _address(key_norm),
            self._slots,
            from_head,
            tokens,
        )

    def attend(self, layer: int, qkv: torch.Tensor, step: PrefillStep, out: torch.Tensor) -> None:
        """See `PrefillKernels.attend`."""
        self._attend.launch(
            (self._config.query_heads, len(step.tiles)),
            self._stream,
            qkv.data_ptr(),
            out.data_ptr(),
            self._map.data_ptr(),
            step.tiles.data_ptr(),
            step.tables.data_ptr(),
            layer * self._layer_rows,
            self._slots,
            self._config.layers[layer].window or _NO_WINDOW,
        )

    def gate(self, gate_up: torch.Tensor, inner: torch.Tensor) -> None:
        """See `PrefillKernels.gate`."""
        rows, width = inner.shape
        grid = (-(-rows * (width // 8) // _THREADS), 1)
        self._gate.launch(grid, self._stream, gate_up.data_ptr(), inner.data_ptr(), width, rows)

    def route(self, logits: torch.Tensor, routing: Routing) -> None:
        """See `PrefillKernels.route`."""
        self._route.launch(
            (len(routing.counts), 1),
            self._stream,
            logits.data_ptr(),
            routing.ids.data_ptr(),
            routing.scales.data_ptr(),
            routing.counts.data_ptr(),
            len(logits),
        )

    def dispatch(self, normed: torch.Tensor, routing: Routing) -> None:
        """See `PrefillKernels.dispatch`."""
        tokens = len(normed)
        self._dispatch.launch(
            (-(-tokens // _WARPS), 1),
            self._stream,
            normed.data_ptr(),
            routing.ids.data_ptr(),
            routing.counts.data_ptr(),
            routing.inputs.data_ptr(),
            routing.places.data_ptr(),
            routing.ends.data_ptr(),
            tokens,
        )


class _Kernel:
    """A function of a loaded module, and the memory from which the driver copies its arguments.

    The arguments are addresses first, then 32-bit integers.
    """

    def __init__(
        self, module: Any, name: str, threads: int, *, pointers: int, numbers: int = 0, shared_bytes: int = 0
    ) -> None:
        cuda = driver()
        self._function = checked(cuda.cuModuleGetFunction(module, name.encode()))
        self._threads = threads
        self._shared_bytes = shared_bytes
        self._values = [ctypes.c_uint64() for _ in range(pointers)] + [ctypes.c_int32() for _ in range(numbers)]
        self._pointers = (ctypes.c_void_p * len(self._values))(*map(ctypes.addressof, self._values))
        self._arguments = ctypes.addressof(self._pointers)
        self._submit = cuda.cuLaunchKernel
        if shared_bytes:
            attribute = cuda.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            checked(cuda.cuFuncSetAttribute(self._function, attribute, shared_bytes))

    def launch(self, grid: tuple[int, int], stream: int, *values: int) -> None:
        for place, value in zip(self._values, values, strict=True):
            place.value = value
        checked(
            self._submit(self._function, *grid, 1, self._threads, 1, 1, self._shared_bytes, stream, self._arguments, 0)
        )


@cached
def _load(source: KernelSource, device: torch.device) -> Any:
    """The module of a compiled source; it stays loaded for other models of the same shape."""
    cubin = compile_kernel(source)
    torch.cuda.synchronize(device)  # PyTorch makes its context
    PrimaryContext(device).make_current()
    return checked(driver().cuModuleLoadData(np.frombuffer(cubin, dtype=np.uint8).ctypes.data))


def _page_map(cache: torch.Tensor) -> bytes:
    """The tensor map of a cache as rows of 128 values; a load brings 64 values of 64 rows, swizzled."""
    cuda = driver()
    row_bytes = _HEAD_DIM * cache.element_size()
    descriptor = checked(
        cuda.cuTensorMapEncodeTiled(
            cuda.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
            2,
            cache.data_ptr(),
            [cuda.cuuint64_t(_HEAD_DIM), cuda.cuuint64_t(cache.numel() // _HEAD_DIM)],
            [cuda.cuuint64_t(row_bytes)],
            [cuda.cuuint32_t(_HEAD_DIM // 2), cuda.cuuint32_t(BLOCK_TOKENS)],
            [cuda.cuuint32_t(1), cuda.cuuint32_t(1)],
            cuda.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
            cuda.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_128B,
            cuda.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
            cuda.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
        )
    )
    return ctypes.string_at(int(descriptor.getPtr()), 128)


def _address(tensor: torch.Tensor | None) -> int:
    return 0 if tensor is None else tensor.data_ptr()
