"""A saved conversation, told to the editor again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from acp.helpers import tool_diff_content, update_agent_message_text, update_tool_call, update_user_message_text

from localcoder.acp.texts import sendable
from localcoder.acp.tool_calls import Content, path_of
from localcoder.acp.updates import Update, Updates, notice, plan
from localcoder.agent import events
from localcoder.agent.approval import REFUSED
from localcoder.agent.attached import own_words
from localcoder.agent.compaction import is_summary
from localcoder.agent.reply import is_feedback
from localcoder.chat.messages import Message, ToolCall
from localcoder.tools.todo import todo_of
from localcoder.workspace.roots import Roots


def told_again(messages: Sequence[Message], updates: Updates, roots: Roots) -> Iterator[Update]:
    """What the user and the model said, the calls with their results, and the todo list as it is now."""
    results = {message.tool_call_id: message for message in messages if message.role == "tool"}
    for message in messages:
        if is_summary(message):
            yield notice("What came before was summed up for the model.")
        elif is_feedback(message):
            continue
        elif message.role == "user":
            yield update_user_message_text(sendable(own_words(message.content)))
        elif message.role == "assistant":
            if message.content.strip():
                yield update_agent_message_text(sendable(message.content))
            for call in message.tool_calls:
                yield from _call(call, results.get(call.id), updates, roots)
    todo = todo_of(messages).items
    if todo:
        yield plan(todo)


def _call(call: ToolCall, result: Message | None, updates: Updates, roots: Roots) -> Iterator[Update]:
    arguments = _arguments(call)
    first = next((value for value in arguments.values() if isinstance(value, str)), "")
    summary = " ".join(f"{call.name} {first}".split())
    yield from updates.of(events.CallStarted(call.id, call.name, arguments, summary))
    content = "" if result is None else result.content
    is_error, refused = result is None or result.is_error, content.startswith(REFUSED)
    call_id = updates.call_id(None, call.id)
    yield from updates.of(events.CallFinished(call.id, call.name, content, is_error, refused, None, 0.0))
    diff = [] if is_error else _edit(call.name, arguments, roots)
    if diff:
        yield update_tool_call(call_id, content=diff)


def _edit(tool: str, arguments: Mapping[str, Any], roots: Roots) -> list[Content]:
    """What an edit replaced, as far as its arguments tell; where in the file that was is no longer known."""
    path, old, new = path_of(tool, arguments, roots), arguments.get("old"), arguments.get("new")
    if tool != "edit" or path is None or not isinstance(old, str) or not isinstance(new, str):
        return []
    return [tool_diff_content(path, sendable(new), sendable(old))]


def _arguments(call: ToolCall) -> dict[str, Any]:
    try:
        values = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}
