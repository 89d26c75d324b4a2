"""`localcoder acp` as editors use it: real pipes and the package's own client."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from acp.exceptions import RequestError
from acp.helpers import embedded_text_resource, image_block, resource_block, resource_link_block
from acp.schema import EnvVariable, McpServerStdio, SseMcpServer

from tests.acp.editor import Editor, appears, editing, started
from tests.cli.running import TIMEOUT_S, Home
from tests.fakes.openai_server import Answer, serving
from tests.tools.test_shell import LEAVE_THE_SESSION, none_sleeping

ROOT = Path(__file__).resolve().parents[2]
NOT_POSSIBLE, NOT_FOUND, FAILED = -32602, -32002, -32603


def written(path: str, content: str = "x\n") -> Answer:
    return Answer(calls=[("write", {"path": path, "content": content})])


def results(body: dict[str, Any]) -> list[str]:
    return [message["content"] for message in body["messages"] if message["role"] == "tool"]


async def test_a_task_is_done_with_one_approval_and_the_diff_that_is_shown_is_on_the_disk(home: Home) -> None:
    (home.project / "a.py").write_text("one = 1\ntwo = 3\n")
    script = (
        Answer("Let me see. ", calls=[("read", {"path": "a.py"})]),
        Answer(calls=[("edit", {"path": "a.py", "old": "two = 3", "new": "two = 2"})]),
        Answer("Corrected."),
    )
    with serving(*script) as server:
        async with editing(home, server.url, answers=["once"]) as editor:
            await editor.open()
            done = await editor.say("correct a.py")
    assert done.stop_reason == "end_turn"
    assert (home.project / "a.py").read_text() == "one = 1\ntwo = 2\n"
    assert editor.text == "Let me see. Corrected."
    read, edit = editor.calls.values()
    path = str(home.project / "a.py")
    assert (read["kind"], read["status"], read["title"]) == ("read", "completed", "read a.py")
    assert read["locations"] == [{"path": path}]
    assert (edit["kind"], edit["status"], edit["raw_input"]["old"]) == ("edit", "completed", "two = 3")
    diff = {"type": "diff", "path": path, "old_text": "one = 1\ntwo = 3\n", "new_text": "one = 1\ntwo = 2\n"}
    assert edit["content"] == [diff]
    assert edit["locations"] == [{"path": path, "line": 1}]
    [(asked, options)] = editor.asked
    assert asked.tool_call_id == edit["tool_call_id"]
    assert asked.content is not None and asked.content[0].model_dump(exclude_none=True) == diff
    assert [option.kind for option in options] == ["allow_once", "allow_always", "reject_once"]
    assert done.usage is not None and (done.usage.input_tokens, done.usage.output_tokens) == (30, 15)
    assert editor.of_kind("usage_update")[-1].size == 32_768


async def test_a_call_that_is_bound_to_fail_is_not_asked_about(home: Home) -> None:
    (home.project / "a.py").write_text("two = 3\n")
    script = (
        Answer(calls=[("edit", {"path": "a.py", "old": "two = 3", "new": "two = 2"})]),
        Answer("I read it first."),
    )
    with serving(*script) as server:
        async with editing(home, server.url, answers=[]) as editor:
            await editor.open()
            await editor.say("correct a.py")
    assert editor.asked == []
    assert [call["status"] for call in editor.calls.values()] == ["failed"]
    assert results(server.requests[1]) == ["Error: a.py exists and was not read yet; read it first, then edit it"]


async def test_answers_are_kept_apart_no_refuses_one_call_always_allows_what_follows(home: Home) -> None:
    items = [{"text": "write", "status": "in_progress"}]
    script = (
        written("no"),
        Answer("Not then."),
        Answer(calls=[("todo", {"items": items})]),
        written("a"),
        written("b"),
        Answer("Done."),
    )
    with serving(*script) as server:
        async with editing(home, server.url, answers=["no", "always"]) as editor:
            await editor.open()
            assert (await editor.say("write no")).stop_reason == "end_turn"
            assert (await editor.say("write a and b")).stop_reason == "end_turn"
    assert [path.name for path in sorted(home.project.iterdir())] == ["a", "b"]
    assert len(editor.asked) == 2
    assert [call["status"] for call in editor.calls.values()] == ["failed", "completed", "completed", "completed"]
    assert results(server.requests[1])[0].startswith("The user refused this call.")
    assert [entry.status for entry in editor.of_kind("plan")[-1].entries] == ["in_progress"]


async def test_cancelling_ends_the_turn_keeps_what_was_said_and_the_session_goes_on(home: Home) -> None:
    script = (Answer("Well, I", hangs=True), written("a"), Answer("Again."))
    with serving(*script) as server:
        async with editing(home, server.url, answers=["cancel"]) as editor:
            await editor.open()
            shown = asyncio.Event()
            editor.arrived = lambda update: shown.set() if editor.text == "Well, I" else None
            turn = asyncio.create_task(editor.say("tell me"))
            await asyncio.wait_for(shown.wait(), TIMEOUT_S)
            with pytest.raises(RequestError, match="still being answered") as busy:
                await editor.say("and this")
            await editor.connection.cancel(session_id=editor.session_id)
            assert (await turn).stop_reason == "cancelled"
            assert (await editor.say("write a")).stop_reason == "cancelled"  # the question is cancelled, not answered
            turn = asyncio.create_task(editor.say("once more"))
            await editor.connection.cancel(session_id=editor.session_id)  # right behind its prompt
            assert (await turn).stop_reason in ("cancelled", "end_turn")
            assert (await editor.say("once more")).stop_reason == "end_turn"
    assert busy.value.code == NOT_POSSIBLE
    assert not (home.project / "a").exists()
    assert {"role": "assistant", "content": "Well, I"} in server.requests[1]["messages"]


async def test_what_cannot_be_is_an_error_with_its_reason_and_the_editor_stays_connected(home: Home) -> None:
    (home.project / "file").touch()
    with serving(Answer("the model is broken", status=400), Answer("Fine.")) as server:
        async with editing(home, server.url) as editor:
            connection = editor.connection
            for folder in ("relative", str(home.project / "missing"), str(home.project / "file"), "/\0"):
                with pytest.raises(RequestError, match="not the absolute path of a folder") as refused:
                    await connection.new_session(cwd=folder)
                assert refused.value.code == NOT_POSSIBLE
            await editor.open()
            for request in (
                connection.prompt(session_id="20200101-000000-abcdef", prompt=[]),
                connection.set_session_mode(session_id="", mode_id="plan"),
                connection.load_session(cwd=str(home.project), session_id="../../etc/passwd"),
                connection.load_session(cwd=str(home.project), session_id=""),
            ):
                with pytest.raises(RequestError, match="There is no session") as refused:
                    await request
                assert refused.value.code == NOT_FOUND
            with pytest.raises(RequestError, match="There is no mode 'yolo'"):
                await connection.set_session_mode(session_id=editor.session_id, mode_id="yolo")
            for blocks, reason in (([" "], "The prompt is empty"), ([image_block("", "image/png")], "Pictures")):
                with pytest.raises(RequestError, match=reason):
                    await editor.say(*blocks)
            with pytest.raises(RequestError, match="the model is broken") as failed:
                await editor.say("hello")
            assert failed.value.code == FAILED
            assert (await editor.say("hello")).stop_reason == "end_turn"


async def test_a_mode_holds_from_the_next_call_on_also_before_the_first_prompt(home: Home) -> None:
    script = (Answer("A plan."), written("a"), Answer("Done."), written("b"), Answer("Done."))
    with serving(*script) as server:
        async with editing(home, server.url, approval_mode="accept-edits") as editor:
            session = await editor.open()
            assert session.modes is not None and session.modes.current_mode_id == "accept-edits"
            assert [mode.id for mode in session.modes.available_modes] == ["ask", "accept-edits", "plan", "full"]
            for mode in ("plan", "accept-edits", "ask"):
                await editor.connection.set_session_mode(session_id=editor.session_id, mode_id=mode)
                await editor.say("go")
    offered = [{tool["function"]["name"] for tool in body["tools"]} for body in server.requests]
    assert "write" not in offered[0] and "write" in offered[1]
    assert (home.project / "a").exists() and not (home.project / "b").exists()
    assert len(editor.asked) == 1


async def test_a_saved_session_is_told_again_and_goes_on_but_not_where_it_is_open(home: Home) -> None:
    (home.project / "a").write_text("text\n")
    items = [{"text": "read", "status": "done"}]
    calls = [("read", {"path": "a"}), ("todo", {"items": items}), ("read", {"path": "missing"})]
    with serving(Answer("Now.", calls=calls), Answer("It says text."), Answer("Indeed.")) as server:
        async with editing(home, server.url) as editor:
            await editor.open()
            await editor.say("what does it say?")
            async with editing(home, server.url) as other:
                with pytest.raises(RequestError, match="is open in another localcoder"):
                    await other.connection.load_session(cwd=str(home.project), session_id=editor.session_id)
                await editor.connection.close_session(session_id=editor.session_id)
                [listed] = (await other.connection.list_sessions(cwd=str(home.project))).sessions
                assert (listed.session_id, listed.title) == (editor.session_id, "what does it say?")
                assert (await other.connection.list_sessions(cwd=str(home.folder))).sessions == []
                other.session_id = listed.session_id
                await other.connection.load_session(cwd=str(home.project), session_id=listed.session_id)
                told = [update.session_update for update in other.updates]
                assert told[:2] == ["user_message_chunk", "agent_message_chunk"]
                assert (other.text, told[-1]) == ("Now.It says text.", "plan")
                assert [call["status"] for call in other.calls.values()] == ["completed", "completed", "failed"]
                assert (await other.say("really?")).stop_reason == "end_turn"
    said = [message["content"] for message in server.requests[-1]["messages"] if message["role"] == "user"]
    assert said == ["what does it say?", "really?"]


async def test_what_the_prompt_names_is_attached_unless_a_rule_denies_it(home: Home) -> None:
    (home.folder / "config" / "localcoder").mkdir(parents=True)
    (home.folder / "config" / "localcoder" / "config.toml").write_text('[permissions]\ndeny = ["read(secret)"]\n')
    (home.project / "my file").write_text("seen\n")
    (home.project / "secret").write_text("hidden\n")
    links = [
        resource_link_block(path.name, path.as_uri()) for path in (home.project / "my file", home.project / "secret")
    ]
    page = resource_link_block("page", "https://example.org/x")
    unsaved = resource_block(embedded_text_resource(f"{home.project.as_uri()}/b.py#L2:3", "unsaved = 1"))
    edit = Answer(calls=[("edit", {"path": "my file", "old": "seen", "new": "changed"})])
    with serving(edit, Answer("Done.")) as server:
        async with editing(home, server.url, approval_mode="accept-edits") as editor:
            await editor.open()
            await editor.say("change ", links[0], " as in ", unsaved, ", ", page, " and ", links[1])
    sent = server.requests[0]["messages"][-1]["content"]
    words, *attached = sent.split("\n\n[attached: ")
    assert words == "change @my file as in @b.py#L2:3, @https://example.org/x and @secret"
    assert attached[1] == "b.py#L2:3]\nunsaved = 1"
    assert attached[0].startswith("my file]\n") and "seen" in attached[0]
    assert "secret is not attached" in attached[2] and "hidden" not in sent
    assert (home.project / "my file").read_text() == "changed\n"  # named is read


async def test_the_editors_mcp_servers_are_used_and_each_call_is_asked_about(home: Home) -> None:
    variables = [EnvVariable(name="PYTHONPATH", value=str(ROOT)), EnvVariable(name="GIVEN", value="by the editor")]
    command = [sys.executable, "-m", "tests.fakes.mcp_server", "stdio"]
    server_given = McpServerStdio(name="my server", command=command[0], args=command[1:], env=variables)
    other = SseMcpServer(name="old", url="http://127.0.0.1:9/sse", headers=[], type="sse")
    call = Answer(calls=[("mcp__my-server__environment", {"name": "GIVEN"})])
    with serving(call, Answer("Done.")) as server:
        async with editing(home, server.url, answers=["once"]) as editor:
            await editor.open(mcp_servers=[server_given, other])
            await editor.say("look")
    assert "by the editor" in results(server.requests[1])[0]
    assert [call["kind"] for call in editor.calls.values()] == ["other"]
    assert len(editor.asked) == 1
    assert "MCP server old cannot be used" in editor.text


async def test_going_in_circles_is_asked_about_and_half_characters_do_no_harm(home: Home) -> None:
    odd = Answer(calls=[("list", '{"path": "\\ud800"}')])
    with serving(odd, *[Answer(calls=[("list", {})])] * 12) as server:
        async with editing(home, server.url, answers=["once", "no"]) as editor:
            await editor.open()
            with pytest.raises(RequestError, match="You stopped the turn"):
                await editor.say("list it")
    assert [[option.name for option in options][::2] for _, options in editor.asked] == [["Go on", "Stop the turn"]] * 2
    circles = [call for call in editor.calls.values() if call["kind"] == "other"]
    assert [call["status"] for call in circles] == ["completed", "failed"]
    assert len(server.requests) <= 13


async def test_closing_a_session_in_mid_turn_ends_the_turn_and_another_can_be_opened(home: Home) -> None:
    with serving(Answer("Well, I", hangs=True), Answer("Fine.")) as server:
        async with editing(home, server.url) as editor:
            await editor.open()
            closed = editor.session_id
            turn = asyncio.create_task(editor.say("tell me"))
            await asyncio.to_thread(server.reached_hang.wait, TIMEOUT_S)
            await editor.connection.close_session(session_id=closed)
            assert (await turn).stop_reason == "cancelled"
            with pytest.raises(RequestError, match="There is no session"):
                await editor.say("more")
            await editor.connection.load_session(cwd=str(home.project), session_id=closed)
            assert (await editor.say("more")).stop_reason == "end_turn"


async def test_a_subagent_asks_in_the_editor_by_its_name_and_its_calls_are_seen(home: Home) -> None:
    tasks = Answer(calls=[("task", {"tasks": [{"name": "ann", "prompt": "write a"}]})])
    with serving(tasks, written("a"), Answer("Written."), Answer("Done.")) as server:
        async with editing(home, server.url, answers=["once"]) as editor:
            await editor.open()
            await editor.say("let somebody write a")
    task, write = editor.calls.values()
    assert (task["kind"], task["status"]) == ("think", "completed")
    assert (write["title"], write["kind"], write["status"]) == ("ann: write a", "edit", "completed")
    [(asked, _)] = editor.asked
    assert (asked.title, asked.tool_call_id) == ("ann: write a", write["tool_call_id"])
    assert editor.text == "Done."
    assert (home.project / "a").exists()


async def test_what_a_command_says_before_it_waits_is_shown_while_it_waits(home: Home) -> None:
    wait = "until [ -e {} ]; do sleep 0.02; done; "
    command = f"echo first; {wait.format('one')} echo second; {wait.format('two')} echo third"
    with serving(Answer(calls=[("shell", {"command": command})]), Answer("Done.")) as server:
        async with editing(home, server.url, approval_mode="full") as editor:
            await editor.open()

            def go_on(update: Any) -> None:
                shown = str(editor.calls)
                for text, file in (("first", "one"), ("second", "two")):
                    if f"\\n{text}\\n" in shown:
                        (home.project / file).touch()

            editor.arrived = go_on
            assert (await editor.say("run it")).stop_reason == "end_turn"
    [call] = editor.calls.values()
    assert call["status"] == "completed" and "first\nsecond\nthird" in call["content"][0]["content"]["text"]


async def test_sessions_work_side_by_side_each_in_its_folder(home: Home) -> None:
    folders = [home.folder / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    with serving(*[written("a")] * 2, *[Answer("Done.")] * 2) as server:
        async with editing(home, server.url, approval_mode="accept-edits") as editor:
            opened = [await editor.connection.new_session(cwd=str(folder)) for folder in folders]
            prompt = [{"type": "text", "text": "write"}]
            turns = [editor.connection.prompt(session_id=one.session_id, prompt=prompt) for one in opened]
            done = await asyncio.wait_for(asyncio.gather(*turns), TIMEOUT_S)
            assert [one.stop_reason for one in done] == ["end_turn"] * 2
            assert all((folder / "a").exists() for folder in folders)
            editor.session_id = opened[0].session_id
            await editor.say("/undo")
            assert [(folder / "a").exists() for folder in folders] == [False, True]


@pytest.mark.parametrize("ending", ["stdin", "stdout", "signal"])
async def test_a_pipe_closed_or_a_signal_in_mid_turn_ends_the_process_and_all_it_started(
    home: Home, ending: str
) -> None:
    command = LEAVE_THE_SESSION.format(98772).replace("echo on", "touch on")
    job = Answer("On it.", calls=[("shell", {"command": command})])
    with serving(job) as server:
        async with started(home, "--endpoint", server.url, "--approval-mode", "full") as editor:
            await editor.open()
            turn = asyncio.create_task(editor.say("work"))
            await appears(home.project / "on")
            match ending:
                case "stdin":
                    assert editor.process.stdin is not None
                    editor.process.stdin.close()
                case "stdout":
                    _transport(editor).get_pipe_transport(1).close()
                case _:
                    editor.expected_code = 130
                    editor.process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(editor.process.wait(), TIMEOUT_S) == editor.expected_code
            await editor.connection.close()
            await asyncio.gather(turn, return_exceptions=True)
    assert await none_sleeping(98772)
    [session] = home.sessions()
    records = [json.loads(line) for line in session.read_text().splitlines()]
    assert [record["role"] for record in records if record["type"] == "message"] == ["user", "assistant", "tool"]
    assert records[-1]["status"] == "interrupted"


def _transport(editor: Editor) -> Any:
    return vars(editor.process)["_transport"]
