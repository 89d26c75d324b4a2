from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from localcoder.chat.messages import Message, ToolCall
from localcoder.chat.model import ReplyUsage
from localcoder.sessions import records
from localcoder.sessions.conversation import LOST_RESULT, Earlier, whole
from localcoder.sessions.forking import begin_with
from localcoder.sessions.journal import Journal, JournalError, SessionInUse, load
from tests.fakes.full_disk import full_disk

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=[]))
"""Lone surrogates, NUL and line separators included: a model can write all of them."""

CALL = ToolCall("call_1", "read", '{"path": "a"}')
CONVERSATION = (
    Message("user", "read a — ümlaut, 日本語 \u2028 and \x00"),
    Message("assistant", "", "thinking", (CALL,)),
    Message("tool", "1|x", tool_call_id="call_1"),
    Message("assistant", "it says x"),
)


def written(folder: Path, messages: tuple[Message, ...] = CONVERSATION) -> Path:
    journal = Journal.create(folder, Path("/project"), "fake")
    for message in messages:
        journal.append_message(message)
    journal.end_turn("done", 2, ReplyUsage(10, 5, 2), None)
    journal.close()
    return journal.path


def test_a_session_comes_back_as_it_was(tmp_path: Path) -> None:
    loaded = load(written(tmp_path))
    assert loaded.messages == CONVERSATION
    assert loaded.problems == ()
    assert (loaded.header.cwd, loaded.header.model) == ("/project", "fake")


def test_only_its_owner_can_read_a_session(tmp_path: Path) -> None:
    path = written(tmp_path / "sessions")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_session_without_messages_leaves_no_file(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, Path("/project"), "fake")
    assert journal.is_empty
    journal.close()
    assert list(tmp_path.iterdir()) == []


def test_a_cut_at_any_byte_of_the_last_record_loses_at_most_that_record(tmp_path: Path) -> None:
    path = written(tmp_path, CONVERSATION[:1])
    whole_file = path.read_bytes()
    journal = Journal.resume(path)
    journal.append_message(Message("user", "the last — ünd"))
    journal.close()
    complete = path.read_bytes()
    for cut in range(len(whole_file), len(complete) + 1):
        path.write_bytes(complete[:cut])
        journal = Journal.resume(path)
        before = journal.messages
        assert before[:1] == CONVERSATION[:1]
        assert len(before) == (2 if cut >= len(complete) - 1 else 1)
        journal.append_message(Message("user", "after the crash"))
        journal.close()
        again = load(path)
        assert again.messages == (*before, Message("user", "after the crash"))
        assert again.problems == ()


def test_a_tail_of_nul_bytes_is_reported_and_repaired(tmp_path: Path) -> None:
    path = written(tmp_path)
    size = path.stat().st_size
    with path.open("ab") as file:
        file.write(b"\0" * 4096)
    journal = Journal.resume(path)
    assert "4096 empty bytes" in journal.problems[0]
    assert journal.messages == CONVERSATION
    journal.append_message(Message("user", "on"))
    journal.close()
    assert load(path).problems == ()
    assert b"\0" not in path.read_bytes()[size:]


def test_a_record_behind_nul_bytes_is_still_read(tmp_path: Path) -> None:
    path = written(tmp_path)
    with path.open("ab") as file:
        file.write(b"\0" * 100 + records.encode("message", role="user", content="behind"))
    assert load(path).messages[-1] == Message("user", "behind")


def test_a_damaged_record_in_the_middle_costs_only_itself(tmp_path: Path) -> None:
    path = written(tmp_path, (Message("user", "one"), Message("user", "two"), Message("user", "three")))
    rows = path.read_bytes().split(b"\n")
    rows[2] = rows[2][:10] + b"\xff\xfe" + rows[2][12:]
    path.write_bytes(b"\n".join(rows))
    loaded = load(path)
    assert [message.content for message in loaded.messages] == ["one", "three"]
    assert "record 3 is damaged" in loaded.problems[0]


