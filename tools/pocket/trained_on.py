"""What the pocket model knows the agent by: its prompt, the tools' signatures, and every text that results have.

    python3 -m tools.pocket.trained_on            print it
    python3 -m tools.pocket.trained_on --digests  print what stands in the model card

The texts come from calls that run through the real tools. `tests/pocket/trained_on.txt` has them as they were when the
shipped model was trained, and the model card their digests; a test says so when they drift.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from typing import Any

from localcoder.agent.calls import INTERRUPTED, NOT_RUN
from localcoder.agent.context import STUB
from localcoder.agent.reply import MAX_CALLS, Draft
from localcoder.chat.messages import ToolCall
from localcoder.chat.model import MalformedToolCall, ToolCallStarted
from localcoder.config.settings import ApprovalMode, Settings
from localcoder.tools.registry import builtin_tools
from tools.pocket.world import Folder, compact_prompt

SECTIONS = ("prompt", "tools", "results")

_FILES = {
    "app.py": "import math\n\n\ndef area(radius):\n    return math.pi * radius ** 2\n\n\nprint(area(2))\n",
    "twice.txt": "one\ntwo\none\n",
    "many.txt": "same\n" * 12,
    "same.txt": "same\n" * 120,
    "indented.py": (
        "class A:\n    def f(self):\n        if self:\n            return 1\n        return 2\n\ntwo = 2\n    two = 2\n"
    ),
    "tabs.py": "def f():\n\tif f:\n\t\treturn 1\n",
    "long.txt": "x" * 3000 + "needle" + "y" * 3000 + "\nshort\n",
    "lines.txt": "".join(f"line {n}\n" for n in range(1, 1201)),
    "empty.txt": "",
    "folder/inside.md": "# Inside\n\nneedle\n",
    "shallow.txt": "start\n  stop here\n",
    "single.txt": "only one line\n",
}
_BYTES = {
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0",
    "photo.jpg": b"\xff\xd8\xff\0\0",
    "moving.gif": b"GIF89a\0\0",
    "paper.pdf": b"%PDF-1.4\0\0",
    "packed.zip": b"PK\x03\x04\0\0",
    "packed.gz": b"\x1f\x8b\0\0",
    "program": b"\x7fELF\0\0",
    "base.db": b"SQLite format 3\0",
    "blob.bin": b"\0\1\2\3",
    "windows.txt": b"one\r\ntwo\r\n",
    "bom.txt": b"\xef\xbb\xbfone\n",
    "latin.txt": "Gr\u00fc\u00dfe aus M\u00fcnchen, sch\u00f6ne Gr\u00fc\u00dfe an Bj\u00f6rn und Ren\u00e9e!\n".encode(
        "cp1252"
    )
    * 4,
    "western.txt": "Gr\u00fc\u00dfe aus K\u00f6ln, und viele sch\u00f6ne Gr\u00fc\u00dfe an Bj\u00f6rn!\n".encode(
        "cp1252"
    ),
    "foreign.txt": b"a\xff\xfe\x80b\n",
}

_SECRET = "6f1c9ab4e2d7"

Row = tuple[str, dict[str, Any] | str]


def _read(path: str, **more: Any) -> Row:
    return "read", {"path": path, **more}


def _edit(path: str, old: str, new: str, **more: Any) -> Row:
    return "edit", {"path": path, "old": old, "new": new, **more}


def _write(path: str, content: str) -> Row:
    return "write", {"path": path, "content": content}


def _shell(command: str, **more: Any) -> Row:
    return "shell", {"command": command, **more}


_CALLS: Sequence[Row] = (
    _write("app.py", "print(1)\n"),
    _edit("app.py", "area", "size"),
    *(_read(path) for path in _FILES if path != "lines.txt"),
    *(_read(path) for path in _BYTES),
    _read("lines.txt", limit=2),
    _read("lines.txt", offset=1199),
    _read("lines.txt", offset=5, limit=1),
    _read("app.py", offset=50),
    _read("single.txt", offset=2),
    _read("long.txt", limit=1),
    _read("ap.py"),
    _read("nothing-like-it"),
    _read("folder"),
    _read("/dev/null"),
    _read("pipe"),
    _read("huge.bin"),
    _edit("app.py", "radius ** 2", "radius**2"),
    _edit("app.py", "radius", "r", all=True),
    _edit("app.py", "1|import maths", "import cmath"),
    _edit("app.py", "import maths", "import cmath"),
    _edit("app.py", "\u4e00\u4e01\u4e02", "x"),
    _edit("app.py", "", "x"),
    _edit("app.py", "math", "math"),
    _edit("twice.txt", "one", "1"),
    _edit("many.txt", "same", "other"),
    _edit("same.txt", "same", "other"),
    _edit("indented.py", "two = 2\n", "two = 3\n"),
    _edit("indented.py", "if self:\n    return 1\n", "if self:\n    return 3\n"),
    _edit("indented.py", "      return 2\n", "x = 1\n    return 3\n"),
    _edit("tabs.py", "      return 1\n", "\treturn 2\n"),
    _edit("tabs.py", "    return 1\n", "return 2\n"),
    _edit("picture.png", "a", "b"),
    _edit("bom.txt", "\ufeff", "x"),
    _edit("western.txt", "viele", "\u65e5\u672c"),
    _edit("foreign.txt", "b", "\u00fc"),
    _edit("shallow.txt", "      stop here\n", "stop there\n"),
    _edit("missing.txt", "a", "b"),
    _edit("folder", "a", "b"),
    _write("new.txt", "one\ntwo\n"),
    _write("empty-new.txt", ""),
    _write("deep/er/new.txt", "one"),
    _write("new.txt", "one\n"),
    _write("windows.txt", "three\n"),
    _write("bom.txt", "three\n"),
    _write("latin.txt", "\u65e5\u672c\n"),
    _write("foreign.txt", "plain\n"),
    _write("blob.bin", "plain\n"),
    _write("folder", "x"),
    _write("app.py/below.txt", "x"),
    _shell("echo changed >> twice.txt"),
    _edit("twice.txt", "two", "2"),
    _write("twice.txt", "x\n"),
    _shell("true"),
    _shell("echo out; echo err >&2; exit 3"),
    _shell("printf 'no line end'"),
    _shell(f"echo {_SECRET}; printf '\\033[1mbold\\033[0m \\001 10%%\\r20%%\\n'"),
    _shell("sleep 60", timeout_s=1),
    _shell("a\0b"),
    ("list", {}),
    ("list", {"path": "folder"}),
    ("list", {"path": "."}),
    ("list", {"pattern": "**/*.md"}),
    ("list", {"path": "folder", "pattern": "*.md"}),
    ("list", {"pattern": "*.rs"}),
    ("list", {"path": "void"}),
    ("list", {"path": "app.py"}),
    ("list", {"path": "folders"}),
    ("search", {"pattern": "needle"}),
    ("search", {"pattern": "needle", "path": "folder"}),
    ("search", {"pattern": "short", "path": "long.txt"}),
    ("search", {"pattern": "nowhere"}),
    ("search", {"pattern": "def", "glob": "*.py"}),
    ("search", {"pattern": "(", "path": "folder"}),
    ("search", {"pattern": "x", "path": "folders"}),
    ("search", {"pattern": "x", "path": "pipe"}),
    ("fly", {"path": "x"}),
    ("write", {"path": "x.txt"}),
    ("read", {"path": "app.py", "offset": 0}),
    ("read", {"path": "app.py", "lines": 3}),
    ("read", {"path": ""}),
    ("read", {"path": "a\0b"}),
    ("read", "[1]"),
    ("read", ""),
    ("read", '{"path": "app.py"'),
    ("read", '{"path": 1e999}'),
    ("read", '{"path": NaN}'),
    ("read", '{"path": ' + "[" * 200 + "]" * 200 + "}"),
    ("todo", {"items": [{"text": "one", "status": "done"}, {"text": "two", "status": "in_progress"}]}),
    ("todo", {"items": []}),
    ("todo", {"items": [{"text": "", "status": "pending"}]}),
)
_SHORT: Sequence[Row] = (
    _read("lines.txt"),
    _shell("printf '%0300d\\n' 1 2 3"),
    _shell("printf '%0300d' 1 2 3"),
    ("list", {"path": "crowd"}),
    ("list", {"path": "crowd", "pattern": "*"}),
    ("search", {"pattern": "line", "path": "lines.txt"}),
)
"""Where results may have 400 characters."""
_REFUSED: Sequence[tuple[dict[str, str], int]] = (
    ({"write": ""}, 1),
    ({"write": "use tabs"}, 1),
    ({"write": "", "*": "nobody"}, 9),
)
"""How a call is refused, as `Folder.approver` takes it."""


async def texts() -> str:
    """All of it, as one text with a headline for each of `SECTIONS`."""
    offered = builtin_tools(Settings())
    specs = [[spec.name, spec.parameters] for spec in (tool.spec() for tool in offered)]
    tools = "\n".join(json.dumps(spec, sort_keys=True) for spec in specs)
    results = await _results({tool.name for tool in offered})
    parts = zip(SECTIONS, (compact_prompt(), tools, results), strict=True)
    return "".join(f"# {name}\n{text.rstrip()}\n\n" for name, text in parts)


def digests(text: str) -> dict[str, str]:
    """The SHA-256 of each section's text, 16 digits each."""
    parts = re.split(rf"^# (?={'|'.join(SECTIONS)}$)", text, flags=re.M)[1:]
    return {part.split("\n", 1)[0]: hashlib.sha256(part.encode()).hexdigest()[:16] for part in parts}


