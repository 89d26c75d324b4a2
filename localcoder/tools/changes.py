"""What turns changed, as one diff for people."""

from __future__ import annotations

from collections.abc import Sequence

from localcoder.tools._diff import unified_diff
from localcoder.workspace.checkpoints import FileChange
from localcoder.workspace.files import decode


def changes_diff(changes: Sequence[FileChange]) -> str:
    """The unified diff of all `changes`; of what is no text it says what became of it."""
    return "".join(map(_one, changes))


def _one(change: FileChange) -> str:
    texts = [_text(data) for data in (change.before, change.after)]
    if change.note or None in texts:
        return f"--- a/{change.name}\n+++ b/{change.name}\n{_told(change)}\n"
    before, after = (text or "" for text in texts)
    diff = unified_diff(change.name, before, after, created=change.before is None)
    # Without a line there is no hunk: an empty file, or another mode alone.
    return diff if "\n@@ " in diff else f"--- a/{change.name}\n+++ b/{change.name}\n{_told(change)}\n"


def _told(change: FileChange) -> str:
    sizes = [f"{len(data):,} bytes" for data in (change.before, change.after) if data is not None]
    match change.before, change.after:
        case (None, None):
            what = ""
        case (None, _):
            what = f"created, {sizes[0]}"
        case (_, None):
            what = f"deleted, {sizes[0]}"
        case (before, after) if before == after:
            what = "another mode"
        case _:
            what = f"{sizes[0]} before, {sizes[1]} after"
    return ", ".join(filter(None, [change.note, what])) or "changed"


def _text(data: bytes | None) -> str | None:
    if data is None:
        return ""
    file = decode(data)
    return None if file is None else file.text
