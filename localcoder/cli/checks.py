"""The checks of `localcoder doctor`: each looks at one thing and says what to do about a gap."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Literal

from localcoder import __version__
from localcoder.cli import machine
from localcoder.cli.machine import Gpu, GpuProbe
from localcoder.config import paths
from localcoder.engine.catalogue import KNOWN_MODELS, Room, hub_cache, what_is_missing
from localcoder.engine.cpu import cpu_name
from localcoder.errors import LocalcoderError, UsageError

Status = Literal["ok", "note", "gap", "broken"]

GIB = 2**30
LOW_MEMORY_BYTES = 2 * GIB
LOW_DISK_BYTES = 1 * GIB
WORKING_BYTES = 2 * GIB
"""What a model needs besides its weights: KV cache, activations, the runtime."""


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, what was found, and what to do about it.

    `note` is a fact with a consequence, `gap` something that could be better, `broken` something that localcoder cannot
    do without.
    """

    name: str
    status: Status
    found: str
    advice: str = ""


def all_checks(cwd: Path) -> list[Check]:
    """Every check, in the order in which they are shown."""
    probe = machine.probe_gpus()
    return [
        check_python(),
        check_cpu(),
        check_memory(),
        check_disk(),
        check_folders(),
        check_settings(cwd),
        *check_gpus(probe),
        check_torch(probe),
        check_backend(probe),
        *check_models(probe),
        check_sandbox(cwd),
        check_program("ripgrep", "rg", "Searching large folders is slower without it: install ripgrep."),
        check_program("git", "git", "Ignore rules and the state of a repository are unknown without it: install git."),
        check_terminal(),
    ]


def gib(size: int) -> str:
    """A size in GiB, or in MiB where that reads better."""
    return f"{size / GIB:.1f} GiB" if size >= GIB else f"{size / 2**20:.0f} MiB"


def check_python() -> Check:
    """The interpreter; an older one cannot even import the package."""
    return Check("Python", "ok", f"{platform.python_version()} ({sys.executable}), localcoder {__version__}")


def check_cpu() -> Check:
    """The processor and how many cores may be used."""
    cores = machine.usable_cores()
    return Check("CPU", "ok", f"{cpu_name()}, {cores} usable core{'s' if cores != 1 else ''}")


def check_memory() -> Check:
    """Main memory, a container's limit included."""
    total, available = machine.memory_bytes()
    found = f"{gib(available)} of {gib(total)} available"
    if available < LOW_MEMORY_BYTES:
        return Check("Memory", "gap", found, "Close other programs: the built-in model and torch need about 1 GiB.")
    return Check("Memory", "ok", found)


def check_disk() -> Check:
    """Room for sessions and for pulled models."""
    folder = paths.data_dir()
    free = machine.disk_free_bytes(folder)
    found = f"{gib(free)} free for {folder}"
    if free < LOW_DISK_BYTES:
        return Check("Disk", "gap", found, "Make room: sessions and checkpoints are kept there.")
    return Check("Disk", "ok", found)


def check_folders() -> Check:
    """localcoder's own folders must be writable once they are needed."""
    wanted = (paths.config_dir(), paths.data_dir(), paths.cache_dir(), paths.state_dir())
    locked = [folder for folder in wanted if not _can_be_written(folder)]
    if locked:
        advice = (
            "Make them writable, or point XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME, XDG_STATE_HOME elsewhere."
        )
        return Check("Folders", "broken", f"not writable: {', '.join(map(str, locked))}", advice)
    return Check("Folders", "ok", f"settings in {paths.config_file()}, sessions below {paths.data_dir()}")


def check_settings(cwd: Path) -> Check:
    """Every other command needs settings that can be used, and a model on this machine unless another one serves it."""
    from localcoder.config.settings import load_settings
    from localcoder.engine.models import find_model

    try:
        settings = load_settings(cwd)
    except UsageError as error:
        return Check("Settings", "broken", str(error), "Nothing else runs until this is put right.")
    try:
        if settings.endpoint is None:
            find_model(settings.model)
    except LocalcoderError as error:
        return Check("Settings", "broken", str(error), "Until then only --model and --endpoint help.")
    where = settings.endpoint or settings.model
    return Check("Settings", "ok", f"can be used; the model is {where}, the mode {settings.approval_mode}")


