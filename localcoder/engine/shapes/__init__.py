"""Models whose sizes are built in, so that their speed can be measured with random weights where they are not at hand.

A shape is the part of the model's `config.json` that decides its numbers, read by `ModelConfig` like any other.
"""

from __future__ import annotations

from pathlib import Path

from localcoder.engine.config import ModelConfig
from localcoder.engine.models import POCKET, POCKET_DIRECTORY
from localcoder.errors import UsageError

_DIRECTORY = Path(__file__).parent

SHAPES: dict[str, Path] = {
    POCKET: POCKET_DIRECTORY / "config.json",
    **{file.stem: file for file in sorted(_DIRECTORY.glob("*.json"))},
}
"""The file that describes each shape, by the name that `localcoder bench --model` takes."""


def find_shape(name: str) -> ModelConfig:
    """The sizes of the model `name`.

    Raises:
        UsageError: no such shape is built in; lists those that are.
    """
    if name not in SHAPES:
        raise UsageError(f"--model {name}: has no built-in shape for random weights; known are {', '.join(SHAPES)}.")
    return ModelConfig.from_file(SHAPES[name])
