"""What comes in as lines that are no messages, or none that make sense: answered, and the connection stays."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from localcoder.acp import serving
from localcoder.acp.bridge import Bridge
from localcoder.acp.contract import Conversation, Place
from localcoder.acp.serving import serve
from localcoder.chat.model import ChatModel
from localcoder.errors import UsageError
from tests.cli.running import TIMEOUT_S

LAST = {"jsonrpc": "2.0", "id": "the last", "method": "session/list", "params": {}}
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603


def no_conversation(place: Place, session_id: str | None) -> Conversation:
    raise UsageError("There are no conversations here.")


async def no_model() -> ChatModel:
    raise UsageError("There is no model here.")


def read(line: bytes) -> Any:
    return json.loads(line, parse_constant=pytest.fail)


async def answers(sent: bytes, at_least: int = 1) -> list[Any]:
    """What is answered to `sent` and a request after it: all, if that is not less than `at_least`."""
    (agent_end, ours), (our_end, theirs) = os.pipe(), os.pipe()
    running = asyncio.create_task(serve(Bridge(no_conversation, no_model, lambda cwd: ()), (agent_end, theirs)))
    with os.fdopen(ours, "wb") as outgoing, os.fdopen(our_end, "rb") as incoming:

        def talk() -> list[Any]:
            outgoing.write(sent + b"\n" + json.dumps(LAST).encode() + b"\n")
            outgoing.flush()
            told: list[Any] = []
            while len(told) < at_least or all(one["id"] != LAST["id"] for one in told):
                told.append(read(incoming.readline()))
            outgoing.close()
            return [*told, *map(read, incoming)]

        told = await asyncio.wait_for(asyncio.to_thread(talk), TIMEOUT_S)
    await asyncio.wait_for(running, TIMEOUT_S)
    return told


def line(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode()


DEEP = b'{"jsonrpc":"2.0","id":1,"method":"session/new","params":' + b"[" * 900 + b"]" * 900 + b"}"


@pytest.mark.parametrize(
    ("sent", "code", "answered"),
    [
        (b"no JSON at all", PARSE_ERROR, None),
        (b'{"jsonrpc": "2.0", "id": 1, "meth', PARSE_ERROR, None),
        (b"\xff\xfe{}", PARSE_ERROR, None),
        (b"[" * 100_000, PARSE_ERROR, None),
        (b"[]", INVALID_REQUEST, None),
        (b"5", INVALID_REQUEST, None),
        (b"null", INVALID_REQUEST, None),
        (line(), INVALID_REQUEST, None),
        (line(id=[1], result=None), INVALID_REQUEST, None),
        (line(id=7), INVALID_REQUEST, 7),
        (line(id=7, method=5), INVALID_REQUEST, 7),
        (line(id={"a": 1}, method="initialize"), INVALID_REQUEST, None),
        (line(id=7, method="session/what"), NO_METHOD, 7),
        (line(id=7, method="_own/extension"), NO_METHOD, 7),
        (line(id="x", method="session/new"), INVALID_PARAMS, "x"),
        (line(id=7, method="session/new", params=[1]), INVALID_PARAMS, 7),
        (line(id=7, method="session/prompt", params={"sessionId": float("nan")}), INTERNAL, 7),
        (line(id=7, method="session/prompt", params={"sessionId": "\ud800", "prompt": []}), -32002, 7),
        (
            line(id=7, method="session/prompt", params={"sessionId": "a", "prompt": [{"type": "odd"}]}),
            INVALID_PARAMS,
            7,
        ),
        (DEEP, None, 1),
    ],
    ids=lambda value: repr(value)[:70],
)
async def test_what_makes_no_sense_is_an_error_and_the_next_request_is_answered(
    sent: bytes, code: int | None, answered: object
) -> None:
    told = await answers(sent, 2)
    by_id = {one["id"]: one for one in told}
    assert "error" in by_id[answered]
    assert code is None or by_id[answered]["error"]["code"] == code
    assert by_id["the last"]["result"] == {"sessions": []}
    assert len(told) == 2


@pytest.mark.parametrize("characters", [1, 50, 64, 65, 127, 128, 129, 100_000])
async def test_a_line_that_is_longer_than_a_piece_is_one_message(
    characters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LINE_BYTES", 64)
    told = await answers(line(id="x" * characters, method="initialize", params={"protocolVersion": 1}), 2)
    assert {one["id"] for one in told if "result" in one} == {"x" * characters, "the last"}


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"  \r",
        line(method="session/what"),
        line(method="session/cancel", params={"sessionId": "none"}),
        line(method="session/cancel", params=5),
        line(id=12345, result={"never": "asked"}),
        line(id=None, error="no object"),
        line(id=0, error={"code": "no number"}),
    ],
)
async def test_what_asks_for_nothing_gets_no_answer(sent: bytes) -> None:
    [told] = await answers(sent)
    assert told["id"] == "the last"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=3)
)
METHODS = st.sampled_from(["initialize", "session/new", "session/load", "session/prompt", "session/set_mode", "x"])
REQUESTS = st.fixed_dictionaries(
    {"id": st.integers() | st.text(), "method": METHODS},
    optional={"params": st.dictionaries(st.sampled_from(["sessionId", "cwd", "prompt", "_meta"]), JSON) | JSON},
)


@given(st.lists(st.binary(max_size=20) | REQUESTS.map(lambda one: line(**one)), max_size=5))
@example([b"\xed\xa0\x80", b"{}"])
def test_whatever_comes_the_connection_stays(lines: list[bytes]) -> None:
    told = asyncio.run(answers(b"\n".join(lines)))
    assert all(one["jsonrpc"] == "2.0" and ("result" in one) != ("error" in one) for one in told)
    assert any(one["id"] == "the last" for one in told)


@given(REQUESTS)
def test_every_request_is_answered_once(request_: dict[str, Any]) -> None:
    told = asyncio.run(answers(line(**request_), 2))
    assert sorted(map(str, (one["id"] for one in told))) == sorted(map(str, (request_["id"], "the last")))
