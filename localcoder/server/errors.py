"""Errors as OpenAI's clients expect them: a status and an `error` object."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from localcoder.chat.model import OptionRefused
from localcoder.chat.template import TemplateFailed
from localcoder.engine.request import EngineFailed, PromptTooLong, RequestRefused
from localcoder.errors import LocalcoderError
from localcoder.server.exchange import current_exchange
from localcoder.wire.errors import EndpointError

log = logging.getLogger(__name__)

RESTART_S = 10
"""What clients are told to wait where the engine has failed; loading a model takes seconds to a minute."""


class ApiError(Exception):
    """A request that is answered with an error.

    `param` names the field that is to blame, `code` is what programs look at (for instance `model_not_found`).
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        param: str | None = None,
        code: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.param = param
        self.code = code
        self.headers = headers

    def body(self) -> dict[str, Any]:
        """OpenAI's envelope."""
        kind = "invalid_request_error"
        if self.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            kind = "server_error"
        elif self.status == HTTPStatus.TOO_MANY_REQUESTS:
            kind = "rate_limit_error"
        return {"error": {"message": self.message, "type": kind, "param": self.param, "code": self.code}}

    def response(self) -> JSONResponse:
        """The answer that carries this error."""
        return JSONResponse(self.body(), self.status, dict(self.headers or {}))


def unsupported(field: str, why: str) -> ApiError:
    """A field that is known but has no effect here is refused, so that nobody counts on it."""
    return ApiError(HTTPStatus.BAD_REQUEST, f"`{field}` {why}.", param=field, code="unsupported_parameter")


def invalid(field: str, why: str) -> ApiError:
    """A value that cannot be."""
    return ApiError(HTTPStatus.BAD_REQUEST, f"`{field}` {why}.", param=field, code="invalid_value")


def stopping() -> ApiError:
    """What a client is told whose answer the stopping server cannot finish."""
    return ApiError(HTTPStatus.SERVICE_UNAVAILABLE, "The server is stopping.", code="server_stopping")


def refused_option(error: Exception) -> OptionRefused | None:
    """The option that is to blame for `error`, if one is.

    It is the cause of the engine's error where a schema turned out to be too large only while the answer was written.
    """
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, OptionRefused):
        cause = cause.__cause__
    return cause


def from_model(error: Exception) -> ApiError:
    """What a client is told about an exception that the model raised, which is how its request ended."""
    answer = _answer_to(error)
    current_exchange().error_status = answer.status
    return answer


def _answer_to(error: Exception) -> ApiError:
    match error:
        case ApiError():
            return error
        case PromptTooLong():
            message = str(error)
            if not isinstance(error, EndpointError):
                message = (
                    f"This model's maximum context length is {error.limit_tokens} tokens, but the messages have "
                    f"{error.prompt_tokens} tokens. Shorten the messages."
                )
            return ApiError(HTTPStatus.BAD_REQUEST, message, param="messages", code="context_length_exceeded")
        case RequestRefused() | TemplateFailed():
            return ApiError(HTTPStatus.BAD_REQUEST, str(error))
        case EndpointError():
            status = error.status or 0
            return ApiError(status if 400 <= status < 500 else HTTPStatus.BAD_GATEWAY, str(error))
        case EngineFailed():
            again = {"Retry-After": str(RESTART_S)}
            return ApiError(HTTPStatus.SERVICE_UNAVAILABLE, str(error), code="engine_failed", headers=again)
        case LocalcoderError():
            return ApiError(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
        case _:
            log.error("a request failed\n%s", _without_messages(error))
            return ApiError(HTTPStatus.INTERNAL_SERVER_ERROR, "The server failed on this request; its log says why.")


def _without_messages(error: BaseException | None) -> str:
    """Types and places of `error` and its causes. Messages of exceptions may quote what a client sent."""
    parts: list[str] = []
    while error is not None and len(parts) < 8:
        parts.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__name__)
        error = error.__cause__ or error.__context__
    return "\nwhile handling\n".join(parts)


def _no_such_path(app: FastAPI, path: str) -> str:
    """Most often a client was given its base URL without the `/v1`, or with one too many."""
    known = [way for way in app.openapi()["paths"] if way.startswith("/v1/")]
    meant = next((way for way in known if path.rstrip("/").endswith(way.removeprefix("/v1"))), None)
    hint = "clients' base URL ends in /v1" if meant is None else f"{meant} is; clients' base URL ends in /v1"
    return f"There is no {path} here ({hint})."


def install_handlers(app: FastAPI) -> None:
    """Make every error of `app` an OpenAI envelope."""

    async def on_api_error(_request: Request, error: Exception) -> JSONResponse:
        return from_model(error).response()

    async def on_http_exception(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        match error.status_code:
            case HTTPStatus.NOT_FOUND:
                message = _no_such_path(app, request.url.path)
            case HTTPStatus.METHOD_NOT_ALLOWED:
                message = f"{request.method} is not possible on {request.url.path}."
            case _:
                message = str(error.detail)
        return ApiError(error.status_code, message, headers=error.headers).response()

    app.add_exception_handler(ApiError, on_api_error)
    app.add_exception_handler(LocalcoderError, on_api_error)
    app.add_exception_handler(HTTPException, on_http_exception)


class Unforeseen:
    """ASGI middleware that answers a fault of this program with 500; the log gets its place, not its words.

    Frameworks would log the exception's message, which may quote a prompt, and answer with plain text.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on."""
        started = False

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception as error:  # noqa: BLE001 - whatever it is, the client gets to know
            answer = from_model(error)
            if started:
                raise BrokenOff from None  # ends the connection, which tells the client that something is missing
            await answer.response()(scope, receive, send)


class BrokenOff(Exception):
    """An answer that cannot be completed; the log has said why."""
