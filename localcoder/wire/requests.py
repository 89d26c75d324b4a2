"""The bodies of requests: what `serve` checks and what clients of remote servers send, in OpenAI's fields and ranges.

Fields that are not listed are ignored, as OpenAI's clients of the future expect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator
from pydantic_core import PydanticCustomError

from localcoder.chat.messages import ToolCall
from localcoder.chat.model import ReasoningEffort

MAX_STOP_STRINGS = 16
MAX_CHOICES = 16
MAX_TOP_LOGPROBS = 20

EFFORTS: Final[Mapping[str, ReasoningEffort]] = {
    "none": "none",
    "minimal": "low",
    "low": "low",
    "medium": "medium",
    "high": "high",
    "xhigh": "high",
}
"""What each `reasoning_effort` of OpenAI means here."""

PRIORITY_HEADER = "X-Localcoder-Priority"
PRIORITIES: Final[Mapping[str, int]] = {"interactive": 0, "background": 1}
"""What the header says, and the `ReplyOptions.priority` that it means. OpenAI's fields have no place for it."""

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh"]
Name = Annotated[str, StringConstraints(min_length=1, max_length=256)]
T = TypeVar("T")
Items = Annotated[list[T], Field(fail_fast=True)]
"""A list of any length, whose first fault is reported and no other: a body may hold millions."""
StopString = Annotated[str, StringConstraints(min_length=1)]
TokenKey = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}$")]
"""A token id as the key of a JSON object."""
Bias = Annotated[float, Field(ge=-100, le=100)]
TokenCount = Annotated[int, Field(ge=1, lt=2**31)]


class WireBody(BaseModel):
    """Base of all bodies and their parts: exact types, finite numbers, unknown fields ignored."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False, protected_namespaces=())


class TextPart(WireBody):
    """A piece of a message's content; only text can be read here."""

    type: Literal["text"]
    text: str

    @field_validator("type", mode="before")
    @classmethod
    def _is_text(cls, kind: Any) -> Any:
        if isinstance(kind, str) and kind != "text":
            raise PydanticCustomError("only_text", "only text can be read here, not `{kind}`", {"kind": kind[:64]})
        return kind


class CalledFunction(WireBody):
    """Name and arguments of a call; the arguments are JSON text."""

    name: Name
    arguments: str = ""


class AssistantToolCall(WireBody):
    """A call in an assistant's message."""

    id: Name
    type: Literal["function"] = "function"
    function: CalledFunction

    def as_tool_call(self) -> ToolCall:
        """The call as the chat layer has it."""
        return ToolCall(self.id, self.function.name, self.function.arguments)


class ChatMessage(WireBody):
    """A message of any role; `reasoning` is what some servers call `reasoning_content`."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | Items[TextPart] | None = None
    reasoning_content: str | None = None
    reasoning: str | None = None
    tool_calls: Items[AssistantToolCall] | None = None
    tool_call_id: str | None = None

    def text(self) -> str:
        """The content as one text."""
        if self.content is None or isinstance(self.content, str):
            return self.content or ""
        return "".join(part.text for part in self.content)


class FunctionDefinition(WireBody):
    """A function that the model may call; `parameters` is a JSON schema."""

    name: Name
    description: str | None = None
    parameters: dict[str, Any] | None = None
    strict: bool | None = None


class ToolDefinition(WireBody):
    """A tool; functions are the only kind."""

    type: Literal["function"]
    function: FunctionDefinition


class FunctionName(WireBody):
    """The name of one of the tools."""

    name: Name


class NamedToolChoice(WireBody):
    """The choice of one tool."""

    type: Literal["function"]
    function: FunctionName


class SchemaFormat(WireBody):
    """A JSON schema with a name; without a schema any object will do."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True, validate_by_alias=True)

    name: Name
    json_schema: dict[str, Any] | None = Field(default=None, alias="schema")
    description: str | None = None
    strict: bool | None = None


class TextFormat(WireBody):
    """An answer in any form."""

    type: Literal["text"]


class ObjectFormat(WireBody):
    """An answer that is a JSON object."""

    type: Literal["json_object"]


class JsonSchemaFormat(WireBody):
    """An answer that fits a JSON schema."""

    type: Literal["json_schema"]
    json_schema: SchemaFormat


ResponseFormat = Annotated[TextFormat | ObjectFormat | JsonSchemaFormat, Field(discriminator="type")]


class StreamOptions(WireBody):
    """`include_usage` asks for one more chunk that carries the usage."""

    include_usage: bool | None = None


class SamplingFields(WireBody):
    """How tokens are drawn: the fields that all routes share, with one meaning and one range."""

    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    top_k: int | None = Field(default=None, ge=-1, lt=2**31)
    min_p: float | None = Field(default=None, ge=0, le=1)
    presence_penalty: float | None = Field(default=None, ge=-2, le=2)
    frequency_penalty: float | None = Field(default=None, ge=-2, le=2)
    repetition_penalty: float | None = Field(default=None, ge=0.01, le=2)
    logit_bias: dict[TokenKey, Bias] | None = Field(default=None, max_length=1024)
    seed: int | None = Field(default=None, ge=0, lt=2**63)
    stop: StopString | Annotated[list[StopString], Field(max_length=MAX_STOP_STRINGS)] | None = None
    min_tokens: int | None = Field(default=None, ge=0, lt=2**31)
    ignore_eos: bool | None = None

    def sampling(self) -> dict[str, Any]:
        """What these fields say, as keyword arguments of `ReplyOptions`."""
        stop = self.stop or ()
        return {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "top_k": None if self.top_k is None else max(self.top_k, 0),
            "min_p": self.min_p,
            "presence_penalty": self.presence_penalty,
            "frequency_penalty": self.frequency_penalty,
            "repetition_penalty": self.repetition_penalty,
            "logit_bias": {int(token): bias for token, bias in (self.logit_bias or {}).items()},
            "seed": self.seed,
            "stop": (stop,) if isinstance(stop, str) else tuple(stop),
            "min_tokens": self.min_tokens,
            "ignore_eos": bool(self.ignore_eos),
        }


class ChatCompletionBody(SamplingFields):
    """`POST /v1/chat/completions`."""

    model: str | None = None
    messages: Items[ChatMessage] = Field(min_length=1)
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = Field(default=None, ge=1, le=MAX_CHOICES)
    max_tokens: TokenCount | None = None
    max_completion_tokens: TokenCount | None = None
    logprobs: bool | None = None
    top_logprobs: int | None = Field(default=None, ge=0, le=MAX_TOP_LOGPROBS)
    response_format: ResponseFormat | None = None
    tools: Items[ToolDefinition] | None = None
    tool_choice: Literal["auto", "none", "required"] | NamedToolChoice | None = None
    parallel_tool_calls: bool | None = None
    reasoning_effort: Effort | None = None
    chat_template_kwargs: dict[str, Any] | None = None
