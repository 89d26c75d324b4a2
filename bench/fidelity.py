"""How faithful the decode kernel is: its logits, experts and tokens against float64, the torch code's beside them.

`python -m bench.fidelity [--commit ID] [--out bench/results/fidelity-h200.json]`

Needs a Hopper GPU. Kernel and torch code compute in bfloat16 from the same weights, keys and values. Errors are norms
of differences over norms. The models are those of `tests/gpu/models.py`: the trained pocket model, and random ones with
divisions that leave rests (`small`), with North Mini Code's widths (`wide`), and with windows alone (`sliding`).
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from localcoder.engine.benchmark.machine import describe
from localcoder.engine.megakernel.twin import Twin, TwinRow
from tests.fakes.buffers import compare_buffers
from tests.fakes.decoding import fill
from tests.gpu.measure import choices, logit_errors, token_agreement
from tests.gpu.models import CONFIGS, Model, load
from tests.gpu.rows import RAGGED, clear_rows, text_ids
from tests.gpu.stage import BLOCKS, DEVICE, STAND_IN, geometry_of, make_kernel, set_out, step, values_of

TEXT_TOKENS = 16 if STAND_IN else 512
SEEDS = 1 if STAND_IN else 4
REPEATS = 2 if STAND_IN else 1000


def logits(model: Model) -> dict[str, Any]:
    """Relative errors over several sets of eight ragged rows."""
    kernel = make_kernel(model)
    found = [logit_errors(model, kernel, clear_rows(model, RAGGED, seed=seed)) for seed in range(SEEDS)]
    kernel.free()
    return {
        "model": model.name,
        "rows": 8 * SEEDS,
        "kernel": max(errors.kernel for errors in found),
        "torch_bf16": max(errors.torch_bf16 for errors in found),
        "kernel_no_worse": all(errors.kernel <= errors.torch_bf16 for errors in found),
        "rows_no_worse": sum(
            ours <= other
            for errors in found
            for ours, other in zip(errors.kernel_rows, errors.torch_bf16_rows, strict=True)
        ),
    }


def experts(whole: Model) -> dict[str, Any]:
    """Chosen experts of every layer."""
    compared = too_close = 0
    wrong: list[str] = []
    for layers, layer in enumerate(whole.config.layers, 1):
        if layer.moe:
            model = whole.first(layers)
            kernel = make_kernel(model)
            for seed in range(SEEDS):
                found = choices(model, kernel, clear_rows(whole, RAGGED, seed=seed))
                compared += found.compared
                too_close += found.too_close
                wrong += found.wrong
            kernel.free()
    return {"model": whole.name, "compared": compared, "margin_within_torchs_error": too_close, "wrong": wrong}


def buffers(model: Model) -> list[dict[str, Any]]:
    """What the last layer left, against the twin in bfloat16."""
    kernel, rows = make_kernel(model), clear_rows(model, RAGGED)
    geometry = geometry_of(kernel, model)
    set_out(kernel, rows)
    step(kernel, rows)
    cpu = torch.device("cpu")
    twin = Twin(model.config, model.on(cpu).weights, geometry, total_blocks=BLOCKS, dtype=torch.bfloat16)
    fill(twin.cache, rows)
    twin.step([TwinRow(row.token, row.position, row.table) for row in rows])
    found = compare_buffers(model.config, geometry, rows, values_of(kernel, model, steps=1), twin.buffers)
    kernel.free()
    return [{"model": model.name, "holds": difference.holds} | asdict(difference) for difference in found]


def repeats(model: Model) -> dict[str, Any]:
    """How many of many steps gave the first one's bits, and of eight rows alone theirs among the others."""
    kernel, rows = make_kernel(model), clear_rows(model, RAGGED)
    set_out(kernel, rows)
    first = step(kernel, rows)
    same = sum(torch.equal(step(kernel, rows), first) for _ in range(REPEATS))
    alone = sum(torch.equal(step(kernel, [row])[0], first[place]) for place, row in enumerate(rows))
    kernel.free()
    return {"model": model.name, "steps": REPEATS, "same_bits": same, "rows": 8, "same_bits_alone": alone}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commit", help="of the code, where it was copied without its history")
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    models = [load(name, DEVICE) for name in CONFIGS]
    pocket = models[0]
    kernel = make_kernel(pocket)
    tokens = asdict(token_agreement(pocket, kernel, text_ids(TEXT_TOKENS)))
    kernel.free()
    report = describe(DEVICE, "python -m bench.fidelity", arguments.commit) | {
        "logits": [logits(model) for model in models],
        "experts": [experts(model) for model in models],
        "tokens": tokens,
        "repeats": [repeats(model) for model in models],
        "buffers": [entry for model in models for entry in buffers(model)],
    }
    text = json.dumps(report, indent=2)
    print(text)
    if arguments.out is not None:
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
