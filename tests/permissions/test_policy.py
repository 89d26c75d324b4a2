"""Modes, rules and the border of the workspace, for files."""

from __future__ import annotations

from pathlib import Path

import pytest

from localcoder.config.extensions import Hook, McpServer
from localcoder.config.paths import outputs_dir
from localcoder.config.settings import ApprovalMode, Permissions, Settings
from localcoder.errors import UsageError
from localcoder.permissions.access import Access
from localcoder.permissions.policy import Policy, Verdict
from localcoder.permissions.sandbox import Sandbox
from localcoder.tools.base import ToolContext
from localcoder.tools.registry import builtin_tools
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "ws"
    (folder / "src").mkdir(parents=True)
    (tmp_path / "extra").mkdir()
    return folder


def check(workspace: Path, tool: str, path: str, mode: ApprovalMode = "ask", **rules: tuple[str, ...]) -> Verdict:
    roots = Roots(workspace, (workspace.parent / "extra",))
    policy = Policy(mode, Permissions(**rules), roots)
    kind = "write" if tool in ("edit", "write") else "read"
    return policy.check(tool, [Access(kind, str(roots.resolve(path)))])


@pytest.mark.parametrize("path", ["a", "src/new/b", "sub/../a", "../extra/x", "."])
@pytest.mark.parametrize("mode", ["ask", "accept-edits", "plan", "full"])
def test_reading_in_the_workspace_is_allowed(workspace: Path, mode: ApprovalMode, path: str) -> None:
    assert check(workspace, "read", path, mode).decision == "allow"


@pytest.mark.parametrize(
    ("mode", "inside", "outside"),
    [("ask", "ask", "ask"), ("accept-edits", "allow", "ask"), ("plan", "deny", "deny"), ("full", "allow", "ask")],
)
@pytest.mark.parametrize("tool", ["edit", "write"])
def test_each_mode_has_its_say_on_writing(
    workspace: Path, mode: ApprovalMode, tool: str, inside: str, outside: str
) -> None:
    assert check(workspace, tool, "src/a", mode).decision == inside
    assert check(workspace, tool, "../a", mode).decision == outside


def test_a_dangling_link_counts_as_where_it_leads(workspace: Path, tmp_path: Path) -> None:
    (workspace / "n").symlink_to(tmp_path / "new")
    verdict = check(workspace, "write", "n", "accept-edits")
    assert verdict.decision == "ask"
    assert verdict.reason == f"{tmp_path / 'new'} is outside the workspace"


def test_a_link_to_a_folder_outside_is_outside(workspace: Path, tmp_path: Path) -> None:
    (workspace / "out").symlink_to(tmp_path)
    assert check(workspace, "write", "out/x", "accept-edits").decision == "ask"
    assert check(workspace, "read", "out/x").decision == "ask"


def test_a_link_to_a_link_is_followed(workspace: Path, tmp_path: Path) -> None:
    (workspace / "one").symlink_to("two")
    (workspace / "two").symlink_to(tmp_path / "three")
    (tmp_path / "three").symlink_to("/nowhere/x")
    assert check(workspace, "write", "one", "full").reason.startswith("/nowhere/x")


def test_a_loop_of_links_does_not_hang(workspace: Path) -> None:
    (workspace / "a").symlink_to("b")
    (workspace / "b").symlink_to("a")
    assert check(workspace, "read", "a").decision in ("allow", "ask")


def test_a_folder_that_only_begins_like_the_workspace_is_outside(workspace: Path) -> None:
    assert check(workspace, "read", "../ws2/a").decision == "ask"


@pytest.mark.parametrize(
    "path",
    [".git/hooks/pre-commit", ".git/config", ".localcoder/config.toml", ".mcp.json", "src/.git/config", ".GIT/config"],
)
@pytest.mark.parametrize("mode", ["accept-edits", "full"])
def test_what_would_run_outside_the_sandbox_later_is_asked_about(
    workspace: Path, mode: ApprovalMode, path: str
) -> None:
    assert check(workspace, "edit", path, mode, allow=("edit",)).decision == "ask"
    assert check(workspace, "edit", path, mode, allow=(f"edit({path})",)).decision == "allow"


