"""Going back to an earlier message: conversation, session file, todo list and files, and what fills the context."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.agent.agent import Agent
from localcoder.agent.attached import ATTACHED
from localcoder.agent.compaction import SUMMARY_HEAD, Prompt
from localcoder.agent.context_use import KINDS, context_use
from localcoder.agent.reply import Draft, is_feedback
from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.model import MalformedToolCall
from localcoder.errors import LocalcoderError
from localcoder.sessions.journal import Journal, load
from localcoder.tools.todo import TodoTool
from tests.agent.acting import Stage, end_of, turn
from tests.agent.test_compaction_turn import LONG
from tests.agent.test_recording import agent_in, texts
from tests.fakes.fake_model import FakeChatModel, calls, says


async def test_what_followed_is_forgotten_and_the_session_file_agrees(stage: Stage, tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "sessions", tmp_path, "fake")
    agent = stage.agent([calls(("look", {"path": "a"})), says("One."), says("Two."), says("Three.")], journal=journal)
    await turn(agent, "first")
    await turn(agent, "second")
    first, second = agent.rewind_points
    assert (first.text, first.kept, second.text) == ("first", 0, "second")
    agent.rewind(second)
    assert [message.content for message in agent.messages if message.role != "tool"] == ["first", "", "One."]
    await turn(agent, "another way")
    journal.close()
    assert load(journal.path).messages == agent.messages
    assert agent.messages[-1].content == "Three."
    with pytest.raises(LocalcoderError, match="no longer part"):
        agent.rewind(second)


async def test_files_can_go_back_to_the_same_message(tmp_path: Path) -> None:
    writes = [[calls(("write", {"path": "a.txt", "content": f"{number}\n"})), says("Done.")] for number in range(3)]
    agent = agent_in(tmp_path, [reply for pair in writes for reply in pair])
    await turn(agent, "zero")
    await turn(agent, f"one{ATTACHED}a.txt]\n1|0")
    await turn(agent, "two")
    point = agent.rewind_points[1]
    assert (point.text, point.turn) == ("one", 2)
    checkpoints = agent.context.checkpoints
    assert checkpoints is not None and point.turn is not None
    assert checkpoints.undo_since(point.turn) == "Undone: a.txt is as before “one”."
    agent.rewind(point)
    assert texts(agent) == {"a.txt": "0\n"}
    assert [each.text for each in agent.rewind_points] == ["zero"]


async def test_the_todo_list_goes_back_too_and_nothing_counts_as_read(stage: Stage) -> None:
    def todo(text: str) -> list[object]:
        return calls(("todo", {"items": [{"text": text, "status": "pending"}]}))

    agent = stage.agent([todo("old"), says("."), todo("new"), says(".")], tools=[TodoTool()])
    await turn(agent, "first")
    await turn(agent, "second")
    agent.context.registry.record(Path("/a"), b"x")
    agent.rewind(agent.rewind_points[1])
    assert [item.text for item in agent.context.todo.items] == ["old"]
    assert agent.context.registry.state(Path("/a"), b"x") == "unread"
    agent.rewind(agent.rewind_points[0])
    assert agent.context.todo.items == ()


def summed_up(journal: Journal, stage: Stage, replies: Sequence[object] = ()) -> Agent:
    """An agent that goes on with `journal`, and says `replies`."""
    model = FakeChatModel(replies, context_tokens=4_096)
    return stage.agent(model=model, journal=journal, history=journal.messages)


@pytest.mark.parametrize("resumed", [False, True])
async def test_a_message_that_a_summary_has_replaced_can_be_gone_back_to(
    stage: Stage, tmp_path: Path, resumed: bool
) -> None:
    journal = Journal.create(tmp_path / "sessions", tmp_path, "fake")
    agent = summed_up(
        journal, stage, [*[says(f"{number} {LONG}") for number in range(3)], says("Notes."), says("Now.")]
    )
    for prompt in ("first", "second", "third"):
        await turn(agent, prompt)
    whole = agent.messages
    events = [event async for event in agent.compact()]
    assert end_of(events).status == "done"
    await turn(agent, "fourth")
    if resumed:
        journal.close()
        journal = Journal.resume(journal.path)
        agent = summed_up(journal, stage, [says("Another way.")])
    points = agent.rewind_points
    assert [(point.text, point.compactions) for point in points] == [
        ("first", 1),
        ("second", 1),
        ("third", 1),
        ("fourth", 0),
    ]
    agent.rewind(points[2])
    assert agent.messages == whole[:4]
    assert [point.text for point in agent.rewind_points] == ["first", "second"]
    await turn(agent, "another way")
    journal.close()
    assert load(journal.path).messages == agent.messages
    assert agent.messages[:5] == (*whole[:4], Message("user", "another way"))
    with pytest.raises(LocalcoderError, match="no longer part"):
        agent.rewind(points[0])


async def test_what_summaries_replaced_goes_along_into_a_fork_and_to_another_model(
    stage: Stage, tmp_path: Path
) -> None:
    journal = Journal.create(tmp_path / "sessions", tmp_path, "fake")
    agent = summed_up(journal, stage, [*[says(f"{number} {LONG}") for number in range(2)], says("Notes.")])
    for prompt in ("first", "second"):
        await turn(agent, prompt)
    assert [event async for event in agent.compact()]
    fork = Journal.create(tmp_path / "sessions", tmp_path, "fake")
    agent.fork(fork, "a fork")
    fork.close()
    for other in (stage.agent(), summed_up(Journal.resume(fork.path), stage)):
        if other.journal is None:
            other.go_on_from(agent)
        assert other.messages == agent.messages
        assert other.rewind_points == agent.rewind_points
        assert [point.text for point in other.rewind_points] == ["first", "second"]


async def test_only_what_the_user_said_can_be_gone_back_to(stage: Stage) -> None:
    unreadable = MalformedToolCall("{", "it ends too early")
    draft = Draft(malformed=[unreadable])
    feedback = draft.feedback()
    assert feedback is not None
    history = (
        Message("user", f"{SUMMARY_HEAD}\n\nold things"),
        Message("user", "go on"),
        Message("assistant", "{"),
        Message("user", feedback.to_model),
        Message("assistant", "Done."),
    )
    assert is_feedback(history[3])
    agent = stage.agent(history=history)
    assert [(point.text, point.kept, point.turn) for point in agent.rewind_points] == [("go on", 1, None)]


@pytest.mark.parametrize("draft", [Draft(), Draft(_begun={0: ("1", "write", 3)})])
def test_all_feedback_is_known_as_such(draft: Draft) -> None:
    feedback = draft.feedback()
    assert feedback is not None
    assert is_feedback(Message("user", feedback.to_model))


MESSAGES = st.lists(
    st.one_of(
        st.text(max_size=300).map(lambda text: Message("user", text)),
        st.text(max_size=300).map(lambda text: Message("user", f"look{ATTACHED}a]\n{text}")),
        st.text(max_size=300).map(lambda text: Message("assistant", text, tool_calls=(ToolCall("1", "look", text),))),
        st.text(max_size=300).map(lambda text: Message("tool", text, tool_call_id="1")),
    ),
    max_size=6,
)


@given(MESSAGES, st.text(max_size=200))
def test_the_kinds_add_up_to_the_next_prompt(messages: Sequence[Message], instructions: str) -> None:
    system = Message("system", f"You are a test.\n\n# Instructions from /a/AGENTS.md\n\n{instructions}\n")
    model = FakeChatModel(context_tokens=8_192)
    used = context_use(Prompt(model, system, ()), messages)
    assert used.used_tokens == model.count_tokens([system, *(messages or [Message("user", "")])])
    assert all(tokens > 0 for _, tokens in used.parts)
    assert [kind for kind in KINDS if kind in dict(used.parts)] == [kind for kind, _ in used.parts]


def test_each_kind_is_told_apart(stage: Stage) -> None:
    history = (
        Message("user", f"{SUMMARY_HEAD}\n\n{'s' * 400}"),
        Message("user", f"{'u' * 400}{ATTACHED}a.py]\n{'f' * 400}"),
        Message("assistant", "a" * 400, tool_calls=(ToolCall("1", "look", "c" * 400),)),
        Message("tool", "r" * 4_000, tool_call_id="1"),
    )
    used = dict(stage.agent(history=history).context_use().parts)
    assert set(used) == {"system prompt", "summary", "your messages", "attached", "answers", "calls", "results"}
    assert used["results"] > used["attached"] >= used["your messages"] > used["system prompt"]
