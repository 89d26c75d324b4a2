from __future__ import annotations

import dataclasses
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from localcoder.config.paths import cache_dir
from localcoder.engine.config import ModelConfig
from localcoder.engine.megakernel import compiler
from localcoder.engine.megakernel.compiler import CompileFailed, KernelSource, compile_kernel, compile_with_log
from localcoder.engine.megakernel.device import COMPILER_MISSING, H200
from localcoder.engine.megakernel.geometry import MAX_LAYERS, why_not
from localcoder.engine.models import POCKET_DIRECTORY
from localcoder.engine.shapes import find_shape

pytest.importorskip("cuda.core")

EMPTY = KernelSource('extern "C" __global__ void decode(const void* model, const void* launch) {}\n')


def pocket(**changes: object) -> ModelConfig:
    """The pocket model, or one that differs from it."""
    return dataclasses.replace(ModelConfig.from_file(POCKET_DIRECTORY), **changes)  # type: ignore[arg-type]


def dense() -> ModelConfig:
    config = pocket()
    layers = tuple(dataclasses.replace(layer, moe=False) for layer in config.layers[:2])
    return dataclasses.replace(config, layers=layers, experts=0, experts_per_token=0, expert_ff=0)


SPECIALISATIONS = {
    "pocket": pocket,
    "north-mini-code": lambda: find_shape("north-mini-code"),
    "narrow": lambda: pocket(vocab_size=512, layers=pocket().layers[:3], expert_ff=96, experts=16, dense_ff=160),
    "softmax router": lambda: pocket(router="softmax_of_top", router_renormalised=True, tied_head=False),
    "dense": dense,
}
"""What `why_not` has nothing against, each another way through the source."""


@pytest.mark.parametrize("profile", [False, True], ids=["plain", "profile"])
@pytest.mark.parametrize("name", SPECIALISATIONS)
def test_every_specialisation_compiles(name: str, profile: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    config = SPECIALISATIONS[name]()
    assert why_not(config, H200.sms) is None
    # Optimising takes most of the time and tells nothing about the source.
    monkeypatch.setitem(compiler._OPTIONS, "ofast_compile", "max")
    cubin, _ = compile_with_log(KernelSource.of(config, H200, profile=profile))
    assert cubin.startswith(b"\x7fELF")


@pytest.mark.parametrize("sms", [78, 114, 132])
def test_as_many_layers_as_are_served_fit_beside_the_ring(sms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On every Hopper GPU as a whole: the fewer SMs, the more tasks each has, and the list lies in shared memory."""
    north = find_shape("north-mini-code")
    longest = dataclasses.replace(north, layers=(north.layers * 2)[:MAX_LAYERS])
    assert why_not(longest, sms) is None
    monkeypatch.setitem(compiler._OPTIONS, "ofast_compile", "max")
    compile_with_log(KernelSource.of(longest, dataclasses.replace(H200, sms=sms)))
    more = dataclasses.replace(north, layers=(north.layers * 2)[: MAX_LAYERS + 1])
    assert why_not(more, sms) == f"it has {MAX_LAYERS + 1} layers, more than {MAX_LAYERS}"


def test_assembler_says_what_the_kernel_uses() -> None:
    _, log = compile_with_log(EMPTY)
    assert "spill stores" in log
    assert "registers" in log


def test_compile_error_carries_the_compilers_log_and_the_files_own_lines() -> None:
    source = KernelSource('constexpr int A = 1;\n#line 1 "megakernel.cu"\n\nint f() { return B; }\n')
    with pytest.raises(CompileFailed, match=r'megakernel\.cu\(2\): error: identifier "B" is undefined'):
        compile_with_log(source)


def test_second_compilation_is_read_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compile_kernel(EMPTY, tmp_path)

    def compile_again(source: KernelSource) -> tuple[bytes, str]:
        raise AssertionError("compiled again")

    monkeypatch.setattr(compiler, "compile_with_log", compile_again)
    assert compile_kernel(EMPTY, tmp_path) == first
    assert [file.suffix for file in tmp_path.iterdir()] == [".cubin"]


def test_cache_lies_in_the_users_cache_directory() -> None:
    compile_kernel(EMPTY)
    (file,) = (cache_dir() / "kernels").iterdir()
    assert file.name == f"{EMPTY.key()}.cubin"


@pytest.mark.parametrize("damage", ["truncated", "emptied", "bit"])
def test_damaged_cache_file_is_compiled_again(damage: str, tmp_path: Path) -> None:
    cubin = compile_kernel(EMPTY, tmp_path)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    broken = {"truncated": whole[:-7], "emptied": b"", "bit": whole[:100] + bytes([whole[100] ^ 1]) + whole[101:]}
    file.write_bytes(broken[damage])
    assert compile_kernel(EMPTY, tmp_path) == cubin
    assert file.read_bytes() == whole


def test_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert compile_kernel(EMPTY, blocked / "kernels").startswith(b"\x7fELF")
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    assert compile_kernel(EMPTY, folder).startswith(b"\x7fELF")
    if os.geteuid() != 0:
        assert not list(folder.iterdir())


def test_whatever_changes_the_result_changes_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    config = pocket()
    sources = [
        KernelSource.of(config, H200),
        KernelSource.of(config, H200, profile=True),
        KernelSource.of(config, H200, defines={"EXTRA": "1"}),
        KernelSource.of(config, H200, defines={"EXTRA": "2"}),
        KernelSource.of(config, H200, in_flight=4),
        KernelSource.of(config, dataclasses.replace(H200, sms=114)),
        KernelSource.of(dataclasses.replace(config, norm_eps=1e-5), H200),
        dataclasses.replace(KernelSource.of(config, H200), architecture="sm_90"),
    ]
    keys = [source.key() for source in sources]
    monkeypatch.setattr(compiler, "_compiler_version", lambda: "another")
    keys.append(sources[0].key())
    monkeypatch.setitem(compiler._OPTIONS, "ftz", True)
    keys.append(sources[0].key())
    assert len(set(keys)) == len(keys)


def test_missing_compiler_is_a_reason_and_not_an_import_error() -> None:
    program = (
        "import sys; sys.modules['cuda'] = None\n"
        "from localcoder.engine.megakernel.compiler import why_no_compiler\n"
        "import localcoder.engine.backends\n"
        "print(why_no_compiler())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == COMPILER_MISSING


def test_tool_prints_registers_and_spills(tmp_path: Path) -> None:
    config = json.loads((POCKET_DIRECTORY / "config.json").read_text())
    model = tmp_path / "config.json"
    model.write_text(json.dumps(config | {"num_hidden_layers": 2, "layer_types": ["full_attention"] * 2}))
    root = Path(compiler.__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-m", "tools.kernel_info", str(model), "--profile", "-D", "EXTRA=1", "-o", "kernel.cubin"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "Used" in done.stdout
    assert (tmp_path / "kernel.cubin").read_bytes().startswith(b"\x7fELF")
