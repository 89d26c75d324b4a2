"""The real tools in turns of the real agent: what is asked about, what is approved, and what happens on the disk."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from localcoder.agent.agent import Agent
from localcoder.agent.approval import Answer
from localcoder.agent.events import ApprovalRequested
from localcoder.config.settings import ApprovalMode, Settings
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.checkpoints import Checkpoints
from tests.agent.acting import FakeApprover, Stage, results_of, turn
from tests.fakes.fake_model import calls, says


def agent_in(
    stage: Stage, *script: Any, mode: ApprovalMode = "ask", allow: tuple[str, ...] = (), answers: Iterable[Answer] = ()
) -> Agent:
    return stage.agent(script, tools=builtin_tools(Settings(), "full"), mode=mode, allow=allow, answers=answers)


def asked(agent: Agent) -> list[ApprovalRequested]:
    assert isinstance(agent.approver, FakeApprover)
    return agent.approver.asked


class Meddling(FakeApprover):
    """Says yes, after somebody has changed something."""

    def __init__(self, meddle: Callable[[], object]) -> None:
        super().__init__()
        self.meddle = meddle

    async def approve(self, request: ApprovalRequested) -> Answer:
        self.asked.append(request)
        self.meddle()
        return Answer("once")


EDIT = ("edit", {"path": "a.py", "old": "  x = 1\n", "new": "  x = 2\n"})
OVERWRITE = ("write", {"path": "a.py", "content": "x = 2\n"})
BEFORE = b"try:\r\n\t\tx = 1\r\nfinally:\r\n\tpass\r\n"


@pytest.mark.parametrize("call", [EDIT, OVERWRITE], ids=["edit", "write"])
async def test_a_file_that_changes_while_the_user_decides_is_left_as_it_is(stage: Stage, call: Any) -> None:
    file = stage.folder / "a.py"
    file.write_bytes(BEFORE)
    agent = agent_in(stage, calls(("read", {"path": "a.py"})), calls(call))
    agent.approver = Meddling(lambda: file.write_bytes(BEFORE + b"# theirs\r\n"))
    result = results_of(await turn(agent))[-1]
    assert "has changed since it was read" in result.content
    assert file.read_bytes() == BEFORE + b"# theirs\r\n"


async def test_what_was_approved_is_what_lands_on_the_disk_byte_for_byte(stage: Stage) -> None:
    file = stage.folder / "a.py"
    file.write_bytes(BEFORE)
    agent = agent_in(stage, calls(("read", {"path": "a.py"})), calls(EDIT), answers=[Answer("once")])
    result = results_of(await turn(agent))[-1]
    assert asked(agent)[0].diff == result.diff
    assert result.diff is not None and "-\t\tx = 1\r\n+\t\tx = 2\r\n" in result.diff
    assert file.read_bytes() == BEFORE.replace(b"1", b"2")


@pytest.mark.parametrize("target", ["new", "folder/new"], ids=["a dangling link", "a folder that became a link"])
async def test_what_leads_outside_by_the_time_it_runs_is_not_written(stage: Stage, target: str) -> None:
    outside = stage.folder / "outside"
    outside.mkdir()
    work = stage.folder / "work"
    (work / "folder").mkdir(parents=True)
    agent = agent_in(Stage(work), calls(("write", {"path": target, "content": "x"})))

    def swap() -> None:
        if target == "new":
            (work / "new").symlink_to(outside / "new")
        else:
            (work / "folder").rmdir()
            (work / "folder").symlink_to(outside)

    agent.approver = Meddling(swap)
    (result,) = results_of(await turn(agent))
    assert result.is_error
    assert list(outside.iterdir()) == []


RULES = ("shell(git *)", "shell(ls *)", "shell(echo *)", "shell(cat *)", "shell(cp *)")


@pytest.fixture
def repository(stage: Stage) -> Stage:
    """A stage in a Git repository, with a change that is not committed and a file that Git does not know."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    work = stage.folder / "work"
    work.mkdir()
    commit = "git -c user.name=n -c user.email=a@b.c commit -qm first"
    subprocess.run(["sh", "-c", f"git init -q && echo one > a && git add a && {commit}"], cwd=work, check=True)
    (work / "a").write_text("not committed")
    (work / "b").write_text("not even known")
    return Stage(work)


@pytest.mark.parametrize(
    "command", ["git reset -q --hard", "git checkout -- a", "git restore a", "git clean -qfdx", "git checkout a"]
)
async def test_git_that_destroys_work_is_asked_about_and_what_it_destroyed_comes_back(
    repository: Stage, command: str
) -> None:
    work = repository.folder
    agent = agent_in(repository, calls(("shell", {"command": command})), allow=RULES, answers=[Answer("once")])
    agent.context.checkpoints = checkpoints = Checkpoints(agent.context.roots.folders, work.parent / "checkpoints")
    await turn(agent)
    assert [request.reason for request in asked(agent)] == [
        f"{command} can destroy work that is not committed, or run a program"
    ]
    destroyed = "b" if "clean" in command else "a"
    assert not (work / destroyed).exists() or (work / destroyed).read_text() == "one\n"
    checkpoints.undo()
    assert (work / "a").read_text() == "not committed"
    assert (work / "b").read_text() == "not even known"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("git status && ls; echo x | cat", ""),
        ("echo x > note && ls", "it changes note"),
        ("cat > note <<E\nx\nE", "it changes note"),
        ("echo x | tee note", "no rule allows tee note"),
        ("echo x > ../note", "is outside the workspace"),
        ("echo x > $HOME/note", "is outside the workspace"),
        ("cp a ../b", "is outside the workspace"),
        ("cd .. && ls", "is outside the workspace"),
        ("ec\\\nho x > note", "it cannot be checked"),
    ],
)
async def test_of_an_allowed_chain_nothing_is_asked_and_of_any_other_nothing_runs(
    stage: Stage, command: str, reason: str
) -> None:
    (stage.folder / "a").write_text("a")
    agent = agent_in(stage, calls(("shell", {"command": command})), allow=RULES)
    (result,) = results_of(await turn(agent))
    assert result.refused == bool(reason) == bool(asked(agent))
    assert reason in "".join(request.reason for request in asked(agent))
    assert [path.name for path in stage.folder.iterdir()] == ["a"]


@pytest.mark.parametrize(
    "call",
    [
        ("write", {"path": "b", "content": "x"}),
        ("edit", {"path": "a", "old": "a", "new": "b"}),
        ("shell", {"command": "rm a"}),
        ("shell", {"command": "echo x > b"}),
        ("shell", {"command": 'python3 <<< \'open("b", "w")\''}),
        ("shell", {"command": "touch b", "background": True}),
    ],
)
async def test_in_plan_mode_nothing_is_written_whatever_the_rules_allow_and_the_user_says(
    stage: Stage, call: Any
) -> None:
    (stage.folder / "a").write_text("a")
    agent = agent_in(
        stage,
        calls(("read", {"path": "a"})),
        calls(call),
        says("Then not."),
        mode="plan",
        allow=("edit", "write", "shell"),
        answers=[Answer("always")] * 3,
    )
    read, result = results_of(await turn(agent))
    assert not read.refused and result.refused and asked(agent) == []
    assert [(path.name, path.read_text()) for path in stage.folder.iterdir()] == [("a", "a")]
    assert agent.context.jobs.jobs == ()
