"""An attached model against the model it is attached to: the agent cannot tell them apart."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from localcoder.attach.client import AttachedChatModel, EngineGone
from localcoder.attach.registry import listen_privately
from localcoder.attach.spec import EngineSpec
from localcoder.chat.local import LocalChatModel
from localcoder.chat.messages import Message, ToolCall, ToolSpec
from localcoder.chat.model import (
    ChatEvent,
    ChatModel,
    MalformedToolCall,
    NamedTool,
    OptionRefused,
    ReplyFinished,
    ReplyOptions,
    TextDelta,
    ToolCallFinished,
)
from localcoder.engine.request import EngineFailed, PromptTooLong
from localcoder.errors import LocalcoderError
from tests.attach.conftest import attachable, until
from tests.attach.engines import last_message
from tests.fakes.fake_model import FakeChatModel, says
from tests.fakes.spoken import Script, calls, spoken_model, text

ASK = [Message("system", "Be brief."), Message("user", "Read a.py, please. 😀")]
READ = ToolSpec("read", "Reads a file.", {"type": "object", "properties": {"path": {"type": "string"}}})


class Pair:
    """A model on a scripted engine, and the same one attached to."""

    def __init__(self, local: LocalChatModel, attached: AttachedChatModel, script: Script) -> None:
        self.local = local
        self.attached = attached
        self.script = script


@pytest.fixture(scope="module")
def pair(spoken_directory: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    script = Script(lambda prompt: text("unset"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
        local = spoken_model(spoken_directory, script, context_tokens=2048)
        with attachable(local, EngineSpec("spoken", str(spoken_directory))) as announcement:
            yield Pair(local, AttachedChatModel(announcement.socket, os.getpid()), script)
        asyncio.run(local.close())


async def events_of(
    model: ChatModel,
    messages: Sequence[Message],
    tools: Sequence[ToolSpec] = (),
    options: ReplyOptions = ReplyOptions(),
) -> list[ChatEvent]:
    """The reply but its timings; the ids of its calls, which are drawn, in order."""
    events: list[ChatEvent] = []
    ids: dict[str, str] = {}
    async with aclosing(model.reply(messages, tools, options)) as reply:
        async for event in reply:
            if hasattr(event, "id"):
                event = replace(event, id=ids.setdefault(event.id, f"call {len(ids)}"))
            if isinstance(event, ToolCallFinished):
                event = replace(event, call=replace(event.call, id=ids[event.call.id]))
            if isinstance(event, ReplyFinished):
                assert event.usage.prefill_s is not None and event.usage.decode_s is not None
                event = replace(event, usage=replace(event.usage, prefill_s=0, decode_s=0))
            events.append(event)
    return events


def test_it_says_of_itself_what_the_other_says(pair: Pair) -> None:
    for name in ("name", "context_tokens", "prompt_profile"):
        assert getattr(pair.attached, name) == getattr(pair.local, name)


@pytest.mark.parametrize(
    "reply",
    [
        text("It is 世界 and 😀.", reasoning="I think about it."),
        calls(("read", {"path": "a.py"}), ("read", {"path": 'b "c"\n'}), reasoning="I read both."),
        text("Text.") + "<|START_ACTION|>[{broken]<|END_ACTION|>",
        "no marker at all",
    ],
)
async def test_replies_are_the_same_event_by_event(pair: Pair, reply: str) -> None:
    pair.script.change(lambda prompt: reply)
    # The first one fills the prefix cache, which is part of the usage.
    await events_of(pair.local, ASK, [READ])
    local = await events_of(pair.local, ASK, [READ])
    assert await events_of(pair.attached, ASK, [READ]) == local
    assert isinstance(local[-1], ReplyFinished)


async def test_a_call_that_cannot_be_parsed_arrives_as_one(pair: Pair) -> None:
    pair.script.change(lambda prompt: "<|END_THINKING|><|START_ACTION|>[{broken]<|END_ACTION|>")
    events = await events_of(pair.attached, ASK, [READ])
    assert any(isinstance(event, MalformedToolCall) for event in events)


async def test_options_have_their_effect(pair: Pair) -> None:
    pair.script.change(lambda prompt: text("one two three four"))
    for options in (
        ReplyOptions(max_tokens=8),
        ReplyOptions(stop=("three",)),
        ReplyOptions(logprobs=2),
        ReplyOptions(reasoning_effort="none"),
    ):
        await events_of(pair.local, ASK, (), options)
        assert await events_of(pair.attached, ASK, (), options) == await events_of(pair.local, ASK, (), options)


async def test_a_conversation_with_calls_and_results_counts_the_same_tokens(pair: Pair) -> None:
    messages = [
        *ASK,
        Message("assistant", "", reasoning="I read it.", tool_calls=(ToolCall("1", "read", '{"path": "a.py"}'),)),
        Message("tool", "print(1)\n", tool_call_id="1"),
    ]
    counted = pair.local.count_tokens(messages, [READ])
    assert await asyncio.to_thread(pair.attached.count_tokens, messages, [READ]) == counted
    assert counted > pair.local.count_tokens(ASK, [READ])


async def test_a_prompt_that_is_too_long_is_refused_with_both_numbers(pair: Pair) -> None:
    errors = []
    for model in (pair.local, pair.attached):
        with pytest.raises(PromptTooLong) as caught:
            await events_of(model, [Message("user", "x" * 5000)])
        errors.append((caught.value.prompt_tokens, caught.value.limit_tokens, str(caught.value)))
    assert errors[0] == errors[1]


async def test_an_option_that_is_refused_names_itself(pair: Pair) -> None:
    with pytest.raises(OptionRefused) as caught:
        await events_of(pair.attached, ASK, (), ReplyOptions(tool_choice=NamedTool("missing")))
    with pytest.raises(OptionRefused) as local:
        await events_of(pair.local, ASK, (), ReplyOptions(tool_choice=NamedTool("missing")))
    assert (caught.value.option, caught.value.why) == (local.value.option, local.value.why)


async def test_closing_a_reply_frees_its_row(pair: Pair) -> None:
    pair.script.change(lambda prompt: text("word " * 380))
    async with aclosing(pair.attached.reply(ASK)) as events:
        await anext(aiter(events))
        assert pair.local.engine.stats().running == 1
    await until(lambda: pair.local.engine.stats().running == 0)


async def test_many_replies_at_once_stay_apart(pair: Pair) -> None:
    pair.script.change(last_message)
    asked = [f"This is number {number}." for number in range(12)]
    replies = await asyncio.gather(*(events_of(pair.attached, [Message("user", words)]) for words in asked))
    assert ["".join(event.text for event in reply if isinstance(event, TextDelta)) for reply in replies] == asked


async def test_what_the_model_is_asked_arrives_with_its_priority(spec: EngineSpec) -> None:
    model = FakeChatModel([says("yes")])
    options = ReplyOptions(priority=1, temperature=0.5, template_arguments={"a": 1})
    with attachable(model, spec) as announcement:
        await events_of_fake(AttachedChatModel(announcement.socket, os.getpid()), options)
    assert model.asked == [(tuple(ASK), (READ,), options)]


async def events_of_fake(model: ChatModel, options: ReplyOptions) -> list[ChatEvent]:
    return [event async for event in model.reply(ASK, [READ], options)]


async def test_an_unexpected_error_is_one_line_without_details(spec: EngineSpec) -> None:
    model = FakeChatModel([[TextDelta("I"), ZeroDivisionError("secret")]])
    with attachable(model, spec) as announcement:
        attached = AttachedChatModel(announcement.socket, os.getpid())
        with pytest.raises(LocalcoderError) as caught:
            await events_of_fake(attached, ReplyOptions())
    assert "secret" not in str(caught.value)
    assert "log" in str(caught.value)


@contextmanager
def answering(path: Path, *parts: bytes) -> Iterator[None]:
    """A server that sends these bytes to whoever connects, and hangs up."""
    listener = listen_privately(path)

    def answer() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            for part in parts:
                connection.sendall(part)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass

    thread = threading.Thread(target=answer)
    thread.start()
    yield
    thread.join()
    listener.close()


STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([], "ended in the middle"),
        ([STREAM], "ended in the middle"),
        ([STREAM, chunk(b'\n["TextDelta",{"text":"a"}]\n["Text')], "ended in the middle"),
        ([STREAM, chunk(b'["TextDelta",{"text":"a"}]\n'), chunk(b"")], "ended in the middle"),
        ([STREAM, chunk(b'data: {"error": {"message": "It is restarted."}}\n')], "It is restarted."),
        ([STREAM, chunk(b"what is this?\n")], "no part of a reply"),
        ([b"HTTP/1.1 503 No\r\nContent-Length: 5\r\n\r\nNever"], "Never"),
    ],
)
async def test_whatever_ends_a_reply_too_early_is_an_error_and_no_hang(
    tmp_path: Path, spec: EngineSpec, parts: list[bytes], words: str
) -> None:
    with attachable(FakeChatModel(), spec) as announcement:
        model = AttachedChatModel(announcement.socket, os.getpid())
    path = announcement.socket
    with answering(path, *parts), pytest.raises(EngineFailed, match=words):
        async with asyncio.timeout(30):
            await events_of_fake(model, ReplyOptions())
    path.unlink()
    with pytest.raises(EngineGone):
        await events_of_fake(model, ReplyOptions())
    with pytest.raises(EngineGone):
        await asyncio.to_thread(model.count_tokens, ASK)


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


async def test_attached_programs_that_come_and_go_leave_no_thread_and_no_connection(
    spec: EngineSpec, spoken_directory: Path
) -> None:
    script = Script(lambda prompt: text("word " * 40))
    local = spoken_model(spoken_directory, script, context_tokens=2048)
    with attachable(local, spec) as announcement:
        await events_of(AttachedChatModel(announcement.socket, os.getpid()), ASK)
        before = {thread.name for thread in threading.enumerate()}
        files = open_files()
        for number in range(10):
            model = AttachedChatModel(announcement.socket, os.getpid())
            async with aclosing(model.reply(ASK)) as events:
                async for _ in events:
                    if number % 2:
                        break
            await model.close()
        await until(lambda: local.engine.stats().running == 0 and open_files() <= files)
        assert {thread.name for thread in threading.enumerate()} <= before
        stats = local.engine.stats()
        assert (stats.running, stats.waiting, stats.blocks_used) == (0, 0, 0)
    await local.close()


async def test_how_busy_the_engine_is_is_known_over_there_too(pair: Pair) -> None:
    pair.script.change(lambda prompt: text("Hello."))
    await events_of(pair.attached, ASK)
    there = await pair.attached.load()
    assert there is not None
    here = await pair.local.load()
    assert (there.rows, there.blocks_total, there.prompt_tokens) == (here.rows, here.blocks_total, here.prompt_tokens)
    assert sum(there.prefill) > 0 and sum(there.decode) > 0 and max(there.blocks) > 0


async def test_a_model_that_cannot_tell_how_busy_it_is_is_asked_in_vain(
    spec: EngineSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with attachable(FakeChatModel([says("Hi.")]), spec) as announcement:
        assert await AttachedChatModel(announcement.socket, os.getpid()).load() is None
