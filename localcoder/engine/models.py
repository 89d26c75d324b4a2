"""The models on this machine: the built-in one, directories, and what was pulled from the Hugging Face Hub.

Needs no torch, so that listing is quick.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from localcoder.engine.checkpoint import Checkpoint, parameter_count
from localcoder.engine.config import ModelConfig
from localcoder.errors import UsageError

POCKET = "pocket"
POCKET_DIRECTORY = Path(__file__).parent / "pocket"


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What the files of a model say of it."""

    family: str
    parameters: int
    context_tokens: int
    weight_bytes: int
    """Bytes of the tensors as stored."""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A model by the name that `--model` takes and the directory that holds its files."""

    name: str
    directory: Path

    @property
    def disk_bytes(self) -> int:
        """Bytes of the model's files."""
        return sum(file.stat().st_size for file in self.directory.rglob("*") if file.is_file())

    def facts(self) -> ModelFacts:
        """Read and check the model's config.json and the headers of its weights.

        Raises:
            UsageError: this version cannot run it, or its files are incomplete; names file and field.
        """
        config = ModelConfig.from_file(self.directory)
        checkpoint = Checkpoint.open(self.directory)
        checkpoint.check(config)
        return ModelFacts(config.family, parameter_count(config), config.context_tokens, checkpoint.size_bytes)


def find_model(name: str) -> ModelEntry:
    """The model that `name` means: `pocket`, a directory, or the id of a pulled hub model.

    Raises:
        UsageError: there is no such model here; says how to get it.
    """
    if name == POCKET:
        if not _has_weights(POCKET_DIRECTORY):
            raise UsageError(f"{POCKET_DIRECTORY}: the built-in model's weights are missing; install localcoder again.")
        return ModelEntry(POCKET, POCKET_DIRECTORY)
    path = Path(os.path.expanduser(name))
    if name and os.path.isdir(path):
        if not os.path.exists(path / "config.json"):
            raise UsageError(f"{path}: is not a model's directory (it has no config.json).")
        return ModelEntry(path.resolve().name, path.resolve())
    if os.path.isfile(path):
        raise UsageError(f"{path}: is a file; give the model's directory.")
    if name.count("/") != 1 or name.startswith((".", "/", "~")):
        raise UsageError(
            f"Model {name}: there is no such directory and no such built-in model; built in is `{POCKET}`, "
            "models of the Hugging Face Hub are named `organisation/name`."
        )
    # Only here and below: the Hub's library takes as long to import as all the rest, and most models need none of it.
    from localcoder.engine.hub import pulled_directory

    directory = pulled_directory(name)
    if directory is None:
        raise UsageError(f"Model {name}: is not on this machine; get it with `localcoder models pull {name}`.")
    return ModelEntry(name, directory)


def list_models() -> list[ModelEntry]:
    """The built-in model, if its weights are there, and every pulled one, by name."""
    from localcoder.engine.hub import pulled_models

    built_in = [ModelEntry(POCKET, POCKET_DIRECTORY)] if _has_weights(POCKET_DIRECTORY) else []
    return built_in + [ModelEntry(name, directory) for name, directory in pulled_models()]


def _has_weights(directory: Path) -> bool:
    return (directory / "config.json").exists() and any(directory.glob("*.safetensors"))
