"""Make the stream of training rows: blocks in order, by as many processes as there are cores.

    python3 -m tools.pocket.fresh MODEL_DIRECTORY OUT_DIRECTORY --seed 1 [--processes N] [--blocks N]

Blocks that OUT_DIRECTORY has already are not made again. `held.xz` there gets conversations for validation. Without
`--blocks` it goes on until it is ended.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import signal
import sys
import time
import traceback
from multiprocessing import connection
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

from tools.pocket.data import LONGEST, Dataset, pack
from tools.pocket.stream import CONVERSATIONS, LENGTH, Recipe, block_path, save_block
from tools.pocket.world import Generator, record

HELD = 700
"""Conversations that are only for validation."""


async def conversations(seeds: list[str], directory: Path) -> Dataset:
    """The packed conversations of these seeds, in order."""
    lines = [record(await Generator(seed).conversation()) for seed in seeds]
    return pack(lines, directory, LONGEST)


async def make_block(recipe: Recipe, number: int, directory: Path, out: Path) -> None:
    """Write one block."""
    first = number * recipe.conversations
    seeds = [recipe.generator_seed(n) for n in range(first, first + recipe.conversations)]
    save_block(await conversations(seeds, directory), recipe.length, block_path(out, number))


async def make_held(recipe: Recipe, count: int, directory: Path, out: Path) -> None:
    """Write the conversations for validation."""
    dataset = await conversations([recipe.held_seed(n) for n in range(count)], directory)
    part = out / "held.part"
    dataset.save(part)
    part.rename(out / "held.xz")


def work(
    recipe: Recipe, directory: Path, out: Path, last: int, held: int, following: Synchronized[int], pause_s: float
) -> None:
    """Make what is next until all is there. The first is what is held back, before block 0."""
    os.nice(10)
    parent = os.getppid()
    try:
        while os.getppid() == parent:
            with following.get_lock():
                number = following.value
                following.value += 1
            if number >= last:
                return
            time.sleep(pause_s)
            if number < 0:
                if not (out / "held.xz").exists():
                    asyncio.run(make_held(recipe, held, directory, out))
            elif not block_path(out, number).exists():
                asyncio.run(make_block(recipe, number, directory, out))
    except BaseException:
        (out / "failed").write_text(traceback.format_exc(), encoding="utf-8")
        raise


def make(
    recipe: Recipe, directory: Path, out: Path, *, processes: int, blocks: int | None, held: int, pause_s: float = 0.0
) -> None:
    """Make blocks with several processes; returns when there are `blocks`.

    Raises:
        RuntimeError: a process failed.
    """
    recipe.claim(out)
    (out / "failed").unlink(missing_ok=True)
    context = multiprocessing.get_context("spawn")
    following = context.Value("q", -1)
    last = 2**62 if blocks is None else blocks
    workers = [
        context.Process(
            target=work, args=(recipe, directory, out, last, held, following, pause_s * number), daemon=True
        )
        for number in range(processes)
    ]
    for worker in workers:
        worker.start()
    while workers:
        connection.wait([worker.sentinel for worker in workers])
        for worker in [worker for worker in workers if not worker.is_alive()]:
            worker.join()
            workers.remove(worker)
            if worker.exitcode:
                text = f"a process ended with {worker.exitcode}"
                if not (out / "failed").exists():
                    (out / "failed").write_text(text, encoding="utf-8")
                raise RuntimeError(text)


def main() -> None:
    """Read the command line and make blocks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path, help="with the tokenizer and the chat template")
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--conversations", type=int, default=CONVERSATIONS, help="in a block")
    parser.add_argument("--length", type=int, default=LENGTH, help="tokens in a row")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--blocks", type=int, help="how many; without end where it is not given")
    parser.add_argument("--held", type=int, default=HELD, help="conversations for validation")
    options = parser.parse_args()
    os.environ["PYTHONHASHSEED"] = "0"  # of the processes: sets that generated scripts print
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    make(
        Recipe(options.seed, options.conversations, options.length),
        options.directory,
        options.out,
        processes=options.processes,
        blocks=options.blocks,
        held=options.held,
    )


if __name__ == "__main__":
    main()
