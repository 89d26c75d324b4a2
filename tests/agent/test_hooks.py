"""Hooks around calls: real commands, real tools, and an agent that runs through both."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from localcoder.agent.agent import Agent
from localcoder.config.extensions import Hook
from localcoder.config.settings import ApprovalMode, load_settings
from localcoder.config.trust import trust
from localcoder.tools.edit import EditTool
from localcoder.tools.read import ReadTool
from localcoder.tools.shell import ShellTool
from localcoder.tools.write import WriteTool
from localcoder.workspace.checkpoints import Checkpoints
from tests.agent.acting import Stage, end_of, notices_of, results_of, turn
from tests.fakes.fake_model import calls, says
from tests.fakes.full_disk import full_disk
from tests.tools.test_shell import gone

TOOLS = (ReadTool(), WriteTool(), EditTool(), ShellTool())


def agent_with(stage: Stage, hooks: list[Hook], script: list[Any], mode: ApprovalMode = "full") -> Agent:
    agent = stage.agent(script, tools=TOOLS, mode=mode)
    agent.context = replace(agent.context, hooks=tuple(hooks))
    return agent


def before(command: str, tool: str = "*", **more: Any) -> Hook:
    return Hook(event="before", tool=tool, command=command, **more)


def after(command: str, tool: str = "*", **more: Any) -> Hook:
    return Hook(event="after", tool=tool, command=command, **more)


def write(path: str, content: str) -> list[Any]:
    return calls(("write", {"path": path, "content": content}))


def edit(old: str, new: str, path: str = "a.txt") -> list[Any]:
    return calls(("edit", {"path": path, "old": old, "new": new}))


async def test_a_hook_before_a_call_may_refuse_it_with_a_message(stage: Stage) -> None:
    guard = before("echo no writing on Sundays; exit 1", "write|edit")
    agent = agent_with(stage, [guard], [write("a.txt", "x"), says("Then not.")])
    events = await turn(agent)
    (result,) = results_of(events)
    assert result.is_error and not result.refused
    assert result.content.startswith(
        "Error: the hook `echo no writing on Sundays; exit 1` refused this call: no writing"
    )
    assert not (stage.folder / "a.txt").exists()
    assert (end_of(events).status, end_of(events).text) == ("done", "Then not.")


async def test_a_hook_that_agrees_is_silent(stage: Stage) -> None:
    agent = agent_with(stage, [before("echo fine")], [write("a.txt", "x")])
    (result,) = results_of(await turn(agent))
    assert not result.is_error and "fine" not in result.content
    assert (stage.folder / "a.txt").read_text() == "x"


@pytest.mark.parametrize(
    ("hook", "words"),
    [
        (before("sleep 60", timeout_s=0.2), "did not end within 0.2 s"),
        (before("no-such-program-here"), "not found"),
        (before("kill -9 $$"), "exit code 137"),
        (before("exit 3"), "exit code 3"),
    ],
)
async def test_a_guard_that_fails_lets_nothing_pass(stage: Stage, hook: Hook, words: str) -> None:
    agent = agent_with(stage, [hook], [write("a.txt", "x")])
    events = await turn(agent)
    assert words in results_of(events)[0].content
    assert not (stage.folder / "a.txt").exists()
    assert end_of(events).status == "done"


async def test_on_a_full_disk_a_guard_lets_nothing_pass_and_what_was_done_stays_done(stage: Stage) -> None:
    guarded = agent_with(stage, [before("exit 0")], [write("a.txt", "x")])
    followed = agent_with(stage, [after("exit 0")], [write("b.txt", "x")])
    with full_disk(100):  # enough for what is written, not for what a hook is told
        refused, done = await turn(guarded), await turn(followed)
    assert "refused this call: it cannot be started" in results_of(refused)[0].content
    assert not (stage.folder / "a.txt").exists()
    assert not results_of(done)[0].is_error and "cannot be started" in notices_of(done)[0]
    assert (stage.folder / "b.txt").read_text() == "x"


async def test_a_formatter_after_each_edit_does_not_stand_in_the_way_of_the_next(stage: Stage) -> None:
    formatter = after("sed -i 's/[[:space:]]*=[[:space:]]*/ = /' \"$HOOK_PATH\"", "write|edit")
    script = [write("a.txt", "a=1\nb=2\n"), edit("a = 1", "a=10"), edit("b = 2", "b=20"), edit("a = 10", "a=11")]
    agent = agent_with(stage, [formatter], script)
    results = results_of(await turn(agent))
    assert [result.is_error for result in results] == [False] * 4
    assert (stage.folder / "a.txt").read_text() == "a = 11\nb = 20\n"
    assert "changed a.txt]" in results[0].content and "+a = 1\n" in results[0].content


async def test_hundreds_of_edits_under_a_formatter_all_apply(stage: Stage) -> None:
    formatter = after('printf "# formatted\\n" >> "$HOOK_PATH"', "edit")
    count = 40
    script = [write("a.txt", "n=0\n"), *(edit(f"n={n}\n", f"n={n + 1}\n") for n in range(count))]
    agent = agent_with(stage, [formatter], [*script, says("done")])
    agent.max_turns = count + 5
    results = results_of(await turn(agent))
    assert not any(result.is_error for result in results)
    assert (stage.folder / "a.txt").read_text() == f"n={count}\n" + "# formatted\n" * count


async def test_a_hook_s_change_to_a_file_the_model_does_not_know_is_no_knowledge_of_it(stage: Stage) -> None:
    (stage.folder / "b.txt").write_text("old")
    script = [write("a.txt", "x"), write("b.txt", "new")]
    agent = agent_with(stage, [after("printf more >> b.txt", "write")], script)
    results = results_of(await turn(agent))
    assert not results[0].is_error and results[1].is_error
    assert (stage.folder / "b.txt").read_text() == "oldmoremore"


async def test_a_large_change_is_told_and_not_shown(stage: Stage) -> None:
    hook = after('seq 10000 > "$HOOK_PATH"', "write")
    agent = agent_with(stage, [hook], [write("a.txt", "x\n")])
    (result,) = results_of(await turn(agent))
    assert "changed much of a.txt; read it again]" in result.content
    assert len(result.content) < 1000


async def test_a_failing_hook_after_a_call_is_seen_by_user_and_model_and_ends_nothing(stage: Stage) -> None:
    linter = after("echo 'a.txt:1: bad'; exit 1", "write")
    agent = agent_with(stage, [linter, after("sleep 60", "write", timeout_s=0.2)], [write("a.txt", "x"), says("ok")])
    events = await turn(agent)
    (result,) = results_of(events)
    assert not result.is_error
    assert "exit code 1]\na.txt:1: bad" in result.content and "did not end within 0.2 s" in result.content
    assert len(notices_of(events)) == 2 and "failed: exit code 1" in notices_of(events)[0]
    assert (end_of(events).status, end_of(events).text) == ("done", "ok")


async def test_a_hook_is_told_what_happens(stage: Stage) -> None:
    copy = f"{sys.executable} -c 'import sys; print(sys.stdin.read())' >> told.jsonl; env | grep ^HOOK_ >> variables"
    agent = agent_with(stage, [before(copy, "write"), after(copy, "write")], [write("a.txt", "x'\n\u20ac")])
    await turn(agent)
    told = [json.loads(line) for line in (stage.folder / "told.jsonl").read_text().splitlines() if line]
    path = str((stage.folder / "a.txt").resolve())
    common = {"tool": "write", "arguments": {"path": "a.txt", "content": "x'\n\u20ac"}, "paths": [path]}
    assert told[0] == {"event": "before", "cwd": str(stage.folder.resolve()), **common}
    assert told[1]["event"] == "after" and told[1]["result"]["is_error"] is False
    assert set((stage.folder / "variables").read_text().splitlines()) == {
        "HOOK_EVENT=before",
        "HOOK_EVENT=after",
        "HOOK_TOOL=write",
        f"HOOK_PATH={path}",
    }


async def test_a_hook_that_does_not_read_a_large_call_holds_nobody_up(stage: Stage) -> None:
    agent = agent_with(stage, [before("true")], [write("a.txt", "\n".join(map(str, range(30_000))))])
    (result,) = results_of(await turn(agent))
    assert not result.is_error


async def test_output_is_capped_made_harmless_and_secrets_are_neither_given_nor_shown(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOO_API_KEY", "abc123secret")
    (stage.folder / "key").write_text("abc123secret\n")
    noisy = before("printf '\\033[?1049h'; cat key; env; head -c 300000 /dev/zero | tr '\\0' x; exit 1")
    agent = agent_with(stage, [noisy], [write("a.txt", "x")])
    (result,) = results_of(await turn(agent))
    assert "\x1b" not in result.content
    assert "abc123secret" not in result.content and "FOO_API_KEY" not in result.content
    assert len(result.content) < 6_000


async def test_nothing_that_a_hook_started_outlives_it(stage: Stage) -> None:
    hook = before("sleep 300 & echo $! > pid; exit 0")
    await turn(agent_with(stage, [hook], [write("a.txt", "x")]))
    pid = int((stage.folder / "pid").read_text())
    assert await gone(pid)


async def test_hooks_run_only_around_the_tools_that_they_name(stage: Stage) -> None:
    (stage.folder / "b.txt").write_text("b")
    hooks = [after("echo >> log", "write"), after("echo >> log", "mcp__*"), after("echo >> log", "rea")]
    await turn(agent_with(stage, hooks, [calls(("read", {"path": "b.txt"})), write("a.txt", "x")]))
    assert (stage.folder / "log").read_text() == "\n"


async def test_a_call_that_is_not_permitted_starts_no_hook(stage: Stage) -> None:
    agent = agent_with(stage, [before("touch started")], [write("a.txt", "x")], mode="ask")
    (result,) = results_of(await turn(agent))
    assert result.refused
    assert not (stage.folder / "started").exists()


async def test_plan_mode_runs_no_hook_that_could_write_and_no_call_without_its_guard(stage: Stage) -> None:
    (stage.folder / "b.txt").write_text("b")
    read = [calls(("read", {"path": "b.txt"}))]
    (result,) = results_of(await turn(agent_with(stage, [after("touch x")], read, mode="plan")))
    assert not result.is_error and not (stage.folder / "x").exists()
    (result,) = results_of(await turn(agent_with(stage, [before("touch x")], read, mode="plan")))
    assert result.is_error and "plan mode does not run the hook" in result.content
    assert not (stage.folder / "x").exists()
    (result,) = results_of(await turn(agent_with(stage, [before("grep -q b b.txt")], read, mode="plan")))
    assert not result.is_error


async def test_what_a_hook_changed_is_undone_with_the_turn(stage: Stage, tmp_path: Path) -> None:
    (stage.folder / "other.txt").write_text("before")
    agent = agent_with(stage, [after("echo after > other.txt", "write")], [write("a.txt", "x")])
    agent.context.checkpoints = Checkpoints(agent.context.roots.folders, tmp_path / "checkpoints")
    await turn(agent)
    assert (stage.folder / "other.txt").read_text() == "after\n"
    agent.context.checkpoints.undo()
    assert (stage.folder / "other.txt").read_text() == "before"
    assert not (stage.folder / "a.txt").exists()


async def test_hooks_of_a_project_run_only_once_it_is_trusted_and_only_as_it_was_then(stage: Stage) -> None:
    folder = stage.folder
    (folder / ".localcoder").mkdir()
    file = folder / ".localcoder" / "config.toml"
    file.write_text('[[hooks]]\nevent = "before"\ncommand = "touch ran"\n')

    async def runs() -> bool:
        await turn(agent_with(stage, list(load_settings(folder).hooks), [calls(("shell", {"command": "true"}))]))
        ran = (folder / "ran").exists()
        (folder / "ran").unlink(missing_ok=True)
        return ran

    assert not await runs()
    trust(folder)
    assert await runs()
    file.write_text('[[hooks]]\nevent = "before"\ncommand = "touch ran; true"\n')
    assert not await runs()
