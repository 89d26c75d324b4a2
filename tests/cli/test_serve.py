from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import openai
import pytest

from localcoder.engine.models import POCKET_DIRECTORY
from tests.cli.running import TIMEOUT_S, Home
from tests.fakes.openai_server import Answer, FakeOpenAIServer, serving

ASK: list[Any] = [{"role": "user", "content": "hi"}]
POCKET_IS_HERE = any(POCKET_DIRECTORY.glob("*.safetensors"))


@contextmanager
def served(home: Home, *arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The running command and the URL that it prints once it is ready."""
    process = home.start("serve", "--port", "0", *arguments)
    # A server that never gets ready is ended; its stdout closes then, and the test fails below.
    timer = threading.Timer(TIMEOUT_S, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        timer.cancel()  # one that is ready may serve for as long as many tests take
        assert line.startswith("Serving "), (process.stderr.read() if process.stderr else b"").decode()
        yield process, next(word for word in line.split() if word.startswith("http"))
    finally:
        timer.cancel()
        process.kill()
        process.communicate()


def client_of(url: str, key: str = "unused") -> openai.OpenAI:
    return openai.OpenAI(base_url=url, api_key=key, max_retries=0, timeout=TIMEOUT_S)


@pytest.fixture
def remote() -> Iterator[FakeOpenAIServer]:
    with serving(Answer("Hello from afar."), Answer(calls=[("read", {"path": "a"})])) as fake:
        yield fake


def test_served_endpoint_answers_streams_and_calls_tools(home: Home, remote: FakeOpenAIServer) -> None:
    with served(home, "--endpoint", remote.url) as (_, url), client_of(url) as client:
        assert [model.id for model in client.models.list()] == ["scripted"]
        chunks = list(client.chat.completions.create(model="scripted", messages=ASK, stream=True))
        called = client.chat.completions.create(model="scripted", messages=ASK).choices[0]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == "Hello from afar."
    assert called.finish_reason == "tool_calls"
    assert called.message.tool_calls is not None
    assert json.loads(called.message.tool_calls[0].function.arguments) == {"path": "a"}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_it_cleanly_although_an_answer_runs(home: Home, number: signal.Signals) -> None:
    with serving(Answer("I think", hangs=True)) as fake, served(home, "--endpoint", fake.url) as (process, url):
        body = {"messages": ASK, "stream": True}
        with httpx.stream("POST", f"{url}/chat/completions", json=body, timeout=TIMEOUT_S) as response:
            assert response.status_code == 200
            assert fake.reached_hang.wait(TIMEOUT_S)
            process.send_signal(number)
            assert "The server is stopping." in response.read().decode()
        assert process.wait(TIMEOUT_S) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_odd_clients_are_the_logs_and_not_the_terminals(home: Home, remote: FakeOpenAIServer) -> None:
    with served(home, "--endpoint", remote.url) as (process, url):
        address = httpx.URL(url)
        for sent in (
            b"nonsense\r\n\r\n",
            b"GET /health HTTP/1.1\r\nHost: a\r\nUpgrade: b\r\nConnection: Upgrade\r\n\r\n",
        ):
            with socket.create_connection((address.host, address.port or 80), timeout=TIMEOUT_S) as connection:
                connection.sendall(sent)
                assert connection.recv(1000).startswith(b"HTTP/1.1 4")
        process.terminate()
        _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert stderr == b""
    (log,) = home.folder.rglob("localcoder.log")
    assert "Invalid HTTP request received" in log.read_text(encoding="utf-8")


def test_taken_port_is_one_line_before_anything_is_loaded(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = home.run("serve", "--port", port, "-m", "pocket")
    assert done.code == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert port in done.stderr
    assert "another program" in done.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_other_machines_are_let_in_only_with_a_key(home: Home, host: str) -> None:
    done = home.run("serve", "--host", host)
    assert done.code == 2
    assert len(done.stderr.splitlines()) == 1
    assert "LOCALCODER_API_KEY" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--port", "70000"], "--port"),
        (["--port", "http"], "--port"),
        (["--host", "no.such.host.invalid", "--api-key", "k"], "no.such.host.invalid"),
        (["--port", "0", "-m", "nothing"], "nothing"),
        (["--port", "0", "--endpoint", "http://127.0.0.1:9/v1"], "127.0.0.1:9"),
        (["surplus"], "surplus"),
    ],
)
def test_wrong_option_is_one_line(home: Home, arguments: list[str], words: str) -> None:
    done = home.run("serve", *arguments)
    assert done.code in {1, 2}
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_served_endpoint_keeps_its_key_apart_from_the_one_it_asks_for(home: Home, remote: FakeOpenAIServer) -> None:
    home.variables["LOCALCODER_API_KEY"] = "sk-remote"
    arguments = ("--endpoint", remote.url, "--host", "0.0.0.0", "--api-key", "sk-own", "--debug")
    with served(home, *arguments) as (process, url):
        for wrong in ({}, {"Authorization": "Bearer sk-remote"}):
            assert httpx.get(f"{url}/models", headers=wrong).status_code == 401
        with client_of(url, "sk-own") as client:
            assert client.chat.completions.create(model="scripted", messages=ASK).choices[0].finish_reason == "stop"
        process.terminate()
        stdout, stderr = process.communicate(timeout=TIMEOUT_S)
    assert set(remote.authorizations) == {"Bearer sk-remote"}
    logs = [path.read_bytes() for path in (home.folder / "state").rglob("*") if path.is_file()]
    assert not any(key in text for key in (b"sk-remote", b"sk-own") for text in (stdout, stderr, *logs))


def test_without_an_endpoint_the_key_of_the_environment_is_enough(home: Home) -> None:
    home.variables["LOCALCODER_API_KEY"] = "sk-own"
    done = home.run("serve", "--host", "0.0.0.0", "--port", "0", "-m", "nothing")
    assert "nothing" in done.stderr and "key" not in done.stderr


def test_the_key_of_the_endpoint_lets_nobody_in(home: Home, remote: FakeOpenAIServer) -> None:
    home.variables["LOCALCODER_API_KEY"] = "sk-remote"
    done = home.run("serve", "--endpoint", remote.url, "--host", "0.0.0.0", "--port", "0")
    assert done.code == 2
    assert "--api-key" in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not POCKET_IS_HERE, reason="the pocket model is not trained yet")
def test_built_in_model_is_served(home: Home) -> None:
    with served(home) as (_, url), client_of(url) as client:
        done = client.chat.completions.create(model="pocket", messages=ASK, temperature=0, max_tokens=60)
        chunks = list(
            client.chat.completions.create(
                model="pocket",
                messages=ASK,
                temperature=0,
                max_tokens=60,
                stream=True,
                stream_options={"include_usage": True},
            )
        )
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == done.choices[0].message.content
    assert done.usage is not None
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.completion_tokens == done.usage.completion_tokens


def test_reader_of_stdout_may_leave(home: Home, remote: FakeOpenAIServer) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = home.start("serve", "--port", "0", "--endpoint", remote.url, stdout=writing)
    os.close(writing)
    _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert b"Traceback" not in stderr
