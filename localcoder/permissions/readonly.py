"""Which commands provably only read."""

from __future__ import annotations

import os
import re
from pathlib import Path

from localcoder.permissions import git
from localcoder.permissions.options import Arguments, Check, always, anything, has_option, only, positionals, without
from localcoder.permissions.words import Word


def is_read_only(words: tuple[Word, ...]) -> bool:
    """Whether running `words` (a program and its arguments) changes nothing. Unknown programs are not read-only.

    An argument that is not known before running may be any option, one that begins with a wildcard, or is an option
    with one, the name of a file such as `--output=x`; so a program whose options can do harm must be told by words
    alone.
    """
    name = words[0].text
    check = _CHECKS.get(name)
    if check is None:
        return False
    arguments = words[1:]
    if name == "printf":
        arguments = arguments[: 2 if arguments and arguments[0].text == "--" else 1]
    if check not in _NEVER_WRITES and not all(word.known and not word.may_be_option for word in arguments):
        return False
    if check in _COUNTS_WORDS and any(word.glob for word in arguments):
        return False
    return check([word.text for word in words[1:]])


def reads_folders(words: list[str]) -> bool:
    """Whether the command shows what is in files that it does not name: those of a folder, or of a commit."""
    check = _READS_FOLDERS.get(words[0])
    return check is not None and check(words[1:])


def destroys_uncommitted_work(words: list[str], folders: list[Path]) -> bool:
    """Whether this Git command, in one of `folders`, can destroy work or history, or makes Git run something else."""
    if words[0].rpartition("/")[2] != "git":
        return False
    return git.is_dangerous(words[1:], lambda name: any(os.path.lexists(folder / name) for folder in folders))


def _uniq(arguments: Arguments) -> bool:
    """The second file is its output."""
    return len(positionals(arguments)) <= 1


def _xxd(arguments: Arguments) -> bool:
    """The second file is its output, and `-r` writes into it."""
    return len(positionals(arguments)) <= 1 and not any(re.match(r"-+\w*r", argument) for argument in arguments)


def _sed(arguments: Arguments) -> bool:
    """`sed -n 1,5p FILE` alone: the language can write files and run programs."""
    if not arguments or arguments[0] != "-n":
        return False
    scripts = [argument for argument in arguments if not argument.startswith("-")]
    return bool(scripts) and len(arguments) == len(scripts) + 1 and bool(re.fullmatch(r"\d+(,(\d+|\$))?p", scripts[0]))


def _date(arguments: Arguments) -> bool:
    """Showing a time: `-s` sets the clock, `-f` shows the lines of a file."""
    shows = r"\+.*|-[uRI]+|-I\w+|--utc|--universal|--iso-8601(=\w+)?|--rfc-(3339|2822|email)(=\w+)?|--date=.*"
    rest = iter(arguments)
    for argument in rest:
        if argument == "-d":
            next(rest, None)  # its value, which may look like an option
        elif not re.fullmatch(shows, argument, re.DOTALL):
            return False
    return True


def _find(arguments: Arguments) -> bool:
    return not any(re.match(r"-(exec|ok|delete|fprint|fls|L|follow|files0)", argument) for argument in arguments)


_FORMAT = re.compile(
    r"""([^%]|%%|%[-+ #0']*(\d+|\*)?(\.(\d+|\*)?)?([hlLjzt]*[diouxXeEfFgGaA]|[csbqQ]|\([^()]*\)T))*""", re.DOTALL
)


def _printf(arguments: Arguments) -> bool:
    """`-v` sets a variable, `%n` in the format does too, and both run what is in its subscript."""
    rest = arguments[1:] if arguments[:1] == ["--"] else arguments
    if rest == arguments and arguments and arguments[0].startswith("-"):
        return False
    return not rest or _FORMAT.fullmatch(rest[0]) is not None


def _test(arguments: Arguments) -> bool:
    """`-v` runs what is in a subscript."""
    return not {"-v", "-R"}.intersection(arguments)


def _asks_version(*options: str) -> Check:
    """Anything else, nothing too, lets an interpreter run its input; so does `python -v`, which only talks more."""
    return lambda arguments: len(arguments) == 1 and arguments[0] in options


def _jq(arguments: Arguments) -> bool:
    """A program may read modules from anywhere, and one in a file is not looked at."""
    return without("-f --from-file")(arguments) and not any(
        re.search(r"\b(import|include|modulemeta)\b", argument) for argument in arguments
    )


def _ps(arguments: Arguments) -> bool:
    """Without the letter that shows the environment of other processes, which holds secrets: `ps e`, but not `-e`."""
    letters = "[AaNdefFjlHLyVcmT]"
    rest = iter(arguments)
    for argument in rest:
        if re.fullmatch(f"-{letters}*[opCuUgGt]", argument):
            next(rest, None)  # its value, which may look like an option
        elif not re.fullmatch(f"-{letters}+|-?au?x?[wf]*|[axufjlw]+|--sort=.*|--no-headers?|--forest", argument):
            return False
    return True


_LISTS_NO_FILES = without("--files0-from")
"""What is read are the files that are named, not those that a file names."""
_FOLLOWS_NO_LINKS = without("-R --dereference-recursive")
_NEVER_WRITES = (anything, _FOLLOWS_NO_LINKS, _LISTS_NO_FILES)
"""Whatever the arguments are; some may only read more than what they name."""
_COUNTS_WORDS = (_uniq, _xxd, _printf, _date, _ps)
"""What a word does depends on how many stand before it; a wildcard may become many."""

_CHECKS: dict[str, Check] = {
    **always(
        "cat head tail ls pwd cut tr echo true false stat df basename dirname "
        "realpath readlink which type whoami id uname printenv nl tac rev paste join expand fold md5sum "
        "sha1sum sha256sum sha512sum cmp od hexdump sleep seq cd column comm nproc "
        "free uptime tty groups locale :"
    ),
    "arch": lambda arguments: not arguments,  # that of macOS runs a program
    "ps": _ps,
    "strings": lambda arguments: not any(argument.startswith("@") for argument in arguments),  # a file of arguments
    "grep": _FOLLOWS_NO_LINKS,
    "egrep": _FOLLOWS_NO_LINKS,
    "fgrep": _FOLLOWS_NO_LINKS,
    "wc": _LISTS_NO_FILES,
    "du": _LISTS_NO_FILES,
    "rg": without("-z -L --pre --hostname-bin --search-zip --follow"),
    "find": _find,
    "fd": without("-x -X -L --exec --exec-batch --follow"),
    "sort": without("-o -T --output --compress-program --temporary-directory --files0-from"),
    "tree": only("-a", "-d", "-f", "-i", "-s", "-h", "-L", *map(str, range(1, 10)), "--dirsfirst", "--noreport"),
    "file": without("-C -m -f --compile --magic-file --files-from"),
    "date": _date,
    "diff": without("-r --recursive --output --from-file --to-file"),
    "hostname": only("-f", "-s", "-i", "-I"),
    "printf": _printf,
    "test": _test,
    "[": _test,
    "jq": _jq,
    "uniq": _uniq,
    "xxd": _xxd,
    "env": lambda arguments: not arguments,
    "sed": _sed,
    "git": git.only_reads,
    "python": _asks_version("--version", "-V"),
    "python3": _asks_version("--version", "-V"),
    "node": _asks_version("--version", "-v"),
}

_RECURSES = has_option("-r -d --recursive --directories")
_READS_FOLDERS: dict[str, Check] = {
    "grep": _RECURSES,
    "egrep": _RECURSES,
    "fgrep": _RECURSES,
    "rg": anything,
    "git": git.shows_files,
}
