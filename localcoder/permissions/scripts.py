"""Texts that a program hands to a shell: `bash -c TEXT`, `eval TEXT`, `trap TEXT EXIT`, `watch TEXT`."""

from __future__ import annotations

import re

from localcoder.permissions.runners import inner_index
from localcoder.permissions.words import Word, names

_SHELLS = names("bash sh dash zsh ksh rbash ash mksh lksh pdksh rksh rzsh yash posh")
_OTHER_SHELLS = names("fish csh tcsh pwsh nu xonsh elvish")
"""Their language is not bash's."""
_TEXT_OF_C = names("su runuser script sg newgrp")
"""Run what their `-c` says; without it, a shell that reads its input."""
_START_SHELLS = names("unshare chroot nsenter fakeroot dbus-run-session")
"""Start a shell if they are told no command."""
_RUN_BY_OPTION = {
    **dict.fromkeys(names("mapfile readarray complete compgen"), "-C"),
    "hash": "-p",
    "jobs": "-x",
    "bind": "-x",
    "enable": "-f",
}
"""Builtins that run, or give a name to, what their option says."""


def script_of(words: list[Word]) -> Word | None:
    """The shell text that `words` run.

    A shell that reads its commands from its input, or from a file that is made as it starts, has a text that is not
    known.
    """
    name = words[0].text.rpartition("/")[2]
    unknown = _joined(words, known=False)
    if name in _RUN_BY_OPTION:
        letter = _RUN_BY_OPTION[name][1]
        return unknown if any(re.match(rf"-\w*{letter}", word.text) for word in words[1:]) else None
    if name in _SHELLS:
        return _shell_script(words)
    if name in _OTHER_SHELLS or (name in _START_SHELLS and inner_index(words) >= len(words)):
        return None if _only_asks(words) else unknown
    if name in _TEXT_OF_C:
        return None if _only_asks(words) else _text_of_c(words) or unknown
    match name:
        case "eval":
            rest = words[2:] if len(words) > 1 and words[1].text == "--" else words[1:]
            return _joined(rest) if rest else None
        case "trap":
            rest = [word for word in words[1:] if word.text != "--"]
            return rest[0] if len(rest) > 1 and rest[0].text not in ("", "-", "-p", "-l") else None
        case "alias" | "fc":
            return unknown if len(words) > 1 else None
        case "env":
            return _split_string(words)
        case "." | "source":
            file = next((word for word in words[1:] if word.text != "--"), None)
            return None if file is None or _is_lasting(file) else unknown
        case "sudo" | "doas" if inner_index(words) >= len(words):
            starts = any(re.match(r"-\w*[si]|--(s|lo)", word.text) for word in words[1:])
            return unknown if starts else None
        case "flock":
            inner = words[inner_index(words) :]
            is_text = len(inner) > 1 and re.fullmatch(r"-c|--c[a-z]*", inner[0].text)
            return inner[1] if is_text else None
        case "watch":
            inner = words[inner_index(words) :]
            return _joined(inner) if inner else None
        case "parallel":
            return _of_parallel(words)
    return None


def _joined(words: list[Word], *, known: bool = True) -> Word:
    return Word(" ".join(word.text for word in words), known and all(word.known for word in words))


def _only_asks(words: list[Word]) -> bool:
    return len(words) == 2 and words[1].text in ("--version", "--help", "-V", "-h")


def _is_lasting(file: Word) -> bool:
    """Whether what is in a file was there before: it is no pipe, and no input."""
    return file.known and re.match(r"/+(dev|proc)/", file.text) is None


def _text_of_c(words: list[Word]) -> Word | None:
    """The value of `-c`, also in `-qc`, or `--command`, also shortened."""
    for word, after in zip(words[1:], [*words[2:], None], strict=False):
        if match := re.match(r"--c[a-z]*(=|$)|-[a-bd-zA-Z]*c", word.text):
            rest = word.text[match.end() :]
            return Word(rest, word.known) if rest else after
    return None


def _of_parallel(words: list[Word]) -> Word:
    """Its command without the arguments that it adds; without a command, the input is one."""
    inner = words[inner_index(words) :]
    end = next((index for index, word in enumerate(inner) if re.match(r":::", word.text)), len(inner))
    return _joined(inner[:end], known=end > 0)


def _split_string(words: list[Word]) -> Word | None:
    """The text of `env -S`, also in `-vS`, or `--split-string`, also shortened."""
    for index, word in enumerate(words[1:], start=1):
        if match := re.match(r"-[a-zA-Z0]*S|--s[a-z-]*(=|$)", word.text):
            first = word.text[match.end() :]
            rest = [Word(first, word.known)] if first else []
            return _joined([*rest, *words[index + 1 :]])
    return None


def _shell_script(words: list[Word]) -> Word | None:
    """The text of `-c`: the first word that is no option, nor the value of one of the letters `o` and `O`."""
    unknown = _joined(words, known=False)
    if any(word.text in ("--version", "--help") for word in words):
        return None
    is_text = False
    rest = iter(words[1:])
    for word in rest:
        text = word.text
        if text in ("-", "--"):
            word = next(rest, unknown)
        elif not word.known:
            return unknown
        elif re.fullmatch(r"--?(rcfile|init-file)", text):
            next(rest, None)
            continue
        elif text.startswith("--"):
            continue
        elif re.match(r"[-+].", text):
            if text[0] == "-" and "s" in text:
                return unknown
            is_text |= text[0] == "-" and "c" in text
            for _ in re.findall("[oO]", text):
                next(rest, None)
            continue
        if is_text:
            return word
        return None if _is_lasting(word) else unknown
    return unknown
