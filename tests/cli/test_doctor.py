from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from localcoder.cli import checks, machine
from localcoder.cli.chat_models import WorkplaceModels
from localcoder.cli.checks import Check
from localcoder.cli.machine import Gpu, GpuProbe, parse_gpu
from localcoder.cli.report import print_checks
from localcoder.engine import models
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.permissions import landlock
from tests.cli.running import Home
from tests.fakes.checkpoints import write_checkpoint
from tests.fakes.tokenizers import write_byte_level_tokenizer

H200 = Gpu("NVIDIA H200", 140 * 2**30, 0, "580.65.06", "9.0")
NO_GPU = GpuProbe((), False)


def unused(*arguments: object) -> Any:
    raise AssertionError


def run_doctor(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "localcoder", "doctor", *arguments],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def fake_program(folder: Path, name: str, body: str) -> None:
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)


@pytest.mark.skipif(not any(POCKET_DIRECTORY.glob("*.safetensors")), reason="the pocket model is not trained yet")
def test_doctor_succeeds_where_only_comforts_are_missing(tmp_path: Path) -> None:
    done = run_doctor(PATH="", HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "rg is not on the PATH" in done.stdout
    assert "localcoder works here" in done.stdout
    assert done.stderr == ""


def sandbox_check(folder: Path) -> Check:
    (folder / "ws").mkdir()
    return checks.check_sandbox(folder / "ws")


def test_doctor_names_what_landlock_leaves_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if landlock.abi() == 0:
        pytest.skip("this kernel has no Landlock")
    fake_program(tmp_path / "bin", "bwrap", "exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    check = sandbox_check(tmp_path)
    assert (check.status, check.found) == ("note", "Landlock confines commands to the working folder")
    assert "/tmp cannot be written" in check.advice and "install bubblewrap" in check.advice


def test_doctor_says_that_nothing_confines_and_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: 0)
    fake_program(tmp_path / "bin", "bwrap", "echo 'no user namespaces' >&2; exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    check = sandbox_check(tmp_path)
    assert check.status == "gap" and "unconfined" in check.advice
    assert check.found == "bubblewrap does not work here: no user namespaces; this system has no Landlock"


def test_doctor_never_imports_torch() -> None:
    code = (
        "import sys; from localcoder.cli.checks import all_checks; from pathlib import Path; "
        "all_checks(Path.cwd()); sys.exit('torch' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_folder_that_cannot_be_made_is_named_and_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    check = checks.check_folders()
    assert check.status == "broken"
    assert str(blocked) in check.found


def test_settings_that_cannot_be_used_are_broken(tmp_path: Path) -> None:
    (tmp_path / "localcoder").mkdir()
    (tmp_path / "localcoder" / "config.toml").write_text("modle = 'x'")
    done = run_doctor(XDG_CONFIG_HOME=str(tmp_path))
    assert done.returncode == 1
    assert "unknown key modle" in " ".join(done.stdout.split())
    assert "localcoder works here" not in done.stdout


def test_a_configured_model_that_is_not_here_is_broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LOCALCODER_MODEL", "nope")
    check = checks.check_settings(tmp_path)
    assert check.status == "broken" and "Model nope" in check.found
    monkeypatch.setenv("LOCALCODER_ENDPOINT", "http://127.0.0.1:9/v1")
    assert checks.check_settings(tmp_path).status == "ok"


def test_output_is_plain_text_when_it_is_piped(tmp_path: Path) -> None:
    done = run_doctor(HOME=str(tmp_path), TERM="xterm-256color")
    assert "\x1b" not in done.stdout


def test_gpu_line_of_nvidia_smi_is_understood() -> None:
    gpu = parse_gpu("NVIDIA H200, 143771, 512, 580.65.06, 9.0")
    assert gpu == Gpu("NVIDIA H200", 143771 * 2**20, 512 * 2**20, "580.65.06", "9.0")
    assert gpu.capability == (9, 0)
    assert gpu.driver_branch == 580


@pytest.mark.parametrize("line", ["", "garbage", "NVIDIA GB10, [N/A], [N/A], 580.1, 12.1", "a, b, c, d, e, f"])
def test_unusable_line_of_nvidia_smi_is_no_gpu(line: str) -> None:
    assert parse_gpu(line) is None


def test_machine_without_driver_has_no_gpu_and_no_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if not Path("/proc/driver/nvidia/version").exists():
        assert machine.probe_gpus() == NO_GPU


def test_failing_driver_is_told_apart_from_a_missing_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_program(
        tmp_path / "bin", "nvidia-smi", "echo 'Failed to initialize NVML: Driver/library version mismatch'; exit 18"
    )
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    probe = machine.probe_gpus()
    assert probe.driver_present
    (check,) = checks.check_gpus(probe)
    assert check.status == "gap"
    assert "version mismatch" in check.found
    assert "reboot" in check.advice


def test_gpus_are_listed_with_free_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake_program(tmp_path / "bin", "nvidia-smi", "echo 'NVIDIA H200, 143360, 122880, 580.65.06, 9.0'")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    (check,) = checks.check_gpus(machine.probe_gpus())
    assert check.status == "gap"
    assert "20.0 GiB of 140.0 GiB free" in check.found


def test_cpu_build_beside_a_gpu_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "installed_version", lambda package: "2.13.0+cpu")
    check = checks.check_torch(GpuProbe((H200,), True))
    assert check.status == "gap"
    assert "not used" in check.found
    assert checks.check_backend(GpuProbe((H200,), True)).found == "torch on the CPU"


@pytest.mark.parametrize(
    ("capability", "installed", "status", "words"),
    [
        ("9.0", True, "ok", "megakernel on the GPU"),
        ("9.0", False, "gap", "pip install 'localcoder[gpu]'"),
        ("8.9", True, "ok", "torch on the GPU instead of the megakernel: the GPU's compute capability is 8.9, not 9.0"),
        ("8.9", False, "ok", "the GPU's compute capability is 8.9, not 9.0"),
    ],
)
def test_backend_is_named_and_why_it_is_not_the_megakernel(
    capability: str, installed: bool, status: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = {"torch": "2.13.0"} | ({"cuda-core": "1.2.2"} if installed else {})
    monkeypatch.setattr(machine, "installed_version", versions.get)
    gpu = Gpu("NVIDIA", 140 * 2**30, 0, "580.65.06", capability)
    check = checks.check_backend(GpuProbe((gpu,), True))
    assert check.status == status
    assert words in check.found


def test_driver_older_than_cuda_13_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "installed_version", lambda package: "2.13.0")
    old = Gpu("NVIDIA A100", 80 * 2**30, 0, "550.54.15", "8.0")
    check = checks.check_torch(GpuProbe((old,), True))
    assert check.status == "gap"
    assert "580" in check.advice


def test_missing_torch_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "installed_version", lambda package: None)
    assert checks.check_torch(NO_GPU).status == "broken"


def models_to_get(monkeypatch: pytest.MonkeyPatch, probe: GpuProbe, free_bytes: int, *here: str) -> list[Check]:
    """What is said of models that are not here, on a machine with so much main memory and a large disk."""
    monkeypatch.setattr(machine, "memory_bytes", lambda: (free_bytes, free_bytes))
    monkeypatch.setattr(machine, "disk_free_bytes", lambda folder: 10**12)
    monkeypatch.setattr(machine, "installed_version", lambda package: "2.13.0")
    monkeypatch.setattr(models, "list_models", lambda: [models.ModelEntry(name, Path(name)) for name in here])
    return [check for check in checks.check_models(probe) if check.name == "More models"]


def test_models_that_fit_without_a_gpu_are_named_as_in_the_chats_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    (check,) = models_to_get(monkeypatch, NO_GPU, 16 * 10**9)
    assert check.found.startswith("would run here, without a GPU, so slowly: Qwen/Qwen3-4B (8.1 GB to get), ")
    assert "models pull Qwen/Qwen3-4B;" in check.advice
    offered = WorkplaceModels(unused, unused, room=lambda: checks.room(NO_GPU)).choices()
    fitting = [choice.name for choice in offered if choice.problem is None and not choice.is_here]
    assert fitting and all(name in check.found for name in fitting)
    (gpu,) = checks.check_gpus(NO_GPU)
    assert "answer slowly without an NVIDIA GPU" in gpu.advice


def test_models_that_fit_a_gpu_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    (check,) = models_to_get(monkeypatch, GpuProbe((H200,), True), 16 * 10**9)
    assert check.found.startswith("would run here: CohereLabs/North-Mini-Code-1.0 (61.0 GB to get), ")


def test_nothing_lesser_is_named_than_what_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    assert models_to_get(monkeypatch, NO_GPU, 16 * 10**9, "Qwen/Qwen3-4B") == []


def test_where_no_model_fits_the_smallest_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    (check,) = models_to_get(monkeypatch, NO_GPU, 10**9)
    assert check.found.startswith("Qwen/Qwen3-0.6B needs ") and "main memory free, here are 0 and 1" in check.found
    assert "--endpoint" in check.advice


def test_container_limit_bounds_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = {"memory.max": 3 * 2**20, "memory.current": 2**20}
    monkeypatch.setattr(machine, "_cgroup_number", numbers.get)
    assert machine.memory_bytes() == (3 * 2**20, 2 * 2**20)


@pytest.mark.parametrize(
    ("environment", "columns", "advice"),
    [
        ({"TERM": "xterm-256color"}, 100, ""),
        ({"TERM": "dumb"}, 100, "Set TERM"),
        ({"TERM": "xterm"}, 60, "80x24"),
    ],
)
def test_terminal_gaps_come_with_advice(
    environment: dict[str, str], columns: int, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Screen(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdout", Screen())
    for name, value in ({"COLUMNS": str(columns), "LINES": "40"} | environment).items():
        monkeypatch.setenv(name, value)
    check = checks.check_terminal()
    assert advice in check.advice
    assert bool(check.advice) == bool(advice)


def test_report_fits_80_columns_and_counts_the_gaps() -> None:
    screen = io.StringIO()
    listed = [
        Check("GPU", "ok", "x" * 200),
        Check("Sandbox", "gap", "bwrap is missing", "Install " + "bubblewrap " * 20),
    ]
    print_checks(listed, Console(file=screen, width=80))
    lines = screen.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert "1 could be better" in lines[-1]
    print_checks([Check("Folders", "broken", "no")], Console(file=screen, width=80))
    assert screen.getvalue().rstrip().endswith("cannot work here yet: see Folders.")


def test_verify_compares_a_model_with_the_reference(home: Home) -> None:
    write_checkpoint(home.project / "model", vocab_size=448)
    write_byte_level_tokenizer(home.project / "model")
    done = home.run("doctor", "--verify", "model")
    assert done.stdout.splitlines()[-1] == "Passed."


@pytest.mark.parametrize(
    ("arguments", "words"), [(["model"], "no such directory"), (["pocket", "--backend", "warp"], "warp")]
)
def test_verify_of_what_cannot_run_says_why(home: Home, arguments: list[str], words: str) -> None:
    done = home.run("doctor", "--verify", *arguments)
    assert done.code == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
