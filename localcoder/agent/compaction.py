"""Compaction: the older part of a conversation gives way to a summary that the model itself writes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from importlib.resources import files
from textwrap import indent

from localcoder.agent.context import CHARACTERS_PER_TOKEN, reply_reserve
from localcoder.agent.reply import added_usage
from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ChatModel, ReplyFinished, ReplyOptions, ReplyUsage, TextDelta
from localcoder.errors import LocalcoderError

SUMMARY_HEAD = "[The earlier part of this conversation was replaced by this summary.]"
REQUEST_CHARACTERS = 4_000
"""So much of the request that is being worked on is kept word for word."""

ANSWER_TOKENS = 8_192
"""The most that the model may generate for a summary, its reasoning included."""

SHARES = (1.0, 0.5)
"""How much of the context each attempt at a summary may fill."""

TEXT_CHARACTERS = (20_000, 4_000, 800, 160)
"""What a transcript shows of each text; the first that lets all of it fit is taken."""

_LEAST_CHARACTERS = 400


class CompactionFailed(LocalcoderError):
    """There is no usable summary; the conversation is as it was."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a summary is to replace and what stays; together the conversation."""

    older: tuple[Message, ...]
    kept: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Pinned:
    """What is kept word for word beside the summary: request in progress, todo list, mode, told instructions."""

    request: str = ""
    todo: str = ""
    mode: str = ""
    instructions: str = ""


