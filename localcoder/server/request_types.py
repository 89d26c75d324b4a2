"""The body of a chat completion request as this server takes it: OpenAI's fields with their allowed ranges.

Fields that are not listed are ignored, as OpenAI's clients of the future expect.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from localcoder.chat.messages import ToolCall

MAX_STOP_STRINGS = 16

Name = Annotated[str, StringConstraints(min_length=1, max_length=256)]
T = TypeVar("T")
Items = Annotated[list[T], Field(fail_fast=True)]
"""A list of any length, whose first fault is reported and no other: a body may hold millions."""
StopString = Annotated[str, StringConstraints(min_length=1)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, allow_inf_nan=False)


class TextPart(_Part):
    """A piece of a message's content; only text can be read here."""

    type: Literal["text"]
    text: str


class CalledFunction(_Part):
    """Name and arguments of a call; the arguments are JSON text."""

    name: Name
    arguments: str = ""


class AssistantToolCall(_Part):
    """A call in an assistant's message."""

    id: Name
    type: Literal["function"] = "function"
    function: CalledFunction

    def as_tool_call(self) -> ToolCall:
        """The call as the chat layer has it."""
        return ToolCall(self.id, self.function.name, self.function.arguments)


class ChatMessage(_Part):
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


class FunctionDefinition(_Part):
    """A function that the model may call; `parameters` is a JSON schema."""

    name: Name
    description: str | None = None
    parameters: dict[str, Any] | None = None
    strict: bool | None = None


class ToolDefinition(_Part):
    """A tool; functions are the only kind."""

    type: Literal["function"]
    function: FunctionDefinition


class StreamOptions(_Part):
    """`include_usage` asks for one more chunk that carries the usage."""

    include_usage: bool | None = None


class ChatCompletionBody(_Part):
    """`POST /v1/chat/completions`."""

    model: str | None = None
    messages: Items[ChatMessage] = Field(min_length=1)
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    max_tokens: int | None = Field(default=None, ge=1, lt=2**31)
    max_completion_tokens: int | None = Field(default=None, ge=1, lt=2**31)
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    top_k: int | None = Field(default=None, ge=-1, lt=2**31)
    min_p: float | None = Field(default=None, ge=0, le=1)
    seed: int | None = Field(default=None, ge=0, lt=2**63)
    stop: StopString | Annotated[list[StopString], Field(max_length=MAX_STOP_STRINGS)] | None = None
    tools: Items[ToolDefinition] | None = None
    tool_choice: Literal["auto", "none", "required"] | dict[str, Any] | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh"] | None = None
    chat_template_kwargs: dict[str, Any] | None = None
