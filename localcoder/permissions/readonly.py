"""Which commands provably only read, and which Git commands destroy work that was never committed."""

from __future__ import annotations

import re
from collections.abc import Callable

Arguments = list[str]


def is_read_only(words: list[str]) -> bool:
    """Whether running `words` (a program and its arguments) changes nothing. Unknown programs are not read-only."""
    name, arguments = words[0], words[1:]
    check = _CHECKS.get(name)
    return check is not None and check(arguments)


def destroys_uncommitted_work(words: list[str]) -> bool:
    """Whether this Git command can destroy uncommitted work or history, or makes Git run something else."""
    if words[0].rpartition("/")[2] != "git":
        return False
    if any(re.match(r"-c$|--config-env|--exec-path=|-c.+=", word) for word in _git_globals(words[1:])):
        return True
    subcommand, arguments = _git_subcommand(words[1:])
    check = _DESTRUCTIVE_GIT.get(subcommand)
    return check is not None and check(arguments)


def _any(arguments: Arguments) -> bool:
    return True


def _always(names: str) -> dict[str, Callable[[Arguments], bool]]:
    return dict.fromkeys(names.split(), _any)


def _without(*patterns: str) -> Callable[[Arguments], bool]:
    """Read-only unless an argument begins like one of the regular expressions."""
    forbidden = re.compile("|".join(patterns))
    return lambda arguments: not any(forbidden.match(argument) for argument in arguments)


def _positionals(arguments: Arguments) -> Arguments:
    return [argument for argument in arguments if not argument.startswith("-") or argument == "-"]


def _at_most_one_file(arguments: Arguments) -> bool:
    """For programs whose second file is their output."""
    return len(_positionals(arguments)) <= 1


def _sed(arguments: Arguments) -> bool:
    """`sed -n 1,5p FILE` alone: the language can write files and run programs."""
    if not arguments or arguments[0] != "-n":
        return False
    scripts = _positionals(arguments)
    return bool(scripts) and len(arguments) == len(scripts) + 1 and bool(re.fullmatch(r"\d+(,(\d+|\$))?p", scripts[0]))


def _git(arguments: Arguments) -> bool:
    if any(option not in ("--no-pager", "-P") for option in _git_globals(arguments)):
        return False
    subcommand, rest = _git_subcommand(arguments)
    check = _READ_ONLY_GIT.get(subcommand)
    return check is not None and check(rest) and _GIT_RUNS_OR_WRITES(rest)


def _git_globals(arguments: Arguments) -> Arguments:
    """Git's own options, before the subcommand."""
    found: Arguments = []
    rest = iter(arguments)
    for argument in rest:
        if not argument.startswith("-"):
            break
        found.append(argument)
        if argument in _GIT_VALUE_OPTIONS:
            found.append(next(rest, ""))
    return found


def _git_subcommand(arguments: Arguments) -> tuple[str, Arguments]:
    rest = arguments[len(_git_globals(arguments)) :]
    return (rest[0], rest[1:]) if rest else ("", [])


_GIT_VALUE_OPTIONS = frozenset({"-c", "-C", "--git-dir", "--work-tree", "--namespace", "--config-env"})
_GIT_RUNS_OR_WRITES = _without(
    r"--output", r"--ext-diff", r"--textconv", r"-O", r"--open-files", r"--upload-pack", r"--exec"
)


def _only(*allowed: str) -> Callable[[Arguments], bool]:
    """Read-only if every argument is one of these."""
    return lambda arguments: all(argument in allowed for argument in arguments)


def _starts(*first: str) -> Callable[[Arguments], bool]:
    """Read-only if the first argument is one of these."""
    return lambda arguments: bool(arguments) and arguments[0] in first


