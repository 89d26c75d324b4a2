"""`/v1/chat/completions`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from localcoder.chat.model import ChatEvent, ChatModel, ReplyFinished, ReplyUsage
from localcoder.server.abandoned import Abandoned, unless_abandoned
from localcoder.server.chat_choices import Indexed, all_choices, options_of
from localcoder.server.chat_reply import ReplyFrame
from localcoder.server.chat_request import parse_chat_request, renamed
from localcoder.server.errors import ApiError, from_model, refused_option, stopping
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
        starts = [
            partial(model.reply, asked.messages, asked.tools, each) for each in options_of(options, asked.choices)
        ]
        events = all_choices(starts)
        frame = ReplyFrame(model.name, scored=options.logprobs is not None)
        try:
            if asked.stream:
                chunks = stream_reply(events, frame, include_usage=asked.include_usage)
                first = await unless_abandoned(request.scope, request.receive, anext(chunks))
                return EventStream(first, chunks)
            whole = whole_reply(events, frame, asked.choices)
            return JSONResponse(await unless_abandoned(request.scope, request.receive, whole))
        except Abandoned:
            raise stopping() from None  # read only by clients that have not left
        except Exception as error:  # the model's failures of every kind become the client's answer
            raise refusal(error) from error

    return router


async def whole_reply(events: AsyncGenerator[Indexed], frame: ReplyFrame, choices: int) -> dict[str, Any]:
    """The completion object, once `events` is complete."""
    replies: list[list[ChatEvent]] = [[] for _ in range(choices)]
    async with aclosing(events):
        async for index, event in events:
            replies[index].append(event)
    return frame.completion(replies)


async def stream_reply(
    events: AsyncGenerator[Indexed], frame: ReplyFrame, *, include_usage: bool
) -> AsyncGenerator[bytes]:
    """The chunks of all replies. Nothing comes before the model's first event, so that a refusal is still a status.

    A failure later on becomes an `error` event, which OpenAI's clients raise.
    """
    opened: set[int] = set()
    usages: dict[int, ReplyUsage] = {}
    async with aclosing(events):
        item: Indexed | None = await anext(events)
        try:
            while item is not None:
                index, event = item
                if index not in opened:
                    opened.add(index)
                    yield sse(frame.opening(index))
                if (chunk := frame.chunk(index, event)) is not None:
                    yield sse(chunk)
                if isinstance(event, ReplyFinished):
                    usages[index] = event.usage
                item = await anext(events, None)
            if include_usage:
                yield sse(frame.usage_chunk([usages[index] for index in sorted(usages)]))
        except Exception as error:  # noqa: BLE001 - headers are out: the stream is where the client looks
            yield sse(refusal(error).body())
        yield DONE


def refusal(error: Exception) -> ApiError:
    """What the client is told about a request that the model refuses: in the names that this route's fields have."""
    option = refused_option(error)
    return from_model(error if option is None else renamed(option))
