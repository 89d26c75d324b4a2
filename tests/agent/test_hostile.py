"""A model that writes anything: whatever it calls, the turn ends by itself and the conversation can go on."""

from __future__ import annotations

import asyncio
import io
import json
import random
import string
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from localcoder.agent.approval import Answer
from localcoder.agent.events import CallFinished, Event
from localcoder.agent.reply import MAX_CALLS, is_feedback
from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.model import (
    MalformedToolCall,
    ReasoningDelta,
    ReplyFinished,
    ReplyUsage,
    TextDelta,
    ToolCallDelta,
    ToolCallFinished,
    ToolCallStarted,
)
from localcoder.cli.output import Printer
from localcoder.config.settings import Settings
from localcoder.sessions.journal import Journal, load
from localcoder.tools.base import ToolResult
from localcoder.tools.registry import builtin_tools
from tests.agent.acting import Stage, check_history, end_of, notices_of, results_of, turn
from tests.fakes.fake_model import FakeChatModel, Reply, calls, says

HUGE = "".join(random.Random(1).choices(string.printable, k=1_000_000))
"""Not worth a word to the loop guard, which would end what only repeats itself."""


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


async def survives(stage: Stage, script: Sequence[Any], **more: Any) -> list[Event]:
    """The events of a turn; it, its file and what `stream-json` says of it are whole, and the next turn works."""
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    (stage.folder / "a.txt").write_text("hello\n")
    agent = stage.agent(script, journal=journal, **{"tools": builtin_tools(Settings(), "full"), **more})
    stdout = io.StringIO()
    printer = Printer("stream-json", stdout, io.StringIO())
    events = await turn(agent)
    for event in events:
        printer.event(event)
    for line in stdout.getvalue().splitlines():
        json.loads(line)
    check_history(agent.messages)
    agent.model = FakeChatModel([says("Hello again.")], context_tokens=10_000_000)
    assert end_of(await turn(agent, "go on")).text == "Hello again."
    journal.close()
    assert load(journal.path).problems == ()
    assert [message.tool_calls for message in load(journal.path).messages] == [m.tool_calls for m in agent.messages]
    return events


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("write", {"path": "b.txt", "content": HUGE}), "Created b.txt"),
        (("read", {"path": HUGE}), "must not be longer than"),
        (("read", {"path": "a.txt", HUGE: 1}), "is not a parameter"),
        (("edit", {"path": "a.txt", "old": HUGE, "new": ""}), "was not read yet"),
        (("list", {"pattern": HUGE}), "must not be longer than"),
        (("list", {"pattern": "{a,b}" * 60}), "must not stand for more than"),
        (("search", {"pattern": HUGE}), "must not be longer than"),
        (("search", {"pattern": "(a+)+$", "glob": "*a" * 100 + "b"}), "[no matches]"),
        (("shell", {"command": ": " + HUGE.replace("\n", " ").replace("\r", " ")}), "Error"),
        (("todo", {"items": [{"text": HUGE, "status": "pending"}]}), "at most"),
        (("task", {"tasks": [{"name": HUGE, "prompt": "x"}]}), "at most"),
        (("read", '{"path": "' + HUGE), "not valid JSON"),
        ((HUGE, {}), "there is no tool"),
        (("", {}), "there is no tool"),
        (("\x1b[2J\0\ud800", {}), "there is no tool"),
        (("read", '{"path": "a.txt", "offset": ' + "9" * 5_000 + "}"), "not valid JSON"),
        (("read", '{"path": "a.txt", "offset": 1e999}'), "too large a number"),
        (("read", '{"path": "a.txt", "offset": NaN}'), "NaN is no number"),
        (("read", '{"path": [-Infinity]}'), "is no number"),
        (("read", {"path": ["a.txt"]}), "valid string"),
        (("read", {"path": {"path": "a.txt"}}), "valid string"),
        (("read", {"path": None}), "valid string"),
        (("read", '"a.txt"'), "must be a JSON object"),
        (("read", {"path": "a.txt", "\ud800": 1}), "invalid arguments"),
        (("read", {"path": "\ud800"}), "half a character"),
        *((("read", f'{{"path": {nested(depth)}}}'), "nested too deeply") for depth in (150, 500, 900, 10_000)),
        (("read", f'{{"path": "a.txt", "more": {nested(95)}}}'), "is not a parameter"),
    ],
)
async def test_any_arguments_are_answered_in_few_words(stage: Stage, call: Any, said: str) -> None:
    events = await survives(stage, [calls(call), says("ok")], model=None)
    (result,) = results_of(events)
    assert said in result.content
    assert len(result.content) < 3_000
    assert end_of(events).status == "done"


async def test_of_thousands_of_calls_the_first_are_run_and_the_model_is_told(stage: Stage) -> None:
    many = calls(*(("look", {"path": str(number)}) for number in range(5_000)))
    model = FakeChatModel([many, says("ok")])
    events = await survives(stage, [], model=model, tools=[stage.tool("look")])
    assert len(results_of(events)) == MAX_CALLS
    assert model.active == 0
    assert f"The reply had more than {MAX_CALLS} calls; the first {MAX_CALLS} were run." in notices_of(events)
    assert "too many calls" in model.asked[1][0][-1].content and is_feedback(model.asked[1][0][-1])
    assert end_of(events).text == "ok"


