"""Saved conversations in an editor: listed, resumed, forked; and turns that are cancelled."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from acp.exceptions import RequestError

from localcoder.acp import bridge
from localcoder.acp.bridge import Bridge
from localcoder.acp.contract import Conversation, Place
from localcoder.agent.agent import Agent
from localcoder.chat.messages import Message
from localcoder.chat.model import ChatModel
from localcoder.cli.editor_conversation import EditorConversation
from localcoder.errors import UsageError
from localcoder.sessions.forking import begin_with
from localcoder.sessions.store import SessionStore
from tests.acp.editor import Editor, appears, editing
from tests.cli.running import TIMEOUT_S, Home
from tests.fakes.fake_model import FakeChatModel, says
from tests.fakes.openai_server import Answer, serving
from tests.tools.test_shell import LEAVE_THE_SESSION, none_sleeping


def said(body: dict[str, Any]) -> list[str]:
    return [message["content"] for message in body["messages"] if message["role"] == "user"]


async def test_a_resumed_conversation_goes_on_without_being_told_again(home: Home) -> None:
    with serving(*[Answer("Yes.")] * 2) as server:
        async with editing(home, server.url) as editor:
            session = await editor.open()
            await editor.say("first")
        async with editing(home, server.url, approval_mode="plan") as editor:
            answer = await editor.connection.resume_session(session_id=session.session_id, cwd=str(home.project))
            assert answer.modes is not None and answer.modes.current_mode_id == "plan"
            editor.session_id = session.session_id
            await editor.say("second")
    assert editor.text == "Yes." and editor.of_kind("user_message_chunk") == []
    assert said(server.requests[1]) == ["first", "second"]


async def test_what_an_edit_replaced_is_told_again_and_only_where_it_did(home: Home) -> None:
    path = home.project / "a"
    path.write_text("one\ntwo\n")
    calls = [
        ("read", {"path": "a"}),
        ("edit", {"path": "a", "old": "two", "new": "zwei"}),
        ("edit", {"path": "a", "old": "gone", "new": "x"}),
        ("edit", {"path": 5}),
    ]
    with serving(Answer(calls=calls), Answer("Done.")) as server:
        async with editing(home, server.url, approval_mode="accept-edits") as editor:
            session = await editor.open()
            await editor.say("change it")
            editor.updates.clear()
            await editor.connection.load_session(session_id=session.session_id, cwd=str(home.project))
    told = list(editor.calls.values())
    assert [call["status"] for call in told] == ["completed", "completed", "failed", "failed"]
    assert told[1]["content"] == [{"type": "diff", "path": str(path), "old_text": "two", "new_text": "zwei"}]
    assert [call["content"][0]["type"] for call in told] == ["content", "diff", "content", "content"]


async def test_a_folder_that_is_named_by_a_link_has_the_same_sessions(home: Home) -> None:
    link = home.folder / "link"
    link.symlink_to(home.project)
    with serving(Answer("Yes.")) as server:
        async with editing(home, server.url) as editor:
            await editor.open(link)
            await editor.say("hello")
            for folder in (f"{link}/", str(home.project), None):
                listed = (await editor.connection.list_sessions(cwd=folder)).sessions
                assert [one.session_id for one in listed] == [editor.session_id]
            assert (await editor.connection.list_sessions(cwd=str(home.folder))).sessions == []


@pytest.mark.parametrize("where", ["open", "saved"])
async def test_a_fork_goes_its_own_way_from_a_copy(home: Home, where: str) -> None:
    with serving(*[Answer("Yes.")] * 4) as server:
        async with editing(home, server.url) as editor:
            source = await editor.open()
            await editor.say("first")
            await editor.say("/rename The parser")
            if where == "saved":
                await editor.connection.close_session(session_id=source.session_id)
            fork = await editor.connection.fork_session(session_id=source.session_id, cwd=str(home.project))
            assert fork.session_id != source.session_id and fork.modes is not None
            editor.session_id = fork.session_id
            await editor.say("in the fork")
            await editor.connection.load_session(session_id=source.session_id, cwd=str(home.project))
            editor.session_id = source.session_id
            await editor.say("in the first")
            listed = (await editor.connection.list_sessions()).sessions
    assert said(server.requests[1]) == ["first", "in the fork"]
    assert said(server.requests[2]) == ["first", "in the first"]
    assert {one.session_id: one.title for one in listed} == {
        source.session_id: "The parser",
        fork.session_id: "The parser (fork)",
    }


@pytest.mark.parametrize("where", ["open", "saved", "opened anew"])
async def test_turns_of_before_can_be_undone_in_another_process_and_in_a_fork_alone(home: Home, where: str) -> None:
    path = home.project / "a"
    write = Answer(calls=[("write", {"path": "a", "content": "one\n"})])
    with serving(write, Answer("Done.")) as server:
        async with editing(home, server.url, approval_mode="accept-edits") as editor:
            source = await editor.open()
            await editor.say("write a")
            if where == "open":
                editor.session_id = await fork(editor, source.session_id)
                await editor.say("/undo")
        if where != "open":
            async with editing(home, server.url) as editor:
                await editor.connection.initialize(protocol_version=1)
                if where == "opened anew":
                    await editor.connection.resume_session(session_id=source.session_id, cwd=str(home.project))
                editor.session_id = await fork(editor, source.session_id)
                await editor.say("/undo")
        assert "Undone: a is as before “write a”." in editor.text and not path.exists()
        async with editing(home, server.url) as editor:
            await editor.connection.resume_session(session_id=source.session_id, cwd=str(home.project))
            editor.session_id = source.session_id
            path.write_text("one\n")
            await editor.say("/undo")
        assert not path.exists()


async def fork(editor: Editor, session_id: str) -> str:
    return (await editor.connection.fork_session(session_id=session_id, cwd=str(editor.home.project))).session_id


async def test_an_empty_conversation_can_be_forked(home: Home) -> None:
    with serving(Answer("Hello.")) as server:
        async with editing(home, server.url) as editor:
            source = await editor.open()
            editor.session_id = await fork(editor, source.session_id)
            assert editor.session_id != source.session_id
            await editor.say("hello")
    assert len(home.sessions()) == 1


async def test_what_is_busy_or_unknown_is_neither_forked_nor_opened_anew(home: Home) -> None:
    with serving(Answer("Well, I", hangs=True)) as server:
        async with editing(home, server.url) as editor:
            session = await editor.open()
            turn = asyncio.create_task(editor.say("tell me"))
            await asyncio.to_thread(server.reached_hang.wait, TIMEOUT_S)
            connection = editor.connection
            for ask in (connection.fork_session, connection.resume_session, connection.load_session):
                with pytest.raises(RequestError, match="still being answered"):
                    await ask(session_id=session.session_id, cwd=str(home.project))
                with pytest.raises(RequestError, match="There is no session"):
                    await ask(session_id="none", cwd=str(home.project))
                with pytest.raises(RequestError, match="not the absolute path of a folder"):
                    await ask(session_id="none", cwd="here")
            await connection.cancel(session_id=session.session_id)
            assert (await turn).stop_reason == "cancelled"


async def test_the_list_is_told_page_by_page_and_every_session_once(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "LISTED_SESSIONS", 2)
    store = SessionStore()
    for number in range(5):
        journal = store.create(home.project, "scripted")
        begin_with(journal, [Message("user", "hello")], f"number {number}")
        journal.close()

    async def no_model() -> ChatModel:
        raise UsageError("There is no model here.")

    def no_conversation(place: Place, session_id: str | None) -> Conversation:
        raise UsageError("There are no conversations here.")

    told = Bridge(no_conversation, no_model, store.summaries)
    pages = [await told.list_sessions(str(home.project))]
    while pages[-1].next_cursor is not None:
        pages.append(await told.list_sessions(str(home.project), pages[-1].next_cursor))
    assert [len(page.sessions) for page in pages] == [2, 2, 1]
    ids = [one.session_id for page in pages for one in page.sessions]
    assert ids == [one.id for one in store.summaries()]
    with pytest.raises(RequestError, match="begin it anew"):
        await told.list_sessions(None, "gone")


async def test_cancelling_a_command_leaves_no_process_and_what_it_changed_can_be_undone(home: Home) -> None:
    (home.project / "kept").write_text("kept\n")
    call = Answer(
        calls=[("shell", {"command": "rm kept; " + LEAVE_THE_SESSION.format(98771).replace("echo on", "touch on")})]
    )
    with serving(call) as server:
        async with editing(home, server.url, approval_mode="full") as editor:
            await editor.open()
            turn = asyncio.create_task(editor.say("work"))
            await appears(home.project / "on")
            await editor.connection.cancel(session_id=editor.session_id)
            assert (await turn).stop_reason == "cancelled"
            assert await none_sleeping(98771)
            [shell] = editor.calls.values()
            assert shell["status"] == "failed"
            await editor.say("/undo")
            assert {path.name for path in home.project.iterdir()} == {"kept"}


async def test_while_the_model_loads_prompts_wait_can_be_cancelled_and_what_needs_no_model_works(home: Home) -> None:
    go = asyncio.Event()
    model = FakeChatModel([says("Hello.")])

    async def load() -> ChatModel:
        await go.wait()
        return model

    async with editing(home, load_model=load) as editor:
        await editor.open()
        for prompt in ("hello", "/undo", "/init"):
            loading = asyncio.Event()
            editor.updates.clear()
            editor.arrived = lambda update, loading=loading: loading.set() if _is_thought(update) else None
            turn = asyncio.create_task(editor.say(prompt))
            await asyncio.wait_for(loading.wait(), TIMEOUT_S)
            await editor.connection.cancel(session_id=editor.session_id)
            assert (await turn).stop_reason == "cancelled"
        await editor.say("/status")
        assert "model    loading" in editor.text
        waiting = asyncio.create_task(editor.say("hello"))
        second = await editor.connection.new_session(cwd=str(home.project))
        await editor.connection.close_session(session_id=second.session_id)
        go.set()
        assert (await waiting).stop_reason == "end_turn"
        assert "Hello." in editor.text
    assert [asked[0][-1].content for asked in model.asked] == ["hello"]
    assert model.closed


async def test_a_prompt_that_is_cancelled_while_its_agent_is_made_leaves_the_agent_to_the_next_one(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, begun, go, built = asyncio.get_running_loop(), asyncio.Event(), threading.Event(), []
    build = EditorConversation.build

    def slow_build(*args: Any) -> Agent:
        loop.call_soon_threadsafe(begun.set)
        go.wait(TIMEOUT_S)
        built.append(build(*args))
        return built[-1]

    monkeypatch.setattr(EditorConversation, "build", slow_build)
    with serving(Answer("Hello.")) as server:
        async with editing(home, server.url) as editor:
            await editor.open()
            turn = asyncio.create_task(editor.say("hello"))
            await asyncio.wait_for(begun.wait(), TIMEOUT_S)
            await editor.connection.cancel(session_id=editor.session_id)
            assert (await turn).stop_reason == "cancelled"
            go.set()
            assert (await editor.say("hello again")).stop_reason == "end_turn"
    assert len(built) == 1
    assert said(server.requests[0]) == ["hello again"]


def _is_thought(update: Any) -> bool:
    return bool(update.session_update == "agent_thought_chunk")
