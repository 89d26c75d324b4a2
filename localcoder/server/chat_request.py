"""A chat completion request: checked field by field, and turned into what a `ChatModel` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ReplyOptions
from localcoder.server.errors import ApiError, unsupported
from localcoder.server.parsing import parse_object, validated
from localcoder.wire.requests import EFFORTS, ChatCompletionBody, ChatMessage, ToolDefinition

_OFF: Final = (None, False)
_NEUTRAL: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "n": (lambda v: v is None or v == 1, "can only be 1 here"),
    "logprobs": (lambda v: v in _OFF, "is not available here"),
    "top_logprobs": (lambda v: v in (None, 0), "is not available here"),
    "response_format": (lambda v: v is None or v == {"type": "text"}, "can only be of type `text` here"),
    "logit_bias": (lambda v: v in (None, {}), "is not available here"),
    "presence_penalty": (lambda v: v in (None, 0), "can only be 0 here"),
    "frequency_penalty": (lambda v: v in (None, 0), "can only be 0 here"),
    "repetition_penalty": (lambda v: v in (None, 1), "can only be 1 here"),
    "min_tokens": (lambda v: v in (None, 0), "can only be 0 here"),
    "ignore_eos": (lambda v: v in _OFF, "is not available here"),
    "parallel_tool_calls": (lambda v: v in (None, True), "can only be true here"),
    "functions": (lambda v: v is None, "is not available here; use `tools`"),
    "function_call": (lambda v: v is None, "is not available here; use `tool_choice`"),
    "modalities": (lambda v: v in (None, ["text"]), "can only be text here"),
    "audio": (lambda v: v is None, "is not available here"),
    "web_search_options": (lambda v: v is None, "is not available here"),
    "guided_json": (lambda v: v is None, "is not available here"),
    "guided_regex": (lambda v: v is None, "is not available here"),
    "guided_choice": (lambda v: v is None, "is not available here"),
    "guided_grammar": (lambda v: v is None, "is not available here"),
}
"""Fields that would change the answer and have no effect yet, with the values that ask for nothing."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What the client asks for. `model` is the name that it used, or None."""

    model: str | None
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...]
    options: ReplyOptions
    stream: bool
    include_usage: bool


def parse_chat_request(body: bytes) -> ChatRequest:
    """The request in `body`; raises `ApiError` 400 that names the field at fault."""
    raw = parse_object(body)
    for field, (is_neutral, why) in _NEUTRAL.items():
        if not is_neutral(raw.get(field)):
            raise unsupported(field, why)
    asked = validated(ChatCompletionBody, raw)
    if asked.stream_options is not None and not asked.stream:
        raise _invalid("stream_options", "is only possible with `stream`")
    limits = (asked.max_completion_tokens, asked.max_tokens)
    return ChatRequest(
        model=asked.model,
        messages=tuple(_message(message, f"messages.{index}") for index, message in enumerate(asked.messages)),
        tools=_offered_tools(asked),
        options=ReplyOptions(
            **asked.sampling(),
            max_tokens=next((limit for limit in limits if limit is not None), None),
            reasoning_effort=None if asked.reasoning_effort is None else EFFORTS[asked.reasoning_effort],
            template_arguments=asked.chat_template_kwargs or {},
        ),
        stream=bool(asked.stream),
        include_usage=asked.stream_options is not None and bool(asked.stream_options.include_usage),
    )


def _invalid(field: str, why: str) -> ApiError:
    return ApiError(HTTPStatus.BAD_REQUEST, f"`{field}` {why}.", param=field, code="invalid_value")


def _offered_tools(asked: ChatCompletionBody) -> tuple[ToolSpec, ...]:
    """The tools that the model is told of: all, or none with `tool_choice` none."""
    tools = tuple(_tool(tool, f"tools.{index}") for index, tool in enumerate(asked.tools or ()))
    match asked.tool_choice:
        case None | "auto":
            return tools
        case "none":
            return ()
        case "required" if not tools:
            raise _invalid("tool_choice", "cannot be `required` without `tools`")
        case _:
            raise unsupported("tool_choice", "can only be `auto` or `none` here")


def _tool(tool: ToolDefinition, field: str) -> ToolSpec:
    function = tool.function
    if function.strict:
        raise unsupported(f"{field}.function.strict", "can only be false here")
    parameters = function.parameters or {"type": "object", "properties": {}}
    return ToolSpec(function.name, function.description or "", parameters)


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
                raise _invalid(f"{field}.tool_call_id", "is missing")
            return Message("tool", text, tool_call_id=message.tool_call_id)
