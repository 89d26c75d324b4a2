"""The engine's process of these tests: the real one, around a model that says what it is told, and fails when told.

The reply to any prompt is the user's last message. Once a reply has come to one of the faults, and there is `go.log` in
the model's folder, the fault happens; behind `SLOW` every token takes a while. The folder notes the processes in
`starts.log`, and is asked for `faults.log`: what goes wrong while loading.
"""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import numpy as np

from localcoder.attach.child import run_engine
from localcoder.attach.spec import EngineSpec, Say
from localcoder.chat.local import LocalChatModel
from localcoder.engine.config import ModelConfig
from localcoder.engine.engine import Engine
from localcoder.engine.request import SamplingParams
from localcoder.engine.tokenizer import Tokenizer
from localcoder.errors import UsageError
from tests.fakes.spoken import Script, SpokenBackend, text

ENTRY = "tests.attach.engines:main"
CRASH, BREAK, HANG, SLOW = "CRASH", "BREAK", "HANG", "SLOW"


class FaultyBackend(SpokenBackend):
    def __init__(self, tokenizer: Tokenizer, directory: Path, *, vocab_size: int) -> None:
        super().__init__(tokenizer, Script(last_message), vocab_size=vocab_size, total_blocks=256)
        self._directory = directory

    def logits_after(self, tokens: Sequence[int] | np.ndarray) -> np.ndarray:
        opened = self._opened(np.asarray(tokens))
        if opened is not None:
            said = self._tokenizer.decode(np.asarray(tokens)[opened:].tolist())
            if SLOW in said:
                time.sleep(0.005)
            if (self._directory / "go.log").exists():
                self._fail(said)
        return super().logits_after(tokens)

    def _fail(self, said: str) -> None:
        if CRASH in said:
            os.kill(os.getpid(), signal.SIGSEGV)
        if BREAK in said:
            raise RuntimeError("the device broke")
        if HANG in said:
            threading.Event().wait()


def last_message(prompt: str) -> str:
    """The reply: what the user said last."""
    return text(re.findall(r"<\|USER_TOKEN\|>(.*?)<\|END_OF_TURN_TOKEN\|>", prompt, re.DOTALL)[-1].strip())


def load(spec: EngineSpec, progress: Say, notice: Say) -> LocalChatModel:
    directory = Path(spec.directory)
    with (directory / "starts.log").open("a") as starts:
        starts.write(f"{os.getpid()}\n")
    progress("loading what is spoken")
    fault = directory / "faults.log"
    if fault.exists():
        if fault.read_text() == CRASH:
            os.kill(os.getpid(), signal.SIGSEGV)
        raise UsageError(fault.read_text())
    tokenizer, config = Tokenizer.load(directory), ModelConfig.from_file(directory)
    backend = FaultyBackend(tokenizer, directory, vocab_size=config.vocab_size)
    engine = Engine(
        config,
        tokenizer,
        backend,
        directory=directory,
        context_tokens=spec.context_tokens or 4096,
        generation_defaults=SamplingParams(temperature=0),
    )
    return LocalChatModel(engine, spec.name)


def main(link_descriptor: int, listener_descriptor: int, debug: bool) -> NoReturn:
    run_engine(link_descriptor, listener_descriptor, load)


def starts(directory: Path) -> list[int]:
    """The processes that have loaded the model."""
    path = directory / "starts.log"
    return [int(line) for line in path.read_text().split()] if path.exists() else []
