"""`/v1/responses`. Nothing is stored: every request brings its whole conversation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from localcoder.chat.model import ChatEvent, ChatModel, ReplyFinished
from localcoder.engine.request import EngineFailed
from localcoder.server.abandoned import Abandoned, unless_abandoned
from localcoder.server.errors import ApiError, from_model, refused_option, stopping
from localcoder.server.overload import priority_of
from localcoder.server.responses_items import Event
from localcoder.server.responses_reply import ResponseReply
from localcoder.server.responses_request import ResponsesRequest, parse_responses_request
from localcoder.server.responses_types import ResponsesBody
from localcoder.server.schema import takes
from localcoder.server.streaming import EventStream


def responses_router(model: ChatModel) -> APIRouter:
    """The route for `model`."""
    router = APIRouter()

    @router.post("/v1/responses", openapi_extra=takes(ResponsesBody))
    async def create_response(request: Request) -> Response:
        """Continue a conversation that is given as items."""
        # In a thread, for megabytes of JSON must not stop the streams of others.
        asked = await asyncio.to_thread(parse_responses_request, await request.body())
        if asked.model not in {None, "", model.name}:
            message = f"There is no model `{asked.model}` here; this server has `{model.name}`."
            raise ApiError(HTTPStatus.NOT_FOUND, message, param="model", code="model_not_found")
        options = replace(asked.options, priority=priority_of(request.headers))
        events = model.reply(asked.messages, asked.tools, options)
        reply = ResponseReply(model.name, asked.shape)
        try:
            if asked.stream:
                chunks = stream_response(events, reply, asked)
                first = await unless_abandoned(request.scope, request.receive, anext(chunks))
                return EventStream(first, chunks, farewell=lambda error: named_events(reply.fail(error)))
            return JSONResponse(await unless_abandoned(request.scope, request.receive, whole_response(events, reply)))
        except Abandoned:
            raise stopping() from None  # read only by clients that have not left
        except Exception as error:  # the model's failures of every kind become the client's answer
            raise refusal(error, asked) from error

    return router


async def whole_response(events: AsyncGenerator[ChatEvent], reply: ResponseReply) -> dict[str, Any]:
    """The response object, once `events` is complete."""
    async with aclosing(events):
        async for event in _complete(events):
            reply.take(event)
    return reply.response


async def stream_response(
    events: AsyncGenerator[ChatEvent], reply: ResponseReply, asked: ResponsesRequest
) -> AsyncGenerator[bytes]:
    """The events of a response. Nothing is yielded before the model's first one, so that a refusal is still a status.

    A failure later on becomes `response.failed`, upon which clients raise.
    """
    async with aclosing(events):
        following = _complete(events)
        event: ChatEvent | None = await anext(following)
        yield named_events(reply.start())
        try:
            while event is not None:
                if told := reply.take(event):
                    yield named_events(told)
                event = await anext(following, None)
        except Exception as error:  # noqa: BLE001 - headers are out: the stream is where the client looks
            yield named_events(reply.fail(refusal(error, asked)))


def named_events(events: list[Event]) -> bytes:
    """Server-sent events that are named like their type."""
    return b"".join(
        f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
        for event in events
    )


def refusal(error: Exception, asked: ResponsesRequest) -> ApiError:
    """What the client is told about a request that the model refuses: in the names that this route's fields have."""
    if (option := refused_option(error)) is not None:
        return from_model(asked.renamed(option))
    told = from_model(error)
    if told.param == "messages":
        told.param = "input"
    return told


async def _complete(events: AsyncGenerator[ChatEvent]) -> AsyncGenerator[ChatEvent]:
    """`events` as they are; raises `EngineFailed` if they end without `ReplyFinished`."""
    async for event in events:
        yield event
        if isinstance(event, ReplyFinished):
            return
    raise EngineFailed("The model's reply ended before it was finished.")
