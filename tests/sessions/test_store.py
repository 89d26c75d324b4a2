from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from localcoder.chat.messages import Message
from localcoder.chat.model import ReplyUsage
from localcoder.errors import UsageError
from localcoder.sessions.export import write_new
from localcoder.sessions.journal import Journal, SessionInUse
from localcoder.sessions.store import SUMMARY_BYTES, SessionStore
from tests.fakes.full_disk import full_disk


def saved(store: SessionStore, cwd: str, prompt: str, age_days: float = 0) -> Path:
    journal = store.create(Path(cwd), "fake")
    journal.append_message(Message("user", prompt))
    journal.close()
    when_s = time.time() - age_days * 86_400
    os.utime(journal.path, (when_s, when_s))
    return journal.path


@pytest.fixture
def store(tmp_path: Path) -> SessionStore:
    return SessionStore(tmp_path / "sessions")


def test_sessions_are_listed_by_folder_with_the_last_used_first(store: SessionStore) -> None:
    saved(store, "/a", "older\nsecond line", 2)
    saved(store, "/a", "newer", 1)
    saved(store, "/b", "elsewhere")
    assert [one.title for one in store.summaries(Path("/a"))] == ["newer", "older"]
    assert len(store.summaries()) == 3


def test_a_store_without_a_folder_is_empty(store: SessionStore) -> None:
    assert store.summaries() == []
    with pytest.raises(UsageError, match="no session in /a to continue"):
        store.latest(Path("/a"))


def test_files_that_are_no_sessions_do_not_disturb_the_list(store: SessionStore) -> None:
    saved(store, "/a", "good")
    (store.directory / "bad.jsonl").write_bytes(b"\xff\0not a session")
    assert [one.title for one in store.summaries()] == ["good"]


def test_a_session_is_listed_by_its_first_prompt_that_was_not_taken_back(store: SessionStore) -> None:
    journal = Journal.resume(saved(store, "/a", "too long"))
    journal.retract_message()
    assert store.summaries() == []
    with pytest.raises(UsageError, match="no session in /a to continue"):
        store.latest(Path("/a"))
    journal.append_message(Message("user", "short"))
    journal.append_message(Message("assistant", "Yes."))
    journal.append_message(Message("user", "too long again"))
    journal.retract_message()
    journal.close()
    assert [one.title for one in store.summaries()] == ["short"]


@pytest.mark.parametrize("filler", ["x", "ü", "😀", '"', "\\", "\t", "\ud800"])
@pytest.mark.parametrize("shift", range(6))
def test_a_session_with_a_prompt_of_any_length_is_listed_by_its_beginning(
    store: SessionStore, filler: str, shift: int
) -> None:
    beginning = 'Sieh "dies" an: ünd' + "." * shift
    saved(store, "/a", f"\n{beginning}\n{filler * SUMMARY_BYTES}")
    assert [one.title for one in store.summaries()] == [beginning]


def test_a_later_long_message_does_not_name_a_session(store: SessionStore) -> None:
    journal = Journal.resume(saved(store, "/a", "first"))
    journal.append_message(Message("user", "second" * SUMMARY_BYTES))
    journal.close()
    assert [one.title for one in store.summaries()] == ["first"]


def test_the_latest_is_the_one_last_written(store: SessionStore) -> None:
    older = saved(store, "/a", "older", 2)
    saved(store, "/a", "newer", 1)
    assert store.latest(Path("/a")) != older
    journal = Journal.resume(older)
    journal.append_message(Message("user", "again"))
    journal.close()
    assert store.latest(Path("/a")) == older


def test_a_session_is_found_by_the_beginning_of_its_id(store: SessionStore) -> None:
    path = saved(store, "/a", "x")
    assert store.find(path.stem) == path
    assert store.find(path.stem[:-2]) == path


@pytest.mark.parametrize("wrong", ["", "nope", "../../etc/passwd", "*"])
def test_an_id_that_is_none_is_refused(store: SessionStore, wrong: str) -> None:
    saved(store, "/a", "x")
    with pytest.raises(UsageError, match="no session"):
        store.find(wrong)


def test_an_ambiguous_id_names_the_candidates(store: SessionStore) -> None:
    paths = [saved(store, "/a", "x"), saved(store, "/a", "y")]
    with pytest.raises(UsageError, match="Several") as error:
        store.find("20")
    assert all(path.stem in str(error.value) for path in paths)


def test_an_open_session_is_neither_removed_nor_pruned(store: SessionStore) -> None:
    path = saved(store, "/a", "x", 100)
    gone = saved(store, "/a", "y", 100)
    kept = saved(store, "/a", "z", 1)
    journal = Journal.resume(path)
    with pytest.raises(SessionInUse):
        store.remove(path)
    os.utime(path, (0, 0))
    assert store.prune(30) == [gone.stem]
    journal.close()
    assert path.exists() and kept.exists() and not gone.exists()
    store.remove(path)
    assert not path.exists()


def test_a_session_is_listed_by_its_newest_name_however_long_it_grew(store: SessionStore) -> None:
    journal = Journal.resume(saved(store, "/a", 'a prompt with "type":"title","title":"a trap"'))
    journal.rename("older name")
    journal.rename("the name — ünd")
    for _ in range(3):
        journal.append_message(Message("user", "x" * SUMMARY_BYTES))
        journal.end_turn("done", 1, ReplyUsage(), None)
    journal.close()
    assert [one.title for one in store.summaries()] == ["the name — ünd"]


def test_a_prompt_that_was_rewound_no_longer_names_its_session(store: SessionStore) -> None:
    journal = Journal.resume(saved(store, "/a", "wrong way"))
    journal.append_message(Message("assistant", "Done."))
    journal.rewind(0)
    assert store.summaries() == []
    journal.append_message(Message("user", "right way"))
    journal.append_message(Message("assistant", "Done."))
    journal.close()
    assert [one.title for one in store.summaries()] == ["right way"]


def test_what_can_be_undone_goes_with_its_session_when_that_is_removed_or_pruned(store: SessionStore) -> None:
    paths = [saved(store, "/a", "x", age) for age in (0, 100, 0)]
    for path in paths:
        (store.checkpoints / path.stem).mkdir(parents=True)
        (store.checkpoints / path.stem / "lock").touch()
    store.remove(paths[0])
    store.prune(30)
    assert [path.stem for path in paths if (store.checkpoints / path.stem).exists()] == [paths[2].stem]


def test_an_export_that_does_not_fit_leaves_nothing_in_the_way_of_the_next(tmp_path: Path) -> None:
    file = tmp_path / "talk.md"
    with full_disk(10), pytest.raises(UsageError, match="cannot be written"):
        write_new(file, "a long conversation")
    write_new(file, "a long conversation")
    assert file.read_text() == "a long conversation"
