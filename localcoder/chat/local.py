"""A chat model on this machine: the engine behind a template and a parser."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from localcoder.chat.family import Family, family_for
from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.model import ChatEvent, ReplyFinished, ReplyOptions, ReplyUsage, ToolCallFinished
from localcoder.chat.template import ChatTemplate
from localcoder.engine.request import FinishReason, Request, SamplingParams, TokenOutput
from localcoder.errors import LocalcoderError, UsageError

if TYPE_CHECKING:
    from localcoder.engine.engine import Engine

SETTINGS_FILE = "localcoder.json"
"""A model directory's word to localcoder: `{"prompt": "full" | "compact"}`."""


class ReplyStopped(LocalcoderError):
    """The engine ended a reply that nobody here had closed."""


class LocalChatModel:
    """`ChatModel` over an engine, which it closes in `close`. Many replies may run at once.

    Raises:
        UsageError: the model's template or its `localcoder.json` cannot be used.
    """

    def __init__(self, engine: Engine, name: str) -> None:
        self.engine = engine
        self.name = name
        self.context_tokens: int = engine.context_tokens
        self.prompt_profile = _prompt_profile(engine.directory)
        self.template = ChatTemplate.load(engine.directory, engine.tokenizer)
        self.family: Family = family_for(engine.directory, engine.tokenizer)
        controls = engine.tokenizer.control_tokens
        self._stop_ids = tuple(controls[text] for text in self.family.ends if text in controls)
        self._opens = controls.get(self.family.reasoning_opens)
        self._closes = controls.get(self.family.reasoning_closes)

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent, None]:
        """Stream the assistant's next message; see `ChatModel.reply`."""
        request = await asyncio.to_thread(self.request, messages, tools, options)
        async with aclosing(self.stream(request, tools)) as events:
            async for event in events:
                yield event

    def request(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> Request:
        """What `reply` asks of the engine: the rendered prompt, sampled as the model's makers and `options` say.

        Raises:
            TemplateFailed: the template refuses the conversation.
            PromptTooLong: it is far too long for the context.
        """
        return Request(
            f"reply-{uuid.uuid4().hex}",
            tuple(self._render(messages, tools, options, limit=self.context_tokens - 1)),
            self._sampling(options),
            options.priority,
        )

    async def stream(self, request: Request, tools: Sequence[ToolSpec] = ()) -> AsyncGenerator[ChatEvent, None]:
        """Run a request that `request` made and parse what comes, up to `ReplyFinished`."""
        in_reasoning = self._ends_in_reasoning(request.prompt_ids)
        parser = self.family.new_parser(
            in_reasoning=in_reasoning, tools=tools, controls=self.engine.tokenizer.control_tokens
        )
        meter = _Meter(in_reasoning, self._opens, self._closes)
        reason: FinishReason | None = None
        called = False
        async with aclosing(self.engine.generate(request)) as outputs:
            async for output in outputs:
                meter.count(output)
                reason = output.finish_reason
                events = parser.feed(output.text)
                if reason is not None:
                    events += parser.finish(truncated=reason == "length")
                for event in events:
                    called = called or isinstance(event, ToolCallFinished)
                    yield event
        if reason not in ("stop", "length"):
            raise ReplyStopped(f"The engine stopped this reply of {self.name} before its end.")
        yield ReplyFinished("tool_calls" if called and reason == "stop" else reason, meter.usage())

    def count_tokens(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> int:
        """Tokens of the prompt that `reply` would send."""
        return len(self._render(messages, tools, ReplyOptions()))

    def prompt_ids(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec] = (),
        options: ReplyOptions = ReplyOptions(),
        *,
        add_generation_prompt: bool = True,
    ) -> list[int]:
        """The prompt that `reply` would send, be it too long; without the opening of the answer where so asked.

        Raises:
            TemplateFailed: the template refuses the conversation.
        """
        return self._render(messages, tools, options, add_generation_prompt=add_generation_prompt)

    async def close(self) -> None:
        """Release the engine."""
        await asyncio.to_thread(self.engine.close)

    def _render(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSpec],
        options: ReplyOptions,
        *,
        limit: int | None = None,
        add_generation_prompt: bool = True,
    ) -> list[int]:
        arguments = dict(options.template_arguments)
        if options.reasoning_effort is not None:
            arguments.setdefault("reasoning_effort", options.reasoning_effort)
        reasoning = options.reasoning_effort != "none"
        return self.template.render(
            messages,
            tools,
            add_generation_prompt=add_generation_prompt,
            reasoning=reasoning,
            arguments=arguments,
            limit=limit,
        )

    def _sampling(self, options: ReplyOptions) -> SamplingParams:
        given: dict[str, Any] = {
            name: value
            for name in ("temperature", "top_p", "top_k", "min_p", "seed", "max_tokens")
            if (value := getattr(options, name)) is not None
        }
        return replace(self.engine.generation_defaults, stop=options.stop, stop_token_ids=self._stop_ids, **given)

    def _ends_in_reasoning(self, prompt_ids: Sequence[int]) -> bool:
        """Whether the template's generation prompt, the turn that is still open, has opened the reasoning."""
        if not self.family.reasoning_opens:
            return False
        ends = (i for i in range(len(prompt_ids), 0, -1) if prompt_ids[i - 1] in self._stop_ids)
        opening = self.engine.tokenizer.decode(prompt_ids[next(ends, 0) :])
        return opening.rfind(self.family.reasoning_opens) > opening.rfind(self.family.reasoning_closes)


class _Meter:
    """Counts and times one reply."""

    def __init__(self, in_reasoning: bool, opens: int | None, closes: int | None) -> None:
        self._in_reasoning = in_reasoning
        self._opens = opens
        self._closes = closes
        self._reasoning_tokens = 0
        self._started = time.monotonic()
        self._first: float | None = None
        self._last = self._started
        self._usage = ReplyUsage()

    def count(self, output: TokenOutput) -> None:
        """Take one step's tokens; the closing marker belongs to the reasoning."""
        self._last = time.monotonic()
        if self._first is None:
            self._first = self._last
        for token_id in output.token_ids:
            if token_id == self._opens:
                self._in_reasoning = True
            self._reasoning_tokens += self._in_reasoning
            if token_id == self._closes:
                self._in_reasoning = False
        usage = output.usage
        self._usage = ReplyUsage(usage.prompt_tokens, usage.completion_tokens, usage.cached_tokens)

    def usage(self) -> ReplyUsage:
        """The reply's figures; decoding is timed from the first token on."""
        first = self._last if self._first is None else self._first
        return replace(
            self._usage,
            reasoning_tokens=self._reasoning_tokens,
            prefill_s=first - self._started,
            decode_s=self._last - first,
        )


def _prompt_profile(directory: Path) -> Literal["full", "compact"]:
    path = directory / SETTINGS_FILE
    if not path.is_file():
        return "full"
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path}: cannot be read as JSON: {error}.") from None
    profile = settings.get("prompt", "full") if isinstance(settings, Mapping) else None
    if profile not in ("full", "compact"):
        raise UsageError(f'{path}: must be an object whose "prompt" is "full" or "compact".')
    return cast(Literal["full", "compact"], profile)
