"""The models that the megakernel is tested with. Imports no more than that takes: GPU machines are bare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import torch

import localcoder
from localcoder.engine.config import LayerConfig, ModelConfig
from localcoder.engine.weights import ModelWeights
from tests.fakes.decoding import first_layers, moved, random_weights, read_weights

POCKET_DIRECTORY = Path(localcoder.__file__).parent / "engine" / "pocket"


@dataclass(frozen=True, eq=False)
class Model:
    """A model's first layers, or all; the weights are bfloat16. Equal to itself alone, so that it can be a key."""

    name: str
    config: ModelConfig
    weights: ModelWeights

    def first(self, layers: int) -> Model:
        """The model that ends after its first `layers` layers; always the same object."""
        return self if layers == len(self.config.layers) else _cut(self, layers)

    def on(self, device: torch.device) -> Model:
        """The same with its weights on another device."""
        return Model(self.name, self.config, moved(self.weights, device))


@cache
def _cut(model: Model, layers: int) -> Model:
    config, weights = first_layers(model.config, model.weights, layers)
    return Model(f"{model.name}[:{layers}]", config, weights)


@cache
def load(name: str, device: torch.device) -> Model:
    """One of MODELS; loaded once for each device."""
    config = CONFIGS[name]()
    if name == "pocket":
        return Model(name, config, read_weights(POCKET_DIRECTORY, config, device=device))
    # Made where it is used where that takes long: other numbers on each kind of device, which no test minds.
    made_on = device if name == "wide" else torch.device("cpu")
    return Model(name, config, random_weights(config, seed=11, device=made_on)).on(device)


def _pocket() -> ModelConfig:
    return ModelConfig.from_file(POCKET_DIRECTORY)


def _small() -> ModelConfig:
    """Widths that divide badly: three steps of 32 columns an expert, five in the dense layer; a window of 100."""
    return replace(
        _pocket(),
        vocab_size=2048,
        hidden_size=1024,
        layers=(LayerConfig(None, True, False), LayerConfig(100, True, True), LayerConfig(None, False, True)),
        query_heads=16,
        kv_heads=2,
        dense_ff=160,
        experts=16,
        experts_per_token=4,
        expert_ff=96,
        logit_scale=0.5,
        tied_head=False,
        context_tokens=200_000,
    )


def _wide() -> ModelConfig:
    """North Mini Code's widths, with few layers and experts."""
    return replace(
        _pocket(),
        vocab_size=8192,
        hidden_size=2048,
        layers=(LayerConfig(None, True, False), LayerConfig(4096, True, True), LayerConfig(None, False, True)),
        query_heads=32,
        kv_heads=4,
        dense_ff=3072,
        experts=16,
        experts_per_token=8,
        expert_ff=768,
    )


def _sliding() -> ModelConfig:
    """Nothing but layers with a window of 4096; a softmax over the chosen experts, two of eight."""
    return replace(
        _pocket(),
        vocab_size=1024,
        layers=(LayerConfig(4096, True, True), LayerConfig(4096, True, True)),
        experts_per_token=2,
        dense_ff=0,
        router="softmax_of_top",
    )


CONFIGS: dict[str, Callable[[], ModelConfig]] = {
    "pocket": _pocket,
    "small": _small,
    "wide": _wide,
    "sliding": _sliding,
}
"""What each model is, by name."""
MODELS = tuple(CONFIGS)
