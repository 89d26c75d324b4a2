"""Decoding, encoding and writing files."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.workspace import writing
from localcoder.workspace.files import ESCAPED_BYTES, FileRefused, count_lines, decode, read_bytes, visible
from localcoder.workspace.registry import ReadRegistry
from localcoder.workspace.roots import Roots
from localcoder.workspace.writing import write_atomic
from tests.fakes.full_disk import full_disk


@given(st.binary(max_size=200))
def test_decoding_and_encoding_gives_every_byte_back(data: bytes) -> None:
    file = decode(data)
    if file is not None:
        assert file.bom + file.encode(file.text) == data
        visible(file.text).encode()


@given(
    st.text(st.characters(exclude_characters="\0\ufeff", codec="utf-8"), max_size=100),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]),
)
def test_every_unicode_text_is_text(text: str, encoding: str) -> None:
    file = decode(text.encode(encoding))
    assert file is not None
    assert file.text == text


@pytest.mark.parametrize(
    ("data", "encoding", "text"),
    [
        (b"abc", "utf-8", "abc"),
        ("ä".encode(), "utf-8", "ä"),
        ("hello\n".encode("utf-16-le"), "utf-16-le", "hello\n"),
        ("hello\n".encode("utf-16-be"), "utf-16-be", "hello\n"),
        ("Größe, Maß und Übermut: schöne Wörter für alle.\n".encode("cp1252"), "cp1252", None),
        (b"a\xffb", ESCAPED_BYTES, "a\udcffb"),
        ("ä".encode() + b"\xe4", ESCAPED_BYTES, "ä\udce4"),
        (b"ab\xc3", ESCAPED_BYTES, "ab\udcc3"),
    ],
)
def test_encodings_are_recognised(data: bytes, encoding: str, text: str | None) -> None:
    file = decode(data)
    assert file is not None
    assert file.encoding == encoding
    assert text is None or file.text == text


@pytest.mark.parametrize(
    "data", [b"\0", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"a" * 100 + b"\0", bytes(range(256)), b"\xff\xfea"]
)
def test_binaries_are_no_text(data: bytes) -> None:
    assert decode(data) is None


@pytest.mark.parametrize(
    ("text", "lines"),
    [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n", 1), ("a\r\nb\r\n", 2), ("a\rb\r", 2), ("a\x0cb\u2028c\n", 1)],
)
def test_lines_are_counted_as_editors_count_them(text: str, lines: int) -> None:
    assert count_lines(text) == lines


@pytest.mark.parametrize("make", ["fifo", "folder", "device", "socket"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, make: str) -> None:
    import socket

    path = tmp_path / "x"
    match make:
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
        case _:
            with socket.socket(socket.AF_UNIX) as server:
                server.bind(os.path.relpath(path))
    with pytest.raises(FileRefused, match="not a file"):
        read_bytes(path, "x")


def test_a_huge_file_is_refused_with_its_size_and_advice(tmp_path: Path) -> None:
    path = tmp_path / "big"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)
    with pytest.raises(FileRefused, match=r"1048576 MiB.*use search"):
        read_bytes(path, "big")


def test_a_file_of_proc_is_read_though_it_claims_to_be_empty() -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("needs /proc")
    assert b"Name:" in read_bytes(Path("/proc/self/status").resolve(), "status")


def test_writing_keeps_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "run.sh"
    path.write_bytes(b"old")
    path.chmod(0o754)
    write_atomic(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o754


def test_a_new_file_gets_the_mode_that_the_umask_allows(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomic(tmp_path / "new", b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_new_file_never_replaces_one(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"appeared meanwhile")
    with pytest.raises(FileExistsError):
        write_atomic(tmp_path / "a", b"new", new=True)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"appeared meanwhile"]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux can tell where a descriptor lies")
def test_a_folder_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    """The path was resolved and permitted; then somebody put a link in its place."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "f").write_bytes(b"theirs")
    (tmp_path / "folder").symlink_to("outside")
    with pytest.raises(FileRefused, match="has changed"):
        write_atomic(tmp_path / "folder" / "f", b"new")
    with pytest.raises(FileRefused, match="has changed"):
        write_atomic(tmp_path / "folder" / "g", b"new", new=True)
    with pytest.raises(FileRefused, match="has changed"):
        read_bytes(tmp_path / "folder" / "f", "f")
    assert [path.read_bytes() for path in (tmp_path / "outside").iterdir()] == [b"theirs"]


def test_a_file_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"theirs")
    (tmp_path / "f").symlink_to("outside")
    with pytest.raises(FileRefused):
        write_atomic(tmp_path / "f", b"new")
    assert (tmp_path / "outside").read_bytes() == b"theirs"


