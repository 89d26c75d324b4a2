"""Each prefill kernel against its definition in PyTorch, and the pass over all of them against the plain one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
import torch

from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.config import LayerConfig, ModelConfig
from localcoder.engine.torch_model.layers import Rope
from localcoder.engine.torch_model.paged_model import PagedModel
from localcoder.engine.torch_model.prefill import FusedPrefill
from localcoder.engine.torch_model.prefill_kernels import PrefillKernels, Routing, TorchKernels
from localcoder.engine.torch_model.prefill_step import PrefillStep
from tests.gpu import models
from tests.gpu.stage import DEVICE, NEEDS_KERNEL, STAND_IN

pytestmark = NEEDS_KERNEL

TOKENS = (1, 64, 513, 1000)
SLOTS = 64 * BLOCK_TOKENS
ATTENTION_ROUNDING = 1e-2
"""Norm of the difference over the norm: weights and values are rounded to 2^-9 each."""


def _qwen() -> ModelConfig:
    """Normed heads, halves that turn together, a renormalised softmax; hidden no multiple of a block's columns."""
    return replace(
        models.CONFIGS["small"](),
        family="qwen3_moe",
        hidden_size=2560,
        qk_norm=True,
        parallel_block=False,
        rope_interleaved=False,
        experts=128,
        experts_per_token=8,
        router="top_of_softmax",
        router_renormalised=True,
    )


CONFIGS = {"small": models.CONFIGS["small"], "wide": models.CONFIGS["wide"], "qwen": _qwen}


@pytest.fixture(params=CONFIGS)
def config(request: pytest.FixtureRequest) -> ModelConfig:
    return CONFIGS[request.param]()


def make_kernels(config: ModelConfig, cache: torch.Tensor) -> PrefillKernels:
    if STAND_IN:
        return TorchKernels(config, cache)
    from localcoder.engine.torch_model.cuda_kernels import CudaKernels

    return CudaKernels(config, cache)


def both(config: ModelConfig, slots: int = SLOTS) -> tuple[PrefillKernels, TorchKernels, list[torch.Tensor]]:
    """The kernels and their definition over caches of the same random keys and values."""
    caches = [normal(len(config.layers), 2, config.kv_heads, slots, config.head_dim)]
    caches.append(caches[0].clone())
    kernels = make_kernels(config, caches[0])
    kernels.begin()
    return kernels, TorchKernels(config, caches[1]), caches


def normal(*shape: int) -> torch.Tensor:
    generator = torch.Generator(DEVICE).manual_seed(sum(shape))
    return torch.randn(shape, generator=generator, device=DEVICE).to(torch.bfloat16)


def assert_rounded(result: torch.Tensor, expected: torch.Tensor) -> None:
    """Equal up to the last bit of bfloat16, and what float32 sums in another order leave of cancelled ones."""
    torch.testing.assert_close(result.float(), expected.float(), rtol=2.0**-7, atol=2e-4)


def routed(config: ModelConfig, kernels: PrefillKernels, logits: torch.Tensor, hidden: torch.Tensor) -> Routing:
    routing = Routing.empty(config, hidden)
    kernels.route(logits, routing)
    kernels.dispatch(hidden, routing)
    return routing


@pytest.mark.parametrize("tokens", TOKENS)
@pytest.mark.parametrize("addends", ["", "first", "first second", "first parts", "parts"])
def test_branches_are_added_and_normed(config: ModelConfig, tokens: int, addends: str) -> None:
    kernels, definition, _ = both(config, BLOCK_TOKENS)
    hidden, weight = normal(tokens, config.hidden_size), normal(config.hidden_size)
    logits = torch.randn(tokens, config.experts, device=DEVICE)
    routing = routed(config, definition, logits, hidden)
    branches = {"first": normal(tokens + 1, config.hidden_size)[1:], "second": normal(tokens, config.hidden_size)}
    branches["parts"] = normal(tokens * config.experts_per_token, config.hidden_size)
    given = {name: branches[name] for name in addends.split()}
    out = []
    for each in (kernels, definition):
        total, normed = hidden.clone(), torch.empty_like(hidden)
        each.add_norm(total, weight, normed, **given, routing=routing if "parts" in given else None)
        out.append((total, normed))
    assert_rounded(out[0][0], out[1][0])
    definition.add_norm(out[0][0], weight, out[1][1])  # the norm of the kernel's own sum
    assert_rounded(out[0][1], out[1][1])


