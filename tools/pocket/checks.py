"""Ways in which a repair is checked: a file with a test, a module of tests, a target of make, a shell script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tools.pocket.contents_bugs import shown, test_file
from tools.pocket.draw import Draw
from tools.pocket.phrasing import file_form
from tools.pocket.task import Unsuitable
from tools.pocket.words import Vocabulary


@dataclass(frozen=True, slots=True)
class Check:
    """`path` is the file by which it is found, `called` what people say for it."""

    files: dict[str, str]
    path: str
    command: str
    called: str


def drawn(v: Vocabulary, stem: str, names: Sequence[str], cases: Sequence[tuple[str, Any]], *, named: bool) -> Check:
    """A check of `names` from a module by expressions and their values; `named` where people say which it is.

    Raises:
        Unsuitable: these expressions cannot be checked so.
    """
    draw = v.draw
    text = test_file(v, stem, ", ".join(names), tuple(cases))
    path = test_path(draw, stem)
    match draw.weighted([(70, "file"), (8, "make"), (5, "shell"), (8 * named, "module"), (6 * named, "unittest")]):
        case "make":
            return _target(draw, path, text, draw.pick(["test", "check"]) if named else "test")
        case "shell":
            return _script(draw, stem, names, cases)
        case "module":
            module = path.removesuffix(".py")
            command = f"python3 -m tests.{module}"
            called = draw.pick(
                [f"tests/{path}", f"`tests/{path}`", f"tests/{path} ({command})", f"`{command}`", command]
            )
            return Check({f"tests/{path}": text}, f"tests/{path}", command, called)
        case "unittest" if "unittest" in text:
            # Found by itself only under such a name.
            path = f"test_{stem}.py"
            command = f"python3 -m unittest{draw.pick(['', ' -q', f' {path}'])}"
            return Check({path: text}, path, command, draw.pick([command, f"`{command}`"]))
        case _:
            return Check({path: text}, path, f"python3 {path}", file_form(draw, path))


def test_path(draw: Draw, stem: str) -> str:
    """A name for the test of a module."""
    return draw.weighted(
        [(6, f"test_{stem}.py"), (2, f"{stem}_test.py"), (1, f"check_{stem}.py"), (1, f"tests_{stem}.py")]
    )


def _target(draw: Draw, path: str, text: str, target: str) -> Check:
    rows = [f"{target}:", f"\t{draw.pick(['', '@'])}python3 {path}"]
    if draw.chance(0.4):
        rows = [f".PHONY: {target}", "", *rows]
    if draw.chance(0.4):
        rows += ["", "clean:", "\trm -rf __pycache__"]
    command = f"make {target}"
    return Check(
        {"Makefile": "\n".join(rows) + "\n", path: text}, "Makefile", command, draw.pick([command, f"`{command}`"])
    )


def _script(draw: Draw, stem: str, names: Sequence[str], cases: Sequence[tuple[str, Any]]) -> Check:
    rows = ["#!/bin/sh"] if draw.chance(0.6) else []
    for call, value in cases[:2]:
        wanted = str(value)
        if re.search(r"['\\\n]", call + wanted):
            raise Unsuitable("quotes")
        rows.append(f"found=$(python3 -c 'from {stem} import {', '.join(names)}; print({call})')")
        rows.append(
            f'[ "$found" = \'{wanted}\' ] || {{ echo "wrong: $found, not {shown(value).strip(chr(39))}"; exit 1; }}'
        )
    path = draw.pick(["check.sh", "test.sh", f"check_{stem}.sh"])
    rows.append(f"echo {draw.pick(['ok', 'fine', 'good', 'passed'])}")
    return Check({path: "\n".join(rows) + "\n"}, path, f"sh {path}", draw.pick([path, f"`{path}`", f"`sh {path}`"]))
