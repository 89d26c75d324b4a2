"""The `read` tool: a window of a text file, with line numbers."""

from __future__ import annotations

import asyncio

from pydantic import Field

from localcoder.permissions.access import Access
from localcoder.tools._paths import counted, path_access, read_named
from localcoder.tools.base import Arguments, PathText, Preview, Tool, ToolContext, ToolResult, failure
from localcoder.workspace.files import FileRefused, decode, dominant_newline, visible

DEFAULT_LINES = 1000
MAX_LINE_CHARACTERS = 2000


class ReadArguments(Arguments):
    """Parameters of `read`."""

    path: PathText = Field(description="file to read")
    offset: int = Field(default=1, ge=1, description="first line, counted from 1")
    limit: int = Field(default=DEFAULT_LINES, ge=1, description="number of lines")


class ReadTool(Tool[ReadArguments]):
    """Shows lines as `N|text` and says how to go on where it stopped before the end."""

    name = "read"
    description = "Read a text file. Each line is shown as N|text with its number N; the N| is not part of the file."
    arguments = ReadArguments

    def access(self, arguments: ReadArguments, context: ToolContext) -> list[Access]:
        """Reads the one file."""
        return path_access("read", arguments.path, context)

    def preview(self, arguments: ReadArguments, context: ToolContext) -> Preview:
        """The path, with the first line where it is not 1."""
        start = f" from line {arguments.offset}" if arguments.offset > 1 else ""
        return Preview(f"read {arguments.path}{start}")

    async def run(self, arguments: ReadArguments, context: ToolContext) -> ToolResult:
        """Read, remember that it was read, show the window."""
        try:
            path, data = await asyncio.to_thread(read_named, arguments.path, context)
        except FileRefused as error:
            return failure(str(error))
        file = await asyncio.to_thread(decode, data)
        context.registry.record(path, data)
        if file is None:
            return ToolResult(_describe_binary(arguments.path, data))
        if not file.text:
            return ToolResult("[empty file]")
        lines = split_lines(file.text)
        if arguments.offset > len(lines):
            return failure(
                f"offset {arguments.offset} is past the end; {arguments.path} has {counted(len(lines), 'line')}"
            )
        return ToolResult(_window(lines, arguments, context.result_characters))


def split_lines(text: str) -> list[str]:
    """The lines of `text` without their ends: split at LF (or CR, if it has no LF), and nowhere else."""
    if dominant_newline(text) == "\r":
        lines = text.split("\r")
        return lines[:-1] if lines[-1] == "" else lines
    return split_at_line_feeds(text)


def split_at_line_feeds(text: str) -> list[str]:
    """The lines of `text` as Git and ripgrep count them, without CRs before the LFs."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines[:-1] if lines[-1] == "" else lines


def _window(lines: list[str], arguments: ReadArguments, budget: int) -> str:
    """The shown lines and, if something is left out, the last line that says how to go on."""
    first = arguments.offset
    # Whoever asks for one line wants as much of it as fits.
    longest = budget if arguments.limit == 1 else min(MAX_LINE_CHARACTERS, budget)
    shown: list[str] = []
    used = 0
    for number in range(first, min(first + arguments.limit, len(lines) + 1)):
        row = f"{number}|{_fit(visible(lines[number - 1]), longest, number, arguments.path)}"
        if shown and used + len(row) > budget:
            break
        shown.append(row)
        used += len(row) + 1
    last = first + len(shown) - 1
    if last < len(lines):
        shown.append(f"[lines {first}-{last} of {len(lines)}; continue with offset={last + 1}]")
    elif first > 1:
        shown.append(f"[lines {first}-{last} of {len(lines)}]")
    return "\n".join(shown)


def _fit(line: str, longest: int, number: int, path: str) -> str:
    if len(line) <= longest:
        return line
    return (
        f"{line[:longest]} [line {number} cut: {longest} of {len(line)} characters; "
        f"search shows the text around a match, shell the rest: sed -n {number}p {path} | cut -c {longest + 1}-]"
    )


_SIGNATURES = (
    (b"\x89PNG", "PNG picture"),
    (b"\xff\xd8\xff", "JPEG picture"),
    (b"GIF8", "GIF picture"),
    (b"%PDF", "PDF document"),
    (b"PK\x03\x04", "ZIP archive"),
    (b"\x1f\x8b", "gzip archive"),
    (b"\x7fELF", "ELF program"),
    (b"SQLite format 3", "SQLite database"),
)


def _describe_binary(name: str, data: bytes) -> str:
    kind = next((kind for signature, kind in _SIGNATURES if data.startswith(signature)), "binary file")
    return f"[{name} is not text: {kind}, {len(data)} bytes]"
