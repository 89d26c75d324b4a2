"""Shell commands under the permission rules."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from localcoder.config.settings import ApprovalMode, Permissions
from localcoder.permissions.access import Access
from localcoder.permissions.bash import parse
from localcoder.permissions.policy import Policy, Verdict
from localcoder.permissions.rules import Rule, escape
from localcoder.workspace.roots import Roots


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "ws"
    (folder / "sub").mkdir(parents=True)
    (folder / "a").write_text("a")
    (tmp_path / "outside").mkdir()
    (folder / "link").symlink_to(tmp_path / "outside")
    return folder


def check(
    workspace: Path,
    command: str,
    *,
    allow: tuple[str, ...] = (),
    ask: tuple[str, ...] = (),
    deny: tuple[str, ...] = (),
    mode: ApprovalMode = "ask",
) -> Verdict:
    policy = Policy(mode, Permissions(allow=allow, ask=ask, deny=deny), Roots(workspace))
    return policy.check("shell", [Access("shell", command)])


@pytest.mark.parametrize(
    "command",
    [
        "git status && ls",
        "git status; ls | ls",
        "(git status)",
        "git status || ls >/dev/null 2>&1",
        "if git status; then ls; fi",
        "git status\nls",
        "timeout 5 git status",
    ],
)
def test_a_chain_of_allowed_parts_is_not_asked_about(workspace: Path, command: str) -> None:
    assert check(workspace, command, allow=("shell(git status)", "shell(ls)")).decision == "allow"


@pytest.mark.parametrize(
    "command",
    [
        "echo x > ~/.bashrc",
        "echo x >> a",
        "cat > f <<E\nhi\nE",
        "cat a | tee b",
        "echo x | dd of=b",
        "sed -i s/a/b/ a",
        "git -c core.pager=./evil log",
        "echo $(rm a)",
        "echo `rm a`",
        'echo "$(rm a)"',
        "cat <(rm a)",
        "cat <<E\n$(rm a)\nE",
        "echo a & rm a",
        "x() { rm a; }; x",
        "FOO=1 rm a",
        "PATH=. cat a",
        "PATH=.; cat a",
        "env LD_PRELOAD=./x cat a",
        "$CMD a",
        '"$CMD" a',
        "c'a't a; r'm' a",
        "bash -c 'rm a'",
        "eval 'rm a'",
        "eval $x",
        "cat a | xargs rm",
        "find . -exec rm {} +",
        "find . -delete",
        "echo x <> a",
        "echo x >| a",
        "echo x &> a",
        "cat < /etc/passwd",
        "echo x > $f",
        "sort a -o b",
        "sort -ob a",
        "uniq a b",
        "for f in *; do rm $f; done",
        "while rm a; do echo; done",
        "case x in x) rm a;; esac",
        "! rm a",
        "[[ -n $(rm a) ]] && echo",
        "echo ${x:-$(rm a)}",
        "echo $((a[$(rm a)]))",
        "cat a\nrm a",
        "cat \\\na; rm a",
        "echo 'unterminated",
        "cat {a,../outside/x}",
    ],
)
def test_what_hides_in_a_read_only_looking_command_is_asked_about(workspace: Path, command: str) -> None:
    rules = ("shell(echo *)", "shell(cat *)", "shell(true)")
    assert check(workspace, command, allow=rules).decision == "ask"


@pytest.mark.parametrize(
    "command",
    [
        "echo hi > /tmp/x",
        "cp a ../b",
        "cp a link/b",
        "cd .. && rm b",
        "cd sub && rm ../../b",
        "cd; rm b",
        "rm $HOME/x",
        'rm "$HOME/x"',
        "rm ~/x",
        "rm ~root/x",
        "rm $OTHER/x",
        "rm link/*",
        "rm lin?/x",
        "rm --target=/etc/x",
        "rm -I/etc/x",
        "cp a 'sub/../../b'",
        "cp a sub/..\\/../b",
        "cd $x && rm b",
        "pushd .. ; rm b",
        "cat ../outside/x",
        "ls /",
    ],
)
def test_paths_that_may_leave_the_workspace_are_asked_about(workspace: Path, command: str) -> None:
    (workspace.parent / "outside" / "x").write_text("x")
    rules = ("shell(echo *)", "shell(cp *)", "shell(rm *)", "shell(cd *)")
    assert check(workspace, command, allow=rules).decision == "ask"


def test_an_outside_path_is_the_reason_given(workspace: Path) -> None:
    assert check(workspace, "cp a ../b", allow=("shell(cp *)",)).reason.endswith("is outside the workspace")


@pytest.mark.parametrize("command", ["cp a b", "rm -rf sub/x", "cd sub && rm x", "rm 'a b' *.pyc", "rm -- a"])
def test_allowed_commands_run_inside_the_workspace(workspace: Path, command: str) -> None:
    assert check(workspace, command, allow=("shell(cp *)", "shell(rm *)")).decision == "allow"


@pytest.mark.parametrize(
    "command",
    [
        "git reset --hard",
        "git reset --hard HEAD~1",
        "git clean -fdx",
        "git checkout -- a",
        "git checkout .",
        "git checkout HEAD a",
        "git restore a",
        "git push --force",
        "git push origin +main",
        "git branch -D x",
        "git stash drop",
        "git -C sub reset --hard",
        "/usr/bin/git reset --hard",
        "timeout 9 git reset --hard",
        "git status && git restore .",
        "git -c core.fsmonitor=./evil status",
        "git config core.pager ./evil",
    ],
)
def test_destructive_git_is_asked_about_even_where_git_is_allowed(workspace: Path, command: str) -> None:
    allow = ("shell(git *)", "shell(/usr/bin/git *)", "shell")
    verdict = check(workspace, command, allow=allow)
    assert verdict.decision == "ask"
    assert verdict.suggested_rule is None


@pytest.mark.parametrize(
    "command", ["git checkout main", "git checkout -b new", "git clean -n", "git restore --staged a", "git commit -m x"]
)
def test_other_git_runs_where_git_is_allowed(workspace: Path, command: str) -> None:
    assert check(workspace, command, allow=("shell(git *)",)).decision == "allow"


def test_an_exact_rule_may_allow_even_destructive_git(workspace: Path) -> None:
    assert check(workspace, "git reset --hard", allow=("shell(git reset --hard)",)).decision == "allow"


@pytest.mark.parametrize("mode", ["ask", "accept-edits", "plan", "full"])
@pytest.mark.parametrize(
    "command",
    [
        "rm a",
        "ls && rm a",
        "/bin/rm a",
        "timeout 5 rm a",
        "bash -c 'rm a'",
        "sudo rm a",
        "echo a | xargs rm",
        "$(rm a)",
    ],
)
def test_a_deny_rule_wins_in_every_mode(workspace: Path, mode: ApprovalMode, command: str) -> None:
    verdict = check(workspace, command, allow=("shell",), ask=("shell",), deny=("shell(rm *)",), mode=mode)
    assert verdict.decision == "deny"


def test_ask_wins_over_allow(workspace: Path) -> None:
    assert check(workspace, "npm test", allow=("shell(npm *)",), ask=("shell(npm test)",)).decision == "ask"


@pytest.mark.parametrize("command", ["echo x > sub/a", "rm sub/a", "cp a sub/b", "rm sub/*", "cd sub && rm a"])
@pytest.mark.parametrize("mode", ["ask", "accept-edits"])
def test_a_denied_path_cannot_be_written_by_a_command(workspace: Path, mode: ApprovalMode, command: str) -> None:
    (workspace / "sub" / "x").write_text("x")
    rules = ("shell(rm *)", "shell(cp *)", "edit")
    assert check(workspace, command, allow=rules, deny=("edit(sub/**)",), mode=mode).decision == "deny"


def test_a_denied_path_cannot_be_read_by_a_command(workspace: Path) -> None:
    assert check(workspace, "cat sub/key", deny=("read(sub/**)",)).decision == "deny"
    assert check(workspace, "cat a", deny=("read(sub/**)",)).decision == "allow"


@pytest.mark.parametrize(
    "command",
    [
        "ls -la",
        "cat a",
        "git log --oneline -5",
        "git diff HEAD~1",
        "grep -rn 'x y' .",
        "head -5 a | wc -l",
        "sed -n 1,5p a",
        "find . -name '*.py'",
        "cd sub && ls",
        'echo "a $x"',
        "rg -n foo",
        "x=$(git status); echo $x",
        "git branch --show-current",
    ],
)
@pytest.mark.parametrize("mode", ["ask", "plan"])
def test_commands_that_only_read_run_without_asking(workspace: Path, mode: ApprovalMode, command: str) -> None:
    assert check(workspace, command, mode=mode).decision == "allow"


@pytest.mark.parametrize(
    "command",
    [
        "rm a",
        "echo x > a",
        "touch b",
        "sed -i s/a/b/ a",
        "python x.py",
        "ls && rm a",
        "git commit -m x",
        "make",
        "sort -o a a",
        "find . -delete",
        "echo $(touch b)",
        "ls &",
        "$x",
        "A=1 ls",
        "git branch new",
        "xxd -r a b",
        "git diff --output=x",
        "rg --pre ./x y",
        "find . -fprint x",
        "git diff $x",
        "sed -n 'w x' a",
        "PATH=. ; ls",
    ],
)
def test_plan_mode_refuses_all_that_is_not_provably_reading(workspace: Path, command: str) -> None:
    verdict = check(workspace, command, allow=("shell", "edit"), mode="plan")
    assert verdict.decision == "deny"
    assert verdict.reason.startswith("plan mode")


def test_plan_mode_asks_before_reading_outside(workspace: Path) -> None:
    assert check(workspace, "cat /etc/passwd", mode="plan").decision == "ask"


@pytest.mark.parametrize(
    "command", ["rm -rf sub", "npm install", "git reset --hard", "echo x > a", "for f in *; do rm $f; done"]
)
def test_full_mode_runs_without_asking(workspace: Path, command: str) -> None:
    assert check(workspace, command, mode="full").decision == "allow"


def test_full_mode_asks_before_redirecting_outside(workspace: Path) -> None:
    assert check(workspace, "echo hi > /etc/x", mode="full").decision == "ask"
    assert check(workspace, "echo hi > /tmp/../etc/x", mode="full").decision == "ask"
    assert check(workspace, "echo hi > /tmp/x", mode="full").decision == "allow"


def test_full_mode_asks_what_it_cannot_hold_against_a_deny_rule(workspace: Path) -> None:
    assert check(workspace, "$x a", deny=("shell(rm *)",), mode="full").decision == "ask"


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        ("npm test", "shell(npm test *)"),
        ("git commit -m 'a b'", "shell(git commit *)"),
        ("pytest -q tests", "shell(pytest *)"),
        ("python hello.py", "shell(python hello.py)"),
        ("rm *.pyc", r"shell(rm \*.pyc)"),
        ("make && rm x", "shell(make && rm x)"),
        ("git push --force", None),
    ],
)
def test_the_suggested_rule_is_as_narrow_as_is_useful(workspace: Path, command: str, rule: str | None) -> None:
    assert check(workspace, command).suggested_rule == rule


@pytest.mark.parametrize(
    "command",
    ["npm test", "pytest -q", "python x.py", "rm *.pyc", "make && rm x", "cp a ../b", "echo x > b", "$x", "A=1 make"],
)
def test_the_suggested_rule_really_allows_the_command(workspace: Path, command: str) -> None:
    policy = Policy("ask", Permissions(), Roots(workspace))
    rule = policy.check("shell", [Access("shell", command)]).suggested_rule
    assert rule is not None
    policy.add_session_rule(rule)
    assert policy.check("shell", [Access("shell", command)]).decision == "allow"


def test_the_rule_suggested_for_a_wildcard_command_allows_no_other(workspace: Path) -> None:
    assert check(workspace, "rm -rf sub x.pyc", allow=(r"shell(rm \*.pyc)",)).decision == "ask"


@given(st.text(max_size=60))
def test_parsing_never_raises(source: str) -> None:
    parse(source)


BASH = shutil.which("bash") or ""
PIECES = [
    *[
        "echo",
        "a",
        "'",
        '"',
        "$(",
        ")",
        "`",
        "|",
        "||",
        "&&",
        ";",
        "rm",
        "rm\\ x",
        "\n",
        "<<E\n",
        "E\n",
        "{",
        "}",
        "$x",
        ">",
    ],
    *["&", "\\", "#", "(", "[[", "]]", "if", "then", "fi", "!", "<(", "$((1))", "${x:-", "do", "done", "while", "x=1"],
    *["case", "in", ";;", "esac", "()", "r'm'", "\\rm", "<<<"],
]


@pytest.mark.skipif(not BASH, reason="needs bash")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=st.lists(st.sampled_from(PIECES), min_size=1, max_size=12))
def test_whenever_bash_runs_a_program_the_parser_has_seen_it_or_is_unclear(tmp_path: Path, pieces: list[str]) -> None:
    programs = tmp_path / "bin"
    programs.mkdir(exist_ok=True)
    (programs / "rm").write_text('#!/bin/sh\n: > "$MARKER"\n')
    (programs / "rm").chmod(0o755)
    marker = tmp_path / "marker"
    marker.unlink(missing_ok=True)
    work = tmp_path / "work"
    work.mkdir(exist_ok=True)
    command = " ".join(pieces)
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(
            [BASH, "-c", command],
            cwd=work,
            env={"PATH": str(programs), "MARKER": str(marker)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=1,
            check=False,
        )
    if marker.exists():
        line = parse(command)
        assert line.unclear or any(found.words[0].text == "rm" for found in line.commands)


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=30))
def test_an_escaped_command_matches_itself(text: str) -> None:
    assert Rule("shell", escape(text)).is_exactly(text)
