"""The list and search tools: same answers with ripgrep and without."""

from __future__ import annotations

import os
from pathlib import Path

import psutil
import pytest

from localcoder.tools import _ripgrep
from localcoder.tools.list import MAX_ENTRIES
from localcoder.tools.search import MAX_MATCHES
from tests.tools.conftest import Workbench

WAYS = [
    "python",
    pytest.param("ripgrep", marks=pytest.mark.skipif(_ripgrep.program() is None, reason="needs ripgrep")),
]


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "python":
        monkeypatch.setattr(_ripgrep, "program", lambda: None)
    return str(request.param)


@pytest.fixture
def tree(bench: Workbench) -> Workbench:
    bench.file(".gitignore", "secrets/\n*.log\n!keep.log\n/only-here\n")
    bench.file("a.py", "import os\nprint('needle')\n")
    bench.file("b/c.py", "x = 1\nneedle = 2\n")
    bench.file("b/only-here", "needle\n")
    bench.file("b/.gitignore", "*.tmp\n")
    bench.file("b/x.tmp", "needle\n")
    bench.file("b-side/z.py", "needle\r\nother\r\n")
    bench.file("B.txt", "Needle\n")
    bench.file("only-here", "needle\n")
    bench.file("secrets/key.txt", "needle\n")
    bench.file("build.log", "needle\n")
    bench.file("keep.log", "needle\n")
    bench.file(".git/config", "needle\n")
    bench.file(".hidden/h", "needle\n")
    bench.file("data.bin", b"needle\n" + bytes(10))
    bench.file("late.bin", b"needle\n" + b"x" * 20_000 + bytes(10))
    bench.file("utf16.txt", "ein needle\nzwei\n".encode("utf-16"))
    bench.file("latin.txt", b"caf\xe9 needle\n")
    bench.file("long.js", "a" * 5000 + "needle" + "b" * 5000)
    bench.file("ümlaut ß.txt", "needle\n")
    bench.file("empty", "")
    (bench.folder / "link").symlink_to("a.py")
    (bench.folder / "dirlink").symlink_to("b")
    return bench


async def test_a_folder_is_listed_without_what_git_ignores(tree: Workbench) -> None:
    assert (await tree.call("list")).content.split("\n") == [
        ".gitignore", ".hidden/", "B.txt", "a.py", "b/", "b-side/", "data.bin", "dirlink/", "empty", "keep.log",
        "late.bin", "latin.txt", "link", "long.js", "utf16.txt", "ümlaut ß.txt",
    ]  # fmt: skip


async def test_paths_can_be_used_as_they_are_shown(tree: Workbench) -> None:
    assert (await tree.call("list", path="b")).content == "b/.gitignore\nb/c.py\nb/only-here"
    assert (await tree.call("list", path="b/", pattern="*.py")).content == "b/c.py"
    assert not (await tree.call("read", path="b/c.py")).is_error


async def test_a_glob_finds_files_at_every_depth(tree: Workbench, way: str) -> None:
    assert (await tree.call("list", pattern="*.py")).content == "a.py\nb/c.py\nb-side/z.py"
    assert (await tree.call("list", pattern="**/*.py")).content == "a.py\nb/c.py\nb-side/z.py"
    assert (await tree.call("list", pattern="b/**")).content == "b/.gitignore\nb/c.py\nb/only-here"
    assert (await tree.call("list", pattern="/a.py")).content == "a.py"
    assert (await tree.call("list", pattern="{a,b/c}.{py,txt}")).content == "a.py\nb/c.py"
    assert (await tree.call("list", pattern="!*.py")).content == "[no matches]"
    assert (await tree.call("list", pattern="*.nothing")).content == "[no matches]"


@pytest.mark.parametrize("glob", ["*.*", "*", "**/*", "secrets/*", "key.txt", ".git/*"])
async def test_no_glob_brings_ignored_files_back(tree: Workbench, way: str, glob: str) -> None:
    listed = (await tree.call("list", pattern=glob)).content
    found = (await tree.call("search", pattern="needle", glob=glob)).content
    for hidden in ("secrets", ".git/", "x.tmp", "build.log"):
        assert hidden not in listed.replace(".gitignore", "")
        assert hidden not in found


