"""Unified diffs for people."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from localcoder.workspace.files import visible

_CONTEXT_LINES = 3
_MAX_COMPARED = 4_000_000
"""Lines before times lines after, without what is equal at both ends. Above it a search for the smallest diff would
take seconds, and all of it is shown as replaced."""

_Opcodes = Sequence[tuple[str, int, int, int, int]]


def unified_diff(name: str, before: str, after: str, *, created: bool = False) -> str:
    """The unified diff of a file `name`; empty where nothing changes. Foreign bytes are made visible."""
    if before == after and not created:
        return ""
    rows = [f"--- {'/dev/null' if created else f'a/{name}'}\n", f"+++ b/{name}\n"]
    rows += _hunks(_lines(before), _lines(after))
    return visible("".join(rows))


def _lines(text: str) -> list[str]:
    """Lines with their LF; str.splitlines would also split at form feeds and the like."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _hunks(before: list[str], after: list[str]) -> Iterator[str]:
    shorter = min(len(before), len(after))
    head = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    tail = next((n for n in range(shorter - head) if before[-1 - n] != after[-1 - n]), shorter - head)
    # What is equal at both ends need not be searched; only the context of the changes is kept of it.
    skipped = max(0, head - _CONTEXT_LINES)
    kept = min(tail, _CONTEXT_LINES)
    old = before[skipped : len(before) - tail + kept]
    new = after[skipped : len(after) - tail + kept]
    for group in _groups(old, new, head - skipped, kept):
        (_, old_first, _, new_first, _), (_, _, old_last, _, new_last) = group[0], group[-1]
        old_range, new_range = (
            _range(old_first + skipped, old_last + skipped),
            _range(new_first + skipped, new_last + skipped),
        )
        yield f"@@ -{old_range} +{new_range} @@\n"
        for tag, old_start, old_end, new_start, new_end in group:
            if tag == "equal":
                yield from (_row(" ", line) for line in old[old_start:old_end])
                continue
            yield from (_row("-", line) for line in old[old_start:old_end])
            yield from (_row("+", line) for line in new[new_start:new_end])


def _groups(old: list[str], new: list[str], head: int, tail: int) -> Iterator[_Opcodes]:
    if (len(old) - head - tail) * (len(new) - head - tail) <= _MAX_COMPARED:
        yield from difflib.SequenceMatcher(None, old, new).get_grouped_opcodes(_CONTEXT_LINES)
        return
    old_end, new_end = len(old) - tail, len(new) - tail
    yield [
        ("equal", 0, head, 0, head),
        ("replace", head, old_end, head, new_end),
        ("equal", old_end, len(old), new_end, len(new)),
    ]


def _range(start: int, end: int) -> str:
    """Lines `start` to `end`, counted from 0, in the form that `patch` reads."""
    match end - start:
        case 0:
            return f"{start},0"
        case 1:
            return f"{start + 1}"
        case length:
            return f"{start + 1},{length}"


def _row(sign: str, line: str) -> str:
    return f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n\\ No newline at end of file\n"
