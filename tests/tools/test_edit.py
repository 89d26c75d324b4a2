"""The edit tool: the right bytes change, and no others."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from localcoder.tools._matching import NoMatch, Unified, find_replacements
from localcoder.tools.edit import EditTool
from tests.tools.conftest import Workbench


async def test_the_result_counts_replacements(bench: Workbench) -> None:
    bench.file("a", "x x x", known=True)
    assert (await bench.call("edit", path="a", old="x", new="y", all=True)).content == "Edited a (3 replacements)."
    bench.file("b", "x", known=True)
    assert (await bench.call("edit", path="b", old="x", new="y")).content == "Edited b (1 replacement)."


async def test_a_file_that_was_not_read_is_not_edited(bench: Workbench) -> None:
    file = bench.file("a", "x")
    result = await bench.call("edit", path="a", old="x", new="y")
    assert result.content == "Error: a exists and was not read yet; read it first, then edit it"
    assert file.read_text() == "x"


async def test_a_file_that_changed_since_is_not_edited_even_with_its_old_time(bench: Workbench) -> None:
    import os

    file = bench.file("a", "x\n")
    await bench.call("read", path="a")
    times = file.stat()
    file.write_text("x\nz\n")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    result = await bench.call("edit", path="a", old="x", new="y")
    assert "has changed since it was read; read it again" in result.content
    assert file.read_text() == "x\nz\n"


async def test_a_touched_but_unchanged_file_is_edited(bench: Workbench) -> None:
    file = bench.file("a", "x\n")
    await bench.call("read", path="a")
    file.touch()
    assert not (await bench.call("edit", path="a", old="x", new="y")).is_error


async def test_own_writes_refresh_what_is_known(bench: Workbench) -> None:
    await bench.call("write", path="a", content="1\n")
    for number in range(1, 4):
        assert not (await bench.call("edit", path="a", old=str(number), new=str(number + 1))).is_error
    assert (bench.folder / "a").read_text() == "4\n"


async def test_the_file_changing_between_preview_and_run_is_noticed(bench: Workbench) -> None:
    file = bench.file("a", "x\n", known=True)
    assert bench.preview_diff("edit", path="a", old="x", new="y") == "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n"
    file.write_text("x changed\n")
    assert (await bench.call("edit", path="a", old="x", new="y")).is_error
    assert file.read_text() == "x changed\n"


async def test_the_diff_that_is_shown_is_the_one_that_happens(bench: Workbench) -> None:
    bench.file("a", "f:\n\ttry:\n\t\tb\n", known=True)
    arguments = {"path": "a", "old": "    try:\n        b", "new": "    try:\n        c\n        d"}
    shown = bench.preview_diff("edit", **arguments)
    result = await bench.call("edit", **arguments)
    assert shown == result.diff
    assert (bench.folder / "a").read_text() == "f:\n\ttry:\n\t\tc\n\t\td\n"


async def test_editing_through_a_link_keeps_the_link(bench: Workbench) -> None:
    target = bench.file("real", "x\n")
    link = bench.folder / "link"
    link.symlink_to("real")
    await bench.call("read", path="link")
    assert not (await bench.call("edit", path="link", old="x", new="y")).is_error
    assert link.is_symlink()
    assert target.read_text() == "y\n"


async def test_an_executable_stays_one(bench: Workbench) -> None:
    file = bench.file("run.sh", "x\n", known=True)
    file.chmod(0o755)
    await bench.call("edit", path="run.sh", old="x", new="y")
    assert file.stat().st_mode & 0o777 == 0o755


async def test_a_missing_file_is_an_error_with_the_nearest_name(bench: Workbench) -> None:
    bench.file("src/hello.py", "x")
    result = await bench.call("edit", path="src/helo.py", old="x", new="y")
    assert result.content == "Error: src/helo.py does not exist; did you mean src/hello.py?"


async def test_of_edits_at_the_same_time_none_is_lost(bench: Workbench) -> None:
    text = "".join(f"line {number}\n" for number in range(20))
    file = bench.file("f", text)
    agents = [Workbench(bench.folder) for _ in range(20)]

    async def insist(number: int) -> None:
        while True:
            await agents[number].call("read", path="f")
            result = await agents[number].call("edit", path="f", old=f"line {number}\n", new=f"done {number}\n")
            if not result.is_error:
                return
            assert "has changed since it was read" in result.content

    await asyncio.gather(*(insist(number) for number in range(20)))
    assert file.read_text() == text.replace("line", "done")


async def test_a_preview_of_an_impossible_edit_is_the_error_of_the_run(bench: Workbench) -> None:
    bench.file("a", "x", known=True)
    bench.file("unread", "x")
    for path in ("a", "missing", "unread", "n" * 300):
        arguments = {"path": path, "old": "nope", "new": "y"}
        tool = bench.tools["edit"]
        shown = tool.preview(tool.arguments(**arguments), bench.context)
        assert shown.failure is not None
        assert shown.failure == await bench.call("edit", **arguments)


def test_a_preview_of_an_impossible_edit_shows_no_diff(bench: Workbench) -> None:
    bench.file("a", "x", known=True)
    assert bench.preview_diff("edit", path="a", old="nope", new="y") is None
    assert bench.preview_diff("edit", path="missing", old="nope", new="y") is None
    assert bench.preview_diff("edit", path="n" * 300, old="nope", new="y") is None


def test_of_overlapping_places_that_match_loosely_none_is_taken() -> None:
    with pytest.raises(NoMatch, match="2 times"):
        find_replacements("\tx\n\tx\n\tx\n", "  x\n  x", "y", every=False)


LINES = st.lists(st.text(alphabet="ab \t{}é🙂", max_size=8), min_size=1, max_size=12)


@given(lines=LINES, data=st.data())
def test_an_exact_edit_replaces_and_keeps_the_final_newline(lines: list[str], data: st.DataObject) -> None:
    text = "\n".join(lines)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    old, new = text[start:end], data.draw(st.text(alphabet="xy\n\t", max_size=10))
    if old and text.find(old) == start and text.find(old, start + 1) < 0:
        (found,) = find_replacements(text, old, new, every=False)
        plain = text[:start] + new + text[end:]
        kept = text.endswith("\n") and plain and not plain.endswith("\n") and plain != text[:-1]
        assert text[: found.start] + found.new + text[found.end :] == plain + ("\n" if kept else "")


@given(lines=LINES, data=st.data())
def test_whatever_matches_is_old_up_to_leading_whitespace_and_nothing_else_changes(
    lines: list[str], data: st.DataObject
) -> None:
    text = "\n".join(lines)
    first = data.draw(st.integers(0, len(lines) - 1))
    last = data.draw(st.integers(first, len(lines) - 1))
    old = "\n".join(
        data.draw(st.sampled_from(["", " ", "    ", "\t"])) + line.lstrip() for line in lines[first : last + 1]
    )
    new = data.draw(st.text(alphabet="xy \n\t", max_size=12))
    if not old:
        return
    try:
        replacements = find_replacements(text, old, new, every=False)
    except NoMatch:
        return
    (found,) = replacements
    matched = text[found.start : found.end]
    assert [line.lstrip(" \t") for line in matched.split("\n")] == [line.lstrip(" \t") for line in old.split("\n")]
    kept = matched.endswith("\n") and found.end == len(text) and not new.endswith("\n")
    inserted = found.new.removesuffix("\n") if kept else found.new
    assert [line.lstrip(" \t") for line in inserted.split("\n")] == [line.lstrip(" \t") for line in new.split("\n")]


@given(lines=LINES, data=st.data())
def test_a_tab_file_edited_with_spaces_equals_the_same_edit_of_a_space_file(
    lines: list[str], data: st.DataObject
) -> None:
    depths = [data.draw(st.integers(0, 3)) for _ in lines]
    bodies = [f"{index:02d};{line.strip()}".replace("\t", "-") for index, line in enumerate(lines)]
    tabbed = "\n".join("\t" * depth + body for depth, body in zip(depths, bodies, strict=True))
    spaced = "\n".join("    " * depth + body for depth, body in zip(depths, bodies, strict=True))
    first = data.draw(st.integers(0, len(lines) - 1))
    last = data.draw(st.integers(first, len(lines) - 1))
    old = "\n".join(spaced.split("\n")[first : last + 1])
    new = old.replace(bodies[first], "changed\n" + "    " * depths[first] + "more")
    (found,) = find_replacements(tabbed, old, new, every=False)
    after = tabbed[: found.start] + found.new + tabbed[found.end :]
    assert after.replace("\t", "    ") == spaced.replace(old, new, 1)


@given(st.text(alphabet="a\r\n", max_size=30))
def test_positions_lead_back_into_the_original(original: str) -> None:
    unified = Unified(original)
    if unified.newline == "\r":
        assert unified.text == original.replace("\r", "\n")
        return
    assert unified.text == original.replace("\r\n", "\n")
    for start in range(len(unified.text) + 1):
        for end in range(start, len(unified.text) + 1):
            part = original[unified.original_position(start) : unified.original_position(end)]
            assert part.replace("\r\n", "\n") == unified.text[start:end]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(prefix=st.binary(max_size=30), suffix=st.binary(max_size=30), new=st.text(alphabet="xyz\n", max_size=10))
async def test_bytes_around_the_edit_survive_whatever_they_are(
    bench: Workbench, prefix: bytes, suffix: bytes, new: str
) -> None:
    before = prefix + b"<<NEEDLE>>" + suffix
    file = bench.file("f", before, known=True)
    result = await bench.call("edit", path="f", old="<<NEEDLE>>", new=new)
    after = file.read_bytes()
    if result.is_error:
        assert after == before
    elif b"\0" not in before and not before.startswith((b"\xff\xfe", b"\xfe\xff")):
        assert after.startswith(prefix)
        assert after.endswith(suffix)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    lines=st.lists(st.text(alphabet="ab \t|1é", max_size=6), min_size=1, max_size=8),
    newline=st.sampled_from(["\n", "\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "latin-1"]),
    data=st.data(),
)
async def test_what_read_shows_can_be_copied_into_an_edit_whatever_the_form_of_the_file(
    bench: Workbench, lines: list[str], newline: str, encoding: str, data: st.DataObject
) -> None:
    lines = [f"{line}#{number}" for number, line in enumerate(lines)]  # each is there once
    before = "".join(line + newline for line in lines)
    file = bench.file("f", before.encode(encoding))
    shown = (await bench.call("read", path="f")).content.split("\n")
    if encoding == "latin-1" and not before.isascii():
        return  # its bytes are shown escaped, and a code page cannot be told from so few
    first = data.draw(st.integers(0, len(lines) - 1))
    last = data.draw(st.integers(first, len(lines) - 1))
    old = "\n".join(row.partition("|")[2] for row in shown[first : last + 1])
    result = await bench.call("edit", path="f", old=old, new="new\nlines")
    assert not result.is_error, result.content
    after = [*lines[:first], "new", "lines", *lines[last + 1 :]]
    assert file.read_bytes() == "".join(line + newline for line in after).encode(encoding)


@given(text=st.text(alphabet="ab\r\n", max_size=20), data=st.data())
def test_lines_that_an_edit_repeats_keep_their_line_ends(text: str, data: st.DataObject) -> None:
    unified = Unified(text)
    start = data.draw(st.integers(0, len(unified.text)))
    end = data.draw(st.integers(start, len(unified.text)))
    first, last = unified.original_position(start), unified.original_position(end)
    assert unified.with_line_ends(start, end, unified.text[start:end]) == text[first:last]


def test_the_description_is_short() -> None:
    assert len(EditTool.description) < 200
