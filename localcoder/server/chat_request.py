"""A chat completion request: checked field by field, and turned into what a `ChatModel` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ANY_OBJECT, NamedTool, OptionRefused, ReplyOptions, ToolChoice
from localcoder.server.errors import ApiError, invalid, unsupported
from localcoder.server.parsing import parse_object, validated
from localcoder.wire.requests import (
    EFFORTS,
    ChatCompletionBody,
    ChatMessage,
    JsonSchemaFormat,
    NamedToolChoice,
    ObjectFormat,
    TextFormat,
    ToolDefinition,
)

_NEUTRAL: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "functions": (lambda v: v is None, "is not available here; use `tools`"),
    "function_call": (lambda v: v is None, "is not available here; use `tool_choice`"),
    "modalities": (lambda v: v in (None, ["text"]), "can only be text here"),
    "audio": (lambda v: v is None, "is not available here"),
    "web_search_options": (lambda v: v is None, "is not available here"),
    "guided_json": (lambda v: v is None, "is not available here; use `response_format`"),
    "guided_regex": (lambda v: v is None, "is not available here"),
    "guided_choice": (lambda v: v is None, "is not available here"),
    "guided_grammar": (lambda v: v is None, "is not available here"),
    "structured_outputs": (lambda v: v is None, "is not available here; use `response_format`"),
    "prompt_logprobs": (lambda v: v is None, "is not available here"),
    "allowed_token_ids": (lambda v: v is None, "is not available here"),
    "bad_words": (lambda v: v in (None, []), "is not available here"),
    "stop_token_ids": (lambda v: v in (None, []), "is not available here; use `stop`"),
    "use_beam_search": (lambda v: v in (None, False), "is not available here"),
    "include_stop_str_in_output": (lambda v: v in (None, False), "can only be false here"),
}
"""Fields that would change the answer and have no effect here, with the values that ask for nothing."""

_OPTION_FIELDS: Final[Mapping[str, str]] = {
    "answer_schema": "response_format.json_schema.schema",
    "parallel_calls": "parallel_tool_calls",
    "logprobs": "top_logprobs",
    "template_arguments": "chat_template_kwargs",
}
"""OpenAI's names for fields of `ReplyOptions`, where they differ."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What the client asks for. `model` is the name that it used, or None; `choices` is how many answers it wants."""

    model: str | None
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...]
    options: ReplyOptions
    stream: bool
    include_usage: bool
    choices: int


def parse_chat_request(body: bytes) -> ChatRequest:
    """The request in `body`; raises `ApiError` 400 that names the field at fault."""
    raw = parse_object(body)
    for field, (is_neutral, why) in _NEUTRAL.items():
        if not is_neutral(raw.get(field)):
            raise unsupported(field, why)
    asked = validated(ChatCompletionBody, raw)
    if asked.stream_options is not None and not asked.stream:
        raise invalid("stream_options", "is only possible with `stream`")
    if asked.top_logprobs is not None and not asked.logprobs:
        raise invalid("top_logprobs", "is only possible with `logprobs`")
    limits = (asked.max_completion_tokens, asked.max_tokens)
    max_tokens = next((limit for limit in limits if limit is not None), None)
    if max_tokens is not None and (asked.min_tokens or 0) > max_tokens:
        raise invalid("min_tokens", f"is {asked.min_tokens}, which is more than the {max_tokens} that are allowed")
    tools, choice = _offered_tools(asked)
    return ChatRequest(
        model=asked.model,
        messages=_messages(asked),
        tools=tools,
        options=ReplyOptions(
            **asked.sampling(),
            max_tokens=max_tokens,
            reasoning_effort=None if asked.reasoning_effort is None else EFFORTS[asked.reasoning_effort],
            template_arguments=asked.chat_template_kwargs or {},
            logprobs=(asked.top_logprobs or 0) if asked.logprobs else None,
            answer_schema=_answer_schema(asked),
            tool_choice=choice,
            parallel_calls=asked.parallel_tool_calls is not False,
        ),
        stream=bool(asked.stream),
        include_usage=asked.stream_options is not None and bool(asked.stream_options.include_usage),
        choices=asked.n or 1,
    )


def renamed(error: OptionRefused) -> ApiError:
    """What the client is told about an option that the model refuses: its own field's name."""
    field = _OPTION_FIELDS.get(error.option, error.option)
    if field.startswith("tools."):
        field += ".function.parameters"
    return invalid(field, error.why)


def _offered_tools(asked: ChatCompletionBody) -> tuple[tuple[ToolSpec, ...], ToolChoice]:
    """The tools that the model is told of (all, or none with `tool_choice` none) and what it has to call of them."""
    tools = tuple(_tool(tool) for tool in asked.tools or ())
    match asked.tool_choice:
        case None | "auto":
            return tools, "auto"
        case "none":
            # Without tools there is nothing that the model could have learnt of, and it is left alone.
            return (), "none" if tools else "auto"
        case "required":
            if not tools:
                raise invalid("tool_choice", "cannot be `required` without `tools`")
            return tools, "required"
        case NamedToolChoice(function=wanted):
            if all(tool.name != wanted.name for tool in tools):
                raise invalid("tool_choice.function.name", f"is `{wanted.name}`, which is none of `tools`")
            return tools, NamedTool(wanted.name)


def _tool(tool: ToolDefinition) -> ToolSpec:
    function = tool.function
    parameters = function.parameters or {"type": "object", "properties": {}}
    return ToolSpec(function.name, function.description or "", parameters, strict=bool(function.strict))


def _answer_schema(asked: ChatCompletionBody) -> Mapping[str, Any] | None:
    match asked.response_format:
        case None | TextFormat():
            return None
        case ObjectFormat():
            return ANY_OBJECT
        case JsonSchemaFormat(json_schema=given):
            return ANY_OBJECT if given.json_schema is None else given.json_schema


def _messages(asked: ChatCompletionBody) -> tuple[Message, ...]:
    if asked.messages[-1].tool_calls:
        raise invalid(f"messages.{len(asked.messages) - 1}.tool_calls", "must be followed by the calls' results")
    return tuple(_message(message, f"messages.{index}") for index, message in enumerate(asked.messages))


def _message(message: ChatMessage, field: str) -> Message:
    text = message.text()
    match message.role:
        case "system" | "developer":
            return Message("system", text)
        case "user":
            return Message("user", text)
        case "assistant":
            return Message(
                "assistant",
                text,
                reasoning=message.reasoning_content or message.reasoning or "",
                tool_calls=tuple(call.as_tool_call() for call in message.tool_calls or ()),
            )
        case "tool":
            if message.tool_call_id is None:
                raise invalid(f"{field}.tool_call_id", "is missing")
            return Message("tool", text, tool_call_id=message.tool_call_id)
