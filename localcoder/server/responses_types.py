"""The body of a Responses request as this server takes it: OpenAI's fields with their allowed ranges.

Fields that are not listed are ignored, as OpenAI's clients of the future expect.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, SkipValidation

from localcoder.wire.requests import MAX_TOP_LOGPROBS, Items, Name, SamplingFields, TokenCount, WireBody


class TextPart(WireBody):
    """A piece of text."""

    type: Literal["input_text", "output_text", "text"]
    text: str


class RefusalPart(WireBody):
    """What the model said instead of an answer."""

    type: Literal["refusal"]
    refusal: str


Content = SkipValidation[str | list[TextPart | RefusalPart] | None]
"""A text or its parts, which are read one by one so that the one at fault is named."""


class MessageItem(WireBody):
    """A message of any role; its type may be left out."""

    type: Literal["message"] | None = None
    role: Literal["system", "developer", "user", "assistant"]
    content: Content


class CallItem(WireBody):
    """A call that the model made; the arguments are JSON text."""

    type: Literal["function_call"]
    call_id: Name
    name: Name
    arguments: str


class CallOutputItem(WireBody):
    """What a call gave."""

    type: Literal["function_call_output"]
    call_id: Name
    output: Content


class ReasoningPart(WireBody):
    """A piece of reasoning or of its summary."""

    type: Literal["reasoning_text", "summary_text", "text"]
    text: str


class ReasoningItem(WireBody):
    """What the model thought before what follows."""

    type: Literal["reasoning"]
    summary: Items[ReasoningPart] | None = None
    content: Items[ReasoningPart] | None = None
    encrypted_content: str | None = None


Item = MessageItem | CallItem | CallOutputItem | ReasoningItem


class FunctionTool(WireBody):
    """A function that the model may call; `parameters` is a JSON schema."""

    type: Literal["function"]
    name: Name
    description: str | None = None
    parameters: dict[str, Any] | None = None
    strict: bool | None = None


class ToolName(WireBody):
    """A tool in `tool_choice`."""

    type: Literal["function"]
    name: Name


class AllowedTools(WireBody):
    """The choice of some tools, of which at least one is to be called in mode `required`."""

    type: Literal["allowed_tools"]
    mode: Literal["auto", "required"]
    tools: Items[ToolName] = Field(min_length=1)


class ReasoningSettings(WireBody):
    """How much the model reasons, and whether its reasoning is sent as a summary."""

    effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None = None
    summary: Literal["auto", "concise", "detailed", "none"] | None = None


class TextFormat(WireBody):
    """What form the answer has; the schema belongs to type `json_schema`."""

    type: Literal["text", "json_object", "json_schema"]
    name: Name | None = None
    json_schema: dict[str, Any] | None = Field(default=None, alias="schema")


class TextSettings(WireBody):
    """The answer's text."""

    format: TextFormat | None = None


class ResponsesBody(SamplingFields):
    """`POST /v1/responses`. What is not validated here is read item by item, so that the one at fault is named."""

    model: str | None = None
    input: SkipValidation[str | list[Item] | None] = None
    instructions: str | None = None
    stream: bool | None = None
    store: bool | None = None
    metadata: dict[str, str] | None = None
    include: Items[str] | None = None
    max_output_tokens: TokenCount | None = None
    top_logprobs: int | None = Field(default=None, ge=0, le=MAX_TOP_LOGPROBS)
    tools: SkipValidation[list[FunctionTool] | None] = None
    tool_choice: SkipValidation[Literal["auto", "none", "required"] | ToolName | AllowedTools | None] = None
    parallel_tool_calls: bool | None = None
    reasoning: ReasoningSettings | None = None
    text: TextSettings | None = None
    chat_template_kwargs: dict[str, Any] | None = None
