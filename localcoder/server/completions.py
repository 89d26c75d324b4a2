"""`/v1/completions`: raw text or token ids, continued by the local engine."""

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

from localcoder.chat.local import LocalChatModel
from localcoder.chat.model import ChatModel
from localcoder.engine.request import PromptTooLong, SamplingParams
from localcoder.server.abandoned import Abandoned, unless_abandoned
from localcoder.server.completions_infill import Infill
from localcoder.server.completions_prompts import PromptReader
from localcoder.server.completions_reply import CompletionFrame, Piece
from localcoder.server.completions_request import CompletionRequest, parse_completion_request
from localcoder.server.completions_run import CompletionRun
from localcoder.server.completions_types import CompletionBody
from localcoder.server.errors import ApiError, from_model, invalid, refused_option, stopping, unsupported
from localcoder.server.overload import priority_of
from localcoder.server.schema import takes
from localcoder.server.streaming import DONE, EventStream, sse


def completions_router(model: ChatModel) -> APIRouter:
    """The route for `model`."""
    router = APIRouter()
    reader = reader_of(model)

    @router.post("/v1/completions", openapi_extra=takes(CompletionBody))
    async def create_completion(request: Request) -> Response:
        """Continue texts or token ids."""
        local, prompts = with_engine(model, reader)
        # In threads, for megabytes of JSON or text must not stop the streams of others.
        asked = await asyncio.to_thread(parse_completion_request, await request.body())
        check_model(asked.model, model)
        run = CompletionRun(
            local.engine,
            asked,
            await asyncio.to_thread(prompts.prompts, asked),
            sampling_of(local, asked, prompts.infill),
            priority_of(request.headers),
            None if asked.schema is None else partial(local.json_grammar, asked.schema),
        )
        frame = CompletionFrame(model.name)
        try:
            if asked.stream:
                chunks = stream_completion(run, frame)
                first = await unless_abandoned(request.scope, request.receive, anext(chunks))
                return EventStream(first, chunks)
            return JSONResponse(await unless_abandoned(request.scope, request.receive, whole_completion(run, frame)))
        except Abandoned:
            raise stopping() from None  # read only by clients that have not left
        except PromptTooLong as error:
            raise prompts.too_long(error.prompt_tokens) from error
        except Exception as error:  # the engine's failures of every kind become the client's answer
            raise refusal(error) from error

    return router


def reader_of(model: ChatModel) -> PromptReader | None:
    """What turns texts into ids for `model`; None where another server does that."""
    if not isinstance(model, LocalChatModel):
        return None
    engine = model.engine
    return PromptReader(engine.tokenizer, vocab_size=engine.config.vocab_size, context_tokens=model.context_tokens)


def with_engine(model: ChatModel, reader: PromptReader | None) -> tuple[LocalChatModel, PromptReader]:
    """`model` and its reader, where there is an engine; raises `ApiError` 501 where there is none."""
    if isinstance(model, LocalChatModel) and reader is not None:
        return model, reader
    message = (
        "This server passes chat completions on to another one and has no tokens of its own; ask that server, or serve "
        "the model here, without --endpoint."
    )
    raise ApiError(HTTPStatus.NOT_IMPLEMENTED, message, code="not_available")


def check_model(name: str | None, model: ChatModel) -> None:
    """Refuse a request for another model."""
    if name not in {None, "", model.name}:
        message = f"There is no model `{name}` here; this server has `{model.name}`."
        raise ApiError(HTTPStatus.NOT_FOUND, message, param="model", code="model_not_found")


def sampling_of(model: LocalChatModel, asked: CompletionRequest, infill: Infill | None) -> SamplingParams:
    """How `asked` is sampled: as the model's makers recommend where it says nothing."""
    engine = model.engine
    vocab_size = engine.config.vocab_size
    given = dict(asked.sampling)
    for field, ids in (("logit_bias", given.get("logit_bias", ())), ("stop_token_ids", asked.stop_token_ids)):
        wrong = next((token_id for token_id in ids if not 0 <= token_id < vocab_size), None)
        if wrong is not None:
            raise invalid(field, f"names token {wrong}, but the vocabulary has the ids 0..{vocab_size - 1}")
    controls = engine.tokenizer.control_tokens
    ends: tuple[int, ...] = ()
    if not given.get("ignore_eos"):
        ends = tuple(controls[text] for text in model.family.ends if text in controls)
        if asked.suffix and infill is not None:
            ends += infill.ends
    return replace(
        engine.generation_defaults,
        logprobs=asked.logprobs,
        max_tokens=asked.max_tokens,
        stop_token_ids=(*ends, *asked.stop_token_ids),
        **given,
    )


async def whole_completion(run: CompletionRun, frame: CompletionFrame) -> dict[str, Any]:
    """The completion object, once all answers are complete."""
    async with aclosing(run.pieces()) as pieces:
        done = [piece async for piece in pieces]
    return frame.completion(done, run.usage)


async def stream_completion(run: CompletionRun, frame: CompletionFrame) -> AsyncGenerator[bytes]:
    """The chunks of all answers. Nothing is yielded before the engine's first, so that a refusal is still a status.

    A failure later on becomes an `error` event, which OpenAI's clients raise.
    """
    async with aclosing(run.pieces()) as pieces:
        piece: Piece | None = await anext(pieces)
        try:
            while piece is not None:
                yield sse(frame.chunk(piece))
                piece = await anext(pieces, None)
            if run.asked.include_usage:
                yield sse(frame.usage_chunk(run.usage))
        except Exception as error:  # noqa: BLE001 - headers are out: the stream is where the client looks
            yield sse(refusal(error).body())
        yield DONE


def refusal(error: Exception) -> ApiError:
    """What the client is told about a request that the model refuses: in the names that this route's fields have."""
    option = refused_option(error)
    return from_model(error if option is None else unsupported("response_format", option.why))
