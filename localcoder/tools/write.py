"""The `write` tool: create a file, or replace one that was read."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from localcoder.permissions.access import Access
from localcoder.tools._diff import unified_diff
from localcoder.tools._paths import counted, path_access
from localcoder.tools.base import Arguments, PathText, Preview, Tool, ToolContext, ToolResult, failure
from localcoder.workspace.files import (
    ESCAPED_BYTES,
    FileRefused,
    TextFile,
    count_lines,
    decode,
    read_bytes,
    unify_newlines,
)
from localcoder.workspace.writing import CHANGING_FILES, write_atomic


class WriteArguments(Arguments):
    """Parameters of `write`."""

    path: PathText = Field(description="file to create or replace")
    content: str = Field(description="the whole new content")


@dataclass(frozen=True, slots=True)
class _Plan:
    """What would be written. `before` is None for a new file; `note` says what was kept or had to change."""

    path: Path
    before: bytes | None
    after: bytes
    note: str
    diff: str


class WriteTool(Tool[WriteArguments]):
    """Writes whole files; an existing one keeps its encoding, BOM and line ends."""

    name = "write"
    description = "Create a file with its folders, or replace the whole content of a file that was read before."
    writes = True
    arguments = WriteArguments

    def access(self, arguments: WriteArguments, context: ToolContext) -> list[Access]:
        """Writes the one file."""
        return path_access("write", arguments.path, context)

    def preview(self, arguments: WriteArguments, context: ToolContext) -> Preview:
        """The path, and the diff against what is there or why it may not be replaced."""
        summary = f"write {arguments.path}"
        try:
            return Preview(summary, _plan(arguments, context).diff)
        except (FileRefused, OSError) as error:
            return Preview(summary, failure=_failed(arguments, error))

    async def run(self, arguments: WriteArguments, context: ToolContext) -> ToolResult:
        """Write atomically and remember the content as known."""
        try:
            plan = await asyncio.to_thread(_carry_out, arguments, context)
        except (FileRefused, OSError) as error:
            return _failed(arguments, error)
        verb = "Created" if plan.before is None else "Overwrote"
        lines = counted(count_lines(arguments.content), "line")
        return ToolResult(f"{verb} {arguments.path} ({lines}).{plan.note}", diff=plan.diff)


def _failed(arguments: WriteArguments, error: FileRefused | OSError) -> ToolResult:
    if isinstance(error, OSError):
        return failure(f"{arguments.path} cannot be written: {error.strerror}")
    return failure(str(error))


def _plan(arguments: WriteArguments, context: ToolContext) -> _Plan:
    path = context.roots.resolve(arguments.path)
    if path.is_dir() or arguments.path.endswith("/"):
        raise FileRefused(f"{arguments.path} is a folder; name a file")
    try:
        before = read_bytes(path, arguments.path)
    except FileNotFoundError:
        after = arguments.content.encode()
        return _Plan(path, None, after, "", unified_diff(arguments.path, "", arguments.content, created=True))
    require_current(arguments.path, path, before, context, "overwrite")
    file = decode(before)
    after, note = _like(file, arguments.content)
    old = "" if file is None else file.text
    return _Plan(path, before, after, note, unified_diff(arguments.path, old, arguments.content))


def require_current(name: str, path: Path, data: bytes, context: ToolContext, doing: str) -> None:
    """FileRefused unless the model has read the file and `data`, its bytes now, are still what it read."""
    state = context.registry.state(path, data)
    if state == "unread":
        raise FileRefused(f"{name} exists and was not read yet; read it first, then {doing} it")
    if state == "changed":
        raise FileRefused(f"{name} has changed since it was read; read it again, then {doing} it")


def _like(file: TextFile | None, content: str) -> tuple[bytes, str]:
    """`content` in the form that the file had before, and a note on what is unusual about that."""
    if file is None:
        return content.encode(), " It was a binary file and is UTF-8 text now."
    if file.newline != "\n" and "\r" not in content:
        content = unify_newlines(content, file.newline)
    if file.encoding == ESCAPED_BYTES:
        return file.bom + content.encode(), " It had bytes that are not UTF-8 and is UTF-8 now."
    try:
        body = file.encode(content.removeprefix("\ufeff") if file.bom else content)
    except UnicodeEncodeError:
        return content.encode(), f" It was {file.encoding}, which lacks some of these characters, and is UTF-8 now."
    return file.bom + body, f" Kept: {file.description}." if file.description else ""


def _carry_out(arguments: WriteArguments, context: ToolContext) -> _Plan:
    with CHANGING_FILES:
        plan = _plan(arguments, context)
        plan.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(plan.path, plan.after, new=plan.before is None)
        context.registry.record(plan.path, plan.after)
    return plan
