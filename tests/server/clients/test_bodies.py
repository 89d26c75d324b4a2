"""Requests as programs are known to send them: more than the minimum, and none of it a reason to refuse."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fakes.spoken import text
from tests.server.asking import ask
from tests.server.clients.conftest import Speaking

USER: dict[str, Any] = {"role": "user", "content": "hi"}
READ: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "read",
        "description": "Reads.",
        "parameters": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {"path": {"type": "string", "default": None}, "lines": {"anyOf": [{"type": "integer"}, {}]}},
            "required": ["path"],
            "additionalProperties": False,
        },
        "strict": False,
    },
}
CALL: dict[str, Any] = {"id": "call_1", "type": "function", "function": {"name": "read", "arguments": '{"path": "a"}'}}

BODIES: dict[str, dict[str, Any]] = {
    "every field that says nothing": {
        "messages": [USER],
        "n": 1,
        "stop": None,
        "seed": None,
        "tools": None,
        "tool_choice": None,
        "logit_bias": None,
        "logprobs": False,
        "top_logprobs": None,
        "response_format": {"type": "text"},
        "presence_penalty": 0,
        "frequency_penalty": 0.0,
        "functions": None,
        "function_call": None,
        "parallel_tool_calls": None,
        "reasoning_effort": None,
        "max_tokens": None,
        "max_completion_tokens": None,
    },
    "what OpenAI's servers want to know": {
        "messages": [USER | {"name": "ada"}],
        "user": "u-1",
        "metadata": {"a": "b"},
        "store": False,
        "service_tier": "auto",
        "prompt_cache_key": "k",
        "safety_identifier": "s",
        "verbosity": "low",
        "prediction": None,
    },
    "text in parts for every role": {
        "messages": [
            {
                "role": "system",
                "content": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
            },
            {"role": "user", "content": [{"type": "text", "text": "read "}, {"type": "text", "text": "a"}]},
            {"role": "assistant", "content": [{"type": "text", "text": "I read."}], "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "call_1", "content": [{"type": "text", "text": "1|x"}]},
        ],
        "tools": [READ],
    },
    "calls between messages that say nothing": {
        "messages": [
            {"role": "developer", "content": "Be brief."},
            USER | {"content": ""},
            {"role": "assistant", "content": None, "tool_calls": [CALL | {"index": 0}], "refusal": None, "audio": None},
            {"role": "tool", "tool_call_id": "call_1", "name": "read", "content": ""},
            {"role": "assistant", "content": "", "reasoning_content": "", "tool_calls": [], "function_call": None},
            USER,
            USER,
        ],
        "tools": [READ],
        "tool_choice": "auto",
        "parallel_tool_calls": True,
    },
    "reasoning given back in two names": {
        "messages": [
            USER,
            {"role": "assistant", "content": "Hello.", "reasoning_content": "Greet.", "reasoning": "Greet."},
            USER,
        ],
        "chat_template_kwargs": {"enable_thinking": True},
        "temperature": 0.0,
        "top_p": 1,
        "top_k": -1,
        "min_p": 0,
        "repetition_penalty": 1.0,
    },
    "an empty list of tools": {"messages": [USER], "tools": [], "tool_choice": "none", "parallel_tool_calls": False},
}


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_body_is_answered(speaking: Speaking, stream: bool, body: dict[str, Any]) -> None:
    answer = ask(speaking(text("Hello.")), body | {"model": "spoken"}, stream=stream)
    assert (answer.content, answer.finish_reason) == ("Hello.", "stop")
