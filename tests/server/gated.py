"""A real engine whose steps a test can hold, and what its server's `/metrics` tells."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import torch
from prometheus_client.parser import text_string_to_metric_families

from localcoder.chat.local import LocalChatModel
from localcoder.engine.backend import Chunk
from localcoder.engine.engine import Engine
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.engine.request import SamplingParams
from tests.chat.conftest import NORTH_TOKENS, write_tokenizer
from tests.engine.fake_backend import FakeBackend
from tests.server.conftest import Running

SAYS = 65
"""The token that is drawn again and again; a letter."""


class GatedBackend(FakeBackend):
    """Says one letter without end. Computes a step only while `gate` is set."""

    def __init__(self, **options: int) -> None:
        super().__init__(**options)
        self.gate = threading.Event()
        self.gate.set()
        self.steps = 0
        """Steps begun, the one that is held included."""
        self.hold_at: int | None = None
        """Close the gate before this step."""

    def _compute(self, chunks: Sequence[Chunk]) -> torch.Tensor:
        self.steps += 1
        if self.steps == self.hold_at:
            self.gate.clear()
        self.gate.wait()
        logits = torch.zeros(len(chunks), self.vocab_size)
        logits[:, SAYS] = 50
        return logits


class GatedModel(LocalChatModel):
    """A chat model named `gated`, with its backend at hand."""

    def __init__(self, folder: Path, backend: GatedBackend | None = None, **options: Any) -> None:
        tokenizer = write_tokenizer(folder, NORTH_TOKENS)
        for name in ("chat_template.jinja", "localcoder.json"):
            shutil.copy(POCKET_DIRECTORY / name, folder)
        self.backend = backend or GatedBackend(
            vocab_size=tokenizer.vocab_size,
            total_blocks=options.pop("total_blocks", 64),
            max_rows=options.pop("max_rows", 8),
        )
        config: Any = SimpleNamespace(vocab_size=self.backend.vocab_size, context_tokens=10**6)
        options.setdefault("generation_defaults", SamplingParams(temperature=0))
        super().__init__(Engine(config, tokenizer, self.backend, directory=folder, **options), "gated")

    @property
    def held(self) -> bool:
        """Whether a step has begun and cannot go on."""
        return self.backend.steps > 0 and not self.backend.gate.is_set()

    def end(self) -> None:
        """Let go and close the engine."""
        self.backend.gate.set()
        self.engine.close()


def metrics_of(server: Running, **headers: str) -> dict[str, float]:
    """Every sample of `/metrics`, its name with the labels as they are written but without `localcoder_`."""
    response = httpx.get(f"{server.url}/metrics", headers=headers, verify=False)
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/plain")
    samples = {}
    for family in text_string_to_metric_families(response.text):
        assert family.name.startswith("localcoder"), family.name
        assert family.documentation
        for sample in family.samples:
            labels = ",".join(f'{name}="{value}"' for name, value in sample.labels.items())
            name = sample.name.removeprefix("localcoder_") + (f"{{{labels}}}" if labels else "")
            assert name not in samples
            samples[name] = sample.value
    return samples


def is_idle(server: Running) -> bool:
    """Whether nothing is left of any request."""
    now = metrics_of(server)
    names = ("requests_active", "sequences_running", "sequences_waiting", 'kv_blocks{state="used"}')
    return not any(now[name] for name in names)