@dataclass(frozen=True, slots=True)
class Compaction:
    """A conversation after its compaction, with the tokens of the next prompt before and after it."""

    summary: Message
    kept: tuple[Message, ...]
    before_tokens: int
    after_tokens: int
    usage: ReplyUsage

    @property
    def messages(self) -> tuple[Message, ...]:
        """What the model sees from now on."""
        return (self.summary, *self.kept)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands around the conversation in each prompt, and the model that counts it."""

    model: ChatModel
    system: Message
    tools: Sequence[ToolSpec]

    @property
    def limit_tokens(self) -> int:
        """The most that a prompt may have, so that there is room for a reply."""
        return self.model.context_tokens - reply_reserve(self.model.context_tokens)

    def tokens(self, messages: Sequence[Message]) -> int:
        """Tokens of the prompt with `messages` as the conversation."""
        return self.model.count_tokens([self.system, *messages], self.tools)

    def tokens_kept(self, kept: Sequence[Message]) -> int:
        """Tokens of the prompt with `kept` after a summary that is still to be written."""
        return self.tokens([Message("user", SUMMARY_HEAD), *kept])


def plan(messages: Sequence[Message], size: Callable[[Sequence[Message]], int], room: int) -> Plan:
    """Keep as much of the newest as has at most `room` tokens by `size`, and never less than the newest unit.

    A unit is a message, or a message with calls and all their results: those are never parted.
    """
    starts = [index for index, message in enumerate(messages) if index == 0 or message.role != "tool"]
    if not starts:
        return Plan((), ())
    found = bisect_left(starts, True, key=lambda start: size(messages[start:]) <= room)
    start = starts[min(found, len(starts) - 1)]
    return Plan(tuple(messages[:start]), tuple(messages[start:]))


def plan_when_full(prompt: Prompt, messages: Sequence[Message], limit_tokens: int) -> Plan | None:
    """The plan for a prompt that may have no more than `limit_tokens`; None where a summary would not help.

    Half of what system prompt and tools leave is free again afterwards: to change the prompt's beginning more often
    would lose the prefix cache each time.
    """
    base = prompt.tokens_kept(())
    if base > limit_tokens:
        return None
    planned = plan(messages, prompt.tokens_kept, base + (limit_tokens - base) // 2)
    gain = prompt.tokens(messages) - prompt.tokens_kept(planned.kept)
    return planned if planned.older and gain > summary_tokens(prompt.model) else None


def plan_when_asked(prompt: Prompt, messages: Sequence[Message]) -> Plan | None:
    """The plan for a user who wants the context free: little is kept. None where there is nothing to sum up."""
    planned = plan(messages, prompt.tokens_kept, prompt.tokens_kept(()) + summary_tokens(prompt.model))
    return planned if planned.older else None


def summary_tokens(model: ChatModel) -> int:
    """About the most that a summary may have."""
    return reply_reserve(model.context_tokens)


def summary_characters(model: ChatModel) -> int:
    """As `summary_tokens`; what is pinned beside it may have as much again."""
    return summary_tokens(model) * CHARACTERS_PER_TOKEN


async def compact(prompt: Prompt, planned: Plan, pinned: Pinned, options: ReplyOptions = ReplyOptions()) -> Compaction:
    """Let the model sum up `planned.older`.

    Raises:
        CompactionFailed: it does not, also not from a shorter transcript, or the summary would be no shorter.
    """
    text, usage = await summarize(prompt.model, planned.older, options)
    text = shortened(text, summary_characters(prompt.model))
    if Message("user", pinned.request) in planned.kept:
        pinned = replace(pinned, request="")
    summary = Message("user", summary_text(text, pinned))
    before = prompt.tokens([*planned.older, *planned.kept])
    after = prompt.tokens([summary, *planned.kept])
    if after >= before:
        raise CompactionFailed(
            f"The conversation was not compacted: with the summary it would have {after} tokens instead of {before}."
        )
    return Compaction(summary, planned.kept, before, after, usage)


async def summarize(
    model: ChatModel, messages: Sequence[Message], options: ReplyOptions = ReplyOptions()
) -> tuple[str, ReplyUsage]:
    """The model's summary of `messages`, asked for twice at most, the second time with less to read.

    Raises:
        CompactionFailed: both attempts failed; with the reason of the last.
    """
    system = Message("system", files("localcoder.agent").joinpath("prompts", "summary.md").read_text("utf-8").strip())
    answer_tokens = min(ANSWER_TOKENS, model.context_tokens // 4)
    options = replace(options, max_tokens=answer_tokens, stop=())
    usage, problem = ReplyUsage(), ""
    for share in SHARES:
        room = int((model.context_tokens - answer_tokens) * share)

        def fits(text: str, room: int = room) -> bool:
            return model.count_tokens([system, Message("user", text)]) <= room

        try:
            text, used = await _answer(model, [system, Message("user", transcript(messages, fits))], options)
        except LocalcoderError as error:
            problem = str(error)
            continue
        usage = added_usage(usage, used)
        if text:
            return text, usage
        problem = "The model's summary was empty."
    raise CompactionFailed(f"The older part of the conversation could not be summed up: {problem} Try again, or /new.")


async def _answer(model: ChatModel, messages: Sequence[Message], options: ReplyOptions) -> tuple[str, ReplyUsage]:
    parts: list[str] = []
    usage: ReplyUsage | None = None
    async with aclosing(model.reply(messages, (), options)) as stream:
        async for event in stream:
            match event:
                case TextDelta(text):
                    parts.append(text)
                case ReplyFinished():
                    usage = event.usage
    if usage is None:
        raise LocalcoderError("The model's reply broke off without an end.")
    return "".join(parts).strip(), usage


def summary_text(text: str, pinned: Pinned) -> str:
    """The message that stands for the older part: the summary and what is pinned."""
    parts = [f"{SUMMARY_HEAD}\n\n{text}"]
    if pinned.request:
        parts.append(f"The request being worked on, in the user's words:\n{_capped(pinned.request)}")
    if pinned.todo:
        parts.append(f"The todo list: {pinned.todo}")
    if pinned.mode:
        parts.append(f"The approval mode: {pinned.mode}")
    if pinned.instructions:
        parts.append(pinned.instructions)
    return "\n\n".join(parts)


def is_summary(message: Message) -> bool:
    """Whether `message` stands for an older part of the conversation."""
    return message.role == "user" and message.content.startswith(SUMMARY_HEAD)


def transcript(messages: Sequence[Message], fits: Callable[[str], bool]) -> str:
    """`messages` as one text that `fits`, long texts cut, and where that is not enough the middle left out."""
    text = ""
    for characters in TEXT_CHARACTERS:
        text = _rendered(messages, characters)
        if fits(text):
            return text
    while len(text) > _LEAST_CHARACTERS and not fits(text):
        text = shortened(text, len(text) * 2 // 3)
    return text


def shortened(text: str, characters: int) -> str:
    """Beginning and end of `text`, about `characters` in all, with a word on what is missing between them."""
    if len(text) <= characters:
        return text
    half = characters // 2
    return f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[len(text) - half :]}"


def _capped(text: str) -> str:
    return shortened(text, REQUEST_CHARACTERS)


def _rendered(messages: Sequence[Message], characters: int) -> str:
    """Each text is indented below its heading, so that none can pass for another's words."""
    names = {call.id: call.name for message in messages for call in message.tool_calls}
    blocks: list[tuple[str, str]] = []
    for message in messages:
        if message.role == "tool":
            kind = "Error" if message.is_error else "Result"
            blocks.append((f"{kind} of {names.get(message.tool_call_id or '', 'a call')}", message.content))
        elif message.content.strip():
            blocks.append((message.role.capitalize(), message.content))
        blocks += [(f"Call of {call.name}", call.arguments) for call in message.tool_calls]
    return "\n".join(
        f"{heading}:\n{indent(shortened(text, characters), '    ', lambda _: True)}" for heading, text in blocks
    )
