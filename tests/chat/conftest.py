"""Tokenizers of each family in miniature: a byte-level BPE without merges and the family's control tokens."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import tokenizers
from tokenizers import decoders, models, pre_tokenizers

from localcoder.engine.tokenizer import Tokenizer

NORTH_TOKENS = [
    "<PAD>",
    "<UNK>",
    "<BOS_TOKEN>",
    *(f"<|{name}|>" for name in ("START_OF_TURN_TOKEN", "END_OF_TURN_TOKEN")),
    *(f"<|{name}_TOKEN|>" for name in ("SYSTEM", "USER", "CHATBOT")),
    *(f"<|{edge}_{part}|>" for part in ("TEXT", "THINKING", "ACTION", "TOOL_RESULT") for edge in ("START", "END")),
]
QWEN_TOKENS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
QWEN_TAGS = ["<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>"]
LLAMA_TOKENS = [
    "<|begin_of_text|>",
    "<|end_of_text|>",
    *(f"<|{name}|>" for name in ("start_header_id", "end_header_id", "eom_id", "eot_id", "python_tag")),
]


def write_tokenizer(directory: Path, special: list[str], tags: Sequence[str] = (), eos: str = "") -> Tokenizer:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = tokenizers.Tokenizer(models.BPE({character: i for i, character in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([tokenizers.AddedToken(text, normalized=False) for text in special])
    tokenizer.add_tokens([tokenizers.AddedToken(text, normalized=False) for text in tags])
    directory.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(directory / "tokenizer.json"))
    if eos:
        (directory / "config.json").write_text(json.dumps({"eos_token_id": tokenizer.token_to_id(eos)}))
    return Tokenizer.load(directory)


@pytest.fixture(scope="session")
def north(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    return write_tokenizer(tmp_path_factory.mktemp("north"), NORTH_TOKENS)


@pytest.fixture(scope="session")
def qwen(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    return write_tokenizer(tmp_path_factory.mktemp("qwen"), QWEN_TOKENS, QWEN_TAGS)


@pytest.fixture(scope="session")
def llama(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    return write_tokenizer(tmp_path_factory.mktemp("llama"), LLAMA_TOKENS)
