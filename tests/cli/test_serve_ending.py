"""The real program with the built-in model: signals, the port, and what the logs say."""

from __future__ import annotations

import json
import signal
import socket
import threading
from typing import Any

import httpx
import psutil
import pytest

from tests.cli.running import TIMEOUT_S, Home
from tests.cli.test_serve import served

LONG: dict[str, Any] = {"prompt": "one two three", "max_tokens": 100_000, "ignore_eos": True}


def ask_without_end(url: str, *, stream: bool) -> tuple[threading.Thread, list[Any], threading.Event]:
    """A request whose answer takes longer than any grace; what came of it, and whether it has begun."""
    seen: list[Any] = []
    begun = threading.Event()

    def ask() -> None:
        try:
            with httpx.stream("POST", f"{url}/completions", json=LONG | {"stream": stream}, timeout=TIMEOUT_S) as got:
                text = ""
                for piece in got.iter_text():
                    begun.set()
                    text += piece
                seen.append((got.status_code, text))
        except httpx.HTTPError as error:
            seen.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    return thread, seen, begun


def engine_runs(url: str) -> bool:
    text = httpx.get(f"{url.removesuffix('/v1')}/metrics").text
    return "localcoder_sequences_running 1.0" in text


def wait_for(condition: Any) -> None:
    pause = threading.Event()
    for _ in range(3000):
        if condition():
            return
        pause.wait(0.02)
    raise AssertionError("it never came to that")


def refuses(url: str) -> bool:
    address = httpx.URL(url)
    try:
        socket.create_connection((address.host, address.port or 80)).close()
    except ConnectionRefusedError:
        return True
    return False


@pytest.mark.parametrize(("number", "stream"), [(signal.SIGTERM, True), (signal.SIGINT, False)])
def test_signal_ends_what_runs_with_a_clear_error_and_frees_the_port(
    home: Home, number: signal.Signals, stream: bool
) -> None:
    with served(home) as (process, url):
        children = psutil.Process(process.pid).children(recursive=True)
        thread, seen, _ = ask_without_end(url, stream=stream)
        wait_for(lambda: engine_runs(url))
        process.send_signal(number)
        assert process.wait(TIMEOUT_S) == 0
        thread.join(TIMEOUT_S)
        status, text = seen[0]
        assert status == (200 if stream else 503)
        assert "The server is stopping." in text
        assert refuses(url)
        assert not psutil.wait_procs(children, TIMEOUT_S)[1]
        assert process.stderr is not None
        assert process.stderr.read() == b""


def test_second_signal_waits_for_nobody(home: Home) -> None:
    with served(home) as (process, url):
        children = psutil.Process(process.pid).children(recursive=True)
        thread, seen, begun = ask_without_end(url, stream=True)
        assert begun.wait(TIMEOUT_S)
        process.send_signal(signal.SIGTERM)
        wait_for(lambda: refuses(url))
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT_S) == 0
        thread.join(TIMEOUT_S)
        assert len(seen) == 1
        assert not psutil.wait_procs(children, TIMEOUT_S)[1]


def test_neither_keys_nor_prompts_are_in_any_log(home: Home) -> None:
    home.variables["LOCALCODER_API_KEY"] = "sk-very-private"
    diary = "my-diary-says"
    bodies: list[tuple[str, Any]] = [
        ("/chat/completions", {"messages": [{"role": "user", "content": diary}], "max_tokens": 2}),
        ("/chat/completions", {"messages": [{"role": "user", "content": diary}], "temperature": diary}),
        ("/chat/completions", {"messages": [{"role": diary, "content": diary}]}),
        ("/chat/completions", {"messages": [{"role": "user", "content": diary * 10_000}]}),
        ("/completions", {"prompt": diary, "max_tokens": 2, "logprobs": 1}),
        ("/completions", {"prompt": {diary: diary}}),
        ("/responses", {"input": diary, "instructions": diary, "max_output_tokens": 2}),
        ("/responses", {"input": [{"type": diary}]}),
        (f"/{diary}", {"prompt": diary}),
    ]
    with served(home, "--debug") as (process, url):
        for key in ("sk-very-private", "sk-attempt"):
            with httpx.Client(headers={"Authorization": f"Bearer {key}"}, timeout=TIMEOUT_S) as client:
                for path, body in bodies:
                    for stream in (False, True):
                        client.post(url + path, json=body | {"stream": stream})
                client.post(
                    f"{url}/completions", content=json.dumps(diary)[:-1], headers={"Content-Type": "application/json"}
                )
                client.get(f"{url}/models/{diary}?key={diary}")
        process.terminate()
        stdout, stderr = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 0
    logs = [path.read_bytes() for path in home.folder.rglob("*") if path.is_file()]
    assert logs
    for private in (diary.encode(), b"sk-very-private", b"sk-attempt"):
        assert not any(private in text for text in (stdout, stderr, *logs))


def test_queue_limit_is_an_option(home: Home) -> None:
    with served(home, "--max-queue", "0") as (_, url):
        asking = [ask_without_end(url, stream=True) for _ in range(8)]
        for _, _, begun in asking:
            assert begun.wait(TIMEOUT_S)
        refused = httpx.post(f"{url}/completions", json={"prompt": "hi"}, timeout=TIMEOUT_S)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) >= 1
    for thread, _, _ in asking:
        thread.join(TIMEOUT_S)
