"""Reading `/v1/responses` as strictly as OpenAI's own types allow, and rebuilding the answer from its events alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any

import httpx
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter

from localcoder.chat.model import ChatEvent
from localcoder.server.responses_reply import ReplyShape, ResponseReply
from localcoder.wire.sse import EventDecoder
from tests.server.conftest import Running

Event = dict[str, Any]

_EVENTS: TypeAdapter[Any] = TypeAdapter(ResponseStreamEvent)
_ANSWER: TypeAdapter[Response] = TypeAdapter(Response)
_FIRST = ["response.created", "response.in_progress"]
_LAST = ("response.completed", "response.incomplete", "response.failed")


def post(server: Running, body: Any, **headers: str) -> httpx.Response:
    """A request with `body` as JSON."""
    # Without `verify` no certificates are loaded, which would take longer than the answer.
    return httpx.post(f"{server.url}/v1/responses", json=body, headers=headers, timeout=30, verify=False)


def answer(server: Running, body: Event) -> Event:
    """The response object for `body`, which OpenAI's type accepts."""
    response = post(server, body)
    assert response.status_code == 200, response.text
    value: Event = response.json()
    _ANSWER.validate_python(value)
    return value


def stream(server: Running, body: Event) -> list[Event]:
    """The events for `body`, each one named by its type and accepted by OpenAI's type for it."""
    decoder = EventDecoder()
    with httpx.stream(
        "POST", f"{server.url}/v1/responses", json=body | {"stream": True}, timeout=30, verify=False
    ) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        named = [event for chunk in response.iter_bytes() for event in decoder.feed(chunk)]
    events = [json.loads(event.data) for event in named]
    assert [event.name for event in named] == [event["type"] for event in events]
    check(events)
    return events


def events_of(reply: Sequence[ChatEvent], **shape: Any) -> list[Event]:
    """What a stream of `reply` consists of."""
    told = ResponseReply("fake", ReplyShape(ECHO, **shape))
    events = told.start() + [event for said in reply for event in told.take(said)]
    # As a client gets them: what is sent cannot change later.
    events = json.loads(json.dumps(events))
    assert events[-1]["response"] == told.response
    check(events)
    return events


ECHO: Event = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
"""What a request without wishes makes the answer repeat."""


def check(events: Sequence[Event]) -> None:
    """What holds for every stream."""
    for event in events:
        _EVENTS.validate_python(event)
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    assert [event["type"] for event in events[:2]] == _FIRST
    assert events[-1]["type"] in _LAST
    assert not any(event["type"] in (*_FIRST, *_LAST) for event in events[2:-1])
    assert events[-1]["response"]["status"] == events[-1]["type"].removeprefix("response.")
    assert rebuilt(events) == events[-1]["response"]["output"]


def rebuilt(events: Iterable[Event]) -> list[Event]:
    """The output as a client that adds deltas up has it, which must agree with every event that tells a whole.

    An item that never came to its end is incomplete.
    """
    items: list[Event] = []
    done: set[int] = set()
    for event in events:
        kind = event["type"].removeprefix("response.")
        index = event.get("output_index")
        if index is None:
            continue
        assert index not in done, "an item changed after its end"
        if kind == "output_item.added":
            assert index == len(items)
            assert event["item"]["status"] == "in_progress"
            items.append(deepcopy(event["item"]))
            continue
        item = items[index]
        if kind == "output_item.done":
            done.add(index)
            assert event["item"]["status"] in ("completed", "incomplete")
            item["status"] = event["item"]["status"]
            if "encrypted_content" in item:
                item["encrypted_content"] = event["item"]["encrypted_content"]
            assert event["item"] == item
        else:
            assert event["item_id"] == item["id"]
            _add(item, kind, event)
    return [item if index in done else item | {"status": "incomplete"} for index, item in enumerate(items)]


def _add(item: Event, kind: str, event: Event) -> None:
    match kind:
        case "content_part.added":
            assert event["content_index"] == len(item["content"])
            item["content"].append(deepcopy(event["part"]))
        case "reasoning_summary_part.added":
            assert event["summary_index"] == len(item["summary"])
            item["summary"].append(deepcopy(event["part"]))
        case "output_text.delta":
            part = item["content"][event["content_index"]]
            part["text"] += event["delta"]
            part["logprobs"] += event["logprobs"]
        case "reasoning_text.delta":
            item["content"][event["content_index"]]["text"] += event["delta"]
        case "reasoning_summary_text.delta":
            item["summary"][event["summary_index"]]["text"] += event["delta"]
        case "function_call_arguments.delta":
            assert event["delta"]
            item["arguments"] += event["delta"]
        case "output_text.done":
            part = item["content"][event["content_index"]]
            assert (event["text"], event["logprobs"]) == (part["text"], part["logprobs"])
        case "reasoning_text.done":
            assert event["text"] == item["content"][event["content_index"]]["text"]
        case "reasoning_summary_text.done":
            assert event["text"] == item["summary"][event["summary_index"]]["text"]
        case "content_part.done":
            assert event["part"] == item["content"][event["content_index"]]
        case "reasoning_summary_part.done":
            assert event["part"] == item["summary"][event["summary_index"]]
        case "function_call_arguments.done":
            assert (event["name"], event["arguments"]) == (item["name"], item["arguments"])
        case _:
            raise AssertionError(f"{kind} is no event that this server sends")


def anonymous(response: Event) -> Event:
    """`response` without what is different each time: ids of its own and times."""
    value = {key: given for key, given in response.items() if key not in ("id", "created_at", "completed_at")}
    return value | {"output": [{key: given for key, given in item.items() if key != "id"} for item in value["output"]]}
