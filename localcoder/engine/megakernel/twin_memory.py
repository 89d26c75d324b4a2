"""The twin's global memory: the kernel's buffers, and which layer's values each element holds."""

from __future__ import annotations

import math
from typing import Any

import torch

from localcoder.engine.megakernel.buffers import buffer_shapes
from localcoder.engine.megakernel.geometry import MAX_ROWS, Geometry
from localcoder.engine.megakernel.schedule import ScheduleFault
from localcoder.engine.megakernel.tasks import counter_count

UNWRITTEN = -1
_WITHOUT = ("histograms", "counters", "state")
"""Buffers that the twin has no use for, or has otherwise."""


class Memory:
    """The buffers of `abi.Model`, by name; each element knows the version that it holds.

    A version is a number that grows from layer to layer and from step to step. Writing an element twice in one
    version, or reading one that holds another version than the wanted one, is a fault of the schedule. Elements that
    were never written are NaN.

    Attributes:
        buffers: as `buffer_shapes` has them, with these exceptions: the matrix inputs have the twin's type; `best`
            holds float64 pairs (score, token); `counters` one number each; `normed`, `squares` and `router_logits` are
            as `current_values` makes them. Tasks reach `activated` through two views, `routed` [8, top_k, expert_ff]
            and `dense` [8, dense_ff].
    """

    def __init__(self, geometry: Geometry, dtype: torch.dtype) -> None:
        shapes = {name: entry for name, entry in buffer_shapes(geometry).items() if name not in _WITHOUT}
        shapes["best"] = ((MAX_ROWS, geometry.sms, 2), torch.float64)
        for name in ("squares", "router_logits"):
            shapes[name] = (shapes[name][0][:-1], shapes[name][1])
        shapes["normed"] = (shapes["normed"][0][1:], shapes["normed"][1])
        self.buffers: dict[str, torch.Tensor] = {}
        self._values: dict[str, torch.Tensor] = {}
        self._versions: dict[str, torch.Tensor] = {}
        for name, (shape, kind) in shapes.items():
            self.buffers[name] = torch.full(shape, math.nan, dtype=dtype if kind == torch.bfloat16 else kind)
            versions = torch.full(shape, UNWRITTEN, dtype=torch.int32)
            for view, part in _views(geometry, name, self.buffers[name]).items():
                self._values[view] = part
            for view, part in _views(geometry, name, versions).items():
                self._versions[view] = part
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
        self._values[name][index] = values.to(self._values[name].dtype)
        versions[index] = version

    def read(self, name: str, index: Any, version: int) -> torch.Tensor:
        """A copy, as float32 where it is narrower.

        Raises:
            ScheduleFault: some of the elements hold another version.
        """
        if bool((self._versions[name][index] != version).any()):
            raise ScheduleFault(f"{name} is read where it does not hold version {version}")
        values = self._values[name][index]
        return values.float() if values.dtype == torch.bfloat16 else values.clone()


def _views(geometry: Geometry, name: str, tensor: torch.Tensor) -> dict[str, torch.Tensor]:
    """The names and shapes by which tasks reach a buffer."""
    if name != "activated":
        return {name: tensor}
    routed, dense = geometry.top_k * geometry.expert_ff, geometry.dense_ff
    return {
        "routed": tensor[: MAX_ROWS * routed].view(MAX_ROWS, geometry.top_k, geometry.expert_ff),
        "dense": tensor[: MAX_ROWS * dense].view(MAX_ROWS, dense),
    }
