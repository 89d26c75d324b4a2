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
from localcoder.server.errors import ApiError, install_handlers
from localcoder.server.guard import MAX_BODY_BYTES, Guard


def create_app(model: ChatModel, *, api_key: str | None = None, max_body_bytes: int = MAX_BODY_BYTES) -> FastAPI:
    """An application that serves `model`, to anybody on this machine or to those who have `api_key`."""
    app = FastAPI(title="localcoder", version=__version__, openapi_url=None)
    app.state.stopping = asyncio.Event()
    app.add_middleware(Guard, api_key=api_key, max_body_bytes=max_body_bytes)
    install_handlers(app)
    app.include_router(chat_router(model))
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

    @app.get("/health")
    async def health() -> dict[str, str]:
        """Whether requests are taken."""
        return {"status": "ok"}

    return app
