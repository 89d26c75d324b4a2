"""`localcoder acp` as editors use it: a real process, real pipes, the package's own client."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.acp.editor import editing
from tests.cli.running import Home
from tests.fakes.openai_server import Answer, serving


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


async def test_a_task_is_done_with_one_approval_and_the_diff_that_is_shown_is_on_the_disk(home: Home) -> None:
    (home.project / "a.py").write_text("one = 1\ntwo = 3\n")
    script = (
        Answer("Let me see. ", calls=[("read", {"path": "a.py"})]),
        Answer(calls=[("edit", {"path": "a.py", "old": "two = 3", "new": "two = 2"})]),
        Answer("Corrected."),
    )
    with serving(*script) as server:
        async with editing(home, "--endpoint", server.url, answers=["once"]) as editor:
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
