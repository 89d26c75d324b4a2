"""How a thought tells the change of a line: what of it becomes what, before the line is written anew.

To copy is what a small model does best, and a line that is written out whole becomes, more often than not, the old one
again. Where the changed words stand alone first, it has decided before it copies.
"""

from __future__ import annotations

import re

TOKEN = re.compile(r"\d+(?:[.:/-]\d+)*|\w+|\s+|[-+*/%<>=!|&^~]+|.")
MOST = 0.8
"""Share of a line; where more of it changes, all of it is said."""


def becomes(line: str, new_line: str) -> str:
    """`line; PART -> NEW PART`, PART standing once in it; or `line -> new_line`; or how deep it is to stand."""
    depth, new_depth = (len(text) - len(text.lstrip()) for text in (line, new_line))
    line, new_line = line.strip(), new_line.strip()
    if line == new_line:
        return f"{line}; {depth} -> {new_depth} spaces in front"
    parts = _parts(TOKEN.findall(line), TOKEN.findall(new_line))
    if parts is None or len(parts[0]) > MOST * len(line):
        return f"{line} -> {new_line}"
    return f"{line}; {parts[0]} -> {parts[1]}"


def _parts(old: list[str], new: list[str]) -> tuple[str, str] | None:
    """The fewest tokens that tell the change: not empty, without blanks around, and of `old` a part that is unique."""
    start, shortest = 0, min(len(old), len(new))
    while start < shortest and old[start] == new[start]:
        start += 1
    behind = 0
    while behind < shortest - start and old[-1 - behind] == new[-1 - behind]:
        behind += 1
    while start >= 0 and behind >= 0:
        was, is_now = (tokens[start : len(tokens) - behind] for tokens in (old, new))
        full = all(part and part[0].strip() and part[-1].strip() for part in (was, is_now))
        if full and sum(old[at : at + len(was)] == was for at in range(len(old))) == 1:
            return "".join(was), "".join(is_now)
        # A word more: the one before, or behind where there is none before or a blank stands there alone.
        blank_behind = any(part and not part[-1].strip() for part in (was, is_now))
        if start and not (blank_behind and behind):
            start -= 1
        elif behind:
            behind -= 1
        else:
            return None
    return None
