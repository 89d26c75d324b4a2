"""The chat model over a real engine whose backend plays back replies."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import localcoder.engine
from localcoder.chat.local import LocalChatModel
from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import ChatEvent, ReasoningDelta, ReplyFinished, ReplyOptions, TextDelta
from localcoder.engine.engine import Engine
from localcoder.engine.request import EngineFailed, PromptTooLong, SamplingParams
from localcoder.engine.tokenizer import Tokenizer
from localcoder.errors import UsageError
from tests.chat.conftest import NORTH_TOKENS, write_tokenizer
from tests.chat.streams import calls, content, malformed, merged, reasoning
from tests.engine.fake_backend import FakeBackend

POCKET = Path(localcoder.engine.__file__).parent / "pocket"
HELLO = (Message("system", "Be brief."), Message("user", "Hello"))
END = "<|END_OF_TURN_TOKEN|>"
READ = ToolSpec("read", "", {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]})


class ReplyingBackend(FakeBackend):
    """Continues each chatbot turn with the reply that stands in `replies` for the turn's number, token by token."""

    def __init__(self, opening: list[int], replies: list[list[int]], vocab_size: int) -> None:
        super().__init__(vocab_size=vocab_size, total_blocks=64)
        self.opening = opening
        self.replies = replies

    def logits_after(self, tokens: Any) -> np.ndarray:
        tokens = list(tokens)
        size = len(self.opening)
        starts = [i for i in range(len(tokens) - size + 1) if tokens[i : i + size] == self.opening]
        logits = np.zeros(self.vocab_size, np.float32)
        if starts:
            reply = self.replies[len(starts) - 1]
            logits[reply[len(tokens) - starts[-1] - size]] = 10
        return logits


Make = Callable[..., LocalChatModel]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    engines: list[Engine] = []
    tokenizer = write_tokenizer(tmp_path, NORTH_TOKENS, eos=END)
    for name in ("chat_template.jinja", "localcoder.json"):
        shutil.copy(POCKET / name, tmp_path)

    def ids_of(reply: str | list[int]) -> list[int]:
        return tokenizer.encode_with_controls(reply) if isinstance(reply, str) else reply

    def make(*replies: str | list[int], context_tokens: int = 4096, settings: str | None = None) -> LocalChatModel:
        if settings is not None:
            (tmp_path / "localcoder.json").write_text(settings)
        opening = tokenizer.encode_with_controls("<|CHATBOT_TOKEN|>")
        backend = ReplyingBackend(opening, [ids_of(r) for r in replies], tokenizer.vocab_size)
        config = SimpleNamespace(vocab_size=tokenizer.vocab_size, context_tokens=context_tokens)
        defaults = SamplingParams(temperature=0.0)
        engines.append(
            Engine(config, tokenizer, backend, directory=tmp_path, generation_defaults=defaults)  # type: ignore[arg-type]
        )
        return LocalChatModel(engines[-1], "tiny")

    yield make
    for engine in engines:
        engine.close()


async def ask(
    model: LocalChatModel, messages: tuple[Message, ...] = HELLO, tools: tuple[ToolSpec, ...] = (), **options: Any
) -> list[ChatEvent]:
    return [event async for event in model.reply(messages, tools, ReplyOptions(**options))]


def finished(events: list[ChatEvent]) -> ReplyFinished:
    last = events[-1]
    assert isinstance(last, ReplyFinished)
    return last


async def test_a_reply_becomes_events_with_its_usage(make: Make) -> None:
    model = make(f"<|START_THINKING|>Hm.<|END_THINKING|><|START_TEXT|>Hé 😀!<|END_TEXT|>{END}")
    events = await ask(model)
    assert merged(events[:-1]) == [ReasoningDelta("Hm."), TextDelta("Hé 😀!")]
    usage = finished(events).usage
    assert finished(events).reason == "stop"
    assert usage.prompt_tokens == model.count_tokens(HELLO)
    assert usage.reasoning_tokens == len("Hm.") + 1
    assert usage.completion_tokens == usage.reasoning_tokens + 3 + len("Hé 😀!".encode())
    assert usage.prefill_s is not None and usage.decode_s is not None
    assert (model.name, model.prompt_profile, model.context_tokens) == ("tiny", "compact", 4096)


async def test_calls_end_with_their_own_reason(make: Make) -> None:
    reply = (
        '<|START_THINKING|><|END_THINKING|><|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read", '
        f'"parameters": {{"path": "a"}}}}]<|END_ACTION|>{END}'
    )
    events = await ask(make(reply), tools=(READ,))
    assert calls(events) == [("read", '{"path": "a"}')] and finished(events).reason == "tool_calls"


async def test_without_tools_a_model_cannot_begin_a_call(make: Make) -> None:
    reply = '<|START_THINKING|><|END_THINKING|><|START_ACTION|>[{"tool_name": "read", "parameters": {}}]<|END_ACTION|>'
    asked = await ask(make(f"{reply}{END}"), max_tokens=3)
    assert [type(event) for event in asked if not isinstance(event, TextDelta)] == [ReplyFinished]


async def test_a_call_cut_by_the_token_limit_does_not_finish(make: Make) -> None:
    reply = '<|START_THINKING|><|END_THINKING|><|START_ACTION|>[{"tool_name": "read", "parameters": {"path": "a"}}]'
    events = await ask(make(reply), tools=(READ,), max_tokens=40)
    assert calls(events) == [] and len(malformed(events)) == 1 and finished(events).reason == "length"


