"""Which model an engine runs, and how: what is asked for, and whether a running one is that."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from localcoder.chat.local import LocalChatModel
    from localcoder.config.settings import Settings

Say = Callable[[str], None]
"""Takes one line for the user; called from any thread."""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What a loaded `ChatModel` says of itself."""

    name: str
    context_tokens: int
    prompt_profile: Literal["full", "compact"]


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """What to load, and the bounds that were asked for; None leaves them to the engine."""

    name: str
    """What the user calls the model."""
    directory: str
    """Its files, resolved."""
    backend: str = "auto"
    gpu_memory_gib: float | None = None
    context_tokens: int | None = None
    max_queue: int | None = None
    """How many requests may wait; None leaves it to the endpoint."""

    @classmethod
    def of(cls, settings: Settings) -> EngineSpec:
        """What `settings` ask for.

        Raises:
            UsageError: there is no such model.
        """
        # Only here: what knows the Hugging Face Hub takes as long to import as all the rest.
        from localcoder.engine.models import find_model

        entry = find_model(settings.model)
        return cls(
            entry.name,
            str(entry.directory.resolve()),
            settings.backend,
            settings.gpu_memory_gib,
            settings.context_tokens,
        )

    def load(self, progress: Say, notice: Say | None = None) -> LocalChatModel:
        """The model, ready to reply. Blocks while it loads; `progress` is told how far it is.

        `notice` gets lines that the user should see and keep: why the megakernel that was wanted is not used.

        Raises:
            LocalcoderError: it cannot be loaded.
        """
        progress(f"loading {self.name}")  # importing torch already takes a while
        from localcoder.chat.local import LocalChatModel
        from localcoder.engine.engine import Engine

        engine = Engine.load(
            self.directory,
            backend=self.backend,
            gpu_memory_gib=self.gpu_memory_gib,
            context_tokens=self.context_tokens,
            progress=_percent(self.name, progress),
            say=notice,
        )
        return LocalChatModel(engine, self.name)

    def differs_from(self, running: EngineSpec, context_tokens: int | None) -> str | None:
        """Which option asks for another engine than `running`, whose context is `context_tokens`; None if none does.

        What is not asked for, any engine has.
        """
        if self.backend not in ("auto", running.backend):
            return f"--backend {self.backend}"
        if self.gpu_memory_gib is not None and self.gpu_memory_gib < (running.gpu_memory_gib or float("inf")):
            return f"--gpu-memory {self.gpu_memory_gib:g}"
        if self.context_tokens not in (None, running.context_tokens, context_tokens):
            return f"--context {self.context_tokens}"
        if self.max_queue not in (None, running.max_queue):
            return f"--max-queue {self.max_queue}"
        return None


def fingerprint(directory: str) -> str:
    """Changes whenever a file of the model does; read from names, sizes and times alone."""
    digest = hashlib.sha256()
    for path in sorted(Path(directory).iterdir()):
        if path.suffix in (".json", ".jinja", ".safetensors", ".txt", ".model") and path.is_file():
            status = path.stat()
            digest.update(os.fsencode(path.name) + f"\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()[:16]


def _percent(name: str, progress: Say) -> Callable[[int, int], None]:
    """Turns bytes read and bytes in all into lines for `progress`, one for each percent."""
    last = -1

    def show(done_bytes: int, total_bytes: int) -> None:
        nonlocal last
        percent = 100 * done_bytes // max(1, total_bytes)
        if percent != last:
            last = percent
            progress(f"loading {name}: {percent} %")

    return show
