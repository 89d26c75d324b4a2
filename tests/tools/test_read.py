"""The read tool: windows, cuts that say so, odd files."""

from __future__ import annotations

import os

import pytest

from tests.tools.conftest import Workbench


async def read(bench: Workbench, path: str = "f", **arguments: int) -> str:
    result = await bench.call("read", path=path, **arguments)
    assert not result.is_error
    return result.content


async def refusal(bench: Workbench, path: str, **arguments: int) -> str:
    result = await bench.call("read", path=path, **arguments)
    assert result.is_error
    return result.content


async def test_lines_are_numbered_without_padding(bench: Workbench) -> None:
    bench.file("f", "".join(f"line {n}\n" for n in range(1, 12)))
    assert (await read(bench)).split("\n")[0::10] == ["1|line 1", "11|line 11"]


async def test_an_empty_file_says_so(bench: Workbench) -> None:
    bench.file("f", "")
    assert await read(bench) == "[empty file]"


async def test_a_window_says_how_to_go_on(bench: Workbench) -> None:
    bench.file("f", "a\nb\nc\nd\n")
    assert await read(bench, offset=2, limit=2) == "2|b\n3|c\n[lines 2-3 of 4; continue with offset=4]"
    assert await read(bench, offset=4) == "4|d\n[lines 4-4 of 4]"


@pytest.mark.parametrize("lines", [1, 999, 1000, 1001, 2500])
async def test_following_the_advice_shows_every_line_once(bench: Workbench, lines: int) -> None:
    bench.file("f", "".join(f"{n}\n" for n in range(1, lines + 1)))
    seen: list[str] = []
    offset = 1
    while True:
        *rows, last = (await read(bench, offset=offset)).split("\n")
        if not last.startswith("["):
            rows.append(last)
        seen += [row.partition("|")[2] for row in rows]
        if "continue with offset=" not in last:
            break
        offset = int(last.rpartition("=")[2].rstrip("]"))
    assert seen == [str(n) for n in range(1, lines + 1)]


async def test_a_result_never_has_many_more_characters_than_its_budget(bench: Workbench) -> None:
    bench.context.result_characters = 500
    bench.file("f", ("x" * 90 + "\n") * 100)
    shown = await read(bench)
    assert len(shown) < 700
    assert shown.endswith("[lines 1-5 of 100; continue with offset=6]")


async def test_a_long_line_is_cut_by_characters_and_says_how_to_see_the_rest(bench: Workbench) -> None:
    bench.file("one.json", "x" * 300_000)
    shown = await read(bench, "one.json")
    assert len(shown) < 3000
    assert "2000 of 300000 characters" in shown
    assert "sed -n 1p one.json | cut -c 2001-" in shown


async def test_text_deep_in_a_long_line_is_found_by_search(bench: Workbench) -> None:
    bench.file("min.js", "a" * 5000 + "NEEDLE" + "b" * 5000)
    result = await bench.call("search", pattern="NEEDLE", path="min.js")
    assert "NEEDLE" in result.content
    assert "of 10006]" in result.content
    assert len(result.content) < 500


async def test_one_line_alone_is_shown_as_far_as_the_budget_goes(bench: Workbench) -> None:
    bench.file("f", "x" * 5000 + "END\n")
    assert "END" in await read(bench, limit=1)


async def test_crlf_and_form_feeds_do_not_change_the_numbering(bench: Workbench) -> None:
    bench.file("f", "a\r\nb\x0cc\u2028d\r\ne\r\n")
    assert await read(bench) == "1|a\n2|b\x0cc\u2028d\n3|e"


async def test_utf16_is_decoded(bench: Workbench) -> None:
    bench.file("f", "grün\r\nblau".encode("utf-16"))
    assert await read(bench) == "1|grün\n2|blau"


async def test_foreign_bytes_are_shown_escaped(bench: Workbench) -> None:
    bench.file("f", b"a\xffb\n")
    assert await read(bench) == "1|a\\xffb"


async def test_a_binary_file_is_described(bench: Workbench) -> None:
    bench.file("p.png", b"\x89PNG\r\n\x1a\n" + bytes(20))
    assert await read(bench, "p.png") == "[p.png is not text: PNG picture, 28 bytes]"


async def test_a_pipe_or_device_is_refused_at_once(bench: Workbench) -> None:
    os.mkfifo(bench.folder / "p")
    assert await refusal(bench, "p") == "Error: p is a pipe, not a file"
    assert await refusal(bench, "/dev/zero") == "Error: /dev/zero is a device, not a file"
    assert await refusal(bench, "/proc/kmsg") == "Error: /proc/kmsg is a queue of the kernel, not a file"


async def test_a_folder_is_refused_with_the_right_tool(bench: Workbench) -> None:
    (bench.folder / "d").mkdir()
    assert await refusal(bench, "d") == "Error: d is a folder; use list to see what is in it"


async def test_a_missing_file_names_the_nearest_ones(bench: Workbench) -> None:
    bench.file("src/config.py", "")
    bench.file("src/configs.py", "")
    assert await refusal(bench, "src/confg.py") == (
        "Error: src/confg.py does not exist; did you mean src/config.py or src/configs.py?"
    )
    assert await refusal(bench, "other") == "Error: other does not exist"
    assert await refusal(bench, "no/such/dir") == "Error: no/such/dir does not exist"


async def test_names_outside_the_workspace_are_not_listed_in_errors(bench: Workbench) -> None:
    (bench.folder.parent / "secret.txt").write_text("")
    assert await refusal(bench, "../secret.tx") == "Error: ../secret.tx does not exist"


async def test_an_offset_past_the_end_is_refused(bench: Workbench) -> None:
    bench.file("f", "a\n")
    assert await refusal(bench, "f", offset=5) == "Error: offset 5 is past the end; f has 1 line"


async def test_a_loop_of_links_is_an_error(bench: Workbench) -> None:
    (bench.folder / "a").symlink_to("b")
    (bench.folder / "b").symlink_to("a")
    assert (await refusal(bench, "a")).startswith("Error: a")
