"""What every source of replies offers, a local engine or a remote endpoint: a stream of typed events."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, Protocol, runtime_checkable

from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.engine.recent import EngineLoad
from localcoder.engine.request import RequestRefused

ReasoningEffort = Literal["none", "low", "medium", "high"]

ANY_OBJECT: Mapping[str, Any] = MappingProxyType({"type": "object"})
"""The schema of an answer that has to be a JSON object, whichever."""


@dataclass(frozen=True, slots=True)
class NamedTool:
    """A choice of tools: the reply is one call of this one."""

    name: str


ToolChoice = Literal["auto", "none", "required"] | NamedTool
"""Whether the model calls tools as it likes, none although it may want to, at least one, or exactly the named one."""


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """More of the model's reasoning."""

    text: str


@dataclass(frozen=True, slots=True)
class ScoredToken:
    """A token with the natural logarithm of its probability; `data` are its bytes, perhaps of half a character."""

    data: bytes
    logprob: float

    @property
    def text(self) -> str:
        """The token as text, with U+FFFD for what is no whole character."""
        return self.data.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class TokenChoice:
    """A token of the answer's text and the likeliest ones for its place, best first."""

    chosen: ScoredToken
    top: tuple[ScoredToken, ...] = ()


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of the answer's text.

    Where `ReplyOptions.logprobs` asks for them, `logprobs` of all deltas together are the answer's tokens in order:
    those that begin in its text, not those of reasoning, calls and markers. Then `text` may be empty.
    """

    text: str
    logprobs: tuple[TokenChoice, ...] = ()


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

    `raw` is what it wrote, `error` a sentence that can be shown to the user and fed back to the model. `cut`: nothing
    is wrong with it but that the token limit came before its end.
    """

    raw: str
    error: str
    cut: bool = False


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
    template as they are. `logprobs`: how many of the likeliest tokens are reported for each place. `answer_schema`: a
    JSON schema that the answer's text fits, unless the reply calls tools. `parallel_calls` False: one call at most.
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
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    repetition_penalty: float | None = None
    logit_bias: Mapping[int, float] = field(default_factory=dict)
    min_tokens: int | None = None
    ignore_eos: bool = False
    logprobs: int | None = None
    answer_schema: Mapping[str, Any] | None = None
    tool_choice: ToolChoice = "auto"
    parallel_calls: bool = True


class OptionRefused(RequestRefused):
    """A model cannot do what an option asks of it.

    `option` is the name of a field of `ReplyOptions`, or `messages`, or `tools.3` for the schema of the fourth tool;
    `why` is the rest of a sentence that begins with the option's name. Endpoints put their own field's name there.
    """

    def __init__(self, option: str, why: str) -> None:
        super().__init__(f"{option} {why}.")
        self.option = option
        self.why = why


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
        """Stream the assistant's next message; where the last of `messages` is the assistant's, what continues it.

        Closing the generator stops the generation. Raises `LocalcoderError` (for instance `PromptTooLong`, or
        `OptionRefused`) where the request cannot be run or fails midway.
        """
        ...

    def count_tokens(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> int:
        """Tokens of the prompt that `reply` would send (an estimate where the tokenizer is remote)."""
        ...

    async def close(self) -> None:
        """Release the engine or the connection."""
        ...


@runtime_checkable
class Measured(Protocol):
    """A model that can tell how busy its engine is."""

    async def load(self) -> EngineLoad | None:
        """How busy it is and was lately; None where that cannot be told now."""
        ...
