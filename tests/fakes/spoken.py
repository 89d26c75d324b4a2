"""An engine whose model says what a test wrote, token by token, in North Mini Code's conversation format.

Tokenizer, template, parser, scheduler, blocks and sampling are the real ones: only the logits are scripted.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import tokenizers
from tokenizers import decoders, models, pre_tokenizers

from localcoder.chat.local import LocalChatModel
from localcoder.engine.backend import Chunk
from localcoder.engine.config import ModelConfig
from localcoder.engine.engine import Engine
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.engine.request import SamplingParams
from localcoder.engine.tokenizer import Tokenizer
from tests.chat.conftest import NORTH_TOKENS
from tests.engine.fake_backend import FakeBackend
from tests.fakes.checkpoints import write_checkpoint

END = "<|END_OF_TURN_TOKEN|>"
OPENING = ("<|CHATBOT_TOKEN|>", "<|START_THINKING|>")
"""How the generation prompt ends; a script begins behind it."""
CERTAIN = 50.0
"""The scripted token's logit, the others' being 0: no temperature in use draws another one."""

Says = Callable[[str], str]
"""From the rendered prompt to the reply: `text` and `calls` write one. Must not keep state: it is asked often.

Bytes that are no text are written as Python's `surrogateescape` has them, each a token of its own.
"""


def text(content: str, *, reasoning: str = "") -> str:
    """A reply of plain text."""
    return f"{reasoning}<|END_THINKING|><|START_TEXT|>{content}<|END_TEXT|>"


def calls(*named: tuple[str, Mapping[str, Any] | str], reasoning: str = "") -> str:
    """A reply of tool calls, each `(name, parameters)`; parameters as a str are written as they are."""
    written = []
    for number, (name, parameters) in enumerate(named):
        raw = parameters if isinstance(parameters, str) else json.dumps(parameters, ensure_ascii=False)
        written.append(f'    {{"tool_call_id": "{number}", "tool_name": {json.dumps(name)}, "parameters": {raw}}}')
    return f"{reasoning}<|END_THINKING|><|START_ACTION|>[\n" + ",\n".join(written) + "\n]<|END_ACTION|>"


class Script:
    """What a model says, which may be changed while no request runs."""

    def __init__(self, says: Says) -> None:
        self.change(says)

    def change(self, says: Says) -> None:
        """Say this from now on."""
        self._says = says
        self._known: dict[bytes, list[int]] = {}

    def ids(self, tokenizer: Tokenizer, prompt: np.ndarray) -> list[int]:
        """The reply to `prompt`, found once and then kept."""
        key = prompt.tobytes()
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _encode(tokenizer, self._says(tokenizer.decode(prompt.tolist())))
        return known


class SpokenBackend(FakeBackend):
    """Continues a conversation as `script` says, then ends the turn."""

    def __init__(self, tokenizer: Tokenizer, script: Script, *, vocab_size: int, **options: int) -> None:
        super().__init__(vocab_size=vocab_size, **options)
        self._tokenizer = tokenizer
        self._script = script
        self._opening = [tokenizer.control_tokens[marker] for marker in OPENING]
        self._end = tokenizer.control_tokens[END]

    def context(self, chunk: Chunk) -> np.ndarray:
        # An array, which is quick for prompts of many thousand tokens.
        return self.slots[list(chunk.block_table)].reshape(-1)[: chunk.start + len(chunk.token_ids)]

    def logits_after(self, tokens: Sequence[int] | np.ndarray) -> np.ndarray:
        logits = np.zeros(self.vocab_size, np.float32)
        held = np.asarray(tokens)
        opened = self._opened(held)
        if opened is not None:  # None: a part of a prompt, whose logits nobody reads
            script, place = self._script.ids(self._tokenizer, held[:opened]), len(held) - opened
            logits[script[place] if place < len(script) else self._end] = CERTAIN
        return logits

    def _opened(self, tokens: np.ndarray) -> int | None:
        """Where the newest reply begins."""
        turns = np.flatnonzero(tokens == self._opening[0])
        if not len(turns) or tokens[turns[-1] + 1 : turns[-1] + 2].tolist() != self._opening[1:]:
            return None
        return int(turns[-1]) + 2


def write_spoken_model(
    directory: Path, *, cuts: Mapping[str, Sequence[int]] | None = None, context_tokens: int = 8192
) -> ModelConfig:
    """A model's directory for `spoken_engine`, also for `Engine.load`.

    Its tokens are single bytes, but the texts in `cuts` are made of tokens of so many bytes each: {"世": (2, 1)}.
    """
    directory.mkdir(parents=True, exist_ok=True)
    tokenizer = _tokenizer(cuts or {})
    tokenizer.save(str(directory / "tokenizer.json"))
    for name in ("chat_template.jinja", "localcoder.json"):
        shutil.copy(POCKET_DIRECTORY / name, directory)
    return write_checkpoint(
        directory,
        vocab_size=tokenizer.get_vocab_size(),
        eos_token_id=tokenizer.token_to_id(END),
        max_position_embeddings=context_tokens,
    )


def spoken_engine(directory: Path, script: Script, *, context_tokens: int = 8192, **options: Any) -> Engine:
    """An engine for the directory that `write_spoken_model` wrote; greedy unless a request says otherwise.

    `options` are the engine's, but `total_blocks` and `max_rows` the backend's.
    """
    backend_options = {name: options.pop(name) for name in ("total_blocks", "max_rows") if name in options}
    backend_options.setdefault("total_blocks", context_tokens // 64 * 2)
    tokenizer, config = Tokenizer.load(directory), ModelConfig.from_file(directory)
    backend = SpokenBackend(tokenizer, script, vocab_size=config.vocab_size, **backend_options)
    options.setdefault("generation_defaults", SamplingParams(temperature=0))
    return Engine(config, tokenizer, backend, directory=directory, context_tokens=context_tokens, **options)


def spoken_model(directory: Path, script: Script, **options: Any) -> LocalChatModel:
    """A chat model named `spoken` over a `spoken_engine`."""
    return LocalChatModel(spoken_engine(directory, script, **options), "spoken")


def _encode(tokenizer: Tokenizer, reply: str) -> list[int]:
    ids: list[int] = []
    for piece in re.split("([\udc80-\udcff])", reply):
        if re.fullmatch("[\udc80-\udcff]", piece):
            byte = piece.encode(errors="surrogateescape")
            ids.append(next(i for i in range(256) if tokenizer.token_bytes(i) == byte))
        else:
            ids += tokenizer.encode_with_controls(piece)
    return ids


def _tokenizer(cuts: Mapping[str, Sequence[int]]) -> tokenizers.Tokenizer:
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    vocab = {character: index for index, character in enumerate(sorted(byte_level.alphabet()))}
    merges: list[tuple[str, str]] = []
    for cut, widths in cuts.items():
        ((spelled, _),) = byte_level.pre_tokenize_str(cut)
        assert sum(widths) == len(spelled)
        start = 0
        for width in widths:
            for end in range(start + 2, start + width + 1):
                merge = (spelled[start : end - 1], spelled[end - 1])
                if merge not in merges:
                    merges.append(merge)
                vocab.setdefault("".join(merge), len(vocab))
            start += width
    tokenizer = tokenizers.Tokenizer(models.BPE(vocab, merges))
    tokenizer.pre_tokenizer = byte_level
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([tokenizers.AddedToken(marker, normalized=False) for marker in NORTH_TOKENS])
    return tokenizer
