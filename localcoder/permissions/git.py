"""Which Git commands provably only read, and which destroy work that was never committed or make Git run programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from localcoder.permissions.options import (
    Arguments,
    Check,
    always,
    anything,
    has_option,
    only,
    positionals,
    starts,
    without,
)

_GLOBAL_VALUE_OPTIONS = frozenset({"-c", "-C", "--git-dir", "--work-tree", "--namespace", "--config-env"})


def only_reads(arguments: Arguments) -> bool:
    """Whether `git ARGUMENTS` changes nothing."""
    if any(option not in ("--no-pager", "-P") for option in _globals(arguments)):
        return False
    subcommand, rest = _subcommand(arguments)
    check = _READ_ONLY.get(subcommand)
    return check is not None and check(rest) and _RUNS_AND_WRITES_NOTHING(rest)


def is_dangerous(arguments: Arguments, is_path: Callable[[str], bool] = lambda name: False) -> bool:
    """Whether `git ARGUMENTS` can destroy uncommitted work or history, or makes Git run something else.

    `is_path` tells a file or folder from a branch where a name may be either.
    """
    if any(re.match(r"-c|--config-env|--exec-path=", option) for option in _globals(arguments)):
        return True
    subcommand, rest = _subcommand(arguments)
    if _RUNS_PROGRAMS(rest):
        return True
    if subcommand == "checkout" and any(is_path(_below_c(arguments, name)) for name in positionals(rest)):
        return True
    check = _DESTRUCTIVE.get(subcommand)
    return check is not None and check(rest)


def shows_files(arguments: Arguments) -> bool:
    """Whether `git ARGUMENTS` shows what is in files, or was: not their names alone."""
    subcommand, rest = _subcommand(arguments)
    check = _SHOWS_FILES.get(subcommand)
    return check is not None and check(rest)


def runs_something_else(arguments: Arguments) -> bool:
    """Whether `git ARGUMENTS` makes Git run a text or a program, now or later."""
    options = _globals(arguments)
    for option, value in zip(options, [*options[1:], ""], strict=False):
        if option == "-c" or re.match(r"-c.|--config-env|--exec-path=", option):
            setting = value if option == "-c" else option[2:]
            if _HARMLESS_SETTING.match(setting) is None:
                return True
    subcommand, rest = _subcommand(arguments)
    check = _RUNS_SOMETHING.get(subcommand)
    return _RUNS_PROGRAMS(rest) or (check is not None and check(rest))


def _below_c(arguments: Arguments, name: str) -> str:
    """`name` as seen from where Git is started, for `-C` changes the folder first."""
    options = _globals(arguments)
    folders = [value for option, value in pairwise(options) if option == "-C"]
    return str(Path(*folders, name))


def _globals(arguments: Arguments) -> Arguments:
    """Git's own options, before the subcommand."""
    found: Arguments = []
    rest = iter(arguments)
    for argument in rest:
        if not argument.startswith("-"):
            break
        found.append(argument)
        if argument in _GLOBAL_VALUE_OPTIONS:
            found.append(next(rest, ""))
    return found


def _subcommand(arguments: Arguments) -> tuple[str, Arguments]:
    rest = arguments[len(_globals(arguments)) :]
    return (rest[0], rest[1:]) if rest else ("", [])


_RUNS_AND_WRITES_NOTHING = without(
    "-O --output --ext-diff --textconv --open-files-in-pager --upload-pack --exec --filters --no-index"
)
_RUNS_PROGRAMS = has_option("--upload-pack --receive-pack --exec --extcmd --open-files-in-pager")

_READ_ONLY: dict[str, Check] = {
    **always(
        "status log diff show rev-parse ls-files ls-tree blame shortlog describe cat-file rev-list merge-base "
        "name-rev diff-tree diff-index for-each-ref show-ref count-objects version check-ignore"
    ),
    "grep": without("-O --open-files-in-pager"),
    "branch": only("-a", "-r", "-v", "-vv", "--all", "--remotes", "--list", "--show-current"),
    "tag": only("-l", "--list", "-n"),
    "remote": only("-v", "--verbose"),
    "stash": starts("list", "show"),
    "config": starts("--get", "--get-all", "--list", "-l", "get", "list"),
    "reflog": lambda arguments: not arguments or arguments[0] == "show",
    "worktree": starts("list"),
    "": only("--version", "--help"),
}


