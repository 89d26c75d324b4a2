"""Messages and tools as the dictionaries that chat templates work on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from localcoder.chat.messages import Message, ToolSpec, with_users_joined
from localcoder.chat.raw_arguments import RawArguments

ReasoningKey = Literal["reasoning_content", "reasoning", "thinking", "tool_plan"]


@dataclass(frozen=True, slots=True)
class TemplateTraits:
    """What a template does with its input, found out by trying (`template_traits.find_traits`).

    `call_reasoning_key` and `answer_reasoning_key`: the message key whose text it shows as the reasoning of a message
    with calls, and of one without. `drops_text_beside_calls`: a message's text vanishes
    where it also calls tools. `inserts_descriptions_raw`: a tool's description lands unescaped in a JSON string.
    `one_call_per_message`: it refuses parallel calls. `one_user_message`: it refuses two of the user's in a row.
    """

    call_reasoning_key: ReasoningKey = "reasoning_content"
    answer_reasoning_key: ReasoningKey = "reasoning_content"
    drops_text_beside_calls: bool = False
    inserts_descriptions_raw: bool = False
    one_call_per_message: bool = False
    one_user_message: bool = False


def template_messages(messages: Sequence[Message], traits: TemplateTraits) -> list[dict[str, Any]]:
    """The conversation in Hugging Face's convention, shaped so that this template loses nothing of it."""
    if traits.one_user_message:
        messages = with_users_joined(messages)
    if traits.one_call_per_message:
        messages = _one_call_each(messages)
    names = {call.id: call.name for message in messages for call in message.tool_calls}
    return [_template_message(message, names, traits) for message in messages]


def template_tools(tools: Sequence[ToolSpec], traits: TemplateTraits) -> list[dict[str, Any]]:
    """The tools in Hugging Face's convention; each has a description and an object schema, be they empty."""
    rendered = []
    for tool in tools:
        parameters = dict(tool.parameters) if tool.parameters else {}
        parameters.setdefault("type", "object")
        parameters.setdefault("properties", {})
        description = tool.description or ""
        if traits.inserts_descriptions_raw:
            description = json.dumps(description, ensure_ascii=False)[1:-1]
        function = {"name": tool.name, "description": description, "parameters": parameters}
        rendered.append({"type": "function", "function": function})
    return rendered


def _template_message(message: Message, names: dict[str, str], traits: TemplateTraits) -> dict[str, Any]:
    if message.role == "tool":
        call_id = message.tool_call_id or ""
        result = {"role": "tool", "content": message.content, "tool_call_id": call_id, "name": names.get(call_id, "")}
        return result | {"is_error": True} if message.is_error else result
    if message.role != "assistant":
        return {"role": message.role, "content": message.content}
    reasoning, content = message.reasoning, message.content
    if content and message.tool_calls and traits.drops_text_beside_calls:
        reasoning, content = "\n\n".join(filter(None, [reasoning, content])), ""
    rendered: dict[str, Any] = {"role": "assistant", "content": content}
    if reasoning:
        rendered[traits.call_reasoning_key if message.tool_calls else traits.answer_reasoning_key] = reasoning
    if message.tool_calls:
        rendered["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": RawArguments.parse(call.arguments)},
            }
            for call in message.tool_calls
        ]
    return rendered


def _one_call_each(messages: Sequence[Message]) -> list[Message]:
    """Parallel calls as calls one after another, each followed by its result."""
    separated: list[Message] = []
    pending = list(messages)
    while pending:
        message = pending.pop(0)
        if len(message.tool_calls) < 2:
            separated.append(message)
            continue
        results: list[Message] = []
        while pending and pending[0].role == "tool":
            results.append(pending.pop(0))
        for position, call in enumerate(message.tool_calls):
            first = position == 0
            content, reasoning = (message.content, message.reasoning) if first else ("", "")
            separated.append(Message("assistant", content, reasoning, (call,)))
            separated += _take(results, call.id)
        separated += results
    return separated


def _take(results: list[Message], call_id: str) -> Iterable[Message]:
    taken = [result for result in results if result.tool_call_id == call_id]
    results[:] = [result for result in results if result.tool_call_id != call_id]
    return taken
