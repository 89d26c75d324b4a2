"""A chat model on this machine: the engine behind a template and a parser."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from localcoder.chat.constrain import Constrainer
from localcoder.chat.family import Family, family_for
from localcoder.chat.lark import Lark
from localcoder.chat.messages import Message, ToolSpec
from localcoder.chat.meter import Meter
from localcoder.chat.model import ChatEvent, OptionRefused, ReplyFinished, ReplyOptions, ToolCallFinished
from localcoder.chat.parsing import ReplyParser
from localcoder.chat.reply_rules import ReplyRules, rules_for, write_grammar
from localcoder.chat.scores import TextScores
from localcoder.chat.template import ChatTemplate
from localcoder.engine.recent import EngineLoad
from localcoder.engine.request import FinishReason, Grammar, Request, SamplingParams, TokenOutput
from localcoder.errors import LocalcoderError, UsageError

if TYPE_CHECKING:
    from localcoder.engine.engine import Engine

SETTINGS_FILE = "localcoder.json"
"""A model directory's word to localcoder: `{"prompt": "full" | "compact"}`."""

_PENALTIES = ("presence_penalty", "frequency_penalty", "repetition_penalty")
_SAMPLING = ("temperature", "top_p", "top_k", "min_p", "seed", "max_tokens", "min_tokens", "logprobs", *_PENALTIES)
"""Options that the engine takes under the same name."""


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
        self._control_texts = {token_id: text for text, token_id in controls.items()}
        self._opens = controls.get(self.family.reasoning_opens)
        self._closes = controls.get(self.family.reasoning_closes)
        self._calls = controls.get(self.family.calls_open)
        ends = {*engine.tokenizer.eos_ids, *self._stop_ids[:1]}
        self._constrainer = Constrainer(
            engine.tokenizer,
            vocab_size=engine.config.vocab_size,
            end_ids={token_id for token_id in ends if token_id < engine.config.vocab_size},
            opens=self._opens,
            closes=self._closes,
        )

    async def reply(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> AsyncGenerator[ChatEvent, None]:
        """Stream the assistant's next message; see `ChatModel.reply`."""
        request = await asyncio.to_thread(self.request, messages, tools, options)
        run = self._run(request, tools, options, continues=_continues_text(messages))
        async with aclosing(run) as events:
            async for event in events:
                yield event

    def request(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = (), options: ReplyOptions = ReplyOptions()
    ) -> Request:
        """What `reply` asks of the engine: the rendered prompt, sampled as the model's makers and `options` say.

        Raises:
            TemplateFailed: the template refuses the conversation.
            PromptTooLong: it is far too long for the context.
            OptionRefused: an option asks for what this model cannot do.
        """
        sampling = self._sampling(options)
        rules = rules_for(tools, options, continues=_continues_text(messages))
        source = "" if rules is None else self._grammar_source(rules)
        prompt_ids = tuple(self._render(messages, tools, options, limit=self.context_tokens - 1))
        grammar = None
        if rules is None and self._calls is not None and not tools and not options.ignore_eos:
            grammar = self._constrainer.anything_but(self._calls)  # who offered no tools can run none
        elif rules is not None:
            written = messages[-1].content.lstrip() if rules.continues and rules.answer is not None else ""
            grammar = self._constrainer.grammar(
                source,
                reasoning=self._reasoning(prompt_ids, options),
                written=self.engine.tokenizer.encode_text(written),
                answers=rules.answer is not None,
            )
        if options.stop and self._opened_reasoning(prompt_ids):
            sampling = replace(sampling, stop_after=self._closes)  # what ends the answer may well be thought of
        return Request(f"reply-{uuid.uuid4().hex}", prompt_ids, sampling, options.priority, grammar)

    async def _run(
        self, request: Request, tools: Sequence[ToolSpec], options: ReplyOptions, *, continues: bool
    ) -> AsyncGenerator[ChatEvent, None]:
        """Run a request that `request` made and parse what comes, up to `ReplyFinished`."""
        in_reasoning = self._opened_reasoning(request.prompt_ids)
        tokenizer = self.engine.tokenizer
        parser = self.family.new_parser(
            in_reasoning=in_reasoning, tools=tools, controls=tokenizer.control_tokens, continues=continues
        )
        meter = Meter(in_reasoning, self._opens, self._closes)
        scores = None if options.logprobs is None else TextScores(tokenizer, self.family)
        reason: FinishReason | None = None
        called = False
        async with aclosing(self.engine.generate(request)) as outputs:
            async for output in outputs:
                meter.count(output)
                reason = output.finish_reason
                events = self._parsed(parser, output)
                if reason is not None:
                    events += parser.finish(truncated=reason == "length")
                if scores is not None:
                    scores.count(output, in_reasoning=meter.in_reasoning)
                    events = scores.attach(events, last=reason is not None)
                for event in events:
                    yield event
                    called = called or isinstance(event, ToolCallFinished)
                    if called and not options.parallel_calls:
                        break
                if called and not options.parallel_calls:
                    reason = reason or "stop"
                    break
        if reason not in ("stop", "length"):
            raise ReplyStopped(f"The engine stopped this reply of {self.name} before its end.")
        yield ReplyFinished("tool_calls" if called and reason == "stop" else reason, meter.usage())

    def _parsed(self, parser: ReplyParser, output: TokenOutput) -> list[ChatEvent]:
        """The events in one output, in which only a control token itself is one, not what spells it."""
        marker = self._control_texts.get(output.token_ids[-1], "")
        if not (marker and output.text.endswith(marker)):
            return parser.feed(output.text, spelled=True)
        before = output.text.removesuffix(marker)
        return [*(parser.feed(before, spelled=True) if before else ()), *parser.feed(marker)]

    def count_tokens(self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()) -> int:
        """Tokens of the prompt that `reply` would send, or a few more where the last message is the assistant's."""
        return len(self._render(messages, tools, ReplyOptions(), may_continue=False))

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

    def json_grammar(self, schema: Mapping[str, Any]) -> Grammar:
        """What lets the engine write JSON that fits `schema` and nothing else behind a raw prompt; good for one answer.

        Raises:
            OptionRefused: the schema (`answer_schema`) cannot be enforced.
        """
        self._constrainer.check(schema, "answer_schema")
        lark = Lark({})
        return self._constrainer.grammar(lark.source(lark.json(schema)), reasoning="over")

    def prepare_grammars(self) -> None:
        """Do now what the first constrained reply would: for a large vocabulary it stops all threads for a second."""
        self._constrainer.prepare()

    async def load(self) -> EngineLoad:
        """How busy the engine is and was lately."""
        return self.engine.busy()

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
        may_continue: bool = True,
    ) -> list[int]:
        arguments = dict(options.template_arguments)
        if options.reasoning_effort is not None:
            arguments.setdefault("reasoning_effort", options.reasoning_effort)
        continues = may_continue and add_generation_prompt and _is_open(messages)
        if continues and not (messages[-1].content or messages[-1].reasoning):
            messages, continues = messages[:-1], False
        return self.template.render(
            messages,
            tools,
            add_generation_prompt=add_generation_prompt,
            reasoning=options.reasoning_effort != "none",
            arguments=arguments,
            limit=limit,
            continues=continues,
        )

    def _sampling(self, options: ReplyOptions) -> SamplingParams:
        beyond = max(options.logit_bias, default=-1)
        if beyond >= self.engine.config.vocab_size:
            size = self.engine.config.vocab_size
            raise OptionRefused("logit_bias", f"names token {beyond}, but the model has {size} tokens")
        given = {name: value for name in _SAMPLING if (value := getattr(options, name)) is not None}
        return replace(
            self.engine.generation_defaults,
            logit_bias=options.logit_bias,
            stop=options.stop,
            stop_token_ids=() if options.ignore_eos else self._stop_ids,
            ignore_eos=options.ignore_eos,
            **given,
        )

    def _grammar_source(self, rules: ReplyRules) -> str:
        if rules.answer is not None:
            self._constrainer.check(rules.answer, "answer_schema")
        for rule in rules.calls:
            self._constrainer.check(rule.object_schema(), rule.option)
        return write_grammar(rules, self.family.style, self.engine.tokenizer.control_tokens)

    def _reasoning(self, prompt_ids: Sequence[int], options: ReplyOptions) -> Literal["open", "possible", "over"]:
        """Where the model stands when its reply begins."""
        if self._opened_reasoning(prompt_ids):
            return "open"
        begun = self._closes is not None and self._closes in self._open_turn(prompt_ids)
        return "over" if begun or options.reasoning_effort == "none" else "possible"

    def _opened_reasoning(self, prompt_ids: Sequence[int]) -> bool:
        """Whether the turn that is still open in the prompt has opened the reasoning, and not closed it."""
        turn = self._open_turn(prompt_ids)
        if self._opens is not None and self._closes is not None:
            return _last_index(turn, self._opens) > _last_index(turn, self._closes)
        if not self.family.reasoning_opens:
            return False
        text = self.engine.tokenizer.decode(turn)
        return text.rfind(self.family.reasoning_opens) > text.rfind(self.family.reasoning_closes)

    def _open_turn(self, prompt_ids: Sequence[int]) -> Sequence[int]:
        ends = (i for i in range(len(prompt_ids), 0, -1) if prompt_ids[i - 1] in self._stop_ids)
        return prompt_ids[next(ends, 0) :]


def _is_open(messages: Sequence[Message]) -> bool:
    """Whether the conversation ends in an assistant's message, which the reply continues."""
    return bool(messages) and messages[-1].role == "assistant" and not messages[-1].tool_calls


def _continues_text(messages: Sequence[Message]) -> bool:
    return _is_open(messages) and bool(messages[-1].content)


def _last_index(ids: Sequence[int], wanted: int) -> int:
    return max((index for index, token_id in enumerate(ids) if token_id == wanted), default=-1)


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
