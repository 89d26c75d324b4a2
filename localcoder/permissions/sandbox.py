"""Confining commands with bubblewrap where it works, else with Landlock where that does."""

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

from localcoder.config.paths import temporary_dir
from localcoder.permissions import landlock
from localcoder.permissions.caches import writable_caches
from localcoder.permissions.landlock import Confinement
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

TEMPORARY = (Path("/tmp"), Path("/var/tmp"))
"""Commands get their own; what others keep there is out of their sight."""

PROTECTED_IN_ROOT = (".git/hooks", ".localcoder")
"""What would run outside the sandbox later: Git's hooks and the folder's own configuration."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How commands are started. `works` says whether they are confined; if not, `reason` says why not.

    `means` names what confines them, `gaps` what that does not cover, in words. `network_open` says that they reach
    the network although they may not.
    """

    works: bool
    reason: str
    prefix: tuple[str, ...] = ()
    means: str = ""
    gaps: tuple[str, ...] = ()
    network_open: bool = False

    @classmethod
    def detect(cls, enabled: bool, roots: Roots, *, network: bool = False) -> Sandbox:
        """A sandbox around `roots`, proved by really running a command in it; the proof is kept for this process.

        Inside, the roots, a private temporary folder and package caches can be written; the rest is read-only, secrets
        of the home are hidden, and there is no network unless `network`. Of the system's /tmp only the programs on PATH
        and this Python are there. Where Landlock confines, `gaps` says what of this does not hold.
        """
        if not enabled:
            return cls(False, "the sandbox is switched off")
        home = Path.home()
        return _proven(roots, home, network, _temporary_programs(roots), writable_caches(os.environ, home))

    @property
    def label(self) -> str:
        """What a line of few words says of it."""
        if not self.works:
            return "no sandbox"
        return "sandbox, network open" if self.network_open else "sandbox"

    def wrap(self, argv: list[str]) -> list[str]:
        """The command line that runs `argv` confined; `argv` itself where the sandbox does not work."""
        return [*self.prefix, *argv]


@lru_cache(maxsize=64)
def _proven(roots: Roots, home: Path, network: bool, programs: tuple[Path, ...], caches: tuple[Path, ...]) -> Sandbox:
    first = _with_bubblewrap(roots, home, network, programs, caches)
    if first.works:
        return first
    second = _with_landlock(roots, home, network, programs, caches)
    return second if second.works else Sandbox(False, f"{first.reason}; {second.reason}")


def _with_bubblewrap(
    roots: Roots, home: Path, network: bool, programs: tuple[Path, ...], caches: tuple[Path, ...]
) -> Sandbox:
    program = shutil.which("bwrap")
    if program is None:
        return Sandbox(False, "bubblewrap (bwrap) is not installed")
    prefix = (program, *_options(roots, home, network, programs, caches), "--")
    failure = _failure([*prefix, "true"])
    if failure is not None:
        return Sandbox(False, f"bubblewrap does not work here: {failure}")
    return Sandbox(True, "", prefix, "bubblewrap")


def _with_landlock(
    roots: Roots, home: Path, network: bool, programs: tuple[Path, ...], caches: tuple[Path, ...]
) -> Sandbox:
    version = landlock.abi()
    if version == 0:
        return Sandbox(False, "this system has no Landlock")
    hidden = tuple(dict.fromkeys((*_hidden(home), *TEMPORARY)))
    services = _reachable_services()
    confinement = Confinement(
        writable=tuple(map(str, (*roots.folders, *caches))),
        readable=tuple(map(str, programs)),
        hidden=tuple(map(str, hidden)),
        temporary=str(real_path(_private_tmp())),
        network=network,
        unix_sockets=not services,
    )
    # The interpreter that a virtual environment links to: in the workspace, commands could put another in its place.
    python = os.path.realpath(sys.executable)
    prefix = (python, "-I", "-S", str(Path(landlock.__file__)), confinement.to_json())
    with tempfile.TemporaryDirectory(prefix="localcoder-probe-", dir=temporary_dir()) as outside:
        forbidden, allowed = Path(outside) / "x", Path(confinement.temporary) / ".probe"
        failure = _failure([*prefix, "/bin/sh", "-c", _WRITES_ONLY_ONE, "sh", str(forbidden), str(allowed)])
    if failure is not None:
        return Sandbox(False, f"Landlock does not work here: {failure}")
    network_open = not network and not landlock.can_refuse_sockets()
    return Sandbox(True, "", prefix, "Landlock", _gaps(version, roots, hidden, network, services), network_open)


_WRITES_ONLY_ONE = (
    'if (: > "$1") 2>/dev/null; then echo "it does not keep files from being written" >&2; exit 1; fi; : > "$2"'
)


