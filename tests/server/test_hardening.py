"""Bodies, headers and connections that no good client sends, on every route: refused, and the server lives on."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.conftest import Running, running
from tests.server.gated import GatedModel, is_idle
from tests.server.test_disconnect import wait_until

ROUTES: dict[str, dict[str, Any]] = {
    "/v1/chat/completions": {"messages": [{"role": "user", "content": "hi"}], "max_tokens": 2},
    "/v1/completions": {"prompt": "hi", "max_tokens": 2},
    "/v1/responses": {"input": "hi", "max_output_tokens": 2},
    "/tokenize": {"prompt": "hi"},
    "/detokenize": {"tokens": [65]},
}
GENERATING = [path for path in ROUTES if path.startswith("/v1/")]
everywhere = pytest.mark.parametrize("path", ROUTES)
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    model = GatedModel(tmp_path_factory.mktemp("model"), total_blocks=16)
    with running(model) as started:
        yield started
        wait_until(lambda: is_idle(started))
    model.end()


@pytest.fixture(autouse=True)
def alive_afterwards(server: Running) -> Iterator[None]:
    yield
    for path, body in ROUTES.items():
        assert httpx.post(server.url + path, json=body, timeout=30, verify=False).status_code == 200


def error_of(response: httpx.Response) -> dict[str, Any]:
    error: dict[str, Any] = response.json()["error"]
    assert set(error) == {"message", "type", "param", "code"}
    assert error["message"]
    return error


def post(server: Running, path: str, content: Any, **headers: str) -> httpx.Response:
    return httpx.post(server.url + path, content=content, headers=JSON | headers, timeout=30, verify=False)


@everywhere
def test_body_that_is_no_json_object_is_a_400(server: Running, path: str) -> None:
    nested = b"[" * 10_000 + b"]" * 10_000
    for body in (
        *(b"", b" ", b"[]", b'"x"', b"5", b"null", b"true", b"{", b"}", b'{"a": 1,}', b"{'a': 1}", b"nul", b"\x00"),
        *(b"\xff\xfe{}", b'{"a": "\xc3"}', b"\xef\xbb\xbf{}", json.dumps(ROUTES[path]).encode("utf-16")),
        *(b'{"temperature": NaN}', b'{"seed": -Infinity}', b'{"seed": 1' + b"0" * 6000 + b"}", b'{"a": 1} {"b": 2}'),
        *(nested, b'{"a": ' + nested + b"}", b'{"a":' * 10_000 + b"1" + b"}" * 10_000, b'{"prompt": ' + nested + b"}"),
    ):
        response = post(server, path, body)
        assert response.status_code == 400, body[:40]
        error_of(response)


@everywhere
def test_twenty_megabytes_are_refused_before_they_are_all_there(server: Running, path: str) -> None:
    told = post(server, path, b'{"a": "' + b"x" * 20_000_000 + b'"}')
    untold = post(server, path, iter([b" " * 1_000_000] * 20))
    for response in (told, untold):
        assert response.status_code == 413
        error_of(response)


@everywhere
def test_only_json_is_taken(server: Running, path: str) -> None:
    content = json.dumps(ROUTES[path])
    for value in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""):
        headers = {"Content-Type": value} if value else {}
        response = httpx.post(server.url + path, content=content, headers=headers, verify=False)
        assert response.status_code == 415
        error_of(response)


@everywhere
def test_packed_bodies_are_refused_as_such(server: Running, path: str) -> None:
    packed = post(server, path, gzip.compress(json.dumps(ROUTES[path]).encode()), **{"Content-Encoding": "gzip"})
    assert packed.status_code == 415
    assert "Content-Encoding gzip" in error_of(packed)["message"]
    plain = post(server, path, json.dumps(ROUTES[path]), **{"Content-Encoding": "identity"})
    assert plain.status_code == 200


WRONG: list[tuple[str, Any]] = [
    *(("temperature", value) for value in (-1, 1e9, "1", [], {})),
    *(("top_p", value) for value in (0, 2, -0.1, "1")),
    *(("max_tokens", value) for value in (-1, 2**63, 1.5, "5")),
    *(("seed", value) for value in (-1, 2**64, 0.5)),
    *(("stop", value) for value in (["x"] * 100, "", [""], 5, [None], {})),
    *(("n", value) for value in (0, -1, 1000, "2")),
    *(("logit_bias", value) for value in ({"999999999": 5}, {"x": 1}, {"1": 1000}, [])),
    ("min_p", 2),
    ("top_k", -2),
    ("presence_penalty", 3),
    ("frequency_penalty", -3),
    ("stream", "yes"),
    ("model", 5),
]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/completions"])
def test_value_out_of_range_is_a_400_that_names_its_field(server: Running, path: str, stream: bool) -> None:
    extra: list[tuple[str, Any]] = [("logprobs", 1000)]
    if "chat" in path:
        extra = [("top_logprobs", 1000), ("logprobs", "yes"), ("max_tokens", 0), ("max_completion_tokens", 0)]
    for field, value in (*WRONG, *extra):
        body = ROUTES[path] | {"stream": stream, field: value}
        response = httpx.post(server.url + path, json=body, timeout=30, verify=False)
        assert response.status_code == 400, (field, value, response.text)
        error = error_of(response)
        assert error["param"].startswith(field)
        assert field in error["message"]


@pytest.mark.parametrize("stream", [False, True])
def test_response_values_out_of_range_are_named(server: Running, stream: bool) -> None:
    for field, value in (
        *(("temperature", value) for value in (-1, 1e9, "1")),
        *(("top_p", value) for value in (0, 2)),
        *(("max_output_tokens", value) for value in (0, -1, 2**63, 1.5)),
        *(("input", value) for value in (5, [5], [{"type": "nothing"}], {})),
        ("previous_response_id", "resp_1"),
    ):
        body = ROUTES["/v1/responses"] | {"stream": stream, field: value}
        response = httpx.post(f"{server.url}/v1/responses", json=body, timeout=30, verify=False)
        assert response.status_code == 400, (field, value, response.text)
        assert error_of(response)["param"].startswith(field)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("path", GENERATING)
def test_overlong_prompt_is_a_400_with_both_numbers(server: Running, path: str, stream: bool) -> None:
    text = "word " * 1000
    body = {
        "/v1/chat/completions": {"messages": [{"role": "user", "content": text}]},
        "/v1/completions": {"prompt": text},
        "/v1/responses": {"input": text},
    }[path]
    response = httpx.post(server.url + path, json={**body, "stream": stream}, timeout=30, verify=False)
    assert response.status_code == 400
    error = error_of(response)
    assert error["code"] == "context_length_exceeded"
    numbers = [int(word) for word in error["message"].replace(".", "").split() if word.isdigit()]
    assert min(numbers) <= 16 * 64 < max(numbers)


# Hosts, origins, keys


@everywhere
def test_other_host_names_are_refused(server: Running, path: str) -> None:
    for host in (
        *("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "10.0.0.1"),
        *("localhost:80@evil.example", "evil.example/localhost", "evil.example#localhost", "[::ffff:10.0.0.1]"),
        *("[", "[::1", "localhost\t.evil.example", "169.254.169.254", "2130706433", "0.0.0.0", "127.1", ""),
    ):
        response = httpx.post(server.url + path, json=ROUTES[path], headers={"Host": host}, verify=False)
        assert response.status_code == 403, host
        assert error_of(response)["code"] == "host_not_allowed"


@everywhere
def test_pages_of_other_sites_are_refused(server: Running, path: str) -> None:
    for origin in (
        *("https://evil.example", "null", "file://", "http://localhost.evil.example", "http://localhost@evil.example"),
        *("http://127.0.0.1.evil.example:80", "chrome-extension://abc", "http://[", "", "evil", "http://10.0.0.1"),
    ):
        response = httpx.post(server.url + path, json=ROUTES[path], headers={"Origin": origin}, verify=False)
        assert response.status_code == 403, origin
        assert "access-control-allow-origin" not in response.headers
        preflight = httpx.options(server.url + path, headers={"Origin": origin}, verify=False)
        assert preflight.status_code == 403, origin


@everywhere
def test_page_of_another_site_gets_no_leave_by_asking_first(server: Running, path: str) -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    response = httpx.options(server.url + path, headers=asked | {"Origin": "http://localhost:3000"}, verify=False)
    assert not [name for name in response.headers if name.startswith("access-control")]


def test_key_is_asked_for_on_every_path_but_health(tmp_path_factory: pytest.TempPathFactory) -> None:
    model = GatedModel(tmp_path_factory.mktemp("locked"), total_blocks=16)
    others = ("/v1/models", "/v1/models/gated", "/metrics", "/openapi.json", "/nowhere", "//health", "/health/")
    keys = ("Bearer", "Bearer sk-righ", "Bearer sk-rightt", "bearer sk-RIGHT", "Basic sk-right", "sk-right", None)
    with running(model, api_key="sk-right") as locked, httpx.Client(base_url=locked.url, verify=False) as client:
        for path in (*ROUTES, *others):
            for key in keys:
                headers = {} if key is None else {"Authorization": key}
                posted = client.post(path, json=ROUTES.get(path, {}), headers=headers)
                for response in (posted, client.get(path, headers=headers)):
                    assert response.status_code == 401, path
                    assert error_of(response)["code"] == "invalid_api_key"
                    assert response.headers["www-authenticate"] == "Bearer"
        for path, body in ROUTES.items():
            assert client.post(path, json=body, headers={"Authorization": "Bearer sk-right"}).status_code == 200
        assert client.get("/health").status_code == 200
    model.end()


# What is no HTTP


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # a client that wants TLS
        b"GET\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"GET /health HTTP/1.1\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: a\r\nHost: localhost\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/models HTTP/1.1\r\n\r\n",
    ],
    ids=lambda sent: repr(sent[:40]),
)
def test_what_is_no_http_is_answered_or_cut_off(server: Running, sent: bytes) -> None:
    address = httpx.URL(server.url)
    with socket.create_connection((address.host, address.port or 80), timeout=30) as connection:
        answer = b""
        # A server that has enough of it closes the connection, at whatever point the client is then.
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while more := connection.recv(65_536):
                answer += more
        except TimeoutError:
            raise
        except OSError:
            pass
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
