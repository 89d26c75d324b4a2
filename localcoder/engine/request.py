"""What goes into the engine and what comes out: plain values, no tensors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, Protocol

from localcoder.errors import LocalcoderError

FinishReason = Literal["stop", "length"]
"""Why an answer ended. One that fails, or whose engine is closed, raises instead."""


class Grammar(Protocol):
    """A constraint on the next token, advanced token by token."""

    @property
    def free(self) -> bool:
        """True while it allows nearly everything: then the mask is only asked for about a token that was drawn."""
        ...

    def allowed(self) -> bytes:
        """The bit mask of allowed token ids, least significant bit first, at least vocab_size bits."""
        ...

    def advance(self, token_id: int) -> None:
        """Take `token_id` as the next token."""
        ...


@dataclass(frozen=True, slots=True)
class SamplingParams:
    """How tokens are drawn; the defaults sample from the unmodified distribution.

    `temperature` 0 is greedy. `top_k` 0, `top_p` 1 and `min_p` 0 are off. `logprobs` is the number of
    alternatives to report for each token, or None for none. `seed` None draws a fresh seed for the request.
    `max_tokens` None means "up to the context's end". Stop strings count behind the token `stop_after`, the one that
    closes a reply's reasoning for instance, or from the beginning where that is None.
    """

    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = 0
    min_p: float = 0.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    repetition_penalty: float = 1.0
    logit_bias: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    seed: int | None = None
    logprobs: int | None = None
    stop: tuple[str, ...] = ()
    stop_after: int | None = None
    stop_token_ids: tuple[int, ...] = ()
    max_tokens: int | None = None
    min_tokens: int = 0
    ignore_eos: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """One prompt to continue. `priority`: lower runs first (0 interactive, 1 background)."""

    id: str
    prompt_ids: tuple[int, ...]
    sampling: SamplingParams = SamplingParams()
    priority: int = 0
    grammar: Grammar | None = None


@dataclass(frozen=True, slots=True)
class TokenLogprob:
    """One candidate of a position: its id and natural-log probability."""

    token_id: int
    logprob: float


@dataclass(frozen=True, slots=True)
class PositionLogprobs:
    """The chosen token of a position and the most likely alternatives, best first."""

    chosen: TokenLogprob
    top: tuple[TokenLogprob, ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of a request so far; `cached_tokens` of the prompt were reused from the prefix cache."""

    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int


@dataclass(frozen=True, slots=True)
class TokenOutput:
    """What one engine step added to a request.

    `text` is the newly completed text, control tokens included as their literal text, the ending stop token and
    everything from a stop string on excluded; it may lag behind `token_ids` while a character is incomplete or
    a stop string may be starting. `finish_reason` is set on the last output of a request only.
    """

    token_ids: tuple[int, ...]
    text: str
    usage: Usage
    logprobs: tuple[PositionLogprobs, ...] = ()
    finish_reason: FinishReason | None = None


class RequestRefused(LocalcoderError):
    """The engine will not run this request; the message says why, with the numbers."""


class PromptTooLong(RequestRefused):
    """The prompt leaves no room in the context or can never fit the KV cache."""

    def __init__(self, prompt_tokens: int, limit_tokens: int) -> None:
        super().__init__(
            f"The prompt has {prompt_tokens} tokens, but at most {limit_tokens} fit; shorten it or raise --context."
        )
        self.prompt_tokens = prompt_tokens
        self.limit_tokens = limit_tokens


class EngineFailed(LocalcoderError):
    """The engine stopped working while the request ran; the message names the cause."""
