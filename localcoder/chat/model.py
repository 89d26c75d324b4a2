"""What every source of replies offers, a local engine or a remote endpoint: a stream of typed events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from localcoder.chat.messages import Message, ToolCall, ToolSpec

ReasoningEffort = Literal["none", "low", "medium", "high"]


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """More of the model's reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallStarted:
    """The name of call number `index` of this reply is known; its arguments follow as `ToolCallDelta`."""

    index: int
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """More of the JSON text of a call's arguments, byte for byte as generated."""

    index: int
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolCallFinished:
    """A call is complete; `call.arguments` is the concatenation of its deltas."""

    index: int
    call: ToolCall


@dataclass(frozen=True, slots=True)
class MalformedToolCall:
    """The model wrote something that was meant as a tool call and cannot be parsed.

    `raw` is what it wrote, `error` a sentence that can be shown to the user and fed back to the model.
    """

    raw: str
    error: str


@dataclass(frozen=True, slots=True)
class ReplyUsage:
    """Tokens of one reply; times in seconds, None where the source does not know them."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    prefill_s: float | None = None
    decode_s: float | None = None


@dataclass(frozen=True, slots=True)
class ReplyFinished:
    """The last event of every reply that did not raise."""

    reason: Literal["stop", "length", "tool_calls"]
    usage: ReplyUsage


ChatEvent = (
    ReasoningDelta | TextDelta | ToolCallStarted | ToolCallDelta | ToolCallFinished | MalformedToolCall | ReplyFinished
)


@dataclass(frozen=True, slots=True)
class ReplyOptions:
    """How one reply is generated; None means the model's own default.

    `priority`: 0 for the user's own conversation, 1 for background work. `template_arguments` reach the chat
    template as they are.
    """

    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    reasoning_effort: ReasoningEffort | None = None
    priority: int = 0
    template_arguments: Mapping[str, Any] = field(default_factory=dict)


class ChatModel(Protocol):
    """A model that continues conversations. Many replies may be streamed at once."""

    name: str
    """What the user calls it, for instance `pocket`."""

    context_tokens: int
    """The most tokens that prompt and reply may have together."""

    prompt_profile: Literal["full", "compact"]
    """Which of the agent's system prompts suits it (`agent/prompts/<profile>.md`)."""

    def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent]:
        """Stream the assistant's next message.

        Closing the generator stops the generation. Raises `LocalcoderError` (for instance `PromptTooLong`) where the
        request cannot be run or fails midway.
        """
        ...

    def count_tokens(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> int:
        """Tokens of the prompt that `reply` would send (an estimate where the tokenizer is remote)."""
        ...

    async def close(self) -> None:
        """Release the engine or the connection."""
        ...
