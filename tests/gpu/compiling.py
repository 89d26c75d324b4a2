"""Compiles the kernels of all test models side by side.

`python -m tests.gpu.compiling FOLDER` does so for an H200 where there is no GPU; tests then find them with
LOCALCODER_TEST_CUBINS=FOLDER.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from localcoder.engine.megakernel.compiler import CompileFailed, KernelSource, compile_kernel
from localcoder.engine.megakernel.device import H200, KernelDevice
from tests.gpu.models import CONFIGS

KERNELS = Path("localcoder", "kernels")
"""Below the folder that stands for the user's cache directory."""


def compile_all(folder: Path, device: KernelDevice) -> list[str]:
    """Compile every test model's kernel, and those of its first layers, into `folder`, a process for each.

    Returns:
        What the compiler refused, a message each; the tests that need those kernels fail with it too.
    """
    configs = [
        replace(config, layers=config.layers[:layers])
        for config in (make() for make in CONFIGS.values())
        for layers in range(1, 1 + len(config.layers))
    ]
    sources = [KernelSource.of(config, device) for config in configs]
    # Not forked: a process that has used CUDA must not be.
    context = multiprocessing.get_context("spawn")
    workers = min(len(sources), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        running = [pool.submit(compile_kernel, source, folder / KERNELS) for source in sources]
        failures = [future.exception() for future in running]
    return [str(failure) for failure in failures if isinstance(failure, CompileFailed)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    failures = compile_all(arguments.folder, H200)
    print("\n".join(failures) or f"compiled into {arguments.folder / KERNELS}")
    raise SystemExit(1 if failures else 0)


if __name__ == "__main__":
    main()
