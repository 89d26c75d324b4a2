"""Compiles `megakernel.cu` for one model on one kind of GPU, with NVRTC; keeps the result in the user's cache.

Needs no GPU and no CUDA toolkit, only the `gpu` extra. The source includes no header.
"""

from __future__ import annotations

import hashlib
import io
import logging
import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from localcoder.config.paths import cache_dir
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel.abi import constants, cuda_header
from localcoder.engine.megakernel.device import ARCHITECTURE, COMPILER_MISSING, KernelDevice
from localcoder.engine.megakernel.geometry import Geometry
from localcoder.errors import LocalcoderError

IN_FLIGHT = 3
"""16 KB loads that an SM has under way at a time; 4 and 5 were slower (`docs/decisions.md`)."""
KERNEL_NAME = "decode"
_INCLUDE = re.compile(r'#include "(.+)"')
_UNUSED_VARIABLE = 177
"""The warning's number; a model without routed or dense layers leaves constants unused."""
_OPTIONS: dict[str, Any] = {"std": "c++17", "ptxas_options": ["-v"], "diag_suppress": _UNUSED_VARIABLE}

_log = logging.getLogger(__name__)


class CompileFailed(LocalcoderError):
    """The kernel could not be compiled; the message holds the compiler's log."""


@dataclass(frozen=True, slots=True)
class KernelSource:
    """All that decides what the compiler makes."""

    text: str
    architecture: str = ARCHITECTURE

    @classmethod
    def of(
        cls,
        config: ModelConfig,
        device: KernelDevice,
        *,
        profile: bool = False,
        in_flight: int = IN_FLIGHT,
        defines: Mapping[str, str] | None = None,
    ) -> KernelSource:
        """The kernel for `config` on `device`; `profile` defines PROFILE, which records when each task began."""
        geometry = Geometry.of(config, device.sms)
        header = cuda_header(constants(config, geometry, ring_slots=device.ring_slots, in_flight=in_flight))
        macros = dict(defines or {}) | ({"PROFILE": "1"} if profile else {})
        lines = [f"#define {name} {value}\n" for name, value in sorted(macros.items())]
        return cls("".join([*lines, header, _read_source("megakernel.cu")]))

    def key(self) -> str:
        """A hash of source, options and the compiler's version: the name of the result in the cache."""
        parts = (self.text, self.architecture, repr(_OPTIONS), _compiler_version())
        digest = hashlib.sha256()
        for part in parts:
            digest.update(f"{len(part)}:{part}".encode())
        return digest.hexdigest()


def _read_source(name: str) -> str:
    """A file of the kernel with its own headers in their places; messages name the lines as they lie on the disk."""
    lines = [f'#line 1 "{name}"']
    text = files("localcoder.engine").joinpath(name).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 2):
        header = _INCLUDE.fullmatch(line)
        lines.append(f'{_read_source(header[1])}#line {number} "{name}"' if header else line)
    return "\n".join(lines) + "\n"


def why_no_compiler() -> str | None:
    """Why this machine cannot compile, or None if it can."""
    try:
        _compiler_version()
    except CompileFailed as error:
        return str(error)
    return None


def compile_kernel(source: KernelSource, folder: Path | None = None) -> bytes:
    """The cubin of `source`, from the cache or compiled now (some seconds).

    Args:
        source: what to compile.
        folder: of the cache; by default one below the user's cache directory. One that cannot be written is no error.

    Raises:
        CompileFailed: the compiler is missing or refuses the source.
    """
    file = (folder or cache_dir() / "kernels") / f"{source.key()}.cubin"
    cubin = _read(file)
    if cubin is None:
        cubin, _ = compile_with_log(source)
        _write(file, cubin)
    return cubin


def compile_with_log(source: KernelSource) -> tuple[bytes, str]:
    """Compile without the cache; returns the cubin and the assembler's lines on registers, stack and spills.

    Raises:
        CompileFailed: the compiler is missing or refuses the source.
    """
    _compiler_version()
    from cuda.core import Program, ProgramOptions

    options = ProgramOptions(name="generated.cu", arch=source.architecture, **_OPTIONS)
    log = io.StringIO()
    try:
        code = Program(source.text, "c++", options).compile("cubin", logs=log).code
    except Exception as error:
        # The errors' classes differ between cuda-core's releases; their text holds NVRTC's log.
        raise CompileFailed(f"The decode kernel could not be compiled: {error}") from error
    return bytes(code), log.getvalue().replace("\0", "").strip()


def _compiler_version() -> str:
    try:
        from cuda.bindings import nvrtc
        from cuda.core import Program  # noqa: F401

        status, major, minor = nvrtc.nvrtcVersion()
    except ImportError:
        raise CompileFailed(COMPILER_MISSING) from None
    except RuntimeError as error:
        raise CompileFailed(f"the kernel's compiler cannot be loaded ({_first_line(error)})") from None
    if int(status) != 0:
        raise CompileFailed(f"the kernel's compiler does not work ({status})")
    return f"nvrtc {major}.{minor}"


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _read(file: Path) -> bytes | None:
    """A cached cubin; None where there is none or the file is not what was written."""
    try:
        data = file.read_bytes()
    except OSError:
        return None
    digest, cubin = data[:32], data[32:]
    if not cubin or hashlib.sha256(cubin).digest() != digest:
        _log.debug("%s is damaged: compiling again", file)
        return None
    return cubin


def _write(file: Path, cubin: bytes) -> None:
    """Put digest and cubin there in one step, so that another process never reads half a file."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
    except OSError as error:
        _log.debug("the compiled kernel is not kept: %s", error)
        return
    try:
        with os.fdopen(handle, "wb") as part:
            part.write(hashlib.sha256(cubin).digest() + cubin)
        Path(name).replace(file)
    except OSError as error:
        _log.debug("the compiled kernel is not kept: %s", error)
        with suppress(OSError):
            Path(name).unlink()
