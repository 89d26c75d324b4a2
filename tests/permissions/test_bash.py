"""Reading bash: whatever a command line runs or opens, the parts name it, or it counts as unclear."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from localcoder.permissions.bash import MAX_WORDS, Assignment, CommandLine, Redirect, SimpleCommand, parse
from localcoder.permissions.words import Word

BASH = shutil.which("bash") or ""


@given(st.text(max_size=60))
def test_parsing_never_raises(source: str) -> None:
    parse(source)


@pytest.mark.parametrize(
    "source",
    [
        "nice " * 4000 + "ls", "eval " * 3900 + "ls", "cd .; " * 3000, "(" * 9000 + ")" * 9000,
        "$(" * 6000 + "ls" + ")" * 6000,
        "find . " + "-exec ls {} \\; " * 1000, "ls;" * 6000, "cat " + "* " * 5000, "echo " + "a" * 1_000_000,
        "ls " + ">a " * 4000, "if ls; then " * 1400 + "ls;" + " fi;" * 1400, '"$(' * 4000 + "ls" + ')"' * 4000,
    ],
    ids=lambda source: source[:12],
)  # fmt: skip
def test_a_line_of_any_size_and_depth_is_unclear_and_costs_little(source: str) -> None:
    line = parse(source)
    assert line.unclear
    assert sum(len(part.words) if isinstance(part, SimpleCommand) else 1 for part in line.parts) <= MAX_WORDS


@pytest.mark.parametrize("source", ["a{\U0010ffff", "echo {1..2\U000a8a3d", "echo '{\U0001f600'", "ls \ud800"])
def test_what_the_grammar_cannot_read_is_unclear(source: str) -> None:
    assert parse(source).unclear


def setters(line: CommandLine) -> list[str]:
    return [part.name for part in line.parts if isinstance(part, Assignment)]


@pytest.mark.parametrize(
    "source",
    ["for PATH in .; do cat a; done", "echo ${PATH:=x}", "echo ${PATH=x}", "PATH=.", "PATH+=.", 'echo "${PATH:=x}"'],
)
def test_every_way_to_set_a_variable_is_an_assignment(source: str) -> None:
    assert setters(parse(source)) == ["PATH"]


RUNS_VALUES = [
    "echo $((PATH=1))",
    "echo $((x))",
    "echo $[x]",
    "(( x ))",
    "[[ $x -eq 0 ]]",
    "[[ 0 -lt x ]]",
    "[[ -v $x ]]",
    "[ -v 'a[$(rm a)]' ] && ls",
    "[ $x ] && ls",
    "echo ${x@P}",
    "echo ${!x}",
    "echo ${!x*}",
    "echo ${y:x}",
    "echo ${a[x]}",
    "ls {PATH}<a",
    "select PATH in .; do ls; done",
    "bash <<< 'rm a'",
    "echo 'rm a' | sh",
    "time PATH=. ls",
    "time ! ls",
    "ls >& -la",
    "ls -a<<E\nx\nE",
    "ls <<E\nx\nE \nE",
    "ls <<E <<F\nx\nE\nF",
]


@pytest.mark.parametrize("source", RUNS_VALUES)
def test_what_sets_variables_or_runs_their_values_unseen_is_unclear(source: str) -> None:
    assert parse(source).unclear


@pytest.mark.parametrize(
    "source",
    [
        "ls -la src | head -20",
        'for f in a b; do echo "$f" "${f%.py}" "${f:-x}" "${f:0:2}"; done',
        '[ -f a ] && [ "$x" = y ] && [ $? -eq 0 ] && ls',
        '[[ -n "$x" && $x == a* && $# -gt 0 ]] && ls',
        "echo $((1 + 2 * 3)) `pwd` $(pwd)",
        "make -j4 \\\n  all 2>&1 | tail -5",
        "cat <<'E' > f\n$(x) `y`\nE",
        "cat <<E\nplain $x\nE",
        'git commit -m "it\'s `x` done"',
        "ls *.py > 'a b' 2>/dev/null && ! grep -q x f",
        "find . -name '*.py' -exec wc -l {} + && xargs -0 ls",
        "x=$(pwd); cd sub || exit 1; (ls); { ls; }",
    ],
)
def test_everyday_lines_are_understood(source: str) -> None:
    assert not parse(source).unclear


@pytest.mark.parametrize(
    ("source", "inner"),
    [
        ("find . -exec ls {} \\; -exec rm {} \\;", "rm {}"),
        ("xargs --max-args 1 rm", "rm"),
        ("xargs -0I {} rm {}", "rm {}"),
        ("env -S 'rm a'", "rm a"),
        ("env --split-string='rm a'", "rm a"),
        ("bash -c -x 'rm a'", "rm a"),
        ("bash -o pipefail -ec -- 'rm a'", "rm a"),
        ("trap 'rm a' EXIT", "rm a"),
        ("coproc rm a", "rm a"),
        ("exec -a x rm a", "rm a"),
        ("busybox rm a", "rm a"),
        ("sudo --user root rm a", "rm a"),
        ("/usr/bin/time -o x rm a", "rm a"),
        ("eval 'eval \"rm a\"'", "rm a"),
        ("eval -- rm a", "rm a"),
        ("bash -euo pipefail -c 'rm a'", "rm a"),
        ("bash -co pipefail 'rm a'", "rm a"),
        ("bash -rcfile x -c 'rm a'", "rm a"),
        ("bash -c -- 'rm a'", "rm a"),
        ("rbash -c 'rm a'", "rm a"),
        ("xargs --replace rm {}", "rm {}"),
        ("xargs --max-lines rm a", "rm a"),
        ("xargs --max-arg 1 rm a", "rm a"),
        ("xargs -IP rm P", "rm P"),
        ("xargs -i rm {}", "rm {}"),
        ("timeout --sig KILL 5 rm a", "rm a"),
        ("nice --adj 5 rm a", "rm a"),
        ("sudo --us root rm a", "rm a"),
        ("sudo -Eu root rm a", "rm a"),
        ("env --unse X rm a", "rm a"),
        ("env --split 'rm a'", "rm a"),
        ("flock -w 5 f rm a", "rm a"),
        ("flock f -c 'rm a'", "rm a"),
        ("taskset -c 0-3 rm a", "rm a"),
        ("chrt -b 0 rm a", "rm a"),
        ("ionice -c3 rm a", "rm a"),
        ("setpriv --reuid 1 rm a", "rm a"),
        ("prlimit --nofile=9 rm a", "rm a"),
        ("strace -fo log rm a", "rm a"),
        ("watch -n 1 rm a", "rm a"),
        ("watch -n1 'ls; rm a'", "rm a"),
        ("parallel -j4 rm ::: a b", "rm"),
        ("parallel 'ls; rm {}' ::: a", "rm {}"),
        ("chroot . rm a", "rm a"),
        ("script -qc 'rm a' log", "rm a"),
        ("script log --comm='rm a'", "rm a"),
        ("su root -c 'rm a'", "rm a"),
    ],
)
def test_what_a_program_is_told_to_run_is_a_command_too(source: str, inner: str) -> None:
    assert inner in [" ".join(command.texts) for command in parse(source).commands]


@pytest.mark.parametrize(
    "source",
    [
        "source <(echo rm a)", ". /dev/stdin <<< 'rm a'", "bash <(echo rm a)", "bash /dev/stdin <<< 'rm a'",
        "echo rm a | bash -", "echo rm a | bash -s x", "echo rm a | su", "echo rm a | sudo -s", "echo rm a | parallel",
        "echo rm a | unshare", "echo rm | xargs nice", "find . -exec {} +", "xargs -I% % a", "xargs -I% sh -c 'ls %'",
        "parallel {} a ::: rm", "su -c \"$x\"", "fish -c 'rm a'", "alias ls=rm; ls", "mapfile -C 'rm a' x",
        "hash -p /bin/rm ls; ls a", "jobs -x rm a", "env -C sub ls", "valgrind $x a", "bash $x 'rm a'",
    ],
)  # fmt: skip
def test_a_program_that_runs_what_is_not_known_before_makes_the_line_unclear(source: str) -> None:
    assert parse(source).unclear


@pytest.mark.parametrize("source", ["bash run.sh", ". venv/bin/activate", "bash -x run.sh a", "sh --version", "env"])
def test_a_script_that_lies_there_already_is_understood(source: str) -> None:
    assert not parse(source).unclear


OPERATORS = (
    *("#", "##", "%", "%%", "^", "^^", ",", ",,", "/", "//", "/#", "/%", "/a/", "//a/", "/a/b", "/*/"),
    *(":-", "-", ":+", "+", ":?", "?", ":=", "=", "#*", "%b", "#[", ":-[", "#a"),
)
HIDDEN = [
    "$(rm a)", "`rm a`", "<(rm a)", ">(rm a)", "$((a[$(rm a)]))", "$[a[$(rm a)]]", '$"$(rm a)"', "'$(rm a)'",
    "$'$(rm a)'", "$'\\x24(rm a)'", '"$(rm a)"', "${z:-$(rm a)}", "${z#$(rm a)}", "${z:-'$(rm a)'}", "a'}'b$(rm a)",
    "'}\"; rm a; echo \"'", "\\\\$(rm a)", "\\'$(rm a)\\'", "$y$(rm a)", "{$(rm a)", "~$(rm a)", "#$(rm a)",
]  # fmt: skip


@pytest.mark.skipif(not BASH, reason="needs bash")
@pytest.mark.parametrize("operator", OPERATORS)
def test_no_command_hides_in_an_expansion(tmp_path: Path, operator: str) -> None:
    for hidden in HIDDEN:
        for quote in ("", '"'):
            source = f"x=abc; y=b; ec {quote}${{x{operator}{hidden}}}{quote}"
            line = parse(source)
            if not line.unclear and ["rm", "a"] not in [command.texts for command in line.commands]:
                assert ["rm", "a"] not in run_in_bash(source, tmp_path)[0], source


@pytest.mark.parametrize("source", ['echo `echo "\\$(rm a)"`', 'echo "`echo \\"a\\"`"', "echo `echo '\\`rm a\\`'`"])
def test_backquotes_that_hold_escapes_for_themselves_are_unclear(source: str) -> None:
    assert parse(source).unclear


@pytest.mark.parametrize(
    "source",
    [
        'echo "${x%.py}" ${x##*/} "${x%%[0-9]*}" ${x^^} ${x,,}',
        'echo "${x:-none}" "${x:-$HOME/a}" "${x:-$(pwd)}" ${x:-"a b"}',
        'echo "${x%$\'\\n\'}" ${x// /_} ${x/#$y/} "${x#$y/}" ${x//\\//_} ${#x}',
    ],
)
def test_everyday_expansions_are_understood(source: str) -> None:
    assert not parse(source).unclear


PIECES = [
    *["rm", "cat", "ec", "a", "é", "1", "'", '"', "$(", ")", "`", "|", "||", "&&", ";", "\n", "{", "}", "$x", ">", "<"],
    *["&", "\\", "\\\n", "#", "(", "[[", "]]", "[", "]", "!", "<(", "$((1))", "${x:-", "${x", "x=1", "x=", "()", "*"],
    *["<<E\n", "<<'E'\n", "<<-E\n", "\nE\n", "<<<", "$'", '$"', "\\'", "\\`", "\\rm", "r'm'", "?", "{a,b}", ",", ".."],
    *["if", "then", "fi", "do", "done", "while", "case", "in", ";;", "esac", "for x in ", "; do", "; done", "select"],
    *["~", "2>&1", ">&", "=", "+", "@", "%", "^", "-", "--", "-c", "eval ", "bash -c ", "time ", "coproc "],
    *["function f ", "\t", "\r", "\u00a0", "\u2028", "{fd}", "[0]", "(( ", "))", "'rm a'", "`rm a`", "$(rm a)", "$x "],
    "x='rm a';", "${x#", "${x//", "${x^", '"${x:-', "x=a;", "\\$(rm a)", "<(rm a)", "$[", "$'\\x24", '"}"', "echo `",
]  # fmt: skip
"""No slash: what a line writes stays in the folder that it runs in."""


NOTES_ITS_WORDS = '#!/bin/sh\nprintf "%s\\0" "${0##*/}" "$@" > "$LOG/$$"\n'


def could_be(words: tuple[Word, ...], argv: list[str]) -> bool:
    """Whether the words can become these arguments: what is not known, and each wildcard, may be any number of them."""
    if not words:
        return not argv
    if words[0].known and not words[0].glob:
        return argv[:1] == [words[0].text] and could_be(words[1:], argv[1:])
    return any(could_be(words[1:], argv[count:]) for count in range(len(argv) + 1))


def run_in_bash(source: str, folder: Path) -> tuple[list[list[str]], list[str]]:
    """What bash runs of the programs `rm`, `cat` and `ec` for `source`, and the names of the files that it writes."""
    programs, work, log = folder / "bin", folder / "work", folder / "log"
    if not programs.exists():
        programs.mkdir()
        for name in ("rm", "cat", "ec"):
            (programs / name).write_text(NOTES_ITS_WORDS)
            (programs / name).chmod(0o755)
    for empty in (work, log):
        shutil.rmtree(empty, ignore_errors=True)
        empty.mkdir()
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(
            [BASH, "-c", source],
            cwd=work,
            env={"PATH": str(programs), "LOG": str(log), "LANG": "C.UTF-8", "HOME": str(Path.home())},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=5,
            check=False,
        )
    records = [record.read_bytes().split(b"\0")[:-1] for record in log.iterdir()]
    ran = [[argument.decode("utf-8", "surrogateescape") for argument in record] for record in records]
    return [argv for argv in ran if argv], [path.name for path in work.iterdir()]


@pytest.mark.skipif(not BASH, reason="needs bash")
def test_what_bash_runs_and_writes_is_noted(tmp_path: Path) -> None:
    ran, written = run_in_bash("rm 'a b' é; x=$(ec); cat < /dev/null > out", tmp_path)
    assert sorted(ran) == [["cat"], ["ec"], ["rm", "a b", "é"]] and written == ["out"]


@pytest.mark.skipif(not BASH, reason="needs bash")
@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["", " "])), min_size=1, max_size=12))
def test_whatever_bash_runs_or_opens_is_among_the_parts_with_the_same_words_or_the_line_is_unclear(
    tmp_path: Path, pieces: list[tuple[str, str]]
) -> None:
    source = "".join(piece + blank for piece, blank in pieces)
    line = parse(source)
    if line.unclear:
        return
    ran, written = run_in_bash(source, tmp_path)
    for argv in ran:
        assert any(could_be(command.words, argv) for command in line.commands), argv
    targets = [part.target for part in line.parts if isinstance(part, Redirect) and part.kind == "write"]
    for name in written:
        assert any(not target.known or target.glob or target.text == name for target in targets), name
