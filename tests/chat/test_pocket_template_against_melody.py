"""The built-in model's template against a second opinion: the turns behind the system's agree with `render_cmd4`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import cohere_melody
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import localcoder.engine
from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.template import ChatTemplate
from localcoder.engine.tokenizer import Tokenizer

POCKET = Path(localcoder.engine.__file__).parent / "pocket"
JSON_PART = re.compile(r"<\|START_(ACTION|TOOL_RESULT)\|>(.*?)<\|END_\1\|>", re.DOTALL)

prose = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<|>"), min_size=1, max_size=30)
values = st.integers(-1000, 1000) | st.booleans() | st.none() | prose | st.lists(prose, max_size=2)
arguments_objects = st.dictionaries(prose, values, max_size=3)


@pytest.fixture(scope="module")
def template(north: Tokenizer) -> ChatTemplate:
    return ChatTemplate.load(POCKET, north)


@st.composite
def conversations(draw: st.DrawFn) -> list[Message]:
    messages = [Message("user", draw(prose))]
    for hop in range(draw(st.integers(0, 3))):
        objects = draw(st.lists(arguments_objects, max_size=3))
        calls = tuple(ToolCall(f"call_{hop}_{i}", f"tool_{i}", json.dumps(value)) for i, value in enumerate(objects))
        if calls:
            messages.append(Message("assistant", "", draw(prose), calls))
            messages += [Message("tool", draw(prose), tool_call_id=call.id) for call in calls]
        else:
            messages += [Message("assistant", draw(prose), draw(prose)), Message("user", draw(prose))]
    return messages


def melody_message(message: Message) -> dict[str, Any]:
    content = [{"type": "text", "text": message.content}] if message.content else []
    if message.reasoning:
        content.insert(0, {"type": "thinking", "thinking": message.reasoning})
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.tool_call_id, "content": content}
    role = "chatbot" if message.role == "assistant" else message.role
    calls = [{"id": call.id, "name": call.name, "parameters": call.arguments} for call in message.tool_calls]
    return {"role": role, "content": content, "tool_calls": calls}


def turns(text: str) -> list[Any]:
    """The text from the user's first turn on, JSON parts decoded, calls numbered from 0 in each of them.

    Melody numbers calls through the conversation, the built-in model's format turn by turn, as models write them.
    """
    pieces: list[Any] = JSON_PART.split(text[text.index("<|START_OF_TURN_TOKEN|><|USER_TOKEN|>") :])
    for position in range(2, len(pieces), 3):
        pieces[position] = json.loads(pieces[position])
        first = min(int(item["tool_call_id"]) for item in pieces[position])
        for item in pieces[position]:
            item["tool_call_id"] = int(item["tool_call_id"]) - first
    return pieces


@settings(max_examples=60, deadline=None)
@given(messages=conversations())
def test_melody_renders_the_same_turns(template: ChatTemplate, north: Tokenizer, messages: list[Message]) -> None:
    ours = north.decode(template.render(messages, add_generation_prompt=True))
    theirs = cohere_melody.render_cmd4({"messages": [melody_message(message) for message in messages]})
    assert turns(ours) == turns(theirs + "<|START_THINKING|>")
