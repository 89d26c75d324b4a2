"""How far the kernel's numbers are from float64's, and the torch code's beside them: for tests and for the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.torch_model.paged_model import PagedModel
from localcoder.engine.torch_model.reference import reference_logits
from tests.fakes.decoding import Row, exact, reference_step
from tests.fakes.float64 import Trace, forward
from tests.gpu.models import POCKET_DIRECTORY, Model
from tests.gpu.rows import MARGIN
from tests.gpu.stage import BLOCKS, set_out, step, values_of


@dataclass(frozen=True, slots=True)
class LogitErrors:
    """Norms of the differences from float64's logits over the norm of those."""

    kernel: float
    torch_bf16: float
    kernel_rows: list[float]
    torch_bf16_rows: list[float]


@dataclass(frozen=True, slots=True)
class Choices:
    """Of one layer: for how many rows the chosen experts were compared, and where they differ."""

    layer: int
    compared: int
    too_close: int
    """Rows whose margin does not exceed the torch code's error."""
    wrong: list[str]


@dataclass(frozen=True, slots=True)
class TokenAgreement:
    """Greedy tokens of a teacher-forced text."""

    tokens: int
    compared: int
    """Where float64's margin of the first two exceeds the bfloat16 torch code's error, and rounding chooses no other
    expert: at such a near tie one code takes the other side and is further off than the other one."""
    wrong: list[str]
    equal: int
    """Of all tokens, whatever the margin."""
    torch_bf16_equal: int
    kernel_error: float
    torch_bf16_error: float
    """Relative errors of all logits."""


def logit_errors(model: Model, kernel: Any, rows: Sequence[Row]) -> LogitErrors:
    """One step of `rows`."""
    wanted = torch.stack([exact(model.config, model.weights, row).logits[0] for row in rows]).cpu()
    set_out(kernel, rows)
    found = step(kernel, rows).double()
    torchs = reference_step(model.config, model.weights, rows, BLOCKS).logits.cpu().double()
    return LogitErrors(
        _relative(found, wanted),
        _relative(torchs, wanted),
        [_relative(*pair) for pair in zip(found, wanted, strict=True)],
        [_relative(*pair) for pair in zip(torchs, wanted, strict=True)],
    )


def choices(model: Model, kernel: Any, rows: Sequence[Row]) -> Choices:
    """One step of `rows`, and the experts chosen in the last layer, which must route."""
    config, layer = model.config, len(model.config.layers) - 1
    set_out(kernel, rows)
    step(kernel, rows)
    top = config.experts_per_token
    ours = values_of(kernel, model, steps=1)["router_logits"].cpu().double()
    torchs = reference_step(config, model.weights, rows, BLOCKS).router_logits[layer]
    assert torchs is not None
    compared, wrong = 0, []
    for place, row in enumerate(rows):
        wanted = exact(config, model.weights, row).layers[layer].router_logits
        assert wanted is not None
        wanted = wanted[0].cpu()
        ordered = wanted.sort(descending=True)
        margin = float(ordered.values[top - 1] - ordered.values[top])
        if margin <= float((torchs[place].cpu().double() - wanted).abs().max()):
            continue
        compared += 1
        found = ours[place, : config.experts].sort(descending=True, stable=True).indices[:top]
        if set(found.tolist()) != set(ordered.indices[:top].tolist()):
            wrong.append(f"layer {layer}, row {place}: {found.tolist()}, not {ordered.indices[:top].tolist()}")
    return Choices(layer, compared, len(rows) - compared, wrong)


def token_agreement(model: Model, kernel: Any, ids: Sequence[int]) -> TokenAgreement:
    """Teacher-forced greedy tokens of the whole pocket model after each of `ids`."""
    exact_trace = forward(model.config, model.weights, ids)
    exact_logits = exact_trace.logits.cpu()
    (cpu,) = reference_logits(POCKET_DIRECTORY, model.config, [ids], [len(ids)])
    blocks = tuple(range(-(-len(ids) // BLOCK_TOKENS)))
    torchs = PagedModel(model.config, model.weights, len(blocks))
    chunks = [Chunk((token,), position, blocks[: position // BLOCK_TOKENS + 1]) for position, token in enumerate(ids)]
    # One pass: each token is a chunk of its own, which sees those before it.
    torch_logits = torchs.forward(chunks).cpu().double()
    found_logits = torch.cat([kernel.decode([chunk]).cpu().clone() for chunk in chunks]).double()
    errors = (torch_logits - exact_logits).abs().amax(-1)
    first, second = exact_logits.topk(2).values.unbind(-1)
    clear = (first - second > errors) & (routing_margins(model.config, exact_trace).cpu() > MARGIN)
    ours, wanted = found_logits.argmax(-1), cpu.argmax(-1)
    wrong = [
        f"position {i}: token {int(ours[i])}, not {int(wanted[i])}"
        for i in range(len(ids))
        if clear[i] and ours[i] != wanted[i]
    ]
    return TokenAgreement(
        len(ids),
        int(clear.sum()),
        wrong,
        int((ours == wanted).sum()),
        int((torch_logits.argmax(-1) == wanted).sum()),
        _relative(found_logits, exact_logits),
        _relative(torch_logits, exact_logits),
    )


def routing_margins(config: ModelConfig, trace: Trace) -> torch.Tensor:
    """[n]: between the last expert that was chosen and the next one, in the layer where it is smallest."""
    top = config.experts_per_token
    margins = trace.logits.new_full((len(trace.logits),), torch.inf)
    for layer in trace.layers:
        if layer.router_logits is not None:
            ordered = layer.router_logits.sort(-1, descending=True).values
            margins = torch.minimum(margins, ordered[:, top - 1] - ordered[:, top])
    return margins


def _relative(found: torch.Tensor, wanted: torch.Tensor) -> float:
    return float(torch.linalg.norm(found - wanted) / torch.linalg.norm(wanted))
