"""Who may ask."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from localcoder.chat.model import TextDelta
from localcoder.server.errors import BrokenOff, Unforeseen
from localcoder.server.guard import is_loopback
from tests.fakes.fake_model import FakeChatModel
from tests.server.conftest import Running, running

GOOD: dict[str, Any] = {"model": "fake", "messages": [{"role": "user", "content": "hi"}]}
KEY = "sk-geheim-ü"
DIARY = "my diary"


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running(FakeChatModel()) as started:
        yield started


@pytest.fixture(scope="module")
def locked() -> Iterator[Running]:
    with running(FakeChatModel(), api_key=KEY) as started:
        yield started


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "10.0.0.1", ""])
def test_foreign_host_header_is_refused_without_a_key(server: Running, host: str) -> None:
    response = server.post(GOOD, Host=host)
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "host_not_allowed"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1234", "127.0.0.1:80", "[::1]:8000", "coder.localhost"])
def test_names_of_this_machine_are_served(server: Running, host: str) -> None:
    assert server.post(GOOD, Host=host).status_code == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost.evil.example", "file://"])
def test_pages_of_other_sites_are_refused(server: Running, origin: str) -> None:
    response = server.post(GOOD, Origin=origin)
    assert response.status_code == 403
    assert response.json()["error"]["code"] == "origin_not_allowed"
    assert "access-control-allow-origin" not in response.headers


def test_pages_of_this_machine_are_served(server: Running) -> None:
    assert server.post(GOOD, Origin="http://localhost:3000").status_code == 200


def bearer(key: str) -> dict[str, Any]:
    return {"Content-Type": "application/json", "Authorization": f"Bearer {key}".encode()}


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer wrong"},
        {"Authorization": b"Bearer \xff\xff"},
        {"Authorization": f"Basic {KEY}".encode()},
    ],
)
@pytest.mark.parametrize("path", ["/v1/models", "/v1/chat/completions", "/nowhere"])
def test_nothing_is_told_without_the_key(locked: Running, path: str, headers: dict[str, Any]) -> None:
    response = httpx.get(locked.url + path, headers=headers)
    assert response.status_code == 401
    assert response.json()["error"]["code"] == "invalid_api_key"
    assert KEY not in response.text


def test_right_key_is_let_in_under_any_host_name(locked: Running) -> None:
    headers = bearer(KEY) | {"Host": "coder.example"}
    response = httpx.post(f"{locked.url}/v1/chat/completions", json=GOOD, headers=headers)
    assert response.status_code == 200


def test_health_is_open_to_probes(locked: Running) -> None:
    response = httpx.get(f"{locked.url}/health")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def bug() -> Exception:
    """An exception that quotes what the client sent, as those of many libraries do, and so does its cause."""
    try:
        raise KeyError(DIARY) from UnicodeError(DIARY)
    except KeyError as error:
        return error


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("said", [[], [TextDelta("half")]])
def test_prompts_and_keys_never_reach_the_log(
    serving: Callable[..., Running], caplog: pytest.LogCaptureFixture, stream: bool, said: list[Any]
) -> None:
    caplog.set_level(logging.DEBUG)
    server = serving(FakeChatModel([[*said, bug()]]), api_key="sk-very-private")
    body = GOOD | {"messages": [{"role": "user", "content": DIARY}], "stream": stream}
    for key in ("sk-very-private", "sk-attempt"):
        httpx.post(f"{server.url}/v1/chat/completions", json=body, headers=bearer(key))
    from_here = "".join(record.getMessage() for record in caplog.records if record.name.startswith("localcoder"))
    assert "a request failed" in from_here
    assert "KeyError" in from_here and "test_security.py" in from_here
    for private in (DIARY, "sk-very-private", "sk-attempt"):
        assert private not in caplog.text


class Forgetful(FakeChatModel):
    """Fails where nothing is expected to."""

    @property
    def context_tokens(self) -> int:
        raise bug()

    @context_tokens.setter
    def context_tokens(self, tokens: int) -> None:
        pass


def test_fault_of_a_route_is_told_in_the_envelope_and_logged_without_its_words(
    serving: Callable[..., Running], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server = serving(Forgetful())
    response = httpx.get(f"{server.url}/v1/models")
    assert response.status_code == 500
    assert response.json()["error"]["type"] == "server_error"
    assert "KeyError" in caplog.text
    assert DIARY not in caplog.text
    assert 'outcome="failed"' in httpx.get(f"{server.url}/metrics").text


async def test_fault_behind_the_headers_breaks_the_answer_off_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sent: list[Any] = []

    async def fails(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200})
        raise bug()

    async def send(message: Any) -> None:
        sent.append(message)

    with pytest.raises(BrokenOff) as raised:
        await Unforeseen(fails)({"type": "http"}, None, send)
    assert DIARY not in "".join(traceback.format_exception(raised.value))
    assert DIARY not in caplog.text
    assert [message["type"] for message in sent] == ["http.response.start"]


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        *((host, True) for host in ("127.0.0.1", "127.8.8.8", "::1", "localhost", "coder.localhost")),
        *((host, False) for host in ("0.0.0.0", "::", "example.org", "192.168.1.5", "", "localhost.evil.example")),
    ],
)
def test_loopback_is_recognised(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
