"""The routes for attached programs, beside the endpoint's in the engine's process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from http import HTTPStatus
from typing import Any

import pydantic
from fastapi import APIRouter, Request
from fastapi.responses import Response

from localcoder.attach import protocol
from localcoder.attach.protocol import Asked
from localcoder.attach.spec import ModelFacts
from localcoder.chat.model import ChatModel, Measured
from localcoder.engine.request import EngineFailed
from localcoder.errors import LocalcoderError
from localcoder.server.abandoned import Abandoned, unless_abandoned
from localcoder.server.errors import ApiError, from_model, stopping
from localcoder.server.streaming import EventStream

LINES_TYPE = "application/x-ndjson"


class LineStream(EventStream):
    """A reply's lines."""

    media_type = LINES_TYPE


def attached_router(model: ChatModel) -> APIRouter:
    """The routes for `model`."""
    router = APIRouter(include_in_schema=False)

    @router.get(protocol.MODEL_PATH)
    async def describe() -> Response:
        """What the model says of itself."""
        facts = ModelFacts(model.name, model.context_tokens, model.prompt_profile)
        return Response(protocol.FACTS.dump_json(facts), media_type="application/json")

    @router.post(protocol.REPLY_PATH)
    async def reply(request: Request) -> Response:
        """`ChatModel.reply`."""
        lines = _lines(model, await _asked(request))
        try:
            first = await unless_abandoned(request.scope, request.receive, anext(lines))
        except Abandoned:
            raise stopping() from None
        return LineStream(first, lines)

    @router.post(protocol.COUNT_PATH)
    async def count(request: Request) -> dict[str, Any]:
        """`ChatModel.count_tokens`; or the failure, under its own key."""
        asked = await _asked(request)
        try:
            return {"tokens": await asyncio.to_thread(model.count_tokens, asked.messages, asked.tools)}
        except LocalcoderError as error:
            failure = protocol.failure_of(error)
            return {"failure": [failure.kind, failure.message, list(failure.details)]}

    @router.get(protocol.LOAD_PATH)
    async def load() -> Response:
        """How busy the model's engine is."""
        known = await model.load() if isinstance(model, Measured) else None
        if known is None:
            raise ApiError(HTTPStatus.NOT_FOUND, "How busy this model is, is not known.")
        return Response(protocol.LOAD.dump_json(known), media_type="application/json")

    return router


async def _asked(request: Request) -> Asked:
    try:
        return await asyncio.to_thread(protocol.decode_asked, await request.body())
    except pydantic.ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        field = ".".join(map(str, first["loc"]))
        message = f"`{field}`: {first['msg']}."
        raise ApiError(HTTPStatus.BAD_REQUEST, message, param=field, code="invalid_value") from None


async def _lines(model: ChatModel, asked: Asked) -> AsyncGenerator[bytes]:
    """The reply's lines, after an empty one that says that it has begun; its failure is the last."""
    yield b"\n"
    try:
        async with aclosing(model.reply(asked.messages, asked.tools, asked.options)) as events:
            async for event in events:
                yield protocol.encode_line(event)
    except LocalcoderError as error:
        yield protocol.encode_line(protocol.failure_of(error))
    except Exception as error:  # noqa: BLE001 - headers are out: the stream is where the client looks
        # The details are the log's, as for the endpoint's clients.
        yield protocol.encode_line(protocol.failure_of(EngineFailed(from_model(error).message)))
