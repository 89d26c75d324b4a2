"""What the editor holds and has not saved is neither written over nor taken for what is on the disk."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from acp.helpers import resource_link_block
from acp.schema import ClientCapabilities, FileSystemCapabilities

from localcoder.acp import buffers
from localcoder.acp.buffers import NOT_SAVED
from tests.acp.editor import editing
from tests.cli.running import TIMEOUT_S, Home
from tests.fakes.openai_server import Answer, serving

CAPABLE = ClientCapabilities(fs=FileSystemCapabilities(read_text_file=True))
READ = ("read", {"path": "a"})
EDIT = ("edit", {"path": "a", "old": "one", "new": "uno"})


def results(body: dict[str, Any]) -> list[str]:
    return [message["content"] for message in body["messages"] if message["role"] == "tool"]


async def test_what_is_not_saved_is_not_written_over_and_what_is_read_says_that_it_is_older(home: Home) -> None:
    path = home.project / "a"
    path.write_text("one\n")
    overwrite = Answer(calls=[("write", {"path": "a", "content": "all new\n"})])
    create = Answer(calls=[("write", {"path": "new", "content": "new\n"})])
    script = (Answer(calls=[READ]), Answer(calls=[EDIT]), overwrite, create, Answer("I cannot."))
    script = (*script, Answer(calls=[READ]), Answer(calls=[EDIT]), Answer("Done."))
    with serving(*script) as server:
        async with editing(home, server.url, approval_mode="accept-edits") as editor:
            await editor.open(client_capabilities=CAPABLE)
            editor.held = {str(path): "one\nand mine\n", str(home.project / "new"): "a draft\n"}
            await editor.say("change ", resource_link_block("a", path.as_uri()))
            assert (path.read_text(), (home.project / "new").exists()) == ("one\n", False)
            path.write_text(editor.held[str(path)])  # saved
            await editor.say("now it is saved")
            assert path.read_text() == "uno\nand mine\n"
    assert server.requests[0]["messages"][-1]["content"].endswith(f"1|one\n{NOT_SAVED}")
    read, edited, written, created, read_again, edited_again = results(server.requests[-1])
    assert read == f"1|one\n{NOT_SAVED}"
    for name, refusal in (("a", edited), ("a", written), ("new", created)):
        assert refusal.startswith(f"Error: {name} has changes in the user's editor that are not saved; nothing was")
    assert read_again == "1|one\n2|and mine" and edited_again.startswith("Edited a")


@pytest.mark.parametrize(
    ("saved", "held"),
    [
        (b"one\ntwo\n", "one\ntwo\n"),
        (b"one\r\ntwo\r\n", "one\ntwo\n"),
        (b"\xef\xbb\xbfone\ntwo\n", "one\ntwo"),
        ("one\ntwo\n".encode("utf-16"), "one\ntwo\n"),
        (b"one\ntw\xf6\n", "one\ntw\ufffd\n"),
        (b"one\ntwo\n", None),
    ],
)
async def test_what_an_editor_reads_in_its_own_way_is_no_change(home: Home, saved: bytes, held: str | None) -> None:
    (home.project / "a").write_bytes(saved)
    with serving(Answer(calls=[READ]), Answer(calls=[EDIT]), Answer("Done.")) as server:
        async with editing(home, server.url, approval_mode="accept-edits") as editor:
            await editor.open(client_capabilities=CAPABLE)
            editor.held = {} if held is None else {str(home.project / "a"): held}
            await editor.say("change it")
    assert len(editor.read) == 2
    assert results(server.requests[-1])[1].startswith("Edited a")


async def test_an_editor_that_is_late_to_notice_what_was_written_holds_no_change(home: Home) -> None:
    path = home.project / "a"
    path.write_text("one\n")
    by_command = Answer(calls=[("shell", {"command": "echo one more > a"})])
    with serving(
        Answer(calls=[READ]), by_command, Answer(calls=[READ]), Answer(calls=[EDIT]), Answer("Done.")
    ) as server:
        async with editing(home, server.url, approval_mode="full") as editor:
            await editor.open(client_capabilities=CAPABLE)
            editor.held = {str(path): "one\n"}  # as it was before the command
            await editor.say("change it")
    assert path.read_text() == "uno more\n"
    assert results(server.requests[-1])[2] == "1|one more"


async def test_an_editor_that_does_not_offer_it_is_not_asked(home: Home) -> None:
    (home.project / "a").write_text("one\n")
    with serving(Answer(calls=[READ]), Answer(calls=[EDIT]), Answer("Done.")) as server:
        async with editing(home, server.url, approval_mode="accept-edits") as editor:
            await editor.open()
            await editor.say("change it")
    assert editor.read == []
    assert (home.project / "a").read_text() == "uno\n"


async def test_an_editor_that_does_not_answer_holds_up_neither_the_tools_nor_cancelling(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home.project / "a").write_text("one\n")
    with serving(Answer(calls=[READ]), Answer(calls=[READ]), Answer(calls=[EDIT]), Answer("Done.")) as server:
        async with editing(home, server.url, approval_mode="accept-edits") as editor:
            await editor.open(client_capabilities=CAPABLE)
            editor.answering.clear()
            turn = asyncio.create_task(editor.say("read it"))
            await asyncio.wait_for(editor.was_read.wait(), TIMEOUT_S)
            await editor.connection.cancel(session_id=editor.session_id)
            assert (await turn).stop_reason == "cancelled"
            monkeypatch.setattr(buffers, "ANSWER_S", 0.01)
            await editor.say("change it")
            editor.answering.set()
            await editor.say("/status")  # its late answers are on their way before
    assert (home.project / "a").read_text() == "uno\n"


async def test_the_model_is_offered_the_same_tools(home: Home) -> None:
    offered = []
    for capabilities in (CAPABLE, None):
        with serving(Answer("Hello.")) as server:
            async with editing(home, server.url) as editor:
                await editor.open(client_capabilities=capabilities)
                await editor.say("hello")
        offered.append(server.requests[0]["tools"])
    assert offered[0] == offered[1]