@pytest.mark.parametrize("unreadable", [MalformedToolCall("<call>{", "it is no JSON"), None])
async def test_of_thousands_that_cannot_be_read_or_never_end_the_reply_is_cut(stage: Stage, unreadable: Any) -> None:
    endless = [unreadable or ToolCallStarted(number, str(number), "look") for number in range(5_000)]
    end = [ReplyFinished("stop", ReplyUsage())]
    events = await survives(stage, [[*endless, *end]] * 5)
    assert len(events) < 1_000
    assert (end_of(events).status, end_of(events).turns) == ("failed", 3)


@pytest.mark.parametrize(("name", "kind", "most"), [("write", "write", 4), ("look", "read", 8)])
async def test_a_circle_within_one_reply_is_asked_about_before_the_rest_runs(
    stage: Stage, name: str, kind: str, most: int
) -> None:
    many = calls(*[(name, {"path": "a"})] * 90)
    events = await survives(stage, [many], tools=[stage.tool(name, kind)], answers=[Answer("no")])
    assert end_of(events).status == "failed"
    assert stage.log.count(f"begin {name} a") == most


async def test_calls_that_only_read_run_side_by_side_but_not_all_at_once(stage: Stage) -> None:
    running, most = 0, 0
    tool = stage.tool("look")

    async def run(arguments: Any, context: Any) -> ToolResult:
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(20):
            await asyncio.sleep(0)
        running -= 1
        return ToolResult(arguments.path)

    tool.run = run  # type: ignore[method-assign]
    agent = stage.agent([calls(*(("look", {"path": str(n)}) for n in range(50))), says("ok")], tools=[tool])
    await turn(agent)
    assert 1 < most <= 8
    results = [message.content for message in agent.messages if message.role == "tool"]
    assert results == [str(number) for number in range(50)]


async def test_a_context_of_two_thousand_tokens_ends_turns_with_sizes_and_never_hangs(stage: Stage) -> None:
    """Tools and prompt alone leave nearly nothing; the model is asked for a summary at most twice a turn."""

    class Small(FakeChatModel):
        def count_tokens(self, messages: Sequence[Message], tools: Sequence[Any] = ()) -> int:
            return super().count_tokens(messages) + 1_700 * bool(tools)

    model = Small([says("word " * 60)] * 99, context_tokens=2_048)
    agent = stage.agent(model=model, tools=builtin_tools(Settings(), "full"))
    for number in range(6):
        before = len(model.asked)
        end = end_of(await turn(agent, f"{number} " + "please " * 30))
        assert len(model.asked) - before <= 3
        assert end.status == "done" or "tokens" in (end.error or "") or "summed up" in (end.error or "")
        check_history(agent.messages)
    huge = end_of(await turn(agent, "x" * 20_000))
    assert huge.status == "failed" and "2048" in (huge.error or "")


@pytest.mark.parametrize(("tokens", "asked"), [(3_300, 2), (3_500, 1), (3_584, 0), (9_000, 0)])
async def test_where_tools_nearly_fill_the_window_a_summary_is_tried_once_and_the_error_has_the_sizes(
    stage: Stage, tokens: int, asked: int
) -> None:
    class Crowded(FakeChatModel):
        def count_tokens(self, messages: Sequence[Message], tools: Sequence[Any] = ()) -> int:
            return super().count_tokens(messages) + tokens * bool(tools)

    history = [
        message for n in range(5) for message in (Message("user", "ask " * 40), Message("assistant", "word " * 300))
    ]
    model = Crowded([says("Notes. " * 30 if tokens < 3_500 else "Notes. " * 900)] * 9, context_tokens=4_096)
    agent = stage.agent(model=model, history=history)
    end = end_of(await turn(agent))
    assert len(model.asked) == asked
    if tokens < 3_500:
        assert end.status == "done"
    else:
        assert end.status == "failed"
        assert "holds 4096 (512 of them kept for the reply); start a new session" in (end.error or "")


PIECES = st.one_of(
    st.builds(TextDelta, st.text(max_size=8)),
    st.builds(ReasoningDelta, st.text(max_size=8)),
    st.builds(
        ToolCallStarted, st.integers(0, 3), st.sampled_from(["", "c", "d"]), st.sampled_from(["look", "write", "x"])
    ),
    st.builds(ToolCallDelta, st.integers(0, 3), st.text(max_size=8)),
    st.builds(
        ToolCallFinished,
        st.integers(0, 3),
        st.builds(
            ToolCall,
            st.sampled_from(["", "c", "d"]),
            st.sampled_from(["look", "write", "x", ""]),
            st.one_of(st.sampled_from(['{"path": "a"}', "{}", "[]", ""]), st.text(max_size=8)),
        ),
    ),
    st.builds(MalformedToolCall, st.text(max_size=8), st.text(max_size=8)),
    st.builds(ReplyFinished, st.sampled_from(["stop", "length", "tool_calls"]), st.just(ReplyUsage())),
)


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(PIECES, max_size=9), max_size=4), st.sampled_from(["full", "ask", "plan"]))
def test_no_stream_of_events_breaks_a_turn(
    tmp_path_factory: pytest.TempPathFactory, replies: list[Reply], mode: Any
) -> None:
    folder = tmp_path_factory.mktemp("stage")

    async def play() -> None:
        stage = Stage(folder)
        agent = stage.agent(replies, mode=mode)
        events = await turn(agent)
        end_of(events)
        check_history(agent.messages)
        ids = [event.call_id for event in events if isinstance(event, CallFinished)]
        assert len(ids) == len(set(ids))
        agent.model = FakeChatModel([says("ok")])
        assert end_of(await turn(agent, "next")).status == "done"

    asyncio.run(play())
