"""How engines are announced and found, and what becomes of the records of those that died."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from localcoder.attach import registry
from localcoder.attach.folder import NoFolder, runtime_folder
from localcoder.attach.registry import Announcement, Found, find, find_or_announce
from localcoder.attach.spec import EngineSpec
from localcoder.config import paths

URL = "http://127.0.0.1:8000"

ANNOUNCE_AND_WAIT = """
import json, sys, time
from localcoder.attach.registry import find_or_announce
from localcoder.attach.spec import EngineSpec
_, announcement = find_or_announce(EngineSpec(**json.loads(sys.argv[1])), "http://127.0.0.1:8000")
print(announcement.record.id, flush=True)
time.sleep(600)
"""


@pytest.fixture
def announcement(spec: EngineSpec) -> Iterator[Announcement]:
    _, announcement = find_or_announce(spec, URL)
    assert announcement is not None
    yield announcement
    announcement.close()


def found(spec: EngineSpec) -> Found:
    search = find(spec)
    assert search.found is not None, search.unfit
    return search.found


def left_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} - {"lock"}


def test_nothing_runs_and_nothing_is_created_by_looking(spec: EngineSpec, folder: Path) -> None:
    assert find(spec).found is None
    assert not folder.exists()


def test_announced_engine_is_found_until_it_is_taken_back(
    announcement: Announcement, spec: EngineSpec, folder: Path
) -> None:
    assert find_or_announce(spec, "http://127.0.0.1:1") == (find(spec), None)
    record = found(spec).record
    assert (record.pid, record.url, record.model, record.context_tokens) == (os.getpid(), URL, spec, None)
    announcement.update(context_tokens=4096)
    assert found(spec).record.context_tokens == 4096
    announcement.close()
    assert find(spec) == registry.Search()
    assert left_in(folder) == set()


def test_only_the_user_can_open_what_an_announcement_consists_of(announcement: Announcement, folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    modes = {path.suffix: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == {".json": 0o600, ".sock": 0o600, "": 0o600}


def test_folder_that_others_could_open_is_closed_to_them(folder: Path) -> None:
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    assert runtime_folder(create=True) == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_folder_that_is_a_link_is_not_used(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    folder.symlink_to(elsewhere)
    stand_in = tmp_path / "stand-in"
    monkeypatch.setattr(paths, "temporary_runtime_dir", lambda: stand_in)
    assert runtime_folder(create=True) == stand_in


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder to somebody else")
def test_folder_of_another_user_is_not_used(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = tmp_path / "stand-in"
    monkeypatch.setattr(paths, "temporary_runtime_dir", lambda: stand_in)
    for taken in (folder, stand_in):
        taken.mkdir(mode=0o700)
        os.chown(taken, 12345, 12345)
    with pytest.raises(NoFolder, match=r"belongs to another user.*belongs to another user"):
        runtime_folder(create=True)


def test_path_that_is_too_long_for_a_socket_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = Path("/tmp") / f"lc-test-{os.getpid()}"
    long = tmp_path / ("x" * 100)
    long.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))
    monkeypatch.setattr(paths, "temporary_runtime_dir", lambda: stand_in)
    try:
        assert runtime_folder(create=True) == stand_in
    finally:
        stand_in.rmdir()


def test_runtime_directory_that_is_not_there_or_open_to_others_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "missing"))
    assert paths.runtime_dir() == paths.temporary_runtime_dir()
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o750)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "open"))
    assert paths.runtime_dir() == paths.temporary_runtime_dir()


def test_engine_whose_process_was_killed_is_forgotten_with_all_its_files(spec: EngineSpec, folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", ANNOUNCE_AND_WAIT, json.dumps(asdict(spec))], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    name = process.stdout.readline().strip()
    assert found(spec).record.pid == process.pid
    (folder / f"{name}.engine").touch()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert find(spec) == registry.Search()
    assert left_in(folder) == set()


def test_record_whose_process_number_is_another_living_process_is_forgotten(
    announcement: Announcement, spec: EngineSpec, folder: Path
) -> None:
    record = folder / f"{announcement.record.id}.json"
    (folder / "abandoned.json").write_bytes(record.read_bytes().replace(b'"id": "', b'"id": "abandoned", "was": "'))
    assert json.loads((folder / "abandoned.json").read_text())["pid"] == os.getpid()
    assert found(spec).record == announcement.record
    assert left_in(folder) == {record.name, f"{announcement.record.id}.sock"}


def test_engine_that_does_not_answer_is_not_used_and_its_files_are_its_own(
    announcement: Announcement, spec: EngineSpec, folder: Path
) -> None:
    announcement.listener.close()
    search = find(spec)
    assert search.found is None
    assert [line for line in search.unfit if "does not answer" in line] == search.unfit != []
    assert f"{announcement.record.id}.json" in left_in(folder)


def test_record_that_cannot_be_read_is_left_alone(announcement: Announcement, spec: EngineSpec, folder: Path) -> None:
    record = folder / f"{announcement.record.id}.json"
    record.write_text('{"id": ')
    assert find(spec) == registry.Search()
    assert record.exists()


def test_engine_of_another_version_is_not_used(
    announcement: Announcement, spec: EngineSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "__version__", "999.0")
    search = find(spec)
    assert search.found is None
    assert f"localcoder {announcement.record.version}" in search.unfit[0]


def test_engine_of_files_that_have_changed_is_not_used(spec: EngineSpec, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    own = replace(spec, directory=str(tmp_path))
    _, announcement = find_or_announce(own, URL)
    assert announcement is not None
    assert find(own).found is not None
    (tmp_path / "config.json").write_text("{ }")
    search = find(own)
    announcement.close()
    assert search.found is None
    assert "changed" in search.unfit[0]


def test_engine_of_another_model_is_none(announcement: Announcement, spec: EngineSpec, tmp_path: Path) -> None:
    assert find(replace(spec, directory=str(tmp_path))) == registry.Search()


@pytest.mark.parametrize(
    ("asked", "running", "option"),
    [
        ({}, {"backend": "torch", "gpu_memory_gib": 8.0, "context_tokens": 100}, None),
        ({"backend": "torch"}, {"backend": "torch"}, None),
        ({"backend": "torch"}, {}, "--backend torch"),
        ({"context_tokens": 100}, {"context_tokens": 100}, None),
        ({"context_tokens": 4096}, {}, None),
        ({"context_tokens": 100}, {}, "--context 100"),
        ({"gpu_memory_gib": 9.0}, {"gpu_memory_gib": 8.0}, None),
        ({"gpu_memory_gib": 7.5}, {"gpu_memory_gib": 8.0}, "--gpu-memory 7.5"),
        ({"gpu_memory_gib": 7.0}, {}, "--gpu-memory 7"),
    ],
)
def test_what_was_asked_for_must_be_what_runs(
    spec: EngineSpec, asked: dict[str, object], running: dict[str, object], option: str | None
) -> None:
    assert replace(spec, **asked).differs_from(replace(spec, **running), 4096) == option


def test_of_many_that_start_at_once_one_announces_itself_and_the_others_find_it(spec: EngineSpec) -> None:
    barrier = threading.Barrier(12)
    outcomes: list[tuple[registry.Search, Announcement | None]] = []

    def start() -> None:
        barrier.wait()
        outcomes.append(find_or_announce(spec, URL))

    threads = [threading.Thread(target=start) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (announced,) = [announcement for _, announcement in outcomes if announcement is not None]
    announced.close()
    pids = [search.found.record.id for search, _ in outcomes if search.found is not None]
    assert pids == [announced.record.id] * 11


def test_two_engines_of_one_model_may_run_where_that_is_asked_for(
    announcement: Announcement, spec: EngineSpec, folder: Path
) -> None:
    search, second = find_or_announce(spec, URL, attach=False)
    assert second is not None
    second.close()
    second.close()
    assert search.found is not None
    assert left_in(folder) == {f"{announcement.record.id}.json", f"{announcement.record.id}.sock"}


def test_lock_that_is_never_given_back_is_no_reason_to_wait_for_ever(
    announcement: Announcement, spec: EngineSpec, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from localcoder.attach import folder as folders

    monkeypatch.setattr(folders, "LOCK_TIMEOUT_S", 0.0)
    with folders.locked(folder):
        assert find(spec) == registry.Search()
        with pytest.raises(NoFolder, match="held by another"):
            find_or_announce(spec, URL)


def test_sockets_accept_who_is_the_user(announcement: Announcement) -> None:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(announcement.socket))
        accepted, _ = announcement.listener.accept()
        accepted.close()