def test_saved_rules_do_not_override_plan_mode(workspace: Path) -> None:
    verdict = check(workspace, "edit", "src/a", "plan", allow=("edit", "edit(src/**)", "write"))
    assert verdict == Verdict("deny", "plan mode writes nothing")


def test_plan_mode_offers_no_writing_tools(workspace: Path) -> None:
    policy = Policy("plan", Permissions(), Roots(workspace))
    tools = builtin_tools(Settings())
    assert [tool.name for tool in policy.tools_offered(tools)] == ["read", "shell", "list", "search", "todo"]
    policy.mode = "ask"
    assert policy.tools_offered(tools) == tools


@pytest.mark.parametrize(
    ("rule", "path", "matches"),
    [
        ("edit(src/**)", "src/a/b", True),
        ("edit(src/**)", "lib/a", False),
        ("edit(src/**)", "lib/src/a", False),
        ("edit(*.md)", "docs/x.md", True),
        ("edit(*.md)", "x.mdx", False),
        ("edit(./src/a)", "src/a", True),
        ("edit(src)", "src/a", True),
        ("edit(*.{md,txt})", "x.txt", True),
        ("edit(!x)", "!x", True),
        ("edit(!x)", "y", False),
        ("edit(#x)", "#x", True),
        ("edit(/src/a)", "src/a", False),
        ("edit", "anything", True),
        ("edit(**)", "any/thing", True),
        ("read(src/**)", "src/a", False),
    ],
)
def test_path_rules_match_as_in_gitignore(workspace: Path, rule: str, path: str, matches: bool) -> None:
    assert (check(workspace, "edit", path, allow=(rule,)).decision == "allow") == matches
    assert (check(workspace, "write", path, "full", deny=(rule,)).decision == "deny") == matches


def test_only_an_absolute_rule_reaches_outside(workspace: Path, tmp_path: Path, isolated_home: Path) -> None:
    assert check(workspace, "read", "../x/y", allow=("read", "read(**)", "read(../**)")).decision == "ask"
    assert check(workspace, "read", "../x/y", allow=(f"read({tmp_path.resolve()}/x/**)",)).decision == "allow"
    assert check(workspace, "edit", "~/notes/y", allow=("edit(~/notes/**)",)).decision == "allow"


def test_a_walk_shows_no_file_whose_reading_is_denied(workspace: Path) -> None:
    policy = Policy("ask", Permissions(deny=("read(.env)",), allow=("read",)), Roots(workspace))
    assert not policy.may_show(workspace / "src" / ".env")
    assert policy.may_show(workspace / "src" / "a")


def test_a_search_in_a_folder_is_asked_about_where_a_rule_asks_about_files_in_it(workspace: Path) -> None:
    rules = ("read(src/keys/**)",)
    assert check(workspace, "search", ".", ask=rules).decision == "ask"
    assert check(workspace, "search", "src", ask=rules).decision == "ask"
    assert check(workspace, "search", "docs", ask=rules).decision == "allow"
    assert check(workspace, "list", ".", ask=rules).decision == "allow"


@pytest.mark.parametrize("mode", ["accept-edits", "full"])
def test_what_hooks_and_servers_run_is_only_changed_with_consent(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, mode: ApprovalMode
) -> None:
    monkeypatch.setenv("HOME", str(workspace.parent))
    hook = Hook(event="before", command=f'python3 "tools/check.py" --strict || ./fix || ~/{workspace.name}/mend')
    spaced = Hook(event="after", command="sh 'my hooks/after all.sh'")
    servers = {
        "own": McpServer(command="sh", args=("-c", "exec src/server")),
        "spaced": McpServer(command="python3", args=("my server.py",)),
    }
    settings = Settings(hooks=(hook, spaced), mcp=servers)
    policy = Policy(mode, Permissions(allow=("edit",)), Roots(workspace), settings.commands)
    for path, decision in (
        ("tools/check.py", "ask"),
        ("fix", "ask"),
        ("mend", "ask"),
        ("src/server", "ask"),
        ("my hooks/after all.sh", "ask"),
        ("my server.py", "ask"),
        ("a", "allow"),
    ):
        assert policy.check("write", [Access("write", str(workspace / path))]).decision == decision, path
        assert policy.check("shell", [Access("shell", f"echo x > '{path}'")]).decision == decision, path
    policy.configure(Permissions(), ("./other",))
    assert policy.check("write", [Access("write", str(workspace / "fix"))]).decision == "allow"
    assert policy.check("write", [Access("write", str(workspace / "other"))]).decision == "ask"


