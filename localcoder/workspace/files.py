"""Text files as bytes with an encoding: what is not changed stays, byte for byte."""

from __future__ import annotations

import codecs
import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from localcoder.errors import LocalcoderError

Newline = Literal["\n", "\r\n", "\r"]

MAX_FILE_BYTES = 32 * 1024 * 1024
"""Files above this are refused: a text file that large is data, to be looked at with search or shell."""

_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_GUESSED_ENCODINGS = ["cp1252", "cp1251", "cp1250", "shift_jis", "gb18030", "big5", "euc_kr", "euc_jp"]
"""Stateless encodings that a file which is not Unicode may be in; any other file is kept as escaped bytes."""
_MIN_BYTES_TO_GUESS = 32
"""charset-normalizer needs some text; below this its guesses are rubbish."""
_BINARY_PROBE_BYTES = 8192
ESCAPED_BYTES = "escaped bytes"
_KERNEL_QUEUES = ("kmsg", "trace_pipe")
"""Files of /proc and /sys that look regular; reading one waits, and takes away what was read."""


class FileRefused(LocalcoderError):
    """A file that cannot be read or written as text; the message names it as the caller did."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A decoded text file.

    `text` has the file's own line ends and no BOM. `encoding` is a codec name, or `ESCAPED_BYTES` where the file is
    UTF-8 with foreign bytes in it: those are lone surrogates in `text`, and come back as they were.
    """

    text: str
    encoding: str = "utf-8"
    bom: bytes = b""

    def encode(self, text: str) -> bytes:
        """`text` in this file's encoding, without BOM. UnicodeEncodeError where the encoding lacks a character."""
        if self.encoding == ESCAPED_BYTES:
            return text.encode("utf-8", "surrogateescape")
        return text.encode(self.encoding)

    @property
    def newline(self) -> Newline:
        """The line end that most lines of the file have; LF for a file without lines."""
        return dominant_newline(self.text)

    @property
    def description(self) -> str:
        """What is unusual about the file, in words; empty for plain UTF-8 with LF."""
        parts = []
        if self.encoding != "utf-8":
            parts.append("bytes that are not UTF-8" if self.encoding == ESCAPED_BYTES else self.encoding)
        if self.bom:
            parts.append("BOM")
        if self.newline != "\n":
            parts.append("CRLF line ends" if self.newline == "\r\n" else "CR line ends")
        return ", ".join(parts)


def dominant_newline(text: str) -> Newline:
    """The line end of most lines in `text`."""
    crlf = text.count("\r\n")
    lf = text.count("\n") - crlf
    cr = text.count("\r") - crlf
    if crlf > lf:
        return "\r\n"
    return "\r" if cr and not lf and not crlf else "\n"


def unify_newlines(text: str, newline: Newline) -> str:
    """`text` with every CRLF and LF replaced by `newline`; lone CRs are characters like any other unless it is CR."""
    return text.replace("\r\n", "\n").replace("\n", newline)


def count_lines(text: str) -> int:
    """How many lines `text` has; a last line without line end counts."""
    breaks = text.count("\r") if dominant_newline(text) == "\r" else text.count("\n")
    return breaks + (0 if not text or text.endswith(("\n", "\r")) else 1)