async def _results(offered: set[str]) -> str:
    folder = Folder({"LANG": "C.UTF-8", "PATH": os.environ["PATH"], "SERVICE_API_KEY": _SECRET})
    try:
        folder.offered = offered
        _fill(folder)
        shown = [await _shown(folder, row) for row in _CALLS if row[0] in offered or row[0] == "fly"]
        folder.context.result_characters = 400
        shown += [await _shown(folder, row) for row in _SHORT]
        for refuse, left in _REFUSED:
            folder.approver.refuse, folder.approver.left = dict(refuse), left
            shown.append(await _shown(folder, _write("refused.txt", "x\n")))
        folder.approver.refuse = {}
        shown.append(await _shown(folder, _write("refused.txt", "x\n"), "plan"))
    finally:
        folder.remove()
    return "\n".join([*shown, *_of_the_agent()])


def _fill(folder: Folder) -> None:
    folder.add(_FILES)
    for path, data in _BYTES.items():
        (folder.root / path).write_bytes(data)
    for number in range(600):
        member = folder.root / "crowd" / f"{number:03}.txt"
        member.parent.mkdir(exist_ok=True)
        member.touch()
    (folder.root / "void").mkdir()
    with (folder.root / "huge.bin").open("wb") as huge:
        huge.truncate(200 * 2**20)
    os.mkfifo(folder.root / "pipe")


