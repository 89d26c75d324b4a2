"""The `list` tool: what is in a folder, or which files match a glob."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from pydantic import Field

from localcoder.permissions.access import Access
from localcoder.tools import _ripgrep
from localcoder.tools._paths import missing, path_access
from localcoder.tools.base import Arguments, GlobText, PathText, Preview, Tool, ToolContext, ToolResult, failure
from localcoder.workspace.files import visible
from localcoder.workspace.globs import glob_spec
from localcoder.workspace.ignore import list_folder, walk_files

MAX_ENTRIES = 500


class ListArguments(Arguments):
    """Parameters of `list`."""

    path: PathText = Field(default=".", description="folder")
    pattern: GlobText = Field(default="", description="glob such as **/*.py; then all files below that match")


class ListTool(Tool[ListArguments]):
    """Lists one folder, or walks it for a glob; what Git ignores is left out."""

    name = "list"
    description = "List a folder, or with pattern all files below it that match. Ignored files are left out."
    arguments = ListArguments

    def access(self, arguments: ListArguments, context: ToolContext) -> list[Access]:
        """Reads the folder."""
        return path_access("read", arguments.path, context)

    def preview(self, arguments: ListArguments, context: ToolContext) -> Preview:
        """Folder and glob."""
        return Preview(f"list {arguments.path} {arguments.pattern}".rstrip())

    async def run(self, arguments: ListArguments, context: ToolContext) -> ToolResult:
        """One path a line, sorted, at most `MAX_ENTRIES`."""
        folder = context.roots.resolve(arguments.path)
        if not folder.is_dir():
            if folder.exists():
                return failure(f"{arguments.path} is a file; use read")
            return failure(missing(arguments.path, context))
        try:
            if arguments.pattern:
                paths = await matching_files(folder, arguments.pattern, MAX_ENTRIES + 1, context.may_read)
                names = [shown_path(arguments.path, path) for path in paths]
            else:
                names = await asyncio.to_thread(_entries, arguments.path, folder, context.may_read)
        except OSError as error:
            return failure(f"{arguments.path}: {error.strerror}")
        if not names:
            return ToolResult("[no matches]" if arguments.pattern else "[empty folder]")
        return ToolResult(cut(names, MAX_ENTRIES, context.result_characters, "entries", "use path or pattern"))


def _entries(name: str, folder: Path, may_read: Callable[[Path], bool] | None) -> list[str]:
    entries = [entry for entry in list_folder(folder) if may_read is None or may_read(folder / entry.name)]
    return [shown_path(name, Path(entry.name)) + ("/" if entry.is_dir() else "") for entry in entries]


def shown_path(folder: str, relative: Path) -> str:
    """How a path below `folder` is shown: so that the model can use it as it is."""
    return visible(str(relative if folder in (".", "./") else Path(folder) / relative))


def cut(rows: list[str], most: int, budget: int, noun: str, advice: str) -> str:
    """The first rows that fit into both limits, and a last line that says so where there are more."""
    shown = rows[:most]
    used = 0
    for index, row in enumerate(shown):
        used += len(row) + 1
        if used > budget and index > 0:
            shown = shown[:index]
            break
    if len(shown) < len(rows):
        shown = [*shown, f"[only the first {len(shown)} {noun}; {advice} to narrow it]"]
    return "\n".join(shown)


async def matching_files(
    folder: Path, pattern: str, most: int, may_read: Callable[[Path], bool] | None = None
) -> list[Path]:
    """The first `most` files below `folder` that match the glob, as paths relative to it, sorted."""
    matches = file_filter(folder, pattern, may_read)
    if _ripgrep.program():
        return await _ripgrep.files(folder, matches, most)
    return await asyncio.to_thread(lambda: list(islice(_walked(folder, matches), most)))


def file_filter(folder: Path, pattern: str, may_read: Callable[[Path], bool] | None) -> _ripgrep.Matches:
    """Whether a path relative to `folder` fits the glob (any, if empty) and may be shown."""
    spec = glob_spec(pattern) if pattern else None

    def fits(path: Path) -> bool:
        matches = spec is None or spec.match_file(path.as_posix())
        return matches and (may_read is None or may_read(folder / path))

    return fits


def _walked(folder: Path, matches: _ripgrep.Matches) -> Iterator[Path]:
    for path in walk_files(folder):
        relative = path.relative_to(folder)
        if matches(relative):
            yield relative
