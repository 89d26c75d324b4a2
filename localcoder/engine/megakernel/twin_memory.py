"""The twin's global memory: the kernel's buffers, and which layer's values each element holds."""

from __future__ import annotations

import math
from typing import Any

import torch

from localcoder.engine.megakernel.geometry import HEAD_DIM, MAX_ROWS, Geometry
from localcoder.engine.megakernel.schedule import ScheduleFault
from localcoder.engine.megakernel.tasks import counter_count

UNWRITTEN = -1


class Memory:
    """The buffers of `abi.Model`, by name; each element knows the version that it holds.

    A version is a number that grows from layer to layer and from step to step. Writing an element twice in one
    version, or reading one that holds another version than the wanted one, is a fault of the schedule. Elements that
    were never written are NaN.

    Attributes:
        buffers: the tensors. They have the kernel's shapes and types, except that `best` holds float64 pairs (score,
            token), `counters` one number for each counter, and that `activated` [8, top_k, expert_ff] has another view
            `dense_activated` [8, dense_ff] of the same memory.
    """

    def __init__(self, geometry: Geometry, dtype: torch.dtype) -> None:
        parted = (MAX_ROWS, geometry.kv_heads, geometry.parts, geometry.group_heads)
        shapes: dict[str, tuple[tuple[int, ...], torch.dtype]] = {
            "x": ((2, MAX_ROWS, geometry.hidden), torch.float32),
            "q": ((MAX_ROWS, geometry.query_size), dtype),
            "new_kv": ((2, MAX_ROWS, geometry.kv_size), dtype),
            "router_logits": ((MAX_ROWS, geometry.experts), torch.float32),
            "part_out": ((*parted, HEAD_DIM), torch.float32),
            "part_stats": ((*parted, 2), torch.float32),
            "attended": ((MAX_ROWS, geometry.query_size), dtype),
            "best": ((MAX_ROWS, geometry.sms, 2), torch.float64),
            "greatest": ((MAX_ROWS, geometry.sms), torch.float32),
            "logits": ((MAX_ROWS, geometry.vocab), torch.float32),
        }
        self.buffers = {name: torch.full(shape, math.nan, dtype=kind) for name, (shape, kind) in shapes.items()}
        self._versions = {name: torch.full(shape, UNWRITTEN, dtype=torch.int32) for name, (shape, _) in shapes.items()}
        routed, dense = geometry.top_k * geometry.expert_ff, geometry.dense_ff
        size = MAX_ROWS * max(routed, dense)
        for tensors, shared in (
            (self.buffers, torch.full((size,), math.nan, dtype=dtype)),
            (self._versions, torch.full((size,), UNWRITTEN, dtype=torch.int32)),
        ):
            tensors["activated"] = shared[: MAX_ROWS * routed].view(MAX_ROWS, geometry.top_k, geometry.expert_ff)
            tensors["dense_activated"] = shared[: MAX_ROWS * dense].view(MAX_ROWS, dense)
        self.buffers["counters"] = torch.zeros(counter_count(geometry), dtype=torch.int64)

    def poison(self) -> None:
        """Make every value NaN, so that nothing of an earlier step can pass for a result. Versions stay."""
        for name, buffer in self.buffers.items():
            if name != "counters":
                buffer.fill_(math.nan)

    def write(self, name: str, index: Any, values: torch.Tensor, version: int) -> None:
        """Put `values`, rounded to the buffer's type, where `index` says.

        Raises:
            ScheduleFault: some of the elements already hold this version.
        """
        versions = self._versions[name]
        if bool((versions[index] >= version).any()):
            raise ScheduleFault(f"{name} is written twice, or late, in version {version}")
        self.buffers[name][index] = values.to(self.buffers[name].dtype)
        versions[index] = version

    def read(self, name: str, index: Any, version: int) -> torch.Tensor:
        """A copy, as float32 where it is narrower.

        Raises:
            ScheduleFault: some of the elements hold another version.
        """
        if bool((self._versions[name][index] != version).any()):
            raise ScheduleFault(f"{name} is read where it does not hold version {version}")
        values = self.buffers[name][index]
        return values.float() if values.dtype == torch.bfloat16 else values.clone()
