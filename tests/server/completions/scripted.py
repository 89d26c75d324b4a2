"""An engine that continues prompts as a test says, token by token; the tokens cut characters wherever they like."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import tokenizers
from tokenizers import decoders, models, pre_tokenizers

from localcoder.chat.local import LocalChatModel
from localcoder.engine.config import ModelConfig
from localcoder.engine.engine import Engine
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.engine.request import SamplingParams
from localcoder.engine.tokenizer import Tokenizer
from tests.chat.conftest import NORTH_TOKENS
from tests.engine.fake_backend import FakeBackend
from tests.fakes.checkpoints import write_checkpoint

END = "<|END_OF_TURN_TOKEN|>"
CHARACTERS = "aé世😀\ufffd"
"""Of one to four bytes; every piece of up to four bytes of a text of these is a token."""
FIM = ("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>")
LONGEST_TOKEN = 4
BROKEN = -1
"""In a reply: the logits there are no numbers."""


class ContinuingBackend(FakeBackend):
    """Continues a prompt with the tokens that `replies` has for it, then ends; one that it does not know, with ends."""

    def __init__(self, end_id: int, **options: int) -> None:
        super().__init__(**options)
        self.end_id = end_id
        self.replies: dict[tuple[int, ...], list[int]] = {}

    def logits_after(self, tokens: Sequence[int]) -> np.ndarray:
        logits = np.zeros(self.vocab_size, np.float32)
        token_id = self._next(tuple(tokens))
        if token_id == BROKEN:
            return np.full(self.vocab_size, np.nan, np.float32)
        logits[token_id] = 50
        return logits

    def _next(self, tokens: tuple[int, ...]) -> int:
        for prompt, reply in self.replies.items():
            place = len(tokens) - len(prompt)
            if (
                0 <= place < len(reply)
                and tokens[: len(prompt)] == prompt
                and tokens[len(prompt) :] == (*reply[:place],)
            ):
                return reply[place]
        return self.end_id


class ScriptedModel(LocalChatModel):
    """A chat model over a ContinuingBackend; `replies` are its to be changed while no request runs."""

    def __init__(self, directory: Path, **options: Any) -> None:
        tokenizer, config = Tokenizer.load(directory), ModelConfig.from_file(directory)
        self.backend = ContinuingBackend(tokenizer.control_tokens[END], vocab_size=config.vocab_size, total_blocks=64)
        options.setdefault("generation_defaults", SamplingParams(temperature=0))
        super().__init__(Engine(config, tokenizer, self.backend, directory=directory, **options), "scripted")
        self._ids = {tokenizer.token_bytes(i): i for i in range(tokenizer.vocab_size)}

    @property
    def replies(self) -> dict[tuple[int, ...], list[int]]:
        return self.backend.replies

    def ids(self, data: bytes, widths: Sequence[int] = ()) -> list[int]:
        """Tokens of `data`, the first of so many bytes each, the rest of one."""
        ids = []
        while data:
            width, *widths = widths or (1,)
            ids.append(self._ids[data[:width]])
            data = data[width:]
        return ids


def write_scripted_model(directory: Path, controls: Sequence[str] = NORTH_TOKENS) -> None:
    """The directory of a ScriptedModel whose tokenizer has these control tokens, END among them."""
    directory.mkdir(parents=True, exist_ok=True)
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    pieces = dict.fromkeys(sorted(byte_level.alphabet()))
    for text in map("".join, itertools.product(CHARACTERS, repeat=LONGEST_TOKEN)):
        ((spelled, _),) = byte_level.pre_tokenize_str(text)
        for start in range(len(spelled)):
            for end in range(start + 2, min(start + LONGEST_TOKEN, len(spelled)) + 1):
                pieces[spelled[start:end]] = None
    tokenizer = tokenizers.Tokenizer(models.BPE({piece: index for index, piece in enumerate(pieces)}, []))
    tokenizer.pre_tokenizer = byte_level
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([tokenizers.AddedToken(text, normalized=False) for text in controls])
    tokenizer.save(str(directory / "tokenizer.json"))
    for name in ("chat_template.jinja", "localcoder.json"):
        shutil.copy(POCKET_DIRECTORY / name, directory)
    write_checkpoint(
        directory, vocab_size=tokenizer.get_vocab_size(), eos_token_id=tokenizer.token_to_id(END), hidden_size=8
    )
