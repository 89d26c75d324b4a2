"""Asks for text completions, streaming or not, and merges a stream as a client would."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.asking import events_of

TEXT_LISTS = ("tokens", "token_logprobs", "top_logprobs", "text_offset")


def client_of(url: str) -> httpx.Client:
    # Loading certificates, for which loopback has no use, would take longer than an answer.
    return httpx.Client(base_url=url, timeout=60, verify=False)


def complete(client: httpx.Client, *, stream: bool, **body: Any) -> dict[str, Any]:
    """The completion object; of a stream, the one that its chunks add up to."""
    if stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    response = client.post("/v1/completions", json=body)
    assert response.status_code == 200, response.text
    return merged(events_of(response)) if stream else response.json()


def merged(chunks: list[dict[str, Any]]) -> dict[str, Any]:
    """What a stream's chunks add up to; the last one has the usage and no choice, the others the reverse."""
    *others, last = chunks
    assert last["choices"] == []
    choices: dict[int, dict[str, Any]] = {}
    for chunk in others:
        assert "error" not in chunk
        assert chunk.get("usage") is None
        assert {name: chunk[name] for name in ("id", "object", "created", "model")} == {
            name: last[name] for name in ("id", "object", "created", "model")
        }
        (part,) = chunk["choices"]
        choice = choices.setdefault(part["index"], {"index": part["index"], "text": "", "logprobs": None})
        assert "finish_reason" not in choice, "nothing comes after the finish"
        choice["text"] += part["text"]
        if part["logprobs"] is not None:
            lists = choice["logprobs"] or {name: [] for name in TEXT_LISTS}
            choice["logprobs"] = {name: [*lists[name], *part["logprobs"][name]] for name in TEXT_LISTS}
        if part["finish_reason"] is not None:
            assert part["text"] == ""
            choice["finish_reason"] = part["finish_reason"]
    return last | {"choices": [choices[index] for index in sorted(choices)]}


def without_id(completion: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in completion.items() if name not in ("id", "created")}