async def _shown(folder: Folder, row: Row, mode: ApprovalMode = "full") -> str:
    """A call and its result, without what differs from run to run."""
    name, arguments = row
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    result = await folder.run(ToolCall("call", name, written), mode)
    content = result.content.replace(str(folder.root), "/home/user/project")
    # What Python says differs from version to version.
    content = re.sub(r"(not valid JSON): .* line \d+ column .*|(as a regular expression): .*", r"\1\2: ...", content)
    content = re.sub(r"is in /\S+\.txt", "is in ...", content)
    head = f"{name} {written[:120]}{'...' if len(written) > 120 else ''}"
    rows = content.split("\n")
    if len(rows) > 24:
        rows = [*rows[:8], "...", *rows[-8:]]
    rows = [row if len(row) < 500 else f"{row[:120]}...{row[-320:]}" for row in rows]
    return "\n".join([f"> {head}", *(["(error)"] if result.is_error else []), *rows, ""])


def _of_the_agent() -> list[str]:
    """What the agent itself says in a result's place, and of replies that cannot be used."""
    shown = [f"> the agent\n{text}\n" for text in (INTERRUPTED, NOT_RUN, STUB)]
    malformed, began = MalformedToolCall("[{", "the call is no JSON"), ToolCallStarted(0, "call", "write")
    for events in ([], [malformed], [began], [malformed] * (MAX_CALLS + 1)):
        draft = Draft()
        for event in events:
            list(draft.add(event))
        if len(events) > 1:
            draft.malformed.clear()
        feedback = draft.feedback()
        assert feedback is not None
        shown.append(f"> the agent\n{feedback.to_model}\n")
    return shown


def main() -> None:
    """Print the texts, or their digests."""
    text = asyncio.run(texts())
    if "--digests" in sys.argv[1:]:
        print(" ".join(f"{name} `{digest}`" for name, digest in digests(text).items()))
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
