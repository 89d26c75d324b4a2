"""The `edit` tool: replace one text of a file by another, and touch no other byte."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from localcoder.permissions.access import Access
from localcoder.tools._diff import unified_diff
from localcoder.tools._matching import NoMatch, Unified, find_replacements
from localcoder.tools._paths import counted, path_access, read_named
from localcoder.tools.base import Arguments, PathText, Preview, Tool, ToolContext, ToolResult, failure
from localcoder.tools.write import require_current
from localcoder.workspace.files import ESCAPED_BYTES, FileRefused, TextFile, decode, visible
from localcoder.workspace.writing import CHANGING_FILES, write_atomic


class EditArguments(Arguments):
    """Parameters of `edit`."""

    path: PathText = Field(description="file to change; it must have been read")
    old: str = Field(description="text to replace, exactly as in the file; it must be there once")
    new: str = Field(description="text to put in its place")
    all: bool = Field(default=False, description="replace every occurrence")


_EMPTY_OLD = "old is empty; give the text to replace, or use write to replace the whole file"


@dataclass(frozen=True, slots=True)
class _Plan:
    path: Path
    after: bytes
    replacements: int
    diff: str


class EditTool(Tool[EditArguments]):
    """Plans on the bytes that are there when it runs, so a preview is never applied to something else."""

    name = "edit"
    description = "Replace a text in a file that was read before. old must match the file and be there exactly once."
    writes = True
    arguments = EditArguments

    def access(self, arguments: EditArguments, context: ToolContext) -> list[Access]:
        """Writes the one file."""
        return path_access("write", arguments.path, context)

    def preview(self, arguments: EditArguments, context: ToolContext) -> Preview:
        """The path, and the diff or why the edit would not go through."""
        summary = f"edit {arguments.path}"
        try:
            return Preview(summary, _plan(arguments, context).diff)
        except (FileRefused, NoMatch, OSError) as error:
            return Preview(summary, failure=_failed(arguments, error))

    async def run(self, arguments: EditArguments, context: ToolContext) -> ToolResult:
        """Write atomically and remember the content as known."""
        try:
            plan = await asyncio.to_thread(_carry_out, arguments, context)
        except (FileRefused, NoMatch, OSError) as error:
            return _failed(arguments, error)
        return ToolResult(f"Edited {arguments.path} ({counted(plan.replacements, 'replacement')}).", diff=plan.diff)


def _failed(arguments: EditArguments, error: FileRefused | NoMatch | OSError) -> ToolResult:
    if isinstance(error, OSError):
        return failure(f"{arguments.path} cannot be written: {error.strerror}")
    return failure(visible(str(error)))


def _carry_out(arguments: EditArguments, context: ToolContext) -> _Plan:
    with CHANGING_FILES:
        plan = _plan(arguments, context)
        write_atomic(plan.path, plan.after)
        context.registry.record(plan.path, plan.after)
    return plan


def _plan(arguments: EditArguments, context: ToolContext) -> _Plan:
    name = arguments.path
    path, before = read_named(name, context)
    require_current(name, path, before, context, "edit")
    if not arguments.old:
        raise FileRefused(_EMPTY_OLD)
    file = decode(before)
    if file is None:
        raise FileRefused(f"{name} is not text")
    unified = Unified(file.text)
    old, new = _as_in_file(arguments.old, file, unified), _as_in_file(arguments.new, file, unified)
    if not old:  # it was a BOM, which the text that is searched does not have
        raise FileRefused(_EMPTY_OLD)
    if old == new:
        raise FileRefused("old and new are the same")
    replacements = find_replacements(unified.text, old, new, every=arguments.all)
    after, text = _apply(file, unified, [(r.start, r.end, r.new) for r in replacements], name)
    return _Plan(path, after, len(replacements), unified_diff(name, file.text, text))


def _as_in_file(text: str, file: TextFile, unified: Unified) -> str:
    if file.bom:
        text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if unified.newline == "\r" else text.replace("\r\n", "\n")


def _apply(file: TextFile, unified: Unified, replacements: list[tuple[int, int, str]], name: str) -> tuple[bytes, str]:
    """The file's new bytes and text.

    Bytes outside the replacements stay: `decode` only takes encodings that give every byte back, character by
    character.
    """
    texts: list[str] = []
    chunks: list[bytes] = [file.bom]
    done = 0
    for start, end, new in replacements:
        first, last = unified.original_position(start), unified.original_position(end)
        replaced = unified.with_line_ends(start, end, new)
        try:
            encoded = file.encode(replaced)
        except UnicodeEncodeError as error:
            character = replaced[error.start]
            raise FileRefused(f"{name} is {file.encoding}, which has no {character!r}; nothing was changed") from error
        if file.encoding == ESCAPED_BYTES and not replaced.isascii():
            raise FileRefused(f"{name} has bytes that are not UTF-8, so only ASCII text can be put in; use shell")
        texts += [file.text[done:first], replaced]
        chunks += [file.encode(file.text[done:first]), encoded]
        done = last
    texts.append(file.text[done:])
    chunks.append(file.encode(file.text[done:]))
    return b"".join(chunks), "".join(texts)
