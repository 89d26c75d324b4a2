from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import pytest

from localcoder.agent.events import (
    CallDrafted,
    CallFinished,
    CallOutput,
    CallStarted,
    MessageCompleted,
    ReasoningAdded,
    ReplyStarted,
    TextAdded,
    TurnStarted,
)
from localcoder.chat.messages import Message
from localcoder.chat.model import (
    MalformedToolCall,
    ReplyFinished,
    ReplyUsage,
    TextDelta,
    ToolCallDelta,
    ToolCallStarted,
)
from localcoder.config.settings import Settings
from localcoder.engine.request import PromptTooLong
from localcoder.errors import LocalcoderError
from localcoder.sessions.journal import Journal, load
from localcoder.tools.base import ToolResult
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.checkpoints import Checkpoints
from tests.agent.acting import ModelGone, Stage, check_history, end_of, notices_of, results_of, turn
from tests.fakes.fake_model import FakeChatModel, calls, says
from tests.fakes.full_disk import full_disk


async def test_an_answer_is_streamed_and_kept(stage: Stage) -> None:
    agent = stage.agent([says("Hello there.", reasoning="greet")])
    events = await turn(agent, "hi")
    assert [type(event) for event in events[:3]] == [TurnStarted, ReplyStarted, ReasoningAdded]
    assert "".join(event.text for event in events if isinstance(event, TextAdded)) == "Hello there."
    assert [event.text for event in events if isinstance(event, MessageCompleted)] == ["Hello there."]
    end = end_of(events)
    assert (end.status, end.text, end.turns, end.usage.prompt_tokens) == ("done", "Hello there.", 1, 10)
    assert agent.messages == (Message("user", "hi"), Message("assistant", "Hello there.", "greet"))


async def test_the_system_prompt_and_all_messages_so_far_begin_every_request(stage: Stage) -> None:
    model = FakeChatModel([calls(("look", {"path": "a"})), says("one"), says("two")])
    agent = stage.agent(model=model)
    await turn(agent)
    await turn(agent)
    for (earlier, *_), (later, *_) in zip(model.asked, model.asked[1:], strict=False):
        assert later[: len(earlier)] == earlier
    assert all(messages[0] == Message("system", "You are a test.") for messages, *_ in model.asked)


async def test_a_call_runs_and_its_result_goes_back_to_the_model(stage: Stage) -> None:
    agent = stage.agent([calls(("look", {"path": "a.txt"}), text="Let me look."), says("Done.")])
    events = await turn(agent)
    shown = [e for e in events if isinstance(e, CallDrafted | CallStarted | CallOutput | CallFinished)]
    names = [type(event) for event in shown]
    assert names == [CallDrafted, CallDrafted, CallDrafted, CallStarted, CallOutput, CallFinished]
    started = next(event for event in events if isinstance(event, CallStarted))
    assert (started.arguments, started.summary) == ({"path": "a.txt"}, "look a.txt")
    assert agent.messages[2] == Message("tool", "did a.txt", tool_call_id="call_0")
    assert end_of(events).turns == 2
    check_history(agent.messages)


async def test_reads_of_one_reply_run_together_and_writes_alone_in_order(stage: Stage) -> None:
    wanted = [("look", "a"), ("look", "b"), ("write", "c"), ("look", "d"), ("write", "e"), ("write", "f")]
    agent = stage.agent([calls(*((name, {"path": path}) for name, path in wanted))])
    await turn(agent)
    assert stage.log[:4] == ["begin look a", "begin look b", "end look a", "end look b"]
    assert stage.log[4:] == [f"{when} {name} {path}" for name, path in wanted[2:] for when in ("begin", "end")]
    assert [m.content for m in agent.messages if m.role == "tool"] == [f"did {path}" for _, path in wanted]
    check_history(agent.messages)


