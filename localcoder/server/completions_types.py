"""The body of a text completion request as this server takes it: OpenAI's fields, and vLLM's where they are common."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, WithJsonSchema

from localcoder.wire.requests import MAX_CHOICES, MAX_TOP_LOGPROBS, ResponseFormat, SamplingFields, StreamOptions

DEFAULT_MAX_TOKENS = 16
"""OpenAI's; a raw text seldom comes to an end of its own, so without a limit it would fill the context."""

MAX_ANSWERS = 1024
"""The most answers of one request, prompts times `n`."""

TOKEN_IDS: Final = {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 1}
"""The JSON schema of token ids. They are checked by hand: a model for each of millions would take seconds."""

_TEXTS: Final = {"type": "array", "items": {"type": "string"}, "minItems": 1}
_BATCH: Final = {"type": "array", "items": TOKEN_IDS, "minItems": 1}


class CompletionBody(SamplingFields):
    """`POST /v1/completions`. The prompt is checked apart, in `completions_request`."""

    model: str | None = None
    prompt: Annotated[Any, WithJsonSchema({"anyOf": [{"type": "string"}, _TEXTS, TOKEN_IDS, _BATCH]})] = None
    suffix: str | None = None
    echo: bool | None = None
    n: int | None = Field(default=None, ge=1, le=MAX_CHOICES)
    best_of: int | None = Field(default=None, ge=1)
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    max_tokens: int | None = Field(default=None, ge=0, lt=2**31)
    logprobs: int | None = Field(default=None, ge=0, le=MAX_TOP_LOGPROBS)
    stop_token_ids: Annotated[list[int], Field(fail_fast=True, max_length=1024)] | None = None
    add_special_tokens: bool | None = None
    response_format: ResponseFormat | None = None
