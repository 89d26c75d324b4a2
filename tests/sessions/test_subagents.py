"""Subagents in a session's file: told apart however their records are mixed, and never in the way of the session."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.model import ReplyUsage
from localcoder.cli.sessions import export
from localcoder.sessions.conversation import LOST_RESULT
from localcoder.sessions.export import as_markdown
from localcoder.sessions.journal import Journal, load
from localcoder.sessions.store import SessionStore

CALL = Message("assistant", "", tool_calls=(ToolCall("t1", "task", '{"tasks": []}'),))


@given(st.lists(st.tuples(st.integers(0, 8), st.text(max_size=20)), max_size=60))
def test_mixed_records_come_back_as_the_conversations_that_they_were(said: list[tuple[int, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.create(Path(folder), Path("/work"), "fake")
        journal.append_message(Message("user", "go"))
        writers = [journal.subagent(f"agent {number % 2}", "t1") for number in range(8)]
        told: dict[int, list[Message]] = {}
        for who, text in said:
            message = Message("user", text)
            told.setdefault(who, []).append(message)
            (journal if who == 8 else writers[who]).append_message(message)
        journal.close()
        loaded = load(journal.path)
    assert loaded.problems == ()
    assert list(loaded.messages) == [Message("user", "go"), *told.pop(8, [])]
    assert [list(subagent.messages) for subagent in loaded.subagents] == list(told.values())
    assert [subagent.name for subagent in loaded.subagents] == [f"agent {number % 2}" for number in told]


def written(folder: Path) -> Journal:
    journal = Journal.create(folder, folder, "fake")
    journal.append_message(Message("user", "go"))
    journal.append_message(CALL)
    one, other = journal.subagent("one", "t1"), journal.subagent("[bold]other", "t1")
    one.append_message(Message("user", "look"))
    other.append_message(Message("user", "search"))
    one.append_message(Message("assistant", "", tool_calls=(ToolCall("c1", "read", "{}"),)))
    other.append_message(Message("assistant", "found"))
    other.compact(Message("user", "summary"), 1, 10, 5)
    other.end_turn("done", 1, ReplyUsage(1, 2), None)
    journal.close()
    return journal


def test_what_was_interrupted_is_made_whole_there_too(tmp_path: Path) -> None:
    loaded = load(written(tmp_path).path)
    assert [message.content for message in loaded.messages] == ["go", "", LOST_RESULT]
    one, other = loaded.subagents
    assert [message.content for message in one.messages] == ["look", "", LOST_RESULT]
    assert [message.content for message in other.messages] == ["summary", "found"]
    assert (other.name, other.call_id) == ("[bold]other", "t1")


def test_cut_at_any_byte_the_session_loses_its_last_record_alone(tmp_path: Path) -> None:
    path = written(tmp_path).path
    data = path.read_bytes()
    header = data.index(b"\n") + 1
    complete = load(path)
    for cut in range(header, len(data)):
        path.write_bytes(data[:cut])
        resumed = Journal.resume(path)
        resumed.subagent("later", "t2").append_message(Message("user", "later"))
        resumed.close()
        loaded = load(path)
        assert loaded.problems == ()
        assert loaded.subagents[-1].messages == (Message("user", "later"),)
        assert len(loaded.subagents) <= len(complete.subagents) + 1


def test_a_damaged_record_of_a_subagent_is_named_and_left_out(tmp_path: Path) -> None:
    path = written(tmp_path).path
    with path.open("ab") as file:
        file.write(b'{"v":1,"type":"agent","id":"x"}\n')
        file.write(b'{"v":1,"type":"agent","id":"x","name":"n","call_id":"t","record":"agent"}\n')
        file.write(b'{"v":1,"type":"agent","id":"x","name":"n","call_id":"t","record":"message","role":"king"}\n')
    loaded = load(path)
    assert len(loaded.problems) == 3
    assert [subagent.name for subagent in loaded.subagents][:2] == ["one", "[bold]other"]


def test_documents_have_the_subagents_after_the_conversation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SessionStore()
    journal = written(store.directory)
    loaded = load(journal.path)
    text = as_markdown(loaded.header, loaded.messages, loaded.subagents)
    assert (
        text.index("## User\n\ngo") < text.index("# Subagent one\n\n## User\n\nlook") < text.index("# Subagent [bold]")
    )
    export(journal.id, None, "json")
    assert '"name": "[bold]other"' in capsys.readouterr().out
    assert store.summaries(None)[0].title == "go"


def test_two_hundred_messages_of_each_of_eight_are_all_there_in_order(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, tmp_path, "fake")
    journal.append_message(Message("user", "go"))
    writers = [journal.subagent(f"agent {number}", "t1") for number in range(8)]
    for count in range(200):
        for number, writer in enumerate(writers):
            writer.append_message(Message("user", f"{number}: {count}\n\u2028é"))
    journal.close()
    loaded = load(journal.path)
    assert loaded.problems == () and loaded.messages == (Message("user", "go"),)
    for number, subagent in enumerate(loaded.subagents):
        assert [message.content for message in subagent.messages] == [f"{number}: {n}\n\u2028é" for n in range(200)]
    assert len(loaded.subagents) == 8
