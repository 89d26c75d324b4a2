"""The endpoint as an ASGI application."""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI

from localcoder import __version__
from localcoder.chat.model import ChatModel
from localcoder.server.chat import chat_router
from localcoder.server.completions import completions_router
from localcoder.server.errors import ApiError, Unforeseen, install_handlers
from localcoder.server.guard import MAX_BODY_BYTES, Guard
from localcoder.server.metrics import Meter, RequestCounts
from localcoder.server.overload import DEFAULT_ROWS, MAX_QUEUE, Admission, QueueLimit
from localcoder.server.responses import responses_router
from localcoder.server.status import stats_of, status_router
from localcoder.server.tokenize import tokenize_router


def create_app(
    model: ChatModel,
    *,
    api_key: str | None = None,
    max_body_bytes: int = MAX_BODY_BYTES,
    max_queue: int = MAX_QUEUE,
) -> FastAPI:
    """An application that serves `model`, to anybody on this machine or to those who have `api_key`.

    `max_queue` more requests than are answered at once may wait.
    """
    app = FastAPI(title="localcoder", version=__version__, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.state.stopping = asyncio.Event()
    counts = RequestCounts()
    stats = stats_of(model)
    admission = Admission(DEFAULT_ROWS if stats is None else stats.rows, max_queue)
    # The last one added is the first to see a request.
    app.add_middleware(QueueLimit, admission=admission)
    app.add_middleware(Guard, api_key=api_key, max_body_bytes=max_body_bytes)
    app.add_middleware(Unforeseen)
    app.add_middleware(Meter, counts=counts)
    install_handlers(app)
    app.include_router(status_router(model, counts))
    app.include_router(chat_router(model))
    app.include_router(completions_router(model))
    app.include_router(responses_router(model))
    app.include_router(tokenize_router(model))
    created = int(time.time())

    def describe() -> dict[str, Any]:
        return {
            "id": model.name,
            "object": "model",
            "created": created,
            "owned_by": "localcoder",
            "max_model_len": model.context_tokens,
        }

    @app.get("/v1/models")
    async def list_models() -> dict[str, Any]:
        """The one model that is served."""
        return {"object": "list", "data": [describe()]}

    @app.get("/v1/models/{name:path}")
    async def retrieve_model(name: str) -> dict[str, Any]:
        """The model `name`."""
        if name != model.name:
            message = f"There is no model `{name}` here; this server has `{model.name}`."
            raise ApiError(HTTPStatus.NOT_FOUND, message, param="model", code="model_not_found")
        return describe()

    return app
