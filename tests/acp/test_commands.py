"""Slash commands in an editor: what they do there, and what is none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from acp.helpers import resource_link_block

from localcoder.acp.commands import COMMANDS
from tests.acp.editor import Editor, editing
from tests.cli.running import Home
from tests.fakes.openai_server import Answer, serving
from tests.tools.test_shell import none_sleeping

ROOT = Path(__file__).resolve().parents[2]


def changes() -> Answer:
    new, old = ("write", {"path": "new/a", "content": "one\n"}), ("edit", {"path": "b", "old": "two", "new": "zwei"})
    return Answer(calls=[("read", {"path": "b"}), new, old, ("shell", {"command": "rm c"})])


async def answer(editor: Editor, *blocks: Any) -> str:
    """What the editor shows in answer to a prompt."""
    before = len(editor.text)
    assert (await editor.say(*blocks)).stop_reason == "end_turn"
    return editor.text[before:].replace("\\", "").strip()


async def test_a_turns_changes_are_shown_undone_and_redone_without_asking_the_model(home: Home) -> None:
    for name in ("b", "c"):
        (home.project / name).write_text("two\nthree\n")

    def files() -> dict[str, str]:
        paths = [path for path in home.project.rglob("*") if path.is_file()]
        return {str(path.relative_to(home.project)): path.read_text() for path in paths}

    before = files()
    with serving(changes(), Answer("Done.")) as server:
        async with editing(home, server.url, approval_mode="full") as editor:
            await editor.open()
            assert await answer(editor, "/undo") == "There is nothing to undo."
            await editor.say("change all")
            after = files()
            assert after == {"new/a": "one\n", "b": "zwei\nthree\n"}
            await answer(editor, "/diff")
            *_, diff = editor.calls.values()
            assert (diff["title"], diff["status"]) == ("diff 3 files", "completed")
            shown = {one["path"]: (one.get("old_text"), one["new_text"]) for one in diff["content"]}
            assert shown == {
                str(home.project / "b"): ("two\nthree\n", "zwei\nthree\n"),
                str(home.project / "c"): ("two\nthree\n", ""),
                str(home.project / "new/a"): (None, "one\n"),
            }
            assert await answer(editor, " /Undo ") == "Undone: b, c, new/a are as before “change all”."
            assert files() == before
            assert "There is nothing to undo" in await answer(editor, "/undo")
            assert await answer(editor, "/redo") == "Redone: b, c, new/a are as after “change all”."
            assert files() == after
            (home.project / "b").write_text("mine\n")
            assert await answer(editor, "/undo") == "Nothing was changed: b has changed since."
            assert files() == {**after, "b": "mine\n"}
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("/undoo", "Unknown command /undoo. Did you mean /undo?"),
        ("/zzz", f"Unknown command /zzz. There are: {', '.join(f'/{name}' for name in COMMANDS)}."),
        ("/undo the last edit", "/undo takes nothing after it; send the rest as a message of its own."),
        ("/rename", "Give the name after the command: /rename The parser rewrite"),
        ("/diff", "No turn has changed a file, or all of it is undone."),
        ("/compact", "There is nothing to compact yet: the conversation is short."),
        ("/tasks", "There are no background commands."),
    ],
)
async def test_what_a_command_cannot_do_is_a_line_and_the_model_is_not_asked(
    home: Home, prompt: str, said: str
) -> None:
    with serving() as server:
        async with editing(home, server.url) as editor:
            await editor.open()
            assert await answer(editor, prompt) == said
    assert server.requests == []


@pytest.mark.parametrize(
    "prompt",
    ["/usr/bin is what?", "/usr/bin", "/tmp", "/tmp is full", "see /undo", "/", "//undo", "/undo/a", "1 /undo"],
)
async def test_a_path_is_a_message(home: Home, prompt: str) -> None:
    with serving(Answer("A path.")) as server:
        async with editing(home, server.url) as editor:
            await editor.open()
            assert await answer(editor, prompt) == "A path."
    assert server.requests[0]["messages"][-1]["content"] == prompt


async def test_the_editor_hears_of_the_commands_once_it_knows_the_session(home: Home) -> None:
    with serving(Answer("Hello.")) as server:
        async with editing(home, server.url) as editor:
            session = await editor.open()
            await editor.say("hello")
            fork = await editor.connection.fork_session(session_id=editor.session_id, cwd=str(home.project))
            await editor.connection.resume_session(session_id=editor.session_id, cwd=str(home.project))
            await editor.connection.load_session(session_id=editor.session_id, cwd=str(home.project))
            await editor.say("/status")
    updates = [
        (number, message["params"])
        for number, message in enumerate(editor.seen)
        if message.get("method") == "session/update"
        and message["params"]["update"]["sessionUpdate"] == "available_commands_update"
    ]
    assert [told["sessionId"] for _, told in updates] == [
        session.session_id,
        fork.session_id,
        *[session.session_id] * 2,
    ]
    for number, told in updates[:2]:
        answers = [message for message in editor.seen[:number] if "result" in message]
        assert answers[-1]["result"]["sessionId"] == told["sessionId"]
    offered = {one["name"]: one for one in updates[0][1]["update"]["availableCommands"]}
    assert offered.keys() == COMMANDS.keys()
    assert offered["init"]["input"] == {"hint": "what it should heed besides"}
    assert all(one["description"] for one in offered.values())


async def test_plan_mode_is_switched_by_a_command_which_the_editor_is_told_of(home: Home) -> None:
    with serving(*[Answer("Well.")] * 2) as server:
        async with editing(home, server.url) as editor:
            await editor.open()
            assert (
                await answer(editor, "/plan") == "Mode plan: reads only, and runs nothing that could change anything."
            )
            await editor.say("go")
            assert "choose another mode" in await answer(editor, "/init")
            await editor.say("/plan")
            await editor.say("go")
            assert [one.current_mode_id for one in editor.of_kind("current_mode_update")] == ["plan", "ask"]
            await editor.connection.set_session_mode(session_id=editor.session_id, mode_id="full")
            assert "full: asks before files outside the folder change" in await answer(editor, "/status")
            assert len(editor.of_kind("current_mode_update")) == 2  # the editor's own change is no news to it
    offered = [{tool["function"]["name"] for tool in body["tools"]} for body in server.requests]
    assert ["write" in names for names in offered] == [False, True]


async def test_init_asks_the_model_with_what_is_to_be_heeded_and_attached(home: Home) -> None:
    (home.project / "notes").write_text("tabs\n")
    link = resource_link_block("notes", (home.project / "notes").as_uri())
    with serving(Answer("Written.")) as server:
        async with editing(home, server.url) as editor:
            await editor.open()
            assert await answer(editor, "/init heed ", link) == "Written."
    words, notes, task = server.requests[0]["messages"][-1]["content"].split("\n\n[attached: ")
    assert (words, notes.splitlines()) == ("/init heed @notes", ["notes]", "1|tabs"])
    assert task.startswith("what /init asks for]\n") and "AGENTS.md" in task


async def test_compacting_puts_a_summary_in_the_place_of_the_older_part(home: Home) -> None:
    long = [Answer(" ".join(map(str, range(start, start + 2_000)))) for start in (10_000, 20_000)]
    with serving(*long, Answer("SUMMARY"), Answer("Then.")) as server:
        async with editing(home, server.url) as editor:
            session = await editor.open()
            await editor.say("one")
            await editor.say("two")
        # An endpoint's model counts by what the server has said; one that has heard nothing yet counts by length.
        async with editing(home, server.url) as editor:
            await editor.connection.resume_session(session_id=session.session_id, cwd=str(home.project))
            editor.session_id = session.session_id
            assert "Context compacted" in await answer(editor, "/compact")
            await editor.say("and then?")
    contents = [message["content"] for message in server.requests[-1]["messages"]]
    assert any("SUMMARY" in content for content in contents) and "one" not in contents


async def test_what_is_going_on_is_told_in_a_table(home: Home) -> None:
    job = Answer(calls=[("shell", {"command": "echo on; sleep 98773", "background": True})])
    with serving(job, Answer("Started.")) as server:
        async with editing(home, server.url, approval_mode="full") as editor:
            await editor.open()
            await editor.say("start it")
            assert "job 1  running  echo on; sleep 98773" in await answer(editor, "/tasks")
            assert "free" in (context := await answer(editor, "/context"))
            assert "of 32,768 tokens" in context
            await editor.say("/rename The `best` [one]")
            status = await answer(editor, "/status")
    assert await none_sleeping(98773)
    rows = {line.split()[0]: line.split(maxsplit=1)[-1] for line in status.splitlines()[2:-1]}
    assert rows["model"] == "scripted" and rows["session"] == f"The `best` [one] ({editor.session_id})"
    assert rows["folder"] == str(home.project) and rows["messages"] == "4"
    assert editor.of_kind("session_info_update")[0].title == "The `best` [one]"


async def test_what_needs_no_model_works_where_none_can_be_loaded(home: Home) -> None:
    async with editing(home, model="missing/dir") as editor:
        await editor.open()
        assert "missing/dir" in await answer(editor, "/undo")
        assert "not loaded: " in await answer(editor, "/status")
        await editor.say("/plan")
    assert editor.of_kind("current_mode_update")[0].current_mode_id == "plan"


def test_the_guide_tells_of_every_command_and_of_no_other() -> None:
    section = (ROOT / "docs" / "guide.md").read_text().partition("## In an editor\n")[2].partition("\n## ")[0]
    [line] = [item for item in section.split("\n- ") if item.startswith("Commands,")]
    assert set(re.findall(r"`/([a-z]+)", line)) == COMMANDS.keys()
