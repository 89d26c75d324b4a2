"""Keeping the conversation within the model's context: old tool results give way first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ChatModel
from localcoder.errors import LocalcoderError

STUB = "[result removed to free context: {characters} characters; run the call again if you still need it]"
_STUB_PATTERN = re.compile(r"\[result removed to free context: \d+ characters; ")
STUB_GAIN_CHARACTERS = 200
"""Results shorter than this are not worth removing: the stub has about half as many."""

CHARACTERS_PER_TOKEN = 4


class ContextFull(LocalcoderError):
    """The conversation does not fit the model's context even without its old tool results."""

    def __init__(self, prompt_tokens: int, context_tokens: int, reserve_tokens: int) -> None:
        super().__init__(
            f"The conversation needs {prompt_tokens} tokens, but the model's context holds {context_tokens}"
            f" ({reserve_tokens} of them kept for the reply); start a new session, shorten the prompt,"
            " or use a model with a larger context."
        )


@dataclass(frozen=True, slots=True)
class Fitted:
    """Messages that fit. `removed_results` counts the tool results that became stubs just now."""

    messages: tuple[Message, ...]
    prompt_tokens: int
    removed_results: int


def reply_reserve(context_tokens: int) -> int:
    """Tokens that the prompt must leave free for the reply."""
    return min(2_048, context_tokens // 8)


def fit(model: ChatModel, system: Message, messages: Sequence[Message], tools: Sequence[ToolSpec]) -> Fitted:
    """`messages` such that `system` + messages + `tools` fit `model`'s context with room for a reply.

    Where they do not, tool results become stubs, the oldest first, until a quarter of the room is free again: removing
    one in every turn would change the prompt's middle every time, and with it lose the prefix cache.

    Raises:
        ContextFull: there are no results left to remove.
    """
    reserve = reply_reserve(model.context_tokens)
    limit = model.context_tokens - reserve
    kept = list(messages)
    tokens = model.count_tokens([system, *kept], tools)
    if tokens <= limit:
        return Fitted(tuple(kept), tokens, 0)
    target = limit * 3 // 4
    removed = 0
    candidates = [index for index, message in enumerate(kept) if _can_shrink(message)]
    while tokens > target and candidates:
        excess_characters = (tokens - target) * CHARACTERS_PER_TOKEN
        while candidates and excess_characters > 0:
            index = candidates.pop(0)
            stub = STUB.format(characters=len(kept[index].content))
            excess_characters -= len(kept[index].content) - len(stub)
            kept[index] = replace(kept[index], content=stub)
            removed += 1
        tokens = model.count_tokens([system, *kept], tools)
    if tokens > limit:
        raise ContextFull(tokens, model.context_tokens, reserve)
    return Fitted(tuple(kept), tokens, removed)


def _can_shrink(message: Message) -> bool:
    return (
        message.role == "tool"
        and len(message.content) > STUB_GAIN_CHARACTERS
        and not _STUB_PATTERN.match(message.content)
    )