@pytest.mark.parametrize("tokens", TOKENS)
@pytest.mark.parametrize("rope", [True, False])
def test_heads_are_rotated_and_stored(config: ModelConfig, tokens: int, rope: bool) -> None:
    kernels, definition, caches = both(config)
    qkv = normal(tokens, config.query_size + 2 * config.kv_size)
    positions = torch.randint(200_000, (tokens,), device=DEVICE)
    turns = torch.view_as_real(Rope(config, DEVICE).angles(positions))[:, 0] if rope else None
    slots = torch.randperm(SLOTS, device=DEVICE)[:tokens].int()
    norms = [normal(config.head_dim) if config.qk_norm else None for _ in range(2)]
    ours, theirs = qkv.clone(), qkv.clone()
    kernels.rotate_and_store(1, ours, turns, slots, *norms)
    definition.rotate_and_store(1, theirs, turns, slots, *norms)
    assert_rounded(ours[:, : config.query_size], theirs[:, : config.query_size])
    assert_rounded(caches[0], caches[1])


@pytest.mark.parametrize("rows", [1, 511, 4097])
@pytest.mark.parametrize("width", [96, 768, 3072])
def test_the_gate_multiplies(rows: int, width: int) -> None:
    kernels, definition, _ = both(CONFIGS["small"](), BLOCK_TOKENS)
    gate_up = normal(rows, 2 * width)
    ours, theirs = torch.empty_like(gate_up[:, :width]).contiguous(), torch.empty_like(gate_up[:, :width]).contiguous()
    kernels.gate(gate_up, ours)
    definition.gate(gate_up, theirs)
    assert_rounded(ours, theirs)