async def test_an_empty_folder_says_so(bench: Workbench) -> None:
    (bench.folder / "d").mkdir()
    assert (await bench.call("list", path="d")).content == "[empty folder]"


async def test_search_shows_path_line_and_text(tree: Workbench, way: str) -> None:
    result = await tree.call("search", pattern="needle")
    rows = result.content.split("\n")
    assert [row.split(":")[0] for row in rows] == [
        ".hidden/h", "a.py", "b/c.py", "b/only-here", "b-side/z.py", "keep.log", "latin.txt", "long.js", "utf16.txt",
        "ümlaut ß.txt",
    ]  # fmt: skip
    assert rows[1] == "a.py:2:print('needle')"
    assert rows[4] == "b-side/z.py:1:needle"
    assert rows[6] == "latin.txt:1:caf\\xe9 needle"
    assert rows[8] == "utf16.txt:1:ein needle"
    assert "needle" in rows[7]
    assert len(rows[7]) < 400


@pytest.mark.parametrize(
    "pattern",
    [
        "needle",
        "^needle",
        "needle$",
        r"\bimport\s+\w+",
        "[nN]eedle",
        "x|o",
        "(?i)NEEDLE",
        r"\d+",
        "ß|é",
        ".",
        "^$",
        "caf",
    ],
)
async def test_ripgrep_and_python_give_the_same_answer(
    tree: Workbench, monkeypatch: pytest.MonkeyPatch, pattern: str
) -> None:
    if _ripgrep.program() is None:
        pytest.skip("needs ripgrep")
    with_ripgrep = await tree.call("search", pattern=pattern)
    monkeypatch.setattr(_ripgrep, "program", lambda: None)
    assert (await tree.call("search", pattern=pattern)).content == with_ripgrep.content


async def test_one_file_is_searched_even_if_it_is_ignored(tree: Workbench, way: str) -> None:
    assert (await tree.call("search", pattern="needle", path="secrets/key.txt")).content == "secrets/key.txt:1:needle"
    assert (await tree.call("search", pattern="needle", path="b/c.py")).content == "b/c.py:2:needle = 2"


async def test_the_glob_limits_the_search(tree: Workbench, way: str) -> None:
    assert (await tree.call("search", pattern="needle", glob="*.py", path="b")).content == "b/c.py:2:needle = 2"
    assert (await tree.call("search", pattern="zzz")).content == "[no matches]"


async def test_a_broken_pattern_is_an_error(tree: Workbench, way: str) -> None:
    result = await tree.call("search", pattern="(x")
    assert result.is_error
    assert result.content.startswith("Error: pattern cannot be used as a regular expression: ")


@pytest.mark.skipif(_ripgrep.program() is None, reason="needs ripgrep")
async def test_what_ripgrep_refuses_is_not_taken_for_no_matches(tree: Workbench) -> None:
    for pattern in ("a\nb", r"\w{1000}{1000}", r"(?=x)"):
        result = await tree.call("search", pattern=pattern)
        assert result.is_error, pattern
        assert "regular expression" in result.content


async def test_a_pattern_like_an_option_is_a_pattern(bench: Workbench, way: str) -> None:
    bench.file("f", "a --pre=x b\n")
    assert (await bench.call("search", pattern="--pre=x")).content == "f:1:a --pre=x b"


async def test_a_file_like_an_option_is_a_file(bench: Workbench, way: str) -> None:
    bench.file("--files", "x\n")
    assert (await bench.call("search", pattern="x", path="--files")).content == "--files:1:x"


async def test_results_are_capped_and_say_so(bench: Workbench, way: str) -> None:
    for number in range(MAX_ENTRIES + 20):
        bench.file(f"{number:04d}", "x\n")
    rows = (await bench.call("list", pattern="*")).content.split("\n")
    assert len(rows) == MAX_ENTRIES + 1
    assert rows[-2:] == [
        f"{MAX_ENTRIES - 1:04d}",
        f"[only the first {MAX_ENTRIES} entries; use path or pattern to narrow it]",
    ]
    rows = (await bench.call("search", pattern="x")).content.split("\n")
    assert len(rows) == MAX_MATCHES + 1
    assert rows[-1] == f"[only the first {MAX_MATCHES} matches; use pattern, path or glob to narrow it]"


