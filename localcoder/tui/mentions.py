"""Files that a draft mentions: `@src/a.py`, `@"my (1) file.py"`. How they are written, and which of them are real."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from localcoder.workspace.roots import Roots

_BEGIN = r"(?:^|(?<=[\s(\[{]))@"
_MENTION = re.compile(_BEGIN + r'(?:"((?:[^"\\\n]|\\.)+)"|([^\s"]\S*))', re.MULTILINE)
_OPEN = re.compile(_BEGIN + r'(?:"((?:[^"\\]|\\.)*)|([^\s"]*))$')
_PLAIN = re.compile(r'[^\s"\\]*[^\s"\\.,;:!?)\]}\'>]')
_AFTER_A_NAME = ".,;:!?)]}'\">"


@dataclass(frozen=True, slots=True)
class Open:
    """A mention that is being written: `letters` of the name so far, and the column of its `@`."""

    letters: str
    column: int


def open_mention(line: str) -> Open | None:
    """The mention at the end of `line`, the text before the cursor; an e-mail address is none."""
    match = _OPEN.search(line)
    if match is None:
        return None
    quoted, bare = match.groups()
    return Open(bare if quoted is None else _unescaped(quoted), match.start())


def written(name: str) -> str:
    """The mention of the file `name`: in quotes where it would not end, or not end there, without."""
    if _PLAIN.fullmatch(name):
        return f"@{name}"
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'@"{escaped}"'


def mentioned_files(text: str, roots: Roots) -> list[str]:
    """The names that `text` mentions and that are files of the workspace, each once, in the order of the text.

    All else that begins with `@` (a decorator, an address, a user) is just text. Where a sentence goes on after a name,
    its punctuation is not part of it.
    """
    found: list[str] = []
    for match in _MENTION.finditer(text):
        quoted, bare = match.groups()
        tried = [_unescaped(quoted)] if quoted is not None else _without_punctuation(bare)
        name = next((name for name in tried if _is_file(name, roots)), None)
        if name is not None and name not in found:
            found.append(name)
    return found


def _without_punctuation(text: str) -> list[str]:
    """`text`, then with ever less of the punctuation at its end."""
    least = len(text.rstrip(_AFTER_A_NAME))
    return [text[:length] for length in range(len(text), max(least, 1) - 1, -1)][:10]


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _is_file(name: str, roots: Roots) -> bool:
    if not name.isprintable():
        return False
    path = roots.resolve(name)
    # os.path: for names that no file can have it just says no.
    return roots.contains(path) and os.path.isfile(path)