def _failure(argv: list[str]) -> str | None:
    """Why this command line does not work; None where it does."""
    try:
        probe = subprocess.run(
            argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if probe.returncode == 0:
        return None
    return probe.stderr.decode(errors="replace").strip() or f"exit code {probe.returncode}"


def _reachable_services() -> tuple[str, ...]:
    """Sockets of services that run programs or use keys for whoever asks, and that this user can open."""
    named = [os.environ.get("SSH_AUTH_SOCK", ""), os.environ.get("DBUS_SESSION_BUS_ADDRESS", "")]
    places = [
        "/run/dbus/system_bus_socket",
        "/run/docker.sock",
        "/run/podman/podman.sock",
        "/run/containerd/containerd.sock",
        f"/run/user/{os.getuid()}/bus",
        f"/run/user/{os.getuid()}/systemd/private",
        "/run/systemd/private",
        "/tmp/.X11-unix",
    ]
    return tuple(place for place in (*filter(None, named), *places) if place in named or os.access(place, os.W_OK))


def _gaps(
    version: int, roots: Roots, hidden: tuple[Path, ...], network: bool, services: tuple[str, ...]
) -> tuple[str, ...]:
    """What of bubblewrap's confinement Landlock of this version does not give, in words."""
    gaps = ["/tmp cannot be written, only the folder in TMPDIR", "modes and times of other files can be changed"]
    gaps.append("names of hidden files can be seen")
    if any(path.is_relative_to(folder) for path in hidden if path not in TEMPORARY for folder in roots.folders):
        gaps.append("secrets inside the workspace are not hidden")
    gaps.append("processes that leave their session outlive the command")
    gaps.append("Git's hooks and .localcoder in the workspace can be written")
    if version < landlock.ABI_TRUNCATE:
        gaps.append("other files can be emptied")
    if version < landlock.ABI_SCOPES:
        gaps.append("other processes can be ended")
    if not network and landlock.can_refuse_sockets():
        gaps.append("not even this machine's own servers can be reached")
    elif not network:
        gaps.append("only TCP is refused" if version >= landlock.ABI_TCP else "the network is open")
    if services:
        gaps.append(f"Unix sockets are refused, for {services[0]} would run programs outside")
    return tuple(gaps)


@cache
def _private_tmp() -> Path:
    """The folder that is /tmp inside: one for all commands of this process, so that they find each other's files."""
    folder = Path(tempfile.mkdtemp(prefix="localcoder-tmp-", dir=temporary_dir()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _temporary_programs(roots: Roots) -> tuple[Path, ...]:
    """Where programs lie that a private /tmp would hide; those inside of the roots are there anyway, and writable."""
    folders = [Path(sys.prefix), Path(sys.base_prefix)]
    for entry in map(Path, os.get_exec_path()):
        environment = entry.parent / "pyvenv.cfg"  # a virtual environment's programs need what lies beside them
        folders.append(entry.parent if os.path.isfile(environment) else entry)
    return tuple(
        folder
        for folder in dict.fromkeys(Path(os.path.normpath(folder)) for folder in folders)
        if any(temporary in folder.parents for temporary in TEMPORARY)
        and os.path.isdir(folder)
        and not roots.contains(folder)
    )


def _hidden(home: Path) -> list[Path]:
    """Secrets and services, where they really lie; not all of them exist."""
    return [real_path(place) for place in (*(home / name for name in HIDDEN_IN_HOME), *map(Path, HIDDEN_ELSEWHERE))]


def _options(
    roots: Roots, home: Path, network: bool, programs: tuple[Path, ...], caches: tuple[Path, ...]
) -> list[str]:
    """bubblewrap's options. Mounts are sorted by depth: the deeper one always lies on top of the other."""
    mounts: list[tuple[Path, int, list[str]]] = [(Path("/tmp"), 0, ["--bind", str(_private_tmp()), "/tmp"])]
    mounts += [(folder, 1, ["--ro-bind-try", str(folder), str(folder)]) for folder in programs]
    if Path("/var/tmp").is_dir():
        mounts.append((Path("/var/tmp"), 0, ["--tmpfs", "/var/tmp"]))
    mounts += [(path, 1, ["--bind", str(path), str(path)]) for path in caches]
    for folder in roots.folders:
        mounts.append((folder, 2, ["--bind", str(folder), str(folder)]))
        for name in PROTECTED_IN_ROOT:
            path = real_path(folder / name)
            if os.path.exists(path):
                mounts.append((path, 3, ["--ro-bind", str(path), str(path)]))
    for path in _hidden(home):
        if os.path.isdir(path):
            mounts.append((path, 1, ["--tmpfs", str(path)]))
        elif os.path.exists(path):
            mounts.append((path, 1, ["--ro-bind", "/dev/null", str(path)]))
    options = ["--die-with-parent", "--unshare-pid", "--unshare-ipc", "--ro-bind", "/", "/"]
    if not network:
        options.insert(1, "--unshare-net")
    options += ["--dev", "/dev", "--proc", "/proc"]
    for path, _, mount in sorted(mounts, key=lambda entry: (len(entry[0].parts), entry[1], os.fspath(entry[0]))):
        if path != Path("/"):
            options += mount
    return [*options, "--chdir", str(roots.cwd)]
