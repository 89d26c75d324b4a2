"""Confining a command with Landlock and seccomp, where bubblewrap does not work.

As a script, `python landlock.py CONFINEMENT COMMAND...`, it confines itself and becomes the command, whose children
inherit that. It imports nothing but the standard library, so that this takes milliseconds.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import platform
import stat
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NoReturn

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""The numbers of the system calls, the same on every architecture below."""
_VERSION = 1
_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 38, 22, 2

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_ALL_OF_ABI_1 = (1 << 13) - 1
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
"""The only rights that a rule about a file may grant."""
_BIND_AND_CONNECT_TCP = 3
_SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 3

ABI_TRUNCATE, ABI_TCP, ABI_IOCTL, ABI_SCOPES = 3, 4, 5, 6
"""The first version of Landlock that can refuse each."""

DEVICES = ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts", "shm")
"""What ordinary programs use below /dev; `shm` holds semaphores. The other devices are out of reach."""

_AF_UNIX, _AF_NETLINK = 1, 16
_IO_URING_SETUP = 425
_X32 = 0x4000_0000


@dataclass(frozen=True, slots=True)
class _Calls:
    """How an architecture numbers the calls that make sockets. `alias` is the bit of a second numbering."""

    audit_arch: int
    socket: int
    socketcall: int | None = None
    alias: int | None = None


_ARCHITECTURES = {
    "x86_64": (_Calls(0xC000_003E, 41, alias=_X32), _Calls(0x4000_0003, 359, 102)),
    "aarch64": (_Calls(0xC000_00B7, 198), _Calls(0x4000_0028, 281, 102)),
    "riscv64": (_Calls(0xC000_00F3, 198),),
}
"""Of each machine its own calls and those of the 32-bit programs that it runs too."""


@dataclass(frozen=True, slots=True)
class Confinement:
    """What a command may do. Paths are absolute and have no links.

    It may write below `writable` and read all but `hidden`; what of that lies in `readable` or `writable` it may read.
    `temporary` becomes its TMPDIR. Without `network` there are no sockets but Unix ones, without `unix_sockets` not
    those either (pairs are always possible).
    """

    writable: tuple[str, ...]
    readable: tuple[str, ...]
    hidden: tuple[str, ...]
    temporary: str
    network: bool
    unix_sockets: bool

    def to_json(self) -> str:
        """The text that `from_json` reads."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Confinement:
        """What `to_json` wrote."""
        fields = json.loads(text).items()
        values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in fields}
        return cls(**values)


def abi() -> int:
    """The version of Landlock that this kernel has; 0 where it has none or is no Linux."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, _call("syscall", _CREATE_RULESET, None, 0, _VERSION))


def can_refuse_sockets() -> bool:
    """Whether the numbers of this machine's system calls are known, which refusing sockets needs."""
    return platform.machine() in _ARCHITECTURES