def _checkout(arguments: Arguments) -> bool:
    """Anything but `checkout BRANCH` and `checkout -b NEW`: paths and -f overwrite files."""
    if "--" in arguments or has_option("-f -p -B -m --force --patch --pathspec-from-file --merge --ours --theirs")(
        arguments
    ):
        return True
    names = positionals(arguments)
    creates = has_option("-b --orphan")(arguments)
    return any(not re.fullmatch(r"[\w.+@{}^~-]+", name) or name in (".", "..") for name in names) or (
        len(names) > 1 and not creates
    )


def _clean(arguments: Arguments) -> bool:
    """Only a dry run is harmless; the value of `-e` is no option, and `--no-dry-run` takes it back."""
    plain = [
        argument
        for before, argument in zip(["", *arguments], arguments, strict=False)
        if before not in ("-e", "--exclude")
    ]
    is_dry = any(re.fullmatch(r"-[dfqxX]*n[dfqxXn]*|--dry-run", argument) for argument in plain)
    return not is_dry or "--" in plain or any(re.match(r"-[a-zA-Z]*e|--no-|--e", argument) for argument in plain)


def _restore(arguments: Arguments) -> bool:
    return not has_option("-S --staged")(arguments) or has_option("-W --worktree")(arguments)


def _fetch(arguments: Arguments) -> bool:
    """Branches are only moved to where they do not lead by force; a pull's own options are none."""
    return has_option("-f --force")(arguments) or any(argument.startswith("+") for argument in arguments)


_DESTRUCTIVE: dict[str, Check] = {
    "reset": has_option("--hard --merge --keep"),
    "clean": _clean,
    "checkout": _checkout,
    "checkout-index": anything,
    "read-tree": has_option("-u -m --reset"),
    "restore": _restore,
    "switch": has_option("-f -C -m --force --discard-changes --force-create --merge"),
    "stash": starts("drop", "clear", "pop"),
    "branch": has_option("-d -D -f -M -C --delete --force"),
    "push": lambda arguments: (
        has_option("-f -d --force --force-with-lease --delete --mirror --prune")(arguments)
        or any(re.match(r"\+|:", argument) for argument in arguments)
    ),
    "rm": anything,
    "mv": has_option("-f --force"),
    "reflog": starts("expire", "delete"),
    "gc": has_option("--prune"),
    "prune": anything,
    "update-ref": anything,
    "filter-branch": anything,
    "worktree": lambda arguments: arguments[:1] in (["remove"], ["prune"]) or has_option("-f -B --force")(arguments),
    "tag": has_option("-d -f --delete --force"),
    "merge": has_option("--abort"),
    **dict.fromkeys(("cherry-pick", "revert", "am"), has_option("--abort --skip")),
    "fetch": _fetch,
    "pull": _fetch,
    "notes": starts("remove", "prune"),
    "replace": has_option("-d -f --delete --force"),
    "submodule": lambda arguments: (
        bool({"deinit", "foreach"}.intersection(arguments)) or has_option("-f --force")(arguments)
    ),
    "rebase": has_option("-x --exec --abort --skip"),
    "bisect": starts("run"),
    "difftool": has_option("-x --extcmd"),
    "grep": has_option("-O --open-files-in-pager"),
    "clone": has_option("-c -u --config --upload-pack --template"),
    "init": has_option("--template"),
    "config": lambda arguments: not _READ_ONLY["config"](arguments),
}

_HARMLESS_SETTING = re.compile(
    r"(user|author|committer|color|advice|commit|init\.defaultbranch|merge\.conflictstyle|core\.(quotepath|autocrlf|longpaths))\b",
    re.IGNORECASE,
)
"""Their values are never run."""


def _sets_what_is_run(arguments: Arguments) -> bool:
    """`git config alias.x !rm`, but not `git config user.name x`."""
    setting = next((name for name in positionals(arguments) if "." in name), "")
    return not _READ_ONLY["config"](arguments) and _HARMLESS_SETTING.match(setting) is None


_RUNS_SOMETHING: dict[str, Check] = {
    "bisect": starts("run"),
    "submodule": lambda arguments: "foreach" in arguments,
    "filter-branch": anything,
    "rebase": has_option("-x --exec"),
    "difftool": has_option("-x --extcmd"),
    "grep": has_option("-O --open-files-in-pager"),
    "clone": has_option("-c -u --config --upload-pack --template"),
    "init": has_option("--template"),
    "config": _sets_what_is_run,
}

_SHOWS_PATCHES = has_option(
    "-p -u -c -m -L -U --patch --patch-with-stat --patch-with-raw --unified --binary --check --cc --dd --diff-merges "
    "--remerge-diff"
)
_SHOWS_FILES: dict[str, Check] = {
    **always("grep show diff cat-file"),
    **dict.fromkeys(("log", "stash", "diff-tree", "diff-index", "reflog"), _SHOWS_PATCHES),
}