def assert_same_routing(ours: Routing, theirs: Routing) -> None:
    for name in ("ids", "counts", "places", "ends", "inputs"):
        assert torch.equal(getattr(ours, name), getattr(theirs, name)), name
    torch.testing.assert_close(ours.scales, theirs.scales, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("router", ["sigmoid_of_top", "softmax_of_top", "top_of_softmax"])
@pytest.mark.parametrize("renormalised", [True, False])
@pytest.mark.parametrize("tokens", TOKENS)
def test_experts_are_chosen_and_get_their_tokens(
    config: ModelConfig, tokens: int, renormalised: bool, router: str
) -> None:
    config = replace(config, router=router, router_renormalised=renormalised)
    kernels, definition, _ = both(config, BLOCK_TOKENS)
    hidden = normal(tokens, config.hidden_size)
    logits = torch.randn(tokens, config.experts, device=DEVICE)
    logits[:, 3] -= 20.0  # an expert without tokens, unless all are chosen
    logits[:, 5] += 20.0  # and one with all of them
    assert_same_routing(routed(config, kernels, logits, hidden), routed(config, definition, logits, hidden))


@pytest.mark.parametrize("tokens", [8192, 20_000])
def test_long_steps_are_dispatched_over_many_groups(tokens: int) -> None:
    config = replace(CONFIGS["small"](), hidden_size=64, experts=128, experts_per_token=8)
    kernels, definition, _ = both(config, BLOCK_TOKENS)
    hidden, logits = normal(tokens, 64), torch.randn(tokens, 128, device=DEVICE)
    assert_same_routing(routed(config, kernels, logits, hidden), routed(config, definition, logits, hidden))


def test_of_equal_logits_the_lowest_experts_win() -> None:
    config = CONFIGS["wide"]()
    kernels, _, _ = both(config, BLOCK_TOKENS)
    hidden = normal(70, config.hidden_size)
    routing = routed(config, kernels, torch.zeros(70, config.experts, device=DEVICE), hidden)
    if not STAND_IN:  # PyTorch's choice among equals is its own
        assert routing.ids.tolist() == [list(range(config.experts_per_token))] * 70
    assert int(routing.ends[-1]) == 70 * config.experts_per_token


CHUNKS: dict[str, Sequence[tuple[int, int]]] = {
    "one token": [(0, 1)],
    "one tile": [(0, 128)],
    "odd ends": [(0, 513)],
    "in the middle": [(77, 300)],
    "one behind many": [(1999, 1)],
    "long past": [(1500, 513)],
    "several": [(0, 200), (640, 129), (99, 1), (255, 260)],
}
"""First position and tokens of each chunk."""


def chunks_with_holes(kind: str, window: int | None = None) -> list[Chunk]:
    """Chunks over blocks in falling order with other blocks between them; -1 where the window cannot reach."""
    out = []
    for number, (start, tokens) in enumerate(CHUNKS[kind]):
        blocks = -(-(start + tokens) // BLOCK_TOKENS)
        oldest = 0 if window is None else max(0, start + 1 - window) // BLOCK_TOKENS
        table = [60 - number - 4 * i % 57 if i >= oldest else -1 for i in range(blocks)]
        out.append(Chunk(tuple(range(tokens)), start, tuple(table)))
    return out


@pytest.mark.parametrize("kind", CHUNKS)
@pytest.mark.parametrize("window", [None, 1, 100, 128, 700])
@pytest.mark.parametrize("name", ["small", "wide"])
def test_queries_see_exactly_their_keys(name: str, window: int | None, kind: str) -> None:
    config = replace(CONFIGS[name](), layers=(LayerConfig(None, True, False), LayerConfig(window, True, False)))
    kernels, definition, _ = both(config)
    step = PrefillStep.of(chunks_with_holes(kind, window), DEVICE)
    tokens = len(step.token_ids)
    qkv = normal(tokens, config.query_size + 2 * config.kv_size)
    ours, theirs = (torch.full((tokens, config.query_size), torch.nan, device=DEVICE).bfloat16() for _ in range(2))
    kernels.attend(1, qkv, step, ours)
    definition.attend(1, qkv, step, theirs)
    error = (ours.float() - theirs.float()).norm(dim=1) / theirs.float().norm(dim=1)
    assert float(error.max()) < ATTENTION_ROUNDING


@pytest.mark.parametrize("name", ["small", "wide", "pocket"])
def test_the_fused_pass_is_no_further_from_float32_than_the_plain_one(name: str) -> None:
    model = models.load(name, DEVICE)
    ids = torch.randint(5, 300, (613,), generator=torch.Generator().manual_seed(3)).tolist()
    table = (9, 7, 5, 11, 0, 2, 14, 1, 3, 4)
    steps = [[Chunk(tuple(ids[:300]), 0, table)], [Chunk(tuple(ids[300:]), 300, table), Chunk((7, 8, 9), 0, (15,))]]
    wide = models.load(name, torch.device("cpu"))
    cpu = PagedModel(wide.config, _float32(wide), 16, fused=False)
    plain = PagedModel(model.config, model.weights, 16, fused=False)
    ours = PagedModel(model.config, model.weights, 16)
    passes = [ours.forward, ours.forward]
    if STAND_IN:
        pass_ = FusedPrefill(model.config, model.weights, TorchKernels(model.config, ours.cache.data))
        passes = [torch.inference_mode()(pass_.forward)] * 2
    for step in steps:
        exact = cpu.forward(step)
        first, second = (forward(step).cpu() for forward in passes)
        assert torch.equal(first, second)
        error, allowed = (float((logits - exact).norm()) for logits in (first, plain.forward(step).cpu()))
        assert error < 1.2 * allowed


def _float32(model: models.Model) -> object:
    from localcoder.engine.weights import ExpertWeights, LayerWeights, MlpWeights, ModelWeights

    def wide(value: object) -> object:
        if isinstance(value, torch.Tensor):
            return value.float()
        if isinstance(value, tuple):
            return tuple(map(wide, value))
        if isinstance(value, (ExpertWeights, LayerWeights, MlpWeights, ModelWeights)):
            return type(value)(**{field: wide(getattr(value, field)) for field in value.__dataclass_fields__})
        return value

    return wide(model.weights)


@pytest.mark.filterwarnings("ignore:Synchronization debug mode")
@pytest.mark.skipif(STAND_IN, reason="needs a Hopper GPU")
def test_the_fused_pass_never_waits_for_the_gpu() -> None:
    model = models.load("small", DEVICE)
    ours = PagedModel(model.config, model.weights, 16)
    chunks = [Chunk(tuple(range(100)), 0, (3, 1)), Chunk((7, 8, 9), 0, (0,))]
    ours.forward(chunks)
    torch.cuda.set_sync_debug_mode("error")
    try:
        ours.forward(chunks)
    finally:
        torch.cuda.set_sync_debug_mode("default")
