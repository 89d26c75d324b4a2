"""`/health` and `/metrics`: how the server is."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from localcoder.chat.local import LocalChatModel
from localcoder.chat.model import ChatModel
from localcoder.engine.request import EngineFailed
from localcoder.engine.stats import EngineStats
from localcoder.server.errors import from_model
from localcoder.server.metrics import Metrics, RequestCounts


def stats_of(model: ChatModel) -> EngineStats | None:
    """What the engine behind `model` reports; None where the model is another server's."""
    return model.engine.stats() if isinstance(model, LocalChatModel) else None


def status_router(model: ChatModel, counts: RequestCounts) -> APIRouter:
    """The routes for `model`."""
    router = APIRouter()
    metrics = Metrics(model.name, counts, lambda: stats_of(model))

    @router.get("/health")
    async def health() -> Response:
        """Whether requests are taken: `ok`, or `failed` with status 503."""
        stats = stats_of(model)
        if stats is None or stats.failure is None:
            return JSONResponse({"status": "ok"})
        refusal = from_model(EngineFailed(stats.failure))
        body: dict[str, Any] = {"status": "failed", **refusal.body()}
        return JSONResponse(body, HTTPStatus.SERVICE_UNAVAILABLE, dict(refusal.headers or {}))

    @router.get("/metrics")
    async def read_metrics() -> Response:
        """Figures for Prometheus."""
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    return router