def _can_be_written(folder: Path) -> bool:
    while not os.path.exists(folder):
        folder = folder.parent
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)


def check_gpus(probe: GpuProbe) -> Iterator[Check]:
    """Each GPU with its memory, or why there is none."""
    if not probe.gpus and not probe.driver_present:
        advice = "The built-in model runs well on the CPU; larger ones answer slowly without an NVIDIA GPU."
        yield Check("GPU", "note", "no NVIDIA driver found", advice)
    elif not probe.gpus:
        yield Check("GPU", "gap", probe.problem, "Repair the driver (a reboot helps after its update), then try again.")
    for number, gpu in enumerate(probe.gpus):
        found = (
            f"{gpu.name}, {gib(gpu.free_bytes)} of {gib(gpu.memory_bytes)} free, driver {gpu.driver}, "
            f"compute capability {gpu.compute_capability}"
        )
        busy = gpu.used_bytes > gpu.memory_bytes // 2
        advice = "Other programs use most of its memory: nvidia-smi names them." if busy else ""
        yield Check(f"GPU {number}", "gap" if busy else "ok", found, advice)


def check_torch(probe: GpuProbe) -> Check:
    """PyTorch, and whether its build and the driver suit each other; it is not imported."""
    installed = machine.installed_version("torch")
    if installed is None:
        return Check("PyTorch", "broken", "not installed", "Install localcoder again: pip install localcoder.")
    if probe.gpus and installed.endswith("+cpu"):
        advice = "Install PyPI's build: pip install --force-reinstall torch"
        return Check("PyTorch", "gap", f"{installed}, a build without CUDA: the GPU is not used", advice)
    old = [gpu for gpu in probe.gpus if gpu.driver_branch < machine.CUDA_13_DRIVER]
    if old and "+" not in installed:
        advice = f"Update the NVIDIA driver to {machine.CUDA_13_DRIVER} or newer."
        return Check("PyTorch", "gap", f"{installed}, built for CUDA 13; driver {old[0].driver} is older", advice)
    return Check("PyTorch", "ok", installed)


def _usable_gpus(probe: GpuProbe) -> tuple[Gpu, ...]:
    return probe.gpus if check_torch(probe).status == "ok" else ()


def check_backend(probe: GpuProbe) -> Check:
    """What `--backend auto` takes on this machine."""
    from localcoder.engine.megakernel.device import COMPILER_MISSING, why_not_machine

    gpus = _usable_gpus(probe)
    if not gpus:
        return Check("Backend", "ok", "torch on the CPU")
    missing = machine.installed_version("cuda-core") is None
    reason = why_not_machine(gpus[0].capability, COMPILER_MISSING if missing else None)
    if reason is None:
        return Check("Backend", "ok", "megakernel on the GPU, for models that suit it")
    found = f"torch on the GPU instead of the megakernel: {reason}"
    if reason == COMPILER_MISSING:
        return Check("Backend", "gap", found, "Install it: decoding is several times faster with the megakernel.")
    return Check("Backend", "ok", found)


def check_models(probe: GpuProbe) -> Iterator[Check]:
    """Each model that is on this machine, and whether it would run; then those worth getting."""
    from localcoder.engine.models import POCKET, list_models

    entries = list_models()
    if not any(entry.name == POCKET for entry in entries):
        yield Check(f"Model {POCKET}", "broken", "its weights are missing", "Install localcoder again.")
    for entry in entries:
        try:
            size = entry.facts().weight_bytes
        except LocalcoderError as error:
            yield Check(f"Model {entry.name}", "gap", "cannot be used", str(error))
            continue
        yield _would_run(f"Model {entry.name}", size, probe)
    yield from _worth_getting({entry.name for entry in entries}, room(probe))


