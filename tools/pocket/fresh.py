"""Make packed conversations without end, for a training run that reads them as they come.

    python3 -m tools.pocket.fresh SEED MODEL_DIRECTORY OUT_DIRECTORY

One process a core, each with a seed of its own. A file appears in OUT_DIRECTORY only when it is whole.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tools.pocket.data import LONGEST, pack
from tools.pocket.world import Generator, record

CONVERSATIONS = 300
"""In one file."""


async def make(seed: int, directory: Path, out: Path) -> None:
    """Write file after file until the process is ended."""
    generator = Generator(f"fresh {seed}")
    number = 0
    while True:
        lines = [record(await generator.conversation()) for _ in range(CONVERSATIONS)]
        part = out / f"{seed}-{number}.part"
        pack(lines, directory, LONGEST).save(part)
        part.rename(part.with_suffix(".xz"))
        number += 1


if __name__ == "__main__":
    asyncio.run(make(int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])))
