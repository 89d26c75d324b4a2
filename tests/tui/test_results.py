"""What a person is told of results: how much they are, what was left out, and the whole of what was called."""

from __future__ import annotations

from pathlib import Path

import pytest

from localcoder.agent.events import CallFinished, CallStarted
from localcoder.tools._output import OutputCollector
from localcoder.tui.results import result_size
from localcoder.tui.widgets.tool_call import HEAD_LINES, TAIL_LINES, ToolCallBlock, output_content
from tests.fakes.fake_agent import FakeAgent
from tests.tools.conftest import Workbench
from tests.tui.chatting import chat_app, send, steps, transcript, until

SCRIPT = "cat > a.py <<'END'\n    print('[bold]')\n\nEND\npython a.py   --twice"


@pytest.mark.parametrize(
    ("content", "arguments", "size"),
    [
        ("one\n[lines 1-1 of 9]\n", {}, "2 lines"),
        ("\n", {}, "1 line"),
        ("x\n" * 5_000, {}, "1,000 of 5,000 lines"),
        ("a\nb\nc\nd\n", {"offset": 3}, "2 of 4 lines"),
        (b"\0\1\2\3\4\5", {}, "not text: binary file, 6 bytes"),
        ("", {}, "empty file"),
    ],
)
async def test_of_a_file_its_lines_are_counted_and_no_notes(tmp_path: Path, content, arguments, size) -> None:
    bench = Workbench(tmp_path)
    bench.file("f", content)
    result = await bench.call("read", path="f", **arguments)
    assert result_size("read", result.content) == size


@pytest.mark.parametrize(
    ("tool", "files", "size"),
    [("list", 0, "empty folder"), ("list", 3, "3 lines"), ("list", 501, "500 lines, cut"),
     ("search", 0, "no matches"), ("search", 3, "3 lines"), ("search", 201, "200 lines, cut")],
)  # fmt: skip
async def test_of_a_list_what_is_in_it_is_counted_and_a_cut_is_said(tmp_path: Path, tool, files, size) -> None:
    bench = Workbench(tmp_path)
    for number in range(files):
        bench.file(f"[only the first {number}]", "x\n")
    result = await bench.call(tool, **({"pattern": "x"} if tool == "search" else {}))
    assert result_size(tool, result.content) == size


def test_instructions_that_came_with_a_result_are_no_lines_of_it() -> None:
    told = "\n\n[Instructions from /p/sub/AGENTS.md; they hold for all that lies below its folder]\nBe brief.\nBe kind."
    assert result_size("read", f"1|a\n2|b{told}") == "2 lines"


@pytest.mark.parametrize("expanded", [False, True])
def test_output_that_is_not_there_is_not_promised(tmp_path: Path, expanded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    output = OutputCollector(40_000, (), lambda text: None)
    output.feed("".join(f"{number}\n" for number in range(100_000)).encode())
    output.finish()
    gap = next(line for line in output_content(output.text(), expanded, "").plain.split("\n") if line.startswith("…"))
    assert "characters left out; the whole is in /" in gap
    assert "shows all" not in gap
    assert ("ctrl+o shows more" in gap) is not expanded


@pytest.mark.parametrize(("lines", "shows"), [(20, "all"), (5_000, "more")])
def test_all_is_only_promised_where_all_can_be_shown(lines, shows) -> None:
    gap = output_content("\n".join(map(str, range(lines))), False, "").plain.split("\n")[HEAD_LINES]
    assert gap == f"… {lines - HEAD_LINES - TAIL_LINES:,} more lines (ctrl+o shows {shows})"


async def test_a_command_of_several_lines_says_so_and_ctrl_o_shows_all_of_it() -> None:
    call = CallStarted("1", "shell", {}, f"shell {SCRIPT}")
    agent = FakeAgent([steps(call, CallFinished("1", "shell", "[exit 0]", False, False, None, 0.1))])
    async with chat_app(agent).run_test(size=(60, 24)) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "[exit 0]" in transcript(pilot))
        assert "shell cat > a.py <<'END' ⏎ print('[bold]') ⏎ END ⏎ python a.py --twice" in transcript(pilot)
        await pilot.press("ctrl+o")
        assert "shell " + SCRIPT.replace("\n", "\n  ") in transcript(pilot)
        await pilot.press("ctrl+o")
        assert SCRIPT.replace("\n", "\n  ") not in transcript(pilot)


async def test_a_command_longer_than_a_row_is_shown_whole_on_demand() -> None:
    agent = FakeAgent([steps(CallStarted("1", "shell", {}, f"shell echo {'a' * 700}END"))])
    async with chat_app(agent).run_test(size=(60, 24)) as pilot:
        await send(pilot, "go")
        await until(pilot, lambda: "interrupted" in transcript(pilot))
        header = pilot.app.chat.query_one(ToolCallBlock)._header
        assert header.size.height == 1
        await pilot.press("ctrl+o")
        await until(pilot, lambda: header.size.height > 10)
        assert "aEND" in str(header.render())