def test_deny_wins_then_ask_then_allow(workspace: Path) -> None:
    everything = ("edit",)
    assert check(workspace, "edit", "a", "full", allow=everything, ask=everything, deny=everything).decision == "deny"
    assert check(workspace, "edit", "a", "full", allow=everything, ask=everything).decision == "ask"


@pytest.mark.parametrize("path", ["src/a", "../outside/a", ".git/config"])
@pytest.mark.parametrize("tool", ["edit", "read"])
def test_the_suggested_rule_really_allows_the_call(workspace: Path, tool: str, path: str) -> None:
    roots = Roots(workspace)
    policy = Policy("ask", Permissions(), roots)
    accesses = [Access("write" if tool == "edit" else "read", str(roots.resolve(path)))]
    verdict = policy.check(tool, accesses)
    if verdict.decision == "ask":
        assert verdict.suggested_rule is not None
        policy.add_session_rule(verdict.suggested_rule)
        assert policy.check(tool, accesses).decision == "allow"


def test_full_mode_reads_outside_but_not_the_secrets_of_the_home(workspace: Path, isolated_home: Path) -> None:
    (isolated_home / ".ssh").mkdir()
    assert check(workspace, "read", "/etc/hosts", "full").decision == "allow"
    assert check(workspace, "read", "~/.ssh/id_ed25519", "full").decision == "ask"


def test_outputs_that_were_too_long_may_be_read(workspace: Path) -> None:
    assert check(workspace, "read", str(outputs_dir() / "x.txt")).decision == "allow"


@pytest.mark.parametrize("rule", ["", "shell(", "sh ell(x)", "(x)", "edit)x("])
def test_a_text_that_is_no_rule_is_refused(workspace: Path, rule: str) -> None:
    with pytest.raises(UsageError, match="not a permission rule"):
        Policy("ask", Permissions(), Roots(workspace)).add_session_rule(rule)


def test_the_strictest_of_several_accesses_counts(workspace: Path) -> None:
    roots = Roots(workspace)
    policy = Policy("accept-edits", Permissions(), roots)
    accesses = [Access("read", str(roots.resolve("a"))), Access("write", str(roots.resolve("../b")))]
    assert policy.check("edit", accesses).decision == "ask"


@pytest.mark.parametrize(
    ("mode", "decision"), [("ask", "ask"), ("accept-edits", "ask"), ("plan", "deny"), ("full", "allow")]
)
def test_a_tool_that_cannot_say_what_it_touches(workspace: Path, mode: ApprovalMode, decision: str) -> None:
    policy = Policy(mode, Permissions(), Roots(workspace))
    assert policy.check("mcp.thing", []).decision == decision


def test_the_access_of_a_call_changes_with_the_link_under_it(workspace: Path, tmp_path: Path) -> None:
    """What was approved can be compared with what would be touched now."""
    roots = Roots(workspace)
    context = ToolContext(roots, ReadRegistry(), Sandbox.detect(False, roots))
    write = next(tool for tool in builtin_tools(Settings()) if tool.name == "write")
    arguments = write.arguments(path="d/x", content="")
    (workspace / "d").mkdir()
    approved = write.access(arguments, context)
    (workspace / "d").rmdir()
    (workspace / "d").symlink_to(tmp_path)
    assert write.access(arguments, context) != approved


@pytest.mark.parametrize("mode", ["ask", "accept-edits", "plan", "full"])
def test_what_localcoder_keeps_itself_needs_no_permission_but_a_rule_may_deny_it(
    workspace: Path, mode: ApprovalMode
) -> None:
    own = [Access("own", "todo list")]
    assert Policy(mode, Permissions(), Roots(workspace)).check("todo", own) == Verdict("allow")
    denied = Policy(mode, Permissions(deny=("todo",)), Roots(workspace)).check("todo", own)
    assert denied == Verdict("deny", "the rule todo denies it")
    assert Policy(mode, Permissions(ask=("todo",)), Roots(workspace)).check("todo", own).decision == "ask"
    assert Policy(mode, Permissions(deny=("read", "edit", "shell")), Roots(workspace)).check("todo", own).decision == (
        "allow"
    )
