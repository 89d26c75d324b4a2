"""What becomes of requests, and of the server, when the engine's process crashes, breaks, hangs or cannot start."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from localcoder.attach.client import AttachedChatModel
from localcoder.attach.spec import EngineSpec
from localcoder.attach.supervisor import GaveUp
from localcoder.chat.messages import Message
from localcoder.chat.model import ReplyFinished, TextDelta
from localcoder.engine.request import EngineFailed
from localcoder.errors import LocalcoderError, UsageError
from tests.attach.conftest import until
from tests.attach.engines import BREAK, CRASH, HANG, starts
from tests.attach.serving import LONG, QUICK, Server


@pytest.fixture
def own_spec(spoken_directory: Path, tmp_path: Path) -> EngineSpec:
    """A model whose folder is the test's own."""
    return EngineSpec("spoken", str(shutil.copytree(spoken_directory, tmp_path / "spoken").resolve()))


@pytest.fixture(scope="module")
def server(spoken_directory: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = shutil.copytree(spoken_directory, tmp_path_factory.mktemp("served") / "spoken")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        server = Server(EngineSpec("spoken", str(directory.resolve()))).start()
        yield server
        assert server.failures == []
        server.stop()
        assert [path.name for path in server.serving.source.shared_socket.parent.iterdir()] == ["lock"]


def sse_of(lines: list[str]) -> list[Any]:
    """The events of a stream, which must end as OpenAI's do."""
    datas = [line.removeprefix("data: ") for line in lines if line]
    assert datas[-1] == "[DONE]"
    return [json.loads(data) for data in datas[:-1]]


def content_of(chunks: list[Any]) -> str:
    return "".join(chunk["choices"][0]["delta"].get("content") or "" for chunk in chunks if chunk.get("choices"))


def test_answers_are_those_of_the_engine(server: Server) -> None:
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0, timeout=60) as client:
        asked: Any = {"model": "spoken", "messages": [{"role": "user", "content": "Héllo, 世界"}]}
        whole = client.chat.completions.create(**asked)
        chunks = list(client.chat.completions.create(**asked, stream=True))
    assert whole.choices[0].message.content == "Héllo, 世界"
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == "Héllo, 世界"
    assert server.client.get("/health").json() == {"status": "ok"}
    assert "/v1/nothing here" in server.client.get("/v1/nothing?a=b").json()["error"]["message"]


def test_refusals_of_the_engines_process_pass_through(server: Server) -> None:
    response = server.post("x" * 5000, stream=True)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "context_length_exceeded")
    assert server.post("hi", temperature=-1).json()["error"]["param"] == "temperature"
    assert server.client.post("/v1/chat/completions", content=b"{").status_code == 415


def test_what_attached_programs_use_is_not_reached_from_the_network(server: Server) -> None:
    assert server.client.get("/attached/model").status_code == 404
    body = {"messages": [{"role": "user", "content": "hi"}]}
    assert server.client.post("/attached/reply", json=body).status_code == 404
    # As they are sent: httpx would resolve the dots here, as it must not on the way to the engine's process.
    for target in (b"/v1/../attached/model", b"/x/%2e%2e/attached/model", b"/./attached/model", b"//attached/model"):
        response = server.client.get("/", extensions={"target": target})
        assert (response.status_code, response.json()["error"]["type"]) == (404, "invalid_request_error"), target


def test_odd_paths_reach_the_engines_process_as_they_are(server: Server) -> None:
    for target, name in (
        (b"/v1/models/a%23b#c", "a#b#c"),
        (b"/v1/models/%c3%a9", "é"),
        (b"/v1/models/a/../b", "a/../b"),
    ):
        response = server.client.get("/", extensions={"target": target})
        assert response.status_code == 404
        assert f"`{name}`" in response.json()["error"]["message"]


@pytest.mark.parametrize(
    ("fault", "reason"), [(CRASH, "failed"), (BREAK, "the device broke"), (HANG, "did not get on")]
)
def test_requests_of_an_engine_that_fails_end_with_the_reason_and_the_next_ones_are_answered(
    server: Server, fault: str, reason: str
) -> None:
    server.get_ready()
    before = len(starts(server.directory))
    wholes: list[httpx.Response] = []
    whole = threading.Thread(target=lambda: wholes.append(server.post(LONG)))
    whole.start()
    while "localcoder_sequences_running 1.0" not in server.client.get("/metrics").text:
        pass
    body = {"messages": [{"role": "user", "content": f"before the {fault} {LONG}"}], "stream": True}
    with server.client.stream("POST", "/v1/chat/completions", json=body) as response:
        lines = response.iter_lines()
        streamed = [next(line for line in lines if '"content":"b"' in line)]
        with server.faults_happen():
            streamed += lines
            whole.join(60)
    chunks = sse_of(streamed)
    assert content_of(chunks).startswith("before the")
    assert reason in chunks[-1]["error"]["message"]
    assert wholes[0].status_code == 503
    assert "retry-after" in wholes[0].headers
    assert "error" in wholes[0].json()
    server.get_ready()
    assert len(starts(server.directory)) == before + 1
    assert any("is started again" in line for line in server.notices)