async def test_results_stand_in_the_order_of_the_calls_whichever_ends_first(stage: Stage) -> None:
    slow = stage.tool("slow", gate=asyncio.Event())
    quick = stage.tool("look", result=lambda arguments: (slow.gate.set(), ToolResult("quick"))[1])  # type: ignore
    agent = stage.agent([calls(("slow", {"path": "a"}), ("look", {"path": "b"}))], tools=[slow, quick])
    events = await turn(agent)
    assert [event.name for event in results_of(events)] == ["look", "slow"]
    assert [m.content for m in agent.messages if m.role == "tool"] == ["did a", "quick"]


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("fly", {"path": "a"}, "there is no tool `fly`; the tools are: look, write"),
        ("look", '{"path": "a", "content": "x', "the arguments of `look` are not valid JSON"),
        ("look", "[1]", "the arguments of `look` must be a JSON object, not list"),
        ("look", "[" * 10_000, "the arguments of `look`"),
        ("look", "", "`path`: field required"),
        ("look", {}, "`path`: field required"),
        ("look", {"path": None}, "`path`: input should be a valid string"),
        ("look", {"path": "a", "times": "many"}, "`times`: input should be a valid integer"),
        ("look", {"path": "a", "file": "b"}, "`file` is not a parameter (they are: path, times, note)"),
        ("look", {"path": "a\0b"}, ""),
    ],
)
async def test_a_wrong_call_is_an_error_for_the_model_and_the_session_lives(
    stage: Stage, name: str, arguments: Any, said: str
) -> None:
    agent = stage.agent([calls((name, arguments)), says("I see.")])
    events = await turn(agent)
    (result,) = results_of(events)
    assert result.content.startswith("Error: ") and said in result.content
    assert result.is_error and not result.refused
    assert end_of(events).status == "done"
    assert stage.log == []
    check_history(agent.messages)


async def test_null_for_an_optional_parameter_means_not_given(stage: Stage) -> None:
    agent = stage.agent([calls(("look", {"path": "a", "times": None, "note": None}))])
    (result,) = results_of(await turn(agent))
    assert result.content == "did a"


async def test_a_tool_that_raises_is_an_error_for_the_model(stage: Stage) -> None:
    def fail(arguments: Any) -> ToolResult:
        raise (LocalcoderError("The disk is full.") if arguments.path == "a" else KeyError("x"))

    agent = stage.agent(
        [calls(("look", {"path": "a"}), ("look", {"path": "b"})), says("ok")], tools=[stage.tool("look", result=fail)]
    )
    events = await turn(agent)
    assert [m.content for m in agent.messages if m.role == "tool"] == [
        "Error: The disk is full.",
        "Error: the tool failed: KeyError: 'x'",
    ]
    assert end_of(events).status == "done"


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("read", {}),
        ("list", {}),
        ("search", {"pattern": "x"}),
        ("edit", {"old": "x", "new": "y"}),
        ("write", {"content": "x"}),
    ],
)
async def test_a_name_too_long_for_the_disk_is_a_plain_error(stage: Stage, tool: str, more: dict[str, str]) -> None:
    agent = stage.agent([calls((tool, {"path": "n" * 300, **more})), says("ok")], tools=builtin_tools(Settings()))
    (result,) = results_of(await turn(agent))
    assert result.is_error
    assert "too long" in result.content
    assert "the tool failed" not in result.content


async def test_a_malformed_call_is_shown_and_fed_back(stage: Stage) -> None:
    broken = [
        TextDelta("Now. "),
        MalformedToolCall("<call>{", "the JSON ends early"),
        ReplyFinished("stop", ReplyUsage()),
    ]
    agent = stage.agent([broken, says("Better.")])
    events = await turn(agent)
    assert notices_of(events) == ["The model wrote a tool call that cannot be read: the JSON ends early."]
    assert agent.messages[1] == Message("assistant", "Now. \n<call>{")
    assert agent.messages[2].role == "user" and "the JSON ends early" in agent.messages[2].content
    assert end_of(events).text == "Better."


async def test_malformed_calls_without_end_stop_the_turn(stage: Stage) -> None:
    broken = [MalformedToolCall("{", "no"), ReplyFinished("stop", ReplyUsage())]
    end = end_of(await turn(stage.agent([broken] * 9)))
    assert (end.status, end.turns) == ("failed", 3)
    assert "3 times in a row" in (end.error or "")


async def test_good_calls_beside_a_malformed_one_run(stage: Stage) -> None:
    reply = [*calls(("look", {"path": "a"}))[:-1], MalformedToolCall("{", "no"), ReplyFinished("stop", ReplyUsage())]
    agent = stage.agent([reply, says("ok")])
    await turn(agent)
    assert [message.role for message in agent.messages] == ["user", "assistant", "tool", "user", "assistant"]
    check_history(agent.messages)


async def test_an_empty_reply_is_asked_about_and_in_the_end_an_error(stage: Stage) -> None:
    empty = [ReplyFinished("stop", ReplyUsage())]
    events = await turn(stage.agent([empty, says("Sorry, here.")]))
    assert (end_of(events).status, end_of(events).text) == ("done", "Sorry, here.")
    assert notices_of(events) == ["The model gave an empty reply."]
    assert end_of(await turn(stage.agent([empty] * 9))).status == "failed"


