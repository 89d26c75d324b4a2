"""The write tool: exactly the given content, and no file lost."""

from __future__ import annotations

import hashlib

import pytest
from pydantic import ValidationError

from tests.tools.conftest import Workbench


async def test_a_new_file_is_created_with_its_folders(bench: Workbench) -> None:
    result = await bench.call("write", path="a/b/c.py", content="x\ny\n")
    assert result.content == "Created a/b/c.py (2 lines)."
    assert (bench.folder / "a/b/c.py").read_bytes() == b"x\ny\n"


async def test_one_line_is_counted_in_the_singular(bench: Workbench) -> None:
    assert (await bench.call("write", path="a", content="x")).content == "Created a (1 line)."
    assert (await bench.call("write", path="b", content="")).content == "Created b (0 lines)."


@pytest.mark.parametrize(
    "content", [r"\title", r"C:\new", r"\d+", r'R"("x")"', "a\\\nb", "\t\n", "a\r\nb", "é🙂", " x "]
)
async def test_content_is_written_as_it_is(bench: Workbench, content: str) -> None:
    await bench.call("write", path="f", content=content)
    written = hashlib.sha256((bench.folder / "f").read_bytes()).digest()
    assert written == hashlib.sha256(content.encode()).digest()


async def test_an_existing_file_must_have_been_read(bench: Workbench) -> None:
    file = bench.file("f", "precious")
    result = await bench.call("write", path="f", content="x")
    assert result.content == "Error: f exists and was not read yet; read it first, then overwrite it"
    assert file.read_text() == "precious"
    await bench.call("read", path="f")
    assert (await bench.call("write", path="f", content="x")).content == "Overwrote f (1 line)."


async def test_a_file_that_grew_since_it_was_read_is_not_overwritten(bench: Workbench) -> None:
    file = bench.file("f", "a\n")
    await bench.call("read", path="f")
    with file.open("a") as stream:
        stream.write("x\n")
    result = await bench.call("write", path="f", content="b\n")
    assert "has changed since it was read; read it again" in result.content
    assert file.read_text() == "a\nx\n"


async def test_a_file_that_was_written_may_be_written_again(bench: Workbench) -> None:
    await bench.call("write", path="f", content="a")
    assert (await bench.call("write", path="f", content="b")).content == "Overwrote f (1 line)."


@pytest.mark.parametrize(
    ("before", "content", "after", "note"),
    [
        (b"a\r\nb\r\n", "x\ny\n", b"x\r\ny\r\n", " Kept: CRLF line ends."),
        (b"\xef\xbb\xbfa\n", "x\n", b"\xef\xbb\xbfx\n", " Kept: BOM."),
        ("a\n".encode("utf-16"), "ä\n", "ä\n".encode("utf-16"), " Kept: utf-16-le, BOM."),
        (b"caf\xe9", "ä", "ä".encode(), " It had bytes that are not UTF-8 and is UTF-8 now."),
        (b"a\0b", "x", b"x", " It was a binary file and is UTF-8 text now."),
    ],
)
async def test_the_form_of_a_file_is_kept_or_the_change_is_told(
    bench: Workbench, before: bytes, content: str, after: bytes, note: str
) -> None:
    file = bench.file("f", before)
    await bench.call("read", path="f")
    result = await bench.call("write", path="f", content=content)
    assert file.read_bytes() == after
    assert result.content.endswith(f").{note}")


async def test_a_code_page_is_kept_where_it_has_the_characters(bench: Workbench) -> None:
    text = "Größe, Maß und Übermut: schöne Wörter für alle.\n"
    file = bench.file("f", text.encode("cp1252"), known=True)
    await bench.call("write", path="f", content="süß\n")
    assert file.read_bytes() == "süß\n".encode("cp1252")
    bench.file("f", text.encode("cp1252"), known=True)
    result = await bench.call("write", path="f", content="日本\n")
    assert file.read_bytes() == "日本\n".encode()
    assert "is UTF-8 now" in result.content


async def test_a_folder_is_not_overwritten(bench: Workbench) -> None:
    (bench.folder / "d").mkdir()
    assert (await bench.call("write", path="d", content="")).content == "Error: d is a folder; name a file"
    assert (await bench.call("write", path="new/", content="")).is_error


async def test_a_file_in_the_way_of_a_folder_is_an_error(bench: Workbench) -> None:
    bench.file("f", "x")
    result = await bench.call("write", path="f/g", content="")
    assert result.is_error
    assert result.content.startswith("Error: f/g")


async def test_writing_through_a_dangling_link_creates_its_target(bench: Workbench) -> None:
    (bench.folder / "link").symlink_to("target")
    await bench.call("write", path="link", content="x")
    assert (bench.folder / "link").is_symlink()
    assert (bench.folder / "target").read_text() == "x"


async def test_the_diff_is_shown_before_and_after(bench: Workbench) -> None:
    shown = bench.preview_diff("write", path="f", content="a\nb")
    result = await bench.call("write", path="f", content="a\nb")
    assert shown == result.diff == "--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n"


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "", "content": ""},
        {"path": "a\0b", "content": ""},
        {"path": "a"},
        {"path": "a", "content": "", "x": 1},
        {"path": "a", "content": "\ud800"},
    ],
)
async def test_unusable_arguments_are_refused(bench: Workbench, arguments: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        await bench.call("write", **arguments)


async def test_null_for_an_optional_parameter_means_left_out(bench: Workbench) -> None:
    bench.file("f", "x\n")
    assert (await bench.call("read", path="f", offset=None, limit=None)).content == "1|x"
