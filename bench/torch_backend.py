"""Speed of the torch backend alone: decode steps and prefills of random tokens, without sampling or agent.

`python -m bench.torch_backend [--model pocket] [--threads 2] [--out bench/results/torch-cpu-pocket.json]`
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import torch

from bench.machine import describe
from localcoder.engine.backend import BLOCK_TOKENS, Chunk
from localcoder.engine.checkpoint import parameter_count
from localcoder.engine.config import ModelConfig
from localcoder.engine.models import find_model
from localcoder.engine.torch_backend import TorchBackend

LONGEST = 4096
CHUNK_TOKENS = 512
"""Prompt tokens of one step, as in the engine."""


def step_bytes(config: ModelConfig, context_tokens: int, itemsize: int) -> int:
    """Bytes that one decode step at batch 1 must read: weights of the chosen experts only, keys and values."""
    unchosen = config.experts - config.experts_per_token
    idle = sum(layer.moe for layer in config.layers) * unchosen * 3 * config.hidden_size * config.expert_ff
    embedding = 0 if config.tied_head else config.vocab_size * config.hidden_size
    seen = sum(min(layer.window or context_tokens, context_tokens) for layer in config.layers)
    return (parameter_count(config) - idle - embedding + 2 * config.kv_size * seen) * itemsize


def bandwidth_bytes_per_s() -> float:
    """What a plain sum over memory reads, the best of several."""
    data = torch.ones(64 * 1024**2)
    return data.nbytes / min(timed(data.sum) for _ in range(10))


def timed(function: Callable[[], object]) -> float:
    begin = time.perf_counter()
    function()
    return time.perf_counter() - begin


def prefill(backend: TorchBackend, ids: tuple[int, ...], table: tuple[int, ...]) -> None:
    for start in range(0, len(ids), CHUNK_TOKENS):
        backend.prefill([Chunk(ids[start : start + CHUNK_TOKENS], start, table)])


def measure(config: ModelConfig, backend: TorchBackend) -> list[dict[str, object]]:
    draw = random.Random(0)
    ids = tuple(draw.choices(range(config.vocab_size), k=LONGEST))
    blocks = LONGEST // BLOCK_TOKENS
    table = tuple(range(blocks))
    bandwidth = bandwidth_bytes_per_s()
    results: list[dict[str, object]] = []
    for tokens in (100, 1000, LONGEST - 128):
        times = [timed(lambda n=tokens: prefill(backend, ids[:n], table)) for _ in range(5)]
        results.append(
            {"what": "prefill", "tokens": tokens, "best_s": min(times), "median_s": statistics.median(times)}
        )
    for context in (100, 1000, LONGEST - 128):
        rows = [Chunk((ids[i],), context + i, table) for i in range(100)]
        times = [timed(lambda row=row: backend.decode([row])) for row in rows]
        median = statistics.median(times)
        moved = step_bytes(config, context, backend.dtype.itemsize)
        results.append(
            {
                "what": "decode",
                "batch": 1,
                "context_tokens": context,
                "best_ms": min(times) * 1e3,
                "median_ms": median * 1e3,
                "tokens_per_s": 1 / median,
                "bytes_per_step": moved,
                "share_of_bandwidth": moved / median / bandwidth,
            }
        )
    batch = [Chunk((ids[row],), 64 * row + 100, table) for row in range(backend.max_rows)]
    median = statistics.median(timed(lambda: backend.decode(batch)) for _ in range(50))
    results.append(
        {"what": "decode", "batch": len(batch), "median_ms": median * 1e3, "tokens_per_s": len(batch) / median}
    )
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="pocket")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    directory = find_model(arguments.model).directory
    config = ModelConfig.from_file(directory)
    results = measure(config, TorchBackend(directory, config, total_blocks=LONGEST // BLOCK_TOKENS))
    report = describe() | {"torch": torch.__version__, "threads": arguments.threads, "results": results}
    text = json.dumps(report, indent=2)
    print(text)
    if arguments.out is not None:
        arguments.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