def test_every_kind_of_stream_ends_in_an_error_that_openais_client_raises(server: Server) -> None:
    server.get_ready()
    with openai.OpenAI(base_url=f"{server.url}/v1", api_key="unused", max_retries=0, timeout=60) as client:
        words = f"{CRASH} {LONG}"
        chat = client.chat.completions.create(
            model="spoken", messages=[{"role": "user", "content": words}], stream=True
        )
        responses = client.responses.create(model="spoken", input=words, stream=True)
        next(iter(chat))
        next(iter(responses))
        with server.faults_happen():
            for stream in (chat, responses):
                with pytest.raises(openai.APIError, match="failed and is started again"):
                    for _ in stream:
                        pass


async def test_attached_programs_get_a_clear_error_and_may_go_on(server: Server) -> None:
    await asyncio.to_thread(server.get_ready)
    model = AttachedChatModel(server.serving.source.shared_socket, os.getpid())
    said = ""
    with server.faults_happen(), pytest.raises(EngineFailed, match="failed and is started again"):
        async for event in model.reply([Message("user", f"and then CRASH {LONG}")]):
            said += event.text if isinstance(event, TextDelta) else ""
    assert said in "and then CRASH"
    await asyncio.to_thread(server.get_ready)
    events = [event async for event in model.reply([Message("user", "again")])]
    assert isinstance(events[-1], ReplyFinished)


def test_process_that_gives_no_sign_of_life_is_replaced(server: Server) -> None:
    server.get_ready()
    stopped = server.pid
    os.kill(stopped, signal.SIGSTOP)
    response = server.post("hi")
    assert response.status_code == 503
    server.get_ready()
    assert server.pid != stopped
    assert any("no sign of life" in line for line in server.notices)


def test_engine_that_fails_again_and_again_is_given_up(own_spec: EngineSpec) -> None:
    server = Server(own_spec, replace(QUICK, quick_s=600, quick_failures=2)).start()
    (Path(own_spec.directory) / "faults.log").write_text(CRASH)
    with server.faults_happen():
        assert server.post(f"now CRASH {LONG}").status_code == 503
    assert server.failed.wait(60)
    server.stop()
    assert len(starts(Path(own_spec.directory))) == 2
    (reason,) = server.failures
    assert "2 times in a row" in reason
    assert "SIGSEGV" in reason
    assert isinstance(server.background._error, GaveUp)


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [("The weights are missing.", UsageError, "The weights are missing."), (CRASH, LocalcoderError, "SIGSEGV")],
)
def test_model_that_cannot_be_loaded_ends_the_server_at_once(
    own_spec: EngineSpec, folder: Path, fault: str, kind: type[LocalcoderError], words: str
) -> None:
    (Path(own_spec.directory) / "faults.log").write_text(fault)
    server = Server(own_spec)
    with pytest.raises(kind, match=words) as caught:
        server.start()
    assert type(caught.value) is kind
    server.stop()
    assert len(starts(Path(own_spec.directory))) == 1
    assert [path.name for path in folder.iterdir()] == ["lock"]


async def test_second_server_uses_the_engine_of_the_first_and_takes_over_when_that_ends(own_spec: EngineSpec) -> None:
    directory = Path(own_spec.directory)
    first = Server(own_spec)
    second = Server(replace(own_spec, name="the same by another name"))
    await asyncio.gather(asyncio.to_thread(first.start), asyncio.to_thread(second.start))
    try:
        assert len(starts(directory)) == 1
        owner, guest = (first, second) if second.serving.source.found else (second, first)
        assert guest.serving.source.announcement is None
        assert guest.post("through both").json()["choices"][0]["message"]["content"] == "through both"
        await asyncio.to_thread(owner.stop)
        await until(lambda: guest.post("hi").status_code == 200)
        assert len(starts(directory)) == 2
        assert any("has ended" in line for line in guest.notices)
    finally:
        await asyncio.to_thread(first.stop)
        await asyncio.to_thread(second.stop)
