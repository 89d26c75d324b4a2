"""Speed of prefill on a CUDA GPU: the torch model with random weights of North Mini Code's shape, a few of its layers.

`python -m bench.prefill [--layers 8] [--prompts 32768 131072] [--chunks 512 2048 8192] [--plain] [--no-ops] [--out F]`

First it checks, on the same shapes, that what is faster computes what its plain definition does, and that a forward
pass never waits for the device. Then a layer's operations alone, beside the least time that their numbers allow, and
the kernels of a whole step. `--plain` measures the pass without own kernels, as on other GPUs. Tokens/s are also given
for all of the model's layers, as if each took what the average one here does.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F

from bench.machine import describe
from bench.prefill_ops import print_kernels, print_ops
from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.random_weights import random_weights
from localcoder.engine.shapes import find_shape
from localcoder.engine.torch_model.layers import looped_experts, route, stacked_experts
from localcoder.engine.torch_model.paged import flash_attention
from localcoder.engine.torch_model.paged_model import PagedModel
from localcoder.engine.weights import ExpertWeights

DEVICE = torch.device("cuda")
REPEATS = 3
LONG = 100_000
"""Tokens of a prompt from which once has to do."""
BF16_ROUNDING = 2e-2
"""Norm of the difference of two bfloat16 computations over the norm of the result: several roundings of 2^-9 each."""


def timed_s(function: Callable[[], object], repeats: int = REPEATS) -> tuple[float, float]:
    """Median seconds until the device is done, and until the host is."""
    whole, host = [], []
    for _ in range(repeats + 1):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        function()
        host.append(time.perf_counter() - begin)
        torch.cuda.synchronize()
        whole.append(time.perf_counter() - begin)
    return statistics.median(whole[1:]), statistics.median(host[1:])


def difference(result: torch.Tensor, expected: torch.Tensor) -> float:
    return float(torch.linalg.norm(result.float() - expected.float()) / torch.linalg.norm(expected.float()))


def check_experts(config: ModelConfig, weights: ExpertWeights, tokens: int) -> dict[str, Any]:
    hidden = torch.randn(tokens, config.hidden_size, dtype=torch.bfloat16, device=DEVICE)
    scales, ids = route(config, hidden, weights.router)
    stacked = stacked_experts(hidden, scales, ids, weights)
    same = torch.equal(stacked, stacked_experts(hidden, scales, ids, weights))
    return {
        "what": "experts",
        "tokens": tokens,
        "difference": difference(stacked, looped_experts(hidden, scales, ids, weights)),
        "same_bits_twice": same,
        "stacked_ms": 1e3 * timed_s(lambda: stacked_experts(hidden, scales, ids, weights))[0],
        "looped_ms": 1e3 * timed_s(lambda: looped_experts(hidden, scales, ids, weights))[0],
    }


def check_attention(config: ModelConfig, tokens: int, seen: int, window: int | None) -> dict[str, Any]:
    """The last `tokens` of `seen` against all scores and a mask, in float32."""
    queries = torch.randn(tokens, config.query_heads, config.head_dim, dtype=torch.bfloat16, device=DEVICE)
    keys, values = torch.randn(2, config.kv_heads, seen, config.head_dim, dtype=torch.bfloat16, device=DEVICE)
    query = torch.arange(seen - tokens, seen, device=DEVICE)[:, None]
    key = torch.arange(seen, device=DEVICE)[None]
    mask = key <= query
    if window is not None:
        mask &= key > query - window
    wide_queries, wide_keys, wide_values = (part.float()[None] for part in (queries.transpose(0, 1), keys, values))
    expected = F.scaled_dot_product_attention(wide_queries, wide_keys, wide_values, attn_mask=mask, enable_gqa=True)
    return {
        "what": "attention",
        "tokens": tokens,
        "seen": seen,
        "window": window,
        "difference": difference(
            flash_attention(queries, keys, values, window), expected[0].transpose(0, 1).flatten(1)
        ),
        "ms": 1e3 * timed_s(lambda: flash_attention(queries, keys, values, window))[0],
    }


def check_pass(model: PagedModel, plain: PagedModel, chunk_tokens: int) -> dict[str, Any]:
    """The fused pass against the plain one over the same cache: two chunks, blocks out of order.

    Random routers have many near ties, so some tokens get other experts; the logits are compared loosely.
    """
    ids = torch.randint(model.config.vocab_size, (2 * chunk_tokens,), generator=torch.Generator().manual_seed(1))
    table = tuple(reversed(range(-(-len(ids) // BLOCK_TOKENS))))
    halves = [
        [Chunk(tuple(part.tolist()), start, table)] for part, start in zip(ids.chunk(2), (0, chunk_tokens), strict=True)
    ]
    ours = [model.forward(half) for half in halves][-1]
    same = torch.equal(ours, [model.forward(half) for half in halves][-1])
    keys = model.cache.data[:, :, :, : len(ids)].clone()
    theirs = [plain.forward(half) for half in halves][-1]
    layers = [difference(a, b) for a, b in zip(keys, plain.cache.data[:, :, :, : len(ids)], strict=True)]
    return {
        "what": "pass",
        "tokens": chunk_tokens,
        "difference": max(layers[:2]),  # before the first router
        "by_layer": [round(layer, 4) for layer in layers],
        "logits": difference(ours, theirs),
        "same_bits_twice": same,
    }


def check(config: ModelConfig, model: PagedModel, plain: PagedModel) -> list[dict[str, Any]]:
    experts = next(layer.mlp for layer in model.weights.layers if isinstance(layer.mlp, ExpertWeights))
    with torch.inference_mode():
        results = [check_experts(config, experts, tokens) for tokens in (1, 37, 512, 8192)]
        for tokens, seen, window in ((512, 512, None), (300, 1111, None), (300, 1111, 200), (512, 4607, 4096)):
            results.append(check_attention(config, tokens, seen, window))
    results += [check_pass(model, plain, tokens) for tokens in (333, 2600)]
    for result in results:
        print(json.dumps(result), flush=True)
    for result in results:
        assert result["difference"] < BF16_ROUNDING, result
        assert result.get("same_bits_twice", True), result
    table = tuple(range(16))
    model.forward([Chunk(tuple(range(600)), 0, table)])
    torch.cuda.set_sync_debug_mode("error")
    try:  # over blocks in order and out of order, and with two sequences
        model.forward([Chunk(tuple(range(300)), 600, table)])
        model.forward([Chunk(tuple(range(300)), 0, table[::-1]), Chunk(tuple(range(10)), 600, table)])
    finally:
        torch.cuda.set_sync_debug_mode("default")
    return results


def measure(model: PagedModel, prompt: int, chunk_tokens: int, all_layers: int) -> dict[str, Any]:
    ids = torch.randint(model.config.vocab_size, (prompt,), generator=torch.Generator().manual_seed(0)).tolist()
    table = tuple(range(-(-prompt // BLOCK_TOKENS)))
    chunks = [Chunk(tuple(ids[i : i + chunk_tokens]), i, table) for i in range(0, prompt, chunk_tokens)]

    def run() -> None:
        for chunk in chunks:
            model.forward([chunk])

    whole_s, host_s = timed_s(run, 1 if prompt >= LONG else REPEATS)
    layers = len(model.config.layers)
    return {
        "what": "prefill",
        "prompt_tokens": prompt,
        "chunk_tokens": min(chunk_tokens, prompt),
        "layers": layers,
        "ms": whole_s * 1e3,
        "host_ms": host_s * 1e3,
        "tokens_per_s": prompt / whole_s,
        f"tokens_per_s_at_{all_layers}_layers": prompt / whole_s * layers / all_layers,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="north-mini-code")
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--prompts", type=int, nargs="+", default=[32768, 131072], help="tokens of the long prompts")
    parser.add_argument("--chunks", type=int, nargs="+", default=[512, 2048, 8192], help="tokens of one step")
    parser.add_argument("--plain", action="store_true", help="measure the pass without own kernels")
    parser.add_argument("--no-ops", action="store_true", help="leave out the operations and kernels of one step")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    whole = find_shape(arguments.model)
    config = replace(whole, layers=whole.layers[: arguments.layers])
    blocks = max(128, -(-max(*arguments.prompts, *arguments.chunks) // BLOCK_TOKENS))
    weights = random_weights(config, torch.bfloat16, DEVICE)
    plain = PagedModel(config, weights, blocks, fused=False)
    model = PagedModel(config, weights, blocks)
    results = check(config, model, plain)
    measured = plain if arguments.plain else model
    for prompt in arguments.prompts:
        for chunk_tokens in arguments.chunks:
            for length in sorted({chunk_tokens, prompt} if prompt == arguments.prompts[0] else {prompt}):
                results.append(measure(measured, length, chunk_tokens, len(whole.layers)))
                print(json.dumps(results[-1]), flush=True)
    if not arguments.no_ops:
        if not arguments.plain:
            for start, tokens in ((24576, 8192), (30720, 2048), (16384, 512)):
                results += print_ops(model, start, tokens, len(whole.layers))
        for start, tokens in ((24576, 8192), (16384, 512)):
            chunk = Chunk(tuple(range(tokens)), start, tuple(range(blocks)))
            print_kernels(lambda chunk=chunk: measured.forward([chunk]))
    peak_gib = torch.cuda.max_memory_allocated() / 2**30
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, {peak_gib:.1f} GiB at most")
    if arguments.out is not None:
        report = describe() | {
            "gpu": torch.cuda.get_device_name(),
            "torch": torch.__version__,
            "peak_gib": peak_gib,
            "fused": not arguments.plain,
        }
        arguments.out.write_text(json.dumps(report | {"results": results}, indent=2) + "\n")


if __name__ == "__main__":
    main()
