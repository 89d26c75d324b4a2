"""Programs that run another one: `timeout 5 make`, `xargs rm`, `find -exec rm {} ;`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcoder.permissions.options import has_option
from localcoder.permissions.words import Word, names

_PLAIN = {
    "timeout": r"((-v|--verbose|--foreground|--preserve-status|-[ks] ?[\w.+-]+|--(kill-after|signal)[= ][\w.+-]+) )*"
    r"\d[\d.]*[smhd]?",
    "nice": r"(-n ?-?\d+|--adjustment[= ]-?\d+|-\d+)?",
    "nohup": r"",
    "time": r"(-p)?",
    "stdbuf": r"(-[ioe] ?\w+|--(input|output|error)[= ]\w+)( (-[ioe] ?\w+|--(input|output|error)[= ]\w+))*",
    "command": r"(-[pvV]+)?( ?--)?",
    "builtin": r"(--)?",
}
"""Programs that only run another one, and the options with which they do nothing else."""


@dataclass(frozen=True, slots=True)
class _Runner:
    """How a program finds the command that it runs: behind its options, and `operands` words of its own.

    `values`: the options whose value is the next word. `joined`: letters whose value, if any, is in the same word.
    `moves`: the options by which the command runs in another folder. `sets`: `A=1` may stand before the command.
    """

    values: str = ""
    joined: str = ""
    operands: int = 0
    moves: str = ""
    sets: bool = False


_RUNNERS = {
    **dict.fromkeys(names("nohup command builtin setsid coproc busybox toybox unbuffer"), _Runner()),
    "timeout": _Runner("-k -s --kill-after --signal", operands=1),
    "nice": _Runner("-n --adjustment"),
    "stdbuf": _Runner("-i -o -e --input --output --error"),
    "time": _Runner("-o -f --output --format"),
    "xargs": _Runner(
        "-I -n -P -L -d -s -E -a --max-args --max-procs --delimiter --max-chars --arg-file --process-slot-var",
        joined="iel",
    ),
    "sudo": _Runner(
        "-u -g -h -p -C -D -R -r -t -T -U --user --group --host --prompt --close-from --chdir --chroot --role --type "
        "--command-timeout --other-user",
        moves="-D -R --chdir --chroot",
        sets=True,
    ),
    "doas": _Runner("-u -C -a", sets=True),
    "env": _Runner("-u -C --unset --chdir", moves="-C --chdir", sets=True),
    "exec": _Runner("-a"),
    "ionice": _Runner("-c -n -p -P -u --class --classdata --pid --pgid --uid"),
    "unshare": _Runner(
        "-S -G -R -w --setuid --setgid --root --wd --propagation --setgroups --map-user --map-group --map-users "
        "--map-groups --boottime --monotonic",
        moves="-R -w --root --wd",
    ),
    "flock": _Runner("-w -E --timeout --wait --conflict-exit-code", operands=1),
    "taskset": _Runner(operands=1),
    "chrt": _Runner("-T -P -D --sched-runtime --sched-period --sched-deadline", operands=1),
    "chroot": _Runner("--userspec --groups", operands=1),
    "prlimit": _Runner("-p -o --pid --output"),
    "setpriv": _Runner(
        "--ruid --euid --reuid --rgid --egid --regid --groups --inh-caps --ambient-caps --bounding-set --securebits "
        "--pdeathsig --selinux-label --apparmor-profile --ptracer --landlock-access --landlock-rule --seccomp-filter"
    ),
    "strace": _Runner(
        "-a -b -e -E -I -o -O -p -P -s -S -u -U -X --attach --env --output --user --trace --string-limit"
    ),
    "watch": _Runner("-n -q -s --interval --equexit --shotsdir"),
    "parallel": _Runner(
        "-j -n -N -P -L -I -a -C -d -E -S -s --jobs --max-args --max-procs --max-replace-args --arg-file --colsep "
        "--delimiter --sshlogin --timeout --delay --retries --joblog --results --tmpdir --wd --workdir --halt "
        "--tagstring --env --rpl --load --memfree --nice --basefile --max-chars",
        joined="iel",
        moves="--wd --workdir",
    ),
}
_ALSO_RUN = names(
    "su runuser script sg newgrp ltrace setarch numactl pkexec fakeroot systemd-run systemd-inhibit nsenter firejail "
    "bwrap proot dbus-run-session start-stop-daemon chpst gosu setuidgid tini dumb-init catchsegv valgrind gdb entr "
    "faketime torsocks proxychains proxychains4 chronic ifne cpulimit caffeinate arch xvfb-run rlwrap daemonize fd "
    "fdfind run-one ssh-agent"
)
"""Which of their words begin the command is not known; see `possible_commands`."""
_MAX_POSSIBLE = 50
"""So many words before the command are more than anybody writes."""


def is_transparent(words: list[Word]) -> bool:
    """Whether `words` only run another command, so that this other one alone counts.

    A program of that name that is called by a path may be anybody's.
    """
    name = words[0].text
    index = inner_index(words)
    if name not in _PLAIN or index >= len(words):
        return False
    before = words[1:index]
    if not all(word.known and not word.glob for word in before):
        return False
    return re.fullmatch(_PLAIN[name], " ".join(word.text for word in before)) is not None


def inner_commands(words: list[Word]) -> list[list[Word]]:
    """The commands that `words` are told to run, as words of their own; see `script_of` for texts."""
    name = words[0].text.rpartition("/")[2]
    if name == "find":
        return _find_commands(words)
    if name not in _RUNNERS or name in ("watch", "parallel"):
        return []
    inner = words[inner_index(words) :]
    return [inner] if inner else []


def possible_commands(words: list[Word]) -> list[list[Word]]:
    """All that a program which runs another one could take for the command, whatever its options mean.

    A rule that denies a command has to be held against each, for options may be shortened, or not be known here.
    """
    name = words[0].text.rpartition("/")[2]
    if name not in _ALSO_RUN and (name not in _RUNNERS or is_transparent(words)):
        return []
    return [words[index:] for index in range(1, min(len(words), _MAX_POSSIBLE + 1))]


def why_unclear(words: list[Word], *, fed: bool) -> str:
    """Why it cannot be told what a program which runs another one does; empty if it can.

    `fed`: its last words come from the input, as those of `xargs`.
    """
    name = words[0].text.rpartition("/")[2]
    if name in _ALSO_RUN:
        first = next((word for word in words[1:] if not word.text.startswith("-")), None)
        return "" if first is None or first.known else f"what {name} runs is only known when it runs"
    runner = _RUNNERS.get(name)
    if runner is None:
        return ""
    index = inner_index(words)
    if fed and index >= len(words):
        return f"what {name} runs comes from its input"
    if name == "chroot" or (runner.moves and has_option(runner.moves)([word.text for word in words[1:index]])):
        return f"{name} runs it in another folder"
    return ""


def inner_index(words: list[Word]) -> int:
    """Where the inner command begins: behind the options, `A=1` of `env`, and words such as the time of `timeout`."""
    name = words[0].text.rpartition("/")[2]
    runner = _RUNNERS.get(name, _Runner())
    index = 1
    while index < len(words):
        text = words[index].text
        if text == "--":
            index += 1
            break
        if not text.startswith("-") and not ("=" in text and runner.sets):
            break
        index += 2 if _takes_next(text, runner) else 1
    return index + runner.operands


def _takes_next(text: str, runner: _Runner) -> bool:
    """Whether the value of the option, or of the last letter in it, is the next word. Long names may be shortened."""
    values = runner.values.split()
    if text.startswith("--"):
        return any(value.startswith(text) for value in values if value.startswith("--"))
    letters = {value[1] for value in values if not value.startswith("--")}
    for index, letter in enumerate(text[1:], start=1):
        if letter in letters:
            return index == len(text) - 1
        if letter in runner.joined:
            return False
    return False


def placeholder(words: list[Word]) -> str:
    """What `find` or `xargs -I` replaces in the words of its command by what it reads; empty if nothing."""
    name = words[0].text.rpartition("/")[2]
    if name != "xargs":
        return "{}" if name == "find" else ""
    place = ""
    options = [word.text for word in words[1 : inner_index(words)]]
    for option, after in zip(options, [*options[1:], ""], strict=False):
        if match := re.match(r"--r[a-z]*(?:=(.*))?$|-[0ortpx]*([Ii])(.*)$", option, re.DOTALL):
            place = match[1] or match[3] or (after if match[2] == "I" else "") or "{}"
    return place


def _find_commands(words: list[Word]) -> list[list[Word]]:
    found: list[list[Word]] = []
    current: list[Word] | None = None
    for word in words:
        if word.text in ("-exec", "-execdir", "-ok", "-okdir"):
            current = []
            found.append(current)
        elif word.text == ";":
            current = None
        elif current is not None:
            current.append(word)
    return [command for command in found if command]
