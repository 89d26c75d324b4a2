"""Rehearse a retraining on the CPU, at a tiny size and with no effect on the tree, in less than a minute.

    python3 -m tools.pocket.rehearse [FOLDER]

Tokenizer, stream, training by two ranks, export, loading by the engine, and two tasks of the exam: the same code as the
real thing, so that time on a GPU is not lost to what could have been found here. FOLDER keeps what it made.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from bench.exam import TASKS
from bench.exam.sitting import attempt
from localcoder.chat.local import LocalChatModel
from localcoder.engine.engine import Engine
from localcoder.engine.models import POCKET_DIRECTORY
from tools import train_pocket
from tools.pocket import tokenizer
from tools.pocket.export import Places, export
from tools.pocket.trained_on import texts

STEPS = 30
SHAPE = {"layers": 2, "hidden": 128, "heads": 2, "head_dim": 64, "dense_ff": 128}
TASKS_TRIED = 2


async def _sit(directory: Path) -> list[str]:
    """What becomes of the first tasks; nothing can be expected of such a model."""
    model = LocalChatModel(Engine.load(directory), "rehearsal")
    try:
        return [
            f"{task.id}: {'solved' if (await attempt(model, task))['solved'] else 'not solved'}"
            for task in TASKS[:TASKS_TRIED]
        ]
    finally:
        await model.close()


def rehearse(folder: Path) -> None:
    """Do all of it in `folder`."""
    began_s = time.monotonic()

    def say(text: str) -> None:
        print(f"[{time.monotonic() - began_s:.0f} s] {text}", flush=True)

    package, model = folder / "package", folder / "model"
    shutil.copytree(POCKET_DIRECTORY, package)
    tokenizer.make(model, 200)
    say("the tokenizer is trained")
    options = ["--plain", "--split", "--shape", json.dumps(SHAPE), "--length", "2048", "--rows", "2"]
    options += ["--steps", str(STEPS), "--minutes", "5", "--ranks", "2", "--makers", "2", "--warmup", "1"]
    options += ["--conversations", "20", "--held", "12", "--model", str(model)]
    if train_pocket.main([*options, "--stream", str(folder / "stream"), "--out", str(folder / "out")]):
        raise SystemExit("the training was not finished")
    say("the model is trained")
    places = Places(package, folder / "pocket-training.json", folder / "trained_on.txt")
    export(folder / "out", places, asyncio.run(texts()))
    say("it is exported")
    for line in asyncio.run(_sit(package)):
        say(line)
    say("all of it works")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        rehearse(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as temporary:
            rehearse(Path(temporary))