@pytest.mark.parametrize(
    "row",
    [
        b"[]",
        b"7",
        b'{"v":1}',
        b'{"v":1,"type":"message"}',
        b'{"v":1,"type":"message","role":"user","content":5}',
        b'{"v":1,"type":"message","role":"robot","content":"x"}',
        b'{"v":1,"type":"message","role":"assistant","content":"x","tool_calls":[{}]}',
        b'{"v":1,"type":"message","role":"assistant","content":"x","tool_calls":7}',
        b"[" * 100_000,
    ],
)
def test_a_record_of_another_shape_is_left_out(tmp_path: Path, row: bytes) -> None:
    path = written(tmp_path)
    with path.open("ab") as file:
        file.write(row[:200_000] + b"\n")
    loaded = load(path)
    assert loaded.messages == CONVERSATION
    assert len(loaded.problems) == 1


def test_record_types_of_the_future_are_ignored_and_versions_of_the_future_refused(tmp_path: Path) -> None:
    path = written(tmp_path)
    with path.open("ab") as file:
        file.write(records.encode("bookmark", name="x"))
    assert load(path).messages == CONVERSATION
    with path.open("ab") as file:
        file.write(json.dumps({"v": 2, "type": "message"}).encode() + b"\n")
    with pytest.raises(JournalError, match="newer localcoder"):
        load(path)


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\0" * 50, b'{"v":1,"type":"message","role":"user"'])
def test_a_file_that_is_no_session_is_refused_by_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=r"x\.jsonl is not a session"):
        Journal.resume(path)
    assert path.read_bytes() == content


def test_a_session_cannot_be_resumed_twice_at_once(tmp_path: Path) -> None:
    path = written(tmp_path)
    first = Journal.resume(path)
    with pytest.raises(SessionInUse, match="open in another localcoder"):
        Journal.resume(path)
    first.close()
    Journal.resume(path).close()


def test_a_session_is_locked_against_other_processes_too(tmp_path: Path) -> None:
    journal = Journal.resume(written(tmp_path))
    code = (
        "import sys; from pathlib import Path\n"
        "from localcoder.sessions.journal import Journal; Journal.resume(Path(sys.argv[1]))"
    )
    other = subprocess.run([sys.executable, "-c", code, str(journal.path)], capture_output=True, text=True, check=False)
    journal.close()
    assert other.returncode != 0
    assert "SessionInUse" in other.stderr


def test_a_retracted_prompt_is_gone(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, Path("/project"), "fake")
    journal.append_message(Message("user", "keep"))
    journal.append_message(Message("user", "too long"))
    journal.retract_message()
    journal.close()
    assert load(journal.path).messages == (Message("user", "keep"),)


def test_a_summary_stands_for_all_but_the_newest_also_where_results_were_lost(tmp_path: Path) -> None:
    path = written(tmp_path, (Message("user", "old"), Message("assistant", "", tool_calls=(CALL,))))
    journal = Journal.resume(path)
    newest = (*journal.messages[1:], Message("user", "new"))
    journal.append_message(newest[-1])
    journal.compact(Message("user", "the summary"), len(newest), 90, 30)
    journal.close()
    assert load(path).messages == (Message("user", "the summary"), *newest)


@pytest.mark.parametrize("kept", [-1, 5, "1", None])
def test_a_damaged_compaction_is_left_out_and_the_conversation_stays_whole(tmp_path: Path, kept: object) -> None:
    path = written(tmp_path)
    with path.open("ab") as file:
        file.write(records.encode("compaction", summary={"role": "user", "content": "x"}, kept=kept))
    loaded = load(path)
    assert loaded.messages == CONVERSATION
    assert "compaction record" in loaded.problems[0]


def test_calls_without_results_have_one_after_loading(tmp_path: Path) -> None:
    second = ToolCall("call_2", "list", "{}")
    path = written(
        tmp_path,
        (
            Message("assistant", "", tool_calls=(CALL, second)),
            Message("tool", "done", tool_call_id="call_2"),
            Message("user", "on"),
        ),
    )
    assert load(path).messages[1:] == (
        Message("tool", "done", tool_call_id="call_2"),
        Message("tool", LOST_RESULT, tool_call_id="call_1", is_error=True),
        Message("user", "on"),
    )


def test_what_cannot_be_saved_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    journal = Journal.create(tmp_path / "file", Path("/project"), "fake")
    with pytest.raises(JournalError, match="cannot be saved"):
        journal.append_message(Message("user", "x"))


