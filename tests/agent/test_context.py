from __future__ import annotations

import pytest

from localcoder.agent.context import ContextFull, fit
from localcoder.chat.messages import Message, ToolCall
from localcoder.tools.base import ToolResult
from tests.agent.acting import Stage, check_history, end_of, notices_of, turn
from tests.fakes.fake_model import FakeChatModel, Reply, calls, says

SYSTEM = Message("system", "You are a test.")


def tool_rounds(count: int, characters: int) -> list[Message]:
    messages = [Message("user", "read all")]
    for number in range(count):
        messages.append(Message("assistant", "", tool_calls=(ToolCall(f"c{number}", "read", "{}"),)))
        messages.append(Message("tool", f"{number}" * characters, tool_call_id=f"c{number}"))
    return messages


def test_what_fits_is_left_alone() -> None:
    messages = tool_rounds(3, 100)
    fitted = fit(FakeChatModel(context_tokens=8_192), SYSTEM, messages, ())
    assert (fitted.messages, fitted.removed_results) == (tuple(messages), 0)


def test_old_results_give_way_first_and_a_quarter_of_the_room_is_free_again() -> None:
    model = FakeChatModel(context_tokens=4_096)
    messages = tool_rounds(9, 1_800)
    fitted = fit(model, SYSTEM, messages, ())
    stubs = ["result removed" in message.content for message in fitted.messages if message.role == "tool"]
    assert stubs == sorted(stubs, reverse=True) and not stubs[-1]
    assert fitted.removed_results == stubs.count(True) > 0
    assert model.count_tokens([SYSTEM, *fitted.messages]) <= (4_096 - 512) * 3 // 4
    assert fit(model, SYSTEM, fitted.messages, ()).removed_results == 0


def test_everything_but_results_is_kept() -> None:
    messages = tool_rounds(9, 1_800)
    fitted = fit(FakeChatModel(context_tokens=4_096), SYSTEM, messages, ())
    for before, after in zip(messages, fitted.messages, strict=True):
        assert before.role == "tool" or before == after
        assert before.tool_call_id == after.tool_call_id


def test_a_conversation_without_results_to_remove_is_refused_with_the_sizes() -> None:
    with pytest.raises(ContextFull, match=r"needs 25\d\d tokens.*holds 2048 \(256 of them"):
        fit(FakeChatModel(context_tokens=2_048), SYSTEM, [Message("user", "x" * 10_000)], ())


def pocket(script: list[Reply]) -> FakeChatModel:
    return FakeChatModel(script, context_tokens=4_096, prompt_profile="compact")


async def test_a_long_session_of_results_goes_on_with_a_notice(stage: Stage) -> None:
    tool = stage.tool("look", result=lambda arguments: ToolResult(arguments.path * 2_000))
    script = [calls(("look", {"path": str(number)})) for number in range(9)]
    agent = stage.agent(tools=[tool], model=pocket([*script, says("Read all.")]))
    events = await turn(agent)
    assert end_of(events).text == "Read all."
    assert any("The context was full" in notice for notice in notices_of(events))
    check_history(agent.messages)


async def test_a_prompt_that_does_not_fit_is_refused_and_forgotten(stage: Stage) -> None:
    agent = stage.agent(model=FakeChatModel([says("Hi.")], context_tokens=2_048))
    end = end_of(await turn(agent, "x" * 10_000))
    assert end.status == "failed" and "start a new session" in (end.error or "")
    assert agent.messages == ()
    assert end_of(await turn(agent, "hi")).text == "Hi."
