"""Asks a server, streaming or not, and merges what comes as a client would."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.server.conftest import Running

TIMEOUT_S = 60


@dataclass
class Answer:
    """A reply of one choice. `chunks` are the events of a stream, none of a plain answer."""

    content: str = ""
    reasoning: str = ""
    calls: list[dict[str, Any]] = field(default_factory=list)
    finish_reason: str | None = None
    usage: dict[str, Any] | None = None
    logprobs: list[dict[str, Any]] = field(default_factory=list)
    chunks: list[dict[str, Any]] = field(default_factory=list)

    @property
    def named_calls(self) -> list[tuple[str, str]]:
        """Name and arguments of each call."""
        return [(call["function"]["name"], call["function"]["arguments"]) for call in self.calls]


def ask(server: Running, body: dict[str, Any], *, stream: bool) -> Answer:
    """The answer to a chat completion request; the stream is asked for its usage."""
    if not stream:
        return _plain(_post(server, body | {"stream": False}).json())
    options = {"stream": True, "stream_options": {"include_usage": True}}
    return _merged(events_of(_post(server, body | options)))


def events_of(response: httpx.Response) -> list[dict[str, Any]]:
    """The JSON of a stream's `data:` events, which end in [DONE]."""
    assert response.headers["content-type"].startswith("text/event-stream")
    data = [line.removeprefix("data: ") for line in response.text.split("\n") if line.startswith("data: ")]
    assert data[-1] == "[DONE]"
    return [json.loads(event) for event in data[:-1]]


def _post(server: Running, body: dict[str, Any]) -> httpx.Response:
    # Loading certificates, for which loopback has no use, would take longer than the answer.
    response = httpx.post(f"{server.url}/v1/chat/completions", json=body, timeout=TIMEOUT_S, verify=False)
    assert response.status_code == 200, response.text
    return response


def _plain(document: dict[str, Any]) -> Answer:
    (choice,) = document["choices"]
    message = choice["message"]
    return Answer(
        message["content"] or "",
        message.get("reasoning_content") or "",
        message.get("tool_calls") or [],
        choice["finish_reason"],
        document["usage"],
        (choice.get("logprobs") or {}).get("content") or [],
    )


def _merged(chunks: list[dict[str, Any]]) -> Answer:
    answer = Answer(chunks=chunks)
    calls: dict[int, dict[str, Any]] = {}
    for chunk in chunks:
        assert "error" not in chunk, chunk
        answer.usage = chunk.get("usage") or answer.usage
        for choice in chunk["choices"]:
            delta = choice["delta"]
            answer.content += delta.get("content") or ""
            answer.reasoning += delta.get("reasoning_content") or ""
            answer.finish_reason = choice["finish_reason"] or answer.finish_reason
            answer.logprobs += (choice.get("logprobs") or {}).get("content") or []
            for part in delta.get("tool_calls") or []:
                _add_call(calls, part)
    answer.calls = [calls[index] for index in sorted(calls)]
    return answer


def _add_call(calls: dict[int, dict[str, Any]], part: dict[str, Any]) -> None:
    function = part["function"]
    if "id" in part:
        assert part["index"] not in calls
        calls[part["index"]] = {"id": part["id"], "type": part["type"], "function": dict(function)}
    else:
        assert "name" not in function
        calls[part["index"]]["function"]["arguments"] += function["arguments"]
