"""The `search` tool: lines that match a regular expression."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from localcoder.permissions.access import Access
from localcoder.tools import _ripgrep
from localcoder.tools._paths import missing, path_access
from localcoder.tools.base import (
    Arguments,
    GlobText,
    PathText,
    PatternText,
    Preview,
    Tool,
    ToolContext,
    ToolResult,
    failure,
)
from localcoder.tools.list import cut, file_filter, shown_path
from localcoder.tools.read import split_at_line_feeds
from localcoder.workspace.files import FileRefused, decode, read_bytes, visible
from localcoder.workspace.ignore import walk_files

MAX_MATCHES = 200
SHOWN_CHARACTERS = 300
"""Of a longer line only the text around the match is shown."""


class SearchArguments(Arguments):
    """Parameters of `search`."""

    pattern: PatternText = Field(min_length=1, description="regular expression")
    path: PathText = Field(default=".", description="folder or file")
    glob: GlobText = Field(default="", description="only files that match, such as *.py")


@dataclass(frozen=True, slots=True)
class _Hit:
    """A matching line: file relative to the searched folder, line number from 1, its text around the match."""

    path: Path
    line: int
    text: str


class SearchTool(Tool[SearchArguments]):
    """Searches with ripgrep, or in Python with the same answers; there `.` matches foreign bytes too."""

    name = "search"
    description = "Find the lines that match a regular expression, as path:line:text. Ignored files are left out."
    arguments = SearchArguments

    def access(self, arguments: SearchArguments, context: ToolContext) -> list[Access]:
        """Reads the folder or file."""
        return path_access("read", arguments.path, context)

    def preview(self, arguments: SearchArguments, context: ToolContext) -> Preview:
        """Pattern, place and glob."""
        return Preview(f"search {arguments.pattern} in {arguments.path} {arguments.glob}".rstrip())

    async def run(self, arguments: SearchArguments, context: ToolContext) -> ToolResult:
        """At most `MAX_MATCHES` lines, sorted by path."""
        place = context.roots.resolve(arguments.path)
        if not place.exists():
            return failure(missing(arguments.path, context))
        if not place.is_dir() and not place.is_file():
            return failure(f"{arguments.path} is neither a folder nor a file")
        try:
            hits = await find(place, arguments.pattern, arguments.glob, MAX_MATCHES + 1, context.may_read)
        except (re.error, _ripgrep.RipgrepFailed) as error:
            return failure(f"pattern cannot be used as a regular expression: {error}")
        if not hits:
            return ToolResult("[no matches]")
        is_file = place.is_file()
        rows = [
            f"{arguments.path if is_file else shown_path(arguments.path, hit.path)}:{hit.line}:{hit.text}"
            for hit in hits
        ]
        return ToolResult(cut(rows, MAX_MATCHES, context.result_characters, "matches", "use pattern, path or glob"))


async def find(
    place: Path, pattern: str, glob: str, most: int, may_read: Callable[[Path], bool] | None = None
) -> list[_Hit]:
    """The first `most` hits in a folder, or in one file, which is searched even if it is ignored.

    Raises:
        re.error: `pattern` is no regular expression (Python's walk).
        RipgrepFailed: the same, from ripgrep.
    """
    folder, only = _split(place)
    fits = file_filter(folder, glob, may_read)
    if _ripgrep.program():
        return await _find_with_ripgrep(folder, only, pattern, fits, most)
    return await asyncio.to_thread(_find_in_python, folder, only, pattern, fits, most)


def _split(place: Path) -> tuple[Path, str | None]:
    """The folder to search in, and the one file to search there if `place` is a file."""
    return (place, None) if place.is_dir() else (place.parent, place.name)


async def _find_with_ripgrep(
    folder: Path, only: str | None, pattern: str, fits: _ripgrep.Matches, most: int
) -> list[_Hit]:
    hits: list[_Hit] = []
    of_file: list[_Hit] = []
    arguments = ["--json", "--no-mmap", "--crlf", "--regexp", pattern, "--", only if only else "./"]
    async with aclosing(_ripgrep.records(arguments, folder)) as records:
        async for record in records:
            entry: dict[str, Any] = json.loads(record)
            data = entry["data"]
            if entry["type"] == "match":
                path = Path(os.fsdecode(_bytes(data["path"])))
                # Filtered here: as ripgrep's own glob it would bring ignored files back.
                if fits(path):
                    of_file.append(_hit(path, data))
            elif entry["type"] == "end":
                # A file that turns out to be binary has no lines.
                hits += of_file if data["binary_offset"] is None else []
                of_file = []
            if len(hits) + len(of_file) > 2 * most or len(hits) >= most:
                hits += of_file
                break
    return hits[:most]


def _hit(path: Path, data: dict[str, Any]) -> _Hit:
    raw = _bytes(data["lines"])
    line = raw.rstrip(b"\n").removesuffix(b"\r").decode("utf-8", "surrogateescape")
    start = data["submatches"][0]["start"] if data["submatches"] else 0
    return _Hit(path, data["line_number"], _around(line, len(raw[:start].decode("utf-8", "surrogateescape"))))


def _bytes(value: dict[str, str]) -> bytes:
    return value["text"].encode() if "text" in value else base64.b64decode(value["bytes"])


def _around(line: str, start: int) -> str:
    """The line, or if it is long the part around character `start`, with what is left out counted."""
    if len(line) <= SHOWN_CHARACTERS:
        return visible(line)
    first = max(0, min(start - SHOWN_CHARACTERS // 3, len(line) - SHOWN_CHARACTERS))
    part = visible(line[first : first + SHOWN_CHARACTERS])
    return f"{part} [characters {first + 1}-{first + SHOWN_CHARACTERS} of {len(line)}]"


def _find_in_python(folder: Path, only: str | None, pattern: str, fits: _ripgrep.Matches, most: int) -> list[_Hit]:
    compiled = re.compile(pattern)
    hits: list[_Hit] = []
    for path in [folder / only] if only else walk_files(folder):
        relative = path.relative_to(folder)
        if fits(relative):
            for hit in _hits_in(path, relative, compiled):
                hits.append(hit)
                if len(hits) == most:
                    return hits
    return hits


def _hits_in(path: Path, relative: Path, compiled: re.Pattern[str]) -> Iterator[_Hit]:
    try:
        data = read_bytes(path, str(relative))
    except (FileRefused, FileNotFoundError):
        return
    # As ripgrep does: a BOM decides, everything else is UTF-8 with or without foreign bytes, or binary.
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        file = decode(data)
        text = "" if file is None else file.text
    elif b"\0" in data:
        return
    else:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    for number, line in enumerate(split_at_line_feeds(text), start=1):
        match = compiled.search(line)
        if match:
            yield _Hit(relative, number, _around(line, match.start()))
