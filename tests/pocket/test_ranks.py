"""Several processes train as one does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from tools.pocket.losses import loss_of
from tools.pocket.model import PocketModel, Shape, masked_attend
from tools.pocket.ranks import Ranks

SHAPE = Shape(vocab=64, hidden=64, layers=3, heads=2, head_dim=32, dense_ff=64, window=8)


def gradients(model: PocketModel, rows: slice, share: float) -> list[torch.Tensor]:
    """Those of one rank for some rows of a fixed batch."""
    draw = torch.Generator().manual_seed(3)
    ids = torch.randint(0, 64, (4, 24), generator=draw)
    weights = torch.tensor([0, 0.1, 1])[torch.randint(0, 3, (4, 24), generator=draw)]
    positions = torch.arange(24).expand(4, -1)
    documents = torch.zeros(4, 24)
    attend = masked_attend(documents[rows], positions[rows], SHAPE.window)
    total = weights.sum()
    model.zero_grad()
    batch = ids[rows], ids.roll(-1, 1)[rows], weights[rows], total, positions[rows]
    loss_of(model, *batch, attend, 0.5 * share)[0].backward()
    return [parameter.grad.clone() for parameter in model.parameters() if parameter.grad is not None]


def test_the_gradients_of_parts_of_a_batch_sum_up_to_those_of_the_whole() -> None:
    torch.manual_seed(0)
    model = PocketModel(SHAPE)
    whole = gradients(model, Ranks().part(4), 1.0)
    parts = [gradients(model, Ranks(rank, 2).part(4), 0.5) for rank in range(2)]
    for one, *rest in zip(whole, *parts, strict=True):
        torch.testing.assert_close(sum(rest), one, rtol=1e-4, atol=1e-7)


def test_rows_are_shared_out_evenly_or_not_at_all() -> None:
    assert [Ranks(rank, 4).part(8) for rank in range(4)] == [slice(0, 2), slice(2, 4), slice(4, 6), slice(6, 8)]
    with pytest.raises(ValueError, match="3 rows cannot be shared out among 2 ranks"):
        Ranks(0, 2).part(3)


def _meet(rank: int, folder: Path) -> None:
    ranks = Ranks.join(rank, 2, folder / "meeting")
    parameters = [torch.nn.Parameter(torch.zeros(size)) for size in (3, (2, 2), 5)]
    for size, parameter in enumerate(parameters[:2]):
        parameter.grad = torch.full_like(parameter, float(10**rank * (size + 1)))
    ranks.add_gradients(parameters)
    assert parameters[2].grad is None
    np.savez(folder / f"{rank}.npz", *(parameter.grad.numpy() for parameter in parameters[:2]))
    ranks.leave()


def test_two_processes_have_the_same_summed_gradients(tmp_path: Path) -> None:
    torch.multiprocessing.spawn(_meet, (tmp_path,), 2)
    for rank in range(2):
        with np.load(tmp_path / f"{rank}.npz") as arrays:
            np.testing.assert_array_equal(arrays["arr_0"], np.full(3, 11.0))
            np.testing.assert_array_equal(arrays["arr_1"], np.full((2, 2), 22.0))
