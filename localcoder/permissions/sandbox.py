"""Confining commands with bubblewrap, where it works."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from localcoder.workspace.roots import Roots, real_path

PROBE_TIMEOUT_S = 10.0

HIDDEN_IN_HOME = (
    ".ssh",
    ".aws",
    ".azure",
    ".gnupg",
    ".kube",
    ".docker",
    ".netrc",
    ".pypirc",
    ".git-credentials",
    ".password-store",
    ".vault-token",
    ".config/gcloud",
    ".config/gh",
    ".config/git/credentials",
    ".local/share/keyrings",
    ".mozilla",
    ".config/google-chrome",
    ".config/chromium",
)
"""Files and folders below the home that no command needs and whose loss would hurt."""

HIDDEN_ELSEWHERE = ("/run/user", "/run/dbus", "/run/docker.sock", "/run/podman", "/run/containerd")
"""Sockets of services that would run programs outside the sandbox for whoever asks."""

WRITABLE_IN_HOME = (".cache/uv", ".cache/pip", ".cache/go-build", ".npm", ".cargo/registry", "go/pkg")
"""Caches of package managers, which fail where they cannot write."""

TEMPORARY = (Path("/tmp"), Path("/var/tmp"))
"""Commands get their own; what others keep there is out of their sight."""

PROTECTED_IN_ROOT = (".git/hooks", ".localcoder")
"""What would run outside the sandbox later: Git's hooks and the folder's own configuration."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How commands are started. `works` says whether they are confined; if not, `reason` says why not."""

    works: bool
    reason: str
    prefix: tuple[str, ...] = ()

    @classmethod
    def detect(cls, enabled: bool, roots: Roots, *, network: bool = False) -> Sandbox:
        """A sandbox around `roots`, proved by really running a command in it; the proof is kept for this process.

        Inside, the roots, a private /tmp and package caches can be written; the rest is read-only, secrets of the
        home are hidden, and there is no network unless `network`. Of the system's /tmp only the programs on PATH and
        this Python are there.
        """
        if not enabled:
            return cls(False, "the sandbox is switched off")
        return _proven(roots, Path.home(), network, _temporary_programs(roots))

    def wrap(self, argv: list[str]) -> list[str]:
        """The command line that runs `argv` confined; `argv` itself where the sandbox does not work."""
        return [*self.prefix, *argv]


@lru_cache(maxsize=64)
def _proven(roots: Roots, home: Path, network: bool, programs: tuple[Path, ...]) -> Sandbox:
    program = shutil.which("bwrap")
    if program is None:
        return Sandbox(False, "bubblewrap (bwrap) is not installed")
    prefix = (program, *_options(roots, home, network, programs), "--")
    try:
        probe = subprocess.run(
            [*prefix, "true"], stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Sandbox(False, f"bubblewrap does not run here: {error}")
    if probe.returncode != 0:
        said = probe.stderr.decode(errors="replace").strip() or f"exit code {probe.returncode}"
        return Sandbox(False, f"bubblewrap does not work here: {said}")
    return Sandbox(True, "", prefix)


@cache
def _private_tmp() -> Path:
    """The folder that is /tmp inside: one for all commands of this process, so that they find each other's files."""
    folder = Path(tempfile.mkdtemp(prefix="localcoder-tmp-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _temporary_programs(roots: Roots) -> tuple[Path, ...]:
    """Where programs lie that a private /tmp would hide; those inside of the roots are there anyway, and writable."""
    folders = [Path(sys.prefix), Path(sys.base_prefix)]
    for entry in map(Path, os.get_exec_path()):
        environment = entry.parent / "pyvenv.cfg"  # a virtual environment's programs need what lies beside them
        folders.append(entry.parent if environment.is_file() else entry)
    return tuple(
        folder
        for folder in dict.fromkeys(Path(os.path.normpath(folder)) for folder in folders)
        if any(temporary in folder.parents for temporary in TEMPORARY)
        and folder.is_dir()
        and not roots.contains(folder)
    )


def _options(roots: Roots, home: Path, network: bool, programs: tuple[Path, ...]) -> list[str]:
    """bubblewrap's options. Mounts are sorted by depth: the deeper one always lies on top of the other."""
    mounts: list[tuple[Path, int, list[str]]] = [(Path("/tmp"), 0, ["--bind", str(_private_tmp()), "/tmp"])]
    mounts += [(folder, 1, ["--ro-bind-try", str(folder), str(folder)]) for folder in programs]
    if Path("/var/tmp").is_dir():
        mounts.append((Path("/var/tmp"), 0, ["--tmpfs", "/var/tmp"]))
    for name in WRITABLE_IN_HOME:
        path = real_path(home / name)
        if path.is_dir() and path != home:
            mounts.append((path, 1, ["--bind", str(path), str(path)]))
    for folder in roots.folders:
        mounts.append((folder, 2, ["--bind", str(folder), str(folder)]))
        for name in PROTECTED_IN_ROOT:
            path = real_path(folder / name)
            if path.exists():
                mounts.append((path, 3, ["--ro-bind", str(path), str(path)]))
    for place in [*(home / name for name in HIDDEN_IN_HOME), *map(Path, HIDDEN_ELSEWHERE)]:
        path = real_path(place)
        if path.is_dir():
            mounts.append((path, 1, ["--tmpfs", str(path)]))
        elif path.exists():
            mounts.append((path, 1, ["--ro-bind", "/dev/null", str(path)]))
    options = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--ro-bind", "/", "/"]
    if not network:
        options.insert(1, "--unshare-net")
    options += ["--dev", "/dev", "--proc", "/proc"]
    for path, _, mount in sorted(mounts, key=lambda entry: (len(entry[0].parts), entry[1], os.fspath(entry[0]))):
        if path != Path("/"):
            options += mount
    return [*options, "--chdir", str(roots.cwd)]
