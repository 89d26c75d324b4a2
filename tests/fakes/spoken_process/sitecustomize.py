"""Python runs this when it starts, where this folder is on PYTHONPATH: models of that process say what a script says.

So the real command can be started as any user starts it, and its children too. SPOKEN_SCRIPT names the script as
`module:function`, see `tests.fakes.spoken.Says`; SPOKEN_PROMPTS is a folder in which each prompt is noted as a file.
"""

from __future__ import annotations

import importlib
import os
import uuid
from pathlib import Path
from typing import Any

from localcoder.engine import engine
from localcoder.engine.config import ModelConfig
from localcoder.engine.tokenizer import Tokenizer
from tests.fakes.spoken import Script, SpokenBackend


def _load(_name: str, directory: Path, config: ModelConfig, *, context_tokens: int | None, **_: Any) -> SpokenBackend:
    module, _, function = os.environ["SPOKEN_SCRIPT"].partition(":")
    says = getattr(importlib.import_module(module), function)

    def note_and_say(prompt: str) -> str:
        number = len(list(Path(os.environ["SPOKEN_PROMPTS"]).iterdir()))
        path = Path(os.environ["SPOKEN_PROMPTS"]) / f"{number:04}-{uuid.uuid4().hex}"
        path.write_text(prompt, encoding="utf-8")
        reply: str = says(prompt)
        return reply

    blocks = 2 * (context_tokens or config.context_tokens) // 64
    script = Script(note_and_say)
    return SpokenBackend(Tokenizer.load(directory), script, vocab_size=config.vocab_size, total_blocks=blocks)


engine.load_backend = _load  # type: ignore[assignment]
