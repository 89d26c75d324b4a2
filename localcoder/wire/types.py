"""What OpenAI-compatible servers send: what `serve` writes, and what clients of remote servers read.

Servers differ, so everything that some leave out or set to null is optional, and what nobody here reads may be
anything. Unknown fields are ignored. `serve` sends the fields that it sets and no others (`sent`).
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class WireModel(BaseModel):
    """Base of the wire types."""

    model_config = ConfigDict(extra="ignore", frozen=True, protected_namespaces=())

    def sent(self) -> dict[str, Any]:
        """As JSON values, with the fields that were set."""
        return self.model_dump(exclude_unset=True)


class FunctionPart(WireModel):
    """Name and arguments of a call, or a piece of them. Some servers send the arguments as an object."""

    name: str | None = None
    arguments: str | dict[str, Any] | None = None


class CallPart(WireModel):
    """A tool call, or a piece of one."""

    index: int | None = None
    id: str | None = None
    type: Any = None
    function: FunctionPart | None = None


class MessagePart(WireModel):
    """An assistant's message, or a piece of one; reasoning has two names in the wild."""

    role: Any = None
    content: str | list[dict[str, Any]] | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    refusal: str | None = None
    tool_calls: list[CallPart] | None = None


class TokenScore(WireModel):
    """A token and the natural logarithm of its probability; `bytes` where the text is not all of it."""

    token: str = ""
    logprob: float = 0.0
    bytes: list[int] | None = None


class TokenScores(TokenScore):
    """A token of the answer and the likeliest ones for its place."""

    top_logprobs: list[TokenScore] | None = None


class Logprobs(WireModel):
    """The tokens of an answer, or of a piece of it."""

    content: list[TokenScores] | None = None
    refusal: Any = None


class Choice(WireModel):
    """One answer: whole (`message`) or a piece (`delta`)."""

    index: int = 0
    message: MessagePart | None = None
    delta: MessagePart | None = None
    logprobs: Logprobs | None = None
    finish_reason: str | None = None


class PromptDetails(WireModel):
    """Details of the prompt's tokens."""

    cached_tokens: int | None = None


class CompletionDetails(WireModel):
    """Details of the answer's tokens."""

    reasoning_tokens: int | None = None


class WireUsage(WireModel):
    """Token counts."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    total_tokens: Any = None
    prompt_tokens_details: PromptDetails | None = None
    completion_tokens_details: CompletionDetails | None = None


class Completion(WireModel):
    """A whole completion or one chunk of a stream, which differ in `Choice` alone."""

    id: Any = None
    object: Any = None
    created: Any = None
    model: Any = None
    choices: list[Choice] | None = None
    usage: WireUsage | None = None
    error: Any = None


class ModelCard(WireModel):
    """A model that a server offers. Where its context length stands depends on the server."""

    id: str
    max_model_len: int | None = None
    context_length: int | None = None
    max_context_length: int | None = None
    context_window: int | None = None
    meta: dict[str, Any] | None = None

    def context_tokens(self) -> int | None:
        """The longest prompt and answer together, if the server says it."""
        in_meta = [(self.meta or {}).get(key) for key in ("n_ctx", "n_ctx_train")]
        known = (self.max_model_len, self.context_length, self.max_context_length, self.context_window, *in_meta)
        return next((length for length in known if isinstance(length, int) and length > 0), None)


class ModelList(WireModel):
    """What `/v1/models` answers."""

    data: list[ModelCard] = Field(default_factory=list)