_READ_ONLY_GIT: dict[str, Callable[[Arguments], bool]] = {
    **_always(
        "status log diff show rev-parse ls-files ls-tree blame shortlog describe cat-file rev-list merge-base "
        "name-rev grep diff-tree diff-index for-each-ref show-ref count-objects version check-ignore"
    ),
    "branch": _only("-a", "-r", "-v", "-vv", "--all", "--remotes", "--list", "--show-current"),
    "tag": _only("-l", "--list", "-n"),
    "remote": _only("-v", "--verbose"),
    "stash": _starts("list", "show"),
    "config": _starts("--get", "--get-all", "--list", "-l", "get", "list"),
    "reflog": lambda arguments: not arguments or arguments[0] == "show",
    "worktree": _starts("list"),
    "": _only("--version", "--help"),
}

_CHECKS: dict[str, Callable[[Arguments], bool]] = {
    **_always(
        "cat head tail ls pwd wc grep egrep fgrep cut tr echo true false test [ stat du df basename dirname "
        "realpath readlink which type whoami id uname printenv nl tac rev paste join expand fold md5sum "
        "sha1sum sha256sum sha512sum cmp strings od hexdump jq sleep seq cd printf diff column comm nproc "
        "free uptime tty arch groups locale :"
    ),
    "rg": _without(r"--pre", r"--hostname-bin", r"-z", r"--search-zip"),
    "find": _without(r"-(exec|ok|delete|fprint|fls)"),
    "fd": _without(r"-x", r"-X", r"--exec"),
    "sort": _without(r"-[a-zA-Z]*o", r"--output", r"--compress-program", r"-[a-zA-Z]*T", r"--temporary"),
    "tree": _without(r"-o", r"--output"),
    "file": _without(r"-C", r"--compile", r"-m"),
    "date": _without(r"-s", r"--set", r"[0-9]"),
    "hostname": _only("-f", "-s", "-i", "-I"),
    "uniq": _at_most_one_file,
    "xxd": lambda arguments: _at_most_one_file(arguments) and _without(r"-r", r"-[a-z]*r")(arguments),
    "env": lambda arguments: not arguments,
    "ps": _any,
    "sed": _sed,
    "git": _git,
    "python": _only("--version", "-V"),
    "python3": _only("--version", "-V"),
    "node": _only("--version", "-v"),
}


def _has(*patterns: str) -> Callable[[Arguments], bool]:
    wanted = re.compile("|".join(patterns))
    return lambda arguments: any(wanted.match(argument) for argument in arguments)


def _checkout(arguments: Arguments) -> bool:
    """Anything but `checkout BRANCH` and `checkout -b NEW`: paths and -f overwrite files."""
    if _has(r"-f$", r"--force", r"--$", r"-p$", r"--patch", r"--pathspec", r"-B")(arguments):
        return True
    names = _positionals(arguments)
    creates = any(argument == "-b" for argument in arguments)
    return any(name in (".", "..") or "/" in name or "*" in name for name in names) or (len(names) > 1 and not creates)


_DESTRUCTIVE_GIT: dict[str, Callable[[Arguments], bool]] = {
    "reset": _has(r"--hard", r"--merge", r"--keep"),
    "clean": lambda arguments: not _has(r"-[a-z]*n", r"--dry-run")(arguments),
    "checkout": _checkout,
    "restore": lambda arguments: not _has(r"--staged$", r"-S$")(arguments) or _has(r"--worktree", r"-W")(arguments),
    "switch": _has(r"-f$", r"--force", r"--discard-changes", r"-C"),
    "stash": _starts("drop", "clear", "pop"),
    "branch": _has(r"-[a-zA-Z]*D", r"--delete", r"-d", r"-f$", r"--force", r"-M"),
    "push": _has(r"-f$", r"--force", r"--delete", r"-d$", r"\+", r":", r"--mirror", r"--prune"),
    "rm": _any,
    "reflog": _starts("expire", "delete"),
    "gc": _has(r"--prune"),
    "prune": _any,
    "update-ref": _any,
    "filter-branch": _any,
    "worktree": _starts("remove", "prune"),
    "submodule": _has(r"deinit", r"foreach"),
    "rebase": _has(r"-x", r"--exec"),
    "bisect": _starts("run"),
    "config": lambda arguments: not _READ_ONLY_GIT["config"](arguments),
}
