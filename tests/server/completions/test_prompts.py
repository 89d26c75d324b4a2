"""What the model gets for a prompt, whatever its tokenizer puts before texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from localcoder.engine.tokenizer import Tokenizer
from localcoder.server.completions_prompts import Prompt, PromptReader
from localcoder.server.completions_request import parse_completion_request
from localcoder.server.errors import ApiError
from tests.fakes.tokenizers import write_byte_level_tokenizer

BEGIN_ID = 1


@pytest.fixture
def tokenizer(tmp_path: Path) -> Tokenizer:
    """One that puts its begin token before every text."""
    write_byte_level_tokenizer(tmp_path)
    definition = json.loads((tmp_path / "tokenizer.json").read_text(encoding="utf-8"))
    pieces = [{"SpecialToken": {"id": "<BOS>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}]
    tokens = {"<BOS>": {"id": "<BOS>", "ids": [BEGIN_ID], "tokens": ["<BOS>"]}}
    processor = {"type": "TemplateProcessing", "single": pieces, "pair": pieces, "special_tokens": tokens}
    (tmp_path / "tokenizer.json").write_text(json.dumps(definition | {"post_processor": processor}), encoding="utf-8")
    return Tokenizer.load(tmp_path)


def prompts(tokenizer: Tokenizer, **body: Any) -> list[Prompt]:
    reader = PromptReader(tokenizer, vocab_size=400, context_tokens=64)
    return reader.prompts(parse_completion_request(json.dumps(body).encode()))


def test_begin_token_comes_once_and_only_where_it_is_wanted(tokenizer: Tokenizer) -> None:
    plain = tuple(tokenizer.encode_text("hello"))
    assert prompts(tokenizer, prompt="hello") == [Prompt((BEGIN_ID, *plain), "hello", 1)]
    assert prompts(tokenizer, prompt="hello", add_special_tokens=False) == [Prompt(plain, "hello", 0)]
    assert prompts(tokenizer, prompt="<BOS>hello") == [Prompt((BEGIN_ID, *plain), "<BOS>hello", 0)]
    assert prompts(tokenizer, prompt=list(plain), echo=True) == [Prompt(plain, "hello", 0)]


def test_empty_text_is_the_begin_token(tokenizer: Tokenizer) -> None:
    assert prompts(tokenizer, prompt="") == [Prompt((BEGIN_ID,), "", 1)]
    assert prompts(tokenizer, prompt="", add_special_tokens=False) == [Prompt((BEGIN_ID,), "", 1)]


def test_empty_text_without_a_begin_token_is_refused(tmp_path: Path) -> None:
    write_byte_level_tokenizer(tmp_path)
    (tmp_path / "generation_config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ApiError) as refused:
        prompts(Tokenizer.load(tmp_path), prompt=["a", ""])
    assert refused.value.param == "prompt.1"


def test_ids_that_are_far_too_many_are_refused_before_anything_is_made_of_them(tokenizer: Tokenizer) -> None:
    with pytest.raises(ApiError) as refused:
        prompts(tokenizer, prompt=[10**9] * 100, echo=True)
    assert refused.value.code == "context_length_exceeded"