def decode(data: bytes) -> TextFile | None:
    """`data` as text, or None if it is binary. Encoding the text again always gives `data` back."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _exact(data[len(bom) :], encoding, bom)
    if b"\0" in data[:_BINARY_PROBE_BYTES]:
        return _bare_utf16(data)
    return _exact(data, "utf-8", b"") or _guessed(data) or _escaped(data)


def _exact(body: bytes, encoding: str, bom: bytes) -> TextFile | None:
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        return None if bom == b"" or encoding != "utf-8" else _escaped(body, bom)
    return TextFile(text, encoding, bom) if text.encode(encoding) == body else None


def _bare_utf16(data: bytes) -> TextFile | None:
    """UTF-16 without a BOM, recognised by Latin text: every second byte is zero."""
    probe = data[:_BINARY_PROBE_BYTES]
    for encoding, zeros, others in (("utf-16-le", probe[1::2], probe[::2]), ("utf-16-be", probe[::2], probe[1::2])):
        if zeros.count(0) > 0.7 * len(zeros) and others.count(0) == 0 and len(data) % 2 == 0:
            return _exact(data, encoding, b"")
    return None


def _guessed(data: bytes) -> TextFile | None:
    if len(data) < _MIN_BYTES_TO_GUESS:
        return None
    from charset_normalizer import from_bytes

    best = from_bytes(data, cp_isolation=_GUESSED_ENCODINGS).best()
    guess = None if best is None else _exact(data, best.encoding, b"")
    # Most Western text reads the same in several code pages; of those the common one is meant.
    common = None if guess is None else _exact(data, "cp1252", b"")
    return common if common and guess and common.text == guess.text else guess


def _escaped(body: bytes, bom: bytes = b"") -> TextFile:
    return TextFile(body.decode("utf-8", "surrogateescape"), ESCAPED_BYTES, bom)


def visible(text: str) -> str:
    """`text` with foreign bytes shown as `\\xNN`, so that it can be encoded anywhere."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def read_bytes(path: Path, name: str) -> bytes:
    """The bytes of the regular file at the resolved `path`; `name` is what messages call it.

    Never blocks on pipes or devices, and never follows a link that has been put in the way since the path was resolved.

    Raises:
        FileNotFoundError: there is no such file.
        FileRefused: it is a folder, a device, a pipe or a socket, too large, or not readable.
    """
    # Even opening a device can do something, so look first.
    kind = _special_kind(path)
    if kind:
        raise FileRefused(f"{name} is {kind}, not a file")
    try:
        # O_NONBLOCK: opening a pipe without a writer would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise FileRefused(f"{name}: {error.strerror}") from error
    with os.fdopen(descriptor, "rb") as stream:
        require_place(descriptor, path)
        status = os.fstat(descriptor)
        kind = kind_of(status.st_mode)
        if kind:
            raise FileRefused(f"{name} is {kind}, not a file")
        if status.st_size > MAX_FILE_BYTES:
            raise FileRefused(_too_large(name, status.st_size))
        try:
            data = stream.read(MAX_FILE_BYTES + 1)
        except OSError as error:
            raise FileRefused(f"{name}: {error.strerror}") from error
    # Files of /proc say that they are empty.
    if len(data) > MAX_FILE_BYTES:
        raise FileRefused(_too_large(name, len(data)))
    return data


def require_place(descriptor: int, path: Path) -> None:
    """FileRefused if what was opened as `path` lies elsewhere, because a folder on the way became a link.

    Linux alone can tell; elsewhere this checks nothing.
    """
    with suppress(OSError):
        place = os.readlink(f"/proc/self/fd/{descriptor}").removesuffix(" (deleted)")  # noqa: PTH115 - no path, a name
        # Some file systems spell a name in the case that it was created with.
        if place.casefold() != str(path).casefold():
            raise FileRefused(f"what {path} leads to has changed; try again")


def _too_large(name: str, size: int) -> str:
    return (
        f"{name} has {size / 1024**2:.0f} MiB, more than the {MAX_FILE_BYTES // 1024**2} MiB that are read at once; "
        f"use search, or shell with head, tail or sed -n"
    )


def kind_of(mode: int) -> str:
    """What is there instead of a regular file, in words; empty if it is one."""
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISLNK(mode):
        return "a link"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"


def _special_kind(path: Path) -> str:
    if path.name in _KERNEL_QUEUES and path.parts[1:2] in (("proc",), ("sys",)):
        return "a queue of the kernel"
    with suppress(OSError):
        return kind_of(path.stat().st_mode)
    return ""