async def test_a_reply_cut_by_length_is_said_and_its_half_call_is_not_run(stage: Stage) -> None:
    cut = [
        *calls(("look", {"path": "a"}))[:-1],
        ToolCallStarted(1, "call_1", "write"),
        ToolCallDelta(1, '{"path": "b'),
        ReplyFinished("length", ReplyUsage()),
    ]
    agent = stage.agent([cut, says("ok")])
    events = await turn(agent)
    assert stage.log == ["begin look a", "end look a"]
    assert "middle of a call of `write`" in notices_of(events)[0]
    assert "cut in the middle" in agent.messages[3].content
    check_history(agent.messages)


async def test_an_answer_cut_by_length_ends_the_turn_with_a_word_about_it(stage: Stage) -> None:
    events = await turn(stage.agent([[TextDelta("And then"), ReplyFinished("length", ReplyUsage())]]))
    assert notices_of(events) == ["The reply was cut at the token limit."]
    assert (end_of(events).status, end_of(events).text) == ("done", "And then")


async def test_the_turn_limit_counts_replies_and_leaves_a_valid_history(stage: Stage) -> None:
    script = [calls(("look", {"path": str(number)})) for number in range(9)]
    agent = stage.agent(script, max_turns=3)
    end = end_of(await turn(agent))
    assert (end.status, end.turns) == ("turn_limit", 3)
    check_history(agent.messages)
    assert end_of(await turn(agent, "go on")).turns == 3


@pytest.mark.parametrize(("most", "words"), [(1, "after 1 reply of"), (2, "after 2 replies of")])
async def test_the_turn_limit_is_told_as_people_say_it(stage: Stage, most: int, words: str) -> None:
    script = [calls(("look", {"path": str(number)})) for number in range(9)]
    assert words in (end_of(await turn(stage.agent(script, max_turns=most))).error or "")


async def test_the_same_call_with_the_same_result_stops_at_the_fourth(stage: Stage) -> None:
    end = end_of(await turn(stage.agent([calls(("look", {"path": "a"}))] * 9)))
    assert (end.status, end.turns) == ("failed", 4)
    assert "`look` 4 times with the same result" in (end.error or "")


async def test_calls_that_take_turns_without_anything_new_stop_within_ten(stage: Stage) -> None:
    script = [calls(("look", {"path": "ab"[number % 2]})) for number in range(30)]
    end = end_of(await turn(stage.agent(script)))
    assert (end.status, end.turns) == ("failed", 6)
    assert "same 2 calls (`look`, `look`) 3 times with the same results" in (end.error or "")


async def test_the_same_failing_check_after_different_changes_goes_on(stage: Stage) -> None:
    script = []
    for number in range(8):
        script += [calls(("look", {"path": f"change {number}"})), calls(("look", {"path": "check"}))]
    end = end_of(await turn(stage.agent(script)))
    assert (end.status, end.turns) == ("done", 17)


async def test_the_same_call_with_changing_results_goes_on(stage: Stage) -> None:
    numbers = iter(range(99))
    tool = stage.tool("look", result=lambda arguments: ToolResult(str(next(numbers))))
    end = end_of(await turn(stage.agent([calls(("look", {"path": "a"}))] * 9, tools=[tool])))
    assert (end.status, end.turns) == ("done", 10)


async def test_a_failing_model_fails_the_turn_and_the_next_one_works(stage: Stage) -> None:
    script = [calls(("look", {"path": "a"})), [TextDelta("I will"), ModelGone("The server is gone.")], says("Back.")]
    agent = stage.agent(script)
    end = end_of(await turn(agent))
    assert (end.status, end.error, end.text) == ("failed", "The server is gone.", "I will")
    assert agent.messages[-1] == Message("assistant", "I will")
    assert end_of(await turn(agent, "again")).text == "Back."
    check_history(agent.messages)


async def test_a_bug_in_a_model_fails_the_turn_with_its_name(stage: Stage) -> None:
    agent = stage.agent([[ZeroDivisionError("oops")], says("Back.")])
    assert "ZeroDivisionError: oops" in (end_of(await turn(agent)).error or "")
    assert end_of(await turn(agent)).status == "done"


async def test_a_stream_that_ends_without_finishing_is_a_failure(stage: Stage) -> None:
    assert "broke off" in (end_of(await turn(stage.agent([[TextDelta("x")]]))).error or "")


