"""Conversations as the messages and tools of a chat completion request."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import ANY_OBJECT, NamedTool, ReplyOptions, ToolChoice
from localcoder.wire.requests import (
    AssistantToolCall,
    CalledFunction,
    ChatCompletionBody,
    ChatMessage,
    FunctionDefinition,
    FunctionName,
    JsonSchemaFormat,
    NamedToolChoice,
    ObjectFormat,
    SchemaFormat,
    StreamOptions,
    ToolDefinition,
    WireBody,
)

_PENALTIES: Final = ("presence_penalty", "frequency_penalty", "repetition_penalty")
_LIMITS: Final = ("max_tokens", "min_tokens", "reasoning_effort")
_NUMBERS: Final = ("temperature", "top_p", "top_k", "min_p", "seed", *_LIMITS, *_PENALTIES)
"""Options that have the same name and form on the wire, where None means that they are not sent."""


def _as_keys(biases: Mapping[int, float]) -> dict[str, float]:
    return {str(token): bias for token, bias in biases.items()}


_OTHERS: Final[Sequence[tuple[str, str, Callable[[Any], Any]]]] = (
    ("stop", "stop", list),
    ("chat_template_kwargs", "template_arguments", dict),
    ("logit_bias", "logit_bias", _as_keys),
    ("ignore_eos", "ignore_eos", bool),
)
"""Name on the wire, option, and form of options that are not sent where they are empty."""


def wire_request(
    model: str, messages: Sequence[Message], tools: Sequence[ToolSpec], options: ReplyOptions
) -> dict[str, Any]:
    """The body of a streamed request; what `options` leave open is left to the server."""
    fields: dict[str, Any] = {
        "model": model,
        "messages": [_message(message) for message in messages],
        "stream": True,
        "stream_options": StreamOptions(include_usage=True),
    }
    if tools:
        fields["tools"] = [_tool(tool) for tool in tools]
    fields |= {name: value for name in _NUMBERS if (value := getattr(options, name)) is not None}
    fields |= {name: change(value) for name, field, change in _OTHERS if (value := getattr(options, field))}
    if options.logprobs is not None:
        fields |= {"logprobs": True, "top_logprobs": options.logprobs}
    if options.answer_schema is not None:
        fields["response_format"] = _response_format(options.answer_schema)
    if options.tool_choice not in ("auto", "none"):  # none: not to tell of tools is all that every server takes
        fields["tool_choice"] = _tool_choice(options.tool_choice)
    if not options.parallel_calls:
        fields["parallel_tool_calls"] = False
    # Not checked: ranges are the server's affair, and it says so if it minds.
    return _sent(ChatCompletionBody.model_construct(**fields))


def _message(message: Message) -> ChatMessage:
    fields: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.role == "tool":
        fields["tool_call_id"] = message.tool_call_id or ""
    if message.reasoning:
        fields["reasoning_content"] = message.reasoning
    if message.tool_calls:
        fields["content"] = message.content or None
        fields["tool_calls"] = [_call(call) for call in message.tool_calls]
    return ChatMessage.model_construct(**fields)


def _call(call: ToolCall) -> AssistantToolCall:
    function = CalledFunction.model_construct(name=call.name, arguments=call.arguments)
    return AssistantToolCall.model_construct(id=call.id, type="function", function=function)


def _tool(tool: ToolSpec) -> ToolDefinition:
    parameters: Mapping[str, Any] = tool.parameters or {"type": "object", "properties": {}}
    fields: dict[str, Any] = {"name": tool.name, "description": tool.description, "parameters": dict(parameters)}
    if tool.strict:
        fields["strict"] = True
    return ToolDefinition.model_construct(type="function", function=FunctionDefinition.model_construct(**fields))


def _response_format(schema: Mapping[str, Any]) -> ObjectFormat | JsonSchemaFormat:
    if schema == ANY_OBJECT:
        return ObjectFormat(type="json_object")
    given = SchemaFormat.model_construct(name="answer", json_schema=dict(schema), strict=True)
    return JsonSchemaFormat.model_construct(type="json_schema", json_schema=given)


def _tool_choice(choice: ToolChoice) -> str | NamedToolChoice:
    if isinstance(choice, NamedTool):
        function = FunctionName.model_construct(name=choice.name)
        return NamedToolChoice.model_construct(type="function", function=function)
    return choice


def _sent(body: WireBody) -> dict[str, Any]:
    """The fields that were set; `serve` writes its answers in the same manner."""
    return body.model_dump(exclude_unset=True)


def encode_body(body: dict[str, Any]) -> bytes:
    """A request's body as JSON; lone surrogates, which no UTF-8 has, become U+FFFD."""
    text = json.dumps(body, ensure_ascii=False)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
