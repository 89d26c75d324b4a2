"""The endpoint in front of an engine's process: passes requests on, and answers itself while there is no engine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Protocol

import httpx
from fastapi import FastAPI, Request
from fastapi.responses import Response

from localcoder.server.abandoned import Abandoned, unless_abandoned
from localcoder.server.errors import ApiError, Unforeseen, install_handlers, stopping
from localcoder.server.guard import MAX_BODY_BYTES, Guard
from localcoder.server.streaming import DONE, EventStream, error_event, sse

Farewell = Callable[[ApiError], bytes]
"""Makes the last event of a stream that has to end early."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
RESPONSES_PATH = "/v1/responses"
PRIVATE_PATHS = "/attached/"
"""For programs of the user, which come through the socket."""

READ_TIMEOUT_S = 3600.0

_STREAMS = ("text/event-stream", "application/x-ndjson")
_NOT_FORWARDED = frozenset(
    (
        *(b"host", b"origin", b"authorization", b"content-length", b"accept-encoding", b"expect"),
        # These are between two neighbours alone.
        *(b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"te", b"trailer"),
        *(b"transfer-encoding", b"upgrade"),
    )
)
_NOT_RETURNED = _NOT_FORWARDED | {b"date", b"server", b"content-encoding"}


class Upstream(Protocol):
    """Where the engine is now."""

    def socket(self) -> Path:
        """The engine's socket; raises the `ApiError` 503 that says why there is none."""
        ...

    def failed(self) -> ApiError:
        """Nobody answered there, or no longer: what the client is told."""
        ...


def create_proxy(upstream: Upstream, *, api_key: str | None = None, private: bool = False) -> FastAPI:
    """An application that passes all requests on to `upstream`, from this machine or from those who have `api_key`.

    With `private` it lets attached programs through too.
    """
    app = FastAPI(openapi_url=None)
    app.state.stopping = asyncio.Event()
    app.add_middleware(Guard, api_key=api_key, max_body_bytes=MAX_BODY_BYTES)
    app.add_middleware(Unforeseen)
    install_handlers(app)
    forward = _Forwarding(upstream)

    @app.api_route("/{path:path}", methods=list(METHODS), include_in_schema=False)
    async def pass_on(request: Request) -> Response:
        """Whatever the engine's process answers."""
        path = request.scope["path"]
        if path.startswith(PRIVATE_PATHS) and not private:
            raise ApiError(HTTPStatus.NOT_FOUND, f"There is no {path} here.")
        try:
            return await unless_abandoned(request.scope, request.receive, forward.response(request))
        except Abandoned:
            raise stopping() from None

    return app


class RelayedStream(EventStream):
    """A stream as it comes, with the headers that it came with."""

    def __init__(self, first: bytes, events: AsyncGenerator[bytes], came: httpx.Response, farewell: Farewell) -> None:
        super().__init__(first, events, farewell)
        self.status_code = came.status_code
        self.raw_headers = _kept(came.headers.raw, _NOT_RETURNED)


class _Forwarding:
    """Asks the engine's process over its socket. Connections are not kept: a new one costs nothing there."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._clients: dict[Path, httpx.AsyncClient] = {}

    async def response(self, request: Request) -> Response:
        """The answer of the engine's process: whole, or a stream whose beginning has come."""
        path = self._upstream.socket()
        target = request.scope.get("raw_path") or request.scope["path"].encode()
        if query := request.scope["query_string"]:
            target += b"?" + query
        client = self._client(path)
        asked = client.build_request(
            request.method,
            "http://localhost",
            headers=[*_kept(request.scope["headers"], _NOT_FORWARDED), (b"accept-encoding", b"identity")],
            content=await request.body(),
            # As it came: a URL would resolve `..`, and so lead to what the path that was checked does not name.
            extensions={"target": target},
        )
        try:
            came = await client.send(asked, stream=True)
        except httpx.HTTPError as error:
            raise self._upstream.failed() from error
        if came.headers.get("content-type", "").startswith(_STREAMS):
            farewell = _named_error if request.scope["path"] == RESPONSES_PATH else error_event
            chunks = self._chunks(came, farewell)
            return RelayedStream(await anext(chunks, b""), chunks, came, farewell)
        try:
            content = await came.aread()
        except httpx.HTTPError as error:
            raise self._upstream.failed() from error
        finally:
            await came.aclose()
        whole = Response(content, came.status_code)
        whole.raw_headers = [*_kept(came.headers.raw, _NOT_RETURNED), (b"content-length", b"%d" % len(content))]
        return whole

    async def _chunks(self, came: httpx.Response, farewell: Farewell) -> AsyncGenerator[bytes]:
        """The stream's bytes. Where it breaks off, an error event follows, which OpenAI's clients raise."""
        chunk = b"\n"
        try:
            async for chunk in came.aiter_raw():
                yield chunk
        except httpx.HTTPError:
            # What was cut in the middle of a line must not swallow the error's.
            cut = b"" if chunk.endswith(b"\n") else b"\n\n"
            yield cut + farewell(self._upstream.failed())
            if farewell is error_event:
                yield DONE
        finally:
            await came.aclose()

    def _client(self, path: Path) -> httpx.AsyncClient:
        if path not in self._clients:
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
            transport = httpx.AsyncHTTPTransport(uds=str(path), verify=False, trust_env=False, limits=limits)
            timeout = httpx.Timeout(READ_TIMEOUT_S, pool=None)
            self._clients[path] = httpx.AsyncClient(transport=transport, timeout=timeout, trust_env=False)
        return self._clients[path]


def _named_error(error: ApiError) -> bytes:
    """The error event of `/v1/responses`; `error` is what OpenAI's clients look for in any event."""
    body = error.body()
    event = {"type": "error", "code": error.code, "message": error.message, "param": None, **body}
    return b"event: error\n" + sse(event)


def _kept(headers: Iterable[tuple[bytes, bytes]], left_out: frozenset[bytes]) -> list[tuple[bytes, bytes]]:
    return [(name.lower(), value) for name, value in headers if name.lower() not in left_out]
