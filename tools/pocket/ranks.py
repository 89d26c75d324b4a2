"""Several processes that train one model: each has some rows of a batch, all have the same weights."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import distributed


@dataclass(frozen=True, slots=True)
class Ranks:
    """This process among `count`; alone, nothing is exchanged."""

    rank: int = 0
    count: int = 1

    @classmethod
    def join(cls, rank: int, count: int, meeting: Path) -> Ranks:
        """Meet the others, who give the same file that does not exist yet."""
        if count > 1:
            backend = "nccl" if torch.cuda.is_available() else "gloo"
            # Multicast over NVLink gains nothing at this size, and not every host is set up for it.
            os.environ.setdefault("NCCL_NVLS_ENABLE", "0")
            distributed.init_process_group(backend, init_method=f"file://{meeting}", rank=rank, world_size=count)
        return cls(rank, count)

    def part(self, rows: int) -> slice:
        """Which rows of a batch are this rank's.

        Raises:
            ValueError: they cannot be shared out evenly.
        """
        if rows % self.count:
            raise ValueError(f"{rows} rows cannot be shared out among {self.count} ranks")
        share = rows // self.count
        return slice(self.rank * share, (self.rank + 1) * share)

    def add(self, tensor: torch.Tensor) -> torch.Tensor:
        """The sum over all ranks, in place; the same bits for each of them."""
        if self.count > 1:
            distributed.all_reduce(tensor)
        return tensor

    def add_gradients(self, parameters: Sequence[torch.nn.Parameter]) -> None:
        """Replace all gradients by their sums, in one exchange."""
        if self.count == 1:
            return
        used = [parameter for parameter in parameters if parameter.grad is not None]
        flat = self.add(torch.cat([parameter.grad.flatten() for parameter in used]))
        sums = flat.split([parameter.numel() for parameter in used])
        for parameter, total in zip(used, sums, strict=True):
            parameter.grad = total.view_as(parameter)

    def leave(self) -> None:
        """Wait until all are done, and end this process, unless it is alone.

        Not before the first has written what they made: the end of one ends them all. And at once, for at the
        interpreter's end threads of the backend sometimes abort the process.
        """
        if self.count > 1:
            distributed.barrier()
            distributed.destroy_process_group()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(0)
