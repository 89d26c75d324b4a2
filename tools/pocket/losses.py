"""The training loss, as a sum over ranks: each has some rows of a batch and divides by what counts for the whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.nn import functional

from tools.pocket.attention import flex_attend
from tools.pocket.model import Attend, PocketModel


def loss_of(
    model: PocketModel,
    ids: torch.Tensor,
    targets: torch.Tensor,
    weights: torch.Tensor,
    total: torch.Tensor,
    positions: torch.Tensor,
    attend: Attend,
    balance_weight: float,
) -> tuple[torch.Tensor, torch.Tensor]:
    """This rank's part of the training loss, and [the plain loss summed over assistant tokens, their number].

    `total` is the sum of all ranks' weights.
    """
    states, balance = model(ids, positions, attend)
    logits = model.logits(states).float().flatten(0, 1)
    losses = functional.cross_entropy(logits, targets.flatten(), reduction="none")
    flat = weights.flatten()
    answers = (flat == 1).float()
    loss = (losses * flat).sum() / total
    return loss + balance_weight * balance, torch.stack([(losses.detach() * answers).sum(), answers.sum()])


def flex_loss(
    model: PocketModel, balance_weight: float, device_type: str
) -> Callable[..., tuple[torch.Tensor, torch.Tensor]]:
    """`loss_of` with flex attention as a function of tensors and block masks alone, for the compiler."""

    def losses(
        ids: torch.Tensor,
        targets: torch.Tensor,
        weights: torch.Tensor,
        total: torch.Tensor,
        positions: torch.Tensor,
        full: Any,
        near: Any,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, sliding: bool) -> torch.Tensor:
            return flex_attend(q, k, v, near if sliding else full)

        with torch.autocast(device_type, torch.bfloat16, enabled=device_type == "cuda"):
            return loss_of(model, ids, targets, weights, total, positions, attend, balance_weight)

    return losses