def confine(confinement: Confinement) -> None:
    """Confine this thread and all that it starts, for ever.

    Raises:
        OSError: the kernel does not do it.
    """
    version = abi()
    if version == 0:
        raise OSError(errno.ENOSYS, "this kernel has no Landlock")
    _checked(_call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    ruleset = _ruleset(version, confinement)
    try:
        _checked(_call("syscall", _RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)
    if can_refuse_sockets() and not (confinement.network and confinement.unix_sockets):
        _filter_calls(socket_filter(platform.machine(), confinement.network, confinement.unix_sockets))


def _ruleset(version: int, confinement: Confinement) -> int:
    """The descriptor of a ruleset that refuses all that this version can, but for what is granted."""
    handled = _ALL_OF_ABI_1
    for right, since in ((_REFER, 2), (_TRUNCATE, ABI_TRUNCATE), (_IOCTL_DEV, ABI_IOCTL)):
        handled |= right if version >= since else 0
    tcp = _BIND_AND_CONNECT_TCP if version >= ABI_TCP and not confinement.network else 0
    scopes = _SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS if version >= ABI_SCOPES else 0
    attributes = struct.pack("=QQQ", handled, tcp, scopes)
    ruleset = _checked(_call("syscall", _CREATE_RULESET, attributes, len(attributes), 0))
    reading = _EXECUTE | _READ_FILE | _READ_DIR
    _grant(ruleset, "/", _READ_DIR)
    for path in (*_all_but(confinement.hidden), *confinement.readable):
        _grant(ruleset, path, reading)
    writing = handled & ~(_MAKE_CHAR | _MAKE_BLOCK)
    for path in (*confinement.writable, confinement.temporary, *(f"/dev/{name}" for name in DEVICES)):
        _grant(ruleset, path, writing)
    return ruleset


def _all_but(hidden: tuple[str, ...]) -> Iterator[str]:
    """Files and folders that together hold everything but `hidden`, for rules can only grant."""
    left_out = {Path(path) for path in (*hidden, "/dev")}
    parents = {parent for path in left_out for parent in path.parents}
    folders = [Path("/")]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                path = Path(entry.path)
                if path in left_out or entry.is_symlink():  # what a link names is granted where it lies
                    continue
                if path in parents:
                    folders.append(path)
                else:
                    yield entry.path


def _grant(ruleset: int, path: str, rights: int) -> None:
    """Grant `rights` to `path` and all below it; what is not there, or is of no kind to be granted, is left out."""
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _OF_FILES
        rule = struct.pack("=Qi", rights, descriptor)
        if _call("syscall", _ADD_RULE, ruleset, _PATH_BENEATH, rule, 0) != 0 and ctypes.get_errno() == errno.EINVAL:
            _checked(-1)  # a mistake here; other errors are about files of which there can be no rules
    finally:
        os.close(descriptor)


def socket_filter(machine: str, network: bool, unix_sockets: bool) -> bytes:
    """The seccomp program that refuses sockets, in the classic BPF of linux/filter.h.

    io_uring, which could make sockets behind its back, is refused too, as if the kernel had none.
    """
    refused, missing, allowed = (0x0005_0000 | errno.EACCES), (0x0005_0000 | errno.ENOSYS), 0x7FFF_0000
    families = [_AF_NETLINK, *([_AF_UNIX] if unix_sockets else [])]
    program: list[tuple[int, int, int, int]] = []
    for calls in _ARCHITECTURES[machine]:
        block = [_load(0)]
        if calls.alias is not None:
            block += [(0x35, 0, 1, calls.alias), _return(missing)]
        block += [*_if_equal(_IO_URING_SETUP, missing)]
        if calls.socketcall is not None:
            block += [*_if_equal(calls.socketcall, refused)]
        block += [(0x15, 1, 0, calls.socket), _return(allowed), _load(16)]
        if network:
            block += [] if unix_sockets else [*_if_equal(_AF_UNIX, refused)]
            block += [_return(allowed)]
        else:
            for family in families:
                block += [*_if_equal(family, allowed)]
            block += [_return(refused)]
        program += [_load(4), (0x15, 0, len(block), calls.audit_arch), *block]
    program.append(_return(missing))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _load(offset: int) -> tuple[int, int, int, int]:
    """The 32-bit word at `offset` of `struct seccomp_data`: 0 the call, 4 the architecture, 16 the first argument."""
    return (0x20, 0, 0, offset)


def _return(action: int) -> tuple[int, int, int, int]:
    return (0x06, 0, 0, action)


def _if_equal(value: int, action: int) -> tuple[tuple[int, int, int, int], ...]:
    return ((0x15, 0, 1, value), _return(action))


def _filter_calls(program: bytes) -> None:
    buffer = ctypes.create_string_buffer(program, len(program))
    described = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    _checked(_call("prctl", _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, described, 0, 0))


def _call(name: str, *arguments: int | bytes | None) -> int:
    """Call the C library's `syscall` or `prctl`, both of which take any number of machine words."""
    function = getattr(ctypes.CDLL(None, use_errno=True), name)
    words = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    result: int = function(*words)
    return result


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def main(arguments: list[str]) -> NoReturn:
    """Become the command, confined; 126 where that cannot be, 127 where there is no such command, as shells do."""
    confinement = Confinement.from_json(arguments[0])
    try:
        confine(confinement)
    except OSError as error:
        sys.exit(_failed(f"the command cannot be confined: {error.strerror}", 126))
    os.environ.update(dict.fromkeys(("TMPDIR", "TMP", "TEMP"), confinement.temporary))
    try:
        os.execvp(arguments[1], arguments[1:])
    except OSError as error:
        sys.exit(_failed(f"{arguments[1]}: {error.strerror}", 127 if error.errno == errno.ENOENT else 126))


def _failed(message: str, code: int) -> int:
    print(f"localcoder: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main(sys.argv[1:])
