"""Conversations as the messages and tools of a chat completion request."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ReplyOptions


def wire_message(message: Message) -> dict[str, Any]:
    """One message. Reasoning goes back as `reasoning_content`, which servers that do not know it ignore."""
    wire: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.role == "tool":
        wire["tool_call_id"] = message.tool_call_id or ""
    if message.reasoning:
        wire["reasoning_content"] = message.reasoning
    if message.tool_calls:
        wire["content"] = message.content or None
        wire["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    return wire


def wire_tool(tool: ToolSpec) -> dict[str, Any]:
    """One tool."""
    parameters: Mapping[str, Any] = tool.parameters or {"type": "object", "properties": {}}
    function = {"name": tool.name, "description": tool.description, "parameters": dict(parameters)}
    return {"type": "function", "function": function}


def wire_request(
    model: str, messages: Sequence[Message], tools: Sequence[ToolSpec], options: ReplyOptions
) -> dict[str, Any]:
    """The body of a streamed request; what `options` leave open is left to the server."""
    body: dict[str, Any] = {
        "model": model,
        "messages": [wire_message(message) for message in messages],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if tools:
        body["tools"] = [wire_tool(tool) for tool in tools]
    for name in ("temperature", "top_p", "top_k", "min_p", "seed", "max_tokens", "reasoning_effort"):
        value = getattr(options, name)
        if value is not None:
            body[name] = value
    if options.stop:
        body["stop"] = list(options.stop)
    if options.template_arguments:
        body["chat_template_kwargs"] = dict(options.template_arguments)
    return body


def encode_body(body: dict[str, Any]) -> bytes:
    """A request's body as JSON; lone surrogates, which no UTF-8 has, become U+FFFD."""
    text = json.dumps(body, ensure_ascii=False)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