def _would_run(name: str, weight_bytes: int, probe: GpuProbe) -> Check:
    gpus = _usable_gpus(probe)
    if gpus and weight_bytes + WORKING_BYTES <= gpus[0].free_bytes:
        return Check(name, "ok", f"{gib(weight_bytes)} of weights, runs on the GPU")
    _, available = machine.memory_bytes()
    if weight_bytes <= available and not gpus:
        return Check(name, "ok", f"{gib(weight_bytes)} of weights, runs on the CPU")
    room = f"{gib(gpus[0].free_bytes)} of GPU memory" if gpus else f"{gib(available)} of memory"
    found = f"{gib(weight_bytes)} of weights do not fit {room}"
    return Check(name, "gap", found, "Free memory, or use `--endpoint URL` to let another machine run it.")


def room(probe: GpuProbe) -> Room:
    """What is free for a model; a GPU counts only where PyTorch can use it."""
    free = max((gpu.free_bytes for gpu in _usable_gpus(probe)), default=0)
    return Room(free, machine.memory_bytes()[1], machine.disk_free_bytes(hub_cache()))


def _worth_getting(here: Collection[str], room: Room) -> Iterator[Check]:
    """Those models of the hub, better than any here, that the chat would offer too; or what even the smallest needs."""
    from localcoder.cli.models import size

    better = list(takewhile(lambda model: model.hub_id not in here, KNOWN_MODELS))
    fitting = [model for model in better if what_is_missing(model, room) is None]
    if fitting:
        names = ", ".join(f"{model.hub_id} ({size(model.weight_bytes)} to get)" for model in fitting)
        best = fitting[0]
        slowly = ", without a GPU, so slowly" if room.gpu_bytes < best.weight_bytes else ""
        advice = f"localcoder models pull {best.hub_id}; or let another machine run a larger one: `--endpoint URL`."
        yield Check("More models", "note", f"would run here{slowly}: {names}", advice)
    elif len(better) == len(KNOWN_MODELS):
        smallest = KNOWN_MODELS[-1]
        advice = "Use `--endpoint URL` to work with a larger model that another machine serves."
        yield Check("More models", "note", f"{smallest.hub_id} {what_is_missing(smallest, room)}", advice)


_INSTALL_BUBBLEWRAP = "On Linux, install bubblewrap and allow user namespaces"


def check_sandbox(cwd: Path) -> Check:
    """Whether commands can be confined, proved by running one."""
    from localcoder.permissions.sandbox import Sandbox
    from localcoder.workspace.roots import Roots

    sandbox = Sandbox.detect(True, Roots(cwd))
    if sandbox.works:
        found = f"{sandbox.means} confines commands to the working folder"
        if not sandbox.gaps:
            return Check("Sandbox", "ok", found)
        advice = f"{'; '.join(sandbox.gaps)}. {_INSTALL_BUBBLEWRAP} to close these gaps."
        return Check("Sandbox", "gap" if sandbox.network_open else "note", found, advice[0].upper() + advice[1:])
    advice = f"Commands run unconfined and are asked about. {_INSTALL_BUBBLEWRAP}."
    return Check("Sandbox", "gap", sandbox.reason, advice)


def check_program(name: str, program: str, advice: str) -> Check:
    """A program that is used where it is installed."""
    found = shutil.which(program)
    return Check(name, "ok", found) if found else Check(name, "gap", f"{program} is not on the PATH", advice)


def check_terminal() -> Check:
    """What the terminal can show."""
    if not sys.stdout.isatty():
        return Check("Terminal", "note", "the output is no terminal", "`localcoder chat` needs one; `run` does not.")
    term = os.environ.get("TERM", "")
    columns, rows = shutil.get_terminal_size()
    colour = "no colour" if os.environ.get("NO_COLOR") else os.environ.get("COLORTERM") or "basic colours"
    parts = [term or "TERM is unset", f"{columns}x{rows}", colour, sys.stdout.encoding or "unknown encoding"]
    if os.environ.get("TMUX"):
        parts.append("in tmux")
    found = ", ".join(parts)
    if term in {"", "dumb"}:
        return Check("Terminal", "gap", found, "Set TERM, for instance to xterm-256color.")
    if (sys.stdout.encoding or "").lower().replace("-", "") != "utf8":
        return Check("Terminal", "gap", found, "Use a UTF-8 locale, for instance: export LANG=C.UTF-8")
    if columns < 80 or rows < 24:
        return Check("Terminal", "gap", found, "Make the window at least 80x24.")
    return Check("Terminal", "ok", found)