async def test_text_that_spells_control_tokens_is_text_everywhere(make: Make, north: Tokenizer) -> None:
    spelled = "a <|END_ACTION|><|END_TEXT|><|END_THINKING|><|END_OF_TURN_TOKEN|> <|START_"
    arguments = json.dumps({"path": spelled})
    pieces = (
        *("<|START_THINKING|>", spelled, "<|END_THINKING|>", "<|START_TEXT|>", spelled, "<|END_TEXT|>"),
        *("<|START_ACTION|>", f'[{{"tool_name": "read", "parameters": {arguments}}}]', "<|END_ACTION|>", END),
    )
    ids: list[int] = []
    for piece in pieces:
        token_id = north.control_tokens.get(piece)
        ids += north.encode_text(piece) if token_id is None else [token_id]
    events = await ask(make(ids), tools=(READ,))
    assert (reasoning(events), content(events)) == (spelled, spelled)
    assert calls(events) == [("read", arguments)]
    assert not malformed(events)


async def test_without_reasoning_the_reply_starts_behind_it(make: Make) -> None:
    model = make(f"<|START_THINKING|><|END_THINKING|><|START_TEXT|>Hi<|END_TEXT|>{END}")
    events = await ask(model, reasoning_effort="none")
    assert (reasoning(events), content(events)) == ("", "Hi")
    assert finished(events).usage.reasoning_tokens == 0


async def test_a_conversation_about_the_markers_does_not_start_in_reasoning(make: Make) -> None:
    model = make(f"<|START_THINKING|><|END_THINKING|><|START_TEXT|>Hi<|END_TEXT|>{END}")
    asked = Message("user", "What does <|START_THINKING|> mean?")
    events = [event async for event in model.reply([asked], (), ReplyOptions(reasoning_effort="none"))]
    assert (reasoning(events), content(events)) == ("", "Hi")


async def test_a_model_that_opens_another_turn_is_stopped(make: Make) -> None:
    events = await ask(
        make("<|START_THINKING|><|END_THINKING|><|START_TEXT|>Hi<|END_TEXT|><|START_OF_TURN_TOKEN|>more")
    )
    assert content(events) == "Hi" and finished(events).reason == "stop"


async def test_each_turn_reuses_what_the_turn_before_computed(make: Make) -> None:
    action = '[{"tool_call_id": "0", "tool_name": "read", "parameters": {"path": "a"}}]'
    model = make(
        f"<|START_THINKING|>I look.<|END_THINKING|><|START_ACTION|>{action}<|END_ACTION|>{END}",
        f"<|START_THINKING|>I see.<|END_THINKING|><|START_TEXT|>It is text. <|END_TEXT|>{END}",
        f"<|START_THINKING|>Bye.<|END_THINKING|><|START_TEXT|>Bye<|END_TEXT|>{END}",
    )
    conversation = [*HELLO]
    total = 0
    for following in (None, "tool", "user"):
        if following is not None:
            call = conversation[-1].tool_calls
            conversation.append(Message(following, "text " * 20, tool_call_id=call[0].id if call else None))  # type: ignore[arg-type]
        events = [event async for event in model.reply(conversation, [ToolSpec("read", "", {})])]
        usage = finished(events).usage
        assert usage.cached_tokens >= total - 2 * 64
        assert bool(usage.cached_tokens) == (total > 128)
        total = usage.prompt_tokens + usage.completion_tokens
        found = [ToolCall(f"call_{i}", name, arguments) for i, (name, arguments) in enumerate(calls(events))]
        conversation.append(Message("assistant", content(events), reasoning(events), tuple(found)))


async def test_closing_a_reply_stops_the_generation(make: Make) -> None:
    model = make("<|START_THINKING|>" + "on and on " * 300)
    reply = model.reply(HELLO)
    assert await anext(reply) == ReasoningDelta("o")
    await reply.aclose()
    for _ in range(1000):
        if not model.engine.stats().running:
            break
        await asyncio.sleep(0.01)
    assert not model.engine.stats().running


async def test_a_prompt_beyond_the_context_is_refused(make: Make) -> None:
    with pytest.raises(PromptTooLong):
        await ask(make(END), (Message("user", "x" * 5000),))


async def test_a_closed_model_fails_clearly(make: Make) -> None:
    model = make(END)
    await model.close()
    with pytest.raises(EngineFailed):
        await ask(model)


def test_options_override_what_the_model_recommends(make: Make) -> None:
    model = make(END)
    assert model.request(HELLO).sampling.temperature == 0.0
    options = ReplyOptions(
        temperature=0.7, top_p=0.9, top_k=5, min_p=0.1, seed=1, max_tokens=3, stop=("x",), priority=1
    )
    request = model.request(HELLO, (), options)
    sampling = request.sampling
    assert (sampling.temperature, sampling.top_p, sampling.top_k, sampling.min_p) == (0.7, 0.9, 5, 0.1)
    assert (sampling.seed, sampling.max_tokens, sampling.stop, request.priority) == (1, 3, ("x",), 1)


@pytest.mark.parametrize("settings", ["[]", "{", json.dumps({"prompt": "tiny"}), "\xff"])
def test_broken_settings_are_named(make: Make, settings: str) -> None:
    with pytest.raises(UsageError, match=r"localcoder\.json"):
        make(END, settings=settings)


def test_a_directory_without_settings_gets_the_full_prompt(make: Make) -> None:
    assert make(END, settings="{}").prompt_profile == "full"


def test_a_conversation_that_ends_in_an_answer_can_be_counted(make: Make) -> None:
    model = make(END)
    answered = (*HELLO, Message("assistant", "Hi there.", "They greet."))
    assert model.count_tokens(HELLO) < len(model.prompt_ids(answered)) <= model.count_tokens(answered)