async def test_a_second_turn_at_once_is_refused(stage: Stage) -> None:
    agent = stage.agent([says("a"), says("b")])
    running = agent.run("one")
    await anext(running)
    with pytest.raises(LocalcoderError, match="already running"):
        await anext(agent.run("two"))
    await running.aclose()
    assert end_of(await turn(agent, "three")).status == "done"


async def test_repeated_call_ids_of_a_model_become_unique(stage: Stage) -> None:
    agent = stage.agent([calls(("look", {"path": "a"})), calls(("look", {"path": "b"})), says("ok")])
    events = await turn(agent)
    check_history(agent.messages)
    started = [event.call_id for event in events if isinstance(event, CallStarted)]
    assert started == [event.call_id for event in results_of(events)]
    drafted = [event.call_id for event in events if isinstance(event, CallDrafted)]
    assert sorted(set(drafted)) == sorted(started) and len(set(started)) == 2


async def test_the_journal_tells_the_same_conversation(stage: Stage) -> None:
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    script = [calls(("look", {"path": "a"}), text="hm"), says("Done."), [ModelGone("gone")]]
    agent = stage.agent(script, journal=journal)
    await turn(agent)
    await turn(agent, "more")
    journal.close()
    assert load(journal.path).messages == agent.messages
    kinds = [json.loads(row)["type"] for row in journal.path.read_text().splitlines()]
    assert kinds.count("turn") == 2
    resumed = stage.agent([says("Hello again.")], history=load(journal.path).messages)
    await turn(resumed, "still there?")
    assert resumed.messages[:5] == agent.messages[:5]


async def test_a_prompt_that_is_too_long_for_the_engine_is_taken_back(stage: Stage) -> None:
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    agent = stage.agent([says("Hi."), [PromptTooLong(9_000, 8_000)], says("ok")], journal=journal)
    await turn(agent, "hello")
    end = end_of(await turn(agent, "x" * 100))
    assert end.status == "failed" and "9000 tokens" in (end.error or "")
    assert len(agent.messages) == 2
    assert end_of(await turn(agent, "short")).status == "done"
    journal.close()
    assert load(journal.path).messages == agent.messages


async def test_a_conversation_that_cannot_be_saved_goes_on_and_says_so_once(stage: Stage) -> None:
    (stage.folder / "file").touch()
    journal = Journal.create(stage.folder / "file", stage.folder, "fake")
    agent = stage.agent([says("Hi."), says("Ho.")], journal=journal)
    notices = notices_of(await turn(agent)) + notices_of(await turn(agent))
    assert len(notices) == 1 and "not saved" in notices[0]
    assert len(agent.messages) == 4


class BrokenCheckpoints(Checkpoints):
    """Fails where nothing is expected to."""

    def begin_turn(self, prompt: str) -> int:
        raise ZeroDivisionError("at the beginning")


class BrokenAtTheEnd(Checkpoints):
    def end_turn(self) -> None:
        raise ZeroDivisionError("at the end")


@pytest.mark.parametrize("checkpoints", [BrokenCheckpoints, BrokenAtTheEnd])
async def test_a_fault_beside_the_turn_ends_it_and_the_next_one_begins(
    stage: Stage, checkpoints: type[Checkpoints]
) -> None:
    agent = stage.agent([says("Hi."), says("Ho.")])
    agent.context.checkpoints = checkpoints([stage.folder], stage.folder / "kept")
    for _ in range(2):
        async with asyncio.timeout(30):
            end = end_of(await turn(agent))
        assert end.status == "failed" and "unexpectedly: ZeroDivisionError: at the" in (end.error or "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
async def test_a_disk_that_gets_full_costs_the_rest_of_the_file_and_not_what_was_saved(stage: Stage) -> None:
    journal = Journal.create(stage.folder / "sessions", stage.folder, "fake")
    long = " ".join(map(str, range(10_000)))
    agent = stage.agent([says("Saved."), says(long, piece=len(long)), says("Still here.")], journal=journal)
    await turn(agent, "first")
    saved = agent.messages
    with full_disk(20_000):
        notices = notices_of(await turn(agent, "second")) + notices_of(await turn(agent, "third"))
    assert len(notices) == 1 and "File too large" in notices[0] and "not saved" in notices[0]
    assert agent.messages[-1].content == "Still here."
    loaded = load(journal.path)
    assert loaded.messages == (*saved, Message("user", "second"))
    resumed = Journal.resume(journal.path)
    resumed.append_message(Message("user", "later"))
    resumed.close()
    assert load(journal.path).problems == () and load(journal.path).messages[-1].content == "later"
