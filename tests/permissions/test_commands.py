"""Shell commands under the permission rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.config.settings import ApprovalMode, Permissions
from localcoder.permissions.access import Access
from localcoder.permissions.policy import Policy, Verdict
from localcoder.permissions.rules import Rule, _matches, escape
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
        "cat .\\\n./outside/x",
        "cat a\\\n; rm a",
        "sort a 2>&1 -o b",
        "cat a 2>&1 /etc/passwd",
        "cat \\ a/../../outside/x",
        "cat <<E\n`rm a`\nE",
        "cat <<E\n${x:-$(rm a)}\nE",
        "for PATH in .; do cat a; done",
        "printf -v PATH .; cat a",
        "x='-v PATH'; printf $x .; cat a",
        "test -v 'a[$(rm a)]'",
        "x='1 rm a'; timeout $x ls",
        "timeout 1* ls",
        "./timeout 5 ls",
        "/usr/bin/time -ob ls",
        "\\time -ob ls",
        "python3 <<'E'\nimport os\nE",
        "echo 'x' | python3",
        "echo 'x' | python3 -v",
        "node <<< x",
        "echo x > /dev/fd/../../../root/.bashrc",
        "http_proxy=evil; ls",
        "printf x%n HOME",
        "printf %5n HOME; ls",
        "printf '%-*n' 3 HOME",
        "printf %%%n HOME",
        "printf '%ln' HOME",
        "printf '%(%F)T%n' 0 HOME",
        "printf -- x%n HOME",
        "printf $x HOME",
        "printf a* HOME",
        "printf *",
        "uniq a*",
        "uniq [a]",
        "uniq -- a*",
        "xxd a*",
        "xxd sub/?",
        "date -d 0*",
        "date -d -d -s2020",
        "ps -C e*",
        "arch touch b",
        "x=abc; echo ${x#$(rm a)}",
        "echo \"${x:-'$(rm a)'}\"",
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
        "cat lin[[:alpha:]]/x",
        "cat [^x]ink/x",
        "cat *",
        "echo /root/*",
        "cat /dev/fd/../../../etc/passwd",
        "cat /proc/self/cwd/../a",
        "cat < /proc/self/root/etc/passwd",
        "date -f /etc/passwd",
        "printf '/etc/passwd\\0' | sort --files0-from=-",
        "printf '/etc/passwd\\0' | wc --files0=-",
        "grep -rR x .",
        "grep --deref x .",
        "rg -iL x",
        "rg --follow x",
        "rg -.L x",
        "rg -.z x",
        "fd -.L x",
        "grep -5.R x sub",
        "find -L . -type f",
        "diff -r a sub",
        "cp a of=../b",
        "cp -rt../b a",
        "cp a @/etc/x",
        "cd deep/loop/../c && cat ../../../../a",
    ],
)
def test_paths_that_may_leave_the_workspace_are_asked_about(workspace: Path, command: str) -> None:
    (workspace.parent / "outside" / "x").write_text("x")
    (workspace / "leak").symlink_to("../outside/x")
    (workspace / "1" / "2" / "3" / "4" / "5").mkdir(parents=True)
    (workspace / "1" / "2" / "3" / "4" / "c").mkdir()
    (workspace / "deep").mkdir()
    (workspace / "deep" / "c").mkdir()
    (workspace / "deep" / "loop").symlink_to("../1/2/3/4/5")
    rules = ("shell(echo *)", "shell(cp *)", "shell(rm *)", "shell(cd *)")
    assert check(workspace, command, allow=rules).decision == "ask"


@pytest.mark.parametrize(
    "command",
    [
        "strings @/etc/passwd",
        "strings @list",
        "jq -nf program",
        "jq --from program a",
        "diff sub other",
        "diff sub/.. other",
        "diff --from-file=sub other",
        "diff oth* sub",
        "grep x *",
        "grep x [^a]*",
        "grep -[R] x sub",
        "cd sub && wc -l *",
        "ps e",
        "ps auxe",
        "ps axeww",
        "ps -ACp e",
        "ps -A -C -C e",
    ],
)
def test_readers_that_show_more_than_they_name_are_asked_about(workspace: Path, command: str) -> None:
    (workspace / "other").mkdir()
    (workspace / "link").unlink()
    for folder in (workspace, workspace / "sub"):
        (folder / "-R").touch()
    assert check(workspace, command).decision == "ask"


@pytest.mark.parametrize(
    "command",
    [
        "grep -r key .",
        "grep -d recurse key",
        "egrep --direct=recurse key sub",
        "rg key",
        "git grep key",
        "git show HEAD:sub/key",
        "git log -2 -p",
        "git log --remerge",
        "git log -1 --patch-with-raw",
        "git diff",
        "timeout 9 grep -rn key",
    ],
)
def test_what_reads_whole_folders_is_asked_about_where_a_rule_is_about_reading_files_there(
    workspace: Path, command: str
) -> None:
    for rule in ("read(sub/**)", "read(*.pem)", f"read({workspace.resolve()}/sub/*)"):
        assert check(workspace, command, deny=(rule,)).decision == "ask", rule
        assert check(workspace, command, ask=(rule,), mode="plan").decision == "ask", rule
        assert check(workspace, command, deny=(rule,), allow=(f"shell({command})",)).decision == "allow", rule
    assert check(workspace, command, deny=("read(~/.ssh/**)", "read(/etc/*)", "edit(sub/**)")).decision == "allow"


@pytest.mark.parametrize("command", ["grep key a", "ls -R", "git status", "git log --oneline", "find . -name key"])
def test_what_names_its_files_or_shows_only_names_is_not(workspace: Path, command: str) -> None:
    assert check(workspace, command, deny=("read(sub/**)",)).decision == "allow"


@pytest.mark.parametrize(
    "dash", ["cat -- --x", "head -n 1 -- -x", "cat -- a -x", "cp -- --x b", "sort -- --x", "cat --x"]
)
def test_a_name_that_looks_like_an_option_is_a_path_too(workspace: Path, dash: str) -> None:
    (workspace / "--x").symlink_to("/etc/passwd")
    (workspace / "-x").symlink_to("/etc/passwd")
    assert check(workspace, dash, allow=("shell(cp *)",)).decision == "ask"
    assert check(workspace, "cat -- --y", deny=("read(--y)",)).decision == "deny"


@pytest.mark.parametrize(
    "command",
    [
        "for i in 1 2; do cat f; cd sub; done",
        "while ls; do cat f; cd sub; done",
        "until ls; do cat f; builtin cd sub; done",
        "for i in 1 2; do cat f; eval 'cd sub'; done",
        "for i in 1 2; do for j in 1; do cat f; done; cd sub; done",
        "for i in 1 2; do echo x >> f; cd sub; done",
        "ls() { cat f; }; cd sub; ls",
        "function ls { echo x >> f; }; cd sub; ls",
        "eval 'ls() { cat f; }'; cd sub; ls",
        "ls() { cd sub; }; ls; cat f",
        "trap 'cat f' EXIT; cd sub",
    ],
)
def test_what_may_run_again_after_a_cd_is_not_judged_where_it_stands(workspace: Path, command: str) -> None:
    (workspace / "sub" / "f").symlink_to("/etc/passwd")
    rules = ("shell(trap *)", "shell(eval *)", "edit")
    assert check(workspace, command, allow=rules, mode="accept-edits").decision == "ask"
    assert check(workspace, command, mode="plan").decision == "deny"
    assert check(workspace, command, mode="full", deny=("read(sub/**)",)).decision in ("ask", "deny")


@pytest.mark.parametrize(
    "command",
    [
        'for f in a b; do echo "${f%.py}" "${y:-default}"; done',
        "cd sub && for i in 1 2; do cat a; done",
        "for i in 1 2; do (cd sub && ls); done; ls",
        "for i in 1 2; do x=$(cd sub; pwd); done",
        "for i in 1 2; do cat a; done; cd sub; ls",
        "uniq a",
        "uniq -c a",
        "xxd a",
        "cat -- a",
        "rg -- key a",
        "rg -n. key",
        "printf '%5.2f%% %-10s|%s\\n' 1 a b",
        "printf -- '- %s\\n' a",
        "printf '%(%F)T'",
        "printf '%q\\n' *",
    ],
)
def test_everyday_lines_are_not_asked_about(workspace: Path, command: str) -> None:
    (workspace / "link").unlink()
    assert check(workspace, command).decision == "allow"


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
        "git reset --har",
        "git clean -fd -e -n",
        "git clean -fden",
        "git clean -fd --dry-run --no-dry-run",
        "git clean -fd -- -n",
        "git checkout a",
        "git checkout -qf main",
        "git checkout --for main",
        "git checkout 'fil?'",
        "git switch -qf main",
        "git switch --disc main",
        "git push -qf",
        "git push --force-with-lease",
        "git branch -qd x",
        "git checkout-index -fa",
        "git read-tree -um HEAD",
        "git submodule update -f",
        "git grep --open-files=./evil x",
        "git clone -c core.fsmonitor=./evil u v",
        "git fetch --upload-pack=./evil",
        "git difftool -yx ./evil",
        "git -ccore.pager=./evil log",
        "git checkout sub",
        "git -C sub checkout f",
        "git merge --abort",
        "git rebase --abo",
        "git rebase --skip",
        "git cherry-pick --abort",
        "git revert --abort",
        "git am --abort",
        "git tag -d v1",
        "git tag -f v1",
        "git branch -D x",
        "git stash clear",
        "git worktree remove --force x",
        "git worktree add -B main x",
        "git fetch -f",
        "git fetch origin +main:main",
        "git grep -3O./evil x",
        "git init --template=x",
    ],
)
def test_destructive_git_is_asked_about_even_where_git_is_allowed(workspace: Path, command: str) -> None:
    allow = ("shell(git *)", "shell(/usr/bin/git *)", "shell")
    (workspace / "sub" / "f").touch()
    verdict = check(workspace, command, allow=allow)
    assert verdict.decision == "ask"
    assert verdict.suggested_rule is None


@pytest.mark.parametrize(
    "command",
    [
        "git checkout main",
        "git checkout -b new",
        "git clean -n",
        "git restore --staged a",
        "git commit -m x",
        "git tag v1",
        "git merge x",
        "git rebase main",
        "git pull --rebase",
        "git worktree add x",
    ],
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
        "find . -exec ls {} \\; -exec rm {} \\;",
        "env -S 'rm a'",
        "trap 'rm a' EXIT",
        "coproc rm a",
        "bash -euo pipefail -c 'cd x; rm a'",
        "watch 'ls; rm a'",
        "parallel 'rm {}' ::: a",
        "flock -n lock timeout --sig KILL 5 rm a",
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
        "date -u +%F -d yesterday",
        "printf '%s\\n' \"$x\"",
        "grep -n x sub/*.py a",
        "git log --oneline --format='%h %s' | sort -k2 -rn",
        "ls 2>&1 | head",
        "timeout -k 1 5s nice -n 5 ls",
        "time -p ls",
        "git show HEAD:a",
        "tree -a -L 2",
        "jq .x a",
        "diff a sub/a",
        "strings -n 8 a",
        "ps aux",
        "ps -ef",
        "ps -eo pid,etime,cmd --sort=-rss",
        "ps -C node -o pid",
        "grep x a* s*",
        "python3 --version",
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
        'x=-delete; find . "$x"',
        'x=--output=b; sort "$x" a',
        "sort *",
        "sort -[o] a b",
        "sort -? a b",
        "sort --outp=b a",
        "sort -rob a",
        "git diff --outp=x",
        "git log --output=x",
        "git grep --open=./x y",
        "git grep -iO./x y",
        "uniq -- -a b",
        "xxd --r a",
        "date -us 2020-01-01",
        "date --se=2020-01-01",
        "fd -Hx rm",
        "tree -ao x",
        "tree -R -H . -L 1",
        "file -bC",
        "python3",
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


@pytest.mark.parametrize("command", ["$x a", "echo rm a | sh", "bash <<< 'rm a'", "r\\\nm a", "ls; " * 2000 + "rm a"])
def test_full_mode_asks_what_it_cannot_hold_against_a_deny_rule(workspace: Path, command: str) -> None:
    assert check(workspace, command, deny=("shell(rm *)",), mode="full").decision == "ask"


@pytest.mark.parametrize(
    "command",
    [
        "sudo --new-option x rm a",
        "firejail --quiet rm a",
        "systemd-run --user -p X=1 rm a",
        "runuser -u me -- rm a",
        "xvfb-run -a sh -c 'ls; rm a'",
        "strace --new x 'rm a'",
        "git -c alias.x='!rm x' x",
        "git -c core.pager='rm x' log",
        "git bisect run rm a",
        "git config alias.x '!rm x'",
        "PS4='$(rm a)'; set -x; ls",
        "BASH_ENV=f bash run.sh",
        "source <(echo rm a)",
        "x=abc; echo ${x#$(rm a)}",
    ],
)
@pytest.mark.parametrize("rules", ["deny", "ask"])
def test_full_mode_asks_about_what_may_run_a_command_that_a_rule_is_about(
    workspace: Path, command: str, rules: str
) -> None:
    allow, ask, deny = ("shell",), ("shell(rm *)",) * (rules == "ask"), ("shell(rm *)",) * (rules == "deny")
    assert check(workspace, command, allow=allow, ask=ask, deny=deny, mode="full").decision == "ask"
    assert check(workspace, command, mode="full").decision == "allow"


@pytest.mark.parametrize(
    "command",
    [
        "git -c user.name=x commit -m 'rm a'",
        "git rm a",
        "timeout 5 grep rm a",
        "bash run.sh rm",
        "git config user.name rm",
    ],
)
def test_full_mode_runs_what_only_names_what_a_rule_denies(workspace: Path, command: str) -> None:
    assert check(workspace, command, deny=("shell(rm *)",), mode="full").decision == "allow"


@pytest.mark.parametrize(
    ("command", "decision"),
    [
        ("cat sub/key", "deny"),
        ("cp sub/key b", "deny"),
        ("cd sub; cat key", "deny"),
        ("x=sub; cat $x/key", "ask"),
        ("cat < $x", "ask"),
        ("cat /proc/self/cwd/sub/key", "ask"),
        ("diff sub other", "ask"),
        ("cd $x; cat key", "ask"),
        ("grep -r key .", "ask"),
        ("rg key", "ask"),
        ("cat a", "allow"),
        ("cat /etc/hosts", "allow"),
        ("grep key a", "allow"),
        ('echo "$x"', "allow"),
        ("npm test", "allow"),
    ],
)
def test_rules_on_reading_count_in_full_mode_too(workspace: Path, command: str, decision: str) -> None:
    assert check(workspace, command, deny=("read(sub/**)",), mode="full").decision == decision
    asks = {"deny": "ask"}.get(decision, decision)
    assert check(workspace, command, ask=("read(sub/**)",), mode="full").decision == asks
    assert check(workspace, command, mode="full").decision == "allow"


@pytest.mark.parametrize("mode", ["ask", "accept-edits", "full"])
def test_a_rule_that_asks_about_writing_counts_for_what_a_command_is_given(workspace: Path, mode: ApprovalMode) -> None:
    assert check(workspace, "cp a sub/b", allow=("shell(cp *)",), ask=("edit(sub/**)",), mode=mode).decision == "ask"
    assert check(workspace, "cp a b", allow=("shell(cp *)",), ask=("edit(sub/**)",), mode=mode).decision == "allow"


def test_a_pattern_of_a_command_says_nothing_of_files(workspace: Path) -> None:
    assert check(workspace, "cat docker-compose.yml", deny=("shell(docker*)",)).decision == "allow"
    assert check(workspace, "cat docker-compose.yml", ask=("shell(docker*)",)).decision == "allow"
    assert check(workspace, "echo x > pytest.ini", allow=("shell(pytest*)",)).decision == "ask"
    for mode in ("accept-edits", "full"):
        for name in (".git/hooks/git-x", ".git/gitx"):
            assert check(workspace, f"echo x > {name}", allow=("shell(git*)",), mode=mode).decision == "ask"


def test_a_folder_with_very_many_names_is_asked_about(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from localcoder.permissions import globs

    monkeypatch.setattr(globs, "MAX_NAMES_SEEN", 50)
    for number in range(60):
        (workspace / "sub" / str(number)).touch()
    assert check(workspace, "cat a*").decision == "allow"
    assert check(workspace, "cat sub/*").reason == "sub/* may be more names than can be looked at"


@given(st.text(alphabet="ab *\\", max_size=8), st.text(alphabet="ab *\\", max_size=10))
def test_a_pattern_matches_as_a_regular_expression_would(pattern: str, command: str) -> None:
    stars = pattern.removesuffix(" *")
    parts = re.findall(r"\\.|\*|[^*\\]+|\\$", stars)
    literals = [".*" if part == "*" else re.escape(re.sub(r"\\(.)", r"\1", part)) for part in parts]
    expected = "".join(literals) + ("( .*)?" if stars != pattern else "")
    assert _matches(pattern, command) == (re.fullmatch(expected, command) is not None)


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


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=30))
def test_an_escaped_command_matches_itself(text: str) -> None:
    assert Rule("shell", escape(text)).is_exactly(text)


@pytest.mark.parametrize("words", ["a ", "* ", "--x=a "])
def test_very_many_words_in_very_many_folders_are_asked_about(workspace: Path, words: str) -> None:
    command = "cd sub; " * 20 + "grep -r x " + words * 400
    verdict = check(workspace, command, deny=("read(key)",))
    assert (verdict.decision, verdict.reason) == (
        "ask",
        "it cannot be checked: it names very many files in very many folders",
    )
    assert check(workspace, command, mode="plan").decision == "deny"
