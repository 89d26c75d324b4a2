"""Muon for matrices (Jordan et al. 2024, scaled as by Liu et al. 2025), AdamW for the rest."""

from __future__ import annotations

import torch


def orthogonal(update: torch.Tensor, steps: int = 5) -> torch.Tensor:
    """The nearest semi-orthogonal matrices of `update` [..., rows, columns], by the quintic Newton-Schulz iteration."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = update.bfloat16()
    tall = x.size(-2) > x.size(-1)
    if tall:
        x = x.mT.contiguous()  # so that a compiler sees fewer kinds of matrices
    x = x / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x.mT if tall else x


class Muon(torch.optim.Optimizer):
    """Momentum whose steps are made orthogonal; stacks of matrices are treated matrix by matrix.

    With the factor 0.2 * sqrt(larger side) a step is as large as AdamW's, so that both share one learning rate.
    """

    def __init__(
        self, parameters: list[torch.nn.Parameter], lr: float, momentum: float = 0.95, weight_decay: float = 0.0
    ) -> None:
        super().__init__(parameters, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})
        self.orthogonal = orthogonal

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        """One step."""
        for group in self.param_groups:
            for parameter in group["params"]:
                if parameter.grad is None:
                    continue
                state = self.state[parameter]
                if "buffer" not in state:
                    state["buffer"] = torch.zeros_like(parameter)
                buffer = state["buffer"]
                buffer.lerp_(parameter.grad, 1 - group["momentum"])
                update = parameter.grad.lerp(buffer, group["momentum"])
                step = self.orthogonal(update).to(parameter.dtype)
                scale = 0.2 * max(parameter.size(-1), parameter.size(-2)) ** 0.5
                parameter.mul_(1 - group["lr"] * group["weight_decay"])
                parameter.add_(step, alpha=-group["lr"] * scale)