def test_hard_links_stay_links(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old and longer")
    (tmp_path / "b").hardlink_to(tmp_path / "a")
    write_atomic(tmp_path / "a", b"new")
    assert (tmp_path / "b").read_bytes() == b"new"
    assert (tmp_path / "a").samefile(tmp_path / "b")


def test_a_failed_write_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def full_disk(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture(params=["hard link", "locked folder"])
def only_copy(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that can only be written in place."""
    path = tmp_path / "f"
    path.write_bytes(OLD)
    if request.param == "hard link":
        (tmp_path / "g").hardlink_to(path)
    else:  # root may write everywhere, so no mode would do

        def refuse(folder: int, mode: int) -> None:
            raise PermissionError(errno.EACCES, "Permission denied")

        monkeypatch.setattr(writing, "_create", refuse)
    return path


OLD = bytes(range(256)) * 400


@pytest.mark.parametrize("can_reserve", [True, False])
def test_a_full_disk_leaves_a_file_that_is_written_in_place_as_it_was(
    only_copy: Path, monkeypatch: pytest.MonkeyPatch, can_reserve: bool
) -> None:
    if not can_reserve:
        monkeypatch.delattr(os, "posix_fallocate", raising=False)
    with full_disk(150_000), pytest.raises(OSError, match="File too large"):
        write_atomic(only_copy, b"x" * 250_000)
    assert {path.read_bytes() for path in only_copy.parent.iterdir()} == {OLD}
    write_atomic(only_copy, b"x" * 250_000)
    assert only_copy.read_bytes() == b"x" * 250_000
    write_atomic(only_copy, b"")
    assert only_copy.read_bytes() == b""


@pytest.mark.parametrize("data", [b"new", b"x" * 250_000])
def test_what_fails_when_a_file_is_overwritten_already_brings_the_old_bytes_back(
    only_copy: Path, monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="Input/output error"):
        write_atomic(only_copy, data)
    assert only_copy.read_bytes() == OLD


def test_a_file_that_could_neither_be_written_nor_put_back_is_called_damaged(
    only_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "ftruncate", broken)
    with pytest.raises(FileRefused, match=r"f is damaged: it could not be written \(Input/output error\)"):
        write_atomic(only_copy, b"new")


def test_a_file_system_that_cannot_reserve_room_is_written_all_the_same(
    only_copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsupported(descriptor: int, offset: int, size_bytes: int) -> None:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    monkeypatch.setattr(os, "posix_fallocate", unsupported, raising=False)
    write_atomic(only_copy, b"new")
    assert only_copy.read_bytes() == b"new"


def broken(*given: object) -> None:
    raise OSError(errno.EIO, "Input/output error")


def test_a_file_in_a_folder_that_cannot_be_written_is_still_written(tmp_path: Path) -> None:
    if os.getuid() == 0:
        pytest.skip("root may write everywhere")
    folder = tmp_path / "locked"
    folder.mkdir()
    (folder / "a").write_bytes(b"old")
    folder.chmod(0o555)
    try:
        write_atomic(folder / "a", b"new")
    finally:
        folder.chmod(0o755)
    assert (folder / "a").read_bytes() == b"new"


def test_the_registry_looks_at_contents_and_never_at_times(tmp_path: Path) -> None:
    registry = ReadRegistry()
    path = tmp_path / "a"
    assert registry.state(path, b"x") == "unread"
    registry.record(path, b"x")
    assert registry.state(path, b"x") == "current"
    assert registry.state(path, b"y") == "changed"
    registry.forget(path)
    assert registry.state(path, b"x") == "unread"


def test_roots_resolve_relative_absolute_and_home_paths(tmp_path: Path, isolated_home: Path) -> None:
    roots = Roots(tmp_path)
    base = tmp_path.resolve()
    assert roots.resolve("a/../b") == base / "b"
    assert roots.resolve("/etc") == Path("/etc")
    assert roots.resolve("~/x") == isolated_home.resolve() / "x"
    assert roots.resolve("~x") == base / "~x"
    assert roots.display(base / "a") == "a"
    assert roots.display(Path("/etc")) == "/etc"


def test_a_root_that_is_itself_a_link_contains_its_files(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    roots = Roots(tmp_path / "link")
    assert roots.contains(tmp_path / "link" / "x")
    assert roots.contains(tmp_path / "real" / "x")
    assert not roots.contains(tmp_path / "x")


def test_git_agrees_on_what_is_ignored(tmp_path: Path) -> None:
    from localcoder.workspace.ignore import walk_files

    ignore_files = {
        ".gitignore": "*.log\n!keep.log\nbuild/\n/top\n**/deep/*.tmp\n",
        "a/.gitignore": "!b.log\nx*\n",
        "a/c/.gitignore": "*\n!.gitignore\n!y\n",
    }
    files = [
        "x.log",
        "keep.log",
        "build/x",
        "a/build/y",
        "top",
        "a/top",
        "a/b.log",
        "a/c.log",
        "a/x1",
        "a/c/y",
        "a/c/z",
        "p/deep/q.tmp",
        "p/deep/r/q.tmp",
        "b/build",
        "äö.txt",
        "with space",
        ".hidden",
    ]
    for name in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    for name, text in ignore_files.items():
        (tmp_path / name).write_text(text)
    try:
        subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    except FileNotFoundError:
        pytest.skip("needs git")
    command = ["git", "ls-files", "-z", "--others", "--cached", "--exclude-standard"]
    listed = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout
    expected = sorted(os.fsdecode(name) for name in listed.split(b"\0") if name)
    assert sorted(str(path.relative_to(tmp_path)) for path in walk_files(tmp_path)) == expected
