"""Programs that run another one: `timeout 5 make`, `xargs rm`, `find -exec rm {} ;`, `bash -c TEXT`."""

from __future__ import annotations

import re
from pathlib import Path

from localcoder.permissions.words import Word

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

_SHELLS = frozenset({"bash", "sh", "dash", "zsh", "ksh"})
_VALUE_OPTIONS = {
    "timeout": "-k -s --kill-after --signal",
    "nice": "-n --adjustment",
    "stdbuf": "-i -o -e --input --output --error",
    "time": "-o -f --output --format",
    "xargs": "-I -n -P -L -d -s -E -a --max-args --max-procs --max-lines --delimiter --max-chars --arg-file --replace",
    "sudo": "-u -g -h -p -C -D -r -t -T -U --user --group --host --prompt --chdir",
    "doas": "-u -C",
    "env": "-u -C --unset --chdir",
    "exec": "-a",
    "ionice": "-c -n -p --class --classdata",
    "unshare": "-S -G -R -w",
}
"""Options whose value is the next word."""

_RUNNERS = frozenset(_PLAIN) | frozenset(_VALUE_OPTIONS) | {"setsid", "coproc", "busybox", "toybox", "unbuffer"}


def is_transparent(words: list[Word]) -> bool:
    """Whether `words` only run another command, so that this other one alone counts.

    A program of that name that is called by a path may be anybody's.
    """
    name = words[0].text
    index = _inner_index(words)
    if name not in _PLAIN or index >= len(words):
        return False
    before = words[1:index]
    if not all(word.known and not word.glob for word in before):
        return False
    return re.fullmatch(_PLAIN[name], " ".join(word.text for word in before)) is not None


def inner_commands(words: list[Word]) -> list[list[Word]]:
    """The commands that `words` are told to run."""
    name = Path(words[0].text).name
    if name == "find":
        return _find_commands(words)
    if name not in _RUNNERS:
        return []
    inner = words[_inner_index(words) :]
    return [inner] if inner else []


def _inner_index(words: list[Word]) -> int:
    """Where the inner command begins: behind the options, `A=1` of `env`, and the duration of `timeout`."""
    name = Path(words[0].text).name
    with_value = _VALUE_OPTIONS.get(name, "").split()
    index = 1
    while index < len(words):
        text = words[index].text
        if text == "--":
            index += 1
            break
        if not text.startswith("-") and not ("=" in text and name in ("env", "sudo", "doas")):
            break
        takes_next = text in with_value or (re.fullmatch(r"-[a-zA-Z0]+", text) and f"-{text[-1]}" in with_value)
        index += 2 if takes_next else 1
    return index + 1 if name == "timeout" else index


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


def script_of(words: list[Word]) -> Word | None:
    """The shell text that `bash -c TEXT`, `eval TEXT`, `trap TEXT EXIT` or `env -S TEXT` runs.

    A shell that reads its commands from its input has a text that is not known.
    """
    name = Path(words[0].text).name
    if name == "eval" and len(words) > 1:
        return Word(" ".join(word.text for word in words[1:]), all(word.known for word in words))
    if name == "trap":
        rest = [word for word in words[1:] if word.text != "--"]
        return rest[0] if len(rest) > 1 and rest[0].text not in ("", "-", "-p", "-l") else None
    if name == "env":
        return _split_string(words)
    return _shell_script(words) if name in _SHELLS else None


def _split_string(words: list[Word]) -> Word | None:
    for index, word in enumerate(words[1:], start=1):
        if re.fullmatch(r"-[a-zA-Z0]*S|--split-string", word.text):
            return Word(" ".join(rest.text for rest in words[index + 1 :]), all(rest.known for rest in words))
        if match := re.match(r"-[a-zA-Z0]*S|--split-string=", word.text):
            rest = [word.text[match.end() :], *(later.text for later in words[index + 1 :])]
            return Word(" ".join(rest), all(later.known for later in words))
    return None


def _shell_script(words: list[Word]) -> Word | None:
    if any(word.text in ("--version", "--help") for word in words):
        return None
    is_text = False
    rest = iter(words[1:])
    for word in rest:
        if word.text in ("-o", "+o", "-O", "+O", "--rcfile", "--init-file"):
            next(rest, None)
        elif re.match(r"[-+].", word.text):
            is_text |= re.fullmatch(r"-[a-zA-Z]*c[a-zA-Z]*", word.text) is not None
        elif is_text:
            return word
        else:
            return None  # a file
    return Word(" ".join(word.text for word in words), known=False)
