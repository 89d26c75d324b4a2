"""What is checked before a request is looked at: where it comes from, who sends it, and how large it is."""

from __future__ import annotations

import hmac
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from localcoder.server.errors import ApiError
from localcoder.server.exchange import current_exchange
from localcoder.server.sockets import is_loopback

MAX_BODY_BYTES = 16 * 2**20
"""The longest context is a few megabytes of text; more is a mistake or an attack."""

OPEN_PATHS = frozenset({"/health"})
"""Reachable without the key: probes of a supervisor have none, and it tells nothing private."""


class Guard:
    """ASGI middleware that lets through what may reach the model.

    Without a key only programs on this machine may ask: a page in a browser could otherwise reach the server under a
    name that its owner points at 127.0.0.1, so the Host header must be a loopback name. A request that a page sent
    says so in Origin and is let through only from this machine's own pages or those of the server itself. Bodies are
    JSON, which a page cannot send elsewhere without asking first.
    """

    def __init__(self, app: ASGIApp, *, api_key: str | None, max_body_bytes: int = MAX_BODY_BYTES) -> None:
        self.app = app
        self.api_key = None if api_key is None else api_key.encode()
        self.max_body_bytes = max_body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with an error, or hand the request on with its whole body read."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            self._check_source(headers)
            self._check_key(scope["path"], headers)
            body = b""
            if scope["method"] in {"POST", "PUT", "PATCH"}:
                self._check_content_type(headers)
                body = await self._read(receive, headers)
        except ApiError as error:
            await error.response()(scope, receive, send)
            return
        except ConnectionAbortedError:
            current_exchange().left = True
            return
        await self.app(scope, _replay(body, receive), send)

    def _check_source(self, headers: Headers) -> None:
        host = _host_of(f"//{headers.get('host', '')}")
        if self.api_key is None and not is_loopback(host):
            message = f"The Host header names {host or 'nothing'}, but without an API key only localhost is served."
            raise ApiError(HTTPStatus.FORBIDDEN, message, code="host_not_allowed")
        origin = headers.get("origin")
        if origin is not None and not is_loopback(_host_of(origin)) and _host_of(origin) != host:
            message = "Requests from pages of other sites are not allowed."
            raise ApiError(HTTPStatus.FORBIDDEN, message, code="origin_not_allowed")

    def _check_key(self, path: str, headers: Headers) -> None:
        if self.api_key is None or path in OPEN_PATHS:
            return
        scheme, _, given = headers.get("authorization", "").partition(" ")
        # Headers are latin-1 on the wire; encoding back gives the bytes that were sent.
        sent = given.strip().encode("latin-1")
        if scheme.lower() != "bearer" or not hmac.compare_digest(sent, self.api_key):
            message = "This server needs its API key as `Authorization: Bearer KEY`; none or another one was sent."
            challenge = {"WWW-Authenticate": "Bearer"}
            raise ApiError(HTTPStatus.UNAUTHORIZED, message, code="invalid_api_key", headers=challenge)

    def _check_content_type(self, headers: Headers) -> None:
        content_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if content_type != "application/json":
            message = f"The Content-Type must be application/json, not {content_type or 'missing'}."
            raise ApiError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, message)
        encoding = headers.get("content-encoding", "identity").strip().lower()
        if encoding not in {"", "identity"}:
            message = f"Bodies must come as they are, without the Content-Encoding {encoding}."
            raise ApiError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, message)

    async def _read(self, receive: Receive, headers: Headers) -> bytes:
        declared = headers.get("content-length", "")
        if declared.isdigit() and int(declared) > self.max_body_bytes:
            raise self._too_large()
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionAbortedError
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self.max_body_bytes:
                raise self._too_large()
            if not message.get("more_body", False):
                return b"".join(parts)

    def _too_large(self) -> ApiError:
        message = f"The body is larger than the {self.max_body_bytes} bytes that are accepted."
        # The rest of the body is still on its way; nothing can follow it on this connection.
        return ApiError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message, headers={"Connection": "close"})


def _host_of(url: str) -> str:
    """The host in `url`, in lower case and without port; empty where there is none."""
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives the body once and then what really comes, which is the client leaving."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return pending.pop() if pending else await receive()

    return replayed
