"""Conditions on a program's arguments, read as getopt reads them: letters in one word, long options shortened."""

from __future__ import annotations

import re
from collections.abc import Callable

Arguments = list[str]
Check = Callable[[Arguments], bool]


def anything(arguments: Arguments) -> bool:
    """True of whatever arguments."""
    return True


def always(names: str) -> dict[str, Check]:
    """`anything` for each of the names."""
    return dict.fromkeys(names.split(), anything)


def has_option(names: str) -> Check:
    """Whether one of these options (`"-f --force"`) is among the arguments, also in `-qf` or as `--for`.

    The value of another option may be taken for one; it never is the other way round.
    """
    letters = "".join(name[1] for name in names.split() if not name.startswith("--"))
    words = [name for name in names.split() if name.startswith("--")]

    def check(arguments: Arguments) -> bool:
        return any(_is_one_of(argument, letters, words) for argument in arguments)

    return check


def _is_one_of(argument: str, letters: str, words: list[str]) -> bool:
    if argument.startswith("--"):
        name = argument.partition("=")[0]
        return len(name) > 2 and any(word.startswith(name) or name == word for word in words)
    # Letters of options need not be letters: `rg -.L`.
    return bool(letters) and re.match(rf"-.*[{re.escape(letters)}]", argument, re.DOTALL) is not None


def without(names: str) -> Check:
    """Whether none of these options is among the arguments."""
    check = has_option(names)
    return lambda arguments: not check(arguments)


def only(*allowed: str) -> Check:
    """Whether every argument is one of these."""
    return lambda arguments: all(argument in allowed for argument in arguments)


def starts(*first: str) -> Check:
    """Whether the first argument is one of these."""
    return lambda arguments: bool(arguments) and arguments[0] in first


def positionals(arguments: Arguments) -> Arguments:
    """The arguments that are no options; behind `--` none is one."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    before = [argument for argument in arguments[:end] if not argument.startswith("-") or argument == "-"]
    return [*before, *arguments[end + 1 :]]
