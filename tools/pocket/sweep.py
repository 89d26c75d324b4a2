"""Compare settings of the trainer on the same batches, compiled once: each a short training from the same weights.

    python3 -m tools.pocket.sweep SETTINGS --stream EMPTY --out OUT --steps 600 --makers 14 [options of train_pocket]

SETTINGS is JSON, a list of options that differ from those given: `[{}, {"lr": 0.006}, {"decay": 0.1, "warmup": 60}]`.
What the compiler sees (rows, length, shape) and the stream stay the same. OUT/sweep.json gets, for each one, the losses
as it learnt and how well it does on conversations held back; it is written anew after each, so that none is lost where
the time runs out. One GPU does all of it.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from pathlib import Path
from typing import Any

import torch

from tools import train_pocket
from tools.pocket.data import OTHER_WEIGHT, Rows
from tools.pocket.model import PocketModel, Shape
from tools.pocket.ranks import Ranks
from tools.pocket.stream import Recipe
from tools.pocket.validation import answer_loss

ALLOWED = {"lr", "adam_lr", "decay", "warmup", "cooldown", "balance", "seed", "steps", "other", "other_end"}
"""Options that neither the compiler nor the makers of the stream see."""
HELD_BATCHES = 4


def read_settings(text: str) -> list[dict[str, Any]]:
    """The settings of a JSON text.

    Raises:
        ValueError: it is something else, or an option cannot differ.
    """
    settings = json.loads(text)
    if not isinstance(settings, list) or not all(isinstance(one, dict) for one in settings):
        raise ValueError(f"a list of objects is needed, not {text}")
    for name in (name for one in settings for name in one):
        if name not in ALLOWED:
            raise ValueError(f"{name} cannot differ; these can: {', '.join(sorted(ALLOWED))}")
    return settings


def held_loss(trainer: train_pocket.Trainer) -> float:
    """The loss of the assistant's tokens in conversations held back."""

    def loss_of(rows: Rows) -> tuple[float, float]:
        total, count = trainer.losses(train_pocket.Batch.of(rows, (0, 1), OTHER_WEIGHT, trainer.device))[1].tolist()
        return total, count

    held = trainer.options.stream / "held.xz"
    return answer_loss(held, trainer.options.length, trainer.rows, HELD_BATCHES, loss_of)


def sweep(settings: list[dict[str, Any]], arguments: list[str]) -> list[dict[str, Any]]:
    """The outcome of each setting; see the module."""
    began_s = time.monotonic()
    options = train_pocket.parse([*arguments, "--ranks", "1"])
    Recipe(options.seed, options.conversations, options.length).claim(options.stream)
    options.out.mkdir(parents=True, exist_ok=True)
    making = train_pocket.makers(options) if options.makers else None
    outcomes: list[dict[str, Any]] = []
    compiled = None
    torch.set_float32_matmul_precision("high")
    device = torch.device("cuda", 0) if torch.cuda.is_available() else torch.device("cpu")
    model = PocketModel(Shape(**options.shape)).to(device)
    try:
        for setting in settings:
            now = copy.copy(options)
            vars(now).update(setting, started_s=time.monotonic())
            torch.manual_seed(now.seed)
            model.load_state_dict(PocketModel(Shape(**options.shape)).state_dict())
            trainer = train_pocket.Trainer(now, Ranks(), device, model)
            trainer.log["options"] = {}
            if compiled is not None:
                trainer.flex, trainer.step_function = compiled
            trainer.run()
            compiled = trainer.flex, trainer.step_function
            outcome = {"setting": setting, "held_loss": round(held_loss(trainer), 5), **trainer.log}
            outcomes.append(outcome)
            (options.out / "sweep.json").write_text(json.dumps(outcomes, indent=1) + "\n", encoding="utf-8")
            print(
                f"{json.dumps(setting)}: held loss {outcome['held_loss']} after {time.monotonic() - began_s:.0f} s",
                flush=True,
            )
    finally:
        if making is not None:
            making.terminate()
            making.wait()
    return outcomes


if __name__ == "__main__":
    try:
        given = read_settings(Path(sys.argv[1]).read_text(encoding="utf-8"))
    except (IndexError, OSError, ValueError) as error:
        sys.exit(f"SETTINGS is needed, a file of JSON: {error}")
    sweep(given, sys.argv[2:])