async def test_a_file_with_very_many_hits_does_not_hide_that_there_are_more(bench: Workbench, way: str) -> None:
    bench.file("f", "x\n" * 10_000)
    rows = (await bench.call("search", pattern="x")).content.split("\n")
    assert rows[MAX_MATCHES - 1] == f"f:{MAX_MATCHES}:x"
    assert len(rows) == MAX_MATCHES + 1


async def test_the_walk_ends_at_the_cap(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    from localcoder.workspace import ignore

    monkeypatch.setattr(_ripgrep, "program", lambda: None)
    for folder in range(20):
        for number in range(100):
            bench.file(f"{folder:02d}/{number:02d}", "")
    visited: list[Path] = []
    original = ignore._extend

    def counting(folder: Path, above: ignore._Rules | None) -> ignore._Rules | None:
        visited.append(folder)
        return original(folder, above)

    monkeypatch.setattr(ignore, "_extend", counting)
    await bench.call("list", pattern="*")
    assert sum(folder.parent == bench.folder for folder in visited) == MAX_ENTRIES // 100 + 1


async def test_ripgrep_ends_at_the_cap_though_it_has_more_to_say(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As over half a million files: a program in its place that never ends by itself."""
    names = "while :; do printf 'name\\0'; done"
    hit = '{"type":"match","data":{"path":{"text":"f"},"lines":{"text":"x"},"line_number":1,"submatches":[]}}'
    endless = bench.file("rg", f"#!/bin/sh\ncase $* in *--files*) {names};; esac\nwhile :; do echo '{hit}'; done\n")
    endless.chmod(0o755)
    monkeypatch.setattr(_ripgrep, "program", lambda: str(endless))
    before = psutil.Process().children()
    assert len((await bench.call("list", pattern="*")).content.split("\n")) == MAX_ENTRIES + 1
    assert len((await bench.call("search", pattern="x")).content.split("\n")) == MAX_MATCHES + 1
    assert psutil.Process().children() == before


async def test_a_pipe_on_the_way_blocks_no_walk(bench: Workbench, way: str) -> None:
    os.mkfifo(bench.folder / "pipe")
    (bench.folder / "zero").symlink_to("/dev/zero")
    bench.file("f", "x\n")
    assert (await bench.call("list", pattern="*")).content == "f"
    assert (await bench.call("search", pattern="x")).content == "f:1:x"
    for name in ("pipe", "zero"):
        result = await bench.call("search", pattern="x", path=name)
        assert result.content == f"Error: {name} is neither a folder nor a file"


async def test_rules_of_the_folders_above_count(bench: Workbench, way: str) -> None:
    bench.file(".git/HEAD", "")
    bench.file(".gitignore", "*.log\n")
    bench.file("sub/a.log", "x\n")
    bench.file("sub/a.txt", "x\n")
    assert (await bench.call("list", path="sub")).content == "sub/a.txt"
    assert (await bench.call("list", path="sub", pattern="*")).content == "sub/a.txt"
    assert (await bench.call("search", path="sub", pattern="x")).content == "sub/a.txt:1:x"


async def test_what_is_not_there_is_an_error(bench: Workbench) -> None:
    bench.file("file", "")
    assert (await bench.call("list", path="fil")).content == "Error: fil does not exist; did you mean file?"
    assert (await bench.call("list", path="file")).content == "Error: file is a file; use read"
    assert (await bench.call("search", path="nope", pattern="x")).content == "Error: nope does not exist"


async def test_files_that_must_not_be_read_are_not_shown(tree: Workbench, way: str) -> None:
    tree.context.may_read = lambda path: path.name != "c.py" and path.name != "a.py"
    assert (await tree.call("list", pattern="*.py")).content == "b-side/z.py"
    assert (await tree.call("list", path="b")).content == "b/.gitignore\nb/only-here"
    assert ".py" not in (await tree.call("search", pattern="needle")).content.replace("b-side/z.py", "")
