"""What Landlock and the filter of system calls let through, apart from the sandbox that chooses it."""

from __future__ import annotations

import errno
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcoder.permissions import landlock
from localcoder.permissions.landlock import Confinement, socket_filter

needs_landlock = pytest.mark.skipif(landlock.abi() == 0, reason="this kernel has no Landlock")

TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]))).map(tuple)
NATIVE = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198), "riscv64": (0xC00000F3, 198)}
COMPATIBLE = {"x86_64": (0x40000003, 359, 102), "aarch64": (0x40000028, 281, 102)}
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
UNIX, INET, NETLINK, INET6, VSOCK = 1, 2, 16, 10, 40


def confined(confinement: Confinement, *command: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-I", "-S", str(landlock.__file__), confinement.to_json(), *command]
    return subprocess.run(argv, capture_output=True, text=True, timeout=60, check=False)


def only(folder: Path, **changed: object) -> Confinement:
    given = {"writable": (str(folder),), "readable": (), "hidden": (), "temporary": str(folder), "network": False}
    return Confinement(**{"unix_sockets": True, **given, **changed})


def verdict(program: bytes, call: int, architecture: int, domain: int) -> int:
    """What the kernel would make of the call: an interpreter of the few instructions that the filter has."""
    data = struct.pack("=iIQ6Q", call if call < 2**31 else call - 2**32, architecture, 0, domain, 0, 0, 0, 0, 0)
    instructions = list(struct.iter_unpack("=HBBI", program))
    at = accumulator = 0
    while True:
        code, if_true, if_false, k = instructions[at]
        at += 1
        match code:
            case 0x20:
                accumulator = int.from_bytes(data[k : k + 4], sys.byteorder)
            case 0x15:
                at += if_true if accumulator == k else if_false
            case 0x35:
                at += if_true if accumulator >= k else if_false
            case 0x06:
                return k
            case _:
                raise AssertionError(f"unexpected instruction {code:#x}")


@given(TEXTS, TEXTS, TEXTS, st.text(), st.booleans(), st.booleans())
def test_a_confinement_comes_through_a_command_line_as_it_is(
    writable: tuple[str, ...], readable: tuple[str, ...], hidden: tuple[str, ...], temporary: str, net: bool, unix: bool
) -> None:
    confinement = Confinement(writable, readable, hidden, temporary, net, unix)
    assert Confinement.from_json(confinement.to_json()) == confinement


@pytest.mark.parametrize("machine", NATIVE)
@given(domain=st.integers(0, 2**32 - 1), network=st.booleans(), unix=st.booleans())
def test_only_the_families_that_were_meant_get_a_socket(machine: str, domain: int, network: bool, unix: bool) -> None:
    program = socket_filter(machine, network, unix)
    meant = unix if domain == UNIX else network or domain == NETLINK
    architecture, call = NATIVE[machine]
    assert verdict(program, call, architecture, domain) == (ALLOW if meant else ERRNO | errno.EACCES)
    if machine in COMPATIBLE:
        architecture, call, _ = COMPATIBLE[machine]
        assert verdict(program, call, architecture, domain) == (ALLOW if meant else ERRNO | errno.EACCES)


@pytest.mark.parametrize("machine", NATIVE)
@given(call=st.integers(0, 1000), network=st.booleans(), unix=st.booleans())
def test_all_other_calls_stay_allowed_but_for_the_way_around(
    machine: str, call: int, network: bool, unix: bool
) -> None:
    program = socket_filter(machine, network, unix)
    architecture, makes_sockets = NATIVE[machine]
    if call != makes_sockets:
        expected = ERRNO | errno.ENOSYS if call == 425 else ALLOW  # io_uring_setup
        assert verdict(program, call, architecture, INET) == expected


@pytest.mark.parametrize("machine", COMPATIBLE)
def test_the_old_call_of_32_bit_programs_is_refused_and_other_numberings_are_missing(machine: str) -> None:
    program = socket_filter(machine, False, True)
    architecture, _, socketcall = COMPATIBLE[machine]
    assert verdict(program, socketcall, architecture, UNIX) == ERRNO | errno.EACCES
    assert verdict(program, 1, 0x12345678, UNIX) == ERRNO | errno.ENOSYS
    if machine == "x86_64":
        assert verdict(program, 0x40000000 | 41, NATIVE[machine][0], INET) == ERRNO | errno.ENOSYS


@needs_landlock
def test_hidden_places_cannot_be_read_and_their_neighbours_can(tmp_path: Path) -> None:
    for name in ("home/.ssh/id", "home/.config/gh/token", "home/.config/app/settings", "home/notes", "home/.netrc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{name}\n")
    (tmp_path / "home/way-in").symlink_to(tmp_path / "home/.ssh")
    (tmp_path / "ws").mkdir()
    home = tmp_path / "home"
    hidden = tuple(str(home / name) for name in (".ssh", ".config/gh", ".netrc", ".not-there"))
    names = (".ssh/id", ".netrc", ".config/gh/token", "way-in/id", ".config/app/settings", "notes")
    files = [str(home / name) for name in names]
    done = confined(only(tmp_path / "ws", hidden=hidden), "cat", *files)
    assert done.stdout == "home/.config/app/settings\nhome/notes\n"
    assert done.stderr.count("Permission denied") == 4


@needs_landlock
def test_what_is_readable_inside_a_hidden_place_can_be_read_and_run_but_not_written(tmp_path: Path) -> None:
    (tmp_path / "hidden/bin").mkdir(parents=True)
    (tmp_path / "ws").mkdir()
    program = tmp_path / "hidden/bin/greet"
    program.write_text("#!/bin/sh\necho hello\n")
    program.chmod(0o755)
    (tmp_path / "hidden/other").write_text("x")
    confinement = only(tmp_path / "ws", hidden=(str(tmp_path / "hidden"),), readable=(str(program.parent),))
    script = f"{program}; cat {tmp_path}/hidden/other; echo x >> {program}"
    assert confined(confinement, "sh", "-c", script).stdout == "hello\n"
    assert program.read_text().endswith("hello\n")


@needs_landlock
def test_a_workspace_that_is_not_there_grants_nothing(tmp_path: Path) -> None:
    done = confined(only(tmp_path / "missing"), "sh", "-c", f"mkdir {tmp_path}/missing; echo x > {tmp_path}/f")
    assert done.returncode != 0
    assert list(tmp_path.iterdir()) == []


@needs_landlock
def test_devices_are_out_of_reach_but_for_those_that_programs_need(tmp_path: Path) -> None:
    shared = f"/dev/shm/{tmp_path.name}"
    script = f"echo x > /dev/null && head -c 1 /dev/urandom > f && : > {shared} && rm {shared}"
    assert confined(only(tmp_path), "sh", "-c", f"cd {tmp_path} && {script}").returncode == 0
    assert confined(only(tmp_path), "sh", "-c", ": < /dev/kmsg").returncode != 0


@pytest.mark.skipif(landlock.abi() < landlock.ABI_SCOPES, reason="needs Landlock that knows of signals (Linux 6.12)")
def test_an_abstract_socket_outside_cannot_be_reached(tmp_path: Path) -> None:
    name = f"\0{tmp_path}"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name)
        server.listen()
        code = f"import socket; socket.socket(socket.AF_UNIX).connect({name!r})"
        done = confined(only(tmp_path), sys.executable, "-c", code)
    assert "PermissionError" in done.stderr


def test_what_cannot_be_confined_does_not_run(tmp_path: Path) -> None:
    # The script confines itself first and then again; sixteen layers are the kernel's limit.
    argv = [sys.executable, "-I", "-S", str(landlock.__file__), only(tmp_path, writable=("/",)).to_json()]
    done = subprocess.run([*(argv * 17), "touch", str(tmp_path / "f")], capture_output=True, text=True, check=False)
    assert done.returncode == 126
    assert "localcoder: the command cannot be confined: " in done.stderr
    assert not (tmp_path / "f").exists()
