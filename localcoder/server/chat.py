"""`/v1/chat/completions`."""

from __future__ import annotations

import asyncio
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
from localcoder.server.chat_reply import ReplyFrame, delta_of
from localcoder.server.chat_request import parse_chat_request
from localcoder.server.errors import ApiError, from_model, stopping
from localcoder.server.overload import priority_of
from localcoder.server.schema import takes
from localcoder.server.streaming import DONE, EventStream, sse
from localcoder.wire.requests import ChatCompletionBody


def chat_router(model: ChatModel) -> APIRouter:
    """The route for `model`."""
    router = APIRouter()

    @router.post("/v1/chat/completions", openapi_extra=takes(ChatCompletionBody))
    async def create_chat_completion(request: Request) -> Response:
        """Continue a conversation."""
        # In a thread, for megabytes of JSON must not stop the streams of others.
        asked = await asyncio.to_thread(parse_chat_request, await request.body())
        if asked.model not in {None, "", model.name}:
            message = f"There is no model `{asked.model}` here; this server has `{model.name}`."
            raise ApiError(HTTPStatus.NOT_FOUND, message, param="model", code="model_not_found")
        options = replace(asked.options, priority=priority_of(request.headers))
        events = model.reply(asked.messages, asked.tools, options)
        frame = ReplyFrame(model.name)
        try:
            if asked.stream:
                chunks = stream_reply(events, frame, include_usage=asked.include_usage)
                first = await unless_abandoned(request.scope, request.receive, anext(chunks))
                return EventStream(first, chunks)
            return JSONResponse(await unless_abandoned(request.scope, request.receive, whole_reply(events, frame)))
        except Abandoned:
            raise stopping() from None  # read only by clients that have not left
        except Exception as error:  # the model's failures of every kind become the client's answer
            raise from_model(error) from error

    return router


async def whole_reply(events: AsyncGenerator[ChatEvent], frame: ReplyFrame) -> dict[str, Any]:
    """The completion object, once `events` is complete."""
    async with aclosing(events):
        return frame.completion([event async for event in _complete(events)])


async def stream_reply(
    events: AsyncGenerator[ChatEvent], frame: ReplyFrame, *, include_usage: bool
) -> AsyncGenerator[bytes]:
    """The chunks of a reply. Nothing is yielded before the model's first event, so that a refusal is still a status.

    A failure later on becomes an `error` event, which OpenAI's clients raise.
    """
    async with aclosing(events):
        following = _complete(events)
        event: ChatEvent | None = await anext(following)
        yield sse(frame.chunk({"role": "assistant", "content": ""}))
        try:
            while event is not None:
                if isinstance(event, ReplyFinished):
                    yield sse(frame.chunk({}, event.reason))
                    if include_usage:
                        yield sse(frame.usage_chunk(event.usage))
                elif (delta := delta_of(event)) is not None:
                    yield sse(frame.chunk(delta))
                event = await anext(following, None)
        except Exception as error:  # noqa: BLE001 - headers are out: the stream is where the client looks
            yield sse(from_model(error).body())
        yield DONE


async def _complete(events: AsyncGenerator[ChatEvent]) -> AsyncGenerator[ChatEvent]:
    """`events` as they are; raises `EngineFailed` if they end without `ReplyFinished`."""
    async for event in events:
        yield event
        if isinstance(event, ReplyFinished):
            return
    raise EngineFailed("The model's reply ended before it was finished.")