MESSAGES = st.lists(
    st.one_of(
        st.builds(Message, st.just("user"), ANY_TEXT),
        st.builds(
            Message,
            st.just("assistant"),
            ANY_TEXT,
            ANY_TEXT,
            st.lists(
                st.builds(ToolCall, st.sampled_from("abcd"), ANY_TEXT, ANY_TEXT), max_size=3, unique_by=lambda c: c.id
            ).map(tuple),
        ),
        st.builds(Message, st.just("tool"), ANY_TEXT, tool_call_id=st.sampled_from("abcd"), is_error=st.booleans()),
    ),
    min_size=1,
    max_size=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(messages=MESSAGES, cut=st.integers(0, 10_000), tail=st.binary(max_size=8))
def test_whatever_is_written_and_wherever_it_is_cut_what_loads_is_a_valid_prefix(
    tmp_path: Path, messages: list[Message], cut: int, tail: bytes
) -> None:
    path = written(tmp_path, tuple(messages))
    assert load(path).messages == tuple(whole(messages))
    data = path.read_bytes()
    header_end = data.index(b"\n") + 1
    path.write_bytes(data[: max(header_end, cut % (len(data) + 1))] + tail)
    journal = Journal.resume(path)
    kept = load(path).messages
    assert kept == journal.messages
    journal.append_message(Message("user", "after"))
    journal.close()
    loaded = load(path)
    assert loaded.messages == (*kept, Message("user", "after"))
    waiting: set[str] = set()
    for message in loaded.messages:
        if message.role == "tool":
            assert message.tool_call_id in waiting
            waiting.remove(message.tool_call_id)
        else:
            assert not waiting
            waiting = {call.id for call in message.tool_calls}
    path.unlink()


def test_eight_processes_write_their_own_sessions_whole(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from localcoder.chat.messages import Message\n"
        "from localcoder.sessions.journal import Journal\n"
        "journal = Journal.create(Path(sys.argv[1]), Path('/project'), 'fake')\n"
        "for i in range(200): journal.append_message(Message('user', f'{i} ' + 'x' * 500))\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(8)]
    assert [process.wait(60) for process in processes] == [0] * 8
    paths = list(tmp_path.glob("*.jsonl"))
    assert len(paths) == 8
    for path in paths:
        loaded = load(path)
        assert (len(loaded.messages), loaded.problems) == (200, ())


@given(st.lists(st.integers(0, 6), max_size=4), st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
def test_rewinding_keeps_the_oldest_messages_however_often_and_wherever(
    tmp_path: Path, more: list[int], data: st.DataObject
) -> None:
    journal = Journal.create(tmp_path, Path("/project"), "fake")
    expected: list[Message] = []
    for number in [3, *more]:
        for _ in range(number):
            expected.append(Message("user", f"message {len(expected)}"))
            journal.append_message(expected[-1])
        kept = data.draw(st.integers(0, len(expected)))
        del expected[kept:]
        journal.rewind(kept)
    journal.close()
    assert load(journal.path).messages == tuple(expected)
    assert load(journal.path).problems == ()


def test_a_rewind_counts_the_results_that_were_lost(tmp_path: Path) -> None:
    path = written(tmp_path, CONVERSATION[:2])
    journal = Journal.resume(path)
    assert len(journal.messages) == 3
    journal.append_message(Message("user", "and now?"))
    journal.rewind(3)
    journal.close()
    assert [message.content for message in load(path).messages] == [CONVERSATION[0].content, "", LOST_RESULT]


def test_a_rewind_that_does_not_fit_is_left_out_and_reported(tmp_path: Path) -> None:
    path = written(tmp_path)
    with path.open("ab") as file:
        file.write(records.encode("rewind", kept=99))
    loaded = load(path)
    assert loaded.messages == CONVERSATION
    assert "rewind record" in loaded.problems[0]


def test_a_name_is_kept_also_where_it_was_given_before_the_first_message(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path, Path("/project"), "fake")
    journal.rename("first [name]")
    assert list(tmp_path.iterdir()) == []
    journal.append_message(CONVERSATION[0])
    assert load(journal.path).title == "first [name]"
    journal.rename("second")
    journal.close()
    resumed = Journal.resume(journal.path)
    assert (resumed.title, resumed.messages) == ("second", CONVERSATION[:1])
    resumed.close()


def test_going_back_behind_a_summary_brings_back_what_it_stood_for(tmp_path: Path) -> None:
    path = written(tmp_path)
    journal = Journal.resume(path)
    journal.compact(Message("user", "the summary"), 1, 90, 30)
    journal.append_message(Message("user", "after it"), 7)
    assert load(path).earlier == (Earlier(CONVERSATION, 1),)
    journal.rewind(3, 1)
    journal.append_message(Message("user", "another way"), 8)
    journal.close()
    loaded = load(path)
    assert loaded.messages == (*CONVERSATION[:3], Message("user", "another way"))
    assert (loaded.earlier, loaded.problems) == ((), ())
    assert [(message.content, turn) for message, turn in loaded.turns] == [("after it", 7), ("another way", 8)]
    assert loaded.turns[-1][0] is loaded.messages[-1]


@pytest.mark.parametrize("fields", [{"compactions": 1}, {"compactions": -1}, {"compactions": "0"}])
def test_a_rewind_behind_more_summaries_than_there_are_is_left_out(tmp_path: Path, fields: dict[str, object]) -> None:
    path = written(tmp_path)
    with path.open("ab") as file:
        file.write(records.encode("rewind", kept=0, **fields))
    loaded = load(path)
    assert loaded.messages == CONVERSATION
    assert "rewind record" in loaded.problems[0]


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
def test_summaries_and_ways_back_in_any_order_are_read_as_they_were_written_and_copied_by_a_fork(
    tmp_path: Path, data: st.DataObject
) -> None:
    journal = Journal.create(tmp_path, Path("/project"), "fake")
    messages: list[Message] = []
    earlier: list[Earlier] = []
    for number in range(data.draw(st.integers(1, 12))):
        match data.draw(st.sampled_from(["say", "say", "compact", "rewind"])):
            case "say":
                messages.append(Message("user", f"message {number}"))
                journal.append_message(messages[-1], number)
            case "compact":
                kept = data.draw(st.integers(0, len(messages)))
                earlier.append(Earlier(tuple(messages), kept))
                messages = [Message("user", f"summary {number}"), *messages[len(messages) - kept :]]
                journal.compact(messages[0], kept, 2, 1)
            case "rewind":
                compactions = data.draw(st.integers(0, len(earlier)))
                if compactions:
                    messages = list(earlier[-compactions].messages)
                    del earlier[-compactions:]
                # A summary, which stands first, is nothing that can be gone back to.
                del messages[data.draw(st.integers(min(len(earlier), 1), len(messages))) :]
                journal.rewind(len(messages), compactions)
    journal.close()
    if journal.path.exists():
        loaded = load(journal.path)
        assert (loaded.messages, loaded.earlier, loaded.problems) == (tuple(messages), tuple(earlier), ())
        numbers = {id(message): turn for message, turn in loaded.turns}
        fork = Journal.create(tmp_path, Path("/project"), "fake")
        begin_with(fork, loaded.messages, "f", earlier=loaded.earlier, turn_of=lambda one: numbers.get(id(one)))
        fork.close()
        if fork.path.exists():
            copied = load(fork.path)
            assert (copied.messages, copied.earlier) == (loaded.messages, loaded.earlier)
            assert all(message.content == f"message {turn}" for message, turn in copied.turns)
            known = {message.content for version in (*earlier, loaded) for message in version.messages}
            assert {f"message {turn}" for _, turn in copied.turns} == {one for one in known if one.startswith("m")}


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
@pytest.mark.parametrize("bytes_left", [0, 1, 40])
def test_a_session_that_cannot_be_begun_leaves_no_file_and_may_be_begun_later(tmp_path: Path, bytes_left: int) -> None:
    journal = Journal.create(tmp_path, Path("/project"), "fake")
    with full_disk(bytes_left), pytest.raises(JournalError, match="cannot be saved"):
        journal.append_message(Message("user", "too early"))
    assert (journal.is_empty, list(tmp_path.iterdir())) == (True, [])
    journal.append_message(Message("user", "fits"))
    journal.close()
    assert load(journal.path).messages == (Message("user", "fits"),)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
@pytest.mark.parametrize("bytes_left", [0, 1, 40])
def test_a_record_that_a_full_disk_cut_takes_no_later_one_along(tmp_path: Path, bytes_left: int) -> None:
    path = written(tmp_path)
    journal = Journal.resume(path)
    with full_disk(path.stat().st_size + bytes_left), pytest.raises(JournalError, match="cannot be saved"):
        journal.append_message(Message("user", "does not fit " * 50))
    journal.append_message(Message("user", "fits again"))
    journal.close()
    assert load(path).messages == (*CONVERSATION, Message("user", "fits again"))
