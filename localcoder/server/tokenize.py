"""`/tokenize` and `/detokenize`: what the model's tokenizer makes of texts and conversations, and back."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import WithJsonSchema

from localcoder.chat.local import LocalChatModel
from localcoder.chat.model import ChatModel
from localcoder.server.chat_request import parse_chat_request
from localcoder.server.completions import check_model, reader_of, with_engine
from localcoder.server.completions_logprobs import token_text
from localcoder.server.completions_prompts import PromptReader
from localcoder.server.completions_request import parse_ids
from localcoder.server.completions_types import TOKEN_IDS
from localcoder.server.errors import invalid
from localcoder.server.parsing import parse_object, validated
from localcoder.server.schema import takes
from localcoder.wire.requests import ChatMessage, Effort, Items, ToolDefinition, WireBody


class TokenizeBody(WireBody):
    """`POST /tokenize`: `prompt`, a raw text, or `messages` and what belongs to them in a chat completion."""

    model: str | None = None
    prompt: str | None = None
    messages: Items[ChatMessage] | None = None
    tools: Items[ToolDefinition] | None = None
    reasoning_effort: Effort | None = None
    chat_template_kwargs: dict[str, Any] | None = None
    add_special_tokens: bool | None = None
    add_generation_prompt: bool | None = None
    return_token_strs: bool | None = None


class DetokenizeBody(WireBody):
    """`POST /detokenize`."""

    model: str | None = None
    tokens: Annotated[Any, WithJsonSchema(TOKEN_IDS)] = None


def tokenize_router(model: ChatModel) -> APIRouter:
    """The routes for `model`."""
    router = APIRouter()
    reader = reader_of(model)

    @router.post("/tokenize", openapi_extra=takes(TokenizeBody))
    async def tokenize(request: Request) -> dict[str, Any]:
        """The token ids of a text or a conversation."""
        local, prompts = with_engine(model, reader)
        # In a thread, for megabytes must not stop the streams of others.
        return await asyncio.to_thread(token_ids, local, prompts, await request.body())

    @router.post("/detokenize", openapi_extra=takes(DetokenizeBody))
    async def detokenize(request: Request) -> dict[str, str]:
        """The text of token ids."""
        local, prompts = with_engine(model, reader)
        return await asyncio.to_thread(text_of, local, prompts, await request.body())

    return router


def token_ids(model: LocalChatModel, prompts: PromptReader, body: bytes) -> dict[str, Any]:
    """The answer to a tokenize request: what `/v1/completions` or `/v1/chat/completions` would make of it.

    Raises:
        ApiError: 400 that names the field at fault.
        TemplateFailed: the template refuses the conversation.
    """
    asked = validated(TokenizeBody, parse_object(body))
    check_model(asked.model, model)
    if (asked.prompt is None) == (asked.messages is None):
        why = "is missing, and so are `messages`" if asked.prompt is None else "cannot be together with `messages`"
        raise invalid("prompt", why)
    if asked.prompt is not None:
        if asked.add_generation_prompt is not None:
            raise invalid("add_generation_prompt", "is only possible with `messages`")
        ids, _ = prompts.text_ids(asked.prompt, begins=asked.add_special_tokens is not False)
    else:
        if asked.add_special_tokens:
            raise invalid("add_special_tokens", "is not possible with `messages`: the chat template adds them")
        chat = parse_chat_request(body)
        opens = asked.add_generation_prompt is not False
        ids = model.prompt_ids(chat.messages, chat.tools, chat.options, add_generation_prompt=opens)
    return {
        "count": len(ids),
        "max_model_len": model.context_tokens,
        "tokens": ids,
        "token_strs": [token_text(prompts.tokenizer, i) for i in ids] if asked.return_token_strs else None,
    }


def text_of(model: LocalChatModel, prompts: PromptReader, body: bytes) -> dict[str, str]:
    """The answer to a detokenize request: control tokens as their literal text, half characters left out.

    Raises:
        ApiError: 400 that names the field at fault.
    """
    asked = validated(DetokenizeBody, parse_object(body))
    check_model(asked.model, model)
    if asked.tokens is None:
        raise invalid("tokens", "is missing")
    if asked.tokens == []:
        return {"prompt": ""}
    ids = parse_ids(asked.tokens, "tokens")
    prompts.check_ids(ids, "tokens")
    return {"prompt": prompts.tokenizer.decode(ids)}
