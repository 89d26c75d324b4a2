"""Launches of the pocket model's kernel for compute-sanitizer: eight rows, every way to draw, no deadline.

    compute-sanitizer --error-exitcode 9 --kernel-name kne=decode --tool memcheck \\
        python -m tests.gpu.sanitize --layers 3 --steps 2
    compute-sanitizer --error-exitcode 9 --kernel-name kne=decode --tool racecheck \\
        python -m tests.gpu.sanitize --layers 2 --steps 1 --each-thread-arrives

Three layers are one of each kind: dense, with a window, without. Without --error-exitcode a run with errors ends with
0; without --kernel-name PyTorch's kernels are checked as well, slowly; --report-api-errors no leaves out what the CUDA
bindings ask the driver for in vain. racecheck does not follow what a warp's own barrier orders, so for it each thread
tells by itself that it has read a slot, where otherwise one does so for its warp. Set LOCALCODER_TEST_CUBINS to a
folder of compiled kernels (`tests.gpu.compiling`) to compile nothing under it.
"""

from __future__ import annotations

import argparse
import os
from typing import Any

import torch

from localcoder.engine.megakernel.compiler import KernelSource, compile_kernel
from localcoder.engine.megakernel.driver import kernel_device
from localcoder.engine.request import SamplingParams
from tests.fakes.decoding import Row, random_past, scattered_tables
from tests.gpu.models import load
from tests.gpu.stage import DEVICE, launched, make_kernel, run, set_out, step, wait

LENGTHS = (0, 1, 16, 63, 64, 130, 500, 1100)
"""Around the ends of matrix tiles and blocks; the last is beyond the window."""
SAMPLINGS = (
    SamplingParams(temperature=0.0),
    SamplingParams(),
    SamplingParams(top_p=0.9),
    SamplingParams(top_k=20),
    SamplingParams(min_p=0.05),
    SamplingParams(temperature=0.7, top_p=0.95, top_k=40, min_p=0.01),
    SamplingParams(temperature=2.0, top_p=0.5),
    SamplingParams(temperature=0.0),
)
BLOCKS = 48


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--each-thread-arrives", action="store_true", help="at the barriers of the ring, for racecheck")
    arguments = parser.parse_args()
    if "LOCALCODER_TEST_CUBINS" in os.environ:
        os.environ["XDG_CACHE_HOME"] = os.environ["LOCALCODER_TEST_CUBINS"]
    model = load("pocket", DEVICE).first(arguments.layers)
    tables = scattered_tables([length + arguments.steps for length in LENGTHS], BLOCKS)
    rows = [
        Row(100 + index, length, table, random_past(model.config, length, index))
        for index, (length, table) in enumerate(zip(LENGTHS, tables, strict=True))
    ]
    options: dict[str, Any] = {} if DEVICE.type == "cpu" else {"deadline_s": 0.0}
    if arguments.each_thread_arrives:
        source = KernelSource.of(model.config, kernel_device(DEVICE), defines={"EACH_THREAD_ARRIVES": "1"})
        options["cubin"] = compile_kernel(source)
    kernel = make_kernel(model, BLOCKS, **options)
    set_out(kernel, rows)
    logits = step(kernel, rows[:3])
    lines = run(
        kernel,
        [
            launched(row, place, steps=arguments.steps, sampling=SAMPLINGS[place], seed=place)
            for place, row in enumerate(rows)
        ],
    )
    wait()
    kernel.free()
    assert bool(torch.isfinite(logits).all()), "logits are not finite"
    assert len(lines) == arguments.steps
    assert all(token is not None and 0 <= token < model.config.vocab_size for line in lines for token in line), lines
    print(f"OK: {lines}")


if __name__ == "__main__":
    main()
